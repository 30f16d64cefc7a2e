#include "webhook/cli/migrate_selector.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace drawbridge::cli {
namespace {

using nlohmann::json;

constexpr std::string_view kAttribute = "device.attributes['gpu.nvidia.com'].";
constexpr std::string_view kCapacity = "device.capacity['gpu.nvidia.com'].";

// A CEL string literal.
std::string cel_literal(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) result += c;
  }
  return result + "'";
}

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

// Globs were compared without regard to case.
std::string glob(std::string_view attribute, const json& value) {
  std::string pattern = text_of(value);
  for (char& c : pattern) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::string subject = std::string(kAttribute) + std::string(attribute) + ".lowerAscii()";
  if (pattern.find_first_of("*?") == std::string::npos)
    return subject + " == " + cel_literal(pattern);
  std::string regex = "^";
  for (const char c : pattern) {
    if (c == '*') {
      regex += ".*";
    } else if (c == '?') {
      regex += '.';
    } else {
      if (std::string_view(".+()[]{}|^$\\").find(c) != std::string_view::npos) regex += '\\';
      regex += c;
    }
  }
  return subject + ".matches(" + cel_literal(regex + "$") + ")";
}

std::optional<std::string_view> comparison(const json& operation) {
  const std::string name = text_of(operation);
  if (name == "Equals" || name.empty()) return "==";
  if (name == "LessThan") return "<";
  if (name == "LessThanOrEqualTo") return "<=";
  if (name == "GreaterThan") return ">";
  if (name == "GreaterThanOrEqualTo") return ">=";
  return std::nullopt;
}

// "7.5" as the semantic version that drivers publish.
std::optional<std::string> version_text(std::string text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == '.';
  });
  if (!plain) return std::nullopt;
  for (auto dots = std::count(text.begin(), text.end(), '.'); dots < 2; ++dots) text += ".0";
  return text;
}

std::string joined(const std::vector<std::string>& parts, std::string_view with) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : std::string(with)) + (parts.size() > 1 ? "(" + part + ")" : part);
  return text;
}

std::string list(const json& selectors, std::string_view with, std::vector<std::string>& left,
                 int depth) {
  std::vector<std::string> parts;
  if (!selectors.is_array()) return "";
  for (const json& selector : selectors) {
    std::string part = selector_as_cel(selector, left, depth + 1);
    // Of alternatives, one that selects everything.
    if (part.empty() && with == " || ") return "";
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return joined(parts, with);
}

// One property; empty where it has no counterpart.
std::string property(const std::string& name, const json& value) {
  if (name == "productName" || name == "brand" || name == "architecture") return glob(name, value);
  if (name == "uuid") return std::string(kAttribute) + "uuid == " + cel_literal(text_of(value));
  if (!value.is_object()) return "";
  const auto compare = comparison(value.value("operator", json()));
  if (!compare) return "";
  const std::string given = text_of(value.value("value", json()));
  if (name == "memory")
    return std::string(kCapacity) + "memory.compareTo(quantity(" + cel_literal(given) + ")) " +
           std::string(*compare) + " 0";
  const std::string_view attribute =
      name == "cudaComputeCapability" || name == "driverVersion" ? std::string_view(name)
      : name == "cudaRuntimeVersion" ? std::string_view("cudaDriverVersion")
                                     : std::string_view();
  const std::optional<std::string> version = version_text(given);
  if (attribute.empty() || !version) return "";
  return std::string(kAttribute) + std::string(attribute) + ".compareTo(semver(" +
         cel_literal(*version) + ")) " + std::string(*compare) + " 0";
}

}  // namespace

std::string selector_as_cel(const json& selector, std::vector<std::string>& left, int depth) {
  if (!selector.is_object()) return "";
  if (depth > kSelectorDepthMax) {
    left.emplace_back("a selector within selectors");
    return "";
  }
  std::vector<std::string> parts;
  for (const auto& [name, value] : selector.items()) {
    if (value.is_null()) continue;
    const bool all = name == "andExpression";
    std::string part = all || name == "orExpression"
                           ? list(value, all ? " && " : " || ", left, depth)
                           : property(name, value);
    if (part.empty() && !all && name != "orExpression") left.push_back("selector." + name);
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return joined(parts, " && ");
}

}  // namespace drawbridge::cli
