#include "rules/devices/workloads.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/saturating.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

CountFactor times(std::string path) {
  return {std::move(path)};
}

// batch/v1: so many run at a time; completions bound it where they are set.
CountFactor job_pods(const std::string& spec) {
  return {.path = spec + ".parallelism", .at_most = spec + ".completions"};
}

WorkloadKind simple(std::string group, std::string kind, std::string plural,
                    std::string owner_version, std::string owner) {
  return {std::move(group),         std::move(kind),
          std::move(plural),        {{"spec.template", {times("spec.replicas")}}},
          std::move(owner_version), std::move(owner)};
}

// Kubeflow's training operators keep their replicas in a map: Master, Worker, Launcher.
WorkloadKind kubeflow(std::string kind, std::string plural, const std::string& specs) {
  const std::string version = kind == "MPIJob" ? "kubeflow.org/v2beta1" : "kubeflow.org/v1";
  const std::string replica = "spec." + specs + "[*]";
  std::string owner = kind;
  return {"kubeflow.org",    std::move(kind),
          std::move(plural), {{replica + ".template", {times(replica + ".replicas")}}},
          version,           std::move(owner)};
}

std::vector<PodTemplateRule> ray_cluster(const std::string& spec) {
  // KubeRay keeps the replicas within these, makes none of a suspended group, and the API server
  // writes 0 where none are given (GetWorkerGroupDesiredReplicas and the default of its CRD).
  const std::string group = spec + ".workerGroupSpecs[*]";
  const CountFactor replicas{.path = group + ".replicas",
                             .otherwise = 0,
                             .at_most = group + ".maxReplicas",
                             .at_least = group + ".minReplicas",
                             .none_where = group + ".suspend"};
  return {{spec + ".headGroupSpec.template"},
          {group + ".template", {replicas, times(group + ".numOfHosts")}}};
}

WorkloadKind ray(std::string kind, std::string plural, std::vector<PodTemplateRule> templates) {
  return {"ray.io",    std::move(kind), std::move(plural), std::move(templates),
          "ray.io/v1", "RayCluster"};
}

std::vector<WorkloadKind> make_kinds() {  // NOLINT(readability-function-size): a table
  std::vector<WorkloadKind> kinds;
  kinds.push_back(simple("apps", "Deployment", "deployments", "apps/v1", "ReplicaSet"));
  kinds.push_back(simple("apps", "ReplicaSet", "replicasets", "apps/v1", "ReplicaSet"));
  kinds.push_back(simple("apps", "StatefulSet", "statefulsets", "apps/v1", "StatefulSet"));
  kinds.push_back({.group = "apps",
                   .kind = "DaemonSet",
                   .plural = "daemonsets",
                   .templates = {{"spec.template"}},
                   .pod_owner_version = "apps/v1",
                   .pod_owner = "DaemonSet",
                   .per_node = true});
  kinds.push_back(
      simple("", "ReplicationController", "replicationcontrollers", "v1", "ReplicationController"));
  kinds.push_back(
      {"batch", "Job", "jobs", {{"spec.template", {job_pods("spec")}}}, "batch/v1", "Job"});
  kinds.push_back({"batch",
                   "CronJob",
                   "cronjobs",
                   {{"spec.jobTemplate.spec.template", {job_pods("spec.jobTemplate.spec")}}},
                   "batch/v1",
                   "Job"});
  kinds.push_back({"jobset.x-k8s.io",
                   "JobSet",
                   "jobsets",
                   {{"spec.replicatedJobs[*].template.spec.template",
                     {times("spec.replicatedJobs[*].replicas"),
                      job_pods("spec.replicatedJobs[*].template.spec")}}},
                   "batch/v1",
                   "Job"});
  kinds.push_back(kubeflow("MPIJob", "mpijobs", "mpiReplicaSpecs"));
  kinds.push_back(kubeflow("TFJob", "tfjobs", "tfReplicaSpecs"));
  kinds.push_back(kubeflow("PyTorchJob", "pytorchjobs", "pytorchReplicaSpecs"));
  kinds.push_back(kubeflow("XGBoostJob", "xgboostjobs", "xgbReplicaSpecs"));
  kinds.push_back(kubeflow("PaddleJob", "paddlejobs", "paddleReplicaSpecs"));
  kinds.push_back(kubeflow("JAXJob", "jaxjobs", "jaxReplicaSpecs"));
  kinds.push_back(ray("RayCluster", "rayclusters", ray_cluster("spec")));
  kinds.push_back(ray("RayService", "rayservices", ray_cluster("spec.rayClusterConfig")));
  std::vector<PodTemplateRule> ray_job = ray_cluster("spec.rayClusterSpec");
  ray_job.push_back(
      {.path = "spec.submitterPodTemplate", .when = "spec.submissionMode", .is = "K8sJobMode"});
  kinds.push_back(ray("RayJob", "rayjobs", std::move(ray_job)));
  // The leader is one of the group's `size` pods, and made of the workers' template where it has
  // none of its own.
  const std::string group = "spec.leaderWorkerTemplate.";
  kinds.push_back({"leaderworkerset.x-k8s.io",
                   "LeaderWorkerSet",
                   "leaderworkersets",
                   {{group + "leaderTemplate", {times("spec.replicas")}},
                    {group + "workerTemplate",
                     {times("spec.replicas"),
                      {.path = group + "size", .less_one_with = group + "leaderTemplate"}}}},
                   "apps/v1",
                   "StatefulSet"});
  // Volcano makes the pods of its Job itself (pkg/controllers/job), as many as each task says.
  kinds.push_back(
      {"batch.volcano.sh",
       "Job",
       "jobs",
       {{"spec.tasks[*].template", {{.path = "spec.tasks[*].replicas", .otherwise = 0}}}},
       "batch.volcano.sh/v1alpha1",
       "Job"});
  kinds.push_back({.group = "workload.codeflare.dev",
                   .kind = "AppWrapper",
                   .plural = "appwrappers",
                   .templates = {},
                   .pod_owner_version = "batch/v1",
                   .pod_owner = "Job",
                   .components = "spec.components"});
  kinds.push_back({.group = "trainer.kubeflow.org",
                   .kind = "TrainJob",
                   .plural = "trainjobs",
                   .templates = {},
                   .pod_owner_version = "batch/v1",
                   .pod_owner = "Job",
                   .resources = "spec.trainer.resourcesPerNode"});
  kinds.push_back({"kueue.x-k8s.io",
                   "Workload",
                   "workloads",
                   {{"spec.podSets[*].template", {times("spec.podSets[*].count")}}},
                   "batch/v1",
                   "Job"});
  return kinds;
}

