// What there is already of the pods that a change of a workload takes the place of, as quotas count
// it: only what it asks for beyond that is new, and what of it is in use is given up.
#pragma once

#include <cstddef>
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
  bool has_same_template = false;  // as now
};

// What quotas count.
struct QuotaAmounts {
  quota::Amounts devices = {};
  NamedAmounts names = {};
};

// The pods that a workload has made, dealt out to its pod sets: of which set each is its controller
// knows.
class MadePods {
 public:
  MadePods(const AdmissionRequest& request, std::size_t sets, Known& known);

  bool none() const { return left_.devices.empty() && left_.names.empty(); }
  // Of the next set, which asked for so much; of the last one all that is left.
  QuotaAmounts take(const QuotaAmounts& asked);

 private:
  QuotaAmounts left_;
  std::size_t sets_left_;
};

// `set` is what `now` takes the place of; nullptr for none: then of pods that stand already those
// that `now` asks for.
PodsBefore pods_before(const rules::WorkloadKind& kind, const rules::PodSet* set,
                       const rules::PodSet& now, const AdmissionRequest& request, MadePods& made,
                       Known& known);

}  // namespace drawbridge::admission
