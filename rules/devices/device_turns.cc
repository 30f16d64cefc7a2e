#include "rules/devices/device_turns.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "rules/devices/device_meters.h"
#include "rules/devices/kind_verdicts.h"
#include "rules/mapping/claim_plan.h"

namespace drawbridge::rules {
namespace {

using Mask = std::uint32_t;  // bit i: request i matches
static_assert(kClaimRequestsMax <= 32);

// Devices of a slice that stand side by side, and that the same requests match.
using Run = std::pair<Mask, std::int64_t>;
using Runs = std::vector<Run>;

// Kueue counts those, too.
bool has_outdated_slices(const DeviceSurvey& survey) {
  std::map<std::pair<std::string_view, std::string_view>, std::int64_t> generations;
  bool has = false;
  survey.for_each_slice([&](const kube::Json& slice) {
    const kube::Json pool = slice["spec"]["pool"];
    const std::int64_t generation = pool["generation"].as_int();
    const auto [known, is_new] = generations.try_emplace(
        {slice["spec"]["driver"].as_string(), pool["name"].as_string()}, generation);
    has |= !is_new && known->second != generation;
  });
  return has;
}

class Turns {
 public:
  Turns(std::span<const TurnRequest> requests, std::uint64_t& cost_left)
      : requests_(requests), cost_left_(cost_left), matched_(requests.size()) {}

  // False where nothing is known.
  bool look_at(const DeviceSurvey& survey) {
    if (has_outdated_slices(survey)) return false;
    std::vector<SelectorList> lists;
    for (const TurnRequest& request : requests_) lists.push_back(request.selectors);
    KindVerdicts verdicts(std::move(lists), cost_left_);
    std::map<std::size_t, Runs> slices;
    bool known = true;
    known &= survey.visit(verdicts.names(), {}, [&](const SurveyedDevice& device) {
      const std::vector<bool>* matches = verdicts.of(device);
      if (matches == nullptr) return known = false;
      if (const Mask mask = mask_of(*matches); mask != 0) add_device(slices[device.slice], mask);
      return true;
    });
    if (!known) return false;
    for (const auto& [at, runs] : slices)
      order_.push_back(kinds_.try_emplace(runs, kinds_.size()).first->second);
    runs_.resize(kinds_.size());
    for (const auto& [runs, kind] : kinds_) runs_[kind] = &runs;
    std::sort(order_.begin(), order_.end());
    return true;
  }

  std::optional<BetterTurns> better() {
    std::vector<std::size_t> given(requests_.size());
    std::iota(given.begin(), given.end(), std::size_t{0});
    const std::optional<std::size_t> starved = first_starved(given, order_);
    if (!starved || !never(given)) return std::nullopt;
    for (std::size_t by = *starved; by-- > 0;) {
      std::vector<std::size_t> moved = given;
      std::rotate(moved.begin() + static_cast<std::ptrdiff_t>(by),
                  moved.begin() + static_cast<std::ptrdiff_t>(*starved),
                  moved.begin() + static_cast<std::ptrdiff_t>(*starved) + 1);
      if (always(moved)) return BetterTurns{*starved, by, {}};
    }
    // Those that match the fewest devices first.
    std::vector<std::size_t> sorted = given;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](std::size_t a, std::size_t b) { return matched_[a] < matched_[b]; });
    for (std::size_t by = 0; by < *starved && sorted != given; ++by) {
      if (share_devices(by, *starved) && always(sorted))
        return BetterTurns{*starved, by, std::move(sorted)};
    }
    return std::nullopt;
  }

 private:
  using Order = std::vector<std::size_t>;

  Mask mask_of(const std::vector<bool>& matches) {
    Mask mask = 0;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if (!matches[i]) continue;
      mask |= Mask{1} << i;
      ++matched_[i];
    }
    return mask;
  }

  static void add_device(Runs& runs, Mask mask) {
    if (!runs.empty() && runs.back().first == mask) {
      ++runs.back().second;
    } else {
      runs.emplace_back(mask, 1);
    }
  }

  bool share_devices(std::size_t one, std::size_t other) const {
    const Mask both = (Mask{1} << one) | (Mask{1} << other);
    return std::any_of(runs_.begin(), runs_.end(), [both](const Runs* runs) {
      return std::any_of(runs->begin(), runs->end(),
                         [both](const Run& run) { return (run.first & both) == both; });
    });
  }

  // Of requests in this order the first that gets too few, with the slices in that one; nullopt
  // where all get theirs, and where the limit is passed.
  std::optional<std::size_t> first_starved(const Order& requests, const Order& slices) {
    Runs left;
    for (const std::size_t kind : slices)
      left.insert(left.end(), runs_[kind]->begin(), runs_[kind]->end());
    steps_left_ -= std::min(steps_left_, left.size());
    for (const std::size_t request : requests) {
      std::int64_t needed = requests_[request].count;
      for (auto run = left.begin(); run != left.end() && needed > 0; ++run) {
        if (steps_left_ == 0) return std::nullopt;
        --steps_left_;
        if ((run->first >> request & 1) == 0) continue;
        const std::int64_t taken = std::min(needed, run->second);
        run->second -= taken;
        needed -= taken;
      }
      if (needed > 0) return request;
    }
    return std::nullopt;
  }

  // Some request gets too few, in every order of the slices.
  bool never(const Order& requests) {
    Order slices = order_;
    do {
      if (!first_starved(requests, slices)) return false;
    } while (std::next_permutation(slices.begin(), slices.end()));
    return true;
  }

  bool always(const Order& requests) {
    Order slices = order_;
    do {
      if (first_starved(requests, slices) || steps_left_ == 0) return false;
    } while (std::next_permutation(slices.begin(), slices.end()));
    return true;
  }

  const std::span<const TurnRequest> requests_;
  std::uint64_t& cost_left_;
  std::vector<std::size_t> matched_;   // devices, by request
  std::map<Runs, std::size_t> kinds_;  // slices that differ -> which one
  std::vector<const Runs*> runs_;      // by kind
  Order order_;                        // the kinds of all slices, ascending
  std::size_t steps_left_ = kTurnStepsMax;
};

}  // namespace

std::optional<BetterTurns> better_turns(std::span<const TurnRequest> requests,
                                        const DeviceSurvey& survey, std::uint64_t& cost_left) {
  const bool are_read = std::all_of(requests.begin(), requests.end(), [](const TurnRequest& one) {
    return kueue_compiles(one.selectors);
  });
  if (requests.size() < 2 || requests.size() > kClaimRequestsMax || !are_read) return std::nullopt;
  Turns turns(requests, cost_left);
  if (!turns.look_at(survey)) return std::nullopt;
  return turns.better();
}

}  // namespace drawbridge::rules
