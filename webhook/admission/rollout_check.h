// Whether the next rollout of a Deployment has room in DeviceQuotas: one that takes no pod away
// before another is ready needs one pod more than there are (RolloutBlocked).
#pragma once

#include <cstdint>
#include <vector>

#include "quota/amounts.h"
#include "rules/finding.h"
#include "webhook/admission/request.h"
#include "webhook/admission/snapshot.h"

namespace drawbridge::admission {

// `each` of its `pods` asks for so much. Nothing where they don't fit as it is, and of one that is
// there already.
std::vector<rules::Finding> check_rollout(const AdmissionRequest& request, std::int64_t pods,
                                          const quota::Amounts& each, const Snapshot& snapshot);

}  // namespace drawbridge::admission
