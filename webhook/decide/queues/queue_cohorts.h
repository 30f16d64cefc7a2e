// The cohort that a ClusterQueue or a Cohort is in.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/known.h"

namespace drawbridge::admission {

// What comes of the cohort that the ClusterQueue or Cohort names, which the API server takes
// whatever it is called:
//
//   QueueStopped  it is above itself
//   CohortAlone   nothing else names it, and something names one that it is a slip for.
void check_cohort_named(const kube::Json& object, Known& known,
                        std::vector<rules::Finding>& findings);

}  // namespace drawbridge::admission
