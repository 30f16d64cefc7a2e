// DeviceQuota (drawbridge.dev/v1alpha1): how much of each logical resource a namespace may have.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/quantity.h"
#include "kube/api/result.h"

namespace drawbridge::quota {

struct DeviceQuota {
  enum class Enforcement : std::uint8_t { kDeny, kWarn };

  std::string name;
  Enforcement enforcement = Enforcement::kDeny;
  std::map<std::string, kube::Quantity, std::less<>> hard;
  std::map<std::string, kube::Quantity, std::less<>> used;  // status.used

  // Fails naming the field.
  static Result<DeviceQuota> read(const kube::Json& object);
};

// A logical resource of which a quota has not enough left.
struct Shortfall {
  std::string quota;
  std::string resource;
  DeviceQuota::Enforcement enforcement = DeviceQuota::Enforcement::kDeny;
  kube::Quantity hard;
  kube::Quantity used;
  kube::Quantity asked;
};

// What of `demand` (logical resource -> amount) does not fit. A resource that the quota does not
// name is not limited by it.
std::vector<Shortfall> shortfalls(const DeviceQuota& quota,
                                  const std::map<std::string, kube::Quantity, std::less<>>& demand);

}  // namespace drawbridge::quota
