// Parts of timestamps and durations: cel-go's common/stdlib, in UTC where no zone is given.
#include <initializer_list>
#include <optional>
#include <string>

#include "rules/cel/evaluation.h"
#include "rules/cel/instant.h"
#include "rules/cel/library/go_text.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/number_text.h"
#include "rules/cel/time_zones.h"

namespace drawbridge::cel {
namespace {

using Args = std::span<const Value>;

// The part that a function names, of the calendar and of the nanoseconds.
using Part = std::int64_t (*)(const Calendar&, std::uint32_t nanoseconds);

std::int64_t year(const Calendar& at, std::uint32_t) {
  return at.year;
}
std::int64_t month(const Calendar& at, std::uint32_t) {
  return at.month - 1;
}
std::int64_t day_of_year(const Calendar& at, std::uint32_t) {
  return at.day_of_year - 1;
}
std::int64_t day_of_month(const Calendar& at, std::uint32_t) {
  return at.day - 1;
}
std::int64_t date(const Calendar& at, std::uint32_t) {
  return at.day;
}
std::int64_t day_of_week(const Calendar& at, std::uint32_t) {
  return at.weekday;
}
std::int64_t hours(const Calendar& at, std::uint32_t) {
  return at.hour;
}
std::int64_t minutes(const Calendar& at, std::uint32_t) {
  return at.minute;
}
std::int64_t seconds(const Calendar& at, std::uint32_t) {
  return at.second;
}
std::int64_t milliseconds(const Calendar&, std::uint32_t nanoseconds) {
  return nanoseconds / 1'000'000;
}

template <Part kPart>
Value in_utc(Evaluation&, Args args) {
  return Value::integer(
      kPart(calendar_of(args[0].timestamp_seconds()), args[0].timestamp_nanoseconds()));
}

// Go's Atoi says why it takes no number.
std::string not_a_number(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  const bool is_number =
      !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return "strconv.Atoi: parsing " + quoted(text) +
         (is_number ? ": value out of range" : ": invalid syntax");
}

// Hours and minutes as Go's Atoi takes them, each with a sign of its own.
std::optional<std::int64_t> read_offset(std::string_view zone, std::size_t colon,
                                        std::string& problem) {
  const std::string_view hour_text = zone.substr(0, colon);
  const std::string_view minute_text = zone.substr(colon + 1);
  const auto hour = read_int(hour_text);
  if (!hour) {
    problem = not_a_number(hour_text);
    return std::nullopt;
  }
  const auto minute = read_int(minute_text);
  if (!minute) {
    problem = not_a_number(minute_text);
    return std::nullopt;
  }
  // Hours of a million years would leave the calendar, so they are cut off where nobody can tell.
  constexpr std::int64_t kOffsetMinutesMax = 1'000'000'000;
  std::int64_t total;
  if (__builtin_mul_overflow(*hour, 60, &total) ||
      (zone[0] == '-' ? __builtin_sub_overflow(total, *minute, &total)
                      : __builtin_add_overflow(total, *minute, &total)) ||
      total > kOffsetMinutesMax || total < -kOffsetMinutesMax) {
    problem = "time zone offset out of range";
    return std::nullopt;
  }
  return total * 60;
}

std::optional<std::int64_t> named_offset(Evaluation& evaluation, std::string_view zone,
                                         std::int64_t instant, std::string& problem) {
  if (zone.empty() || zone == "UTC" || zone == "Local") return 0;
  if (zone.find("..") != std::string_view::npos || zone[0] == '/' || zone[0] == '\\') {
    problem = "time: invalid location name";
    return std::nullopt;
  }
  if (evaluation.time_zones() == nullptr) {
    problem = "time zones other than UTC and offsets are not known here: " + std::string(zone);
    return std::nullopt;
  }
  const auto offset = evaluation.time_zones()->offset_seconds(zone, instant);
  if (offset) return *offset;
  problem = "unknown time zone " + std::string(zone);
  return std::nullopt;
}

template <Part kPart>
Value in_zone(Evaluation& evaluation, Args args) {
  const std::string_view zone = args[1].as_text();
  const std::int64_t instant = args[0].timestamp_seconds();
  if (!evaluation.spend_on_text(zone.size())) return evaluation.error(kCancelled);
  const std::size_t colon = zone.find(':');
  std::string problem;
  const auto offset = colon != std::string_view::npos
                          ? read_offset(zone, colon, problem)
                          : named_offset(evaluation, zone, instant, problem);
  if (!offset) return evaluation.error(problem);
  return Value::integer(kPart(calendar_of(instant + *offset), args[0].timestamp_nanoseconds()));
}

// As Go does it, in doubles: the last nanosecond of a long duration's hour counts as the next one.
template <std::int64_t kUnit>
Value whole(Evaluation&, Args args) {
  const std::int64_t duration = args[0].as_duration();
  const std::int64_t units = duration / kUnit;
  return Value::integer(
      static_cast<std::int64_t>(static_cast<double>(units) + static_cast<double>(duration % kUnit) /
                                                                 static_cast<double>(kUnit)));
}

Value whole_milliseconds(Evaluation&, Args args) {
  return Value::integer(args[0].as_duration() / 1'000'000);
}

void add_part(Declarations& to, std::string_view function, std::string_view utc_id,
              Implementation in_utc_run, std::string_view zone_id, Implementation in_zone_run) {
  to.add(function, {.id = utc_id,
                    .params = {&type::kTimestamp},
                    .result = &type::kInt,
                    .member = true,
                    .run = in_utc_run});
  to.add(function, {.id = zone_id,
                    .params = {&type::kTimestamp, &type::kString},
                    .result = &type::kInt,
                    .member = true,
                    .run = in_zone_run,
                    .steps = 4});
}

void add_of_duration(Declarations& to, std::string_view function, std::string_view id,
                     Implementation run) {
  to.add(
      function,
      {.id = id, .params = {&type::kDuration}, .result = &type::kInt, .member = true, .run = run});
}

}  // namespace

void add_standard_time(Declarations& to) {
  add_part(to, "getFullYear", "timestamp_to_year", in_utc<year>, "timestamp_to_year_with_tz",
           in_zone<year>);
  add_part(to, "getMonth", "timestamp_to_month", in_utc<month>, "timestamp_to_month_with_tz",
           in_zone<month>);
  add_part(to, "getDayOfYear", "timestamp_to_day_of_year", in_utc<day_of_year>,
           "timestamp_to_day_of_year_with_tz", in_zone<day_of_year>);
  add_part(to, "getDayOfMonth", "timestamp_to_day_of_month", in_utc<day_of_month>,
           "timestamp_to_day_of_month_with_tz", in_zone<day_of_month>);
  add_part(to, "getDate", "timestamp_to_day_of_month_1_based", in_utc<date>,
           "timestamp_to_day_of_month_1_based_with_tz", in_zone<date>);
  add_part(to, "getDayOfWeek", "timestamp_to_day_of_week", in_utc<day_of_week>,
           "timestamp_to_day_of_week_with_tz", in_zone<day_of_week>);
  add_part(to, "getHours", "timestamp_to_hours", in_utc<hours>, "timestamp_to_hours_with_tz",
           in_zone<hours>);
  add_part(to, "getMinutes", "timestamp_to_minutes", in_utc<minutes>,
           "timestamp_to_minutes_with_tz", in_zone<minutes>);
  add_part(to, "getSeconds", "timestamp_to_seconds", in_utc<seconds>, "timestamp_to_seconds_tz",
           in_zone<seconds>);
  add_part(to, "getMilliseconds", "timestamp_to_milliseconds", in_utc<milliseconds>,
           "timestamp_to_milliseconds_with_tz", in_zone<milliseconds>);
  add_of_duration(to, "getHours", "duration_to_hours", whole<3600 * kNanosecondsPerSecond>);
  add_of_duration(to, "getMinutes", "duration_to_minutes", whole<60 * kNanosecondsPerSecond>);
  add_of_duration(to, "getSeconds", "duration_to_seconds", whole<kNanosecondsPerSecond>);
  add_of_duration(to, "getMilliseconds", "duration_to_milliseconds", whole_milliseconds);
}

}  // namespace drawbridge::cel
