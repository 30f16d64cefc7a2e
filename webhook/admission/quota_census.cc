#include "webhook/admission/quota_census.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "rules/checks/checks.h"
#include "rules/mapping/template.h"
#include "webhook/decide/quotas/charge_units.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/claim_of_pod.h"

namespace drawbridge::admission {
namespace {

constexpr std::string_view kClaimKind = "ResourceClaim";

using kube::Json;
using rules::DeviceRequest;

// Of a pod: its UID, or where it stands in a file its name.
std::string pod_key(const Json& pod) {
  const kube::ObjectView view(pod);
  return view.uid().empty() ? "name " + view.shown_name() : std::string(view.uid());
}

bool is_deleted(const Json& object) {
  return !object["metadata"]["deletionTimestamp"].as_string().empty();
}

// Devices are allocated to it, or others than its pod wait for them to be.
bool is_in_use(const Json& claim, std::string_view pod_uid) {
  const auto reserved = claim["status"]["reservedFor"].elements();
  return !claim["status"]["allocation"].is_null() ||
         std::any_of(reserved.begin(), reserved.end(),
                     [&](const Json& consumer) { return consumer["uid"].as_string() != pod_uid; });
}

bool costs_any(const quota::Charge& cost) {
  return !cost.amounts.empty() || !cost.unknown.empty();
}

}  // namespace

QuotaCensus::QuotaCensus(std::shared_ptr<const Snapshot> snapshot, std::string ns)
    : snapshot_(std::move(snapshot)), ns_(std::move(ns)), labels_(snapshot_->labels_of(ns_)) {}

quota::Charge QuotaCensus::cost_of(std::span<const quota::Want> wants) const {
  return quota::charge_of(wants, unit_of(*snapshot_, labels_, Unpublished::kAsLast));
}

void QuotaCensus::note_awaited(const Json& pod, Pod& known) const {
  for (const Json& entry : pod["spec"]["resourceClaims"].elements()) {
    const std::string_view name = entry["resourceClaimTemplateName"].as_string();
    if (name.empty()) continue;
    const Json made_of = snapshot_->claim_template(ns_, name);
    known.awaited.emplace(
        entry["name"].as_string(),
        Pod::Awaited{!is_as_before(made_of, pod), !rules::is_generated_template_name(name)});
  }
  for (const Json& made : pod["status"]["resourceClaimStatuses"].elements()) {
    const auto awaited = known.awaited.find(made["name"].as_string());
    if (awaited == known.awaited.end()) continue;
    // Where a name is missing none is to be made (PodStatus.resourceClaimStatuses).
    if (made["resourceClaimName"].as_string().empty()) {
      known.awaited.erase(awaited);
    } else {
      awaited->second.is_unsure = true;  // until it is found among the claims
    }
  }
}

void QuotaCensus::add_pod(const Json& pod) {
  uids_.emplace(kube::ObjectView(pod).uid());
  const Result<kube::PodView> view = kube::PodView::read(pod);
  if (!view || !rules::asks_for_devices(*view)) return;
  Pod& known = pods_[pod_key(pod)];
  known.name = kube::ObjectView(pod).name();
  known.is_deleted = is_deleted(pod);
  known.has_ended = kube::has_ended(pod);
  known.is_queued = waits_in_queue(pod, ns_, *snapshot_);
  if (known.has_ended) return;
  note_awaited(pod, known);
  const Snapshot& snapshot = *snapshot_;
  const std::vector<DeviceRequest> requests = rules::device_requests(
      {*view, snapshot.mappings(), snapshot.devices(), labels_,
       [&](std::string_view name) { return snapshot.claim_template(ns_, name); },
       [](std::string_view) { return Json(); }, snapshot.kueue().configuration()});
  std::map<std::string, std::vector<DeviceRequest>, std::less<>> by_entry;
  for (const DeviceRequest& request : requests) by_entry[request.claim].push_back(request);
  for (const auto& [entry, each] : by_entry) {
    const std::string_view name = template_of_entry(pod, entry);
    // The pod was charged by another template or by none; the claim is charged when it is made.
    if (!name.empty() && is_younger(snapshot.claim_template(ns_, name), pod)) continue;
    std::vector<quota::Want> wants = wants_of(each, *snapshot_, ChargedFor::kPod);
    known.costs.emplace(entry, cost_of(wants));
    if (known.awaited.contains(entry)) known.wants.emplace(entry, std::move(wants));
  }
}

void QuotaCensus::add_claim(const Json& claim) {
  uids_.emplace(kube::ObjectView(claim).uid());
  const quota::Charge cost = cost_of(wants_of(claim_requests(claim, *snapshot_), *snapshot_,
                                              ChargedFor::kClaim, claim["status"]["allocation"]));
  const kube::ObjectView view(claim);
  Consumer itself{
      std::string(kClaimKind), std::string(view.name()), std::string(view.uid()), cost, false,
      is_deleted(claim)};
  if (!is_made_for_pod(claim)) return claims_.push_back(std::move(itself));
  const std::string_view uid = view.controller()["uid"].as_string();
  const auto pod = pods_.find(uid);
  const std::string entry(entry_of_claim(claim));
  if (pod == pods_.end() && !entry.empty()) claimed_alone_[std::string(uid)].insert(entry);
  // One for each entry; of a pod that is not there nobody pays for it.
  if (pod == pods_.end() || !pod->second.claimed.insert(entry).second)
    return claims_.push_back(std::move(itself));
  pod->second.awaited.erase(entry);
  if (!pod->second.has_ended) quota::raise(pod->second.costs[entry], cost);
  // Of a pod that has ended it can be given devices for whoever else names it, until it goes.
  if (is_in_use(claim, uid) || (pod->second.has_ended && !itself.is_deleted))
    pod->second.shared.push_back(std::move(itself));
}

quota::Charge QuotaCensus::Pod::cost() const {
  quota::Charge total;
  for (const auto& [entry, cost] : costs) quota::add(total, cost);
  return total;
}

quota::Charge QuotaCensus::cost(bool exclude_queued) const {
  quota::Charge total;
  for (const Consumer& claim : claims_) quota::add(total, claim.cost);
  for (const auto& [uid, pod] : pods_) {
    if (pod.is_charged(exclude_queued)) {
      quota::add(total, pod.cost());
    } else {
      for (const Consumer& claim : pod.shared) quota::add(total, claim.cost);
    }
  }
  return total;
}

std::map<std::string, quota::Awaiting, std::less<>> QuotaCensus::awaiting(
    bool exclude_queued) const {
  std::map<std::string, quota::Awaiting, std::less<>> awaiting;
  for (const auto& [uid, pod] : pods_) {
    if (pod.awaited.empty() || !pod.is_charged(exclude_queued)) continue;
    quota::Awaiting& of_pod = awaiting[uid];
    for (const auto& [entry, awaited] : pod.awaited) {
      of_pod.entries.insert(entry);
      of_pod.is_unsure |= awaited.is_unsure;
      if (awaited.is_changeable) of_pod.changeable.insert(entry);
      const auto cost = pod.costs.find(entry);
      if (cost == pod.costs.end()) continue;
      quota::add(of_pod.listed, cost->second.amounts);
      if (awaited.is_unsure) quota::add(of_pod.listed_unsure, cost->second.amounts);
      if (const auto wants = pod.wants.find(entry); wants != pod.wants.end())
        of_pod.wants.emplace(entry, wants->second);
    }
  }
  return awaiting;
}

std::vector<QuotaCensus::Consumer> QuotaCensus::consumers() const {
  std::vector<Consumer> all;
  for (const auto& [uid, pod] : pods_) {
    Consumer consumer{"Pod", pod.name, uid, pod.cost(), pod.is_queued, pod.is_deleted};
    if (costs_any(consumer.cost) || !pod.awaited.empty()) all.push_back(std::move(consumer));
    for (Consumer claim : pod.shared) {
      claim.in_place_of_queued = pod.is_queued && !pod.has_ended;
      if (pod.has_ended || pod.is_queued) all.push_back(std::move(claim));
    }
  }
  for (const Consumer& claim : claims_) {
    if (costs_any(claim.cost)) all.push_back(claim);
  }
  std::stable_sort(all.begin(), all.end(), [](const Consumer& a, const Consumer& b) {
    return std::tie(a.kind, a.name) < std::tie(b.kind, b.name);
  });
  return all;
}

}  // namespace drawbridge::admission
