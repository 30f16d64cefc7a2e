// QuotaCountsNothing: a quota limits a companion of what a DeviceMapping rewrites.
//
// A rewrite makes of it a capacity that each device has to have (spec.rewrites[].parameters), and
// takes it out of the pod, so that nothing is counted under its name. Reads spec.hard.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

enum class QuotaKind : std::uint8_t { kDeviceQuota, kResourceQuota };

// `entry` is one of hard; its name may have `requests.` in front, which the quota of the kind
// has or has not. Nothing of a name under which something may be counted all the same: that a node
// offers, that a class carries, or of which a mapping does no more than warn.
std::optional<Finding> companion_in_quota(const kube::Json::Member& entry, const kube::Json& hard,
                                          QuotaKind kind, const CheckFacts& facts);

}  // namespace drawbridge::rules
