// What the namespace's ResourceQuotas will say of the claims that Kubernetes makes for a pod, of
// its templates and of its extended resources: told when the pod is applied, and not in an event
// when its claims are refused.
//
// Source of the sums: the quota evaluator of ResourceClaims (k8s 1.36,
// pkg/quota/v1/evaluator/core). It is advice and no reservation: what else is created meanwhile
// counts, too.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rules/checks/pod_claims.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"
#include "webhook/admission/snapshot.h"

namespace drawbridge::admission {

// `name` is the pod's for messages, "each pod of this Job"; `pods` how many come, nullopt where
// that depends on the cluster. A quota with scopes sees no claims; what the pod itself asks for as
// an extended resource the API server judges at once.
std::vector<rules::Finding> check_resource_quotas(std::span<const rules::PodClaim> claims,
                                                  std::span<const rules::DeviceRequest> requests,
                                                  std::string_view ns, std::string_view name,
                                                  std::optional<std::int64_t> pods,
                                                  const Snapshot& snapshot);

}  // namespace drawbridge::admission
