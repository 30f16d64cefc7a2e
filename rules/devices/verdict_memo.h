// VerdictMemo: what selectors said of a device, for those that they can't tell from it.
//
// 40,000 devices are a few models as far as most selectors look, and to ask them is most of what a
// new device costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_key.h"

namespace drawbridge::rules {

// Devices that are told apart before it begins anew.
inline constexpr std::size_t kVerdictsKeptMax = 1024;

// Used by one thread.
class VerdictMemo {
 public:
  using Verdicts = std::vector<SelectorVerdict>;  // of each set, in their order

  // What comes is put to the sets of selectors that have these numbers; no two sets ever have the
  // same. names(i) is what the i-th of them reads.
  void put_to(const std::vector<std::uint64_t>& sets,
              const std::function<const NamesRead&(std::size_t i)>& names);

  // ask() where it is not known yet. Valid until the next call.
  template <typename Ask>
  const Verdicts& of(const PublishedDevice& device, Ask ask) {
    if (names_.all) return last_ = ask();
    key_.clear();
    write_device_key(device, names_, key_);
    if (const auto known = known_.find(key_); known != known_.end()) return known->second;
    if (known_.size() == kVerdictsKeptMax) known_.clear();
    return known_.emplace(key_, ask()).first->second;
  }

 private:
  std::vector<std::uint64_t> sets_;
  NamesRead names_;  // of all of them
  std::unordered_map<std::string, Verdicts> known_;
  std::string key_;
  Verdicts last_;
};

}  // namespace drawbridge::rules
