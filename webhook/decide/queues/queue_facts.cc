#include "webhook/decide/queues/queue_facts.h"

#include <algorithm>
#include <string>
#include <vector>

#include "kube/api/taint.h"
#include "quota/kueue/demand.h"
#include "quota/kueue/placement.h"
#include "webhook/decide/coming_pods.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using Role = rules::QueueFacts::Role;

// Kueue writes it on the pod template of a workload that it starts, beside quota::kPodSetLabel.
constexpr std::string_view kWorkload = "kueue.x-k8s.io/workload";
// As quota::kSuspendingParent has it: the kind whose pods are counted one by one.
constexpr std::string_view kDeployment = "deployment";
constexpr std::string_view kMultiKueue = "kueue.x-k8s.io/multikueue";

// The LocalQueue that pods wait in, or what makes them; none without a role.
struct Place {
  Role role = Role::kNone;
  std::string queue;
};

// Its Configuration names integrations, and not this one: it takes no notice of a label. Where it
// names none it may be a part of one, and devices that are not counted would be worse.
bool names_integrations(const quota::KueueIndex& kueue) {
  return kueue.configuration() != nullptr && !kueue.configuration()->frameworks.empty();
}

bool leaves_pods_alone(const quota::KueueIndex& kueue) {
  return names_integrations(kueue) && !kueue.manages("pod");
}

bool leaves_pod_alone(const ObjectView& pod, const quota::KueueIndex& kueue) {
  const bool is_marked = !pod.annotation(quota::kSuspendingParent).empty();
  return leaves_pods_alone(kueue) && !(is_marked && kueue.manages_marked_pods_alone());
}

std::optional<bool> selects(std::string_view ns, const Snapshot& snapshot) {
  return quota::selects_namespace(ns, snapshot.labels_of(ns), snapshot.kueue());
}

// Kueue's webhook gives it to a pod that names none, and that nothing takes along.
bool gives_default_queue(std::string_view ns, const Snapshot& snapshot) {
  return snapshot.kueue().manages("pod") && selects(ns, snapshot).value_or(false) &&
         quota::has_default_queue(ns, snapshot.kueue());
}

// By what the judgement of queues says nothing of, since nobody knows it.
bool may_count(const ObjectView& object, std::string_view kind, std::string_view ns,
               const Snapshot& snapshot) {
  const quota::KueueIndex& kueue = snapshot.kueue();
  return selects(ns, snapshot).value_or(true) && !quota::reads_pods_alone(object.group(), kind) &&
         (!names_integrations(kueue) || quota::manages_kind(object.group(), kind, kueue) ||
          kueue.manages_elsewhere(object.group(), kind));
}

// Of the pods that `made` of this kind makes.
Place place_of(const Json& made, std::string_view group, std::string_view kind,
               const Json& pod_template, std::string_view ns, const Snapshot& snapshot,
               quota::Arrival arrival = quota::Arrival::kNew) {
  const quota::KueueIndex& kueue = snapshot.kueue();
  const ObjectView object(made);
  const quota::Placement placement =
      quota::placement_of(made, group, kind, ns, snapshot.labels_of(ns), kueue, arrival);
  if (placement.kind == quota::Placement::Kind::kQueued) {
    const bool by_pods = placement.as == quota::QueuedAs::kEachPod;
    return {by_pods ? Role::kPlainPod : Role::kBelow, placement.queue};
  }
  const std::string_view label = object.label(quota::kQueueLabel);
  if (!label.empty() && may_count(object, kind, ns, snapshot))
    return {Role::kBelow, std::string(label)};
  const std::string_view of_pods = ObjectView(pod_template).label(quota::kQueueLabel);
  if (!of_pods.empty() && !leaves_pods_alone(kueue) && selects(ns, snapshot).value_or(true))
    return {Role::kPlainPod, std::string(of_pods)};
  // Of what Kueue takes no notice of it takes what that makes, or the pods.
  const bool is_unmanaged =
      !quota::manages_kind(group, kind, kueue) && !quota::is_taken_with_owner(made, kueue);
  if (is_unmanaged && kind != "AppWrapper" && quota::makes_managed(group, kind, kueue) &&
      quota::has_default_queue(ns, kueue) && selects(ns, snapshot).value_or(false))
    return {Role::kBelow, std::string(quota::kDefaultQueue)};
  if (is_unmanaged && gives_default_queue(ns, snapshot))
    return {Role::kPlainPod, std::string(quota::kDefaultQueue)};
  return {};
}

