// QuotaCountsNothing: a DeviceMapping that comes, is changed or goes, and leaves a DeviceQuota
// behind which limits the name under which devices of its classes were counted.
#pragma once

#include <vector>

#include "rules/finding.h"
#include "rules/mapping/mapping.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// `before` and `after` are the DeviceMapping as it is and as it is to be, nullptr where it is not
// there.
// Silent of classes that another mapping, or what they are called without one, keeps under the
// name, and of quotas that limit the new one, too.
std::vector<rules::Finding> check_quotas_left(const rules::Mapping* before,
                                              const rules::Mapping* after,
                                              const Snapshot& snapshot);

}  // namespace drawbridge::admission
