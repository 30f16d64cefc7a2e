#include "rules/checks/allocation_mode_all.h"

#include <optional>
#include <string>
#include <string_view>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/checks/claim_options.h"
#include "rules/checks/class_use.h"
#include "rules/devices/demand.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kTpuClass = "tpu.google.com";

// "64 match now, "; empty where it is not known or not to be told.
std::string matching(const kube::DeviceOptionView& option, const CheckFacts& facts) {
  if (facts.settings.inventory == Inventory::kNothing) return {};
  const std::optional<std::uint32_t> devices =
      facts.devices.devices_of_request(option.device_class(), option.selectors());
  if (!devices) return {};
  return std::to_string(*devices) + (*devices == 1 ? " matches now, " : " match now, ");
}

}  // namespace

void check_allocation_mode_all(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  std::size_t told = 0;
  for_each_option(subject.object, [&](const kube::DeviceOptionView& option, const std::string& at) {
    if (told == kLikeFindingsMax || !option.all() || option.admin_access()) return;
    if (class_use(option.device_class(), facts.devices) == ClassUse::kNetwork) return;
    // The chips of a node are one slice.
    if (option.device_class() == kTpuClass) return;
    ++told;
    findings.push_back({"AllocationModeAll", Severity::kInfo, at + ".allocationMode",
                        "All takes every device of class " + shown(option.device_class(), 50) +
                            " on a node that the selectors let through, and waits while one is in "
                            "use: " +
                            matching(option, facts) + "a ResourceQuota counts " +
                            std::to_string(kube::kClaimDevicesMax) + ".",
                        "For some of them write count: 1 instead of allocationMode: All."});
  });
}

}  // namespace drawbridge::rules
