// ClassBeforeWorkload: the class is there, and its devices are not.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// No published device matches the selectors of the class. The driver may not run yet, or the nodes
// be scaled to zero, so this is advice. A request with selectors of its own is judged by those.
void check_class_has_devices(const PodSubject& subject, const CheckFacts& facts,
                             std::vector<Finding>& findings);

}  // namespace drawbridge::rules
