#include "rules/checks/likely_names.h"

#include <algorithm>

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
  // Of fewer letters another one makes another word.
  constexpr std::size_t kLabelBytesMin = 4;
  const std::string_view near = nearest(name, names);
  const std::string_view label = name.substr(0, name.find('.'));
  const std::string_view known = near.substr(0, near.find('.'));
  switch (letters_apart(label, known)) {
    case 0:
      return near;
    case 1:
      return std::min(label.size(), known.size()) >= kLabelBytesMin ? near : std::string_view();
    default:
      // A dot that is missing, or written as something else, moves the end of the label.
      return letters_apart(name, near) == 1 ? near : std::string_view();
  }
}

std::string likely_class(std::string_view name, const CheckFacts& facts) {
  if (facts.settings.inventory == Inventory::kNothing) return {};
  std::vector<std::string_view> names;
  facts.devices.for_each_class(
      [&](const DeviceIndex::DeviceClass& known) { names.push_back(known.name); });
  return shown(nearest_class(name, names));
}

}  // namespace drawbridge::rules
