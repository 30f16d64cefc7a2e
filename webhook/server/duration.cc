#include "webhook/server/duration.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "kube/api/ascii.h"

namespace drawbridge {
namespace {

using std::chrono::nanoseconds;

constexpr std::uint64_t kNanosecondsMax =
    static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
constexpr std::size_t kShownBytesMax = 64;

struct Unit {
  std::string_view name;
  std::uint64_t nanoseconds;
};
// A name that begins another one stands behind it.
constexpr std::array<Unit, 8> kUnits = {{{"ns", 1},
                                         {"us", 1'000},
                                         {"\u00b5s", 1'000},
                                         {"\u03bcs", 1'000},
                                         {"ms", 1'000'000},
                                         {"s", 1'000'000'000},
                                         {"m", 60'000'000'000},
                                         {"h", 3'600'000'000'000}}};

using kube::is_digit;

// Takes "12.5" from the front: the value times `scale`, which the fraction adds up to exactly in
// decimal.
struct Number {
  std::uint64_t whole = 0;
  std::uint64_t fraction = 0;
  std::uint64_t fraction_scale = 1;
};

std::optional<Number> take_number(std::string_view& text) {
  Number number;
  bool any = false;
  for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1), any = true) {
    if (number.whole > kNanosecondsMax / 10) return std::nullopt;
    number.whole = number.whole * 10 + static_cast<std::uint64_t>(text[0] - '0');
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1), any = true) {
      // Digits below what 64 bits hold are below a nanosecond too.
      if (number.fraction_scale > kNanosecondsMax / 100) continue;
      number.fraction = number.fraction * 10 + static_cast<std::uint64_t>(text[0] - '0');
      number.fraction_scale *= 10;
    }
  }
  if (!any) return std::nullopt;
  return number;
}

std::optional<std::uint64_t> take_unit(std::string_view& text) {
  for (const Unit& unit : kUnits) {
    if (!text.starts_with(unit.name)) continue;
    text.remove_prefix(unit.name.size());
    return unit.nanoseconds;
  }
  return std::nullopt;
}

Error not_a_duration(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, kShownBytesMax)) shown += c >= ' ' && c <= '~' ? c : '?';
  return Error{"\"" + shown + "\" is no duration. Write a number and a unit, such as 10s or 500ms"};
}

std::optional<unsigned char> hex_digit(char c) {
  if (is_digit(c)) return static_cast<unsigned char>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned char>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned char>(c - 'A' + 10);
  return std::nullopt;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<unsigned char> high =
        text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const std::optional<unsigned char> low = high ? hex_digit(text[i + 2]) : std::nullopt;
    if (low) {
      decoded += static_cast<char>(*high << 4 | *low);
      i += 2;
    } else {
      decoded += text[i] == '+' ? ' ' : text[i];
    }
  }
  return decoded;
}

// The value of the first `name=` in the query.
std::optional<std::string_view> query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = pair.find('=');
    if (pair.substr(0, equals) != name) continue;
    return equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1);
  }
  return std::nullopt;
}

}  // namespace

Result<nanoseconds> parse_duration(std::string_view text) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest == "0") return nanoseconds(0);
  if (rest.empty()) return not_a_duration(text);
  std::uint64_t total = 0;
  while (!rest.empty()) {
    const std::optional<Number> number = take_number(rest);
    const std::optional<std::uint64_t> unit = number ? take_unit(rest) : std::nullopt;
    if (!unit || number->whole > kNanosecondsMax / *unit) return not_a_duration(text);
    const double fraction =
        static_cast<double>(number->fraction) *
        (static_cast<double>(*unit) / static_cast<double>(number->fraction_scale));
    const std::uint64_t part = number->whole * *unit + static_cast<std::uint64_t>(fraction);
    if (part > kNanosecondsMax - total) return not_a_duration(text);
    total += part;
  }
  const nanoseconds magnitude(static_cast<std::int64_t>(total));
  return negative ? -magnitude : magnitude;
}

Result<nanoseconds> timeout_of_query(std::string_view query, nanoseconds fallback,
                                     nanoseconds max) {
  const std::optional<std::string_view> value = query_value(query, "timeout");
  if (!value) return std::min(fallback, max);
  Result<nanoseconds> timeout = parse_duration(percent_decoded(*value));
  if (!timeout) return Error{timeout.error().message, "timeout"};
  if (*timeout <= nanoseconds(0)) {
    return Error{"the time to wait must be more than zero, such as 10s", "timeout"};
  }
  return std::min(*timeout, max);
}

}  // namespace drawbridge
