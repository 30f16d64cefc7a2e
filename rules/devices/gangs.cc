#include "rules/devices/gangs.h"

#include <string_view>

#include "kube/api/integer.h"

namespace drawbridge::rules {

std::optional<std::int64_t> pod_group_size(const kube::ObjectView& pod) {
  if (pod.label("kueue.x-k8s.io/pod-group-name").empty()) return std::nullopt;
  const auto size = kube::parse_integer(pod.annotation("kueue.x-k8s.io/pod-group-total-count"));
  return size && *size >= 1 ? size : std::nullopt;
}

std::optional<PodGroupName> pod_group_name(const kube::ObjectView& pod) {
  const std::string_view label = pod.label("scheduling.x-k8s.io/pod-group");
  if (!label.empty()) return PodGroupName{"scheduling.x-k8s.io", label};
  const std::string_view annotation = pod.annotation("pod-group-name");
  if (!annotation.empty()) return PodGroupName{"scheduling.run.ai", annotation};
  return std::nullopt;
}

std::optional<std::int64_t> gang_size(const kube::Json& pod_group) {
  const kube::Json size = pod_group["spec"]["minMember"];
  if (!size.is_integer() || size.as_int() < 1) return std::nullopt;
  return size.as_int();
}

}  // namespace drawbridge::rules
