#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "rules/cel/cel.h"
#include "webhook/zones/posix_rule.h"
#include "webhook/zones/zone.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::zones {
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

// A TZif file of version 2 that keeps `offset` always.
std::string zone_file(std::int32_t offset) {
  const auto number = [](std::uint32_t value) {
    std::string bytes(4, '\0');
    for (std::size_t i = 4; i-- > 0; value >>= 8U) bytes[i] = static_cast<char>(value & 0xFFU);
    return bytes;
  };
  const std::string header = "TZif2" + std::string(15, '\0');
  const std::string counts = number(0) + number(0) + number(0) + number(0) + number(1) + number(4);
  const std::string kept = number(static_cast<std::uint32_t>(offset)) + std::string(2, '\0');
  const std::string half = header + counts + kept + std::string("TST\0", 4);
  return half + half + "\n\n";
}

TEST(Zone, RefusesWhatIsNoFileOfZones) {
  EXPECT_FALSE(Zone::parse(""));
  EXPECT_FALSE(Zone::parse("TZif2"));
  EXPECT_FALSE(Zone::parse("TZif1" + std::string(100, '\0')));
  EXPECT_FALSE(Zone::parse("TZif2" + std::string(15, '\0') + std::string(24, '\xFF')));
}

TEST(Zone, EveryPrefixIsReadOrRefused) {
  const std::string whole = zone_file(5400);
  ASSERT_TRUE(Zone::parse(whole));
  EXPECT_EQ(Zone::parse(whole)->offset_seconds(kSummer2024), 5400);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    if (const auto zone = Zone::parse(whole.substr(0, size))) {
      EXPECT_EQ(zone->offset_seconds(kSummer2024), 5400) << size;
    }
  }
}

