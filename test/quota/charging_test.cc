#include "quota/charging.h"

#include <gtest/gtest.h>

#include <limits>

#include "test/quota/quota_testing.h"

namespace drawbridge::quota {
namespace {

using Problem = Judgement::Problem;

// Of one waiter.
struct Outcome {
  Judgement judgement;
  Ledger ledger;
  bool changed = false;
};

Outcome one(const DeviceQuota& quota, const Ledger& ledger, const Waiter& waiter) {
  Charging charging = charge(quota, ledger, {&waiter, 1});
  return {charging.judgements.at(0), charging.ledger, charging.changed};
}

std::string used(const Ledger& ledger) {
  return text_of(ledger.used);
}

TEST(Charging, AtTheLimitAndOnePastIt) {
  const DeviceQuota quota = quota_of(gpus(8));
  const Outcome last = one(quota, counted(quota, gpus(7)), asking("a", 1));
  EXPECT_EQ(last.judgement.problem, Problem::kNone);
  EXPECT_TRUE(last.changed && last.judgement.is_held && !last.judgement.refuses);
  EXPECT_EQ(used(last.ledger), " gpu=8");
  const Outcome more = one(quota, counted(quota, gpus(7)), asking("a", 2));
  EXPECT_EQ(more.judgement.problem, Problem::kExceeds);
  EXPECT_TRUE(!more.changed && !more.judgement.is_held && more.judgement.refuses);
  ASSERT_EQ(more.judgement.shortfalls.size(), 1U);
  EXPECT_EQ(more.judgement.shortfalls[0].used.canonical(), "7");
  EXPECT_EQ(more.judgement.shortfalls[0].asked.canonical(), "2");
  EXPECT_EQ(used(more.ledger), " gpu=7");
}

TEST(Charging, AHoldSaysWhoseItIsAndWhatItAskedFor) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter waiter = asking("a", 3);
  waiter.owner = {"apps/v1", "ReplicaSet", "r", "u"};
  waiter.since = "2026-11-22T03:00:00Z";
  const Ledger ledger = one(quota, counted(quota), waiter).ledger;
  ASSERT_EQ(ledger.holds.size(), 1U);
  EXPECT_EQ(ledger.holds[0], (Hold{"a",
                                   "Pod",
                                   "pod-a",
                                   "somebody",
                                   waiter.owner,
                                   waiter.since,
                                   gpus(3),
                                   waiter.wants,
                                   {"t-a"}}));
}

TEST(Charging, WaitersShareWhatIsLeft) {
  const DeviceQuota quota = quota_of(gpus(8));
  const std::vector<Waiter> waiters = {asking("a", 5), asking("b", 5), asking("c", 3)};
  const Charging charging = charge(quota, counted(quota), waiters);
  EXPECT_TRUE(charging.judgements[0].is_held);
  EXPECT_TRUE(charging.judgements[1].refuses);
  EXPECT_TRUE(charging.judgements[2].is_held) << "what the second did not get is still there";
  EXPECT_EQ(used(charging.ledger), " gpu=8");
}

TEST(Charging, OneUidIsChargedOnceHoweverOftenItIsAsked) {
  const DeviceQuota quota = quota_of(gpus(8));
  const Ledger first = one(quota, counted(quota, gpus(3)), asking("a", 5)).ledger;
  const Outcome again = one(quota, first, asking("a", 5));
  EXPECT_TRUE(again.judgement.is_held && !again.changed) << "the same request";
  const Outcome second = one(quota, first, asking("a", 5, "other"));
  EXPECT_TRUE(second.judgement.is_held && second.changed) << "it has to rely on it too";
  EXPECT_EQ(used(second.ledger), " gpu=8");
  EXPECT_EQ(second.ledger.holds.at(0).tickets, (std::vector<std::string>{"t-a", "other"}));
}

TEST(Charging, AKnownUidPassesThoughLessIsAllowedNow) {
  const Ledger ledger =
      one(quota_of(gpus(8)), counted(quota_of(gpus(8))), asking("a", 3, "t1")).ledger;
  const DeviceQuota lowered = quota_of(gpus(2));
  const Outcome again = one(lowered, ledger, asking("a", 3, "t2"));
  EXPECT_TRUE(again.judgement.is_held && !again.judgement.refuses);
  EXPECT_EQ(used(again.ledger), " gpu=3");
  EXPECT_TRUE(one(lowered, ledger, asking("a", 4, "t3")).judgement.refuses);
  EXPECT_TRUE(one(lowered, ledger, asking("b", 1)).judgement.refuses);
}

TEST(Charging, AKnownPodWhoseTemplateIsMissingNowIsNoted) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter pod = asking("pod", 2);
  const Ledger ledger = one(quota, counted(quota), pod).ledger;
  pod.awaits = true;
  const Outcome noted = one(quota, ledger, pod);
  EXPECT_TRUE(noted.changed);
  ASSERT_EQ(noted.ledger.holds.size(), 1U);
  EXPECT_TRUE(noted.ledger.holds[0].awaits);
  EXPECT_FALSE(one(quota, noted.ledger, pod).changed);
}

