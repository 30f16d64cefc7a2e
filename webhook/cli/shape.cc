#include "webhook/cli/shape.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "kube/api/object.h"
#include "quota/device_quota.h"

namespace drawbridge::cli {
namespace {

using kube::Json;

enum class Type { kString, kInteger, kList, kMap, kStringMap };

struct Field {
  std::string_view group;
  std::string_view kind;
  std::string_view path;
  Type type;
};

constexpr Field kMetadata[] = {
    {"", "", "metadata.name", Type::kString},
    {"", "", "metadata.namespace", Type::kString},
    {"", "", "metadata.generateName", Type::kString},
    {"", "", "metadata.labels", Type::kStringMap},
    {"", "", "metadata.annotations", Type::kStringMap},
    {"", "", "metadata.ownerReferences", Type::kList},
};

constexpr Field kFields[] = {
    {"", "LimitRange", "spec.limits", Type::kList},
    {"", "Node", "status.allocatable", Type::kMap},
    {"", "ReplicationController", "spec.replicas", Type::kInteger},
    {"", "ReplicationController", "spec.template", Type::kMap},
    {"", "ResourceQuota", "spec.hard", Type::kMap},
    {"apps", "DaemonSet", "spec.template", Type::kMap},
    {"apps", "Deployment", "spec.replicas", Type::kInteger},
    {"apps", "Deployment", "spec.template", Type::kMap},
    {"apps", "ReplicaSet", "spec.replicas", Type::kInteger},
    {"apps", "ReplicaSet", "spec.template", Type::kMap},
    {"apps", "StatefulSet", "spec.replicas", Type::kInteger},
    {"apps", "StatefulSet", "spec.template", Type::kMap},
    {"batch", "CronJob", "spec.jobTemplate.metadata", Type::kMap},
    {"batch", "CronJob", "spec.jobTemplate.spec.completions", Type::kInteger},
    {"batch", "CronJob", "spec.jobTemplate.spec.parallelism", Type::kInteger},
    {"batch", "CronJob", "spec.jobTemplate.spec.template", Type::kMap},
    {"batch", "Job", "spec.completions", Type::kInteger},
    {"batch", "Job", "spec.parallelism", Type::kInteger},
    {"batch", "Job", "spec.template", Type::kMap},
    {"drawbridge.dev", "DeviceQuota", "spec.hard", Type::kMap},
    {"drawbridge.dev", "DeviceQuota", "status.used", Type::kMap},
    {"kueue.x-k8s.io", "ClusterQueue", "spec.resourceGroups", Type::kList},
    {"kueue.x-k8s.io", "LocalQueue", "spec.clusterQueue", Type::kString},
    {"resource.k8s.io", "DeviceClass", "spec.config", Type::kList},
    {"resource.k8s.io", "DeviceClass", "spec.extendedResourceName", Type::kString},
    {"resource.k8s.io", "DeviceClass", "spec.selectors", Type::kList},
    {"resource.k8s.io", "ResourceClaim", "spec.devices.config", Type::kList},
    {"resource.k8s.io", "ResourceClaim", "spec.devices.constraints", Type::kList},
    {"resource.k8s.io", "ResourceClaim", "spec.devices.requests", Type::kList},
    {"resource.k8s.io", "ResourceClaimTemplate", "spec.spec.devices.config", Type::kList},
    {"resource.k8s.io", "ResourceClaimTemplate", "spec.spec.devices.constraints", Type::kList},
    {"resource.k8s.io", "ResourceClaimTemplate", "spec.spec.devices.requests", Type::kList},
    {"resource.k8s.io", "ResourceSlice", "spec.devices", Type::kList},
    {"resource.k8s.io", "ResourceSlice", "spec.driver", Type::kString},
    {"resource.k8s.io", "ResourceSlice", "spec.pool", Type::kMap},
};

bool is(const Json& value, Type type) {
  switch (type) {
    case Type::kString:
      return value.is_string();
    case Type::kInteger:
      return value.is_integer();
    case Type::kList:
      return value.is_array();
    case Type::kMap:
    case Type::kStringMap:
      return value.is_object();
  }
  return false;
}

std::string_view name_of(Type type) {
  switch (type) {
    case Type::kString:
      return "a string";
    case Type::kInteger:
      return "a whole number";
    case Type::kList:
      return "a list";
    case Type::kMap:
    case Type::kStringMap:
      return "a map";
  }
  return "";
}

Error wrong_type(std::string_view path, Type wanted, const Json& got) {
  return {"must be " + std::string(name_of(wanted)) + ", and is of type " +
              std::string(kube::kind_name(got.kind())),
          std::string(path)};
}

// A field that is absent or null is not set.
Status check_field(const Json& object, std::string_view path, Type type) {
  Json value = object;
  for (std::size_t from = 0; from < path.size();) {
    const std::size_t end = std::min(path.find('.', from), path.size());
    value = value[path.substr(from, end - from)];
    if (value.is_null()) return {};
    const Type wanted = end == path.size() ? type : Type::kMap;
    if (!is(value, wanted)) return wrong_type(path.substr(0, end), wanted, value);
    from = end + 1;
  }
  if (type != Type::kStringMap) return {};
  for (const Json::Member& entry : value.members()) {
    // Decoded into a Go string, null is "".
    if (!entry.value.is_string() && !entry.value.is_null())
      return wrong_type(std::string(path) + "[" + std::string(entry.key()) + "]", Type::kString,
                        entry.value);
  }
  return {};
}

}  // namespace

Status check_shape(const Json& object) {
  for (const Field& field : kMetadata) {
    if (Status checked = check_field(object, field.path, field.type); !checked) return checked;
  }
  const kube::ObjectView view(object);
  for (const Field& field : kFields) {
    if (field.kind != view.kind() || field.group != view.group()) continue;
    if (Status checked = check_field(object, field.path, field.type); !checked) return checked;
  }
  if (view.group() != "drawbridge.dev" || view.kind() != "DeviceQuota") return {};
  const auto quota = quota::DeviceQuota::read(object);
  return quota ? Status() : Status(quota.error());
}

}  // namespace drawbridge::cli
