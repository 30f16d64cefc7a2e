// What a request takes of a capacity of one device that several claims can share (KEP-5075), as the
// scheduler counts it (dynamic-resource-allocation, calculateConsumedCapacity and violatesPolicy).
#pragma once

#include <optional>

#include "kube/api/json.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {

// `capacity` is an entry of a device's capacity: {value, requestPolicy} (resource.k8s.io/v1
// DeviceCapacity). `requested` is a quantity, or null where the request does not name the capacity:
// then it takes the policy's default, and without one the whole value. What is requested is rounded
// up to the next of validValues, or to validRange's min and whole steps above it; without a policy
// it is taken as it is. nullopt where such a device can't be had for the request: that is more than
// the value or the policy's largest, or one of them is no quantity.
std::optional<kube::Quantity> consumed_capacity(const kube::Json& capacity,
                                                const kube::Json& requested);

// What Kueue charges for such a request (pkg/dra, chargeForDevice and roundToPolicy, v0.19): the
// same, but it does not look whether the device has so much.
std::optional<kube::Quantity> charged_capacity(const kube::Json& capacity,
                                               const kube::Json& requested);

// The most that a request may ask of the capacity to be charged no more than `charged`; nullopt
// where it can't ask for so little.
std::optional<kube::Quantity> largest_request_within(const kube::Json& capacity,
                                                     const kube::Quantity& charged);

// The most that a request can take of the capacity: the value, or less where the policy says so.
std::optional<kube::Quantity> largest_request(const kube::Json& capacity);

}  // namespace drawbridge::rules
