#include "rules/checks/claim_unserved.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "rules/checks/claim_elsewhere.h"
#include "rules/checks/claim_options.h"
#include "rules/checks/native_path.h"
#include "rules/checks/wanted_devices.h"
#include "rules/devices/claim_trial.h"
#include "rules/devices/consumption.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using Outcome = ClaimTrial::Outcome;

// Where a toleration belongs.
constexpr std::string_view kInRequest = "its request";
constexpr std::string_view kInMapping = "its DeviceMapping";

struct Askers {
  std::string_view tolerations_in = kInRequest;
  // From this request on they are of the claim that the scheduler makes, which tolerates nothing.
  std::size_t natives_from = SIZE_MAX;
};

constexpr std::string_view kWaits = "; else it waits for a node that has more.";

class Reasons {
 public:
  Reasons(ClaimTrial& trial, const CheckFacts& facts, const Askers& askers = {})
      : trial_(trial), facts_(facts), askers_(askers) {}

  // nullopt where it can be served, and where nothing is known. Where a request has no device at
  // all others tell it, unless that is for the nodes that are left.
  std::optional<Unserved> run(bool of_some_nodes = false) {
    if (const std::optional<std::size_t> i = without_candidates()) {
      if (!of_some_nodes) return std::nullopt;
      return Unserved{"DevicesTooFew", *i, std::nullopt,
                      "No node has a device for " + name_of(*i) + ".", "Ask for another one."};
    }
    const Outcome outcome = trial_.run();
    if (outcome == Outcome::kServed) return failing();
    if (outcome == Outcome::kUnknown) return std::nullopt;
    for (std::size_t i = 0; i < requests().size(); ++i) {
      if (trial_.run({.only = {i}}) == Outcome::kNever) return alone(i);
    }
    if (serves({.constraints = true})) return constrained({});
    return together();
  }

  // The first request for which no device is there; nullopt for none.
  std::optional<std::size_t> without_candidates() const {
    for (std::size_t i = 0; i < requests().size(); ++i) {
      if (!has_candidates(i)) return i;
    }
    return std::nullopt;
  }

 private:
  const std::vector<TrialRequest>& requests() const { return trial_.wish().requests; }
  bool serves(const TrialLess& less) { return trial_.run(less) == Outcome::kServed; }
  bool tells_counts() const { return facts_.settings.inventory != Inventory::kNothing; }
  bool tells_values() const { return facts_.settings.inventory == Inventory::kValues; }

  bool has_candidates(std::size_t request) const {
    bool any = false;
    for (std::size_t j = 0; j < requests()[request].options.size(); ++j)
      trial_.for_each_candidate(request, j, [&](const auto&) { any = true; });
    return any;
  }

  const std::string& name_of(std::size_t request) const { return requests()[request].label; }
  const TrialOption& option_of(std::size_t request) const {
    return requests()[request].options.front();
  }

  // "2 devices of class gpu.nvidia.com that match its selectors"
  std::string devices_text(std::size_t request) const {
    const kube::DeviceOptionView& view = option_of(request).view;
    const std::int64_t count = view.count().value_or(1);
    return std::to_string(count) + (count == 1 ? " device" : " devices") + " of class " +
           shown(view.device_class(), 50) +
           (view.selectors().empty() ? "" : " that match its selectors");
  }

  // "no node has more than 2."
  std::string most_text(std::optional<std::int64_t> most) const {
    return most && tells_counts() ? "no node has more than " + std::to_string(*most) + "."
                                  : "no node has as many.";
  }
  std::string less_text(std::optional<std::int64_t> most) const {
    return (most.value_or(0) > 0 && tells_counts() ? "Ask for " + std::to_string(*most) + " at most"
                                                   : std::string("Ask for fewer")) +
           std::string(kWaits);
  }

