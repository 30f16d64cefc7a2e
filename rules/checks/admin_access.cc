#include "rules/checks/admin_access.h"

#include <string>

#include "rules/checks/claim_options.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kAdminLabel = "resource.kubernetes.io/admin-access";
// Of Kubernetes 1.33, which no later version reads.
constexpr std::string_view kFormerLabel = "resource.k8s.io/admin-access";

// Where nobody knows the namespace, a file without it, both can be.
Finding unknown(const std::string& at, const CheckFacts& facts) {
  return {"AdminAccessNotAllowed", Severity::kInfo, at + ".adminAccess",
          "adminAccess is taken only in namespaces with the label " + std::string(kAdminLabel) +
              ": \"true\"; whether " + shown(facts.ns) + " has it is not known here.",
          "Look: kubectl get namespace " + shown(facts.ns) + " --show-labels."};
}

}  // namespace

void check_admin_access(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings) {
  if (!subject.old_object.is_null() || facts.namespace_labels[kAdminLabel].as_string() == "true")
    return;
  const bool known = facts.namespace_labels.is_object();
  bool told = false;
  for_each_option(subject.object, [&](const kube::DeviceOptionView& option, const std::string& at) {
    // An alternative has no such field, as decoding tells.
    const bool is_alternative = at.find(".firstAvailable[") != std::string::npos;
    if (told || is_alternative || !option.admin_access()) return;
    told = true;
    if (!known) return findings.push_back(unknown(at, facts));
    findings.push_back({"AdminAccessNotAllowed", Severity::kDeny, at + ".adminAccess",
                        "adminAccess is taken only in namespaces with the label " +
                            std::string(kAdminLabel) + ": \"true\", and " + shown(facts.ns) +
                            (facts.namespace_labels[kFormerLabel].is_null()
                                 ? " lacks it."
                                 : " has resource.k8s.io/admin-access, which is of 1.33 alone."),
                        "Take adminAccess away, or have an administrator run: kubectl label "
                        "namespace " +
                            shown(facts.ns) + " " + std::string(kAdminLabel) + "=true."});
  });
}

bool asks_admin_access(const kube::Json& object) {
  bool asks = false;
  for_each_option(object, [&](const kube::DeviceOptionView& option, const std::string& /*at*/) {
    asks = asks || option.admin_access();
  });
  return asks;
}

}  // namespace drawbridge::rules
