#include "webhook/decide/quotas/charge_units.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "rules/devices/demand_text.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// The mapping that counts what a Want asks for, and the class behind it.
struct Counted {
  const rules::Mapping* mapping = nullptr;
  std::string_view device_class;
};

std::string_view class_of(const rules::Mapping& mapping) {
  if (!mapping.device_classes.empty()) return mapping.device_classes.front();
  return mapping.rewrites.empty() ? std::string_view()
                                  : mapping.rewrites.front().options.front().device_class;
}

Counted counted_by(const quota::Want& want, const Snapshot& snapshot, const Json& labels) {
  const rules::MappingIndex& mappings = snapshot.mappings();
  if (want.resource.empty())
    return {mappings.mapping_of_class(want.device_class), want.device_class};
  const rules::ServedResource served =
      rules::served_resource(want.resource, labels, mappings, snapshot.devices());
  if (served.rule != nullptr || !served.device_class.empty())
    return {served.mapping, served.device_class};
  // What a device plugin offers under the name that counts claims counts in the same unit.
  const rules::Mapping* same = mappings.mapping_of_logical_resource(want.resource);
  return {same, same == nullptr ? std::string_view() : class_of(*same)};
}

// What devices have of the capacity by which it counts; nullptr where none is known.
const rules::ClassCapacity* capacity_of_class(const Counted& counted, const Snapshot& snapshot,
                                              Unpublished unpublished) {
  const rules::Charge& charge = counted.mapping->charge;
  const auto find = unpublished == Unpublished::kAsLast ? &rules::CapacityTable::find_last
                                                        : &rules::CapacityTable::find;
  return (snapshot.capacities().*find)(counted.device_class, charge.capacity_domain,
                                       charge.capacity_name);
}

quota::Unit by_published(quota::Unit unit, const rules::ClassCapacity& published,
                         const quota::Want& want) {
  unit.most = published.most;
  // Of policies that nobody looked at it may take all.
  unit.is_shared = published.is_shared && !published.rounds_unknown();
  unit.taken = published.taken(quota::requested(want, unit));
  return unit;
}

std::string counting_key(const rules::ResourcePattern& resource) {
  if (resource.is_literal()) return std::string(resource.text());
  const std::string_view common = resource.text().substr(0, resource.text().find('{'));
  return std::string(quota::kOfNames) + std::string(common);
}

}  // namespace

std::shared_ptr<const rules::ClassCapacity> published_of(const quota::Want& want,
                                                         const Snapshot& snapshot,
                                                         const Json& labels) {
  const Counted counted = counted_by(want, snapshot, labels);
  if (counted.mapping == nullptr) return nullptr;
  const rules::ClassCapacity* published =
      capacity_of_class(counted, snapshot, Unpublished::kUnknown);
  if (published == nullptr) return nullptr;
  return {snapshot.shared_capacities(), published};
}

quota::UnitOf unit_of_classes(std::span<const quota::Want> wants, const Snapshot& snapshot,
                              const Json& namespace_labels) {
  struct Counts {
    quota::Unit unit;
    std::shared_ptr<const rules::ClassCapacity> published;
  };
  const quota::UnitOf unit = unit_of(snapshot, namespace_labels);
  std::map<std::string, Counts, std::less<>> classes;
  const auto note = [&](const quota::Want& want) {
    classes.try_emplace(want.device_class,
                        Counts{unit(want), published_of(want, snapshot, namespace_labels)});
  };
  for (const quota::Want& want : wants) note(want);
  // The pod may have been charged by a template of any other.
  snapshot.devices().for_each_class([&](const rules::DeviceIndex::DeviceClass& known) {
    note({.resource = {}, .device_class = std::string(known.name), .count = 1});
  });
  return [classes = std::move(classes)](const quota::Want& want) {
    const auto known = classes.find(want.device_class);
    if (known == classes.end()) return quota::Unit();
    const auto& [as, published] = known->second;
    return published == nullptr ? as : by_published(as, *published, want);
  };
}

quota::UnitOf unit_of(const Snapshot& snapshot, Json namespace_labels, Unpublished unpublished) {
  return [&snapshot, namespace_labels, unpublished](const quota::Want& want) {
    const Counted counted = counted_by(want, snapshot, namespace_labels);
    quota::Unit unit;
    if (counted.mapping != nullptr) {
      const rules::Charge& charge = counted.mapping->charge;
      unit.logical_resource = counted.mapping->logical_resource;
      unit.capacity = charge.capacity_name;
      unit.capacity_domain = charge.capacity_domain;
      if (unit.capacity.empty()) return unit;
      const rules::ClassCapacity* published = capacity_of_class(counted, snapshot, unpublished);
      unit.is_unpublished = published == nullptr && snapshot.devices().knows_slices();
      return published == nullptr ? unit : by_published(std::move(unit), *published, want);
    }
    unit.logical_resource = counted.device_class.empty()
                                ? want.resource
                                : rules::logical_resource_of_class(
                                      counted.device_class, snapshot.mappings(), snapshot.devices(),
                                      snapshot.kueue().configuration());
    return unit;
  };
}

quota::Countings countings_of(const rules::MappingIndex& mappings,
                              const rules::DeviceIndex& devices,
                              const kube::KueueConfiguration* kueue,
                              const std::function<Json(std::string_view mapping)>& spec_of) {
  quota::Countings countings;
  for (const auto& mapping : mappings.mappings()) {
    const std::string line =
        "mapping " + mapping->name + " " + kube::to_text(spec_of(mapping->name)) + "\n";
    std::set<std::string> counted = {mapping->logical_resource};
    // What it rewrites, or would, it counts under its own name, in some namespaces.
    for (const rules::RewriteRule& rule : mapping->rewrites)
      counted.insert(counting_key(rule.resource));
    for (const std::string& key : counted) countings[key] += line;
  }
  devices.for_each_class([&](const rules::DeviceIndex::DeviceClass& device_class) {
    std::string line = "class " + device_class.name;
    line += " " + device_class.extended_resource_name + " " + device_class.created + "\n";
    countings[rules::logical_resource_of_class(device_class.name, mappings, devices, kueue)] +=
        line;
    // The extended resource's name may be counted under another one.
    if (!device_class.extended_resource_name.empty())
      countings[device_class.extended_resource_name] += line;
  });
  return countings;
}

std::set<std::string> with_other_capacities(const Snapshot& now, const Snapshot& before) {
  std::set<std::string> resources;
  if (now.shared_capacities() == before.shared_capacities()) return resources;
  for (const auto& mapping : now.mappings().mappings()) {
    const rules::Charge& charge = mapping->charge;
    if (charge.capacity_name.empty()) continue;
    const auto is_other = [&](std::string_view device_class) {
      const auto of = [&](const Snapshot& snapshot) {
        return snapshot.capacities().find(device_class, charge.capacity_domain,
                                          charge.capacity_name);
      };
      const rules::ClassCapacity* is = of(now);
      const rules::ClassCapacity* was = of(before);
      return (is == nullptr) != (was == nullptr) || (is != nullptr && !is->costs_like(*was));
    };
    for (const std::string_view device_class : rules::classes_of(*mapping)) {
      if (is_other(device_class)) resources.insert(mapping->logical_resource);
    }
  }
  return resources;
}

}  // namespace drawbridge::admission
