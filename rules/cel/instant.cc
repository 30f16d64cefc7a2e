#include "rules/cel/instant.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace drawbridge::cel {
namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int64_t kDaysPerEra = 146'097;  // 400 years
constexpr int kNanosecondDigits = 9;

constexpr std::array<int, 13> kDaysBefore = {0,   31,  59,  90,  120, 151, 181,
                                             212, 243, 273, 304, 334, 365};

bool is_leap(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in(std::int64_t year, int month) {
  const auto index = static_cast<std::size_t>(month);
  return kDaysBefore[index] - kDaysBefore[index - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

// Days since 1970-01-01. Years are counted from March, so that the leap day ends one.
std::int64_t days_of(std::int64_t year, int month, int day) {
  const std::int64_t from_march = month <= 2 ? year - 1 : year;
  const std::int64_t era = (from_march >= 0 ? from_march : from_march - 399) / 400;
  const std::int64_t year_of_era = from_march - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * kDaysPerEra + day_of_era - 719'468;
}

// Reads a text from its front; once something did not fit, everything fails.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool ok() const { return ok_; }
  bool at_end() const { return text_.empty(); }
  char peek(std::size_t at = 0) const { return at < text_.size() ? text_[at] : '\0'; }

  bool take(char wanted) {
    if (peek() != wanted || text_.empty()) return ok_ = false;
    text_.remove_prefix(1);
    return true;
  }
  void skip(std::size_t count) { text_.remove_prefix(count); }

  bool digit(std::size_t at = 0) const { return peek(at) >= '0' && peek(at) <= '9'; }

  int number(int digits) {
    int value = 0;
    for (int i = 0; i < digits; ++i) {
      if (!digit()) {
        ok_ = false;
        return 0;
      }
      value = value * 10 + (peek() - '0');
      text_.remove_prefix(1);
    }
    return value;
  }

  int number_within(int digits, int min, int max) {
    const int value = number(digits);
    if (value < min || value > max) ok_ = false;
    return value;
  }

 private:
  std::string_view text_;
  bool ok_ = true;
};

std::uint32_t read_fraction(Reader& reader) {
  if ((reader.peek() != '.' && reader.peek() != ',') || !reader.digit(1)) return 0;
  reader.skip(1);
  std::uint32_t nanoseconds = 0;
  int digits = 0;
  for (; reader.digit(); reader.skip(1)) {
    if (digits == kNanosecondDigits) continue;
    nanoseconds = nanoseconds * 10 + static_cast<std::uint32_t>(reader.peek() - '0');
    ++digits;
  }
  for (; digits < kNanosecondDigits; ++digits) nanoseconds *= 10;
  return nanoseconds;
}

std::int32_t read_zone(Reader& reader) {
  if (reader.peek() == 'Z') {
    reader.skip(1);
    return 0;
  }
  const bool west = reader.peek() == '-';
  if (!west) {
    reader.take('+');
  } else {
    reader.skip(1);
  }
  // Go takes offsets of 24 hours and of 60 minutes.
  const int hours = reader.number_within(2, 0, 24);
  reader.take(':');
  const int minutes = reader.number_within(2, 0, 60);
  const int offset = hours * 60 + minutes;
  return west ? -offset : offset;
}

}  // namespace

bool move(Instant& instant, std::int64_t nanoseconds) {
  std::int64_t seconds = instant.seconds + nanoseconds / kNanosecondsPerSecond;
  std::int64_t fraction = instant.nanoseconds + nanoseconds % kNanosecondsPerSecond;
  if (fraction < 0) {
    fraction += kNanosecondsPerSecond;
    --seconds;
  } else if (fraction >= kNanosecondsPerSecond) {
    fraction -= kNanosecondsPerSecond;
    ++seconds;
  }
  if (!is_timestamp(seconds)) return false;
  instant = {seconds, static_cast<std::uint32_t>(fraction)};
  return true;
}

Calendar calendar_of(std::int64_t seconds) {
  std::int64_t days = seconds / kSecondsPerDay;
  std::int64_t rest = seconds % kSecondsPerDay;
  if (rest < 0) {
    rest += kSecondsPerDay;
    --days;
  }
  Calendar result;
  result.weekday = static_cast<std::int32_t>(((days + 4) % 7 + 7) % 7);
  result.hour = static_cast<std::int32_t>(rest / 3600);
  result.minute = static_cast<std::int32_t>(rest / 60 % 60);
  result.second = static_cast<std::int32_t>(rest % 60);

  const std::int64_t shifted = days + 719'468;
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - (kDaysPerEra - 1)) / kDaysPerEra;
  const std::int64_t day_of_era = shifted - era * kDaysPerEra;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t from_march =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * from_march + 2) / 153;
  result.day = static_cast<std::int32_t>(from_march - (153 * month_from_march + 2) / 5 + 1);
  result.month = static_cast<std::int32_t>(month_from_march < 10 ? month_from_march + 3
                                                                 : month_from_march - 9);
  result.year = year_of_era + era * 400 + (result.month <= 2 ? 1 : 0);
  result.day_of_year = kDaysBefore[static_cast<std::size_t>(result.month - 1)] + result.day +
                       (result.month > 2 && is_leap(result.year) ? 1 : 0);
  return result;
}

std::optional<ParsedInstant> parse_instant(std::string_view text) {
  Reader reader(text);
  const int year = reader.number(4);
  reader.take('-');
  const int month = reader.number_within(2, 1, 12);
  reader.take('-');
  const int day = reader.number(2);
  reader.take('T');
  const int hour = reader.number_within(reader.digit(1) ? 2 : 1, 0, 23);
  reader.take(':');
  const int minute = reader.number_within(2, 0, 59);
  reader.take(':');
  const int second = reader.number_within(2, 0, 59);
  if (!reader.ok()) return std::nullopt;
  const std::uint32_t nanoseconds = read_fraction(reader);
  const std::int32_t zone = read_zone(reader);
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  if (day < 1 || day > days_in(year, month)) return std::nullopt;
  const std::int64_t seconds =
      days_of(year, month, day) * kSecondsPerDay + hour * 3600 + minute * 60 + second;
  return ParsedInstant{{seconds - zone * 60, nanoseconds}, zone};
}

std::string instant_text(Instant instant, std::int32_t zone_minutes) {
  const Calendar at = calendar_of(instant.seconds + zone_minutes * 60);
  std::array<char, 64> buffer{};
  int length = std::snprintf(buffer.data(), buffer.size(), "%04lld-%02d-%02dT%02d:%02d:%02d",
                             static_cast<long long>(at.year), at.month, at.day, at.hour, at.minute,
                             at.second);
  std::string text(buffer.data(), static_cast<std::size_t>(length));
  if (instant.nanoseconds != 0) {
    length = std::snprintf(buffer.data(), buffer.size(), ".%09u", instant.nanoseconds);
    text.append(buffer.data(), static_cast<std::size_t>(length));
    text.resize(text.find_last_not_of('0') + 1);
  }
  if (zone_minutes == 0) return text + 'Z';
  const std::int32_t offset = zone_minutes < 0 ? -zone_minutes : zone_minutes;
  length = std::snprintf(buffer.data(), buffer.size(), "%c%02d:%02d", zone_minutes < 0 ? '-' : '+',
                         offset / 60, offset % 60);
  return text.append(buffer.data(), static_cast<std::size_t>(length));
}

}  // namespace drawbridge::cel
