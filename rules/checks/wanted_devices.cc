#include "rules/checks/wanted_devices.h"

#include <algorithm>

namespace drawbridge::rules {
namespace {

bool is_allocated(std::string_view claim, const CheckFacts& facts) {
  return !facts.claim(claim).object["status"]["allocation"].is_null();
}

}  // namespace

bool needs_class(const DeviceRequest& request, const CheckFacts& facts) {
  if (request.device_class.empty() || request.admin_access || request.all) return false;
  switch (request.path) {
    case Path::kExtendedResource: {
      if (!facts.devices.nodes().offering(request.source).empty()) return false;
      const auto found = facts.mappings.find(request.source, facts.namespace_labels);
      return !found.match || found.match->rule->options.size() == 1;
    }
    case Path::kClaimTemplate:
      return !request.asked.first_available();
    case Path::kSharedClaim:
      return !request.asked.first_available() && !is_allocated(request.source, facts);
  }
  return false;
}

std::map<std::string_view, WantedDevices> wanted_devices(const PodSubject& subject,
                                                         const CheckFacts& facts) {
  std::map<std::string_view, WantedDevices> by_class;
  for (const DeviceRequest& request : subject.requests) {
    if (!needs_class(request, facts)) continue;
    WantedDevices& wanted = by_class[request.device_class];
    wanted.count += std::min<std::int64_t>(request.count, kube::kClaimDevicesMax);
    if (wanted.first == nullptr) wanted.first = &request;
    // The extended resources of a pod become one claim.
    const bool in_one_claim = request.path == Path::kExtendedResource;
    wanted.too_many |= request.count > kube::kClaimDevicesMax ||
                       (in_one_claim && wanted.count > kube::kClaimDevicesMax);
  }
  return by_class;
}

}  // namespace drawbridge::rules
