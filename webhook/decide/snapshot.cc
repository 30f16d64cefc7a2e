#include "webhook/decide/snapshot.h"

#include <optional>
#include <utility>

#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {

using kube::Json;
using kube::KeyPair;

namespace {

// "DeviceQuota.drawbridge.dev"
std::string kind_text(const KindInfo& info) {
  return std::string(info.kind) + (info.group.empty() ? "" : ".") + std::string(info.group);
}

// False where there are none that are kept.
bool add_pods(const std::vector<SourcedObject>& objects, const Snapshot& snapshot,
              SnapshotParts& parts) {
  for (const SourcedObject& object : objects) {
    const kube::ObjectView view = object.view();
    if (view.kind() != "Pod" || !view.group().empty()) continue;
    const std::string_view ns = view.ns().empty() ? "default" : view.ns();
    if (snapshot.device_quotas_of(ns).empty()) continue;
    kube::Arena arena;
    parts.pods.set(kube::key_text({ns, view.name()}),
                   kube::CompactJson(reduce_pod(view.json(), arena)));
  }
  return !parts.pods.empty();
}

}  // namespace

std::string problem_key(ObjectKind kind, std::string_view ns, std::string_view name) {
  const KindInfo& info = kind_info(kind);
  std::string key = kind_text(info);
  // A file of settings: there is one, whatever name somebody gave it.
  if (kind == ObjectKind::kKueueConfiguration) return key;
  key += ' ';
  if (info.namespaced) key += std::string(ns) + "/";
  return key += name;
}

std::string Problem::line() const {
  std::string line = place.empty() ? std::string() : place + ": ";
  if (const std::optional<ObjectKind> known = object_kind(group, kind))
    line += (name.empty() ? kind_text(kind_info(*known)) : problem_key(*known, ns, name)) + ": ";
  return line + text;
}

std::shared_ptr<const Snapshot> Snapshot::build(const std::vector<SourcedObject>& objects,
                                                rules::SharedSettings settings,
                                                const std::set<ObjectKind>& partial) {
  SnapshotBuilder builder(std::move(settings));
  for (const ObjectKind kind : partial) builder.set_partial(kind);
  for (const SourcedObject& object : objects) {
    if (object.view().kind() != "ConfigMap") builder.put(object.json(), object.place());
  }
  std::shared_ptr<const Snapshot> snapshot = builder.publish();
  SnapshotParts parts = snapshot->parts();
  if (!add_pods(objects, *snapshot, parts)) return snapshot;
  return std::make_shared<const Snapshot>(std::move(parts));
}

const rules::NamespaceLimits* Snapshot::limits_of(std::string_view ns) const {
  const auto* found = parts_.namespace_rules.find(ns);
  return found == nullptr || !(*found)->limited ? nullptr : &(*found)->limits;
}

const std::vector<quota::DeviceQuota>& Snapshot::device_quotas_of(std::string_view ns) const {
  static const std::vector<quota::DeviceQuota> kNone;
  const auto* found = parts_.namespace_rules.find(ns);
  return found == nullptr ? kNone : (*found)->device_quotas;
}

const rules::DeviceSurvey& Snapshot::survey() const {
  std::call_once(surveyed_, [this] {
    for_each(ObjectKind::kResourceSlice, [this](const Json& slice) { survey_.add_slice(slice); });
  });
  return survey_;
}

Json Snapshot::labels_of(std::string_view ns) const {
  const Json* labels = namespace_labels(ns);
  return labels == nullptr ? Json() : *labels;
}

const Json* Snapshot::namespace_labels(std::string_view ns) const {
  const kube::CompactJson* found = objects(ObjectKind::kNamespace).find(ns);
  // reduce() gives every Namespace a label.
  return found == nullptr ? nullptr : found->root().find("metadata")->find("labels");
}

Json Snapshot::object(ObjectKind kind, std::string_view ns, std::string_view name) const {
  const kube::CompactJson* found =
      kind_info(kind).namespaced ? objects(kind).find(KeyPair{ns, name}) : objects(kind).find(name);
  return found == nullptr ? Json() : found->root();
}

Json Snapshot::claim_template(std::string_view ns, std::string_view name) const {
  return object(ObjectKind::kResourceClaimTemplate, ns, name);
}

Json Snapshot::claim(std::string_view ns, std::string_view name) const {
  return object(ObjectKind::kResourceClaim, ns, name);
}

Json Snapshot::pod(std::string_view ns, std::string_view name) const {
  const kube::CompactJson* found = parts_.pods.find(KeyPair{ns, name});
  return found == nullptr ? Json() : found->root();
}

Json Snapshot::owner(std::string_view ns, std::string_view kind, std::string_view name) const {
  for (const std::string_view group : {"batch", "apps"}) {
    if (const std::optional<ObjectKind> known = object_kind(group, kind))
      return object(*known, ns, name);
  }
  return {};
}

std::size_t Snapshot::generated_templates_in(std::string_view ns) const {
  const std::uint32_t* found = parts_.generated_templates.find(ns);
  return found == nullptr ? 0 : *found;
}

std::vector<Problem> Snapshot::problems() const {
  std::vector<Problem> all;
  parts_.problems.for_each(
      [&](const auto& entry) { all.insert(all.end(), entry.value->begin(), entry.value->end()); });
  return all;
}

std::vector<Problem> Snapshot::problems_of(ObjectKind kind, std::string_view ns,
                                           std::string_view name) const {
  const auto* found = parts_.problems.find(problem_key(kind, ns, name));
  return found == nullptr ? std::vector<Problem>() : **found;
}

}  // namespace drawbridge::admission
