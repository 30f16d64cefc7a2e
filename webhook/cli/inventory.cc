#include "webhook/cli/inventory.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "kube/api/arena.h"
#include "kube/api/object.h"
#include "rules/cel/device_environment.h"
#include "rules/devices/published.h"
#include "rules/finding.h"

namespace drawbridge::cli {
namespace {

using admission::ObjectKind;
using kube::Json;

// Attributes that name a model where the catalogue knows nothing of the driver.
constexpr std::string_view kModelNames[] = {"productName", "model", "type"};

// What a device is known by in a claim's status.
using DeviceKey = std::tuple<std::string_view, std::string_view, std::string_view>;

class InventoryTaker {
 public:
  explicit InventoryTaker(const admission::Snapshot& snapshot) : snapshot_(snapshot) {}

  Inventory take() {
    snapshot_.devices().for_each_class(
        [&](const rules::DeviceIndex::DeviceClass& known) { classes_.push_back(&known); });
    read_allocations();
    read_pools();
    for (const auto& [name, pool] : pools_) take_pool(name.first, name.second, pool);
    finish();
    return std::move(inventory_);
  }

 private:
  struct Pool {
    std::int64_t generation = -1;
    std::size_t expected = 0;
    std::vector<Json> slices;  // of that generation
  };
  struct Row {
    InventoryRow row;
    std::set<std::string_view> nodes;
  };

  void read_allocations() {
    snapshot_.for_each(ObjectKind::kResourceClaim, [&](const Json& claim) {
      for (const Json& result : claim["status"]["allocation"]["devices"]["results"].elements()) {
        if (result["adminAccess"].as_bool()) continue;
        allocated_.emplace(result["driver"].as_string(), result["pool"].as_string(),
                           result["device"].as_string());
      }
    });
  }

  // As the scheduler gathers them: of each pool the newest generation.
  void read_pools() {
    snapshot_.for_each(ObjectKind::kResourceSlice, [&](const Json& slice) {
      const Json spec = slice["spec"];
      const Json named = spec["pool"];
      Pool& pool = pools_[{spec["driver"].as_string(), named["name"].as_string()}];
      const std::int64_t generation = named["generation"].as_int();
      if (generation < pool.generation) return;
      if (generation > pool.generation) pool = {generation, 0, {}};
      const std::int64_t expected = named["resourceSliceCount"].as_int();
      pool.expected = expected > 0 ? static_cast<std::size_t>(expected) : 0;
      pool.slices.push_back(slice);
    });
  }

  void take_pool(std::string_view driver, std::string_view name, const Pool& pool) {
    const bool complete = pool.expected == 0 || pool.expected == pool.slices.size();
    std::size_t devices = 0;
    for (const Json& slice : pool.slices) {
      for (const rules::PublishedDevice& device : rules::devices_of(slice)) {
        ++devices;
        if (complete) take_device(device, slice["spec"]);
      }
    }
    if (complete) {
      inventory_.devices += devices;
    } else {
      inventory_.incomplete.push_back(
          {std::string(driver), std::string(name), pool.slices.size(), pool.expected, devices});
    }
  }

  void take_device(const rules::PublishedDevice& device, const Json& spec) {
    const bool is_allocated = allocated_.contains({device.driver, device.pool, device.name});
    inventory_.allocated += is_allocated ? 1 : 0;
    const std::size_t taints = count_taints(device);
    const std::string_view node = node_of(device, spec);
    const std::string model = model_of(device);
    bool matched = false;
    const Result<cel::Device> read = rules::read_device(device.driver, device.body);
    if (read) {
      cel::DeviceValues values;
      const std::variant<cel::Value, std::string> value = values.add(*read);
      for (const rules::DeviceIndex::DeviceClass* known : classes_) {
        if (!known->selectors || !std::holds_alternative<cel::Value>(value)) continue;
        const rules::SelectorVerdict verdict =
            rules::ask(*known->selectors, std::get<cel::Value>(value), arena_);
        if (verdict == rules::SelectorVerdict::kFailed) ++failures_[known->name];
        if (verdict != rules::SelectorVerdict::kMatch) continue;
        matched = true;
        add(device, known->name, model, node, is_allocated, taints > 0);
      }
    }
    if (!matched) add(device, "", model, node, is_allocated, taints > 0);
  }

  std::size_t count_taints(const rules::PublishedDevice& device) {
    const std::span<const Json> taints = device.body["taints"].elements();
    for (const Json& taint : taints) {
      std::string text(taint["key"].as_string());
      if (const std::string_view value = taint["value"].as_string(); !value.empty())
        text += "=" + std::string(value);
      text += ":" + std::string(taint["effect"].as_string());
      ++taints_[{std::string(device.driver), std::move(text)}];
    }
    return taints.size();
  }

  // Empty for devices that no single node has.
  static std::string_view node_of(const rules::PublishedDevice& device, const Json& spec) {
    const Json of_device = device.body["nodeName"];
    return of_device.is_null() ? spec["nodeName"].as_string() : of_device.as_string();
  }

