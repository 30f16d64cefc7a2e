// Conditions of a status (API conventions: status.conditions[], a map by type).
#pragma once

#include <algorithm>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::kube {

// Null where the object has none of this type.
inline Json condition_of(const Json& object, std::string_view type) {
  const auto conditions = object["status"]["conditions"].elements();
  const auto found =
      std::find_if(conditions.begin(), conditions.end(),
                   [type](const Json& condition) { return condition["type"].as_string() == type; });
  return found == conditions.end() ? Json() : *found;
}

// The object says that it is so: its condition of this type is "True".
inline bool has_condition(const Json& object, std::string_view type) {
  const auto conditions = object["status"]["conditions"].elements();
  return std::any_of(conditions.begin(), conditions.end(), [type](const Json& condition) {
    return condition["type"].as_string() == type && condition["status"].as_string() == "True";
  });
}

}  // namespace drawbridge::kube
