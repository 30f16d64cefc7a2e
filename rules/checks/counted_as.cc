#include "rules/checks/counted_as.h"

#include <algorithm>

#include "kube/api/object.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

void add_class(std::vector<std::string_view>& classes, std::string_view name) {
  if (!name.empty() && std::find(classes.begin(), classes.end(), name) == classes.end())
    classes.push_back(name);
}

}  // namespace

std::string_view kueue_name(std::string_view device_class, const CheckFacts& facts) {
  if (facts.kueue == nullptr) return {};
  const std::optional<std::size_t> found = kube::mapping_of_class(*facts.kueue, device_class);
  return found ? std::string_view(facts.kueue->mappings[*found].name) : std::string_view();
}

CountedNames counted_names(std::string_view device_class, const CheckFacts& facts) {
  CountedNames names;
  if (const Mapping* mapping = facts.mappings.mapping_of_class(device_class))
    names.mapping = mapping->logical_resource;
  names.kueue = kueue_name(device_class, facts);
  if (const DeviceIndex::DeviceClass* known = facts.devices.device_class(device_class))
    names.extended = known->extended_resource_name;
  return names;
}

MappingParts read_mapping_parts(const Json& object) {
  MappingParts parts;
  const Json spec = object["spec"];
  parts.name = kube::ObjectView(object).name();
  parts.logical_resource = spec["logicalResource"].as_string();
  for (const Json& listed : spec["deviceClassNames"].elements())
    add_class(parts.device_classes, listed.as_string());
  for (const Json& rewrite : spec["rewrites"].elements()) {
    MappingParts::Rewrite& read = parts.rewrites.emplace_back();
    read.resource = rewrite["resource"].as_string();
    read.action = rewrite["action"].as_string("Warn");
    const Json request = rewrite["request"];
    add_class(read.device_classes, request["exactly"]["deviceClassName"].as_string());
    for (const Json& option : request["firstAvailable"].elements())
      add_class(read.device_classes, option["deviceClassName"].as_string());
    for (const std::string_view name : read.device_classes) add_class(parts.device_classes, name);
  }
  return parts;
}

}  // namespace drawbridge::rules
