// Devices as drivers publish them in ResourceSlices, for selectors to read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "rules/cel/device_environment.h"

namespace drawbridge::rules {

// A device of a ResourceSlice; views into it.
struct PublishedDevice {
  std::string_view driver;
  std::string_view pool;
  std::string_view name;
  kube::Json body;  // attributes, capacity, taints, allowMultipleAllocations, consumesCounters
};

// Of a ResourceSlice of any served version, in the order of the slice (v1beta1 has what v1 says of
// a device under `basic`). Empty for any other object.
std::vector<PublishedDevice> devices_of(const kube::Json& slice);

// A claim that does not tolerate the taint gets no device that has it (resource.k8s.io/v1
// DeviceTaint): its effect is NoSchedule or NoExecute.
bool keeps_claims_off(const kube::Json& taint);

// Where a device has one value of the attribute, "DOMAIN/ID": "string:x"; empty where it lacks it,
// nullopt where it has several.
std::optional<std::string> attribute_value(const kube::Json& body, std::string_view driver,
                                           std::string_view attribute);

// `body` as a selector's variable `device` is made of it (resource.k8s.io/v1 DeviceAttribute and
// DeviceCapacity); its texts are those of `body`. Fails, naming the field, where an attribute has
// not exactly one value of a known type, or a capacity is no quantity.
Result<cel::Device> read_device(std::string_view driver, const kube::Json& body);

}  // namespace drawbridge::rules
