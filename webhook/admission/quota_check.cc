#include "webhook/admission/quota_check.h"

#include <algorithm>
#include <map>
#include <utility>

#include "rules/devices/demand_text.h"
#include "webhook/admission/charges.h"

namespace drawbridge::admission {
namespace {

using rules::DeviceRequest;
using rules::Finding;
using rules::Severity;

using Problem = quota::Judgement::Problem;

// "12", or what 32 stands for.
std::string asked_text(const kube::Quantity& amount, const Asked& asked) {
  if (asked.is_all) return "all matching devices, counted as " + amount.canonical();
  if (asked.has_all) return amount.canonical() + " with all matching devices counted";
  return amount.canonical();
}

// What fits now, what has to be freed or, where the whole quota is less than what is asked for, how
// far it has to be raised.
std::string fix_of(const quota::Shortfall& shortfall, const std::string& ns) {
  kube::Quantity left = shortfall.hard;
  left.sub(shortfall.used);
  const std::string less = left.sign() > 0 ? "Ask for " + left.canonical() + ", or " : "";
  if (shortfall.asked > shortfall.hard) {
    kube::Quantity needed = shortfall.used;
    needed.add(shortfall.asked);
    return (less.empty() ? "Have the quota raised to " : less + "have the quota raised to ") +
           needed.canonical() + ": kubectl get devicequota -n " + ns + ".";
  }
  kube::Quantity over = shortfall.asked;
  over.sub(left);
  const std::string see = ": kubectl get pods -n " + ns + " shows what uses them.";
  if (less.empty()) return "Free " + over.canonical() + ", or have the quota raised" + see;
  const bool one = over == kube::Quantity::from_int(1);
  return less + "free " + (one ? "one" : over.canonical()) + see;
}

Finding exceeded(const quota::Shortfall& shortfall, std::string_view ns, std::string_view name,
                 const Asked& asked, bool refuses) {
  return {"QuotaExceeded", refuses ? Severity::kDeny : Severity::kWarn, "spec",
          std::string(ns) + " has " + shortfall.used.canonical() + " of " +
              shortfall.hard.canonical() + " " + shortfall.resource + " in use (DeviceQuota " +
              shortfall.quota + ") and " + std::string(name) + " asks for " +
              asked_text(shortfall.asked, asked) +
              (asked.sources.empty() ? std::string() : " (" + asked.sources + ")") + ".",
          fix_of(shortfall, std::string(ns))};
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
                std::to_string(quota::kWantsMax) + " ways, and DeviceQuota " + quota +
                " can't note them all.",
            "Use fewer different requests."};
  }
  return {"QuotaUncountable", Severity::kDeny, "spec",
          "DeviceQuota " + quota + " holds devices for " + std::to_string(quota::kHoldsMax) +
              " objects that were let pass and have not been seen yet, and can't note another one.",
          "Apply again in a minute."};
}

Finding uncountable(const ChargeWish& wish, const quota::Judgement& judgement) {
  const std::string& name = judgement.uncountable.front();
  const auto asked = wish.asked.find(name);
  const std::string sources =
      asked == wish.asked.end() ? std::string() : " (" + asked->second.sources + ")";
  return {"QuotaUncountable", Severity::kDeny, "spec",
          rules::sentence_start(wish.who) + " does not say how much " + name + " it asks for" +
              sources + ", which DeviceQuota " + judgement.quota +
              " counts by a capacity of the devices.",
          "Request the capacity in the claim: capacity: {requests: {memory: 10Gi}}, with the name "
          "that the DeviceMapping's charge has."};
}

void add_judgement(const ChargeWish& wish, const quota::Judgement& judgement,
                   std::vector<Finding>& findings) {
  const std::size_t before = findings.size();
  switch (judgement.problem) {
    case Problem::kNone:
      return;
    case Problem::kExceeds:
      for (const quota::Shortfall& shortfall : judgement.shortfalls) {
        const auto asked = wish.asked.find(shortfall.resource);
        findings.push_back(exceeded(shortfall, wish.ns, wish.who,
                                    asked == wish.asked.end() ? Asked() : asked->second,
                                    judgement.refuses));
      }
      break;
    case Problem::kNotCounted:
      findings.push_back(not_counted(wish.ns, judgement.quota));
      break;
    case Problem::kUncountable:
      findings.push_back(uncountable(wish, judgement));
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

std::vector<Finding> check_quota(const Snapshot& snapshot, const kube::Json& namespace_labels,
                                 std::string_view ns, std::string_view name,
                                 std::span<const DeviceRequest> requests) {
  std::vector<Finding> findings;
  const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(ns);
  if (quotas.empty()) return findings;
  const quota::Charge charge = quota::charge_of(wants_of(requests, snapshot, ChargedFor::kPod),
                                                unit_of(snapshot, namespace_labels));
  const auto asked = asked_by_resource(requests, ChargedFor::kPod);
  for (const quota::DeviceQuota& device_quota : quotas) {
    for (const quota::Shortfall& shortfall : quota::shortfalls(device_quota, charge.amounts)) {
      const auto sources = asked.find(shortfall.resource);
      findings.push_back(exceeded(shortfall, ns, name,
                                  sources == asked.end() ? Asked() : sources->second,
                                  shortfall.enforcement == quota::DeviceQuota::Enforcement::kDeny));
    }
  }
  return findings;
}

std::vector<Finding> charge_findings(const ChargeWish& wish, const quota::ChargeResult& result) {
  std::vector<Finding> findings;
  if (wish.says_nothing) return findings;
  for (const quota::Judgement& judgement : result.judgements)
    add_judgement(wish, judgement, findings);
  for (const quota::ChargeResult::Unreached& unreached : result.unreached) {
    findings.push_back({"QuotaUnreachable", unreached.refuses ? Severity::kDeny : Severity::kWarn,
                        "spec",
                        "DeviceQuota " + unreached.quota + " of " + wish.ns +
                            " could not be charged: " + rules::shown(unreached.why, 200) + ".",
                        unreached.refuses ? "Apply again; when it lasts, see the log of Drawbridge."
                                          : "It is counted later; see the log of Drawbridge."});
  }
  return findings;
}

}  // namespace drawbridge::admission
