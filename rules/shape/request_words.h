// What people call the fields of a request of devices, and of a quota.
#pragma once

#include <string_view>

#include "kube/api/json.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

// quantity for count, oneOf for firstAvailable, limits of a quota for hard. Of others, and in other
// types, `name` itself.
std::string_view word_for(const Type& type, std::string_view name, const kube::Json& value);

}  // namespace drawbridge::rules::shape
