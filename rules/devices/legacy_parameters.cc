#include "rules/devices/legacy_parameters.h"

#include <algorithm>
#include <optional>

#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

std::string attribute(std::string_view name) {
  return "device.attributes['gpu.nvidia.com']." + std::string(name);
}

// Text that means itself within single quotes of CEL, within double quotes of YAML.
bool is_plain(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(" ._-+*/:").find(c) != std::string_view::npos;
  });
}

std::string_view comparison(const Json& comparator) {
  constexpr std::pair<std::string_view, std::string_view> kOperators[] = {
      {"Equals", "=="},
      {"LessThan", "<"},
      {"LessThanOrEqualTo", "<="},
      {"GreaterThan", ">"},
      {"GreaterThanOrEqualTo", ">="}};
  for (const auto& [name, sign] : kOperators) {
    if (comparator["operator"].as_string() == name) return sign;
  }
  return {};
}

// A number may be written without quotes.
std::string scalar_text(const Json& value) {
  return value.is_string() ? std::string(value.as_string()) : kube::to_text(value);
}

// "compareTo(quantity('16G')) >= 0" of {value: 16G, operator: GreaterThanOrEqualTo}; empty where it
// says nothing that is understood. A version has three numbers today.
std::string compared(const Json& comparator, std::string_view type) {
  const std::string_view sign = comparison(comparator);
  std::string value = scalar_text(comparator["value"]);
  if (sign.empty() || !is_plain(value)) return {};
  if (type == "semver") {
    for (auto dots = std::count(value.begin(), value.end(), '.'); dots < 2; ++dots) value += ".0";
  }
  return ".compareTo(" + std::string(type) + "('" + value + "')) " + std::string(sign) + " 0";
}

// Patterns knew "*", and no case.
std::string matched(std::string_view name, const Json& pattern) {
  if (!is_plain(pattern.as_string())) return {};
  std::string lower(pattern.as_string());
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::string text = attribute(name) + ".lowerAscii()";
  if (lower.find('*') == std::string::npos) return text + " == '" + lower + "'";
  std::string regex;
  for (const char c : lower) {
    if (c == '*') regex += '.';
    regex += c == '.' || c == '+' ? std::string("[") + c + "]" : std::string(1, c);
  }
  return text + ".matches('^" + regex + "$')";
}

std::string property(std::string_view name, const Json& value) {
  if (name == "memory") {
    const std::string rest = compared(value, "quantity");
    return rest.empty() ? rest : "device.capacity['gpu.nvidia.com'].memory" + rest;
  }
  if (name == "cudaComputeCapability" || name == "driverVersion" || name == "cudaDriverVersion") {
    const std::string rest = compared(value, "semver");
    return rest.empty() ? rest : attribute(name) + rest;
  }
  if (name == "productName" || name == "brand" || name == "architecture")
    return matched(name, value);
  if (name == "uuid" && is_plain(value.as_string()))
    return attribute(name) + " == '" + std::string(value.as_string()) + "'";
  if (name == "migEnabled" && value.is_bool() && !value.as_bool())
    return attribute("type") + " == 'gpu'";
  return {};
}

class SelectorReader {
 public:
  explicit SelectorReader(LegacyParameters& parameters) : parameters_(parameters) {}

  // Empty where it selects everything; nullopt where nothing of it is understood.
  std::optional<std::string> read(const Json& selector, int depth) {
    std::string text;
    std::size_t understood = 0;
    for (const Json::Member& member : selector.members()) {
      const std::optional<std::string> part = read_member(member, depth);
      if (!part) {
        parameters_.untold.push_back(shown(member.key()));
        continue;
      }
      ++understood;
      if (!part->empty()) text += (text.empty() ? "" : " && ") + *part;
    }
    if (understood == 0 && !selector.empty()) return std::nullopt;
    return text;
  }

 private:
  std::optional<std::string> read_member(const Json::Member& member, int depth) {
    const bool all = member.key() == "andExpression";
    if (all || member.key() == "orExpression") return read_list(member.value, !all, depth);
    std::string text = property(member.key(), member.value);
    return text.empty() ? std::nullopt : std::optional<std::string>(std::move(text));
  }

  std::optional<std::string> read_list(const Json& list, bool any, int depth) {
    if (depth == kLegacySelectorDepthMax || list.elements().empty()) return std::nullopt;
    std::string text;
    std::size_t understood = 0;
    std::size_t joined = 0;
    bool everything = false;
    for (const Json& element : list.elements()) {
      if (text.size() > kLegacySelectorBytesMax) break;
      const std::optional<std::string> part = read(element, depth + 1);
      if (!part) continue;
      ++understood;
      everything = everything || part->empty();
      if (!part->empty()) text += (joined++ == 0 ? "" : any ? " || " : " && ") + *part;
    }
    if (understood == 0) return std::nullopt;
    // One alternative that selects everything makes the others say nothing.
    if (any && everything) return std::string();
    return any && joined > 1 ? "(" + text + ")" : text;
  }

  LegacyParameters& parameters_;
};

}  // namespace

std::string_view driver_of_today(std::string_view driver) {
  return driver == "gpu.resource.nvidia.com" ? std::string_view("gpu.nvidia.com") : driver;
}

LegacyParameters read_legacy_parameters(const Json& spec, std::string_view kind) {
  LegacyParameters parameters;
  parameters.count = std::max<std::int64_t>(1, spec["count"].as_int(1));
  parameters.sharing = !spec["sharing"].empty();
  if (kind == "MigDeviceClaimParameters") {
    parameters.mig = true;
    const Json profile = spec["profile"];
    if (is_plain(profile.as_string())) {
      parameters.selector = attribute("profile") + " == '" + std::string(profile.as_string()) + "'";
    } else {
      parameters.untold.emplace_back("profile");
    }
    return parameters;
  }
  parameters.selector = SelectorReader(parameters).read(spec["selector"], 0).value_or("");
  if (parameters.selector.size() > kLegacySelectorBytesMax) {
    parameters.selector.clear();
    parameters.untold = {"selector"};
  }
  return parameters;
}

}  // namespace drawbridge::rules
