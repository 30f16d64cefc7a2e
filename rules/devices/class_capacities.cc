#include "rules/devices/class_capacities.h"

#include <algorithm>
#include <variant>

#include "rules/devices/consumption.h"
#include "rules/devices/published.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

std::string key_of(std::string_view device_class, std::string_view domain, std::string_view name) {
  std::string key(device_class);
  key += ' ';
  key += domain;
  key += '/';
  key += name;
  return key;
}

// A name without a domain is of the driver's own.
std::optional<ClassCapacity> capacity_of(const PublishedDevice& device,
                                         const WantedCapacity& wanted) {
  const Json capacities = device.body["capacity"];
  const Json* found = capacities.find(wanted.domain + "/" + wanted.name);
  if (found == nullptr && device.driver == wanted.domain) found = capacities.find(wanted.name);
  if (found == nullptr) return std::nullopt;
  Result<Quantity> amount = Quantity::from_json((*found)["value"]);
  if (!amount) return std::nullopt;
  ClassCapacity one{*amount, *amount, device.body["allowMultipleAllocations"].as_bool()};
  // One that is gone whole asks no policy.
  if (one.is_shared) {
    one.policies.insert(kube::to_text(*found));
    one.may_round = !(*found)["requestPolicy"].is_null();
  }
  return one;
}

void join(ClassCapacity& into, const ClassCapacity& other) {
  into.most = std::max(into.most, other.most);
  into.smallest = std::min(into.smallest, other.smallest);
  into.is_shared = into.is_shared && other.is_shared;
  into.may_round |= other.may_round;
  if (into.policies.size() <= kPoliciesMax)
    into.policies.insert(other.policies.begin(), other.policies.end());
}

bool is_same(const WantedCapacity& a, const WantedCapacity& b) {
  return a.device_class == b.device_class && a.domain == b.domain && a.name == b.name &&
         std::equal(a.selectors.begin(), a.selectors.end(), b.selectors.begin(), b.selectors.end(),
                    [](const auto& one, const auto& other) { return one->text == other->text; });
}

}  // namespace

std::optional<Quantity> ClassCapacity::taken(const std::optional<Quantity>& requested) const {
  if (!is_shared || policies.size() > kPoliciesMax) return std::nullopt;
  const Result<kube::Document> asked =
      kube::read_json(requested ? '"' + requested->canonical() + '"' : "null");
  std::optional<Quantity> most_taken;
  for (const std::string& text : policies) {
    const Result<kube::Document> capacity = kube::read_json(text);
    if (!asked || !capacity) continue;
    const auto taken = consumed_capacity(capacity->root(), asked->root());
    if (taken && (!most_taken || *most_taken < *taken)) most_taken = taken;
  }
  return most_taken;
}

std::optional<Quantity> ClassCapacity::largest_request_within(const Quantity& left) const {
  if (!is_shared || policies.size() > kPoliciesMax) return std::nullopt;
  std::optional<Quantity> least;
  for (const std::string& text : policies) {
    const Result<kube::Document> capacity = kube::read_json(text);
    if (!capacity) continue;
    // No device has more than `most`, whatever is left.
    const auto request = rules::largest_request_within(capacity->root(), std::min(left, most));
    if (!request) return std::nullopt;
    if (!least || *request < *least) least = request;
  }
  if (!least || least->sign() <= 0) return std::nullopt;
  const std::optional<Quantity> gone = taken(least);
  return gone && *gone <= left ? least : std::nullopt;
}

const ClassCapacity* CapacityTable::find(std::string_view device_class, std::string_view domain,
                                         std::string_view name) const {
  const auto found = capacities_.find(key_of(device_class, domain, name));
  return found == capacities_.end() ? nullptr : &found->second;
}

const ClassCapacity* CapacityTable::find_last(std::string_view device_class,
                                              std::string_view domain,
                                              std::string_view name) const {
  if (const ClassCapacity* is = find(device_class, domain, name); is != nullptr) return is;
  const auto found = gone_.find(key_of(device_class, domain, name));
  return found == gone_.end() ? nullptr : &found->second;
}

bool ClassCapacities::set_wanted(std::vector<WantedCapacity> wanted) {
  if (std::equal(wanted.begin(), wanted.end(), wanted_.begin(), wanted_.end(), is_same))
    return false;
  // A class with other selectors is another one.
  for (const WantedCapacity& before : wanted_) {
    const bool stays = std::any_of(wanted.begin(), wanted.end(),
                                   [&](const WantedCapacity& now) { return is_same(now, before); });
    if (!stays) last_.erase(key_of(before.device_class, before.domain, before.name));
  }
  wanted_ = std::move(wanted);
  slices_.clear();
  is_dirty_ = true;
  return true;
}

void ClassCapacities::put_slice(std::string_view name, const Json& slice) {
  remove_slice(name);
  if (wanted_.empty()) return;
  std::map<std::size_t, ClassCapacity> shares;
  for (const PublishedDevice& device : devices_of(slice)) {
    const Result<cel::Device> read = read_device(device.driver, device.body);
    if (!read) continue;
    cel::DeviceValues values;
    const std::variant<cel::Value, std::string> value = values.add(*read);
    if (!std::holds_alternative<cel::Value>(value)) continue;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const std::optional<ClassCapacity> one = capacity_of(device, wanted_[i]);
      if (!one ||
          ask(wanted_[i].selectors, std::get<cel::Value>(value), arena_) != SelectorVerdict::kMatch)
        continue;
      const auto [at, is_new] = shares.emplace(i, *one);
      if (!is_new) join(at->second, *one);
    }
  }
  if (shares.empty()) return;
  slices_.emplace(name, Shares(shares.begin(), shares.end()));
  is_dirty_ = true;
}

void ClassCapacities::remove_slice(std::string_view name) {
  const auto known = slices_.find(name);
  if (known == slices_.end()) return;
  slices_.erase(known);
  is_dirty_ = true;
}

std::shared_ptr<const CapacityTable> ClassCapacities::table() {
  if (!is_dirty_) return table_;
  is_dirty_ = false;
  auto made = std::make_shared<CapacityTable>();
  for (const auto& [name, shares] : slices_) {
    for (const auto& [index, share] : shares) {
      const WantedCapacity& wanted = wanted_[index];
      const auto [at, is_new] =
          made->capacities_.emplace(key_of(wanted.device_class, wanted.domain, wanted.name), share);
      if (!is_new) join(at->second, share);
    }
  }
  for (const auto& [key, capacity] : made->capacities_) last_.insert_or_assign(key, capacity);
  for (const auto& [key, capacity] : last_) {
    if (!made->capacities_.contains(key)) made->gone_.emplace(key, capacity);
  }
  table_ = std::move(made);
  return table_;
}

}  // namespace drawbridge::rules
