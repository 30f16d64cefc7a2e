#include "webhook/decide/quotas/charge_findings.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

#include "quota/charge.h"
#include "quota/device_quota.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/quotas/claim_of_pod.h"
#include "webhook/decide/quotas/exceeded_text.h"

namespace drawbridge::admission {
namespace {

using rules::Finding;
using rules::Severity;

// What fits now, what has to be freed or, where the whole quota is less than what is asked for with
// what comes beside it, which can't be freed, how far it has to be raised.
std::string fix_of(const quota::Shortfall& shortfall, const kube::Quantity& beside,
                   const Askers& others, const std::string& ns, const Asked& asked,
                   const std::string& less) {
  kube::Quantity together = shortfall.asked;
  together.add(beside);
  if (quota::is_past_counting(together)) return past_counting_text(less, others, beside);
  kube::Quantity needed = shortfall.used;
  needed.add(together);
  if (together > shortfall.hard) return raise_text(less, needed) + see_quota_text(ns);
  return free_text(less, whole_devices(needed.sub(shortfall.hard), asked), "", ns);
}

// How it is asked for, and "Ask for 2", which fits. Of what a claim asks for beyond what its pod
// paid for it the words about all of it are not true, and less of the rest would propose too
// little.
struct Words {
  Asked asked;
  std::string less;
};

Words words_of(const quota::Shortfall& shortfall, const ChargeWish& wish, const LeastLeft& least) {
  Asked asked = asked_of(wish.asked, shortfall.resource);
  if (shortfall.asked < quota::amount_of(wish.waiter.charge.amounts, shortfall.resource)) {
    asked.is_all = asked.has_all = asked.is_largest = false;
    asked.share.reset();
    return {std::move(asked), {}};
  }
  std::string less = least.less_text(shortfall.resource, asked);
  return {std::move(asked), std::move(less)};
}

Finding exceeded(const quota::Shortfall& shortfall, const ChargeWish& wish, const Uncharged& others,
                 const LeastLeft& least) {
  const auto [asked, less] = words_of(shortfall, wish, least);
  const kube::Quantity amount = quota::amount_of(others.devices, shortfall.resource);
  const Askers who = asking_for(shortfall.resource, others.who);
  const std::string beside = amount.sign() > 0 ? beside_text(who, amount) : "";
  return {"QuotaExceeded", Severity::kDeny, "spec",
          in_use_text(shortfall, wish.ns) + asks_text(shortfall, beside, wish.who, asked) + ".",
          fix_of(shortfall, amount, who, wish.ns, asked, less)};
}

Finding exceeded_together(const quota::PodsShortfall& shortfall, const ChargeWish& wish,
                          const Askers& others, const LeastLeft& least) {
  const quota::Shortfall& own = shortfall.of_each;
  kube::Quantity together = shortfall.beside;
  together.add(own.asked);
  kube::Quantity total = own.used;
  total.add(together);
  const std::string less = least.less_text(own.resource, asked_of(wish.asked, own.resource));
  return {"QuotaExceeded", Severity::kWarn, "spec",
          in_use_text(own, wish.ns) +
              asks_text(own, beside_text(others, shortfall.beside), wish.who, Asked()) +
              ": not all get theirs.",
          quota::is_past_counting(together) ? others.less_text() : raise_text(less, total) + "."};
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

Finding not_counted(const std::string& ns, const quota::Judgement& judgement) {
  const std::string& quota = judgement.quota;
  if (!judgement.uncounted.empty())
    return {"QuotaNotCounted", Severity::kDeny, "spec",
            "How much " + judgement.uncounted.front() + " is in use in " + ns +
                " can't be counted (DeviceQuota " + quota +
                "): something there asks for devices of which no published one has the capacity by "
                "which they are counted.",
            "Apply again when a node has such devices, or delete what asks for them: drawbridge "
            "quota -n " +
                ns + "."};
  return {"QuotaNotCounted", Severity::kDeny, "spec",
          "What is in use in " + ns + " is being counted (DeviceQuota " + quota +
              "): the quota is new, or it or what it counts has changed.",
          "Apply again in some seconds; when it lasts: kubectl describe devicequota -n " + ns +
              " " + quota + "."};
}

Finding too_many_wants(const ChargeWish& wish, const std::string& quota) {
  return {"QuotaUncountable", Severity::kDeny, "spec",
          rules::sentence_start(wish.who) + " asks for devices in more than " +
              std::to_string(quota::kWantsMax) + " ways, or by longer names than DeviceQuota " +
              quota + " can note.",
          "Use fewer different requests, or shorter names of classes and claims."};
}

Finding too_many_holds(const std::string& quota) {
  return {"QuotaUncountable", Severity::kDeny, "spec",
          "DeviceQuota " + quota +
              " holds devices for as many objects as it can note that were let pass and have not "
              "been seen yet, or whose claims have not come (at most " +
              std::to_string(quota::kHoldsMax) + ", of " +
              std::to_string(quota::kHoldsBytesMax / 1024) + " KiB).",
          "Apply again in a minute; of serve --state, once its folder holds them."};
}

Finding too_many_tickets(const ChargeWish& wish, const std::string& quota) {
  return {"QuotaUncountable", Severity::kDeny, "spec",
          rules::sentence_start(wish.who) + " is asked for in more requests of one UID (" +
              std::to_string(quota::kTicketsMax) + ") than DeviceQuota " + quota + " can note.",
          "Create it anew; what those requests hold is free a minute after the last of them."};
}

Finding too_many_awaiting(const std::string& quota) {
  const std::string minutes =
      std::to_string(std::chrono::duration_cast<std::chrono::minutes>(kTemplateSureAfter).count()) +
      " minutes";
  return {"QuotaUncountable", Severity::kDeny, "spec.resourceClaims",
          "DeviceQuota " + quota +
              " can note no more pods whose ResourceClaimTemplate is not there yet, or came less "
              "than " +
              minutes + " before them (at most " + std::to_string(quota::kAwaitingHoldsMax) +
              " that cost nothing, and " + std::to_string(quota::kAwaitingBytesMax / 1024) +
              " KiB of all).",
          "Create the template, and apply again " + minutes + " later."};
}

void add_judgement(const ChargeWish& wish, const Uncharged& others,
                   const quota::Judgement& judgement, const LeastLeft& least,
                   std::vector<Finding>& findings) {
  using Problem = quota::Judgement::Problem;
  const std::size_t before = findings.size();
  // One that only warns may have no room to note it besides.
  for (const quota::Shortfall& shortfall : judgement.shortfalls)
    findings.push_back(exceeded(shortfall, wish, others, least));
  switch (judgement.problem) {
    case Problem::kNone:
      return;
    case Problem::kExceeds:
      break;
    case Problem::kNotCounted:
      findings.push_back(not_counted(wish.ns, judgement));
      break;
    case Problem::kUncountable:
      findings.push_back(uncountable(wish.who, judgement.quota, judgement.uncountable.front(),
                                     asked_of(wish.asked, judgement.uncountable.front())));
      break;
    case Problem::kTooManyAwaiting:
      findings.push_back(too_many_awaiting(judgement.quota));
      break;
    case Problem::kTooManyWants:
      findings.push_back(too_many_wants(wish, judgement.quota));
      break;
    case Problem::kTooManyTickets:
      findings.push_back(too_many_tickets(wish, judgement.quota));
      break;
    case Problem::kTooManyHolds:
      findings.push_back(too_many_holds(judgement.quota));
      break;
  }
  for (std::size_t i = before; i < findings.size(); ++i)
    findings[i].severity = judgement.refuses ? Severity::kDeny : Severity::kWarn;
}

}  // namespace

Finding uncountable(std::string_view who, const std::string& quota, const std::string& resource,
                    const Asked& asked) {
  const std::string sources = asked.sources.empty() ? "" : " (" + asked.sources + ")";
  const std::string& capacity = asked.capacity;
  if (!asked.unpublished_class.empty())
    return {"QuotaUncountable", Severity::kDeny, "spec",
            "No published device of class " + rules::shown(asked.unpublished_class) +
                " has capacity " + capacity + ", by which DeviceQuota " + quota + " counts " +
                resource + ", so nobody knows how much " + std::string(who) + " takes" + sources +
                ".",
            "Apply again when a node has such devices; where pods have to come before their nodes, "
            "have the DeviceMapping count devices."};
  return {"QuotaUncountable", Severity::kDeny, "spec",
          rules::sentence_start(std::string(who)) + " does not say how much " + resource +
              " it asks for" + sources + ", which DeviceQuota " + quota + " counts by " +
              (capacity.empty() ? "a capacity" : "capacity " + capacity) + " of the devices.",
          "Request it in the claim, as in capacity: {requests: {" +
              (capacity.empty() ? "memory" : capacity) +
              ": 10Gi}}; where the devices have no such capacity, have the charge of the "
              "DeviceMapping corrected."};
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
      least.note(shortfall.of_each, shortfall.beside);
      short_of.push_back(std::move(shortfall));
    }
  }
  for (const quota::PodsShortfall& shortfall : short_of)
    findings.push_back(exceeded_together(
        shortfall, wish, asking_for(shortfall.of_each.resource, others.who), least));
  return findings;
}