TEST(Charging, OfAKnownUidOnlyWhatItAsksBeyondItIsCharged) {
  const DeviceQuota quota = quota_of(gpus(8));
  const Ledger first = one(quota, counted(quota), asking("a", 5)).ledger;
  const Outcome more = one(quota, first, asking("a", 8, "other"));
  EXPECT_EQ(used(more.ledger), " gpu=8");
  EXPECT_EQ(more.ledger.holds.at(0).demand, asking("a", 8).wants);
  const Outcome too_much = one(quota, first, asking("a", 9, "other"));
  EXPECT_TRUE(too_much.judgement.refuses);
  EXPECT_EQ(too_much.judgement.shortfalls.at(0).used.canonical(), "0") << "its own is no other's";
  EXPECT_EQ(used(one(quota, more.ledger, asking("a", 1, "third")).ledger), " gpu=8")
      << "the larger counts";
}

Waiter claim_for(const std::string& pod, std::int64_t count) {
  Waiter claim = asking("claim", count);
  claim.kind = "ResourceClaim";
  claim.made_for = MadeFor{pod, "entry"};
  return claim;
}

TEST(Charging, AClaimThatWasMadeForAPodCostsWhatThePodWasNotChargedFor) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter pod = asking("pod", 5);
  pod.wants = {{"x.com/gpu", "", 1}, {"", "gpu", 2, {}, 7}, {"", "nic", 1, {}, 7}};
  for (std::size_t i = 1; i < 3; ++i) pod.wants[i].claim = "entry";
  const Ledger ledger = one(quota, counted(quota), pod).ledger;
  Waiter claim = claim_for("pod", 2);
  // Alternatives are numbered anew in each object.
  claim.wants = {{"", "gpu", 2, {}, 1}, {"", "nic", 1, {}, 1}};
  const Outcome same = one(quota, ledger, claim);
  EXPECT_TRUE(!same.changed && !same.judgement.is_held && !same.judgement.refuses);
  const Outcome replaced = one(quota, ledger, claim_for("pod", 3));
  EXPECT_TRUE(replaced.judgement.is_held) << "its template is another one now";
  EXPECT_EQ(used(replaced.ledger), " gpu=8");
  EXPECT_TRUE(one(quota, ledger, claim_for("pod", 4)).judgement.refuses);
  EXPECT_FALSE(one(quota, ledger, claim_for("counted", 4)).changed)
      << "what a pod without a hold costs was counted with it";
}

