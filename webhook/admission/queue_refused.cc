#include "webhook/admission/queue_refused.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "kube/api/integer.h"
#include "kube/api/object.h"
#include "rules/devices/workloads.h"
#include "webhook/admission/findings.h"
#include "webhook/admission/queued_pods.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using rules::Finding;
using rules::shown;

// pkg/controller/jobs/pod/constants. The name may be an annotation since v0.17.
constexpr std::string_view kGroupName = "kueue.x-k8s.io/pod-group-name";
constexpr std::string_view kLeastPods = "kueue.x-k8s.io/job-min-parallelism";
constexpr std::string_view kAsCompletions = "kueue.x-k8s.io/job-completions-equal-parallelism";
constexpr std::string_view kMostSeconds = "kueue.x-k8s.io/max-exec-time-seconds";
constexpr std::string_view kRequired = "kueue.x-k8s.io/podset-required-topology";
constexpr std::string_view kPreferred = "kueue.x-k8s.io/podset-preferred-topology";
constexpr std::string_view kUnconstrained = "kueue.x-k8s.io/podset-unconstrained-topology";
constexpr std::string_view kTopologyGroup = "kueue.x-k8s.io/podset-group-name";
constexpr std::string_view kSliceRequired = "kueue.x-k8s.io/podset-slice-required-topology";
constexpr std::string_view kSliceSize = "kueue.x-k8s.io/podset-slice-size";
constexpr std::string_view kGroupCount = "kueue.x-k8s.io/pod-group-total-count";

class Refusals {
 public:
  Refusals(const Json& object, std::string_view kind, std::string_view queue, bool is_elastic)
      : object_(object), view_(object), kind_(kind), queue_(queue), is_elastic_(is_elastic) {}

  // pkg/controller/jobs/raycluster: ValidateCreate.
  void check_cluster(const Json& spec, const std::string& path) {
    if (spec["enableInTreeAutoscaling"].as_bool() && !is_elastic_)
      add(path + ".enableInTreeAutoscaling", "it scales itself (enableInTreeAutoscaling)",
          "Write enableInTreeAutoscaling: false, or, since Kueue 0.18, " +
              (view_.annotation(kElasticJob) == "true"
                   ? "ElasticJobsViaWorkloadSlices: true in featureGates of Kueue's Configuration, "
                     "and restart Kueue."
                   : "the annotation " + std::string(kElasticJob) + ": \"true\"."));
    std::size_t group = 0;
    for (const Json& workers : spec["workerGroupSpecs"].elements()) {
      if (workers["groupName"].as_string() == "head")
        return add(path + ".workerGroupSpecs[" + std::to_string(group) + "].groupName",
                   "a worker group is called head, as Kueue calls the head group",
                   "Give the group another groupName.");
      ++group;
    }
  }

  // pkg/controller/jobs/rayjob: validateCreate.
  void check_ray_job() {
    const Json spec = object_["spec"];
    const Json cluster = spec["rayClusterSpec"];
    const bool selects = !spec["clusterSelector"].members().empty();
    if (selects && !cluster.is_null())
      return add("spec.clusterSelector", "it names an existing cluster beside rayClusterSpec",
                 "Take clusterSelector out, or rayClusterSpec: Kueue leaves jobs of existing "
                 "clusters alone.");
    if (cluster.is_null()) return;
    if (!spec["shutdownAfterJobFinishes"].as_bool())
      add("spec.shutdownAfterJobFinishes",
          "it keeps its cluster, and the quota of that, when the job has ended",
          "Write shutdownAfterJobFinishes: true.");
    check_cluster(cluster, "spec.rayClusterSpec");
  }

  // pkg/controller/jobs/job: validateSyncCompletionCreate.
  void check_completions() {
    const Json* annotation = object_["metadata"]["annotations"].find(kAsCompletions);
    if (annotation == nullptr) return;
    const std::string name(kAsCompletions);
    if (is_false(annotation->as_string())) return;
    if (!is_true(annotation->as_string()))
      return add("metadata.annotations",
                 "annotation " + name + " is " + shown(annotation->as_string(), 40) +
                     ", and must be true or false",
                 "Write " + name + ": \"true\".");
    const Json spec = object_["spec"];
    if (spec["completionMode"].as_string("NonIndexed") == "NonIndexed")
      add("spec.completionMode", "annotation " + name + " wants an Indexed Job",
          "Write completionMode: Indexed.");
    const std::int64_t pods = spec["parallelism"].as_int(1);
    if (spec["completions"].as_int(1) != pods)
      add("spec.completions",
          "annotation " + name + " wants as many completions as parallelism, " +
              std::to_string(pods),
          "Write completions: " + std::to_string(pods) + ".");
  }

