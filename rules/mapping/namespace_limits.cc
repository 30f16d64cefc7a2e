#include "rules/mapping/namespace_limits.h"

#include <map>
#include <string_view>

#include "kube/api/names.h"
#include "kube/api/object.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::ObjectView;

void add_limit_range(const Json& object, NamespaceLimits& limits) {
  std::map<std::string_view, bool> is_defaulted;
  for (const Json& item : object["spec"]["limits"].elements()) {
    const std::string_view type = item["type"].as_string();
    if (type == "PersistentVolumeClaim") continue;
    // Of containers all but the ratio become a default where none is given; what is no default
    // refuses a pod that has not the resource (plugin/pkg/admission/limitranger).
    for (const std::string_view bound :
         {"max", "min", "default", "defaultRequest", "maxLimitRequestRatio"}) {
      const bool is_default = type != "Pod" && bound != "maxLimitRequestRatio";
      for (const Json::Member& entry : item[bound].members())
        is_defaulted[entry.key()] |= is_default;
    }
  }
  for (const auto& [name, defaulted] : is_defaulted) {
    limits.limit_ranges.push_back(
        {std::string(name), std::string(ObjectView(object).name()), false, defaulted});
  }
}

void add_resource_quota(const Json& object, NamespaceLimits& limits) {
  const Json spec = object["spec"];
  const bool scoped = !spec["scopes"].empty() || !spec["scopeSelector"]["matchExpressions"].empty();
  for (const Json::Member& entry : spec["hard"].members()) {
    if (!entry.key().starts_with(kube::kRequestsPrefix)) continue;
    limits.resource_quotas.push_back({std::string(entry.key().substr(kube::kRequestsPrefix.size())),
                                      std::string(ObjectView(object).name()), scoped});
  }
}

}  // namespace

bool is_limiting(const Json& object) {
  const ObjectView view(object);
  if (view.group().empty()) return view.kind() == "LimitRange" || view.kind() == "ResourceQuota";
  return view.group() == "drawbridge.dev" && view.kind() == "DeviceQuota";
}

void add_limits(const Json& object, NamespaceLimits& limits) {
  const std::string_view kind = ObjectView(object).kind();
  if (kind == "LimitRange") add_limit_range(object, limits);
  if (kind == "ResourceQuota") add_resource_quota(object, limits);
  // One that only warns limits nothing.
  if (kind == "DeviceQuota" && object["spec"]["enforcement"].as_string() != "Warn") {
    for (const Json::Member& entry : object["spec"]["hard"].members()) {
      limits.device_quota_resources.insert(std::string(entry.key()));
      if (!object["spec"]["excludeQueued"].as_bool())
        limits.counted_while_queued.insert(std::string(entry.key()));
    }
  }
}

}  // namespace drawbridge::rules
