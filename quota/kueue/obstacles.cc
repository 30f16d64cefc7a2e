#include "quota/kueue/obstacles.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>

#include "kube/api/saturating.h"
#include "quota/kueue/topology_fit.h"

namespace drawbridge::quota {
namespace {

using kube::Json;

bool is_of_amounts(const Obstacle& obstacle) {
  return obstacle.misfit->is_of_amounts();
}

// Another flavor has enough, and to let the pods in is all that is proposed: which nodes they want,
// and how near, is a choice that they may keep.
bool is_to_be_opened(const Obstacle& obstacle) {
  return is_of_amounts(obstacle) && !obstacle.mismatches.empty() && !obstacle.mismatched_is_short &&
         std::none_of(obstacle.mismatches.begin(), obstacle.mismatches.end(),
                      std::mem_fn(&FlavorMismatch::is_of_choice));
}

// Of another pod set, or of other resources, for the same reason.
bool is_told(const Obstacle& obstacle, std::span<Obstacle> obstacles) {
  const Misfit& misfit = *obstacle.misfit;
  if (!misfit.group.empty() || misfit.is_of_amounts() || misfit.kind == Misfit::Kind::kNotCovered)
    return false;
  const std::size_t set = std::stoul(misfit.pod_set);
  const bool is_of_topology = misfit.kind != Misfit::Kind::kNoUsableFlavor;
  for (Obstacle& told : obstacles) {
    std::vector<std::size_t>& sets = told.mismatched_sets;
    if (told.misfit->kind != misfit.kind || told.mismatches != obstacle.mismatches) continue;
    if (std::find(sets.begin(), sets.end(), set) != sets.end()) {
      told.closed_besides.emplace_back(set, obstacle.mismatched_flavor);
      return true;
    }
    if (!is_of_topology || told.misfit->short_of != misfit.short_of) continue;
    sets.push_back(set);
    return true;
  }
  return false;
}

// Where a pod set asks for something, and for nothing that is covered, Kueue ends its assignment
// and takes it for whole: it places no pods by a topology, and starts the workload without the sets
// that come later.
std::optional<std::size_t> first_without_flavor(std::span<const PodSetRequests> requests) {
  const auto found =
      std::find_if(requests.begin(), requests.end(), std::mem_fn(&PodSetRequests::asks_for_others));
  if (found == requests.end()) return std::nullopt;
  return static_cast<std::size_t>(found - requests.begin());
}

}  // namespace

std::vector<Obstacle> ObstacleSearch::ever() {
  const Reach ever = reach(&QuotaTree::potential);
  if (!quotas_may_change()) close_empty_flavors(ever);
  std::vector<Obstacle> obstacles;
  add_obstacles(find_misfits(queue_.groups, requests_, ever), obstacles);
  add_obstacles_behind(ever, obstacles);
  // With more of what is too little another flavor may be the right one.
  if (std::none_of(obstacles.begin(), obstacles.end(), is_of_amounts) &&
      !first_without_flavor(requests_))
    add_topology_obstacles(ever, obstacles);
  for (Obstacle& obstacle : obstacles) {
    note_limits(obstacle, obstacles);
    obstacle.mismatched_is_short = is_short_for_all(obstacle, obstacles);
  }
  return obstacles;
}

// Where the flavors that take a pod set have nothing of what it asks for, and one that does not
// take it has some, that is the one to open: to raise the quota of the others would send the pods
// to nodes without it.
void ObstacleSearch::close_empty_flavors(const Reach& ever) {
  for (PodSetRequests& pods : requests_) {
    for (const auto& [resource, asked] : pods.requests) {
      const ResourceGroup* group = queue_.group_of(resource);
      if (asked <= 0 || group == nullptr || !pods.group.empty()) continue;
      const auto has_some = [&ever, &of = resource](const std::string& flavor) {
        return ever(flavor, of) > 0;
      };
      const auto& all = group->flavors;
      const bool any_open_has = std::any_of(all.begin(), all.end(), [&](const std::string& flavor) {
        return pods.may_use(flavor) && has_some(flavor);
      });
      if (any_open_has || std::none_of(all.begin(), all.end(), has_some)) continue;
      for (const std::string& flavor : all) {
        if (pods.may_use(flavor)) pods.empty_flavors.push_back(flavor);
      }
    }
  }
}

bool ObstacleSearch::fits() const {
  return fit(queue_.groups, requests_, reach(&QuotaTree::potential));
}

bool ObstacleSearch::admits_ever() const {
  const Reach ever = reach(&QuotaTree::potential);
  return fit(queue_.groups, requests_, ever) &&
         (first_without_flavor(requests_) || topology_misfits(ever).empty());
}

bool ObstacleSearch::has_room() const {
  std::vector<PodSetRequests> requests = grouped(requests_);
  for (PodSetRequests& pods : requests) leave_out_too_small(pods);
  return fit(queue_.groups, requests, reach(&QuotaTree::available)) &&
         misfits_by_topology(requests).empty();
}

std::vector<Obstacle> ObstacleSearch::by_what_is_left() const {
  std::vector<PodSetRequests> requests = grouped(requests_);
  for (PodSetRequests& pods : requests) leave_out_too_small(pods);
  std::vector<Misfit> misfits = find_misfits(queue_.groups, requests, reach(&QuotaTree::available));
  if (misfits.empty()) misfits = misfits_by_topology(requests);
  std::vector<Obstacle> obstacles;
  for (Misfit& misfit : misfits) {
    Obstacle& obstacle = obstacles.emplace_back();
    obstacle.misfit = std::move(misfit);
    note_group(obstacle);
    note_standing(obstacle);
  }
  return obstacles;
}

// Of those of one group none is later than the others.
std::optional<std::pair<std::size_t, std::size_t>> ObstacleSearch::left_out() const {
  const std::optional<std::size_t> last = first_without_flavor(requests_);
  if (!last) return std::nullopt;
  const auto end_of_first = requests_.begin() + static_cast<std::ptrdiff_t>(*last) + 1;
  const auto is_new = [&](const PodSetRequests& later) {
    return later.group.empty() ||
           std::none_of(requests_.begin(), end_of_first,
                        [&later](const PodSetRequests& one) { return one.group == later.group; });
  };
  const auto found = std::find_if(end_of_first, requests_.end(), is_new);
  if (found == requests_.end()) return std::nullopt;
  return std::pair(*last, static_cast<std::size_t>(found - requests_.begin()));
}

Reach ObstacleSearch::reach(Amount amount) const {
  return [path = index_.tree().path(cluster_queue_), amount](std::string_view flavor,
                                                             std::string_view resource) {
    // In a circle Kueue admits nothing, which is told as that.
    return amount(path, {std::string(flavor), std::string(resource)}).value_or(INT64_MAX);
  };
}

void ObstacleSearch::add_obstacles(std::vector<Misfit> misfits,
                                   std::vector<Obstacle>& obstacles) const {
  for (Misfit& misfit : misfits) {
    Obstacle obstacle;
    obstacle.misfit = std::move(misfit);
    note_group(obstacle);
    note_standing(obstacle);
    note_mismatch(obstacle);
    note_only_flavor(obstacle);
    if (!is_told(obstacle, obstacles)) obstacles.push_back(std::move(obstacle));
  }
}

// With the flavors open that are nearest, and enough of what single pod sets lack, there may
// still be too little of something, alone or together.
void ObstacleSearch::add_obstacles_behind(const Reach& ever, std::vector<Obstacle>& obstacles) {
  while (add_next_obstacles_behind(ever, obstacles)) continue;
}

// False where nothing more is found, or told.
bool ObstacleSearch::add_next_obstacles_behind(const Reach& ever,
                                               std::vector<Obstacle>& obstacles) {
  const auto is_mended = [&](const Obstacle& one) {
    return is_of_amounts(one) || one.misfit->kind == Misfit::Kind::kNotCovered ||
           (one.misfit->kind == Misfit::Kind::kNoUsableFlavor && !one.mismatched_flavor.empty());
  };
  if (obstacles.empty() || !std::all_of(obstacles.begin(), obstacles.end(), is_mended))
    return false;
  for (Obstacle& obstacle : obstacles)
    obstacle.mismatched_is_short = is_short_for_all(obstacle, obstacles);
  open_nearest_flavors(obstacles);
  const Reach raised = [&](std::string_view flavor, std::string_view resource) {
    const bool is_lacked =
        std::any_of(obstacles.begin(), obstacles.end(), [&](const Obstacle& one) {
          return !is_to_be_opened(one) && is_raised(*one.misfit, flavor, resource);
        });
    return is_lacked ? INT64_MAX : ever(flavor, resource);
  };
  std::vector<Misfit> behind = find_misfits(queue_.groups, requests_, raised);
  std::erase_if(behind, [&](const Misfit& one) {
    return !one.is_of_amounts() ||
           std::any_of(obstacles.begin(), obstacles.end(), [&](const Obstacle& told) {
             const bool is_of_another =
                 is_to_be_opened(told) && told.misfit->pod_set != one.pod_set;
             return is_of_amounts(told) && !is_of_another &&
                    told.misfit->resource == one.resource &&
                    told.misfit->raised_flavor() == one.raised_flavor();
           });
  });
  // Of what is there, not of what was raised.
  for (Misfit& one : behind) {
    if (one.kind == Misfit::Kind::kTooMuchTogether) one.reach = sum_of(one.resource, ever);
  }
  const std::size_t most = std::max(obstacles.size(), kMisfitsMax);
  if (behind.size() > most - obstacles.size()) behind.resize(most - obstacles.size());
  if (behind.empty()) return false;
  add_obstacles(std::move(behind), obstacles);
  return true;
}

// What is proposed is more of this.
bool ObstacleSearch::is_raised(const Misfit& misfit, std::string_view flavor,
                               std::string_view resource) const {
  switch (misfit.kind) {
    case Misfit::Kind::kTooMuch:
      return misfit.is_of(flavor, resource);
    case Misfit::Kind::kTooMuchTogether:
      return misfit.resource == resource &&
             (misfit.flavor_to_raise.empty() || misfit.flavor_to_raise == flavor);
    case Misfit::Kind::kEachShort:
      return misfit.flavor == flavor &&
             queue_.group_of(resource) == queue_.group_of(misfit.resource);
    default:
      return false;
  }
}

// Over the flavors that any pod set may use that asks for it.
std::int64_t ObstacleSearch::sum_of(const std::string& resource, const Reach& reach) const {
  std::int64_t sum = 0;
  for (const std::string& flavor : queue_.group_of(resource)->flavors) {
    const bool any = std::any_of(requests_.begin(), requests_.end(), [&](const auto& pods) {
      return pods.requests.contains(resource) && pods.may_use(flavor);
    });
    if (any) sum = kube::saturating_add(sum, reach(flavor, resource));
  }
  return sum;
}

// What can't be used is told; what comes after that asks what the pods find in the flavor that is
// named there.
void ObstacleSearch::open_nearest_flavors(std::span<const Obstacle> obstacles) {
  for (const Obstacle& obstacle : obstacles) {
    if (is_to_be_opened(obstacle) && obstacle.grouped_sets.empty())
      std::erase(requests_[std::stoul(obstacle.misfit->pod_set)].unusable_flavors,
                 obstacle.mismatched_flavor);
    if (obstacle.misfit->kind != Misfit::Kind::kNoUsableFlavor) continue;
    std::vector<std::size_t> sets = obstacle.grouped_sets;
    if (sets.empty()) sets = obstacle.mismatched_sets;
    for (const std::size_t set : sets) {
      std::erase(requests_[set].unusable_flavors, obstacle.mismatched_flavor);
    }
    for (const auto& [set, flavor] : obstacle.closed_besides)
      std::erase(requests_[set].unusable_flavors, flavor);
  }
}

std::vector<Misfit> ObstacleSearch::topology_misfits(const Reach& reach) const {
  return find_topology_misfits(
      queue_.groups, requests_, reach, [this](std::string_view name) -> std::optional<bool> {
        const Json* flavor = index_.flavor(name);
        return flavor == nullptr ? std::nullopt : std::optional(quota::has_topology(*flavor));
      });
}

void ObstacleSearch::add_topology_obstacles(const Reach& ever,
                                            std::vector<Obstacle>& obstacles) const {
  std::vector<Misfit> misfits = topology_misfits(ever);
  std::erase_if(misfits, [&](const Misfit& misfit) {
    return std::any_of(obstacles.begin(), obstacles.end(), [&](const Obstacle& told) {
      return told.misfit->pod_set == misfit.pod_set;
    });
  });
  add_obstacles(std::move(misfits), obstacles);
}

// What is left of the flavors may be such that pods get no topology, or two: they wait for room
// in those of which one alone has one.
std::vector<Misfit> ObstacleSearch::misfits_by_topology(
    std::span<const PodSetRequests> requests) const {
  const Reach now = reach(&QuotaTree::available);
  const std::vector<Misfit> found =
      first_without_flavor(requests_) ? std::vector<Misfit>() : topology_misfits(now);
  if (found.empty()) return {};
  const PodSetRequests& placed = requests_[std::stoul(found.front().pod_set)];
  for (const ResourceGroup& of_topology : queue_.groups) {
    std::vector<PodSetRequests> all(requests.begin(), requests.end());
    for (PodSetRequests& pods : all) {
      const bool same =
          placed.group.empty() ? pods.name == placed.name : pods.group == placed.group;
      if (same) leave_one_topology(of_topology, pods);
    }
    std::vector<Misfit> misfits = find_misfits(queue_.groups, all, now);
    if (!misfits.empty() &&
        std::all_of(misfits.begin(), misfits.end(), std::mem_fn(&Misfit::is_of_amounts)))
      return misfits;
  }
  return {};
}

// The group gives a flavor with a topology, all others one without.
void ObstacleSearch::leave_one_topology(const ResourceGroup& of_topology,
                                        PodSetRequests& pods) const {
  for (const ResourceGroup& group : queue_.groups) {
    for (const std::string& name : group.flavors) {
      const Json* flavor = index_.flavor(name);
      const bool has_one = flavor != nullptr && has_topology(*flavor);
      if (has_one != (&group == &of_topology)) pods.unusable_flavors.push_back(name);
    }
  }
}

// Of flavors that can never take the pods nobody waits for.
void ObstacleSearch::leave_out_too_small(PodSetRequests& pods) const {
  const Reach ever = reach(&QuotaTree::potential);
  for (const ResourceGroup& group : queue_.groups) {
    for (const std::string& flavor : group.flavors) {
      if (!has_enough(pods, group, flavor, ever)) pods.unusable_flavors.push_back(flavor);
    }
  }
}

void ObstacleSearch::note_standing(Obstacle& obstacle) const {
  const std::optional<Misfit>& misfit = obstacle.misfit;
  if (misfit && !misfit->flavor.empty()) {
    obstacle.standing = index_.tree().standing(cluster_queue_, {misfit->flavor, misfit->resource});
  }
}

// Whether a limit is all that is in the way is a matter of all pod sets, whatever the flavor
// comes to give them with more.
void ObstacleSearch::note_limits(Obstacle& obstacle, std::span<const Obstacle> all) const {
  const Misfit& misfit = *obstacle.misfit;
  if (!obstacle.standing || misfit.kind != Misfit::Kind::kTooMuch) return;
  const auto is_enough = [&](std::int64_t amount) {
    return amount >= misfit.asked && fit_with(misfit, amount, all);
  };
  obstacle.own_limit_alone =
      obstacle.standing->borrowing_limit && is_enough(obstacle.standing->cohort_reach);
  const LimitsInTheWay limits =
      index_.tree().limits_in_the_way(cluster_queue_, {misfit.flavor, misfit.resource});
  if (is_enough(limits.unbounded_reach)) {
    obstacle.bounded_by = limits.bounded_by;
  } else if (is_enough(limits.lent_reach)) {
    obstacle.kept_by = limits.kept_by;
  }
}

// The flavor that does not take the pod set has enough for it, and not for all that find it
// nowhere else, with those that may take it already and fit without these.
bool ObstacleSearch::is_short_for_all(const Obstacle& obstacle,
                                      std::span<const Obstacle> all) const {
  const std::string& flavor = obstacle.mismatched_flavor;
  if (flavor.empty() || !obstacle.misfit->is_of_amounts() || !obstacle.grouped_sets.empty())
    return false;
  const ResourceGroup* group = queue_.group_of(obstacle.misfit->resource);
  std::vector<PodSetRequests> together;
  std::vector<PodSetRequests> others;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    PodSetRequests& one = together.emplace_back(requests_[i]);
    std::erase_if(one.requests, [&](const auto& asked) { return !group->covers(asked.first); });
    const auto of_set = std::find_if(all.begin(), all.end(), [&](const Obstacle& other) {
      const auto& grouped = other.grouped_sets;
      return group->covers(other.misfit->resource) &&
             (other.misfit->pod_set == one.name ||
              std::find(grouped.begin(), grouped.end(), i) != grouped.end());
    });
    if (of_set == all.end()) {
      others.push_back(one);
      continue;
    }
    // What another one lacks is no matter of this flavor.
    if (of_set->mismatched_flavor != flavor) {
      together.pop_back();
      continue;
    }
    one.unusable_flavors = group->flavors;
    std::erase(one.unusable_flavors, flavor);
  }
  const Reach ever = reach(&QuotaTree::potential);
  return !fit({group, 1}, together, ever) && fit({group, 1}, others, ever);
}