  std::string model_of(const rules::PublishedDevice& device) const {
    const Json attributes = device.body["attributes"];
    const auto value_of = [&](std::string_view name) {
      const Json* attribute = attributes.find(name);
      if (attribute == nullptr)
        attribute = attributes.find(std::string(device.driver) + "/" + std::string(name));
      return attribute == nullptr ? std::string_view() : (*attribute)["string"].as_string();
    };
    const rules::CatalogueDriver* driver = snapshot_.settings().catalogue().driver(device.driver);
    if (driver != nullptr) {
      for (const std::string& name : driver->model) {
        if (const std::string_view value = value_of(name); !value.empty())
          return rules::shown(value);
      }
      return {};
    }
    for (const std::string_view name : kModelNames) {
      if (const std::string_view value = value_of(name); !value.empty()) return rules::shown(value);
    }
    return {};
  }

  void add(const rules::PublishedDevice& device, const std::string& device_class,
           const std::string& model, std::string_view node, bool is_allocated, bool is_tainted) {
    Row& row = rows_[{std::string(device.driver), device_class, model}];
    ++row.row.devices;
    row.row.allocated += is_allocated ? 1 : 0;
    row.row.tainted += is_tainted ? 1 : 0;
    if (!node.empty()) row.nodes.insert(node);
  }

  // Extended resources that lead to the class, by Kubernetes itself and by our mappings.
  std::vector<std::string> reached_by(const std::string& device_class) const {
    std::vector<std::string> names;
    const rules::DeviceIndex& devices = snapshot_.devices();
    const rules::DeviceIndex::DeviceClass* known = devices.device_class(device_class);
    if (known != nullptr && !known->extended_resource_name.empty()) {
      const std::string& name = known->extended_resource_name;
      const std::string_view winner = devices.class_of_extended_resource(name);
      names.push_back(
          winner == device_class ? name : name + " (goes to class " + std::string(winner) + ")");
    }
    for (const auto& mapping : snapshot_.mappings().mappings()) {
      for (const rules::RewriteRule& rule : mapping->rewrites) {
        const bool leads = std::any_of(rule.options.begin(), rule.options.end(),
                                       [&](const rules::RequestOption& option) {
                                         return option.device_class == device_class;
                                       });
        if (!leads || rule.action == rules::Action::kOff) continue;
        std::string name(rule.resource.text());
        if (std::find(names.begin(), names.end(), name) == names.end())
          names.push_back(std::move(name));
      }
    }
    return names;
  }

  std::vector<std::string> counted_as(const std::string& device_class) const {
    std::vector<std::string> names;
    if (const rules::Mapping* mapping = snapshot_.mappings().mapping_of_class(device_class))
      names.push_back(mapping->logical_resource);
    if (const auto* kueue = snapshot_.kueue().class_names()) {
      const auto found = kueue->find(device_class);
      if (found != kueue->end() &&
          std::find(names.begin(), names.end(), found->second) == names.end())
        names.push_back(found->second + " (Kueue)");
    }
    return names;
  }

  void finish() {
    std::set<std::string_view> matched;
    for (auto& [key, row] : rows_) {
      std::tie(row.row.driver, row.row.device_class, row.row.model) = key;
      row.row.nodes = row.nodes.size();
      row.row.reached = reached_by(row.row.device_class);
      row.row.counted = counted_as(row.row.device_class);
      inventory_.rows.push_back(std::move(row.row));
    }
    for (const InventoryRow& row : inventory_.rows) matched.insert(row.device_class);
    for (const rules::DeviceIndex::DeviceClass* known : classes_) {
      if (matched.contains(known->name)) continue;
      const rules::CatalogueDriver* driver =
          snapshot_.settings().catalogue().driver_of_class(known->name);
      inventory_.empty_classes.push_back({known->name,
                                          driver == nullptr ? std::string() : driver->title,
                                          known->selectors ? "" : "a selector does not compile"});
    }
    for (const auto& [key, count] : taints_)
      inventory_.taints.push_back({key.first, key.second, count});
    for (const auto& [name, count] : failures_) inventory_.failures.push_back({name, count});
  }

  const admission::Snapshot& snapshot_;
  std::vector<const rules::DeviceIndex::DeviceClass*> classes_;
  std::set<DeviceKey> allocated_;
  std::map<std::pair<std::string_view, std::string_view>, Pool> pools_;  // driver, pool
  std::map<std::tuple<std::string, std::string, std::string>, Row> rows_;
  std::map<std::pair<std::string, std::string>, std::size_t> taints_;
  std::map<std::string, std::size_t> failures_;
  kube::Arena arena_;
  Inventory inventory_;
};

}  // namespace

Inventory take_inventory(const admission::Snapshot& snapshot) {
  return InventoryTaker(snapshot).take();
}

}  // namespace drawbridge::cli
