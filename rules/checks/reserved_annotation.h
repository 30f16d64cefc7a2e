// ReservedAnnotation: a claim that says it was made for a pod, from somebody who makes none.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// resource.kubernetes.io/extended-resource-claim (a value of any kind) and pod-claim-name, and a
// Pod as the controller among the ownerReferences: the scheduler and the claim controller believe
// them. Forged, they evade quotas, take other pods' claims away, and end the scheduler of 1.36.3.
// Only Settings::claim_makers may write them, on CREATE or later; the garbage collector may take
// ownerReferences away.
void check_reserved_of_claim(const ObjectSubject& subject, const CheckFacts& facts,
                             std::vector<Finding>& findings);

// Annotations of a template's spec.metadata become those of its claims, by the hand of the claim
// controller.
void check_reserved_of_template(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings);

}  // namespace drawbridge::rules
