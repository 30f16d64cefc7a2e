#include "rules/checks/likely_names.h"

#include <algorithm>

#include "kube/api/ascii.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {

std::string likely_name(std::string_view name, const std::vector<std::string_view>& names) {
  return shown(nearest(name, names));
}

std::string likely_name(std::string_view name, const Names& names) {
  return names ? likely_name(name, names()) : std::string();
}

std::string_view nearest_class(std::string_view name, std::span<const std::string_view> names) {
  const std::string_view near = nearest_misspelt(name, names);
  if (!near.empty() || name.size() < kBeginningBytesMin) return near;
  const auto goes_on = [name](std::string_view known) {
    if (known.size() <= name.size() || !known.starts_with(name)) return false;
    const std::string_view rest = known.substr(name.size());
    // gpu.nvidia.co lacks its last letter; gpu-1 is not gpu-10.
    return rest.front() == '.' || rest.front() == '-' ||
           (rest.size() == 1 && !kube::is_digit(rest.front()) && name.find('.') < name.size());
  };
  const auto longer = std::find_if(names.begin(), names.end(), goes_on);
  return longer == names.end() ? std::string_view() : *longer;
}

std::string likely_class(std::string_view name, const CheckFacts& facts) {
  if (facts.settings.inventory == Inventory::kNothing) return {};
  std::vector<std::string_view> names;
  facts.devices.for_each_class(
      [&](const DeviceIndex::DeviceClass& known) { names.push_back(known.name); });
  return shown(nearest_class(name, names));
}

}  // namespace drawbridge::rules
