// SelectorUnknownAttribute: a selector reads an attribute or capacity that no device has: misspelt,
// of the other map, or with something behind it that attributes don't have.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_selector_unknown_attribute(const ObjectSubject& subject, const CheckFacts& facts,
                                      std::vector<Finding>& findings);

}  // namespace drawbridge::rules
