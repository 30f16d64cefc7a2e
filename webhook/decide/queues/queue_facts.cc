#include "webhook/decide/queues/queue_facts.h"

#include <algorithm>
#include <string>

#include "kube/api/taint.h"
#include "quota/kueue/placement.h"
#include "webhook/decide/coming_pods.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using Role = rules::QueueFacts::Role;

constexpr std::string_view kQueueName = "kueue.x-k8s.io/queue-name";
// Kueue writes it on the pod template of a workload that it starts, beside quota::kPodSetLabel.
constexpr std::string_view kWorkload = "kueue.x-k8s.io/workload";
constexpr std::string_view kMultiKueue = "kueue.x-k8s.io/multikueue";

// Taken for an object without the label (Kueue's gate LocalQueueDefaulting).
constexpr std::string_view kDefaultQueue = "default";

// Kueue's integration for a kind; empty where it has none of interest here.
std::string_view framework_of(std::string_view kind) {
  if (kind == "Job") return "batch/job";
  if (kind == "Pod") return "pod";
  if (kind == "Deployment") return "deployment";
  if (kind == "StatefulSet") return "statefulset";
  return {};
}

// Its Configuration names integrations, and not this one: it takes no notice of a label. Where it
// names none it may be a part of one, and devices that are not counted would be worse.
bool leaves_alone(std::string_view framework, const quota::KueueIndex& kueue) {
  return kueue.configuration() != nullptr && !kueue.configuration()->frameworks.empty() &&
         !kueue.manages(framework);
}

bool leaves_pod_alone(const ObjectView& pod, const quota::KueueIndex& kueue) {
  const bool is_marked = !pod.annotation(quota::kSuspendingParent).empty();
  return leaves_alone("pod", kueue) && !(is_marked && kueue.manages_marked_pods_alone());
}

// The LocalQueue that Kueue puts the object in; empty for none.
std::string_view queue_of(const ObjectView& object, std::string_view kind, std::string_view ns,
                          const quota::KueueIndex& kueue) {
  if (quota::reads_pods_alone(object.group(), kind)) return {};
  if (object.group() == "kueue.x-k8s.io") return object.json()["spec"]["queueName"].as_string();
  const std::string_view label = object.label(kQueueName);
  const std::string_view framework = framework_of(kind);
  if (!label.empty()) {
    const bool ignored = !framework.empty() && leaves_alone(framework, kueue);
    return ignored ? std::string_view() : label;
  }
  const bool managed = !framework.empty() && kueue.manages(framework);
  return managed && kueue.cluster_queue_of(ns, kDefaultQueue) ? kDefaultQueue : std::string_view();
}

// Its ClusterQueue sends nothing to another cluster: Kueue admits it here. False where that is not
// known.
bool is_admitted_here(const rules::QueueFacts& facts, const quota::KueueIndex& kueue) {
  const quota::ClusterQueue* queue = kueue.cluster_queue(facts.cluster_queue);
  return queue != nullptr && keeps_all_here(*queue, kueue);
}

// Kueue's pod integration takes pods of these as workloads of their own.
bool owns_plain_pods(std::string_view kind) {
  return kind == "ReplicaSet" || kind == "Deployment" || kind == "StatefulSet";
}

// Whether some flavor of the queue has pods tolerate the taint, or is not known.
bool may_tolerate(const quota::ClusterQueue& queue, const quota::KueueIndex& kueue,
                  const kube::Taint& taint) {
  const auto tolerates = [&](const std::string& name) {
    const Json* flavor = kueue.flavor(name);
    return flavor == nullptr || kube::any_tolerates((*flavor)["tolerations"], taint);
  };
  return std::any_of(queue.groups.begin(), queue.groups.end(), [&](const auto& group) {
    return std::any_of(group.flavors.begin(), group.flavors.end(), tolerates);
  });
}

