// What a LimitRange says of devices and huge pages: what the API server refuses, devices that it
// gives to containers that ask for none, and that it refuses those.
//
// Source: ValidateLimitRange and the defaults of LimitRangeItem (k8s 1.36, pkg/apis/core): of a
// Container a max without a default is the default of its limits.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// MalformedObject, LimitRangeDefaults.
void check_limit_range(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

}  // namespace drawbridge::rules
