// ClaimInvalid of a pod: what the API server's validation refuses in its claims, in what its
// containers take of them, and in its tolerations, beyond the types of their fields.
//
// Source of the rules: kubernetes pkg/apis/core/validation (validatePodResourceClaims).
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// spec.resourceClaims and the containers' claims.
void check_pod_claims_invalid(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

}  // namespace drawbridge::rules
