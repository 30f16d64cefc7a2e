// ChargesDiffer of a ClusterQueue or Cohort: an amount that can't be meant where Kueue counts
// devices: with a unit of bytes, or a part of one.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_queue_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
