// The alternatives of a claim's requests with the paths of their fields.
#pragma once

#include <string>

#include "kube/api/claim.h"

namespace drawbridge::rules {

// "spec.devices.requests", of a template "spec.spec.devices.requests".
inline std::string requests_path(const kube::Json& object) {
  return kube::ObjectView(object).kind() == "ResourceClaimTemplate" ? "spec.spec.devices.requests"
                                                                    : "spec.devices.requests";
}

// Calls visit(const kube::DeviceOptionView&, const std::string& path) for every alternative of
// every request of a ResourceClaim or ResourceClaimTemplate.
template <typename Visit>
void for_each_option(const kube::Json& object, Visit visit) {
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(object);
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    std::string path = requests_path(object) + "[" + std::to_string(i) + "]";
    if (!request.first_available() && !request.json["exactly"].is_null()) path += ".exactly";
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      visit(request.option(j),
            request.first_available() ? path + ".firstAvailable[" + std::to_string(j) + "]" : path);
    }
  }
}

}  // namespace drawbridge::rules
