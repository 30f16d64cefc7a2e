// QuotaKeeper: the leader counts what DeviceQuotas have in use, and takes away holds of what has
// come, or never will (quota/recount.h, quota/hold_watch.h).
//
// A namespace is counted when something in it that has devices is gone, when something came, when
// its DeviceQuotas or what they count has changed, while there are holds, and now and then. Watches
// tell when, so that one in which nothing happens costs next to nothing; what is counted is listed
// by quorum, after the DeviceQuotas were read. In between, where much is made at once, the holds of
// what came are struck off without a list: the status of a DeviceQuota, which every charge writes,
// stays small.
//
// Not thread-safe: on the executor of its client. RBAC: list of pods, list and watch of
// resourceclaims; get of devicequotas, update of their status; phantom_holds.h has more.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/discovery.h"
#include "kube/client/reflector.h"
#include "quota/charge_flow.h"
#include "quota/hold_watch.h"
#include "webhook/admission/phantom_holds.h"
#include "webhook/admission/quota_census.h"
#include "webhook/admission/snapshot_store.h"

namespace drawbridge::admission {

// How often it is looked which namespaces are to be counted.
inline constexpr std::chrono::milliseconds kQuotaKeepInterval{100};
// From the end of one count of a namespace to the next: where something is gone, where something
// came or a DeviceQuota was written or has holds, and where nothing happened.
inline constexpr std::chrono::milliseconds kRecountSoon{200};
inline constexpr std::chrono::seconds kRecountHolds{10};
inline constexpr std::chrono::minutes kRecountAlways{30};
// What came and has perhaps a hold still: so many are settled, this long after the last time;
// namespaces that are at the same time, and times that a status is written for it.
inline constexpr int kArrivalsMax = 16;
inline constexpr std::chrono::milliseconds kSettleInterval{250};
inline constexpr std::size_t kSettlingMax = 4;
inline constexpr int kSettleWritesMax = 5;
// So many of what came that keep their holds, as their claims have not come, are counted soon,
// before a DeviceQuota has no room for more (quota::kHoldsMax).
inline constexpr int kUnsettledMax = 100;
// After one that failed.
inline constexpr std::chrono::seconds kRecountAgain{2};
// Namespaces that are counted at the same time: because something has changed, which somebody may
// be waiting for, and because their time has come. Neither keeps the other from being counted.
inline constexpr std::size_t kChangedRecountsMax = 3;
inline constexpr std::size_t kDueRecountsMax = 1;
// Times that a status is written again because somebody charged meanwhile; then all is counted
// anew.
inline constexpr int kRecountWritesMax = 20;
// Objects whose end the watch told are remembered this long: as long as their holds may live.
inline constexpr std::chrono::seconds kGoneFor{180};

struct QuotaKeeperOptions {
  // By when a write that begins now must have ended; nullopt: not the leader (any more), and
  // nothing may be written. Asked before each write.
  std::function<std::optional<kube::Deadline>()> write_until;
  // What could not be done, in words.
  std::function<void(const std::string& text)> troubled = {};
  // For counts that requests may be waiting for, so that nothing in the background holds them up.
  // Outlives the keeper; nullptr: its own.
  kube::Client* urgent = nullptr;
};

class QuotaKeeper final : private kube::ReflectorSink {
 public:
  // `client` should be a background one. All but the options outlive it.
  QuotaKeeper(const boost::asio::any_io_executor& executor, kube::Client& client,
              kube::Discovery& discovery, const SnapshotStore& snapshots,
              QuotaKeeperOptions options);
  ~QuotaKeeper() override;
  QuotaKeeper(const QuotaKeeper&) = delete;
  QuotaKeeper& operator=(const QuotaKeeper&) = delete;

  // Watches and counts until stop(), or until the client is stopped. Once.
  // What it throws comes once nothing of it is under way.
  boost::asio::awaitable<void> run();
  void stop();

  // Has to be told of all Pods: somebody else watches them already (TemplateKeeperOptions).
  kube::ReflectorSink& pods() { return *this; }

