// Views of what a ResourceClaim asks for, the same for every served version of resource.k8s.io.
//
// v1 and v1beta2 nest a request's fields under `exactly`; v1beta1 has them in the request itself.
// `firstAvailable` is the same in all three. A DeviceClass and a template's claim are read with
// these too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::kube {

// Devices of one claim (resource.k8s.io/v1 AllocationResultsMaxSize).
inline constexpr std::int64_t kClaimDevicesMax = 32;

// A driver's name, in bytes (resource.k8s.io/v1 DriverNameMaxLength).
inline constexpr std::size_t kDriverNameBytesMax = 63;
// A DNS subdomain in small or capital letters (k8s.io/kubernetes, ValidateCSIDriverName).
bool is_driver_name(std::string_view name);

// One way to satisfy a request: `exactly`, an alternative of `firstAvailable`, or a v1beta1
// request. A view; valid as long as the object. Defaults are the API's (ExactCount, 1).
struct DeviceOptionView {
  Json json;

  std::string_view name() const { return json["name"].as_string(); }
  std::string_view device_class() const { return json["deviceClassName"].as_string(); }
  // Each is {cel: {expression}}.
  std::span<const Json> selectors() const { return json["selectors"].elements(); }
  std::span<const Json> tolerations() const { return json["tolerations"].elements(); }
  Json capacity_requests() const { return json["capacity"]["requests"]; }
  bool admin_access() const { return json["adminAccess"].as_bool(); }
  // Every matching device of a node, instead of a number.
  bool all() const { return json["allocationMode"].as_string() == "All"; }
  // Of ExactCount; nullopt for All. What is not positive is refused by the API server and reads
  // as 1.
  std::optional<std::int64_t> count() const;
};

struct DeviceRequestView {
  Json json;

  std::string_view name() const { return json["name"].as_string(); }
  bool first_available() const { return !json["firstAvailable"].is_null(); }
  // 1, or the number of alternatives, in their order of preference.
  std::size_t option_count() const { return first_available() ? json["firstAvailable"].size() : 1; }
  // Precondition: i < option_count().
  DeviceOptionView option(std::size_t i) const;
};

// The spec of a ResourceClaim, or the inner spec of a ResourceClaimTemplate.
class ClaimSpecView {
 public:
  explicit ClaimSpecView(Json spec) : devices_(spec["devices"]) {}
  // `object` is a ResourceClaim or a ResourceClaimTemplate; any other kind asks for nothing.
  static ClaimSpecView of(const Json& object);

  std::size_t request_count() const { return devices_["requests"].elements().size(); }
  DeviceRequestView request(std::size_t i) const { return {devices_["requests"].at(i)}; }
  std::span<const Json> constraints() const { return devices_["constraints"].elements(); }
  std::span<const Json> config() const { return devices_["config"].elements(); }
  const Json& devices() const { return devices_; }

 private:
  Json devices_;
};

}  // namespace drawbridge::kube
