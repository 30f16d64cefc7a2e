#include "rules/checks/covered_names.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "kube/api/names.h"
#include "rules/checks/class_names.h"
#include "rules/checks/counted_as.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/name_slips.h"
#include "rules/checks/resource_names.h"
#include "rules/devices/demand.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// apis/kueue/v1beta2 of v0.19: resourceGroups, and coveredResources of each.
constexpr std::size_t kCoveredGroupsMax = 16;
constexpr std::size_t kCoveredMax = 64;

// What counts in place of a name, and what to do where nothing does.
struct Dead {
  std::string why;
  std::string meant;
  std::string fix;  // where `meant` is empty
};

bool is_native_name(std::string_view name) {
  constexpr std::string_view kNative[] = {"cpu", "memory", "pods", "ephemeral-storage", "storage"};
  return name.starts_with("hugepages-") ||
         std::find(std::begin(kNative), std::end(kNative), name) != std::end(kNative);
}

class Coverage {
 public:
  explicit Coverage(const CheckFacts& facts)
      : facts_(facts), kueue_(facts.kueue != nullptr ? *facts.kueue : nothing()) {}

  std::optional<Dead> dead(std::string_view name) const {
    if (name.empty() || is_native_name(name) || is_charged(name)) return std::nullopt;
    if (std::optional<Dead> dead = of_resource_quota(name)) return dead;
    // Of the rest its Configuration decides.
    if (facts_.kueue == nullptr) return std::nullopt;
    if (name.find('/') != std::string_view::npos) {
      if (!facts_.devices.nodes().offering(name).empty()) return std::nullopt;
      if (!facts_.devices.classes_of_extended_resource(name).empty()) return of_resource(name);
      if (std::optional<Dead> slip = of_slip(name)) return slip;
      return of_plugin_name(name);
    }
    if (facts_.devices.device_class(name) != nullptr) return of_class(name);
    return of_slip(name);
  }

 private:
  static const kube::KueueConfiguration& nothing() {
    static const kube::KueueConfiguration none;
    return none;
  }

  bool is_charged(std::string_view name) const {
    const auto& mappings = kueue_.mappings;
    const auto& changes = kueue_.transformations;
    return std::any_of(mappings.begin(), mappings.end(),
                       [&](const auto& mapping) { return mapping.name == name; }) ||
           std::any_of(changes.begin(), changes.end(), [&](const auto& change) {
             return change.input == name || std::find(change.outputs.begin(), change.outputs.end(),
                                                      name) != change.outputs.end();
           });
  }

  // What a ResourceQuota calls resources and devices.
  std::optional<Dead> of_resource_quota(std::string_view name) const {
    const std::string why = "a ResourceQuota alone has such names";
    const std::string_view rest = kube::without_quota_prefix(name);
    const bool is_resource = is_native_name(rest) || rest.find('/') != std::string_view::npos;
    if (rest != name && is_resource) return Dead{why, std::string(rest), ""};
    if (!name.ends_with(kClassDevicesSuffix)) return std::nullopt;
    name.remove_suffix(kClassDevicesSuffix.size());
    if (facts_.kueue == nullptr)
      return Dead{why, "", "Write the name under which deviceClassMappings count the class."};
    std::optional<Dead> dead = of_class(name);
    dead->why = why;
    return dead;
  }

  std::optional<Dead> of_resource(std::string_view name) const {
    if (!kueue_.charges_extended()) return std::nullopt;
    // Kueue takes the class that Kubernetes would take; of several it may be another one soon.
    const DeviceIndex::Carriers& carriers = facts_.devices.classes_of_extended_resource(name);
    if (carriers.size() != 1) return std::nullopt;
    const std::string_view device_class = carriers.front()->name;
    const std::string_view mapped = kueue_name(device_class, facts_);
    if (mapped.empty()) return std::nullopt;
    return Dead{"its deviceClassMappings count class " + shown(device_class, 50) + " as " +
                    shown(mapped, 50),
                std::string(mapped), ""};
  }

  // nvidia.com/gpu, as a device plugin calls what class gpu.nvidia.com has, which no node offers
  // and no class carries: claims alone ask for the devices.
  std::optional<Dead> of_plugin_name(std::string_view name) const {
    const std::string device_class = class_of_unserved(name, facts_);
    const std::string_view mapped = kueue_name(device_class, facts_);
    if (mapped.empty()) return std::nullopt;
    return Dead{"no node offers it, and its deviceClassMappings count class " +
                    shown(device_class, 50) + " as " + shown(mapped, 50),
                std::string(mapped), ""};
  }

