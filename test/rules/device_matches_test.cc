#include "rules/devices/device_matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "test/generated_cases.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::HasSubstr;

SelectorList selectors(const std::vector<std::string>& texts) {
  SelectorList list;
  for (const std::string& text : texts) {
    auto compiled = compile_stored_selector(text);
    EXPECT_TRUE(compiled.ok()) << text;
    if (compiled) list.push_back(std::move(*compiled));
  }
  return list;
}

// A device for each number, its attribute `size`; several claims may have the odd ones at once
// where `odd_are_shared`.
kube::CompactJson slice_of_sizes(std::string_view driver, std::string_view pool, int generation,
                                 int count, const std::vector<int>& sizes,
                                 bool odd_are_shared = false) {
  std::string devices;
  for (const int size : sizes) {
    devices += "{name: d" + std::to_string(devices.size()) +
               ", attributes: {size: {int: " + std::to_string(size) + "}}" +
               (odd_are_shared && size % 2 == 1 ? ", allowMultipleAllocations: true" : "") + "},";
  }
  return kube::CompactJson(
      yaml("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {driver: " +
           std::string(driver) + ", pool: {name: " + std::string(pool) +
           ", generation: " + std::to_string(generation) +
           ", resourceSliceCount: " + std::to_string(count) + "}, devices: [" + devices + "]}}")
          .root());
}

class DeviceMatchesTest : public ::testing::Test {
 protected:
  MatchCount of(std::string_view name) {
    problems_.clear();
    table_ = matches_.update(problems_);
    const MatchCount* count = table_.of_class(name);
    EXPECT_NE(count, nullptr) << name;
    return count == nullptr ? MatchCount() : *count;
  }

  DeviceMatches matches_;
  MatchTable table_;
  std::vector<DeviceMatches::SliceProblem> problems_;
};

const char* const kBigSelector = "device.attributes['a.com'].size >= 8";

TEST_F(DeviceMatchesTest, CountsWhatMatchesAndWhatFails) {
  matches_.set_class("all", SelectorList());
  matches_.set_class("big", selectors({kBigSelector}));
  matches_.set_class("guarded", selectors({"device.driver == 'a.com'", kBigSelector}));
  matches_.put_slice("a", slice_of_sizes("a.com", "p", 1, 1, {1, 8, 9}));
  matches_.put_slice("b", slice_of_sizes("b.com", "p", 1, 1, {8, 8}));
  EXPECT_EQ(of("all"), (MatchCount{5, 0, 0}));
  EXPECT_EQ(of("big"), (MatchCount{2, 2, 0})) << "b.com has no such attribute";
  EXPECT_EQ(of("guarded"), (MatchCount{2, 0, 0}));
}

TEST_F(DeviceMatchesTest, FollowsEveryChange) {
  matches_.put_slice("a", slice_of_sizes("a.com", "p", 1, 1, {1, 8, 9}));
  matches_.set_class("big", selectors({kBigSelector}));
  EXPECT_EQ(of("big").matched, 2u);
  matches_.put_slice("a", slice_of_sizes("a.com", "p", 1, 1, {8, 8, 8}));
  EXPECT_EQ(of("big").matched, 3u);
  matches_.put_slice("b", slice_of_sizes("a.com", "q", 1, 1, {9}));
  EXPECT_EQ(of("big").matched, 4u);
  matches_.remove_slice("a");
  EXPECT_EQ(of("big").matched, 1u);
  matches_.set_class("big", selectors({"device.attributes['a.com'].size > 9"}));
  EXPECT_EQ(of("big").matched, 0u);
  matches_.set_class("small", selectors({"device.attributes['a.com'].size <= 9"}));
  EXPECT_EQ(of("small").matched, 1u);
  matches_.remove_slice("b");
  EXPECT_EQ(of("small"), MatchCount());
  matches_.set_class("small", std::nullopt);
  problems_.clear();
  EXPECT_EQ(matches_.update(problems_).of_class("small"), nullptr);
}

TEST_F(DeviceMatchesTest, CountsWhatSeveralClaimsMayHave) {
  matches_.set_class("all", SelectorList());
  matches_.set_class("big", selectors({kBigSelector}));
  matches_.put_slice("a", slice_of_sizes("a.com", "p", 1, 2, {1, 8, 9, 9}, true));
  EXPECT_EQ(of("all").shareable, 0u) << "the other slice is still to come";
  matches_.put_slice("b", slice_of_sizes("a.com", "p", 1, 2, {11}, true));
  EXPECT_EQ(of("all").shareable, 4u);
  EXPECT_EQ(of("big").shareable, 3u);
  matches_.put_slice("b", slice_of_sizes("a.com", "p", 1, 2, {11}));
  EXPECT_EQ(of("big").shareable, 2u);
  matches_.remove_slice("a");
  EXPECT_EQ(of("all").shareable, 0u);
}

