#include "rules/checks/devices_taken.h"

#include <string>

#include "rules/checks/wanted_devices.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

std::string text(std::string_view name, const WantedDevices& wanted, const DeviceIndex::Free& there,
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
  if (!facts.is_new || facts.is_replacing || facts.is_queued()) return;
  for (const auto& [name, wanted] : wanted_devices(subject, facts)) {
    const auto there = facts.devices.free_devices_of_class(name);
    if (!there || wanted.count <= there->free || wanted.count > there->devices) continue;
    findings.push_back(
        {"DevicesTaken", Severity::kWarn, "spec",
         text(name, wanted, *there, subject.name, facts.settings.inventory),
         "Wait, or free some of yours: kubectl get resourceclaims; an administrator sees "
         "all with -A.",
         class_cause(name)});
  }
}

}  // namespace drawbridge::rules
