#include "webhook/decide/pods_there.h"

#include <algorithm>
#include <string_view>

#include "kube/api/condition.h"
#include "kube/api/object.h"
#include "kube/api/saturating.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

std::int64_t count(const Json& status, std::string_view field) {
  return std::max<std::int64_t>(status[field].as_int(0), 0);
}

// Its controller has not seen the last change, and may be about to make pods, or to replace some.
// Files have no generation, mostly.
bool is_behind(const Json& workload) {
  const Json generation = workload["metadata"]["generation"];
  return !generation.is_null() &&
         workload["status"]["observedGeneration"].as_int(0) < generation.as_int(0);
}

// A StatefulSet takes an earlier revision up again where a change is undone, so that its revisions
// are no sign (stateful_set_control.go, getStatefulSetRevisions and computeReplicaStatus). A file
// that somebody wrote may leave out more than what is 0; a controller says what it has seen.
std::int64_t older_of(const Json& status, std::string_view all, std::string_view updated) {
  if (status[updated].is_null() && status["observedGeneration"].is_null()) return 0;
  return count(status, all) - count(status, updated);
}

// Not all that it wants where a quota refused the rest, of which its controller says so
// (DeploymentReplicaFailure, ReplicaSetReplicaFailure). Until then they may be on their way.
std::optional<std::int64_t> made_replicas(const Json& workload) {
  if (!kube::has_condition(workload, "ReplicaFailure")) return std::nullopt;
  return count(workload["status"], "replicas");
}

// A Job counts as active with one pod, and may have all (jobset_controller.go,
// calculateReplicatedJobStatuses).
std::optional<std::int64_t> made_of_job_set(const Json& workload, const rules::PodSet& set) {
  constexpr std::string_view kBelow = ".template.spec.template";
  std::string_view path = set.path;
  if (!path.ends_with(kBelow)) return std::nullopt;
  path.remove_suffix(kBelow.size());
  const Json of_set = rules::at_path(workload, path);
  for (const Json& one : workload["status"]["replicatedJobsStatus"].elements()) {
    if (one["name"] != of_set["name"]) continue;
    const std::int64_t jobs = std::max<std::int64_t>(of_set["replicas"].as_int(1), 1);
    return kube::saturating_multiply(set.pods.value_or(0) / jobs, count(one, "active"));
  }
  return std::nullopt;
}

}  // namespace

PodsThere pods_there(const Json& workload, const rules::PodSet& set) {
  const kube::ObjectView view(workload);
  const Json status = workload["status"];
  const std::string_view kind = view.kind();
  if (status.empty()) return {};
  if (view.group() == "jobset.x-k8s.io") return {made_of_job_set(workload, set)};
  if (view.group() == "batch" && kind == "Job")
    return {kube::saturating_add(count(status, "active"), count(status, "terminating"))};
  const bool is_known = view.group() == "apps" || kind == "ReplicationController";
  if (!is_known) return {};
  if (is_behind(workload)) return {std::nullopt, 0, true};
  if (kind == "ReplicationController") return {made_replicas(workload)};
  if (kind == "StatefulSet")
    return {count(status, "replicas"), older_of(status, "replicas", "updatedReplicas")};
  if (kind == "DaemonSet") {
    const std::int64_t scheduled = count(status, "currentNumberScheduled");
    return {kube::saturating_add(scheduled, count(status, "numberMisscheduled")),
            older_of(status, "currentNumberScheduled", "updatedNumberScheduled")};
  }
  const bool rolls = kind == "Deployment";
  return {made_replicas(workload), rolls ? older_of(status, "replicas", "updatedReplicas") : 0};
}

bool has_older_pods(const Json& workload) {
  return pods_there(workload, {}).older > 0;
}

bool may_have_older_pods(const Json& workload) {
  const PodsThere there = pods_there(workload, {});
  return there.is_behind || there.older > 0;
}

}  // namespace drawbridge::admission
