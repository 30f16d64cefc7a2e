#include <algorithm>
#include <array>

#include "kube/api/ascii.h"
#include "kube/api/yaml_number.h"

namespace drawbridge::kube {
namespace {

// Reads fields of a time from the left; each step fails once and for all.
class TimeScanner {
 public:
  explicit TimeScanner(std::string_view text) : rest_(text) {}

  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }
  bool next_is(char c) const { return ok_ && rest_.starts_with(c); }
  void skip(char c) {
    if (!next_is(c)) ok_ = false;
    if (ok_) rest_.remove_prefix(1);
  }
  void skip_spaces() {
    skip(' ');
    while (next_is(' ')) rest_.remove_prefix(1);
  }
  int number(std::size_t digits_min, std::size_t digits_max, int max) {
    const std::size_t digits = std::min(count_digits(rest_, 0), digits_max);
    if (digits < digits_min) ok_ = false;
    if (!ok_) return 0;
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = value * 10 + (rest_[i] - '0');
    rest_.remove_prefix(digits);
    if (value > max) ok_ = false;
    return value;
  }
  void skip_fraction() {
    if (!ok_ || rest_.size() < 2 || (rest_[0] != '.' && rest_[0] != ',') || !is_digit(rest_[1]))
      return;
    rest_.remove_prefix(1 + count_digits(rest_, 1));
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

int days_of(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

}  // namespace

// The four layouts that go-yaml gives to Go's time.Parse: a date; a date, 'T' or 't', time and
// zone; a date, spaces and a time without zone. Fields after the year have one or two digits.
bool is_yaml_timestamp(std::string_view text) {
  TimeScanner scanner(text);
  const int year = scanner.number(4, 4, 9999);
  scanner.skip('-');
  const int month = scanner.number(1, 2, 12);
  scanner.skip('-');
  const int day = scanner.number(1, 2, 31);
  if (!scanner.ok() || month < 1 || day < 1 || day > days_of(year, month)) return false;
  if (scanner.at_end()) return true;
  const bool has_zone = scanner.next_is('T') || scanner.next_is('t');
  if (has_zone) {
    scanner.skip(scanner.next_is('T') ? 'T' : 't');
  } else {
    scanner.skip_spaces();
  }
  scanner.number(1, 2, 23);
  scanner.skip(':');
  scanner.number(1, 2, 59);
  scanner.skip(':');
  scanner.number(1, 2, 59);
  scanner.skip_fraction();
  if (has_zone && scanner.next_is('Z')) {
    scanner.skip('Z');
  } else if (has_zone) {
    scanner.skip(scanner.next_is('+') ? '+' : '-');
    scanner.number(2, 2, 24);
    scanner.skip(':');
    scanner.number(2, 2, 60);
  }
  return scanner.at_end();
}

}  // namespace drawbridge::kube