  // pkg/controller/jobs/job: validatePartialAdmissionCreate.
  void check_job() {
    const Json* least = object_["metadata"]["annotations"].find(kLeastPods);
    if (least == nullptr) return;
    const std::string name(kLeastPods);
    std::string_view text = least->as_string();
    if (text.starts_with('+')) text.remove_prefix(1);
    const std::optional<std::int64_t> pods = kube::parse_integer(text);
    const std::int64_t all =
        rules::pod_sets(*rules::workload_kind("batch", "Job"), object_).front().pods.value_or(1);
    if (!pods || *pods <= 0 || *pods >= all)
      add("metadata.annotations",
          "annotation " + name + " is " + shown(least->as_string(), 40) +
              ", and must be less than the " + std::to_string(all) + " pods, and 1 at least",
          all > 1 ? "Write " + name + ": \"" + std::to_string(all - 1) + "\" at most."
                  : "Take the annotation away.");
    if (!is_elastic_) return;
    add("metadata.annotations", "annotation " + name + " stands beside " + std::string(kElasticJob),
        "Take one of the two annotations away.");
    // Since v0.18.
    findings_.back().severity = rules::Severity::kWarn;
  }

  // pkg/controller/jobframework: validateCreateForMaxExecTime.
  void check_time() {
    const Json* time = object_["metadata"]["labels"].find(kMostSeconds);
    if (time == nullptr) return;
    std::string_view text = time->as_string();
    if (text.starts_with('+')) text.remove_prefix(1);
    const std::optional<std::int64_t> seconds = kube::parse_integer(text);
    if (seconds && *seconds > 0) return;
    add("metadata.labels",
        "label " + std::string(kMostSeconds) + " is " + shown(time->as_string(), 40) +
            ", and must be a number of seconds, 1 at least",
        "Write " + std::string(kMostSeconds) + ": \"3600\" for an hour, or take the label away.");
  }

  // pkg/controller/jobframework: ValidateElasticJobAnnotation, since v0.18.
  void check_elastic() {
    if (!is_elastic_) return;
    warn("metadata.annotations",
         "annotation " + std::string(kElasticJob) +
             " is for Jobs and Ray's kinds alone (since Kueue 0.18)",
         "Take the annotation away.");
  }

  // pkg/controller/jobs/job: validateTopologyRequest.
  void check_elastic_topology() {
    if (!is_elastic_) return;
    const ObjectView pods(object_["spec"]["template"]);
    for (const std::string_view way : {kRequired, kPreferred}) {
      if (pods.annotations().find(way) == nullptr) continue;
      return warn("spec.template.metadata.annotations",
                  "annotation " + std::string(way) + " stands beside " + std::string(kElasticJob) +
                      ", which takes " + std::string(kUnconstrained) + " alone",
                  "Write " + std::string(kUnconstrained) + ": \"true\" in its place.");
    }
  }