// What a pattern's path leads to, and which element each of its [*] stood for.
struct Place {
  std::string path;
  Json value;
  std::vector<std::string> elements;  // "[2]", ".Worker"
};

constexpr std::string_view kEach = "[*]";

// Takes the first step off a path: "replicatedJobs[*]" of "replicatedJobs[*].template".
std::string_view take_step(std::string_view& path) {
  const std::size_t dot = path.find('.');
  const std::string_view step = path.substr(0, dot);
  path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  return step;
}

void spread(const Place& at, std::vector<Place>& into) {
  const auto add = [&](std::string element, const Json& value) {
    if (into.size() >= kPodSetsMax) return;
    Place place{at.path + element, value, at.elements};
    place.elements.push_back(std::move(element));
    into.push_back(std::move(place));
  };
  for (std::size_t i = 0; i < at.value.elements().size(); ++i)
    add("[" + std::to_string(i) + "]", at.value.at(i));
  for (const Json::Member& member : at.value.members())
    add("." + std::string(member.key()), member.value);
}

// All places that the pattern leads to; those where nothing stands are left out.
std::vector<Place> expand(const Json& object, std::string_view pattern) {
  std::vector<Place> places = {{{}, object, {}}};
  while (!pattern.empty()) {
    std::string_view step = take_step(pattern);
    const bool each = step.ends_with(kEach);
    if (each) step.remove_suffix(kEach.size());
    std::vector<Place> next;
    for (Place& place : places) {
      const Json value = place.value[step];
      if (value.is_null()) continue;
      Place below{place.path + (place.path.empty() ? "" : ".") + std::string(step), value,
                  std::move(place.elements)};
      if (each) {
        spread(below, next);
      } else {
        next.push_back(std::move(below));
      }
    }
    places = std::move(next);
  }
  return places;
}

// The value that the pattern leads to with these elements for its [*].
Json value_at(const Json& object, std::string_view pattern, std::span<const std::string> elements) {
  Json value = object;
  while (!pattern.empty()) {
    std::string_view step = take_step(pattern);
    const bool each = step.ends_with(kEach);
    if (each) step.remove_suffix(kEach.size());
    value = value[step];
    if (!each) continue;
    if (elements.empty()) return {};
    const std::string& element = elements.front();
    elements = elements.subspan(1);
    value = element[0] == '.' ? value[std::string_view(element).substr(1)]
                              : value.at(std::stoul(element.substr(1)));
  }
  return value;
}

