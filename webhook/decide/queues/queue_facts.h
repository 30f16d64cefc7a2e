// How Kueue stands to a pod: the facts of quota/kueue put the way that the rewrite reads them.
#pragma once

#include <string_view>

#include "kube/api/pod.h"
#include "quota/kueue/index.h"
#include "quota/kueue/placement.h"
#include "rules/mapping/hold_back.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

rules::QueueFacts queue_facts_of_pod(const kube::PodView& pod, std::string_view ns,
                                     const Snapshot& snapshot);

// Of the pods that a workload's template will make.
rules::QueueFacts queue_facts_of_template(const kube::Json& workload,
                                          const kube::PodView& pod_template, std::string_view ns,
                                          const Snapshot& snapshot,
                                          quota::Arrival arrival = quota::Arrival::kNew);

// Of what a request has changed Kueue's webhooks are not asked, mostly.
inline quota::Arrival arrival_of(const AdmissionRequest& request) {
  return request.operation == Operation::kUpdate ? quota::Arrival::kStored : quota::Arrival::kNew;
}

// By its managedBy the kind's own controller leaves it to MultiKueue.
bool is_left_to_multikueue(const kube::Json& workload);
// No AdmissionCheck of the queue is MultiKueue's; false where one of them is not known.
bool keeps_all_here(const quota::ClusterQueue& queue, const quota::KueueIndex& kueue);

}  // namespace drawbridge::admission
