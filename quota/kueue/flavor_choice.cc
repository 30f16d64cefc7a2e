#include "quota/kueue/flavor_choice.h"

#include <algorithm>
#include <utility>

#include "quota/kueue/pod_requests.h"

namespace drawbridge::quota {

using kube::Json;

std::vector<FlavorMismatch> FlavorChoice::mismatches(const Json& flavor, const QueuedPods& pods,
                                                     const PodSetRequests& requests,
                                                     const ResourceGroup& group) const {
  std::vector<FlavorMismatch> all = flavor_mismatches(flavor, pods.pod_template["spec"]);
  if (auto found = topology_mismatch(flavor, pods, requests, group))
    all.push_back(std::move(*found));
  return all;
}

std::vector<std::string> FlavorChoice::unusable(const QueuedPods& pods,
                                                const PodSetRequests& requests) const {
  std::vector<std::string> unusable;
  for (const ResourceGroup& group : queue_.groups) {
    for (const std::string& name : group.flavors) {
      const Json* flavor = index_.flavor(name);
      if (flavor != nullptr && !mismatches(*flavor, pods, requests, group).empty())
        unusable.push_back(name);
    }
  }
  return unusable;
}

// pkg/scheduler/flavorassigner, checkPodSetAndFlavorMatchForTAS.
std::optional<FlavorMismatch> FlavorChoice::topology_mismatch(const Json& flavor,
                                                              const QueuedPods& pods,
                                                              const PodSetRequests& requests,
                                                              const ResourceGroup& group) const {
  using Why = FlavorMismatch::Why;
  if (!uses_topologies()) return std::nullopt;
  const bool has_one = has_topology(flavor);
  if (pods.asks_for_topology && has_one)
    return missing_level(flavor["topologyName"].as_string(), pods, requests);
  if (pods.asks_for_topology == has_one) return std::nullopt;
  // Where all flavors have one, it is implied.
  if (has_one) {
    if (may_have_only_topologies()) return std::nullopt;
    return FlavorMismatch{Why::kTopologyOnly, {}};
  }
  // podSetTopologyRequest: a queue without any can't place them, whatever they ask for. Of no pods
  // nothing is placed.
  if (places_ && requests.needs_topology && !may_have_topologies())
    return FlavorMismatch{Why::kNoTopology, {}};
  // What it gives quota for alone, by transformations or for claims, needs none where another group
  // may give one.
  const bool needs_this =
      places_ && requests.needs_topology && !others_may_have_topologies(requests, group);
  // One that asks for nothing goes along with others.
  if (needs_this && !requests.requests.empty()) return FlavorMismatch{Why::kNoTopology, {}};
  const RequestTable written =
      pod_requests(pods.pod_template["spec"], reading_of(pods, question_.facts.limit_ranges),
                   pods.added_containers, pods.least_of_first);
  const bool gives = std::any_of(
      group.resources.begin(), group.resources.end(),
      [&](const std::string& resource) { return written.find(resource) != written.end(); });
  return gives ? std::optional(FlavorMismatch{Why::kNoTopology, {}}) : std::nullopt;
}

bool FlavorChoice::places_by_topology(const QueuedPods& pods) const {
  return uses_topologies() && (pods.asks_for_topology || has_only_topologies());
}

bool FlavorChoice::uses_topologies() const {
  const kube::KueueConfiguration* configuration = index_.configuration();
  return configuration == nullptr || configuration->topology_aware_scheduling;
}

std::optional<FlavorMismatch> FlavorChoice::missing_level(std::string_view topology,
                                                          const QueuedPods& pods,
                                                          const PodSetRequests& requests) const {
  using Why = FlavorMismatch::Why;
  if (pods.names_no_level) return FlavorMismatch{Why::kNamesNoLevel, {}};
  const std::vector<std::string>* levels = index_.topology(topology);
  if (levels == nullptr) return std::nullopt;
  for (const std::string& level : pods.topology_levels) {
    if (std::find(levels->begin(), levels->end(), level) == levels->end())
      return FlavorMismatch{Why::kNoLevel, level, *levels};
  }
  // TASFlavorSnapshot, when pods are placed: slices are no wider than what holds them.
  const bool are_placed = places_ && requests.needs_topology;
  for (std::size_t i = 1; are_placed && i < pods.topology_levels.size(); ++i) {
    const std::string& wider = pods.topology_levels[i - 1];
    const std::string& level = pods.topology_levels[i];
    if (std::find(levels->begin(), levels->end(), level) <
        std::find(levels->begin(), levels->end(), wider))
      return FlavorMismatch{Why::kLevelOrder, level, *levels, wider};
  }
  return std::nullopt;
}

bool FlavorChoice::others_may_have_topologies(const PodSetRequests& requests,
                                              const ResourceGroup& group) const {
  const auto is_asked = [&requests](const std::string& resource) {
    return requests.may_ask_more || requests.requests.contains(resource);
  };
  return std::any_of(queue_.groups.begin(), queue_.groups.end(), [&](const ResourceGroup& other) {
    return other.flavors != group.flavors &&
           std::any_of(other.resources.begin(), other.resources.end(), is_asked) &&
           std::any_of(other.flavors.begin(), other.flavors.end(), [this](const std::string& name) {
             const Json* flavor = index_.flavor(name);
             return flavor == nullptr || has_topology(*flavor);
           });
  });
}

// One that is not known may have one.
bool FlavorChoice::may_have_topologies() const {
  return any_flavor([](const Json* flavor) { return flavor == nullptr || has_topology(*flavor); });
}

bool FlavorChoice::may_have_only_topologies() const {
  return !any_flavor(
      [](const Json* flavor) { return flavor != nullptr && !has_topology(*flavor); });
}

bool FlavorChoice::has_only_topologies() const {
  return !any_flavor(
      [](const Json* flavor) { return flavor == nullptr || !has_topology(*flavor); });
}

template <typename Is>
bool FlavorChoice::any_flavor(Is is) const {
  return std::any_of(queue_.groups.begin(), queue_.groups.end(), [&](const ResourceGroup& group) {
    return std::any_of(group.flavors.begin(), group.flavors.end(),
                       [&](const std::string& name) { return is(index_.flavor(name)); });
  });
}

}  // namespace drawbridge::quota
