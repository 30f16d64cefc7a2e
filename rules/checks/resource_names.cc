#include "rules/checks/resource_names.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace drawbridge::rules {
namespace {

using kube::Json;

// The pod may have a claim of the class already.
std::string fix(std::string_view device_class, std::span<const PodClaim> claims) {
  const auto claim = std::find_if(claims.begin(), claims.end(), [&](const PodClaim& one) {
    const kube::ClaimSpecView spec = one.spec();
    return spec.request_count() == 1 && spec.request(0).option_count() == 1 &&
           spec.request(0).option(0).device_class() == device_class;
  });
  return claim == claims.end()
             ? "Write deviceclass.resource.kubernetes.io/" + shown(device_class) +
                   ": 1, or ask for the class in a ResourceClaimTemplate."
             : "Write claims: [{name: " + shown(claim->name, 40) + "}] in resources instead.";
}

}  // namespace

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
                          fix(name, subject.claims)});
    }
  }
}

}  // namespace drawbridge::rules
