// Reporter: the leader tells in the cluster which objects Drawbridge cannot use, and which
// DeviceMappings conflict: by the status of our own objects, and by Events.
//
// A status is written where it does not say what was found, also when somebody else changed it, and
// only for the version and generation that were judged. Where it is changed over and over, it is
// written in growing pauses.
//
// Not thread-safe: on the executor of its client. RBAC: get of devicemappings, devicequotas and
// devicerules, update of their status; create and patch of Events.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/events.h"
#include "webhook/admission/mapping_status.h"
#include "webhook/admission/problem_news.h"
#include "webhook/admission/snapshot_store.h"

namespace drawbridge::admission {

// How often it is looked whether the cluster has changed.
inline constexpr std::chrono::milliseconds kReportInterval{500};
// From one write of an object's status to the next: the first pause, and the longest, which is
// reached where the same status has to be written again and again.
inline constexpr std::chrono::milliseconds kStatusPauseFirst{1'000};
inline constexpr std::chrono::milliseconds kStatusPauseMax{60'000};

struct ReporterOptions {
  std::string instance;  // this replica, in Events
  // Counts the Events, over several Reporters in turn, which it outlives; or nullptr.
  kube::EventTally* tally = nullptr;
  std::chrono::milliseconds interval = kReportInterval;
  std::chrono::milliseconds pause_first = kStatusPauseFirst;
  std::chrono::milliseconds pause_max = kStatusPauseMax;
  // By when a write that begins now must have ended; nullopt: not the leader (any more), and
  // nothing may be written. Asked before each write.
  std::function<std::optional<kube::Deadline>()> write_until;
  // What could not be written, in words.
  std::function<void(const std::string& text)> troubled = {};
};

class Reporter {
 public:
  // `client` should be a background one. All but the options outlive it.
  Reporter(const boost::asio::any_io_executor& executor, kube::Client& client,
           const SnapshotStore& snapshots, ReporterOptions options);
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  // Until stop(), or until the client is stopped. Once.
  // What it throws comes once nothing of it is under way.
  boost::asio::awaitable<void> run();
  void stop();

  std::uint64_t statuses_written() const { return statuses_written_; }
  kube::EventCounts events() const { return events_.counts(); }

 private:
  using Clock = std::chrono::steady_clock;
  // Of one object: what was tried to be written last, and when it may be tried again.
  struct Pace {
    ConditionsWish wanted;
    Clock::time_point not_before;
    std::chrono::milliseconds pause{0};
  };
  struct Known {
    ObjectKind kind{};
    std::string ns;  // empty for kinds without a namespace
    std::string name;
    std::string uid;
    std::int64_t generation = 0;

    std::string key() const { return problem_key(kind, ns, name); }
  };

  boost::asio::awaitable<void> tell_events();
  boost::asio::awaitable<void> work();
  boost::asio::awaitable<void> look();
  static Known known_of(ObjectKind kind, const kube::Json& object);
  boost::asio::awaitable<void> look_at_mappings(std::shared_ptr<const Snapshot> snapshot);
  boost::asio::awaitable<void> care_for(std::shared_ptr<const Snapshot> snapshot, Known known);
  boost::asio::awaitable<void> look_at_problems(std::shared_ptr<const Snapshot> snapshot,
                                                ObjectKind kind);
  // `verdict` of a DeviceMapping, of which Events are told when its status was written.
  boost::asio::awaitable<void> settle(Known known, ConditionsWish wish,
                                      std::optional<MappingVerdict> verdict);
  boost::asio::awaitable<void> write(Known known, ConditionsWish wish,
                                     std::optional<MappingVerdict> verdict);
  const MappingVerdict& verdict(const Snapshot& snapshot, const std::string& name);
  // Precondition: sorted by name.
  void forget_others(const Snapshot& snapshot, const std::vector<Known>& mappings);
  bool may_write(const std::string& key, const ConditionsWish& wanted);
  void note_attempt(const Known& known, const ConditionsWish& wanted);
  void tell_problems(const Snapshot& snapshot);
  void tell_trouble(const Known& known, const kube::ApiResult& result);

  const boost::asio::any_io_executor executor_;
  kube::Client& client_;
  const SnapshotStore& snapshots_;
  const ReporterOptions options_;
  kube::EventWriter events_;
  ProblemNews problems_;
  std::shared_ptr<const Snapshot> seen_;  // of which nothing is left to do
  std::shared_ptr<const rules::MappingIndex> judged_;
  std::map<std::string, MappingVerdict, std::less<>> verdicts_;       // by judged_
  std::map<std::string, std::pair<Known, Pace>, std::less<>> paces_;  // by Known::key()
  kube::Alarm alarm_;
  bool unfinished_ = false;  // something of this look has to be looked at again
  bool telling_ = false;
  bool stopped_ = false;
  std::exception_ptr problem_;
  std::uint64_t statuses_written_ = 0;
};

}  // namespace drawbridge::admission
