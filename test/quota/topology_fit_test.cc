#include "quota/kueue/topology_fit.h"

#include <gtest/gtest.h>

#include <string>

namespace drawbridge::quota {
namespace {

// Flavors called t... have a topology, those called u... are not known; each has 8 of all.
std::vector<Misfit> misfits_of(const std::vector<ResourceGroup>& groups,
                               const std::vector<PodSetRequests>& pod_sets) {
  return find_topology_misfits(
      groups, pod_sets, [](std::string_view, std::string_view) { return std::int64_t{8}; },
      [](std::string_view flavor) -> std::optional<bool> {
        if (flavor.starts_with('u')) return std::nullopt;
        return flavor.starts_with('t');
      });
}

PodSetRequests placed(std::string name, decltype(PodSetRequests::requests) requests,
                      std::string group = {}) {
  PodSetRequests pods{std::move(name), std::move(requests)};
  pods.group = std::move(group);
  pods.needs_topology = true;
  return pods;
}

const std::vector<ResourceGroup> kOneGroup = {{{"gpu", "cpu"}, {"t1", "plain"}}};
const std::vector<ResourceGroup> kTwoTopologies = {{{"cpu"}, {"t1"}}, {{"gpu"}, {"t2", "plain"}}};

TEST(TopologyFit, PodsThatAskForNothingGetNoTopology) {
  const auto misfits =
      misfits_of(kOneGroup, {placed("launcher", {}), placed("worker", {{"gpu", 1}})});
  ASSERT_EQ(misfits.size(), 1u);
  EXPECT_EQ(misfits.front().kind, Misfit::Kind::kNoTopologyFlavor);
  EXPECT_EQ(misfits.front().pod_set, "launcher");
}

TEST(TopologyFit, ThoseThatNeedNoneMayGetNone) {
  PodSetRequests free{"launcher", {}};
  EXPECT_TRUE(misfits_of(kOneGroup, {free, placed("worker", {{"gpu", 1}})}).empty());
}

TEST(TopologyFit, OfAGroupOneThatAsksForNothingGoesWithTheOthers) {
  EXPECT_TRUE(
      misfits_of(kOneGroup, {placed("leader", {}, "g"), placed("worker", {{"gpu", 1}}, "g")})
          .empty());
  EXPECT_EQ(misfits_of(kOneGroup, {placed("leader", {}, "g"), placed("worker", {}, "g")}).size(),
            2u);
}

TEST(TopologyFit, OneThatAsksForWhatNobodyCountsDoesNotGoAlong) {
  PodSetRequests leader = placed("leader", {}, "g");
  leader.asks_for_others = true;
  const auto misfits = misfits_of(kOneGroup, {leader, placed("worker", {{"gpu", 1}}, "g")});
  ASSERT_EQ(misfits.size(), 1u);
  EXPECT_EQ(misfits.front().pod_set, "leader");
}

TEST(TopologyFit, ZeroIsAskedForToo) {
  EXPECT_TRUE(misfits_of(kOneGroup, {placed("launcher", {{"gpu", 0}})}).empty());
}

TEST(TopologyFit, WhatMayBeAskedForIsNotRuledOut) {
  PodSetRequests pods = placed("launcher", {});
  pods.may_ask_more = true;
  EXPECT_TRUE(misfits_of(kOneGroup, {pods}).empty());
}

TEST(TopologyFit, QuotaAloneIsNoTopology) {
  const std::vector<ResourceGroup> groups = {{{"gpu"}, {"t1"}}, {{"licence"}, {"plain"}}};
  const auto misfits = misfits_of(groups, {placed("main", {{"licence", 1}})});
  ASSERT_EQ(misfits.size(), 1u);
  EXPECT_EQ(misfits.front().kind, Misfit::Kind::kNoTopologyFlavor);
  EXPECT_TRUE(misfits_of(groups, {placed("main", {{"licence", 1}, {"gpu", 1}})}).empty());
}

TEST(TopologyFit, TwoTopologiesAreOneTooMany) {
  PodSetRequests pods = placed("main", {{"cpu", 1}, {"gpu", 1}});
  EXPECT_TRUE(misfits_of(kTwoTopologies, {pods}).empty()) << "plain may give the gpu";
  pods.unusable_flavors = {"plain"};
  const auto misfits = misfits_of(kTwoTopologies, {pods});
  ASSERT_EQ(misfits.size(), 1u);
  EXPECT_EQ(misfits.front().kind, Misfit::Kind::kTwoTopologyFlavors);
  ASSERT_EQ(misfits.front().short_of.size(), 2u);
  EXPECT_EQ(misfits.front().short_of[0].flavor, "t1");
  EXPECT_EQ(misfits.front().short_of[0].resource, "cpu");
  EXPECT_EQ(misfits.front().short_of[1].flavor, "t2");
  EXPECT_EQ(misfits.front().short_of[1].resource, "gpu");
}

TEST(TopologyFit, AFlavorThatIsTooSmallIsNoWayOut) {
  const PodSetRequests fits = placed("main", {{"cpu", 1}, {"gpu", 8}});
  const std::vector<PodSetRequests> sets = {fits};
  const HasTopology has = [](std::string_view flavor) { return flavor.starts_with('t'); };
  const Reach small = [](std::string_view flavor, std::string_view) {
    return std::int64_t{flavor == "plain" ? 7 : 8};
  };
  EXPECT_EQ(find_topology_misfits(kTwoTopologies, sets, small, has).size(), 1u);
  const Reach enough = [](std::string_view, std::string_view) { return std::int64_t{8}; };
  EXPECT_TRUE(find_topology_misfits(kTwoTopologies, sets, enough, has).empty());
}

TEST(TopologyFit, OfAFlavorThatIsNotKnownNothingIsSaid) {
  const std::vector<ResourceGroup> groups = {{{"gpu"}, {"u1", "plain"}}};
  EXPECT_TRUE(misfits_of(groups, {placed("main", {{"gpu", 1}})}).empty());
}

TEST(TopologyFit, EachOfAGroupGetsWhatItAsksForItself) {
  const std::vector<ResourceGroup> groups = {{{"cpu"}, {"t1"}}, {{"gpu"}, {"t2"}}};
  EXPECT_TRUE(
      misfits_of(groups, {placed("leader", {{"cpu", 1}}, "g"), placed("worker", {{"gpu", 1}}, "g")})
          .empty());
  const auto misfits =
      misfits_of(groups, {placed("leader", {}, "g"), placed("one", {{"cpu", 1}}, "g"),
                          placed("two", {{"gpu", 1}}, "g")});
  ASSERT_EQ(misfits.size(), 1u) << "it goes with both";
  EXPECT_EQ(misfits.front().kind, Misfit::Kind::kTwoTopologyFlavors);
  EXPECT_EQ(misfits.front().pod_set, "leader");
}

}  // namespace
}  // namespace drawbridge::quota
