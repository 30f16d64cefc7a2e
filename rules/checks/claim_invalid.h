// ClaimInvalid: what the API server's validation refuses in a claim, a template or a class, beyond
// the types of their fields. What it refuses in the claims of a pod is in pod_claims_invalid.h.
//
// Source of the rules: kubernetes pkg/apis/resource/validation (ValidateResourceClaim and
// ValidateDeviceClass); the limits are constants of k8s.io/api/resource/v1.
#pragma once

#include <cstddef>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// requests, constraints and config of a claim; selectors of a request or class; config of a class.
inline constexpr std::size_t kClaimElementsMax = 32;
inline constexpr std::size_t kAlternativesMax = 8;  // of firstAvailable
inline constexpr std::size_t kOpaqueParametersBytesMax = 10 * 1024;

// A ResourceClaim, ResourceClaimTemplate or DeviceClass, of any served version, about to be
// created. What is missing or unknown is not its business: strict decoding says it.
void check_claim_invalid(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
