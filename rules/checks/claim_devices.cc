#include "rules/checks/claim_devices.h"

#include <algorithm>
#include <string>

#include "kube/api/claim.h"
#include "rules/checks/claim_options.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::DeviceRequestView;

// The least that the request can be satisfied with; `All` is one device or more.
std::int64_t least_devices(const DeviceRequestView& request) {
  std::int64_t least = INT32_MAX;
  for (std::size_t j = 0; j < request.option_count(); ++j)
    least = std::min(least, request.option(j).count().value_or(1));
  return request.option_count() == 0 ? 0 : least;
}

}  // namespace

void check_claim_devices(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                         std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  const ClaimSpecView claim = ClaimSpecView::of(subject.object);
  std::int64_t devices = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(claim.request_count(), 1024); ++i)
    devices += least_devices(claim.request(i));
  if (devices <= kube::kClaimDevicesMax) return;
  const bool one = claim.request_count() == 1;
  findings.push_back({"TooManyDevices", Severity::kDeny, requests_path(subject.object),
                      "This claim asks for " + std::to_string(devices) +
                          " devices, and no claim is ever given more than 32.",
                      one ? "Write a count of at most 32; further devices go into a second claim."
                          : "Ask for at most 32 in all; further devices go into a second claim."});
}

}  // namespace drawbridge::rules
