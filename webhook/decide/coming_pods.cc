#include "webhook/decide/coming_pods.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "kube/api/condition.h"
#include "kube/api/object.h"
#include "webhook/decide/pods_there.h"
#include "webhook/decide/rollout_check.h"

namespace drawbridge::admission {
namespace {

// What the controllers of a group call themselves: an object that names none of them is left
// alone. Of kinds of no such group nobody knows who reads the field.
struct OwnManager {
  std::string_view group;
  std::string_view name;
};

constexpr OwnManager kOwnManagers[] = {
    {"batch", "kubernetes.io/job-controller"},
    {"jobset.x-k8s.io", "jobset.sigs.k8s.io/jobset-controller"},
    {"kubeflow.org", "kubeflow.org/training-operator"},
    {"kubeflow.org", "kubeflow.org/mpi-operator"},
    {"ray.io", "ray.io/kuberay-operator"},
    {"trainer.kubeflow.org", "trainer.kubeflow.org/trainjob-controller"},
    {"workload.codeflare.dev", "workload.codeflare.dev/appwrapper-controller"},
};

bool has_pods(const kube::Json& status) {
  static constexpr std::string_view kCounts[] = {"active",
                                                 "ready",
                                                 "readyReplicas",
                                                 "availableReplicas",
                                                 "readyWorkerReplicas",  // RayCluster
                                                 "availableWorkerReplicas"};
  return std::any_of(std::begin(kCounts), std::end(kCounts),
                     [&](std::string_view count) { return status[count].as_int() > 0; });
}

// Pods say it in `phase`, KubeRay's kinds each in a member of its own.
bool says_it_runs(const kube::Json& status) {
  return status["phase"].as_string() == "Running" || status["state"].as_string() == "ready" ||
         status["jobDeploymentStatus"].as_string() == "Running" ||
         status["serviceStatus"].as_string() == "Running";
}

// deployment_controller.go: while it is paused no ReplicaSet is made, and those that are there
// stay.
bool is_paused_empty(const kube::Json& workload) {
  return kube::ObjectView(workload).kind() == "Deployment" &&
         workload["spec"]["paused"].as_bool() && workload["status"]["replicas"].as_int(0) == 0;
}

// Until it goes on, nothing is made of a template that was changed; what it has is scaled
// (pkg/controller/deployment/sync.go).
bool is_change_held(const AdmissionRequest& request) {
  return request.kind == "Deployment" && request.object["spec"]["paused"].as_bool() &&
         changes_pods(request);
}

}  // namespace

bool makes_no_pods(const kube::Json& workload) {
  return is_suspended(workload) || is_paused_empty(workload);
}

bool is_suspended(const kube::Json& workload) {
  const kube::Json spec = workload["spec"];
  return spec["suspend"].as_bool() || spec["runPolicy"]["suspend"].as_bool();
}

bool is_resumed(const AdmissionRequest& request) {
  const kube::Json& before = request.before();
  return makes_no_pods(before) && !makes_no_pods(request.object);
}

std::string_view manager_of(const kube::Json& workload) {
  const kube::Json spec = workload["spec"];
  const std::string_view manager = spec["managedBy"].as_string();
  return manager.empty() ? spec["runPolicy"]["managedBy"].as_string() : manager;
}

bool is_managed_elsewhere(const kube::Json& workload) {
  const kube::ObjectView view(workload);
  const bool is_cron = view.group() == "batch" && view.kind() == "CronJob";
  const std::string_view manager = manager_of(is_cron ? workload["spec"]["jobTemplate"] : workload);
  const auto is_of_group = [&](const OwnManager& own) { return own.group == view.group(); };
  const auto is_own = [&](const OwnManager& own) {
    return is_of_group(own) && own.name == manager;
  };
  return !manager.empty() &&
         std::any_of(std::begin(kOwnManagers), std::end(kOwnManagers), is_of_group) &&
         std::none_of(std::begin(kOwnManagers), std::end(kOwnManagers), is_own);
}

bool was_started(const kube::Json& object) {
  const kube::Json status = object["status"];
  if (!status.is_object() || is_suspended(object)) return false;
  if (says_it_runs(status) || has_pods(status)) return true;
  const auto of_jobs = status["replicatedJobsStatus"].elements();  // JobSet
  if (std::any_of(of_jobs.begin(), of_jobs.end(), has_pods)) return true;
  return kube::has_condition(object, "Running") || kube::has_condition(object, "Admitted");
}

PodsCome pods_come(const AdmissionRequest& request, const std::optional<std::int64_t>& pods,
                   rules::QueueFacts::Role role) {
  const kube::Json& object = request.object;
  // A ReplicaSet of a Deployment takes the place of another one.
  const bool takes_over = !kube::ObjectView(object).controller().is_null();
  // Kueue suspends what waits in a queue.
  const bool is_queued =
      request.group == "kueue.x-k8s.io" || role == rules::QueueFacts::Role::kBelow;
  if (takes_over || pods == 0 || request.kind == "CronJob") return PodsCome::kLater;
  if (is_queued) return PodsCome::kWhenAdmitted;
  const kube::Json& before = request.before();
  const bool had_pods = !before.is_null() && !is_paused_empty(before);
  const bool waits =
      is_suspended(object) || (is_paused_empty(object) && !had_pods) || is_change_held(request);
  // What the older ones have in use nobody knows: it may be as much as these will.
  const bool takes_over_older = !request.standing.pods_known && may_have_older_pods(before);
  return waits || takes_over_older ? PodsCome::kLater : PodsCome::kNow;
}

std::string fewer_text(const ComingPods& pods) {
  return pods.are_of_nodes ? "Narrow its nodeSelector to fewer nodes" : "Run fewer pods";
}

std::string let_in_text(std::int64_t fit, std::int64_t come, const std::string& how) {
  if (fit == 0) return (come == 1 ? "it is not " : "none of them is ") + how;
  return "only " + std::to_string(fit) + " of " + std::to_string(come) +
         (fit == 1 ? " pods is " : " pods are ") + how;
}

}  // namespace drawbridge::admission
