// Whether some node has all the devices that a pod asks for, as far as it may go there.
//
// Each request for itself and each class's together; what several requests of different selectors
// could take from each other is not worked out, so that nothing is said of a pod that may run.
#pragma once

#include <optional>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Nodes that one pod is put to; where there are more, nothing is said.
inline constexpr std::size_t kFitNodesMax = 1'000;

// DevicesTooFew, where no node has all of it. nullopt where one has, and where that is not known:
// devices that more than one node reaches or that several claims may have, pools of which slices
// are still to come, nodes whose labels are not known.
std::optional<Finding> no_node_fits(const PodSubject& subject, const CheckFacts& facts);

}  // namespace drawbridge::rules
