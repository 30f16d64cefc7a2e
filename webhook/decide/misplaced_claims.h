// resourceClaims that stand beside a workload's pod template, or in it beside its spec: nobody
// reads them there, and the pods lack the entries that their containers name. Kinds without a
// schema here (RayCluster, PyTorchJob) are applied so.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"

namespace drawbridge::admission {

// In those of `findings`, of pods of the set, that miss an entry: where it stands, and where it
// belongs.
void say_where_claims_stand(const kube::Json& workload, const rules::PodSet& set,
                            std::vector<rules::Finding>& findings);

}  // namespace drawbridge::admission
