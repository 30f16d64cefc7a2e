#include "rules/checks/names_disagree.h"

#include <string>

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

}  // namespace

void check_mapping_names(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  const MappingParts parts = read_mapping_parts(subject.object);
  for (const std::string_view listed : parts.device_classes) {
    const std::string_view kueues = kueue_name(listed, facts);
    if (kueues.empty() || parts.logical_resource.empty() || kueues == parts.logical_resource)
      continue;
    return findings.push_back(told("spec.logicalResource", listed, parts.logical_resource, kueues));
  }
}

void check_kueue_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  const kube::KueueConfiguration configuration = kube::read_kueue_configuration(subject.object);
  for (std::size_t i = 0; i < configuration.mappings.size(); ++i) {
    // Sources count memory or the like, which is no number of devices.
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

}  // namespace drawbridge::rules
