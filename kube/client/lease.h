// LeaderElector: takes part in the election over one Lease and says, at any moment, whether this
// process may act as the leader. lease_state.h has the rules and why they hold.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/lease_state.h"

namespace drawbridge::kube {

// A look at the Lease, or a write of it, that is not answered within this is tried again.
inline constexpr std::chrono::milliseconds kLeaseRequestTime{4'000};

struct LeaderElectorOptions {
  std::string ns = {};
  std::string name = {};
  // Of this replica, such as the pod's name. 128 random bits are added, so that a container that
  // was restarted is another candidate than the one before.
  std::string identity = {};
  LeaseTimes times = {};
  std::chrono::milliseconds request_time = kLeaseRequestTime;
  // A leadership of this process has begun or ended, or `text` says what went wrong (once for each
  // problem). Called on the client's executor; may not block.
  std::function<void(const Term& term)> began = {};
  std::function<void()> ended = {};
  std::function<void(const std::string& text)> troubled = {};
};

// Not thread-safe: on the client's executor. RBAC: leases get, create, update.
class LeaderElector {
 public:
  // `client` outlives it.
  LeaderElector(const boost::asio::any_io_executor& executor, Client& client,
                LeaderElectorOptions options);
  LeaderElector(const LeaderElector&) = delete;
  LeaderElector& operator=(const LeaderElector&) = delete;

  // Runs until stop(), and then gives the Lease away, so that another takes over within `retry`.
  boost::asio::awaitable<void> run();
  // Ends the Term at once. Writes that were begun under it must have ended before.
  void stop();

  // The leadership as it is now; one that never holds where there is none. Before each write:
  //   const Term term = elector.term();
  //   if (!term.still_holds(LeaseClock::now())) stop acting;
  // with write_until() as the write's deadline, and with the resourceVersion or a precondition that
  // the decision to write was made for: a process can be paused between the check and the write.
  const Term& term() const { return state_.term(); }
  // By when a write of this Term must have ended, before another candidate can have one. `steady`
  // and `now` are the same moment.
  Deadline write_until(const Term& term, LeaseClock::time_point now, Deadline steady) const;
  const std::string& identity() const { return identity_; }
  // Who leads by what was seen last; empty: nobody, or not known yet.
  const std::string& holder() const { return state_.holder(); }

 private:
  boost::asio::awaitable<void> read();
  boost::asio::awaitable<void> write(LeaseAction action);
  boost::asio::awaitable<void> wait(LeaseClock::time_point until);
  void take_answer(const ApiResult& result, LeaseClock::time_point sent);
  void tell();
  void trouble(const std::string& text, std::string& told);

  Client& client_;
  const LeaderElectorOptions options_;
  const std::string identity_;
  const ResourcePath collection_;
  const ResourcePath path_;
  LeaseState state_;
  std::string metadata_;  // of the Lease as it was seen last, JSON
  Alarm alarm_;
  std::int64_t told_term_ = -1;  // the number of the Term that began() was told of
  // What troubled() was told of last, until a read or a write has succeeded again: where only
  // writes are forbidden, each of them has a read before it.
  std::string told_of_reading_;
  std::string told_of_writing_;
  bool stopping_ = false;
};

// Reads a Lease; fields that are missing or of another kind count as empty.
LeaseRecord read_lease(const Json& lease);

}  // namespace drawbridge::kube
