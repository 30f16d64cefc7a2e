#include "quota/kueue/crowd.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "kube/api/largest_that.h"
#include "kube/api/saturating.h"
#include "quota/kueue/crowd_count.h"

namespace drawbridge::quota {
namespace {

using Positions = CrowdCount::Positions;
using PodSet = CrowdCount::PodSet;

std::int64_t sum_of(std::span<const std::pair<std::string, std::int64_t>> amounts) {
  std::int64_t sum = 0;
  for (const auto& [name, amount] : amounts) sum = kube::saturating_add(sum, amount);
  return sum;
}

Positions without(const Positions& all, const Positions& some) {
  Positions rest = all;
  std::erase_if(rest, [&](std::size_t one) {
    return std::find(some.begin(), some.end(), one) != some.end();
  });
  return rest;
}

// Of which none can be left out; the last are left out first.
template <typename Holds>
Positions fewest(Positions positions, Holds holds) {
  for (std::size_t i = positions.size(); i-- > 0;) {
    Positions fewer = without(positions, {positions[i]});
    if (holds(fewer)) positions = std::move(fewer);
  }
  return positions;
}

std::vector<std::string> names(const CrowdCount& group, const Positions& positions) {
  std::vector<std::string> names;
  for (const std::size_t resource : positions) names.push_back(group.resources()[resource]);
  return names;
}

AmountsByFlavor fits_of(const CrowdCount& group, const PodSet& set) {
  AmountsByFlavor fits;
  for (std::size_t flavor = 0; flavor < group.flavors().size(); ++flavor) {
    const std::int64_t fit = group.fit(set, flavor, group.all());
    if (fit > 0) fits.emplace_back(group.flavors()[flavor], fit);
  }
  return fits;
}

ShortResource short_of(const CrowdCount& group, std::size_t resource,
                       std::span<const PodSet> sets) {
  ShortResource of;
  of.resource = group.resources()[resource];
  for (const PodSet& set : sets) {
    if (set.asked[resource] > 0) of.asked_by.emplace_back(set.name, set.asked[resource]);
  }
  for (std::size_t flavor = 0; flavor < group.flavors().size(); ++flavor) {
    if (CrowdCount::any_takes(sets, flavor, resource))
      of.has.emplace_back(group.flavors()[flavor], group.has(flavor, resource));
  }
  of.some_are_closed = of.has.size() < group.flavors().size();
  return of;
}

// The one pod set is told that says it alone, where the sum over all does not.
ShortResource short_resource(const CrowdCount& group, std::size_t resource, std::int64_t most) {
  const auto sets = group.pod_sets();
  ShortResource of_all = short_of(group, resource, sets);
  if (sets.size() < 2 || !of_all.is_scattered(most)) return of_all;
  const auto alone = std::find_if(sets.begin(), sets.end(), [&](const PodSet& set) {
    return group.fit_in_all(set, {resource}) <= most;
  });
  if (alone == sets.end()) return of_all;
  ShortResource of_one = short_of(group, resource, {&*alone, 1});
  of_one.pod_set = alone->name;
  return of_one;
}

// What one resource says is told first, then what one pod set does.
std::variant<ShortResource, ShortFlavors> why(const CrowdCount& group, std::int64_t most) {
  const CrowdCount open = group.of_open_flavors();
  const Positions all = group.all();
  for (const std::size_t resource : all) {
    if (open.count({resource}, most + 1) <= most) return short_resource(open, resource, most);
  }
  // What closes a flavor is named here: it may have enough of all else.
  for (const PodSet& set : group.pod_sets()) {
    const auto says_it = [&](const Positions& some) { return group.fit_in_all(set, some) <= most; };
    if (says_it(all))
      return ShortFlavors{names(group, fewest(all, says_it)), set.name, fits_of(group, set)};
  }
  const auto say_it = [&](const Positions& some) { return group.count(some, most + 1) <= most; };
  return ShortFlavors{names(group, fewest(all, say_it)), {}, {}};
}

class CrowdSearch {
 public:
  CrowdSearch(std::span<const ResourceGroup> groups, std::span<const PodSetRequests> pod_sets,
              std::int64_t workloads, const Reach& reach)
      : workloads_(workloads) {
    const std::vector<PodSetRequests> placed = grouped(pod_sets);
    is_of_one_set_ = placed.size() == 1;
    for (const ResourceGroup& group : groups) {
      groups_.emplace_back(group, placed, reach);
      counts_.push_back(groups_.back().count(groups_.back().all(), workloads));
    }
  }

