#include "rules/shape/wrapping.h"

#include <algorithm>

#include "rules/finding.h"
#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

bool takes_request(const Type& type) {
  return find_field(type, "exactly") != nullptr || find_field(type, "deviceClassName") != nullptr;
}

// A request, an alternative or what is asked for exactly, of which only the class is written, as
// its dots tell, or only the name.
std::string only_class_text(std::string_view text, const Type& type) {
  const std::size_t dot = text.find('.');
  std::string map =
      "deviceClassName: " + (dot == std::string_view::npos ? "CLASS" : shown(text, 63));
  if (find_field(type, "exactly") != nullptr) map = "exactly: {" + map + "}";
  if (find_field(type, "name") != nullptr)
    map = "name: " + shown(text.substr(0, dot), 63) + ", " + map;
  return "{" + map + "}";
}

bool is_scalar(const Json& value) {
  return value.is_string() || value.is_number() || value.is_bool();
}

// As JSON: env: {A: 1} is meant as the text "1".
std::string as_text(const Json& scalar) {
  return scalar.is_string() ? kube::to_text(scalar) : '"' + kube::to_text(scalar) + '"';
}

// What tells the elements apart for people: their name, or of what has none, its resource.
std::string_view key_of(const Type& list) {
  if (has_named_elements(list)) return "name";
  const Type& element = type_at(list.first);
  const Field* resource = element.kind == Kind::kStruct ? find_field(element, "resource") : nullptr;
  return resource != nullptr && resource->required ? "resource" : std::string_view();
}

// The field of a map that a text alone is meant for; `around` is that which holds it.
struct TextField {
  const Field* field = nullptr;
  std::string_view around = {};
};

// nullptr where it is for none, or nobody knows for which.
TextField text_field(const Type& type) {
  TextField found;
  found.field = type.count == 1 ? fields_of(type).data() : find_field(type, "name");
  // `selectors: [EXPRESSION]` for `[{cel: {expression: EXPRESSION}}]`.
  if (found.field != nullptr && type_of(*found.field).kind == Kind::kStruct &&
      type_of(*found.field).count == 1) {
    found.around = found.field->name;
    found.field = fields_of(type_of(*found.field)).data();
  }
  if (found.field != nullptr && type_of(*found.field).kind != Kind::kString) found.field = nullptr;
  return found;
}

// The map in which the text stands for the field that it is meant for; empty where nobody knows.
std::string wrapped_text(const Json& value, const Type& type) {
  if (takes_request(type)) return only_class_text(value.as_string(), type);
  if (type.name == "core/v1.PodResourceClaim")
    return "{" + entry_text("name", value) + ", resourceClaimTemplateName: TEMPLATE}";
  const TextField meant = text_field(type);
  if (meant.field == nullptr) return {};
  const std::string map = "{" + entry_text(meant.field->name, value) + "}";
  return meant.around.empty() ? map : "{" + std::string(meant.around) + ": " + map + "}";
}

// [{name: memory, value: 10Gi}] as entries of a map; empty where they are none.
std::string entries_text(std::span<const Json> elements) {
  std::string entries;
  for (const Json& element : elements) {
    const Json name = element["name"];
    if (element.size() != 2 || !name.is_string() || !is_scalar(element["value"])) return {};
    entries += (entries.empty() ? "" : ", ") + entry_text(name.as_string(), element["value"]);
  }
  return entries;
}

// Its elements have all fields of these.
bool is_list_for(std::span<const Json> elements, const Type& list) {
  if (list.kind != Kind::kList || type_at(list.first).kind != Kind::kStruct) return false;
  return std::all_of(elements.begin(), elements.end(), [&](const Json& element) {
    const auto members = element.members();
    return !members.empty() && std::all_of(members.begin(), members.end(), [&](const auto& member) {
      return find_field(type_at(list.first), member.key()) != nullptr;
    });
  });
}

}  // namespace

std::string spacing_advice(const Json& value, const Type& type, std::string_view name,
                           const std::string& path) {
  const auto pair = unspaced(value.as_string());
  if (!pair || (type.kind != Kind::kStruct && type.kind != Kind::kMap)) return {};
  const Field* field = type.kind == Kind::kStruct ? find_field(type, pair->key) : nullptr;
  if (type.kind == Kind::kStruct && field == nullptr) return {};
  const std::string entry =
      spaced_text(*pair, field == nullptr ? Kind::kString : type_of(*field).kind);
  return "A space is missing behind the colon: write " +
         (path.ends_with(']') ? "- " + entry : shown(name) + ": {" + entry + "}") + ".";
}

