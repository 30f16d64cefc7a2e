// BothPaths: one logical resource reached as extended resource and by claim.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Each path hands out devices of its own, so the pod gets both. Claims that a rewrite made are not
// meant: their pod has one path left.
void check_both_paths(const PodSubject& subject, const CheckFacts& facts,
                      std::vector<Finding>& findings);

}  // namespace drawbridge::rules
