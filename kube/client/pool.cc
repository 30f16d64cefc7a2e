#include "kube/client/pool.h"

#include <algorithm>
#include <utility>

namespace drawbridge::kube {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

asio::awaitable<Woken> ConnectionPool::Lease::take_turn(Alarm* alarm, Deadline until) {
  if (lane_.turns_taken < lane_.turns_max) {
    ++lane_.turns_taken;
    has_turn_ = true;
    co_return Woken::kReady;
  }
  waiting_ = alarm;
  lane_.waiting.push_back(this);
  const Woken woken = co_await alarm->sleep(until);
  waiting_ = nullptr;
  co_return has_turn_ ? Woken::kReady : woken;
}

ConnectionPool::Lease::~Lease() {
  std::erase(lane_.waiting, this);
  if (offered_) pool_.give_back(std::move(offered_));
  if (!keep_) connection = nullptr;
  if (has_turn_) pool_.end_turn(lane_, std::move(connection));
}

bool ConnectionPool::Lease::reuse() {
  const Clock::time_point oldest = Clock::now() - pool_.limits_.idle_time_max;
  std::erase_if(pool_.idle_, [oldest](const Idle& idle) { return idle.since < oldest; });
  if (offered_) pool_.idle_.push_back(Idle{std::move(offered_), Clock::now()});
  while (!pool_.idle_.empty()) {
    connection = std::move(pool_.idle_.back().connection);
    pool_.idle_.pop_back();
    const bool current = connection->generation() == pool_.credentials_.tls_generation();
    if (current && connection->is_quiet()) {
      connection->mark_unsent();
      return true;
    }
  }
  connection = nullptr;
  return false;
}

void ConnectionPool::give_back(std::unique_ptr<Connection> connection) {
  idle_.push_back(Idle{std::move(connection), Clock::now()});
  if (idle_.size() > limits_.idle_max) idle_.erase(idle_.begin());
}

// Turn and connection go straight to who has waited longest, so that nobody who comes later
// overtakes, and no connection is ended for being one idle too many while others are opened.
void ConnectionPool::end_turn(Lane& lane, std::unique_ptr<Connection> kept) {
  if (lane.waiting.empty()) {
    --lane.turns_taken;
    if (kept) give_back(std::move(kept));
    return;
  }
  Lease* next = lane.waiting.front();
  lane.waiting.pop_front();
  next->has_turn_ = true;
  next->offered_ = std::move(kept);
  next->waiting_->wake();
}

}  // namespace drawbridge::kube
