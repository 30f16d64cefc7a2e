// One entry of a DeviceMapping's spec.rewrites, compiled.
#pragma once

#include <cstddef>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "rules/mapping/mapping.h"

namespace drawbridge::rules {

// `index` is the entry's place in spec.rewrites, which errors name.
Result<RewriteRule> compile_rewrite(const kube::Json& json, std::size_t index);

}  // namespace drawbridge::rules