std::vector<Finding> charge_findings(const ChargeWish& wish, const Uncharged& others,
                                     const quota::ChargeResult& result) {
  std::vector<Finding> findings;
  LeastLeft least;
  for (const quota::Judgement& judgement : result.judgements) {
    for (const quota::Shortfall& shortfall : judgement.shortfalls)
      least.note(shortfall, quota::amount_of(others.devices, shortfall.resource));
  }
  for (const quota::Judgement& judgement : result.judgements)
    add_judgement(wish, others, judgement, least, findings);
  for (const quota::ChargeResult::Unreached& unreached : result.unreached) {
    findings.push_back(
        {"QuotaUnreachable", unreached.refuses ? Severity::kDeny : Severity::kWarn, "spec",
         "DeviceQuota " + unreached.quota + " of " + wish.ns +
             " could not be charged: " + rules::shown(unreached.why, 200) + ".",
         unreached.refuses     ? "Apply again; when it lasts, tell an administrator of the cluster "
                                 "that Drawbridge can't write DeviceQuotas."
         : wish.waiter.dry_run ? "A create would be let pass, and counted later."
                               : "It is counted later, within two minutes."});
  }
  // Nobody wants to hear of quotas, but that one was not charged is said.
  if (wish.says_nothing)
    std::erase_if(findings, [](const Finding& one) { return one.code != "QuotaUnreachable"; });
  return findings;
}

}  // namespace drawbridge::admission
