// ClaimNotReusable: many pods of one workload name one claim.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// A claim may be shared by so many pods at a time (resource.k8s.io/v1
// ResourceClaimReservedForMaxSize).
inline constexpr std::int64_t kClaimUsersMax = 256;

// They all get the same devices, on one node. That is right where the devices are meant to be
// shared: by a configuration (MPS, time-slicing) of the claim or its class, or as portions of a
// device that allows it. Where nothing says so, and where there are more pods than a claim can
// have, this tells it.
void check_shared_claims(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
