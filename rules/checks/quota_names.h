// QuotaCountsNothing: a DeviceQuota limits a name under which nothing is counted.
//
// Devices are counted under the name of their DeviceMapping, else Kueue's for the class, else the
// class's extendedResourceName, else the class's own; an extended resource that nobody maps under
// its own. Reads spec.hard.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Told with the name that was meant where one is sure or near. Silent of names under which
// something may be counted that nobody sees here: an extended resource of a device plugin, a class
// while not all are known, a name that a ClusterQueue covers while Kueue's Configuration is not
// known.
void check_quota_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

}  // namespace drawbridge::rules