  std::optional<Dead> of_class(std::string_view name) const {
    const std::string_view mapped = kueue_name(name, facts_);
    if (!mapped.empty())
      return Dead{"its deviceClassMappings count that class as " + shown(mapped, 50),
                  std::string(mapped), ""};
    return Dead{"that is a DeviceClass, which its deviceClassMappings do not list", "",
                "Add to them: - {name: " + shown(name, 50) + ", deviceClassNames: [" +
                    shown(name, 50) + "]}, and restart Kueue."};
  }

  // As what Kueue counts the only class that carries such a resource; empty for none.
  std::string_view of_carrier(std::string_view name) const {
    std::set<std::string_view> found;
    facts_.devices.for_each_class([&](const DeviceIndex::DeviceClass& known) {
      if (!known.extended_resource_name.empty() &&
          is_slip(name, known.extended_resource_name, facts_.devices.nodes().any()))
        found.insert(kueue_name(known.name, facts_));
    });
    return found.size() == 1 ? *found.begin() : std::string_view();
  }

  std::optional<Dead> of_slip(std::string_view name) const {
    std::string_view found;
    for (const kube::KueueClassMapping& mapping : kueue_.mappings) {
      if (!is_slip(name, mapping.name, false)) continue;
      if (!found.empty()) return std::nullopt;
      found = mapping.name;
    }
    if (found.empty() && kueue_.charges_extended()) found = of_carrier(name);
    if (found.empty() && is_like_class_name(name) && facts_.class_exists(name) == Known::kNo)
      found = kueue_name(likely_class(name, facts_), facts_);
    if (found.empty()) return std::nullopt;
    return Dead{"none of its deviceClassMappings has that name", std::string(found), ""};
  }

  const CheckFacts& facts_;
  const kube::KueueConfiguration& kueue_;
};

std::set<std::string_view> covered_in(std::span<const Json> groups) {
  std::set<std::string_view> covered;
  for (std::size_t i = 0; i < std::min(groups.size(), kCoveredGroupsMax); ++i) {
    const std::span<const Json> listed = groups[i]["coveredResources"].elements();
    for (std::size_t j = 0; j < std::min(listed.size(), kCoveredMax); ++j)
      covered.insert(listed[j].as_string());
  }
  return covered;
}

Finding dead_quota(std::string_view name, const Dead& dead, const std::string& field,
                   const std::set<std::string_view>& covered) {
  std::string fix = dead.fix;
  if (covered.contains(dead.meant)) {
    fix = "Take it away: " + shown(dead.meant, 50) + " is covered already.";
  } else if (!dead.meant.empty()) {
    fix = "Write " + shown(dead.meant, 50) + ", here and in resources of each flavor.";
  }
  return {"QuotaCountsNothing",
          Severity::kWarn,
          field,
          "Kueue charges nothing as " + shown(name, 50) + ": " + dead.why + ".",
          std::move(fix),
          {},
          std::string(name)};
}

}  // namespace

void check_covered_names(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  const kube::ObjectView view(subject.object);
  if (facts.settings.inventory == Inventory::kNothing) return;
  if (view.kind() != "ClusterQueue" && view.kind() != "Cohort") return;
  const std::span<const Json> groups = subject.object["spec"]["resourceGroups"].elements();
  const std::set<std::string_view> covered = covered_in(groups);
  const Coverage check(facts);
  const std::size_t before = findings.size();
  for (std::size_t i = 0; i < std::min(groups.size(), kCoveredGroupsMax); ++i) {
    const std::span<const Json> listed = groups[i]["coveredResources"].elements();
    for (std::size_t j = 0; j < std::min(listed.size(), kCoveredMax); ++j) {
      if (findings.size() - before == kLikeFindingsMax) return;
      const std::string_view name = listed[j].as_string();
      const std::optional<Dead> dead = check.dead(name);
      if (!dead) continue;
      findings.push_back(dead_quota(name, *dead,
                                    "spec.resourceGroups[" + std::to_string(i) +
                                        "].coveredResources[" + std::to_string(j) + "]",
                                    covered));
    }
  }
}

}  // namespace drawbridge::rules
