#include "rules/checks/template_conflict.h"

#include <string_view>

#include "kube/api/object.h"

namespace drawbridge::rules {
namespace {

// On what the controller of ComputeDomains makes (dra-driver-nvidia-gpu,
// cmd/compute-domain-controller/computedomain.go).
constexpr std::string_view kDomainLabel = "resource.nvidia.com/computeDomain";

}  // namespace

void check_template_conflict(const ObjectSubject& subject, const CheckFacts& facts,
                             std::vector<Finding>& findings) {
  const kube::ObjectView view(subject.object);
  const bool is_made = !subject.object["metadata"]["labels"][kDomainLabel].is_null();
  if (!subject.old_object.is_null() || is_made || !facts.domain_of_template) return;
  const std::string_view domain = facts.domain_of_template(view.name());
  if (domain.empty()) return;
  findings.push_back(
      {"TemplateConflict", Severity::kWarn, "metadata.name",
       "ComputeDomain " + shown(domain, 63) +
           " makes the template of this name, and can't where there is one: pods get "
           "a channel of no domain.",
       "Take this template away: the ComputeDomain makes it."});
}

}  // namespace drawbridge::rules
