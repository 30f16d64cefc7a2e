// Claims that the claim controller and the scheduler make for pods (resource.k8s.io/v1:
// PodResourceClaimAnnotation, ExtendedResourceClaimAnnotation): what the pod paid for already.
#pragma once

#include <optional>
#include <span>

#include "quota/charging.h"
#include "rules/devices/demand.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/known.h"
#include "webhook/decide/quotas/resource_quota_check.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// The pod that the claim, which asks for `requests`, was made for, if it paid for it as far as that
// can be told here: the pod is there, has not ended, and has no other claim for that entry; by its
// spec it asks for as much, or names a template. nullopt also where something has to be asked for
// first, or can't be, which `decision` says. The caller has found out that a maker of claims asks.
std::optional<quota::MadeFor> paid_by_pod(const AdmissionRequest& request,
                                          std::span<const rules::DeviceRequest> requests,
                                          Known& known, Decision& decision);

// What ResourceQuotas charge the pod for which the scheduler makes this claim, of its extended
// resources; nothing for other claims, and where the pod is not there.
NamedAmounts charged_to_pod(const AdmissionRequest& request, Known& known);

}  // namespace drawbridge::admission
