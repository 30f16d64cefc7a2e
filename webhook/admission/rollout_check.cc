#include "webhook/admission/rollout_check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/integer.h"
#include "kube/api/saturating.h"
#include "quota/amount_text.h"
#include "quota/device_quota.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// apps/v1, IntOrString: 1 or "25%" of the pods; rounded down. nullopt for what is neither.
std::optional<std::int64_t> pods_of_share(const Json& value, std::int64_t pods) {
  if (value.is_null()) return pods / 4;
  if (value.is_integer()) return value.as_int();
  std::string_view text = value.as_string();
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  const auto percent = kube::parse_integer(text);
  if (!percent || *percent < 0 || *percent > 100) return std::nullopt;
  return kube::saturating_multiply(pods, *percent) / 100;
}

// pkg/controller/deployment/util, ResolveFenceposts: of two that are 0, one pod may be missing.
bool takes_none_away(const Json& strategy, std::int64_t pods) {
  if (strategy["type"].as_string("RollingUpdate") != "RollingUpdate") return false;
  const Json rolling = strategy["rollingUpdate"];
  const Json surge = rolling["maxSurge"];
  const bool no_surge = (surge.is_integer() && surge.as_int() == 0) || surge.as_string() == "0%";
  return !no_surge && pods_of_share(rolling["maxUnavailable"], pods) == 0;
}

}  // namespace

std::vector<rules::Finding> check_rollout(const AdmissionRequest& request, std::int64_t pods,
                                          const quota::Amounts& each, const Snapshot& snapshot) {
  const bool is_new = request.old_object.is_null() && !request.standing.any();
  if (request.kind != "Deployment" || !is_new || pods < 1 ||
      !takes_none_away(request.object["spec"]["strategy"], pods))
    return {};
  for (const quota::DeviceQuota& quota : snapshot.device_quotas_of(request.ns)) {
    if (quota.enforcement != quota::DeviceQuota::Enforcement::kDeny) continue;
    for (const auto& [resource, hard] : quota.hard) {
      const kube::Quantity asked = quota::amount_of(each, resource);
      if (asked.sign() <= 0 || asked.multiplied_by(pods) > hard ||
          asked.multiplied_by(pods + 1) <= hard)
        continue;
      return {{"RolloutBlocked", rules::Severity::kInfo, "spec.strategy",
               "No change of this Deployment would be rolled out: no pod goes before a new one is "
               "ready, and DeviceQuota " +
                   rules::shown(quota.name, 60) + " has no room for one more (" +
                   quota::amount_text(hard) + " " + rules::shown(resource, 60) + ", " +
                   quota::amount_text(asked) + " a pod).",
               "Write strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}."}};
    }
  }
  return {};
}

}  // namespace drawbridge::admission
