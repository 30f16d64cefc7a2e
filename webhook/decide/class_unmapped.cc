#include "webhook/decide/class_unmapped.h"

#include <map>
#include <string>
#include <string_view>

#include "kube/api/claim.h"
#include "kube/api/kueue_configuration.h"
#include "kube/api/object.h"
#include "rules/checks/facts.h"
#include "webhook/decide/reduce.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;
using rules::shown;

// A class that went, and the template that asks for it: "team-a/gpu".
using Users = std::map<std::string, std::string, std::less<>>;

Users classes_gone(const Json& before, const Json& now) {
  const kube::KueueConfiguration old = kube::read_kueue_configuration(before);
  const kube::KueueConfiguration read = kube::read_kueue_configuration(now);
  Users gone;
  for (const kube::KueueClassMapping& mapping : old.mappings) {
    for (const std::string& name : mapping.device_classes) {
      if (!kube::mapping_of_class(read, name)) gone.emplace(name, "");
    }
  }
  return gone;
}

void note_user(const Json& claim_template, Users& users) {
  const kube::ObjectView view(claim_template);
  const kube::ClaimSpecView claim(claim_template["spec"]["spec"]);
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const auto found = users.find(request.option(j).device_class());
      if (found != users.end() && found->second.empty())
        found->second = std::string(view.ns()) + "/" + std::string(view.name());
    }
  }
}

}  // namespace

std::vector<Finding> check_unmapped(const Json& before, const Json& now, const Snapshot& snapshot) {
  std::vector<Finding> findings;
  if (before.is_null()) return findings;
  Users users = classes_gone(before, now);
  if (users.empty()) return findings;
  snapshot.for_each(ObjectKind::kResourceClaimTemplate,
                    [&](const Json& claim_template) { note_user(claim_template, users); });
  for (const auto& [device_class, user] : users) {
    if (user.empty()) continue;
    findings.push_back(
        {"ClassNotMapped", rules::Severity::kWarn, "resources.deviceClassMappings",
         "deviceClassMappings list class " + shown(device_class, 60) +
             " no more: once Kueue is restarted it admits nothing that asks for it by template, as "
             "by " +
             shown(user, 80) + ".",
         "Leave it there until no workload of a queue uses such a template.",
         std::string(rules::kKueueCause)});
  }
  return findings;
}

}  // namespace drawbridge::admission
