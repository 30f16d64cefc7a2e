// QuotaKeeper: the leader counts what DeviceQuotas have in use, and takes away holds of what has
// come, or never will (quota/recount.h, quota/hold_watch.h).
//
// Watches tell when a namespace is to be counted (recount_pace.h), so that one in which nothing
// happens costs next to nothing; how it is counted: quota_count.h. In between, where much is made
// at once, the holds of what came are struck off without a list: the status of a DeviceQuota, which
// every charge writes, stays small.
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
#include <optional>
#include <string>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/discovery.h"
#include "kube/client/reflector.h"
#include "quota/hold_watch.h"
#include "webhook/admission/phantom_holds.h"
#include "webhook/admission/quota_count.h"
#include "webhook/admission/recount_pace.h"
#include "webhook/admission/seen_objects.h"
#include "webhook/admission/snapshot_store.h"

namespace drawbridge::admission {

// How often it is looked which namespaces are to be counted.
inline constexpr std::chrono::milliseconds kQuotaKeepInterval{100};
// How often what is gone is looked for in what is remembered: all of that is gone through.
inline constexpr std::chrono::seconds kForgetGoneInterval{10};
// Namespaces that are counted at the same time, by their cause: neither keeps the other from being
// counted; and those whose holds are settled at the same time.
inline constexpr std::size_t kChangedRecountsMax = 3;
inline constexpr std::size_t kDueRecountsMax = 4;
inline constexpr std::size_t kSettlingMax = 4;

struct QuotaKeeperOptions {
  // By when a write that begins now must have ended; nullopt: not the leader (any more), and
  // nothing may be written. Asked before each write.
  std::function<std::optional<kube::Deadline>()> write_until;
  // What could not be done, in words.
  std::function<void(const std::string& text)> troubled = {};
  // For counts that requests may be waiting for, so that nothing in the background holds them up.
  // Outlives the keeper; nullptr: its own.
  kube::Client* urgent = nullptr;
  // Outlives the keeper; nullptr: nobody looks.
  CountTally* tally = nullptr;
};

class QuotaKeeper final : private kube::ReflectorSink {
 public:
  // `client` should be a background one. All but the options outlive it.
  QuotaKeeper(const boost::asio::any_io_executor& executor, kube::Client& client,
              kube::Discovery& discovery, const SnapshotStore& snapshots,
              QuotaKeeperOptions options);
  QuotaKeeper(const QuotaKeeper&) = delete;
  QuotaKeeper& operator=(const QuotaKeeper&) = delete;

  // Watches and counts until stop(), or until the client is stopped. Once.
  // What it throws comes once nothing of it is under way.
  boost::asio::awaitable<void> run();
  void stop();

  // Has to be told of all Pods: somebody else watches them already (TemplateKeeperOptions).
  kube::ReflectorSink& pods() { return *this; }

 private:
  void list_begins(const kube::ReflectedKind& kind) override;
  void put(const kube::ReflectedKind& kind, kube::Json object) override;
  void removed(const kube::ReflectedKind& kind, kube::Json last) override;
  void listed(const kube::ReflectedKind& kind) override;
  void fresh(const kube::ReflectedKind& kind) override;
  void absent(const kube::ReflectedKind& kind) override;
  void troubled(const kube::ReflectedKind& kind, const std::string& what) override;

  QuotaCounting counting_tools();
  // nullopt: nothing may be written any more, or not now.
  std::optional<kube::Deadline> write_until() const;
  boost::asio::awaitable<void> reflect_claims();
  boost::asio::awaitable<void> work();
  bool is_under_way() const;
  void forget_gone();
  void changed(const std::string& ns);
  void begin_due();
  // As many as there is room for.
  void begin(RecountCause cause, std::size_t& counting, std::size_t counting_max);
  void begin_settling();
  void spawn(boost::asio::awaitable<void> job, std::string ns, std::size_t& running);
  boost::asio::awaitable<void> count(std::string ns, RecountCause cause);
  boost::asio::awaitable<void> settle(std::string ns);
  void tell_trouble(const std::string& text);

  const boost::asio::any_io_executor executor_;
  kube::Client& client_;
  const SnapshotStore& snapshots_;
  const QuotaKeeperOptions options_;
  SeenObjects seen_;
  RecountPace pace_;
  quota::HoldWatch holds_;
  PhantomHolds phantoms_;
  CountTally own_tally_;
  const QuotaCounting counting_;
  kube::Reflector claims_;
  kube::Alarm alarm_;
  kube::Deadline forgets_next_{};
  bool is_reflecting_ = false;
  std::size_t changed_counting_ = 0;
  std::size_t due_counting_ = 0;
  std::size_t settling_ = 0;
  bool stopped_ = false;
  std::exception_ptr problem_;
};

}  // namespace drawbridge::admission
