#include "quota/kueue/placement.h"

#include <algorithm>
#include <optional>

#include "kube/api/object.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::ObjectView;

struct Row {
  std::string_view group;
  std::string_view kind;
  std::string_view framework;
  QueuedAs as = QueuedAs::kWhole;
};

// pkg/controller/jobs/*: FrameworkName. Kinds whose pods Kueue takes one by one stand under "pod".
constexpr Row kRows[] = {
    {"", "Pod", "pod"},
    {"", "ReplicationController", "pod", QueuedAs::kEachPod},
    {"apps", "DaemonSet", "pod", QueuedAs::kEachPod},
    {"apps", "Deployment", "deployment", QueuedAs::kEachPod},
    {"apps", "ReplicaSet", "pod", QueuedAs::kEachPod},
    {"apps", "StatefulSet", "statefulset"},
    {"batch", "Job", "batch/job"},
    {"jobset.x-k8s.io", "JobSet", "jobset.x-k8s.io/jobset"},
    {"kubeflow.org", "JAXJob", "kubeflow.org/jaxjob"},
    {"kubeflow.org", "MPIJob", "kubeflow.org/mpijob"},
    {"kubeflow.org", "PaddleJob", "kubeflow.org/paddlejob"},
    {"kubeflow.org", "PyTorchJob", "kubeflow.org/pytorchjob"},
    {"kubeflow.org", "TFJob", "kubeflow.org/tfjob"},
    {"kubeflow.org", "XGBoostJob", "kubeflow.org/xgboostjob"},
    {"leaderworkerset.x-k8s.io", "LeaderWorkerSet", "leaderworkerset.x-k8s.io/leaderworkerset",
     QueuedAs::kEachReplica},
    {"ray.io", "RayCluster", "ray.io/raycluster"},
    {"ray.io", "RayJob", "ray.io/rayjob"},
    {"ray.io", "RayService", "ray.io/rayservice"},
    {"sparkoperator.k8s.io", "SparkApplication", "sparkoperator.k8s.io/sparkapplication"},
    {"trainer.kubeflow.org", "TrainJob", "trainer.kubeflow.org/trainjob"},
    {"workload.codeflare.dev", "AppWrapper", "workload.codeflare.dev/appwrapper"},
};

const Row* row_of(std::string_view group, std::string_view kind) {
  const auto* found = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& row) {
    return row.kind == kind && row.group == group;
  });
  return found == std::end(kRows) ? nullptr : found;
}

// Of MPIJob, which has another controller in each version, Kueue reads one.
constexpr std::string_view kReadMpiJob = "kubeflow.org/v2beta1";

constexpr const char* kPodLabels = "spec.template.metadata.labels";

// Kueue does not know the kind, and the pods' own labels count.
bool is_read_by_pods(const Row& row) {
  return row.as == QueuedAs::kEachPod && row.framework == "pod";
}

bool is_managed(const Row& row, const KueueIndex& index) {
  return index.manages(row.framework) || index.manages_elsewhere(row.group, row.kind);
}

// Kinds that make objects of others which Kueue manages, too.
constexpr std::string_view kMakers[] = {"jobset.x-k8s.io/jobset",
                                        "kubeflow.org/mpijob",
                                        "leaderworkerset.x-k8s.io/leaderworkerset",
                                        "ray.io/rayjob",
                                        "ray.io/rayservice",
                                        "trainer.kubeflow.org/trainjob",
                                        "workload.codeflare.dev/appwrapper"};

// pkg/controller/jobframework: FindAncestorJobManagedByKueue. An owner whose kind is switched off
// takes nothing along, and what owns it does, where its own kind is on.
bool takes_nothing_along(const Row& owner, const KueueIndex& index) {
  const kube::KueueConfiguration* configuration = index.configuration();
  return configuration != nullptr && !is_managed(owner, index) && owner.kind != "Pod" &&
         configuration->external_frameworks.empty() &&
         std::none_of(std::begin(kMakers), std::end(kMakers),
                      [&](std::string_view maker) { return index.manages(maker); });
}

