// What a device request says, written around the requests of a claim instead of in one of them:
// deviceClassName in the spec of a claim, exactly beside its request.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "kube/api/json.h"
#include "rules/shape/said_otherwise.h"

namespace drawbridge::rules::shape {

// All such fields that stand together, of which fields[first] is the first.
std::optional<Otherwise> misplaced_request(std::span<const Frame> frames,
                                           std::span<const UnknownField> fields, std::size_t first);

}  // namespace drawbridge::rules::shape
