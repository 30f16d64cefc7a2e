// What the API server refuses of a claim's constraint (validateDeviceConstraint): which attribute
// it is about, and how that is written.
#pragma once

#include <string>

#include "kube/api/json.h"
#include "rules/checks/claim_desk.h"
#include "rules/checks/facts.h"

namespace drawbridge::rules {

// `devices` is spec.devices of the claim; `at` is where the constraint stands.
void judge_constraint(const kube::Json& constraint, const std::string& at,
                      const kube::Json& devices, const CheckFacts& facts, ClaimDesk& desk);

}  // namespace drawbridge::rules
