// What DeviceQuotas say to a workload, which is not charged: what each of its pods lacks as things
// stand.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quota/amounts.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/quotas/asked_beside.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// What the pods of one set ask for together; a claim that users share is charged to itself, not to
// the pods that use it.
quota::Amounts amounts_of(const std::optional<std::int64_t>& pods,
                          std::span<const rules::DeviceRequest> requests, const Snapshot& snapshot,
                          const kube::Json& namespace_labels);

// What pods that these take the place of ask for together, and what of it is in use.
struct DevicesBefore {
  quota::Amounts asked = {};
  quota::Amounts in_use = {};
  AskedBeside beside = {};
};

// DeviceQuotas and a resource of each of which it is said already that there is not enough.
using ToldQuotas = std::set<std::pair<std::string, std::string>>;

// Of pods that a workload will make; `before` is of those of the set that it takes the place of.
// Refused is what no pod of it can have: ever, or, where they come at once, now. That fewer pods
// can have theirs than come is warned of.
std::vector<rules::Finding> check_quota(const ComingPods& pods,
                                        std::span<const rules::DeviceRequest> requests,
                                        const DevicesBefore& before, const Snapshot& snapshot,
                                        const kube::Json& namespace_labels, std::string_view ns,
                                        const ToldQuotas& told);

}  // namespace drawbridge::admission
