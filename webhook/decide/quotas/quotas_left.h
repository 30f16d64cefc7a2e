// QuotaCountsNothing: a change of a DeviceMapping, or its deletion, that leaves a DeviceQuota
// behind which limits the name under which its devices were counted.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// `before` and `after` are the DeviceMapping as it is and as it is to be, null where it is deleted.
// Silent where another mapping, or what its classes are called without one, keeps the name, and of
// quotas that limit the new one, too.
std::vector<rules::Finding> check_quotas_left(const kube::Json& before, const kube::Json& after,
                                              const Snapshot& snapshot);

}  // namespace drawbridge::admission
