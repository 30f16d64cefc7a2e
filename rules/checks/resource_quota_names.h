// Names in a built-in ResourceQuota that say nothing of devices.
//
// MalformedObject where the API server refuses a name without a domain that is none of its own
// (k8s 1.36, pkg/apis/core/validation, ValidateResourceQuotaResourceName). QuotaCountsNothing where
// it takes the name and counts nothing under it: pods are charged requests.RESOURCE alone, claims
// CLASS.deviceclass.resource.k8s.io/devices, requests.RESOURCE of the class and
// count/resourceclaims.resource.k8s.io (pkg/quota/v1/evaluator/core, pods.go and
// resource_claims.go). Reads spec.hard, scopes and scopeSelector.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Speaks of names that were meant for devices, and of no others: a quota may be of anything.
void check_resource_quota_names(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings);

}  // namespace drawbridge::rules