  std::optional<Crowd> run() const {
    const auto least = std::min_element(counts_.begin(), counts_.end());
    if (least == counts_.end() || *least >= workloads_) return std::nullopt;
    const auto told = static_cast<std::size_t>(least - counts_.begin());
    Crowd crowd;
    crowd.most = *least;
    crowd.why = why(groups_[told], crowd.most);
    const auto* resource = std::get_if<ShortResource>(&crowd.why);
    if (crowd.most == 0 && resource == nullptr) return std::nullopt;
    note_to_raise(told, crowd);
    if (resource != nullptr && is_of_one_set_) crowd.share = share(told, *resource);
    return crowd;
  }

 private:
  void note_to_raise(std::size_t told, Crowd& crowd) const {
    const auto* resource = std::get_if<ShortResource>(&crowd.why);
    crowd.to_raise = resource != nullptr ? std::vector{resource->resource}
                                         : std::get<ShortFlavors>(crowd.why).resources;
    const std::vector<std::string> named = crowd.to_raise;
    add_to_raise(told, named, crowd);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (group != told && counts_[group] < workloads_) add_to_raise(group, {}, crowd);
    }
    const bool is_of_one_flavor =
        resource != nullptr && resource->some_are_closed && resource->has.size() == 1;
    if (!is_of_one_flavor) return;
    const std::string& flavor = resource->has.front().first;
    CrowdCount raised = groups_[told];
    for (const std::string& name : crowd.to_raise) {
      const std::optional<std::size_t> position = raised.position(name);
      if (!position) return;
      raised = raised.with_more(flavor, *position);
    }
    if (raised.count(raised.all(), workloads_) >= workloads_) crowd.flavor_to_raise = flavor;
  }

  // In the flavors that take them as it is.
  void add_to_raise(std::size_t group, std::span<const std::string> named, Crowd& crowd) const {
    const CrowdCount open = groups_[group].of_open_flavors();
    const Positions all = open.all();
    Positions first;
    for (const std::string& name : named) first.push_back(*open.position(name));
    const Positions behind = fewest(without(all, first), [&](const Positions& some) {
      return open.count(without(without(all, first), some), workloads_) >= workloads_;
    });
    for (std::string& name : names(open, behind)) crowd.to_raise.push_back(std::move(name));
  }

  std::int64_t share(std::size_t told, const ShortResource& of) const {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (group != told && counts_[group] < workloads_) return 0;
    }
    const std::size_t resource = *groups_[told].position(of.resource);
    return kube::largest_that(of.reach() / workloads_, [&](std::int64_t each) {
      const CrowdCount asking = groups_[told].with_asked(resource, each);
      return asking.count(asking.all(), workloads_) >= workloads_;
    });
  }

  const std::int64_t workloads_;
  bool is_of_one_set_ = false;
  std::vector<CrowdCount> groups_;
  std::vector<std::int64_t> counts_;
};

}  // namespace

std::int64_t ShortResource::asked() const {
  return sum_of(asked_by);
}

std::int64_t ShortResource::reach() const {
  return sum_of(has);
}

std::int64_t ShortResource::flavor_reach() const {
  std::int64_t most = 0;
  for (const auto& [flavor, amount] : has) most = std::max(most, amount);
  return most;
}

std::optional<Crowd> find_crowd(std::span<const ResourceGroup> groups,
                                std::span<const PodSetRequests> pod_sets, std::int64_t workloads,
                                const Reach& reach) {
  return CrowdSearch(groups, pod_sets, workloads, reach).run();
}

}  // namespace drawbridge::quota
