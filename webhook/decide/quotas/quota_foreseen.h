// What a ResourceQuota refuses in a moment, behind every webhook: a pod or claim that is charged to
// a DeviceQuota and never stored would keep its devices from others for a minute. So it is refused
// before it is charged, with the same sums.
//
// Source of the sums: the evaluators of Pods and ResourceClaims, and checkRequest (k8s 1.36,
// pkg/quota/v1/evaluator/core, apiserver's plugin/pkg/admission/resourcequota). What they count and
// this does not is refused by the API server itself.
#pragma once

#include <vector>

#include "rules/finding.h"
#include "webhook/decide/known.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// ResourceQuotaExceeded (kDeny) of a pod or claim that would be charged. Nothing of files, where
// all that quotas say is told by itself. Of what is refused the newest ResourceQuotas are asked
// for.
std::vector<rules::Finding> refused_behind(const AdmissionRequest& request, Known& known);

}  // namespace drawbridge::admission