// Which of the two costs more was said by the mappings that a replica knows.
TEST(Charging, TheSchedulersClaimIsPaidByTheMappingsOfTheCountOnly) {
  DeviceQuota quota = quota_of(gpus(8));
  const auto others = std::make_shared<const Countings>(Countings{{"gpu", "another mapping"}});
  Waiter claim = claim_for("counted", 2);
  claim.made_for->claim.clear();
  EXPECT_FALSE(one(quota, counted(quota), claim).changed);
  const Outcome by_others = one(quota, counted(quota, {}, *others), claim);
  EXPECT_EQ(by_others.judgement.problem, Judgement::Problem::kNotCounted);
  EXPECT_TRUE(by_others.judgement.refuses && !by_others.changed);
  claim.countings = others;
  EXPECT_FALSE(one(quota, counted(quota, {}, *others), claim).changed);
  // What is limited says nothing of what it costs.
  const Ledger ledger = counted(quota, gpus(8), *others);
  quota.hard = amounts({{"gpu", "1"}, {"nic", "1"}});
  ++quota.generation;
  EXPECT_FALSE(one(quota, ledger, claim).judgement.refuses);
  EXPECT_FALSE(one(quota, Ledger(), claim).judgement.refuses) << "its pod was let pass before";
  claim.made_for->claim = "entry";
  EXPECT_FALSE(one(quota, counted(quota), claim).judgement.refuses)
      << "a template asks for the same under every mapping";
}

// Of an entry whose template may be another one now.
Waiter counting_claim(std::int64_t count) {
  Waiter claim = claim_for("pod", count);
  claim.made_for->is_unsure = true;
  claim.made_for->unit_of = plain_unit;
  return claim;
}

TEST(Charging, WhatThePodsHoldPaidInPartIsNotChargedTwice) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter pod = asking("pod", 6);
  pod.wants = {{"", "gpu", 4}, {"", "gpu", 2}};
  pod.wants[1].claim = "entry";
  const Ledger ledger = one(quota, counted(quota), pod).ledger;
  EXPECT_EQ(used(one(quota, ledger, counting_claim(4)).ledger), " gpu=8") << "2 of the 4 are paid";
  const Outcome more = one(quota, ledger, counting_claim(5));
  ASSERT_EQ(more.judgement.shortfalls.size(), 1U);
  EXPECT_EQ(more.judgement.shortfalls[0].asked.canonical(), "3");
  EXPECT_EQ(used(one(quota, counted(quota), counting_claim(4)).ledger), " gpu=4")
      << "without a hold";
  Waiter of_another = counting_claim(2);
  of_another.made_for->claim = "other";
  EXPECT_EQ(used(one(quota, ledger, of_another).ledger), " gpu=8");
  // Of a class that the claim does not ask for nobody knows here what it costs.
  Waiter unknown = counting_claim(2);
  unknown.wants.front().device_class = "nic";
  unknown.made_for->unit_of = [](const Want&) { return Unit(); };
  EXPECT_EQ(used(one(quota, ledger, unknown).ledger), " gpu=8");
}

// Of allocationMode All the hold has the most that it can be.
TEST(Charging, AClaimForFewerDevicesThanItsPodPaidForCostsNothing) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter pod = asking("pod", 8);
  pod.wants.front().claim = "entry";
  pod.awaits = true;
  const Ledger ledger = one(quota, counted(quota), pod).ledger;
  EXPECT_FALSE(one(quota, ledger, counting_claim(8)).changed);
  const Outcome fewer = one(quota, ledger, counting_claim(2));
  EXPECT_TRUE(!fewer.judgement.is_held && !fewer.judgement.refuses);
  EXPECT_EQ(used(fewer.ledger), " gpu=8");
  EXPECT_FALSE(one(quota, fewer.ledger, counting_claim(2)).changed);
  EXPECT_TRUE(one(quota, fewer.ledger, counting_claim(8)).judgement.refuses)
      << "one of more that comes in its place costs by itself";
  Waiter dry = counting_claim(2);
  dry.dry_run = true;
  EXPECT_FALSE(one(quota, ledger, dry).changed);
  EXPECT_TRUE(one(quota, ledger, counting_claim(9)).judgement.refuses);
}

