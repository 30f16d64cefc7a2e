// Gangs: pods that are created one by one and start together or not at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kube/api/object.h"

namespace drawbridge::rules {

// The group of Kueue's plain pods that the pod says it belongs to: the annotation
// kueue.x-k8s.io/pod-group-name, or else the label of that name (pkg/util/pod, GetPodGroupName; the
// annotation by the gate WorkloadIdentifierAnnotations, on since v0.18). Empty for none.
std::string_view kueue_pod_group(const kube::ObjectView& pod);
inline constexpr std::string_view kPodGroupTotalCount = "kueue.x-k8s.io/pod-group-total-count";
// The pods of that group, by that annotation; nullopt for a pod
// by itself, and where the number is none of 1 or more.
std::optional<std::int64_t> pod_group_size(const kube::ObjectView& pod);

// The object that says how many pods start together, where the pod names one.
struct PodGroupName {
  // "scheduling.x-k8s.io" (the label scheduling.x-k8s.io/pod-group of scheduler-plugins'
  // coscheduling) or "scheduling.run.ai" (KAI's annotation pod-group-name).
  std::string_view group;
  std::string_view name;
};
std::optional<PodGroupName> pod_group_name(const kube::ObjectView& pod);

// spec.minMember of a PodGroup of either: fewer pods than these never start. nullopt where it is
// none of 1 or more.
std::optional<std::int64_t> gang_size(const kube::Json& pod_group);

}  // namespace drawbridge::rules
