#include "rules/devices/verdict_memo.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

const char* const kModel = "device.attributes['a.com'].model == 'A'";
const char* const kIndex = "device.attributes['a.com'].index >= 1";
const char* const kAny = "device == device";

NamesRead what_reads(std::string_view expression) {
  return names_read_by({&expression, 1});
}

class VerdictMemoTest : public ::testing::Test {
 protected:
  // Of one set of selectors: its number, and what it reads.
  void put_to(std::uint64_t number, std::string_view expression) {
    const NamesRead names = what_reads(expression);
    memo_.put_to({number}, [&](std::size_t) -> const NamesRead& { return names; });
  }
  // Whether the device was asked.
  bool asks(std::string_view text, std::string_view driver = "a.com",
            SelectorVerdict verdict = SelectorVerdict::kMatch) {
    bodies_.push_back(yaml(text));
    bool asked = false;
    const VerdictMemo::Verdicts& verdicts =
        memo_.of({driver, "pool", "name", bodies_.back().root()}, [&] {
          asked = true;
          return VerdictMemo::Verdicts{verdict};
        });
    EXPECT_EQ(verdicts.size(), 1u);
    if (!verdicts.empty()) last_ = verdicts.front();
    return asked;
  }

  VerdictMemo memo_;
  SelectorVerdict last_ = SelectorVerdict::kMatch;
  std::vector<kube::Document> bodies_;
};

std::string device_of(std::string_view model, int index) {
  return "{attributes: {model: {string: " + std::string(model) +
         "}, index: {int: " + std::to_string(index) + "}}}";
}

TEST_F(VerdictMemoTest, AsksADeviceOfEachKindThatIsReadOnce) {
  put_to(1, kModel);
  EXPECT_TRUE(asks(device_of("A", 0)));
  EXPECT_FALSE(asks(device_of("A", 1)));
  EXPECT_EQ(last_, SelectorVerdict::kMatch);
  EXPECT_TRUE(asks(device_of("B", 2), "a.com", SelectorVerdict::kNoMatch));
  EXPECT_FALSE(asks(device_of("B", 3)));
  EXPECT_EQ(last_, SelectorVerdict::kNoMatch);
  EXPECT_TRUE(asks(device_of("A", 4), "b.com"));
  EXPECT_TRUE(asks("{}")) << "without the attribute";
  EXPECT_TRUE(asks("{attributes: {model: {version: A}}}")) << "of another type";
  EXPECT_TRUE(asks("{attributes: {model: {string: A}, a.com/model: {string: B}}}"));
  EXPECT_TRUE(asks("{attributes: {model: {string: C}, a.com/model: {string: B}}}"));
}

TEST_F(VerdictMemoTest, OtherSelectorsAreAskedAnew) {
  put_to(1, kModel);
  EXPECT_TRUE(asks(device_of("A", 0)));
  put_to(1, kModel);
  EXPECT_FALSE(asks(device_of("A", 1)));
  put_to(2, kIndex);
  EXPECT_TRUE(asks(device_of("A", 0)));
  EXPECT_TRUE(asks(device_of("A", 1)));
  EXPECT_FALSE(asks(device_of("B", 1)));
}

TEST_F(VerdictMemoTest, WhatMayReadAllIsAskedOfEachDevice) {
  put_to(1, kAny);
  ASSERT_TRUE(what_reads(kAny).all);
  EXPECT_TRUE(asks(device_of("A", 0)));
  EXPECT_TRUE(asks(device_of("A", 0)));
}

TEST_F(VerdictMemoTest, RemembersSoManyKinds) {
  put_to(1, kIndex);
  const auto first = [&] { return asks(device_of("A", 0)); };
  EXPECT_TRUE(first());
  for (int i = 1; i < static_cast<int>(kVerdictsKeptMax); ++i) ASSERT_TRUE(asks(device_of("A", i)));
  EXPECT_FALSE(first());
  EXPECT_TRUE(asks(device_of("A", static_cast<int>(kVerdictsKeptMax))));
  EXPECT_TRUE(first());
}

}  // namespace
}  // namespace drawbridge::rules