  // pkg/controller/jobframework: ValidatePodSetGroupingTopology. `counts` where the sets' pods are
  // those of one Workload.
  void check_groups(std::span<const rules::PodSet> sets, bool counts) {
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const ObjectView pods(sets[i].pod_template);
      const std::string_view group = pods.annotation(kTopologyGroup);
      if (group.empty() || !has_level(pods)) continue;
      std::vector<std::size_t> members;
      for (std::size_t j = 0; j < sets.size(); ++j) {
        const ObjectView other(sets[j].pod_template);
        if (other.annotation(kTopologyGroup) == group && has_level(other)) members.push_back(j);
      }
      if (members.front() == i) check_members(sets, members, group, counts);
    }
  }

  std::string count_to_write() const {
    const std::string annotation(kGroupCount);
    if (const std::string_view label = view_.label(kGroupCount); !label.empty())
      return "Write " + annotation + ": \"" + shown(label, 20) +
             "\" in annotations: it stands in labels.";
    return "Add the annotation " + annotation + ": \"N\", the pods of group " +
           shown(view_.label(kGroupName), 60) + ".";
  }

  // pkg/controller/jobs/pod: validatePodGroupMetadata.
  void check_pod_group() {
    const Json* count = object_["metadata"]["annotations"].find(kGroupCount);
    const bool named = !view_.label(kGroupName).empty() || !view_.annotation(kGroupName).empty();
    if (count == nullptr) {
      if (!view_.label(kGroupName).empty())
        add("metadata.annotations",
            "label " + std::string(kGroupName) + " wants annotation " + std::string(kGroupCount) +
                " beside it",
            count_to_write());
      return;
    }
    if (!named)
      return add("metadata.labels",
                 "annotation " + std::string(kGroupCount) + " wants label " +
                     std::string(kGroupName) + " beside it",
                 "Add the label " + std::string(kGroupName) + ", the same on all its pods.");
    std::string_view text = count->as_string();
    if (text.starts_with('+')) text.remove_prefix(1);
    const std::optional<std::int64_t> pods = kube::parse_integer(text);
    if (!pods || *pods < 1)
      add("metadata.annotations",
          "annotation " + std::string(kGroupCount) + " is " + shown(count->as_string(), 40) +
              ", and no number of pods",
          "Write " + std::string(kGroupCount) + ": \"N\", the pods of the group.");
  }

  // pkg/controller/jobframework: ValidateTASPodSetRequest. While Topology-Aware Scheduling is off,
  // before v0.14 by default, nobody looks.
  void check_topology(const rules::PodSet& set) {
    const ObjectView pods(set.pod_template);
    const std::string at = field_under(set.path, "metadata.annotations");
    std::string given;
    std::size_t ways = 0;
    for (const std::string_view way : {kRequired, kPreferred, kUnconstrained}) {
      if (pods.annotations().find(way) == nullptr) continue;
      given += (ways++ == 0 ? "" : " and ") + std::string(way);
    }
    if (ways > 1)
      warn(at, "its pods have the annotations " + given + " beside each other",
           "Keep one of them.");
    const Json* size = pods.annotations().find(kSliceSize);
    const bool sliced = pods.annotations().find(kSliceRequired) != nullptr;
    if (sliced && size == nullptr)
      warn(at, std::string(kSliceRequired) + " wants " + std::string(kSliceSize) + " beside it",
           "Add " + std::string(kSliceSize) + ": \"N\", the pods of a slice.");
    if (!sliced && size != nullptr)
      warn(at, std::string(kSliceSize) + " wants " + std::string(kSliceRequired) + " beside it",
           "Add " + std::string(kSliceRequired) + ", the label of the nodes that a slice shares.");
    if (sliced && size != nullptr) check_slice_size(size->as_string(), set.pods.value_or(1), at);
    check_group(pods, sliced || size != nullptr, at);
    const Json* unconstrained = pods.annotations().find(kUnconstrained);
    if (unconstrained != nullptr && !is_boolean(unconstrained->as_string()))
      warn(at,
           "annotation " + std::string(kUnconstrained) + " is " +
               shown(unconstrained->as_string(), 40) + ", and must be true or false",
           "Write " + std::string(kUnconstrained) + ": \"true\".");
  }

  std::vector<Finding> take() { return std::move(findings_); }

 private:
  // strconv.ParseBool.
  static bool is_boolean(std::string_view text) { return is_true(text) || is_false(text); }
  static bool is_true(std::string_view text) {
    constexpr std::string_view kWords[] = {"1", "t", "T", "true", "TRUE", "True"};
    return std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords);
  }
  static bool is_false(std::string_view text) {
    constexpr std::string_view kWords[] = {"0", "f", "F", "false", "FALSE", "False"};
    return std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords);
  }

  static bool has_level(const ObjectView& pods) {
    return pods.annotations().find(kRequired) != nullptr ||
           pods.annotations().find(kPreferred) != nullptr;
  }

  void check_members(std::span<const rules::PodSet> sets, std::span<const std::size_t> members,
                     std::string_view group, bool counts) {
    const std::string name = std::string(kTopologyGroup) + " " + shown(group, 40);
    const rules::PodSet& first = sets[members.front()];
    const std::string at = field_under(first.path, "metadata.annotations");
    if (members.size() != 2)
      return warn(at,
                  name + " is of " + std::to_string(members.size()) +
                      (members.size() == 1 ? " pod template" : " pod templates") +
                      ", and must be of two, one of which has one pod",
                  members.size() == 1
                      ? "Write the annotation into the other template too, or take it away."
                      : "Take the annotation out of all but two.");
    const rules::PodSet& second = sets[members.back()];
    if (counts && first.pods.value_or(1) > 1 && second.pods.value_or(1) > 1)
      warn(at,
           name + " is of " + std::to_string(*first.pods) + " pods and " +
               std::to_string(*second.pods) + ", and one of its templates must have one pod",
           "Let one of them lead, with one pod, or take the annotation away.");
    const ObjectView one(first.pod_template);
    const ObjectView other(second.pod_template);
    if (one.annotation(kRequired) != other.annotation(kRequired) ||
        one.annotation(kPreferred) != other.annotation(kPreferred))
      warn(at, name + " is of templates that ask for different topologies",
           "Write the same " + std::string(kRequired) + " or " + std::string(kPreferred) +
               " in both.");
  }

  // Pod templates that are placed together: one of them leads.
  void check_group(const ObjectView& pods, bool is_sliced, const std::string& at) {
    if (pods.annotations().find(kTopologyGroup) == nullptr) return;
    const std::string name(kTopologyGroup);
    const std::string_view group = pods.annotation(kTopologyGroup);
    if (group.find_first_not_of("0123456789") == std::string_view::npos && !group.empty())
      warn(at, "annotation " + name + " is " + shown(group, 40) + ", and must not be a number",
           "Write a word: " + name + ": group-" + shown(group, 40) + ".");
    if (is_sliced)
      warn(at, name + " stands beside a slice", "Take the slice's annotations away, or the group.");
    if (pods.annotations().find(kRequired) == nullptr &&
        pods.annotations().find(kPreferred) == nullptr)
      warn(at,
           name + " wants " + std::string(kRequired) + " or " + std::string(kPreferred) +
               " beside it",
           "Add one of the two, the same in both templates of the group.");
  }

  void check_slice_size(std::string_view text, std::int64_t pods, const std::string& at) {
    const std::optional<std::int64_t> slice = kube::parse_integer(text);
    if (slice && *slice >= 1 && (*slice <= pods || pods == 0)) return;
    warn(at,
         "annotation " + std::string(kSliceSize) + " is " + shown(text, 40) +
             ", and must be 1 at least, and " + std::to_string(pods) + ", all its pods, at most",
         "Write " + std::string(kSliceSize) + ": \"" + std::to_string(pods) + "\" or less.");
  }

  void warn(std::string field, const std::string& why, std::string fix) {
    add(std::move(field), why, std::move(fix));
    findings_.back().severity = rules::Severity::kWarn;
  }

  void add(std::string field, const std::string& why, std::string fix) {
    findings_.push_back({"KueueCannotAdmit", rules::Severity::kDeny, std::move(field),
                         "Kueue's webhook refuses this " + std::string(kind_) + " in queue " +
                             shown(queue_, 60) + ": " + why + ".",
                         std::move(fix)});
  }

  const Json& object_;
  const ObjectView view_;
  const std::string_view kind_;
  const std::string_view queue_;
  const bool is_elastic_;
  std::vector<Finding> findings_;
};