// Of what a kind of the table makes that.
const Row* maker_of(const ObjectView& object) {
  const Json owner = object.controller();
  return row_of(kube::parse_api_version(owner["apiVersion"].as_string()).group,
                owner["kind"].as_string());
}

// By a kind that is admitted with its pods, and not by them.
bool is_made(const ObjectView& object) {
  const Row* maker = maker_of(object);
  return maker != nullptr && maker->as != QueuedAs::kEachPod;
}

// Kueue takes it together with what owns it: all kinds of the table but those that only make pods.
bool is_part_of_another(const ObjectView& object, const KueueIndex& index) {
  if (const Row* maker = maker_of(object))
    return is_made(object) && !takes_nothing_along(*maker, index);
  const Json owner = object.controller();
  return index.manages_elsewhere(kube::parse_api_version(owner["apiVersion"].as_string()).group,
                                 owner["kind"].as_string());
}

// A pod that a controller of Kueue's own kinds made, or that Kueue marked as part of a workload.
bool is_marked(const ObjectView& pod) {
  return !pod.label(kPodSetLabel).empty() || !pod.annotation("kueue.x-k8s.io/workload").empty();
}

Placement queued(const Row& row, std::string_view queue, bool defaulted, bool certain) {
  return {Placement::Kind::kQueued,
          std::string(queue),
          defaulted,
          row.as,
          std::string(row.framework),
          certain};
}

// Webhooks that write the default queue on updates, too (kubebuilder:webhook, verbs).
bool is_defaulted_on_update(const Row& row) {
  constexpr std::string_view kKinds[] = {"Deployment", "StatefulSet", "LeaderWorkerSet"};
  return std::find(std::begin(kKinds), std::end(kKinds), row.kind) != std::end(kKinds);
}

class Placer {
 public:
  Placer(std::string_view ns, const Json& namespace_labels, const KueueIndex& index,
         Arrival arrival)
      : ns_(ns),
        labels_(namespace_labels),
        index_(index),
        configuration_(index.configuration()),
        arrival_(arrival) {}

  Placement place(const Json& object, const Row& row, const Json& pod_template) const {
    const Placement placed = place_alone(object, row, pod_template);
    // Of what owns it that is told.
    const bool is_told = placed.kind == Placement::Kind::kIgnored && is_made(ObjectView(object));
    return is_told ? Placement() : placed;
  }

 private:
  Placement place_alone(const Json& object, const Row& row, const Json& pod_template) const {
    const ObjectView view(object);
    const bool is_pod = row.kind == "Pod";
    if (is_part_of_another(view, index_) || (is_pod && is_marked(view))) return {};
    const bool pods_alone = is_read_by_pods(row);
    const std::string_view label = pods_alone ? std::string_view() : view.label(kQueueLabel);
    const bool as_pods = is_pod || pods_alone;
    const bool marked = is_pod && !view.annotation(kSuspendingParent).empty();
    if (!label.empty()) return marking(row, named(row, label, as_pods, marked));
    if (marked) return {};
    const std::string_view of_pods = ObjectView(pod_template).label(kQueueLabel);
    Placement placed = marking(row, without_name(row, as_pods));
    if (pods_alone && placed.kind == Placement::Kind::kUnnamed) placed.field = kPodLabels;
    // Kueue writes the queue of the namespace on the template of what it manages.
    if (row.as == QueuedAs::kEachPod && !of_pods.empty() &&
        (pods_alone || placed.kind != Placement::Kind::kQueued))
      return pods_named(row, of_pods, placed.marks_pods);
    // Of what Kueue takes no notice of it takes the pods, as those of any other kind.
    if (placed.kind != Placement::Kind::kNone) return placed;
    if (!index_.manages("pod") && !index_.manages_marked_pods_alone()) return placed;
    if (!of_pods.empty()) return pods_named(row, of_pods);
    const bool is_alone = !is_pod && !manages(row) && view.controller().is_null() &&
                          !makes_managed(row.group, row.kind, index_);
    if (!is_alone || index_.manages("pod")) return placed;
    placed = pods_held({row.group, row.kind, "pod", QueuedAs::kEachPod});
    if (pod_template.is_null()) placed.field = "metadata.labels";
    return placed;
  }

