// NodeServedTwice: a node offers devices by device plugin while a driver publishes them in slices.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Nodes that one question looks at, for a pod: it answers while somebody waits.
inline constexpr std::size_t kNodesLookedAtMax = 64;

// A device plugin and a DRA driver do not know of each other: of 4 devices, 1 was given out by the
// plugin and 4 by claims on one node. A plugin of GPUs beside a driver of network cards is fine.
void check_pod_nodes(const PodSubject& subject, const CheckFacts& facts,
                     std::vector<Finding>& findings);
void check_class_nodes(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);
void check_mapping_nodes(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
