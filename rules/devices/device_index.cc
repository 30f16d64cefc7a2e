#include "rules/devices/device_index.h"

#include <algorithm>

#include "kube/api/names.h"
#include "kube/api/object.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::ObjectView;

constexpr std::string_view kResourceGroup = "resource.k8s.io";
bool wins_over(const DeviceIndex::DeviceClass& one, const DeviceIndex::DeviceClass& other) {
  return is_picked_before(one.created, one.name, other.created, other.name);
}

}  // namespace

bool is_picked_before(std::string_view created, std::string_view name,
                      std::string_view other_created, std::string_view other_name) {
  if (created == other_created) return name < other_name;
  if (created.empty() || other_created.empty()) return created.empty();
  return created > other_created;
}

bool DeviceIndex::reads(const Json& object) {
  const ObjectView view(object);
  if (view.group() == kResourceGroup)
    return view.kind() == "DeviceClass" || view.kind() == "ResourceSlice";
  return view.group().empty() && view.kind() == "Node";
}

Status DeviceIndex::replace(const Json& before, const Json& after) {
  const std::string_view kind = ObjectView(after.is_null() ? before : after).kind();
  if (kind == "DeviceClass") return replace_class(before, after);
  if (kind == "ResourceSlice") {
    if (!before.is_null()) --slices_;
    if (!after.is_null()) ++slices_;
    nodes_.replace_slice(before, after);
  }
  if (kind == "Node") nodes_.replace_node(before, after);
  return {};
}

Status DeviceIndex::replace_class(const Json& before, const Json& after) {
  const std::string name(ObjectView(after.is_null() ? before : after).name());
  if (const DeviceClass* old = device_class(name)) {
    remove_carrier(old->extended_resource_name, name);
    classes_.erase(name);
  }
  if (after.is_null()) return {};
  auto device_class = std::make_shared<DeviceClass>();
  const Json spec = after["spec"];
  device_class->name = name;
  device_class->extended_resource_name = spec["extendedResourceName"].as_string();
  device_class->created = after["metadata"]["creationTimestamp"].as_string();
  device_class->configured = !spec["config"].empty();
  Result<SelectorList> selectors =
      compile_selectors(spec["selectors"].elements(), "spec.selectors");
  if (selectors) device_class->selectors = std::move(*selectors);
  classes_.set(name, device_class);
  if (const std::string& resource = device_class->extended_resource_name; !resource.empty()) {
    auto carriers = std::make_shared<Carriers>(classes_of_extended_resource(resource));
    const auto behind = std::find_if(carriers->begin(), carriers->end(), [&](const auto& other) {
      return wins_over(*device_class, *other);
    });
    carriers->insert(behind, device_class);
    carriers_.set(resource, std::move(carriers));
  }
  if (!selectors) return std::move(selectors).error();
  return {};
}

void DeviceIndex::remove_carrier(const std::string& resource, std::string_view name) {
  auto left = std::make_shared<Carriers>(classes_of_extended_resource(resource));
  std::erase_if(*left, [&](const auto& carrier) { return carrier->name == name; });
  if (left->empty()) {
    carriers_.erase(resource);
  } else {
    carriers_.set(resource, std::move(left));
  }
}

const DeviceIndex::DeviceClass* DeviceIndex::device_class(std::string_view name) const {
  const auto* found = classes_.find(name);
  return found == nullptr ? nullptr : found->get();
}

Known DeviceIndex::class_exists(std::string_view name) const {
  if (!classes_known_ && classes_.empty()) return Known::kUnknown;
  return classes_.contains(name) ? Known::kYes : Known::kNo;
}

Known DeviceIndex::class_has_devices(std::string_view name) const {
  if (!knows_slices()) return Known::kUnknown;
  const MatchCount* count = matches_.of_class(name);
  if (count == nullptr) return Known::kUnknown;
  if (count->matched > 0) return Known::kYes;
  return count->failed > 0 || count->pending > 0 ? Known::kUnknown : Known::kNo;
}

std::optional<DeviceIndex::Free> DeviceIndex::free_devices_of_class(std::string_view name) const {
  const MatchCount* count = matches_.of_class(name);
  if (count == nullptr || count->pending > 0 || count->shareable > 0) return std::nullopt;
  return Free{count->matched, count->matched - count->taken,
              count->on_one_node > 0 ? count->on_one_node : count->matched};
}

std::optional<std::uint32_t> DeviceIndex::devices_of_request(
    std::string_view device_class, std::span<const Json> selectors) const {
  if (!knows_slices()) return std::nullopt;
  const MatchCount* count = matches_.count_of_request(device_class, selectors);
  if (count == nullptr) count = matches_.of_class(device_class);
  if (count == nullptr) return std::nullopt;
  return count->matched + count->pending;
}

const DeviceIndex::Carriers& DeviceIndex::classes_of_extended_resource(
    std::string_view resource) const {
  static const Carriers kNone;
  const auto* found = carriers_.find(resource);
  return found == nullptr ? kNone : **found;
}

std::string_view DeviceIndex::class_of_extended_resource(std::string_view resource) const {
  const Carriers& carriers = classes_of_extended_resource(resource);
  return carriers.empty() ? std::string_view() : std::string_view(carriers.front()->name);
}

}  // namespace drawbridge::rules
