// What Kueue's webhooks refuse of how pods are to be placed, while Topology-Aware Scheduling is on:
// since v0.14 by default.
#pragma once

#include <span>

#include "kube/api/kueue_configuration.h"
#include "rules/devices/workloads.h"
#include "webhook/decide/queues/queue_refusals.h"

namespace drawbridge::admission {

// pkg/controller/jobframework: ValidateTASPodSetRequest, and of sets that have a known number of
// pods ValidateSliceSizeAnnotationUpperBound. `configuration` nullptr where it is not known.
void refuse_topology(const rules::PodSet& set, bool counts,
                     const kube::KueueConfiguration* configuration, RefusalList& to);

// ValidatePodSetGroupingTopology. `counts` where the sets' pods are those of one Workload.
void refuse_topology_groups(std::span<const rules::PodSet> sets, bool counts, RefusalList& to);

// Groups of an AppWrapper, which no webhook looks at, and of which Kueue's scheduler takes two
// templates (pkg/util/tas): a third ends it (v0.19).
void warn_of_large_groups(std::span<const rules::PodSet> sets, std::string_view queue,
                          std::vector<rules::Finding>& findings);

}  // namespace drawbridge::admission
