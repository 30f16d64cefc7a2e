#include "webhook/decide/quotas/made_claims.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "kube/api/saturating.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/quotas/charge_units.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/claim_of_pod.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::DeviceRequest;
using rules::Finding;
using rules::Severity;

// Of a longer one the API server cuts what is over (apiserver, names.maxGeneratedNameLength).
constexpr std::size_t kGenerateNameBytesMax = 58;

bool is_of_files(const Snapshot& snapshot) {
  return !snapshot.knows(ObjectKind::kResourceClaimTemplate);
}

Finding pod_unread(const Facts::Looked& looked) {
  return {"ObjectMissing", Severity::kDeny, "metadata.ownerReferences",
          object_text(looked.ref) +
              " could not be read, so it is not known what was charged to it: " +
              rules::shown(looked.failure, 200) + ".",
          "It is tried again; when it lasts, see the log of Drawbridge."};
}

// The claim that the pod's status names for the entry, or, of none, for its extended resources.
std::string_view claim_in_status(const Json& pod, std::string_view entry) {
  const Json status = pod["status"];
  if (entry.empty()) return status["extendedResourceClaimStatus"]["resourceClaimName"].as_string();
  for (const Json& made : status["resourceClaimStatuses"].elements()) {
    if (made["name"].as_string() == entry) return made["resourceClaimName"].as_string();
  }
  return {};
}

// Whoever makes claims may know late of what was made. A claim that is gone is made anew.
bool has_other_claim(const Json& pod, std::string_view entry, const Json& asking, Known& known) {
  const std::string_view name = claim_in_status(pod, entry);
  if (name.empty() || name == kube::ObjectView(asking).name()) return false;
  const Json claim = known.claim(name).object;
  return !claim.is_null() && kube::ObjectView(claim).controller()["uid"] == pod["metadata"]["uid"];
}

// What the pod's status does not say yet the snapshot may know. Of several that are given together
// in files the first is the one that the pod paid for: one that an API server has made, and by its
// name.
bool is_known_to_have_other(const Json& pod, std::string_view entry,
                            const AdmissionRequest& request, const Snapshot& snapshot) {
  const kube::ObjectView own(request.object);
  const bool is_given =
      !snapshot.object(ObjectKind::kResourceClaim, request.ns, own.name()).is_null();
  const auto rank = [](const kube::ObjectView& claim) {
    return std::pair(claim.uid().empty(), claim.name());
  };
  bool has_other = false;
  const auto look = [&](const Json& claim) {
    const kube::ObjectView other(claim);
    has_other |= other.name() != own.name() && (!is_given || rank(other) < rank(own)) &&
                 is_of_entry(claim, entry) && other.controller()["uid"] == pod["metadata"]["uid"];
  };
  // Who makes claims gives those of one entry names that begin alike.
  const std::string_view made_of = request.object["metadata"]["generateName"].as_string();
  if (!is_of_files(snapshot) && made_of.ends_with('-') && made_of.size() <= kGenerateNameBytesMax) {
    snapshot.for_each_made_of(ObjectKind::kResourceClaim, request.ns, made_of, look);
  } else {
    snapshot.for_each_in(ObjectKind::kResourceClaim, request.ns, look);
  }
  return has_other;
}

std::vector<DeviceRequest> extended_requests(const Json& pod, Known& known) {
  const Result<kube::PodView> view = kube::PodView::read(pod);
  if (!view) return {};
  const Snapshot& snapshot = known.snapshot();
  const auto nothing = [](std::string_view) { return Json(); };
  std::vector<DeviceRequest> requests = rules::device_requests(
      {*view, snapshot.mappings(), snapshot.devices(), known.namespace_labels(), nothing, nothing,
       snapshot.kueue().configuration()});
  std::erase_if(requests, [](const DeviceRequest& request) {
    return request.path != rules::Path::kExtendedResource;
  });
  return requests;
}

// By class, of what counts as one of these.
std::map<std::string_view, std::int64_t> devices_of(std::span<const quota::Want> wants,
                                                    const quota::UnitOf& unit,
                                                    const quota::Charge& charge) {
  std::map<std::string_view, std::int64_t> devices;
  for (const quota::Want& want : wants) {
    if (!charge.unknown.contains(unit(want).logical_resource)) continue;
    std::int64_t& of_class = devices[want.device_class];
    of_class = kube::saturating_add(of_class, want.count);
  }
  return devices;
}

