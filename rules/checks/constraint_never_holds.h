// ConstraintNeverHolds: a matchAttribute or distinctAttribute that no set of devices satisfies,
// since a device that lacks the attribute is never chosen (resource.k8s.io/v1 DeviceConstraint,
// spec.devices.constraints[] of a claim).
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_constraint_never_holds(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings);

}  // namespace drawbridge::rules
