// Amounts of a ClusterQueue or Cohort that can't be meant.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// ChargesDiffer: where Kueue counts devices, one with a unit of bytes, or a part of one.
void check_queue_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

// UnitMissing: of memory and ephemeral-storage a number without a unit, which is next to nothing.
void check_queue_bytes(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

}  // namespace drawbridge::rules
