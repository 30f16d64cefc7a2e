#include "rules/checks/resource_not_offered.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>

#include "kube/api/ascii.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/demand.h"
#include "rules/devices/demand_text.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

// Names that one which nobody serves is compared with.
constexpr std::size_t kServedNamesMax = 1'000;

std::string_view domain_of(std::string_view resource) {
  return resource.substr(0, resource.find('/'));
}
std::string_view name_of(std::string_view resource) {
  const std::size_t slash = resource.find('/');
  return slash == std::string_view::npos ? std::string_view() : resource.substr(slash + 1);
}

bool is_near(std::string_view one, std::string_view other) {
  return one == other || is_misspelt(one, other);
}

// deviceclass.resource.k8s.io/CLASS, or what a ResourceQuota calls the class's devices: of the
// implicit names there is one spelling.
std::string implicit_name_meant(std::string_view resource, const CheckFacts& facts) {
  if (resource.ends_with(kClassDevicesSuffix)) {
    const std::string_view device_class =
        resource.substr(0, resource.size() - kClassDevicesSuffix.size());
    return facts.class_exists(device_class) == Known::kNo
               ? std::string()
               : std::string(kImplicitPrefix) + std::string(device_class);
  }
  const bool is_like = domain_of(resource).starts_with("deviceclass.") ||
                       is_near(domain_of(resource), domain_of(kImplicitPrefix));
  if (!is_like || facts.class_exists(name_of(resource)) != Known::kYes) return {};
  return std::string(kImplicitPrefix) + std::string(name_of(resource));
}

constexpr std::string_view kPart = "mig-";

// A profile of NVIDIA's as it is published: 1g.10gb of 1g10gb, 1g-10gb and 1g_10gb. What is no
// such name stays as it is.
std::string profile_meant(std::string_view name) {
  const auto digits_end = [name](std::size_t from) {
    return std::min(name.find_first_not_of("0123456789", from), name.size());
  };
  const std::size_t slices = digits_end(0);
  if (slices == 0 || slices == name.size() || kube::to_lower(name[slices]) != 'g')
    return std::string(name);
  std::size_t memory = slices + 1;
  if (memory < name.size() && std::string_view("-_.").find(name[memory]) != std::string_view::npos)
    ++memory;
  const std::size_t unit = digits_end(memory);
  if (unit == memory || letters_apart(name.substr(unit, 2), "gb") != 0) return std::string(name);
  return std::string(name.substr(0, slices)) + "g." +
         std::string(name.substr(memory, unit - memory)) + "gb" +
         std::string(name.substr(unit + 2));
}

// nvidia.com/mig-1g.10gb of nvidia.com/mig-1g10gb; empty where it is no such name, or right.
std::string part_meant(std::string_view resource) {
  const std::string_view name = name_of(resource);
  if (domain_of(resource) != "nvidia.com" || !name.starts_with(kPart)) return {};
  const std::string_view profile = name.substr(kPart.size());
  std::string meant = profile_meant(profile);
  return meant == profile ? std::string()
                          : std::string(domain_of(resource)) + "/" + std::string(kPart) + meant;
}

// Right but for a slip in the domain or in the name behind it.
std::string meant_by(std::string_view resource, const CheckFacts& facts) {
  if (std::string implicit = implicit_name_meant(resource, facts); !implicit.empty())
    return implicit;
  for (const std::string& name : served_names(facts)) {
    const bool same_domain = domain_of(name) == domain_of(resource);
    const bool same_name = name_of(name) == name_of(resource);
    if (same_name && is_near(domain_of(resource), domain_of(name))) return name;
    // nvidia/gpu
    const bool is_first_label = domain_of(resource).find('.') == std::string_view::npos &&
                                domain_of(name).starts_with(std::string(domain_of(resource)) + ".");
    if (same_name && is_first_label) return name;
    if (same_domain && is_near(name_of(resource), name_of(name))) return name;
  }
  // What a node offers is known where any is.
  return facts.devices.nodes().any() ? std::string() : part_meant(resource);
}

