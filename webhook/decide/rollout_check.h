// Whether the next rollout of a Deployment has room in DeviceQuotas: one that takes no pod away
// before another is ready needs one pod more than there are (RolloutBlocked).
#pragma once

#include <cstdint>
#include <vector>

#include "quota/amounts.h"
#include "rules/finding.h"
#include "webhook/decide/pods_before.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// A Deployment goes on that was paused, and was changed then: by its status its pods are not all of
// its present template (pkg/controller/deployment/sync.go).
bool rolls_out_held_change(const AdmissionRequest& request);

// Its pod template is another one than that of the Deployment that is there, by the request or in
// files.
bool changes_pods(const AdmissionRequest& request);

// `each` of its `pods` asks for so much. Nothing where they don't fit as it is, or DeviceQuotas
// refuse nothing; of one that is there already, where its pod template changes, by what it had
// `before`, and what others have (kWarn). One that stands
// in the files of a review is changed by what is written otherwise, and not by what it has besides.
std::vector<rules::Finding> check_rollout(const AdmissionRequest& request, std::int64_t pods,
                                          const quota::Amounts& each, const PodsBefore& before,
                                          const Snapshot& snapshot,
                                          const kube::Json& namespace_labels);

}  // namespace drawbridge::admission
