#include "rules/checks/checks.h"

#include "kube/api/object.h"
#include "rules/checks/admin_access.h"
#include "rules/checks/both_paths.h"
#include "rules/checks/claim_devices.h"
#include "rules/checks/claim_invalid.h"
#include "rules/checks/class_names.h"
#include "rules/checks/resource_names.h"

namespace drawbridge::rules {
namespace {

constexpr PodCheck kPodChecks[] = {
    {"BothPaths", check_both_paths},
    {"ClaimInvalid", check_pod_claims_invalid},
    {"ResourceIsClassName", check_resource_names},
};

constexpr std::string_view kResourceGroup = "resource.k8s.io";

constexpr ObjectCheck kObjectChecks[] = {
    {kResourceGroup, "DeviceClass", "ClaimInvalid", check_claim_invalid},
    {kResourceGroup, "ResourceClaim", "AdminAccessNotAllowed", check_admin_access},
    {kResourceGroup, "ResourceClaim", "ClaimInvalid", check_claim_invalid},
    {kResourceGroup, "ResourceClaim", "ClassNameIsResource", check_class_names},
    {kResourceGroup, "ResourceClaim", "TooManyDevices", check_claim_devices},
    {kResourceGroup, "ResourceClaimTemplate", "AdminAccessNotAllowed", check_admin_access},
    {kResourceGroup, "ResourceClaimTemplate", "ClaimInvalid", check_claim_invalid},
    {kResourceGroup, "ResourceClaimTemplate", "ClassNameIsResource", check_class_names},
    {kResourceGroup, "ResourceClaimTemplate", "TooManyDevices", check_claim_devices},
};

}  // namespace

std::span<const PodCheck> pod_checks() {
  return kPodChecks;
}

std::span<const ObjectCheck> object_checks() {
  return kObjectChecks;
}

void check_pod(const PodSubject& subject, const CheckFacts& facts, std::vector<Finding>& findings) {
  for (const PodCheck& check : pod_checks()) check.run(subject, facts, findings);
}

void check_object(const ObjectSubject& subject, const CheckFacts& facts,
                  std::vector<Finding>& findings) {
  const kube::ObjectView view(subject.object);
  for (const ObjectCheck& check : object_checks()) {
    if (check.kind == view.kind() && check.group == view.group())
      check.run(subject, facts, findings);
  }
}

bool asks_for_devices(const kube::PodView& pod) {
  if (!pod.resource_claims().empty()) return true;
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const kube::ContainerView container = pod.container(i);
    if (!container.claims().empty()) return true;
    // In the pod template of a workload a limit may stand alone.
    for (const kube::Json& names : {container.requests(), container.limits()}) {
      for (const kube::Json::Member& entry : names.members()) {
        if (names_devices(entry.key()) || is_like_class_name(entry.key())) return true;
      }
    }
  }
  return false;
}

}  // namespace drawbridge::rules
