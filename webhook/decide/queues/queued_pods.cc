#include "webhook/decide/queues/queued_pods.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "kube/api/ascii.h"
#include "kube/api/integer.h"
#include "kube/api/object.h"
#include "kube/api/saturating.h"
#include "webhook/decide/queues/rewritten_pods.h"
#include "webhook/decide/queues/topology_request.h"
#include "webhook/decide/queues/wrapped_pods.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using quota::QueuedPods;

// What KubeRay's containers ask for where nobody says otherwise, as Kueue takes it over:
// GetDefaultSubmitterContainer, BuildAutoscalerContainer.
struct RayDefaults {
  kube::Document submitter =
      *kube::read_json(R"({"resources":{"requests":{"cpu":"500m","memory":"200Mi"}}})");
  kube::Document autoscaler =
      *kube::read_json(R"({"resources":{"requests":{"cpu":"500m","memory":"512Mi"}}})");
  kube::Document redis_cleanup = *kube::read_json(R"({"cpu":"200m","memory":"256Mi"})");
};

const RayDefaults& ray_defaults() {
  static const RayDefaults kDefaults;
  return kDefaults;
}

// utils.IsGCSFaultToleranceEnabled of KubeRay: in any case of letters.
bool keeps_state_in_redis(const Json& object, const Json& cluster) {
  const std::string_view annotation = kube::ObjectView(object).annotation("ray.io/ft-enabled");
  return kube::lowered(annotation) == "true" || cluster["gcsFaultToleranceOptions"].is_object();
}

// The sidecars of the head pod that its template does not have, and the Job that clears Redis after
// it, which Kueue counts as part of its first container.
void add_to_head(const Json& object, const Json& cluster, bool may_scale, bool is_submitted_beside,
                 QueuedPods& head) {
  if (keeps_state_in_redis(object, cluster)) {
    head.added_for = "KubeRay's clean-up of Redis";
    head.least_of_first = ray_defaults().redis_cleanup.root();
  }
  if (may_scale && cluster["enableInTreeAutoscaling"].as_bool()) {
    const Json options = cluster["autoscalerOptions"];
    head.added_containers.push_back(
        options["resources"].is_object() ? options : ray_defaults().autoscaler.root());
  }
  if (is_submitted_beside) head.added_containers.push_back(ray_defaults().submitter.root());
  if (!head.added_containers.empty()) head.added_for = "what KubeRay adds to the head pod";
}

// Of a RayJob without a submitterPodTemplate.
void add_submitter(std::vector<QueuedPods>& all) {
  QueuedPods& pods = all.emplace_back();
  pods.path = "spec.submitterPodTemplate";
  pods.called = "submitterPodTemplate";
  pods.added_containers.push_back(ray_defaults().submitter.root());
  pods.added_for = "the pod that submits it";
}

// pkg/controller/jobs/raycluster, effectiveWorkerCount: Kueue counts the replicas as they stand
// there, whatever KubeRay makes of them.
void count_workers(const Json& cluster, const std::string& path, std::vector<QueuedPods>& all) {
  const auto groups = cluster["workerGroupSpecs"].elements();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string of_group = path + ".workerGroupSpecs[" + std::to_string(i) + "].template";
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const QueuedPods& one) { return one.path == of_group; });
    if (found == all.end()) continue;
    const std::int64_t hosts = std::max<std::int64_t>(groups[i]["numOfHosts"].as_int(1), 1);
    const std::int64_t replicas = std::max<std::int64_t>(groups[i]["replicas"].as_int(0), 0);
    found->pods = found->pods_min = kube::saturating_multiply(replicas, hosts);
    found->hosts = hosts;
    found->called = groups[i]["groupName"].as_string();
  }
}

void add_rays(const AdmissionRequest& request, const kube::KueueConfiguration* configuration,
              std::vector<QueuedPods>& all) {
  if (request.group != "ray.io" || all.empty()) return;
  const Json spec = request.object["spec"];
  const bool is_job = request.kind == "RayJob";
  const bool is_service = request.kind == "RayService";
  const Json cluster = is_job       ? spec["rayClusterSpec"]
                       : is_service ? spec["rayClusterConfig"]
                                    : spec;
  count_workers(cluster,
                is_job       ? "spec.rayClusterSpec"
                : is_service ? "spec.rayClusterConfig"
                             : "spec",
                all);
  if (cluster["headGroupSpec"]["template"].is_null()) return;
  const std::string_view mode = spec["submissionMode"].as_string("K8sJobMode");
  // Without it Kueue's webhook refuses one that scales itself.
  const bool may_scale = is_elastic(request.object, configuration);
  add_to_head(request.object, cluster, may_scale, is_job && mode == "SidecarMode", all.front());
  if (is_job && mode == "K8sJobMode" && spec["submitterPodTemplate"].is_null()) add_submitter(all);
}

// OrderedReplicaTypes in pkg/controller/jobs/kubeflow, whatever the order in the object.
std::size_t replica_rank(std::string_view path) {
  static constexpr std::string_view kTypes[] = {"Launcher", "Chief",  "Master",
                                                "PS",       "Worker", "Evaluator"};
  const auto found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](std::string_view type) {
    return path.ends_with("." + std::string(type) + ".template");
  });
  return static_cast<std::size_t>(found - std::begin(kTypes));
}

