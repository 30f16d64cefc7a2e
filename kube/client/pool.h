// ConnectionPool: a bounded number of connections to one server, kept between requests.
#pragma once

#include <array>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <variant>
#include <vector>

#include "kube/client/alarm.h"
#include "kube/client/connection.h"
#include "kube/client/dialer.h"
#include "kube/client/error.h"

namespace drawbridge::kube {

// Who waits for a call. Calls of one urgency wait for each other only.
enum class Urgency : std::uint8_t {
  kAdmission,   // a person's request, or the lease
  kBackground,  // nobody: lists, watches, status writes, events
};

struct PoolLimits {
  // Requests at a time; further ones wait for their turn, in the order in which they came.
  std::size_t leases_max = 32;
  // The same for background calls, beside those.
  std::size_t background_leases_max = 8;
  // Connections kept while no request uses them.
  std::size_t idle_max = 8;
  // How long one is kept. The API server ends idle connections after 90 s.
  std::chrono::milliseconds idle_time_max = std::chrono::seconds(60);
};

// Not thread-safe. Outlives its leases.
class ConnectionPool {
 private:
  struct Lane;

 public:
  // A turn, and with it a connection once dial() or reuse() has given one. When it ends, so does
  // the connection, unless keep() was called.
  class Lease {
   public:
    Lease(ConnectionPool& pool, Urgency urgency) : pool_(pool), lane_(pool.lane(urgency)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease();

    // Waits for a turn. kReady: it has come.
    boost::asio::awaitable<Woken> take_turn(Alarm* alarm, Deadline until);
    // Takes the kept connection that was used last. False when there is none. After take_turn().
    bool reuse();
    // The connection can carry another request.
    void keep() { keep_ = true; }

    std::unique_ptr<Connection> connection = {};

   private:
    friend class ConnectionPool;
    ConnectionPool& pool_;
    Lane& lane_;
    Alarm* waiting_ = nullptr;
    std::unique_ptr<Connection> offered_;  // came with the turn, from the request before
    bool has_turn_ = false;
    bool keep_ = false;
  };

  ConnectionPool(const Credentials& credentials, PoolLimits limits)
      : credentials_(credentials), limits_(limits) {
    lane(Urgency::kAdmission).turns_max = limits.leases_max;
    lane(Urgency::kBackground).turns_max = limits.background_leases_max;
  }
  ConnectionPool(const ConnectionPool&) = delete;
  ConnectionPool& operator=(const ConnectionPool&) = delete;

  // Ends all idle connections: after one of them turned out to be dead, the others are as old.
  void drop_idle() { idle_.clear(); }
  std::size_t idle() const { return idle_.size(); }

 private:
  struct Idle {
    std::unique_ptr<Connection> connection;
    std::chrono::steady_clock::time_point since;
  };
  // The turns of one urgency.
  struct Lane {
    std::size_t turns_max = 0;
    std::size_t turns_taken = 0;
    std::deque<Lease*> waiting = {};  // the first come first
  };
  Lane& lane(Urgency urgency) { return lanes_[static_cast<std::size_t>(urgency)]; }
  void give_back(std::unique_ptr<Connection> connection);
  void end_turn(Lane& lane, std::unique_ptr<Connection> kept);

  const Credentials& credentials_;
  const PoolLimits limits_;
  std::vector<Idle> idle_;  // the last used last
  std::array<Lane, 2> lanes_;
};

}  // namespace drawbridge::kube
