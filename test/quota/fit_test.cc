#include "quota/kueue/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "test/generated_cases.h"

namespace drawbridge::quota {
namespace {

using Table = std::map<std::pair<std::string, std::string>, std::int64_t>;

Reach reach_of(const Table& table) {
  return [&table](std::string_view flavor, std::string_view resource) {
    const auto found = table.find({std::string(flavor), std::string(resource)});
    return found == table.end() ? 0 : found->second;
  };
}

// What is told first. Who asks for yes or no is answered the same.
std::optional<Misfit> find_misfit(std::span<const ResourceGroup> groups,
                                  std::span<const PodSetRequests> pod_sets, const Reach& reach,
                                  bool uncovered_refused = true) {
  std::vector<Misfit> misfits = find_misfits(groups, pod_sets, reach, uncovered_refused);
  EXPECT_EQ(fit(groups, pod_sets, reach, uncovered_refused), misfits.empty());
  if (misfits.empty()) return std::nullopt;
  return std::move(misfits.front());
}

const std::vector<ResourceGroup> kGpus = {{{"gpu", "cpu"}, {"a100", "h100"}}};

TEST(Fit, OneFlavorForAllResourcesOfAGroup) {
  const Table table = {
      {{"a100", "gpu"}, 8}, {{"a100", "cpu"}, 1}, {{"h100", "gpu"}, 2}, {{"h100", "cpu"}, 9}};
  const std::vector<PodSetRequests> fits = {{"main", {{"gpu", 2}, {"cpu", 9}}}};
  EXPECT_FALSE(find_misfit(kGpus, fits, reach_of(table)));
  const std::vector<PodSetRequests> apart = {{"main", {{"gpu", 4}, {"cpu", 9}}}};
  const auto misfit = find_misfit(kGpus, apart, reach_of(table));
  ASSERT_TRUE(misfit) << "8 gpus here and 9 cpus there are no flavor";
  EXPECT_EQ(misfit->kind, Misfit::Kind::kEachShort);
  EXPECT_EQ(misfit->pod_set, "main");
  ASSERT_EQ(misfit->short_of.size(), 2u);
  EXPECT_EQ(misfit->flavor, "h100") << "it has half of what is asked for";
  EXPECT_EQ(misfit->resource, "gpu");
  EXPECT_EQ(misfit->reach, 2);
}

TEST(Fit, TheMostOfAResourceIsToldOfTheFlavorThatHasIt) {
  const Table table = {
      {{"a100", "gpu"}, 8}, {{"a100", "cpu"}, 1}, {{"h100", "gpu"}, 2}, {{"h100", "cpu"}, 9}};
  const std::vector<PodSetRequests> pod_sets = {{"main", {{"gpu", 1}, {"cpu", 10}}}};
  const auto misfit = find_misfit(kGpus, pod_sets, reach_of(table));
  ASSERT_TRUE(misfit);
  EXPECT_EQ(misfit->kind, Misfit::Kind::kTooMuch);
  EXPECT_EQ(misfit->resource, "cpu");
  EXPECT_EQ(misfit->reach, 9);
  EXPECT_EQ(misfit->flavor, "h100");
  EXPECT_EQ(misfit->flavors, 2u);
}

TEST(Fit, TheNearestFlavorIsNamed) {
  const Table table = {{{"a100", "gpu"}, 4}, {{"h100", "gpu"}, 6}};
  const std::vector<PodSetRequests> pod_sets = {{"main", {{"gpu", 7}}}};
  const auto misfit = find_misfit(kGpus, pod_sets, reach_of(table));
  ASSERT_TRUE(misfit);
  EXPECT_EQ(misfit->resource, "gpu");
  EXPECT_EQ(misfit->asked, 7);
  EXPECT_EQ(misfit->reach, 6);
  EXPECT_EQ(misfit->flavor, "h100");
}

TEST(Fit, WhatPodSetsTakeOfAFlavorAddsUp) {
  const Table table = {{{"a100", "gpu"}, 4}, {{"h100", "gpu"}, 4}};
  const PodSetRequests four{"worker", {{"gpu", 4}}};
  EXPECT_FALSE(find_misfit(kGpus, std::vector{four, four}, reach_of(table)));
  const auto misfit = find_misfit(kGpus, std::vector{four, four, four}, reach_of(table));
  ASSERT_TRUE(misfit);
  EXPECT_EQ(misfit->kind, Misfit::Kind::kTooMuchTogether);
  EXPECT_EQ(misfit->asked, 12);
  EXPECT_EQ(misfit->reach, 8);
}

TEST(Fit, AllThatIsTooMuchIsToldAtOnce) {
  const Table table = {{{"a100", "gpu"}, 4}, {{"a100", "cpu"}, 8}};
  const std::vector<ResourceGroup> groups = {{{"gpu", "cpu"}, {"a100"}}, {{"disk"}, {"a100"}}};
  const std::vector<PodSetRequests> pod_sets = {
      {"main", {{"gpu", 5}, {"cpu", 9}, {"disk", 1}, {"memory", 1}}}};
  const std::vector<Misfit> misfits = find_misfits(groups, pod_sets, reach_of(table));
  ASSERT_EQ(misfits.size(), 4U);
  EXPECT_EQ(misfits[0].kind, Misfit::Kind::kNotCovered);
  EXPECT_EQ(misfits[0].resource, "memory");
  EXPECT_EQ(misfits[1].resource, "gpu");
  EXPECT_EQ(misfits[2].resource, "cpu");
  EXPECT_EQ(misfits[2].reach, 8);
  EXPECT_EQ(misfits[3].resource, "disk");
}

// Of b more of both would help, and of a as well, which has more gpus.
TEST(Fit, AllThatIsTooMuchTogether) {
  const Table table = {
      {{"a100", "gpu"}, 3}, {{"a100", "cpu"}, 9}, {{"h100", "gpu"}, 2}, {{"h100", "cpu"}, 9}};
  const auto misfits = [&](std::int64_t gpus, std::int64_t cpus) {
    const PodSetRequests set{"a", {{"gpu", gpus}, {"cpu", cpus}}};
    return find_misfits(kGpus, std::vector{set, set, set}, reach_of(table));
  };
  EXPECT_EQ(misfits(1, 4).size(), 0U);
  const std::vector<Misfit> both = misfits(2, 8);
  ASSERT_EQ(both.size(), 2U);
  for (const Misfit& misfit : both) {
    EXPECT_EQ(misfit.kind, Misfit::Kind::kTooMuchTogether);
    EXPECT_EQ(misfit.flavor_to_raise, "a100") << misfit.resource;
  }
  EXPECT_EQ(both[0].asked + both[1].asked, 6 + 24);
  EXPECT_EQ(both[0].reach + both[1].reach, 5 + 18);
}

// 2 and 2 gpus are there; cpu is short, and in one flavor.
TEST(Fit, TheResourceIsToldOfWhichMoreHelps) {
  const Table table = {
      {{"a100", "gpu"}, 8}, {{"a100", "cpu"}, 6}, {{"h100", "gpu"}, 8}, {{"h100", "cpu"}, 16}};
  const PodSetRequests set{"a", {{"gpu", 2}, {"cpu", 10}}};
  const auto misfit = find_misfit(kGpus, std::vector{set, set}, reach_of(table));
  ASSERT_TRUE(misfit);
  EXPECT_EQ(misfit->kind, Misfit::Kind::kTooMuchTogether);
  EXPECT_EQ(misfit->resource, "cpu");
  EXPECT_EQ(misfit->asked, 20);
  EXPECT_EQ(misfit->reach, 22);
  EXPECT_EQ(misfit->flavor_to_raise, "h100");
}

TEST(Fit, FlavorsThatPodsCannotUse) {
  const Table table = {{{"a100", "gpu"}, 4}, {{"h100", "gpu"}, 8}};
  const std::vector<PodSetRequests> one = {{"main", {{"gpu", 8}}, {"h100"}}};
  EXPECT_EQ(find_misfit(kGpus, one, reach_of(table))->flavor, "a100");
  const std::vector<PodSetRequests> none = {{"main", {{"gpu", 1}}, {"h100", "a100"}}};
  EXPECT_EQ(find_misfit(kGpus, none, reach_of(table))->kind, Misfit::Kind::kNoUsableFlavor);
  const std::vector<ResourceGroup> of_nodes = {{{"cpu", "gpu", "memory"}, {"a100"}}};
  const std::vector<PodSetRequests> both = {{"main", {{"cpu", 1}, {"gpu", 1}}, {"a100"}}};
  EXPECT_EQ(find_misfit(of_nodes, both, reach_of(table))->resource, "gpu");
  const std::vector<PodSetRequests> plain = {{"main", {{"cpu", 1}, {"memory", 1}}, {"a100"}}};
  EXPECT_EQ(find_misfit(of_nodes, plain, reach_of(table))->resource, "cpu");
  const std::vector<PodSetRequests> zero = {{"main", {{"gpu", 0}}, {"h100", "a100"}}};
  EXPECT_EQ(find_misfit(kGpus, zero, reach_of(table))->kind, Misfit::Kind::kNoUsableFlavor)
      << "Kueue looks for a flavor for 0, too";
  const std::vector<PodSetRequests> empty = {{"main", {{"gpu", 0}}, {"h100"}}};
  EXPECT_FALSE(find_misfit(kGpus, empty, reach_of({})));
  const std::vector<PodSetRequests> nothing = {{"main", {}, {"h100", "a100"}}};
  EXPECT_FALSE(find_misfit(kGpus, nothing, reach_of(table)));
}

TEST(Fit, WhatNoGroupCovers) {
  const Table table = {{{"a100", "gpu"}, 4}};
  const std::vector<PodSetRequests> pod_sets = {{"main", {{"gpu", 1}, {"memory", 1}}}};
  const auto misfit = find_misfit(kGpus, pod_sets, reach_of(table));
  ASSERT_TRUE(misfit);
  EXPECT_EQ(misfit->kind, Misfit::Kind::kNotCovered);
  EXPECT_EQ(misfit->resource, "memory");
  EXPECT_FALSE(find_misfit(kGpus, pod_sets, reach_of(table), false)) << "IgnoreUndeclared";
}

// 20 flavors and 20 pod sets of which the last can't be placed beside the others.
TEST(Fit, WhatTakesTooLongToSayIsNotRefused) {
  ResourceGroup group{{"gpu"}, {}};
  Table table;
  std::vector<PodSetRequests> pod_sets;
  for (int i = 0; i < 20; ++i) {
    group.flavors.push_back("f" + std::to_string(i));
    table[{group.flavors.back(), "gpu"}] = 10;
    pod_sets.push_back({"p" + std::to_string(i), {{"gpu", 10}}});
  }
  EXPECT_FALSE(find_misfit(std::vector{group}, pod_sets, reach_of(table))) << "each has its own";
  pod_sets.push_back({"last", {{"gpu", 10}}});
  EXPECT_FALSE(find_misfit(std::vector{group}, pod_sets, reach_of(table)));
}

// Pod set a takes any of the first flavors, b and c fight for the last.
TEST(Fit, SoManyChoicesAreTried) {
  constexpr std::size_t kFlavors = 800;
  // Each flavor for a, and where a takes it each for b and for c.
  constexpr std::size_t kMost = (kFitChoicesMax / kFlavors - 1) / 2;
  static_assert(kFlavors * (1 + 2 * kMost) == kFitChoicesMax);
  ResourceGroup group{{"gpu"}, {}};
  Table table;
  for (std::size_t i = 0; i < kFlavors; ++i) {
    group.flavors.push_back("f" + std::to_string(i));
    table[{group.flavors.back(), "gpu"}] = 1;
  }
  const auto misfit = [&](std::size_t of_a) {
    const auto first = group.flavors.begin();
    const std::vector<std::string> not_a(first + static_cast<std::ptrdiff_t>(of_a),
                                         group.flavors.end());
    const std::vector<std::string> not_last(first, group.flavors.end() - 1);
    return find_misfit(std::vector{group},
                       std::vector<PodSetRequests>{{"a", {{"gpu", 1}}, not_a},
                                                   {"b", {{"gpu", 1}}, not_last},
                                                   {"c", {{"gpu", 1}}, not_last}},
                       reach_of(table));
  };
  EXPECT_TRUE(misfit(kMost));
  EXPECT_FALSE(misfit(kMost + 1)) << "nobody can say";
}

// Every way to give pod sets flavors, counted through like the digits of a number.
bool some_choice_fits(const ResourceGroup& group, const std::vector<PodSetRequests>& pod_sets,
                      const Table& table) {
  std::size_t choices = 1;
  for (std::size_t i = 0; i < pod_sets.size(); ++i) choices *= group.flavors.size();
  for (std::size_t choice = 0; choice < choices; ++choice) {
    Table taken;
    bool fits = true;
    std::size_t rest = choice;
    for (const PodSetRequests& pod_set : pod_sets) {
      const std::string& flavor = group.flavors[rest % group.flavors.size()];
      rest /= group.flavors.size();
      const auto& bad = pod_set.unusable_flavors;
      fits = fits && std::find(bad.begin(), bad.end(), flavor) == bad.end();
      for (const auto& [resource, amount] : pod_set.requests) taken[{flavor, resource}] += amount;
    }
    for (const auto& [key, amount] : taken) {
      const auto found = table.find(key);
      fits = fits && amount <= (found == table.end() ? 0 : found->second);
    }
    if (fits) return true;
  }
  return false;
}

TEST(Fit, RefusesExactlyWhatNoChoiceCanPlace) {
  int refused = 0;
  const int cases = test::generated_cases(2000);
  for (int round = 0; round < cases; ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    std::mt19937 random(static_cast<std::uint32_t>(round));
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    ResourceGroup group{{"gpu", "cpu"}, {}};
    Table table;
    for (int i = 0; i <= below(3); ++i) {
      group.flavors.push_back("f" + std::to_string(i));
      for (const std::string& resource : group.resources)
        table[{group.flavors.back(), resource}] = below(9);
    }
    std::vector<PodSetRequests> pod_sets;
    for (int i = 0; i <= below(4); ++i) {
      PodSetRequests pod_set{"p" + std::to_string(i), {{"gpu", below(5) + 1}, {"cpu", below(4)}}};
      if (below(3) == 0) pod_set.unusable_flavors.push_back("f" + std::to_string(below(3)));
      pod_sets.push_back(std::move(pod_set));
    }
    const bool fits = !find_misfit(std::vector{group}, pod_sets, reach_of(table));
    ASSERT_EQ(fits, some_choice_fits(group, pod_sets, table));
    refused += fits ? 0 : 1;
  }
  EXPECT_GT(refused, cases / 10);
  EXPECT_LT(refused, cases * 9 / 10);
}

}  // namespace
}  // namespace drawbridge::quota
