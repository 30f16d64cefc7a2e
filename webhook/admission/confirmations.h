// Confirmations: what the API server told one thread a moment ago, and the thread takes for granted
// for a while: replicas of one workload come in bursts.
//
// Before a confirmation ends, the first who needs it is told to ask again, beside the request: no
// request waits for what was known all the time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "webhook/admission/gateway.h"

namespace drawbridge::admission {

// How long what was confirmed is taken for granted.
inline constexpr std::chrono::seconds kConfirmedFor{5};
// The time before its end in which it is due to be asked for again.
inline constexpr std::chrono::seconds kConfirmAgainWithin{2};
// Confirmations kept by a thread; one more, and it begins anew.
inline constexpr std::size_t kConfirmedMax = 10'000;

// Shared between the thread that relies on it and the one that asks again; thread-safe.
class Confirmation {
 public:
  using Time = std::chrono::steady_clock::time_point;

  Confirmation(SharedDocument object, Time now)
      : object_(std::move(object)), until_(now + kConfirmedFor) {}

  const SharedDocument& object() const { return object_; }  // of a look-up
  bool holds(Time now) const { return now < until_.load(std::memory_order_relaxed); }
  // True for one caller near its end: that one shall ask again, and call prolong() or revoke().
  // Where it does neither, as when the API server can't be reached, the confirmation ends.
  bool is_due(Time now) {
    return now + kConfirmAgainWithin >= until_.load(std::memory_order_relaxed) &&
           !asked_again_.exchange(true, std::memory_order_relaxed);
  }
  void prolong(Time now) {
    until_.store(now + kConfirmedFor, std::memory_order_relaxed);
    asked_again_.store(false, std::memory_order_relaxed);
  }
  void revoke() { until_.store(Time::min(), std::memory_order_relaxed); }

 private:
  const SharedDocument object_;
  std::atomic<Time> until_;
  std::atomic<bool> asked_again_ = false;
};

// Not thread-safe: each thread has its own.
class Confirmations {
 public:
  void add(std::string key, SharedDocument object, Confirmation::Time now) {
    if (known_.size() >= kConfirmedMax) known_.clear();
    known_.insert_or_assign(std::move(key), std::make_shared<Confirmation>(std::move(object), now));
  }
  // nullptr where it was not confirmed, or does not hold any more.
  std::shared_ptr<Confirmation> find(std::string_view key, Confirmation::Time now) {
    const auto found = known_.find(key);
    if (found == known_.end()) return nullptr;
    if (found->second->holds(now)) return found->second;
    known_.erase(found);
    return nullptr;
  }
  std::size_t size() const { return known_.size(); }

 private:
  std::map<std::string, std::shared_ptr<Confirmation>, std::less<>> known_;
};

}  // namespace drawbridge::admission
