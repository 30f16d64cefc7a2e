#include "rules/devices/device_meters.h"

#include <algorithm>
#include <string_view>

#include "rules/devices/consumption.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::KueueSource;
using kube::Quantity;

void raise(std::optional<Quantity>& largest, const Quantity& amount) {
  if (!largest || amount > *largest) largest = amount;
}

void lower(std::optional<Quantity>& smallest, const Quantity& amount) {
  if (!smallest || amount < *smallest) smallest = amount;
}

}  // namespace

bool kueue_compiles(const SelectorList& selectors) {
  return std::none_of(selectors.begin(), selectors.end(), [](const auto& selector) {
    return selector->text.find("allowMultipleAllocations") != std::string::npos;
  });
}

Result<SharedMeter> compile_meter(const KueueSource& source) {
  auto selector = compile_stored_selector(source.selector);
  if (!selector) return std::move(selector).error();
  if (!kueue_compiles({*selector}))
    return Error{"reads allowMultipleAllocations, which Kueue's CEL does not know"};
  return std::make_shared<const Meter>(Meter{source, std::move(*selector)});
}

std::optional<Quantity> largest_charge(const MeasuredDevices& devices, const Json& requested) {
  std::optional<Quantity> largest;
  if (devices.largest) {
    if (requested.is_null()) {
      largest = devices.largest;
    } else if (const Result<Quantity> asked = Quantity::from_json(requested)) {
      largest = *asked;
    }
  }
  for (const kube::CompactJson& capacity : devices.by_policy) {
    if (const auto charged = charged_capacity(capacity.root(), requested)) raise(largest, *charged);
  }
  return largest;
}

std::int64_t largest_request_within(const MeasuredDevices& devices, std::int64_t charged) {
  const Quantity bound = Quantity::from_int(charged, Quantity::Format::kBinarySI);
  Quantity most = bound;
  for (const kube::CompactJson& capacity : devices.by_policy) {
    const auto of_one = largest_request_within(capacity.root(), most);
    if (!of_one) return 0;
    most = *of_one;
  }
  // What one policy takes another one may round up past the bound.
  const Result<kube::Document> asked = kube::read_json("\"" + most.canonical() + "\"");
  const auto largest = asked ? largest_charge(devices, asked->root()) : std::nullopt;
  return largest && *largest <= bound ? most.checked_value().value_or(0) : 0;
}

void DeviceMeters::note(Key slice, std::uint32_t set, const KueueSource& source, const Json& body) {
  const auto raise_by = [&](const Json& value) {
    const Result<Quantity> amount = Quantity::from_json(value);
    if (!amount || value.is_null()) return;
    Measures& measures = slices_[slice][set];
    raise(measures.largest, *amount);
    lower(measures.smallest, *amount);
  };
  if (source.kind == KueueSource::Kind::kCounter) {
    for (const Json& consumption : body["consumesCounters"].elements())
      raise_by(consumption["counters"][source.name]["value"]);
    return;
  }
  const Json capacity = body["capacity"][source.name];
  if (capacity["requestPolicy"].is_null()) return raise_by(capacity["value"]);
  std::map<std::string, kube::CompactJson>& policies = slices_[slice][set].policies;
  std::string text = kube::to_text(capacity);
  if (!policies.contains(text)) policies.emplace(std::move(text), kube::CompactJson(capacity));
}

void DeviceMeters::count(const BySet& measures, bool add) {
  const auto change = [add](std::uint32_t& pools) { return (pools += add ? 1U : -1U) == 0; };
  for (const auto& [set, measure] : measures) {
    Total& total = totals_[set];
    for (const auto& [amount, pools] : {std::pair(&measure.largest, &total.largest),
                                        std::pair(&measure.smallest, &total.smallest)}) {
      if (!*amount) continue;
      const auto at = pools->try_emplace(**amount, 0).first;
      if (change(at->second)) pools->erase(at);
    }
    for (const auto& [text, capacity] : measure.policies) {
      const auto at = total.policies.try_emplace(text, capacity, 0U).first;
      if (change(at->second.second)) total.policies.erase(at);
    }
    if (total.largest.empty() && total.policies.empty()) totals_.erase(set);
    changed_ = true;
  }
}

void DeviceMeters::recount(Key pool, std::span<const Key> slices) {
  if (const auto counted = pools_.find(pool); counted != pools_.end()) {
    count(counted->second, false);
    pools_.erase(counted);
  }
  BySet sum;
  for (const Key slice : slices) {
    const auto found = slices_.find(slice);
    if (found == slices_.end()) continue;
    for (const auto& [set, measure] : found->second) {
      Measures& into = sum[set];
      if (measure.largest) raise(into.largest, *measure.largest);
      if (measure.smallest) lower(into.smallest, *measure.smallest);
      into.policies.insert(measure.policies.begin(), measure.policies.end());
    }
  }
  if (sum.empty()) return;
  count(sum, true);
  pools_.emplace(pool, std::move(sum));
}

void DeviceMeters::drop(const std::function<bool(std::uint32_t set)>& gone) {
  const auto is_gone = [&](const auto& entry) { return gone(entry.first); };
  for (std::map<Key, BySet>* all : {&slices_, &pools_}) {
    for (auto& [key, measures] : *all) std::erase_if(measures, is_gone);
    std::erase_if(*all, [](const auto& entry) { return entry.second.empty(); });
  }
  changed_ |= std::erase_if(totals_, is_gone) > 0;
}

std::shared_ptr<const DeviceMeters::Table> DeviceMeters::table() {
  if (!std::exchange(changed_, false)) return table_;
  auto table = std::make_shared<Table>();
  for (const auto& [set, total] : totals_) {
    MeasuredDevices& devices = (*table)[set];
    if (!total.largest.empty()) devices.largest = total.largest.rbegin()->first;
    if (!total.smallest.empty()) devices.smallest = total.smallest.begin()->first;
    devices.too_many = total.policies.size() > kMeterPoliciesMax;
    if (devices.too_many) continue;
    for (const auto& [text, policy] : total.policies) devices.by_policy.push_back(policy.first);
  }
  return table_ = std::move(table);
}

}  // namespace drawbridge::rules
