// Gangs: pods that are created one by one and start together or not at all.
#pragma once

#include <cstdint>
#include <optional>

#include "kube/api/object.h"

namespace drawbridge::rules {

// The pods of the group that the pod says it belongs to (Kueue's plain pod groups: the label
// kueue.x-k8s.io/pod-group-name, the annotation kueue.x-k8s.io/pod-group-total-count); nullopt for
// a pod by itself, and where the number is none of 1 or more.
std::optional<std::int64_t> pod_group_size(const kube::ObjectView& pod);

}  // namespace drawbridge::rules
