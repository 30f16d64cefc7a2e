// KueueGateOff, MultiKueueObjects, WaitForPodsReadyOff: what Kueue does with a workload that asks
// for devices, and does not say.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// The Configuration switches off how Kueue counts this path. What a Configuration does not say is
// up to Kueue's version, and nothing is said of it.
void check_kueue_gates(const PodSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

// MultiKueue sends the workload to another cluster, and neither its templates nor their classes.
void check_multikueue_objects(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

// Kueue admits by quota, and does not know which devices are free: of several pods some may wait
// for devices and hold the others', until WaitForPodsReady takes the workload back.
void check_pods_ready(const PodSubject& subject, const CheckFacts& facts,
                      std::vector<Finding>& findings);

}  // namespace drawbridge::rules
