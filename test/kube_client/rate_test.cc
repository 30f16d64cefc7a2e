#include "kube/client/rate.h"

#include <gtest/gtest.h>

#include "kube/client/back_off.h"

namespace drawbridge::kube {
namespace {

using std::chrono::milliseconds;
using Time = TokenBucket::Time;

const Time kRateStart = Time() + std::chrono::hours(1);

// When each of `count` calls at `now` may be sent, in milliseconds from kStart.
std::vector<long> sent_at(TokenBucket& bucket, int count, Time now) {
  std::vector<long> times;
  for (int i = 0; i < count; ++i) {
    const std::optional<Time> from = bucket.take(now, Time::max());
    times.push_back(from ? std::chrono::duration_cast<milliseconds>(*from - kRateStart).count()
                         : -1);
  }
  return times;
}

TEST(TokenBucket, ABurstAndThenTheRate) {
  TokenBucket bucket({.per_second = 10, .burst = 3}, kRateStart);
  EXPECT_EQ(sent_at(bucket, 6, kRateStart), (std::vector<long>{0, 0, 0, 100, 200, 300}));
  // All that was promised has been used by then, and one more token has come.
  EXPECT_EQ(sent_at(bucket, 2, kRateStart + milliseconds(400)), (std::vector<long>{400, 500}));
}

TEST(TokenBucket, NeverHoldsMoreThanABurst) {
  TokenBucket bucket({.per_second = 10, .burst = 2}, kRateStart);
  const Time later = kRateStart + milliseconds(60'000);
  EXPECT_EQ(sent_at(bucket, 3, later), (std::vector<long>{60'000, 60'000, 60'100}));
}

TEST(TokenBucket, ACallThatWouldBeLateTakesNothing) {
  TokenBucket bucket({.per_second = 10, .burst = 1}, kRateStart);
  EXPECT_EQ(bucket.take(kRateStart, kRateStart), kRateStart);
  EXPECT_EQ(bucket.take(kRateStart, kRateStart + milliseconds(99)), std::nullopt);
  EXPECT_EQ(bucket.take(kRateStart, kRateStart + milliseconds(100)),
            kRateStart + milliseconds(100));
}

TEST(BackOff, DoublesUpToTheLongestAndIsShortenedByUpToHalf) {
  std::minstd_rand random(1);
  for (int round = 0; round < 100; ++round) {
    BackOff back_off(milliseconds(100), milliseconds(350));
    for (const long longest : {100, 200, 350, 350}) {
      const long pause = back_off.next(random).count();
      EXPECT_LE(pause, longest);
      EXPECT_GE(pause, longest / 2);
    }
    back_off.reset();
    EXPECT_LE(back_off.next(random).count(), 100);
  }
}

}  // namespace
}  // namespace drawbridge::kube
