#include "rules/devices/allocated_devices.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

Json results_of(const Json& claim) {
  return claim["status"]["allocation"]["devices"]["results"];
}

bool is_taken(const Json& result) {
  return !result["adminAccess"].as_bool() && result["shareID"].is_null() &&
         result["consumedCapacity"].is_null();
}

std::string pool_of(const Json& result) {
  return std::string(result["driver"].as_string()) + "/" + std::string(result["pool"].as_string());
}

}  // namespace

void AllocatedDevices::change(const Json& before, const Json& after,
                              const std::function<void(std::string_view pool)>& changed) {
  if (results_of(before) == results_of(after)) return;
  for (const Json& result : results_of(after).elements()) {
    if (!is_taken(result)) continue;
    std::string pool = pool_of(result);
    ++pools_[pool][std::string(result["device"].as_string())];
    changed(pool);
  }
  for (const Json& result : results_of(before).elements()) {
    if (!is_taken(result)) continue;
    const std::string key = pool_of(result);
    const auto pool = pools_.find(key);
    const auto device = pool->second.find(result["device"].as_string());
    if (--device->second == 0) pool->second.erase(device);
    if (pool->second.empty()) pools_.erase(pool);
    changed(key);
  }
}

const AllocatedDevices::OfPool* AllocatedDevices::of(std::string_view pool) const {
  const auto found = pools_.find(pool);
  return found == pools_.end() ? nullptr : &found->second;
}

}  // namespace drawbridge::rules