// All pod sets, with so much of what the misfit lacks, and more than enough of what the others
// do.
bool ObstacleSearch::fit_with(const Misfit& misfit, std::int64_t amount,
                              std::span<const Obstacle> all) const {
  const Reach ever = reach(&QuotaTree::potential);
  const Reach raised = [&](std::string_view flavor, std::string_view resource) {
    if (misfit.is_of(flavor, resource)) return amount;
    const bool is_lacked = std::any_of(all.begin(), all.end(), [&](const Obstacle& other) {
      const Misfit& one = *other.misfit;
      return one.is_of_amounts() && one.resource == resource && one.raised_flavor() == flavor;
    });
    return is_lacked ? INT64_MAX : ever(flavor, resource);
  };
  const std::vector<Misfit> left = find_misfits(queue_.groups, requests_, raised);
  return std::none_of(left.begin(), left.end(),
                      [](const Misfit& one) { return one.is_of_amounts(); });
}

// Of a group's pod sets the one that asks, where it is one alone.
void ObstacleSearch::note_group(Obstacle& obstacle) const {
  Misfit& misfit = *obstacle.misfit;
  if (misfit.group.empty()) return;
  std::vector<std::size_t> asking;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i].group != misfit.group) continue;
    obstacle.grouped_sets.push_back(i);
    const auto asked = requests_[i].requests.find(misfit.resource);
    if (asked != requests_[i].requests.end() && asked->second > 0) asking.push_back(i);
  }
  if (misfit.kind == Misfit::Kind::kNoUsableFlavor) return;
  misfit.pod_set = asking.size() == 1 ? std::to_string(asking.front()) : std::string();
}

