// CapacityNeverFits: a capacity is requested that no device of the class has, or has as much of
// (resource.k8s.io/v1 CapacityRequirements: spec.devices.requests[].exactly.capacity.requests). Its
// names are those of the slice, without the domain that a selector writes.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_capacity_never_fits(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings);

}  // namespace drawbridge::rules
