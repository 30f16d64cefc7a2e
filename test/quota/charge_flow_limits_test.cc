// Requests that get their answer before the flow is done, and how long holds are given back for.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quota/charge_flow.h"
#include "test/quota/quota_testing.h"

namespace drawbridge::quota {
namespace {

using Step = ChargeFlow::Step;
using Written = ChargeFlow::Written;
using Policy = DeviceQuota::FailurePolicy;

// DeviceQuotas of an API server, and a flow that a test leads as far as it wants.
class ChargeFlowTest : public ::testing::Test {
 protected:
  void put(const std::string& name, std::int64_t hard, Policy policy = Policy::kFail) {
    DeviceQuota quota = quota_of(gpus(hard), name);
    quota.failure_policy = policy;
    stored_[name] = {quota, counted(quota), "1"};
  }
  static Waiter asking_all(const std::string& uid, std::int64_t count,
                           std::vector<std::string> quotas) {
    Waiter waiter = asking(uid, count);
    waiter.quotas = std::move(quotas);
    return waiter;
  }
  void begin(std::vector<Waiter> waiters) {
    std::vector<DeviceQuota> quotas;
    for (const auto& [name, state] : stored_) quotas.push_back(state.quota);
    flow_ = std::make_unique<ChargeFlow>(std::move(quotas), std::move(waiters));
  }
  // As another replica does.
  void charge_elsewhere(const std::string& name, const std::string& uid) {
    QuotaState& state = stored_.at(name);
    state.ledger = charge(state.quota, state.ledger, std::vector{asking(uid, 1)}).ledger;
    state.resource_version += "1";
  }
  // What it wants is done.
  void step() {
    const ChargeFlow::Action& action = flow_->next();
    QuotaState& state = stored_.at(action.quota);
    if (action.step == Step::kRead) return flow_->was_read(state);
    if (action.resource_version != state.resource_version) return conflict();
    state.ledger = action.ledger;
    state.resource_version += "1";
    flow_->was_written(Written::kDone, state.resource_version);
  }
  void conflict() { flow_->was_written(Written::kConflict, ""); }
  // Whether it comes to that.
  bool lead_to(Step what, const std::string& quota = "") {
    for (int i = 0; i < kStepsMax; ++i) {
      const ChargeFlow::Action& action = flow_->next();
      if (action.step == what && action.quota == quota) return true;
      if (action.step == Step::kDone) return false;
      step();
    }
    return false;
  }
  bool ends() { return lead_to(Step::kDone); }
  // Beside another one `ours` is refused by b, whose write is the next; a has it already.
  void lead_to_a_refusal(Policy of_b) {
    put("a", 8);
    put("b", 1, of_b);
    begin({asking_all("other", 1, {"b"}), asking_all("ours", 1, {"a", "b"})});
    ASSERT_TRUE(lead_to(Step::kWrite, "b"));
    ASSERT_EQ(held("a"), "ours ");
    ASSERT_FALSE(flow_->is_settled());
  }
  // It has to give back what it holds in a.
  void lead_to_a_release() {
    lead_to_a_refusal(Policy::kFail);
    step();
    ASSERT_TRUE(flow_->is_settled());
    ASSERT_TRUE(lead_to(Step::kWrite, "a"));
  }
  // How often it tries to write this one where others always come before it.
  int overtaken(const std::string& quota) {
    int writes = 0;
    while (flow_->next().quota == quota && writes < kStepsMax) {
      if (flow_->next().step == Step::kRead) {
        step();
      } else {
        ++writes;
        conflict();
      }
    }
    return writes;
  }
  // DeviceQuotas that could not be asked.
  std::string unreached(std::size_t waiter) const {
    std::string names;
    for (const ChargeResult::Unreached& each : flow_->results()[waiter].unreached)
      names += each.quota + " ";
    return names;
  }
  bool passes(std::size_t waiter) const { return flow_->results()[waiter].passes(); }
  std::string held(const std::string& name) const {
    std::string uids;
    for (const Hold& hold : stored_.at(name).ledger.holds) uids += hold.uid + " ";
    return uids;
  }

