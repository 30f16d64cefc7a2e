#include "quota/kueue/topology_fit.h"

#include <algorithm>
#include <string>
#include <utility>

namespace drawbridge::quota {
namespace {

using Requests = decltype(PodSetRequests::requests);

// A group that a pod set asks, and the flavors of it that it may be given.
struct Choice {
  std::string_view resource;        // the first that it asks for
  std::string_view with_topology;   // the first flavor that has one; empty for none
  bool only_with_topology = false;  // all of them
};

class TopologyFit {
 public:
  TopologyFit(std::span<const ResourceGroup> groups, std::span<const PodSetRequests> pod_sets,
              const Reach& reach, const HasTopology& has_topology)
      : groups_(groups),
        pod_sets_(pod_sets),
        placed_(grouped(pod_sets)),
        reach_(reach),
        has_topology_(has_topology) {}

  std::vector<Misfit> run() const {
    std::vector<Misfit> misfits;
    for (const PodSetRequests& pod_set : pod_sets_) {
      if (!pod_set.needs_topology) continue;
      if (auto misfit = misfit_of(pod_set)) misfits.push_back(std::move(*misfit));
    }
    return misfits;
  }

 private:
  std::optional<Misfit> misfit_of(const PodSetRequests& pod_set) const {
    const PodSetRequests& together = placed_with(pod_set);
    // One of a group that asks for nothing at all goes where the others go.
    const bool goes_along = pod_set.requests.empty() && !pod_set.asks_for_others;
    const Requests& asks = goes_along ? together.requests : pod_set.requests;
    std::vector<Choice> choices;
    for (const ResourceGroup& group : groups_) {
      const auto first =
          std::find_if(group.resources.begin(), group.resources.end(),
                       [&asks](const std::string& resource) { return asks.contains(resource); });
      if (first == group.resources.end()) continue;
      const std::optional<Choice> choice = choice_of(group, *first, together);
      if (!choice) return std::nullopt;
      choices.push_back(*choice);
    }
    if (std::all_of(choices.begin(), choices.end(),
                    [](const Choice& choice) { return choice.with_topology.empty(); })) {
      if (pod_set.may_ask_more) return std::nullopt;
      return Misfit{Misfit::Kind::kNoTopologyFlavor, pod_set.name, {}, 0, 0, {}};
    }
    return two_topologies(pod_set, choices);
  }

  // A flavor stands in one group alone, so that at most one group may give one with a topology.
  static std::optional<Misfit> two_topologies(const PodSetRequests& pod_set,
                                              std::span<const Choice> choices) {
    Misfit misfit{Misfit::Kind::kTwoTopologyFlavors, pod_set.name, {}, 0, 0, {}};
    for (const Choice& choice : choices) {
      if (choice.only_with_topology)
        misfit.short_of.push_back(
            {std::string(choice.with_topology), std::string(choice.resource)});
    }
    if (misfit.short_of.size() < 2) return std::nullopt;
    misfit.resource = misfit.short_of.front().resource;
    return misfit;
  }

  const PodSetRequests& placed_with(const PodSetRequests& pod_set) const {
    const auto together =
        std::find_if(placed_.begin(), placed_.end(), [&pod_set](const PodSetRequests& one) {
          return pod_set.group.empty() ? one.name == pod_set.name : one.group == pod_set.group;
        });
    return *together;
  }

  // nullopt where it can be given none, or one of which nothing is known.
  std::optional<Choice> choice_of(const ResourceGroup& group, std::string_view resource,
                                  const PodSetRequests& together) const {
    Choice choice{resource, {}, true};
    bool any = false;
    for (const std::string& flavor : group.flavors) {
      if (!together.may_use(flavor) || !has_enough(together, group, flavor, reach_)) continue;
      const std::optional<bool> has = has_topology_(flavor);
      if (!has) return std::nullopt;
      any = true;
      choice.only_with_topology &= *has;
      if (*has && choice.with_topology.empty()) choice.with_topology = flavor;
    }
    return any ? std::optional(choice) : std::nullopt;
  }

  const std::span<const ResourceGroup> groups_;
  const std::span<const PodSetRequests> pod_sets_;
  const std::vector<PodSetRequests> placed_;
  const Reach& reach_;
  const HasTopology& has_topology_;
};

}  // namespace

std::vector<Misfit> find_topology_misfits(std::span<const ResourceGroup> groups,
                                          std::span<const PodSetRequests> pod_sets,
                                          const Reach& reach, const HasTopology& has_topology) {
  const bool any = std::any_of(pod_sets.begin(), pod_sets.end(),
                               [](const PodSetRequests& one) { return one.needs_topology; });
  if (!any) return {};
  return TopologyFit(groups, pod_sets, reach, has_topology).run();
}

}  // namespace drawbridge::quota
