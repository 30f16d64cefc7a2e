#include "webhook/admission/quota_desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/post.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "quota/recount.h"
#include "test/webhook/quota_desk_testing.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using quota::ChargeResult;
using std::chrono::milliseconds;

TEST_F(QuotaDeskTest, ChargesWhatFitsToTheLastDevice) {
  EXPECT_TRUE(passes(wish("a", 5)));
  EXPECT_EQ(used(), "5");
  EXPECT_FALSE(passes(wish("b", 4)));
  EXPECT_TRUE(passes(wish("c", 3)));
  EXPECT_FALSE(passes(wish("d", 1)));
  EXPECT_EQ(used(), "8");
  EXPECT_EQ(status()["holds"].size(), 2U);
  EXPECT_EQ(held(), "a");
  EXPECT_EQ(desk_->tally().passed, 2U);
  EXPECT_EQ(desk_->tally().refused, 2U);
}

TEST_F(QuotaDeskTest, ThoseWhoWaitShareAWrite) {
  std::vector<ChargeWish> wishes;
  for (int i = 0; i < 20; ++i) wishes.push_back(wish(std::to_string(i), 1));
  int passed = 0;
  for (const ChargeResult& result : charge(std::move(wishes))) passed += result.passes() ? 1 : 0;
  EXPECT_EQ(passed, 8);
  EXPECT_EQ(used(), "8");
  EXPECT_LE(objects_.writes(), 2);
}

TEST_F(QuotaDeskTest, ADryRunLeavesNothing) {
  ChargeWish dry = wish("a", 8);
  dry.waiter.dry_run = true;
  EXPECT_TRUE(passes(dry));
  dry.waiter = quota::asking("b", 9);
  dry.waiter.dry_run = true;
  EXPECT_FALSE(passes(dry));
  EXPECT_EQ(used(), "0");
  EXPECT_EQ(objects_.writes(), 0);
}

TEST_F(QuotaDeskTest, NobodyIsRefusedOrLetPassByWhatWasRemembered) {
  EXPECT_TRUE(passes(wish("a", 8)));
  put(0);
  EXPECT_TRUE(passes(wish("b", 8))) << "it was freed meanwhile";
  put(1);
  EXPECT_TRUE(passes(wish("c", 1)));
  put(8);
  EXPECT_FALSE(passes(wish("d", 1))) << "others took it meanwhile";
  EXPECT_GE(desk_->tally().conflicts, 1U);
  EXPECT_EQ(used(), "8");
}

TEST_F(QuotaDeskTest, WhereTheApiServerDoesNotAnswerFailurePolicyDecides) {
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PUT")) return std::nullopt;
    return kube::reply("500 Internal Server Error", kube::status_body(500, "InternalError", "no"));
  });
  const ChargeResult refused = charge({wish("a", 1)}, milliseconds(300)).front();
  EXPECT_FALSE(refused.passes());
  ASSERT_EQ(refused.unreached.size(), 1U);
  EXPECT_EQ(refused.unreached[0].why, "the API server did not answer in time");
  ChargeWish ignoring = wish("b", 1);
  ignoring.quotas[0].failure_policy = quota::DeviceQuota::FailurePolicy::kIgnore;
  ignoring.quotas[0].generation = 2;
  const ChargeResult ignored = charge({ignoring}, milliseconds(300)).front();
  EXPECT_TRUE(ignored.passes());
  EXPECT_EQ(ignored.unreached.size(), 1U);
  EXPECT_EQ(desk_->tally().unreached_refused, 1U);
  EXPECT_EQ(desk_->tally().unreached_passed, 1U);
  objects_.intercept({});
  EXPECT_TRUE(passes(wish("c", 7))) << "nothing is held for who was refused";
}

// The API server dies after its commit: the write is there, and nobody was told.
TEST_F(QuotaDeskTest, AWriteWhoseAnswerWasLostIsFoundAndChargedOnce) {
  std::atomic<int> puts = 0;
  objects_.intercept([&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PUT") || puts++ > 0) return std::nullopt;
    objects_.put(kQuota, json::parse(request.body));
    return kube::reply("500 Internal Server Error", kube::status_body(500, "InternalError", "no"));
  });
  EXPECT_TRUE(passes(wish("a", 5)));
  EXPECT_EQ(used(), "5");
  EXPECT_EQ(status()["holds"].size(), 1U);
  EXPECT_EQ(puts, 1) << "it is there already";
  EXPECT_FALSE(passes(wish("b", 4)));
  EXPECT_TRUE(passes(wish("c", 3)));
}

