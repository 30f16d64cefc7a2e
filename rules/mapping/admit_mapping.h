// admit_mapping(): what no schema can say of a DeviceMapping, since it depends on the others:
// whether the cluster's mappings still make sense together with it.
//
// Findings, each told with its field in the mapping:
//   MappingConflict  an entry of spec.rewrites matches what one of equal rank matches, in the same
//                    namespaces: denied where it is certain, warned of where only some labels of a
//                    namespace would make it so
//   MappedTwice      a DeviceClass would be counted under two logical resources: denied where two
//                    mappings list it, warned of where one rewrites to what another one lists
//   ChargesDiffer    one logical resource would be counted in two units
// What is wrong with a mapping by itself is MappingInvalid (compile_mapping).
#pragma once

#include <vector>

#include "rules/finding.h"
#include "rules/mapping/index.h"

namespace drawbridge::rules {

// Findings of one mapping; the rest would say the same.
inline constexpr std::size_t kMappingFindingsMax = 16;

// `mapping` against `others`, where one of its own name is what it replaces; `before` is that one,
// nullptr on CREATE. What was wrong before already is warned of, not denied: a clash of two
// mappings must not stand in the way of its own repair.
std::vector<Finding> admit_mapping(const Mapping& mapping, const Mapping* before,
                                   const MappingIndex& others);

}  // namespace drawbridge::rules
