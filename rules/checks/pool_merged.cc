#include "rules/checks/pool_merged.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "kube/api/object.h"
#include "rules/checks/counted_as.h"
#include "rules/checks/likely_names.h"

namespace drawbridge::rules {
namespace {

// core/v1 ResourceName: what nodes have besides devices.
constexpr std::string_view kOrdinary[] = {"cpu", "memory", "ephemeral-storage", "pods", "storage"};

constexpr const char* kExampleName = "example.com/gpu";
constexpr const char* kOtherName = "example.com/gpu-claims";

bool is_ordinary(std::string_view name) {
  return std::find(std::begin(kOrdinary), std::end(kOrdinary), name) != std::end(kOrdinary) ||
         name.starts_with("hugepages-");
}

// `whose` begins a sentence.
Finding told(std::string field, std::string_view name, const std::string& whose,
             const std::string& what) {
  return {
      "PoolMerged", Severity::kWarn, std::move(field),
      whose + " would count as " + shown(name) + ", as does " + what + ": both draw on one quota.",
      std::string("Give the devices a name of their own, such as ") +
          (name == kExampleName ? kOtherName : kExampleName) + "."};
}

// A class that carries the name and is none of `listed`, nor meant by one of them, nor counted with
// one by Kueue.
const DeviceIndex::DeviceClass* stranger(std::string_view name, const auto& listed,
                                         const CheckFacts& facts) {
  for (const auto& carrier : facts.devices.classes_of_extended_resource(name)) {
    const std::string_view kueues = kueue_name(carrier->name, facts);
    const bool meant = std::any_of(listed.begin(), listed.end(), [&](std::string_view one) {
      return one == carrier->name || (!kueues.empty() && kueue_name(one, facts) == kueues) ||
             class_meant(one, facts) == carrier->name;
    });
    if (!meant) return carrier.get();
  }
  return nullptr;
}

// What else `name` counts, as the middle of a sentence; empty for nothing.
std::string other_use(std::string_view name, const auto& listed, const CheckFacts& facts) {
  if (is_ordinary(name)) return "what nodes call " + std::string(name);
  if (const DeviceIndex::DeviceClass* other = stranger(name, listed, facts))
    return "the extended resource of DeviceClass " + shown(other->name, 50);
  return {};
}

bool is_output(std::string_view name, const kube::KueueConfiguration& configuration) {
  return std::any_of(configuration.transformations.begin(), configuration.transformations.end(),
                     [&](const kube::KueueTransformation& transformation) {
                       const auto& outputs = transformation.outputs;
                       return std::find(outputs.begin(), outputs.end(), name) != outputs.end();
                     });
}

// What else `name` counts where Kueue counts with it.
std::string other_kueue_use(const kube::KueueClassMapping& mapping,
                            const kube::KueueConfiguration& configuration,
                            const CheckFacts& facts) {
  // Kueue does not start with it.
  if (mapping.device_classes.empty()) return {};
  std::string what = other_use(mapping.name, mapping.device_classes, facts);
  if (what.empty() && is_output(mapping.name, configuration))
    what = "the output of a transformation";
  return what;
}

}  // namespace

void check_kueue_pools(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  const kube::KueueConfiguration configuration = kube::read_kueue_configuration(subject.object);
  for (std::size_t i = 0; i < configuration.mappings.size(); ++i) {
    const kube::KueueClassMapping& mapping = configuration.mappings[i];
    const std::string what = other_kueue_use(mapping, configuration, facts);
    if (!what.empty())
      findings.push_back(
          told("resources.deviceClassMappings[" + std::to_string(i) + "].name", mapping.name,
               "Devices of class " + shown(mapping.device_classes.front(), 50), what));
  }
}

void check_mapping_pool(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings) {
  const MappingParts parts = read_mapping_parts(subject.object);
  // Of a resource that it turns into claims of another class MappingConflict tells.
  const bool is_rewritten = std::any_of(
      parts.rewrites.begin(), parts.rewrites.end(), [&](const MappingParts::Rewrite& rewrite) {
        return rewrite.resource == parts.logical_resource && rewrite.action != "Off";
      });
  if (is_rewritten && !is_ordinary(parts.logical_resource)) return;
  const std::string what = other_use(parts.logical_resource, parts.device_classes, facts);
  if (!what.empty())
    findings.push_back(told("spec.logicalResource", parts.logical_resource,
                            "Devices of this DeviceMapping", what));
}

void check_class_pool(const ObjectSubject& subject, const CheckFacts& facts,
                      std::vector<Finding>& findings) {
  if (facts.kueue == nullptr) return;
  const std::string_view own = kube::ObjectView(subject.object).name();
  const std::string_view name = subject.object["spec"]["extendedResourceName"].as_string();
  for (const kube::KueueClassMapping& mapping : facts.kueue->mappings) {
    if (name.empty() || mapping.name != name || mapping.device_classes.empty()) continue;
    const auto& listed = mapping.device_classes;
    if (std::find(listed.begin(), listed.end(), own) != listed.end()) continue;
    return findings.push_back(
        told("spec.extendedResourceName", name, "Devices of this class",
             "DeviceClass " + shown(listed.front(), 50) + ", which Kueue maps to it"));
  }
}

void check_pod_pool(const PodSubject& subject, const CheckFacts& facts,
                    std::vector<Finding>& findings) {
  const bool queued = facts.is_queued();
  std::set<std::string_view> seen;
  const auto tell = [&](std::string_view name, const std::string& what, std::string cause) {
    Finding finding = told("spec", name, "Devices of " + std::string(subject.name), what);
    finding.fix = "Have " + shown(cause, 60) + " give the devices a name of their own.";
    finding.cause = std::move(cause);
    findings.push_back(std::move(finding));
  };
  for (const DeviceRequest& request : subject.requests) {
    if (request.device_class.empty() || request.admin_access) continue;
    if (!seen.insert(request.device_class).second) continue;
    const Mapping* ours = facts.mappings.mapping_of_class(request.device_class);
    // Of most names a look says that they count nothing else.
    if (ours != nullptr &&
        (is_ordinary(ours->logical_resource) ||
         !facts.devices.classes_of_extended_resource(ours->logical_resource).empty())) {
      const std::string what = other_use(ours->logical_resource, classes_of(*ours), facts);
      if (!what.empty()) return tell(ours->logical_resource, what, mapping_cause(ours->name));
    }
    if (!queued || facts.kueue == nullptr) continue;
    const auto listed = kube::mapping_of_class(*facts.kueue, request.device_class);
    if (!listed) continue;
    const kube::KueueClassMapping& mapping = facts.kueue->mappings[*listed];
    const std::string what = other_kueue_use(mapping, *facts.kueue, facts);
    if (!what.empty()) return tell(mapping.name, what, std::string(kKueueCause));
  }
}

}  // namespace drawbridge::rules
