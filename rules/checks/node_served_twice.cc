#include "rules/checks/node_served_twice.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "kube/api/object.h"
#include "rules/checks/counted_as.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

// Device plugins and DRA drivers of the same vendor for the same devices, by their documentation.
constexpr std::pair<std::string_view, std::string_view> kSameDevices[] = {
    {"nvidia.com/gpu", "gpu.nvidia.com"},    {"amd.com/gpu", "gpu.amd.com"},
    {"gpu.intel.com/i915", "gpu.intel.com"}, {"gpu.intel.com/xe", "gpu.intel.com"},
    {"habana.ai/gaudi", "gaudi.intel.com"},  {"google.com/tpu", "tpu.google.com"},
};

struct Twice {
  std::string_view resource;
  std::string_view driver;
  std::size_t nodes = 0;
};

// The resources by which a plugin may offer devices of this driver.
std::set<std::string_view> plugin_names(std::string_view driver) {
  std::set<std::string_view> names;
  for (const auto& [resource, of] : kSameDevices) {
    if (of == driver) names.insert(resource);
  }
  return names;
}

std::optional<Twice> find_twice(std::string_view device_class, std::set<std::string_view> resources,
                                const CheckFacts& facts, std::size_t looks_max) {
  if (device_class.empty()) return std::nullopt;
  if (const DeviceIndex::DeviceClass* known = facts.devices.device_class(device_class);
      known != nullptr && !known->extended_resource_name.empty())
    resources.insert(known->extended_resource_name);
  for (const std::string& driver : facts.devices.matches().drivers_of_class(device_class)) {
    std::set<std::string_view> all = resources;
    all.merge(plugin_names(driver));
    for (const std::string_view resource : all) {
      const std::size_t nodes = facts.devices.nodes().served_twice(resource, driver, looks_max);
      if (nodes > 0) return Twice{resource, driver, nodes};
    }
  }
  return std::nullopt;
}

// Of a resource that no class serves.
std::optional<Twice> find_twice(std::string_view plugins, const CheckFacts& facts) {
  for (const auto& [resource, driver] : kSameDevices) {
    if (resource != plugins) continue;
    const std::size_t nodes =
        facts.devices.nodes().served_twice(resource, driver, kNodesLookedAtMax);
    if (nodes > 0) return Twice{resource, driver, nodes};
  }
  return std::nullopt;
}

// Names of nodes are never told.
Finding told(std::string field, const Twice& twice, bool all_nodes) {
  const std::string nodes = !all_nodes         ? "A node offers "
                            : twice.nodes == 1 ? "1 node offers "
                                               : std::to_string(twice.nodes) + " nodes offer ";
  return {"NodeServedTwice",
          Severity::kWarn,
          std::move(field),
          nodes + shown(twice.resource, 60) + " by device plugin while driver " +
              shown(twice.driver, 60) +
              " publishes devices there: one device can be given out twice.",
          "Remove the device plugin from nodes of the DRA driver.",
          "The device plugin of " + shown(twice.resource, 60)};
}

std::set<std::string_view> rewritten_to(std::string_view device_class, const CheckFacts& facts) {
  std::set<std::string_view> resources;
  const Mapping* mapping = facts.mappings.mapping_of_class(device_class);
  if (mapping == nullptr) return resources;
  for (const RewriteRule& rule : mapping->rewrites) {
    if (rule.resource.is_literal() && rule.options.front().device_class == device_class)
      resources.insert(rule.resource.text());
  }
  return resources;
}

}  // namespace

void check_pod_nodes(const PodSubject& subject, const CheckFacts& facts,
                     std::vector<Finding>& findings) {
  std::set<std::string_view> seen;
  for (const DeviceRequest& request : subject.requests) {
    if (request.device_class.empty()) {
      // What a plugin alone offers is given out by the driver, too.
      if (const std::optional<Twice> twice = find_twice(request.source, facts))
        return findings.push_back(told("spec", *twice, false));
      continue;
    }
    if (request.admin_access) continue;
    if (facts.devices.matches().drivers_of_class(request.device_class).empty()) continue;
    if (!seen.insert(request.device_class).second) continue;
    std::set<std::string_view> resources = rewritten_to(request.device_class, facts);
    if (request.path == Path::kExtendedResource) resources.insert(request.source);
    const std::optional<Twice> twice =
        find_twice(request.device_class, std::move(resources), facts, kNodesLookedAtMax);
    if (twice) return findings.push_back(told("spec", *twice, false));
  }
}

void check_class_nodes(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  std::set<std::string_view> resources;
  const std::string_view extended = subject.object["spec"]["extendedResourceName"].as_string();
  if (!extended.empty()) resources.insert(extended);
  const std::optional<Twice> twice =
      find_twice(kube::ObjectView(subject.object).name(), std::move(resources), facts,
                 std::numeric_limits<std::size_t>::max());
  if (twice) findings.push_back(told("spec", *twice, true));
}

void check_mapping_nodes(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  const MappingParts parts = read_mapping_parts(subject.object);
  for (const std::string_view listed : parts.device_classes) {
    std::set<std::string_view> resources;
    for (const MappingParts::Rewrite& rewrite : parts.rewrites) {
      const auto& to = rewrite.device_classes;
      if (std::find(to.begin(), to.end(), listed) != to.end()) resources.insert(rewrite.resource);
    }
    const std::optional<Twice> twice =
        find_twice(listed, std::move(resources), facts, std::numeric_limits<std::size_t>::max());
    if (twice) return findings.push_back(told("spec", *twice, true));
  }
}

}  // namespace drawbridge::rules
