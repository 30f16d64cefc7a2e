// QuotaCountsNothing of a ClusterQueue or Cohort: a resource under whose name Kueue charges
// nothing, since its deviceClassMappings count those devices under another one.
//
// The rule: Kueue charges devices of a class under the name of its mapping, by template and as
// extended resource (pkg/dra of v0.19), and quota under any other name of theirs is never used.
// Reads spec.resourceGroups[].coveredResources.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Says nothing while Kueue's Configuration is not known, and of a resource that a node offers by
// device plugin, or that a transformation makes.
void check_covered_names(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
