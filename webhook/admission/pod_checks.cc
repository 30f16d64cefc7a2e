#include "webhook/admission/pod_checks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "rules/devices/demand.h"

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
      // Its author asked for a resource, not for a template.
      if (!request.rewritten_from.empty())
        return "rewritten from " + rules::shown(request.rewritten_from);
      return "by template " + rules::shown(request.source);
    case Path::kSharedClaim:
      return "by claim " + rules::shown(request.source);
  }
  return {};
}

std::string sentence_start(std::string_view subject) {
  std::string text(subject);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Of a finding, what lists where devices are asked for.
constexpr std::size_t kSourcesBytesMax = 160;

// "container trainer, class gpu.nvidia.com, as extended resource nvidia.com/gpu"
std::string source_text(const DeviceRequest& request) {
  std::string text;
  if (!request.container.empty()) text += "container " + rules::shown(request.container) + ", ";
  if (!request.device_class.empty()) text += "class " + rules::shown(request.device_class) + ", ";
  return text + path_text(request);
}

// Several requests of one claim read alike, and are told once.
std::string sources_text(const std::vector<DeviceRequest>& requests) {
  std::set<std::string> told;
  std::string text;
  for (const DeviceRequest& request : requests) {
    std::string source = source_text(request);
    if (told.contains(source)) continue;
    if (text.size() > kSourcesBytesMax) return text + " and others";
    text += (text.empty() ? "" : "; ") + source;
    told.insert(std::move(source));
  }
  return text;
}

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

Finding exceeded(const quota::Shortfall& shortfall, const PodCheckInput& input,
                 const std::vector<DeviceRequest>& requests) {
  const std::string ns(input.ns);
  return {"QuotaExceeded",
          shortfall.enforcement == quota::DeviceQuota::Enforcement::kDeny ? Severity::kDeny
                                                                          : Severity::kWarn,
          "spec",
          ns + " has " + shortfall.used.canonical() + " of " + shortfall.hard.canonical() + " " +
              shortfall.resource + " in use (DeviceQuota " + shortfall.quota + ") and " +
              std::string(input.subject) + " asks for " + asked_text(shortfall.asked, requests) +
              " (" + sources_text(requests) + ").",
          fix_of(shortfall, ns)};
}

std::vector<DeviceRequest> requests_of(const kube::PodView& pod, const PodCheckInput& input) {
  return rules::device_requests({pod, input.snapshot.mappings(), input.snapshot.devices(),
                                 input.namespace_labels, input.claim_template, input.claim});
}

bool asks_for_extended_resource(const kube::PodView& pod) {
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const kube::ContainerView container = pod.container(i);
    // In the pod template of a workload a limit may stand alone.
    for (const kube::Json& names : {container.requests(), container.limits()}) {
      for (const kube::Json::Member& entry : names.members()) {
        if (rules::names_devices(entry.key())) return true;
      }
    }
  }
  return false;
}

}  // namespace

bool template_content_matters(const kube::PodView& pod, std::string_view ns,
                              const Snapshot& snapshot) {
  if (pod.resource_claims().empty()) return false;
  return !snapshot.device_quotas_of(ns).empty() || asks_for_extended_resource(pod);
}

// BothPaths: one logical resource reached as extended resource and by claim. Each path hands out
// devices of its own, so the pod gets both.
std::vector<Finding> check_overlap(const kube::PodView& pod, const PodCheckInput& input) {
  if (pod.resource_claims().empty() || !asks_for_extended_resource(pod)) return {};
  const std::vector<DeviceRequest> requests = requests_of(pod, input);
  std::map<std::string_view, const DeviceRequest*> by_claim;  // the first of each logical resource
  for (const DeviceRequest& request : requests) {
    if (request.path != Path::kExtendedResource && !request.generated)
      by_claim.emplace(request.logical_resource, &request);
  }
  for (const DeviceRequest& extended : requests) {
    if (extended.path != Path::kExtendedResource) continue;
    if (const auto found = by_claim.find(extended.logical_resource); found != by_claim.end()) {
      const DeviceRequest& claimed = *found->second;
      return {{"BothPaths", Severity::kWarn, "spec",
               sentence_start(input.subject) + " asks for " + extended.logical_resource +
                   " twice: " + std::to_string(extended.count) + " " + path_text(extended) +
                   " and " + (claimed.all ? "all matching" : std::to_string(claimed.count)) + " " +
                   path_text(claimed) + ", and takes the devices of both.",
               "Keep one of the two."}};
    }
  }
  return {};
}

// A claim that users share is charged to itself, not to the pods that use it.
std::vector<Finding> check_quota(const kube::PodView& pod, const PodCheckInput& input) {
  std::vector<Finding> findings;
  const auto& quotas = input.snapshot.device_quotas_of(input.ns);
  if (quotas.empty()) return findings;
  std::map<std::string, kube::Quantity, std::less<>> demand;
  std::map<std::string, std::vector<DeviceRequest>, std::less<>> sources;
  for (const DeviceRequest& request : requests_of(pod, input)) {
    if (request.path == Path::kSharedClaim) continue;
    demand[request.logical_resource].add(kube::Quantity::from_int(request.count));
    sources[request.logical_resource].push_back(request);
  }
  for (const quota::DeviceQuota& device_quota : quotas) {
    for (const quota::Shortfall& shortfall : quota::shortfalls(device_quota, demand)) {
      findings.push_back(exceeded(shortfall, input, sources[shortfall.resource]));
    }
  }
  return findings;
}

}  // namespace drawbridge::admission
