#include "quota/device_quota.h"

#include "kube/api/object.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::Quantity;

// One of two words; nothing, where the field is not there, for the first.
Result<bool> is_second(const Json& value, const char* first, const char* second,
                       const char* field) {
  if (value.is_null() || value.as_string() == first) return false;
  if (value.as_string() == second) return true;
  return Error{std::string("must be ") + first + " or " + second, field};
}

}  // namespace

Result<DeviceQuota> DeviceQuota::read(const Json& object) {
  DeviceQuota quota;
  quota.name = std::string(kube::ObjectView(object).name());
  quota.generation = object["metadata"]["generation"].as_int();
  const Json& spec = object["spec"];
  const Result<bool> warns = is_second(spec["enforcement"], "Deny", "Warn", "spec.enforcement");
  if (!warns) return warns.error();
  if (*warns) quota.enforcement = Enforcement::kWarn;
  const Result<bool> ignores =
      is_second(spec["failurePolicy"], "Fail", "Ignore", "spec.failurePolicy");
  if (!ignores) return ignores.error();
  if (*ignores) quota.failure_policy = FailurePolicy::kIgnore;
  quota.exclude_queued = spec["excludeQueued"].as_bool();
  if (Status status = read_amounts(spec["hard"], "spec.hard", quota.hard); !status) {
    return std::move(status).error();
  }
  if (Status status = read_amounts(object["status"]["used"], "status.used", quota.used); !status) {
    return std::move(status).error();
  }
  return quota;
}

std::vector<Shortfall> shortfalls(const DeviceQuota& quota, const Amounts& demand) {
  std::vector<Shortfall> result;
  for (const auto& [resource, asked] : demand) {
    const auto hard = quota.hard.find(resource);
    if (hard == quota.hard.end()) continue;
    const auto counted = quota.used.find(resource);
    const Quantity used = counted == quota.used.end() ? Quantity::from_int(0) : counted->second;
    Quantity total = used;
    total.add(asked);
    if (total <= hard->second) continue;
    result.push_back({quota.name, resource, quota.enforcement, hard->second, used, asked});
  }
  return result;
}

}  // namespace drawbridge::quota
