#include "webhook/decide/quotas/quota_check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "quota/amount_text.h"
#include "quota/charge.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/quotas/asked_words.h"
#include "webhook/decide/quotas/charge_findings.h"
#include "webhook/decide/quotas/charge_units.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/exceeded_text.h"

namespace drawbridge::admission {
namespace {

using quota::amount_text;
using rules::DeviceRequest;
using rules::Finding;
using rules::Severity;

// Where not all of the pods have theirs: what all of them can have in place of it. `others` ask
// beside them.
std::string less_of_pods(const quota::PodsShortfall& shortfall, const ComingPods& pods,
                         const Askers& others, const Asked& asked, const LeastLeft& least) {
  const std::int64_t come = pods.pods.value_or(1);
  if (shortfall.fit > 0) return fewer_text(pods);
  const std::string& resource = shortfall.of_each.resource;
  std::string less = least.less_text(resource, asked, std::max<std::int64_t>(come, 1));
  if (!less.empty()) return less;
  if (come > 1 && !least.less_text(resource, asked).empty())
    return fewer_text(pods) + " and ask for less";
  return others.are_own() && shortfall.fit_alone > 0 && pods.others_are_several
             ? "Run fewer of its other pods"
             : "";
}

std::string fix_of(const quota::PodsShortfall& shortfall, const ComingPods& pods,
                   const Askers& others, const std::string& ns, const Asked& asked,
                   const LeastLeft& least) {
  const quota::Shortfall& of_each = shortfall.of_each;
  const std::int64_t come = std::max<std::int64_t>(pods.pods.value_or(1), 1);
  kube::Quantity together = of_each.asked.multiplied_by(come);
  together.add(shortfall.beside);
  kube::Quantity total = of_each.used;
  total.add(together);
  const std::string less = less_of_pods(shortfall, pods, others, asked, least);
  if (quota::is_past_counting(together)) return past_counting_text(less, others, shortfall.beside);
  // What comes beside them can't be freed. Where not one fits without that, what is in use can.
  const bool some_fit = shortfall.fit_alone > 0;
  const bool raises = together > of_each.hard || (some_fit && shortfall.beside.sign() > 0);
  const kube::Quantity over = raises ? total : whole_devices(total.sub(of_each.hard), asked);
  // How many there are is said where some of them fit.
  if (some_fit)
    return raises ? raise_text(less, over) + "."
                  : either_text({less, "free " + amount_text(over)}) + ".";
  const std::string whom = shortfall.beside.sign() > 0 ? " for all of them"
                           : come == 2                 ? " for both pods"
                           : come > 2 ? " for all " + std::to_string(come) + " pods"
                                      : "";
  return raises ? raise_text(less, over) + whom + see_quota_text(ns)
                : free_text(less, over, whom, ns);
}

// `let_in` are those that have theirs of all that is short. `only_warns`: nothing is refused.
Finding exceeded_by_pods(const quota::PodsShortfall& shortfall, std::int64_t let_in,
                         const ComingPods& pods, const DevicesBefore& before, const std::string& ns,
                         const Asked& asked, const LeastLeft& least, bool only_warns) {
  const quota::Shortfall& of_each = shortfall.of_each;
  only_warns |= of_each.enforcement == quota::DeviceQuota::Enforcement::kWarn;
  const std::int64_t come = pods.pods.value_or(1);
  const bool some_fit = shortfall.fit_alone > 0;
  const bool never = come > 0 && of_each.asked > of_each.hard;
  const bool refuses = of_each.enforcement == quota::DeviceQuota::Enforcement::kDeny &&
                       (never || (!some_fit && pods.come == PodsCome::kNow));
  const std::string has =
      pods.come == PodsCome::kLater
          ? ns + " may have " + amount_text(of_each.hard) + " " + of_each.resource
          : in_use_text(of_each, ns) + (before.in_use.empty() ? "" : " besides");
  const Askers others =
      shortfall.beside.sign() > 0 ? asking_for(of_each.resource, before.beside.who) : Askers();
  const std::string beside =
      shortfall.beside.sign() > 0 ? beside_text(others, shortfall.beside) : "";
  // A warning has no room for how the pods ask, nor for whose they are twice.
  const std::string_view who = others.own.empty() ? pods.who : "each of these";
  // One number is told of the pods: that of what there is least of.
  const bool has_less = shortfall.fit > let_in && !only_warns;
  const std::string more =
      !some_fit ? "."
      : has_less
          ? ": not all get theirs."
          : ": " + let_in_text(shortfall.fit, come, only_warns ? "within it" : "let in") + ".";
  return {"QuotaExceeded", refuses ? Severity::kDeny : Severity::kWarn, "spec",
          has + asks_text(of_each, beside, who, some_fit ? Asked() : asked) + more,
          fix_of(shortfall, pods, others, ns, asked, least)};
}

// They are refused one by one until devices are published, and nobody who applied it hears it.
std::optional<Finding> uncountable_pods(const ComingPods& pods,
                                        const std::set<std::string, std::less<>>& unknown,
                                        const std::vector<quota::DeviceQuota>& quotas,
                                        const std::map<std::string, Asked, std::less<>>& asked) {
  for (const quota::DeviceQuota& device_quota : quotas) {
    if (pods.wait_at_gate && device_quota.exclude_queued) continue;
    for (const std::string& name : unknown) {
      if (!device_quota.hard.contains(name)) continue;
      Finding finding = uncountable(pods.who, device_quota.name, name, asked_of(asked, name));
      finding.severity = Severity::kWarn;
      return finding;
    }
  }
  return std::nullopt;
}

quota::Charge charge_of_one(std::span<const DeviceRequest> requests, const Snapshot& snapshot,
                            const kube::Json& namespace_labels) {
  return quota::charge_of(wants_of(requests, snapshot, ChargedFor::kPod),
                          unit_of(snapshot, namespace_labels));
}

quota::Amounts times(quota::Amounts amounts, std::int64_t pods) {
  for (auto& [resource, amount] : amounts)
    amount = std::min(amount.multiplied_by(pods), kube::Quantity::from_int(quota::kChargeMax));
  return amounts;
}

}  // namespace

quota::Amounts amounts_of(const std::optional<std::int64_t>& pods,
                          std::span<const DeviceRequest> requests, const Snapshot& snapshot,
                          const kube::Json& namespace_labels) {
  return times(charge_of_one(requests, snapshot, namespace_labels).amounts, pods.value_or(1));
}

std::vector<Finding> check_quota(const ComingPods& pods, std::span<const DeviceRequest> requests,
                                 const DevicesBefore& before, const Snapshot& snapshot,
                                 const kube::Json& namespace_labels, std::string_view ns,
                                 const ToldQuotas& told) {
  std::vector<Finding> findings;
  const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(ns);
  if (quotas.empty()) return findings;
  const quota::Charge charge = charge_of_one(requests, snapshot, namespace_labels);
  const quota::PodsDemand demand{
      charge.amounts, pods.pods.value_or(1),         before.asked,
      before.in_use,  pods.come == PodsCome::kLater, before.beside.devices};
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
  const bool none_refuses = quotas_only_warn(snapshot, namespace_labels);
  for (const quota::PodsShortfall& shortfall : short_of) {
    if (shortfall.of_each.enforcement == quota::DeviceQuota::Enforcement::kDeny)
      let_in = std::min(let_in, shortfall.fit);
    least.note(shortfall.of_each, shortfall.beside);
  }
  for (const quota::PodsShortfall& shortfall : short_of)
    findings.push_back(exceeded_by_pods(shortfall, let_in, pods, before, std::string(ns),
                                        asked_of(asked, shortfall.of_each.resource), least,
                                        none_refuses));
  if (auto finding = uncountable_pods(pods, charge.unknown, quotas, asked))
    findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace drawbridge::admission