TEST_F(DeviceMatchesTest, ATableKeepsItsMoment) {
  matches_.set_class("big", selectors({kBigSelector}));
  matches_.put_slice("a", slice_of_sizes("a.com", "p", 1, 1, {8}));
  EXPECT_EQ(of("big").matched, 1u);
  const MatchTable before = table_;
  matches_.remove_slice("a");
  EXPECT_EQ(of("big").matched, 0u);
  EXPECT_EQ(before.of_class("big")->matched, 1u);
}

TEST_F(DeviceMatchesTest, OfAPoolOnlyTheNewestGenerationCountsOnceItIsComplete) {
  matches_.set_class("all", SelectorList());
  matches_.put_slice("a", slice_of_sizes("a.com", "p", 1, 2, {1, 1}));
  EXPECT_EQ(of("all"), (MatchCount{0, 0, 2})) << "the other slice is still to come";
  matches_.put_slice("b", slice_of_sizes("a.com", "p", 1, 2, {1}));
  EXPECT_EQ(of("all"), (MatchCount{3, 0, 0}));
  // The driver begins anew.
  matches_.put_slice("c", slice_of_sizes("a.com", "p", 2, 2, {1, 1, 1, 1}));
  EXPECT_EQ(of("all"), (MatchCount{0, 0, 4}));
  matches_.put_slice("d", slice_of_sizes("a.com", "p", 2, 2, {1}));
  EXPECT_EQ(of("all"), (MatchCount{5, 0, 0}));
  matches_.remove_slice("a");
  matches_.remove_slice("b");
  EXPECT_EQ(of("all"), (MatchCount{5, 0, 0}));
  matches_.put_slice("e", slice_of_sizes("a.com", "p", 2, 2, {1}));
  EXPECT_EQ(of("all").matched, 0u) << "one too many is not complete either";
  // A pool of the same name of another driver is another one.
  matches_.put_slice("f", slice_of_sizes("b.com", "p", 1, 1, {1}));
  EXPECT_EQ(of("all").matched, 1u);
}

TEST_F(DeviceMatchesTest, WhatCannotBeReadFailsAndIsSaid) {
  matches_.set_class("all", SelectorList());
  matches_.set_class("a", selectors({"device.driver == 'a.com'"}));
  matches_.set_class("b", selectors({"device.driver == 'b.com'"}));
  matches_.put_slice(
      "s", kube::CompactJson(
               yaml("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {driver: a.com, "
                    "devices: [{name: good}, {name: bad, attributes: {v: {version: nine}}}, {name: "
                    "odd, attributes: {v: {float: 9}}}]}}")
                   .root()));
  EXPECT_EQ(of("a"), (MatchCount{1, 2, 0}));
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].slice, "s");
  EXPECT_THAT(problems_[0].text, HasSubstr("device bad: attribute v"));
  EXPECT_EQ(of("b"), (MatchCount{0, 2, 0})) << "Kubernetes reads a device before its selectors";
  EXPECT_EQ(of("all"), (MatchCount{3, 0, 0})) << "nothing is asked of it";
}

TEST_F(DeviceMatchesTest, OptionsOfMappingsAskTheirClassFirst) {
  const auto mapped = mapping("m", R"(
logicalResource: a.com/gpu
rewrites:
- resource: a.com/gpu
  request:
    firstAvailable:
    - name: big
      deviceClassName: c
      selectors: [{cel: {expression: "device.attributes['a.com'].size >= 8"}}]
    - {name: any, deviceClassName: c}
    - {name: missing, deviceClassName: other}
- resource: "a.com/gpu-{n}"
  request:
    exactly:
      deviceClassName: c
      selectors: [{cel: {expression: "string(device.attributes['a.com'].size) == {n}"}}]
)");
  ASSERT_EQ(mapped->rewrites.size(), 2u);
  matches_.put_slice("s", slice_of_sizes("a.com", "p", 1, 1, {1, 8, 9}));
  matches_.put_slice("t", slice_of_sizes("b.com", "p", 1, 1, {9}));
  matches_.set_mappings({compile_selectors_of(mapped)});
  matches_.set_class("c", selectors({"device.driver == 'a.com'"}));
  EXPECT_EQ(of("c").matched, 3u);
  const auto& options = mapped->rewrites[0].options;
  ASSERT_NE(table_.of_option(options[0]), nullptr);
  EXPECT_EQ(*table_.of_option(options[0]), (MatchCount{2, 0, 0}));
  EXPECT_EQ(*table_.of_option(options[1]), (MatchCount{3, 0, 0}));
  EXPECT_EQ(table_.of_option(options[2]), nullptr) << "its class is not known";
  EXPECT_EQ(table_.of_option(mapped->rewrites[1].options[0]), nullptr) << "it depends on the pod";
  matches_.set_class("c", selectors({"device.driver == 'b.com'"}));
  EXPECT_EQ(of("c").matched, 1u);
  EXPECT_EQ(*table_.of_option(options[0]), (MatchCount{0, 1, 0}));
  matches_.set_mappings({});
  EXPECT_EQ(of("c").matched, 1u);
  EXPECT_EQ(table_.of_option(options[0]), nullptr);
}

