#include "webhook/decide/quotas/quota_foreseen.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "quota/kueue/pod_requests.h"
#include "rules/devices/demand.h"
#include "webhook/decide/quotas/compute_wanted.h"
#include "webhook/decide/quotas/made_claims.h"
#include "webhook/decide/quotas/quota_scopes.h"
#include "webhook/decide/quotas/resource_quota_check.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Quantity;
using rules::Finding;
using rules::Severity;
using rules::shown;

// By the names of spec.hard.
using Sums = std::map<std::string, Quantity, std::less<>>;

bool is_compute(std::string_view resource) {
  constexpr std::array<std::string_view, 3> kCompute = {"cpu", "memory", "ephemeral-storage"};
  return std::find(kCompute.begin(), kCompute.end(), resource) != kCompute.end();
}

// podComputeUsageHelper, and the count of objects.
Sums sums_of_pod(const Json& spec) {
  Sums sums = {{"pods", Quantity::from_int(1)}, {"count/pods", Quantity::from_int(1)}};
  for (const auto& [name, amount] : quota::pod_requests(spec, {})) {
    const bool by_both = is_compute(name) || name.starts_with("hugepages-");
    if (by_both) sums.emplace(name, amount);
    if (by_both || rules::names_devices(name))
      sums.emplace(std::string(kube::kRequestsPrefix) + std::string(name), amount);
  }
  for (const auto& [name, amount] : quota::pod_limits(spec)) {
    if (is_compute(name)) sums.emplace("limits." + std::string(name), amount);
  }
  return sums;
}

// What the person can have yet, where that is something.
std::string fix_of(const Json& quota, std::string_view name, const Quantity& left,
                   std::string_view ns) {
  const bool is_count = name == "pods" || name.starts_with("count/");
  const std::string see = "kubectl describe resourcequota " +
                          shown(kube::ObjectView(quota).name()) + " -n " + shown(ns) + ".";
  return (left.sign() > 0 && !is_count ? "Ask for " + left.canonical() + ", or see "
                                       : std::string("Free some, or have it raised: ")) +
         see;
}

std::optional<Finding> exceeded(const Json& quota, const Sums& sums, std::string_view ns) {
  const Json used = quota["status"]["used"];
  for (const Json::Member& limit : hard_of(quota).members()) {
    const auto asked = sums.find(limit.key());
    const std::optional<Quantity> hard = Quantity::if_given(limit.value);
    const std::optional<Quantity> in_use = Quantity::if_given(used[limit.key()]);
    if (asked == sums.end() || asked->second.sign() <= 0 || !hard || !in_use) continue;
    Quantity all = *in_use;
    if (all.add(asked->second) <= *hard) continue;
    Quantity left = *hard;
    left.sub(*in_use);
    return Finding{"ResourceQuotaExceeded", Severity::kDeny, "spec.containers",
                   "ResourceQuota " + shown(kube::ObjectView(quota).name()) + " has " +
                       in_use->canonical() + " of " + hard->canonical() + " " +
                       shown(limit.key(), 90) + " in use, and this Pod needs " +
                       asked->second.canonical() + ".",
                   fix_of(quota, limit.key(), left, ns)};
  }
  return std::nullopt;
}

std::vector<Finding> of_pod(const AdmissionRequest& request, const Snapshot& snapshot) {
  std::vector<Finding> findings =
      check_compute_wanted(request.object, "this Pod", request.ns, snapshot);
  if (!findings.empty()) return findings;
  std::optional<Sums> sums;
  snapshot.for_each_in(ObjectKind::kResourceQuota, request.ns, [&](const Json& quota) {
    if (is_scoped(quota) && !scopes_match(quota, request.object, {true})) return;
    if (!sums) sums = sums_of_pod(request.object["spec"]);
    if (std::optional<Finding> told = exceeded(quota, *sums, request.ns))
      findings.push_back(std::move(*told));
  });
  return findings;
}

}  // namespace

std::vector<Finding> refused_behind(const AdmissionRequest& request, Known& known) {
  const Snapshot& snapshot = known.snapshot();
  if (!snapshot.knows(ObjectKind::kResourceQuota)) return {};
  std::vector<Finding> findings =
      request.kind == "Pod" ? of_pod(request, snapshot)
                            : exceeded_by_claim({request.object, request.ns,
                                                 [&] { return charged_to_pod(request, known); }},
                                                snapshot);
  if (findings.empty()) return findings;
  known.await_newest("ResourceQuota");
  for (Finding& finding : findings) finding.severity = Severity::kDeny;
  return findings;
}

}  // namespace drawbridge::admission
