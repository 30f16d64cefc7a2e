// ConstraintNeverHolds: a matchAttribute or distinctAttribute that no set of devices satisfies,
// since a device that lacks the attribute is never chosen, or no node has devices enough with one
// value of it, or with different ones (resource.k8s.io/v1 DeviceConstraint,
// spec.devices.constraints[] of a claim).
#pragma once

#include <cstddef>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Constraints of one claim whose values are looked for among all published devices; of more only
// the names are judged.
inline constexpr std::size_t kConstraintSurveysMax = 4;

// Of the templates and claims that a pod names, by the names of attributes alone.
void check_pod_constraints(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);

void check_constraint_never_holds(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings);

}  // namespace drawbridge::rules