// What it asks for may be spread over classes as the hold's is not: the hold's smaller numbers of
// each are less than the claim.
TEST(Charging, OfAClaimThatItPaidForThePodsHoldSaysWhatItAsksFor) {
  const DeviceQuota quota = quota_of(gpus(8));
  const auto gpu_of_all = [](const Want&) { return Unit{"gpu"}; };
  Waiter pod = asking("pod", 6);
  // Whoever writes a status may number them as high as there are numbers.
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  pod.wants = {{"", "other", 1, {}, kLast}, {"", "a", 4}, {"", "b", 1}};
  for (std::size_t i = 1; i < 3; ++i) pod.wants[i].claim = "entry";
  pod.wants[0].claim = "another";
  pod.charge = charge_of(pod.wants, gpu_of_all);
  pod.awaits = true;
  const Ledger ledger = one(quota, counted(quota), pod).ledger;
  Waiter claim = counting_claim(5);
  claim.made_for->unit_of = gpu_of_all;
  claim.wants = {{"", "a", 1, {}, 1}, {"", "c", 1, {}, 1}, {"", "b", 4}};
  const Ledger after = one(quota, ledger, claim).ledger;
  EXPECT_EQ(used(after), " gpu=6");
  ASSERT_EQ(after.holds.size(), 1U);
  std::vector<Want> noted = claim.wants;
  for (Want& want : noted) want.claim = "entry";
  for (std::size_t i = 0; i < 2; ++i) noted[i].alternative_of = 2;
  noted.insert(noted.begin(), pod.wants[0]);
  noted[0].alternative_of = 1;
  EXPECT_EQ(after.holds[0].demand, noted) << "its alternatives are no others' of the pod";
  EXPECT_EQ(after.holds[0].charge, gpus(6)) << "until the next count";
  EXPECT_FALSE(one(quota, after, claim).changed);
}

TEST(Charging, WhereThePodsHoldHasNoRoomForWhatAClaimAsksForItCostsByItself) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter pod = asking("pod", 2);
  pod.wants.front().claim = "entry";
  const Ledger ledger = one(quota, counted(quota), pod).ledger;
  Waiter claim = counting_claim(1);
  claim.made_for->unit_of = [](const Want& want) {
    return Unit{want.device_class == "gpu" ? "gpu" : "nic"};
  };
  claim.wants.resize(kWantsMax, {"", "nic", 1});
  EXPECT_TRUE(one(quota, ledger, claim).changed) << "it can be noted";
  for (Want& want : claim.wants) want.device_class = std::string(300, 'n');
  claim.wants.front().device_class = "gpu";
  EXPECT_TRUE(one(quota, ledger, claim).judgement.refuses);
}

// Its first claim has come, and its hold gone. The template is replaced in the second of the pod,
// and the claim deleted: the claim controller makes it anew, of the new template.
TEST(Charging, WithoutAHoldAPodPaidForNothingThatItIsUnsureOf) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter claim = claim_for("counted", 3);
  claim.made_for->is_unsure = true;
  EXPECT_EQ(used(one(quota, counted(quota, gpus(5)), claim).ledger), " gpu=8");
  EXPECT_TRUE(one(quota, counted(quota, gpus(6)), claim).judgement.refuses);
  claim.made_for->is_queued = true;
  EXPECT_TRUE(one(quota, counted(quota, gpus(6)), claim).judgement.refuses);
  DeviceQuota excludes = quota;
  excludes.exclude_queued = true;
  EXPECT_FALSE(one(excludes, counted(quota, gpus(6)), claim).judgement.refuses)
      << "what waits behind Kueue's gate costs nothing";
  Waiter pod = asking("pod", 3);
  pod.wants.front().claim = "entry";
  claim.made_for->uid = "pod";
  EXPECT_FALSE(one(quota, one(quota, counted(quota), pod).ledger, claim).changed)
      << "its hold says what it paid for";
}

