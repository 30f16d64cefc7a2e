// RuleTally: what DeviceRules have cost and decided, by rule. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace drawbridge::admission {

// Rules that are counted apart; those past it are counted together, as "other".
inline constexpr std::size_t kTalliedRulesMax = 256;

// One evaluation of a rule, by one of its params.
struct RuleRun {
  std::string rule;
  std::uint64_t cost = 0;        // units of CEL
  std::int64_t nanoseconds = 0;  // 0 where nobody measured
  std::uint32_t errors = 0;      // expressions that failed
  bool denied = false;
};

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
