// What the API server refuses of a claim's requests (validateDeviceRequest), and of the selectors
// that requests and classes have.
#pragma once

#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/checks/claim_desk.h"
#include "rules/checks/facts.h"

namespace drawbridge::rules {

// Of spec.devices in that version of the API; `path` is where it stands.
void judge_claim_requests(const kube::Json& devices, const std::string& path,
                          std::string_view version, const CheckFacts& facts, ClaimDesk& desk);
void judge_selectors(const kube::Json& selectors, const std::string& at, ClaimDesk& desk);

}  // namespace drawbridge::rules
