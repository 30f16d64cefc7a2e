#include "quota/ledger.h"

#include <gtest/gtest.h>

#include "kube/api/json_writer.h"
#include "quota/charge_flow.h"
#include "test/quota/quota_testing.h"

namespace drawbridge::quota {
namespace {

Ledger full() {
  Ledger ledger;
  ledger.observed_generation = 3;
  ledger.mapping_hash = "abc";
  ledger.recounts = 9;
  ledger.hard = gpus(8);
  ledger.used = amounts({{"gpu", "7"}, {"memory", "80Gi"}});
  Want want{"x.com/gpu", "gpu.x.com", 4, amounts({{"memory", "10Gi"}}), 2, "entry"};
  ledger.holds.push_back({"u1",
                          "Pod",
                          "p",
                          "who",
                          {"apps/v1", "ReplicaSet", "r", "u2"},
                          "2026-11-22T03:00:00Z",
                          gpus(4),
                          {want},
                          {"t1", "t2"}});
  ledger.holds.push_back({"u3", "ResourceClaim", "c", "who", {}, "", {}, {}, {"t3"}});
  return ledger;
}

Result<Ledger> read_ledger(std::string_view json) {
  const Result<kube::Document> document = kube::read_json(json);
  EXPECT_TRUE(document.ok());
  return Ledger::read(document->root());
}

TEST(Ledger, IsReadAsItWasWritten) {
  const Result<kube::Document> object = kube::read_json(
      R"({"kind":"DeviceQuota","metadata":{"name":"q","resourceVersion":"5"},"spec":{"hard":{}}})");
  ASSERT_TRUE(object.ok());
  const std::string text = with_ledger(object->root(), full());
  const Result<Ledger> again = read_ledger(text);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(*again, full());
  EXPECT_TRUE(text.starts_with(
      R"({"kind":"DeviceQuota","metadata":{"name":"q","resourceVersion":"5"},"spec":{"hard":{}},)"))
      << text;
}

// An identity provider's names, and owners that anybody writes.
TEST(Ledger, WhatAHoldTakesIsNotUnderestimated) {
  Ledger ledger;
  Hold& hold = ledger.holds.emplace_back();
  const std::string odd(100, '"');
  hold.uid = std::string(36, 'u');
  hold.name = "p";
  hold.creator = odd + std::string(100, '\\') + std::string(100, '\x01');
  hold.owner = {odd, odd, odd, odd};
  const Ledger none;
  EXPECT_LE(with_ledger({}, ledger).size() - with_ledger({}, none).size(),
            ledger.holds_size().bytes);
}

TEST(Ledger, WhatOthersWroteIntoTheStatusStays) {
  const Result<kube::Document> object = kube::read_json(
      R"({"status":{"conditions":[{"type":"Ready"}],"used":{"nic":"1"},"holds":["{\"uid\":\"x\"}"]}})");
  ASSERT_TRUE(object.ok());
  Ledger ledger;
  ledger.used = gpus(2);
  EXPECT_EQ(
      with_ledger(object->root(), ledger),
      R"({"status":{"conditions":[{"type":"Ready"}],"hard":{},"used":{"gpu":"2"},"holds":[]}})");
}

TEST(Ledger, OfANewObjectIsEmpty) {
  const Result<Ledger> ledger = read_ledger(R"({"spec":{"hard":{"gpu":"1"}}})");
  ASSERT_TRUE(ledger.ok());
  EXPECT_EQ(*ledger, Ledger());
}

TEST(Ledger, NamesTheFieldThatIsWrong) {
  const auto problem = [](std::string_view json) {
    const Result<Ledger> ledger = read_ledger(json);
    return ledger ? "none" : ledger.error().field;
  };
  EXPECT_EQ(problem(R"({"status":{"used":{"a":"x"}}})"), "status.used[a]");
  EXPECT_EQ(problem(R"({"status":{"hard":{"a":-1}}})"), "status.hard[a]");
  const auto problem_of_hold = [&](const std::string& hold) {
    std::string text;
    kube::JsonWriter writer(text);
    writer.begin_object().key("status").begin_object().key("holds").begin_array();
    writer.string(R"({"uid":"a"})").string(hold);
    writer.end_array().end_object().end_object();
    return problem(text);
  };
  EXPECT_EQ(problem_of_hold(R"({"uid":"b"})"), "none");
  EXPECT_EQ(problem_of_hold(R"({"charge":{"a":[]}})"), "status.holds[1].charge[a]");
  EXPECT_EQ(problem_of_hold(R"({"demand":[{"count":-1}]})"), "status.holds[1].demand[0].count");
  EXPECT_EQ(problem_of_hold(R"({"demand":[{"capacity":{"m":"?"}}]})"),
            "status.holds[1].demand[0].capacity[m]");
  EXPECT_EQ(problem_of_hold("{"), "status.holds[1]");
  EXPECT_EQ(problem(R"({"status":{"holds":[{"uid":"a"}]}})"), "status.holds[0]");
  EXPECT_EQ(problem(R"({"status":{"holds":"text"}})"), "none") << "no list, no holds";
}

// What somebody wrote there by hand switches nothing off, and locks nobody out for longer than a
// count takes.
TEST(Ledger, AStatusThatCannotBeReadWasNeverCounted) {
  for (const char* status :
       {R"("used":{"gpu":"abc"})", R"("used":{"gpu":"1"},"holds":["{\"uid\":\"a\"}","{"])"}) {
    const Result<kube::Document> document = kube::read_json(
        R"({"metadata":{"name":"q","generation":3},"spec":{"hard":{"gpu":"8"}},"status":{)"
        R"("observedGeneration":3,"recounts":7,)" +
        std::string(status) + "}}");
    ASSERT_TRUE(document.ok());
    const Result<QuotaState> state = QuotaState::read(document->root());
    ASSERT_TRUE(state.ok()) << state.error().text();
    EXPECT_EQ(state->quota.hard.size(), 1U);
    EXPECT_EQ(state->ledger.recounts, 7) << "whoever counts now is the eighth";
    EXPECT_FALSE(is_counted(state->quota, state->ledger, {}));
    EXPECT_EQ(state->ledger.holds.size(), std::string_view(status).ends_with("]") ? 1U : 0U)
        << "what can be read stays";
  }
}

TEST(Ledger, AHoldIsAnotherOneWithAnotherTicket) {
  Hold hold = full().holds[0];
  const std::string before = hold.identity();
  hold.charge.clear();
  EXPECT_EQ(hold.identity(), before);
  hold.tickets.push_back("t3");
  EXPECT_NE(hold.identity(), before);
}

}  // namespace
}  // namespace drawbridge::quota
