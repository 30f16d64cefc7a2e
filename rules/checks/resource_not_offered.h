// ResourceNotOffered: an extended resource that no node offers and nothing serves, where it can be
// told what was meant.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// What containers may ask for here and get: what nodes offer, classes carry and mappings rewrite.
std::set<std::string, std::less<>> served_names(const CheckFacts& facts);

// The scheduler says "Insufficient acme.com/x" of every node. A device plugin may come with a node
// that an autoscaler adds, so this speaks only of a name that is nearly one that is served, and of
// one whose devices a DeviceClass of the same vendor has (nvidia.com/gpu and class gpu.nvidia.com).
// It is silent where no node is known, and of pods of another scheduler, which may serve names that
// no node has (resources "ignoredByScheduler" of a scheduler's extender).
void check_resource_offered(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings);

}  // namespace drawbridge::rules
