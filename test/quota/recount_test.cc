#include "quota/recount.h"

#include <gtest/gtest.h>

#include "quota/hold_watch.h"
#include "test/quota/quota_testing.h"

namespace drawbridge::quota {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Ledger with_holds(const DeviceQuota& quota, const std::vector<Waiter>& waiters) {
  return charge(quota, counted(quota), waiters).ledger;
}

std::string uids(const Ledger& ledger) {
  std::string text;
  for (const Hold& hold : ledger.holds) text += hold.uid + " ";
  return text;
}

TEST(Recount, IsWhatIsListedAndWhatIsHeldAndNotSeen) {
  const DeviceQuota quota = quota_of(gpus(100));
  const Ledger before = with_holds(quota, {asking("seen", 5), asking("unseen", 7)});
  const auto after = recounted(quota, before, before, {gpus(40), {"seen"}, {}}, {}, plain_unit);
  ASSERT_TRUE(after);
  EXPECT_EQ(text_of(after->used), " gpu=47");
  EXPECT_EQ(uids(*after), "unseen ");
  EXPECT_EQ(after->recounts, before.recounts + 1);
}

TEST(Recount, MergesTheHoldsThatCameMeanwhile) {
  const DeviceQuota quota = quota_of(gpus(100));
  const Ledger before = with_holds(quota, {asking("a", 1)});
  const Ledger now = charge(quota, before, std::vector{asking("b", 2), asking("c", 3)}).ledger;
  const auto after = recounted(quota, before, now, {gpus(10), {"a", "b"}, {}}, {}, plain_unit);
  ASSERT_TRUE(after);
  EXPECT_EQ(text_of(after->used), " gpu=13") << "b is in the list, c may still come";
  EXPECT_EQ(uids(*after), "c ");
}

TEST(Recount, BeginsAnewWhereSomebodyElseCounted) {
  const DeviceQuota quota = quota_of(gpus(100));
  const Ledger before = with_holds(quota, {});
  Ledger now = before;
  ++now.recounts;
  EXPECT_FALSE(recounted(quota, before, now, {}, {}, plain_unit));
}

TEST(Recount, AHoldCostsNothingOfWhatIsNotLimited) {
  const DeviceQuota quota = quota_of(gpus(100));
  Waiter both = asking("a", 1);
  both.wants.push_back({"", "nic", 1});
  both.charge = charge_of(both.wants, plain_unit);
  const Ledger before = with_holds(quota, {both});
  const auto after = recounted(quota, before, before, {}, {}, plain_unit);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->holds.size(), 1U);
  EXPECT_EQ(text_of(after->holds[0].charge), " gpu=1");
}

// The hold tells what the pod was charged for, where the list can't.
TEST(Recount, KeepsTheHoldOfAPodWhoseClaimsAreYetToComeOfNobodyKnowsWhat) {
  const DeviceQuota quota = quota_of(gpus(100));
  Waiter early = asking("early", 0);
  early.wants.clear();
  early.charge = {};
  early.awaits = true;
  const auto by_claim = [](const char* uid, std::int64_t gpus) {
    Waiter waiter = asking(uid, gpus);
    waiter.wants.front().claim = "e";
    return waiter;
  };
  const Ledger before = with_holds(quota, {by_claim("unsure", 5), by_claim("sure", 6),
                                           by_claim("dear", 1), early, by_claim("gone", 7)});
  ASSERT_EQ(uids(before), "unsure sure dear early gone ");
  Count count;
  count.listed = gpus(14);  // 2 of unsure, 6 of sure, 3 of dear, 2 + 1 of early
  count.seen = {"unsure", "sure", "dear", "early", "gone"};
  count.awaiting = {{"unsure", {{"e"}, gpus(2), true}},
                    {"sure", {{"e"}, gpus(6), false}},
                    {"dear", {{"e"}, gpus(3), true}},
                    {"early", {{"e"}, gpus(2), false}}};
  for (const Hold& hold : before.holds) count.dropped.insert(hold.identity());
  const auto after = recounted(quota, before, before, count, {}, plain_unit);
  ASSERT_TRUE(after);
  EXPECT_EQ(uids(*after), "unsure dear early ");
  EXPECT_EQ(text_of(after->used), " gpu=13")
      << "5 of unsure, 6 of sure, 1 of dear, and 1 of early beside the claim that costs by itself";
  count.awaiting.clear();
  const auto come = recounted(quota, *after, *after, count, {}, plain_unit);
  ASSERT_TRUE(come);
  EXPECT_EQ(uids(*come), "") << "all claims have come";
  EXPECT_EQ(text_of(come->used), " gpu=14");
}

