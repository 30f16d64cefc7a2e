#include "rules/devices/gangs.h"

#include <charconv>
#include <string_view>

namespace drawbridge::rules {

std::optional<std::int64_t> pod_group_size(const kube::ObjectView& pod) {
  if (pod.label("kueue.x-k8s.io/pod-group-name").empty()) return std::nullopt;
  const std::string_view text = pod.annotation("kueue.x-k8s.io/pod-group-total-count");
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size() || size < 1) return std::nullopt;
  return size;
}

}  // namespace drawbridge::rules
