// DevicesTooFew: a pod asks for more devices of a class than there are.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Of all nodes together: how many one node has is not looked at, so less is said than could be.
// Advice, since nodes come. Silent where Kueue lets the pod wait, where there are alternatives, and
// of what may be shared.
void check_devices_too_few(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);

}  // namespace drawbridge::rules
