#include "webhook/decide/quotas/quota_check.h"

#include <algorithm>
#include <map>
#include <utility>

#include "quota/amount_text.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/quotas/charges.h"

namespace drawbridge::admission {
namespace {

using quota::amount_text;
using rules::DeviceRequest;
using rules::Finding;
using rules::Severity;

using Problem = quota::Judgement::Problem;

// "20Gi, 12Gi rounded up by requestPolicy": nobody finds in their claim what was made of it. Empty
// where it is as it was asked for.
std::string rounded_text(const kube::Quantity& amount, const Asked& asked) {
  if (!asked.share || !asked.share->requested || !asked.share->taken) return {};
  const auto& [devices, requested, taken, of_device] = *asked.share;
  if (*taken == *requested || amount != taken->multiplied_by(devices)) return {};
  const std::string wish = amount_text(*requested);
  if (devices == 1) return amount_text(amount) + ", " + wish + " rounded up by requestPolicy";
  return amount_text(amount) + ", each of " + std::to_string(devices) + " x " + wish +
         " rounded up to " + amount_text(*taken) + " by requestPolicy";
}

// "12", or what 32 stands for.
std::string asked_text(const kube::Quantity& amount, const Asked& asked) {
  if (quota::is_past_counting(amount)) return quota::charged_text(amount);
  if (asked.is_all) return "all matching devices, counted as " + amount_text(amount);
  if (asked.has_all) return amount_text(amount) + " with all matching devices counted";
  if (asked.is_largest)
    return amount_text(amount) + ", each device counted as the largest published";
  const std::string rounded = rounded_text(amount, asked);
  return rounded.empty() ? amount_text(amount) : rounded;
}

std::int64_t devices_within(const kube::Quantity& left, const kube::Quantity& each) {
  std::int64_t devices = 0;
  while (devices < kube::kClaimDevicesMax && each.multiplied_by(devices + 1) <= left) ++devices;
  return devices;
}

std::int64_t had_by_one_pod(std::int64_t devices, const Asked& asked) {
  return std::min(devices, asked.within_reach.value_or(devices));
}

// What each of so many can have of it, rounded down.
kube::Quantity share_of(const kube::Quantity& all, std::int64_t devices) {
  if (devices <= 1) return all;
  std::int64_t whole = all.checked_value().value_or(0);
  if (all < kube::Quantity::from_int(whole)) --whole;
  return kube::Quantity::from_int(whole / devices, all.format());
}

std::string count_text(std::int64_t devices) {
  return "Write count: " + std::to_string(devices) + " instead of allocationMode: All, or ";
}

// "Ask for example.com/vmem: 60, or "; empty where no whole number of its unit fits.
std::string less_of_companion(const kube::Quantity& request, const kube::Quantity& of_device,
                              const Asked& asked) {
  const Result<kube::Quantity> unit = kube::Quantity::parse("1" + asked.companion->unit);
  if (!unit) return {};
  const std::int64_t one = unit->checked_value().value_or(0);
  const std::int64_t most = request.checked_value().value_or(0);
  if (one <= 0) return {};
  // A value is rounded up where it is no integer.
  std::int64_t units = most / one;
  if (units > 0 && unit->multiplied_by(units) > request) --units;
  if (units <= 0) return {};
  const auto taken = asked.share->of_device->taken(unit->multiplied_by(units));
  if (!taken || *taken > of_device) return {};
  return "Ask for " + rules::shown(asked.companion->resource, 60) + ": " + std::to_string(units) +
         ", or ";
}

// What still fits once it is rounded up; empty for nothing.
std::string less_of_share(const kube::Quantity& left, const Asked& asked) {
  const AskedShare& share = *asked.share;
  const std::int64_t fit = share.taken ? devices_within(left, *share.taken) : 0;
  if (!asked.by_resource.empty() && fit > 0)
    return "Ask for " + std::to_string(fit) + " " + rules::shown(asked.by_resource, 60) + ", or ";
  if (asked.is_all && fit > 0 && asked.template_uses == 1) return count_text(fit);
  if (!asked.by_resource.empty() && !asked.companion) return {};
  const kube::Quantity of_device = share_of(left, share.devices);
  const auto request = share.of_device->largest_request_within(of_device);
  if (!request) return {};
  if (!asked.by_resource.empty()) return less_of_companion(*request, of_device, asked);
  if (!share.requested)
    return "Write capacity: {requests: {" + asked.capacity + ": " + amount_text(*request) + "}}" +
           (share.devices > 1 ? " in each request, or " : ", or ");
  return "Ask for " + amount_text(*request) + (share.devices > 1 ? " a device, or " : ", or ");
}

}  // namespace

std::string less_text(const kube::Quantity& left, const Asked& asked) {
  if (!asked.capacity.empty() && !asked.whole_device) {
    if (asked.share) return less_of_share(left, asked);
    if (asked.may_round) return {};
    if (asked.choice != 0)
      return "Have no alternative ask for more than " + amount_text(left) + ", or ";
    // Of requests that differ only the sum is known.
    return "Ask for " + amount_text(left) + " in all, or ";
  }
  if (!asked.whole_device) {
    // Rounded up; no device is had in part.
    std::int64_t whole = left.checked_value().value_or(0);
    if (left < kube::Quantity::from_int(whole)) --whole;
    // What a template says counts once for each claim that is made of it.
    whole = had_by_one_pod(whole, asked) / asked.template_uses;
    if (whole <= 0) return {};
    if (asked.is_all) return count_text(whole);
    return "Ask for " + std::to_string(whole) +
           (asked.template_uses > 1 ? " a claim, or " : ", or ");
  }
  const std::int64_t devices =
      had_by_one_pod(devices_within(left, *asked.whole_device), asked) / asked.template_uses;
  if (devices == 0) return {};
  return "Ask for " + std::to_string(devices) + (devices == 1 ? " device" : " devices") +
         (asked.template_uses > 1 ? " a claim" : "") +
         (devices == 1 ? ", which" : ", each of which") + " counts whole (" +
         amount_text(*asked.whole_device) + "), or ";
}

namespace {

// "Ask for 2" of "Ask for 2, or ".
std::string alone_text(std::string_view less) {
  return std::string(less.substr(0, less.rfind(", or ")));
}

// Rounded down; of bytes as people write them.
kube::Quantity whole_share_of(const kube::Quantity& all, std::int64_t pods) {
  constexpr std::int64_t kMi = 1024 * 1024;
  constexpr std::int64_t kGi = 1024 * kMi;
  std::int64_t share = all.checked_value().value_or(0) / std::max<std::int64_t>(pods, 1);
  if (all.format() == kube::Quantity::Format::kBinarySI && share > kMi)
    share -= share % (share > 16 * kGi ? kGi : kMi);
  return kube::Quantity::from_int(share, all.format());
}

}  // namespace

std::string others_less_text(std::string_view whose) {
  return "Have " + std::string(whose.substr(0, whose.rfind(' '))) + " ask for less.";
}

std::string less_of_each_pod(const kube::Quantity& left, std::int64_t pods, const Asked& asked) {
  const std::string less = less_text(whole_share_of(left, pods), asked);
  if (less.empty()) return {};
  const std::string text = alone_text(less);
  const bool is_plain = text.find(" a ") == std::string::npos &&
                        text.find(" all") == std::string::npos &&
                        text.find(',') == std::string::npos && text.starts_with("Ask");
  return text + (is_plain                              ? " a pod"
                 : text.find(',') == std::string::npos ? " in each pod"
                                                       : ", in each pod");
}

namespace {

// Devices are whole, whatever stands in the quota.
kube::Quantity whole(const kube::Quantity& amount, const Asked& asked) {
  const std::optional<std::int64_t> rounded_up =
      asked.capacity.empty() ? amount.checked_value() : std::nullopt;
  return rounded_up ? kube::Quantity::from_int(*rounded_up) : amount;
}

// By resource the least that one of the quotas has left which are short of it: what is proposed is
// to fit all of them.
using LeastLeft = std::map<std::string, kube::Quantity, std::less<>>;

// `beside` is what others ask for.
void note_left(const quota::Shortfall& shortfall, const kube::Quantity& beside, LeastLeft& least) {
  kube::Quantity left = shortfall.hard;
  left.sub(shortfall.used).sub(beside);
  const auto [at, is_new] = least.emplace(shortfall.resource, left);
  if (!is_new) at->second = std::min(at->second, left);
}

// less_text() of what is left in all quotas, for each of so many pods.
std::string less_fitting(const quota::Shortfall& shortfall, const LeastLeft& least,
                         const Asked& asked, std::int64_t pods = 1) {
  const kube::Quantity& left = least.find(shortfall.resource)->second;
  if (left.sign() <= 0) return {};
  if (pods == 1) return less_text(left, asked);
  const std::string less = less_of_each_pod(left, pods, asked);
  return less.empty() ? less : less + ", or ";
}

std::string raise_text(const std::string& less, const kube::Quantity& needed) {
  return rules::sentence_start(less + "have the quota raised to ") + amount_text(needed);
}

std::string see_quota_text(const std::string& ns) {
  return ": kubectl get devicequota -n " + ns + ".";
}

// What has to be freed for `whom`, "" or " for all 3 pods".
std::string free_text(const std::string& less, const kube::Quantity& over, const std::string& whom,
                      const std::string& ns) {
  // Claims that users made have theirs without a pod.
  const std::string see = ": kubectl get pods,resourceclaims -n " + ns + " shows what uses them.";
  if (less.empty()) return "Free " + amount_text(over) + whom + ", or have the quota raised" + see;
  const bool one = over == kube::Quantity::from_int(1);
  return less + "free " + (one ? "one" : amount_text(over)) + whom + see;
}

// What fits now, what has to be freed or, where the whole quota is less than what is asked for with
// what comes beside it, which can't be freed, how far it has to be raised.
std::string fix_of(const quota::Shortfall& shortfall, const kube::Quantity& beside,
                   const std::string& ns, const Asked& asked, const LeastLeft& least) {
  const std::string less = less_fitting(shortfall, least, asked);
  kube::Quantity together = shortfall.asked;
  together.add(beside);
  // No quota is a way out.
  if (quota::is_past_counting(together))
    return less.empty() ? "Ask for less." : alone_text(less) + ".";
  kube::Quantity needed = shortfall.used;
  needed.add(together);
  if (together > shortfall.hard) return raise_text(less, needed) + see_quota_text(ns);
  return free_text(less, whole(needed.sub(shortfall.hard), asked), "", ns);
}

std::string asks_text(const quota::Shortfall& shortfall, std::string_view who, const Asked& asked,
                      const std::string& beside = {}) {
  return " (DeviceQuota " + shortfall.quota + ")" + beside + " and " + std::string(who) +
         " asks for " + asked_text(shortfall.asked, asked) +
         (asked.sources.empty() ? std::string() : " (" + asked.sources + ")");
}

std::string in_use_text(const quota::Shortfall& shortfall, std::string_view ns) {
  return std::string(ns) + " has " + amount_text(shortfall.used) + " of " +
         amount_text(shortfall.hard) + " " + shortfall.resource + " in use";
}

// What the others ask for of the resource.
kube::Quantity beside_of(const Uncharged& others, const std::string& resource) {
  const auto found = others.devices.find(resource);
  return found == others.devices.end() ? kube::Quantity() : found->second;
}

Finding exceeded(const quota::Shortfall& shortfall, const ChargeWish& wish, const Uncharged& others,
                 const Asked& asked, const LeastLeft& least) {
  const kube::Quantity beside = beside_of(others, shortfall.resource);
  const std::string text = beside.sign() <= 0 ? std::string()
                                              : ", " + others.who.at(shortfall.resource) + " for " +
                                                    quota::charged_text(beside);
  return {"QuotaExceeded", Severity::kDeny, "spec",
          in_use_text(shortfall, wish.ns) + asks_text(shortfall, wish.who, asked, text) + ".",
          fix_of(shortfall, beside, wish.ns, asked, least)};
}

constexpr std::string_view kOwnPods = "other pods of this ";

// Where not all of the pods have theirs: what all of them can have in place of it. `whose` are
// those beside them, "Deployment web asks".
std::string less_of_pods(const quota::PodsShortfall& shortfall, const ComingPods& pods,
                         std::string_view whose, const Asked& asked, const LeastLeft& least) {
  const std::int64_t come = pods.pods.value_or(1);
  if (shortfall.fit > 0) return fewer_text(pods) + ", or ";
  const quota::Shortfall& of_each = shortfall.of_each;
  std::string less = less_fitting(of_each, least, asked, std::max<std::int64_t>(come, 1));
  if (!less.empty()) return less;
  if (come > 1 && !less_fitting(of_each, least, asked).empty())
    return fewer_text(pods) + " and ask for less, or ";
  const bool is_of_own = whose.starts_with(kOwnPods);
  return is_of_own && shortfall.fit_alone > 0 ? "Run fewer of its other pods, or " : "";
}

std::string fix_of(const quota::PodsShortfall& shortfall, const ComingPods& pods,
                   std::string_view whose, const std::string& ns, const Asked& asked,
                   const LeastLeft& least) {
  const quota::Shortfall& of_each = shortfall.of_each;
  const std::int64_t come = std::max<std::int64_t>(pods.pods.value_or(1), 1);
  kube::Quantity together = of_each.asked.multiplied_by(come);
  together.add(shortfall.beside);
  kube::Quantity total = of_each.used;
  total.add(together);
  const std::string less = less_of_pods(shortfall, pods, whose, asked, least);
  if (quota::is_past_counting(together)) {
    if (!less.empty()) return alone_text(less) + ".";
    return quota::is_past_counting(shortfall.beside) ? others_less_text(whose) : "Ask for less.";
  }
  // What comes beside them can't be freed. Where not one fits without that, what is in use can.
  const bool some_fit = shortfall.fit_alone > 0;
  const bool raises = together > of_each.hard || (some_fit && shortfall.beside.sign() > 0);
  const kube::Quantity over = raises ? total : whole(total.sub(of_each.hard), asked);
  // How many there are is said where some of them fit.
  if (some_fit)
    return raises ? raise_text(less, over) + "."
                  : rules::sentence_start(less + "free ") + amount_text(over) + ".";
  const std::string whom = shortfall.beside.sign() > 0 ? " for all of them"
                           : come == 2                 ? " for both pods"
                           : come > 2 ? " for all " + std::to_string(come) + " pods"
                                      : "";
  return raises ? raise_text(less, over) + whom + see_quota_text(ns)
                : free_text(less, over, whom, ns);
}

// `let_in` are those that have theirs of all that is short.
Finding exceeded_by_pods(const quota::PodsShortfall& shortfall, std::int64_t let_in,
                         const ComingPods& pods, const DevicesBefore& before, const std::string& ns,
                         const Asked& asked, const LeastLeft& least) {
  const quota::Shortfall& of_each = shortfall.of_each;
  const std::int64_t come = pods.pods.value_or(1);
  const bool some_fit = shortfall.fit_alone > 0;
  const bool never = come > 0 && of_each.asked > of_each.hard;
  const bool refuses = of_each.enforcement == quota::DeviceQuota::Enforcement::kDeny &&
                       (never || (!some_fit && pods.come == PodsCome::kNow));
  const std::string has =
      pods.come == PodsCome::kLater
          ? ns + " may have " + amount_text(of_each.hard) + " " + of_each.resource
          : in_use_text(of_each, ns) + (before.in_use.empty() ? "" : " besides");
  const bool has_beside = shortfall.beside.sign() > 0;
  const std::string whose = has_beside ? before.beside.who.at(of_each.resource) : "";
  const std::string beside =
      has_beside ? ", " + whose + " for " + quota::charged_text(shortfall.beside) : "";
  // A warning has no room for how the pods ask, nor for whose they are twice.
  const bool has_said_whose = beside.find(kOwnPods) != std::string::npos;
  const std::string_view who = has_said_whose ? "each of these" : pods.who;
  // One number is told of the pods: that of what there is least of.
  const std::string more = !some_fit                ? "."
                           : shortfall.fit > let_in ? ": not all get theirs."
                                                    : ": " + let_in_text(shortfall.fit, come) + ".";
  return {"QuotaExceeded", refuses ? Severity::kDeny : Severity::kWarn, "spec",
          has + asks_text(of_each, who, some_fit ? Asked() : asked, beside) + more,
          fix_of(shortfall, pods, whose, ns, asked, least)};
}

Finding exceeded_together(const quota::PodsShortfall& shortfall, const ChargeWish& wish,
                          const AskedBeside& others, const Asked& asked, const LeastLeft& least) {
  const quota::Shortfall& own = shortfall.of_each;
  const std::string& whose = others.who.at(own.resource);
  const std::string beside = ", " + whose + " for " + quota::charged_text(shortfall.beside);
  kube::Quantity together = shortfall.beside;
  together.add(own.asked);
  kube::Quantity total = own.used;
  total.add(together);
  const std::string less = less_fitting(own, least, asked);
  return {
      "QuotaExceeded", Severity::kWarn, "spec",
      in_use_text(own, wish.ns) + asks_text(own, wish.who, Asked(), beside) +
          ": not all get theirs.",
      quota::is_past_counting(together) ? others_less_text(whose) : raise_text(less, total) + "."};
}

// The charge itself did not fit.
bool is_told(const quota::ChargeResult& result, const quota::Shortfall& shortfall) {
  return std::any_of(result.judgements.begin(), result.judgements.end(),
                     [&](const quota::Judgement& judgement) {
                       return judgement.quota == shortfall.quota &&
                              std::any_of(judgement.shortfalls.begin(), judgement.shortfalls.end(),
                                          [&](const quota::Shortfall& told) {
                                            return told.resource == shortfall.resource;
                                          });
                     });
}

Finding not_counted(const std::string& ns, const std::string& quota) {
  return {"QuotaNotCounted", Severity::kDeny, "spec",
          "What is in use in " + ns + " is being counted (DeviceQuota " + quota +
              "): the quota is new, or it or what it counts has changed.",
          "Apply again in some seconds; when it lasts: kubectl describe devicequota -n " + ns +
              " " + quota + "."};
}

Finding too_many(const ChargeWish& wish, const std::string& quota, bool holds) {
  if (!holds) {
    return {"QuotaUncountable", Severity::kDeny, "spec",
            rules::sentence_start(wish.who) + " asks for devices in more than " +
                std::to_string(quota::kWantsMax) + " ways, or by longer names than DeviceQuota " +
                quota + " can note.",
            "Use fewer different requests, or shorter names of classes and claims."};
  }
  return {"QuotaUncountable", Severity::kDeny, "spec",
          "DeviceQuota " + quota +
              " holds devices for as many objects as it can note that were let pass and have not "
              "been seen yet (at most " +
              std::to_string(quota::kHoldsMax) + ").",
          "Apply again in a minute; of serve --state, once its folder holds them."};
}

Finding too_many_awaiting(const std::string& quota) {
  return {"QuotaUncountable", Severity::kDeny, "spec.resourceClaims",
          "DeviceQuota " + quota +
              " can note no more pods whose ResourceClaimTemplate is not there yet, or came less "
              "than a minute before them (at most " +
              std::to_string(quota::kAwaitingHoldsMax) + " that cost nothing).",
          "Create the template, and apply again in a minute."};
}

Finding uncountable(const ChargeWish& wish, const quota::Judgement& judgement) {
  const std::string& name = judgement.uncountable.front();
  const auto asked = wish.asked.find(name);
  const std::string sources =
      asked == wish.asked.end() ? std::string() : " (" + asked->second.sources + ")";
  const std::string capacity =
      asked == wish.asked.end() || asked->second.capacity.empty() ? "" : asked->second.capacity;
  if (asked != wish.asked.end() && !asked->second.unpublished_class.empty())
    return {"QuotaUncountable", Severity::kDeny, "spec",
            "No published device of class " + rules::shown(asked->second.unpublished_class) +
                " has capacity " + capacity + ", by which DeviceQuota " + judgement.quota +
                " counts " + name + ", so nobody knows how much " + wish.who + " takes" + sources +
                ".",
            "Apply again when a node has such devices; where pods have to come before their nodes, "
            "have the DeviceMapping count devices."};
  return {"QuotaUncountable", Severity::kDeny, "spec",
          rules::sentence_start(wish.who) + " does not say how much " + name + " it asks for" +
              sources + ", which DeviceQuota " + judgement.quota + " counts by " +
              (capacity.empty() ? "a capacity" : "capacity " + capacity) + " of the devices.",
          "Request it in the claim, as in capacity: {requests: {" +
              (capacity.empty() ? "memory" : capacity) +
              ": 10Gi}}; where the devices have no such capacity, have the charge of the "
              "DeviceMapping corrected."};
}

void add_judgement(const ChargeWish& wish, const Uncharged& others,
                   const quota::Judgement& judgement, const LeastLeft& least,
                   std::vector<Finding>& findings) {
  const std::size_t before = findings.size();
  switch (judgement.problem) {
    case Problem::kNone:
      return;
    case Problem::kExceeds:
      for (const quota::Shortfall& shortfall : judgement.shortfalls) {
        const auto asked = wish.asked.find(shortfall.resource);
        findings.push_back(exceeded(shortfall, wish, others,
                                    asked == wish.asked.end() ? Asked() : asked->second, least));
      }
      break;
    case Problem::kNotCounted:
      findings.push_back(not_counted(wish.ns, judgement.quota));
      break;
    case Problem::kUncountable:
      findings.push_back(uncountable(wish, judgement));
      break;
    case Problem::kTooManyAwaiting:
      findings.push_back(too_many_awaiting(judgement.quota));
      break;
    case Problem::kTooManyWants:
    case Problem::kTooManyHolds:
      findings.push_back(
          too_many(wish, judgement.quota, judgement.problem == Problem::kTooManyHolds));
      break;
  }
  for (std::size_t i = before; i < findings.size(); ++i)
    findings[i].severity = judgement.refuses ? Severity::kDeny : Severity::kWarn;
}

}  // namespace

quota::Amounts amounts_of(const std::optional<std::int64_t>& pods,
                          std::span<const DeviceRequest> requests, const Snapshot& snapshot,
                          const kube::Json& namespace_labels) {
  quota::Amounts amounts = quota::charge_of(wants_of(requests, snapshot, ChargedFor::kPod),
                                            unit_of(snapshot, namespace_labels))
                               .amounts;
  for (auto& [resource, amount] : amounts)
    amount = std::min(amount.multiplied_by(pods.value_or(1)),
                      kube::Quantity::from_int(quota::kChargeMax));
  return amounts;
}

std::vector<Finding> check_quota(const ComingPods& pods, std::span<const DeviceRequest> requests,
                                 const DevicesBefore& before, const Snapshot& snapshot,
                                 const kube::Json& namespace_labels, std::string_view ns,
                                 const ToldQuotas& told) {
  std::vector<Finding> findings;
  const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(ns);
  if (quotas.empty()) return findings;
  const quota::PodsDemand demand{amounts_of(1, requests, snapshot, namespace_labels),
                                 pods.pods.value_or(1),
                                 before.asked,
                                 before.in_use,
                                 pods.come == PodsCome::kLater,
                                 before.beside.devices};
  const auto asked = asked_by_resource(requests, ChargedFor::kPod, snapshot, namespace_labels);
  std::vector<quota::PodsShortfall> short_of;
  for (const quota::DeviceQuota& device_quota : quotas) {
    // Such pods are let in, and charged when the gate opens.
    if (pods.wait_at_gate && device_quota.exclude_queued) continue;
    for (quota::PodsShortfall& shortfall : quota::shortfalls(device_quota, demand)) {
      if (!told.contains({shortfall.of_each.quota, shortfall.of_each.resource}))
        short_of.push_back(std::move(shortfall));
    }
  }
  std::int64_t let_in = demand.pods;
  LeastLeft least;
  for (const quota::PodsShortfall& shortfall : short_of) {
    let_in = std::min(let_in, shortfall.fit);
    note_left(shortfall.of_each, shortfall.beside, least);
  }
  for (const quota::PodsShortfall& shortfall : short_of) {
    const auto sources = asked.find(shortfall.of_each.resource);
    findings.push_back(exceeded_by_pods(shortfall, let_in, pods, before, std::string(ns),
                                        sources == asked.end() ? Asked() : sources->second, least));
  }
  return findings;
}

std::vector<Finding> exceeded_beside(const ChargeWish& wish, const AskedBeside& others,
                                     const quota::ChargeResult& result) {
  std::vector<Finding> findings;
  if (wish.says_nothing || !result.passes()) return findings;
  const quota::PodsDemand demand{.each = wish.waiter.charge.amounts, .beside = others.devices};
  std::vector<quota::PodsShortfall> short_of;
  LeastLeft least;
  for (const quota::DeviceQuota& each : wish.quotas) {
    for (quota::PodsShortfall& shortfall : quota::shortfalls(each, demand)) {
      if (shortfall.beside.sign() <= 0 || is_told(result, shortfall.of_each)) continue;
      note_left(shortfall.of_each, shortfall.beside, least);
      short_of.push_back(std::move(shortfall));
    }
  }
  for (const quota::PodsShortfall& shortfall : short_of) {
    const auto asked = wish.asked.find(shortfall.of_each.resource);
    findings.push_back(exceeded_together(
        shortfall, wish, others, asked == wish.asked.end() ? Asked() : asked->second, least));
  }
  return findings;
}

std::vector<Finding> charge_findings(const ChargeWish& wish, const Uncharged& others,
                                     const quota::ChargeResult& result) {
  std::vector<Finding> findings;
  LeastLeft least;
  for (const quota::Judgement& judgement : result.judgements) {
    for (const quota::Shortfall& shortfall : judgement.shortfalls)
      note_left(shortfall, beside_of(others, shortfall.resource), least);
  }
  for (const quota::Judgement& judgement : result.judgements)
    add_judgement(wish, others, judgement, least, findings);
  for (const quota::ChargeResult::Unreached& unreached : result.unreached) {
    findings.push_back({"QuotaUnreachable", unreached.refuses ? Severity::kDeny : Severity::kWarn,
                        "spec",
                        "DeviceQuota " + unreached.quota + " of " + wish.ns +
                            " could not be charged: " + rules::shown(unreached.why, 200) + ".",
                        unreached.refuses ? "Apply again; when it lasts, see the log of Drawbridge."
                                          : "It is counted later; see the log of Drawbridge."});
  }
  // Nobody wants to hear of quotas, but that one was not charged is said.
  if (wish.says_nothing)
    std::erase_if(findings, [](const Finding& one) { return one.code != "QuotaUnreachable"; });
  return findings;
}

}  // namespace drawbridge::admission