// What a device plugin calls parts of devices, and shared ones: nvidia.com/mig-1g.10gb,
// nvidia.com/gpu.shared. Empty for other names, and where no class for it has devices.
std::string plugin_name_fix(std::string_view resource, const CheckFacts& facts) {
  constexpr std::string_view kShared = ".shared";
  const std::string domain(domain_of(resource));
  std::string_view name = name_of(resource);
  if (name.starts_with(kPart)) {
    const std::string device_class = "mig." + domain;
    if (facts.devices.class_has_devices(device_class) != Known::kYes) return {};
    return "Ask for class " + shown(device_class) + " with profile " +
           shown(profile_meant(name.substr(kPart.size())), 40) +
           " in a ResourceClaimTemplate, or have it mapped.";
  }
  if (!name.ends_with(kShared)) return {};
  name.remove_suffix(kShared.size());
  const std::string device_class = std::string(name) + "." + domain;
  if (facts.devices.class_has_devices(device_class) != Known::kYes) return {};
  return "Have the pods share one ResourceClaim of class " + shown(device_class) +
         ": that name is of device plugins.";
}

bool is_served(const DeviceRequest& request, const CheckFacts& facts) {
  return !request.device_class.empty() || !implicit_class(request.source).empty() ||
         request.rule != nullptr ||
         !facts.mappings.companions_of(request.source, facts.namespace_labels).empty() ||
         !facts.devices.nodes().offering(request.source).empty();
}

}  // namespace

std::set<std::string, std::less<>> served_names(const CheckFacts& facts) {
  std::set<std::string, std::less<>> names;
  const auto add = [&names](std::string_view name) {
    if (!name.empty() && names.size() < kServedNamesMax) names.emplace(name);
    return names.size() < kServedNamesMax;
  };
  facts.devices.nodes().for_each_offered(add);
  facts.devices.for_each_class(
      [&](const DeviceIndex::DeviceClass& known) { add(known.extended_resource_name); });
  for (const auto& mapping : facts.mappings.mappings()) {
    for (const RewriteRule& rule : mapping->rewrites) {
      if (rule.resource.is_literal() &&
          facts.mappings.find(rule.resource.text(), facts.namespace_labels).match)
        add(rule.resource.text());
    }
  }
  return names;
}

void check_resource_offered(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings) {
  const std::string_view scheduler = subject.pod.spec()["schedulerName"].as_string();
  const bool knows_nodes = facts.devices.nodes().any();
  if (facts.settings.inventory == Inventory::kNothing) return;
  if (!scheduler.empty() && scheduler != "default-scheduler") return;
  std::set<std::string_view> told;
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource || is_served(request, facts)) continue;
    if (told.size() == kLikeFindingsMax || !told.insert(request.source).second) continue;
    std::string fix;
    const std::string meant = meant_by(request.source, facts);
    // Without nodes only a slip is told: one of them may offer any other name.
    if (!knows_nodes && meant.empty()) continue;
    const CatalogueClass* of_plugin =
        facts.settings.catalogue().class_of_plugin_resource(request.source);
    std::string device_class = of_plugin != nullptr ? of_plugin->name
                                                    : std::string(name_of(request.source)) + "." +
                                                          std::string(domain_of(request.source));
    // gpu.nvidia.com/gpu
    const std::string domain(domain_of(request.source));
    if (of_plugin == nullptr && facts.devices.class_has_devices(device_class) != Known::kYes &&
        facts.devices.class_has_devices(domain) == Known::kYes)
      device_class = domain;
    if (!meant.empty()) {
      fix = "Write " + shown(meant) + ".";
    } else if (std::string plugin = plugin_name_fix(request.source, facts); !plugin.empty()) {
      fix = std::move(plugin);
    } else if (facts.devices.class_has_devices(device_class) == Known::kYes) {
      fix = "Ask for class " + shown(device_class) + " in a ResourceClaimTemplate, or have " +
            shown(request.source) + " mapped to it.";
    } else {
      continue;
    }
    findings.push_back({"ResourceNotOffered", Severity::kWarn, "spec",
                        (knows_nodes ? "No node offers " : "Nothing that is known offers ") +
                            shown(request.source) + " (container " + shown(request.container, 40) +
                            "), and no DeviceMapping or DeviceClass serves it: " +
                            std::string(subject.name) + " stays Pending.",
                        std::move(fix)});
  }
}

}  // namespace drawbridge::rules
