#include "webhook/decide/queues/queue_undercharged.h"

#include <algorithm>
#include <string>

#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "kube/api/saturating.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using quota::CountedDevices;
using rules::Finding;
using rules::Severity;
using rules::shown;

// API: WorkloadStatus.admission.podSetAssignments, by the name of the pod set.
Json assignment_of(const Json& workload, std::string_view pod_set) {
  for (const Json& each : workload["status"]["admission"]["podSetAssignments"].elements()) {
    if (each["name"].as_string() == pod_set) return each;
  }
  return {};
}

// What the pod set was charged of the resource, which it may not have been at all; nullopt where
// that can't be read.
std::optional<std::int64_t> charged(const Json& assignment, std::string_view resource) {
  const Json usage = assignment["resourceUsage"][resource];
  if (usage.is_null()) return 0;
  const Result<kube::Quantity> amount = kube::Quantity::from_json(usage);
  return amount ? amount->checked_value() : std::nullopt;
}

// What they ask by, and what has changed since they came.
std::string asked_text(const CountedDevices& devices) {
  return devices.by_template
             ? "by template " + shown(devices.source, 60) + ": the template was made anew"
             : "as extended resource " + shown(devices.source, 60) + ": its DeviceClass came later";
}

std::string cause_of(const CountedDevices& devices, std::string_view ns) {
  return devices.by_template
             ? "ResourceClaimTemplate " + std::string(ns) + "/" + shown(devices.source, 253)
             : "DeviceClass " + shown(devices.device_class, 253);
}

Finding undercharged_finding(const Json& workload, std::string_view pod_set,
                             const CountedDevices& devices, std::int64_t before, std::int64_t now) {
  const kube::ObjectView view(workload);
  const std::string ns = shown(view.ns(), 63);
  return {"WorkloadUndercharged",
          Severity::kWarn,
          "status.admission",
          "Kueue admitted this Workload for " + std::to_string(before) + " " +
              shown(devices.resource, 60) + " (pod set " + shown(pod_set, 40) +
              "), and its pods ask for " + std::to_string(now) + " " + asked_text(devices) +
              ", or Kueue's mapping changed.",
          "Have it admitted anew: kubectl patch workload -n " + ns + " " + shown(view.name(), 63) +
              " --type=merge -p '{\"spec\":{\"active\":false}}', then true.",
          cause_of(devices, ns)};
}

}  // namespace

std::vector<Finding> undercharged(const Json& workload, const quota::QueueDemand& demand) {
  std::vector<Finding> findings;
  if (workload["status"]["admission"].is_null()) return findings;
  const std::string ns = shown(kube::ObjectView(workload).ns(), 63);
  const auto sets = workload["spec"]["podSets"].elements();
  for (std::size_t i = 0; i < std::min(sets.size(), demand.pod_sets.size()); ++i) {
    const std::string_view name = sets[i]["name"].as_string("main");
    const Json assignment = assignment_of(workload, name);
    const std::int64_t pods = assignment["count"].as_int(0);
    for (const CountedDevices& devices : demand.pod_sets[i].devices) {
      const auto asked = demand.pod_sets[i].requests.find(devices.resource);
      // A source counts by what is published, which changes by itself.
      if (devices.metered || asked == demand.pod_sets[i].requests.end()) continue;
      const std::optional<std::int64_t> before = charged(assignment, devices.resource);
      const std::int64_t now = kube::saturating_multiply(asked->second, pods);
      const bool is_told = std::any_of(findings.begin(), findings.end(), [&](const Finding& one) {
        return one.cause == cause_of(devices, ns);
      });
      if (before && now > *before && !is_told)
        findings.push_back(undercharged_finding(workload, name, devices, *before, now));
    }
  }
  return findings;
}

}  // namespace drawbridge::admission
