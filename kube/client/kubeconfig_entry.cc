#include "kube/client/kubeconfig_entry.h"

#include <optional>
#include <utility>

#include "kube/api/base64.h"

namespace drawbridge::kube {

bool is_set(const Json& value) {
  return !value.is_null() &&
         !(value.size() == 0 && (value.is_string() || value.is_array() || value.is_object()));
}

Status refuse(const KubeconfigEntry& entry, const RefusedField& refused) {
  if (!is_set(entry.value[refused.field])) return {};
  return entry.error(std::string(refused.field) + " asks for " + refused.what_to_do);
}

Result<std::string> text_of(const KubeconfigEntry& entry, std::string_view field) {
  const Json value = entry.value[field];
  if (value.is_null()) return std::string();
  if (!value.is_string()) {
    return entry.error(std::string(field) + " is of kind " + std::string(kind_name(value.kind())) +
                       "; put it in quotes");
  }
  return std::string(value.as_string());
}

Status read_material(const KubeconfigEntry& entry, const std::string& field, Material& into) {
  const Result<std::string> file = text_of(entry, field);
  if (!file) return file.error();
  const Result<std::string> data = text_of(entry, field + "-data");
  if (!data) return data.error();
  if (!file->empty() && !data->empty()) {
    return entry.error(field + " and " + field + "-data are both set; remove one");
  }
  if (!data->empty()) {
    const std::optional<std::string> decoded = decode_base64(*data);
    if (!decoded) return entry.error(field + "-data is no base64");
    into.text = *decoded;
  } else if (!file->empty()) {
    into.file = entry.file->parent_path() / *file;
    if (Result<std::string> text = read_config_file(into.file); !text) {
      return entry.error(field + ": " + text.error().message);
    }
  }
  return {};
}

}  // namespace drawbridge::kube
