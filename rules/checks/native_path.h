// What Kubernetes' own path from extended resources to claims takes and never schedules (KEP-5004):
// the pod waits, and what the scheduler says is nothing that its author wrote.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// The extended resources of the pod that kube-scheduler makes a claim of: those that a class
// serves, no DeviceMapping speaks for, and no node offers by device plugin. Views into the subject.
std::vector<const DeviceRequest*> native_requests(const PodSubject& subject,
                                                  const CheckFacts& facts);

// That claim's requests, as ResourceClaim has them in spec.devices.requests: one for each of them,
// where the scheduler makes one for each container, which asks for the same. Precondition: no more
// than kube::kClaimDevicesMax each.
kube::Document native_claim(const std::vector<const DeviceRequest*>& requests);

// TooManyDevices: all extended resources of the pod that classes serve go into one claim, which
// holds 32 devices. What a device plugin offers has no such bound.
void check_native_devices(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// ResourceQuantityInvalid: of the implicit name of a class the API server takes a fraction.
void check_native_fractions(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings);

}  // namespace drawbridge::rules
