// The WorkloadPriorityClass that an object in a queue names.
#pragma once

#include <optional>
#include <span>

#include "quota/kueue/placement.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"
#include "webhook/decide/known.h"

namespace drawbridge::admission {

// Of an object that Kueue puts into a queue:
//
//   PriorityClassMissing  the class does not exist: Kueue makes no Workload before it does
//   QueueIgnored          the class is named where Kueue does not look for it: in an annotation, in
//                         a label that is nearly the one that it reads, or in that one of a CronJob
//                         or of a Job's pods.
std::optional<rules::Finding> check_queue_priority(const AdmissionRequest& request,
                                                   std::span<const rules::PodSet> sets,
                                                   const quota::Placement& placement, Known& known);

}  // namespace drawbridge::admission
