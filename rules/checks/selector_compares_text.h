// SelectorComparesText: a selector compares text where a quantity, a version, a number or a boolean
// is meant. It compiles, and is an error or false on every device, or an order of letters.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_selector_compares_text(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings);

}  // namespace drawbridge::rules