  // Some node serves it. What All takes has to satisfy the constraints on each that the scheduler
  // looks at: there it ends its search, as for a selector that fails.
  std::optional<Unserved> failing() {
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

  Unserved alone(std::size_t request) {
    if (requests()[request].options.size() > 1)
      return {"DevicesTooFew", request, std::nullopt,
              "No alternative of " + name_of(request) + " can be had from one node.",
              "Add one that asks for less" + std::string(kWaits)};
    const std::vector<std::size_t> only = {request};
    if (serves({.only = only, .constraints = true})) return constrained(only);
    if (serves({.only = only, .taints = true})) return tainted(request);
    if (serves({.only = only, .capacities = true})) return too_small(request);
    if (option_of(request).view.all()) return too_many_for_all(request);
    const bool asks_capacity = !option_of(request).view.capacity_requests().empty();
    if (asks_capacity && trial_.most(request) == 0) return too_small(request);
    return too_few(request);
  }

  Unserved too_few(std::size_t request) {
    const std::optional<std::int64_t> most = trial_.most(request);
    const std::string asks = name_of(request) + " asks for " + devices_text(request);
    const bool is_partitioned = serves({.only = {request}, .counters = true});
    return {"DevicesTooFew", request, std::nullopt,
            sentence(asks) + (is_partitioned ? ", which are partitions of the same devices" : "") +
                ", and " + most_text(most),
            less_text(most)};
  }

  Unserved too_many_for_all(std::size_t request) {
    const std::int64_t fewest = trial_.fewest(request, 0);
    const kube::DeviceOptionView& view = option_of(request).view;
    const std::string takes = sentence(name_of(request)) + " takes all devices of class " +
                              shown(view.device_class(), 50) + " of a node";
    if (fewest > kube::kClaimDevicesMax)
      return {
          "DevicesTooFew", request, std::nullopt,
          takes + ", and a claim holds 32 at most" +
              (tells_counts() ? ": no node has fewer than " + std::to_string(fewest) + "." : "."),
          "Write a count of at most 32 instead of allocationMode: All."};
    return {"DevicesTooFew", request, std::nullopt,
            takes +
                ", and no node can give them all at once: they are partitions of the same "
                "devices.",
            "Write count: 1 instead of allocationMode: All."};
  }

  // Tolerations for the device that needs the fewest, and a taint of it that all have where there
  // is one.
  Unserved tainted(std::size_t request) {
    bool some_without = false;
    std::map<std::string_view, Json> fewest;                 // by key
    std::optional<std::map<std::string_view, Json>> common;  // by key
    trial_.for_each_candidate(request, 0, [&](const ClaimTrial::Candidate& candidate) {
      some_without = some_without || candidate.tolerated;
      if (candidate.tolerated) return;
      std::map<std::string_view, Json> taints;
      for (const Json& taint : untolerated_taints(candidate.body, option_of(request).view))
        taints.try_emplace(taint["key"].as_string(), taint);
      if (!common) common = taints;
      std::erase_if(*common, [&](const auto& one) { return !taints.contains(one.first); });
      if (fewest.empty() || taints.size() < fewest.size()) fewest = std::move(taints);
    });
    std::string tolerations;
    for (const auto& [key, taint] : fewest)
      tolerations +=
          (tolerations.empty() ? "{key: " : ", {key: ") + shown(key, 60) + ", operator: Exists}";
    const bool is_common = common && !common->empty();
    const std::string taint =
        (is_common ? " taint " + shown(taint_text(common->begin()->second), 80)
                   : " taints, such as " + shown(taint_text(fewest.begin()->second), 80));
    const std::string message = some_without
                                    ? sentence(name_of(request)) + " does not tolerate" + taint +
                                          " of its devices, and without those no node has as many."
                                    : "All devices for " + name_of(request) + " have" + taint +
                                          ", which it does not tolerate.";
    return {"TolerationMissing", request, std::nullopt, message,
            request >= askers_.natives_from
                ? "Ask by a claim template with tolerations: [" + tolerations + "], or wait."
                : "Add tolerations: [" + tolerations + "] to " +
                      std::string(askers_.tolerations_in) + ", or wait."};
  }

  static std::string taint_text(const Json& taint) {
    std::string text(taint["key"].as_string());
    if (!taint["value"].as_string().empty()) text += "=" + std::string(taint["value"].as_string());
    return text + ":" + std::string(taint["effect"].as_string());
  }

  Unserved too_small(std::size_t request) {
    const Json wanted = option_of(request).view.capacity_requests();
    for (const Json::Member& entry : wanted.members()) {
      bool fits = false;
      std::optional<kube::Quantity> largest;
      trial_.for_each_candidate(request, 0, [&](const ClaimTrial::Candidate& candidate) {
        const Json capacity = candidate.body["capacity"][entry.key()];
        fits = fits || (!capacity.is_null() && consumed_capacity(capacity, entry.value));
        const std::optional<kube::Quantity> most = largest_request(capacity);
        if (most && (!largest || *largest < *most)) largest = most;
      });
      if (!fits) return too_small(request, entry, largest);
    }
    const std::optional<std::int64_t> most = trial_.most(request);
    return {"CapacityNeverFits", request, std::nullopt,
            sentence(name_of(request)) + " asks for " + devices_text(request) +
                " with the capacity that it requests, and " + most_text(most),
            most.value_or(0) == 0 ? "Ask for less capacity." : less_text(most)};
  }

  Unserved too_small(std::size_t request, const Json::Member& entry,
                     const std::optional<kube::Quantity>& largest) const {
    const std::string name = shown(entry.key());
    const Result<kube::Quantity> amount = kube::Quantity::from_json(entry.value);
    const std::string of_class = "of class " + shown(option_of(request).view.device_class(), 50);
    if (!largest)
      return {"CapacityNeverFits", request, std::nullopt,
              "No device " + of_class + " for " + name_of(request) + " has capacity " + name + ".",
              "Remove " + name +
                  " from capacity.requests, or ask for a class whose devices have "
                  "it."};
    return {"CapacityNeverFits", request, std::nullopt,
            "No device " + of_class + " for " + name_of(request) + " gives " +
                (amount ? amount->canonical() : std::string("as much")) + " of " + name +
                (tells_values() ? ", the most is " + largest->canonical() : "") + ".",
            tells_values() ? "Write: " + name + ": " + largest->canonical()
                           : "Ask for less " + name + "."};
  }

  // Without its constraints it could be had.
  Unserved constrained(const std::vector<std::size_t>& only) {
    const std::vector<TrialConstraint>& all = trial_.wish().constraints;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (trial_.run({.only = only, .constraint = i}) == Outcome::kNever)
        return never_holds(i, only);
    }
    return {"ConstraintNeverHolds", std::nullopt, 0,
            "The constraints never hold together: no node has devices for them.",
            "Take one of them away."};
  }

