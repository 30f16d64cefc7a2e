// TopologyFit: whether pods that Kueue places by a topology can get the one flavor that has it.
//
// Source of the rules: Kueue's onlyTASFlavor and resolvePodSetFlavors
// (pkg/scheduler/flavorassigner, v0.19): among the flavors that a pod set is given for its
// resources, exactly one has a topology.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quota/kueue/fit.h"

namespace drawbridge::quota {

// Whether a flavor has a topology; nullopt where it is not known.
using HasTopology = std::function<std::optional<bool>(std::string_view flavor)>;

// Of each pod set with `needs_topology` that can't get one, whatever flavors are chosen:
// kNoTopologyFlavor or kTwoTopologyFlavors. Sets that lack a flavor for another reason are left to
// find_misfits.
std::vector<Misfit> find_topology_misfits(std::span<const ResourceGroup> groups,
                                          std::span<const PodSetRequests> pod_sets,
                                          const Reach& reach, const HasTopology& has_topology);

}  // namespace drawbridge::quota
