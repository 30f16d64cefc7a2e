// What there is already of the pods that a change of a workload takes the place of, as quotas count
// it: only what it asks for beyond that is new, and what of it is in use is given up.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "quota/amounts.h"
#include "rules/devices/workloads.h"
#include "webhook/decide/known.h"
#include "webhook/decide/quotas/quota_check.h"
#include "webhook/decide/quotas/resource_quota_check.h"

namespace drawbridge::admission {

struct PodsBefore {
  DevicesBefore devices;
  NamesBefore names;
  // Where each of its pods is known to ask for the same: how many, and for what.
  std::optional<std::int64_t> pods = std::nullopt;
  quota::Amounts each = {};
};

// `set` is what the change takes the place of, nullptr for none; of what stands already the pods.
PodsBefore pods_before(const rules::WorkloadKind& kind, const rules::PodSet* set,
                       const AdmissionRequest& request, Known& known);

}  // namespace drawbridge::admission
