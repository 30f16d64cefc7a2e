#include "webhook/zones/posix_rule.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "rules/cel/instant.h"

namespace drawbridge::zones {
namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;

// POSIX's TZ, read from the front.
class Rule {
 public:
  explicit Rule(std::string_view text) : text_(text) {}

  bool name() {
    if (take('<')) {
      const std::size_t end = text_.find('>');
      if (end == std::string_view::npos) return false;
      text_.remove_prefix(end + 1);
      return true;
    }
    std::size_t length = 0;
    while (length < text_.size() &&
           std::string_view("+-,0123456789").find(text_[length]) == std::string_view::npos) {
      ++length;
    }
    text_.remove_prefix(length);
    return length >= 3;
  }

  // "[+-]hh[:mm[:ss]]".
  std::int64_t time() {
    const bool negative = take('-');
    if (!negative) take('+');
    std::int64_t seconds = number() * 3600;
    if (take(':')) seconds += number() * 60;
    if (take(':')) seconds += number();
    return negative ? -seconds : seconds;
  }

  // "M3.2.0", "J60" or "59", and "/2": the second of that year, without regard to the zone.
  std::int64_t second_of(std::int64_t year) {
    std::int64_t day = 0;
    if (take('M')) {
      const std::int64_t month = number();
      take('.');
      const std::int64_t week = number();
      take('.');
      day = day_of_weekday(year, month, week, number());
    } else if (take('J')) {
      day = number() - 1;
      if (day >= 59 && days_before(year, 3) == 60) ++day;
    } else {
      day = number();
    }
    return day * kSecondsPerDay + (take('/') ? time() : 2 * 3600);
  }

  bool take(char wanted) {
    if (!text_.starts_with(wanted)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool at_end() const { return text_.empty(); }
  bool at_comma() const { return text_.starts_with(','); }

  static std::int64_t start_of(std::int64_t year) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-01-01T00:00:00Z", static_cast<int>(year));
    return cel::parse_instant(text.data()).value_or(cel::ParsedInstant{}).instant.seconds;
  }

 private:
  std::int64_t number() {
    std::int64_t value = 0;
    for (; !text_.empty() && text_[0] >= '0' && text_[0] <= '9'; text_.remove_prefix(1)) {
      value = std::min<std::int64_t>(value * 10 + (text_[0] - '0'), 100'000);
    }
    return value;
  }

  static std::int64_t days_before(std::int64_t year, std::int64_t month) {
    constexpr std::array<int, 12> kBefore = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    const auto index = static_cast<std::size_t>(std::clamp<std::int64_t>(month, 1, 12) - 1);
    return kBefore[index] + (leap && month > 2 ? 1 : 0);
  }

  static std::int64_t day_of_weekday(std::int64_t year, std::int64_t month, std::int64_t week,
                                     std::int64_t weekday) {
    const std::int64_t first = days_before(year, month);
    const std::int64_t after = month == 12 ? first + 31 : days_before(year, month + 1);
    const std::int64_t first_weekday =
        cel::calendar_of(start_of(year) + first * kSecondsPerDay).weekday;
    std::int64_t day = first + (weekday - first_weekday + 7) % 7 + (week - 1) * 7;
    while (day >= after) day -= 7;
    return day;
  }

  std::string_view text_;
};

}  // namespace

std::optional<std::int32_t> offset_by_rule(std::string_view text, std::int64_t instant) {
  Rule rule(text);
  if (!rule.name()) return std::nullopt;
  const std::int64_t standard = -rule.time();
  if (rule.at_end()) return static_cast<std::int32_t>(standard);
  if (!rule.name()) return std::nullopt;
  const std::int64_t daylight = rule.at_end() || rule.at_comma() ? standard + 3600 : -rule.time();
  Rule dates = rule.at_end() ? Rule(",M3.2.0,M11.1.0") : rule;
  const std::int64_t year = cel::calendar_of(instant + standard).year;
  const std::int64_t second = instant - Rule::start_of(year);
  if (!dates.take(',')) return std::nullopt;
  const std::int64_t begin = dates.second_of(year) - standard;
  if (!dates.take(',')) return std::nullopt;
  const std::int64_t end = dates.second_of(year) - daylight;
  // In the south the summer goes on over the new year.
  const bool is_summer =
      begin <= end ? second >= begin && second < end : second >= begin || second < end;
  return static_cast<std::int32_t>(is_summer ? daylight : standard);
}

}  // namespace drawbridge::zones
