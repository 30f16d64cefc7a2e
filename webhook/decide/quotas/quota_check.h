// What DeviceQuotas say to an object, in words: to a pod or claim when it is charged, and to a
// workload, which is not, what each of its pods lacks as things stand.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quota/charge_flow.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/request.h"
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

// "Ask for 2, or ": what of `left` can be asked for in place of what is; empty where nothing is as
// little.
std::string less_text(const kube::Quantity& left, const Asked& asked);

// "Ask for 2 a pod": the same of each of so many pods that have `left` together.
std::string less_of_each_pod(const kube::Quantity& left, std::int64_t pods, const Asked& asked);

// "Have Deployment web ask for less." of "Deployment web asks".
std::string others_less_text(std::string_view whose);

// What came of a charge: QuotaExceeded, QuotaNotCounted, QuotaUncountable, QuotaUnreachable.
std::vector<rules::Finding> charge_findings(const ChargeWish& wish, const Uncharged& others,
                                            const quota::ChargeResult& result);

// Of an object in files that has its charge: that it is too much with what others ask for which
// stand before it. Whose pods come first nobody knows, so nothing is refused.
std::vector<rules::Finding> exceeded_beside(const ChargeWish& wish, const AskedBeside& others,
                                            const quota::ChargeResult& result);

}  // namespace drawbridge::admission
