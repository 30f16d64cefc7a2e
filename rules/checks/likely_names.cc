#include "rules/checks/likely_names.h"

#include <algorithm>
#include <numeric>

#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

// Of com, and no domain that there is.
constexpr std::string_view kComMisspelt[] = {"con", "cim", "cpm", "vom", "xom", "ocm", "cmo"};

// gpu.nvidia.cm of gpu.nvidia.com: the last word of a domain lacks a letter, or has one too many,
// or another in its place.
bool is_domain_misspelt(std::string_view name, std::string_view known) {
  const std::size_t dot = known.rfind('.');
  if (dot == std::string_view::npos || known.find('.') == dot || name.rfind('.') != dot)
    return false;
  if (name.substr(0, dot) != known.substr(0, dot)) return false;
  const std::string_view end = name.substr(dot + 1);
  if (name.size() != known.size()) return letters_apart(end, known.substr(dot + 1)) == 1;
  return known.ends_with(".com") &&
         std::find(std::begin(kComMisspelt), std::end(kComMisspelt), end) != std::end(kComMisspelt);
}

std::vector<std::string_view> sorted_parts(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    parts.push_back(text.substr(0, text.find_first_of(separators)));
    text.remove_prefix(std::min(text.size(), parts.back().size() + 1));
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

// "gpu" and "nvidia" of both gpu.nvidia.com and nvidia-gpu; what stands behind the last dot is in
// every name.
std::vector<std::string_view> words_within(std::string_view text) {
  return sorted_parts(text.substr(0, text.rfind('.')), ".-");
}

// nvidia.gpu.com of gpu.nvidia.com.
bool has_same_labels(std::string_view name, std::string_view known) {
  // Nearly all names differ in their letters already, and looking takes no memory.
  const auto letters = [](std::string_view text) {
    return std::accumulate(text.begin(), text.end(), 0);
  };
  return name.size() == known.size() && letters(name) == letters(known) &&
         sorted_parts(name, ".") == sorted_parts(known, ".");
}

// Of the cluster. None where the administrator does not want tenants to read of them.
std::vector<std::string_view> class_names(const DeviceIndex& devices, const Settings& settings) {
  std::vector<std::string_view> names;
  if (settings.inventory == Inventory::kNothing) return names;
  devices.for_each_class(
      [&](const DeviceIndex::DeviceClass& known) { names.push_back(known.name); });
  return names;
}

}  // namespace

std::string likely_name(std::string_view name, const std::vector<std::string_view>& names) {
  return shown(nearest(name, names));
}

std::string names_text(std::string_view name, std::vector<std::string_view> names) {
  std::stable_sort(names.begin(), names.end(), [name](std::string_view a, std::string_view b) {
    return letters_apart(name, a) < letters_apart(name, b);
  });
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string next = (text.empty() ? "" : ", ") + shown(names[i], kNamedBytesMax);
    const bool is_full = i == kNamedMax || text.size() + next.size() > kNamedBytesMax;
    if (i > 0 && is_full) return text + ", ...";
    text += next;
  }
  return text;
}

std::string likely_name(std::string_view name, const Names& names) {
  return names ? likely_name(name, names()) : std::string();
}

std::string_view nearest_class(std::string_view name, std::span<const std::string_view> names) {
  const std::string_view near = nearest_misspelt(name, names);
  if (!near.empty() || name.size() < kBeginningBytesMin) return near;
  const auto goes_on = [name](std::string_view known) {
    if (is_domain_misspelt(name, known) || has_same_labels(name, known)) return true;
    if (known.size() <= name.size() || !known.starts_with(name)) return false;
    return known[name.size()] == '.' || known[name.size()] == '-';
  };
  const auto found = std::find_if(names.begin(), names.end(), goes_on);
  const bool is_only =
      found != names.end() && std::find_if(found + 1, names.end(), goes_on) == names.end();
  return is_only ? *found : std::string_view();
}

std::string likely_class(std::string_view name, const DeviceIndex& devices,
                         const Settings& settings) {
  return shown(nearest_class(name, class_names(devices, settings)));
}

std::string likely_class(std::string_view name, const CheckFacts& facts) {
  return likely_class(name, facts.devices, facts.settings);
}

std::vector<std::string> classes_alike(std::string_view name, const CheckFacts& facts) {
  std::vector<std::string> alike;
  const std::vector<std::string_view> given = words_within(name);
  for (const std::string_view known : class_names(facts.devices, facts.settings)) {
    if (alike.size() > kAlikeMax) break;
    // Most have nothing in common, and looking takes no memory.
    const bool may_have_all = std::all_of(given.begin(), given.end(), [known](auto word) {
      return known.find(word) != std::string_view::npos;
    });
    const std::string_view first = known.substr(0, known.find_first_of(".-"));
    if (!may_have_all && std::find(given.begin(), given.end(), first) == given.end()) continue;
    const std::vector<std::string_view> words = words_within(known);
    if (std::includes(words.begin(), words.end(), given.begin(), given.end()) ||
        (words.size() > 1 && std::includes(given.begin(), given.end(), words.begin(), words.end())))
      alike.push_back(shown(known, kAlikeBytesMax));
  }
  return alike;
}

std::string_view likely_catalogue_class(std::string_view name, const Catalogue& catalogue) {
  if (catalogue.driver_of_class(name) != nullptr || catalogue.former_class(name) != nullptr)
    return {};
  // Most are too unlike to be looked at: every pod is, where no class is known.
  constexpr std::size_t kLettersMax = 3;
  constexpr std::size_t kNamesUsual = 64;
  std::vector<std::string_view> names;
  names.reserve(kNamesUsual);
  for (const CatalogueDriver& driver : catalogue.drivers()) {
    for (const CatalogueClass& made : driver.classes) {
      const auto [shorter, longer] = std::minmax({name.size(), made.name.size()});
      // One word may well be a class of the administrator's own.
      const bool is_beginning =
          name.find('.') != std::string_view::npos && made.name.starts_with(name);
      if (longer - shorter <= kLettersMax || is_beginning) names.push_back(made.name);
    }
  }
  return nearest_class(name, names);
}

std::string class_meant(std::string_view name, const CheckFacts& facts) {
  switch (facts.class_exists(name)) {
    case Known::kNo:
      return likely_class(name, facts);
    case Known::kUnknown:
      return shown(likely_catalogue_class(name, facts.settings.catalogue()));
    case Known::kYes:
      return {};
  }
  return {};
}

}  // namespace drawbridge::rules
