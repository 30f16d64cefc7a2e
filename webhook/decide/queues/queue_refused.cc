#include "webhook/decide/queues/queue_refused.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "kube/api/integer.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/devices/gangs.h"
#include "rules/devices/workloads.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_refusals.h"
#include "webhook/decide/queues/queue_refused_topology.h"
#include "webhook/decide/queues/queued_pods.h"
#include "webhook/decide/queues/topology_request.h"

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
constexpr std::string_view kManaged = "kueue.x-k8s.io/managed";
constexpr std::string_view kGatedBy = "kueue.x-k8s.io/admission-gated-by";
constexpr std::size_t kGateBytesMax = 63;  // MaxGateNameLengthForAdmissionGatedBy
using rules::kPodGroupTotalCount;
constexpr std::string_view kJobTemplate = "spec.jobTemplate";

class Refusals {
 public:
  // `object` is what they refuse, `refused` says what that is.
  Refusals(const Json& object, std::string refused, std::string_view queue, bool is_elastic)
      : list(std::move(refused), queue), object_(object), view_(object), is_elastic_(is_elastic) {}

  // pkg/controller/jobs/raycluster: ValidateCreate.
  void check_cluster(const Json& spec, const std::string& path) {
    if (spec["enableInTreeAutoscaling"].as_bool() && !is_elastic_)
      list.add(
          path + ".enableInTreeAutoscaling", "it scales itself (enableInTreeAutoscaling)",
          "Write enableInTreeAutoscaling: false, or, since Kueue 0.18, " +
              (view_.annotation(kElasticJob) == "true"
                   ? "ElasticJobsViaWorkloadSlices: true in featureGates of Kueue's Configuration, "
                     "and restart Kueue."
                   : "the annotation " + std::string(kElasticJob) + ": \"true\"."));
    std::size_t group = 0;
    for (const Json& workers : spec["workerGroupSpecs"].elements()) {
      if (workers["groupName"].as_string() == "head")
        return list.add(path + ".workerGroupSpecs[" + std::to_string(group) + "].groupName",
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
      return list.add("spec.clusterSelector", "it names an existing cluster beside rayClusterSpec",
                      "Take clusterSelector out, or rayClusterSpec: Kueue leaves jobs of existing "
                      "clusters alone.");
    if (cluster.is_null()) return;
    if (!spec["shutdownAfterJobFinishes"].as_bool())
      list.add("spec.shutdownAfterJobFinishes",
               "it keeps its cluster, and the quota of that, when the job has ended",
               "Write shutdownAfterJobFinishes: true.");
    check_cluster(cluster, "spec.rayClusterSpec");
  }

  // pkg/controller/jobs/job: validateSyncCompletionCreate.
  void check_completions() {
    const Json* annotation = object_["metadata"]["annotations"].find(kAsCompletions);
    if (annotation == nullptr) return;
    const std::string name(kAsCompletions);
    const std::optional<bool> wanted = kube::parse_boolean(annotation->as_string());
    if (wanted == false) return;
    if (!wanted)
      return list.add("metadata.annotations",
                      "annotation " + name + " is " + shown(annotation->as_string(), 40) +
                          ", and must be true or false",
                      "Write " + name + ": \"true\".");
    const Json spec = object_["spec"];
    if (spec["completionMode"].as_string("NonIndexed") == "NonIndexed")
      list.add("spec.completionMode", "annotation " + name + " wants an Indexed Job",
               "Write completionMode: Indexed.");
    const std::int64_t pods = spec["parallelism"].as_int(1);
    if (spec["completions"].as_int(1) != pods)
      list.add("spec.completions",
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
      list.add("metadata.annotations",
               "annotation " + name + " is " + shown(least->as_string(), 40) +
                   (all > 1 ? ", and must be less than the " + std::to_string(all) +
                                  " pods, and 1 at least"
                            : std::string(", and of 1 pod there are no fewer")),
               all > 1 ? "Write " + name + ": \"" + std::to_string(all - 1) + "\" at most."
                       : "Take the annotation away.");
    if (!is_elastic_) return;
    // Since v0.18.
    list.warn("metadata.annotations",
              "annotation " + name + " stands beside " + std::string(kElasticJob),
              "Take one of the two annotations away.");
  }

  // pkg/controller/jobframework: validateCreateForMaxExecTime.
  void check_time() {
    const Json* time = object_["metadata"]["labels"].find(kMostSeconds);
    if (time == nullptr) return;
    std::string_view text = time->as_string();
    if (text.starts_with('+')) text.remove_prefix(1);
    const std::optional<std::int64_t> seconds = kube::parse_integer(text);
    if (seconds && *seconds > 0) return;
    list.add(
        "metadata.labels",
        "label " + std::string(kMostSeconds) + " is " + shown(time->as_string(), 40) +
            ", and must be a number of seconds, 1 at least",
        "Write " + std::string(kMostSeconds) + ": \"3600\" for an hour, or take the label away.");
  }

  // pkg/controller/jobframework: ValidateElasticJobAnnotation, since v0.18.
  void check_elastic() {
    if (!is_elastic_) return;
    list.warn("metadata.annotations",
              "annotation " + std::string(kElasticJob) +
                  " is for Jobs and Ray's kinds alone (since Kueue 0.18)",
              "Take the annotation away.");
  }

  // pkg/controller/jobs/job: validateTopologyRequest.
  void check_elastic_topology() {
    if (!is_elastic_) return;
    const ObjectView pods(object_["spec"]["template"]);
    for (const std::string_view way : {kRequiredTopology, kPreferredTopology}) {
      if (pods.annotations().find(way) == nullptr) continue;
      return list.warn("spec.template.metadata.annotations",
                       "annotation " + std::string(way) + " stands beside " +
                           std::string(kElasticJob) + ", which takes " +
                           std::string(kUnconstrainedTopology) + " alone",
                       "Write " + std::string(kUnconstrainedTopology) + ": \"true\" in its place.");
    }
  }

  std::string count_to_write() const {
    const std::string annotation(kPodGroupTotalCount);
    if (const std::string_view label = view_.label(kPodGroupTotalCount); !label.empty())
      return "Write " + annotation + ": \"" + shown(label, 20) +
             "\" in annotations: it stands in labels.";
    return "Add the annotation " + annotation + ": \"N\", the pods of group " +
           shown(group_name(), 60) + ".";
  }

  std::string_view group_name() const {
    const std::string_view annotation = view_.annotation(kGroupName);
    return annotation.empty() ? view_.label(kGroupName) : annotation;
  }

  // pkg/controller/jobs/pod: validatePodGroupName.
  void check_group_name() {
    const std::string_view name = group_name();
    if (name.empty() || !kube::dns_subdomain_problem(name)) return;
    const bool by_annotation = !view_.annotation(kGroupName).empty();
    const std::string where = by_annotation ? "annotation " : "label ";
    list.warn(by_annotation ? "metadata.annotations" : "metadata.labels",
              where + std::string(kGroupName) + " is " + shown(name, 60) +
                  ", which is no name of an object",
              "Write lower-case letters, digits, '-' and '.', the same on all its pods.");
  }

  // pkg/controller/jobs/pod: validatePodGroupMetadata.
  void check_pod_group() {
    const Json* count = object_["metadata"]["annotations"].find(kPodGroupTotalCount);
    const std::string_view label = view_.label(kGroupName);
    const std::string_view annotation = view_.annotation(kGroupName);
    check_group_name();
    if (count == nullptr) {
      const std::string wants = std::string(kGroupName) + " wants annotation " +
                                std::string(kPodGroupTotalCount) + " beside it";
      if (!label.empty()) {
        list.add("metadata.annotations", "label " + wants, count_to_write());
      } else if (!annotation.empty()) {
        list.warn("metadata.annotations", "annotation " + wants + " (since Kueue 0.17)",
                  count_to_write());
      }
      return;
    }
    if (label.empty() && annotation.empty())
      return list.add("metadata.labels",
                      "annotation " + std::string(kPodGroupTotalCount) + " wants label " +
                          std::string(kGroupName) + " beside it",
                      "Add the label " + std::string(kGroupName) + ", the same on all its pods.");
    std::string_view text = count->as_string();
    if (text.starts_with('+')) text.remove_prefix(1);
    const std::optional<std::int64_t> pods = kube::parse_integer(text);
    if (!pods || *pods < 1)
      list.add("metadata.annotations",
               "annotation " + std::string(kPodGroupTotalCount) + " is " +
                   shown(count->as_string(), 40) + ", and no number of pods",
               "Write " + std::string(kPodGroupTotalCount) + ": \"N\", the pods of the group.");
  }

  // pkg/controller/jobs/pod: validateManagedLabel.
  void check_managed_label() {
    const Json* label = object_["metadata"]["labels"].find(kManaged);
    if (label == nullptr || label->as_string() == "true") return;
    list.add("metadata.labels",
             "label " + std::string(kManaged) + " is " + shown(label->as_string(), 40) +
                 ", and can only be true",
             "Take the label away: the label of the queue is enough.");
  }

  // pkg/util/webhook: ValidateAdmissionGatedByAnnotationOnCreate, since v0.19 by default.
  void check_gates() {
    std::string_view rest = view_.annotation(kGatedBy);
    if (trimmed(rest).empty()) return;
    std::vector<std::string_view> seen;
    for (bool more = true; more;) {
      const std::size_t comma = rest.find(',');
      const std::string_view gate = trimmed(rest.substr(0, comma));
      more = comma != std::string_view::npos;
      if (more) rest.remove_prefix(comma + 1);
      const bool again = std::find(seen.begin(), seen.end(), gate) != seen.end();
      if (!again && is_gate(gate)) {
        seen.push_back(gate);
        continue;
      }
      return list.warn("metadata.annotations",
                       "annotation " + std::string(kGatedBy) + " has " +
                           (gate.empty() ? "an empty name" : shown(gate, 80)) +
                           (again ? " twice" : ", which is no name such as example.com/budget"),
                       again ? "Name each gate once."
                             : "Write a domain, a slash and a name, " +
                                   std::to_string(kGateBytesMax) + " characters at most.");
    }
  }

  // pkg/webhooks: ValidateWorkload.
  void check_pod_sets() {
    const auto sets = object_["spec"]["podSets"].elements();
    const auto fewer = std::count_if(sets.begin(), sets.end(),
                                     [](const Json& set) { return !set["minCount"].is_null(); });
    if (fewer > 1)
      list.add("spec.podSets", std::to_string(fewer) + " pod sets have minCount, and one may",
               "Keep the minCount of one of them.");
  }

  RefusalList list;

 private:
  static std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
  }

  // IsDomainPrefixedPath of k8s.io/apimachinery.
  static bool is_gate(std::string_view name) {
    constexpr std::string_view kPathCharacters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-._~%!$&'()*+,;=:";
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos || name.size() > kGateBytesMax) return false;
    const std::string_view path = name.substr(slash + 1);
    return !kube::dns_subdomain_problem(name.substr(0, slash)) && !path.empty() &&
           path.find_first_not_of(kPathCharacters) == std::string_view::npos;
  }

  const Json& object_;
  const ObjectView view_;
  const bool is_elastic_;
};

// pkg/controller/jobs/rayjob: the webhook suspends it as any other, and Skip leaves it so. A newer
// version may do otherwise.
std::optional<Finding> stays_suspended(const Json& object, std::string_view queue) {
  const Json spec = object["spec"];
  if (spec["clusterSelector"].members().empty() || !spec["rayClusterSpec"].is_null())
    return std::nullopt;
  return Finding{
      "KueueCannotAdmit", rules::Severity::kWarn, "spec.clusterSelector",
      "In queue " + shown(queue, 60) +
          " this RayJob never starts: it uses an existing cluster (clusterSelector), and "
          "nothing resumes it when Kueue's webhook has suspended it.",
      "Write rayClusterSpec in place of clusterSelector, or take the label away."};
}

// pkg/controller/jobframework: ValidateJobOnCreate. Of the others Kueue's webhooks ask by
// themselves.
bool has_time(std::string_view group, std::string_view kind) {
  return group != kKueueGroup && group != "leaderworkerset.x-k8s.io" && group != "apps" &&
         kind != "ReplicationController";
}

// Kinds that have webhooks of Kueue's, and not the annotation of elastic jobs.
bool is_never_elastic(std::string_view group, std::string_view kind) {
  constexpr std::string_view kGroups[] = {"jobset.x-k8s.io", "kubeflow.org",
                                          "workload.codeflare.dev", "leaderworkerset.x-k8s.io"};
  return std::find(std::begin(kGroups), std::end(kGroups), group) != std::end(kGroups) ||
         (group.empty() && kind == "Pod") ||
         (group == "apps" && (kind == "Deployment" || kind == "StatefulSet"));
}

std::vector<Finding> refused_one(const Json& object, std::string_view group, std::string_view kind,
                                 std::string refused, std::span<const rules::PodSet> sets,
                                 std::string_view queue,
                                 const kube::KueueConfiguration* configuration) {
  Refusals refusals(object, std::move(refused), queue, is_elastic(object, configuration));
  if (group == "ray.io" && kind == "RayCluster") refusals.check_cluster(object["spec"], "spec");
  if (group == "ray.io" && kind == "RayJob") refusals.check_ray_job();
  if (group == "ray.io" && kind == "RayService")
    refusals.check_cluster(object["spec"]["rayClusterConfig"], "spec.rayClusterConfig");
  if (group.empty() && kind == "Pod") {
    refusals.check_managed_label();
    refusals.check_pod_group();
  }
  if (kind == "Workload") refusals.check_pod_sets();
  refusals.check_gates();
  if (group == "batch" && kind == "Job") {
    refusals.check_completions();
    refusals.check_job();
    refusals.check_elastic_topology();
  }
  if (has_time(group, kind)) refusals.check_time();
  if (is_never_elastic(group, kind)) refusals.check_elastic();
  // A pod may be one of a group, and of these kinds Kueue's webhooks do not ask.
  const bool counts = kind != "Pod" && kind != "StatefulSet" && kind != "AppWrapper";
  for (const rules::PodSet& set : sets) refuse_topology(set, counts, configuration, refusals.list);
  const bool of_groups = group == "leaderworkerset.x-k8s.io";
  if (of_groups || group == "jobset.x-k8s.io" || group == "ray.io" || kind == "MPIJob")
    refuse_topology_groups(sets, !of_groups, refusals.list);
  std::vector<Finding> findings = refusals.list.take();
  if (kind == "AppWrapper") warn_of_large_groups(sets, queue, findings);
  if (group == "ray.io" && kind == "RayJob") {
    if (auto finding = stays_suspended(object, queue)) findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace

std::vector<Finding> refused_by_kueue(const Json& object, std::string_view group,
                                      std::string_view kind, std::span<const rules::PodSet> sets,
                                      std::string_view queue,
                                      const kube::KueueConfiguration* configuration) {
  if (group == "batch" && kind == "CronJob") {
    std::vector<Finding> findings =
        refused_one(object["spec"]["jobTemplate"], group, "Job", "the Jobs of this CronJob", sets,
                    queue, configuration);
    for (Finding& finding : findings) {
      // Of its pods the sets say where.
      if (!finding.field.starts_with(kJobTemplate))
        finding.field.insert(0, std::string(kJobTemplate) + ".");
    }
    return findings;
  }
  return refused_one(object, group, kind, "this " + std::string(kind), sets, queue, configuration);
}

std::vector<Finding> pods_refused_by_kueue(const Json& pod_template, std::string_view path,
                                           std::string_view kind, std::string_view queue) {
  Refusals refusals(pod_template, "the pods of this " + std::string(kind), queue, false);
  refusals.check_time();
  std::vector<Finding> findings = refusals.list.take();
  for (Finding& finding : findings) finding.field.insert(0, std::string(path) + ".");
  return findings;
}

}  // namespace drawbridge::admission
