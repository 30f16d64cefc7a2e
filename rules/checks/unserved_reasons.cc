#include "rules/checks/unserved_reasons.h"

#include <algorithm>
#include <map>
#include <utility>

#include "kube/api/prose.h"
#include "rules/devices/consumption.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kWaits = "; else it waits for a node that has more.";

}  // namespace

std::optional<Unserved> UnservedReasons::run() {
  const Outcome outcome = trial_.run();
  if (outcome == Outcome::kServed) return failing();
  if (outcome == Outcome::kUnknown) return std::nullopt;
  for (std::size_t i = 0; i < requests().size(); ++i) {
    if (trial_.run({.only = {i}}) == Outcome::kNever) return alone(i);
  }
  if (serves({.constraints = true})) return constrained({});
  return together();
}

std::optional<std::size_t> UnservedReasons::without_candidates() const {
  for (std::size_t i = 0; i < requests().size(); ++i) {
    if (!has_candidates(i)) return i;
  }
  return std::nullopt;
}

Unserved UnservedReasons::lacks_candidates(std::size_t request) const {
  return {"DevicesTooFew", request, std::nullopt,
          "No node has a device for " + name_of(request) + ".", "Ask for another one."};
}

bool UnservedReasons::has_candidates(std::size_t request) const {
  bool any = false;
  for (std::size_t j = 0; j < requests()[request].options.size(); ++j)
    trial_.for_each_candidate(request, j, [&](const auto&) { any = true; });
  return any;
}

const TrialOption& UnservedReasons::option_of(std::size_t request) const {
  return requests()[request].options.front();
}

std::string UnservedReasons::devices_text(std::size_t request) const {
  const kube::DeviceOptionView& view = option_of(request).view;
  const std::int64_t count = view.count().value_or(1);
  return std::to_string(count) + (count == 1 ? " device" : " devices") + " of class " +
         shown(view.device_class(), 50) +
         (view.selectors().empty() ? "" : " that match its selectors");
}

std::string UnservedReasons::most_text(std::optional<std::int64_t> most,
                                       std::string_view which) const {
  return (most.value_or(0) > 0 && tells_counts() ? "no node has more than " + std::to_string(*most)
                                                 : "no node has as many") +
         std::string(which) + ".";
}

std::string UnservedReasons::less_text(std::optional<std::int64_t> most) const {
  return (most.value_or(0) > 0 && tells_counts() ? "Ask for " + std::to_string(*most) + " at most"
                                                 : std::string("Ask for fewer")) +
         std::string(kWaits);
}

Unserved UnservedReasons::alone(std::size_t request) {
  if (requests()[request].options.size() > 1)
    return {"DevicesTooFew", request, std::nullopt,
            "No alternative of " + name_of(request) + " can be had from one node.",
            "Add one that asks for less" + std::string(kWaits)};
  const std::vector<std::size_t> only = {request};
  if (serves({.only = only, .constraints = true})) return constrained(only);
  if (serves({.only = only, .taints = true})) return tainted(request);
  if (serves({.only = only, .capacities = true})) return too_small(request);
  if (option_of(request).view.all()) return too_many_for_all(request);
  if (trial_.most(request) != 0) return too_few(request);
  // However few it asked for.
  const std::vector<std::size_t>& constraints = option_of(request).bound;
  const auto lacking = std::find_if(
      constraints.begin(), constraints.end(),
      [&](std::size_t constraint) { return !trial_.has_attribute(request, constraint); });
  if (lacking != constraints.end()) return never_holds(*lacking, only);
  return option_of(request).view.capacity_requests().empty() ? too_few(request)
                                                             : too_small(request);
}

Unserved UnservedReasons::too_few(std::size_t request) {
  const std::optional<std::int64_t> most = trial_.most(request);
  const std::optional<std::int64_t> of_any = trial_.most(request, {.constraints = true});
  const bool is_bound = most && of_any && *most < *of_any;
  const std::string asks = name_of(request) + " asks for " + devices_text(request);
  const bool is_partitioned = serves({.only = {request}, .counters = true});
  return {"DevicesTooFew", request, std::nullopt,
          sentence(asks) + (is_partitioned ? ", which are partitions of the same devices" : "") +
              ", and " + most_text(most, is_bound ? " that satisfy its constraints" : ""),
          less_text(most)};
}

