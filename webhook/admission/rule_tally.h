// RuleTally: what DeviceRules have cost and decided, by rule. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "webhook/decide/rule_run.h"

namespace drawbridge::admission {

// Rules that are counted apart; those past it are counted together, as "other".
inline constexpr std::size_t kTalliedRulesMax = 256;

struct RuleCounts {
  std::string rule;
  std::uint64_t evaluations = 0;
  std::uint64_t cost = 0;
  std::uint64_t nanoseconds = 0;
  std::uint64_t errors = 0;
  std::uint64_t denials = 0;  // objects that it refused
};

class RuleTally {
 public:
  void add(std::span<const RuleRun> runs);
  // By name.
  std::vector<RuleCounts> counts() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, RuleCounts, std::less<>> by_rule_;  // by mutex_
};

}  // namespace drawbridge::admission