// The API server calls the webhook again where its first answer came too late.
TEST_F(QuotaDeskTest, OneObjectThatIsAskedForTwiceIsChargedOnce) {
  EXPECT_TRUE(passes(wish("a", 5)));
  EXPECT_TRUE(passes(wish("a", 5)));
  EXPECT_EQ(used(), "5");
  const std::vector<ChargeResult> both = charge({wish("b", 3), wish("b", 3)});
  EXPECT_TRUE(both[0].passes() && both[1].passes());
  EXPECT_EQ(used(), "8");
  EXPECT_EQ(status()["holds"].size(), 2U);
}

// What it remembers has no hold of the pod yet, which another replica has let pass.
TEST_F(QuotaDeskTest, AClaimIsNotLetPassByAHoldThatWasRemembered) {
  ChargeWish claim = wish("claim", 4);
  claim.waiter.made_for = quota::MadeFor{"pod", "entry"};
  EXPECT_TRUE(passes(wish("other", 1)));
  quota::Waiter pod = quota::asking("pod", 2);
  pod.wants[0].claim = "entry";
  charge_elsewhere(pod);
  EXPECT_TRUE(passes(claim));
  EXPECT_EQ(used(), "7") << "1, the pod's 2, and 4 of a template that was replaced";
}

// Else it would be first again and again, while the others still read.
TEST_F(QuotaDeskTest, AfterAWriteItLetsOthersGoAhead) {
  slow_writes();
  EXPECT_TRUE(passes(wish("a", 1)));
  EXPECT_TRUE(rests_before(wish("b", 1), kRestWritesAlone));
  EXPECT_EQ(methods(), "GET PUT PUT ");
  charge_elsewhere(quota::asking("other", 1));
  EXPECT_TRUE(passes(wish("c", 1)));
  EXPECT_EQ(methods(), "PUT GET PUT ");
  EXPECT_TRUE(rests_before(wish("d", 1), kRestWritesContended)) << "others charge as well";
  EXPECT_EQ(methods(), "PUT ");
  EXPECT_EQ(used(), "5");
}

// One that is never overtaken does not learn it otherwise.
TEST_F(QuotaDeskTest, AWatchTellsThatOthersChargeToo) {
  slow_writes();
  EXPECT_TRUE(passes(wish("a", 1)));
  charge_elsewhere(quota::asking("other", 1));
  tell();
  EXPECT_TRUE(passes(wish("b", 1)));
  EXPECT_TRUE(rests_before(wish("c", 1), kRestWritesContended));
  EXPECT_EQ(methods(), "GET PUT PUT PUT ") << "nobody was overtaken";
  EXPECT_EQ(used(), "4");
}