void ObstacleSearch::note_mismatch(Obstacle& obstacle) const {
  const bool is_of_flavors =
      obstacle.misfit->is_of_amounts() || obstacle.misfit->kind == Misfit::Kind::kNoUsableFlavor;
  if (!is_of_flavors) {
    if (obstacle.misfit->kind != Misfit::Kind::kNotCovered)
      obstacle.mismatched_sets = {std::stoul(obstacle.misfit->pod_set)};
    return;
  }
  if (obstacle.misfit->pod_set.empty() && obstacle.grouped_sets.empty()) return;
  const ResourceGroup* group = queue_.group_of(obstacle.misfit->resource);
  if (group == nullptr || group->flavors.empty()) return;
  if (!obstacle.grouped_sets.empty()) return note_mismatch_of_group(obstacle, *group);
  const std::size_t first = std::stoul(obstacle.misfit->pod_set);
  if (obstacle.misfit->kind != Misfit::Kind::kNoUsableFlavor)
    return note_closed(obstacle, first, *group);
  const std::string& resource = obstacle.misfit->resource;
  const Json* flavor = nearest_flavor(first, *group, resource, obstacle.mismatched_flavor);
  if (flavor == nullptr) return;
  obstacle.mismatches = mismatches_of(first, *flavor, *group);
  const auto is_alike = [&](std::size_t set) {
    std::string nearest;
    return requests_[set].group.empty() &&
           mismatches_of(set, *flavor, *group) == obstacle.mismatches &&
           nearest_flavor(set, *group, resource, nearest) == flavor;
  };
  for (std::size_t set = first; set < requests_.size() && !obstacle.mismatches.empty(); ++set) {
    if (is_alike(set)) obstacle.mismatched_sets.push_back(set);
  }
}

