// QuotaCount: what the DeviceQuotas of one namespace have in use, counted once and written to their
// statuses; or, without a list, their holds of what has come struck off (quota/recount.h).
//
// Counted is from lists by quorum that begin after the DeviceQuotas were read.
//
// Not thread-safe: on the executor of its client.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "kube/client/client.h"
#include "quota/charge_flow.h"
#include "quota/hold_watch.h"
#include "webhook/admission/phantom_holds.h"
#include "webhook/admission/quota_census.h"
#include "webhook/admission/seen_objects.h"

namespace drawbridge::admission {

// Times that a status is written again because somebody charged meanwhile; then all is counted
// anew. The second is for settling.
inline constexpr int kRecountWritesMax = 20;
inline constexpr int kSettleWritesMax = 5;

// What became of counts, for metrics. Any thread.
struct CountTally {
  std::atomic<std::uint64_t> counted{0};
  std::atomic<std::uint64_t> failed{0};         // and begun anew
  std::atomic<std::uint64_t> holds_dropped{0};  // of objects that never came
};

// What all counts have in common.
struct QuotaCounting {
  // By when a write that begins now must have ended; nullopt: nothing may be written any more.
  std::function<std::optional<kube::Deadline>()> write_until;
  // What could not be done, in words.
  std::function<void(const std::string& text)> troubled;
  // A DeviceQuota's status has the count; `object` as it was written or found.
  std::function<void(const std::string& ns, const std::string& name, const kube::Json& object)>
      counted;
  const SeenObjects& seen;
  quota::HoldWatch& holds;
  PhantomHolds& phantoms;
  CountTally& tally;
};

class QuotaCount {
 public:
  // All but the snapshot outlive it.
  QuotaCount(std::shared_ptr<const Snapshot> snapshot, std::string ns, kube::Client& client,
             const QuotaCounting& counting)
      : snapshot_(std::move(snapshot)),
        ns_(std::move(ns)),
        client_(client),
        counting_(counting),
        census_(snapshot_, ns_) {}
  QuotaCount(const QuotaCount&) = delete;
  QuotaCount& operator=(const QuotaCount&) = delete;

  // Pods and claims are listed at these paths, all pods before the first claim. False where it has
  // to begin anew. Once.
  boost::asio::awaitable<bool> run(std::vector<kube::ResourcePath> lists);
  // Of run(): whether a DeviceQuota has holds left.
  bool has_holds() const { return has_holds_; }

  // How many holds of what was seen are left, of the DeviceQuota that has most.
  boost::asio::awaitable<int> settle();

 private:
  enum class Written : std::uint8_t { kDone, kConflict, kGone, kFailed };
  struct Read {
    kube::Document object;
    quota::QuotaState state;
  };

  std::vector<std::string> quota_names() const;
  boost::asio::awaitable<bool> read(std::string name);
  boost::asio::awaitable<void> find_phantoms(std::string name);
  void note_seen();
  boost::asio::awaitable<bool> list(kube::ResourcePath path);
  void add_page(const kube::ListPage& page, const std::string& resource);
  boost::asio::awaitable<void> tell_uncounted();
  boost::asio::awaitable<bool> write(std::string name);
  boost::asio::awaitable<int> settle_one(std::string name);
  boost::asio::awaitable<Written> replace(std::string name, kube::Document body,
                                          bool is_count = true);
  std::string shown(const std::string& name) const { return "DeviceQuota " + ns_ + "/" + name; }

  const std::shared_ptr<const Snapshot> snapshot_;
  const std::string ns_;
  kube::Client& client_;
  const QuotaCounting& counting_;
  QuotaCensus census_;
  std::map<std::string, Read> before_;  // as they were read before the lists
  std::set<std::string, std::less<>> seen_;
  std::map<std::string, std::set<std::string, std::less<>>> dropped_;
  std::string why_not_listed_;
  bool has_holds_ = false;
};

}  // namespace drawbridge::admission