// Pods with which a Job starts that may have fewer than it asks for; a CronJob's says it for its
// Jobs.
std::optional<std::int64_t> least_parallelism(const AdmissionRequest& request) {
  if (request.kind != "Job" && request.kind != "CronJob") return std::nullopt;
  const Json job =
      request.kind == "CronJob" ? request.object["spec"]["jobTemplate"] : request.object;
  const auto least =
      kube::parse_integer(kube::ObjectView(job).annotation("kueue.x-k8s.io/job-min-parallelism"));
  return least && *least >= 0 ? least : std::nullopt;
}

// "Worker" of spec.mpiReplicaSpecs.Worker.template, the name of a replicatedJob or pod set.
std::string called(const Json& object, std::string_view path) {
  constexpr std::string_view kTemplate = ".template";
  const Json spec = object["spec"];
  for (const std::string_view list : {"replicatedJobs", "podSets"}) {
    const auto elements = spec[list].elements();
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (path.starts_with("spec." + std::string(list) + "[" + std::to_string(i) + "]."))
        return std::string(elements[i]["name"].as_string());
    }
  }
  if (path.ends_with(".headGroupSpec.template")) return "the head";
  if (path.starts_with("spec.leaderWorkerTemplate."))
    return std::string(path.substr(path.rfind('.') + 1));
  if (path.find("ReplicaSpecs.") == std::string_view::npos || !path.ends_with(kTemplate)) return {};
  path.remove_suffix(kTemplate.size());
  return std::string(path.substr(path.rfind('.') + 1));
}

// Of a JobSet: the pods of each Job that its replicas make.
std::int64_t pods_of_one_job(const Json& object, const QueuedPods& pods) {
  constexpr std::string_view kJobs = "spec.replicatedJobs[";
  if (!pods.path.starts_with(kJobs)) return 1;
  const auto index = kube::parse_integer(
      std::string_view(pods.path).substr(kJobs.size(), pods.path.find(']') - kJobs.size()));
  const auto jobs = object["spec"]["replicatedJobs"].elements();
  if (!index || *index < 0 || *index >= static_cast<std::int64_t>(jobs.size())) return 1;
  const std::int64_t replicas = jobs[static_cast<std::size_t>(*index)]["replicas"].as_int(1);
  return replicas > 1 ? std::max<std::int64_t>(pods.pods / replicas, 1) : 1;
}

void place(const TopologyRequest& request, QueuedPods& pods) {
  pods.asks_for_topology = request.asks;
  pods.topology_levels = request.levels;
  pods.names_no_level = request.names_no_level;
  pods.topology_group = request.group;
}

}  // namespace

bool is_elastic(const Json& workload, const kube::KueueConfiguration* configuration) {
  return kube::ObjectView(workload).annotation(kElasticJob) == "true" &&
         (configuration == nullptr || configuration->elastic_jobs);
}

std::vector<QueuedPods> queued_pods(const AdmissionRequest& request,
                                    std::span<const rules::PodSet> sets, quota::QueuedAs as,
                                    const kube::KueueConfiguration* configuration) {
  std::vector<QueuedPods> all;
  const Json& object = request.object;
  const std::int64_t replicas = std::max<std::int64_t>(object["spec"]["replicas"].as_int(1), 0);
  const bool is_workload = request.group == "kueue.x-k8s.io";
  const bool may_be_fewer = configuration == nullptr || configuration->partial_admission;
  const bool is_wrapper = request.kind == "AppWrapper";
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::optional<std::int64_t> count =
        is_wrapper ? wrapped_pods(object, sets[i]) : sets[i].pods.value_or(1);
    if (!count) continue;
    QueuedPods& pods = all.emplace_back();
    pods.path = sets[i].path;
    pods.pod_template = sets[i].pod_template;
    pods.pods = *count;
    pods.rewritten_from = rewritten_from(sets[i].pod_template);
    if (!is_wrapper) pods.called = called(object, pods.path);
    place(topology_request_of(sets[i].pod_template), pods);
    pods.is_pod = as == quota::QueuedAs::kEachPod || request.kind == "Pod";
    pods.containers_alone = is_wrapper;
    if (as == quota::QueuedAs::kEachPod) pods.pods = std::min<std::int64_t>(pods.pods, 1);
    if (as == quota::QueuedAs::kEachReplica && replicas > 0) pods.pods /= replicas;
    pods.pods_min = pods.pods;
    if (request.kind == "JobSet") pods.hosts = pods_of_one_job(object, pods);
    std::optional<std::int64_t> least = least_parallelism(request);
    if (is_workload) {
      const Json set = object["spec"]["podSets"].at(i);
      place(topology_request_of_pod_set(set["topologyRequest"]), pods);
      if (set["minCount"].is_integer()) least = set["minCount"].as_int();
    }
    if (least && may_be_fewer) pods.pods_min = std::clamp<std::int64_t>(*least, 0, pods.pods);
  }
  add_rays(request, configuration, all);
  if (request.group == "kubeflow.org")
    std::ranges::stable_sort(all, {},
                             [](const QueuedPods& pods) { return replica_rank(pods.path); });
  return all;
}

}  // namespace drawbridge::admission
