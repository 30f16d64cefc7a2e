// ClaimElsewhere: a pod uses a claim that is allocated already, and may not go to the node that has
// its devices (resource.k8s.io/v1 AllocationResult.nodeSelector; the scheduler's plugin
// DynamicResources takes no other node).
#pragma once

#include <string_view>
#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// The node that alone can use the claim, as the scheduler writes it; empty where that is another
// set of nodes, or it is not allocated.
std::string_view node_of_allocation(const kube::Json& claim);

// Only claims of the devices of one node, named by it; of nodes by their labels nothing is said.
void check_claims_elsewhere(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings);

}  // namespace drawbridge::rules
