// Snapshot: the immutable view of the cluster that a decision reads.
//
// Shared by every thread without a lock; a change makes a new one, which shares with it what did
// not change (SnapshotBuilder). Owns all that it hands out: what a Snapshot answers is valid as
// long as it is.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/compact_json.h"
#include "kube/api/cow_map.h"
#include "kube/api/json.h"
#include "kube/api/result.h"
#include "quota/charging.h"
#include "quota/device_quota.h"
#include "quota/kueue/index.h"
#include "rules/devices/class_capacities.h"
#include "rules/devices/device_index.h"
#include "rules/devices/device_survey.h"
#include "rules/mapping/index.h"
#include "rules/mapping/namespace_limits.h"
#include "rules/policy/device_rule.h"
#include "rules/settings.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/reduce.h"

namespace drawbridge::admission {

// Why an object, or a part of it, cannot be used.
struct Problem {
  std::string place;  // "FILE:LINE"; empty for an object of the cluster
  std::string group;
  std::string kind;
  std::string ns;  // empty for kinds without a namespace
  std::string name;
  std::string text;  // what is wrong, with the field in front

  // "PLACE: KIND.GROUP NAMESPACE/NAME: TEXT"
  std::string line() const;
  friend bool operator==(const Problem&, const Problem&) = default;
};

// What the objects of one namespace say together.
struct NamespaceRules {
  bool limited = false;  // there is any of what `limits` is made of
  rules::NamespaceLimits limits;
  std::vector<quota::DeviceQuota> device_quotas;  // by name
};

// What a Snapshot is made of. A copy shares all of it.
struct SnapshotParts {
  // By name, or "NAMESPACE/NAME"; reduced.
  std::array<kube::CowMap<kube::CompactJson>, kObjectKinds> objects;
  std::array<bool, kObjectKinds> known = {};
  std::array<bool, kObjectKinds> partial = {};
  rules::SharedSettings settings = rules::default_settings();
  std::shared_ptr<const rules::MappingIndex> mappings =
      std::make_shared<const rules::MappingIndex>();
  std::shared_ptr<const rules::RuleIndex> device_rules = std::make_shared<const rules::RuleIndex>();
  rules::DeviceIndex devices;
  quota::KueueIndex kueue;
  std::string kueue_fault;
  kube::CowMap<std::shared_ptr<const NamespaceRules>> namespace_rules;
  kube::CowMap<std::uint32_t> generated_templates;
  // How devices are counted for the DeviceQuotas, by the mappings, classes and Kueue's
  // Configuration.
  std::shared_ptr<const quota::Countings> countings = std::make_shared<const quota::Countings>();
  // What devices have of the capacities by which mappings count.
  std::shared_ptr<const rules::CapacityTable> capacities =
      std::make_shared<const rules::CapacityTable>();
  // "KIND.GROUP NAMESPACE/NAME"
  kube::CowMap<std::shared_ptr<const std::vector<Problem>>> problems;
  // Of manifests, in namespaces that have a DeviceQuota; by "NAMESPACE/NAME", reduced.
  kube::CowMap<kube::CompactJson> pods;
};

class Snapshot {
 public:
  explicit Snapshot(SnapshotParts parts) : parts_(std::move(parts)) {}

  // Of manifests. Later objects replace earlier ones of the same key. ConfigMaps are passed over:
  // inner_configurations() says what they hold.
  // `partial` are kinds of which they are only some.
  static std::shared_ptr<const Snapshot> build(
      const std::vector<SourcedObject>& objects,
      rules::SharedSettings settings = rules::default_settings(),
      const std::set<ObjectKind>& partial = {});

