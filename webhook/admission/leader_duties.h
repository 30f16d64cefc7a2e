// LeaderDuties: what only one replica does: it takes part in the election, and while it leads it
// cares for the generated templates, counts what DeviceQuotas have in use, and tells which objects
// can't be used.
//
// Not thread-safe: on the executor of its client, except where another thread is named.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/discovery.h"
#include "kube/client/events.h"
#include "kube/client/lease.h"
#include "webhook/admission/quota_keeper.h"
#include "webhook/admission/reporter.h"
#include "webhook/admission/snapshot_store.h"
#include "webhook/admission/template_keeper.h"

namespace drawbridge::admission {

inline constexpr const char* kLeaseName = "drawbridge";
// After a duty ended with an exception, which is a fault of ours, all begin anew after this.
inline constexpr std::chrono::seconds kDutiesAgain{5};

struct LeaderDutiesOptions {
  std::string ns;        // of the Lease
  std::string identity;  // of this replica, such as its pod's name
  kube::LeaseTimes times = {};
  std::chrono::seconds template_time_to_live = kTemplateTimeToLive;
  std::chrono::milliseconds duties_again = kDutiesAgain;
  // For the log: what was done, and what went wrong.
  std::function<void(const std::string& text)> done = {};
  std::function<void(const std::string& text)> troubled = {};
};

class LeaderDuties {
 public:
  // By `client` the Lease is kept, and what requests may wait for is counted; everything else is
  // done by `background`. All but the options outlive it.
  LeaderDuties(const boost::asio::any_io_executor& executor, kube::Client& client,
               kube::Client& background, kube::Discovery& discovery, const SnapshotStore& snapshots,
               LeaderDutiesOptions options);
  LeaderDuties(const LeaderDuties&) = delete;
  LeaderDuties& operator=(const LeaderDuties&) = delete;

  // Until stop(), or until the client is stopped; gives the Lease away at the end. Once.
  boost::asio::awaitable<void> run();
  void stop();

  bool leads() const;
  // For metrics: whether it led when the election last looked. Any thread.
  bool led_lately() const { return led_lately_.load(std::memory_order_relaxed); }
  // Of this process, in all its terms. Any thread.
  const kube::EventTally& events() const { return events_; }
  const CountTally& counts() const { return counts_; }

 private:
  boost::asio::awaitable<void> elect();
  // What the leader does, until it leads no more; then nothing of it is under way.
  boost::asio::awaitable<void> act();
  void start(boost::asio::awaitable<void> duty);
  void after_throw(const std::exception_ptr& problem);
  void stop_duties();
  std::optional<kube::Deadline> write_until() const;
  TemplateKeeperOptions keeper_options();
  QuotaKeeperOptions quota_options();
  ReporterOptions reporter_options();

  const boost::asio::any_io_executor executor_;
  kube::Client& client_;
  kube::Client& background_;
  kube::Discovery& discovery_;
  const SnapshotStore& snapshots_;
  const LeaderDutiesOptions options_;
  kube::Alarm alarm_;
  kube::LeaderElector elector_;
  kube::EventTally events_;
  CountTally counts_;
  // While this replica leads.
  std::unique_ptr<TemplateKeeper> keeper_;
  std::unique_ptr<QuotaKeeper> quotas_;
  std::unique_ptr<Reporter> reporter_;
  int acting_ = 0;      // of these
  bool threw_ = false;  // one of them, in this term
  std::atomic<bool> led_lately_ = false;
  bool electing_ = false;
  bool stopped_ = false;
};

}  // namespace drawbridge::admission
