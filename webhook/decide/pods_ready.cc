#include "webhook/decide/pods_ready.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "kube/api/saturating.h"
#include "quota/kueue/placement.h"
#include "rules/checks/facts.h"
#include "rules/devices/gangs.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/queues/queue_facts.h"

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
  if (is_managed_elsewhere(request.object)) return true;
  const std::optional<std::string_view> name = index.cluster_queue_of(request.ns, placement.queue);
  const quota::ClusterQueue* queue = name ? index.cluster_queue(*name) : nullptr;
  return queue != nullptr && index.runs_elsewhere(*queue);
}

// The pods of a part of a workload that are admitted as one.
std::int64_t pods_of(const GangPart& part, const AdmissionRequest& request, QueuedAs as) {
  if (as == QueuedAs::kWhole) return part.pods;
  const std::int64_t groups = request.object["spec"]["replicas"].as_int(1);
  return groups > 0 ? part.pods / groups : 0;
}

struct PodCounts {
  std::int64_t all = 0;
  std::int64_t with_devices = 0;
};

// Of one workload. Each of a group's pods that is known stands for the whole of it.
PodCounts admitted_together(std::span<const GangPart> parts, const AdmissionRequest& request,
                            QueuedAs as) {
  PodCounts pods;
  if (request.kind == "Pod") {
    pods.all = rules::pod_group_size(kube::ObjectView(request.object)).value_or(1);
    if (std::any_of(parts.begin(), parts.end(), waits_for_devices)) pods.with_devices = pods.all;
    return pods;
  }
  for (const GangPart& part : parts) {
    const std::int64_t of_part = pods_of(part, request, as);
    pods.all = kube::saturating_add(pods.all, of_part);
    if (waits_for_devices(part))
      pods.with_devices = kube::saturating_add(pods.with_devices, of_part);
  }
  return pods;
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
  const Placement placement =
      placement_of(request.object, request.group, request.kind, request.ns,
                   known.namespace_labels_if_known(), index, arrival_of(request));
  if (placement.kind != Placement::Kind::kQueued || placement.as == QueuedAs::kEachPod ||
      runs_elsewhere(placement, request, index))
    return {};
  const PodCounts pods = admitted_together(parts, request, placement.as);
  if (pods.with_devices < 2) return {};
  return {{"WaitForPodsReadyOff", rules::Severity::kInfo, "spec",
           "Kueue admits the " + std::to_string(pods.with_devices) +
               (pods.with_devices < pods.all ? " pods with devices of " : " pods of ") +
               workload_text(request, placement.as) +
               " by quota; where devices are taken, some wait and keep those of the others.",
           configuration->ready_gate_off
               ? "Take DisableWaitForPodsReady out of featureGates of Kueue's Configuration."
           : configuration->has_ready_switch
               ? "Set enable: true in waitForPodsReady of Kueue's Configuration."
               : "Set waitForPodsReady in Kueue's Configuration, as Kueue 0.19 does by itself.",
           std::string(rules::kKueueCause)}};
}

}  // namespace drawbridge::admission
