// RecountPace: which namespace the leader counts next, and in which it settles holds.
//
// A namespace is counted when something in it that has devices is gone, when something came, when
// its DeviceQuotas, its labels or what they count has changed, when devices have more or less of
// the capacity that counts, while there are holds, and now and then: what `All` takes can change as
// well. Where much is made at once, the holds of what came are settled in between, without a list.
//
// Times are the caller's. Not thread-safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "quota/device_quota.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// From the end of one count of a namespace to the next: where something is gone, where something
// came or a DeviceQuota was written or has holds, and where nothing happened.
inline constexpr std::chrono::milliseconds kRecountSoon{200};
inline constexpr std::chrono::seconds kRecountHolds{10};
inline constexpr std::chrono::seconds kRecountAlways{90};
// After one that failed.
inline constexpr std::chrono::seconds kRecountAgain{2};
// A count that took as long as kRecountLong is followed by a rest of so many times that, at most
// kRecountRestMax: what somebody does again and again in a large namespace keeps no other from
// being counted. No rest holds up what decisions wait for, as limits, mappings or capacities have
// changed; one after a count that was merely due holds up nothing that has changed.
inline constexpr std::chrono::milliseconds kRecountLong{500};
inline constexpr int kRecountRests = 3;
inline constexpr std::chrono::seconds kRecountRestMax{60};
// What came and has perhaps a hold still: so many are settled, this long after the last time.
inline constexpr int kArrivalsMax = 16;
inline constexpr std::chrono::milliseconds kSettleInterval{250};
// So many of what came that keep their holds, as their claims have not come, are counted soon,
// before a DeviceQuota has no room for more (quota::kHoldsMax).
inline constexpr int kUnsettledMax = 100;

// Because something has changed, which somebody may be waiting for; or because its time has come.
enum class RecountCause : std::uint8_t { kChanged, kDue };

class RecountPace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // What DeviceQuotas there are; what nobody has counted as it stands there is to be.
  void saw(std::shared_ptr<const Snapshot> snapshot, Time now);
  // Whether the namespace had DeviceQuotas when a snapshot was seen last.
  bool watches(const std::string& ns) const { return paces_.contains(ns); }
  // Whether `quota`, "NAMESPACE/NAME", was one of them.
  bool watches_quota(std::string_view quota) const;

  // In a namespace with DeviceQuotas: what they have in use is no longer what was counted.
  void changed(const std::string& ns, Time now);
  // In such a namespace something came, which probably has a hold.
  void arrived(const std::string& ns, Time now);

  // The namespace that is to be counted now, and is from now on until count_ended(): whichever has
  // waited longest, so that no name comes before another. nullopt: none is.
  std::optional<std::string> begin_count(RecountCause cause, Time now);
  void count_ended(const std::string& ns, bool is_done, bool has_holds, Time now);
  // The same of one whose holds are to be settled, until settling_ended(). `left`: holds of what
  // was seen.
  std::optional<std::string> begin_settling(Time now);
  void settling_ended(const std::string& ns, int left, Time now);
  // Of either: it threw.
  void failed(const std::string& ns, Time now);

  // The status of a DeviceQuota has the count that is under way; `object` as it was written.
  void counted(const std::string& ns, const std::string& name, const kube::Json& object);

 private:
  // Of a count of one DeviceQuota: what decisions look at to see whether it is counted.
  struct Basis {
    std::int64_t generation = 0;
    std::string mapping_hash;
    std::uint64_t version = 0;  // resourceVersion that has the count; 0 while it is under way
  };
  struct Pace {
    bool dirty = true;
    Time dirty_since{};
    bool is_running = false;                      // it is counted, or settled
    RecountCause cause = RecountCause::kChanged;  // of the count that is under way
    Time began{};                                 // the same
    int arrivals = 0;                             // since it was counted or settled last
    Time settles{};                               // not before
    bool is_awaited = false;                      // dirty, and decisions wait for the count
    bool was_awaited = false;                     // the count that is under way was
    Time soon{};                                  // not before, where it is dirty
    Time rested{};                                // the same, where nobody waits
    Time due{};                                   // not before, where it is not dirty
    Time latest{};
    std::map<std::string, std::string, std::less<>> versions;  // resourceVersions, by DeviceQuota
    std::string around;  // what else of the namespace decides how its objects count
    // Of the count that is under way, or whose status the snapshot does not have yet.
    std::map<std::string, Basis, std::less<>> counted_by;  // by DeviceQuota

    void mark(Time now) {
      if (!std::exchange(dirty, true)) dirty_since = now;
    }
    Time next() const { return is_awaited ? soon : std::max(soon, rested); }
    void not_after(Time time) { latest = std::min(latest, time); }
    // It is counted when its time has come.
    Time due_at() const { return std::max(latest, due); }
  };

  // Whether `object`, of the snapshot, is one that nobody has counted, nor does so now.
  bool is_uncounted(Pace& pace, const quota::DeviceQuota& quota, const kube::Json& object) const;

  std::map<std::string, Pace> paces_;  // by namespace
  std::shared_ptr<const Snapshot> seen_;
  std::shared_ptr<const quota::Countings> countings_;
};

}  // namespace drawbridge::admission