  const rules::Settings& settings() const { return *parts_.settings; }
  const rules::MappingIndex& mappings() const { return *parts_.mappings; }
  const rules::RuleIndex& device_rules() const { return *parts_.device_rules; }
  const rules::DeviceIndex& devices() const { return parts_.devices; }
  const quota::KueueIndex& kueue() const { return parts_.kueue; }
  // The field of Kueue's Configuration with which it does not start (startup_fault); empty where it
  // does, or none is known. What runs then has read another one.
  const std::string& kueue_fault() const { return parts_.kueue_fault; }
  // nullptr where the namespace has no limits.
  const rules::NamespaceLimits* limits_of(std::string_view ns) const;
  // DeviceQuotas of the namespace, by name.
  const std::vector<quota::DeviceQuota>& device_quotas_of(std::string_view ns) const;
  const std::shared_ptr<const quota::Countings>& countings() const { return parts_.countings; }
  const rules::CapacityTable& capacities() const { return *parts_.capacities; }
  // To be kept beyond the snapshot.
  const std::shared_ptr<const rules::CapacityTable>& shared_capacities() const {
    return parts_.capacities;
  }
  // Labels of a Namespace; nullptr where it is not known.
  const kube::Json* namespace_labels(std::string_view ns) const;
  // The same; null where they are not known.
  kube::Json labels_of(std::string_view ns) const;
  // A template or claim of the namespace; null where it is not known.
  kube::Json claim_template(std::string_view ns, std::string_view name) const;
  kube::Json claim(std::string_view ns, std::string_view name) const;
  // A pod of manifests, in a namespace that has a DeviceQuota; null where there is none. Of a
  // cluster there are none here.
  kube::Json pod(std::string_view ns, std::string_view name) const;
  // A workload that owns pods; null where it is not known.
  kube::Json owner(std::string_view ns, std::string_view kind, std::string_view name) const;
  std::size_t generated_templates_in(std::string_view ns) const;
  // Of all published slices. Made when somebody first asks; any thread may.
  const rules::DeviceSurvey& survey() const;

  // All objects of the kind were listed: one that is not here does not exist, as far as the API
  // server had said. False for manifests, where what is not there may be elsewhere.
  bool knows(ObjectKind kind) const { return parts_.known[static_cast<std::size_t>(kind)]; }
  // The same, and manifests that hold some objects of the kind count as all there are, unless
  // SnapshotBuilder::set_partial() said otherwise.
  bool has_all(ObjectKind kind) const {
    return knows(kind) || (count(kind) > 0 && !parts_.partial[static_cast<std::size_t>(kind)]);
  }
  // What reduce() keeps of an object; null where it is not known. `ns` is empty for kinds without a
  // namespace.
  kube::Json object(ObjectKind kind, std::string_view ns, std::string_view name) const;
  std::size_t count(ObjectKind kind) const { return objects(kind).size(); }
  // visit(kube::Json) for every object of the kind, in the order of "NAMESPACE/NAME" or name.
  template <typename Visit>
  void for_each(ObjectKind kind, Visit visit) const {
    objects(kind).for_each([&](const auto& entry) { visit(entry.value.root()); });
  }
  template <typename Visit>
  void for_each_in(ObjectKind kind, std::string_view ns, Visit visit) const {
    objects(kind).for_each_in(
        ns, [&](const auto& entry, std::string_view /*name*/) { visit(entry.value.root()); });
  }

  // The same of those whose names the API server made of this generateName, which ends with '-'.
  template <typename Visit>
  void for_each_made_of(ObjectKind kind, std::string_view ns, std::string_view generate_name,
                        Visit visit) const {
    std::string head(ns);
    head += '/';
    head += generate_name.substr(0, generate_name.size() - 1);
    objects(kind).for_each_in(
        head, [&](const auto& entry, std::string_view /*tail*/) { visit(entry.value.root()); },
        '-');
  }

  // Of every object that cannot be used as it is; sorted by kind, namespace and name.
  std::vector<Problem> problems() const;
  // Those of one object.
  std::vector<Problem> problems_of(ObjectKind kind, std::string_view ns,
                                   std::string_view name) const;
  // What it is made of, to be counted.
  const SnapshotParts& parts() const { return parts_; }

 private:
  const kube::CowMap<kube::CompactJson>& objects(ObjectKind kind) const {
    return parts_.objects[static_cast<std::size_t>(kind)];
  }

  const SnapshotParts parts_;
  mutable std::once_flag surveyed_;
  mutable rules::DeviceSurvey survey_;
};

// The key of an object's problems.
std::string problem_key(ObjectKind kind, std::string_view ns, std::string_view name);

}  // namespace drawbridge::admission