// Of those that do not take the pods: one with enough for them before others, with some of all
// that they ask for before those, then with some of the resource, whose nodes are those that they
// select, and with the least in the way. nullptr where none is known.
const Json* ObstacleSearch::nearest_flavor(std::size_t set, const ResourceGroup& group,
                                           std::string_view resource, std::string& name) const {
  const Json* nearest = nullptr;
  std::tuple<bool, bool, bool, std::ptrdiff_t, std::size_t> least;
  const Reach ever = reach(&QuotaTree::potential);
  const Reach any = [&ever](std::string_view flavor, std::string_view of) {
    return ever(flavor, of) > 0 ? INT64_MAX : 0;
  };
  for (const std::string& each : group.flavors) {
    const Json* flavor = index_.flavor(each);
    if (flavor == nullptr) continue;
    const std::vector<FlavorMismatch> all =
        asked_.flavors().mismatches(*flavor, question_.pods[set], requests_[set], group);
    if (all.empty()) continue;
    const std::tuple apart{
        !has_enough(requests_[set], group, each, ever),
        !has_enough(requests_[set], group, each, any), any(each, resource) == 0,
        std::count_if(all.begin(), all.end(), std::mem_fn(&FlavorMismatch::is_of_nodes)),
        all.size()};
    if (nearest != nullptr && apart >= least) continue;
    least = apart;
    nearest = flavor;
    name = each;
  }
  return nearest;
}

