// All that is wrong with a DeviceMapping by itself, for who corrects it.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::rules {

// In the order in which it was found, each field once, at most kFaultsMax (fields.h); the first is
// what compile_mapping() fails with. Empty where it can be used.
std::vector<Error> mapping_faults(const kube::Json& object);

}  // namespace drawbridge::rules