// Its ClusterQueue sends nothing to another cluster: Kueue admits it here. False where that is not
// known.
bool is_admitted_here(const rules::QueueFacts& facts, const quota::KueueIndex& kueue) {
  const quota::ClusterQueue* queue = kueue.cluster_queue(facts.cluster_queue);
  return queue != nullptr && keeps_all_here(*queue, kueue);
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

// Of an extended resource that a pod template asks for.
std::vector<std::string> charged_names(std::string_view resource, const Snapshot& snapshot) {
  const kube::KueueConfiguration* configuration = snapshot.kueue().configuration();
  if (configuration == nullptr) return {std::string(resource)};
  if (configuration->charges_extended()) {
    const std::string_view device_class = snapshot.devices().class_of_extended_resource(resource);
    const auto& names = *snapshot.kueue().class_names();
    if (const auto mapped = names.find(device_class); mapped != names.end())
      return {mapped->second};
  }
  return quota::counted_names(resource, *configuration);
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
  facts.charged_names = [&snapshot](std::string_view resource) {
    return charged_names(resource, snapshot);
  };
  const std::optional<std::string_view> name = kueue.cluster_queue_of(ns, queue);
  if (!name) return facts;
  facts.cluster_queue = std::string(*name);
  if (const quota::ClusterQueue* cluster_queue = kueue.cluster_queue(*name)) {
    // Else Kueue asks for no quota of what is not covered.
    if (configuration == nullptr || !configuration->ignores_undeclared)
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

// A pod whose template Kueue counted: that of a kind which is admitted with its pods.
bool is_marked(const ObjectView& pod) {
  const std::string_view parent = pod.annotation(quota::kSuspendingParent);
  return !pod.label(quota::kPodSetLabel).empty() || !pod.annotation(kWorkload).empty() ||
         (!parent.empty() && parent != kDeployment);
}

Place place_of_pod(const ObjectView& pod, const Json& owner, std::string_view ns,
                   const Snapshot& snapshot) {
  const quota::KueueIndex& kueue = snapshot.kueue();
  const ObjectView maker(owner);
  const std::string_view label = pod.label(quota::kQueueLabel);
  const Place of_owner =
      owner.is_null() ? Place()
                      : place_of(owner, maker.group(), maker.kind(), owner["spec"]["template"], ns,
                                 snapshot, quota::Arrival::kStored);
  const bool is_below = of_owner.role == Role::kBelow;
  if (is_below || is_marked(pod))
    return {Role::kBelow, is_below ? of_owner.queue : std::string(label)};
  if (leaves_pod_alone(pod, kueue) || !selects(ns, snapshot).value_or(true)) return {};
  if (!label.empty()) return {Role::kPlainPod, std::string(label)};
  const bool is_alone = !quota::is_taken_with_owner(pod.json(), kueue);
  if (is_alone && gives_default_queue(ns, snapshot))
    return {Role::kPlainPod, std::string(quota::kDefaultQueue)};
  return {};
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
  const Json owner = pod.object().controller();
  const std::string_view owner_kind = owner["kind"].as_string();
  const Json owner_object =
      owner.is_null() ? Json() : snapshot.owner(ns, owner_kind, owner["name"].as_string());
  rules::QueueFacts facts;
  if (!kueue.absent()) {
    const Place place = place_of_pod(pod.object(), owner_object, ns, snapshot);
    if (place.role != Role::kNone) facts = facts_of(place.role, place.queue, ns, snapshot);
  }
  facts.runs_elsewhere |= is_left_to_multikueue(owner_object) && !is_admitted_here(facts, kueue);
  return facts;
}

rules::QueueFacts queue_facts_of_template(const Json& workload, const kube::PodView& pod_template,
                                          std::string_view ns, const Snapshot& snapshot,
                                          quota::Arrival arrival) {
  const ObjectView object(workload);
  // A CronJob is none of Kueue's; the Jobs that it makes are.
  const bool cron = object.kind() == "CronJob";
  const Json made = cron ? workload["spec"]["jobTemplate"] : workload;
  rules::QueueFacts facts;
  if (!snapshot.kueue().absent()) {
    const Place place = place_of(made, object.group(), cron ? "Job" : object.kind(),
                                 pod_template.object().json(), ns, snapshot, arrival);
    if (place.role != Role::kNone) facts = facts_of(place.role, place.queue, ns, snapshot);
  }
  facts.runs_elsewhere |= is_left_to_multikueue(made) && !is_admitted_here(facts, snapshot.kueue());
  return facts;
}

}  // namespace drawbridge::admission
