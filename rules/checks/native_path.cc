#include "rules/checks/native_path.h"

#include <algorithm>
#include <string>

#include "kube/api/claim.h"
#include "kube/api/json_writer.h"
#include "kube/api/quantity.h"
#include "kube/api/saturating.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {

std::vector<const DeviceRequest*> native_requests(const PodSubject& subject,
                                                  const CheckFacts& facts) {
  std::vector<const DeviceRequest*> natives;
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource || request.device_class.empty()) continue;
    if (request.rule != nullptr) continue;
    if (!facts.devices.nodes().offering(request.source).empty()) continue;
    if (facts.devices.device_class(request.device_class) != nullptr) natives.push_back(&request);
  }
  return natives;
}

kube::Document native_claim(const std::vector<const DeviceRequest*>& requests) {
  std::string text;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    text += (i == 0 ? R"([{"name":"container-0-request-)" : R"(,{"name":"container-0-request-)") +
            std::to_string(i) + R"(","exactly":{"deviceClassName":)";
    kube::write_json_string(requests[i]->device_class, text);
    text += R"(,"count":)" + std::to_string(requests[i]->count) + "}}";
  }
  Result<kube::Document> claim = kube::read_json(text + "]");
  return claim ? std::move(*claim) : kube::Document();
}

void check_native_devices(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  std::int64_t devices = 0;
  std::string names;
  for (const DeviceRequest* request : native_requests(subject, facts)) {
    devices = kube::saturating_add(devices, request->count);
    if (names.size() < 60) names += (names.empty() ? "" : ", ") + shown(request->source, 60);
  }
  if (devices <= kube::kClaimDevicesMax) return;
  findings.push_back({"TooManyDevices", Severity::kWarn, "spec",
                      sentence_start(subject.name) + " asks for " + devices_asked_text(devices) +
                          " as " + names +
                          ", which Kubernetes gives by one claim, and no claim is ever given more "
                          "than " +
                          std::to_string(kube::kClaimDevicesMax) + ": it stays Pending.",
                      "Ask for at most " + std::to_string(kube::kClaimDevicesMax) +
                          " in all, or spread the work over more pods."});
}

void check_native_fractions(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings) {
  const auto is_fraction = [](const kube::Json& value) {
    const Result<kube::Quantity> read = kube::Quantity::from_json(value);
    if (!read || read->sign() <= 0) return false;
    const auto whole = read->checked_value();
    return whole && kube::Quantity::from_int(*whole) != *read;
  };
  for (std::size_t i = 0; i < subject.pod.container_count(); ++i) {
    const kube::ContainerView container = subject.pod.container(i);
    for (const kube::Json& amounts : {container.requests(), container.limits()}) {
      for (const kube::Json::Member& entry : amounts.members()) {
        const std::string_view name = implicit_class(entry.key());
        if (name.empty() || facts.devices.device_class(name) == nullptr) continue;
        if (!is_fraction(entry.value)) continue;
        return findings.push_back(
            {"ResourceQuantityInvalid", Severity::kWarn, "spec",
             "Container " + shown(container.name(), 40) + " asks for " +
                 (entry.value.is_string() ? shown(entry.value.as_string(), 20)
                                          : kube::to_text(entry.value)) +
                 " of class " + shown(name, 50) +
                 "; a device is given whole, and the scheduler fails with a fraction.",
             "Write a whole number."});
      }
    }
  }
}

}  // namespace drawbridge::rules
