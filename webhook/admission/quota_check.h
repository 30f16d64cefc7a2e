// What DeviceQuotas say to an object, in words: to a pod or claim when it is charged, and to a
// workload, which is not, what each of its pods lacks as things stand.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "quota/charge_flow.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"
#include "webhook/admission/request.h"
#include "webhook/admission/snapshot.h"

namespace drawbridge::admission {

// `name` is the pod's for messages: "this Pod". A claim that users share is charged to itself, not
// to the pods that use it.
std::vector<rules::Finding> check_quota(const Snapshot& snapshot,
                                        const kube::Json& namespace_labels, std::string_view ns,
                                        std::string_view name,
                                        std::span<const rules::DeviceRequest> requests);

// What came of a charge: QuotaExceeded, QuotaNotCounted, QuotaUncountable, QuotaUnreachable.
std::vector<rules::Finding> charge_findings(const ChargeWish& wish,
                                            const quota::ChargeResult& result);

}  // namespace drawbridge::admission
