#include "rules/checks/both_paths.h"

#include <string>
#include <vector>

#include "rules/devices/demand_text.h"

namespace drawbridge::rules {

namespace {

// Devices that both requests can get; 0 where they get the same ones for being counted as one.
std::uint32_t shared_devices(const DeviceRequest& extended, const DeviceRequest& claimed,
                             const CheckFacts& facts) {
  if (extended.device_class.empty() || claimed.device_class.empty()) return 0;
  if (extended.device_class == claimed.device_class) return 0;
  return facts.devices.matches().shared_by(extended.device_class, claimed.device_class);
}

std::string asked_text(const DeviceRequest& request) {
  return (request.all ? "all matching" : std::to_string(request.count)) + " " + path_text(request);
}

}  // namespace

void check_both_paths(const PodSubject& subject, const CheckFacts& facts,
                      std::vector<Finding>& findings) {
  std::vector<const DeviceRequest*> by_claim;
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource && !request.generated && !request.admin_access)
      by_claim.push_back(&request);
  }
  for (const DeviceRequest& extended : subject.requests) {
    if (extended.path != Path::kExtendedResource) continue;
    for (const DeviceRequest* claimed : by_claim) {
      const bool same_name = claimed->logical_resource == extended.logical_resource;
      if (!same_name && shared_devices(extended, *claimed, facts) == 0) continue;
      findings.push_back({"BothPaths", Severity::kWarn, "spec",
                          sentence_start(subject.name) + " asks for " +
                              (same_name ? extended.logical_resource : "the same devices") +
                              " twice: " + asked_text(extended) + " and " + asked_text(*claimed) +
                              ", and takes the devices of both.",
                          "Keep one of the two."});
      return;
    }
  }
}

}  // namespace drawbridge::rules
