#include "rules/checks/likely_names.h"

#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {

std::string likely_name(std::string_view name, const std::vector<std::string_view>& names) {
  return shown(nearest(name, names));
}

std::string likely_name(std::string_view name, const Names& names) {
  return names ? likely_name(name, names()) : std::string();
}

std::string likely_class(std::string_view name, const CheckFacts& facts) {
  if (facts.settings.inventory == Inventory::kNothing) return {};
  std::vector<std::string_view> names;
  facts.devices.for_each_class(
      [&](const DeviceIndex::DeviceClass& known) { names.push_back(known.name); });
  return likely_name(name, names);
}

}  // namespace drawbridge::rules