  // Of a Deployment that Kueue manages.
  Placement marking(const Row& row, Placement placed) const {
    placed.marks_pods =
        row.framework == "deployment" && manages(row) &&
        (placed.kind == Placement::Kind::kQueued || placed.kind == Placement::Kind::kUnnamed);
    return placed;
  }

  Placement pods_named(const Row& row, std::string_view label, bool marked = false) const {
    Placement placed = named({row.group, row.kind, "pod", QueuedAs::kEachPod}, label, true, marked);
    placed.field = kPodLabels;
    placed.marks_pods = marked;
    return placed;
  }

  // Pods without a queue's name and without Kueue's mark: its webhook gives them the default queue,
  // or holds back what names none, and where pods count by that mark alone nothing frees them.
  Placement pods_held(const Row& row) const {
    const bool is_given = has_default_queue(ns_, index_);
    const bool is_asked = configuration_ != nullptr && configuration_->manages_unnamed;
    if (!(is_given || is_asked) || may_leave_out(true) || !selects_namespace().value_or(false))
      return {};
    return {Placement::Kind::kHeld,
            std::string(is_given ? kDefaultQueue : std::string_view()),
            is_given,
            row.as,
            std::string(row.framework),
            true,
            row.kind == "Pod" ? "metadata.labels" : kPodLabels};
  }

  // By its namespace, or by what Kueue does with all of the kind.
  Placement without_name(const Row& row, bool as_pods) const {
    if (row.framework == "pod" && index_.manages_marked_pods_alone()) return pods_held(row);
    if (!manages(row)) return {};
    if (!selects_namespace().value_or(false)) return {};
    // What another controller gives what names none is its own affair.
    const bool certain =
        configuration_ != nullptr && !may_leave_out(as_pods) && index_.manages(row.framework);
    const bool may_be_given = arrival_ == Arrival::kNew || is_defaulted_on_update(row);
    if (may_be_given && has_default_queue(ns_, index_))
      return queued(row, kDefaultQueue, true, certain);
    if (may_leave_out(as_pods)) return {};
    if (configuration_ == nullptr || !configuration_->manages_unnamed) return {};
    return {Placement::Kind::kUnnamed, {}, false, row.as, std::string(row.framework), true};
  }

  bool manages(const Row& row) const { return is_managed(row, index_); }
  // Pods that podOptions does not select, before v0.15.
  bool may_leave_out(bool as_pods) const {
    return as_pods && configuration_ != nullptr && configuration_->has_pod_options;
  }
  std::optional<bool> selects_namespace() const {
    return quota::selects_namespace(ns_, labels_, index_);
  }

  Placement named(const Row& row, std::string_view label, bool as_pods, bool marked = false) const {
    // What is elsewhere is let through, label or not: pods always, and workloads since Kueue 0.15
    // (ManagedJobsNamespaceSelectorAlwaysRespected).
    const std::optional<bool> is_here = selects_namespace();
    if (!is_here) return {};
    if (!*is_here)
      return {Placement::Kind::kElsewhere,
              std::string(label),
              false,
              row.as,
              std::string(row.framework),
              true};
    const bool marked_alone = row.framework == "pod" && index_.manages_marked_pods_alone();
    const bool managed = manages(row) || (marked_alone && marked);
    if (configuration_ == nullptr || managed)
      return queued(row, label, false, managed && !may_leave_out(as_pods));
    if (may_leave_out(as_pods)) return {};
    return {marked_alone ? Placement::Kind::kHeld : Placement::Kind::kIgnored,
            std::string(label),
            false,
            row.as,
            std::string(row.framework),
            true};
  }

