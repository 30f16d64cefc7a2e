// KueueGateOff, MultiKueueObjects: what Kueue does with a workload that asks for devices, and does
// not say.
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

}  // namespace drawbridge::rules
