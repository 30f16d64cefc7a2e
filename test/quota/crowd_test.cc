// How many workloads that are alike a queue holds: against every choice of flavors, and what is
// told of the others.
#include "quota/kueue/crowd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "test/generated_cases.h"

namespace drawbridge::quota {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

using Quotas = std::map<std::pair<std::string, std::string>, std::int64_t>;

Reach reach_within(const Quotas& table) {
  return [&table](std::string_view flavor, std::string_view resource) {
    const auto found = table.find({std::string(flavor), std::string(resource)});
    return found == table.end() ? 0 : found->second;
  };
}

std::optional<Crowd> find_in(const ResourceGroup& group, const Quotas& table,
                             const std::vector<PodSetRequests>& pod_sets, std::int64_t workloads) {
  return find_crowd({&group, 1}, pod_sets, workloads, reach_within(table));
}

const ShortResource& resource_of(const Crowd& crowd) {
  return std::get<ShortResource>(crowd.why);
}
const ShortFlavors& flavors_of(const Crowd& crowd) {
  return std::get<ShortFlavors>(crowd.why);
}

TEST(Crowd, OfOneResource) {
  const ResourceGroup group{{"gpu"}, {"a", "b"}};
  const Quotas table = {{{"a", "gpu"}, 9}, {{"b", "gpu"}, 4}};
  const std::vector<PodSetRequests> pods = {{"0", {{"gpu", 4}}}};
  EXPECT_FALSE(find_in(group, table, pods, 3));
  const auto crowd = find_in(group, table, pods, 4);
  ASSERT_TRUE(crowd);
  EXPECT_EQ(crowd->most, 3);
  EXPECT_EQ(resource_of(*crowd).reach(), 13);
  EXPECT_EQ(resource_of(*crowd).flavor_reach(), 9);
  EXPECT_FALSE(resource_of(*crowd).some_are_closed);
  EXPECT_THAT(crowd->to_raise, ElementsAre("gpu"));
  EXPECT_EQ(crowd->share, 3);
}

TEST(Crowd, WhatEachMayAskForHasToFitWithAllElse) {
  const ResourceGroup group{{"cpu", "gpu"}, {"a", "c"}};
  const Quotas table = {{{"a", "cpu"}, 4}, {{"a", "gpu"}, 8}, {{"c", "cpu"}, 4}, {{"c", "gpu"}, 2}};
  const std::vector<PodSetRequests> pods = {{"0", {{"cpu", 1}, {"gpu", 2}}}};
  const auto crowd = find_in(group, table, pods, 8);
  ASSERT_TRUE(crowd);
  EXPECT_EQ(crowd->most, 5);
  EXPECT_EQ(resource_of(*crowd).resource, "gpu");
  EXPECT_EQ(crowd->share, 0) << "with 1 each there is room for 6";
  EXPECT_THAT(crowd->to_raise, ElementsAre("gpu"));
  EXPECT_EQ(find_in(group, table, pods, 6)->share, 1);
}

TEST(Crowd, OnlyWhatIsShortIsNamed) {
  const ResourceGroup group{{"cpu", "memory", "gpu"}, {"a", "b"}};
  const Quotas table = {{{"a", "cpu"}, 2}, {{"a", "memory"}, 9}, {{"a", "gpu"}, 8},
                        {{"b", "cpu"}, 8}, {{"b", "memory"}, 9}, {{"b", "gpu"}, 2}};
  const std::vector<PodSetRequests> pods = {{"0", {{"cpu", 1}, {"memory", 1}, {"gpu", 1}}}};
  const auto crowd = find_in(group, table, pods, 6);
  ASSERT_TRUE(crowd);
  EXPECT_EQ(crowd->most, 4);
  EXPECT_THAT(flavors_of(*crowd).resources, ElementsAre("cpu", "gpu"));
  EXPECT_THAT(flavors_of(*crowd).fits, ElementsAre(Pair("a", 2), Pair("b", 2)));
  EXPECT_THAT(crowd->to_raise, ElementsAre("cpu", "gpu"));
  EXPECT_THAT(find_in(group, table, pods, 19)->to_raise, ElementsAre("cpu", "gpu", "memory"));
  ResourceGroup with_another = group;
  with_another.flavors.push_back("c");
  Quotas without_memory = table;
  without_memory[{"c", "cpu"}] = without_memory[{"c", "gpu"}] = 9;
  const auto named = find_in(with_another, without_memory, pods, 6);
  ASSERT_TRUE(named);
  EXPECT_THAT(flavors_of(*named).resources, ElementsAre("cpu", "memory", "gpu"))
      << "c has enough of the others";
}

TEST(Crowd, NoPartOfAPodSetIsTakenOfAnotherFlavor) {
  const ResourceGroup group{{"gpu"}, {"a", "b"}};
  const Quotas table = {{{"a", "gpu"}, 9}, {{"b", "gpu"}, 3}};
  const std::vector<PodSetRequests> pods = {{"0", {{"gpu", 2}}}, {"1", {{"gpu", 4}}}};
  EXPECT_FALSE(find_in(group, table, pods, 1));
  for (const std::int64_t workloads : {2, 3}) {
    const auto crowd = find_in(group, table, pods, workloads);
    ASSERT_TRUE(crowd);
    EXPECT_EQ(crowd->most, 1);
    EXPECT_THAT(resource_of(*crowd).asked_by, ElementsAre(Pair("0", 2), Pair("1", 4)));
    EXPECT_EQ(resource_of(*crowd).pod_set, "") << "neither says it alone";
  }
}

TEST(Crowd, OfSeveralPodSetsOneMaySayIt) {
  const ResourceGroup group{{"gpu", "cpu"}, {"a", "b"}};
  const Quotas of_gpus = {
      {{"a", "gpu"}, 9}, {{"b", "gpu"}, 9}, {{"a", "cpu"}, 90}, {{"b", "cpu"}, 90}};
  const auto crowd =
      find_in(group, of_gpus, {{"0", {{"gpu", 1}}}, {"1", {{"gpu", 5}, {"cpu", 1}}}}, 3);
  ASSERT_TRUE(crowd);
  EXPECT_EQ(crowd->most, 2);
  EXPECT_EQ(resource_of(*crowd).pod_set, "1");
  EXPECT_EQ(resource_of(*crowd).asked(), 5);
  const Quotas of_both = {
      {{"a", "gpu"}, 9}, {{"b", "gpu"}, 2}, {{"a", "cpu"}, 2}, {{"b", "cpu"}, 9}};
  const auto bound =
      find_in(group, of_both, {{"0", {{"cpu", 1}}}, {"1", {{"gpu", 1}, {"cpu", 1}}}}, 5);
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->most, 4);
  EXPECT_EQ(flavors_of(*bound).pod_set, "1");
  EXPECT_THAT(flavors_of(*bound).fits, ElementsAre(Pair("a", 2), Pair("b", 2)));
  PodSetRequests half{"0", {{"gpu", 1}, {"cpu", 1}}};
  half.group = "g";
  const auto as_one = find_in(group, of_both, {half, half}, 9);
  ASSERT_TRUE(as_one);
  EXPECT_EQ(as_one->most, 2);
  EXPECT_EQ(flavors_of(*as_one).pod_set, "") << "there is but one for both";
}

