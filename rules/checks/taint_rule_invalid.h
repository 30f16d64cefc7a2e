// TaintRuleInvalid: a DeviceTaintRule that the API server refuses after it has read the fields
// (kubernetes pkg/apis/resource/validation, ValidateDeviceTaintRule): names of a driver, a pool or
// a device that none can have, and a taint that is none.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_taint_rule_invalid(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

}  // namespace drawbridge::rules
