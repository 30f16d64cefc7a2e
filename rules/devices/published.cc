#include "rules/devices/published.h"

#include <optional>
#include <string>

#include "kube/api/object.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

std::optional<cel::AttributeScalar> scalar(std::string_view type, const Json& value) {
  if (type == "string" || type == "strings") {
    if (value.is_string()) return value.as_string();
  } else if (type == "version" || type == "versions") {
    if (value.is_string()) return cel::VersionText{value.as_string()};
  } else if (type == "int" || type == "ints") {
    if (value.kind() == Json::Kind::kInt) return value.as_int();
  } else if (type == "bool" || type == "bools") {
    if (value.is_bool()) return value.as_bool();
  }
  return std::nullopt;
}

Result<cel::DeviceAttribute> read_attribute(const Json::Member& entry) {
  const std::string field = "attributes[" + std::string(entry.key()) + "]";
  if (entry.value.size() != 1 || !entry.value.is_object())
    return Error{"must have one value, such as {string: text}", field};
  const Json::Member& only = entry.value.members().front();
  cel::DeviceAttribute attribute;
  attribute.name = entry.key();
  attribute.is_list = only.value.is_array();
  const std::span<const Json> values =
      attribute.is_list ? only.value.elements() : std::span<const Json>(&only.value, 1);
  for (const Json& value : values) {
    const std::optional<cel::AttributeScalar> read = scalar(only.key(), value);
    if (!read)
      return Error{"must be string, version, int or bool, with a value of that type", field};
    attribute.values.push_back(*read);
  }
  return attribute;
}

}  // namespace

std::vector<PublishedDevice> devices_of(const Json& slice) {
  std::vector<PublishedDevice> devices;
  const kube::ObjectView view(slice);
  if (view.group() != "resource.k8s.io" || view.kind() != "ResourceSlice") return devices;
  const Json spec = slice["spec"];
  for (const Json& device : spec["devices"].elements()) {
    const Json basic = device["basic"];
    devices.push_back({spec["driver"].as_string(), spec["pool"]["name"].as_string(),
                       device["name"].as_string(), basic.is_null() ? device : basic});
  }
  return devices;
}

bool keeps_claims_off(const kube::Json& taint) {
  const std::string_view effect = taint["effect"].as_string();
  return effect == "NoSchedule" || effect == "NoExecute";
}

std::optional<std::string> attribute_value(const Json& body, std::string_view driver,
                                           std::string_view attribute) {
  const std::size_t slash = attribute.find('/');
  const Json attributes = body["attributes"];
  Json value = attributes[attribute];
  if (value.is_null() && driver == attribute.substr(0, slash))
    value = attributes[attribute.substr(slash + 1)];
  if (value.is_null()) return std::string();
  const auto members = value.members();
  if (members.size() != 1 || members.front().value.is_array()) return std::nullopt;
  return std::string(members.front().key()) + ":" + kube::to_text(members.front().value);
}

Result<cel::Device> read_device(std::string_view driver, const Json& body) {
  cel::Device device;
  device.driver = driver;
  device.allow_multiple_allocations = body["allowMultipleAllocations"].as_bool();
  for (const Json::Member& entry : body["attributes"].members()) {
    Result<cel::DeviceAttribute> attribute = read_attribute(entry);
    if (!attribute) return std::move(attribute).error();
    device.attributes.push_back(std::move(*attribute));
  }
  for (const Json::Member& entry : body["capacity"].members()) {
    Result<kube::Quantity> quantity = kube::Quantity::from_json(entry.value["value"]);
    if (!quantity)
      return Error{quantity.error().message, "capacity[" + std::string(entry.key()) + "].value"};
    device.capacity.push_back({entry.key(), std::move(*quantity)});
  }
  return device;
}

}  // namespace drawbridge::rules