std::string wrapping_advice(const Json& value, const Type& type, std::string_view name,
                            const std::string& path) {
  const std::string map = wrapped_text(value, type);
  if (map.empty()) return retype_advice(name, type.kind, value);
  return path.ends_with(']') ? "Write " + map + " in its place."
                             : "Write " + shown(name) + ": " + map + ".";
}

std::string wrapped_in_list_advice(const Json& value, const Type& list, std::string_view name) {
  const Type& element = type_at(list.first);
  const auto pair = unspaced(value.as_string());
  const Field* field =
      pair && element.kind == Kind::kStruct ? find_field(element, pair->key) : nullptr;
  if (field != nullptr)
    return "A space is missing behind the colon: write " + shown(name) + ": [{" +
           spaced_text(*pair, type_of(*field).kind) + "}].";
  const std::string map =
      element.kind == Kind::kStruct ? wrapped_text(value, element) : std::string();
  return map.empty() ? retype_advice(name, list.kind, value)
                     : "Write a list: " + shown(name) + ": [" + map + "].";
}

std::string wrapped_meant(const Json& value, const Type& type) {
  const auto pair = unspaced(value.as_string());
  const Field* named = pair ? find_field(type, pair->key) : nullptr;
  if (named != nullptr && type_of(*named).kind == Kind::kString)
    return "{\"" + std::string(pair->key) + "\":" + kube::to_text(Json::string(pair->value)) + "}";
  const TextField meant = takes_request(type) ? TextField() : text_field(type);
  if (meant.field == nullptr) return {};
  std::string map = "{\"" + std::string(meant.field->name) + "\":" + kube::to_text(value) + "}";
  if (!meant.around.empty()) map = "{\"" + std::string(meant.around) + "\":" + map + "}";
  return map;
}

bool is_map_by_name(const Json& value, const Type& list) {
  const std::string_view key = key_of(list);
  if (key.empty() || value.empty()) return false;
  const Type& element = type_at(list.first);
  const auto members = value.members();
  return std::all_of(members.begin(), members.end(), [&](const Json::Member& member) {
    if (find_field(element, member.key()) != nullptr || member.value.is_array()) return false;
    if (is_scalar(member.value)) return find_field(element, "value") != nullptr;
    return member.value[key].is_null();
  });
}

std::string listing_advice(const Json& value, const Type& list, std::string_view name) {
  constexpr std::size_t kElementsShownMax = 3;
  if (!is_map_by_name(value, list)) return retype_advice(name, list.kind, value);
  const std::string key(key_of(list));
  std::string elements;
  std::size_t count = 0;
  for (const Json::Member& member : value.members()) {
    if (count++ == kElementsShownMax) break;
    elements += (elements.empty() ? "{" : ", {") + entry_text(key, Json::string(member.key()));
    if (is_scalar(member.value))
      elements += ", value: " +
                  (member.value.is_string() ? value_text(member.value) : as_text(member.value));
    for (const Json::Member& field : member.value.members())
      elements += ", " + entry_text(field.key(), field.value);
    elements += "}";
  }
  if (value.size() > kElementsShownMax) elements += ", ...";
  return "Write a list of what has a " + key + ": " + shown(name) + ": [" + elements + "].";
}

std::string listed_advice(const Json& value, const Type& type, std::string_view name) {
  const auto elements = value.elements();
  if (elements.empty()) return {};
  if (std::string entries = entries_text(elements);
      !entries.empty() && type.count == 1 && type_of(fields_of(type).front()).kind == Kind::kMap)
    return "Write " + shown(name) + ": {" + std::string(fields_of(type).front().name) + ": {" +
           entries + "}}.";
  std::string_view found;
  for (const Field& field : fields_of(type)) {
    if (!is_list_for(elements, type_of(field))) continue;
    if (!found.empty()) return {};
    found = field.name;
  }
  if (found.empty()) return {};
  return "Write " + shown(name) + ": {" + std::string(found) + ": [...]}.";
}

std::string list_meant(const Json& value, const Type& list) {
  if (!is_map_by_name(value, list)) return "[" + kube::to_text(value) + "]";
  std::string text;
  for (const Json::Member& member : value.members()) {
    text += (text.empty() ? "[{\"" : ",{\"") + std::string(key_of(list)) +
            "\":" + kube::to_text(Json::string(member.key()));
    if (is_scalar(member.value)) {
      text += R"(,"value":)" + as_text(member.value) + "}";
    } else {
      text += member.value.empty() ? "}" : "," + kube::to_text(member.value).substr(1);
    }
  }
  return text + "]";
}

}  // namespace drawbridge::rules::shape
