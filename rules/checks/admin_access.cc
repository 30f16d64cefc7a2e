#include "rules/checks/admin_access.h"

#include <string>

#include "rules/checks/claim_options.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kAdminLabel = "resource.kubernetes.io/admin-access";

}  // namespace

void check_admin_access(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings) {
  if (!subject.old_object.is_null() || !facts.namespace_labels.is_object() ||
      facts.namespace_labels[kAdminLabel].as_string() == "true")
    return;
  bool told = false;
  for_each_option(subject.object, [&](const kube::DeviceOptionView& option, const std::string& at) {
    if (told || !option.admin_access()) return;
    told = true;
    findings.push_back({"AdminAccessNotAllowed", Severity::kDeny, at + ".adminAccess",
                        "adminAccess is taken only in namespaces with the label " +
                            std::string(kAdminLabel) + ": \"true\", and " + shown(facts.ns) +
                            " lacks it.",
                        "Take adminAccess away, or have an administrator run: kubectl label "
                        "namespace " +
                            shown(facts.ns) + " " + std::string(kAdminLabel) + "=true."});
  });
}

}  // namespace drawbridge::rules
