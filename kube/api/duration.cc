#include "kube/api/duration.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "kube/api/ascii.h"

namespace drawbridge::kube {
namespace {

constexpr std::uint64_t kNanosecondsMax =
    static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
constexpr std::size_t kDurationBytesShown = 64;

struct DurationUnit {
  std::string_view name;
  std::uint64_t nanoseconds;
};
// A name that begins another one stands behind it.
constexpr std::array<DurationUnit, 8> kDurationUnits = {{{"ns", 1},
                                                         {"us", 1'000},
                                                         {"\u00b5s", 1'000},
                                                         {"\u03bcs", 1'000},
                                                         {"ms", 1'000'000},
                                                         {"s", 1'000'000'000},
                                                         {"m", 60'000'000'000},
                                                         {"h", 3'600'000'000'000}}};

// Takes "12.5" from the front: the value times `scale`, which the fraction adds up to exactly in
// decimal.
struct Decimal {
  std::uint64_t whole = 0;
  std::uint64_t fraction = 0;
  std::uint64_t fraction_scale = 1;
};

std::optional<Decimal> take_decimal(std::string_view& text) {
  Decimal number;
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
  for (const DurationUnit& unit : kDurationUnits) {
    if (!text.starts_with(unit.name)) continue;
    text.remove_prefix(unit.name.size());
    return unit.nanoseconds;
  }
  return std::nullopt;
}

Error not_a_duration(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, kDurationBytesShown)) shown += c >= ' ' && c <= '~' ? c : '?';
  return Error{"\"" + shown + "\" is no duration. Write a number and a unit, such as 10s or 500ms"};
}

}  // namespace

Result<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest == "0") return std::chrono::nanoseconds(0);
  if (rest.empty()) return not_a_duration(text);
  std::uint64_t total = 0;
  while (!rest.empty()) {
    const std::optional<Decimal> number = take_decimal(rest);
    const std::optional<std::uint64_t> unit = number ? take_unit(rest) : std::nullopt;
    if (!unit || number->whole > kNanosecondsMax / *unit) return not_a_duration(text);
    const double fraction =
        static_cast<double>(number->fraction) *
        (static_cast<double>(*unit) / static_cast<double>(number->fraction_scale));
    const std::uint64_t part = number->whole * *unit + static_cast<std::uint64_t>(fraction);
    if (part > kNanosecondsMax - total) return not_a_duration(text);
    total += part;
  }
  const std::chrono::nanoseconds magnitude(static_cast<std::int64_t>(total));
  return negative ? -magnitude : magnitude;
}

}  // namespace drawbridge::kube