rules::QueueFacts facts_of(Role role, std::string_view queue, std::string_view ns,
                           const Snapshot& snapshot) {
  rules::QueueFacts facts;
  const quota::KueueIndex& kueue = snapshot.kueue();
  if (kueue.absent()) return facts;
  facts.role = role;
  facts.queue = std::string(queue);
  facts.class_names = kueue.class_names();
  const kube::KueueConfiguration* configuration = kueue.configuration();
  facts.claims_gate_off = configuration != nullptr && !configuration->charges_claims();
  const bool extended_gate_off = configuration != nullptr && !configuration->charges_extended();
  facts.charged_name = [&snapshot, extended_gate_off](std::string_view resource) {
    if (extended_gate_off) return std::string(resource);
    const std::string_view device_class = snapshot.devices().class_of_extended_resource(resource);
    const auto* names = snapshot.kueue().class_names();
    if (names == nullptr) return std::string(resource);
    const auto mapped = names->find(device_class);
    return mapped == names->end() ? std::string(resource) : mapped->second;
  };
  const std::optional<std::string_view> name = kueue.cluster_queue_of(ns, queue);
  if (!name) return facts;
  facts.cluster_queue = std::string(*name);
  if (const quota::ClusterQueue* cluster_queue = kueue.cluster_queue(*name)) {
    facts.covered = &cluster_queue->covered_resources;
    facts.runs_elsewhere = kueue.runs_elsewhere(*cluster_queue);
    // An admission check may add some, as that of ProvisioningRequests does.
    if (cluster_queue->admission_checks.empty()) {
      facts.tolerates = [&kueue, cluster_queue](const kube::Taint& taint) {
        return may_tolerate(*cluster_queue, kueue, taint);
      };
    }
  }
  return facts;
}

}  // namespace

bool is_left_to_multikueue(const Json& workload) {
  return manager_of(workload) == kMultiKueue;
}

bool keeps_all_here(const quota::ClusterQueue& queue, const quota::KueueIndex& kueue) {
  const auto is_of_others = [&kueue](const std::string& name) {
    const quota::AdmissionCheck* check = kueue.admission_check(name);
    return check != nullptr && !check->dispatches;
  };
  return std::all_of(queue.admission_checks.begin(), queue.admission_checks.end(), is_of_others);
}

rules::QueueFacts queue_facts_of_pod(const kube::PodView& pod, std::string_view ns,
                                     const Snapshot& snapshot) {
  const quota::KueueIndex& kueue = snapshot.kueue();
  const ObjectView& object = pod.object();
  const Json owner = object.controller();
  const std::string_view owner_kind = owner["kind"].as_string();
  const Json owner_object =
      owner.is_null() ? Json() : snapshot.owner(ns, owner_kind, owner["name"].as_string());
  rules::QueueFacts facts;
  if (!kueue.absent()) {
    const std::string_view owner_queue =
        owner_object.is_null() ? std::string_view()
                               : queue_of(ObjectView(owner_object), owner_kind, ns, kueue);
    const bool marked =
        !object.label(quota::kPodSetLabel).empty() || !object.annotation(kWorkload).empty();
    // A pod with another owner is made by a workload, which Kueue labels.
    const std::string_view kind = owner.is_null() ? "Pod" : std::string_view();
    const std::string_view queue = queue_of(object, kind, ns, kueue);
    if (marked || (!owner_queue.empty() && !owns_plain_pods(owner_kind))) {
      facts = facts_of(Role::kBelow, owner_queue.empty() ? queue : owner_queue, ns, snapshot);
    } else if (!queue.empty() && !leaves_pod_alone(object, kueue)) {
      facts = facts_of(Role::kPlainPod, queue, ns, snapshot);
    }
  }
  facts.runs_elsewhere |= is_left_to_multikueue(owner_object) && !is_admitted_here(facts, kueue);
  return facts;
}

rules::QueueFacts queue_facts_of_template(const Json& workload, const kube::PodView& pod_template,
                                          std::string_view ns, const Snapshot& snapshot) {
  const std::string_view kind = ObjectView(workload).kind();
  // A CronJob is none of Kueue's; the Jobs that it makes are.
  const bool cron = kind == "CronJob";
  const Json made = cron ? workload["spec"]["jobTemplate"] : workload;
  const std::string_view made_kind = cron ? "Job" : kind;
  rules::QueueFacts facts;
  if (!snapshot.kueue().absent()) {
    const quota::KueueIndex& kueue = snapshot.kueue();
    std::string_view queue = queue_of(ObjectView(made), made_kind, ns, kueue);
    const bool of_pods = queue.empty();
    if (of_pods && !leaves_alone("pod", kueue)) queue = pod_template.object().label(kQueueName);
    const bool plain = of_pods || owns_plain_pods(made_kind);
    if (!queue.empty())
      facts = facts_of(plain ? Role::kPlainPod : Role::kBelow, queue, ns, snapshot);
  }
  facts.runs_elsewhere |= is_left_to_multikueue(made) && !is_admitted_here(facts, snapshot.kueue());
  return facts;
}

}  // namespace drawbridge::admission
