// TokenBucket: how often something may be done, with room for bursts.
#pragma once

#include <chrono>
#include <optional>

namespace drawbridge::kube {

struct RateLimit {
  double per_second = 50;  // above 0
  double burst = 100;      // at least 1
};

// Not thread-safe.
class TokenBucket {
 public:
  using Time = std::chrono::steady_clock::time_point;

  TokenBucket(RateLimit limit, Time now) : limit_(limit), tokens_(limit.burst), filled_at_(now) {}

  // Takes a token and says when it may be used: `now`, or later where others came before. Nothing
  // where that would be after `until`; then none is taken.
  std::optional<Time> take(Time now, Time until);

 private:
  const RateLimit limit_;
  double tokens_;  // below 0: that many have been promised
  Time filled_at_;
};

}  // namespace drawbridge::kube