// One class may stand for what the pod asks for by several names, and another one than when it
// came: what both cost now is compared. Of what nobody can tell, what a device of one class costs
// says nothing of another.
bool costs_no_more(std::span<const DeviceRequest> requests, const Json& pod, Known& known) {
  const Snapshot& snapshot = known.snapshot();
  const quota::UnitOf unit = unit_of(snapshot, known.namespace_labels());
  const std::vector<quota::Want> by_pod =
      wants_of(extended_requests(pod, known), snapshot, ChargedFor::kPod);
  const std::vector<quota::Want> by_claim = wants_of(requests, snapshot, ChargedFor::kClaim);
  const quota::Charge of_pod = quota::charge_of(by_pod, unit);
  const quota::Charge of_claim = quota::charge_of(by_claim, unit);
  if (!quota::beyond(of_claim.amounts, of_pod.amounts).empty()) return false;
  auto paid = devices_of(by_pod, unit, of_claim);
  const auto asked = devices_of(by_claim, unit, of_claim);
  return std::all_of(asked.begin(), asked.end(), [&paid](const auto& of_class) {
    return of_class.second <= paid[of_class.first];
  });
}

bool asks_as_template(std::span<const DeviceRequest> requests, const Json& claim_template,
                      const Snapshot& snapshot) {
  // A template's spec has a claim's metadata and spec.
  const Json claim = claim_template["spec"];
  return quota::same_wants(wants_of(requests, snapshot, ChargedFor::kClaim),
                           wants_of(claim_requests(claim, snapshot), snapshot, ChargedFor::kClaim));
}

}  // namespace

std::optional<quota::MadeFor> paid_by_pod(const AdmissionRequest& request,
                                          std::span<const DeviceRequest> requests, Known& known,
                                          Decision& decision) {
  const Json owner = kube::ObjectView(request.object).controller();
  quota::MadeFor paid = {std::string(owner["uid"].as_string()),
                         std::string(entry_of_claim(request.object))};
  const Snapshot& snapshot = known.snapshot();
  const bool of_files = is_of_files(snapshot);
  const Facts::Looked* looked = known.pod(owner["name"].as_string());
  if (looked == nullptr) return std::nullopt;
  if (!looked->failure.empty()) {
    add(decision, pod_unread(*looked));
    return std::nullopt;
  }
  // Files count the pods that they hold. Of others the hold alone says what they paid for.
  const bool is_uncounted =
      of_files && snapshot.pod(request.ns, owner["name"].as_string()).is_null();
  paid.is_unsure = is_uncounted;
  if (!looked->object && of_files) {
    // A hold does not say what extended resources cost by themselves.
    return paid.claim.empty() ? std::nullopt : std::optional(std::move(paid));
  }
  const Json pod = looked->object.value_or(Json());
  const std::string_view told = claim_in_status(pod, paid.claim);
  // What a pod was charged that has ended is free with the next count.
  if (pod["metadata"]["uid"] != owner["uid"] || kube::has_ended(pod) ||
      has_other_claim(pod, paid.claim, request.object, known) ||
      ((told.empty() || told != kube::ObjectView(request.object).name()) &&
       is_known_to_have_other(pod, paid.claim, request, snapshot)))
    return std::nullopt;
  paid.is_queued = waits_in_queue(pod, request.ns, snapshot);
  if (paid.claim.empty())
    return costs_no_more(requests, pod, known) ? std::optional(std::move(paid)) : std::nullopt;
  const std::string_view name = template_of_entry(pod, paid.claim);
  if (name.empty()) return std::nullopt;
  const Json made_of = known.claim_template(name).object;
  // It takes the place of one that is gone, for which nobody counts the pod any more
  // (webhook/admission/quota_census.h).
  const bool is_anew =
      !told.empty() && !of_files && told != kube::ObjectView(request.object).name();
  // Files have no such times, mostly. Where the template is gone the hold says what it was.
  paid.is_unsure = is_uncounted || is_anew || made_of.is_null() || is_younger(made_of, pod) ||
                   (!of_files && !is_as_before(made_of, pod)) ||
                   !asks_as_template(requests, made_of, snapshot);
  return paid;
}

NamedAmounts charged_to_pod(const AdmissionRequest& request, Known& known) {
  if (!is_made_for_pod(request.object) || !is_of_entry(request.object, {})) return {};
  const Json owner = kube::ObjectView(request.object).controller();
  const Facts::Looked* looked = known.pod(owner["name"].as_string());
  const Json pod = looked == nullptr ? Json() : looked->object.value_or(Json());
  if (pod.is_null() || pod["metadata"]["uid"] != owner["uid"]) return {};
  return resources_in_quota(extended_requests(pod, known));
}

}  // namespace drawbridge::admission
