// Claims of pods that a DeviceQuota leaves out (spec.excludeQueued): one that was made for a pod
// behind Kueue's gate costs nothing until the pod starts, and anybody may name it.
#pragma once

#include <vector>

#include "rules/finding.h"
#include "webhook/decide/known.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// QuotaUncountable of a pod that names such a claim of another pod: it would have the devices for
// nothing. The other pod is asked for first.
std::vector<rules::Finding> claims_of_queued(const AdmissionRequest& request, Known& known);

}  // namespace drawbridge::admission
