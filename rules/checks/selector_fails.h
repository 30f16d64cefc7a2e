// SelectorFails and SelectorNeverMatches: what selectors come to on the devices that are published
// now. An error on any device that the class lets through ends the scheduler's search for the whole
// pod, whatever the order of devices hides; where no device matches the pod waits. Neither is ever
// a refusal: a node may be scaled to zero.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Of a DeviceClass, and of each request of a claim or template whose class is known.
void check_selector_fails(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// The same of what a pod names: its templates' and claims' requests, answered from what is known of
// their selectors already (DeviceMatches).
void check_pod_selectors(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
