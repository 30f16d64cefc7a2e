#include "kube/client/rate.h"

#include <algorithm>

namespace drawbridge::kube {

using Seconds = std::chrono::duration<double>;

std::optional<TokenBucket::Time> TokenBucket::take(Time now, Time until) {
  const double earned = Seconds(now - filled_at_).count() * limit_.per_second;
  tokens_ = std::min(limit_.burst, tokens_ + earned);
  filled_at_ = now;
  Time from = now;
  if (tokens_ < 1) {
    const Seconds wait((1 - tokens_) / limit_.per_second);
    from += std::chrono::ceil<Time::duration>(wait);
  }
  if (from > until) return std::nullopt;
  tokens_ -= 1;
  return from;
}

}  // namespace drawbridge::kube
