// DeviceSurvey: published devices, told apart only by what some selectors read of them.
//
// 40,000 devices are a few models, as long as nobody asks for their serial numbers. So selectors
// that are not known beforehand are put to each kind of device once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "rules/devices/device_key.h"

namespace drawbridge::rules {

// Different devices that one survey tells apart, and devices that it looks at (4 ms for each
// 10,000). Of more nothing is said.
inline constexpr std::size_t kSurveyKindsMax = 1024;
inline constexpr std::size_t kSurveyDevicesMax = 100'000;
// Answers of kinds() that one survey remembers.
inline constexpr std::size_t kSurveysKeptMax = 64;

struct SurveyedKind {
  std::string_view driver;
  kube::Json body;  // of one of them, see published.h
  std::uint32_t devices = 0;
};

// One of the devices of a survey. Views into its slice.
struct SurveyedDevice {
  std::string_view driver;
  std::string_view pool;
  std::string_view node;     // that it is bound to; empty where more than one reaches it
  bool everywhere = false;   // every node does
  kube::Json node_selector;  // null, or those do that it takes
  kube::Json body;
  std::size_t kind = 0;   // equal for devices that the names can't tell apart; from 0, as they come
  std::size_t slice = 0;  // equal for those of one slice
};

// Any number of threads may ask at once, once all slices are there.
class DeviceSurvey {
 public:
  // A ResourceSlice, which must outlive this.
  void add_slice(const kube::Json& slice);
  // visit(slice) for each of them; and for each of one pool, of whatever generation.
  template <typename Visit>
  void for_each_slice(Visit visit) const {
    for (const Slice& slice : slices_) visit(slice.object);
  }
  template <typename Visit>
  void for_each_slice_of(std::string_view driver, std::string_view pool, Visit visit) const {
    const auto found = by_pool_.find({driver, pool});
    if (found == by_pool_.end()) return;
    for (const std::size_t at : found->second) visit(slices_[at].object);
  }

  // Those that count; none: all of them.
  using Drivers = std::set<std::string, std::less<>>;

  // Of complete pools. nullptr where a pool of these drivers lacks slices, or a limit is passed:
  // nothing is known then. Who asks for the same names again gets what was found.
  using Kinds = std::shared_ptr<const std::vector<SurveyedKind>>;
  Kinds kinds(const NamesRead& names, const Drivers& drivers = {}) const;
  // visit(device) for the same devices one by one, until it is false. False where nothing is known,
  // which may show only after some were visited.
  bool visit(const NamesRead& names, const Drivers& drivers,
             const std::function<bool(const SurveyedDevice&)>& visit) const;
  // visit(driver, pool, set) for each counter set that the partitions of a pool draw from
  // (resource.k8s.io/v1 CounterSet); of complete pools, and nothing where one lacks slices.
  using VisitCounters =
      std::function<void(std::string_view driver, std::string_view pool, const kube::Json& set)>;
  void visit_counters(const Drivers& drivers, const VisitCounters& visit) const;

 private:
  struct Slice {
    kube::Json object;
    std::string_view driver;
    std::string_view pool;
    std::int64_t generation = 0;
    std::int64_t slices_in_pool = 0;  // as it says; 0: it does not say
  };
  struct Pool {
    std::int64_t generation = 0;
    std::int64_t present = 0;
    std::int64_t expected = 0;
  };
  using PoolName = std::pair<std::string_view, std::string_view>;  // driver, pool
  using Pools = std::map<PoolName, Pool>;
  // nullopt where one lacks slices.
  std::optional<Pools> complete_pools(const Drivers& drivers) const;
  Kinds look_for_kinds(const NamesRead& names, const Drivers& drivers) const;

  std::vector<Slice> slices_;
  std::map<PoolName, std::vector<std::size_t>> by_pool_;  // indexes into slices_
  mutable std::mutex mutex_;
  mutable std::map<std::string, Kinds> kept_;  // by what was asked; guarded by mutex_
};

}  // namespace drawbridge::rules
