// Whether Kueue can admit what is applied in the queue that it names: the judgement of quota/kueue,
// asked for a pod or a workload and told to the person who applies it.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rules/devices/workloads.h"
#include "webhook/decide/known.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// `sets` are the pods that the object makes, or the pod itself with an empty path. Pods that are
// part of a workload were judged with it, and get nothing. Refused is what can never be admitted
// while Kueue's queues and Configuration stay as they are; where one of these is not known, nothing
// that hangs on it is said. `coming` are the same with the templates as the pods come, rewritten or
// not: by these Kueue judges what it counts pod by pod, and by `sets` what it makes one Workload
// of. nullopt where that is not known, and nothing of the former is said. Kueue itself changes the
// workloads that it starts and stops, and nothing may keep it from that: a change is refused only
// where it names another queue. In a review of files, what runs in --state already is told nothing
// of what Kueue decides before it starts a workload, unless it is to make more pods.
std::vector<rules::Finding> check_queue(const AdmissionRequest& request,
                                        std::span<const rules::PodSet> sets,
                                        std::optional<std::span<const rules::PodSet>> coming,
                                        Known& known);

// Takes away what a finding of the queue tells with the same advice, or a better one.
void leave_out_told_of_queue(std::vector<rules::Finding>& findings);

// The object names the queue that the one which stands there is in, or none, and Kueue had written
// the namespace's default one on that.
bool stays_in_queue(const kube::Json& standing, const kube::Json& object);

}  // namespace drawbridge::admission
