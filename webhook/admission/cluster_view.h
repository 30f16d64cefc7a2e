// ClusterView: what decisions read of the cluster, followed live and published as Snapshots.
//
// It reflects every kind that decisions read (reflected_kinds()), feeds each change into a
// SnapshotBuilder, and publishes: a change after a quiet while at once, bursts of changes together,
// at most kPublishDelayMax after the first of them. An API server that is away changes nothing:
// decisions go on with what is known, and the view says how old that is.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "kube/client/client.h"
#include "kube/client/discovery.h"
#include "kube/client/reflector.h"
#include "webhook/admission/snapshot_store.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {

// From a change that the API server tells to the snapshot that has it, at most, besides the time
// that building takes.
inline constexpr std::chrono::milliseconds kPublishDelayMax{20};
// The same from a change of a DeviceMapping. A pod that comes right behind its mapping, out of one
// file, is to find it; where a node offers what the pod asks for nobody asks the API server again.
inline constexpr std::chrono::milliseconds kMappingPublishDelayMax{1};
// A kind of which nothing was heard for this long is reported. The API server sends a bookmark of
// each about once a minute, and a silent watch is given up after kube::kWatchSilenceMax.
inline constexpr std::chrono::seconds kViewAgeMax{240};
// How often the view looks whether there is something to report.
inline constexpr std::chrono::seconds kViewCheckInterval{1};
// The same trouble of the same kind is reported again after this long.
inline constexpr std::chrono::minutes kTroubleRepeat{5};

// All kinds that decisions read. Those of a group that is not installed are absent: a normal state.
std::vector<kube::ReflectedKind> reflected_kinds();

struct ClusterViewOptions {
  kube::ReflectorOptions reflector = {};
  std::chrono::milliseconds absent_poll_interval = kube::kAbsentPollInterval;
  std::chrono::milliseconds publish_delay_max = kPublishDelayMax;
  std::chrono::milliseconds mapping_publish_delay_max = kMappingPublishDelayMax;
  std::chrono::milliseconds age_max = kViewAgeMax;
  std::chrono::milliseconds check_interval = kViewCheckInterval;
  // Told of each DeviceQuota as it comes. Called on the client's executor.
  std::function<void(const kube::Json& object)> device_quota = {};
};

class ClusterView final : private kube::ReflectorSink {
 public:
  enum class Level : std::uint8_t { kInfo, kWarning };
  // A sentence for the log. Called on the client's executor.
  using Report = std::function<void(Level level, const std::string& text)>;

  // `client`, which should be a background one, and `store` outlive it. The settings are those of
  // the snapshot that `store` holds when this is made. Made and used on the
  // client's executor, except where another thread is named.
  ClusterView(kube::Client& client, SnapshotStore& store, Report report,
              std::vector<kube::ReflectedKind> kinds = reflected_kinds(),
              ClusterViewOptions options = {});
  // Precondition: not started, or stopped and the executor has nothing left to do for it.
  ~ClusterView() override;
  ClusterView(const ClusterView&) = delete;
  ClusterView& operator=(const ClusterView&) = delete;

  // Once: follows the cluster until stop(), or until the client is stopped.
  void start();
  void stop();
  // How many of its coroutines run; 0 after a stop() means that it can go.
  std::size_t running() const { return running_; }

  // Which versions are served, for others on the executor that want to know.
  kube::Discovery& discovery() { return discovery_; }

  // Returns when a snapshot is published that holds every object of the kind that existed when it
  // was called, or when `until` or the API server does not allow it (catch_up.h). Asked by
  // `urgent`. Precondition: the kind is followed.
  boost::asio::awaitable<void> catch_up(std::string kind, kube::Client* urgent,
                                        kube::Deadline until);

  // From here on: any thread.

  // Why the view is not complete, a line for each kind that has yet to be listed; empty from then
  // on when all were, whatever happens later.
  std::vector<std::string> not_ready() const;

  struct KindStatus {
    std::string_view kind;      // of a PodGroup its group
    bool is_known = false;      // listed once, or known to be absent
    bool is_absent = false;     // the API server serves no such kind
    std::uint64_t changes = 0;  // that the API server told: puts and removals
    std::uint64_t troubles = 0;
    // Since the API server last confirmed it; since the start where it never did.
    std::chrono::milliseconds age{0};
  };
  std::vector<KindStatus> status() const;
  std::uint64_t publications() const { return publications_; }
  // Problems of objects that can't be used, as of the last check.
  std::uint64_t problems() const { return problem_count_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Followed;

  void list_begins(const kube::ReflectedKind& kind) override;
  void put(const kube::ReflectedKind& kind, kube::Json object) override;
  void removed(const kube::ReflectedKind& kind, kube::Json last) override;
  void listed(const kube::ReflectedKind& kind) override;
  void fresh(const kube::ReflectedKind& kind) override;
  void absent(const kube::ReflectedKind& kind) override;
  void troubled(const kube::ReflectedKind& kind, const std::string& what) override;

  Followed& followed(const kube::ReflectedKind& kind);
  void become_known(Followed& kind);
  void changed(const kube::ReflectedKind& kind);
  void publish_within(std::chrono::milliseconds delay);
  void publish();
  void go_on_matching();
  void check();
  void check_age();
  void tell_new_problems(const Snapshot& snapshot);

  kube::Client& client_;
  SnapshotStore& store_;
  const Report report_;
  const ClusterViewOptions options_;
  kube::Discovery discovery_;
  SnapshotBuilder builder_;
  boost::asio::steady_timer publish_timer_;
  boost::asio::steady_timer match_timer_;
  boost::asio::steady_timer check_timer_;
  std::size_t running_ = 0;
  bool is_stopped_ = false;
  bool is_unpublished_ = false;  // something is, and the timer runs until publish_at_
  Clock::time_point publish_at_{};
  Clock::time_point published_at_{};
  bool is_too_old_ = false;                    // and that was reported
  bool is_complete_ = false;                   // and that was reported
  std::shared_ptr<const Snapshot> unchecked_;  // published since the last check
  std::vector<std::string> problems_;          // told of, sorted
  std::atomic<std::uint64_t> publications_ = 0;
  std::atomic<std::uint64_t> problem_count_ = 0;
  mutable std::mutex mutex_;                         // of the last troubles
  std::vector<std::unique_ptr<Followed>> followed_;  // one for each kind
};

}  // namespace drawbridge::admission
