// TaintRuleIdle: a DeviceTaintRule for a driver, pool or device that nobody has, and that is a slip
// for one that somebody has. The API server takes any name, and the rule taints nothing.
//
// The rule: of the devices that are published those are tainted whose driver, pool and name are
// the selector's, where it names them (dynamic-resource-allocation, resourceslice/tracker). A rule
// may be there before its devices are, so that a name without a near one is left alone.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Names of pools and devices that are compared; of more nothing is said.
inline constexpr std::size_t kTaintedNamesMax = 10'000;

void check_taint_rule_idle(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);

}  // namespace drawbridge::rules
