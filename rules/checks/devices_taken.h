// DevicesTaken: the devices are there, and others have them.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Of a pod that is created: fewer devices of a class are free than it asks for, while there are
// enough. Advice: devices are freed all the time, and nodes come. Silent where Kueue lets the pod
// wait, where there are alternatives, and of what may be shared (AllocatedDevices). Partitions that
// keep a device from being allocated are not seen, so less is said than could be.
void check_devices_taken(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
