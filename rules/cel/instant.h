// Points in time and spans between them, as text and as calendar: what Go's time package does for
// cel-go, without a clock and without a zone database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::cel {

inline constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: the timestamps that there are.
inline constexpr std::int64_t kTimestampSecondsMin = -62'135'596'800;
inline constexpr std::int64_t kTimestampSecondsMax = 253'402'300'799;
inline constexpr std::string_view kTimestampOverflow = "timestamp overflow";

struct Instant {
  std::int64_t seconds = 0;       // since 1970, rounded down
  std::uint32_t nanoseconds = 0;  // of the second
  friend bool operator==(const Instant&, const Instant&) = default;
};

constexpr bool is_timestamp(std::int64_t seconds) {
  return seconds >= kTimestampSecondsMin && seconds <= kTimestampSecondsMax;
}

// Later by so much; false, and unchanged, where that is no timestamp any more.
bool move(Instant& instant, std::int64_t nanoseconds);

// A date of the Gregorian calendar and a time of its day.
struct Calendar {
  std::int64_t year = 1970;
  std::int32_t month = 1;        // 1 to 12
  std::int32_t day = 1;          // 1 to 31
  std::int32_t day_of_year = 1;  // 1 to 366
  std::int32_t weekday = 4;      // 0: Sunday
  std::int32_t hour = 0;
  std::int32_t minute = 0;
  std::int32_t second = 0;
};
Calendar calendar_of(std::int64_t seconds);

// What Go's time.Parse takes for RFC 3339: an hour of one digit and a comma before the fraction
// too, which counts to nanoseconds. nullopt: no such text. The result may be no timestamp.
struct ParsedInstant {
  Instant instant;
  std::int32_t zone_minutes = 0;  // east of UTC, as the text had it
};
std::optional<ParsedInstant> parse_instant(std::string_view text);

// RFC 3339 with as many digits of a fraction as it has: "2020-01-01T00:00:00.5+02:00".
std::string instant_text(Instant instant, std::int32_t zone_minutes = 0);

// Go's time.ParseDuration: "1h1.5m", in nanoseconds; nullopt: no such text, or past 292 years.
std::optional<std::int64_t> parse_duration(std::string_view text);

// Seconds in as few digits as name the double next to them: "1.5s".
std::string duration_text(std::int64_t nanoseconds);

}  // namespace drawbridge::cel
