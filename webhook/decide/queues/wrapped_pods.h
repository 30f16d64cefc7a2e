// Of an AppWrapper Kueue counts the pods that AppWrapper's own library finds in its components, or
// that a component's `podSets` declare.
//
// Source: Kueue's pkg/controller/jobs/appwrapper (v0.19), which calls GetComponentPodSpecs of
// project-codeflare/appwrapper v1.2.2 (InferPodSets).
#pragma once

#include <cstdint>
#include <optional>

#include "kube/api/json.h"
#include "rules/devices/workloads.h"

namespace drawbridge::admission {

// Of one of the wrapper's pod templates; nullopt where Kueue counts none of its pods.
std::optional<std::int64_t> wrapped_pods(const kube::Json& wrapper, const rules::PodSet& set);

}  // namespace drawbridge::admission
