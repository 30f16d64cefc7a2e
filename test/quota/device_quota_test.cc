#include "quota/device_quota.h"
#include "quota/amount_text.h"

#include <gtest/gtest.h>

#include "kube/api/yaml.h"

namespace drawbridge::quota {
namespace {

using kube::Quantity;

Result<DeviceQuota> read(std::string_view text) {
  Result<std::vector<kube::YamlObject>> documents = kube::read_yaml(text);
  EXPECT_TRUE(documents.ok() && documents->size() == 1);
  if (!documents || documents->empty()) return Error{"not one document"};
  return DeviceQuota::read(documents->front().document.root());
}

std::string read_error(std::string_view text) {
  const Result<DeviceQuota> quota = read(text);
  return quota ? "read without an error" : quota.error().text();
}

// "RESOURCE: ASKED more than HARD - USED".
std::vector<std::string> lacking(std::string_view hard, std::string_view used,
                                 const std::map<std::string, Quantity, std::less<>>& demand) {
  const Result<DeviceQuota> quota =
      read("{metadata: {name: q}, spec: {hard: {" + std::string(hard) + "}}, status: {used: {" +
           std::string(used) + "}}}");
  EXPECT_TRUE(quota.ok());
  std::vector<std::string> result;
  for (const PodsShortfall& of_pods : shortfalls(*quota, {demand})) {
    const Shortfall& shortfall = of_pods.of_each;
    EXPECT_EQ(shortfall.quota, "q");
    result.push_back(shortfall.resource + ": " + shortfall.asked.canonical() + " more than " +
                     shortfall.hard.canonical() + " - " + shortfall.used.canonical());
  }
  return result;
}

std::map<std::string, Quantity, std::less<>> asks(std::string_view resource, std::int64_t amount) {
  return {{std::string(resource), Quantity::from_int(amount)}};
}

using Lines = std::vector<std::string>;

TEST(DeviceQuota, ReadsHardUsedAndEnforcement) {
  const Result<DeviceQuota> quota = read(
      "{metadata: {name: q}, spec: {hard: {a.com/gpu: '8', a.com/mem: 80Gi}, enforcement: Warn}, "
      "status: {used: {a.com/gpu: 3}}}");
  ASSERT_TRUE(quota.ok());
  EXPECT_EQ(quota->name, "q");
  EXPECT_EQ(quota->enforcement, DeviceQuota::Enforcement::kWarn);
  EXPECT_EQ(quota->hard.at("a.com/mem").canonical(), "80Gi");
  EXPECT_EQ(quota->used.at("a.com/gpu").canonical(), "3");
  EXPECT_EQ(read("{spec: {enforcement: Deny}}")->enforcement, DeviceQuota::Enforcement::kDeny);
  EXPECT_EQ(read("{spec: {}}")->enforcement, DeviceQuota::Enforcement::kDeny) << "the default";
}

TEST(DeviceQuota, WhatItsDefinitionRefuses) {
  const auto of = [](std::string_view hard) {
    return read_error("{spec: {hard: {" + std::string(hard) + "}}}");
  };
  EXPECT_EQ(of("a.com/gpu: null"), "spec.hard[a.com/gpu]: must be a quantity such as 8 or 640Gi");
  EXPECT_EQ(of("a.com/gpu: ' 8'"), "spec.hard[a.com/gpu]: must be a quantity such as 8 or 640Gi");
  EXPECT_NE(of("a b: 3").find("it names a logical resource"), std::string::npos);
  std::string names;
  for (int i = 0; i < 64; ++i) names += "a.com/g" + std::to_string(i) + ": 1, ";
  EXPECT_EQ(of(names), "read without an error");
  EXPECT_EQ(of(names + "b: 1"), "spec.hard: has 65 names; at most 64 are possible");
}

TEST(DeviceQuota, HowManyPodsHaveTheirs) {
  const Result<DeviceQuota> quota =
      read("{metadata: {name: q}, spec: {hard: {a.com/gpu: 8}}, status: {used: {a.com/gpu: 3}}}");
  ASSERT_TRUE(quota.ok());
  const auto fit = [&](std::int64_t each, std::int64_t pods, std::int64_t before = 0,
                       bool waits = false) -> std::optional<std::int64_t> {
    PodsDemand demand{asks("a.com/gpu", each), pods, {}, {}, waits};
    if (before > 0) demand.before = demand.in_use = asks("a.com/gpu", before);
    const auto short_of = shortfalls(*quota, demand);
    return short_of.empty() ? std::nullopt : std::optional(short_of.front().fit);
  };
  EXPECT_EQ(fit(1, 5), std::nullopt) << "at the limit";
  EXPECT_EQ(fit(1, 6), 5) << "and one past it";
  EXPECT_EQ(fit(2, 3), 2);
  EXPECT_EQ(fit(6, 1), 0);
  EXPECT_EQ(fit(8, 1, 0, true), std::nullopt) << "when all is free";
  EXPECT_EQ(fit(9, 0, 0, true), 0) << "which no pod can have";
  EXPECT_EQ(fit(1, INT64_MAX), 5);
  EXPECT_EQ(fit(2, 1, 2), std::nullopt) << "no more than before";
  EXPECT_EQ(fit(2, 4, 2), 3) << "what it had is free for it";
  const auto beside =
      shortfalls(*quota, {asks("a.com/gpu", 1), 3, {}, {}, false, asks("a.com/gpu", 3)});
  ASSERT_EQ(beside.size(), 1U);
  EXPECT_EQ(beside.front().fit, 2);
  EXPECT_EQ(beside.front().fit_alone, 3);
}

TEST(DeviceQuota, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(read_error("{spec: {enforcement: Off}}"), "spec.enforcement: must be Deny or Warn");
  EXPECT_EQ(read_error("{spec: {enforcement: 5}}"), "spec.enforcement: must be Deny or Warn");
  EXPECT_EQ(read_error("{spec: {hard: {a.com/gpu: -1}}}"),
            "spec.hard[a.com/gpu]: must not be negative");
  EXPECT_TRUE(
      read_error("{spec: {hard: {a.com/gpu: many}}}").starts_with("spec.hard[a.com/gpu]: "));
}

// What somebody writes there switches no limit off.
TEST(DeviceQuota, IsReadThoughItsStatusCannotBe) {
  const Result<DeviceQuota> quota =
      read("{spec: {hard: {a.com/gpu: 8}}, status: {used: {a.com/cpu: 1, a.com/gpu: [1]}}}");
  ASSERT_TRUE(quota.ok());
  EXPECT_EQ(quota->hard.size(), 1U);
  EXPECT_TRUE(quota->used.empty());
  EXPECT_TRUE(quota->status_problem.starts_with("status.used[a.com/gpu]: "));
}

TEST(DeviceQuota, SoManyProblemsAreTold) {
  const auto told = [](std::size_t names) {
    std::string hard;
    for (std::size_t i = 0; i < names; ++i) hard += "a.com/gpu" + std::to_string(i) + ": -1, ";
    const auto documents = kube::read_yaml("{spec: {hard: {" + hard + "}}}");
    return hard_problems(documents->front().document.root()["spec"]["hard"]).size();
  };
  EXPECT_EQ(told(kHardProblemsMax), kHardProblemsMax);
  EXPECT_EQ(told(kHardProblemsMax + 1), kHardProblemsMax);
}

TEST(DeviceQuota, AtTheLimitAndOnePastIt) {
  EXPECT_EQ(lacking("a.com/gpu: 8", "a.com/gpu: 7", asks("a.com/gpu", 1)), Lines());
  EXPECT_EQ(lacking("a.com/gpu: 8", "a.com/gpu: 7", asks("a.com/gpu", 2)),
            Lines{"a.com/gpu: 2 more than 8 - 7"});
  EXPECT_EQ(lacking("a.com/gpu: 8", "", asks("a.com/gpu", 8)), Lines()) << "nothing is used";
  EXPECT_EQ(lacking("a.com/gpu: 0", "", asks("a.com/gpu", 1)),
            Lines{"a.com/gpu: 1 more than 0 - 0"});
  EXPECT_EQ(lacking("a.com/gpu: 4", "a.com/gpu: 9", asks("a.com/gpu", 1)),
            Lines{"a.com/gpu: 1 more than 4 - 9"})
      << "the quota was lowered";
}

TEST(DeviceQuota, LimitsOnlyWhatItNames) {
  EXPECT_EQ(lacking("a.com/gpu: 1", "", asks("a.com/nic", 100)), Lines());
  EXPECT_EQ(lacking("", "", asks("a.com/gpu", 100)), Lines());
}

TEST(DeviceQuota, HugeNumbersDoNotOverflow) {
  EXPECT_EQ(lacking("a.com/gpu: '9223372036854775807'", "a.com/gpu: '9223372036854775807'",
                    asks("a.com/gpu", INT64_MAX)),
            Lines{"a.com/gpu: 9223372036854775807 more than 9223372036854775807 - "
                  "9223372036854775807"});
}

TEST(DeviceQuota, SeveralResourcesEachForItself) {
  auto demand = asks("a.com/gpu", 2);
  demand.emplace("a.com/nic", Quantity::from_int(1));
  EXPECT_EQ(lacking("a.com/gpu: 1, a.com/nic: 1", "", demand),
            Lines{"a.com/gpu: 2 more than 1 - 0"});
}

TEST(AmountText, DevicesAreNumbersAndBytesAreNot) {
  const auto text = [](std::string_view amount) {
    return amount_text(*kube::Quantity::parse(amount));
  };
  EXPECT_EQ(text("1000"), "1000");
  EXPECT_EQ(text("12k"), "12000");
  EXPECT_EQ(text("8"), "8");
  EXPECT_EQ(text("-3"), "-3");
  EXPECT_EQ(text("500m"), "500m");
  EXPECT_EQ(text("80Gi"), "80Gi");
  EXPECT_EQ(text("10G"), "10G");
  EXPECT_EQ(text("999999"), "999999");
  EXPECT_EQ(text("1000000"), "1M");
}

}  // namespace
}  // namespace drawbridge::quota