// A folder that is removed with it.
class Folder {
 public:
  Folder() : path_(std::filesystem::path(testing::TempDir()) / "zones_test" / "zoneinfo") {
    std::filesystem::remove_all(path_.parent_path());
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_.parent_path()); }
  void write(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(ZoneFiles, AreNamedByTheirPlaceInTheFolder) {
  const Folder folder;
  folder.write("UTC", zone_file(0));
  folder.write("Here/There/Town", zone_file(5400));
  folder.write("zone.tab", "# no zone");
  const ZoneFiles zones(folder.path());
  EXPECT_EQ(zones.size(), 3);
  EXPECT_EQ(zones.offset_seconds("Here/There/Town", 0), 5400);
  EXPECT_EQ(zones.offset_seconds("Here/There/Town", kSummer2024), 5400);
  for (const char* wrong : {"zone.tab", "Here", "Here/There", "here/there/town", "Nowhere", "",
                            "Here//There/Town", "./UTC", "Here/../UTC"}) {
    EXPECT_EQ(zones.offset_seconds(wrong, 0), std::nullopt) << wrong;
  }
}

TEST(ZoneFiles, NoNameLeadsOutOfTheFolder) {
  const Folder folder;
  folder.write("../outside", zone_file(60));
  folder.write("UTC", zone_file(0));
  const ZoneFiles zones(folder.path());
  EXPECT_EQ(zones.size(), 1);
  for (const std::string& wrong :
       {std::string("../outside"), std::string("UTC/../../outside"), folder.path() + "/UTC",
        std::string("/etc/passwd"), std::string("../../etc/passwd"), std::string("UTC\0", 4)}) {
    EXPECT_EQ(zones.offset_seconds(wrong, 0), std::nullopt) << wrong;
  }
}

TEST(ZoneFiles, AreBounded) {
  const Folder folder;
  const auto padded = [](std::size_t bytes) {
    std::string file = zone_file(60);
    return file + std::string(bytes - file.size(), ' ');
  };
  folder.write("largest", padded(kZoneFileBytesMax));
  folder.write("larger", padded(kZoneFileBytesMax + 1));
  folder.write(std::string(kZoneNameBytesMax, 'n'), zone_file(60));
  folder.write(std::string(kZoneNameBytesMax + 1, 'n'), zone_file(60));
  std::string deepest;
  for (int i = 1; i < kZoneFolderDepthMax; ++i) deepest += std::to_string(i) + "/";
  const std::string deeper = deepest + "one/more";
  deepest += "file";
  folder.write(deepest, zone_file(60));
  folder.write(deeper, zone_file(60));
  const ZoneFiles zones(folder.path());
  EXPECT_EQ(zones.offset_seconds("largest", 0), 60);
  EXPECT_EQ(zones.offset_seconds("larger", 0), std::nullopt);
  EXPECT_EQ(zones.offset_seconds(std::string(kZoneNameBytesMax, 'n'), 0), 60);
  EXPECT_EQ(zones.offset_seconds(std::string(kZoneNameBytesMax + 1, 'n'), 0), std::nullopt);
  EXPECT_EQ(zones.offset_seconds(deepest, 0), 60);
  EXPECT_EQ(zones.offset_seconds(deeper, 0), std::nullopt);
}

TEST(ZoneFiles, NamesThatWereInventedAreNotKept) {
  const Folder folder;
  folder.write("UTC", zone_file(0));
  const ZoneFiles zones(folder.path());
  for (std::size_t i = 0; i < 2 * kZonesMax; ++i) {
    ASSERT_EQ(zones.offset_seconds("X/" + std::to_string(i), 0), std::nullopt);
  }
  EXPECT_EQ(zones.size(), 1);
  EXPECT_EQ(zones.offset_seconds("UTC", 0), 0);
}

TEST(ZoneFiles, NoFolderIsNoZones) {
  const ZoneFiles zones("/nowhere/at/all");
  EXPECT_EQ(zones.size(), 0);
  EXPECT_EQ(zones.offset_seconds("Europe/Berlin", 0), std::nullopt);
}

TEST(ZoneFiles, ServeThreadsAtOnce) {
  const Folder folder;
  for (int i = 0; i < 8; ++i) folder.write("Z/" + std::to_string(i), zone_file(60 * i));
  const ZoneFiles zones(folder.path());
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(zones.offset_seconds("Z/" + std::to_string(i), kWinter2024), 60 * i);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(ZoneFiles, OfTheMachine) {
  if (!std::filesystem::exists("/usr/share/zoneinfo/Asia/Kathmandu")) {
    GTEST_SKIP() << "SKIPPED: no zone database on this machine";
  }
  const ZoneFiles zones;
  EXPECT_LT(zones.size(), kZonesMax / 2);
  EXPECT_EQ(zones.offset_seconds("Asia/Kathmandu", kSummer2024), 20700);
  EXPECT_EQ(zones.offset_seconds("Asia/Kathmandu", 0), 19800);
  EXPECT_EQ(zones.offset_seconds("Europe/Berlin", kSummer2024), 7200);
  EXPECT_EQ(zones.offset_seconds("Europe/Berlin", kWinter2024), 3600);
  EXPECT_EQ(zones.offset_seconds("Europe/Berlin", 30'000'000'000), 7200);  // September 2920
  EXPECT_EQ(zones.offset_seconds("America/Argentina/ComodRivadavia", kWinter2024), -10800);
  EXPECT_EQ(zones.offset_seconds("Nowhere/X", 0), std::nullopt);
  EXPECT_EQ(zones.offset_seconds("zone.tab", 0), std::nullopt);
}

// What an expression comes to, in the zones of `zones`.
std::string outcome_of(const std::string& expression, const ZoneFiles& zones) {
  const cel::Environment environment = cel::EnvironmentBuilder({37}).build();
  const auto compiled = environment.compile(expression);
  kube::Arena arena;
  const cel::Outcome outcome = std::get<cel::Program>(compiled).evaluate(
      {.variables = {}, .time_zones = &zones}, cel::kPerCallCostMax, arena);
  return outcome.value.is_error() ? std::string(outcome.value.error_message())
                                  : std::to_string(outcome.value.as_int());
}

TEST(ZoneFiles, ServeAnEvaluation) {
  const Folder folder;
  folder.write("Here/Town", zone_file(11 * 3600));
  const ZoneFiles zones(folder.path());
  const std::string get_date = "timestamp('2009-02-13T23:31:30Z').getDate";
  EXPECT_EQ(outcome_of(get_date + "('Here/Town')", zones), "14");
  EXPECT_EQ(outcome_of(get_date + "('UTC')", zones), "13");
  EXPECT_EQ(outcome_of(get_date + "('Here/Town\\n')", zones), "unknown time zone Here/Town\n");
  EXPECT_EQ(outcome_of(get_date + "('No/Zone')", zones), "unknown time zone No/Zone");
  EXPECT_EQ(outcome_of(get_date + "('../../etc/passwd')", zones), "time: invalid location name");
  EXPECT_EQ(outcome_of(get_date + "('/etc/passwd')", zones), "time: invalid location name");
}

}  // namespace
}  // namespace drawbridge::zones