std::int64_t factor_of(const CountFactor& factor, const Json& object,
                       std::span<const std::string> elements) {
  if (!factor.none_where.empty() && value_at(object, factor.none_where, elements).as_bool())
    return 0;
  std::int64_t result = value_at(object, factor.path, elements).as_int(factor.otherwise);
  const Json bound = value_at(object, factor.at_most, elements);
  if (!factor.at_most.empty() && bound.is_integer()) result = std::min(result, bound.as_int());
  if (!factor.at_least.empty())
    result = std::max(result, value_at(object, factor.at_least, elements).as_int(0));
  result = std::max<std::int64_t>(result, 0);
  const bool less = !factor.less_one_with.empty() && result > 0 &&
                    !value_at(object, factor.less_one_with, elements).is_null();
  return less ? result - 1 : result;
}

// AppWrapper: each component is an object of its own; `podSets` says where its pod templates are
// when that is no kind that is known.
void add_components(const WorkloadKind& wrapper, const Json& object, std::vector<PodSet>& into) {
  const std::span<const Json> components = at_path(object, wrapper.components).elements();
  for (std::size_t i = 0; i < components.size() && into.size() < kPodSetsMax; ++i) {
    const std::string at = wrapper.components + "[" + std::to_string(i) + "]";
    for (const Json& declared : components[i]["podSets"].elements()) {
      const std::string_view path = declared["path"].as_string();
      const Json pod_template = at_path(components[i], path);
      if (pod_template.is_object())
        into.push_back({at + "." + std::string(path), pod_template,
                        std::max<std::int64_t>(declared["replicas"].as_int(1), 0)});
    }
    if (!components[i]["podSets"].empty()) continue;
    const Json inner = components[i]["template"];
    const kube::ObjectView view(inner);
    if (view.kind() == "Pod" && view.group().empty()) into.push_back({at + ".template", inner, 1});
    const WorkloadKind* kind = workload_kind(view.group(), view.kind());
    // A wrapper in a wrapper makes nothing.
    if (kind == nullptr || !kind->components.empty()) continue;
    for (PodSet& set : pod_sets(*kind, inner)) {
      set.path = at + ".template." + set.path;
      into.push_back(std::move(set));
    }
  }
  if (into.size() > kPodSetsMax) into.resize(kPodSetsMax);
}

}  // namespace

std::span<const WorkloadKind> workload_kinds() {
  static const std::vector<WorkloadKind> kinds = make_kinds();
  return kinds;
}

const WorkloadKind* workload_kind(std::string_view group, std::string_view kind) {
  const std::span<const WorkloadKind> kinds = workload_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const WorkloadKind& candidate) {
    return candidate.kind == kind && candidate.group == group;
  });
  return found == kinds.end() ? nullptr : &*found;
}

Json at_path(const Json& object, std::string_view path) {
  Json value = object;
  while (!path.empty()) {
    std::string_view step = take_step(path);
    const std::size_t open = step.find('[');
    value = value[step.substr(0, open)];
    step.remove_prefix(std::min(open, step.size()));
    // Elements of lists in lists, too: "[0][1]".
    while (!step.empty()) {
      const std::size_t close = step.find(']');
      if (close == std::string_view::npos || !step.starts_with('[')) return {};
      const char* const end = step.data() + close;
      std::size_t index = 0;
      const auto [read, problem] = std::from_chars(step.data() + 1, end, index);
      if (problem != std::errc() || read != end) return {};
      value = value.at(index);
      step.remove_prefix(close + 1);
    }
  }
  return value;
}

std::vector<PodSet> pod_sets(const WorkloadKind& kind, const Json& object) {
  std::vector<PodSet> sets;
  if (!kind.components.empty()) add_components(kind, object, sets);
  for (const PodTemplateRule& rule : kind.templates) {
    if (!rule.when.empty()) {
      const Json condition = at_path(object, rule.when);
      if (!condition.is_null() && condition.as_string() != rule.is) continue;
    }
    for (Place& place : expand(object, rule.path)) {
      if (sets.size() >= kPodSetsMax) return sets;
      PodSet set{std::move(place.path), place.value, std::nullopt};
      if (!kind.per_node) {
        set.pods = 1;
        for (const CountFactor& factor : rule.count)
          set.pods =
              kube::saturating_multiply(*set.pods, factor_of(factor, object, place.elements));
      }
      sets.push_back(std::move(set));
    }
  }
  return sets;
}

std::optional<std::int64_t> pods_of(const WorkloadKind& kind, const PodSet& set,
                                    const NodeIndex& nodes) {
  if (!kind.per_node || !nodes.any()) return set.pods;
  return static_cast<std::int64_t>(nodes.count_for_daemon(set.pod_template["spec"]));
}

}  // namespace drawbridge::rules
