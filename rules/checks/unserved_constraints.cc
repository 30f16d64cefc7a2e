// What constraints stand against.
#include "rules/checks/unserved_reasons.h"

#include <algorithm>

#include "rules/devices/consumption.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {

std::optional<Unserved> UnservedReasons::failing() {
  for (std::size_t i = 0; i < requests().size(); ++i) {
    if (!takes_all(i) || option_of(i).bound.empty()) continue;
    const std::size_t nodes = trial_.nodes_against_constraints(i);
    if (nodes == 0) continue;
    const std::size_t constraint = option_of(i).bound.front();
    const TrialConstraint& one = trial_.wish().constraints[constraint];
    return Unserved{
        "ConstraintNeverHolds",
        std::nullopt,
        constraint,
        sentence(name_of(i)) + " takes all devices of a node (allocationMode: All), and on " +
            (tells_counts() ? std::to_string(nodes) + (nodes == 1 ? " node" : " nodes")
                            : std::string("some nodes")) +
            " they don't satisfy " +
            (one.same ? std::string("matchAttribute ") : std::string("distinctAttribute ")) +
            shown(one.attribute, 60) + ", which fails the whole pod.",
        "Write a count instead of allocationMode: All, or keep the pod to other nodes by a "
        "nodeSelector.",
        true};
  }
  return std::nullopt;
}

Unserved UnservedReasons::constrained(const std::vector<std::size_t>& only) {
  const std::vector<TrialConstraint>& all = trial_.wish().constraints;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (trial_.run({.only = only, .constraint = i}) == Outcome::kNever) return never_holds(i, only);
  }
  return {"ConstraintNeverHolds", std::nullopt, 0,
          "The constraints never hold together: no node has devices for them.",
          "Take one of them away."};
}

std::vector<std::size_t> UnservedReasons::bound_by(std::size_t constraint,
                                                   const std::vector<std::size_t>& only) const {
  std::vector<std::size_t> bound;
  for (std::size_t i = 0; i < requests().size(); ++i) {
    if (!only.empty() && std::find(only.begin(), only.end(), i) == only.end()) continue;
    const auto& options = requests()[i].options;
    if (std::any_of(options.begin(), options.end(), [&](const TrialOption& option) {
          return std::find(option.bound.begin(), option.bound.end(), constraint) !=
                 option.bound.end();
        }))
      bound.push_back(i);
  }
  return bound;
}

Unserved UnservedReasons::never_holds(std::size_t constraint,
                                      const std::vector<std::size_t>& only) {
  const TrialConstraint& one = trial_.wish().constraints[constraint];
  const std::vector<std::size_t> bound = bound_by(constraint, only);
  std::string names;
  std::int64_t count = 0;
  bool counts = true;
  for (const std::size_t request : bound) {
    if (!names.empty()) names += " and ";
    names += name_of(request);
    const auto& options = requests()[request].options;
    counts = counts && options.size() == 1 && options.front().view.count();
    count += options.front().view.count().value_or(0);
  }
  Unserved reason{"ConstraintNeverHolds", std::nullopt, constraint,
                  std::string(one.same ? "matchAttribute " : "distinctAttribute ") +
                      shown(one.attribute) + " never holds: ",
                  "Take a request out of the constraint, or the constraint away."};
  for (const std::size_t request : bound) {
    if (trial_.has_attribute(request, constraint)) continue;
    reason.message += "no device for " + name_of(request) + " has that attribute.";
    reason.fix = bound_by(constraint, {}).size() > 1
                     ? "Take it out of the constraint, or name an attribute that the devices of "
                       "all its requests have."
                     : "Name one that they have: kubectl get resourceslices -o yaml; or take the "
                       "constraint away.";
    return reason;
  }
  const std::string values = one.same ? " with one value" : " with different values";
  if (!counts) {
    reason.message += "no node has all devices for " + shown(names, 100) + values + ".";
    return reason;
  }
  reason.message +=
      "no node has " + std::to_string(count) + " devices for " + shown(names, 100) + values;
  if (bound.size() == 1) {
    reason.fix = "Ask for fewer, or take the constraint away.";
    const std::optional<std::int64_t> most = trial_.most(bound.front());
    if (most.value_or(0) > 0 && tells_counts()) {
      reason.message += ", the most is " + std::to_string(*most);
      reason.fix = "Ask for " + std::to_string(*most) + " at most, or take the constraint away.";
    }
  }
  reason.message += ".";
  return reason;
}

}  // namespace drawbridge::rules