// After any changes the counts are those of one that saw the last state alone.
// Six devices in three slices.
TEST_F(DeviceMatchesTest, NewSelectorsAreKnownWhenAllDevicesWereAsked) {
  matches_.set_class("all", SelectorList());
  for (const char* name : {"a", "b", "c"}) {
    matches_.put_slice(name, slice_of_sizes("a.com", name, 1, 1, {1, 9}));
  }
  EXPECT_EQ(of("all").matched, 6u);
  EXPECT_FALSE(matches_.is_behind());
  matches_.set_class("big", selectors({kBigSelector}));
  // After four the third slice is not begun any more.
  table_ = matches_.update(problems_, 4);
  EXPECT_TRUE(matches_.is_behind());
  EXPECT_EQ(table_.of_class("big"), nullptr);
  ASSERT_NE(table_.of_class("all"), nullptr);
  EXPECT_EQ(table_.of_class("all")->matched, 6u) << "what was known stays known";
  table_ = matches_.update(problems_, 1);
  EXPECT_FALSE(matches_.is_behind());
  ASSERT_NE(table_.of_class("big"), nullptr);
  EXPECT_EQ(table_.of_class("big")->matched, 3u);
  // One more than four, and it is.
  matches_.set_class("small", selectors({"device.attributes['a.com'].size <= 1"}));
  table_ = matches_.update(problems_, 5);
  EXPECT_FALSE(matches_.is_behind());
  ASSERT_NE(table_.of_class("small"), nullptr);
  EXPECT_EQ(table_.of_class("small")->matched, 3u);
}

TEST_F(DeviceMatchesTest, WhatChangesMeanwhileIsAskedOnce) {
  for (const char* name : {"a", "b", "c", "d"}) {
    matches_.put_slice(name, slice_of_sizes("a.com", name, 1, 1, {1, 9}));
  }
  matches_.update(problems_);
  matches_.set_class("big", selectors({kBigSelector}));
  matches_.update(problems_, 4);
  // One that was asked, one that was not, one that is new, and a second class behind the first.
  matches_.put_slice("a", slice_of_sizes("a.com", "a", 1, 1, {9, 9}));
  matches_.put_slice("d", slice_of_sizes("a.com", "d", 1, 1, {9, 9, 9}));
  matches_.put_slice("0", slice_of_sizes("a.com", "0", 1, 1, {9}));
  matches_.remove_slice("b");
  matches_.set_class("small", selectors({"device.attributes['a.com'].size <= 1"}));
  EXPECT_EQ(matches_.update(problems_, 0).of_class("big"), nullptr);
  while (matches_.is_behind()) table_ = matches_.update(problems_, 1);
  ASSERT_NE(table_.of_class("big"), nullptr);
  EXPECT_EQ(*table_.of_class("big"), (MatchCount{7, 0, 0}));
  EXPECT_EQ(*table_.of_class("small"), (MatchCount{1, 0, 0}));
}

