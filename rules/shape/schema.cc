#include "rules/shape/schema.h"

#include <algorithm>

namespace drawbridge::rules::shape {

const Root* find_root(std::string_view group, std::string_view version, std::string_view kind) {
  const std::span<const Root> roots = all_roots();
  const auto found = std::find_if(roots.begin(), roots.end(), [&](const Root& root) {
    return root.kind == kind && root.group == group && root.version == version;
  });
  return found == roots.end() ? nullptr : &*found;
}

const Type* find_type(std::string_view name) {
  const std::span<const Type> types = all_types();
  const auto found = std::find_if(types.begin(), types.end(), [&](const Type& type) {
    return type.kind == Kind::kStruct && type.name == name;
  });
  return found == types.end() ? nullptr : &*found;
}

std::span<const Field> fields_of(const Type& type) {
  return all_fields().subspan(type.first, type.count);
}

const Field* find_field(const Type& type, std::string_view name) {
  const std::span<const Field> fields = fields_of(type);
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

std::span<const std::string_view> words_of(const Type& type) {
  return all_words().subspan(type.first, type.count);
}

bool has_named_elements(const Type& type) {
  if (type.kind != Kind::kList || type_at(type.first).kind != Kind::kStruct) return false;
  const Field* name = find_field(type_at(type.first), "name");
  return name != nullptr && type_of(*name).kind == Kind::kString;
}

}  // namespace drawbridge::rules::shape
