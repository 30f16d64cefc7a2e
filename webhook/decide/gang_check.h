// Pods that start together or not at all, and ask for more devices of a class than all drivers
// publish (GangExceedsDevices), or for more than a DeviceQuota allows (QuotaExceeded).
//
// Such are the pods of a group (kueue.x-k8s.io/pod-group-name, a PodGroup), by themselves or as a
// workload makes them, of one replica of a LeaderWorkerSet, of a workload of Kueue's training
// kinds, and of a Job of Volcano as many as its minAvailable says. Of devices it is a warning:
// nodes with more may be yet to come; so it is of a group, whose other pods nobody knows.
#pragma once

#include <span>
#include <vector>

#include "rules/devices/demand.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"
#include "webhook/decide/known.h"
#include "webhook/decide/quotas/quota_check.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// One of the object's pod templates and what each of its pods asks for.
struct GangPart {
  std::int64_t pods = 1;
  std::vector<rules::DeviceRequest> requests = {};
  kube::Json pod_template = {};  // null of a pod
  bool wait_at_gate = false;     // as in ComingPods
};

// What stands there already.
struct GangBefore {
  kube::Json object = {};  // null: it is not known, or there is none
  std::vector<GangPart> parts = {};
};

struct GangFindings {
  std::vector<rules::Finding> findings;
  // Of whose resources the gang may not have enough: nothing is left to say of its pods.
  ToldQuotas quotas;
};

// The object's pods are of a gang; what its parts ask for is not read.
bool starts_together(const AdmissionRequest& request, std::span<const GangPart> parts,
                     const Known& known);

// Of what stands there already what it asks for more is judged, and a change is never refused.
GangFindings check_gang(const AdmissionRequest& request, std::span<const GangPart> parts,
                        const GangBefore& before, Known& known);

}  // namespace drawbridge::admission
