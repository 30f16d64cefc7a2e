// WaitForPodsReadyOff: Kueue admits a workload by quota, and does not know which devices are free.
// Of its pods some may wait for devices and hold the others', until WaitForPodsReady takes the
// workload back.
#pragma once

#include <span>
#include <vector>

#include "rules/finding.h"
#include "webhook/decide/gang_check.h"
#include "webhook/decide/known.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// What counts is the workload that Kueue makes of the object: all its pods, or those of one group
// of a LeaderWorkerSet, or one pod alone (Deployment). Nothing is said of what Kueue leaves alone,
// and of what another cluster runs, whose Configuration is not known.
std::vector<rules::Finding> check_pods_ready(const AdmissionRequest& request,
                                             std::span<const GangPart> parts, const Known& known);

}  // namespace drawbridge::admission
