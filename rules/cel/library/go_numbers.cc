#include "rules/cel/library/go_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

// No double has more digits behind the point: 2^-1074.
constexpr int kFractionDigitsMax = 1074;

constexpr std::string_view kInfinity = "\u221E";

std::string shortest_fixed(double value) {
  std::array<char, 1100> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed)
          .ptr;
  return {buffer.data(), end};
}

void append_superscript(std::string& to, std::string_view digits) {
  constexpr std::array<std::string_view, 10> kDigits = {"\u2070", "\u00B9", "\u00B2", "\u00B3",
                                                        "\u2074", "\u2075", "\u2076", "\u2077",
                                                        "\u2078", "\u2079"};
  for (const char c : digits) {
    if (c == '-') to += "\u207B";
    if (c >= '0' && c <= '9') to += kDigits[static_cast<std::size_t>(c - '0')];
  }
}

}  // namespace

std::string plain_fixed(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Inf" : "+Inf";
  std::string buffer(
      static_cast<std::size_t>(digits + std::numeric_limits<double>::max_exponent10 + 8), '\0');
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, digits)
                       .ptr;
  buffer.resize(static_cast<std::size_t>(end - buffer.data()));
  return buffer;
}

std::string fixed_text(double value, std::uint64_t precision) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return (value < 0 ? "-" : "") + std::string(kInfinity);
  if (value == 0) value = 0;  // -0 has no sign
  const auto kept = static_cast<std::uint16_t>(precision);
  const std::size_t zeros = kept & 0xFFU;
  // What is behind a double's last digit is cut off again.
  const int digits_made = std::min<int>(kept, kFractionDigitsMax);
  const std::string digits =
      kept < 0x8000 ? plain_fixed(value, digits_made) : shortest_fixed(value);
  const std::size_t sign = digits.starts_with('-') ? 1 : 0;
  const std::size_t point = std::min(digits.find('.'), digits.size());
  std::string fraction = point < digits.size() ? digits.substr(point + 1) : std::string();
  while (fraction.size() > zeros && fraction.back() == '0') fraction.pop_back();
  if (fraction.size() < zeros) fraction.resize(zeros, '0');
  std::string result = digits.substr(0, sign);
  for (std::size_t i = sign; i < point; ++i) {
    if (i > sign && (point - i) % 3 == 0) result += ',';
    result += digits[i];
  }
  if (!fraction.empty()) result += "." + fraction;
  return result;
}

std::string scientific_text(double value, std::uint64_t precision) {
  std::string text;
  std::size_t length = 0;  // code points
  if (std::isnan(value) || std::isinf(value)) {
    text = fixed_text(value, 0);
  } else {
    if (value == 0) value = 0;
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::scientific, 6)
                         .ptr;
    const std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t exponent = digits.find('e');
    text = digits.substr(0, exponent);
    text += "\u00D710";
    append_superscript(text, digits.substr(exponent + 1));
  }
  length = code_points(text);
  const auto width = static_cast<std::uint16_t>(precision);
  return length < width ? std::string(width - length, ' ') + text : text;
}

std::string in_base(const Value& value, int base) {
  std::array<char, 72> buffer{};
  char* const first = buffer.data();
  char* const last = first + buffer.size();
  const auto end = value.is(ValueKind::kInt)
                       ? std::to_chars(first, last, value.as_int(), base).ptr
                       : std::to_chars(first, last, value.as_uint(), base).ptr;
  return {first, end};
}

std::string hex_of_bytes(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 0xF];
  }
  return text;
}

}  // namespace drawbridge::cel