  std::string_view ns_;
  const Json& labels_;
  const KueueIndex& index_;
  const kube::KueueConfiguration* const configuration_;
  const Arrival arrival_;
};

}  // namespace

bool has_default_queue(std::string_view ns, const KueueIndex& index) {
  const LocalQueue* queue = index.local_queue(ns, kDefaultQueue);
  return queue != nullptr && !queue->stopped;
}

bool reads_pods_alone(std::string_view group, std::string_view kind) {
  const Row* row = row_of(group, kind);
  return row != nullptr && kind != "Pod" && is_read_by_pods(*row);
}

std::optional<bool> selects_namespace(std::string_view ns, const Json& labels,
                                      const KueueIndex& index) {
  if (ns == "kube-system" || ns == "kueue-system") return false;
  if (index.configuration() == nullptr) return true;
  const kube::LabelSelector& managed = index.configuration()->managed_namespaces;
  return labels.is_object() ? std::optional(managed.matches(labels))
                            : managed.selects_namespace(ns);
}

bool is_taken_with_owner(const Json& object, const KueueIndex& index) {
  return is_part_of_another(ObjectView(object), index);
}

bool manages_kind(std::string_view group, std::string_view kind, const KueueIndex& index) {
  const Row* row = row_of(group, kind);
  return row != nullptr && is_managed(*row, index);
}

bool makes_managed(std::string_view group, std::string_view kind, const KueueIndex& index) {
  struct Made {
    std::string_view framework;
    std::string_view by;
  };
  constexpr Made kMade[] = {{"batch/job", "JobSet"},
                            {"batch/job", "TrainJob"},
                            {"jobset.x-k8s.io/jobset", "TrainJob"},
                            {"statefulset", "LeaderWorkerSet"},
                            {"ray.io/raycluster", "RayJob"},
                            {"ray.io/raycluster", "RayService"}};
  if (row_of(group, kind) == nullptr) return false;
  return kind == "AppWrapper" ||
         std::any_of(std::begin(kMade), std::end(kMade), [&](const Made& made) {
           return made.by == kind && index.manages(made.framework);
         });
}

Placement placement_of(const Json& object, std::string_view group, std::string_view kind,
                       std::string_view ns, const Json& namespace_labels, const KueueIndex& index,
                       Arrival arrival) {
  if (index.absent()) return {};
  if (group == "kueue.x-k8s.io" && kind == "Workload") {
    // One that Kueue made for another object was told there.
    const bool own = ObjectView(object).controller().is_null();
    const std::string_view queue = object["spec"]["queueName"].as_string();
    if (!own) return {};
    const auto where = queue.empty() ? Placement::Kind::kUnnamed : Placement::Kind::kQueued;
    return {where, std::string(queue), false, QueuedAs::kWhole, {}, true, "spec.queueName"};
  }
  const bool cron = group == "batch" && kind == "CronJob";
  const Row* row = cron ? row_of("batch", "Job") : row_of(group, kind);
  if (row == nullptr) return {};
  const Json made = cron ? object["spec"]["jobTemplate"] : object;
  if (row->kind == "MPIJob" && ObjectView(object).api_version() != kReadMpiJob) {
    const std::string_view queue = ObjectView(object).label(kQueueLabel);
    if (queue.empty()) return {};
    Placement unread{Placement::Kind::kIgnored,
                     std::string(queue),
                     false,
                     row->as,
                     std::string(row->framework),
                     true};
    unread.read_version = kReadMpiJob;
    return unread;
  }
  Placement placed =
      Placer(ns, namespace_labels, index, arrival).place(made, *row, made["spec"]["template"]);
  if (cron) placed.field = "spec.jobTemplate." + placed.field;
  return placed;
}

Placement placed_whole(std::string_view group, std::string_view kind, std::string_view queue) {
  const Row* row = row_of(group, kind);
  return queued(row == nullptr ? Row() : *row, queue, false, true);
}

}  // namespace drawbridge::quota
