#include "webhook/decide/queues/queued_claims.h"

#include <algorithm>
#include <string>

#include "kube/api/object.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/quotas/charge_units.h"
#include "webhook/decide/quotas/charges.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;
using rules::Severity;
using rules::shown;

// Of the namespace's DeviceQuotas the first, one that refuses before others, that leaves queued
// pods out and limits what the claim asks for; nullptr for none.
const quota::DeviceQuota* quota_that_excludes(const Json& claim, std::string_view ns,
                                              Known& known) {
  const Snapshot& snapshot = known.snapshot();
  const quota::DeviceQuota* found = nullptr;
  quota::Charge charge;
  for (const quota::DeviceQuota& each : snapshot.device_quotas_of(ns)) {
    if (!each.exclude_queued) continue;
    if (charge.amounts.empty() && charge.unknown.empty())
      charge =
          quota::charge_of(wants_of(claim_requests(claim, snapshot), snapshot, ChargedFor::kClaim),
                           unit_of(snapshot, known.namespace_labels()));
    if (limits(each, charge) &&
        (found == nullptr || each.enforcement == quota::DeviceQuota::Enforcement::kDeny))
      found = &each;
  }
  return found;
}

// It costs nothing as long as it waits. Of one that can't be read nobody knows.
bool may_wait(const Json& owner, std::string_view ns, Known& known) {
  const Facts::Looked* pod = known.pod(owner["name"].as_string());
  if (pod == nullptr) return false;  // not yet
  if (!pod->failure.empty()) return true;
  const Json object = pod->object.value_or(Json());
  return object["metadata"]["uid"] == owner["uid"] && waits_in_queue(object, ns, known.snapshot());
}

}  // namespace

std::vector<Finding> claims_of_queued(const AdmissionRequest& request, Known& known) {
  std::vector<Finding> findings;
  const std::vector<quota::DeviceQuota>& quotas = known.snapshot().device_quotas_of(request.ns);
  if (std::none_of(quotas.begin(), quotas.end(),
                   [](const quota::DeviceQuota& each) { return each.exclude_queued; }))
    return findings;
  const auto entries = request.object["spec"]["resourceClaims"].elements();
  for (std::size_t i = 0; i < entries.size() && findings.size() < kLookUpsMax; ++i) {
    const std::string_view name = entries[i]["resourceClaimName"].as_string();
    const Json claim = name.empty() ? Json() : known.claim(name).object;
    // Nobody else may say that of a claim (ReservedAnnotation).
    const Json owner = kube::ObjectView(claim).controller();
    if (owner["kind"].as_string() != "Pod") continue;
    const quota::DeviceQuota* quota = quota_that_excludes(claim, request.ns, known);
    if (quota == nullptr || !may_wait(owner, request.ns, known)) continue;
    findings.push_back(
        {"QuotaUncountable",
         quota->enforcement == quota::DeviceQuota::Enforcement::kDeny ? Severity::kDeny
                                                                      : Severity::kWarn,
         "spec.resourceClaims[" + std::to_string(i) + "].resourceClaimName",
         "Claim " + shown(name) + " was made for Pod " + shown(owner["name"].as_string()) +
             ", which waits behind Kueue's gate and costs nothing under DeviceQuota " +
             quota->name +
             " (excludeQueued) until it starts: this Pod would have "
             "its devices for nothing.",
         "Name a claim of your own, or apply again when that Pod has started."});
  }
  return findings;
}

}  // namespace drawbridge::admission
