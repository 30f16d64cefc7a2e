#include "webhook/cli/made_objects.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "quota/kueue/placement.h"
#include "webhook/cli/left_out.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/queues/queue_facts.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/limit_ranger.h"

namespace drawbridge::cli {
namespace {

using kube::Json;
using kube::ObjectView;

nlohmann::json mutable_copy(const Json& value) {
  return nlohmann::json::parse(kube::to_text(value));
}

std::shared_ptr<const kube::Document> immutable(const nlohmann::json& value) {
  // What came out of a Json goes back into one.
  Result<kube::Document> document = kube::read_json(value.dump());
  return document ? std::make_shared<const kube::Document>(std::move(*document))
                  : std::make_shared<const kube::Document>();
}

// A quantity that is null is decoded as 0, and handed on as that.
void default_quantities(nlohmann::json& resources) {
  for (const char* list : {"limits", "requests"}) {
    if (!resources.contains(list) || !resources[list].is_object()) continue;
    for (nlohmann::json& quantity : resources[list]) {
      if (quantity.is_null()) quantity = "0";
    }
  }
}

// core/v1 defaulting: a limit without a request is the request.
void default_requests(nlohmann::json& containers) {
  if (!containers.is_array()) return;
  for (nlohmann::json& container : containers) {
    if (!container.is_object() || !container.contains("resources") ||
        !container["resources"].is_object())
      continue;
    nlohmann::json& resources = container["resources"];
    default_quantities(resources);
    if (!resources.contains("limits") || !resources["limits"].is_object()) continue;
    if (!resources.contains("requests") || resources["requests"].is_null())
      resources["requests"] = nlohmann::json::object();
    if (!resources["requests"].is_object()) continue;
    for (const auto& [name, quantity] : resources["limits"].items()) {
      if (!resources["requests"].contains(name)) resources["requests"][name] = quantity;
    }
  }
}

void default_pod_spec(nlohmann::json& pod) {
  if (!pod.is_object() || !pod.contains("spec") || !pod["spec"].is_object()) return;
  for (const char* list : {"initContainers", "containers"}) {
    if (pod["spec"].contains(list)) default_requests(pod["spec"][list]);
  }
}

// The controller that owns the workload's pods: a CronJob's are its Jobs', whose names end with a
// time. The API server ends a generated name with five letters and digits.
std::string owner_of_pods(const Json& workload) {
  const ObjectView view(workload);
  const std::string name =
      view.name().empty() ? std::string(view.generate_name()) + "00000" : std::string(view.name());
  return name + (view.kind() == "CronJob" ? "-00000000" : "");
}

std::shared_ptr<const kube::Document> given(const std::shared_ptr<const kube::Document>& pod,
                                            std::string_view ns,
                                            const admission::Snapshot& snapshot) {
  const std::string text = admission::with_devices_given(pod->root(), ns, snapshot);
  return text.empty() ? pod : immutable(nlohmann::json::parse(text));
}

}  // namespace

std::shared_ptr<const kube::Document> defaulted(const Json& object, const std::string& ns) {
  nlohmann::json copy = mutable_copy(object);
  if (!admission::is_cluster_scoped(object)) {
    if (copy["metadata"].is_null()) copy["metadata"] = nlohmann::json::object();
    if (ObjectView(object).ns().empty()) copy["metadata"]["namespace"] = ns;
  }
  const ObjectView view(object);
  if (view.kind() == "Pod") default_pod_spec(copy);
  return immutable(copy);
}

std::shared_ptr<const kube::Document> job_of(const Json& cron_job) {
  nlohmann::json job = mutable_copy(cron_job["spec"]["jobTemplate"]);
  if (!job.is_object()) job = nlohmann::json::object();
  job["apiVersion"] = "batch/v1";
  job["kind"] = "Job";
  if (!job["metadata"].is_object()) job["metadata"] = nlohmann::json::object();
  job["metadata"]["namespace"] = std::string(ObjectView(cron_job).ns());
  job["metadata"]["name"] = owner_of_pods(cron_job);
  return immutable(job);
}

std::shared_ptr<const kube::Document> pod_of(const Json& workload, const rules::WorkloadKind& kind,
                                             const rules::PodSet& set, const std::string& ns,
                                             const rules::QueueFacts& queue,
                                             const admission::Snapshot& snapshot) {
  nlohmann::json pod = mutable_copy(set.pod_template);
  pod["apiVersion"] = "v1";
  pod["kind"] = "Pod";
  if (!pod["metadata"].is_object()) pod["metadata"] = nlohmann::json::object();
  pod["metadata"]["namespace"] = ns;
  const std::string owner = owner_of_pods(workload);
  pod["metadata"]["generateName"] = owner + "-";
  pod["metadata"].erase("name");
  if (queue.role == rules::QueueFacts::Role::kBelow)
    pod["metadata"]["labels"][std::string(quota::kPodSetLabel)] = "main";
  const ObjectView view(workload);
  const quota::Placement placement = quota::placement_of(workload, view.group(), kind.kind, ns,
                                                         snapshot.labels_of(ns), snapshot.kueue());
  // The queue of a namespace Kueue gives to the pods of what it does not manage itself.
  const bool is_given = view.label(quota::kQueueLabel).empty() &&
                        queue.queue == quota::kDefaultQueue &&
                        !quota::manages_kind(view.group(), kind.kind, snapshot.kueue());
  if (queue.role == rules::QueueFacts::Role::kPlainPod && !is_given)
    pod["metadata"]["labels"][std::string(quota::kQueueLabel)] = queue.queue;
  if (placement.marks_pods)
    pod["metadata"]["annotations"][std::string(quota::kSuspendingParent)] = "deployment";
  pod["metadata"]["ownerReferences"] = {{{"apiVersion", kind.pod_owner_version},
                                         {"kind", kind.pod_owner},
                                         {"name", owner},
                                         {"uid", "00000000-0000-0000-0000-000000000000"},
                                         {"controller", true}}};
  default_pod_spec(pod);
  return given(immutable(pod), ns, snapshot);
}

std::shared_ptr<const kube::Document> with_devices_given(
    std::shared_ptr<const kube::Document> document, const std::string& ns,
    const admission::Snapshot& snapshot) {
  const ObjectView view(document->root());
  if (view.kind() != "Pod" || !view.group().empty() || ns == kExemptNamespace) return document;
  return given(document, ns, snapshot);
}

std::shared_ptr<const kube::Document> held_by_queue(const Json& object, const std::string& ns,
                                                    const admission::Snapshot& snapshot) {
  const ObjectView view(object);
  if (!view.group().empty() || view.kind() != "Pod") return nullptr;
  const Result<kube::PodView> pod = kube::PodView::read(object);
  if (!pod || admission::is_queued(object) ||
      admission::queue_facts_of_pod(*pod, ns, snapshot).role != rules::QueueFacts::Role::kPlainPod)
    return nullptr;
  nlohmann::json copy = mutable_copy(object);
  nlohmann::json& gates = copy["spec"]["schedulingGates"];
  if (!gates.is_array()) gates = nlohmann::json::array();
  gates.push_back({{"name", admission::kKueueGate}});
  return immutable(copy);
}

std::shared_ptr<const kube::Document> patched(const Json& object, std::string_view patch) {
  return immutable(mutable_copy(object).patch(nlohmann::json::parse(patch)));
}

}  // namespace drawbridge::cli
