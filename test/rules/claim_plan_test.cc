// The counts and the sharing of requests are the scheduler's (kube-scheduler 1.36,
// createRequestsAndMappings); its own table test is repeated here.
#include "rules/mapping/claim_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "rules/mapping/canonical.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

SharedBody body(std::string_view device_class) {
  return std::make_shared<const RequestBody>(
      RequestBody{{R"("exactly":{"allocationMode":"ExactCount","count":)",
                   R"(,"deviceClassName":")" + std::string(device_class) + "\"}"}});
}

// Asks of one pod; owns what they point to.
class Asks {
 public:
  explicit Asks(std::shared_ptr<const Mapping> mapping) : mapping_(std::move(mapping)) {}

  Asks& add(std::size_t container, std::string_view resource, std::int64_t count,
            bool long_lived = true, SharedBody request = nullptr) {
    Ask ask;
    ask.container = container;
    ask.container_name = texts_->emplace_back("c" + std::to_string(container));
    ask.long_lived = long_lived;
    ask.resource = texts_->emplace_back(resource);
    ask.mapping = mapping_.get();
    ask.device_class = "c";
    ask.count = count;
    ask.body = request != nullptr ? request : same_;
    asks_.push_back(ask);
    return *this;
  }
  Asks& add_short(std::size_t container, std::string_view resource, std::int64_t count,
                  SharedBody request = nullptr) {
    return add(container, resource, count, false, std::move(request));
  }
  // Further asks belong to this mapping.
  Asks& of(std::shared_ptr<const Mapping> mapping) {
    others_.push_back(std::exchange(mapping_, std::move(mapping)));
    return *this;
  }
  Asks& rename_last(std::string_view name) {
    asks_.back().container_name = texts_->emplace_back(name);
    return *this;
  }

  const std::vector<Ask>& list() const { return asks_; }

 private:
  std::shared_ptr<const Mapping> mapping_;
  std::vector<std::shared_ptr<const Mapping>> others_;
  std::shared_ptr<std::deque<std::string>> texts_ = std::make_shared<std::deque<std::string>>();
  SharedBody same_ = body("c");
  std::vector<Ask> asks_;
};

ClaimPlan planned(const Asks& asks) {
  std::variant<ClaimPlan, PlanRefusal> result = plan_claims(asks.list(), "This pod");
  if (auto* refusal = std::get_if<PlanRefusal>(&result)) {
    ADD_FAILURE() << refusal->findings.front().text();
    return {};
  }
  return std::get<ClaimPlan>(std::move(result));
}

std::string refused(const Asks& asks) {
  std::variant<ClaimPlan, PlanRefusal> result = plan_claims(asks.list(), "This pod");
  const auto* refusal = std::get_if<PlanRefusal>(&result);
  if (refusal == nullptr) return "planned";
  check_findings(refusal->findings);
  EXPECT_EQ(refusal->findings.front().severity, Severity::kDeny);
  return refusal->findings.front().text();
}

json devices(const PlannedClaim& claim) {
  return json::parse(claim.spec)["spec"]["devices"];
}

// "NAME=COUNT" of each request of the only claim.
std::vector<std::string> requests(const ClaimPlan& plan) {
  EXPECT_EQ(plan.claims.size(), 1u);
  std::vector<std::string> result;
  const json claim = devices(plan.claims.at(0));
  for (const json& request : claim["requests"]) {
    result.push_back(request["name"].get<std::string>() + "=" +
                     std::to_string(request["exactly"]["count"].get<std::int64_t>()));
  }
  return result;
}

// "CONTAINER:REQUEST".
std::vector<std::string> uses(const ClaimPlan& plan) {
  std::vector<std::string> result;
  for (const ClaimUse& use : plan.uses)
    result.push_back(std::to_string(use.container) + ":" + use.request);
  return result;
}

std::shared_ptr<const Mapping> plain() {
  return mapping("plain", "logicalResource: a.com/x");
}

std::shared_ptr<const Mapping> in_group(std::string_view name, std::string_view more = "") {
  return mapping(name, "logicalResource: a.com/x\nclaimGroup: g\n" + std::string(more));
}

// ---- The table of the scheduler's own test, in its order. a.com/r is its extended resource,
// a.com/r1 the second, a.com/ri that of its init containers.

