#include "webhook/admission/rule_tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <string>
#include <thread>
#include <vector>

namespace drawbridge::admission {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

RuleRun run_of(const std::string& rule) {
  RuleRun run;
  run.rule = rule;
  run.cost = 10;
  run.nanoseconds = 1'000;
  run.errors = 2;
  run.denied = true;
  return run;
}
// So many rules of different names.
std::vector<RuleRun> runs_of(std::size_t rules) {
  std::vector<RuleRun> runs;
  for (std::size_t i = 0; i < rules; ++i) runs.push_back(run_of("rule-" + std::to_string(i)));
  return runs;
}
// "NAME EVALUATIONS COST NANOSECONDS ERRORS DENIALS" of each.
std::vector<std::string> told(const RuleTally& tally) {
  std::vector<std::string> all;
  for (const RuleCounts& counts : tally.counts()) {
    std::string& text = all.emplace_back(counts.rule);
    for (const std::uint64_t count :
         {counts.evaluations, counts.cost, counts.nanoseconds, counts.errors, counts.denials})
      text += " " + std::to_string(count);
  }
  return all;
}
std::uint64_t evaluations_of(const RuleTally& tally, const std::string& rule) {
  for (const RuleCounts& counts : tally.counts()) {
    if (counts.rule == rule) return counts.evaluations;
  }
  return 0;
}

TEST(RuleTally, SumsEachRuleUpByName) {
  RuleTally tally;
  EXPECT_THAT(told(tally), IsEmpty());
  tally.add({});
  EXPECT_THAT(told(tally), IsEmpty());
  RuleRun unmeasured;
  unmeasured.rule = "b";
  unmeasured.cost = 1;
  tally.add(std::vector<RuleRun>{{"c", 5, 70, 0, true}, unmeasured, {"a", 3, 20, 1, false}});
  // By two of its params.
  tally.add(std::vector<RuleRun>{{"c", 6, 30, 2, false}, {"c", 7, 100, 1, true}});
  EXPECT_THAT(told(tally), ElementsAre("a 1 3 20 1 0", "b 1 1 0 0 0", "c 3 18 200 3 2"));
}

TEST(RuleTally, RulesPastTheLimitAreCountedTogether) {
  RuleTally tally;
  tally.add(runs_of(kTalliedRulesMax));
  EXPECT_EQ(tally.counts().size(), kTalliedRulesMax);
  EXPECT_EQ(evaluations_of(tally, "other"), 0u);
  tally.add(std::vector{run_of("late"), run_of("later"), run_of("late")});
  EXPECT_EQ(tally.counts().size(), kTalliedRulesMax + 1);
  EXPECT_EQ(told(tally).front(), "other 3 30 3000 6 3");
  // Those that were there before are counted apart as ever.
  tally.add(std::vector{run_of("rule-0")});
  EXPECT_EQ(evaluations_of(tally, "rule-0"), 2u);
  EXPECT_EQ(evaluations_of(tally, "other"), 3u);
}

// Metrics have no second name for it.
TEST(RuleTally, ARuleCalledOtherIsCountedWithThose) {
  RuleTally early;
  early.add(std::vector{run_of("other")});
  early.add(runs_of(kTalliedRulesMax - 1));
  EXPECT_EQ(early.counts().size(), kTalliedRulesMax);
  EXPECT_EQ(evaluations_of(early, "other"), 1u);
  early.add(std::vector{run_of("late"), run_of("other")});
  EXPECT_EQ(early.counts().size(), kTalliedRulesMax);
  EXPECT_EQ(evaluations_of(early, "other"), 3u);

  RuleTally late;
  late.add(runs_of(kTalliedRulesMax));
  late.add(std::vector{run_of("other"), run_of("late")});
  EXPECT_EQ(late.counts().size(), kTalliedRulesMax + 1);
  EXPECT_EQ(evaluations_of(late, "other"), 2u);
}

TEST(RuleTally, ThreadsLoseNothing) {
  constexpr std::uint64_t kRounds = 500'000;
  RuleTally tally;
  std::latch begin(3);
  const auto add = [&](const std::string& own) {
    const std::vector<RuleRun> runs = {run_of("shared"), run_of(own)};
    begin.arrive_and_wait();
    for (std::uint64_t i = 0; i < kRounds; ++i) tally.add(runs);
  };
  std::thread one(add, "one");
  std::thread two(add, "two");
  begin.arrive_and_wait();
  // As metrics are read meanwhile.
  std::uint64_t before = 0;
  for (int i = 0; i < 2'000; ++i) {
    const std::uint64_t now = evaluations_of(tally, "shared");
    EXPECT_GE(now, before);
    before = now;
  }
  one.join();
  two.join();
  EXPECT_THAT(told(tally), ElementsAre("one 500000 5000000 500000000 1000000 500000",
                                       "shared 1000000 10000000 1000000000 2000000 1000000",
                                       "two 500000 5000000 500000000 1000000 500000"));
}

}  // namespace
}  // namespace drawbridge::admission