// The first flavor, or one that has enough for all sets of the group, and does not take one of
// them.
void ObstacleSearch::note_mismatch_of_group(Obstacle& obstacle, const ResourceGroup& group) const {
  const bool has_none = obstacle.misfit->kind == Misfit::Kind::kNoUsableFlavor;
  const std::vector<PodSetRequests> all = grouped(requests_);
  const auto together = std::find_if(all.begin(), all.end(), [&](const PodSetRequests& one) {
    return one.group == obstacle.misfit->group;
  });
  const Reach reach = this->reach(&QuotaTree::potential);
  for (const std::string& name : group.flavors) {
    const Json* flavor = index_.flavor(name);
    if (flavor == nullptr || (!has_none && !has_enough(*together, group, name, reach))) continue;
    for (const std::size_t set : obstacle.grouped_sets) {
      std::vector<FlavorMismatch> found =
          asked_.flavors().mismatches(*flavor, question_.pods[set], requests_[set], group);
      if (found.empty() || (!obstacle.mismatches.empty() && obstacle.mismatches != found)) continue;
      obstacle.mismatches = std::move(found);
      obstacle.mismatched_sets.push_back(set);
    }
    if (obstacle.mismatches.empty()) continue;
    obstacle.mismatched_flavor = name;
    return;
  }
}

