// One entry of a DeviceMapping's spec.rewrites, compiled.
#pragma once

#include <cstddef>
#include <optional>

#include "kube/api/json.h"
#include "rules/mapping/fields.h"
#include "rules/mapping/mapping.h"

namespace drawbridge::rules {

// `index` is the entry's place in spec.rewrites, which errors name. All that is wrong is added to
// `faults`. nullopt where it is not known what is rewritten, where, or whether.
std::optional<RewriteRule> compile_rewrite(const kube::Json& json, std::size_t index,
                                           Faults& faults);

}  // namespace drawbridge::rules
