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

bool wins_over(const DeviceIndex::DeviceClass& one, const DeviceIndex::DeviceClass& other) {
  return is_picked_before(one.created, one.name, other.created, other.name);
}

// The node of a key of offers_ or published_ that begins with `what`; empty for another one.
std::string_view node_in(std::string_view key, std::string_view what) {
  const bool same =
      key.starts_with(what) && key.size() > what.size() && key[what.size()] == kBetween;
  return same ? key.substr(what.size() + 1) : std::string_view();
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
    publish(before, false);
    publish(after, true);
  }
  if (kind == "Node") {
    if (!before.is_null()) --nodes_;
    if (!after.is_null()) ++nodes_;
    offer(before, false);
    offer(after, true);
    note_taints(before, false);
    note_taints(after, true);
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

std::optional<DeviceIndex::Free> DeviceIndex::free_devices_of_class(std::string_view name) const {
  const MatchCount* count = matches_.of_class(name);
  if (count == nullptr || count->pending > 0 || count->shareable > 0) return std::nullopt;
  return Free{count->matched, count->matched - count->taken,
              count->on_one_node > 0 ? count->on_one_node : count->matched};
}

std::optional<std::uint32_t> DeviceIndex::devices_of_request(
    std::string_view device_class, std::span<const Json> selectors) const {
  if (!slices_known_ && slices_ == 0) return std::nullopt;
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

std::string_view DeviceIndex::node_offering(std::string_view resource) const {
  const auto* first = offers_.lower_bound(kube::KeyPair{resource, {}, kBetween});
  if (first == nullptr) return {};
  return node_in(first->key, resource);
}

std::string_view DeviceIndex::offered_after(std::string_view resource) const {
  // Behind all nodes of that resource, and before every longer name.
  const std::string from =
      resource.empty() ? std::string() : std::string(resource) + static_cast<char>(kBetween + 1);
  const auto* entry = offers_.lower_bound(std::string_view(from));
  if (entry == nullptr) return {};
  return std::string_view(entry->key).substr(0, entry->key.find(kBetween));
}

void DeviceIndex::publish(const Json& slice, bool published) {
  const Json spec = slice["spec"];
  const std::string_view node = spec["nodeName"].as_string();
  if (node.empty() || spec["devices"].empty()) return;
  const std::string key = kube::key_text({spec["driver"].as_string(), node, kBetween});
  const std::uint32_t* slices = published_.find(key);
  const std::uint32_t before = slices == nullptr ? 0 : *slices;
  const std::uint32_t now = published ? before + 1 : before - 1;
  if (now == 0) {
    published_.erase(key);
  } else {
    published_.set(key, now);
  }
}

// Both maps are in the order of nodes: each looks where the other one is.
std::size_t DeviceIndex::nodes_served_twice(std::string_view resource, std::string_view driver,
                                            std::size_t looks_max) const {
  std::size_t found = 0;
  std::string from;
  for (std::size_t looks = 0; looks < looks_max; ++looks) {
    const auto* offer = offers_.lower_bound(kube::KeyPair{resource, from, kBetween});
    const std::string_view offering = offer == nullptr ? "" : node_in(offer->key, resource);
    if (offering.empty()) return found;
    const auto* slice = published_.lower_bound(kube::KeyPair{driver, offering, kBetween});
    const std::string_view publishing = slice == nullptr ? "" : node_in(slice->key, driver);
    if (publishing.empty()) return found;
    from = publishing;
    if (publishing != offering) continue;
    ++found;
    from += '\x01';  // behind this node, before every other one
  }
  return found;
}

// Taints of a node's condition come and go, and keep everything away alike.
void DeviceIndex::note_taints(const Json& node, bool there) {
  std::vector<std::string> taints;
  for (const Json& taint : node["spec"]["taints"].elements()) {
    const std::string_view key = taint["key"].as_string();
    const std::string_view effect = taint["effect"].as_string();
    if (key.starts_with("node.kubernetes.io/") || (effect != "NoSchedule" && effect != "NoExecute"))
      continue;
    const std::string_view value = taint["value"].as_string();
    taints.push_back(std::string(key) + (value.empty() ? "" : "=") + std::string(value) + ":" +
                     std::string(effect));
  }
  if (taints.empty()) return;
  const std::string_view name = ObjectView(node).name();
  if (there) {
    taints_.set(name, std::make_shared<const std::vector<std::string>>(std::move(taints)));
  } else {
    taints_.erase(name);
  }
}

std::string_view DeviceIndex::taint_of_all_nodes(
    std::string_view driver, const std::function<bool(std::string_view)>& tolerated,
    std::size_t looks_max) const {
  std::string_view found;
  std::string from;
  // The look past the last node sees that it was the last.
  for (std::size_t looks = 0; looks <= looks_max; ++looks) {
    const auto* slice = published_.lower_bound(kube::KeyPair{driver, from, kBetween});
    const std::string_view node = slice == nullptr ? "" : node_in(slice->key, driver);
    if (node.empty()) return found;
    const auto* taints = taints_.find(node);
    if (taints == nullptr) return {};
    const auto stops = std::find_if_not((*taints)->begin(), (*taints)->end(),
                                        [&](const std::string& taint) { return tolerated(taint); });
    if (stops == (*taints)->end()) return {};
    if (found.empty()) found = *stops;
    from = std::string(node) + '\x01';
  }
  return {};
}

}  // namespace drawbridge::rules
