#include "quota/device_quota.h"

#include "kube/api/object.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::Quantity;
using Amounts = std::map<std::string, Quantity, std::less<>>;

Status read_amounts(const Json& from, const std::string& path, Amounts& to) {
  for (const Json::Member& entry : from.members()) {
    const std::string field = path + "[" + std::string(entry.key()) + "]";
    Result<Quantity> amount = Quantity::from_json(entry.value);
    if (!amount) return Error{amount.error().message, field};
    if (amount->sign() < 0) return Error{"must not be negative", field};
    to.insert_or_assign(std::string(entry.key()), *amount);
  }
  return {};
}

}  // namespace

Result<DeviceQuota> DeviceQuota::read(const Json& object) {
  DeviceQuota quota;
  quota.name = std::string(kube::ObjectView(object).name());
  const Json enforcement = object["spec"]["enforcement"];
  if (enforcement.as_string() == "Warn") {
    quota.enforcement = Enforcement::kWarn;
  } else if (!enforcement.is_null() && enforcement.as_string() != "Deny") {
    return Error{"must be Deny or Warn", "spec.enforcement"};
  }
  if (Status status = read_amounts(object["spec"]["hard"], "spec.hard", quota.hard); !status) {
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
