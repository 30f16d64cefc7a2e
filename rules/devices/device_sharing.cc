#include "rules/devices/device_sharing.h"

#include <algorithm>

namespace drawbridge::rules {

DeviceSharing::Combination DeviceSharing::of(const std::vector<std::uint32_t>& sets) {
  const auto [at, added] = numbers_.try_emplace(sets, static_cast<Combination>(sets_.size()));
  if (added) {
    sets_.push_back(sets);
    devices_.push_back(0);
  }
  return at->second;
}

DeviceSharing::Combination DeviceSharing::with(Combination before, std::uint32_t set) {
  std::vector<std::uint32_t> sets = sets_[before];
  const auto at = std::lower_bound(sets.begin(), sets.end(), set);
  if (at != sets.end() && *at == set) return before;
  sets.insert(at, set);
  return of(sets);
}

DeviceSharing::Tally DeviceSharing::tally(
    std::span<const std::vector<Combination>* const> devices) {
  std::map<Combination, std::uint32_t> counts;
  for (const std::vector<Combination>* slice : devices) {
    for (const Combination combination : *slice) {
      if (combination != 0) ++counts[combination];
    }
  }
  return {counts.begin(), counts.end()};
}

void DeviceSharing::count(const Tally& tally, bool add) {
  for (const auto& [combination, devices] : tally) {
    if (sets_[combination].size() < 2) continue;
    // Of unsigned numbers, taking away what was added gives what was there before.
    devices_[combination] = add ? devices_[combination] + devices : devices_[combination] - devices;
    changed_ = true;
  }
}

std::vector<DeviceSharing::Combination> DeviceSharing::drop(
    const std::function<bool(std::uint32_t set)>& gone) {
  const std::vector<std::vector<std::uint32_t>> before = std::move(sets_);
  numbers_.clear();
  sets_.clear();
  devices_.clear();
  of({});
  std::vector<Combination> now;
  for (std::vector<std::uint32_t> sets : before) {
    std::erase_if(sets, gone);
    now.push_back(of(sets));
  }
  changed_ = true;
  return now;
}

std::shared_ptr<const std::vector<SharedDevices>> DeviceSharing::table() {
  if (!std::exchange(changed_, false)) return table_;
  auto table = std::make_shared<std::vector<SharedDevices>>();
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    if (devices_[i] > 0) table->push_back({sets_[i], devices_[i]});
  }
  return table_ = std::move(table);
}

}  // namespace drawbridge::rules
