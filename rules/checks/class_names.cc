#include "rules/checks/class_names.h"

#include <string>

#include "rules/checks/claim_options.h"
#include "rules/devices/catalogue.h"

namespace drawbridge::rules {

void check_class_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  for_each_option(subject.object, [&](const kube::DeviceOptionView& option, const std::string& at) {
    const std::string_view name = option.device_class();
    if (name.find('/') == std::string_view::npos) return;
    std::string meant(facts.devices.class_of_extended_resource(name));
    // nvidia.com/gpu for gpu.nvidia.com.
    if (meant.empty()) {
      const std::size_t slash = name.find('/');
      const std::string turned =
          std::string(name.substr(slash + 1)) + "." + std::string(name.substr(0, slash));
      if (facts.class_exists(turned) == Known::kYes) meant = turned;
      // Where nobody knows which classes there are, that of the driver's chart.
      if (facts.class_exists(turned) == Known::kUnknown &&
          facts.settings.catalogue().driver_of_class(turned) != nullptr)
        meant = turned;
    }
    findings.push_back(
        {"ClassNameIsResource", Severity::kDeny, at + ".deviceClassName",
         "deviceClassName " + shown(name) +
             " is the name of an extended resource; a DeviceClass has no slash in its name.",
         meant.empty() ? std::string("Write the name of a DeviceClass, as kubectl get "
                                     "deviceclasses lists them.")
                       : "Write deviceClassName: " + shown(meant) + "."});
  });
}

}  // namespace drawbridge::rules
