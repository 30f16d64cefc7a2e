#include "rules/checks/claim_devices.h"

#include <algorithm>
#include <string>

#include "kube/api/saturating.h"
#include "rules/checks/claim_options.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::DeviceRequestView;

// The least that the request can be satisfied with; `All` is one device or more.
std::int64_t least_devices(const DeviceRequestView& request) {
  std::int64_t least = INT64_MAX;
  for (std::size_t j = 0; j < request.option_count(); ++j)
    least = std::min(least, request.option(j).count().value_or(1));
  return request.option_count() == 0 ? 0 : least;
}

std::string most_text() {
  return std::to_string(kube::kClaimDevicesMax);
}

}  // namespace

std::int64_t least_devices_of(const ClaimSpecView& claim) {
  std::int64_t devices = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(claim.request_count(), 1024); ++i)
    devices = kube::saturating_add(devices, least_devices(claim.request(i)));
  return devices;
}

void check_pod_claim_devices(const PodSubject& subject, const CheckFacts& facts,
                             std::vector<Finding>& findings) {
  for (const PodClaim& claim : subject.claims) {
    if (claim.found.object.is_null()) continue;
    const std::int64_t devices = least_devices_of(claim.spec());
    if (devices <= kube::kClaimDevicesMax) continue;
    findings.push_back(
        {"TooManyDevices", Severity::kWarn, claim.field(),
         "Claim " + shown(claim.name, 40) + " (" + claim.source_text() + ") asks for " +
             devices_asked_text(devices) + ", and no claim is ever given more than " + most_text() +
             ": " + std::string(subject.name) + " stays Pending.",
         "Ask for at most " + most_text() + "; further devices go into a second claim.",
         claim.cause(facts.ns)});
  }
}

void check_claim_devices(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                         std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  const ClaimSpecView claim = ClaimSpecView::of(subject.object);
  const std::int64_t devices = least_devices_of(claim);
  if (devices <= kube::kClaimDevicesMax) return;
  const bool one = claim.request_count() == 1;
  findings.push_back({"TooManyDevices", Severity::kDeny, requests_path(subject.object),
                      "This claim asks for " + devices_asked_text(devices) +
                          ", and no claim is ever given more than " + most_text() + ".",
                      (one ? "Write a count of at most " : "Ask for at most ") + most_text() +
                          (one ? "" : " in all") + "; further devices go into a second claim."});
}

}  // namespace drawbridge::rules