// Whoever made the claim has compared it with the pod: its spec does not change.
TEST(Charging, ThePodsHoldPaysForItsExtendedResources) {
  const DeviceQuota quota = quota_of(gpus(2));
  Waiter claim = claim_for("pod", 2);
  claim.made_for->claim.clear();
  claim.made_for->is_unsure = true;
  Waiter pod = asking("pod", 2);
  pod.wants = {{"x.com/gpu", "", 2}};
  EXPECT_FALSE(one(quota, one(quota, counted(quota), pod).ledger, claim).changed);
  EXPECT_TRUE(one(quota, counted(quota, gpus(1)), claim).judgement.refuses) << "it has no hold";
}

// The pod is there first, its template a moment later.
TEST(Charging, APodThatNamesAMissingTemplatePaysForNoneOfItsClaims) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter pod = asking("pod", 0);
  pod.wants.clear();
  pod.charge = {};
  EXPECT_FALSE(one(quota, counted(quota), pod).judgement.is_held);
  pod.awaits = true;
  const Outcome noted = one(quota, counted(quota), pod);
  EXPECT_TRUE(noted.judgement.is_held);
  EXPECT_EQ(used(noted.ledger), " gpu=0");
  ASSERT_EQ(noted.ledger.holds.size(), 1U);
  EXPECT_TRUE(noted.ledger.holds[0].awaits);
  EXPECT_TRUE(one(quota, noted.ledger, claim_for("pod", 9)).judgement.refuses);
  EXPECT_EQ(used(one(quota, noted.ledger, claim_for("pod", 3)).ledger), " gpu=3");
  // It is let pass, and noted, while nothing is counted.
  EXPECT_TRUE(one(quota, Ledger(), pod).judgement.is_held);
  // Such holds stay as long as no template comes, and keep nobody else out.
  Ledger full = counted(quota);
  for (std::size_t i = 0; i < kAwaitingHoldsMax; ++i) {
    pod.uid = "waits-" + std::to_string(i);
    full = one(quota, full, pod).ledger;
  }
  EXPECT_EQ(full.holds.size(), kAwaitingHoldsMax);
  EXPECT_TRUE(one(quota, full, pod).judgement.is_held) << "a known one";
  pod.uid = "one more";
  EXPECT_EQ(one(quota, full, pod).judgement.problem, Problem::kTooManyAwaiting);
  EXPECT_TRUE(one(quota, full, pod).judgement.refuses);
  EXPECT_TRUE(one(quota, full, asking("other", 1)).judgement.is_held);
  Waiter pays = asking("pays", 1);
  pays.awaits = true;
  EXPECT_TRUE(one(quota, full, pays).judgement.is_held) << "the quota limits how many do";
}