Unserved UnservedReasons::too_many_for_all(std::size_t request) {
  const std::int64_t fewest = trial_.fewest(request, 0);
  const kube::DeviceOptionView& view = option_of(request).view;
  const std::string takes = sentence(name_of(request)) + " takes all devices of class " +
                            shown(view.device_class(), 50) + " of a node";
  if (fewest > kube::kClaimDevicesMax)
    return {"DevicesTooFew", request, std::nullopt,
            takes + ", and a claim holds 32 at most" +
                (tells_counts() ? ": no node has fewer than " + std::to_string(fewest) + "." : "."),
            "Write a count of at most 32 instead of allocationMode: All."};
  return {"DevicesTooFew", request, std::nullopt,
          takes +
              ", and no node can give them all at once: they are partitions of the same "
              "devices.",
          "Write count: 1 instead of allocationMode: All."};
}

Unserved UnservedReasons::tainted(std::size_t request) {
  bool some_without = false;
  std::map<std::string_view, kube::Json> fewest;                 // by key
  std::optional<std::map<std::string_view, kube::Json>> common;  // by key
  trial_.for_each_candidate(request, 0, [&](const ClaimTrial::Candidate& candidate) {
    some_without = some_without || candidate.tolerated;
    if (candidate.tolerated) return;
    std::map<std::string_view, kube::Json> taints;
    for (const kube::Json& taint : untolerated_taints(candidate.body, option_of(request).view))
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
              : "Add tolerations: [" + tolerations + "] to " + std::string(askers_.tolerations_in) +
                    ", or wait."};
}

std::string UnservedReasons::taint_text(const kube::Json& taint) {
  std::string text(taint["key"].as_string());
  if (!taint["value"].as_string().empty()) text += "=" + std::string(taint["value"].as_string());
  return text + ":" + std::string(taint["effect"].as_string());
}

Unserved UnservedReasons::too_small(std::size_t request) {
  const kube::Json wanted = option_of(request).view.capacity_requests();
  for (const kube::Json::Member& entry : wanted.members()) {
    bool fits = false;
    std::optional<kube::Quantity> largest;
    trial_.for_each_candidate(request, 0, [&](const ClaimTrial::Candidate& candidate) {
      const kube::Json capacity = candidate.body["capacity"][entry.key()];
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

Unserved UnservedReasons::too_small(std::size_t request, const kube::Json::Member& entry,
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

Unserved UnservedReasons::together() {
  for (std::size_t j = 1; j < std::min(requests().size(), kPairedMax); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (trial_.run({.only = {i, j}, .constraints = true}) == Outcome::kNever) return pair(i, j);
    }
  }
  return {"DevicesTooFew", 0, std::nullopt, "No node has devices for " + all_text() + " at once.",
          "Ask for what one node has; else it waits for such a node."};
}

bool UnservedReasons::takes_all(std::size_t request) const {
  return requests()[request].options.size() == 1 && option_of(request).view.all();
}

Unserved UnservedReasons::pair(std::size_t one, std::size_t other) {
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
    return {
        "DevicesTooFew", other, std::nullopt,
        "No node gives devices for " + names + " at once: they are partitions of the same devices.",
        "Ask for smaller ones" + std::string(kWaits)};
  if (serves({.only = {one, other}, .constraints = true, .capacities = true})) {
    const bool names_none = option_of(one).view.capacity_requests().empty() ||
                            option_of(other).view.capacity_requests().empty();
    return {"CapacityNeverFits", other, std::nullopt,
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

std::string UnservedReasons::sentence(const std::string& text) {
  return text.starts_with("request ") ? sentence_start(text) : text;
}

std::string UnservedReasons::all_text() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < requests().size(); ++i) names.push_back(name_of(i));
  const std::string text = kube::and_list(names);
  return text.size() <= kNamesBytesMax ? "all of " + text
                                       : "all " + std::to_string(requests().size()) + " requests";
}

}  // namespace drawbridge::rules
