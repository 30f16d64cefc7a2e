#include "webhook/admission/snapshot.h"

#include <algorithm>

#include "rules/mapping/template.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;

constexpr std::string_view kOurGroup = "drawbridge.dev";
// Kinds that decisions look up by name.
constexpr std::string_view kKeptKinds[] = {"CronJob",
                                           "DaemonSet",
                                           "Deployment",
                                           "Job",
                                           "ReplicaSet",
                                           "ResourceClaim",
                                           "ResourceClaimTemplate",
                                           "StatefulSet"};

std::string kept_key(std::string_view kind, std::string_view ns, std::string_view name) {
  std::string key(kind);
  key += ' ';
  key += ns;
  key += '/';
  return key += name;
}

std::string namespace_of(const Json& object) {
  const std::string_view ns = ObjectView(object).ns();
  return std::string(ns.empty() ? "default" : ns);
}

}  // namespace

std::shared_ptr<const Snapshot> Snapshot::build(const std::vector<SourcedObject>& objects) {
  auto snapshot = std::make_shared<Snapshot>();
  std::map<std::string, const SourcedObject*> latest;
  for (const SourcedObject& object : objects)
    latest[object_key(object.json(), "default")] = &object;
  std::vector<std::shared_ptr<const rules::Mapping>> mappings;
  for (const auto& [key, object] : latest) snapshot->add(*object, mappings);
  snapshot->mappings_ = rules::MappingIndex(std::move(mappings));
  return snapshot;
}

void Snapshot::add(const SourcedObject& object,
                   std::vector<std::shared_ptr<const rules::Mapping>>& mappings) {
  const Json json = object.json();
  const ObjectView view(json);
  const std::string problem_prefix = object.place() + ": " + object_key(json, "default") + ": ";
  if (rules::DeviceIndex::reads(json)) devices_.add(json);
  if (rules::is_limiting(json)) rules::add_limits(json, limits_[namespace_of(json)]);
  if (quota::KueueIndex::reads(json)) {
    if (Status status = kueue_.add(json); !status)
      problems_.push_back(problem_prefix + status.error().text());
  }
  if (view.group() == kOurGroup && view.kind() == "DeviceMapping") {
    Result<std::shared_ptr<const rules::Mapping>> mapping = rules::compile_mapping(json);
    if (mapping) {
      mappings.push_back(std::move(*mapping));
    } else {
      problems_.push_back(problem_prefix + mapping.error().text());
    }
  }
  if (view.group() == kOurGroup && view.kind() == "DeviceQuota") add_device_quota(object);
  if (view.group().empty() && view.kind() == "Namespace") {
    namespace_labels_[std::string(view.name())] = view.labels();
    kept_[kept_key("Namespace", "", view.name())] = object.document;
  }
  if (std::find(std::begin(kKeptKinds), std::end(kKeptKinds), view.kind()) == std::end(kKeptKinds))
    return;
  const std::string ns = namespace_of(json);
  if (view.kind() == "ResourceClaimTemplate" && rules::is_generated_template_name(view.name()))
    ++generated_templates_[ns];
  kept_[kept_key(view.kind(), ns, view.name())] = object.document;
}

void Snapshot::add_device_quota(const SourcedObject& object) {
  Result<quota::DeviceQuota> quota = quota::DeviceQuota::read(object.json());
  if (quota) {
    device_quotas_[namespace_of(object.json())].push_back(std::move(*quota));
  } else {
    problems_.push_back(object.place() + ": " + object_key(object.json(), "default") + ": " +
                        quota.error().text());
  }
}

const rules::NamespaceLimits* Snapshot::limits_of(std::string_view ns) const {
  const auto found = limits_.find(ns);
  return found == limits_.end() ? nullptr : &found->second;
}

const std::vector<quota::DeviceQuota>& Snapshot::device_quotas_of(std::string_view ns) const {
  static const std::vector<quota::DeviceQuota> kNone;
  const auto found = device_quotas_.find(ns);
  return found == device_quotas_.end() ? kNone : found->second;
}

const Json* Snapshot::namespace_labels(std::string_view ns) const {
  const auto found = namespace_labels_.find(ns);
  return found == namespace_labels_.end() ? nullptr : &found->second;
}

Json Snapshot::kept(std::string_view kind, std::string_view ns, std::string_view name) const {
  const auto found = kept_.find(kept_key(kind, ns, name));
  return found == kept_.end() ? Json() : found->second->root();
}

Json Snapshot::claim_template(std::string_view ns, std::string_view name) const {
  return kept("ResourceClaimTemplate", ns, name);
}

Json Snapshot::claim(std::string_view ns, std::string_view name) const {
  return kept("ResourceClaim", ns, name);
}

Json Snapshot::owner(std::string_view ns, std::string_view kind, std::string_view name) const {
  return kept(kind, ns, name);
}

std::size_t Snapshot::generated_templates_in(std::string_view ns) const {
  const auto found = generated_templates_.find(ns);
  return found == generated_templates_.end() ? 0 : found->second;
}

}  // namespace drawbridge::admission
