#include "rules/checks/class_before_workload.h"

#include <set>
#include <string>

#include "rules/checks/class_texts.h"
#include "rules/checks/native_path.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

// The class without whose devices the request waits; empty where there are others to choose from.
// What its own selectors ask can only make them fewer.
std::string_view only_class(const kube::DeviceRequestView& request) {
  if (request.first_available()) return {};
  const kube::DeviceOptionView option = request.option(0);
  return option.admin_access() ? std::string_view() : option.device_class();
}

constexpr std::string_view kGpuClass = "gpu.nvidia.com";

// Devices of the driver that the class asks for are published; empty where none are.
std::string published_driver(std::string_view name, const CheckFacts& facts) {
  const std::string driver = driver_of_class(name, facts, words_of(facts));
  return facts.devices.vocabulary().driver(driver) == nullptr ? std::string() : driver;
}

std::string fix(std::string_view name, const CheckFacts& facts) {
  if (const std::string mistake = class_mistake(name, facts); !mistake.empty())
    return "Correct the class: " + mistake + ".";
  if (name == kMigClass && facts.devices.class_has_devices(kGpuClass) == Known::kYes)
    return "Only full GPUs are published: ask for class gpu.nvidia.com, or enable MIG on a node.";
  if (const std::string driver = published_driver(name, facts); !driver.empty())
    return "Driver " + shown(driver, 60) +
           " publishes others; check the class: kubectl get deviceclass " + shown(name, 60) +
           " -o yaml.";
  return "Check the driver: kubectl get resourceslices.";
}

}  // namespace

void check_class_has_devices(const PodSubject& subject, const CheckFacts& facts,
                             std::vector<Finding>& findings) {
  std::set<std::string_view> told;
  const auto tell = [&](std::string_view name, const std::string& field, const std::string& how) {
    if (name.empty() || facts.devices.device_class(name) == nullptr) return;
    if (facts.devices.class_has_devices(name) != Known::kNo || !told.insert(name).second) return;
    findings.push_back({"ClassBeforeWorkload", Severity::kWarn, field,
                        "No device of class " + shown(name) + " is published (" + how + "), and " +
                            std::string(subject.name) + " stays Pending until a node has one.",
                        fix(name, facts), class_cause(name)});
  };
  for (const PodClaim& claim : subject.claims) {
    const kube::ClaimSpecView spec = claim.spec();
    for (std::size_t i = 0; i < spec.request_count(); ++i)
      tell(only_class(spec.request(i)), claim.field(), claim.source_text());
  }
  for (const DeviceRequest& request : subject.requests) {
    if (request.path == Path::kExtendedResource && !implicit_class(request.source).empty())
      tell(implicit_class(request.source), "spec", "container " + shown(request.container, 40));
  }
  // A device plugin may offer an explicit one on nodes that are not known.
  if (!facts.devices.nodes().any()) return;
  for (const DeviceRequest* request : native_requests(subject, facts)) {
    if (!implicit_class(request->source).empty()) continue;
    tell(request->device_class, "spec",
         "container " + shown(request->container, 40) + ", as extended resource " +
             shown(request->source, 60));
  }
}

}  // namespace drawbridge::rules
