// All that is wrong with a DeviceMapping by itself, for who corrects it.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "rules/mapping/mapping.h"

namespace drawbridge::rules {

struct FaultyMapping {
  // In the order in which they were found, each field once, at most kFaultsMax (fields.h); the
  // first is what compile_mapping() fails with. Empty where the mapping can be used.
  std::vector<Error> faults;
  // What can be read, to be held against other mappings: of a rewrite its resource, its namespaces
  // and its action. Without a logicalResource where that, or what it is counted in, can't.
  Mapping readable;
};

FaultyMapping mapping_faults(const kube::Json& object);

}  // namespace drawbridge::rules
