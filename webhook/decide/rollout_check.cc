#include "webhook/decide/rollout_check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/integer.h"
#include "kube/api/quantity.h"
#include "kube/api/saturating.h"
#include "quota/amount_text.h"
#include "quota/device_quota.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/pods_there.h"
#include "webhook/decide/quotas/charges.h"

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

// What no answer of the API server has: it is as if nobody had written it.
bool says_nothing(const Json& value) {
  return value.is_null() || (value.is_string() && value.as_string().empty()) ||
         (value.is_bool() && !value.as_bool()) || (value.is_integer() && value.as_int() == 0);
}

// What is given stands there already, as far as its author wrote it: what is there has the API
// server's defaults besides, and its quantities as text.
bool stands_in(const Json& given, const Json& standing, bool is_amount = false) {
  if (standing.is_null() && says_nothing(given)) return true;
  if (given.is_object()) {
    if (!standing.is_object() && !standing.is_null()) return false;
    const auto members = given.members();
    return std::all_of(members.begin(), members.end(), [&](const Json::Member& member) {
      return stands_in(member.value, standing[member.key()],
                       is_amount || member.key() == "limits" || member.key() == "requests");
    });
  }
  if (given.is_array()) {
    if (given.size() != standing.size()) return false;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (!stands_in(given.at(i), standing.at(i))) return false;
    }
    return true;
  }
  if (given == standing || given.is_null()) return true;
  if (!is_amount) return false;
  const std::optional<kube::Quantity> amount = kube::Quantity::if_given(given);
  return amount && amount == kube::Quantity::if_given(standing);
}

}  // namespace

bool changes_pods(const AdmissionRequest& request) {
  const Json now = request.object["spec"]["template"];
  if (rolls_out_held_change(request)) return true;
  if (!request.old_object.is_null()) return request.old_object["spec"]["template"] != now;
  const Json standing = request.standing.object;
  return !standing.is_null() && !stands_in(now, standing["spec"]["template"]);
}

bool rolls_out_held_change(const AdmissionRequest& request) {
  const Json& before = request.before();
  return request.kind == "Deployment" && before["spec"]["paused"].as_bool() &&
         !request.object["spec"]["paused"].as_bool() && has_older_pods(before);
}

std::vector<rules::Finding> check_rollout(const AdmissionRequest& request, std::int64_t pods,
                                          const quota::Amounts& each, const PodsBefore& before,
                                          const Snapshot& snapshot, const Json& namespace_labels) {
  const Json spec = request.object["spec"];
  const bool is_new = request.old_object.is_null() && !request.standing.any();
  // What runs may be what it goes back to, which needs no new pod.
  const bool may_go_back = may_have_older_pods(request.before());
  const bool is_change = before.pods.value_or(0) > 0 && !spec["paused"].as_bool() &&
                         changes_pods(request) && !may_go_back;
  if (request.kind != "Deployment" || (!is_new && !is_change) || pods < 1 ||
      !takes_none_away(spec["strategy"], pods) || quotas_only_warn(snapshot, namespace_labels))
    return {};
  // Before there are new pods the controller scales those that are there to the new number
  // (pkg/controller/deployment, scale()).
  const quota::Amounts& each_before = is_change ? before.each : each;
  for (const quota::DeviceQuota& quota : snapshot.device_quotas_of(request.ns)) {
    if (quota.enforcement != quota::DeviceQuota::Enforcement::kDeny) continue;
    for (const auto& [resource, hard] : quota.hard) {
      const kube::Quantity asked = quota::amount_of(each, resource);
      const kube::Quantity had = quota::amount_of(each_before, resource);
      kube::Quantity all = asked.multiplied_by(pods);
      kube::Quantity all_before = had.multiplied_by(pods);
      // While the others have what they have. Of one that is new they may have gone by then.
      const kube::Quantity others =
          is_change ? quota::difference(quota::amount_of(quota.used, resource),
                                        quota::amount_of(before.devices.in_use, resource))
                    : kube::Quantity();
      const kube::Quantity left = quota::difference(hard, others);
      const bool is_held = all <= left && all_before <= left;
      // As the first of the new pods comes, and as the last of the others goes.
      const bool has_room = all_before.add(asked) <= left && all.add(had) <= left;
      if (asked.sign() <= 0 || !is_held || has_room) continue;
      const std::string in_use =
          others.sign() > 0 ? quota::amount_text(others) + " of " : std::string();
      return {
          {"RolloutBlocked", is_change ? rules::Severity::kWarn : rules::Severity::kInfo,
           "spec.strategy",
           std::string(is_change ? "This change is not" : "No change of this Deployment would be") +
               " rolled out: no pod goes before a new one is ready, and DeviceQuota " +
               rules::shown(quota.name, 60) + " has no room for one more (" + in_use +
               quota::amount_text(hard) + " " + rules::shown(resource, 60) +
               (in_use.empty() ? ", " : " in use besides, ") + quota::amount_text(asked) +
               " a pod).",
           "Write strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}."}};
    }
  }
  return {};
}

}  // namespace drawbridge::admission
