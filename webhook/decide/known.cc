#include "webhook/decide/known.h"

#include <algorithm>

#include "kube/api/object.h"
#include "rules/checks/likely_names.h"
#include "rules/devices/gangs.h"
#include "rules/mapping/rewrite.h"
#include "rules/nearest.h"
#include "webhook/decide/quotas/given_devices.h"
#include "webhook/decide/quotas/limit_ranger.h"

namespace drawbridge::admission {

using kube::Json;

namespace {

bool is_object(const ObjectRef& ref) {
  return ref.kind == ObjectRef::Kind::kClaimTemplate || ref.kind == ObjectRef::Kind::kClaim;
}

// The template that NVIDIA's driver makes for a ComputeDomain, in its namespace.
std::string_view template_of_domain(const Json& domain) {
  return domain["spec"]["channel"]["resourceClaimTemplate"]["name"].as_string();
}

}  // namespace

Known::Known(const AdmissionRequest& request, const Snapshot& snapshot, const Facts& facts)
    : request_(request), snapshot_(snapshot), facts_(facts) {
  for (const Facts::Looked& looked : facts_.looked_up) look_ups_ += is_object(looked.ref) ? 1 : 0;
}

void Known::need(ObjectRef ref) {
  auto& needed = needs_.objects;
  if (std::find(needed.begin(), needed.end(), ref) != needed.end()) return;
  if (is_object(ref)) {
    if (look_ups_ == kLookUpsMax) {
      names_too_many_ |= ref.kind == ObjectRef::Kind::kClaimTemplate;
      return;
    }
    ++look_ups_;
  }
  needed.push_back(std::move(ref));
}

Json Known::namespace_labels_if_known() const {
  if (const Json* known = snapshot_.namespace_labels(request_.ns)) return *known;
  const ObjectRef ref{ObjectRef::Kind::kNamespace, "", std::string(request_.ns)};
  const Facts::Looked* looked = facts_.find(ref);
  return looked != nullptr && looked->object ? (*looked->object)["metadata"]["labels"] : Json();
}

Json Known::namespace_labels() {
  if (request_.ns.empty()) return {};
  if (const Json* known = snapshot_.namespace_labels(request_.ns)) return *known;
  ObjectRef ref{ObjectRef::Kind::kNamespace, "", std::string(request_.ns)};
  if (facts_.find(ref) == nullptr) need(std::move(ref));
  return namespace_labels_if_known();
}

Json Known::namespace_object() {
  if (request_.ns.empty()) return {};
  const Json known = snapshot_.object(ObjectKind::kNamespace, {}, request_.ns);
  if (!known.is_null()) return known;
  ObjectRef ref{ObjectRef::Kind::kNamespace, "", std::string(request_.ns)};
  const Facts::Looked* looked = facts_.find(ref);
  if (looked == nullptr) need(std::move(ref));
  return looked != nullptr && looked->object ? *looked->object : Json();
}

const Facts::Looked* Known::look_up(ObjectRef ref) {
  const Facts::Looked* looked = facts_.find(ref);
  if (looked == nullptr) need(std::move(ref));
  return looked;
}

rules::Found Known::find(ObjectKind kind, ObjectRef ref, const Json& in_snapshot) {
  if (!in_snapshot.is_null()) return {rules::Known::kYes, in_snapshot};
  const Facts::Looked* looked = facts_.find(ref);
  if (looked == nullptr) {
    need(std::move(ref));
    return {};
  }
  if (looked->object) return {rules::Known::kYes, *looked->object};
  if (!looked->failure.empty()) {
    if (kind == ObjectKind::kResourceClaimTemplate) unread_ = looked;
    return {};
  }
  // Of files that hold no object of the kind at all, nothing follows; of those that hold only some,
  // that another name was meant, or that one in another namespace can be used.
  const bool is_missing = snapshot_.has_all(kind) ||
                          !rules::nearest_misspelt(ref.name, names(kind)).empty() ||
                          is_elsewhere(kind, ref.name);
  return {is_missing ? rules::Known::kNo : rules::Known::kUnknown, {}};
}

rules::Found Known::claim_template(std::string_view name) {
  for (const kube::Document& made : made_) {
    if (kube::ObjectView(made.root()).name() == name) return {rules::Known::kYes, made.root()};
  }
  rules::Found found =
      find(ObjectKind::kResourceClaimTemplate,
           {ObjectRef::Kind::kClaimTemplate, std::string(request_.ns), std::string(name)},
           snapshot_.claim_template(request_.ns, name));
  if (found.known == rules::Known::kNo && is_made_by_compute_domain(name)) return {};
  return found;
}

std::string_view Known::domain_of_template(std::string_view name) const {
  std::string_view found;
  snapshot_.for_each_in(ObjectKind::kComputeDomain, request_.ns, [&](const Json& domain) {
    if (template_of_domain(domain) == name) found = kube::ObjectView(domain).name();
  });
  return found;
}

std::string_view Known::elsewhere(bool is_template, std::string_view name) const {
  const ObjectKind kind =
      is_template ? ObjectKind::kResourceClaimTemplate : ObjectKind::kResourceClaim;
  if (snapshot_.knows(kind)) return {};
  std::string_view found;
  bool several = false;
  snapshot_.for_each(kind, [&](const Json& object) {
    const kube::ObjectView view(object);
    if (view.name() != name) return;
    several |= !found.empty();
    found = view.ns();
  });
  return several ? std::string_view() : found;
}

// Its template comes some time after the ComputeDomain, which may stand in the same file as the
// pod.
bool Known::is_made_by_compute_domain(std::string_view name) {
  const bool made = !domain_of_template(name).empty();
  if (!made) await_newest("ComputeDomain");
  return made;
}

rules::Found Known::claim(std::string_view name) {
  return find(ObjectKind::kResourceClaim,
              {ObjectRef::Kind::kClaim, std::string(request_.ns), std::string(name)},
              snapshot_.claim(request_.ns, name));
}

const Facts::Looked* Known::pod(std::string_view name) {
  ObjectRef ref{ObjectRef::Kind::kPod, std::string(request_.ns), std::string(name)};
  if (const Json of_files = snapshot_.pod(request_.ns, name); !of_files.is_null())
    return &pod_of_files_.emplace(Facts::Looked{std::move(ref), of_files});
  return look_up(std::move(ref));
}

bool Known::is_likely_class(std::string_view name) const {
  std::vector<std::string_view> names;
  snapshot_.devices().for_each_class(
      [&names](const rules::DeviceIndex::DeviceClass& known) { names.push_back(known.name); });
  return !rules::nearest_misspelt(name, names).empty();
}

rules::Known Known::class_exists(std::string_view name) {
  const rules::Known exists = snapshot_.devices().class_exists(name);
  if (exists != rules::Known::kNo) return exists;
  if (!snapshot_.has_all(ObjectKind::kDeviceClass) && !is_likely_class(name))
    return rules::Known::kUnknown;
  await_newest("DeviceClass");
  return exists;
}

std::optional<std::int64_t> Known::gang_size(const kube::ObjectView& pod) const {
  if (const auto size = rules::pod_group_size(pod)) return size;
  const std::optional<rules::PodGroupName> named = rules::pod_group_name(pod);
  if (!named) return std::nullopt;
  const std::optional<ObjectKind> kind = object_kind(named->group, "PodGroup");
  return kind ? rules::gang_size(snapshot_.object(*kind, request_.ns, named->name)) : std::nullopt;
}

void Known::add_made(const kube::PodView& pod, std::span<const rules::ClaimTemplate> templates) {
  const std::span<const Json> entries = pod.resource_claims();
  for (const rules::ClaimTemplate& made : templates) {
    const auto names_it = [&](const Json& entry) {
      return entry["resourceClaimTemplateName"].as_string() == made.name;
    };
    if (std::any_of(entries.begin(), entries.end(), names_it)) made_objects({&made, 1});
  }
}

std::vector<Json> Known::made_objects(std::span<const rules::ClaimTemplate> templates) {
  std::vector<Json> objects;
  for (const rules::ClaimTemplate& made : templates) {
    Result<kube::Document> object = kube::read_json(rules::template_object(made, request_.ns));
    if (!object) continue;
    objects.push_back(object->root());
    made_.push_back(std::move(*object));
  }
  return objects;
}

std::optional<Json> Known::with_devices_given(const Json& pod_template) {
  const std::string text = admission::with_devices_given(pod_template, request_.ns, snapshot_);
  if (text.empty()) return std::nullopt;
  Result<kube::Document> given = kube::read_json(text);
  if (!given) return std::nullopt;
  made_.push_back(std::move(*given));
  return made_.back().root();
}

void Known::await_newest(std::string_view kind) {
  ObjectRef ref{ObjectRef::Kind::kNewest, "", std::string(kind)};
  if (facts_.find(ref) == nullptr) need(std::move(ref));
}

std::vector<std::string_view> Known::names(ObjectKind kind) const {
  std::vector<std::string_view> names;
  const auto add = [&names](std::string_view name) {
    // Nobody writes these.
    if (names.size() < kNamesMax && !rules::is_generated_template_name(name)) names.push_back(name);
  };
  snapshot_.for_each_in(kind, request_.ns,
                        [&](const Json& object) { add(kube::ObjectView(object).name()); });
  if (kind != ObjectKind::kResourceClaimTemplate) return names;
  snapshot_.for_each_in(ObjectKind::kComputeDomain, request_.ns, [&](const Json& domain) {
    if (const std::string_view made = template_of_domain(domain); !made.empty()) add(made);
  });
  return names;
}

bool Known::is_elsewhere(ObjectKind kind, std::string_view name) const {
  bool elsewhere = false;
  snapshot_.for_each(kind, [&](const Json& object) {
    const kube::ObjectView view(object);
    elsewhere |= view.name() == name && view.ns() != request_.ns;
  });
  if (kind != ObjectKind::kResourceClaimTemplate) return elsewhere;
  snapshot_.for_each(ObjectKind::kComputeDomain, [&](const Json& domain) {
    elsewhere |= template_of_domain(domain) == name && kube::ObjectView(domain).ns() != request_.ns;
  });
  return elsewhere;
}

bool Known::is_covered(std::string_view resource) const {
  bool covered = false;
  snapshot_.for_each(ObjectKind::kClusterQueue, [&](const Json& object) {
    const auto* queue = snapshot_.kueue().cluster_queue(kube::ObjectView(object).name());
    covered |= queue != nullptr && queue->covered_resources.contains(resource);
  });
  return covered;
}

bool Known::is_limited(std::string_view resource) const {
  const auto limits = [&](const quota::DeviceQuota& quota) {
    return quota.hard.contains(resource);
  };
  const auto& here = snapshot_.device_quotas_of(request_.ns);
  if (!request_.ns.empty()) return std::any_of(here.begin(), here.end(), limits);
  bool limited = false;
  snapshot_.for_each(ObjectKind::kDeviceQuota, [&](const Json& object) {
    limited |= object["spec"]["hard"].find(resource) != nullptr;
  });
  return limited;
}

Json Known::labels_for(const kube::PodView& pod) {
  return rules::needs_namespace_labels(pod, snapshot_.mappings()) ? namespace_labels()
                                                                  : namespace_labels_if_known();
}

std::vector<rules::DeviceRequest> Known::requests_of(const kube::PodView& pod, const Json& labels,
                                                     bool has_turn,
                                                     const rules::ComingRewrite* coming) {
  std::vector<rules::DeviceRequest> requests =
      rules::device_requests({pod, snapshot_.mappings(), snapshot_.devices(), labels,
                              [this](std::string_view name) { return claim_template(name).object; },
                              [this](std::string_view name) { return claim(name).object; },
                              snapshot_.kueue().configuration(), has_turn, coming});
  note_given_devices(pod, requests);
  return requests;
}

const rules::DeviceSurvey* Known::survey() {
  wants_survey_ |= !facts_.may_survey;
  if (!facts_.may_survey || surveys_left_ == 0) return nullptr;
  --surveys_left_;
  return &snapshot_.survey();
}

rules::CheckFacts Known::check_facts(Json namespace_labels) {
  return {.ns = request_.ns,
          .namespace_labels = namespace_labels,
          .mappings = snapshot_.mappings(),
          .devices = snapshot_.devices(),
          .settings = snapshot_.settings(),
          .claim_template = [this](std::string_view name) { return claim_template(name); },
          .claim = [this](std::string_view name) { return claim(name); },
          .class_exists = [this](std::string_view name) { return class_exists(name); },
          .claim_template_names = [this] { return names(ObjectKind::kResourceClaimTemplate); },
          .claim_names = [this] { return names(ObjectKind::kResourceClaim); },
          .user = request_.user,
          .kueue = snapshot_.kueue().configuration(),
          .queue = nullptr,
          .has_quota = !snapshot_.device_quotas_of(request_.ns).empty(),
          .is_new = request_.operation == Operation::kCreate,
          .survey = [this]() -> const rules::DeviceSurvey& { return snapshot_.survey(); },
          .is_covered = [this](std::string_view name) { return is_covered(name); },
          .is_limited = [this](std::string_view name) { return is_limited(name); },
          .unserved = facts_.unserved,
          .template_of_domain =
              [this](std::string_view name) {
                return template_of_domain(
                    snapshot_.object(ObjectKind::kComputeDomain, request_.ns, name));
              },
          .domain_of_template = [this](std::string_view name) { return domain_of_template(name); },
          .elsewhere = [this](bool is_template,
                              std::string_view name) { return elsewhere(is_template, name); }};
}

}  // namespace drawbridge::admission
