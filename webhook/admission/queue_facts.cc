#include "webhook/admission/queue_facts.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using Role = rules::QueueFacts::Role;

constexpr std::string_view kQueueName = "kueue.x-k8s.io/queue-name";
// Kueue writes these on the pod template of a workload that it starts.
constexpr std::string_view kPodSet = "kueue.x-k8s.io/podset";
constexpr std::string_view kWorkload = "kueue.x-k8s.io/workload";
constexpr std::string_view kMultiKueue = "kueue.x-k8s.io/multikueue";

// Kueue's pod integration takes pods of these as workloads of their own.
bool owns_plain_pods(std::string_view kind) {
  return kind == "ReplicaSet" || kind == "Deployment" || kind == "StatefulSet";
}

rules::QueueFacts facts_of(Role role, std::string_view queue, std::string_view ns,
                           const Snapshot& snapshot) {
  rules::QueueFacts facts;
  const quota::KueueIndex& kueue = snapshot.kueue();
  if (kueue.absent()) return facts;
  facts.role = role;
  facts.queue = std::string(queue);
  facts.class_names = &kueue.class_names();
  facts.charged_name = [&snapshot](std::string_view resource) {
    const std::string_view device_class = snapshot.devices().class_of_extended_resource(resource);
    const auto& names = snapshot.kueue().class_names();
    const auto mapped = names.find(device_class);
    return mapped == names.end() ? std::string(resource) : mapped->second;
  };
  const std::optional<std::string_view> name = kueue.cluster_queue_of(ns, queue);
  if (!name) return facts;
  facts.cluster_queue = std::string(*name);
  if (const quota::ClusterQueue* cluster_queue = kueue.cluster_queue(*name)) {
    facts.covered = &cluster_queue->covered_resources;
    facts.runs_elsewhere = kueue.runs_elsewhere(*cluster_queue);
  }
  return facts;
}

}  // namespace

rules::QueueFacts queue_facts_of_pod(const kube::PodView& pod, std::string_view ns,
                                     const Snapshot& snapshot) {
  if (snapshot.kueue().absent()) return {};
  const ObjectView& object = pod.object();
  const Json owner = object.controller();
  const Json owner_object =
      snapshot.owner(ns, owner["kind"].as_string(), owner["name"].as_string());
  const std::string_view owner_queue = ObjectView(owner_object).label(kQueueName);
  const bool marked = !object.label(kPodSet).empty() || !object.annotation(kWorkload).empty();
  if (marked || (!owner_queue.empty() && !owns_plain_pods(owner["kind"].as_string()))) {
    rules::QueueFacts facts = facts_of(
        Role::kBelow, owner_queue.empty() ? object.label(kQueueName) : owner_queue, ns, snapshot);
    facts.runs_elsewhere |= owner_object["spec"]["managedBy"].as_string() == kMultiKueue;
    return facts;
  }
  const std::string_view queue = object.label(kQueueName);
  return queue.empty() ? rules::QueueFacts{} : facts_of(Role::kPlainPod, queue, ns, snapshot);
}

rules::QueueFacts queue_facts_of_template(const Json& workload, const kube::PodView& pod_template,
                                          std::string_view ns, const Snapshot& snapshot) {
  if (snapshot.kueue().absent()) return {};
  const ObjectView view(workload);
  const std::string_view queue = view.label(kQueueName);
  if (queue.empty()) return queue_facts_of_pod(pod_template, ns, snapshot);
  rules::QueueFacts facts =
      facts_of(owns_plain_pods(view.kind()) ? Role::kPlainPod : Role::kBelow, queue, ns, snapshot);
  facts.runs_elsewhere |= workload["spec"]["managedBy"].as_string() == kMultiKueue;
  return facts;
}

}  // namespace drawbridge::admission
