#include "quota/kueue/fit.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "kube/api/saturating.h"

namespace drawbridge::quota {
namespace {

bool contains(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::int64_t asked_of(const PodSetRequests& pod_set, std::string_view resource) {
  const auto found = pod_set.requests.find(resource);
  return found == pod_set.requests.end() ? 0 : found->second;
}

// Gives the pod sets that ask a group for anything one flavor each, be it 0 of a resource: Kueue
// leaves 0 out only of what no group covers.
class Assignment {
 public:
  Assignment(const ResourceGroup& group, std::span<const PodSetRequests> pod_sets,
             const Reach& reach)
      : group_(group), reach_(reach) {
    for (const PodSetRequests& pod_set : pod_sets) {
      const bool asks =
          std::any_of(group.resources.begin(), group.resources.end(),
                      [&](const std::string& name) { return pod_set.requests.contains(name); });
      if (asks) pod_sets_.push_back(&pod_set);
    }
  }

  std::vector<Misfit> run() {
    std::vector<Misfit> misfits;
    for (const PodSetRequests* pod_set : pod_sets_) {
      for (Misfit& misfit : misfits_alone(*pod_set)) {
        misfit.group = pod_set->group;
        misfits.push_back(std::move(misfit));
      }
      if (misfits.size() >= kMisfitsMax) return misfits;
    }
    return !misfits.empty() || fit_together() ? misfits : misfits_together();
  }

  // Whether there are none.
  bool fits() {
    const auto fits_alone = [this](const PodSetRequests* pod_set) {
      return fits_in_any(*pod_set, usable_flavors(*pod_set));
    };
    return std::all_of(pod_sets_.begin(), pod_sets_.end(), fits_alone) && fit_together();
  }

 private:
  bool fits_in_any(const PodSetRequests& pod_set, std::span<const std::string> flavors) const {
    return std::any_of(flavors.begin(), flavors.end(), [&](const std::string& flavor) {
      return has_enough(pod_set, group_, flavor, reach_);
    });
  }

  // Each fits by itself.
  bool fit_together() {
    if (pod_sets_.size() < 2) return true;
    note_numbers();
    return place(0) || choices_ > kFitChoicesMax;
  }

  std::vector<Misfit> misfits_alone(const PodSetRequests& pod_set) const {
    const std::vector<std::string> flavors = usable_flavors(pod_set);
    if (!flavors.empty()) return too_much(pod_set, flavors);
    const std::optional<Misfit> none = no_usable_flavor(pod_set);
    return none ? std::vector{*none} : std::vector<Misfit>();
  }

  // Of the flavor that is nearest to fitting all that is short, where no other has more of that.
  std::vector<Misfit> too_much(const PodSetRequests& pod_set,
                               std::span<const std::string> flavors) const {
    if (fits_in_any(pod_set, flavors)) return {};
    const Misfit nearest = each_short(pod_set, flavors);
    std::vector<Misfit> misfits;
    for (const Misfit::Shortage& shortage : shortages(pod_set, nearest.flavor)) {
      misfits.push_back(most_of(pod_set, flavors, shortage.resource));
      if (misfits.back().reach > shortage.reach) return {nearest};
      misfits.back().flavor = nearest.flavor;
    }
    return misfits;
  }

  std::vector<std::string> usable_flavors(const PodSetRequests& pod_set) const {
    std::vector<std::string> flavors;
    std::copy_if(group_.flavors.begin(), group_.flavors.end(), std::back_inserter(flavors),
                 [&](const std::string& flavor) { return pod_set.may_use(flavor); });
    return flavors;
  }

  // Of the devices that it asks for, where there are some: those the flavors differ in.
  std::optional<Misfit> no_usable_flavor(const PodSetRequests& pod_set) const {
    std::optional<Misfit> found;
    for (const std::string& resource : group_.resources) {
      const std::int64_t asked = asked_of(pod_set, resource);
      if (!pod_set.requests.contains(resource) || (found && is_of_every_node(resource))) continue;
      found = Misfit{Misfit::Kind::kNoUsableFlavor, pod_set.name, resource, asked, 0, {}};
      found->flavors = group_.flavors.size();
      if (!is_of_every_node(resource)) break;
    }
    return found;
  }

  static bool is_of_every_node(std::string_view resource) {
    return resource == "cpu" || resource == "memory" || resource == "pods" ||
           resource == "ephemeral-storage";
  }

  // Of the flavor that has most of the resource.
  Misfit most_of(const PodSetRequests& pod_set, std::span<const std::string> flavors,
                 const std::string& resource) const {
    Misfit most{Misfit::Kind::kTooMuch, pod_set.name, resource, asked_of(pod_set, resource), 0, {}};
    if (most.asked <= 0) return most;
    for (const std::string& flavor : flavors) {
      const std::int64_t has = reach_(flavor, resource);
      if (has > 0) ++most.flavors;
      if (!most.flavor.empty() && has <= most.reach) continue;
      most.reach = has;
      most.flavor = flavor;
    }
    return most;
  }

  std::vector<Misfit::Shortage> shortages(const PodSetRequests& pod_set,
                                          const std::string& flavor) const {
    std::vector<Misfit::Shortage> all;
    for (const std::string& resource : group_.resources) {
      const std::int64_t asked = asked_of(pod_set, resource);
      const std::int64_t has = asked > 0 ? reach_(flavor, resource) : 0;
      if (asked > has) all.push_back({flavor, resource, asked, has});
    }
    return all;
  }

  // The flavor with fewest shortages is told, and of these the one that lacks least of what is
  // asked for.
  Misfit each_short(const PodSetRequests& pod_set, std::span<const std::string> flavors) const {
    Misfit nearest{Misfit::Kind::kEachShort, pod_set.name, {}, 0, 0, {}};
    std::size_t fewest = 0;
    double share = 0;
    for (const std::string& flavor : flavors) {
      const std::vector<Misfit::Shortage> all = shortages(pod_set, flavor);
      const Misfit::Shortage& first = all.front();
      const double has = static_cast<double>(first.reach) / static_cast<double>(first.asked);
      const bool nearer = all.size() < fewest || (all.size() == fewest && has > share);
      if (!nearest.flavor.empty() && !nearer) continue;
      fewest = all.size();
      share = has;
      nearest.flavor = flavor;
      nearest.resource = first.resource;
      nearest.asked = first.asked;
      nearest.reach = first.reach;
    }
    for (const std::string& flavor : flavors)
      nearest.short_of.push_back(told_shortage(shortages(pod_set, flavor), nearest));
    return nearest;
  }

  // Of another flavor something else, where there is: more of what the nearest lacks it may have.
  static Misfit::Shortage told_shortage(const std::vector<Misfit::Shortage>& all,
                                        const Misfit& nearest) {
    const auto other = std::find_if(all.begin(), all.end(), [&](const Misfit::Shortage& one) {
      return one.flavor != nearest.flavor && one.resource != nearest.resource;
    });
    return other == all.end() ? all.front() : *other;
  }

  // The search reads numbers alone: it may make kFitChoicesMax steps while others wait.
  void note_numbers() {
    for (const std::string& flavor : group_.flavors) {
      for (const std::string& resource : group_.resources)
        left_.push_back(reach_(flavor, resource));
    }
    for (const PodSetRequests* pod_set : pod_sets_) {
      for (const std::string& resource : group_.resources)
        asked_.push_back(std::max<std::int64_t>(asked_of(*pod_set, resource), 0));
      for (const std::string& flavor : group_.flavors) usable_.push_back(pod_set->may_use(flavor));
    }
  }

  // Tries every flavor for the i-th pod set, then the rest.
  bool place(std::size_t i) {
    if (i == pod_sets_.size()) return true;
    const std::size_t flavors = group_.flavors.size();
    for (std::size_t flavor = 0; flavor < flavors; ++flavor) {
      if (++choices_ > kFitChoicesMax) return false;
      if (!usable_[i * flavors + flavor] || !take(i, flavor)) continue;
      if (place(i + 1)) return true;
      give_back(i, flavor);
    }
    return false;
  }

  bool take(std::size_t pod_set, std::size_t flavor) {
    const std::size_t width = group_.resources.size();
    std::int64_t* left = left_.data() + flavor * width;
    const std::int64_t* asked = asked_.data() + pod_set * width;
    for (std::size_t i = 0; i < width; ++i) {
      if (asked[i] > left[i]) return false;
    }
    for (std::size_t i = 0; i < width; ++i) left[i] -= asked[i];
    return true;
  }

  void give_back(std::size_t pod_set, std::size_t flavor) {
    const std::size_t width = group_.resources.size();
    for (std::size_t i = 0; i < width; ++i)
      left_[flavor * width + i] += asked_[pod_set * width + i];
  }

  bool usable_by_any(const std::string& flavor) const {
    return std::any_of(pod_sets_.begin(), pod_sets_.end(),
                       [&](const PodSetRequests* pod_set) { return pod_set->may_use(flavor); });
  }

  // Of the resource, over all flavors.
  Misfit summed(const std::string& resource) const {
    Misfit sum{Misfit::Kind::kTooMuchTogether, {}, resource, 0, 0, {}};
    for (const PodSetRequests* pod_set : pod_sets_)
      sum.asked =
          kube::saturating_add(sum.asked, std::max<std::int64_t>(asked_of(*pod_set, resource), 0));
    for (const std::string& flavor : group_.flavors) {
      if (!usable_by_any(flavor)) continue;
      const std::int64_t has = reach_(flavor, resource);
      sum.reach = kube::saturating_add(sum.reach, has);
      if (has > 0) ++sum.flavors;
    }
    return sum;
  }

  // All resources of which the flavors together have too little. Where no sum is, the one of which
  // more in one flavor would help, and of several such, or none, that of which the greatest part is
  // taken.
  std::vector<Misfit> misfits_together() {
    std::vector<std::size_t> short_of;
    for (std::size_t i = 0; i < group_.resources.size(); ++i) {
      const Misfit sum = summed(group_.resources[i]);
      if (sum.asked > sum.reach) short_of.push_back(i);
    }
    if (short_of.empty()) return {misfit_scattered()};
    for (const std::size_t resource : short_of) raise(resource);
    std::vector<Misfit> misfits;
    for (const std::size_t resource : short_of) {
      Misfit misfit = summed(group_.resources[resource]);
      lower(resource);
      misfit.flavor_to_raise = flavor_to_raise(resource);
      // What it takes besides is found next.
      if (misfit.flavor_to_raise.empty()) misfit.flavor_to_raise = flavor_with_most(resource);
      if (misfit.flavor_to_raise.empty()) misfit.flavor_to_raise = flavor_to_raise(resource, 0);
      // With the ones before raised so, the next fits in with them.
      raise(resource, misfit.flavor_to_raise);
      misfits.push_back(std::move(misfit));
    }
    if (!place(0) && choices_ <= kFitChoicesMax) misfits.push_back(misfit_scattered());
    return misfits;
  }

  std::int64_t& left(std::size_t flavor, std::size_t resource) {
    return left_[flavor * group_.resources.size() + resource];
  }

  // In the flavor; in all of them where it is empty.
  void raise(std::size_t resource, std::string_view of_flavor = {}) {
    for (std::size_t flavor = 0; flavor < group_.flavors.size(); ++flavor) {
      if (of_flavor.empty() || group_.flavors[flavor] == of_flavor)
        left(flavor, resource) = INT64_MAX;
    }
  }

  void lower(std::size_t resource) {
    for (std::size_t flavor = 0; flavor < group_.flavors.size(); ++flavor)
      left(flavor, resource) = reach_(group_.flavors[flavor], group_.resources[resource]);
  }

  Misfit misfit_scattered() {
    std::optional<Misfit> worst;
    const auto share = [](const Misfit& misfit) {
      return static_cast<double>(misfit.reach) / static_cast<double>(misfit.asked);
    };
    for (std::size_t i = 0; i < group_.resources.size(); ++i) {
      Misfit misfit = summed(group_.resources[i]);
      if (misfit.asked <= 0) continue;
      misfit.flavor_to_raise = flavor_to_raise(i);
      const bool helps = !misfit.flavor_to_raise.empty();
      const bool helped = worst && !worst->flavor_to_raise.empty();
      if (!worst || (helps && !helped) || (helps == helped && share(misfit) < share(*worst)))
        worst = std::move(misfit);
    }
    return *worst;
  }

  // The flavor that has most of the resource, of those that have so much, and of which more would
  // make all fit. One without any mostly is of nodes without any.
  std::string flavor_to_raise(std::size_t resource, std::int64_t at_least = 1) {
    std::string found;
    std::int64_t most = at_least - 1;
    for (std::size_t flavor = 0; flavor < group_.flavors.size(); ++flavor) {
      const std::int64_t has = left(flavor, resource);
      if (has <= most) continue;
      const std::vector<std::int64_t> before = left_;
      left(flavor, resource) = INT64_MAX;
      if (place(0)) {
        found = group_.flavors[flavor];
        most = has;
      }
      left_ = before;
    }
    return found;
  }

  // Empty where none has any.
  std::string flavor_with_most(std::size_t resource) {
    std::string found;
    std::int64_t most = 0;
    for (std::size_t flavor = 0; flavor < group_.flavors.size(); ++flavor) {
      const std::int64_t has = left(flavor, resource);
      if (has <= most || !usable_by_any(group_.flavors[flavor])) continue;
      found = group_.flavors[flavor];
      most = has;
    }
    return found;
  }

  const ResourceGroup& group_;
  const Reach& reach_;
  std::vector<const PodSetRequests*> pod_sets_;
  std::vector<std::int64_t> left_;   // by flavor, then resource
  std::vector<std::int64_t> asked_;  // by pod set, then resource
  std::vector<bool> usable_;         // by pod set, then flavor
  std::size_t choices_ = 0;
};

bool is_covered(std::span<const ResourceGroup> groups, std::string_view resource) {
  return std::any_of(groups.begin(), groups.end(),
                     [resource](const ResourceGroup& group) { return group.covers(resource); });
}

// Those of one group as one set, where there are any.
class PlacedSets {
 public:
  explicit PlacedSets(std::span<const PodSetRequests> pod_sets) : all_(pod_sets) {
    const bool any_grouped =
        std::any_of(pod_sets.begin(), pod_sets.end(),
                    [](const PodSetRequests& pod_set) { return !pod_set.group.empty(); });
    if (any_grouped) all_ = together_ = grouped(pod_sets);
  }

  std::span<const PodSetRequests> all() const { return all_; }

 private:
  std::vector<PodSetRequests> together_;
  std::span<const PodSetRequests> all_;
};

}  // namespace

bool ResourceGroup::covers(std::string_view resource) const {
  return contains(resources, resource);
}

bool PodSetRequests::may_use(std::string_view flavor) const {
  return !contains(unusable_flavors, flavor) && !contains(empty_flavors, flavor);
}

bool has_enough(const PodSetRequests& pods, const ResourceGroup& group, std::string_view flavor,
                const Reach& reach) {
  return std::all_of(group.resources.begin(), group.resources.end(),
                     [&](const std::string& resource) {
                       const std::int64_t asked = asked_of(pods, resource);
                       return asked <= 0 || asked <= reach(flavor, resource);
                     });
}

std::vector<PodSetRequests> grouped(std::span<const PodSetRequests> pod_sets) {
  std::vector<PodSetRequests> all;
  for (const PodSetRequests& pod_set : pod_sets) {
    const auto same = std::find_if(all.begin(), all.end(), [&pod_set](const PodSetRequests& other) {
      return !pod_set.group.empty() && other.group == pod_set.group;
    });
    if (same == all.end()) {
      all.push_back(pod_set);
      continue;
    }
    for (const auto& [resource, asked] : pod_set.requests) {
      std::int64_t& sum = same->requests[resource];
      sum = kube::saturating_add(sum, std::max<std::int64_t>(asked, 0));
    }
    for (const std::string& flavor : pod_set.unusable_flavors) {
      if (same->may_use(flavor)) same->unusable_flavors.push_back(flavor);
    }
  }
  return all;
}

std::vector<Misfit> find_misfits(std::span<const ResourceGroup> groups,
                                 std::span<const PodSetRequests> pod_sets, const Reach& reach,
                                 bool uncovered_refused) {
  std::vector<Misfit> misfits;
  for (const PodSetRequests& pod_set : pod_sets) {
    for (const auto& [resource, asked] : pod_set.requests) {
      const std::string& name = resource;
      const bool told = std::any_of(misfits.begin(), misfits.end(), [&name](const Misfit& misfit) {
        return misfit.resource == name;
      });
      if (!told && uncovered_refused && asked > 0 && !is_covered(groups, name))
        misfits.push_back({Misfit::Kind::kNotCovered, pod_set.name, resource, asked, 0, {}});
    }
  }
  const PlacedSets placed(pod_sets);
  // However many names have no quota, what is too much has to be mended besides.
  const std::size_t most = std::min(misfits.size(), kMisfitsMax) + kMisfitsMax;
  misfits.resize(most - kMisfitsMax);
  for (const ResourceGroup& group : groups) {
    if (misfits.size() >= most) break;
    for (Misfit& misfit : Assignment(group, placed.all(), reach).run())
      misfits.push_back(std::move(misfit));
  }
  if (misfits.size() > most) misfits.resize(most);
  return misfits;
}

bool fit(std::span<const ResourceGroup> groups, std::span<const PodSetRequests> pod_sets,
         const Reach& reach, bool uncovered_refused) {
  for (const PodSetRequests& pod_set : pod_sets) {
    for (const auto& [resource, asked] : pod_set.requests) {
      if (uncovered_refused && asked > 0 && !is_covered(groups, resource)) return false;
    }
  }
  const PlacedSets placed(pod_sets);
  return std::all_of(groups.begin(), groups.end(), [&](const ResourceGroup& group) {
    return Assignment(group, placed.all(), reach).fits();
  });
}

}  // namespace drawbridge::quota
