#include "kube/api/time.h"

#include <gtest/gtest.h>

#include <random>

namespace drawbridge::kube {
namespace {

std::int64_t microseconds_of(std::string_view text) {
  const std::optional<Time> time = parse_time(text);
  EXPECT_TRUE(time) << text;
  return time ? time->time_since_epoch().count() : -1;
}

TEST(Time, IsReadWithAnyOffsetAndFraction) {
  EXPECT_EQ(microseconds_of("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(microseconds_of("2026-11-21T15:04:05Z"), 1'795'273'445'000'000);
  EXPECT_EQ(microseconds_of("2026-11-21T17:04:05+02:00"), 1'795'273'445'000'000);
  EXPECT_EQ(microseconds_of("2026-11-21T05:34:05-09:30"), 1'795'273'445'000'000);
  EXPECT_EQ(microseconds_of("1970-01-01T00:00:00.5Z"), 500'000);
  EXPECT_EQ(microseconds_of("1970-01-01T00:00:00.000123Z"), 123);
  EXPECT_EQ(microseconds_of("1970-01-01T00:00:00.999999999Z"), 999'999);
  EXPECT_EQ(microseconds_of("1969-12-31T23:59:59.25Z"), -750'000);
  EXPECT_EQ(microseconds_of("2024-02-29T00:00:00Z"), 1'709'164'800'000'000);
}

TEST(Time, IsNotReadFromAnythingElse) {
  for (const char* text : {"",
                           "now",
                           "2026-11-21",
                           "2026-11-21T15:04:05",
                           "2026-11-21 15:04:05Z",
                           "2026-11-21T15:04Z",
                           "2026-11-21t15:04:05z",
                           "2026-02-29T00:00:00Z",
                           "2026-13-01T00:00:00Z",
                           "2026-00-01T00:00:00Z",
                           "2026-01-00T00:00:00Z",
                           "0000-01-01T00:00:00Z",
                           "2026-01-01T24:00:00Z",
                           "2026-01-01T00:60:00Z",
                           "2026-01-01T00:00:60Z",
                           "2026-01-01T00:00:00.Z",
                           "2026-01-01T00:00:00.1234567890Z",
                           "2026-01-01T00:00:00+24:00",
                           "2026-01-01T00:00:00+0100",
                           "2026-01-01T00:00:00Zx",
                           "-026-01-01T00:00:00Z",
                           "12026-01-01T00:00:00Z",
                           "2026-1-01T00:00:00Z"}) {
    EXPECT_FALSE(parse_time(text)) << text;
  }
}

TEST(Time, IsWrittenToTheSecondOrMicrosecond) {
  const Time time(std::chrono::microseconds(1'795'273'445'000'123));
  EXPECT_EQ(time_text(time), "2026-11-21T15:04:05Z");
  EXPECT_EQ(micro_time_text(time), "2026-11-21T15:04:05.000123Z");
  const Time before_1970(std::chrono::microseconds(-1));
  EXPECT_EQ(time_text(before_1970), "1969-12-31T23:59:59Z");
  EXPECT_EQ(micro_time_text(before_1970), "1969-12-31T23:59:59.999999Z");
  EXPECT_EQ(time_text(*parse_time("0001-01-01T00:00:00Z")), "0001-01-01T00:00:00Z");
  EXPECT_EQ(micro_time_text(*parse_time("9999-12-31T23:59:59.999999Z")),
            "9999-12-31T23:59:59.999999Z");
}

TEST(Time, PropertyTestWhatIsWrittenIsRead) {
  std::mt19937_64 random(1);  // NOLINT: the same each time
  std::uniform_int_distribution<std::int64_t> any(-62'135'596'800'000'000, 253'402'300'799'999'999);
  for (int i = 0; i < 10'000; ++i) {
    const Time time(std::chrono::microseconds(any(random)));
    EXPECT_EQ(parse_time(micro_time_text(time)), time);
    EXPECT_EQ(parse_time(time_text(time)), std::chrono::floor<std::chrono::seconds>(time));
  }
}

}  // namespace
}  // namespace drawbridge::kube