// One of the two knows an old template: whoever judges the claim is to find what the pod paid for.
TEST(Recount, AHoldThatAsksOtherThanTheListedTemplateStaysUntilTheClaimHasCome) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter pod = asking("pod", 1);
  pod.wants.front().claim = "e";
  const Ledger before = with_holds(quota, {pod});
  Count count;
  count.seen = {"pod"};
  const auto counted_with = [&](std::int64_t of_template) {
    Want want{"", "gpu", of_template};
    want.claim = "e";
    count.listed = gpus(of_template);
    count.awaiting = {{"pod", {.entries = {"e"}, .listed = gpus(of_template)}}};
    count.awaiting["pod"].wants = {{"e", {want}}};
    return recounted(quota, before, before, count, {}, plain_unit);
  };
  const auto replaced = counted_with(8);
  ASSERT_TRUE(replaced);
  EXPECT_EQ(uids(*replaced), "pod ");
  EXPECT_EQ(text_of(replaced->used), " gpu=1") << "what it paid for";
  const auto same = counted_with(1);
  ASSERT_TRUE(same);
  EXPECT_EQ(uids(*same), "");
  EXPECT_EQ(text_of(same->used), " gpu=1");
}

// Who judges the claim may take another template, or a time of another clock, for the one that the
// pod paid for.
TEST(Recount, AHoldStaysUntilTheClaimHasComeWhoseTemplateMayBeReplaced) {
  const DeviceQuota quota = quota_of(gpus(2'000));
  std::vector<Waiter> pods;
  Count count;
  count.listed = gpus(kPayingHoldsMax + 2);
  Want want{"", "gpu", 1};
  want.claim = "e";
  for (std::size_t i = 0; i < kPayingHoldsMax + 2; ++i) {
    const std::string uid = "p" + std::to_string(i);
    pods.push_back(asking(uid, 1));
    pods.back().wants.front().claim = "e";
    count.seen.insert(uid);
    count.awaiting[uid] = {.entries = {"e"}, .listed = gpus(1), .wants = {{"e", {want}}}};
    if (i > 0) count.awaiting[uid].changeable = {"e"};
  }
  const Ledger before = with_holds(quota, pods);
  const auto after = recounted(quota, before, before, count, {}, plain_unit);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->holds.size(), kPayingHoldsMax);
  EXPECT_EQ(after->find("p0"), nullptr) << "its template is what its name says";
  EXPECT_EQ(text_of(after->used), " gpu=502") << "each is counted once";
  count.awaiting.clear();
  const auto come = recounted(quota, *after, *after, count, {}, plain_unit);
  ASSERT_TRUE(come);
  EXPECT_EQ(uids(*come), "");
}

// Its claim is charged when it comes: else both would be.
TEST(Recount, APodWithoutAHoldIsNotCountedForAClaimOfWhichItIsUnsure) {
  const DeviceQuota quota = quota_of(gpus(8));
  const Ledger before = counted(quota);
  Count count;
  count.listed = gpus(7);  // 5 by the unsure entry, 2 by another one
  count.seen = {"pod"};
  count.awaiting = {
      {"pod",
       {.entries = {"e", "f"}, .listed = gpus(7), .is_unsure = true, .listed_unsure = gpus(5)}}};
  const auto after = recounted(quota, before, before, count, {}, plain_unit);
  ASSERT_TRUE(after);
  EXPECT_EQ(text_of(after->used), " gpu=2");
}

// Its claim cost less. Should it go, the next one would be paid by what is no longer in use.
TEST(Recount, AHoldThatStaysForAnotherEntryPaysNoLongerForAClaimThatCame) {
  const DeviceQuota quota = quota_of(gpus(100));
  Waiter pod = asking("pod", 6);
  pod.wants = {{"", "gpu", 1}, {"", "gpu", 2}, {"", "gpu", 3}};
  pod.wants[1].claim = "awaited";
  pod.wants[2].claim = "come";
  pod.awaits = true;
  const Ledger before = with_holds(quota, {pod});
  Count count;
  count.listed = gpus(3);  // 1 of the pod itself, 1 of the claim, 1 of the template
  count.seen = {"pod", "claim"};
  count.awaiting = {{"pod", {{"awaited"}, gpus(1), true}}};
  const auto after = recounted(quota, before, before, count, {}, plain_unit);
  ASSERT_TRUE(after);
  EXPECT_EQ(text_of(after->used), " gpu=4");
  ASSERT_EQ(after->holds.size(), 1U);
  std::vector<std::string> claims;
  for (const Want& want : after->holds[0].demand) claims.push_back(want.claim);
  EXPECT_EQ(claims, (std::vector<std::string>{"", "awaited"}));
  EXPECT_EQ(text_of(after->holds[0].charge), " gpu=3");
}

// Its claim came and went: by this count the pod has not paid for the next one, which a pod without
// a hold would have.
TEST(Recount, AHoldThatPaysNoLongerForAnEntryStaysUntilItsClaimHasCome) {
  const DeviceQuota quota = quota_of(gpus(100));
  Waiter pod = asking("pod", 4);
  pod.wants = {{"", "gpu", 1}, {"", "gpu", 3}};
  pod.wants[0].claim = "awaited";
  pod.wants[1].claim = "gone";
  const Ledger before = with_holds(quota, {pod});
  Count count;
  count.listed = gpus(4);
  count.seen = {"pod", "claim"};
  count.awaiting = {{"pod", {{"awaited"}, gpus(1), true}}};
  const auto one_came = recounted(quota, before, before, count, {}, plain_unit);
  ASSERT_TRUE(one_came);
  ASSERT_EQ(one_came->holds.size(), 1U);
  EXPECT_FALSE(one_came->holds[0].awaits);
  count.awaiting = {{"pod", {{"awaited", "gone"}, gpus(4), true}}};
  const auto it_went = recounted(quota, *one_came, *one_came, count, {}, plain_unit);
  ASSERT_TRUE(it_went);
  EXPECT_EQ(text_of(it_went->used), " gpu=1") << "the next claim costs what it asks for";
  ASSERT_EQ(it_went->holds.size(), 1U);
  EXPECT_TRUE(it_went->holds[0].awaits) << "no settling strikes it (SeenObjects::awaits_claims)";
  count.awaiting = {{"pod", {{"gone"}, gpus(3), false}}};
  const auto other_came = recounted(quota, *it_went, *it_went, count, {}, plain_unit);
  ASSERT_TRUE(other_came);
  EXPECT_EQ(uids(*other_came), "pod ");
  count.awaiting = {};
  const auto all_came = recounted(quota, *other_came, *other_came, count, {}, plain_unit);
  ASSERT_TRUE(all_came);
  EXPECT_EQ(uids(*all_came), "");
}

// The pod came when pods had been listed, and its claim before claims were.
TEST(Recount, OfAPodThatTheListDoesNotHaveAClaimThatItHasCountsOnce) {
  const DeviceQuota quota = quota_of(gpus(100));
  Waiter pod = asking("pod", 6);
  pod.wants = {{"", "gpu", 1}, {"", "gpu", 2}, {"", "gpu", 3}};
  pod.wants[1].claim = "awaited";
  pod.wants[2].claim = "come";
  const Ledger before = with_holds(quota, {pod});
  Count count;
  count.listed = gpus(3);
  count.seen = {"claim"};
  count.claimed_alone = {{"pod", {"come"}}, {"gone", {"awaited"}}};
  const auto after = recounted(quota, before, before, count, {}, plain_unit);
  ASSERT_TRUE(after);
  EXPECT_EQ(text_of(after->used), " gpu=6");
  ASSERT_EQ(after->holds.size(), 1U);
  EXPECT_EQ(text_of(after->holds[0].charge), " gpu=3")
      << "it pays for no other claim of that entry";
}

// A new leader has listed; then an object is let pass, stored, and seen by the old leader, which
// drops its hold. The new one's list knows neither the object nor, by now, its hold.
TEST(Recount, OfTwoLeadersTheSlowerOneBeginsAnew) {
  const DeviceQuota quota = quota_of(gpus(8));
  const Ledger read_by_new = counted(quota);
  const Count listed_by_new;
  const Ledger charged = charge(quota, read_by_new, std::vector{asking("a", 8)}).ledger;
  const auto by_old = recounted(quota, charged, charged, {gpus(8), {"a"}, {}}, {}, plain_unit);
  ASSERT_TRUE(by_old);
  EXPECT_TRUE(by_old->holds.empty());
  EXPECT_FALSE(recounted(quota, read_by_new, *by_old, listed_by_new, {}, plain_unit))
      << "it would say that nothing is in use";
}

TEST(Recount, DropsAHoldOnlyAsItWasWhenItWasJudged) {
  const DeviceQuota quota = quota_of(gpus(100));
  const Ledger before = with_holds(quota, {asking("a", 1), asking("b", 1)});
  const std::set<std::string, std::less<>> dropped = {before.holds[0].identity(),
                                                      before.holds[1].identity()};
  const Ledger now = charge(quota, before, std::vector{asking("b", 1, "again")}).ledger;
  const auto after = recounted(quota, before, now, {{}, {}, dropped}, {}, plain_unit);
  ASSERT_TRUE(after);
  EXPECT_EQ(uids(*after), "b ") << "another request relies on it";
}

TEST(Recount, CountsHoldsAnewUnderOtherMappings) {
  DeviceQuota quota = quota_of(gpus(100));
  const Ledger before = with_holds(quota, {asking("a", 3)});
  quota.generation = 2;
  quota.hard = amounts({{"accelerator", "10"}, {"nic", "1"}});
  const Countings countings = {{"accelerator", "class gpu"}};
  const auto after = recounted(quota, before, before, {amounts({{"accelerator", "2"}}), {}, {}},
                               countings, [](const Want&) { return Unit{"accelerator"}; });
  ASSERT_TRUE(after);
  EXPECT_EQ(text_of(after->used), " accelerator=5 nic=0");
  EXPECT_EQ(text_of(after->holds.at(0).charge), " accelerator=3");
  EXPECT_TRUE(is_counted(quota, *after, countings));
  EXPECT_FALSE(is_counted(quota, *after, {}));
}

TEST(Recount, WhatNobodyCanCountAnyMoreCostsWhatItCost) {
  const DeviceQuota quota = quota_of(gpus(100));
  const Ledger before = with_holds(quota, {asking("a", 3)});
  const auto after = recounted(quota, before, before, {}, {}, [](const Want&) {
    return Unit{"gpu", "memory", std::nullopt, false};
  });
  ASSERT_TRUE(after);
  EXPECT_EQ(text_of(after->used), " gpu=3");
}

// Devices of class gpu count by their memory, of which none is published.
Unit memory_of_nobody(const Want& /*want*/) {
  Unit unit{"gpu", "memory"};
  unit.is_unpublished = true;
  return unit;
}

// The last ResourceSlice of a class goes while its devices are in use, and comes back.
TEST(Recount, OfWhatCannotBeToldNoLessIsInUseThanBefore) {
  const DeviceQuota quota = quota_of(amounts({{"gpu", "80Gi"}, {"nic", "4"}}));
  const Ledger before = counted(quota, amounts({{"gpu", "80Gi"}, {"nic", "3"}}));
  Count count;
  count.listed = amounts({{"gpu", "10Gi"}, {"nic", "1"}});
  count.unknown = {"gpu", "unlimited"};
  const auto gone = recounted(quota, before, before, count, {}, plain_unit);
  ASSERT_TRUE(gone);
  EXPECT_EQ(text_of(gone->used), " gpu=80Gi nic=1");
  EXPECT_TRUE(is_counted(quota, *gone, {}));
  count.listed = amounts({{"gpu", "90Gi"}});
  EXPECT_EQ(text_of(recounted(quota, before, before, count, {}, plain_unit)->used),
            " gpu=90Gi nic=0");
  count.listed = amounts({{"gpu", "40Gi"}});
  count.unknown.clear();
  const auto back = recounted(quota, *gone, *gone, count, {}, plain_unit);
  ASSERT_TRUE(back);
  EXPECT_EQ(text_of(back->used), " gpu=40Gi nic=0") << "it is known again";
}

// Of what was charged while it counted as well.
TEST(Recount, OfWhatCannotBeToldWhatWasChargedMeanwhileStays) {
  const DeviceQuota quota = quota_of(gpus(8));
  const Ledger before = counted(quota, gpus(3));
  const Ledger now = charge(quota, before, std::vector{asking("a", 2)}).ledger;
  Count count;
  count.unknown = {"gpu"};
  EXPECT_EQ(text_of(recounted(quota, before, now, count, {}, plain_unit)->used), " gpu=5");
}

// Nobody knows what it was under these limits and mappings.
TEST(Recount, WhatCannotBeToldAndNeverWasIsNotCounted) {
  DeviceQuota quota = quota_of(amounts({{"gpu", "8"}, {"nic", "4"}}));
  Count count;
  count.listed = amounts({{"nic", "1"}});
  count.unknown = {"gpu"};
  const Countings others = {{"gpu", "otherwise"}};
  Ledger older = counted(quota, gpus(3));
  older.observed_generation = 0;
  Ledger first = counted(quota, gpus(3));
  first.recounts = 0;
  for (const Ledger& before : {counted(quota, gpus(3), others), older, first}) {
    const auto after = recounted(quota, before, before, count, {}, plain_unit);
    ASSERT_TRUE(after);
    EXPECT_EQ(text_of(after->used), " nic=1");
    EXPECT_FALSE(is_counted(quota, *after, {}));
    Waiter nic = asking("n", 1);
    nic.wants = {{"", "nic", 1}};
    nic.charge = charge_of(nic.wants, plain_unit);
    const std::vector<Judgement> judged =
        charge(quota, *after, std::vector{asking("a", 1), nic}).judgements;
    EXPECT_EQ(judged[0].problem, Judgement::Problem::kNotCounted);
    EXPECT_EQ(judged[0].uncounted, std::vector<std::string>{"gpu"});
    EXPECT_TRUE(judged[0].refuses);
    EXPECT_EQ(judged[1].problem, Judgement::Problem::kNone) << "the rest is counted";
    const auto again = recounted(quota, *after, *after, count, {}, plain_unit);
    EXPECT_EQ(text_of(again->used), " nic=1");
    EXPECT_EQ(text_of(recounted(quota, *after, *after, {gpus(2), {}, {}}, {}, plain_unit)->used),
              " gpu=2 nic=0");
  }
}

// A pod that is listed, whose template was missing or came late, and its hold.
TEST(Recount, WhatNobodyCanCountAnyMoreOfClaimsToComeCostsWhatItCost) {
  const DeviceQuota quota = quota_of(gpus(100));
  Waiter waiter = asking("a", 3);
  waiter.wants.front().claim = "e";
  waiter.awaits = true;
  const Ledger before = with_holds(quota, {waiter});
  Count count;
  count.seen = {"a"};
  count.awaiting = {{"a", {{"e"}, {}, true}}};
  const auto after = recounted(quota, before, before, count, {}, memory_of_nobody);
  ASSERT_TRUE(after);
  EXPECT_EQ(uids(*after), "a ");
  EXPECT_EQ(text_of(after->used), " gpu=3");
}

// Somebody may write any number there.
TEST(Recount, CountsAnewFromOneBehindTheLast) {
  const DeviceQuota quota = quota_of(gpus(8));
  const auto read = [](const std::string& recounts) {
    return Ledger::read(kube::read_json(R"({"status": {"recounts": )" + recounts + "}}")->root())
        ->recounts;
  };
  EXPECT_EQ(read("1000000000000000"), kRecountsMax);
  for (const char* beyond :
       {"1000000000000001", "9223372036854775807", "-1", "-9223372036854775808"}) {
    EXPECT_EQ(read(beyond), 0) << beyond;
  }
  Ledger before = counted(quota);
  before.recounts = kRecountsMax;
  EXPECT_EQ(recounted(quota, before, before, {}, {}, plain_unit)->recounts, 1);
  before = with_holds(quota, {asking("a", 1)});
  before.recounts = kRecountsMax;
  EXPECT_EQ(settled(before, {"a"})->recounts, 1);
}

// ---- settled.

TEST(Settled, WhatWasSeenStaysInUseWithoutAHold) {
  const DeviceQuota quota = quota_of(gpus(100));
  const Ledger before = with_holds(quota, {asking("a", 1), asking("b", 2), asking("c", 3)});
  const auto after = settled(before, {"a", "c", "unknown"});
  ASSERT_TRUE(after);
  EXPECT_EQ(uids(*after), "b ");
  EXPECT_EQ(text_of(after->used), " gpu=6");
  EXPECT_TRUE(is_counted(quota, *after, {}));
  EXPECT_FALSE(settled(before, {"unknown"})) << "there is nothing to write";
}

TEST(Settled, NothingBeforeTheFirstCount) {
  Ledger ledger = with_holds(quota_of(gpus(100)), {asking("a", 1)});
  ledger.recounts = 0;
  EXPECT_FALSE(settled(ledger, {"a"}));
}

// The list of the count has begun before the object came, and its hold is gone when it is written.
TEST(Settled, ACountThatIsUnderWayBeginsAnew) {
  const DeviceQuota quota = quota_of(gpus(100));
  const Ledger before = with_holds(quota, {});
  const Ledger charged = charge(quota, before, std::vector{asking("a", 8)}).ledger;
  const auto now = settled(charged, {"a"});
  ASSERT_TRUE(now);
  EXPECT_FALSE(recounted(quota, before, *now, {}, {}, plain_unit))
      << "it would say that nothing is in use";
}

// ---- HoldWatch.

class HoldWatchTest : public ::testing::Test {
 protected:
  static HoldWatch::Time at(milliseconds time) { return HoldWatch::Time(time); }

  const DeviceQuota quota_ = quota_of(gpus(100));
  HoldWatch watch_;
};

TEST_F(HoldWatchTest, AHoldExpiresWithAListThatBeganAMinuteAfterItWasFirstSeen) {
  const Ledger ledger = with_holds(quota_, {asking("a", 1)});
  watch_.saw("ns/q", ledger, at(seconds(5)));
  watch_.saw("ns/q", ledger, at(seconds(50)));
  EXPECT_TRUE(watch_.expired("ns/q", at(seconds(65) - milliseconds(1))).empty());
  EXPECT_TRUE(watch_.expired("ns/q", at(seconds(65))).contains(ledger.holds[0].identity()));
  EXPECT_TRUE(watch_.expired("ns/other", at(seconds(65))).empty());
  watch_.forget("ns/q");
  EXPECT_TRUE(watch_.expired("ns/q", at(seconds(65))).empty());
}

TEST_F(HoldWatchTest, HoldsOfWhatIsNotThereAnyMoreAreForgotten) {
  const Ledger ledger = with_holds(quota_, {asking("a", 1)});
  for (const char* quota : {"ns/q", "gone/q"}) watch_.saw(quota, ledger, at(seconds(0)));
  watch_.keep([](std::string_view quota) { return quota == "ns/q"; });
  EXPECT_EQ(watch_.expired("ns/q", at(seconds(60))).size(), 1U);
  EXPECT_TRUE(watch_.expired("gone/q", at(seconds(60))).empty());
}

TEST_F(HoldWatchTest, AHoldThatWasMadeAnewBeginsAnew) {
  const Ledger ledger = with_holds(quota_, {asking("a", 1)});
  watch_.saw("ns/q", ledger, at(seconds(0)));
  const Ledger joined = charge(quota_, ledger, std::vector{asking("a", 1, "again")}).ledger;
  watch_.saw("ns/q", joined, at(seconds(50)));
  EXPECT_TRUE(watch_.expired("ns/q", at(seconds(60))).empty());
  watch_.saw("ns/q", counted(quota_), at(seconds(70)));
  watch_.saw("ns/q", joined, at(seconds(80)));
  EXPECT_TRUE(watch_.expired("ns/q", at(seconds(120))).empty()) << "it was gone in between";
  EXPECT_EQ(watch_.expired("ns/q", at(seconds(140))).size(), 1U);
}

TEST_F(HoldWatchTest, SuspectIsWhatAControllerTriedBeyondWhatItWants) {
  const auto by = [](std::string uid, std::string creator, std::string owner) {
    Waiter waiter = asking(std::move(uid), 1);
    waiter.creator = std::move(creator);
    waiter.owner = {"apps/v1", "ReplicaSet", "r", std::move(owner)};
    return waiter;
  };
  const Ledger ledger = with_holds(
      quota_, {by("1", "controller", "r"), by("2", "controller", "r"), by("3", "controller", "r"),
               by("4", "tenant", "r"), by("5", "tenant", "r"), by("6", "tenant", "r"),
               by("7", "controller", "other"), by("8", "controller", "unknown"),
               by("9", "controller", "unknown")});
  watch_.saw("ns/q", ledger, at(seconds(0)));
  const HoldWatch::Suspicion suspicion = {
      [](std::string_view user) { return user == "controller"; },
      [](const Owner& owner) {
        return owner.uid == "unknown" ? std::nullopt : std::optional<std::int64_t>(2);
      }};
  const auto suspects = [&](milliseconds time) {
    std::string text;
    for (const Hold* hold : watch_.suspects("ns/q", ledger, suspicion, at(time)))
      text += hold->uid + " ";
    return text;
  };
  EXPECT_EQ(suspects(kSuspectTime - milliseconds(1)), "");
  EXPECT_EQ(suspects(kSuspectTime), "1 ") << "a tenant may forge the owner, not the user";
}

}  // namespace
}  // namespace drawbridge::quota
