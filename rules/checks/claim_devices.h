// TooManyDevices: a claim that is never allocated, since it asks for more than a claim can hold.
#pragma once

#include <cstdint>

#include "kube/api/claim.h"
#include "rules/checks/checks.h"

namespace drawbridge::rules {

// That satisfy the claim at the least.
std::int64_t least_devices_of(const kube::ClaimSpecView& claim);

// A ResourceClaim or ResourceClaimTemplate about to be created. An alternative that is too large is
// passed over by the scheduler, so the least that satisfies a request counts.
void check_claim_devices(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);
// Of a pod that uses such a claim, which was there before anybody looked.
void check_pod_claim_devices(const PodSubject& subject, const CheckFacts& facts,
                             std::vector<Finding>& findings);

}  // namespace drawbridge::rules
