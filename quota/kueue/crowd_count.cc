#include "quota/kueue/crowd_count.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "kube/api/saturating.h"

namespace drawbridge::quota {

CrowdCount::CrowdCount(const ResourceGroup& group, std::span<const PodSetRequests> pod_sets,
                       const Reach& reach) {
  const auto asks = [](const PodSetRequests& pods, const std::string& resource) {
    const auto asked = pods.requests.find(resource);
    return asked != pods.requests.end() && asked->second > 0;
  };
  std::copy_if(group.resources.begin(), group.resources.end(), std::back_inserter(resources_),
               [&](const std::string& resource) {
                 return std::any_of(
                     pod_sets.begin(), pod_sets.end(),
                     [&](const PodSetRequests& pods) { return asks(pods, resource); });
               });
  flavors_ = group.flavors;
  for (const std::string& flavor : flavors_) {
    for (const std::string& resource : resources_)
      has_.push_back(std::max<std::int64_t>(reach(flavor, resource), 0));
  }
  for (const PodSetRequests& pods : pod_sets) {
    PodSet set{pod_sets.size() > 1 ? pods.name : std::string(), {}, {}};
    for (const std::string& resource : resources_)
      set.asked.push_back(asks(pods, resource) ? pods.requests.find(resource)->second : 0);
    for (const std::string& flavor : flavors_) set.may_use.push_back(pods.may_use(flavor));
    if (std::any_of(set.asked.begin(), set.asked.end(), [](std::int64_t one) { return one > 0; }))
      sets_.push_back(std::move(set));
  }
}

CrowdCount::Positions CrowdCount::all() const {
  Positions all(resources_.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::optional<std::size_t> CrowdCount::position(std::string_view resource) const {
  const auto found = std::find(resources_.begin(), resources_.end(), resource);
  if (found == resources_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - resources_.begin());
}

CrowdCount CrowdCount::of_open_flavors() const {
  CrowdCount open = *this;
  for (PodSet& set : open.sets_) {
    std::vector<bool> has_enough;
    for (std::size_t flavor = 0; flavor < flavors_.size(); ++flavor)
      has_enough.push_back(fit(set, flavor, all()) > 0);
    if (std::find(has_enough.begin(), has_enough.end(), true) != has_enough.end())
      set.may_use = std::move(has_enough);
  }
  return open;
}

CrowdCount CrowdCount::with_more(std::string_view of_flavor, std::size_t resource) const {
  CrowdCount more = *this;
  for (std::size_t flavor = 0; flavor < flavors_.size(); ++flavor) {
    if (flavors_[flavor] == of_flavor) more.has_[flavor * resources_.size() + resource] = INT64_MAX;
  }
  return more;
}

CrowdCount CrowdCount::with_asked(std::size_t resource, std::int64_t asked) const {
  CrowdCount changed = *this;
  changed.sets_.front().asked[resource] = asked;
  return changed;
}

std::int64_t CrowdCount::count(const Positions& bounded, std::int64_t most) const {
  for (const PodSet& set : sets_) most = std::min(most, fit_in_all(set, bounded));
  if (sets_.size() < 2) return most;
  for (const std::size_t resource : bounded) most = std::min(most, bound_by(resource));
  return sets_.size() == 2 ? count_of_two(bounded, most) : most;
}

std::int64_t CrowdCount::fit(const PodSet& set, std::size_t flavor,
                             const Positions& bounded) const {
  return fit_beside(set, flavor, bounded, set, 0);
}

std::int64_t CrowdCount::fit_in_all(const PodSet& set, const Positions& bounded) const {
  std::int64_t sum = 0;
  for (std::size_t flavor = 0; flavor < flavors_.size(); ++flavor)
    sum = kube::saturating_add(sum, fit(set, flavor, bounded));
  return sum;
}

// Beside so many of another one, which the flavor has room for.
std::int64_t CrowdCount::fit_beside(const PodSet& set, std::size_t flavor, const Positions& bounded,
                                    const PodSet& other, std::int64_t of_other) const {
  if (!set.may_use[flavor]) return 0;
  std::int64_t fit = INT64_MAX;
  for (const std::size_t resource : bounded) {
    if (set.asked[resource] == 0) continue;
    const std::int64_t left = has(flavor, resource) - of_other * other.asked[resource];
    fit = std::min(fit, left / set.asked[resource]);
  }
  return fit;
}

// No pod set takes parts of two flavors, so that each holds a whole number of them.
std::int64_t CrowdCount::bound_by(std::size_t resource) const {
  std::int64_t asked = 0;
  std::int64_t least = INT64_MAX;
  std::int64_t asking = 0;
  for (const PodSet& set : sets_) {
    if (set.asked[resource] == 0) continue;
    asked = kube::saturating_add(asked, set.asked[resource]);
    least = std::min(least, set.asked[resource]);
    ++asking;
  }
  if (asking == 0) return INT64_MAX;
  std::int64_t reach = 0;
  std::int64_t whole = 0;
  for (std::size_t flavor = 0; flavor < flavors_.size(); ++flavor) {
    if (!any_takes(sets_, flavor, resource)) continue;
    reach = kube::saturating_add(reach, has(flavor, resource));
    whole = kube::saturating_add(whole, has(flavor, resource) / least);
  }
  return std::min(reach / asked, whole / asking);
}

// Each flavor takes some of the one pod set and as many of the other as it has room for beside
// these. `most` where kFitChoicesMax steps are too few to try all.
std::int64_t CrowdCount::count_of_two(const Positions& bounded, std::int64_t most) const {
  const std::int64_t by_first = steps(sets_[0], bounded, most);
  const std::int64_t by_second = steps(sets_[1], bounded, most);
  if (std::min(by_first, by_second) > static_cast<std::int64_t>(kFitChoicesMax)) return most;
  const PodSet& one = by_first <= by_second ? sets_[0] : sets_[1];
  const PodSet& other = by_first <= by_second ? sets_[1] : sets_[0];
  constexpr std::int64_t kNever = -1;
  // By how many of the one are placed, how many of the other can be.
  std::vector<std::int64_t> others(static_cast<std::size_t>(most) + 1, kNever);
  others[0] = 0;
  for (std::size_t flavor = 0; flavor < flavors_.size(); ++flavor) {
    std::vector<std::int64_t> with(others.size(), kNever);
    const std::int64_t fits = std::min(most, fit(one, flavor, bounded));
    for (std::size_t here = 0; here <= static_cast<std::size_t>(fits); ++here) {
      const std::int64_t beside =
          fit_beside(other, flavor, bounded, one, static_cast<std::int64_t>(here));
      for (std::size_t placed = here; placed < with.size(); ++placed) {
        const std::int64_t before = others[placed - here];
        if (before == kNever) continue;
        with[placed] = std::max(with[placed], std::min(most, kube::saturating_add(before, beside)));
      }
    }
    others = std::move(with);
  }
  while (most > 0 && others[static_cast<std::size_t>(most)] < most) --most;
  return most;
}

std::int64_t CrowdCount::steps(const PodSet& set, const Positions& bounded,
                               std::int64_t most) const {
  std::int64_t steps = 0;
  for (std::size_t flavor = 0; flavor < flavors_.size(); ++flavor) {
    const std::int64_t fits = std::min(most, fit(set, flavor, bounded));
    steps = kube::saturating_add(
        steps, kube::saturating_multiply(kube::saturating_add<std::int64_t>(fits, 1),
                                         kube::saturating_add<std::int64_t>(most, 1)));
  }
  return steps;
}

}  // namespace drawbridge::quota