TEST_F(DeviceMatchesTest, SaysWhichClassesShareDevices) {
  matches_.set_class("all", SelectorList());
  matches_.set_class("big", selectors({kBigSelector}));
  matches_.set_class("bigger", selectors({"device.attributes['a.com'].size >= 9"}));
  matches_.set_class("same", selectors({kBigSelector}));
  matches_.set_class("none", selectors({"false"}));
  matches_.put_slice("a", slice_of_sizes("a.com", "p", 1, 1, {1, 8, 9}));
  of("all");
  EXPECT_EQ(table_.shared_by("all", "big"), 2u);
  EXPECT_EQ(table_.shared_by("big", "all"), 2u);
  EXPECT_EQ(table_.shared_by("big", "bigger"), 1u);
  EXPECT_EQ(table_.shared_by("big", "same"), 2u) << "the same selectors";
  EXPECT_EQ(table_.shared_by("all", "none"), 0u);
  EXPECT_EQ(table_.shared_by("all", "unknown"), 0u);
  EXPECT_EQ(table_.sharing_with("big").size(), 3u);
  EXPECT_TRUE(table_.sharing_with("none").empty());
  EXPECT_EQ(table_.drivers_of_class("big"), std::vector<std::string>{"a.com"});
  EXPECT_TRUE(table_.drivers_of_class("none").empty());
  const MatchTable before = table_;
  matches_.set_class("big", std::nullopt);
  matches_.set_class("same", std::nullopt);
  matches_.put_slice("b", slice_of_sizes("b.com", "p", 1, 2, {9}));
  of("all");
  EXPECT_EQ(table_.shared_by("all", "bigger"), 1u) << "b.com's pool is not complete";
  EXPECT_EQ(table_.shared_by("all", "big"), 0u);
  EXPECT_EQ(before.shared_by("all", "big"), 2u) << "a table keeps its moment";
  matches_.remove_slice("a");
  of("all");
  EXPECT_EQ(table_.shared_by("all", "bigger"), 0u);
  EXPECT_TRUE(table_.drivers_of_class("bigger").empty());
}

// So many devices allocated, the first ones of their slices.
kube::CompactJson claim_of(int devices, std::mt19937& random) {
  std::string results;
  for (int i = 0; i < devices; ++i) {
    results += std::string("{driver: ") + (random() % 2 == 0 ? "a.com" : "b.com") +
               ", pool: " + (random() % 2 == 0 ? "p" : "q") + ", device: d0},";
  }
  return kube::CompactJson(
      yaml("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, status: {allocation: {devices: "
           "{results: [" +
           results + "]}}}}")
          .root());
}

TEST(DeviceMatchesProperty, CountsAreThoseOfTheLastState) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::vector<std::string>> wishes = {{},
                                                        {kBigSelector},
                                                        {"device.driver == 'a.com'"},
                                                        {"device.driver == 'a.com'", kBigSelector},
                                                        {"false"}};
  const int rounds = test::generated_cases(30);
  for (int round = 0; round < rounds; ++round) {
    DeviceMatches kept;
    std::map<std::string, kube::CompactJson> slices;
    std::map<std::string, std::vector<std::string>> classes;
    std::map<std::string, kube::CompactJson> claims;
    std::vector<DeviceMatches::SliceProblem> problems;
    for (int step = 0; step < 40; ++step) {
      const std::string name = "n" + std::to_string(random() % 6);
      const auto action = random() % 12;
      if (action < 5) {
        const std::string driver = random() % 2 == 0 ? "a.com" : "b.com";
        const std::string pool = random() % 2 == 0 ? "p" : "q";
        slices[name] = slice_of_sizes(
            driver, pool, static_cast<int>(random() % 3), static_cast<int>(1 + random() % 2),
            std::vector<int>(random() % 3, static_cast<int>(random() % 12)), random() % 2 == 0);
        kept.put_slice(name, slices[name]);
      } else if (action < 6) {
        slices.erase(name);
        kept.remove_slice(name);
      } else if (action < 8) {
        classes[name] = wishes[random() % wishes.size()];
        kept.set_class(name, selectors(classes[name]));
      } else if (action < 9) {
        classes.erase(name);
        kept.set_class(name, std::nullopt);
      } else if (action < 11) {
        const kube::CompactJson before = claims[name];
        claims[name] = claim_of(static_cast<int>(random() % 3), random);
        kept.change_claim(before.root(), claims[name].root());
      } else {
        kept.update(problems, random() % 8);
      }
    }
    DeviceMatches anew;
    for (const auto& [name, claim] : claims) anew.change_claim({}, claim.root());
    for (const auto& [name, wish] : classes) anew.set_class(name, selectors(wish));
    for (const auto& [name, object] : slices) anew.put_slice(name, object);
    const MatchTable incremental = kept.update(problems);
    const MatchTable expected = anew.update(problems);
    for (int i = 0; i < 6; ++i) {
      const std::string name = "n" + std::to_string(i);
      const MatchCount* found = incremental.of_class(name);
      ASSERT_EQ(found == nullptr, expected.of_class(name) == nullptr);
      if (found == nullptr) continue;
      EXPECT_EQ(*found, *expected.of_class(name));
      EXPECT_LE(found->taken + found->shareable, found->matched);
      EXPECT_EQ(incremental.drivers_of_class(name), expected.drivers_of_class(name));
      for (int j = 0; j < 6; ++j) {
        const std::string other = "n" + std::to_string(j);
        EXPECT_EQ(incremental.shared_by(name, other), expected.shared_by(name, other));
      }
    }
  }
}

}  // namespace
}  // namespace drawbridge::rules
