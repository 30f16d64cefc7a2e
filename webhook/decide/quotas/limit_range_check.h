// LimitRangeExceeded: pods with devices that the namespace's LimitRanges will refuse, told when
// their workload is applied, and not in an event of its controller.
//
// The rule: PodValidateLimitFunc of kubernetes plugin/pkg/admission/limitranger (1.36): min, max
// and maxLimitRequestRatio of each container, and of what the pod has in all (ranged_amounts.h).
// Reads spec.limits.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/finding.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Of what is judged. Templates of its own kinds the API server validates as it does pods.
enum class PodOrigin : std::uint8_t { kPod, kTemplate, kValidatedTemplate };

// Of the pod that the object is, or those that it makes.
PodOrigin origin_of_pods(const kube::Json& object);

// `name` is the pod's for messages, "each pod of this Job". What is wrong with a pod itself the API
// server says at once, so it is told of pods that are made later, and of those in files.
std::vector<rules::Finding> check_limit_ranges(const kube::PodView& pod, std::string_view name,
                                               PodOrigin origin, std::string_view ns,
                                               const Snapshot& snapshot);

}  // namespace drawbridge::admission