TEST(SchedulerTable, TwoResourcesOfOneContainer) {
  const ClaimPlan plan = planned(Asks(plain()).add(0, "a.com/r", 1).add(0, "a.com/r1", 2));
  EXPECT_THAT(requests(plan), ElementsAre("c0-a-r=1", "c0-a-r1=2"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c0-a-r", "0:c0-a-r1"));
}

TEST(SchedulerTable, TwoContainers) {
  const ClaimPlan plan = planned(Asks(plain()).add(0, "a.com/r", 1).add(1, "a.com/r1", 2));
  EXPECT_THAT(requests(plan), ElementsAre("c0-a-r=1", "c1-a-r1=2"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c0-a-r", "1:c1-a-r1"));
}

TEST(SchedulerTable, OneInitContainerOneRegular) {
  const ClaimPlan plan = planned(Asks(plain()).add_short(0, "a.com/ri", 2).add(1, "a.com/r", 1));
  EXPECT_THAT(requests(plan), ElementsAre("c0-a-ri=2", "c1-a-r=1"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c0-a-ri", "1:c1-a-r"));
}

TEST(SchedulerTable, TwoInitContainersOneRegular) {
  const ClaimPlan plan = planned(
      Asks(plain()).add_short(0, "a.com/ri", 1).add_short(1, "a.com/ri", 2).add(2, "a.com/r", 1));
  EXPECT_THAT(requests(plan), ElementsAre("c1-a-ri=2", "c2-a-r=1"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c1-a-ri", "1:c1-a-ri", "2:c2-a-r"));
}

TEST(SchedulerTable, ThreeInitContainersOneSidecarOneRegular) {
  const ClaimPlan plan = planned(Asks(plain())
                                     .add_short(0, "a.com/ri", 1)
                                     .add(1, "a.com/ri", 1)  // the sidecar
                                     .add_short(2, "a.com/ri", 2)
                                     .add(3, "a.com/r", 1));
  EXPECT_THAT(requests(plan), ElementsAre("c1-a-ri=1", "c2-a-ri=2", "c3-a-r=1"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c1-a-ri", "1:c1-a-ri", "2:c2-a-ri", "3:c3-a-r"));
}

// ---- The rule's further cases (KEP-5004 and what was seen on 1.36.3).

TEST(ClaimPlan, AnInitContainerUsesRequestsBehindItAndAsksForTheRest) {
  const ClaimPlan plan = planned(Asks(plain()).add_short(0, "a.com/r", 2).add(1, "a.com/r", 1));
  EXPECT_THAT(requests(plan), ElementsAre("c0-a-r=1", "c1-a-r=1"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c0-a-r", "0:c1-a-r", "1:c1-a-r"));
}

TEST(ClaimPlan, ASidecarBeforeTheInitContainerIsNotUsed) {
  const ClaimPlan plan =
      planned(Asks(plain()).add(0, "a.com/r", 1).add_short(1, "a.com/r", 2).add(2, "a.com/r", 1));
  EXPECT_THAT(requests(plan), ElementsAre("c0-a-r=1", "c1-a-r=1", "c2-a-r=1"));
}

TEST(ClaimPlan, ASidecarBehindTheInitContainerIsUsed) {
  const ClaimPlan plan =
      planned(Asks(plain()).add_short(0, "a.com/r", 2).add(1, "a.com/r", 1).add(2, "a.com/r", 1));
  EXPECT_THAT(requests(plan), ElementsAre("c1-a-r=1", "c2-a-r=1"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c1-a-r", "0:c2-a-r", "1:c1-a-r", "2:c2-a-r"));
}

TEST(ClaimPlan, RequestsAreUsedWholeAndNoMoreOfThemThanNeeded) {
  const ClaimPlan plan =
      planned(Asks(plain()).add_short(0, "a.com/r", 2).add(1, "a.com/r", 8).add(2, "a.com/r", 1));
  EXPECT_THAT(requests(plan), ElementsAre("c1-a-r=8", "c2-a-r=1"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c1-a-r", "1:c1-a-r", "2:c2-a-r"));
}

TEST(ClaimPlan, TheLargestRestServesAllInitContainers) {
  const ClaimPlan plan = planned(Asks(plain())
                                     .add_short(0, "a.com/r", 3)
                                     .add_short(1, "a.com/r", 5)
                                     .add_short(2, "a.com/r", 5)
                                     .add(3, "a.com/r", 1));
  EXPECT_THAT(requests(plan), ElementsAre("c1-a-r=4", "c3-a-r=1"));
}

TEST(ClaimPlan, RequestsThatDifferInMoreThanTheirCountAreNotShared) {
  const SharedBody large = body("large");
  const SharedBody small = body("small");
  const ClaimPlan plan = planned(Asks(plain())
                                     .add_short(0, "a.com/r", 1, large)
                                     .add_short(1, "a.com/r", 1, small)
                                     .add_short(2, "a.com/r", 2, body("large"))
                                     .add(3, "a.com/r", 1, true, small));
  EXPECT_THAT(requests(plan), ElementsAre("c2-a-r=2", "c3-a-r=1"));
  EXPECT_THAT(uses(plan), ElementsAre("0:c2-a-r", "1:c3-a-r", "2:c2-a-r", "3:c3-a-r"));
}

TEST(ClaimPlan, DependsOnlyOnTheContentOfTheAsks) {
  const Asks forward =
      Asks(plain()).add_short(0, "a.com/r", 2).add(1, "a.com/r", 1).add(1, "a.com/q", 1);
  std::vector<Ask> backward(forward.list().rbegin(), forward.list().rend());
  const ClaimPlan one = planned(forward);
  const ClaimPlan two = std::get<ClaimPlan>(plan_claims(backward, "This pod"));
  EXPECT_EQ(one.claims.at(0).spec, two.claims.at(0).spec);
  EXPECT_EQ(uses(one), uses(two));
}

// ---- Limits.

TEST(ClaimPlan, ThirtyTwoDevicesFitAndThirtyThreeAreRefused) {
  EXPECT_THAT(requests(planned(Asks(plain()).add(0, "a.com/r", 32))), ElementsAre("c0-a-r=32"));
  EXPECT_EQ(refused(Asks(plain()).add(0, "a.com/r", 33)),
            "This pod asks for 33 a.com/r in container c0, and one claim can hold 32 "
            "devices at most, so it would never be scheduled. Ask for at most 32 in all containers "
            "together, or spread the work over more pods. [TooManyDevices]");
  EXPECT_EQ(requests(planned(Asks(plain()).add(0, "a.com/r", 17).add(1, "a.com/q", 15))).size(),
            2u);
  EXPECT_THAT(refused(Asks(plain()).add(0, "a.com/r", 17).add(1, "a.com/q", 16)),
              HasSubstr("17 a.com/r in container c0, 16 a.com/q in container c1: 33 in all"));
}

TEST(ClaimPlan, WhatInitContainersReuseDoesNotCount) {
  EXPECT_EQ(
      requests(planned(Asks(plain()).add_short(0, "a.com/r", 32).add(1, "a.com/r", 32))).size(),
      1u);
  EXPECT_THAT(refused(Asks(plain())
                          .add_short(0, "a.com/r", 32)
                          .add(1, "a.com/r", 31)
                          .add_short(2, "a.com/r", 2)),
              HasSubstr("33 in all"));
}

TEST(ClaimPlan, EachGroupHasAClaimOfItsOwnLimit) {
  const ClaimPlan plan =
      planned(Asks(plain()).add(0, "a.com/r", 32).of(in_group("m")).add(0, "a.com/q", 32));
  ASSERT_EQ(plan.claims.size(), 2u);
  EXPECT_EQ(plan.claims[0].group, "");
  EXPECT_EQ(plan.claims[1].group, "g");
  EXPECT_THAT(refused(Asks(plain()).add(0, "a.com/r", 1).of(in_group("m")).add(0, "a.com/q", 33)),
              HasSubstr("and one claim of claimGroup g can hold 32"));
}

TEST(ClaimPlan, ThirtyTwoContainersFitAndThirtyThreeAreRefused) {
  Asks asks(plain());
  for (std::size_t i = 0; i < kClaimRequestsMax; ++i) asks.add(i, "a.com/r", 1);
  EXPECT_EQ(requests(planned(asks)).size(), kClaimRequestsMax);
  asks.add(kClaimRequestsMax, "a.com/r", 1);
  EXPECT_THAT(refused(asks), HasSubstr("1 a.com/r in container c0, 1 a.com/r in container c1"));
  EXPECT_THAT(refused(asks), HasSubstr(" and others: 33 in all, and one claim can hold 32"));
}

TEST(ClaimPlan, HugeCountsDoNotOverflow) {
  constexpr std::int64_t kHuge = INT64_MAX;
  EXPECT_THAT(refused(Asks(plain()).add(0, "a.com/r", kHuge)),
              HasSubstr("asks for 9223372036854775807 a.com/r in container c0, and"));
  EXPECT_THAT(
      refused(
          Asks(plain()).add(0, "a.com/r", kHuge).add(1, "a.com/r", kHuge).add(1, "a.com/q", kHuge)),
      HasSubstr("9223372036854775807 in all"));
  EXPECT_THAT(refused(Asks(plain())
                          .add_short(0, "a.com/r", kHuge)
                          .add_short(1, "a.com/r", kHuge)
                          .add(2, "a.com/r", kHuge - 1)
                          .add(3, "a.com/r", kHuge)),
              HasSubstr("in all, and one claim can hold 32"));
  EXPECT_THAT(refused(Asks(in_group("m", "constraints: [{scope: Unit, matchAttribute: a.com/b}]"))
                          .add(0, "a.com/r", kHuge)
                          .add(0, "a.com/q", kHuge)),
              HasSubstr("in all"));
}

// Quadratic work would take minutes here.
TEST(ClaimPlan, ACrowdIsRefusedAtOnce) {
  const auto begin = std::chrono::steady_clock::now();
  Asks asks(plain());
  for (std::size_t i = 0; i < 2048; ++i) {
    for (int r = 0; r < 10; ++r) asks.add_short(i, "a.com/r" + std::to_string(r), 5);
  }
  for (std::size_t i = 2048; i < 4096; ++i) {
    for (int r = 0; r < 10; ++r) asks.add(i, "a.com/r" + std::to_string(r), 1);
  }
  EXPECT_THAT(refused(asks), HasSubstr("20480 in all"));
  Asks names(plain());
  for (int r = 0; r < 30'000; ++r) {
    names.add_short(0, "a.com/r" + std::to_string(r), 1).rename_last(std::string(63, 'x'));
  }
  EXPECT_THAT(refused(names), HasSubstr("30000 in all"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

// ---- Names.

std::vector<std::string> names_of(const ClaimPlan& plan) {
  std::vector<std::string> names;
  for (const PlannedClaim& claim : plan.claims) {
    const json content = devices(claim);
    for (const json& request : content["requests"]) names.push_back(request["name"]);
  }
  return names;
}

TEST(RequestNames, SayContainerAndResource) {
  Asks asks(plain());
  asks.add(0, "nvidia.com/gpu", 1).rename_last("trainer");
  asks.add(1, "nvidia.com/mig-1g.5gb", 1).rename_last("trainer");
  asks.add(2, "Example.com/GPU_x.Y", 1).rename_last("a");
  EXPECT_THAT(names_of(planned(asks)),
              ElementsAre("trainer-nvidia-gpu", "trainer-nvidia-mig-1g-5gb", "a-example-gpu-x-y"));
}

TEST(RequestNames, CollisionsGetANumber) {
  Asks asks(plain());
  asks.add(0, "b.com/c", 1).rename_last("a");      // a-b-c
  asks.add(1, "b.com/c-d", 1).rename_last("a");    // a-b-c-d
  asks.add(2, "c.com/d", 1).rename_last("a-b");    // a-b-c-d again
  asks.add(3, "c.com/x.y", 1).rename_last("a-b");  // a-b-c-x-y
  asks.add(3, "c.com/x-y", 1).rename_last("a-b");  // a-b-c-x-y again
  const std::vector<std::string> names = names_of(planned(asks));
  EXPECT_THAT(names,
              UnorderedElementsAre("a-b-c", "a-b-c-d", "a-b-c-d-2", "a-b-c-x-y", "a-b-c-x-y-2"));
}

TEST(RequestNames, LongOnesAreCutAndStayDnsLabels) {
  Asks asks(plain());
  const std::string longest(63, 'x');
  for (int i = 0; i < 12; ++i)
    asks.add(0, "a.com/" + std::string(62, 'r') + static_cast<char>('a' + i), 1)
        .rename_last(longest);
  // Cut where a dash would end the name.
  asks.add(1, "a.com/r", 1).rename_last(std::string(59, 'y'));
  const std::vector<std::string> names = names_of(planned(asks));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 13u);
  for (const std::string& name : names) {
    EXPECT_LE(name.size(), 60u);
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos);
    EXPECT_NE(name.back(), '-');
  }
}

// ---- Constraints and configuration.

json constraints_of(const Asks& asks) {
  const ClaimPlan plan = planned(asks);
  return devices(plan.claims.at(0)).value("constraints", json::array());
}

json bound(std::string_view member, std::vector<std::string> names) {
  return {{std::string(member), "a.com/b"}, {"requests", names}};
}

TEST(Constraints, OfContainersBindEachContainer) {
  const auto match =
      mapping("m", "logicalResource: a.com/x\nconstraints: [{matchAttribute: a.com/b}]");
  EXPECT_EQ(
      constraints_of(Asks(match).add(0, "a.com/r", 2).add(1, "a.com/r", 1).add(1, "a.com/q", 1)),
      json::array(
          {bound("matchAttribute", {"c0-a-r"}), bound("matchAttribute", {"c1-a-q", "c1-a-r"})}));
  EXPECT_EQ(constraints_of(Asks(match).add(0, "a.com/r", 1)), json::array())
      << "one device agrees with itself, and need not publish the attribute";
}

TEST(Constraints, OfContainersBindWhatAnInitContainerUsesOfOthers) {
  const auto match =
      mapping("m", "logicalResource: a.com/x\nconstraints: [{matchAttribute: a.com/b}]");
  EXPECT_EQ(constraints_of(Asks(match).add_short(0, "a.com/r", 2).add(1, "a.com/r", 1)),
            json::array({bound("matchAttribute", {"c0-a-r", "c1-a-r"})}));
  EXPECT_EQ(constraints_of(
                Asks(match).add_short(0, "a.com/r", 2).add(1, "a.com/r", 1).add(2, "a.com/r", 1)),
            json::array({bound("matchAttribute", {"c1-a-r", "c2-a-r"})}));
  EXPECT_EQ(constraints_of(Asks(match).add_short(0, "a.com/r", 1).add(1, "a.com/r", 2)),
            json::array({bound("matchAttribute", {"c1-a-r"})}))
      << "what binds them all is said once";
  EXPECT_EQ(constraints_of(Asks(in_group("gpu", "constraints: [{matchAttribute: a.com/b}]"))
                               .add_short(0, "a.com/gpu", 1)
                               .add(1, "a.com/gpu", 1)
                               .of(in_group("nic"))
                               .add_short(0, "a.com/nic", 1)),
            json::array({bound("matchAttribute", {"c0-a-nic", "c1-a-gpu"})}));
}

TEST(Constraints, OfTheClaimBindAllRequests) {
  const auto match = mapping(
      "m", "logicalResource: a.com/x\nconstraints: [{scope: Claim, distinctAttribute: a.com/b}]");
  EXPECT_EQ(constraints_of(Asks(match).add(0, "a.com/r", 1).add(1, "a.com/r", 1)),
            json::array({bound("distinctAttribute", {"c0-a-r", "c1-a-r"})}));
}

TEST(Constraints, OutsideAGroupBindTheirOwnMappingOnly) {
  const auto match = mapping(
      "m", "logicalResource: a.com/x\nconstraints: [{scope: Claim, matchAttribute: a.com/b}]");
  EXPECT_EQ(constraints_of(Asks(match).add(0, "a.com/r", 2).of(plain()).add(0, "a.com/q", 2)),
            json::array({bound("matchAttribute", {"c0-a-r"})}));
}

TEST(Constraints, InAGroupAlignAllItsMappingsOnce) {
  const std::string_view spec = "constraints: [{matchAttribute: a.com/b}]";
  EXPECT_EQ(constraints_of(Asks(in_group("gpu", spec))
                               .add(0, "a.com/gpu", 1)
                               .of(in_group("nic", spec))
                               .add(0, "a.com/nic", 1)),
            json::array({bound("matchAttribute", {"c0-a-gpu", "c0-a-nic"})}));
}

TEST(Constraints, OfUnitsPairTheDevices) {
  const Asks asks = Asks(in_group("gpu", "constraints: [{scope: Unit, matchAttribute: a.com/b}]"))
                        .add(0, "a.com/gpu", 2)
                        .of(in_group("nic"))
                        .add(0, "a.com/nic", 2);
  const ClaimPlan plan = planned(asks);
  EXPECT_THAT(requests(plan),
              ElementsAre("c0-a-gpu-0=1", "c0-a-gpu-1=1", "c0-a-nic-0=1", "c0-a-nic-1=1"));
  EXPECT_THAT(uses(plan),
              ElementsAre("0:c0-a-gpu-0", "0:c0-a-gpu-1", "0:c0-a-nic-0", "0:c0-a-nic-1"));
  EXPECT_EQ(constraints_of(asks),
            json::array({bound("matchAttribute", {"c0-a-gpu-0", "c0-a-nic-0"}),
                         bound("matchAttribute", {"c0-a-gpu-1", "c0-a-nic-1"})}));
}

TEST(Constraints, UnitsPairInEachContainerAndInInitContainers) {
  const ClaimPlan plan =
      planned(Asks(in_group("gpu", "constraints: [{scope: Unit, matchAttribute: a.com/b}]"))
                  .add_short(0, "a.com/gpu", 2)
                  .add(1, "a.com/gpu", 1)
                  .of(in_group("nic"))
                  .add_short(0, "a.com/nic", 2)
                  .add(1, "a.com/nic", 1));
  EXPECT_THAT(requests(plan),
              ElementsAre("c0-a-gpu-0=1", "c0-a-nic-0=1", "c1-a-gpu-0=1", "c1-a-nic-0=1"));
  EXPECT_EQ(devices(plan.claims[0])["constraints"],
            json::array({bound("matchAttribute", {"c0-a-gpu-0", "c0-a-nic-0"}),
                         bound("matchAttribute", {"c1-a-gpu-0", "c1-a-nic-0"})}));
}

TEST(Constraints, UnitsOfAnInitContainerPairWhatItUsesOfOthers) {
  const auto pairs = [](std::int64_t asked, std::int64_t gpus, std::int64_t nics) {
    return constraints_of(
        Asks(in_group("gpu", "constraints: [{scope: Unit, matchAttribute: a.com/b}]"))
            .add_short(0, "a.com/gpu", asked)
            .add(1, "a.com/gpu", gpus)
            .of(in_group("nic"))
            .add_short(0, "a.com/nic", asked)
            .add(2, "a.com/nic", nics));
  };
  EXPECT_EQ(pairs(1, 1, 1), json::array({bound("matchAttribute", {"c1-a-gpu-0", "c2-a-nic-0"})}));
  EXPECT_EQ(pairs(1, 4, 4), json::array({bound("matchAttribute", {"c1-a-gpu-0", "c2-a-nic-0"})}))
      << "no more than it asks for";
  // A rest of other numbers is no different number that is asked for.
  EXPECT_EQ(
      constraints_of(Asks(in_group("gpu", "constraints: [{scope: Unit, matchAttribute: a.com/b}]"))
                         .add_short(0, "a.com/gpu", 2)
                         .add(1, "a.com/gpu", 1)
                         .of(in_group("nic"))
                         .add_short(0, "a.com/nic", 2)),
      json::array({bound("matchAttribute", {"c0-a-gpu-0", "c0-a-nic-0"}),
                   bound("matchAttribute", {"c1-a-gpu-0", "c0-a-nic-1"})}));
}

TEST(Constraints, UnitsInDifferentNumbersAreRefused) {
  EXPECT_EQ(
      refused(Asks(in_group("gpu", "constraints: [{scope: Unit, matchAttribute: a.com/b}]"))
                  .add(0, "a.com/gpu", 2)
                  .of(in_group("nic"))
                  .add(0, "a.com/nic", 3)),
      "Container c0 asks for 2 a.com/gpu and 3 a.com/nic, and DeviceMapping gpu pairs them one "
      "to one (scope: Unit). Ask for as many of the one as of the other. [UnitCountsDiffer]");
}

TEST(Constraints, SixteenPairsFitAndSeventeenAreRefused) {
  const auto pairs = [](std::int64_t count) {
    return Asks(in_group("gpu", "constraints: [{scope: Unit, matchAttribute: a.com/b}]"))
        .add(0, "a.com/gpu", count)
        .of(in_group("nic"))
        .add(0, "a.com/nic", count);
  };
  EXPECT_EQ(requests(planned(pairs(16))).size(), 32u);
  EXPECT_THAT(refused(pairs(17)),
              HasSubstr("34 in all, and one claim of claimGroup g can hold 32"));
}

TEST(Constraints, MoreThanAClaimHoldsAreRefused) {
  // Each container has all of its mapping's.
  const auto with = [](std::size_t constraints) {
    std::string spec = "logicalResource: a.com/x\nconstraints:\n";
    for (std::size_t i = 0; i < constraints; ++i)
      spec += "- {matchAttribute: a.com/b" + std::to_string(i) + "}\n";
    return mapping("m", spec);
  };
  const auto most = with(kClaimConstraintsMax / 2);
  EXPECT_EQ(
      devices(
          planned(Asks(most).add(0, "a.com/r", 2).add(1, "a.com/r", 2)).claims.at(0))["constraints"]
          .size(),
      kClaimConstraintsMax);
  static_assert((kClaimConstraintsMax + 1) % 3 == 0);
  const auto third = with((kClaimConstraintsMax + 1) / 3);
  EXPECT_THAT(
      refused(Asks(third).add(0, "a.com/r", 2).add(1, "a.com/r", 2).add(2, "a.com/r", 2)),
      HasSubstr("0 configurations and 33 constraints, and 32 of each are possible. Use fewer "
                "containers with devices in one pod. [ClaimTooLarge]"));
}

TEST(Config, ListsTheRequestsOfItsOwnMapping) {
  const auto shared = mapping("shared", R"(
logicalResource: a.com/x
config:
- opaque: {driver: d.com, parameters: {sharing: TimeSlicing}}
- opaque: {driver: e.com, parameters: {}}
)");
  const ClaimPlan plan = planned(
      Asks(shared).add(0, "a.com/r", 1).add(1, "a.com/r", 1).of(plain()).add(0, "a.com/q", 1));
  EXPECT_EQ(devices(plan.claims.at(0))["config"],
            json::parse(R"([{"opaque":{"driver":"d.com","parameters":{"sharing":"TimeSlicing"}},
                             "requests":["c0-a-r","c1-a-r"]},
                            {"opaque":{"driver":"e.com","parameters":{}},
                             "requests":["c0-a-r","c1-a-r"]}])"));
}

TEST(Config, MoreThanAClaimHoldsIsRefused) {
  const auto with = [](const std::string& name, std::size_t configurations) {
    std::string spec = "logicalResource: a.com/x\nclaimGroup: g\nconfig:\n";
    for (std::size_t i = 0; i < configurations; ++i)
      spec += "- {opaque: {driver: d.com, parameters: {}}}\n";
    return mapping(name, spec);
  };
  const auto together = [&](std::size_t configurations) {
    return Asks(with("m", kClaimConfigMax / 2))
        .add(0, "a.com/r", 1)
        .of(with("n", configurations - kClaimConfigMax / 2))
        .add(0, "a.com/q", 1);
  };
  EXPECT_EQ(devices(planned(together(kClaimConfigMax)).claims.at(0))["config"].size(),
            kClaimConfigMax);
  EXPECT_THAT(refused(together(kClaimConfigMax + 1)),
              HasSubstr("a claim with 33 configurations and 0 constraints for claimGroup g"));
}

TEST(ClaimPlan, SpecIsCanonicalAsItIsWritten) {
  const ClaimPlan plan = planned(Asks(in_group("gpu", R"(
config: [{opaque: {parameters: {b: 1, a: [2.5, {d: null, c: ""}]}, driver: d.com}}]
constraints: [{scope: Unit, matchAttribute: a.com/b}, {scope: Claim, distinctAttribute: a.com/c}]
)"))
                                     .add(0, "a.com/gpu", 2)
                                     .of(in_group("nic"))
                                     .add(0, "a.com/nic", 2));
  const Result<kube::Document> spec = kube::read_json(plan.claims.at(0).spec);
  ASSERT_TRUE(spec.ok());
  const Result<std::string> canonical = canonical_template_spec(spec->root());
  ASSERT_TRUE(canonical.ok());
  EXPECT_EQ(*canonical, plan.claims[0].spec);
}

}  // namespace
}  // namespace drawbridge::rules
