// DeviceMeters: what Kueue's sources (deviceClassMappings[].sources,
// kube/api/kueue_configuration.h) count of published devices: the largest amount among those that a
// set of selectors matches. Part of DeviceMatches.
//
// Source of the rules: Kueue's pkg/dra (counters.go, capacity.go), v0.19. A slice that comes or
// goes costs in proportion to the different amounts in its pool, and nothing where there are no
// sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/compact_json.h"
#include "kube/api/json.h"
#include "kube/api/kueue_configuration.h"
#include "kube/api/quantity.h"
#include "kube/api/result.h"
#include "rules/devices/compiled_selector.h"

namespace drawbridge::rules {

// Sources put to the devices of a class, or of a request with selectors of its own. Of what comes
// past them nothing is known.
inline constexpr std::size_t kMeterSetsMax = 512;

// Different capacities with a requestPolicy among the devices of one set. Where there are more,
// what they count is not known.
inline constexpr std::size_t kMeterPoliciesMax = 64;

// A source whose selector was compiled. Immutable; shared between threads.
struct Meter {
  kube::KueueSource source;
  std::shared_ptr<const CompiledSelector> selector;
};
using SharedMeter = std::shared_ptr<const Meter>;

// Fails where Kueue does not start with the source, in words for whoever wrote its selector.
Result<SharedMeter> compile_meter(const kube::KueueSource& source);

// False for selectors that Kueue's own CEL does not compile: it knows no allowMultipleAllocations.
bool kueue_compiles(const SelectorList& selectors);

// What a set of devices counts by a source.
struct MeasuredDevices {
  // Of what is the same whoever asks: counters, and capacities without a requestPolicy.
  std::optional<kube::Quantity> largest;
  std::optional<kube::Quantity> smallest;
  // Capacities {value, requestPolicy}, each once.
  std::vector<kube::CompactJson> by_policy;
  bool too_many = false;  // policies

  // The device has the counter or capacity.
  bool any() const { return largest || !by_policy.empty(); }
};

// The most that one of the devices is charged. `requested` is what a request asks of the capacity,
// null where it does not name it and for counters. nullopt where no device can be had for that.
std::optional<kube::Quantity> largest_charge(const MeasuredDevices& devices,
                                             const kube::Json& requested);

// The most that a request may ask of a capacity so that no device is charged more than `charged`; 0
// where it can't ask for so little.
std::int64_t largest_request_within(const MeasuredDevices& devices, std::int64_t charged);

// Used by one thread; what table() gave is immutable.
class DeviceMeters {
 public:
  using Key = const void*;                                 // stands for a slice, or for a pool
  using Table = std::map<std::uint32_t, MeasuredDevices>;  // by set

  // A device of the slice that the set matches; `body` as in PublishedDevice.
  void note(Key slice, std::uint32_t set, const kube::KueueSource& source, const kube::Json& body);
  void forget_slice(Key slice) { slices_.erase(slice); }
  // The pool counts what these slices have, in place of what it counted before.
  void recount(Key pool, std::span<const Key> slices);
  // Forgets the sets for which `gone` holds.
  void drop(const std::function<bool(std::uint32_t set)>& gone);
  // Nothing was noted, and nothing counts.
  bool idle() const { return slices_.empty() && pools_.empty(); }

  // Null while nothing was counted.
  std::shared_ptr<const Table> table();

 private:
  // Of the devices of one slice or pool that a set matches.
  struct Measures {
    std::optional<kube::Quantity> largest;
    std::optional<kube::Quantity> smallest;
    std::map<std::string, kube::CompactJson> policies;  // by their text
  };
  using BySet = std::map<std::uint32_t, Measures>;
  // How many pools have it.
  struct Total {
    std::map<kube::Quantity, std::uint32_t> largest;
    std::map<kube::Quantity, std::uint32_t> smallest;
    std::map<std::string, std::pair<kube::CompactJson, std::uint32_t>> policies;
  };

  void count(const BySet& measures, bool add);

  std::map<Key, BySet> slices_;  // those with something to count
  std::map<Key, BySet> pools_;   // in the totals now
  std::map<std::uint32_t, Total> totals_;
  std::shared_ptr<const Table> table_;
  bool changed_ = false;
};

}  // namespace drawbridge::rules
