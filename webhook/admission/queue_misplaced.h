// A queue named where Kueue does not look for it (QueueIgnored).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "kube/api/json.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"

namespace drawbridge::admission {

// Of an object that Kueue puts in no queue: an annotation, a label that is nearly the one that it
// reads or has no value, or the label in the metadata of what it does not read: of a CronJob, or of
// a Job's pods. `pods_alone`: Kueue may take those pods one by one, by their own label. `queues`
// are the LocalQueues of the namespace; without any nobody means one, and nothing is said.
std::optional<rules::Finding> queue_misplaced(const kube::Json& object, std::string_view kind,
                                              std::span<const rules::PodSet> sets, bool pods_alone,
                                              std::span<const std::string_view> queues);

}  // namespace drawbridge::admission
