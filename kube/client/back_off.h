// BackOff: pauses between attempts. Each is up to twice as long as the one before, and shortened by
// up to half at random, so that the replicas of one outage do not come back in step.
#pragma once

#include <algorithm>
#include <chrono>
#include <random>

namespace drawbridge::kube {

// Not thread-safe.
class BackOff {
 public:
  BackOff(std::chrono::milliseconds first, std::chrono::milliseconds max)
      : first_(first), max_(max), next_(first) {}

  std::chrono::milliseconds next(std::minstd_rand& random) {
    const std::chrono::milliseconds longest = next_;
    next_ = std::min(2 * longest, max_);
    using Rep = std::chrono::milliseconds::rep;
    std::uniform_int_distribution<Rep> shortened(longest.count() / 2, longest.count());
    return std::chrono::milliseconds(shortened(random));
  }
  void reset() { next_ = first_; }

 private:
  const std::chrono::milliseconds first_;
  const std::chrono::milliseconds max_;
  std::chrono::milliseconds next_;
};

}  // namespace drawbridge::kube
