#include "webhook/admission/pod_checks.h"

#include <map>
namespace drawbridge::admission {
namespace {

using rules::DeviceRequest;
using rules::Finding;
using rules::Path;
using rules::Severity;

std::string path_text(const DeviceRequest& request) {
  switch (request.path) {
    case Path::kExtendedResource:
      return "as extended resource " + rules::shown(request.source);
    case Path::kClaimTemplate:
      return "by template " + rules::shown(request.source);
    case Path::kSharedClaim:
      return "by claim " + rules::shown(request.source);
  }
  return {};
}

// BothPaths: one logical resource reached as extended resource and by claim. Each path hands out
// devices of its own, so the pod gets both.
std::vector<Finding> both_paths(const std::vector<DeviceRequest>& requests) {
  std::vector<Finding> findings;
  for (const DeviceRequest& extended : requests) {
    // A claim that we made from the same resource stands for it.
    const bool as_resource = extended.path == Path::kExtendedResource || extended.generated;
    if (!as_resource) continue;
    for (const DeviceRequest& claimed : requests) {
      if (claimed.path == Path::kExtendedResource || claimed.generated) continue;
      if (claimed.logical_resource != extended.logical_resource) continue;
      findings.push_back({"BothPaths", Severity::kWarn, "spec",
                          "This pod asks for " + extended.logical_resource +
                              " twice: " + std::to_string(extended.count) + " " +
                              path_text(extended) + " and " + std::to_string(claimed.count) + " " +
                              path_text(claimed) + ", which are " +
                              std::to_string(extended.count + claimed.count) + " devices.",
                          "Keep one of the two."});
      return findings;
    }
  }
  return findings;
}

std::string sources_text(const std::vector<const DeviceRequest*>& requests) {
  std::string text;
  for (const DeviceRequest* request : requests) {
    if (text.size() > 160) return text + " and others";
    if (!text.empty()) text += ", ";
    if (!request->container.empty()) text += "container " + rules::shown(request->container) + " ";
    text += path_text(*request);
  }
  return text;
}

Finding exceeded(const quota::Shortfall& shortfall, std::string_view ns,
                 const std::string& sources) {
  kube::Quantity left = shortfall.hard;
  left.sub(shortfall.used);
  const std::string unused = left.sign() > 0 ? left.canonical() : "0";
  return {"QuotaExceeded",
          shortfall.enforcement == quota::DeviceQuota::Enforcement::kDeny ? Severity::kDeny
                                                                          : Severity::kWarn,
          "spec",
          std::string(ns) + " has " + shortfall.used.canonical() + " of " +
              shortfall.hard.canonical() + " " + shortfall.resource + " in use (DeviceQuota " +
              shortfall.quota + ") and this Pod asks for " + shortfall.asked.canonical() + " (" +
              sources + ").",
          left.sign() > 0
              ? "Ask for " + unused + " or fewer, or free some: kubectl get devicequota -n " +
                    std::string(ns) + "."
              : "Free some, or have the quota raised: kubectl get devicequota -n " +
                    std::string(ns) + "."};
}

// A claim that users share is charged to itself, not to the pods that use it.
std::vector<Finding> quota(const std::vector<DeviceRequest>& requests, const PodCheckInput& input) {
  std::vector<Finding> findings;
  const auto& quotas = input.snapshot.device_quotas_of(input.ns);
  if (quotas.empty()) return findings;
  std::map<std::string, kube::Quantity, std::less<>> demand;
  std::map<std::string, std::vector<const DeviceRequest*>, std::less<>> sources;
  for (const DeviceRequest& request : requests) {
    if (request.path == Path::kSharedClaim) continue;
    demand[request.logical_resource].add(kube::Quantity::from_int(request.count));
    sources[request.logical_resource].push_back(&request);
  }
  for (const quota::DeviceQuota& device_quota : quotas) {
    for (const quota::Shortfall& shortfall : quota::shortfalls(device_quota, demand)) {
      findings.push_back(exceeded(shortfall, input.ns, sources_text(sources[shortfall.resource])));
    }
  }
  return findings;
}

}  // namespace

std::vector<Finding> check_pod(const kube::PodView& pod, const PodCheckInput& input) {
  const Snapshot& snapshot = input.snapshot;
  const std::vector<DeviceRequest> requests =
      rules::device_requests({pod, snapshot.mappings(), snapshot.devices(), input.namespace_labels,
                              input.claim_template, input.claim});
  std::vector<Finding> findings = both_paths(requests);
  for (Finding& finding : quota(requests, input)) findings.push_back(std::move(finding));
  return findings;
}

}  // namespace drawbridge::admission
