// DeviceMatches: how many published devices match the selectors of each DeviceClass, of each
// rewrite of a DeviceMapping, and of the requests of claims and templates, and what Kueue's sources
// count of them; kept up to date and never recomputed for a request.
//
// A changed slice is put to all selectors again, its neighbours are not; a new set of selectors is
// put to all devices once. Devices count as Kubernetes' scheduler sees them
// (dynamic-resource-allocation structured/internal/stable, GatherPools): of each pool of a driver
// only the newest generation, and only once all its slices are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/compact_json.h"
#include "kube/api/json.h"
#include "rules/devices/allocated_devices.h"
#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_meters.h"
#include "rules/devices/device_sharing.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/node_counts.h"
#include "rules/devices/verdict_memo.h"
#include "rules/devices/vocabulary_builder.h"
#include "rules/mapping/mapping.h"

namespace drawbridge::rules {

struct SelectorOutcome;

// Different selector sets of claims and templates that are followed. What comes past them is judged
// when it is created, and not for each pod.
inline constexpr std::size_t kClaimSetsMax = 128;

struct MatchCount {
  std::uint32_t matched = 0;  // devices for which all selectors are true
  // On which one ended with an error: the scheduler gives the pod up when it meets such a device.
  std::uint32_t failed = 0;
  std::uint32_t pending = 0;  // matched, in pools of which slices are still to come
  // Matched, and some claim has it to itself. Not counted for the requests of claims.
  std::uint32_t taken = 0;
  // Of those matched, the most that one node has; 0 where more than one node reaches some.
  std::uint32_t on_one_node = 0;
  // Of those matched, those that several claims may have at once (KEP-5075,
  // allowMultipleAllocations).
  std::uint32_t shareable = 0;
  // Of those matched, those with a taint that keeps claims off (DeviceTaint, of effect NoSchedule
  // or NoExecute), and those that draw on counters which others share: whether a claim gets one is
  // found out by trying (claim_trial.h).
  std::uint32_t tainted = 0;
  std::uint32_t partitions = 0;

  friend bool operator==(const MatchCount&, const MatchCount&) = default;
};

// The counts of one moment. Immutable; shared between threads.
class MatchTable {
 public:
  // nullptr where they are not known: no such class, one that does not compile, or one that was not
  // put to all devices yet.
  const MatchCount* of_class(std::string_view name) const;
  // What `option` of a DeviceMapping's rewrite would ask for: its class's selectors and its own.
  // nullptr where they depend on the pod (a placeholder) too. `option` is compared by its address.
  const MatchCount* of_option(const RequestOption& option) const;
  // Of a request of a claim or template: its class's selectors and its own.
  const MatchCount* count_of_request(std::string_view device_class,
                                     std::span<const kube::Json> selectors) const;
  // How many of the devices that were counted as `count`, one of this table's, each node has; see
  // NodeTable. Devices that more than one node reaches are not among them.
  std::uint32_t on_node(const MatchCount& count, std::string_view node) const {
    return nodes_.on(set_of(count), node);
  }
  template <typename Visit>
  void for_each_node(const MatchCount& count, Visit visit) const {
    nodes_.for_each(set_of(count), visit);
  }
  // Of a request of a claim or template: why none of the devices that its class lets through
  // matches its own selectors, or on how many they fail. nullptr where some match and none fails,
  // and where it is not known.
  const SelectorOutcome* of_request(std::string_view device_class,
                                    std::span<const kube::Json> selectors) const;
  // What Kueue's source counts of the devices that its own selector, the class's and the request's
  // let through. nullopt where it is not known: as above, or the source does not compile.
  struct Metered {
    MatchCount devices;
    const MeasuredDevices* measured = nullptr;  // nullptr: none of them has what it counts
  };
  std::optional<Metered> of_source(const kube::KueueSource& source, std::string_view device_class,
                                   std::span<const kube::Json> selectors) const;
  // What the published devices have.
  const Vocabulary& vocabulary() const;

  // The other classes whose selectors match devices that those of `name` match, and how many; in
  // the order of their names. Nothing where that is not known.
  struct Sharer {
    std::string_view name;
    std::uint32_t devices = 0;
  };
  std::vector<Sharer> sharing_with(std::string_view name) const;
  // Devices that both match; 0 where that is not known.
  std::uint32_t shared_by(std::string_view one, std::string_view other) const;
  // The drivers of the devices that match the class; sorted.
  const std::vector<std::string>& drivers_of_class(std::string_view name) const;