  // Requests that the constraint binds.
  std::vector<std::size_t> bound_by(std::size_t constraint,
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

  Unserved never_holds(std::size_t constraint, const std::vector<std::size_t>& only) {
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

  // Each could be had alone, and not all of them from one node, whatever the constraints.
  Unserved together() {
    for (std::size_t j = 1; j < std::min(requests().size(), kPairedMax); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        if (trial_.run({.only = {i, j}, .constraints = true}) == Outcome::kNever) return pair(i, j);
      }
    }
    return {"DevicesTooFew", 0, std::nullopt, "No node has devices for " + all_text() + " at once.",
            "Ask for what one node has; else it waits for such a node."};
  }

  bool takes_all(std::size_t request) const {
    return requests()[request].options.size() == 1 && option_of(request).view.all();
  }

  Unserved pair(std::size_t one, std::size_t other) {
    const bool meet = trial_.meet(one, other);
    if (meet && (takes_all(one) || takes_all(other))) {
      const std::size_t all = takes_all(one) ? one : other;
      const std::size_t rest = takes_all(one) ? other : one;
      return {"DevicesTooFew", rest, std::nullopt,
              sentence(name_of(all)) + " takes all devices of class " +
                  shown(option_of(all).view.device_class(), 50) +
                  " of a node (allocationMode: All), which leaves none for " + name_of(rest) + ".",
              "Remove " + name_of(rest) + ", or write a count instead of allocationMode: All."};
    }
    const std::string names = name_of(one) + " and " + name_of(other);
    if (serves({.only = {one, other}, .constraints = true, .counters = true}))
      return {"DevicesTooFew", other, std::nullopt,
              "No node gives devices for " + names +
                  " at once: they are partitions of the same devices.",
              "Ask for smaller ones" + std::string(kWaits)};
    if (serves({.only = {one, other}, .constraints = true, .capacities = true})) {
      const bool names_none = option_of(one).view.capacity_requests().empty() ||
                              option_of(other).view.capacity_requests().empty();
      return {
          "CapacityNeverFits", other, std::nullopt,
          "The devices of no node have capacity for both " + names +
              (names_none ? ": a request that names none takes the default, or all of it." : "."),
          (names_none ? "Write capacity: {requests: {NAME: AMOUNT}} in both"
                      : "Ask for less capacity") +
              std::string(kWaits)};
    }
    return {"DevicesTooFew", other, std::nullopt,
            "No node has enough devices for both " + names + ".",
            "Ask for what one node has; else it waits for such a node."};
  }

  // "Request gpu"; an extended resource stays as it is written.
  static std::string sentence(const std::string& text) {
    return text.starts_with("request ") ? sentence_start(text) : text;
  }

  // "request a, request b and request c"; how many there are where that is too long.
  std::string all_text() const {
    std::string text;
    for (std::size_t i = 0; i < requests().size(); ++i) {
      text += i == 0 ? "" : i + 1 == requests().size() ? " and " : ", ";
      text += name_of(i);
    }
    return text.size() <= kNamesBytesMax ? "all of " + text
                                         : "all " + std::to_string(requests().size()) + " requests";
  }

  // Of the requests, those of which each is put beside each.
  static constexpr std::size_t kPairedMax = 8;
  // Of a warning, what names them.
  static constexpr std::size_t kNamesBytesMax = 110;

  ClaimTrial& trial_;
  const CheckFacts& facts_;
  const Askers askers_;
};

// What they say is the cause, or comes before it.
constexpr std::array<std::string_view, 16> kToldBy = {
    "CapacityNeverFits",    "ClaimElsewhere",           "ClaimInvalid",
    "ClaimMissing",         "ClassBeforeWorkload",      "ClassNameIsResource",
    "ConstraintNeverHolds", "DeviceClassMissing",       "DevicesTooFew",
    "NodeNamePreset",       "NodeSelectorNeverMatches", "SelectorFails",
    "SelectorNeverMatches", "TemplateMissing",          "TolerationMissing",
    "TooManyDevices"};

bool is_told(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return std::find(kToldBy.begin(), kToldBy.end(), finding.code) != kToldBy.end();
  });
}

