// What the namespace's ResourceQuotas will say of the claims that Kubernetes makes of a pod's
// templates: told when the pod is applied, and not in an event when its claims are refused.
//
// Source of the sums: the quota evaluator of ResourceClaims (k8s 1.36,
// pkg/quota/v1/evaluator/core). It is advice and no reservation: what else is created meanwhile
// counts, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/finding.h"
#include "webhook/admission/known.h"

namespace drawbridge::admission {

// `name` is the pod's for messages, "each pod of this Job"; `pods` how many come, nullopt where
// that depends on the cluster. A quota with scopes sees no claims; what the pod itself asks for as
// an extended resource the API server judges at once.
std::vector<rules::Finding> check_resource_quotas(const kube::PodView& pod, std::string_view ns,
                                                  std::string_view name,
                                                  std::optional<std::int64_t> pods, Known& known);

}  // namespace drawbridge::admission
