// Labels and annotations of Kueue's on an object in a queue, where Kueue does not see them.
#pragma once

#include <span>
#include <vector>

#include "quota/kueue/placement.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"
#include "webhook/decide/known.h"

namespace drawbridge::admission {

// QueueIgnored, of what people write beside the queue: a key that is misspelt, a label that Kueue
// reads as an annotation or the other way round, an annotation of pods on what makes them.
std::vector<rules::Finding> unread_keys(const AdmissionRequest& request,
                                        std::span<const rules::PodSet> sets,
                                        const quota::Placement& placement);

}  // namespace drawbridge::admission
