// What the API server refuses of one device of a ResourceSlice (validateDevice).
#pragma once

#include <cstddef>
#include <string>

#include "kube/api/json.h"
#include "rules/checks/slice_desk.h"

namespace drawbridge::rules {

// resource.k8s.io/v1: ResourceSliceMaxAttributesAndCapacitiesPerDevice,
// ResourceSliceMaxAttributeValuesPerDevice, DeviceAttributeMaxValueLength (bytes),
// DeviceMaxDomainLength, DeviceMaxIDLength, DeviceTaintsMaxLength,
// ResourceSliceMaxDeviceCounterConsumptionsPerDevice, BindingConditionsMaxSize.
inline constexpr std::size_t kDeviceValuesMax = 32;
inline constexpr std::size_t kDeviceListValuesMax = 48;
inline constexpr std::size_t kAttributeBytesMax = 64;
inline constexpr std::size_t kDomainBytesMax = 63;
inline constexpr std::size_t kIdBytesMax = 32;
inline constexpr std::size_t kDeviceTaintsMax = 16;
inline constexpr std::size_t kCounterSetsOfDeviceMax = 2;
inline constexpr std::size_t kBindingConditionsMax = 4;
// CapacityRequestPolicyDiscreteMaxOptions.
inline constexpr std::size_t kValidValuesMax = 10;

// `body` is what v1 says of a device; `at` is where it stands.
void judge_device_values(const kube::Json& body, const std::string& at, SliceDesk& desk);
// Capacities that several claims may share.
void judge_capacities(const kube::Json& body, const std::string& at, SliceDesk& desk);
void judge_device_uses(const kube::Json& body, const std::string& at, SliceDesk& desk);
// Which nodes have it; `each_says` is perDeviceNodeSelection of the slice.
void judge_device_nodes(const kube::Json& body, bool each_says, const std::string& at,
                        SliceDesk& desk);
// Key and value of a taint at `at`.
void judge_taint(const kube::Json& taint, const std::string& at, SliceDesk& desk);
// A DNS label, as names of devices, counter sets and counters are; `at` and " is " or " has " come
// before it in the message.
void judge_label(const kube::Json& name, const std::string& at, const char* verb, SliceDesk& desk);

}  // namespace drawbridge::rules
