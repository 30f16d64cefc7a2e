// RuleRun: what one evaluation of a DeviceRule came to, for metrics.
#pragma once

#include <cstdint>
#include <string>

namespace drawbridge::admission {

// One evaluation of a rule, by one of its params.
struct RuleRun {
  std::string rule;
  std::uint64_t cost = 0;        // units of CEL
  std::int64_t nanoseconds = 0;  // 0 where nobody measured
  std::uint32_t errors = 0;      // expressions that failed
  bool denied = false;
};

}  // namespace drawbridge::admission
