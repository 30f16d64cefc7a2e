// Fields in which a workload of a custom kind has the templates of its pods, where they are
// misspelt.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

// UnknownField (kWarn), one for each name at most: `workerGroupSpec` for `workerGroupSpecs`, or
// another name with what belongs below the right one; where no pods are found, any that holds some.
// Nothing below it is judged, since nobody
// knows of a pod there; the kinds' own schemas are their controllers'.
std::vector<Finding> misspelt_template_paths(const kube::Json& object, const WorkloadKind& kind);

}  // namespace drawbridge::rules::shape
