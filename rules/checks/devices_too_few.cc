#include "rules/checks/devices_too_few.h"

#include <string>

#include "rules/checks/wanted_devices.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
void check_devices_too_few(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  if (!facts.is_new) return;
  if (facts.queue != nullptr && facts.queue->role != QueueFacts::Role::kNone) return;
  for (const auto& [name, wanted] : wanted_devices(subject, facts)) {
    const auto there = facts.devices.free_devices_of_class(name);
    // A class without any is told as such.
    if (wanted.too_many || !there || there->devices == 0 || wanted.count <= there->devices)
      continue;
    if (are_shared(name, facts)) continue;
    const bool tell = facts.settings.inventory != Inventory::kNothing;
    findings.push_back(
        {"DevicesTooFew", Severity::kWarn, "spec",
         sentence_start(subject.name) + " asks for " + std::to_string(wanted.count) +
             " devices of class " + shown(name, 60) + " (" + path_text(*wanted.first) + "), and " +
             (tell ? std::to_string(there->devices) : "fewer") +
             (tell && there->devices == 1 ? " is" : " are") + " published, on all nodes together.",
         "Ask for fewer; else it stays Pending until nodes bring more.", class_cause(name)});
  }
}

}  // namespace drawbridge::rules
