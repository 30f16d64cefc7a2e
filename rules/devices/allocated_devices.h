// AllocatedDevices: which devices claims have to themselves, by pool. Part of DeviceMatches.
//
// Counted are the devices of status.allocation.devices.results (resource.k8s.io DeviceRequest-
// AllocationResult) that nobody else gets: not those with a shareID, which several claims share
// (KEP-5075), nor those of adminAccess, which takes none (KEP-5018).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::rules {

// Used by one thread.
class AllocatedDevices {
 public:
  // By name; the claims that have it.
  using OfPool = std::map<std::string, std::uint32_t, std::less<>>;

  // A ResourceClaim took the place of `before`; null on either side. changed() is told of each
  // pool, as "DRIVER/POOL".
  void change(const kube::Json& before, const kube::Json& after,
              const std::function<void(std::string_view pool)>& changed);
  // nullptr where none is allocated.
  const OfPool* of(std::string_view pool) const;

 private:
  std::map<std::string, OfPool, std::less<>> pools_;
};

}  // namespace drawbridge::rules