  static constexpr int kStepsMax = 100;
  std::map<std::string, QuotaState> stored_;
  std::unique_ptr<ChargeFlow> flow_;
};

// ---- Who has its answer.

// It was told that it passes: its object may come.
TEST_F(ChargeFlowTest, WhoWasLetPassAndIsRefusedThenKeepsWhatItHolds) {
  lead_to_a_refusal(Policy::kIgnore);
  flow_->abandon(1, "too late");
  ASSERT_TRUE(passes(1));
  EXPECT_TRUE(ends());
  EXPECT_TRUE(passes(1)) << "no answer is changed";
  EXPECT_TRUE(flow_->results()[1].judgements.empty());
  EXPECT_EQ(held("a"), "ours ");
  EXPECT_EQ(held("b"), "other ");
}

TEST_F(ChargeFlowTest, WhoWasRefusedBeforeItIsJudgedGivesBackWhatItHolds) {
  lead_to_a_refusal(Policy::kFail);
  flow_->abandon(1, "too late");
  ASSERT_FALSE(passes(1));
  EXPECT_TRUE(ends());
  EXPECT_EQ(held("a"), "");
  EXPECT_EQ(held("b"), "other ");
}

TEST_F(ChargeFlowTest, WhoWasLetPassUnchargedIsNotChargedThen) {
  put("a", 8, Policy::kIgnore);
  begin({asking_all("left", 1, {"a"}), asking_all("stays", 1, {"a"})});
  ASSERT_EQ(flow_->next().step, Step::kRead);
  flow_->abandon(0, "too late");
  ASSERT_TRUE(passes(0));
  EXPECT_TRUE(ends());
  EXPECT_EQ(held("a"), "stays ");
}

// Nothing was charged yet.
TEST_F(ChargeFlowTest, WhoLeavesWhileItLooksWasReachedByNone) {
  put("a", 8, Policy::kIgnore);
  put("b", 8, Policy::kIgnore);
  begin({asking_all("ours", 1, {"a", "b"})});
  ASSERT_TRUE(lead_to(Step::kRead, "b"));
  ASSERT_TRUE(flow_->is_looking());
  flow_->abandon(0, "too late");
  EXPECT_EQ(unreached(0), "a b ");
  EXPECT_TRUE(passes(0));
}

TEST_F(ChargeFlowTest, WhoLeavesWhileItLooksIsRefusedByOneThatHasAllowedIt) {
  put("a", 8);
  put("b", 8, Policy::kIgnore);
  begin({asking_all("ours", 1, {"a", "b"})});
  ASSERT_TRUE(lead_to(Step::kRead, "b"));
  flow_->abandon(0, "too late");
  EXPECT_EQ(unreached(0), "a ");
  EXPECT_FALSE(passes(0));
}

TEST_F(ChargeFlowTest, WhoLeavesWhenOneHasChargedItWasReachedByThat) {
  put("a", 8);
  put("b", 8, Policy::kIgnore);
  begin({asking_all("ours", 1, {"a", "b"})});
  ASSERT_TRUE(lead_to(Step::kWrite, "b"));
  flow_->abandon(0, "too late");
  EXPECT_EQ(unreached(0), "b ");
  EXPECT_TRUE(passes(0));
}

// ---- What is given back.

// What a watch tells is for who is to be judged.
TEST_F(ChargeFlowTest, WhoGivesBackReadsAnewWhereOthersCameBefore) {
  lead_to_a_release();
  charge_elsewhere("a", "another");
  step();
  EXPECT_EQ(flow_->next().step, Step::kRead);
  EXPECT_EQ(flow_->next().quota, "a");
  EXPECT_TRUE(flow_->next().anew);
  EXPECT_TRUE(ends());
  EXPECT_EQ(held("a"), "another ");
}

TEST_F(ChargeFlowTest, WhoIsToBeJudgedMayGoByWhatAWatchTells) {
  put("a", 8);
  begin({asking_all("ours", 1, {"a"})});
  ASSERT_TRUE(lead_to(Step::kWrite, "a"));
  conflict();
  EXPECT_EQ(flow_->next().step, Step::kRead);
  EXPECT_FALSE(flow_->next().anew);
}

TEST_F(ChargeFlowTest, TheLastAttemptToGiveBackMaySucceed) {
  lead_to_a_release();
  for (int i = 1; i < kReleaseRoundsMax; ++i) {
    conflict();
    ASSERT_TRUE(lead_to(Step::kWrite, "a")) << i;
  }
  EXPECT_TRUE(ends());
  EXPECT_EQ(held("a"), "");
}

TEST_F(ChargeFlowTest, WhatCanNotBeGivenBackInTimeIsLeftToExpire) {
  lead_to_a_release();
  EXPECT_EQ(overtaken("a"), kReleaseRoundsMax);
  EXPECT_EQ(flow_->next().step, Step::kDone);
  EXPECT_EQ(held("a"), "ours ");
}

TEST_F(ChargeFlowTest, EachDeviceQuotaHasItsOwnAttempts) {
  put("a", 8);
  put("b", 8);
  put("c", 1);
  begin({asking_all("other", 1, {"c"}), asking_all("ours", 1, {"a", "b", "c"})});
  ASSERT_TRUE(lead_to(Step::kWrite, "c"));
  step();
  ASSERT_TRUE(flow_->is_settled());
  EXPECT_EQ(overtaken("a"), kReleaseRoundsMax);
  EXPECT_EQ(overtaken("b"), kReleaseRoundsMax);
  EXPECT_EQ(flow_->next().step, Step::kDone);
}

}  // namespace
}  // namespace drawbridge::quota
