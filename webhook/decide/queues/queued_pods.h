// What of a workload Kueue queues: its pod sets as Kueue's integrations make them of the object,
// with what other controllers add to its pods.
//
// Source of the rules: PodSets() in Kueue's pkg/controller/jobs (v0.19).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kube/api/kueue_configuration.h"
#include "quota/kueue/demand.h"
#include "quota/kueue/placement.h"
#include "rules/devices/workloads.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Annotation: a workload with "true" may grow and shrink (pkg/workloadslicing).
inline constexpr std::string_view kElasticJob = "kueue.x-k8s.io/elastic-job";
// Whether it says so, and Kueue reads it; `configuration` nullptr where it is not known.
bool is_elastic(const kube::Json& workload, const kube::KueueConfiguration* configuration);

// `configuration` nullptr where it is not known. Views into the object.
std::vector<quota::QueuedPods> queued_pods(const AdmissionRequest& request,
                                           std::span<const rules::PodSet> sets, quota::QueuedAs as,
                                           const kube::KueueConfiguration* configuration);

}  // namespace drawbridge::admission
