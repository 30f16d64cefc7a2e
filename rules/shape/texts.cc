#include "rules/shape/texts.h"

#include <algorithm>
#include <utility>

#include "kube/api/ascii.h"
#include "kube/api/json_writer.h"
#include "kube/api/quantity.h"
#include "rules/devices/selector_repair.h"
#include "rules/finding.h"
#include "rules/shape/mend.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

constexpr std::size_t kValueBytesMax = 64;

// Read back as the string that it is, without quotes.
bool is_plain(std::string_view text) {
  constexpr std::string_view kOther[] = {"y",   "n",    "yes",   "no",  "on",
                                         "off", "true", "false", "null"};
  if (text.empty() || !((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z')))
    return false;
  const bool simple = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '/';
  });
  const std::string lower = kube::lowered(text);
  return simple && std::find(std::begin(kOther), std::end(kOther), lower) == std::end(kOther);
}

std::string quoted(std::string_view text) {
  if (text.size() > kValueBytesMax) return "\"...\"";
  std::string result;
  kube::write_json_string(text, result);
  return printable(result);
}

// Go's word for a JSON value in "cannot unmarshal WORD into".
std::string_view json_word(const Json& value) {
  if (value.is_number()) return "number";
  if (value.is_bool()) return "bool";
  if (value.is_string()) return "string";
  return value.is_array() ? "array" : "object";
}

std::string_view go_word(Kind kind) {
  switch (kind) {
    case Kind::kString:
    case Kind::kEnum:
      return "string";
    case Kind::kBool:
      return "bool";
    case Kind::kInt32:
      return "int32";
    case Kind::kInt64:
      return "int64";
    default:
      return "";
  }
}

// args[1]
bool is_element(std::string_view name) {
  return name.ends_with(']');
}

std::string quotes_advice(std::string_view name, const Json& value) {
  // Of a DeviceMapping, whose only word that reads as a boolean this is.
  if (name == "action" && value.is_bool() && !value.as_bool())
    return "Write action: \"Off\", in quotes: YAML reads a bare off as false.";
  // The value that was read is not always what stands there: 1.10, 0123, 1_000, on.
  std::string advice = is_element(name)
                           ? "Put " + shown(name) + " in quotes as it is written."
                           : "Put it in quotes as it is written: " + shown(name) + ": \"...\".";
  if (value.is_bool()) advice += " YAML reads y, n, yes, no, on and off as true or false.";
  return advice;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string listed(std::span<const std::string_view> parts) {
  std::string list;
  for (const std::string_view part : parts)
    (list += list.empty() ? "" : ", ") += value_text(Json::string(part));
  return list;
}

// What stands between the brackets of a list for a text in its place: the words of a command, the
// names between commas.
std::string elements_text(std::string_view name, const Json& value) {
  if (!value.is_string()) return value_text(value);
  const std::string_view text = value.as_string();
  constexpr std::string_view kSpaces = " \t\n";
  if (name == "command" || name == "args") {
    // For a shell to read, quotes too.
    const bool needs_shell = text.find_first_of("|&;<>$`*'\"\\(") != std::string_view::npos;
    if (needs_shell) return (name == "command" ? "sh, -c, " : "") + value_text(value);
    return listed(split(text, kSpaces));
  }
  const bool has_spaces = text.find_first_of(kSpaces) != std::string_view::npos;
  const std::vector<std::string_view> names = split(text, ", ");
  const bool are_names = names.size() > 1 &&
                         (text.find(", ") != std::string_view::npos || !has_spaces) &&
                         text.find(',') != std::string_view::npos;
  return are_names ? listed(names) : value_text(value);
}

// The one text or number that a list or map holds, where one is wanted; null for others.
Json only_value(const Json& value, Kind wanted) {
  if (!(value.is_array() || value.is_object()) || value.size() != 1) return {};
  const Json one = value.is_array() ? value.at(0) : value.members().front().value;
  switch (wanted) {
    case Kind::kString:
      return one.is_string() ? one : Json();
    case Kind::kInt32:
    case Kind::kInt64:
      return one.is_integer() ? one : Json();
    case Kind::kQuantity:
      return kube::Quantity::from_json(one) ? one : Json();
    default:
      return {};
  }
}

}  // namespace

std::string_view type_text(Kind kind) {
  switch (kind) {
    case Kind::kString:
    case Kind::kEnum:
      return "a string";
    case Kind::kBool:
      return "true or false";
    case Kind::kInt32:
    case Kind::kInt64:
      return "a whole number";
    case Kind::kDouble:
      return "a number";
    case Kind::kQuantity:
      return "a quantity such as 1, 500m or 16Gi";
    case Kind::kIntOrString:
      return "a whole number or a string";
    case Kind::kTime:
      return "a time such as \"2026-01-31T12:00:00Z\"";
    case Kind::kBytes:
      return "a string in base64";
    case Kind::kList:
      return "a list";
    case Kind::kAny:
    case Kind::kObject:
    case Kind::kStruct:
    case Kind::kMap:
      break;
  }
  return "a map";
}

std::string value_text(const Json& value) {
  if (value.is_array()) return value.empty() ? "[]" : "[...]";
  if (value.is_object()) return value.empty() ? "{}" : "{...}";
  if (!value.is_string()) return kube::to_text(value);
  const std::string_view text = value.as_string();
  return is_plain(text) && text.size() <= kValueBytesMax ? std::string(text) : quoted(text);
}

std::optional<Unspaced> unspaced(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == 0 || colon >= text.size() - 1 || text[colon + 1] == '/') return std::nullopt;
  const auto is_of_key = [](char c) {
    return kube::is_digit(c) || (kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z') ||
           std::string_view("-._/").find(c) != std::string_view::npos;
  };
  const std::string_view key = text.substr(0, colon);
  if (!std::all_of(key.begin(), key.end(), is_of_key) ||
      text.find_first_of(" \t\n") != std::string_view::npos)
    return std::nullopt;
  return Unspaced{key, text.substr(colon + 1)};
}

std::string spaced_text(const Unspaced& pair, Kind kind) {
  const bool is_bare =
      kind == Kind::kInt32 || kind == Kind::kInt64 || kind == Kind::kDouble || kind == Kind::kBool;
  return is_bare ? shown(pair.key) + ": " + shown(pair.value)
                 : entry_text(pair.key, Json::string(pair.value));
}

std::string below(const std::string& path, std::string_view field) {
  return path.empty() ? std::string(field) : path + "." + std::string(field);
}

std::string entry_text(std::string_view name, const Json& value) {
  return shown(name) + ": " + value_text(value);
}

std::string nested_text(std::span<const std::string> steps, const std::string& body) {
  std::string text = body;
  for (std::size_t i = steps.size(); i > 0; --i) {
    std::string_view step = steps[i - 1];
    const bool list = step.ends_with("[]");
    if (list) step.remove_suffix(2);
    std::string around(step);
    around += list ? ": [{" : ": {";
    around += text;
    around += list ? "}]" : "}";
    text = std::move(around);
  }
  return text;
}

std::string retype_advice(std::string_view name, Kind wanted, const Json& value) {
  const std::string field = shown(name);
  // A file in a ConfigMap.
  const bool is_file = name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".json");
  if (is_file && (value.is_object() || value.is_array()))
    return "Write " + field + ": |, which makes a text of what stands indented below it.";
  if (const Json one = only_value(value, wanted); !one.is_null())
    return "Write " + field + ": " + value_text(one) + ".";
  switch (wanted) {
    case Kind::kString:
    case Kind::kEnum:
      if (!value.is_array() && !value.is_object()) return quotes_advice(name, value);
      break;
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kDouble:
      if (const std::string meant = value_meant(value, wanted); !meant.empty()) {
        if (value.is_string() && meant == value.as_string())
          return "Write it without quotes: " + field + ": " + meant + ".";
        if (value.is_number() && !is_element(name))
          return "Write a whole number, such as " + field + ": " + meant + ".";
      }
      if (value.is_string()) return "Write a number, as in " + field + ": 1.";
      break;
    case Kind::kBool:
      return "Write " + field + ": true or " + field + ": false, without quotes.";
    case Kind::kList:
      if (value.is_object()) return "Write a list of it: " + field + ": [{...}].";
      return "Write a list: " + field + ": [" + elements_text(name, value) + "].";
    case Kind::kQuantity:
      // 16GB, as it is sold.
      // Nobody has as much cpu as a P is.
      if (const std::string meant = mended_quantity(value.as_string());
          !meant.empty() && (name != "cpu" || kube::is_digit(meant.back()) || meant.ends_with('m')))
        return "Write " + field + ": " + meant + ".";
      break;
    case Kind::kMap:
      return "Write a map: " + field + ": {KEY: VALUE}.";
    case Kind::kStruct:
      if (value.is_array() && is_element(name)) return "Write one map as " + field + ": {...}.";
      if (value.is_array()) return "Write one map, without a dash: " + field + ": {...}.";
      break;
    default:
      break;
  }
  return "Correct the field; kubectl explain shows its type.";
}

std::string unmarshal_text(Kind wanted, const Json& value) {
  if (wanted == Kind::kQuantity && (value.is_string() || value.is_number()))
    return " The API server says: quantities must match the regular expression.";
  const std::string_view word = go_word(wanted);
  if (word.empty()) return "";
  return " The API server says: cannot unmarshal " + std::string(json_word(value)) +
         " into Go struct field of type " + std::string(word) + ".";
}

}  // namespace drawbridge::rules::shape
