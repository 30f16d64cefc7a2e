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

// Gives the pod sets that ask a group for anything one flavor each.
class Assignment {
 public:
  Assignment(const ResourceGroup& group, std::span<const PodSetRequests> pod_sets,
             const Reach& reach)
      : group_(group), reach_(reach) {
    for (const PodSetRequests& pod_set : pod_sets) {
      const bool asks =
          std::any_of(group.resources.begin(), group.resources.end(),
                      [&](const std::string& name) { return asked_of(pod_set, name) > 0; });
      if (asks) pod_sets_.push_back(&pod_set);
    }
  }

  std::optional<Misfit> run() {
    for (const PodSetRequests* pod_set : pod_sets_) {
      if (std::optional<Misfit> alone = misfit_alone(*pod_set)) return alone;
    }
    if (pod_sets_.size() < 2) return std::nullopt;
    note_numbers();
    if (place(0) || choices_ > kFitChoicesMax) return std::nullopt;
    return misfit_together();
  }

 private:
  bool usable(const PodSetRequests& pod_set, const std::string& flavor) const {
    return !contains(pod_set.unusable_flavors, flavor);
  }

  std::optional<Misfit> misfit_alone(const PodSetRequests& pod_set) const {
    const std::vector<std::string> flavors = usable_flavors(pod_set);
    if (flavors.empty()) return no_usable_flavor(pod_set);
    const bool fits = std::any_of(flavors.begin(), flavors.end(), [&](const std::string& flavor) {
      return shortages(pod_set, flavor).empty();
    });
    if (fits) return std::nullopt;
    for (const std::string& resource : group_.resources) {
      const Misfit most = most_of(pod_set, flavors, resource);
      if (most.asked > most.reach) return most;
    }
    return each_short(pod_set, flavors);
  }

  std::vector<std::string> usable_flavors(const PodSetRequests& pod_set) const {
    std::vector<std::string> flavors;
    std::copy_if(group_.flavors.begin(), group_.flavors.end(), std::back_inserter(flavors),
                 [&](const std::string& flavor) { return usable(pod_set, flavor); });
    return flavors;
  }

  std::optional<Misfit> no_usable_flavor(const PodSetRequests& pod_set) const {
    for (const std::string& resource : group_.resources) {
      const std::int64_t asked = asked_of(pod_set, resource);
      if (asked > 0)
        return Misfit{Misfit::Kind::kNoUsableFlavor, pod_set.name, resource, asked, 0, {}};
    }
    return std::nullopt;
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
      nearest.short_of.push_back(first);
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
    return nearest;
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
      for (const std::string& flavor : group_.flavors) usable_.push_back(usable(*pod_set, flavor));
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
                       [&](const PodSetRequests* pod_set) { return usable(*pod_set, flavor); });
  }

  // The resource of which most is missing, over all flavors.
  Misfit misfit_together() const {
    Misfit worst{Misfit::Kind::kTooMuchTogether, {}, {}, 0, 0, {}};
    bool any = false;
    for (const std::string& resource : group_.resources) {
      std::int64_t asked = 0;
      for (const PodSetRequests* pod_set : pod_sets_)
        asked =
            kube::saturating_add(asked, std::max<std::int64_t>(asked_of(*pod_set, resource), 0));
      std::int64_t has = 0;
      for (const std::string& flavor : group_.flavors) {
        if (usable_by_any(flavor)) has = kube::saturating_add(has, reach_(flavor, resource));
      }
      if (any && asked - has <= worst.asked - worst.reach) continue;
      any = true;
      worst.resource = resource;
      worst.asked = asked;
      worst.reach = has;
    }
    return worst;
  }

  const ResourceGroup& group_;
  const Reach& reach_;
  std::vector<const PodSetRequests*> pod_sets_;
  std::vector<std::int64_t> left_;   // by flavor, then resource
  std::vector<std::int64_t> asked_;  // by pod set, then resource
  std::vector<bool> usable_;         // by pod set, then flavor
  std::size_t choices_ = 0;
};

}  // namespace

std::optional<Misfit> find_misfit(std::span<const ResourceGroup> groups,
                                  std::span<const PodSetRequests> pod_sets, const Reach& reach,
                                  bool uncovered_refused) {
  for (const PodSetRequests& pod_set : pod_sets) {
    for (const auto& [resource, asked] : pod_set.requests) {
      const bool covered =
          std::any_of(groups.begin(), groups.end(),
                      [&name = std::as_const(resource)](const ResourceGroup& group) {
                        return contains(group.resources, name);
                      });
      if (!covered && uncovered_refused && asked > 0)
        return Misfit{Misfit::Kind::kNotCovered, pod_set.name, resource, asked, 0, {}};
    }
  }
  for (const ResourceGroup& group : groups) {
    if (std::optional<Misfit> misfit = Assignment(group, pod_sets, reach).run()) return misfit;
  }
  return std::nullopt;
}

}  // namespace drawbridge::quota