TEST_F(QuotaDeskTest, WhoCameMeanwhileGoesAlongWithWhoWasOvertaken) {
  EXPECT_TRUE(passes(wish("a", 1)));
  charge_elsewhere(quota::asking("other", 1));
  std::atomic<int> puts = 0;
  std::shared_ptr<const std::optional<ChargeResult>> later;
  objects_.intercept([&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PUT") || ++puts > 1) return std::nullopt;
    boost::asio::post(loop_.io, [&] { later = begin(wish("c", 1)); });
    std::this_thread::sleep_for(kSlowWrite);  // until it waits
    return std::nullopt;
  });
  EXPECT_TRUE(passes(wish("b", 1)));
  EXPECT_TRUE(loop_.until([&] { return later && later->has_value(); }, 20'000));
  EXPECT_TRUE((*later)->passes());
  EXPECT_EQ(methods(), "GET PUT PUT GET PUT ");
  EXPECT_EQ(used(), "4");
}

// Whoever sends it again and again would keep the namespace from what is free.
TEST_F(QuotaDeskTest, WhatALaterQuotaRefusesKeepsNobodyFromAnEarlierOne) {
  const quota::DeviceQuota cards = put_other("nics", quota::amounts({{"nic", "0"}}));
  const std::vector<ChargeResult> all =
      charge({wish_with_card("never", 8, cards), wish_with_card("either", 8, cards), wish("a", 1)});
  EXPECT_FALSE(all[0].passes());
  EXPECT_FALSE(all[1].passes());
  EXPECT_EQ(all[0].judgements.back().quota, "nics");
  EXPECT_TRUE(all[2].passes()) << "8 are free";
  EXPECT_EQ(used(), "1");
  EXPECT_EQ(desk_->tally().writes, 1U) << "nothing was to be given back";
}

// Who is let pass by one that can't be reached is charged to the others all the same.
TEST_F(QuotaDeskTest, OneThatCannotBeReadBeforehandIsPassedOver) {
  quota::DeviceQuota cards = put_other("nics", quota::amounts({{"nic", "8"}}));
  cards.failure_policy = quota::DeviceQuota::FailurePolicy::kIgnore;
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("GET " + path_of("nics"))) return std::nullopt;
    return kube::reply("500 Internal Server Error", kube::status_body(500, "InternalError", "no"));
  });
  const ChargeResult result = charge({wish_with_card("a", 3, cards)}, milliseconds(1'000)).front();
  EXPECT_TRUE(result.passes());
  ASSERT_EQ(result.unreached.size(), 1U);
  EXPECT_EQ(result.unreached[0].quota, "nics");
  EXPECT_EQ(used(), "3");
}

TEST_F(QuotaDeskTest, WhatOneWarnsOfIsToldBesideTheRefusalOfAnother) {
  quota::DeviceQuota first = put_other("cards", quota::amounts({{"nic", "0"}}));
  first.enforcement = quota::DeviceQuota::Enforcement::kWarn;
  json warning = objects_.get(path_of("cards"));
  warning["spec"]["enforcement"] = "Warn";
  objects_.put(path_of("cards"), warning);
  const ChargeResult result = charge({wish_with_card("a", 9, first)}).front();
  EXPECT_FALSE(result.passes());
  ASSERT_EQ(result.judgements.size(), 2U);
  EXPECT_EQ(result.judgements[0].quota, "cards");
  EXPECT_EQ(result.judgements[1].quota, "gpus");
}

TEST_F(QuotaDeskTest, WhoIsRefusedBesideOthersGivesBackWhatItHeld) {
  const quota::DeviceQuota cards = put_other("nics", quota::amounts({{"nic", "1"}}));
  const std::vector<ChargeResult> all =
      charge({wish_with_card("a", 3, cards), wish_with_card("b", 4, cards)});
  EXPECT_TRUE(all[0].passes());
  EXPECT_FALSE(all[1].passes());
  EXPECT_TRUE(loop_.until([this] { return used() == "3"; }, 5'000)) << used();
  EXPECT_EQ(objects_.get(path_of("nics"))["status"]["used"]["nic"], "1");
}

// As a pod behind Kueue's gate is by one with excludeQueued.
TEST_F(QuotaDeskTest, NobodyIsPutToAQuotaThatIsNotItsOwn) {
  const quota::DeviceQuota running = put_other("running", quota::gpus(2));
  ChargeWish plain = wish("plain", 1);
  plain.quotas.push_back(running);
  const std::vector<ChargeResult> both = charge({plain, wish("gated", 4)});
  EXPECT_TRUE(both[0].passes());
  EXPECT_TRUE(both[1].passes());
  EXPECT_EQ(used(), "5");
  EXPECT_EQ(objects_.get(path_of("running"))["status"]["used"]["gpu"], "1");
}

TEST_F(QuotaDeskTest, TheFailurePolicyOfAnotherQuotaRefusesNobody) {
  quota::DeviceQuota cards = put_other("nics", quota::amounts({{"nic", "8"}}));
  cards.failure_policy = quota::DeviceQuota::FailurePolicy::kIgnore;
  ChargeWish card = wish_with_card("card", 0, cards);
  card.quotas = {cards};
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PUT")) return std::nullopt;
    return kube::reply("500 Internal Server Error", kube::status_body(500, "InternalError", "no"));
  });
  const std::vector<ChargeResult> both = charge({card, wish("gpu", 1)}, milliseconds(500));
  EXPECT_TRUE(both[0].passes());
  ASSERT_EQ(both[0].unreached.size(), 1U);
  EXPECT_EQ(both[0].unreached[0].quota, "nics");
  EXPECT_FALSE(both[1].passes());
}

TEST_F(QuotaDeskTest, WhoWasOvertakenGoesByWhatAWatchTells) {
  EXPECT_TRUE(passes(wish("a", 1)));
  tell();
  charge_elsewhere(quota::asking("other", 1));
  objects_.intercept([&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (request.line().starts_with("PUT")) boost::asio::post(loop_.io, [this] { tell(); });
    return std::nullopt;
  });
  EXPECT_TRUE(passes(wish("b", 1)));
  EXPECT_EQ(methods(), "GET PUT PUT PUT ");
  charge_elsewhere(quota::asking("all", 5));
  EXPECT_FALSE(passes(wish("c", 1))) << "there is no more";
  EXPECT_EQ(methods(), "PUT GET ") << "nobody is refused by what a watch has told";
  EXPECT_EQ(used(), "8");
}

TEST_F(QuotaDeskTest, TheLeaderIsNobodyToWaitFor) {
  EXPECT_TRUE(passes(wish("a", 1)));
  const Result<kube::Document> now = kube::read_json(objects_.get(kQuota).dump());
  const auto counted = quota::settled(*quota::Ledger::read(now->root()), {"a"});
  objects_.put(kQuota, json::parse(quota::with_ledger(now->root(), *counted)));
  EXPECT_TRUE(passes(wish("b", 1)));
  EXPECT_TRUE(passes(wish("c", 1)));
  EXPECT_EQ(methods(), "GET PUT PUT GET PUT PUT ");
  EXPECT_EQ(used(), "3");
}

TEST_F(QuotaDeskTest, AForbiddenWriteIsToldAtOnce) {
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PUT")) return std::nullopt;
    return kube::reply("403 Forbidden", kube::status_body(403, "Forbidden", "not you"));
  });
  const ChargeResult refused = charge({wish("a", 1)}).front();
  ASSERT_EQ(refused.unreached.size(), 1U);
  EXPECT_THAT(refused.unreached[0].why, ::testing::HasSubstr("not you"));
}

