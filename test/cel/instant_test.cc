#include "rules/cel/instant.h"

#include <gtest/gtest.h>

#include <utility>

namespace drawbridge::cel {
namespace {

TEST(Instant, ReadsWhatGoTakesForRfc3339) {
  struct Row {
    const char* text;
    std::int64_t seconds;
    std::uint32_t nanoseconds;
    const char* written;
  };
  const Row rows[] = {{"2009-02-13T23:31:30Z", 1234567890, 0, "2009-02-13T23:31:30Z"},
                      {"2009-02-13T3:31:30Z", 1234495890, 0, "2009-02-13T03:31:30Z"},
                      {"2009-02-13T23:31:30,5Z", 1234567890, 500000000, "2009-02-13T23:31:30.5Z"},
                      {"2009-02-13T23:31:30.1234567891+01:00", 1234564290, 123456789,
                       "2009-02-13T23:31:30.123456789+01:00"},
                      {"2009-02-13T23:31:30+24:60", 1234477890, 0, "2009-02-13T23:31:30+25:00"},
                      {"0000-01-01T00:00:00Z", -62167219200, 0, "0000-01-01T00:00:00Z"},
                      {"2009-02-13T23:31:30-00:00", 1234567890, 0, "2009-02-13T23:31:30Z"},
                      {"2009-02-13T23:31:30-07:30", 1234594890, 0, "2009-02-13T23:31:30-07:30"},
                      {"2000-02-29T00:00:00Z", 951782400, 0, "2000-02-29T00:00:00Z"},
                      {"9999-12-31T23:59:59.999999999Z", kTimestampSecondsMax, 999999999,
                       "9999-12-31T23:59:59.999999999Z"}};
  for (const Row& row : rows) {
    const auto parsed = parse_instant(row.text);
    ASSERT_TRUE(parsed) << row.text;
    EXPECT_EQ(parsed->instant, (Instant{row.seconds, row.nanoseconds})) << row.text;
    EXPECT_EQ(instant_text(parsed->instant, parsed->zone_minutes), row.written);
  }
}

TEST(Instant, RefusesTheRest) {
  for (const char* wrong :
       {"", "2009", "2009-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2009-02-13t23:31:30Z",
        "2009-02-13T23:31:30z", "2009-02-13T23:31:60Z", "2009-02-13T23:31:30.Z",
        "2009-02-13T24:00:00Z", "2009-02-13T23:31:30", "2009-13-13T23:31:30Z",
        "2009-00-13T23:31:30Z", "2009-02-00T23:31:30Z", "2009-02-13T23:31:30Z ",
        "2009-02-13T23:31:30+25:00", "2009-02-13T23:31:30+24:61", "2009-2-13T23:31:30Z",
        "2009-02-13T23:31:30+0100"}) {
    EXPECT_FALSE(parse_instant(wrong)) << wrong;
  }
}

TEST(Instant, KnowsTheCalendar) {
  const Calendar at = calendar_of(1234567890);
  EXPECT_EQ(at.year, 2009);
  EXPECT_EQ(at.month, 2);
  EXPECT_EQ(at.day, 13);
  EXPECT_EQ(at.day_of_year, 44);
  EXPECT_EQ(at.weekday, 5);
  EXPECT_EQ(at.hour, 23);
  EXPECT_EQ(at.minute, 31);
  EXPECT_EQ(at.second, 30);
  const Calendar last = calendar_of(951782400 + 306 * 86400);  // the 366th day of 2000
  EXPECT_EQ(last.day_of_year, 366);
  EXPECT_EQ(last.month, 12);
  EXPECT_EQ(last.day, 31);
  const Calendar before = calendar_of(-1);
  EXPECT_EQ(before.year, 1969);
  EXPECT_EQ(before.weekday, 3);
  EXPECT_EQ(before.second, 59);
  EXPECT_EQ(calendar_of(kTimestampSecondsMin).year, 1);
}

TEST(Instant, MovesUpToTheEndOfTime) {
  Instant instant{0, 500'000'000};
  ASSERT_TRUE(move(instant, 600'000'000));
  EXPECT_EQ(instant, (Instant{1, 100'000'000}));
  ASSERT_TRUE(move(instant, -200'000'000));
  EXPECT_EQ(instant, (Instant{0, 900'000'000}));
  Instant last{kTimestampSecondsMax, 999'999'999};
  EXPECT_FALSE(move(last, 1));
  EXPECT_EQ(last, (Instant{kTimestampSecondsMax, 999'999'999}));
  EXPECT_TRUE(move(last, -1));
  Instant first{kTimestampSecondsMin, 0};
  EXPECT_FALSE(move(first, -1));
  EXPECT_TRUE(move(first, 0));
}

TEST(Duration, IsReadAsGoReadsIt) {
  const std::pair<const char*, std::int64_t> right[] = {
      {"1h1h", 7200000000000},
      {"-1.5h", -5400000000000},
      {"0", 0},
      {"+0", 0},
      {"9223372036854775807ns", INT64_MAX},
      {"-9223372036854775808ns", INT64_MIN},
      {"2562047h47m16.854775807s", INT64_MAX},
      {".5s", 500000000},
      {"1.s", 1000000000},
      {"1.1h", 3960000000000},
      {"1\u00B5s", 1000},
      {"1\u03BCs", 1000},
      {"0.9223372036854775807h", 3320413933267},
      {"0.100000000000000000000h", 360000000000},
      {"0.3333333333333333333h", 1200000000000},
      {"9007199254.740993s", 9007199254740993000}};
  for (const auto& [text, value] : right) EXPECT_EQ(parse_duration(text), value) << text;
  for (const char* wrong : {"", "1", "-", "1 s", "-.s", "1e3s", "1d", "9223372036854775808ns",
                            "2562047h47m16.854775808s", "99999999999999999999ns", "s"}) {
    EXPECT_EQ(parse_duration(wrong), std::nullopt) << wrong;
  }
}

TEST(Duration, IsWrittenInSeconds) {
  EXPECT_EQ(duration_text(0), "0s");
  EXPECT_EQ(duration_text(1), "0.000000001s");
  EXPECT_EQ(duration_text(1500000000), "1.5s");
  EXPECT_EQ(duration_text(-1), "-0.000000001s");
  EXPECT_EQ(duration_text(INT64_MAX), "9223372036.854776s");
  EXPECT_EQ(duration_text(123456789123456789), "123456789.12345679s");
}

}  // namespace
}  // namespace drawbridge::cel
