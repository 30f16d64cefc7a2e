#include "webhook/decide/kueue_startup.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "quota/kueue/index.h"
#include "rules/checks/kueue_invalid.h"
#include "rules/shape/decode.h"

namespace drawbridge::admission {
namespace {

using rules::Finding;

std::string first_of(const std::vector<Finding>& findings, std::string_view code) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& one) { return one.code == code; });
  return found == findings.end() ? std::string() : found->field;
}

// pkg/config/config.go decodes strictly.
std::string fault_of_shape(const kube::Json& configuration) {
  const rules::shape::Decoded decoded = rules::shape::decode(configuration);
  std::string fault = first_of(decoded.findings, "MalformedObject");
  const bool is_meant = !decoded.meant.empty() || !decoded.moves.empty();
  return fault.empty() && is_meant ? first_of(decoded.findings, "UnknownField") : fault;
}

}  // namespace

std::string startup_fault(const kube::Json& configuration) {
  std::string fault = fault_of_shape(configuration);
  if (!fault.empty()) return fault;
  const std::vector<Finding> mistakes = rules::kueue_mistakes(configuration, {});
  if (!mistakes.empty()) return mistakes.front().field;
  quota::KueueIndex index;
  const Status read = index.replace({}, configuration);
  return read ? std::string() : rules::printable(read.error().field);
}

}  // namespace drawbridge::admission
