// DeviceSharing: which sets of selectors match the same devices, as counts of devices for every
// combination of sets that one device matches. Part of DeviceMatches.
//
// Drivers' devices are alike: a cluster of 40,000 has a handful of combinations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace drawbridge::rules {

// So many devices match these sets, at least two of them.
struct SharedDevices {
  std::vector<std::uint32_t> sets;  // sorted
  std::uint32_t devices = 0;
};

// Used by one thread; what table() gave is immutable.
class DeviceSharing {
 public:
  // Stands for a combination of sets; 0 for none of them.
  using Combination = std::uint32_t;
  // Devices of a pool by combination.
  using Tally = std::vector<std::pair<Combination, std::uint32_t>>;

  DeviceSharing() { of({}); }

  // `before` and one set more.
  Combination with(Combination before, std::uint32_t set);

  const std::vector<std::uint32_t>& sets_of(Combination combination) const {
    return sets_[combination];
  }

  static Tally tally(std::span<const std::vector<Combination>* const> devices);
  // Counts the devices of a pool, or takes back what was counted.
  void count(const Tally& tally, bool add);

  // Sets for which `gone` holds are in no combination any more; the numbers of the combinations
  // change. The answer says which takes the place of which, and holds for what count() was given,
  // too; what was counted is forgotten, and is to be counted anew.
  std::vector<Combination> drop(const std::function<bool(std::uint32_t set)>& gone);

  // Null while nothing was counted.
  std::shared_ptr<const std::vector<SharedDevices>> table();

 private:
  Combination of(const std::vector<std::uint32_t>& sets);

  std::map<std::vector<std::uint32_t>, Combination> numbers_;
  std::vector<std::vector<std::uint32_t>> sets_;  // by combination
  std::vector<std::uint32_t> devices_;            // by combination
  std::shared_ptr<const std::vector<SharedDevices>> table_;
  bool changed_ = false;
};

}  // namespace drawbridge::rules
