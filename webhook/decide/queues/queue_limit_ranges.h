// KueueCannotAdmit of what LimitRanges of the namespace forbid, and of requests beyond their limit:
// Kueue looks at both itself, before there are pods that the API server could refuse.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Of the subject's pods that Kueue makes a Workload of as templates: others the API server has
// looked at.
std::vector<rules::Finding> beyond_limit_ranges(const QueueSubject& subject,
                                                std::span<const kube::Json> limit_ranges);

// LimitRanges of the namespace.
std::vector<kube::Json> limit_ranges_of(std::string_view ns, const Snapshot& snapshot);

}  // namespace drawbridge::admission
