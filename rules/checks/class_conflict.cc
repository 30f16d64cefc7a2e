#include "rules/checks/class_conflict.h"

#include <algorithm>
#include <string>

#include "kube/api/object.h"
#include "rules/checks/counted_as.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

Finding told(std::string field, std::string_view resource, std::string_view mapping,
             std::string_view ours, std::string_view theirs) {
  return {"MappingConflict",
          Severity::kWarn,
          std::move(field),
          "DeviceMapping " + shown(mapping, 40) + " turns " + shown(resource, 50) +
              " into claims of class " + shown(ours, 40) +
              ", and Kubernetes itself serves it with class " + shown(theirs, 40) + ".",
          "Let both be one class: the rewrite's, or extendedResourceName's.",
          mapping_cause(mapping)};
}

bool is_off(std::string_view action) {
  return action == "Off";
}

}  // namespace

void check_mapping_class_conflict(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings) {
  const MappingParts parts = read_mapping_parts(subject.object);
  for (std::size_t i = 0; i < parts.rewrites.size(); ++i) {
    const MappingParts::Rewrite& rewrite = parts.rewrites[i];
    const auto& to = rewrite.device_classes;
    const std::string_view picked = facts.devices.class_of_extended_resource(rewrite.resource);
    if (picked.empty() || to.empty() || is_off(rewrite.action)) continue;
    if (std::find(to.begin(), to.end(), picked) != to.end()) continue;
    findings.push_back(told("spec.rewrites[" + std::to_string(i) + "].request", rewrite.resource,
                            parts.name, to.front(), picked));
  }
}

void check_class_class_conflict(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings) {
  const kube::ObjectView view(subject.object);
  const std::string_view resource = subject.object["spec"]["extendedResourceName"].as_string();
  if (resource.empty()) return;
  // One that an older class serves stays with it.
  for (const auto& carrier : facts.devices.classes_of_extended_resource(resource)) {
    const std::string_view created = subject.object["metadata"]["creationTimestamp"].as_string();
    if (carrier->name != view.name() &&
        is_picked_before(carrier->created, carrier->name, created, view.name()))
      return;
  }
  for (const auto& mapping : facts.mappings.mappings()) {
    for (const RewriteRule& rule : mapping->rewrites) {
      if (rule.action == Action::kOff || !rule.resource.match(resource)) continue;
      const bool same = std::any_of(
          rule.options.begin(), rule.options.end(),
          [&](const RequestOption& option) { return option.device_class == view.name(); });
      if (same) continue;
      return findings.push_back(told("spec.extendedResourceName", resource, mapping->name,
                                     rule.options.front().device_class, view.name()));
    }
  }
}

void check_pod_class_conflict(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource) continue;
    if (request.rule == nullptr || request.rule->action == Action::kRewrite) continue;
    const std::string_view picked = facts.devices.class_of_extended_resource(request.source);
    if (picked.empty()) continue;
    const std::vector<RequestOption>& options = request.rule->options;
    const bool same = std::any_of(options.begin(), options.end(), [&](const RequestOption& option) {
      return option.device_class == picked;
    });
    if (same) continue;
    const MappingIndex::Lookup lookup = facts.mappings.find(request.source, facts.namespace_labels);
    return findings.push_back(told("spec", request.source, lookup.match->mapping->name,
                                   options.front().device_class, picked));
  }
}

}  // namespace drawbridge::rules
