// What a ResourceQuota wants of every pod: where it limits limits.cpu, a container without one is
// refused ("must specify limits.cpu for: main"), and nobody sees a pod.
//
// The rule: PodEvaluator.Constraints (k8s 1.36, pkg/quota/v1/evaluator/core/pods.go), for cpu and
// memory.
#pragma once

#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/quotas/quota_scopes.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// ResourceQuotaExceeded (kWarn), one for each quota whose scopes the pod is in. `who` is the pod's
// for messages, "each pod of this Job". Nothing of what a LimitRange gives, and where the pod
// asks as a whole (KEP-2837).
std::vector<rules::Finding> check_compute_wanted(const kube::Json& pod, std::string_view who,
                                                 std::string_view ns, const Snapshot& snapshot);

// Of the namespace's LimitRanges.
ComputeToCome compute_to_come(std::string_view ns, const Snapshot& snapshot);

// `hard` as it is enforced.
kube::Json hard_of(const kube::Json& resource_quota);

}  // namespace drawbridge::admission
