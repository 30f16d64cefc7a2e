// Snapshot: the immutable view of the cluster that a decision reads.
//
// Built once from objects, then shared by every thread without a lock; a change makes a new one. It
// owns what it needs and keeps no pointer into the objects.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "quota/device_quota.h"
#include "quota/kueue/index.h"
#include "rules/devices/device_index.h"
#include "rules/mapping/index.h"
#include "rules/mapping/namespace_limits.h"
#include "webhook/admission/object_set.h"

namespace drawbridge::admission {

class Snapshot {
 public:
  // Later objects replace earlier ones of the same key. An object that cannot be used (a
  // DeviceMapping that does not compile) is left out and reported in problems(); its neighbours
  // stand.
  static std::shared_ptr<const Snapshot> build(const std::vector<SourcedObject>& objects);

  const rules::MappingIndex& mappings() const { return mappings_; }
  const rules::DeviceIndex& devices() const { return devices_; }
  const quota::KueueIndex& kueue() const { return kueue_; }
  // nullptr where the namespace has no limits.
  const rules::NamespaceLimits* limits_of(std::string_view ns) const;
  // DeviceQuotas of the namespace, by name.
  const std::vector<quota::DeviceQuota>& device_quotas_of(std::string_view ns) const;
  // Labels of a Namespace; nullptr where it is not known.
  const kube::Json* namespace_labels(std::string_view ns) const;
  // A template or claim of the namespace; null where it is not known.
  kube::Json claim_template(std::string_view ns, std::string_view name) const;
  kube::Json claim(std::string_view ns, std::string_view name) const;
  // A workload that owns pods; null where it is not known.
  kube::Json owner(std::string_view ns, std::string_view kind, std::string_view name) const;
  std::size_t generated_templates_in(std::string_view ns) const;

  // One sentence per object that was left out, with its place.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  using Objects = std::map<std::string, std::shared_ptr<const kube::Document>, std::less<>>;

  void add(const SourcedObject& object,
           std::vector<std::shared_ptr<const rules::Mapping>>& mappings);
  void add_device_quota(const SourcedObject& object);
  kube::Json kept(std::string_view kind, std::string_view ns, std::string_view name) const;

  rules::MappingIndex mappings_;
  rules::DeviceIndex devices_;
  quota::KueueIndex kueue_;
  std::map<std::string, rules::NamespaceLimits, std::less<>> limits_;
  std::map<std::string, std::vector<quota::DeviceQuota>, std::less<>> device_quotas_;
  std::map<std::string, std::size_t, std::less<>> generated_templates_;
  std::map<std::string, kube::Json, std::less<>> namespace_labels_;
  Objects kept_;  // "KIND NAMESPACE/NAME"
  std::vector<std::string> problems_;
};

}  // namespace drawbridge::admission