TEST(Crowd, SeveralGroups) {
  const std::vector<ResourceGroup> groups = {{{"gpu"}, {"a"}}, {{"cpu"}, {"b"}}};
  const Quotas table = {{{"a", "gpu"}, 8}, {{"b", "cpu"}, 3}};
  const std::vector<PodSetRequests> pods = {{"0", {{"gpu", 2}, {"cpu", 1}}}};
  const auto crowd = find_crowd(groups, pods, 8, reach_within(table));
  ASSERT_TRUE(crowd);
  EXPECT_EQ(crowd->most, 3);
  EXPECT_EQ(resource_of(*crowd).resource, "cpu");
  EXPECT_THAT(crowd->to_raise, ElementsAre("cpu", "gpu"));
  EXPECT_EQ(crowd->share, 0);
}

// As many flavors and resources as Kueue takes in a group, and pods by the million.
TEST(Crowd, OfALargeQueue) {
  ResourceGroup group;
  for (int i = 0; i < 64; ++i) {
    group.flavors.push_back("f" + std::to_string(i));
    group.resources.push_back("r" + std::to_string(i));
  }
  PodSetRequests leader{"0", {}}, workers{"1", {}};
  for (std::size_t i = 0; i < 64; ++i) {
    leader.requests[group.resources[i]] = 1;
    workers.requests[group.resources[i]] = 2;
  }
  const Reach reach = [&](std::string_view flavor, std::string_view resource) {
    return flavor.substr(1) == resource.substr(1) ? 30'000 : 1'000'000;
  };
  const auto most = [&](const std::vector<PodSetRequests>& pods, std::int64_t workloads) {
    const auto crowd = find_crowd({&group, 1}, pods, workloads, reach);
    return crowd ? crowd->most : workloads;
  };
  EXPECT_EQ(most({leader}, 2'000'000), 64 * 30'000);
  EXPECT_EQ(most({workers}, 2'000'000), 64 * 15'000);
  EXPECT_EQ(most({leader, workers}, 1'000'000), 64 * 15'000) << "a bound";
  EXPECT_EQ(most({leader, workers}, 20), 20);
}

TEST(Crowd, NoneIsToldOfOneResourceAlone) {
  const ResourceGroup group{{"gpu", "cpu"}, {"a", "b"}};
  const std::vector<PodSetRequests> pods = {{"0", {{"gpu", 1}, {"cpu", 1}}}};
  EXPECT_EQ(
      find_in(group, {{{"a", "gpu"}, 0}, {{"b", "gpu"}, 0}, {{"a", "cpu"}, 4}}, pods, 2)->most, 0);
  EXPECT_FALSE(find_in(group, {{{"a", "gpu"}, 4}, {{"b", "cpu"}, 4}}, pods, 2));
}

constexpr std::int64_t kPlenty = 1'000;

// What is drawn by chance: a group and one or two pod sets.
struct Drawn {
  ResourceGroup group{{"gpu", "cpu", "memory"}, {}};
  Quotas table;
  std::vector<PodSetRequests> pod_sets;

  explicit Drawn(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const int flavors = below(3) + 1;
    for (int i = 0; i < flavors; ++i) {
      group.flavors.push_back("f" + std::to_string(i));
      for (const std::string& resource : group.resources)
        table[{group.flavors.back(), resource}] = below(12);
    }
    const int sets = below(4) == 0 ? 1 : 2;
    for (int i = 0; i < sets; ++i) {
      PodSetRequests pods{std::to_string(i),
                          {{"gpu", below(5)}, {"cpu", below(4)}, {"memory", below(2)}}};
      if (below(4) == 0) pods.unusable_flavors.push_back("f" + std::to_string(below(3)));
      pod_sets.push_back(std::move(pods));
    }
  }

  bool asks_for_any() const {
    return std::any_of(pod_sets.begin(), pod_sets.end(), [](const PodSetRequests& pods) {
      return std::any_of(pods.requests.begin(), pods.requests.end(),
                         [](const auto& asked) { return asked.second > 0; });
    });
  }

  // Tries every flavor for the i-th of all their pod sets, then the rest.
  bool places(std::int64_t workloads, std::size_t i = 0) {
    if (i == static_cast<std::size_t>(workloads) * pod_sets.size()) return true;
    const PodSetRequests& pods = pod_sets[i % pod_sets.size()];
    const auto is_nothing = [](const auto& asked) { return asked.second <= 0; };
    if (std::all_of(pods.requests.begin(), pods.requests.end(), is_nothing))
      return places(workloads, i + 1);
    for (const std::string& flavor : group.flavors) {
      const bool fits =
          pods.may_use(flavor) &&
          std::all_of(pods.requests.begin(), pods.requests.end(), [&](const auto& asked) {
            return asked.second <= table[{flavor, asked.first}];
          });
      if (!fits) continue;
      for (const auto& [resource, asked] : pods.requests) table[{flavor, resource}] -= asked;
      const bool placed = places(workloads, i + 1);
      for (const auto& [resource, asked] : pods.requests) table[{flavor, resource}] += asked;
      if (placed) return true;
    }
    return false;
  }

  void raise(const std::string& resource) {
    for (const std::string& flavor : group.flavors) table[{flavor, resource}] = kPlenty;
  }
};

constexpr std::int64_t kMany = 4;

TEST(Crowd, IsAsManyAsSomeChoiceOfFlavorsHolds) {
  int by_flavors = 0, by_both = 0, shared = 0;
  const int cases = test::generated_cases(4'000);
  for (int seed = 0; seed < cases; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Drawn drawn(static_cast<std::uint32_t>(seed));
    if (!drawn.asks_for_any()) continue;
    std::int64_t holds = 0;
    while (holds < kMany && drawn.places(holds + 1)) ++holds;
    const auto crowd = find_in(drawn.group, drawn.table, drawn.pod_sets, kMany);
    if (holds == kMany) {
      ASSERT_FALSE(crowd);
      continue;
    }
    ASSERT_TRUE(crowd || holds == 0);
    if (!crowd) continue;
    ASSERT_EQ(crowd->most, holds);
    Drawn raised = drawn;
    for (const std::string& resource : crowd->to_raise) {
      if (crowd->flavor_to_raise.empty())
        raised.raise(resource);
      else
        raised.table[{crowd->flavor_to_raise, resource}] = kPlenty;
    }
    ASSERT_TRUE(holds == 0 || raised.places(kMany));
    if (const auto* flavors = std::get_if<ShortFlavors>(&crowd->why)) {
      ++(flavors->fits.empty() ? by_both : by_flavors);
      Drawn told = drawn;
      if (!flavors->pod_set.empty()) told.pod_sets = {drawn.pod_sets[std::stoul(flavors->pod_set)]};
      for (const std::string& resource : drawn.group.resources) {
        if (std::count(flavors->resources.begin(), flavors->resources.end(), resource) == 0)
          told.raise(resource);
      }
      ASSERT_FALSE(told.places(holds + 1)) << "something else is short, too";
      for (const std::string& resource : flavors->resources) {
        Drawn more = told;
        more.raise(resource);
        ASSERT_TRUE(more.places(holds + 1)) << resource << " is not short";
      }
    } else if (crowd->share > 0) {
      ++shared;
      Drawn changed = drawn;
      changed.pod_sets.front().requests[resource_of(*crowd).resource] = crowd->share;
      ASSERT_TRUE(changed.places(kMany));
    }
  }
  EXPECT_GT(by_flavors, 0);
  EXPECT_GT(by_both, 0);
  EXPECT_GT(shared, 0);
}

// Of more than are tried: what a choice of flavors holds is never said to be too many.
TEST(Crowd, IsNeverLessThanAChoiceOfFlavorsHolds) {
  for (int seed = 0; seed < test::generated_cases(200); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Drawn drawn(static_cast<std::uint32_t>(seed));
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    constexpr std::int64_t kWorkloads = 1'000'000;
    Quotas table;
    for (const PodSetRequests& pods : drawn.pod_sets) {
      std::vector<std::string> usable;
      std::copy_if(drawn.group.flavors.begin(), drawn.group.flavors.end(),
                   std::back_inserter(usable),
                   [&](const std::string& flavor) { return pods.may_use(flavor); });
      if (usable.empty()) usable = drawn.group.flavors;
      std::int64_t left = kWorkloads;
      for (std::size_t i = 0; i < usable.size(); ++i) {
        const std::int64_t here =
            i + 1 == usable.size() ? left : static_cast<std::int64_t>(random() % 300'000);
        for (const auto& [resource, asked] : pods.requests)
          table[{usable[i], resource}] += here * asked;
        left -= here;
      }
    }
    for (PodSetRequests& pods : drawn.pod_sets) {
      if (drawn.group.flavors.size() == pods.unusable_flavors.size()) pods.unusable_flavors.clear();
    }
    ASSERT_FALSE(find_in(drawn.group, table, drawn.pod_sets, kWorkloads));
  }
}

// A step more than kFitChoicesMax, and the bound stays.
TEST(Crowd, TwoPodSetsAreTriedInSoManySteps) {
  const ResourceGroup group{{"gpu"}, {"a", "b"}};
  const std::vector<PodSetRequests> pods = {{"0", {{"gpu", 2}}}, {"1", {{"gpu", 4}}}};
  const auto most = [&](std::int64_t groups) {
    // A leader and its workers, and half of another group, in two parts.
    const Quotas table = {{{"a", "gpu"}, 6 * groups + 3}, {{"b", "gpu"}, 3}};
    const auto crowd = find_in(group, table, pods, groups + 1);
    return crowd ? crowd->most : groups + 1;
  };
  EXPECT_EQ(most(200), 200);
  EXPECT_EQ(most(2'000), 2'001);
}

}  // namespace
}  // namespace drawbridge::quota
