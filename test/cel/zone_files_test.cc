#include "test/cel/zone_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "rules/cel/cel.h"

namespace drawbridge::cel {
namespace {

constexpr std::int64_t kSummer2024 = 1'720'000'000;  // 3 July
constexpr std::int64_t kWinter2024 = 1'705'000'000;  // 11 January

TEST(OffsetByRule, FollowsPosix) {
  EXPECT_EQ(offset_by_rule("UTC0", 0), 0);
  EXPECT_EQ(offset_by_rule("<+0545>-5:45", 0), 20700);
  EXPECT_EQ(offset_by_rule("CET-1CEST,M3.5.0,M10.5.0/3", kSummer2024), 7200);
  EXPECT_EQ(offset_by_rule("CET-1CEST,M3.5.0,M10.5.0/3", kWinter2024), 3600);
  EXPECT_EQ(offset_by_rule("AEST-10AEDT,M10.1.0,M4.1.0/3", kSummer2024), 36000);
  EXPECT_EQ(offset_by_rule("AEST-10AEDT,M10.1.0,M4.1.0/3", kWinter2024), 39600);
  EXPECT_EQ(offset_by_rule("EST5EDT", kSummer2024), -14400);
  EXPECT_EQ(offset_by_rule("XXX3YYY,J60/0,300/25", kSummer2024), -7200);
  EXPECT_EQ(offset_by_rule("IST-2IDT,M3.4.4/26,M10.5.0", kSummer2024), 10800);
}

TEST(OffsetByRule, ChangesToTheSecond) {
  const std::string_view rule = "CET-1CEST,M3.5.0,M10.5.0/3";
  EXPECT_EQ(offset_by_rule(rule, 1'711'846'799), 3600);  // 2024-03-31T00:59:59Z
  EXPECT_EQ(offset_by_rule(rule, 1'711'846'800), 7200);
}

TEST(OffsetByRule, RefusesTheRest) {
  for (const char* wrong : {"", "X5", "<abc", "CET-1CEST,M3.5.0", "5"}) {
    EXPECT_EQ(offset_by_rule(wrong, 0), std::nullopt) << wrong;
  }
}

TEST(Zone, RefusesWhatIsNoFileOfZones) {
  EXPECT_FALSE(Zone::parse(""));
  EXPECT_FALSE(Zone::parse("TZif2"));
  EXPECT_FALSE(Zone::parse("TZif1" + std::string(100, '\0')));
  EXPECT_FALSE(Zone::parse("TZif2" + std::string(15, '\0') + std::string(24, '\xFF')));
}

TEST(ZoneFiles, AreReadAndUnknownOnesAreNone) {
  if (!std::filesystem::exists("/usr/share/zoneinfo/Asia/Kathmandu")) {
    GTEST_SKIP() << "SKIPPED: no zone database on this machine";
  }
  const ZoneFiles zones;
  EXPECT_EQ(zones.offset_seconds("Asia/Kathmandu", kSummer2024), 20700);
  EXPECT_EQ(zones.offset_seconds("Asia/Kathmandu", 0), 19800);
  EXPECT_EQ(zones.offset_seconds("Europe/Berlin", kSummer2024), 7200);
  EXPECT_EQ(zones.offset_seconds("Europe/Berlin", kWinter2024), 3600);
  EXPECT_EQ(zones.offset_seconds("Europe/Berlin", 30'000'000'000), 7200);  // September 2920
  EXPECT_EQ(zones.offset_seconds("Nowhere/X", 0), std::nullopt);
  EXPECT_EQ(zones.offset_seconds("Nowhere/X", 0), std::nullopt);
}

TEST(ZoneFiles, ServeAnEvaluation) {
  if (!std::filesystem::exists("/usr/share/zoneinfo/Australia/Sydney")) {
    GTEST_SKIP() << "SKIPPED: no zone database on this machine";
  }
  const Environment environment = EnvironmentBuilder({37}).build();
  const auto compiled =
      environment.compile("timestamp('2009-02-13T23:31:30Z').getDate('Australia/Sydney')");
  const ZoneFiles zones;
  kube::Arena arena;
  const Outcome outcome = std::get<Program>(compiled).evaluate(
      {.variables = {}, .time_zones = &zones}, kPerCallCostMax, arena);
  ASSERT_EQ(outcome.value.kind(), ValueKind::kInt);
  EXPECT_EQ(outcome.value.as_int(), 14);
}

}  // namespace
}  // namespace drawbridge::cel