// Of a fault of ours: nobody is left waiting, and the next are charged.
TEST_F(QuotaDeskTest, WhatIsThrownEndsTheChargeOfThoseAloneWhoWereBeingCharged) {
  kube::ClientConfig config = server_.config();
  config.server.host = "api.test";  // no address, so that it is looked up
  const std::string address = server_.config().server.host;
  int lookups = 0;
  kube::HttpOptions options;
  options.lookup = [&](const std::string& /*host*/, std::uint16_t port,
                       const kube::LookupDone& done) {
    if (++lookups == 1) {
      done(Error{"no address"});
      throw std::runtime_error("thrown by the test");
    }
    done(kube::Endpoints{{boost::asio::ip::make_address(address), port}});
  };
  const std::unique_ptr<kube::Client> client =
      std::move(*kube::Client::create(loop_.io.get_executor(), config, std::move(options)));
  desk_ = std::make_unique<QuotaDesk>(loop_.io.get_executor(), *client);
  const ChargeResult failed = charge({wish("a", 1)}, milliseconds(60'000)).front();
  ASSERT_EQ(failed.unreached.size(), 1U);
  EXPECT_EQ(failed.unreached[0].why, "thrown by the test");
  EXPECT_TRUE(failed.unreached[0].refuses);
  EXPECT_TRUE(passes(wish("b", 1)));
  client->stop();
  EXPECT_TRUE(loop_.until([&] { return client->active() == 0; }, 20'000));
  desk_.reset();
}

TEST_F(QuotaDeskTest, OneThatIsGoneLimitsNothing) {
  objects_.remove(kQuota);
  EXPECT_TRUE(passes(wish("a", 100)));
}

TEST_F(QuotaDeskTest, OneThatWasNeverCountedRefuses) {
  objects_.put(kQuota, json::parse(R"({"metadata":{"name":"gpus","namespace":"team",)"
                                   R"("generation":1},"spec":{"hard":{"gpu":"8"}}})"));
  const auto began = std::chrono::steady_clock::now();
  const ChargeResult result = charge({wish("a", 1)}).front();
  EXPECT_GE(std::chrono::steady_clock::now() - began, kCountWait - 2 * kCountLookInterval);
  ASSERT_EQ(result.judgements.size(), 1U);
  EXPECT_EQ(result.judgements[0].problem, quota::Judgement::Problem::kNotCounted);
  EXPECT_FALSE(result.passes());
  EXPECT_EQ(desk_->tally().refused, 1U);
}

// kubectl sends the pods of a file as soon as its DeviceQuota is there.
TEST_F(QuotaDeskTest, OneThatIsBeingCountedIsWaitedFor) {
  objects_.put(kQuota, json::parse(R"({"metadata":{"name":"gpus","namespace":"team",)"
                                   R"("generation":1},"spec":{"hard":{"gpu":"8"}}})"));
  std::atomic<int> reads = 0;
  objects_.intercept([&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (request.line().starts_with("GET") && ++reads == 3) put(5);
    return std::nullopt;
  });
  EXPECT_TRUE(passes(wish("a", 3)));
  EXPECT_EQ(used(), "8");
  EXPECT_EQ(desk_->tally().refused, 0U);
}

}  // namespace
}  // namespace drawbridge::admission
