// ClaimInvalid, as a warning: a claim or template that asks for nothing.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// The API server takes it (`requests: []` is valid), and pods get no device by it. Of one with
// fields that belong elsewhere decoding tells where.
void check_claim_empty(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

}  // namespace drawbridge::rules
