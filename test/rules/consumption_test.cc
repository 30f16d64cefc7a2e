#include "rules/devices/consumption.h"

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using kube::Quantity;

// "2Gi", or "none".
std::string taken(std::string_view capacity, std::string_view requested) {
  const kube::Document document =
      yaml("{c: " + std::string(capacity) + ", r: " + std::string(requested) + "}");
  const auto result = consumed_capacity(document.root()["c"], document.root()["r"]);
  return result ? result->canonical() : "none";
}

TEST(ConsumedCapacity, WithoutAPolicyItIsWhatIsRequested) {
  EXPECT_EQ(taken("{value: 80Gi}", "null"), "80Gi");
  EXPECT_EQ(taken("{value: 80Gi}", "10Gi"), "10Gi");
  EXPECT_EQ(taken("{value: 80Gi}", "80Gi"), "80Gi");
  EXPECT_EQ(taken("{value: 80Gi}", "81Gi"), "none");
}

TEST(ConsumedCapacity, ADefaultIsTakenByWhoAsksForNothing) {
  EXPECT_EQ(taken("{value: 80Gi, requestPolicy: {default: 1Gi}}", "null"), "1Gi");
  EXPECT_EQ(taken("{value: 80Gi, requestPolicy: {default: 1Gi}}", "3Gi"), "3Gi");
}

TEST(ConsumedCapacity, ValidValuesRoundUp) {
  const char* capacity = "{value: 10G, requestPolicy: {default: 1G, validValues: [1G, 2G, 5G]}}";
  EXPECT_EQ(taken(capacity, "null"), "1G");
  EXPECT_EQ(taken(capacity, "500M"), "1G");
  EXPECT_EQ(taken(capacity, "2G"), "2G");
  EXPECT_EQ(taken(capacity, "2001M"), "5G");
  EXPECT_EQ(taken(capacity, "5001M"), "none");
}

TEST(ConsumedCapacity, ARangeRoundsUpToWholeSteps) {
  const char* capacity =
      "{value: 16Gi, requestPolicy: {default: 2Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi}}}";
  EXPECT_EQ(taken(capacity, "null"), "2Gi") << "whatever its steps are";
  EXPECT_EQ(taken(capacity, "2Gi"), "2Gi") << "the default is right as it is";
  EXPECT_EQ(taken(capacity, "1"), "1Gi");
  EXPECT_EQ(taken(capacity, "1Gi"), "1Gi");
  EXPECT_EQ(taken(capacity, "1025Mi"), "3Gi");
  EXPECT_EQ(taken(capacity, "7Gi"), "7Gi");
  EXPECT_EQ(taken(capacity, "7169Mi"), "none") << "9Gi is past the largest";
  EXPECT_EQ(taken("{value: 16Gi, requestPolicy: {validRange: {min: 1Gi}}}", "1500Mi"), "1500Mi");
  EXPECT_EQ(taken("{value: 16Gi, requestPolicy: {validRange: {max: 2Gi}}}", "3Gi"), "none");
}

TEST(LargestRequest, WithinWhatMayBeCharged) {
  const auto most = [](std::string_view capacity, std::string_view charged) {
    const kube::Document document = yaml("{c: " + std::string(capacity) + "}");
    const auto result = largest_request_within(document.root()["c"], *Quantity::parse(charged));
    return result ? result->canonical() : "none";
  };
  EXPECT_EQ(most("{value: 80Gi}", "3Gi"), "3Gi");
  const char* values = "{value: 10G, requestPolicy: {default: 1G, validValues: [1G, 2G, 5G]}}";
  EXPECT_EQ(most(values, "4900M"), "2G");
  EXPECT_EQ(most(values, "900M"), "none");
  const char* range =
      "{value: 16Gi, requestPolicy: {default: 2Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi}}}";
  EXPECT_EQ(most(range, "6Gi"), "5Gi");
  EXPECT_EQ(most(range, "2560Mi"), "2Gi") << "the default is right as it is";
  EXPECT_EQ(most(range, "20Gi"), "7Gi");
  EXPECT_EQ(most(range, "1000Mi"), "none");
}

TEST(ChargedCapacity, IsWhatKueueTakesItFor) {
  const auto charged = [](std::string_view capacity, std::string_view requested) {
    const kube::Document document =
        yaml("{c: " + std::string(capacity) + ", r: " + std::string(requested) + "}");
    const auto result = charged_capacity(document.root()["c"], document.root()["r"]);
    return result ? result->canonical() : "none";
  };
  EXPECT_EQ(charged("{value: 80Gi}", "null"), "80Gi");
  EXPECT_EQ(charged("{value: 80Gi}", "90Gi"), "90Gi") << "it does not compare with the value";
  EXPECT_EQ(charged("{value: 80Gi, requestPolicy: {default: 1Gi}}", "null"), "1Gi");
  const char* range =
      "{value: 80Gi, requestPolicy: {default: 80Gi, validRange: {min: 1Gi, max: 80Gi, step: 2Gi}}}";
  EXPECT_EQ(charged(range, "null"), "80Gi");
  EXPECT_EQ(charged(range, "1500Mi"), "3Gi");
  EXPECT_EQ(charged(range, "90Gi"), "none");
  const char* values = "{value: 100, requestPolicy: {default: 100, validValues: [10, 50, 100]}}";
  EXPECT_EQ(charged(values, "11"), "50");
  EXPECT_EQ(charged(values, "101"), "none");
  EXPECT_EQ(charged("{value: many}", "null"), "none");
  EXPECT_EQ(charged("{value: 5}", "many"), "none");
}

TEST(ConsumedCapacity, WhatCanNotBeReadIsNotHad) {
  for (const char* capacity : {"5", "{}", "{value: {}}", "{value: many}", "[]"})
    EXPECT_EQ(taken(capacity, capacity == std::string_view("5") ? "1" : "null"), "none")
        << capacity;
  EXPECT_EQ(taken("{value: 5}", "many"), "none");
  EXPECT_EQ(taken("{value: 5}", "{}"), "none");
  EXPECT_EQ(taken("{value: 5, requestPolicy: [1]}", "2"), "2");
  EXPECT_EQ(taken("{value: 5, requestPolicy: {validRange: {min: 1, step: 0}}}", "2"), "none");
  EXPECT_EQ(taken("{value: 9e18, requestPolicy: {validRange: {min: 9223372036854775807, step: "
                  "9223372036854775807}}}",
                  "9223372036854775807"),
            "none");
}

TEST(ConsumedCapacity, TheLargestThatCanBeRequested) {
  const auto largest = [](std::string_view text) {
    const kube::Document document = yaml(text);
    const auto found = largest_request(document.root());
    return found ? found->canonical() : "none";
  };
  EXPECT_EQ(largest("{value: 10G}"), "10G");
  EXPECT_EQ(largest("{value: 10G, requestPolicy: {validValues: [1G, 5G]}}"), "5G");
  EXPECT_EQ(largest("{value: 10G, requestPolicy: {validRange: {min: 1G, max: 4G}}}"), "4G");
  EXPECT_EQ(largest("{value: 10G, requestPolicy: {validRange: {max: 40G}}}"), "10G");
  EXPECT_EQ(largest("{}"), "none");
}

}  // namespace
}  // namespace drawbridge::rules
