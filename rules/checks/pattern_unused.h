// PatternUnused: a rewrite's resource has a place for a word, as nvidia.com/mig-{profile} has, and
// none of its selectors asks for it: whatever size a pod names, it gets any device of the class.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_pattern_unused(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

}  // namespace drawbridge::rules
