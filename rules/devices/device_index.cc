#include "rules/devices/device_index.h"

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::ObjectView;

constexpr std::string_view kResourceGroup = "resource.k8s.io";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// The driver where the whole expression is `device.driver == 'DRIVER'`, as in nearly every class;
// empty for any other expression, which then stands for "may match anything": a class is only said
// to have no devices when that is certain.
std::string_view driver_demanded(std::string_view expression) {
  expression = trimmed(expression);
  constexpr std::string_view kSubject = "device.driver";
  if (!expression.starts_with(kSubject)) return {};
  expression = trimmed(expression.substr(kSubject.size()));
  if (!expression.starts_with("==")) return {};
  expression = trimmed(expression.substr(2));
  if (expression.size() < 3 || (expression[0] != '\'' && expression[0] != '"')) return {};
  const std::string_view driver = expression.substr(1, expression.size() - 2);
  const bool closed = expression.back() == expression[0];
  return closed && !kube::dns_subdomain_problem(driver) ? driver : std::string_view();
}

}  // namespace

// One that was not created yet is newer than any that was.
bool DeviceIndex::Carrier::wins_over(const Carrier& other) const {
  if (created == other.created) return device_class < other.device_class;
  if (created.empty() || other.created.empty()) return created.empty();
  return created > other.created;
}

bool DeviceIndex::reads(const Json& object) {
  const ObjectView view(object);
  if (view.group() == kResourceGroup)
    return view.kind() == "DeviceClass" || view.kind() == "ResourceSlice";
  return view.group().empty() && view.kind() == "Node";
}

void DeviceIndex::add(const Json& object) {
  const std::string_view kind = ObjectView(object).kind();
  if (kind == "DeviceClass") add_class(object);
  if (kind == "ResourceSlice") add_slice(object);
  if (kind == "Node") add_node(object);
}

void DeviceIndex::add_class(const Json& object) {
  DeviceClass device_class;
  const Json spec = object["spec"];
  device_class.extended_resource_name = std::string(spec["extendedResourceName"].as_string());
  for (const Json& selector : spec["selectors"].elements()) {
    const std::string_view driver = driver_demanded(selector["cel"]["expression"].as_string());
    if (!driver.empty()) device_class.drivers.emplace_back(driver);
  }
  const std::string name(ObjectView(object).name());
  if (const std::string& extended = device_class.extended_resource_name; !extended.empty()) {
    const std::string created(object["metadata"]["creationTimestamp"].as_string());
    const Carrier candidate{name, created};
    const auto [at, added] = carriers_.emplace(extended, candidate);
    if (!added && candidate.wins_over(at->second)) at->second = candidate;
  }
  classes_.insert_or_assign(name, std::move(device_class));
}

void DeviceIndex::add_slice(const Json& object) {
  slices_known_ = true;
  const std::size_t devices = object["spec"]["devices"].size();
  if (devices > 0) devices_by_driver_[std::string(object["spec"]["driver"].as_string())] += devices;
}

void DeviceIndex::add_node(const Json& object) {
  for (const Json::Member& entry : object["status"]["allocatable"].members()) {
    if (!kube::is_extended_resource_name(entry.key())) continue;
    Result<kube::Quantity> quantity = kube::Quantity::from_json(entry.value);
    if (quantity && quantity->sign() > 0)
      plugin_nodes_.emplace(entry.key(), ObjectView(object).name());
  }
}

const DeviceIndex::DeviceClass* DeviceIndex::device_class(std::string_view name) const {
  const auto found = classes_.find(name);
  return found == classes_.end() ? nullptr : &found->second;
}

Known DeviceIndex::class_exists(std::string_view name) const {
  if (classes_.empty()) return Known::kUnknown;
  return classes_.contains(name) ? Known::kYes : Known::kNo;
}

Known DeviceIndex::class_has_devices(std::string_view name) const {
  const DeviceClass* found = device_class(name);
  if (!slices_known_ || found == nullptr) return Known::kUnknown;
  for (const std::string& driver : found->drivers) {
    if (!devices_by_driver_.contains(driver)) return Known::kNo;
  }
  return devices_by_driver_.empty() ? Known::kNo : Known::kYes;
}

std::string_view DeviceIndex::class_of_extended_resource(std::string_view resource) const {
  const auto found = carriers_.find(resource);
  return found == carriers_.end() ? std::string_view()
                                  : std::string_view(found->second.device_class);
}

std::string_view DeviceIndex::node_offering(std::string_view resource) const {
  const auto found = plugin_nodes_.find(resource);
  return found == plugin_nodes_.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace drawbridge::rules
