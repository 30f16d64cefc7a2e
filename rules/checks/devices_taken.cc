#include "rules/checks/devices_taken.h"

#include <algorithm>
#include <map>
#include <string>

#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

bool is_allocated(std::string_view claim, const CheckFacts& facts) {
  return !facts.claim(claim).object["status"]["allocation"].is_null();
}

// Nothing but devices of this class will do.
bool needs_class(const DeviceRequest& request, const CheckFacts& facts) {
  if (request.device_class.empty() || request.admin_access || request.all) return false;
  switch (request.path) {
    case Path::kExtendedResource: {
      if (!facts.devices.node_offering(request.source).empty()) return false;
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

struct Wanted {
  std::int64_t count = 0;
  const DeviceRequest* first = nullptr;
};

std::string text(std::string_view name, const Wanted& wanted, const DeviceIndex::Free& there,
                 std::string_view pod, Inventory inventory) {
  const std::string devices =
      (there.devices == 1 ? "device" : "devices") + std::string(" of class ") + shown(name, 60);
  const std::string how = " (" + path_text(*wanted.first) + ")";
  if (inventory == Inventory::kNothing) {
    return "Too few devices of class " + shown(name, 60) + " are free" + how + ", and " +
           std::string(pod) + " stays Pending until there are " + std::to_string(wanted.count) +
           ".";
  }
  if (there.free > 0) {
    return std::to_string(there.devices - there.free) + " of " + std::to_string(there.devices) +
           " " + devices + " are allocated, and " + std::string(pod) + " asks for " +
           std::to_string(wanted.count) + how + ": it stays Pending until more are free.";
  }
  const std::string all = "All " + std::to_string(there.devices) + " ";
  return (there.devices == 1   ? "The only "
          : there.devices == 2 ? "Both "
                               : all) +
         devices + (there.devices == 1 ? " is" : " are") + " allocated" + how + ", and " +
         std::string(pod) + " stays Pending until " +
         (wanted.count == 1 ? std::string("one is") : std::to_string(wanted.count) + " are") +
         " free.";
}

}  // namespace

void check_devices_taken(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  if (!facts.is_new) return;
  if (facts.queue != nullptr && facts.queue->role != QueueFacts::Role::kNone) return;
  std::map<std::string_view, Wanted> by_class;
  for (const DeviceRequest& request : subject.requests) {
    if (!needs_class(request, facts)) continue;
    Wanted& wanted = by_class[request.device_class];
    wanted.count += std::min<std::int64_t>(request.count, kube::kClaimDevicesMax);
    if (wanted.first == nullptr) wanted.first = &request;
  }
  for (const auto& [name, wanted] : by_class) {
    const auto there = facts.devices.free_devices_of_class(name);
    if (!there || wanted.count <= there->free || wanted.count > there->devices) continue;
    findings.push_back({"DevicesTaken", Severity::kWarn, "spec",
                        text(name, wanted, *there, subject.name, facts.settings.inventory),
                        "See who has them: kubectl get resourceclaims -A.", class_cause(name)});
  }
}

}  // namespace drawbridge::rules
