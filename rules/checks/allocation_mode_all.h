// AllocationModeAll: what allocationMode: All costs, told once, where it is written.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// A ResourceClaim or ResourceClaimTemplate about to be created. Such a request takes every matching
// device of one node, waits while one of them is in use, and is charged as 32 by the built-in
// ResourceQuota (KEP-4840). Right for whoever means it, so it is a note; silent for network devices
// and adminAccess, where it is usual.
void check_allocation_mode_all(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings);

}  // namespace drawbridge::rules
