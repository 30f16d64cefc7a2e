// QuotaDesk: charges requests to the DeviceQuotas of their namespaces over the API server.
//
// Of each namespace one write is under way at a time, and takes all who wait along; where another
// replica wrote meanwhile, what a watch tells of that is judged, or it is read anew, and who has
// come by then goes along as well. What was told, read or written a moment ago refuses nobody
// (quota/charge_flow.h). Whoever was first could so be first again and again, while the others
// still read: where others charge too, it lets them go ahead after a write.
//
// Not thread-safe: everything happens on the executor of its client, but tally(). RBAC: get of
// devicequotas, update of devicequotas/status.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "quota/charge_flow.h"
#include "webhook/admission/gateway.h"

namespace drawbridge::admission {

// Requests that go into one write.
inline constexpr std::size_t kChargeBatchMax = 100;
// Requests of one namespace that wait; one more is refused or let pass at once, by failurePolicy.
inline constexpr std::size_t kChargesWaitingMax = 5'000;
// What was read or written longer ago is read again.
inline constexpr std::chrono::milliseconds kQuotaRememberedFor{2'000};
// Pauses after a write that came too late: the first and the longest, halved at random.
inline constexpr std::chrono::milliseconds kChargePauseFirst{4};
inline constexpr std::chrono::milliseconds kChargePauseMax{200};
// For how long after another replica wrote it is taken to charge there too; and how long one rests
// after a write then, and where nobody else is known to: times what the write took, a quarter more
// or less at random. Whoever never rested would win again and again, and never hear of the others.
inline constexpr std::chrono::milliseconds kContendedFor{1'000};
inline constexpr int kRestWritesContended = 6;
inline constexpr int kRestWritesAlone = 2;
inline constexpr std::chrono::milliseconds kRestMax{400};
// A watch tells a write of another replica some milliseconds after it; so long it is waited for.
inline constexpr std::chrono::milliseconds kToldWithin{25};
// One call of the API server, whoever waits for it, and all calls of one batch: what is held by
// then and is not to be stays until it expires.
inline constexpr std::chrono::milliseconds kChargeCallTime{5'000};
inline constexpr std::chrono::milliseconds kChargeBatchTime{15'000};
// One read before anything is charged, which can do without.
inline constexpr std::chrono::milliseconds kLookCallTime{1'000};
// What is in use under a DeviceQuota that was just applied, perhaps in one file with its pods, is
// counted by the leader in a moment: for how long a request waits for that, and how often it looks.
inline constexpr std::chrono::milliseconds kCountWait{2'000};
inline constexpr std::chrono::milliseconds kCountLookInterval{100};
// A namespace in which nothing was charged for so long is forgotten, and how often they are looked
// through.
inline constexpr std::chrono::seconds kForgetIdle{10};

// What became of requests, for metrics. Any thread.
struct ChargeTally {
  std::atomic<std::uint64_t> passed{0};
  std::atomic<std::uint64_t> refused{0};
  std::atomic<std::uint64_t> unreached_refused{0};  // failurePolicy Fail
  std::atomic<std::uint64_t> unreached_passed{0};   // failurePolicy Ignore: not counted until later
  std::atomic<std::uint64_t> writes{0};
  std::atomic<std::uint64_t> conflicts{0};
};

class QuotaDesk {
 public:
  QuotaDesk(boost::asio::any_io_executor executor, kube::Client& client);
  // Its client was stopped, and the executor has run out of work.
  ~QuotaDesk();
  QuotaDesk(const QuotaDesk&) = delete;
  QuotaDesk& operator=(const QuotaDesk&) = delete;

  // Always a value (asio needs a type that can be made empty). By `until` what could not be charged
  // is refused or let pass by the DeviceQuota's failurePolicy.
  boost::asio::awaitable<std::optional<quota::ChargeResult>> charge(ChargeWish wish,
                                                                    Deadline until);
  // A watch has told this DeviceQuota, whole: what others have written since need not be read.
  void was_told(const kube::Json& object);
  const ChargeTally& tally() const { return tally_; }

 private:
  struct Place;      // a request that waits
  struct Batch;      // those that are charged together
  struct Namespace;  // those that wait, and what is remembered

  boost::asio::awaitable<std::optional<quota::ChargeResult>> charge_once(ChargeWish wish,
                                                                         Deadline until);
  void begin_serving(const std::string& ns);
  void serving_failed(const std::string& ns, const std::string& why);
  boost::asio::awaitable<void> serve(std::string ns);
  boost::asio::awaitable<void> run(std::string ns, std::shared_ptr<Batch> batch);
  boost::asio::awaitable<void> read(std::string ns, std::shared_ptr<Batch> batch);
  boost::asio::awaitable<void> write(std::string ns, std::shared_ptr<Batch> batch);
  boost::asio::awaitable<void> pause(std::shared_ptr<Batch> batch);
  std::shared_ptr<Batch> next_batch(Namespace& in);
  static void join(Namespace& in, const std::shared_ptr<Batch>& batch);
  static SharedDocument newer(const Namespace& in, const std::string& name,
                              std::string_view version);
  static void note_others(Batch& batch, const quota::QuotaState& now);
  boost::asio::awaitable<SharedDocument> told_since(std::string ns, std::string name,
                                                    std::string version, Deadline until);
  void rest(Namespace& in, const Batch& batch);
  void forget_idle();
  void give_up(Namespace& in, Place& place);
  std::string new_ticket();
  void count(const quota::ChargeResult& result);

  const boost::asio::any_io_executor executor_;
  kube::Client& client_;
  std::map<std::string, Namespace> namespaces_;
  kube::Deadline forgets_next_{};
  std::mt19937_64 random_;
  ChargeTally tally_;
};

}  // namespace drawbridge::admission
