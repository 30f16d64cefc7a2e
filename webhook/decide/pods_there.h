// The pods that a workload has, by its status.
//
// Source of the fields: apps/v1, batch/v1 and jobset.x-k8s.io/v1alpha2. What is 0 is left out
// there.
#pragma once

#include <cstdint>
#include <optional>

#include "kube/api/json.h"
#include "rules/devices/workloads.h"

namespace drawbridge::admission {

struct PodsThere {
  // nullopt where it doesn't say, or may not have looked yet: then as many as it wants may be
  // there.
  std::optional<std::int64_t> pods = std::nullopt;
  // Of all, those of another pod template than stands in `spec`, which nobody sees any more.
  std::int64_t older = 0;
  // Its controller has not seen the last change: any may be of another one.
  bool is_behind = false;
};

// Of one of its sets. `workload` null for none.
PodsThere pods_there(const kube::Json& workload, const rules::PodSet& set);

// Of a kind with one set.
bool has_older_pods(const kube::Json& workload);
bool may_have_older_pods(const kube::Json& workload);

}  // namespace drawbridge::admission