// Those that are still to be served.
std::vector<const PodClaim*> unallocated(const PodSubject& subject) {
  std::vector<const PodClaim*> claims;
  std::set<std::string_view> shared;  // two entries may name one
  for (const PodClaim& claim : subject.claims) {
    if (!claim.by_template && !shared.insert(claim.source).second) continue;
    if (claim.spec().request_count() > 0 && claim.found.object["status"]["allocation"].is_null())
      claims.push_back(&claim);
  }
  return claims;
}

// Of so many it is not known by their number whether a claim gets them, on all nodes or on those
// that the pod chooses.
bool is_conditional(const MatchCount* devices, std::int64_t count, bool chooses_nodes) {
  if (devices == nullptr) return false;
  const bool may_lack = count > 1 || chooses_nodes || devices->tainted == devices->matched;
  return (devices->tainted > 0 && may_lack) || (devices->partitions > 0 && count > 1);
}

bool chooses_nodes(const PodSubject& subject) {
  const Json spec = subject.pod.spec();
  return !spec["nodeSelector"].empty() || !spec["affinity"]["nodeAffinity"].empty();
}

// What a pod asks for and still has to get.
struct Wishes {
  std::vector<const PodClaim*> claims;
  std::vector<const DeviceRequest*> natives;  // of native_requests()

  bool empty() const { return claims.empty() && natives.empty(); }
};

