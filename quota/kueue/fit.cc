#include "quota/kueue/fit.h"

#include <algorithm>
#include <utility>

namespace drawbridge::quota {
namespace {

bool contains(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::int64_t asked_of(const PodSetRequests& pod_set, std::string_view resource) {
  const auto found = pod_set.requests.find(resource);
  return found == pod_set.requests.end() ? 0 : found->second;
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
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
    left_.clear();
    for (const std::string& flavor : group_.flavors) {
      for (const std::string& resource : group_.resources)
        left_[{flavor, resource}] = reach_(flavor, resource);
    }
    if (place(0) || choices_ > kFitChoicesMax) return std::nullopt;
    return misfit_together();
  }

 private:
  bool usable(const PodSetRequests& pod_set, const std::string& flavor) const {
    return !contains(pod_set.unusable_flavors, flavor);
  }

  std::optional<Misfit> misfit_alone(const PodSetRequests& pod_set) const {
    Misfit nearest;
    bool any_usable = false;
    for (const std::string& flavor : group_.flavors) {
      if (!usable(pod_set, flavor)) continue;
      std::optional<Misfit> short_of;
      for (const std::string& resource : group_.resources) {
        const std::int64_t asked = asked_of(pod_set, resource);
        const std::int64_t has = asked > 0 ? reach_(flavor, resource) : 0;
        if (asked <= has || short_of) continue;
        short_of = {Misfit::Kind::kTooMuch, pod_set.name, resource, asked, has, flavor};
      }
      if (!short_of) return std::nullopt;
      if (!any_usable || short_of->reach > nearest.reach) nearest = std::move(*short_of);
      any_usable = true;
    }
    if (any_usable) return nearest;
    for (const std::string& resource : group_.resources) {
      const std::int64_t asked = asked_of(pod_set, resource);
      if (asked > 0)
        return Misfit{Misfit::Kind::kNoUsableFlavor, pod_set.name, resource, asked, 0, {}};
    }
    return std::nullopt;
  }

  // Tries every flavor for the i-th pod set, then the rest.
  bool place(std::size_t i) {
    if (i == pod_sets_.size()) return true;
    for (const std::string& flavor : group_.flavors) {
      if (++choices_ > kFitChoicesMax) return false;
      if (!usable(*pod_sets_[i], flavor) || !take(*pod_sets_[i], flavor)) continue;
      if (place(i + 1)) return true;
      give_back(*pod_sets_[i], flavor);
    }
    return false;
  }

  bool take(const PodSetRequests& pod_set, const std::string& flavor) {
    for (const std::string& resource : group_.resources) {
      if (asked_of(pod_set, resource) > left_[{flavor, resource}]) return false;
    }
    for (const std::string& resource : group_.resources)
      left_[{flavor, resource}] -= std::max<std::int64_t>(asked_of(pod_set, resource), 0);
    return true;
  }

  void give_back(const PodSetRequests& pod_set, const std::string& flavor) {
    for (const std::string& resource : group_.resources)
      left_[{flavor, resource}] += std::max<std::int64_t>(asked_of(pod_set, resource), 0);
  }

  // The resource of which most is missing, over all flavors.
  Misfit misfit_together() const {
    Misfit worst{Misfit::Kind::kTooMuchTogether, {}, {}, 0, 0, {}};
    bool any = false;
    for (const std::string& resource : group_.resources) {
      std::int64_t asked = 0;
      for (const PodSetRequests* pod_set : pod_sets_)
        asked = sum(asked, std::max<std::int64_t>(asked_of(*pod_set, resource), 0));
      std::int64_t has = 0;
      for (const std::string& flavor : group_.flavors) has = sum(has, reach_(flavor, resource));
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
  std::map<std::pair<std::string, std::string>, std::int64_t> left_;
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
