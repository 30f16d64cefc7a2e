// NodeNamePreset: a pod that names its node itself, and so never meets the scheduler, which is who
// allocates claims (KEP-4381; kubernetes.io, "Pre-scheduled Pods").
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Of a claim that others had allocated already nothing is said, nor of a pod that has been on its
// node: the scheduler sets the same field. What a DeviceMapping would have rewritten says so when
// it is left alone (hold_back_pod).
void check_node_name(const PodSubject& subject, const CheckFacts& facts,
                     std::vector<Finding>& findings);

}  // namespace drawbridge::rules
