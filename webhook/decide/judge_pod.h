// The judgement of Pods and of the kinds that make them: rewritten, checked, put to the quotas.
#pragma once

#include "kube/api/pod.h"
#include "rules/devices/workloads.h"
#include "webhook/decide/known.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// The chart has the API server ask /mutate about the pod: it names an extended resource, or carries
// the annotation of a rewrite. What /mutate says of such a pod /validate does not say again.
bool is_for_mutate(const kube::PodView& pod);

// What /mutate and /validate say of a Pod about to be created.
void judge_pod(const AdmissionRequest& request, Known& known, Decision& decision);

// What /validate says of the pods that a workload will make: advice, since they are judged again.
void judge_workload(const AdmissionRequest& request, const rules::WorkloadKind& kind, Known& known,
                    Decision& decision);

}  // namespace drawbridge::admission
