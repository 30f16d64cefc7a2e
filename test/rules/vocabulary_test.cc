#include "rules/devices/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rules/devices/device_matches.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A slice of driver a.com, with devices in YAML flow style.
kube::CompactJson slice_of_pool(std::string_view pool, std::string_view devices, int slices = 1) {
  const kube::Document read = yaml(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: "
      "{driver: a.com, pool: {name: " +
      std::string(pool) + ", generation: 1, resourceSliceCount: " + std::to_string(slices) +
      "}, devices: [" + std::string(devices) + "]}}");
  return kube::CompactJson(read.root());
}

constexpr std::string_view kBig =
    "{name: d0, attributes: {model: {string: H100}, b.org/slots: {int: 4}}, "
    "capacity: {memory: {value: 80Gi}}}";
constexpr std::string_view kSmall =
    "{name: d1, attributes: {model: {string: A2}, driverVersion: {version: 1.2.3}}, "
    "capacity: {memory: {value: 16Gi}}}";

class VocabularyTest : public ::testing::Test {
 protected:
  void renew() {
    std::vector<DeviceMatches::SliceProblem> problems;
    table_ = matches_.update(problems);
  }
  Words words() const {
    const Vocabulary* one[] = {&table_.vocabulary(), nullptr};
    return Words(one);
  }
  DeviceMatches matches_;
  MatchTable table_;
};

TEST_F(VocabularyTest, TellsNamesTypesAndCounts) {
  matches_.put_slice("s", slice_of_pool("p", std::string(kBig) + ", " + std::string(kSmall)));
  renew();
  EXPECT_THAT(words().domains(), ElementsAre("a.com", "b.org"));
  EXPECT_THAT(words().ids(NameKind::kAttribute, "a.com"), ElementsAre("driverVersion", "model"));
  EXPECT_THAT(words().ids(NameKind::kCapacity, "a.com"), ElementsAre("memory"));
  EXPECT_THAT(words().domains_with(NameKind::kAttribute, "slots"), ElementsAre("b.org"));
  const Words::Facts model = words().find(NameKind::kAttribute, "a.com", "model");
  EXPECT_TRUE(model.published);
  EXPECT_EQ(model.devices, 2u);
  EXPECT_EQ(model.types, attribute_type::kString);
  const Words::Facts memory = words().find(NameKind::kCapacity, "a.com", "memory");
  ASSERT_EQ(memory.values.size(), 2u);
  EXPECT_EQ(memory.values.front().canonical(), "16Gi");
  EXPECT_EQ(table_.vocabulary().driver("a.com")->devices, 2u);
  EXPECT_FALSE(words().find(NameKind::kAttribute, "a.com", "memory").known);
  EXPECT_EQ(table_.vocabulary().driver("b.org"), nullptr);
}

TEST_F(VocabularyTest, FollowsChangesAndForgetsWhatIsGone) {
  matches_.put_slice("s", slice_of_pool("p", kBig));
  renew();
  matches_.put_slice("s", slice_of_pool("p", kSmall));
  renew();
  EXPECT_THAT(words().domains(), ElementsAre("a.com"));
  EXPECT_EQ(words().find(NameKind::kCapacity, "a.com", "memory").values.front().canonical(),
            "16Gi");
  matches_.remove_slice("s");
  renew();
  EXPECT_THAT(words().domains(), IsEmpty());
}

TEST_F(VocabularyTest, APoolThatIsNotCompleteSaysSo) {
  matches_.put_slice("s", slice_of_pool("p", kBig, 2));
  renew();
  EXPECT_TRUE(words().is_incomplete("a.com"));
  EXPECT_EQ(table_.vocabulary().driver("a.com")->devices, 0u);
  EXPECT_FALSE(words().find(NameKind::kAttribute, "a.com", "model").known);
  matches_.put_slice("t", slice_of_pool("p", kSmall, 2));
  renew();
  EXPECT_FALSE(words().is_incomplete("a.com"));
  EXPECT_EQ(table_.vocabulary().driver("a.com")->devices, 2u);
}

TEST_F(VocabularyTest, OfMoreValuesThanAreKeptNoneIsTold) {
  for (const std::size_t count : {kWordValuesMax, kWordValuesMax + 1}) {
    std::string devices;
    for (std::size_t i = 0; i < count; ++i)
      devices += "{name: d, capacity: {memory: {value: \"" + std::to_string(i) + "\"}}}, ";
    matches_.put_slice("s", slice_of_pool("p", devices));
    renew();
    EXPECT_EQ(words().find(NameKind::kCapacity, "a.com", "memory").values.size(),
              count == kWordValuesMax ? kWordValuesMax : 0);
  }
}

TEST_F(VocabularyTest, OfMoreWordsThanAreKeptTheDriverIsIncomplete) {
  std::string devices;
  for (std::size_t i = 0; i <= kVocabularyEntriesMax; ++i)
    devices += "{name: d, attributes: {a" + std::to_string(i) + ": {int: 1}}}, ";
  matches_.put_slice("s", slice_of_pool("p", devices));
  renew();
  EXPECT_TRUE(words().is_incomplete("a.com"));
}

TEST(Words, WhatIsPublishedCountsBeforeTheCatalogue) {
  Word published{NameKind::kAttribute, "a.com", "model", attribute_type::kString, 3};
  Word catalogued{NameKind::kAttribute, "a.com", "model", attribute_type::kInt, 0};
  Word only{NameKind::kAttribute, "a.com", "old", attribute_type::kInt, 0};
  const Vocabulary first({{"a.com", 3, false, {published}}});
  const Vocabulary second({{"a.com", 0, false, {catalogued, only}}});
  const Vocabulary* both[] = {&first, &second};
  const Words words(both);
  EXPECT_EQ(words.find(NameKind::kAttribute, "a.com", "model").types, attribute_type::kString);
  EXPECT_FALSE(words.find(NameKind::kAttribute, "a.com", "old").published);
  EXPECT_THAT(words.ids(NameKind::kAttribute, "a.com"), ElementsAre("model", "old"));
}

}  // namespace
}  // namespace drawbridge::rules
