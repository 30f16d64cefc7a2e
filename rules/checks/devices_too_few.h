// DevicesTooFew: a pod asks for more devices of a class than it can have.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// On all nodes together, on one, or on one to which it may go: all devices of a pod come from one
// node, but for those that are bound to none. Advice, since nodes come. Silent where Kueue lets the
// pod wait, where one of several alternatives may be had, and of what may be shared.
void check_devices_too_few(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);

}  // namespace drawbridge::rules