// Some devices of one class, with selectors, are judged by their number (node_fit.h).
bool needs_trial(const Wishes& wishes, bool chooses_nodes, const MatchTable& table) {
  std::size_t requests = wishes.natives.size();
  bool is_special =
      std::any_of(wishes.natives.begin(), wishes.natives.end(), [&](const DeviceRequest* native) {
        return is_conditional(table.of_class(native->device_class), native->count, chooses_nodes);
      });
  const std::size_t claims = wishes.claims.size() + (wishes.natives.empty() ? 0 : 1);
  for (const PodClaim* claim : wishes.claims) {
    const kube::ClaimSpecView spec = claim->spec();
    requests += spec.request_count();
    is_special = is_special || !spec.constraints().empty();
    for (std::size_t i = 0; i < spec.request_count(); ++i) {
      const kube::DeviceRequestView request = spec.request(i);
      for (std::size_t j = 0; j < request.option_count(); ++j) {
        const kube::DeviceOptionView option = request.option(j);
        // What only looks on takes from no other claim.
        if (option.admin_access() && claims > 1) return false;
        is_special =
            is_special || request.first_available() || option.all() ||
            !option.capacity_requests().empty() ||
            is_conditional(devices_for(option, table), option.count().value_or(1), chooses_nodes);
      }
    }
  }
  return is_special || requests > 1;
}

std::optional<Unserved> reason_of(TrialWish wish, const CheckFacts& facts) {
  const DeviceSurvey& survey = facts.survey();
  std::uint64_t cost_left = kOutcomeCostMax;
  std::optional<ClaimTrial> trial =
      ClaimTrial::of(std::move(wish), survey, facts.devices.nodes(), cost_left);
  return trial ? Reasons(*trial, facts).run() : std::nullopt;
}

std::optional<Unserved> reason_of(const kube::ClaimSpecView& claim, const CheckFacts& facts) {
  TrialWish wish;
  if (!add_claim(claim, "", facts.devices, wish)) return std::nullopt;
  return reason_of(std::move(wish), facts);
}

std::optional<Unserved> remembered_reason_of(const kube::ClaimSpecView& claim,
                                             const CheckFacts& facts) {
  if (facts.unserved == nullptr) return reason_of(claim, facts);
  const auto [at, is_new] =
      facts.unserved->claims.try_emplace(kube::to_text(claim.devices()), std::nullopt);
  if (is_new) at->second = reason_of(claim, facts);
  return at->second;
}

// Of these it is said elsewhere, or nothing is known: what a controller made is told of the
// workload, and Kueue lets pods wait until it has chosen nodes.
bool is_not_tried(const PodSubject& subject, const CheckFacts& facts) {
  return !facts.is_new || !facts.survey || !subject.pod.object().controller().is_null() ||
         (facts.queue != nullptr && facts.queue->role != QueueFacts::Role::kNone);
}

// The node to which claims bind it that are allocated; empty for none.
std::string_view bound_node(const PodSubject& subject) {
  for (const PodClaim& claim : subject.claims) {
    if (const auto node = node_of_allocation(claim.found.object); !node.empty()) return node;
  }
  return {};
}

// What the pod's own claims that are allocated have: its other claims get none of it.
std::set<std::string, std::less<>> taken_devices(const PodSubject& subject) {
  std::set<std::string, std::less<>> taken;
  for (const PodClaim& claim : subject.claims) {
    const Json devices = claim.found.object["status"]["allocation"]["devices"];
    for (const Json& result : devices["results"].elements()) {
      if (result["adminAccess"].as_bool()) continue;
      std::string key(result["driver"].as_string());
      (key += '/') += result["pool"].as_string();
      (key += '/') += result["device"].as_string();
      taken.insert(std::move(key));
    }
  }
  return taken;
}

