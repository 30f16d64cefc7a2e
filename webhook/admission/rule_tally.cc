#include "webhook/admission/rule_tally.h"

namespace drawbridge::admission {

void RuleTally::add(std::span<const RuleRun> runs) {
  if (runs.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const RuleRun& run : runs) {
    auto found = by_rule_.find(run.rule);
    if (found == by_rule_.end()) {
      const std::string& name = by_rule_.size() < kTalliedRulesMax ? run.rule : "other";
      found = by_rule_.try_emplace(name).first;
      found->second.rule = name;
    }
    RuleCounts& counts = found->second;
    ++counts.evaluations;
    counts.cost += run.cost;
    counts.nanoseconds += static_cast<std::uint64_t>(run.nanoseconds);
    counts.errors += run.errors;
    counts.denials += run.denied ? 1 : 0;
  }
}

std::vector<RuleCounts> RuleTally::counts() const {
  const std::lock_guard lock(mutex_);
  std::vector<RuleCounts> all;
  for (const auto& [name, counts] : by_rule_) all.push_back(counts);
  return all;
}

}  // namespace drawbridge::admission
