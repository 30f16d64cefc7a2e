#include "rules/devices/trial_search.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace drawbridge::rules {

// One node, one run.
class TrialSearch::Run {
 public:
  Run(ClaimTrial& trial, const ClaimTrial::Node& node, const TrialLess& less)
      : wish_(trial.wish_), node_(node), less_(less), steps_left_(trial.steps_left_) {
    for (const Group& group : node.groups) left_.push_back(group.devices);
    uses_.resize(node.groups.size());
    counters_ = node.counters;
    taken_.resize(wish_.constraints.size());
    requests_ = less.only;
    for (std::size_t i = 0; less.only.empty() && i < wish_.requests.size(); ++i)
      requests_.push_back(i);
    for (std::size_t first = 0; const TrialRequest& request : wish_.requests) {
      first_option_.push_back(first);
      first += request.options.size();
    }
  }

  bool run() { return serve_from(0); }

 private:
  using Group = ClaimTrial::Group;

  // An alternative that is tried, of the request at `position` of those that are.
  struct Tried {
    std::size_t position = 0;
    const TrialOption* option = nullptr;
    std::size_t index = 0;  // among the options of all requests
  };

  // The value of a device that was taken.
  struct Taken {
    std::size_t value = 0;
    std::size_t position = 0;  // of its request
    bool is_only = false;      // which asks for one device
  };

  bool serve_from(std::size_t position) {
    if (position == requests_.size()) return true;
    const TrialRequest& request = wish_.requests[requests_[position]];
    for (std::size_t i = 0; i < request.options.size() && steps_left_ > 0; ++i) {
      const Tried tried{position, &request.options[i], first_option_[requests_[position]] + i};
      const std::optional<std::int64_t> count = wanted(*tried.option);
      // No claim is given more.
      if (count && *count > kube::kClaimDevicesMax) continue;
      if (count ? take(tried, *count, 0, 0) : take_all(tried)) return true;
    }
    return false;
  }

  // So many devices more, from the group `from` on, of which `here` were taken for this request.
  bool take(const Tried& tried, std::int64_t wanted, std::size_t from, std::int64_t here) {
    if (wanted == 0) return serve_from(tried.position + 1);
    if (!may_suffice(tried, wanted, from)) return false;
    for (std::size_t at = from; at < node_.groups.size(); ++at) {
      const std::int64_t of_it = at == from ? here : 0;
      if (!is_to_be_had(tried, at, of_it) || !add(tried, at)) continue;
      if (take(tried, wanted - 1, at, of_it + 1)) return true;
      remove(tried, at);
      if (steps_left_ == 0) return false;
    }
    return false;
  }

  bool may_suffice(const Tried& tried, std::int64_t wanted, std::size_t from) const {
    for (std::size_t at = from; at < node_.groups.size() && wanted > 0; ++at) {
      if (is_fit(tried, at))
        wanted -= node_.groups[at].shareable ? node_.groups[at].devices : left_[at];
    }
    return wanted <= 0;
  }

  // All that have the capacities, tainted or not.
  bool take_all(const Tried& tried) {
    std::int64_t devices = 0;
    for (std::size_t at = 0; at < node_.groups.size(); ++at) {
      if (is_listed(tried, at)) devices += node_.groups[at].devices;
    }
    if (devices == 0 || devices > kube::kClaimDevicesMax) return false;
    std::vector<std::size_t> added;
    bool all = true;
    for (std::size_t at = 0; at < node_.groups.size() && all; ++at) {
      if (!is_listed(tried, at)) continue;
      for (std::int64_t i = 0; i < node_.groups[at].devices && all; ++i) {
        all = is_to_be_had(tried, at, i) && add(tried, at);
        if (all) added.push_back(at);
      }
    }
    if (all && serve_from(tried.position + 1)) return true;
    while (!added.empty()) {
      remove(tried, added.back());
      added.pop_back();
    }
    return false;
  }

  bool is_listed(const Tried& tried, std::size_t at) const {
    const ClaimTrial::Fit& fit = node_.groups[at].fits[tried.index];
    return fit.matches && (fit.is_roomy || less_.capacities);
  }
  bool is_fit(const Tried& tried, std::size_t at) const {
    return is_listed(tried, at) && (node_.groups[at].fits[tried.index].tolerated || less_.taints);
  }
  bool is_to_be_had(const Tried& tried, std::size_t at, std::int64_t here) const {
    const Group& group = node_.groups[at];
    return is_fit(tried, at) && (group.shareable ? here < group.devices : left_[at] > 0);
  }

