#include "webhook/admission/seen_objects.h"

#include <algorithm>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "rules/checks/checks.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/claim_of_pod.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// False for pods that ask for no devices.
bool may_cost(std::string_view resource, const Json& object) {
  if (resource != "pods") return true;
  const Result<kube::PodView> pod = kube::PodView::read(object);
  return !pod || rules::asks_for_devices(*pod);
}

// The UID of the pod for whose `entry` a claim was made.
std::string pod_of(const Json& object, std::string_view entry) {
  return !entry.empty() && is_made_for_pod(object)
             ? std::string(kube::ObjectView(object).controller()["uid"].as_string())
             : std::string();
}

}  // namespace

SeenObjects::SeenObjects(std::initializer_list<std::string_view> resources) {
  for (const std::string_view resource : resources) kinds_.try_emplace(std::string(resource));
}

SeenObjects::Kind& SeenObjects::kind(std::string_view resource) {
  return kinds_.find(resource)->second;
}

void SeenObjects::list_begins(std::string_view resource) {
  for (auto& [uid, object] : kind(resource).objects) object.is_listed = false;
}

std::set<std::string> SeenObjects::listed(std::string_view resource, Time now) {
  Kind& known = kind(resource);
  std::set<std::string> namespaces;
  for (auto& [uid, object] : known.objects) {
    if (object.is_listed || object.gone_at) continue;
    object.gone_at = now;
    forget_claim(object);
    namespaces.insert(object.ns);
  }
  known.listed = true;
  known.absent = false;
  return namespaces;
}

std::set<std::string> SeenObjects::absent(std::string_view resource, Time now) {
  list_begins(resource);
  std::set<std::string> namespaces = listed(resource, now);
  kind(resource).absent = true;
  return namespaces;
}

bool SeenObjects::are_all_listed() const {
  return std::all_of(kinds_.begin(), kinds_.end(),
                     [](const auto& entry) { return entry.second.listed; });
}

bool SeenObjects::is_absent(std::string_view resource) const {
  const auto found = kinds_.find(resource);
  return found != kinds_.end() && found->second.absent;
}

SeenObjects::News SeenObjects::put(std::string_view resource, const Json& object) {
  if (!may_cost(resource, object)) return News::kNone;
  const kube::ObjectView view(object);
  const bool ended = kube::has_ended(object);
  const bool queued = is_queued(object);
  const std::string_view entry = entry_of_claim(object);
  const auto [at, is_new] = kind(resource).objects.try_emplace(std::string(view.uid()),
                                                               Object{.ns = std::string(view.ns()),
                                                                      .has_ended = ended,
                                                                      .gone_at = {},
                                                                      .is_listed = true,
                                                                      .is_queued = queued,
                                                                      .pod = pod_of(object, entry),
                                                                      .entry = std::string(entry)});
  Object& seen = at->second;
  seen.is_listed = true;
  if (is_new && !seen.pod.empty()) ++claims_of_pods_[seen.pod][seen.entry];
  const bool had_ended = std::exchange(seen.has_ended, ended);
  const bool was_queued = std::exchange(seen.is_queued, queued);
  if (had_ended != ended || was_queued != queued || (is_new && ended)) return News::kChanged;
  return is_new ? News::kCame : News::kNone;
}

bool SeenObjects::removed(std::string_view resource, const Json& last, Time now) {
  if (!may_cost(resource, last)) return false;
  const kube::ObjectView view(last);
  Object& seen = kind(resource).objects[std::string(view.uid())];
  // Another one may be made for the entry, which the pod's hold pays for.
  if (!seen.gone_at) forget_claim(seen);
  seen.ns = view.ns();
  seen.has_ended = true;
  seen.gone_at = now;
  seen.is_listed = true;
  seen.is_queued = false;
  return true;
}

bool SeenObjects::has(std::string_view uid) const {
  return std::any_of(kinds_.begin(), kinds_.end(),
                     [uid](const auto& entry) { return entry.second.objects.contains(uid); });
}

bool SeenObjects::awaits_claims(const quota::Hold& hold) const {
  if (hold.awaits) return true;
  const auto made = claims_of_pods_.find(hold.uid);
  return std::any_of(hold.demand.begin(), hold.demand.end(), [&](const quota::Want& want) {
    return !want.claim.empty() &&
           (made == claims_of_pods_.end() || !made->second.contains(want.claim));
  });
}

void SeenObjects::forget_claim(const Object& claim) {
  const auto of_pod = claims_of_pods_.find(claim.pod);
  if (of_pod == claims_of_pods_.end()) return;
  const auto of_entry = of_pod->second.find(claim.entry);
  if (of_entry != of_pod->second.end() && --of_entry->second == 0) of_pod->second.erase(of_entry);
  if (of_pod->second.empty()) claims_of_pods_.erase(of_pod);
}

void SeenObjects::forget_gone(Time now) {
  for (auto& [resource, kind] : kinds_) {
    std::erase_if(kind.objects, [&](const auto& entry) {
      const Object& object = entry.second;
      return object.gone_at && now - *object.gone_at > kGoneFor;
    });
  }
}

}  // namespace drawbridge::admission