  std::uint64_t recounts() const { return recounts_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched;  // a kind
  struct Count;    // of one namespace, under way
  struct Tracked {
    std::string ns;
    bool has_ended = false;
    std::optional<Clock::time_point> gone_at;
    bool is_listed = true;  // while a list is under way: it was put
    bool is_queued = false;
    std::string pod = {};  // UID, of a claim that was made for one
  };
  enum class Written : std::uint8_t { kDone, kConflict, kGone, kFailed };
  // Of a count of one DeviceQuota: what decisions look at to see whether it is counted.
  struct Basis {
    std::int64_t generation = 0;
    std::string mapping_hash;
    std::uint64_t version = 0;  // resourceVersion that has the count; 0 while it is under way
  };
  struct Pace {
    bool dirty = true;
    Clock::time_point dirty_since = Clock::now();
    bool is_running = false;      // it is counted, or settled
    int arrivals = 0;             // since it was counted or settled last
    Clock::time_point settles{};  // not before
    Clock::time_point next{};     // not before, where it is dirty
    Clock::time_point latest{};
    std::map<std::string, std::string, std::less<>> versions;  // resourceVersions, by DeviceQuota
    // Of the count that is under way, or whose status the snapshot does not have yet.
    std::map<std::string, Basis, std::less<>> counted_by;  // by DeviceQuota

    void mark() {
      if (!std::exchange(dirty, true)) dirty_since = Clock::now();
    }
  };
  using Paces = std::map<std::string, Pace>;

  void list_begins(const kube::ReflectedKind& kind) override;
  void put(const kube::ReflectedKind& kind, kube::Json object) override;
  void removed(const kube::ReflectedKind& kind, kube::Json last) override;
  void listed(const kube::ReflectedKind& kind) override;
  void fresh(const kube::ReflectedKind& kind) override;
  void absent(const kube::ReflectedKind& kind) override;
  void troubled(const kube::ReflectedKind& kind, const std::string& what) override;

  Watched& watched(const kube::ReflectedKind& kind);
  boost::asio::awaitable<void> work();
  boost::asio::awaitable<void> reflect(Watched* watched);
  bool is_tracked(const std::string& uid) const;
  bool awaits_claims(const quota::Hold& hold) const;
  void mark(const std::string& ns);
  void note_arrival(const std::string& ns);
  void note_snapshot();
  void begin_due();
  // As many as there is room for, of those that are `dirty` or of the others.
  void begin(bool dirty, std::size_t& counting, std::size_t counting_max);
  // Whoever has waited longest: no name comes before another.
  Paces::iterator longest_due(bool dirty);
  // Whether the snapshot shows a DeviceQuota that nobody has counted, nor does so now.
  bool is_uncounted(Pace& pace, const quota::DeviceQuota& quota, const kube::Json& object) const;
  void note_counted(const std::string& ns, const std::string& name, const kube::Json& object);
  void begin_settling();
  void after_throw(const std::string& ns, const std::exception_ptr& problem);
  void forget_gone();
  boost::asio::awaitable<void> keep(std::string ns, bool is_urgent);
  boost::asio::awaitable<bool> count(std::shared_ptr<Count> count);
  boost::asio::awaitable<bool> read(std::shared_ptr<Count> count, std::string name);
  boost::asio::awaitable<void> find_phantoms(std::shared_ptr<Count> count, std::string name);
  boost::asio::awaitable<bool> list(std::shared_ptr<Count> count, kube::ResourcePath path);
  boost::asio::awaitable<bool> write(std::shared_ptr<Count> count, std::string name);
  boost::asio::awaitable<void> settle(std::string ns);
  boost::asio::awaitable<int> settle_one(std::shared_ptr<Count> count, std::string name);
  boost::asio::awaitable<Written> replace(std::shared_ptr<Count> count, std::string name,
                                          kube::Document body);
  void tell_trouble(const std::string& text);

  const boost::asio::any_io_executor executor_;
  kube::Client& client_;
  const SnapshotStore& snapshots_;
  const QuotaKeeperOptions options_;
  std::vector<std::unique_ptr<Watched>> kinds_;
  std::map<std::string, std::size_t, std::less<>> claims_of_pods_;  // seen, by UID of the pod
  Paces paces_;                                                     // namespaces with DeviceQuotas
  quota::HoldWatch holds_;
  PhantomHolds phantoms_;
  std::shared_ptr<const Snapshot> seen_;
  std::shared_ptr<const quota::Countings> seen_countings_;
  kube::Alarm alarm_;
  int reflecting_ = 0;
  std::size_t changed_counting_ = 0;
  std::size_t due_counting_ = 0;
  std::size_t settling_ = 0;
  bool stopped_ = false;
  std::exception_ptr problem_;
  std::uint64_t recounts_ = 0;
};

}  // namespace drawbridge::admission
