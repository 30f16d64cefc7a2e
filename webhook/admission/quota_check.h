// Whether what a pod asks for fits the DeviceQuotas of its namespace.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "quota/device_quota.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"

namespace drawbridge::admission {

// `name` is the pod's for messages: "this Pod". A claim that users share is charged to itself, not
// to the pods that use it.
std::vector<rules::Finding> check_quota(std::span<const quota::DeviceQuota> quotas,
                                        std::string_view ns, std::string_view name,
                                        std::span<const rules::DeviceRequest> requests);

}  // namespace drawbridge::admission