TEST(Charging, PodsThatPayTakeNoRoomOfThoseThatAwaitATemplateForFree) {
  const DeviceQuota quota = quota_of(gpus(1'000));
  const auto awaiting = [](const std::string& uid, std::int64_t count) {
    Waiter pod = asking(uid, count);
    if (count == 0) pod.wants.clear();
    if (count == 0) pod.charge = {};
    pod.awaits = true;
    return pod;
  };
  std::vector<Waiter> pods = {awaiting("pays-0", 1), awaiting("pays-1", 1)};
  for (std::size_t i = 0; i < kAwaitingHoldsMax + 1; ++i)
    pods.push_back(awaiting("free-" + std::to_string(i), 0));
  const Charging charging = charge(quota, counted(quota), pods);
  EXPECT_TRUE(charging.judgements[kAwaitingHoldsMax + 1].is_held) << "just room for it";
  EXPECT_EQ(charging.judgements.back().problem, Problem::kTooManyAwaiting);
  EXPECT_EQ(charging.ledger.holds_size().awaiting_free, kAwaitingHoldsMax);

  Waiter young = awaiting("young", 0);
  young.may_go_unheld = true;
  const Outcome unheld = one(quota, charging.ledger, young);
  EXPECT_EQ(unheld.judgement.problem, Problem::kNone);
  EXPECT_FALSE(unheld.judgement.refuses || unheld.judgement.is_held || unheld.changed);
  EXPECT_TRUE(one(quota, counted(quota), young).judgement.is_held) << "where there is room";
  young.charge.unknown = {"gpu"};
  EXPECT_NE(one(quota, charging.ledger, young).judgement.problem, Problem::kNone)
      << "nobody knows what it costs";
  young.charge.unknown.clear();
  Ledger full = counted(quota);
  full.holds.resize(kHoldsMax);
  EXPECT_FALSE(one(quota, full, young).judgement.refuses);
  young.may_go_unheld = false;
  EXPECT_TRUE(one(quota, full, young).judgement.refuses);
}

TEST(Charging, ADryRunIsJudgedAndLeavesNothing) {
  const DeviceQuota quota = quota_of(gpus(8));
  std::vector<Waiter> waiters = {asking("a", 8), asking("b", 8), asking("c", 9)};
  waiters[0].dry_run = waiters[2].dry_run = true;
  const Charging charging = charge(quota, counted(quota), waiters);
  EXPECT_FALSE(charging.judgements[0].refuses);
  EXPECT_FALSE(charging.judgements[0].is_held);
  EXPECT_TRUE(charging.judgements[1].is_held) << "a dry run takes nothing from anybody";
  EXPECT_TRUE(charging.judgements[2].refuses);
  EXPECT_EQ(charging.ledger.holds.size(), 1U);
}

TEST(Charging, WhatIsNotCountedForThisQuotaRefuses) {
  const DeviceQuota quota = quota_of(gpus(8));
  const auto problem = [&quota](Ledger ledger) {
    const Outcome outcome = one(quota, ledger, asking("a", 1));
    EXPECT_EQ(outcome.judgement.refuses, outcome.judgement.problem != Problem::kNone);
    return outcome.judgement.problem;
  };
  EXPECT_EQ(problem(counted(quota)), Problem::kNone);
  Ledger ledger = counted(quota);
  ledger.observed_generation = 2;
  EXPECT_EQ(problem(ledger), Problem::kNotCounted);
  ledger = counted(quota);
  ledger.mapping_hash = "other";
  EXPECT_EQ(problem(ledger), Problem::kNotCounted);
  ledger = counted(quota);
  ledger.used.clear();
  EXPECT_EQ(problem(ledger), Problem::kNotCounted);
  ledger = counted(quota);
  ledger.recounts = 0;
  EXPECT_EQ(problem(ledger), Problem::kNotCounted);
  EXPECT_EQ(problem({}), Problem::kNotCounted) << "it was just created";
}

TEST(Charging, TheRequestsOwnMappingsHaveToBeThoseOfTheCount) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter waiter = asking("a", 1);
  waiter.countings = std::make_shared<const Countings>(Countings{{"gpu", "class b"}});
  EXPECT_EQ(one(quota, counted(quota), waiter).judgement.problem, Problem::kNotCounted);
  EXPECT_EQ(one(quota, counted(quota, {}, *waiter.countings), waiter).judgement.problem,
            Problem::kNone);
  waiter.countings = std::make_shared<const Countings>(Countings{{"nic", "class b"}});
  EXPECT_EQ(one(quota, counted(quota), waiter).judgement.problem, Problem::kNone)
      << "what the quota does not limit is no matter";
}

TEST(Charging, UnderWarnAllPassesAndIsCounted) {
  DeviceQuota quota = quota_of(gpus(2));
  quota.enforcement = DeviceQuota::Enforcement::kWarn;
  const Outcome over = one(quota, counted(quota, gpus(2)), asking("a", 5));
  EXPECT_EQ(over.judgement.problem, Problem::kExceeds);
  EXPECT_TRUE(!over.judgement.refuses && over.judgement.is_held);
  EXPECT_EQ(used(over.ledger), " gpu=7");
  const Outcome uncounted = one(quota, {}, asking("a", 5));
  EXPECT_EQ(uncounted.judgement.problem, Problem::kNotCounted);
  EXPECT_TRUE(!uncounted.judgement.refuses && uncounted.judgement.is_held);
  EXPECT_EQ(used(uncounted.ledger), "") << "0 + 5 would look like a count";
}

TEST(Charging, LimitsOnlyWhatItNames) {
  const DeviceQuota quota = quota_of(amounts({{"nic", "0"}}));
  const Outcome outcome = one(quota, {}, asking("a", 5));
  EXPECT_EQ(outcome.judgement.problem, Problem::kNone);
  EXPECT_TRUE(!outcome.changed && !outcome.judgement.is_held);
}

TEST(Charging, WhatNobodyCanCountIsNotLetPassAsNothing) {
  const DeviceQuota quota = quota_of(gpus(8));
  Waiter waiter = asking("a", 1);
  waiter.charge = {{}, {"gpu", "nic"}};
  const Outcome outcome = one(quota, counted(quota), waiter);
  EXPECT_EQ(outcome.judgement.problem, Problem::kUncountable);
  EXPECT_EQ(outcome.judgement.uncountable, std::vector<std::string>{"gpu"});
  EXPECT_TRUE(outcome.judgement.refuses);
}

// A tenant may write 400 digits.
TEST(Charging, WhatIsNotedIsNoLongerThanWhatItIsTakenFor) {
  Waiter waiter = asking("a", 1);
  for (int i = 0; i < 9; ++i) {
    const auto amount = kube::Quantity::parse(std::string(400, '9'));
    ASSERT_TRUE(amount);
    waiter.wants.front().capacity["c" + std::to_string(i)] = *amount;
  }
  Ledger ledger;
  Hold& hold = ledger.holds.emplace_back();
  hold.uid = "a";
  hold.demand = waiter.wants;
  const std::size_t written = with_ledger(kube::Json(), ledger).size();
  EXPECT_GT(written, 3'600U);
  EXPECT_LE(written, bytes_of(hold) + 200) << "beside the status itself";
}

TEST(Charging, HoldsAndWantsAndTicketsHaveLimits) {
  DeviceQuota quota = quota_of(gpus(10'000));
  std::vector<Waiter> waiters;
  for (std::size_t i = 0; i < kHoldsMax + 1; ++i) waiters.push_back(asking(std::to_string(i), 1));
  const Charging charging = charge(quota, counted(quota), waiters);
  EXPECT_TRUE(charging.judgements[kHoldsMax - 1].is_held);
  EXPECT_EQ(charging.judgements[kHoldsMax].problem, Problem::kTooManyHolds);
  EXPECT_TRUE(charging.judgements[kHoldsMax].refuses);
  EXPECT_TRUE(one(quota, charging.ledger, asking("7", 1, "other")).judgement.is_held)
      << "a known one";
  quota.enforcement = DeviceQuota::Enforcement::kWarn;
  EXPECT_FALSE(one(quota, charging.ledger, asking("x", 1)).changed) << "no room to note it";

  quota = quota_of(gpus(10'000));
  Waiter waiter = asking("a", 1);
  waiter.wants.resize(kWantsMax, waiter.wants.front());
  EXPECT_TRUE(one(quota, counted(quota), waiter).judgement.is_held);
  waiter.wants.push_back(waiter.wants.front());
  EXPECT_EQ(one(quota, counted(quota), waiter).judgement.problem, Problem::kTooManyWants);

  // Names are made up by whoever asks.
  waiter.wants.resize(1);
  waiter.wants.front().claim = std::string(kWantsBytesMax - bytes_of(waiter.wants), 'c');
  EXPECT_TRUE(one(quota, counted(quota), waiter).judgement.is_held);
  waiter.wants.front().claim += 'c';
  EXPECT_EQ(one(quota, counted(quota), waiter).judgement.problem, Problem::kTooManyWants);
  waiter.wants.front().claim.pop_back();
  const auto filled = [&quota](Waiter with) {
    Ledger full = counted(quota);
    for (int i = 0;; ++i) {
      with.uid = "long-" + std::to_string(i);
      const Outcome outcome = one(quota, full, with);
      if (!outcome.judgement.is_held) return full;
      full = outcome.ledger;
    }
  };
  const Ledger full = filled(waiter);
  waiter.uid = "last";
  EXPECT_EQ(one(quota, full, waiter).judgement.problem, Problem::kTooManyHolds);
  const std::size_t room = kHoldsBytesMax - full.holds_size().bytes;
  waiter.wants.front().claim.clear();
  const std::size_t least = bytes_of(*one(quota, full, waiter).ledger.find("last"));
  waiter.wants.front().claim = std::string(room - least, 'c');
  EXPECT_TRUE(one(quota, full, waiter).judgement.is_held) << "just room for it";
  waiter.wants.front().claim += 'c';
  EXPECT_EQ(one(quota, full, waiter).judgement.problem, Problem::kTooManyHolds);

  // Those that await a template leave room for others, though they pay for what they have.
  waiter.wants.front().claim = std::string(10'000, 'c');
  waiter.awaits = true;
  const Ledger awaiting = filled(waiter);
  EXPECT_LE(awaiting.holds_size().awaiting_bytes, kAwaitingBytesMax);
  waiter.uid = "last";
  EXPECT_EQ(one(quota, awaiting, waiter).judgement.problem, Problem::kTooManyAwaiting);
  waiter.awaits = false;
  EXPECT_TRUE(one(quota, awaiting, waiter).judgement.is_held);
  // Whatever is long in a hold counts.
  waiter.owner.kind = std::string(kHoldsBytesMax, 'k');
  EXPECT_EQ(one(quota, counted(quota), waiter).judgement.problem, Problem::kTooManyHolds);

  Ledger ledger = counted(quota);
  for (std::size_t i = 0; i < kTicketsMax; ++i) {
    const Outcome outcome = one(quota, ledger, asking("a", 1, "t" + std::to_string(i)));
    EXPECT_TRUE(outcome.judgement.is_held);
    ledger = outcome.ledger;
  }
  const Judgement more = one(quota, ledger, asking("a", 1, "more")).judgement;
  EXPECT_TRUE(more.refuses);
  EXPECT_EQ(more.problem, Problem::kTooManyTickets) << "there is one hold";
  EXPECT_TRUE(one(quota, ledger, asking("a", 1, "t0")).judgement.is_held);
}

TEST(Charging, WhatIsGivenBackIsOnesOwn) {
  const DeviceQuota quota = quota_of(gpus(8));
  Ledger ledger = one(quota, counted(quota, gpus(1)), asking("a", 5)).ledger;
  ledger = one(quota, ledger, asking("a", 5, "other")).ledger;
  EXPECT_FALSE(release(ledger, "a", "nobody's"));
  EXPECT_FALSE(release(ledger, "b", "t-a"));
  EXPECT_TRUE(release(ledger, "a", "t-a"));
  EXPECT_EQ(used(ledger), " gpu=6") << "another request relies on it";
  EXPECT_TRUE(release(ledger, "a", "other"));
  EXPECT_EQ(used(ledger), " gpu=1");
  EXPECT_TRUE(ledger.holds.empty());
  EXPECT_FALSE(release(ledger, "a", "other"));
}

TEST(Charging, MoreIsInUseThanIsAllowed) {
  const DeviceQuota quota = quota_of(gpus(4));
  EXPECT_TRUE(one(quota, counted(quota, gpus(9)), asking("a", 1)).judgement.refuses)
      << "the quota was lowered";
  Ledger ledger = counted(quota, gpus(1));
  ledger.holds.push_back({"a", "Pod", "a", "", {}, "", gpus(5), {}, {"t"}});
  EXPECT_TRUE(release(ledger, "a", "t"));
  EXPECT_EQ(used(ledger), " gpu=0") << "never less than nothing";
}

}  // namespace
}  // namespace drawbridge::quota