// On any node, and then on those to which the pod may go.
std::optional<Finding> finding_of(const PodSubject& subject, const TrialWish& wish,
                                  const CheckFacts& facts, const Askers& askers,
                                  std::string cause) {
  const DeviceSurvey& survey = facts.survey();
  std::uint64_t cost_left = kOutcomeCostMax;
  const auto made = [&](Unserved reason, std::string_view where) {
    return Finding{
        reason.code,
        Severity::kWarn,
        askers.natives_from == 0 ? "spec" : "spec.resourceClaims",
        sentence_start(subject.name) + std::string(where) + sentence_middle(reason.message),
        std::move(reason.fix),
        cause};
  };
  std::optional<ClaimTrial> any = ClaimTrial::of(wish, survey, facts.devices.nodes(), cost_left);
  if (!any) return std::nullopt;
  Reasons of_any(*any, facts, askers);
  // What no node has is not for the nodes to which it may go: others tell it.
  if (of_any.without_candidates()) return std::nullopt;
  std::optional<Unserved> reason = of_any.run();
  if (reason && !reason->is_served) return made(std::move(*reason), " finds no node: ");
  if (!subject.pod.node_name().empty()) return std::nullopt;
  const NodeChoice choice = node_choice(subject);
  const std::string_view bound = bound_node(subject);
  const TrialScope scope{[&](std::string_view node) {
                           return (bound.empty() || node == bound) &&
                                  facts.devices.nodes().may_take(node, choice);
                         },
                         taken_devices(subject)};
  std::optional<ClaimTrial> allowed =
      ClaimTrial::of(wish, survey, facts.devices.nodes(), cost_left, scope);
  if (!allowed) return std::nullopt;
  reason = Reasons(*allowed, facts, askers).run(/*of_some_nodes=*/true);
  if (!reason) return std::nullopt;
  if (reason->is_served) return made(std::move(*reason), " may find no node: ");
  reason->fix = bound.empty()
                    ? "Allow others by nodeSelector, affinity and tolerations, or ask for less."
                    : "Use a template instead of the claim that is allocated already.";
  return made(std::move(*reason), bound.empty()
                                      ? " finds no node among those that it may go to: "
                                      : " finds no node where its allocated claim has devices: ");
}

// Of what a rewrite makes of its extended resources.
bool asks_for_conditional(const PodSubject& subject, const CheckFacts& facts) {
  const MatchTable& table = facts.devices.matches();
  return std::any_of(subject.requests.begin(), subject.requests.end(),
                     [&](const DeviceRequest& request) {
                       if (request.path != Path::kExtendedResource) return false;
                       const MatchCount* devices = selected_by(request, facts);
                       if (devices == nullptr) devices = table.of_class(request.device_class);
                       return is_conditional(devices, request.count, chooses_nodes(subject));
                     });
}

}  // namespace

void check_claim_served(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings) {
  // What stands there already never changes, and what is allocated has its devices.
  if (!subject.old_object.is_null() || !subject.object["status"]["allocation"].is_null()) return;
  if (!facts.survey || is_told(findings)) return;
  // Of what a rewrite made the pod is told.
  if (is_generated_template_name(kube::ObjectView(subject.object).name())) return;
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject.object);
  std::optional<Unserved> reason = remembered_reason_of(claim, facts);
  if (!reason) return;
  const std::string requests = requests_path(subject.object);
  const std::string field =
      reason->constraint ? requests.substr(0, requests.rfind('.')) + ".constraints[" +
                               std::to_string(*reason->constraint) + "]"
                         : requests + "[" + std::to_string(reason->request.value_or(0)) + "]";
  // Pods with it may keep off those nodes.
  findings.push_back({reason->code, reason->is_served ? Severity::kInfo : Severity::kWarn, field,
                      std::move(reason->message), std::move(reason->fix)});
}

void check_mapping_served(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  if (!subject.old_object.is_null() || !facts.survey || is_told(findings)) return;
  const Json spec = subject.object["spec"];
  const auto constraints = spec["constraints"].elements();
  for (std::size_t i = 0; i < std::min(constraints.size(), kMappingTrialsMax); ++i) {
    const std::span<const Json> one = constraints.subspan(i, 1);
    TrialWish wish;
    if (!add_constraints(one, wish)) continue;
    for (const Json& rewrite : spec["rewrites"].elements()) {
      const std::string_view resource = rewrite["resource"].as_string();
      // What holds words of a pod is not known yet.
      if (!rewrite["request"].is_null())
        add_request({rewrite["request"]}, shown(resource), one, 0, facts.devices, wish);
    }
    std::erase_if(wish.requests, [](const TrialRequest& request) {
      return std::all_of(request.options.begin(), request.options.end(),
                         [](const TrialOption& option) { return option.bound.empty(); });
    });
    std::optional<Unserved> reason = reason_of(std::move(wish), facts);
    if (!reason || reason->is_served || reason->code != "ConstraintNeverHolds") continue;
    findings.push_back({reason->code, Severity::kWarn,
                        "spec.constraints[" + std::to_string(i) + "]", std::move(reason->message),
                        std::move(reason->fix)});
  }
}

