// WorkloadUndercharged: what Kueue has admitted asks for more devices than it was charged for.
//
// Kueue charges a Workload as its templates, DeviceClasses and deviceClassMappings were when it
// came (kueue issues 13842, 10504; KEP-2941, "Late DeviceClass Creation"), and looks at them again
// only when it admits it anew.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "quota/kueue/demand.h"
#include "rules/finding.h"

namespace drawbridge::admission {

// Of a Workload of Kueue's with an admission; nothing of others. `demand` is what it would be
// charged now, its pod sets in the order of the Workload's.
std::vector<rules::Finding> undercharged(const kube::Json& workload,
                                         const quota::QueueDemand& demand);

}  // namespace drawbridge::admission
