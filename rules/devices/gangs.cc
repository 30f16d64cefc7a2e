#include "rules/devices/gangs.h"

#include <string_view>

#include "kube/api/integer.h"

namespace drawbridge::rules {

std::string_view kueue_pod_group(const kube::ObjectView& pod) {
  constexpr std::string_view kName = "kueue.x-k8s.io/pod-group-name";
  const std::string_view annotation = pod.annotation(kName);
  return annotation.empty() ? pod.label(kName) : annotation;
}

std::optional<std::int64_t> pod_group_size(const kube::ObjectView& pod) {
  if (kueue_pod_group(pod).empty()) return std::nullopt;
  const auto size = kube::parse_integer(pod.annotation(kPodGroupTotalCount));
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
