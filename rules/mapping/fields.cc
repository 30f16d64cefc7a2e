#include "rules/mapping/fields.h"

#include <algorithm>

#include "kube/api/names.h"

namespace drawbridge::rules {

using kube::Json;

void Faults::add(Error error) {
  const auto same = [&](const Error& other) { return other.field == error.field; };
  if (all_.size() < kFaultsMax && std::none_of(all_.begin(), all_.end(), same))
    all_.push_back(std::move(error));
}

std::string at(std::string_view path, std::string_view key) {
  return std::string(path) + "." + std::string(key);
}
std::string at(std::string_view path, std::string_view key, std::size_t i) {
  return at(path, key) + "[" + std::to_string(i) + "]";
}

Error wrong(std::string field, std::string message) {
  return {std::move(message), std::move(field)};
}

// Refuses fields that nobody would read: a typo must not become a silent default.
Status check_fields(const Json& object, std::string_view path,
                    std::initializer_list<std::string_view> known) {
  if (!object.is_object()) return wrong(std::string(path), "must be an object");
  for (const Json::Member& member : object.members()) {
    if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
    std::string list;
    for (const std::string_view name : known)
      list += (list.empty() ? "" : ", ") + std::string(name);
    return wrong(at(path, member.key()), "is not a field here; the fields are " + list);
  }
  return {};
}

Result<std::string> required_string(const Json& object, std::string_view path,
                                    std::string_view key) {
  const Json value = object[key];
  if (!value.is_string() || value.empty()) return wrong(at(path, key), "must be set to a string");
  return std::string(value.as_string());
}

Status check_list(const Json& list, std::string field, std::size_t count_max) {
  if (!list.is_null() && !list.is_array()) return wrong(std::move(field), "must be a list");
  if (list.size() <= count_max) return {};
  return wrong(std::move(field), "has " + std::to_string(list.size()) + " entries; at most " +
                                     std::to_string(count_max) + " are possible");
}

// One of `choices`, the first of them where the field is absent.
Result<std::size_t> choice(const Json& object, std::string_view path, std::string_view key,
                           std::initializer_list<std::string_view> choices) {
  const Json value = object[key];
  if (value.is_null()) return std::size_t{0};
  std::string list;
  std::size_t i = 0;
  for (const std::string_view name : choices) {
    if (value.is_string() && value.as_string() == name) return i;
    list += (i++ == 0 ? "" : ", ") + std::string(name);
  }
  const std::string text = "must be one of " + list;
  // YAML 1.1 reads a bare Off as false, before anybody here sees it.
  if (value.is_bool()) return wrong(at(path, key), text + ", in quotes where YAML reads a boolean");
  const std::string written = value.is_string() ? kube::shown(value.as_string())
                                                : std::string(kube::kind_name(value.kind()));
  return wrong(at(path, key), text + ", not " + written);
}

}  // namespace drawbridge::rules
