// What Kubernetes' own path from extended resources to claims takes and never schedules (KEP-5004):
// the pod waits, and what the scheduler says is nothing that its author wrote.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// TooManyDevices: all extended resources of the pod that classes serve go into one claim, which
// holds 32 devices. Not of what a DeviceMapping speaks for, and not where a node offers one of them
// by device plugin, which has no such bound.
void check_native_devices(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// ResourceQuantityInvalid: of the implicit name of a class the API server takes a fraction.
void check_native_fractions(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings);

}  // namespace drawbridge::rules
