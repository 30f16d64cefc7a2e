// What Kueue's CustomResourceDefinitions and webhooks refuse of a ResourceFlavor, and of a
// ClusterQueue beside its quotas.
//
// Source of the rules: apis/kueue/v1beta2 (XValidation) and pkg/webhooks of Kueue v0.19; v0.17 has
// the same.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::admission {

std::vector<rules::Finding> flavor_refusals(const kube::Json& spec);
std::vector<rules::Finding> topology_refusals(const kube::Json& spec);
// Of an AdmissionCheck: a controller of Kueue's that there is not, and parameters that it can't
// read (kWarn).
std::vector<rules::Finding> admission_check_refusals(const kube::Json& spec);
std::vector<rules::Finding> cluster_queue_refusals(const kube::Json& object);
// fairSharing of a ClusterQueue or Cohort.
std::vector<rules::Finding> weight_refusals(const kube::Json& spec);

}  // namespace drawbridge::admission
