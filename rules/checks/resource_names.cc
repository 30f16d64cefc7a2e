#include "rules/checks/resource_names.h"

#include <string>

namespace drawbridge::rules {

using kube::Json;

bool is_like_class_name(std::string_view resource) {
  return resource.find('.') != std::string_view::npos &&
         resource.find('/') == std::string_view::npos;
}

void check_resource_names(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < subject.pod.container_count(); ++i) {
    const kube::ContainerView container = subject.pod.container(i);
    for (const Json::Member& entry : container.limits().members()) {
      const std::string_view name = entry.key();
      if (!is_like_class_name(name) || facts.devices.device_class(name) == nullptr) continue;
      findings.push_back({"ResourceIsClassName", Severity::kDeny,
                          container.path() + ".resources.limits",
                          "Container " + shown(container.name()) + " limits " + shown(name) +
                              ", which is a DeviceClass and no resource.",
                          "Write deviceclass.resource.kubernetes.io/" + shown(name) +
                              ": 1, or ask for the class in a ResourceClaimTemplate."});
    }
  }
}

}  // namespace drawbridge::rules
