#include "rules/checks/wanted_devices.h"

#include <algorithm>
#include <string_view>

namespace drawbridge::rules {
namespace {

bool is_allocated(std::string_view claim, const CheckFacts& facts) {
  return !facts.claim(claim).object["status"]["allocation"].is_null();
}

// Of a request with alternatives: all their devices are published by one driver.
bool is_of_one_driver(const kube::DeviceRequestView& request, const CheckFacts& facts) {
  std::string_view driver;
  for (std::size_t i = 0; i < request.option_count(); ++i) {
    const auto& drivers =
        facts.devices.matches().drivers_of_class(request.option(i).device_class());
    if (drivers.size() != 1 || (i > 0 && drivers.front() != driver)) return false;
    driver = drivers.front();
  }
  return true;
}

// No device plugin serves it, and no claim that is allocated already.
bool is_to_be_had(const DeviceRequest& request, const CheckFacts& facts) {
  if (request.device_class.empty()) return false;
  if (request.path == Path::kSharedClaim) return !is_allocated(request.source, facts);
  return request.path != Path::kExtendedResource ||
         facts.devices.nodes().offering(request.source).empty();
}

bool has_alternatives(const DeviceRequest& request) {
  if (request.path != Path::kExtendedResource) return request.asked.first_available();
  return request.rule != nullptr && request.rule->options.size() != 1;
}

}  // namespace

bool needs_class(const DeviceRequest& request, const CheckFacts& facts) {
  return !request.admin_access && !request.all && is_to_be_had(request, facts) &&
         !has_alternatives(request);
}

bool needs_driver(const DeviceRequest& request, const CheckFacts& facts) {
  if (!is_to_be_had(request, facts)) return false;
  if (!has_alternatives(request)) return true;
  return request.path != Path::kExtendedResource && is_of_one_driver(request.asked, facts);
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

const MatchCount* devices_for(const kube::DeviceOptionView& option, const MatchTable& table) {
  const MatchCount* devices = table.count_of_request(option.device_class(), option.selectors());
  return devices == nullptr ? table.of_class(option.device_class()) : devices;
}

const MatchCount* selected_by(const DeviceRequest& request, const CheckFacts& facts) {
  const MatchTable& table = facts.devices.matches();
  if (request.path == Path::kExtendedResource) {
    return request.rule != nullptr ? table.of_option(request.rule->options.front()) : nullptr;
  }
  const auto selectors = request.option.selectors();
  return selectors.empty() ? nullptr : table.count_of_request(request.device_class, selectors);
}

std::vector<std::string_view> added_tolerations(const PodSubject& subject) {
  std::vector<std::string_view> keys;
  for (const DeviceRequest& request : subject.requests) {
    if (request.path == Path::kExtendedResource) keys.push_back(request.source);
  }
  return keys;
}

NodeChoice node_choice(const PodSubject& subject) {
  return NodeChoice(subject.pod.spec(), added_tolerations(subject));
}

}  // namespace drawbridge::rules
