// TooManyDevices: a claim that is never allocated, since it asks for more than a claim can hold.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// A ResourceClaim or ResourceClaimTemplate about to be created. An alternative that is too large is
// passed over by the scheduler, so the least that satisfies a request counts.
void check_claim_devices(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
