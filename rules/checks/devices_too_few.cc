#include "rules/checks/devices_too_few.h"

#include <string>
#include <utility>

#include "rules/checks/node_fit.h"
#include "rules/checks/wanted_devices.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

std::string has_text(std::int64_t wanted, const DeviceIndex::Free& there, Inventory inventory) {
  const bool tell = inventory != Inventory::kNothing;
  if (wanted > there.devices) {
    return (tell ? std::to_string(there.devices) : "fewer") +
           (tell && there.devices == 1 ? " is" : " are") + " published, on all nodes together.";
  }
  return tell ? "no node has more than " + std::to_string(there.within_reach) + "."
              : "no node has as many.";
}

}  // namespace

void check_devices_too_few(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  if (!facts.is_new) return;
  if (facts.queue != nullptr && facts.queue->role != QueueFacts::Role::kNone) return;
  const std::size_t told = findings.size();
  bool too_many = false;
  for (const auto& [name, wanted] : wanted_devices(subject, facts)) {
    const auto there = facts.devices.free_devices_of_class(name);
    too_many = too_many || wanted.too_many;
    // A class without any is told as such.
    if (there && there->devices == 0) continue;
    if (wanted.too_many || !there || wanted.count <= there->within_reach) continue;
    findings.push_back(
        {"DevicesTooFew", Severity::kWarn, "spec",
         sentence_start(subject.name) + " asks for " + std::to_string(wanted.count) +
             " devices of class " + shown(name, 60) + " (" + path_text(*wanted.first) + "), and " +
             has_text(wanted.count, *there, facts.settings.inventory),
         "Ask for fewer; else it stays Pending until nodes bring more.", class_cause(name)});
  }
  if (too_many || findings.size() > told) return;
  if (auto finding = no_node_fits(subject, facts)) findings.push_back(std::move(*finding));
}

}  // namespace drawbridge::rules