// Kinds that have webhooks of Kueue's, and not the annotation of elastic jobs.
bool is_never_elastic(std::string_view group, std::string_view kind) {
  constexpr std::string_view kGroups[] = {"jobset.x-k8s.io", "kubeflow.org",
                                          "workload.codeflare.dev", "leaderworkerset.x-k8s.io"};
  return std::find(std::begin(kGroups), std::end(kGroups), group) != std::end(kGroups) ||
         (group.empty() && kind == "Pod") ||
         (group == "apps" && (kind == "Deployment" || kind == "StatefulSet"));
}

}  // namespace

std::vector<Finding> refused_by_kueue(const Json& object, std::string_view group,
                                      std::string_view kind, std::span<const rules::PodSet> sets,
                                      std::string_view queue, bool is_elastic) {
  Refusals refusals(object, kind, queue, is_elastic);
  if (group == "ray.io" && kind == "RayCluster") refusals.check_cluster(object["spec"], "spec");
  if (group == "ray.io" && kind == "RayJob") refusals.check_ray_job();
  if (group == "ray.io" && kind == "RayService")
    refusals.check_cluster(object["spec"]["rayClusterConfig"], "spec.rayClusterConfig");
  if (group.empty() && kind == "Pod") refusals.check_pod_group();
  if (group == "batch" && kind == "Job") {
    refusals.check_completions();
    refusals.check_job();
    refusals.check_elastic_topology();
  }
  if ((group == "batch" && kind == "Job") || group == "jobset.x-k8s.io" || group == "ray.io" ||
      group == "kubeflow.org")
    refusals.check_time();
  if (is_never_elastic(group, kind)) refusals.check_elastic();
  for (const rules::PodSet& set : sets) refusals.check_topology(set);
  const bool of_groups = group == "leaderworkerset.x-k8s.io";
  if (of_groups || group == "jobset.x-k8s.io" || group == "ray.io" || kind == "MPIJob")
    refusals.check_groups(sets, !of_groups);
  return refusals.take();
}

}  // namespace drawbridge::admission