 private:
  friend class DeviceMatches;
  std::uint32_t set_of(const MatchCount& count) const {
    return static_cast<std::uint32_t>(&count - counts_->data());
  }
  using Drivers = std::map<std::uint32_t, std::vector<std::string>>;  // by set
  struct Names {
    std::map<std::string, std::uint32_t, std::less<>> classes;  // -> index in counts
    std::map<const RequestOption*, std::uint32_t> options;
    std::map<std::string, std::uint32_t, std::less<>> requests;  // by request_key()
    std::map<std::string, std::uint32_t, std::less<>> meters;    // by meter_key()
    std::vector<std::shared_ptr<const Mapping>> mappings;        // keeps the options
  };
  std::shared_ptr<const Names> names_;
  std::shared_ptr<const std::vector<MatchCount>> counts_;
  std::shared_ptr<const Vocabulary> vocabulary_;
  std::shared_ptr<const std::vector<SharedDevices>> shared_;
  std::shared_ptr<const Drivers> drivers_;
  NodeTable nodes_;
  using Outcomes = std::map<std::string, std::shared_ptr<const SelectorOutcome>, std::less<>>;
  std::shared_ptr<const Outcomes> outcomes_;
  std::shared_ptr<const DeviceMeters::Table> meters_;
};

// A source of Kueue's, and the class whose devices it counts.
struct ClassMeter {
  std::string device_class;
  SharedMeter meter;
};

// A DeviceMapping whose options' selectors were compiled.
struct SelectiveMapping {
  std::shared_ptr<const Mapping> mapping;
  // One for each option whose selectors compile and are all without placeholders. What a mapping
  // may hold was judged by compile_mapping().
  std::vector<std::pair<const RequestOption*, SelectorList>> options;
};
SelectiveMapping compile_selectors_of(std::shared_ptr<const Mapping> mapping);

// Used by one thread.
class DeviceMatches {
 public:
  DeviceMatches() = default;
  DeviceMatches(const DeviceMatches&) = delete;
  DeviceMatches& operator=(const DeviceMatches&) = delete;

  // Adds or replaces a ResourceSlice of that name.
  void put_slice(std::string_view name, const kube::CompactJson& slice);
  void remove_slice(std::string_view name);
  // nullopt: the class is gone, or does not compile.
  void set_class(std::string_view name, std::optional<SelectorList> selectors);
  void set_mappings(std::vector<SelectiveMapping> mappings);
  void set_meters(std::vector<ClassMeter> meters);
  // A ResourceClaim or ResourceClaimTemplate took the place of `before`; null on either side.
  void change_claim(const kube::Json& before, const kube::Json& after);

  // A device that cannot be read stands in the slice (field and cause); empty: none does any more.
  struct SliceProblem {
    std::string slice;
    std::string text;
  };
  // Brings the counts up to date; `problems` gets one for each slice that was looked at anew. New
  // sets of selectors are put to about `asks_max` devices, a device counted once for each set (3 us
  // each); where that is not all, they are in no table until an update() has come to the end.
  MatchTable update(std::vector<SliceProblem>& problems,
                    std::size_t asks_max = std::numeric_limits<std::size_t>::max());
  // New sets, or what is to be said of some, wait for the next update().
  bool is_behind() const { return behind_ || unexplained_; }