void ObstacleSearch::note_only_flavor(Obstacle& obstacle) const {
  if (obstacle.misfit->kind != Misfit::Kind::kTooMuch || obstacle.misfit->pod_set.empty()) return;
  const std::vector<std::string>& all = queue_.group_of(obstacle.misfit->resource)->flavors;
  const PodSetRequests& pods = requests_[std::stoul(obstacle.misfit->pod_set)];
  const auto is_usable = [&pods](const std::string& name) { return pods.may_use(name); };
  obstacle.is_of_only_flavor =
      all.size() > 1 && std::count_if(all.begin(), all.end(), is_usable) == 1;
}

// A flavor that would have enough for the set, and does not take its pods.
void ObstacleSearch::note_closed(Obstacle& obstacle, std::size_t set,
                                 const ResourceGroup& group) const {
  const Reach reach = this->reach(&QuotaTree::potential);
  for (const std::string& name : group.flavors) {
    const Json* flavor = index_.flavor(name);
    if (flavor == nullptr || requests_[set].may_use(name) ||
        !has_enough(requests_[set], group, name, reach))
      continue;
    obstacle.mismatches =
        asked_.flavors().mismatches(*flavor, question_.pods[set], requests_[set], group);
    obstacle.mismatched_flavor = name;
    return;
  }
}

// Why the pods of the set that ask the group for something can't use this flavor of it; empty
// where they can use one of them.
std::vector<FlavorMismatch> ObstacleSearch::mismatches_of(std::size_t set, const Json& flavor,
                                                          const ResourceGroup& group) const {
  const PodSetRequests& pods = requests_[set];
  const auto is_asked = [&pods](const std::string& resource) {
    return pods.requests.contains(resource);
  };
  const auto is_usable = [&pods](const std::string& name) { return pods.may_use(name); };
  if (std::none_of(group.resources.begin(), group.resources.end(), is_asked) ||
      std::any_of(group.flavors.begin(), group.flavors.end(), is_usable))
    return {};
  return asked_.flavors().mismatches(flavor, question_.pods[set], requests_[set], group);
}

}  // namespace drawbridge::quota
