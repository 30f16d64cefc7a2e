#include "kube/api/time.h"

#include <cstdint>
#include <cstdio>

namespace drawbridge::kube {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// Takes a text from its front.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // A number of exactly so many digits.
  std::optional<int> digits(std::size_t count) {
    if (rest_.size() < count) return std::nullopt;
    int number = 0;
    for (const char c : rest_.substr(0, count)) {
      if (c < '0' || c > '9') return std::nullopt;
      number = number * 10 + (c - '0');
    }
    rest_.remove_prefix(count);
    return number;
  }
  // What follows a decimal point: one to nine digits.
  std::optional<microseconds> fraction() {
    std::int64_t nanoseconds = 0;
    int count = 0;
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; ++count) {
      if (count == 9) return std::nullopt;
      nanoseconds = nanoseconds * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    if (count == 0) return std::nullopt;
    for (; count < 9; ++count) nanoseconds *= 10;
    return microseconds(nanoseconds / 1000);
  }

 private:
  std::string_view rest_;
};

std::optional<std::chrono::sys_days> scan_date(Scanner& text) {
  const std::optional<int> year = text.digits(4);
  if (!year || *year == 0 || !text.take('-')) return std::nullopt;
  const std::optional<int> month = text.digits(2);
  if (!month || !text.take('-')) return std::nullopt;
  const std::optional<int> day = text.digits(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

// "HH:MM", within a day.
std::optional<minutes> scan_hours_and_minutes(Scanner& text) {
  const std::optional<int> hour = text.digits(2);
  if (!hour || *hour > 23 || !text.take(':')) return std::nullopt;
  const std::optional<int> minute = text.digits(2);
  if (!minute || *minute > 59) return std::nullopt;
  return hours(*hour) + minutes(*minute);
}

// "Z", or an offset to the east.
std::optional<minutes> scan_zone(Scanner& text) {
  if (text.take('Z')) return minutes(0);
  const bool west = text.take('-');
  if (!west && !text.take('+')) return std::nullopt;
  const std::optional<minutes> offset = scan_hours_and_minutes(text);
  if (!offset) return std::nullopt;
  return west ? -*offset : *offset;
}

// All of it but the zone: "2026-11-21T15:04:05".
void append_calendar(Time time, char (&into)[20]) {
  const auto day = floor<days>(time);
  const std::chrono::year_month_day date(day);
  const auto of_day = floor<seconds>(time - day).count();
  std::snprintf(into, sizeof(into), "%04u-%02u-%02uT%02u:%02u:%02u",
                static_cast<unsigned>(static_cast<int>(date.year())) % 10'000,
                static_cast<unsigned>(date.month()) % 100, static_cast<unsigned>(date.day()) % 100,
                static_cast<unsigned>(of_day / 3600) % 24, static_cast<unsigned>(of_day / 60 % 60),
                static_cast<unsigned>(of_day % 60));
}

}  // namespace

std::optional<Time> parse_time(std::string_view text) {
  Scanner scanner(text);
  const std::optional<std::chrono::sys_days> date = scan_date(scanner);
  if (!date || !scanner.take('T')) return std::nullopt;
  const std::optional<minutes> of_day = scan_hours_and_minutes(scanner);
  if (!of_day || !scanner.take(':')) return std::nullopt;
  const std::optional<int> second = scanner.digits(2);
  if (!second || *second > 59) return std::nullopt;
  microseconds fraction(0);
  if (scanner.take('.')) {
    const std::optional<microseconds> scanned = scanner.fraction();
    if (!scanned) return std::nullopt;
    fraction = *scanned;
  }
  const std::optional<minutes> zone = scan_zone(scanner);
  if (!zone || !scanner.done()) return std::nullopt;
  return Time(*date) + *of_day + seconds(*second) + fraction - *zone;
}

std::string time_text(Time time) {
  char calendar[20];
  append_calendar(time, calendar);
  return std::string(calendar) + "Z";
}

std::string micro_time_text(Time time) {
  char calendar[20];
  append_calendar(time, calendar);
  char fraction[9];
  std::snprintf(fraction, sizeof(fraction), ".%06uZ",
                static_cast<unsigned>((time - floor<seconds>(time)).count() % 1'000'000));
  return std::string(calendar) + fraction;
}

}  // namespace drawbridge::kube
