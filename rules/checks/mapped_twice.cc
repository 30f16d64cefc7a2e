#include "rules/checks/mapped_twice.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "kube/api/object.h"
#include "rules/checks/counted_as.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

// What is charged, and what is not.
Finding told(std::string field, std::string_view device_class,
             const kube::KueueClassMapping& mapping, std::string_view extended,
             const CheckFacts& facts) {
  const std::string mapped = shown(mapping.name, 50);
  const std::string message = "DeviceClass " + shown(device_class, 50) + " is mapped to " + mapped +
                              " by Kueue and carries extendedResourceName " + shown(extended, 50);
  if (!mapping.counts_devices)
    return {"MappedTwice", Severity::kWarn, std::move(field),
            message +
                ": its sources count templates alone, and no pod that asks for that name is "
                "admitted.",
            "Ask by templates in queues, or drop the name."};
  // Of one name both are charged to one quota, as claims need it (ClassNotMapped).
  if (mapping.name == extended)
    return {"MappedTwice", Severity::kWarn, std::move(field),
            message + ": claims and extended resources share that quota.",
            "Keep it where one quota for both is meant, or drop one of the two."};
  // What there is to do about it is done.
  if (facts.is_covered && facts.is_covered(mapping.name) && !facts.is_covered(extended))
    return {"MappedTwice", Severity::kInfo, std::move(field),
            message + ": Kueue charges both paths as the first, which alone has quota.",
            "Nothing to do while ClusterQueues cover only " + mapped + "."};
  return {"MappedTwice", Severity::kWarn, std::move(field),
          message + ": Kueue charges both paths as the first.",
          "Cover only " + mapped + " in ClusterQueues, or drop one of the two."};
}

// While the gate for extended resources is off, these are counted under their own name.
bool is_told(const kube::KueueConfiguration& configuration, const kube::KueueClassMapping& mapping,
             std::string_view extended) {
  return configuration.charges_extended() || (mapping.name == extended && mapping.counts_devices);
}

// Kueue charges what templates name so under that name (pkg/dra, which looks at requests).
// The API server gives pods requests, so that of one which a workload made nobody can tell any
// more.
bool is_in_limits_alone(const PodSubject& subject, std::string_view resource,
                        QueueFacts::Role role) {
  if (subject.kind == "Pod") return role == QueueFacts::Role::kBelow;
  const kube::Json spec = subject.pod.object().json()["spec"];
  for (const char* list : {"containers", "initContainers"}) {
    for (const kube::Json& container : spec[list].elements()) {
      if (!container["resources"]["requests"][resource].is_null()) return false;
    }
  }
  return true;
}

void check_listed_twice(const kube::KueueConfiguration& configuration,
                        std::vector<Finding>& findings) {
  std::map<std::string_view, std::pair<const kube::KueueClassMapping*, bool>> first;
  for (std::size_t i = 0; i < configuration.mappings.size(); ++i) {
    const kube::KueueClassMapping& mapping = configuration.mappings[i];
    for (const std::string& listed : mapping.device_classes) {
      const auto [at, added] =
          first.try_emplace(listed, std::pair{&mapping, mapping.counts_devices});
      if (added || at->second.first->name == mapping.name) continue;
      if (!mapping.counts_devices && !at->second.second) continue;
      findings.push_back({"MappedTwice", Severity::kDeny,
                          "resources.deviceClassMappings[" + std::to_string(i) + "]",
                          "DeviceClass " + shown(listed) + " stands under " +
                              shown(at->second.first->name, 50) + " and under " +
                              shown(mapping.name, 50) + ", and Kueue does not start with that.",
                          "Keep it under one of them."});
      return;
    }
  }
}

// Kueue compares the first source of each alone (v0.19, pkg/config, counterNameForMapping): where
// both are first, it does not start, which is told of the Configuration as that.
void check_source_listed_twice(const kube::KueueConfiguration& configuration,
                               std::vector<Finding>& findings) {
  struct Counted {
    std::string_view device_class;
    const kube::KueueSource* source;
    const kube::KueueClassMapping* mapping;
  };
  std::vector<Counted> seen;
  for (std::size_t i = 0; i < configuration.mappings.size(); ++i) {
    const kube::KueueClassMapping& mapping = configuration.mappings[i];
    for (const std::string& listed : mapping.device_classes) {
      for (const kube::KueueSource& source : mapping.sources) {
        const auto same = std::find_if(seen.begin(), seen.end(), [&](const Counted& one) {
          return one.device_class == listed && one.mapping->name != mapping.name &&
                 *one.source == source &&
                 (&source != mapping.sources.data() || one.source != one.mapping->sources.data());
        });
        if (same == seen.end()) {
          seen.push_back({listed, &source, &mapping});
          continue;
        }
        findings.push_back({"MappedTwice", Severity::kWarn,
                            "resources.deviceClassMappings[" + std::to_string(i) + "].sources",
                            "Kueue counts " + shown(source.name, 50) + " of DeviceClass " +
                                shown(listed, 50) + " twice: as " + shown(same->mapping->name, 50) +
                                " and as " + shown(mapping.name, 50) + ".",
                            "Keep it in one of the two."});
        return;
      }
    }
  }
}

