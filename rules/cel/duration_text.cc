#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "kube/api/ascii.h"
#include "rules/cel/instant.h"

namespace drawbridge::cel {
namespace {

constexpr std::uint64_t kNanosecondsMax = std::uint64_t{1} << 63;

constexpr std::array<std::pair<std::string_view, std::uint64_t>, 8> kUnits = {{
    {"ns", 1},
    {"us", 1'000},
    {"\u00B5s", 1'000},  // micro sign
    {"\u03BCs", 1'000},  // Greek mu
    {"ms", 1'000'000},
    {"s", 1'000'000'000},
    {"m", 60'000'000'000},
    {"h", 3'600'000'000'000},
}};

using kube::is_digit;

// The digits at the front; false where they exceed 2^63.
bool read_whole(std::string_view& text, std::uint64_t& value) {
  value = 0;
  for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1)) {
    if (value > kNanosecondsMax / 10) return false;
    value = value * 10 + static_cast<std::uint64_t>(text[0] - '0');
    if (value > kNanosecondsMax) return false;
  }
  return true;
}

// The digits of a fraction; those that no longer count are skipped.
void read_fraction(std::string_view& text, std::uint64_t& value, double& scale) {
  value = 0;
  scale = 1;
  bool full = false;
  for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1)) {
    if (full) continue;
    if (value > (kNanosecondsMax - 1) / 10) {
      full = true;
      continue;
    }
    const std::uint64_t next = value * 10 + static_cast<std::uint64_t>(text[0] - '0');
    if (next > kNanosecondsMax) {
      full = true;
      continue;
    }
    value = next;
    scale *= 10;
  }
}

// 0: there is none of that name.
std::uint64_t read_unit(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && text[length] != '.' && !is_digit(text[length])) ++length;
  const std::string_view name = text.substr(0, length);
  text.remove_prefix(length);
  for (const auto& [known, nanoseconds] : kUnits) {
    if (known == name) return nanoseconds;
  }
  return 0;
}

// A number with its unit; false where it is none, or more than 2^63 nanoseconds.
bool read_term(std::string_view& text, std::uint64_t& nanoseconds) {
  const std::size_t before = text.size();
  if (!read_whole(text, nanoseconds)) return false;
  bool has_digits = text.size() != before;
  std::uint64_t fraction = 0;
  double scale = 1;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    const std::size_t whole_end = text.size();
    read_fraction(text, fraction, scale);
    has_digits = has_digits || text.size() != whole_end;
  }
  if (!has_digits) return false;
  const std::uint64_t unit = read_unit(text);
  if (unit == 0 || nanoseconds > kNanosecondsMax / unit) return false;
  nanoseconds *= unit;
  if (fraction > 0) {
    // In doubles, as Go does: 1.1 hours are to the nanosecond what they are there.
    nanoseconds += static_cast<std::uint64_t>(static_cast<double>(fraction) *
                                              (static_cast<double>(unit) / scale));
  }
  return nanoseconds <= kNanosecondsMax;
}

}  // namespace

std::optional<std::int64_t> parse_duration(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text == "0") return 0;
  if (text.empty()) return std::nullopt;
  std::uint64_t total = 0;
  while (!text.empty()) {
    std::uint64_t term = 0;
    if (!read_term(text, term)) return std::nullopt;
    total += term;
    if (total > kNanosecondsMax) return std::nullopt;
  }
  if (negative) return static_cast<std::int64_t>(0 - total);
  if (total == kNanosecondsMax) return std::nullopt;
  return static_cast<std::int64_t>(total);
}

std::string duration_text(std::int64_t nanoseconds) {
  const std::int64_t whole = nanoseconds / kNanosecondsPerSecond;
  const double seconds =
      static_cast<double>(whole) + static_cast<double>(nanoseconds % kNanosecondsPerSecond) / 1e9;
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), seconds,
                                 std::chars_format::fixed);
  return std::string(buffer.data(), end.ptr) + 's';
}

}  // namespace drawbridge::cel
