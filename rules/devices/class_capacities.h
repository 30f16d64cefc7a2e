// ClassCapacities: of classes that a DeviceMapping counts by a capacity, how much of it one of
// their published devices has at most, and whether each of these devices can be shared.
//
// resource.k8s.io/v1 Device.allowMultipleAllocations (KEP-5075): only a device that has it true is
// given away in parts. A changed slice is looked at again, its neighbours are not. Devices of an
// older generation of a pool count while their slice is there: the number is a most.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/json.h"
#include "kube/api/quantity.h"
#include "rules/devices/compiled_selector.h"

namespace drawbridge::rules {

// Different capacities of one class whose policies are looked at; past them none is, and where one
// may round, who requests a part of a device is taken to have all of it.
inline constexpr std::size_t kPoliciesMax = 64;

struct ClassCapacity {
  kube::Quantity most;      // of any device that the class matches
  kube::Quantity smallest;  // the same
  bool is_shared = false;   // each of them allows multiple allocations
  // The capacities themselves as JSON ({value, requestPolicy}), each once, of devices that are
  // shared.
  std::set<std::string> policies = {};
  bool may_round = false;  // one of these has a requestPolicy

  // The most that one of the devices gives up for a request of so much, nullopt for one that does
  // not name the capacity, as their policies have it. nullopt where they are not shared, where none
  // has so much, and past kPoliciesMax.
  std::optional<kube::Quantity> taken(const std::optional<kube::Quantity>& requested) const;
  // The most that a request may name of it so that none of the devices gives up more than `left`;
  // nullopt where nothing that can be asked for is as little, and past kPoliciesMax.
  std::optional<kube::Quantity> largest_request_within(const kube::Quantity& left) const;

  // Some may round, and there are more than are looked at.
  bool rounds_unknown() const { return may_round && policies.size() > kPoliciesMax; }
  // Whatever is requested takes as much of it.
  bool costs_like(const ClassCapacity& other) const {
    return most == other.most && is_shared == other.is_shared && policies == other.policies &&
           rounds_unknown() == other.rounds_unknown();
  }
};

// A class, and the capacity that counts: "gpu.nvidia.com", "memory".
struct WantedCapacity {
  std::string device_class;
  std::string domain;
  std::string name;
  SelectorList selectors = {};
};

// Of one moment. Immutable; shared between threads.
class CapacityTable {
 public:
  // nullptr where none of the class's published devices has it, or nobody wanted to know.
  const ClassCapacity* find(std::string_view device_class, std::string_view domain,
                            std::string_view name) const;
  // The same, or what they had last, where none is published any more: what they gave is not given
  // back. nullptr also where nobody has seen any since this process began.
  const ClassCapacity* find_last(std::string_view device_class, std::string_view domain,
                                 std::string_view name) const;

 private:
  friend class ClassCapacities;
  std::map<std::string, ClassCapacity, std::less<>> capacities_;
  std::map<std::string, ClassCapacity, std::less<>> gone_;
};

// Used by one thread.
class ClassCapacities {
 public:
  // What is wanted from now on. True where that is something else than before: all slices have to
  // be put again, unless it is nothing.
  bool set_wanted(std::vector<WantedCapacity> wanted);
  bool wants_any() const { return !wanted_.empty(); }
  // Adds or replaces a ResourceSlice of that name.
  void put_slice(std::string_view name, const kube::Json& slice);
  void remove_slice(std::string_view name);

  // The last one again where nothing has changed.
  std::shared_ptr<const CapacityTable> table();

 private:
  // By index in wanted_; classes without a device in the slice are left out.
  using Shares = std::vector<std::pair<std::size_t, ClassCapacity>>;

  std::vector<WantedCapacity> wanted_;
  std::map<std::string, Shares, std::less<>> slices_;       // those with any share
  std::map<std::string, ClassCapacity, std::less<>> last_;  // by key, of all that was wanted since
  std::shared_ptr<const CapacityTable> table_ = std::make_shared<const CapacityTable>();
  bool is_dirty_ = false;
  kube::Arena arena_;
};

}  // namespace drawbridge::rules