  // False, with nothing changed, where a constraint or counter stands against it.
  bool add(const Tried& tried, std::size_t at) {
    if (steps_left_ == 0) return false;
    --steps_left_;
    const Group& group = node_.groups[at];
    if (!satisfies(tried, group) || !draw(drawn(group, at))) return false;
    if (!draw(consumed(tried, group))) {
      give_back(drawn(group, at));
      return false;
    }
    for (const std::size_t bound : tried.option->bound)
      taken_[bound].push_back({group.values[bound], tried.position, takes_one(*tried.option)});
    if (group.shareable) {
      ++uses_[at];
    } else {
      --left_[at];
    }
    return true;
  }

  void remove(const Tried& tried, std::size_t at) {
    const Group& group = node_.groups[at];
    if (group.shareable) {
      --uses_[at];
    } else {
      ++left_[at];
    }
    for (const std::size_t bound : tried.option->bound) taken_[bound].pop_back();
    give_back(consumed(tried, group));
    give_back(drawn(group, at));
  }

  bool satisfies(const Tried& tried, const Group& group) const {
    if (less_.constraints) return true;
    const TrialOption& option = *tried.option;
    return std::all_of(option.bound.begin(), option.bound.end(), [&](std::size_t bound) {
      if (less_.constraint && less_.constraint != bound) return true;
      const std::size_t value = group.values[bound];
      if (value == 0) return false;
      const std::vector<Taken>& taken = taken_[bound];
      if (wish_.constraints[bound].same) return taken.empty() || taken.back().value == value;
      return is_distinct(tried, bound, value);
    });
  }

  // Until Kubernetes 1.36 the scheduler remembers one device of each request, and none of one that
  // it has tried in vain: of a request for several it may take some that are alike (1.37 compares
  // all of them). What no version does is told: requests for one device each, and a second device
  // where the node has but one value.
  bool is_distinct(const Tried& tried, std::size_t bound, std::size_t value) const {
    const std::vector<Taken>& taken = taken_[bound];
    return std::none_of(taken.begin(), taken.end(), [&](const Taken& other) {
      if (other.value != value) return false;
      if (other.position == tried.position) return has_one_value(tried, bound);
      return other.is_only && takes_one(*tried.option);
    });
  }

  bool has_one_value(const Tried& tried, std::size_t bound) const {
    std::size_t seen = 0;
    return std::all_of(node_.groups.begin(), node_.groups.end(), [&](const Group& group) {
      const std::size_t value = group.fits[tried.index].matches ? group.values[bound] : 0;
      if (seen == 0) seen = value;
      return value == 0 || value == seen;
    });
  }

  // nullopt for All.
  std::optional<std::int64_t> wanted(const TrialOption& option) const {
    const std::optional<std::int64_t> count = option.view.count();
    return count && less_.count ? less_.count : count;
  }
  bool takes_one(const TrialOption& option) const { return wanted(option) == 1; }

  using Draws = std::vector<ClaimTrial::Draw>;

  // From counters a device that is shared draws once.
  const Draws& drawn(const Group& group, std::size_t at) const {
    return less_.counters || uses_[at] > 0 ? none_ : group.draws;
  }
  const Draws& consumed(const Tried& tried, const Group& group) const {
    return less_.capacities || !group.shareable ? none_ : group.consumed[tried.index];
  }

  bool draw(const Draws& draws) {
    for (const ClaimTrial::Draw& draw : draws) counters_[draw.counter] -= draw.amount;
    const bool enough = std::all_of(draws.begin(), draws.end(),
                                    [&](const auto& draw) { return counters_[draw.counter] >= 0; });
    if (!enough) give_back(draws);
    return enough;
  }
  void give_back(const Draws& draws) {
    for (const ClaimTrial::Draw& draw : draws) counters_[draw.counter] += draw.amount;
  }

  const TrialWish& wish_;
  const ClaimTrial::Node& node_;
  const TrialLess& less_;
  std::size_t& steps_left_;
  std::vector<std::size_t> requests_;
  std::vector<std::size_t> first_option_;  // of each request
  std::vector<std::int64_t> left_;         // devices of each group
  std::vector<std::int64_t> uses_;         // of each group that is shareable
  const Draws none_;
  std::vector<std::int64_t> counters_;
  std::vector<std::vector<Taken>> taken_;  // by constraint
};

bool TrialSearch::serves(ClaimTrial& trial, const ClaimTrial::Node& node, const TrialLess& less) {
  return Run(trial, node, less).run();
}

}  // namespace drawbridge::rules
