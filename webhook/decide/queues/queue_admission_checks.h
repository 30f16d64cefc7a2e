// The AdmissionChecks that a ClusterQueue names: with one that does not exist or is not active, and
// with those that Kueue does not take together, it admits nothing.
//
// Source of the rules: pkg/cache/scheduler, inactiveReason() (Kueue v0.19).
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/known.h"

namespace drawbridge::admission {

void check_admission_checks(const kube::Json& cluster_queue, Known& known,
                            std::vector<rules::Finding>& findings);

}  // namespace drawbridge::admission
