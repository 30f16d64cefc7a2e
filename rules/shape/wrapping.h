// A text where a map belongs: the map around it, ready to paste.
#pragma once

#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

// `claims: [gpu]` for `claims: [{name: gpu}]`, `cel: EXPRESSION` for `cel: {expression: ...}`.
// Precondition: `value` is a string, `type` a kStruct. `name` and `path` are those of its field or
// of the list's element.
std::string wrapping_advice(const kube::Json& value, const Type& type, std::string_view name,
                            const std::string& path);

}  // namespace drawbridge::rules::shape
