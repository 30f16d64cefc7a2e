#include "webhook/admission/quota_check.h"

#include <algorithm>
#include <map>
#include <utility>

#include "rules/devices/demand_text.h"

namespace drawbridge::admission {
namespace {

using rules::DeviceRequest;
using rules::Finding;
using rules::Path;
using rules::Severity;

// "12", or what 32 stands for.
std::string asked_text(const kube::Quantity& asked, const std::vector<DeviceRequest>& requests) {
  const auto is_all = [](const DeviceRequest& request) { return request.all; };
  if (std::all_of(requests.begin(), requests.end(), is_all))
    return "all matching devices, counted as " + asked.canonical();
  if (std::any_of(requests.begin(), requests.end(), is_all))
    return asked.canonical() + " with all matching devices counted";
  return asked.canonical();
}

// What fits now, what has to be freed or, where the whole quota is less than what is asked for, how
// far it has to be raised.
std::string fix_of(const quota::Shortfall& shortfall, const std::string& ns) {
  kube::Quantity left = shortfall.hard;
  left.sub(shortfall.used);
  const std::string less = left.sign() > 0 ? "Ask for " + left.canonical() + ", or " : "";
  if (shortfall.asked > shortfall.hard) {
    kube::Quantity needed = shortfall.used;
    needed.add(shortfall.asked);
    return (less.empty() ? "Have the quota raised to " : less + "have the quota raised to ") +
           needed.canonical() + ": kubectl get devicequota -n " + ns + ".";
  }
  kube::Quantity over = shortfall.asked;
  over.sub(left);
  const std::string see = ": kubectl get pods -n " + ns + " shows what uses them.";
  if (less.empty()) return "Free " + over.canonical() + ", or have the quota raised" + see;
  const bool one = over == kube::Quantity::from_int(1);
  return less + "free " + (one ? "one" : over.canonical()) + see;
}

Finding exceeded(const quota::Shortfall& shortfall, std::string_view ns, std::string_view name,
                 const std::vector<DeviceRequest>& requests) {
  return {"QuotaExceeded",
          shortfall.enforcement == quota::DeviceQuota::Enforcement::kDeny ? Severity::kDeny
                                                                          : Severity::kWarn,
          "spec",
          std::string(ns) + " has " + shortfall.used.canonical() + " of " +
              shortfall.hard.canonical() + " " + shortfall.resource + " in use (DeviceQuota " +
              shortfall.quota + ") and " + std::string(name) + " asks for " +
              asked_text(shortfall.asked, requests) + " (" + rules::sources_text(requests) + ").",
          fix_of(shortfall, std::string(ns))};
}

}  // namespace

std::vector<Finding> check_quota(std::span<const quota::DeviceQuota> quotas, std::string_view ns,
                                 std::string_view name, std::span<const DeviceRequest> requests) {
  std::vector<Finding> findings;
  if (quotas.empty()) return findings;
  std::map<std::string, kube::Quantity, std::less<>> demand;
  std::map<std::string, std::vector<DeviceRequest>, std::less<>> sources;
  for (const DeviceRequest& request : requests) {
    if (request.path == Path::kSharedClaim || request.admin_access) continue;
    demand[request.logical_resource].add(kube::Quantity::from_int(request.count));
    sources[request.logical_resource].push_back(request);
  }
  for (const quota::DeviceQuota& device_quota : quotas) {
    for (const quota::Shortfall& shortfall : quota::shortfalls(device_quota, demand)) {
      findings.push_back(exceeded(shortfall, ns, name, sources[shortfall.resource]));
    }
  }
  return findings;
}

}  // namespace drawbridge::admission
