#include "webhook/admission/finding_tally.h"

#include <algorithm>

namespace drawbridge::admission {

using rules::Severity;

FindingTally::FindingTally() : of_codes_(rules::all_codes().size()) {}

void FindingTally::add(std::span<const rules::Finding> findings) {
  const std::span<const rules::Code> codes = rules::all_codes();
  for (const rules::Finding& finding : findings) {
    if (finding.severity == Severity::kInfo) continue;
    const auto code = std::ranges::lower_bound(codes, finding.code, {}, &rules::Code::name);
    if (code == codes.end() || code->name != finding.code) continue;
    OfCode& counts = of_codes_[static_cast<std::size_t>(code - codes.begin())];
    (finding.severity == Severity::kDeny ? counts.denied : counts.warned)
        .fetch_add(1, std::memory_order_relaxed);
  }
}

std::vector<FindingTally::Count> FindingTally::counts() const {
  std::vector<Count> counts;
  const auto add = [&](std::string_view code, Severity severity,
                       const std::atomic<std::uint64_t>& findings) {
    const std::uint64_t count = findings.load(std::memory_order_relaxed);
    if (count > 0) counts.push_back({code, severity, count});
  };
  const std::span<const rules::Code> codes = rules::all_codes();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    add(codes[i].name, Severity::kDeny, of_codes_[i].denied);
    add(codes[i].name, Severity::kWarn, of_codes_[i].warned);
  }
  return counts;
}

}  // namespace drawbridge::admission