 private:
  // What a slice or pool adds to a set's count; most sets ask for another driver.
  struct Share {
    std::uint32_t set = 0;
    std::uint32_t matched = 0;
    std::uint32_t failed = 0;
    std::uint32_t shareable = 0;
    std::uint32_t tainted = 0;
    std::uint32_t partitions = 0;
  };
  struct Slice;
  struct Pool {
    std::map<std::string, Slice*, std::less<>> slices;
    std::vector<Share> shares;     // in the totals now
    DeviceSharing::Tally sharing;  // these too
    DeviceSharing::Tally taken;    // and these: its devices that some claim has
    std::vector<VocabularyBuilder::Share> words;
    std::string node;  // that its devices are bound to; empty where more than one reaches them
    bool complete = true;
    bool dirty = false;
  };
  using PoolEntry = std::pair<const std::string, Pool>;
  struct Slice {
    kube::CompactJson object;
    PoolEntry* pool = nullptr;
    std::int64_t generation = 0;
    std::int64_t slices_in_pool = 0;  // as it says; 0: it does not say
    std::vector<Share> shares;
    std::vector<VocabularyBuilder::Share> words;
    std::vector<DeviceSharing::Combination> combinations;  // of its devices, in their order
    std::uint64_t seen = 0;  // the newest set that it was put to; 0: none, it is new itself
  };
  struct SelectorSet {
    SelectorList selectors;
    NamesRead names;  // that they read
    bool wanted = false;
    bool free = false;
    bool fresh = false;           // not put to all slices yet
    bool of_claim = false;        // of claims' and templates' requests, never of a class
    std::uint64_t birth = 0;      // the later, the higher
    SharedMeter meter = nullptr;  // of a source: only devices of its driver are asked
  };

  // The requests of claims that have one class and the same selectors.
  struct ClaimSet {
    std::string device_class;
    SelectorList own;
    std::size_t users = 0;
    MatchCount explained;            // the counts that `outcome` was made for
    std::uint32_t explained_of = 0;  // and how many the class matched then
    std::shared_ptr<const SelectorOutcome> outcome;
  };

  void use_request(std::string_view device_class, std::span<const kube::Json> selectors, bool add);
  void explain_claims(bool all);
  std::shared_ptr<const SelectorOutcome> outcome_of(const ClaimSet& set,
                                                    const DeviceSurvey& survey) const;
  void mark(PoolEntry& pool);
  std::uint32_t want(const SelectorList& selectors, bool of_claim = false,
                     const SharedMeter& meter = nullptr);
  void renew_sets();
  void want_meters();
  void drop_unwanted();
  void renew_names();
  void evaluate_dirty(std::vector<SliceProblem>& problems);
  // Puts new sets to slices that have not seen them.
  void catch_up(std::size_t asks_max);
  // Adds shares of the sets that the slice has not seen. Counts into `asks`. The problem, or
  // nothing.
  std::string evaluate(Slice& slice, std::size_t& asks);
  VerdictMemo::Verdicts verdicts_of(const cel::Value& device, std::span<const std::uint32_t> asked);
  void add_up(PoolEntry& entry);
  DeviceSharing::Tally taken_of(const PoolEntry& entry, std::int64_t generation) const;
  void renew_pool(PoolEntry& entry);
  void renew_meters(const PoolEntry& entry);
  void apply(const PoolEntry& entry, bool add);
  void count_driver(std::string_view driver, const Share& share, bool add);
  void drop_combinations();
  void renew_drivers();

  std::map<std::string, Slice, std::less<>> slices_;
  std::map<std::string, Pool, std::less<>> pools_;  // "DRIVER/POOL"
  std::set<std::string> dirty_slices_;
  std::set<PoolEntry*> dirty_pools_;

  std::map<std::string, SelectorList, std::less<>> classes_;
  std::vector<SelectiveMapping> mappings_;
  std::vector<ClassMeter> class_meters_;
  std::map<std::string, ClaimSet, std::less<>> claims_;  // by request_key()
  bool sets_dirty_ = false;
  bool behind_ = false;
  bool unexplained_ = false;
  bool outcomes_dirty_ = false;  // a set with an outcome is gone
  std::uint64_t newest_ = 1;     // birth of the newest set
  std::string next_slice_;       // catch_up() goes on there
  MatchTable::Names names_;      // also of sets that are fresh
  std::vector<SelectorSet> sets_;
  std::map<std::string, std::uint32_t, std::less<>> set_ids_;  // by the texts of the selectors
  std::vector<MatchCount> counts_;                             // by set
  VocabularyBuilder vocabulary_;
  AllocatedDevices allocated_;
  NodeCounts nodes_;
  DeviceSharing sharing_;
  DeviceMeters meters_;
  VerdictMemo memo_;
  // Devices by set and driver; those of which there are any.
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> driver_devices_;
  bool drivers_changed_ = false;
  kube::Arena arena_;
  MatchTable table_;
};

}  // namespace drawbridge::rules
