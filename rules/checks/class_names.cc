#include "rules/checks/class_names.h"

#include <string>

#include "kube/api/names.h"
#include "rules/checks/claim_options.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/demand.h"

namespace drawbridge::rules {
namespace {

// nvidia.com/mig-1g.10gb: a device plugin's name of a part of a device. The driver's class is for
// all profiles.
std::string fix_of_part(std::string_view name, const CheckFacts& facts) {
  constexpr std::string_view kPart = "/mig-";
  const std::size_t at = name.find(kPart);
  const std::string device_class = "mig." + std::string(name.substr(0, at));
  const CatalogueDriver* driver = at == std::string_view::npos
                                      ? nullptr
                                      : facts.settings.catalogue().driver_of_class(device_class);
  if (driver == nullptr || facts.class_exists(device_class) == Known::kNo)
    return "Write the name of a DeviceClass, as kubectl get deviceclasses lists them.";
  return "Write deviceClassName: " + device_class + ", and have a selector device.attributes['" +
         driver->name + "'].profile == '" + shown(name.substr(at + kPart.size()), 40) + "'.";
}

}  // namespace

std::string class_of_resource(std::string_view name, const CheckFacts& facts) {
  std::string meant(facts.devices.class_of_extended_resource(name));
  if (meant.empty()) meant = implicit_class(name);
  if (!meant.empty()) return meant;
  std::string turned = kube::turned_resource(name);
  if (turned.empty()) return turned;
  const Known is_there = facts.class_exists(turned);
  // Where nobody knows which classes there are, that of the driver's chart.
  const bool is_usual =
      is_there == Known::kUnknown && facts.settings.catalogue().driver_of_class(turned) != nullptr;
  return is_there == Known::kYes || is_usual ? turned : std::string();
}

std::string class_of_unserved(std::string_view resource, const CheckFacts& facts) {
  if (!facts.devices.nodes().any() || !facts.devices.nodes().offering(resource).empty() ||
      !facts.devices.classes_of_extended_resource(resource).empty() ||
      facts.mappings.needs_namespace_labels(resource) || facts.mappings.find(resource, {}).match)
    return {};
  std::string turned = kube::turned_resource(resource);
  const MatchCount* devices = facts.devices.matches().of_class(turned);
  return devices == nullptr || devices->matched == 0 ? std::string() : turned;
}

void check_class_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  for_each_option(subject.object, [&](const kube::DeviceOptionView& option, const std::string& at) {
    const std::string_view name = option.device_class();
    if (name.find('/') == std::string_view::npos) return;
    const std::string meant = class_of_resource(name, facts);
    findings.push_back(
        {"ClassNameIsResource", Severity::kDeny, at + ".deviceClassName",
         "deviceClassName " + shown(name) +
             " is the name of an extended resource; a DeviceClass has no slash in its name.",
         !meant.empty() ? "Write deviceClassName: " + shown(meant) + "."
                        : fix_of_part(name, facts)});
  });
}

}  // namespace drawbridge::rules
