// SelectorExactSize: a selector asks for a size as it is sold, and what is published is a little
// less.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_selector_exact_size(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings);

}  // namespace drawbridge::rules
