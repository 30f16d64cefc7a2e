#include "rules/checks/names_disagree.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "rules/checks/counted_as.h"

namespace drawbridge::rules {
namespace {

Finding told(std::string field, std::string_view device_class, std::string_view ours,
             std::string_view kueues) {
  return {"NamesDisagree", Severity::kWarn, std::move(field),
          "Devices of class " + shown(device_class, 50) + " are counted as " + shown(ours, 50) +
              " by DeviceMapping and DeviceQuota, and as " + shown(kueues, 50) + " by Kueue.",
          "Use one name in both."};
}

// Sources count memory or the like, which is no number of devices.
std::string_view kueues_name_of_devices(std::string_view device_class, const CheckFacts& facts) {
  if (facts.kueue == nullptr) return {};
  const std::optional<std::size_t> found = kube::mapping_of_class(*facts.kueue, device_class);
  if (!found || !facts.kueue->mappings[*found].counts_devices) return {};
  return facts.kueue->mappings[*found].name;
}

}  // namespace

void check_mapping_names(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  const MappingParts parts = read_mapping_parts(subject.object);
  for (const std::string_view listed : parts.device_classes) {
    const std::string_view kueues = kueues_name_of_devices(listed, facts);
    if (kueues.empty() || parts.logical_resource.empty() || kueues == parts.logical_resource)
      continue;
    return findings.push_back(told("spec.logicalResource", listed, parts.logical_resource, kueues));
  }
}

void check_kueue_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  const kube::KueueConfiguration configuration = kube::read_kueue_configuration(subject.object);
  for (std::size_t i = 0; i < configuration.mappings.size(); ++i) {
    if (!configuration.mappings[i].counts_devices) continue;
    for (const std::string& listed : configuration.mappings[i].device_classes) {
      const Mapping* ours = facts.mappings.mapping_of_class(listed);
      if (ours == nullptr || ours->logical_resource == configuration.mappings[i].name) continue;
      findings.push_back(told("resources.deviceClassMappings[" + std::to_string(i) + "].name",
                              listed, ours->logical_resource, configuration.mappings[i].name));
      break;
    }
  }
}

void check_pod_names(const PodSubject& subject, const CheckFacts& facts,
                     std::vector<Finding>& findings) {
  if (!facts.is_queued() || !facts.has_quota) return;
  std::set<std::string_view> seen;
  for (const DeviceRequest& request : subject.requests) {
    if (request.device_class.empty() || request.admin_access) continue;
    if (!seen.insert(request.device_class).second) continue;
    const Mapping* ours = facts.mappings.mapping_of_class(request.device_class);
    const std::string_view kueues = kueues_name_of_devices(request.device_class, facts);
    if (ours == nullptr || kueues.empty() || kueues == ours->logical_resource) continue;
    Finding finding = told("spec", request.device_class, ours->logical_resource, kueues);
    finding.cause = mapping_cause(ours->name);
    finding.fix =
        "Have logicalResource of DeviceMapping " + shown(ours->name, 40) + " be Kueue's name.";
    return findings.push_back(std::move(finding));
  }
}

}  // namespace drawbridge::rules