void check_transformations(const kube::KueueConfiguration& configuration, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  if (!configuration.charges_extended()) return;
  for (std::size_t i = 0; i < configuration.transformations.size(); ++i) {
    const std::string& input = configuration.transformations[i].input;
    const std::string_view served = facts.devices.class_of_extended_resource(input);
    if (served.empty()) continue;
    findings.push_back({"MappedTwice", Severity::kWarn,
                        "resources.transformations[" + std::to_string(i) + "].input",
                        shown(input, 50) + " is the extended resource of DeviceClass " +
                            shown(served, 50) +
                            ": Kueue charges it for its claim and by this transformation.",
                        "Remove the transformation, and count it by deviceClassMappings."});
  }
}

}  // namespace

void check_class_mapped_twice(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  const std::string_view name = kube::ObjectView(subject.object).name();
  const std::string_view extended = subject.object["spec"]["extendedResourceName"].as_string();
  if (extended.empty() || facts.kueue == nullptr || !facts.kueue->charges_extended()) return;
  const std::optional<std::size_t> found = kube::mapping_of_class(*facts.kueue, name);
  if (!found) return;
  const kube::KueueClassMapping& mapping = facts.kueue->mappings[*found];
  // That both are of one name is told where Kueue is told so.
  if (mapping.name != extended || !mapping.counts_devices)
    findings.push_back(told("spec.extendedResourceName", name, mapping, extended, facts));
}

void check_kueue_mapped_twice(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  const kube::KueueConfiguration configuration = kube::read_kueue_configuration(subject.object);
  check_listed_twice(configuration, findings);
  check_source_listed_twice(configuration, findings);
  for (std::size_t i = 0; i < configuration.mappings.size(); ++i) {
    const kube::KueueClassMapping& mapping = configuration.mappings[i];
    std::set<std::string_view> seen;
    for (const std::string& listed : mapping.device_classes) {
      const DeviceIndex::DeviceClass* known = facts.devices.device_class(listed);
      // Of several mappings with sources it is one mistake.
      if (!seen.insert(listed).second || kube::mapping_of_class(configuration, listed) != i ||
          known == nullptr || known->extended_resource_name.empty() ||
          !is_told(configuration, mapping, known->extended_resource_name))
        continue;
      findings.push_back(told("resources.deviceClassMappings[" + std::to_string(i) + "]", listed,
                              mapping, known->extended_resource_name, facts));
    }
  }
  check_transformations(configuration, facts, findings);
}

void check_pod_mapped_twice(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings) {
  if (!facts.is_queued()) return;
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource) continue;
    // What a rewrite makes of it is a claim, and told of as such.
    if (request.rule != nullptr && request.rule->action == Action::kRewrite) continue;
    const std::string_view served = facts.devices.class_of_extended_resource(request.source);
    const std::string_view mapped = kueue_name(served, facts);
    if (mapped.empty() || mapped == request.source || !facts.kueue->charges_extended()) continue;
    // What sources count is told as KueueCannotAdmit.
    if (!facts.kueue->mappings[*kube::mapping_of_class(*facts.kueue, served)].counts_devices)
      continue;
    const std::set<std::string, std::less<>>* covered = facts.queue->covered;
    if (covered == nullptr || covered->contains(mapped)) continue;
    const std::string cover = "Cover " + shown(mapped, 50) + " in the ClusterQueue.";
    if (covered->contains(request.source) &&
        is_in_limits_alone(subject, request.source, facts.queue->role)) {
      // Of its pods nobody can tell, and of the workload it is told.
      if (subject.kind == "Pod") continue;
      findings.push_back({"MappedTwice", Severity::kWarn, "spec",
                          "Kueue charges " + shown(request.source, 50) + " of " +
                              std::string(subject.name) +
                              " under that name as long as it stands in limits alone; in requests, "
                              "too, it counts as " +
                              shown(mapped, 50) + ".",
                          cover, std::string(kKueueCause)});
      return;
    }
    findings.push_back({"MappedTwice", Severity::kWarn, "spec",
                        "Kueue charges " + shown(request.source, 50) + " of " +
                            std::string(subject.name) + " as " + shown(mapped, 50) +
                            ", since it maps class " + shown(served, 50) + ": quota for " +
                            shown(request.source, 50) +
                            " is used by templates that name it in limits alone.",
                        cover, std::string(kKueueCause)});
    return;
  }
}

}  // namespace drawbridge::rules
