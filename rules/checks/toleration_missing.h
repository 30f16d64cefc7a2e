// TolerationMissing: every node with the devices is tainted, and the pod does not tolerate it.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Nodes of a driver that one question looks at; of more nothing is said.
inline constexpr std::size_t kTaintedNodesMax = 1'000;

// Usual for GPU nodes (nvidia.com/gpu:NoSchedule), which keep other pods away so. Nothing is said
// where tolerations come later: Kueue adds those of a flavor (one
// that has none is told of), and the API server (its plugin
// ExtendedResourceToleration) one of the extended resource's own name.
void check_tolerations(const PodSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

}  // namespace drawbridge::rules
