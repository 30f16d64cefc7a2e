// DeviceQuota (drawbridge.dev/v1alpha1): how much of each logical resource a namespace may have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/quantity.h"
#include "kube/api/result.h"
#include "quota/amounts.h"

namespace drawbridge::quota {

struct DeviceQuota {
  enum class Enforcement : std::uint8_t { kDeny, kWarn };

  // What becomes of a request that can't be counted in time.
  enum class FailurePolicy : std::uint8_t { kFail, kIgnore };

  std::string name;
  Enforcement enforcement = Enforcement::kDeny;
  FailurePolicy failure_policy = FailurePolicy::kFail;
  // Plain pods behind Kueue's scheduling gate cost nothing until it opens.
  bool exclude_queued = false;
  std::int64_t generation = 0;  // metadata.generation; 0 in a file
  Amounts hard;
  Amounts used;  // status.used

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

// What of `demand` does not fit. A resource that the quota does not
// name is not limited by it.
std::vector<Shortfall> shortfalls(const DeviceQuota& quota, const Amounts& demand);

}  // namespace drawbridge::quota
