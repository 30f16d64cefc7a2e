#include "webhook/admission/pods_ready.h"

#include <algorithm>
#include <optional>
#include <string>

#include "kube/api/saturating.h"
#include "quota/kueue/placement.h"
#include "rules/checks/facts.h"
#include "rules/devices/gangs.h"

namespace drawbridge::admission {
namespace {

using quota::Placement;
using quota::QueuedAs;

// Devices that a pod has to itself, and may have to wait for.
bool waits_for_devices(const GangPart& part) {
  return std::any_of(part.requests.begin(), part.requests.end(),
                     [](const rules::DeviceRequest& request) { return !request.admin_access; });
}

bool runs_elsewhere(const Placement& placement, const AdmissionRequest& request,
                    const quota::KueueIndex& index) {
  if (request.object["spec"]["managedBy"].as_string() == "kueue.x-k8s.io/multikueue") return true;
  const std::optional<std::string_view> name = index.cluster_queue_of(request.ns, placement.queue);
  const quota::ClusterQueue* queue = name ? index.cluster_queue(*name) : nullptr;
  return queue != nullptr && index.runs_elsewhere(*queue);
}

// The pods of a part that are in one workload. Pods of a group come one by one.
std::int64_t pods_of(const GangPart& part, const AdmissionRequest& request, QueuedAs as) {
  if (request.kind == "Pod")
    return rules::pod_group_size(kube::ObjectView(request.object)).value_or(1);
  if (as == QueuedAs::kWhole) return part.pods;
  const std::int64_t groups = request.object["spec"]["replicas"].as_int(1);
  return groups > 0 ? part.pods / groups : 0;
}

std::string workload_text(const AdmissionRequest& request, QueuedAs as) {
  if (request.kind == "Pod") return "this pod group";
  return (as == QueuedAs::kEachReplica ? "each group of this " : "this ") +
         std::string(request.kind);
}

}  // namespace

std::vector<rules::Finding> check_pods_ready(const AdmissionRequest& request,
                                             std::span<const GangPart> parts, const Known& known) {
  const quota::KueueIndex& index = known.snapshot().kueue();
  const kube::KueueConfiguration* configuration = index.configuration();
  // A Kueue that is told nothing of devices does not count them either way.
  if (configuration == nullptr || configuration->waits_for_pods_ready ||
      configuration->mappings.empty())
    return {};
  const Placement placement = placement_of(request.object, request.group, request.kind, request.ns,
                                           known.namespace_labels_if_known(), index);
  if (placement.kind != Placement::Kind::kQueued || placement.as == QueuedAs::kEachPod ||
      runs_elsewhere(placement, request, index))
    return {};
  std::int64_t pods = 0;
  std::int64_t with_devices = 0;
  for (const GangPart& part : parts) {
    const std::int64_t of_part = pods_of(part, request, placement.as);
    pods = kube::saturating_add(pods, of_part);
    if (waits_for_devices(part)) with_devices = kube::saturating_add(with_devices, of_part);
  }
  // Each of the group's pods that is known stands for the whole of it.
  if (request.kind == "Pod") {
    pods = rules::pod_group_size(kube::ObjectView(request.object)).value_or(1);
    with_devices = std::min(with_devices, pods);
  }
  if (with_devices < 2) return {};
  return {{"WaitForPodsReadyOff", rules::Severity::kInfo, "spec",
           "Kueue admits the " + std::to_string(with_devices) +
               (with_devices < pods ? " pods with devices of " : " pods of ") +
               workload_text(request, placement.as) +
               " by quota; where devices are taken, some wait and keep those of the others.",
           "Set waitForPodsReady in Kueue's Configuration, as Kueue 0.19 does by itself.",
           std::string(rules::kKueueCause)}};
}

}  // namespace drawbridge::admission
