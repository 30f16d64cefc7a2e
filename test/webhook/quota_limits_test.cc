// What QuotaDesk keeps to: how many it takes along, how long it remembers, waits, and rests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "test/webhook/quota_desk_testing.h"

namespace drawbridge::admission {
namespace {

using quota::ChargeResult;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::ElementsAre;

constexpr const char* kNoTurnText =
    "it waited behind others of its namespace, for which the API server took too long";

// Answers are held back while requests come.
class QuotaLimitsTest : public QuotaDeskTest {
 protected:
  using Charged = std::shared_ptr<const std::optional<ChargeResult>>;

  // What begins so is answered no sooner than let_go().
  void hold_back(const std::string& method) {
    objects_.intercept([method, gone = let_go_.get_future().share()](
                           const kube::SeenRequest& request) -> std::optional<std::string> {
      if (request.line().starts_with(method)) gone.wait_for(kube::kHangs);
      return std::nullopt;
    });
  }
  void let_go() { let_go_.set_value(); }
  // One that waits for its write, or its read.
  Charged begin_held_back(const std::string& method, ChargeWish wish) {
    hold_back(method);
    Charged first = begin(std::move(wish));
    EXPECT_TRUE(loop_.until(
        [&] {
          const std::vector<kube::SeenRequest> requests = server_.requests();
          return !requests.empty() && requests.back().line().starts_with(method);
        },
        20'000));
    return first;
  }
  std::vector<Charged> begin_all(std::size_t count, const std::function<ChargeWish(int)>& wish,
                                 milliseconds within = kWithin) {
    std::vector<Charged> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(begin(wish(static_cast<int>(i)), within));
    wait_in_line();
    return all;
  }
  // Whoever has begun.
  void wait_in_line() {
    loop_.io.restart();
    loop_.io.poll();
  }
  static bool are_answered(const std::vector<Charged>& all) {
    return std::all_of(all.begin(), all.end(),
                       [](const Charged& each) { return each->has_value(); });
  }
  bool all_pass(const std::vector<Charged>& all) {
    return loop_.until([&] { return are_answered(all); }, 20'000) &&
           std::all_of(all.begin(), all.end(),
                       [](const Charged& each) { return (*each)->passes(); });
  }
  std::function<ChargeWish(int)> of_one_device() const {
    return [this](int i) { return wish(std::to_string(i), 1); };
  }
  static ChargeWish dry(ChargeWish wish) {
    wish.waiter.dry_run = true;
    return wish;
  }
  // How many are held as each write has it.
  std::vector<std::size_t> held_by_writes() const {
    std::vector<std::size_t> held;
    for (const kube::SeenRequest& request : server_.requests()) {
      if (request.line().starts_with("PUT"))
        held.push_back(json::parse(request.body)["status"]["holds"].size());
    }
    return held;
  }
  // How often it tries to write within this time, where it is answered so.
  std::size_t writes_within(milliseconds time, const std::string& answer) {
    objects_.intercept([answer](const kube::SeenRequest& request) -> std::optional<std::string> {
      if (!request.line().starts_with("PUT")) return std::nullopt;
      return answer;
    });
    EXPECT_FALSE(charge({wish("a", 1)}, time).front().passes());
    return held_by_writes().size();
  }
  static std::string refused(const std::string& status, int code, const std::string& reason) {
    return kube::reply(status, kube::status_body(code, reason, "no"));
  }

 private:
  std::promise<void> let_go_;
};

// ---- How many.

TEST_F(QuotaLimitsTest, AsManyAsThatGoIntoOneWriteAndOneMoreIntoTheNext) {
  put(0, 1'000);
  const Charged first = begin_held_back("PUT", wish("first", 1));
  const std::vector<Charged> all = begin_all(kChargeBatchMax + 1, of_one_device());
  let_go();
  EXPECT_TRUE(all_pass(all));
  EXPECT_THAT(held_by_writes(), ElementsAre(1, kChargeBatchMax + 1, kChargeBatchMax + 2));
}

TEST_F(QuotaLimitsTest, NoMoreThanThatGoAlongWithWhoWasOvertaken) {
  put(0, 1'000);
  const Charged first = begin_held_back("PUT", wish("first", 1));
  const std::vector<Charged> all = begin_all(kChargeBatchMax, of_one_device());
  charge_elsewhere(quota::asking("other", 1));
  let_go();
  EXPECT_TRUE(all_pass(all));
  EXPECT_THAT(held_by_writes(), ElementsAre(1, kChargeBatchMax + 1, kChargeBatchMax + 2))
      << "the first, 99 and the other one's; and then the last";
}

TEST_F(QuotaLimitsTest, SoManyWaitForANamespaceAndOneMoreIsAnsweredAtOnce) {
  const Charged first = begin_held_back("GET", dry(wish("first", 1)));
  // They need no writes, and have more time than the batch, which none of them joins.
  const std::vector<Charged> all = begin_all(
      kChargesWaitingMax, [this](int i) { return dry(wish(std::to_string(i), 1)); },
      2 * kChargeBatchTime);
  EXPECT_TRUE(
      std::none_of(all.begin(), all.end(), [](const Charged& each) { return each->has_value(); }));
  ChargeWish ignoring = wish("ignoring", 1);
  ignoring.quotas[0].failure_policy = quota::DeviceQuota::FailurePolicy::kIgnore;
  const std::vector<Charged> more = {begin(wish("more", 1)), begin(ignoring)};
  wait_in_line();
  ASSERT_TRUE(are_answered(more));
  EXPECT_FALSE((*more[0])->passes());
  EXPECT_TRUE((*more[1])->passes());
  for (const Charged& each : more) {
    ASSERT_EQ((*each)->unreached.size(), 1U);
    EXPECT_EQ((*each)->unreached[0].why, "too many requests of the namespace wait");
  }
  let_go();
  EXPECT_TRUE(all_pass(all));
}

// ---- Who waits.

// Else it would be charged after its answer.
TEST_F(QuotaLimitsTest, WhoGivesUpWaitsNoLonger) {
  const Charged first = begin_held_back("GET", wish("first", 1));
  const ChargeResult gone = charge({wish("gone", 1)}, milliseconds(50)).front();
  ASSERT_EQ(gone.unreached.size(), 1U);
  EXPECT_EQ(gone.unreached[0].why, kNoTurnText);
  let_go();
  EXPECT_TRUE(passes(wish("next", 1)));
  EXPECT_TRUE((*first)->passes());
  EXPECT_EQ(used(), "2");
}

// It would be answered when the batch has to end.
TEST_F(QuotaLimitsTest, WhoHasMoreTimeThanABatchDoesNotGoAlong) {
  const Charged first = begin_held_back("PUT", wish("first", 1));
  const std::vector<Charged> all = {
      begin(wish("as long", 1), kChargeBatchTime - milliseconds(5'000)),
      begin(wish("longer", 1), kChargeBatchTime + milliseconds(5'000))};
  wait_in_line();
  charge_elsewhere(quota::asking("other", 1));
  let_go();
  EXPECT_TRUE(all_pass(all));
  EXPECT_THAT(held_by_writes(), ElementsAre(1, 3, 4));
}

TEST_F(QuotaLimitsTest, OfLimitsThatSeveralKnowTheNewestJudge) {
  slow_writes();
  ASSERT_TRUE(passes(wish("a", 1)));
  const ChargeWish old = dry(wish("old", 2));
  quota::DeviceQuota lowered = quota::quota_of(quota::gpus(2), "gpus");
  lowered.generation = 2;
  ChargeWish newer = dry(wish("newer", 2));
  newer.quotas = {put_of(lowered, quota::gpus(1))};
  // It rests, so that both go into one batch.
  const std::vector<ChargeResult> both = charge({old, newer});
  EXPECT_FALSE(both[1].passes()) << "8 were remembered";
}

// ---- How long.

// A dry run writes nothing, which would tell that there are others.
TEST_F(QuotaLimitsTest, WhatWasReadLongAgoIsReadAgain) {
  ASSERT_TRUE(passes(wish("a", 1)));
  put(8);
  const auto forgotten = steady_clock::now() + kQuotaRememberedFor;
  ASSERT_TRUE(loop_.until([&] { return steady_clock::now() > forgotten; }, 20'000));
  EXPECT_FALSE(passes(dry(wish("b", 1)))) << "others took it all";
}

TEST_F(QuotaLimitsTest, HoweverSlowWritesAreNobodyRestsForLonger) {
  constexpr milliseconds kSlow{500};
  static_assert(kSlow * kRestWritesContended * 3 / 4 > kRestMax + kube::kSlack);
  ASSERT_TRUE(passes(wish("a", 1)));
  charge_elsewhere(quota::asking("other", 1));
  std::atomic<int> puts = 0;
  objects_.intercept([&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (request.line().starts_with("PUT") && ++puts == 2) std::this_thread::sleep_for(kSlow);
    return std::nullopt;
  });
  ASSERT_TRUE(passes(wish("b", 1)));
  ASSERT_EQ(puts, 2) << "it was overtaken";
  const auto began = steady_clock::now();
  EXPECT_TRUE(passes(wish("c", 1)));
  EXPECT_LT(steady_clock::now() - began, kRestMax + kube::kSlack);
}

// Then there is time left to charge it.
TEST_F(QuotaLimitsTest, ALookBeforehandIsNotWaitedForAsLongAsARead) {
  constexpr milliseconds kEnough = kChargeCallTime - milliseconds(500);
  static_assert(kLookCallTime + kube::kSlack < kEnough);
  const quota::DeviceQuota cards = put_other("nics", quota::amounts({{"nic", "8"}}));
  std::atomic<int> reads = 0;
  objects_.intercept([&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("GET " + path_of("nics")) || ++reads > 1) return std::nullopt;
    return "";
  });
  const ChargeResult result = charge({wish_with_card("a", 3, cards)}, kEnough).front();
  EXPECT_TRUE(result.passes());
  EXPECT_TRUE(result.unreached.empty());
  EXPECT_EQ(reads, 2);
}

// So long seven pauses last: 2, 4, 8, 16, 32, 64 and 100 ms at least. Nobody pauses after the
// first conflict.
constexpr milliseconds kPausing{300};
constexpr std::size_t kTriesMax = 10;

TEST_F(QuotaLimitsTest, AfterAWriteWhoseAnswerWasLostThereIsAPause) {
  EXPECT_LE(writes_within(kPausing, refused("500 Internal Server Error", 500, "InternalError")),
            kTriesMax);
}

TEST_F(QuotaLimitsTest, WhoIsOvertakenAgainAndAgainPauses) {
  EXPECT_LE(writes_within(kPausing, refused("409 Conflict", 409, "Conflict")), kTriesMax);
}

}  // namespace
}  // namespace drawbridge::admission
