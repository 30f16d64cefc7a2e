// ConstraintNeverHolds: a matchAttribute or distinctAttribute of an attribute that no device of a
// driver has: such a device is never chosen (resource.k8s.io/v1 DeviceConstraint,
// spec.devices.constraints[] of a claim). For values of it see claim_unserved.h.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Of the templates and claims that a pod names, by the names of attributes alone.
void check_pod_constraints(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);

void check_constraint_never_holds(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings);

}  // namespace drawbridge::rules