bool check_pod_served(const PodSubject& subject, bool may_survey, const CheckFacts& facts,
                      std::vector<Finding>& findings) {
  const Wishes wishes{unallocated(subject), native_requests(subject, facts)};
  const bool is_bound = !wishes.empty() && !bound_node(subject).empty();
  if (!is_bound && !needs_trial(wishes, chooses_nodes(subject), facts.devices.matches()))
    return false;
  if (is_not_tried(subject, facts) || is_told(findings)) return false;
  if (!may_survey) return true;
  TrialWish wish;
  std::map<std::pair<bool, std::string_view>, std::size_t> entries;  // by what they name
  for (const PodClaim* claim : wishes.claims) ++entries[{claim->by_template, claim->source}];
  for (const PodClaim* claim : wishes.claims) {
    const bool is_one = entries[{claim->by_template, claim->source}] == 1;
    const std::string source = is_one ? claim->source_text() : "entry " + shown(claim->name, 40);
    if (!add_claim(claim->spec(), " (" + source + ")", facts.devices, wish)) return false;
  }
  const std::size_t natives_from = wishes.natives.empty() ? SIZE_MAX : wish.requests.size();
  const kube::Document claim = native_claim(wishes.natives);
  for (std::size_t i = 0; i < wishes.natives.size(); ++i) {
    if (!add_request({claim.root().at(i)}, shown(wishes.natives[i]->source), {}, 0, facts.devices,
                     wish))
      return false;
  }
  std::string cause = wishes.claims.empty() ? class_cause(wishes.natives.front()->device_class)
                                            : wishes.claims.front()->cause(facts.ns);
  if (auto finding = finding_of(subject, wish, facts, {kInRequest, natives_from}, std::move(cause)))
    findings.push_back(std::move(*finding));
  return false;
}

bool drop_fails_elsewhere(const PodSubject& subject, bool may_survey, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  const auto is_of_claim = [](const Finding& finding) {
    return finding.code == "SelectorFails" && finding.field.starts_with("spec.resourceClaims");
  };
  if (std::none_of(findings.begin(), findings.end(), is_of_claim)) return false;
  if (!subject.pod.object().controller().is_null()) {
    std::erase_if(findings, is_of_claim);
    return false;
  }
  if (is_not_tried(subject, facts) || !subject.pod.node_name().empty()) return false;
  if (!may_survey) return true;
  TrialWish wish;
  for (const PodClaim* claim : unallocated(subject)) {
    if (!add_claim(claim->spec(), "", facts.devices, wish)) return false;
  }
  const NodeChoice choice = node_choice(subject);
  const DeviceSurvey& survey = facts.survey();
  std::uint64_t cost_left = kOutcomeCostMax;
  // Nothing is known where a selector fails.
  const TrialScope scope{
      [&](std::string_view node) { return facts.devices.nodes().may_take(node, choice); }};
  if (ClaimTrial::of(wish, survey, facts.devices.nodes(), cost_left, scope))
    std::erase_if(findings, is_of_claim);
  return false;
}

bool check_made_served(const PodSubject& subject, const MadeClaims& made, bool may_survey,
                       const CheckFacts& facts, std::vector<Finding>& findings) {
  if (made.templates.empty()) return false;
  const bool conditional = asks_for_conditional(subject, facts);
  for (const ClaimTemplate& claim_template : made.templates) {
    const bool constrained = claim_template.spec.find("\"constraints\"") != std::string::npos;
    if (!conditional && !(constrained && made.is_new)) continue;
    if (is_not_tried(subject, facts) || is_told(findings)) return false;
    if (!may_survey) return true;
    const Result<kube::Document> spec = kube::read_json(claim_template.spec);
    TrialWish wish;
    if (!spec || !add_claim(kube::ClaimSpecView(spec->root()["spec"]), "", facts.devices, wish))
      continue;
    std::optional<Finding> finding = finding_of(subject, wish, facts, {kInMapping}, {});
    if (!finding) continue;
    if (finding->code == "ConstraintNeverHolds")
      finding->fix = "Ask for fewer devices; the constraint is that of the DeviceMapping.";
    findings.push_back(std::move(*finding));
  }
  return false;
}

}  // namespace drawbridge::rules
