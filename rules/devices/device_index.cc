#include "rules/devices/device_index.h"

#include <algorithm>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::ObjectView;

constexpr std::string_view kResourceGroup = "resource.k8s.io";
// Stands in no name of a resource or node.
constexpr char kBetween = ' ';

// One that was not created yet is newer than any that was.
bool wins_over(const DeviceIndex::DeviceClass& one, const DeviceIndex::DeviceClass& other) {
  if (one.created == other.created) return one.name < other.name;
  if (one.created.empty() || other.created.empty()) return one.created.empty();
  return one.created > other.created;
}

}  // namespace

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
  }
  if (kind == "Node") {
    offer(before, false);
    offer(after, true);
  }
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

void DeviceIndex::offer(const Json& node, bool offered) {
  const std::string_view name = ObjectView(node).name();
  for (const Json::Member& entry : node["status"]["allocatable"].members()) {
    if (!kube::is_extended_resource_name(entry.key())) continue;
    const Result<kube::Quantity> quantity = kube::Quantity::from_json(entry.value);
    if (!quantity || quantity->sign() <= 0) continue;
    const std::string key = kube::key_text({entry.key(), name, kBetween});
    if (offered) {
      offers_.set(key, {});
    } else {
      offers_.erase(key);
    }
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
  if (!slices_known_ && slices_ == 0) return Known::kUnknown;
  const MatchCount* count = matches_.of_class(name);
  if (count == nullptr) return Known::kUnknown;
  if (count->matched > 0) return Known::kYes;
  return count->failed > 0 || count->pending > 0 ? Known::kUnknown : Known::kNo;
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

std::string_view DeviceIndex::node_offering(std::string_view resource) const {
  const auto* first = offers_.lower_bound(kube::KeyPair{resource, {}, kBetween});
  if (first == nullptr) return {};
  const std::string_view key = first->key;
  const bool same =
      key.starts_with(resource) && key.size() > resource.size() && key[resource.size()] == kBetween;
  return same ? key.substr(resource.size() + 1) : std::string_view();
}

}  // namespace drawbridge::rules
