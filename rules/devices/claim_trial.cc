#include "rules/devices/claim_trial.h"

#include <algorithm>
#include <utility>

#include "rules/devices/trial_nodes.h"
#include "rules/devices/trial_search.h"

namespace drawbridge::rules {

std::optional<ClaimTrial> ClaimTrial::of(TrialWish wish, const DeviceSurvey& survey,
                                         const NodeIndex& nodes, std::uint64_t& cost_left,
                                         const TrialScope& scope) {
  if (wish.requests.empty()) return std::nullopt;
  std::optional<ClaimTrial> trial(ClaimTrial(std::move(wish)));
  if (!TrialNodes::make(*trial, survey, nodes, cost_left, scope)) return std::nullopt;
  return trial;
}

ClaimTrial::Outcome ClaimTrial::run(const TrialLess& less) {
  const bool served = std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return TrialSearch::serves(*this, node, less);
  });
  if (served) return Outcome::kServed;
  return steps_left_ == 0 ? Outcome::kUnknown : Outcome::kNever;
}

std::size_t ClaimTrial::nodes_against_constraints(std::size_t request) {
  const TrialLess bound{.only = {request}};
  const TrialLess free{.only = {request}, .constraints = true};
  std::size_t nodes = 0;
  for (const Node& node : nodes_) {
    if (TrialSearch::serves(*this, node, free) && !TrialSearch::serves(*this, node, bound))
      nodes += node.nodes;
  }
  return steps_left_ == 0 ? 0 : nodes;
}

std::optional<std::int64_t> ClaimTrial::most(std::size_t request, TrialLess less) {
  less.only = {request};
  for (std::int64_t count = 1; count <= kube::kClaimDevicesMax; ++count) {
    less.count = count;
    const Outcome outcome = run(less);
    if (outcome == Outcome::kUnknown) return std::nullopt;
    if (outcome == Outcome::kNever) return count - 1;
  }
  return kube::kClaimDevicesMax;
}

std::size_t ClaimTrial::option_index(std::size_t request, std::size_t option) const {
  std::size_t index = option;
  for (std::size_t i = 0; i < request; ++i) index += wish_.requests[i].options.size();
  return index;
}

void ClaimTrial::for_each_candidate(std::size_t request, std::size_t option,
                                    const std::function<void(const Candidate&)>& visit) const {
  const std::size_t index = option_index(request, option);
  for (const Node& node : nodes_) {
    for (const Group& group : node.groups) {
      const Fit& fit = group.fits[index];
      if (fit.matches) visit({group.body, fit.is_roomy, fit.tolerated, !group.draws.empty()});
    }
  }
}

std::int64_t ClaimTrial::fewest(std::size_t request, std::size_t option) const {
  const std::size_t index = option_index(request, option);
  std::int64_t fewest = 0;
  for (const Node& node : nodes_) {
    std::int64_t devices = 0;
    for (const Group& group : node.groups) {
      if (group.fits[index].matches) devices += group.devices;
    }
    if (devices > 0 && (fewest == 0 || devices < fewest)) fewest = devices;
  }
  return fewest;
}

bool ClaimTrial::meet(std::size_t one, std::size_t other) const {
  const auto matches = [&](const Group& group, std::size_t request) {
    const auto first = group.fits.begin() + static_cast<std::ptrdiff_t>(option_index(request, 0));
    const auto count = static_cast<std::ptrdiff_t>(wish_.requests[request].options.size());
    return std::any_of(first, first + count, [](const Fit& fit) { return fit.matches; });
  };
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return std::any_of(node.groups.begin(), node.groups.end(), [&](const Group& group) {
      return matches(group, one) && matches(group, other);
    });
  });
}

bool ClaimTrial::has_attribute(std::size_t request, std::size_t constraint) const {
  const std::size_t first = option_index(request, 0);
  const std::size_t options = wish_.requests[request].options.size();
  const auto has = [&](const Group& group) {
    const auto fits = std::span(group.fits).subspan(first, options);
    return group.values[constraint] > 0 &&
           std::any_of(fits.begin(), fits.end(), [](const Fit& fit) { return fit.matches; });
  };
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return std::any_of(node.groups.begin(), node.groups.end(), has);
  });
}

}  // namespace drawbridge::rules
