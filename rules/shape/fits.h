// Whether a value is of the type that a field takes.
#pragma once

#include "kube/api/json.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

// As the API server's decoder takes it; what stands in a list, a map or a struct is not looked at.
bool fits(const kube::Json& value, Kind kind);

}  // namespace drawbridge::rules::shape
