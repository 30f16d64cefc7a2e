// What people call the fields of a request of devices.
#pragma once

#include <string_view>

#include "kube/api/json.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

// quantity for count, oneOf for firstAvailable. Of others, and in types that are not of claims,
// `name` itself.
std::string_view word_for(const Type& type, std::string_view name, const kube::Json& value);

}  // namespace drawbridge::rules::shape
