#include "kube/api/yaml_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "kube/api/ascii.h"

namespace drawbridge::kube {
namespace {

using ScalarKind = YamlScalar::Kind;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The digits of `text` in `base`; nothing when another character stands there or 64 bits don't hold
// it.
std::optional<std::uint64_t> parse_digits(std::string_view text, int base) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || at != end) return std::nullopt;
  return value;
}

bool set_integer(bool negative, std::uint64_t magnitude, YamlScalar& to) {
  constexpr auto kMax = static_cast<std::uint64_t>(INT64_MAX);
  if (magnitude > kMax + (negative ? 1 : 0)) return false;
  to.kind = ScalarKind::kInt;
  to.integer = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
  return true;
}

// Go's strconv.ParseInt and ParseUint with base 0. `text` holds no underscores.
bool resolve_integer(std::string_view text, YamlScalar& to) {
  const bool has_sign = !text.empty() && is_sign(text[0]);
  const bool negative = has_sign && text[0] == '-';
  std::string_view digits = text.substr(has_sign ? 1 : 0);
  if (digits.empty()) return false;
  int base = 10;
  if (digits[0] == '0' && digits.size() > 1) {
    const char prefix = digits.size() > 2 ? lower(digits[1]) : '\0';
    base = prefix == 'x' ? 16 : prefix == 'b' ? 2 : 8;
    digits.remove_prefix(prefix == 'x' || prefix == 'b' || prefix == 'o' ? 2 : 1);
  }
  if (const std::optional<std::uint64_t> magnitude = parse_digits(digits, base)) {
    if (set_integer(negative, *magnitude, to)) return true;
    if (has_sign) return false;
    to.kind = ScalarKind::kUint;
    to.unsigned_integer = *magnitude;
    return true;
  }
  // go-yaml reads what follows a lower-case 0b once more, and then takes a sign there.
  if (!text.starts_with("0b") || text.size() < 4 || !is_sign(text[2])) return false;
  const std::optional<std::uint64_t> magnitude = parse_digits(text.substr(3), 2);
  return magnitude && set_integer(text[2] == '-', *magnitude, to);
}

int clamped_exponent(std::string_view text) {
  constexpr int kFar = 1'000'000;
  const bool negative = text.starts_with('-');
  if (!text.empty() && is_sign(text[0])) text.remove_prefix(1);
  int value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc()) value = text.empty() ? 0 : kFar;
  return negative ? -std::min(value, kFar) : std::min(value, kFar);
}

// Whether a number that a double does not hold is too small rather than too large: the power of ten
// of its first digit says so. `text` has no sign.
bool is_tiny(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, e);
  const auto point = static_cast<std::ptrdiff_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<std::ptrdiff_t>(mantissa.find_first_not_of("0."));
  const std::ptrdiff_t power = first < point ? point - first - 1 : point - first;
  return power + clamped_exponent(text.substr(std::min(e + 1, text.size()))) < 0;
}

// Precondition: looks_like_float(text).
bool resolve_float(std::string_view text, YamlScalar& to) {
  const bool negative = text.starts_with('-');
  if (is_sign(text[0])) text.remove_prefix(1);
  double value = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    if (!is_tiny(text)) return false;
    value = 0;
  }
  if (std::isinf(value)) return false;
  to.kind = ScalarKind::kFloat;
  to.real = negative ? -value : value;
  return true;
}

std::string without_inner_underscores(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_inner = text[i] == '_' && i > 0 && is_digit(text[i - 1]) && i + 1 < text.size() &&
                          is_digit(text[i + 1]);
    if (!is_inner) plain += text[i];
  }
  return plain;
}

}  // namespace

// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool looks_like_yaml_float(std::string_view text) {
  std::size_t at = !text.empty() && is_sign(text[0]) ? 1 : 0;
  const std::size_t whole = count_digits(text, at);
  at += whole;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = count_digits(text, at + 1);
    at += 1 + fraction;
  }
  if (whole + fraction == 0) return false;
  if (at < text.size() && lower(text[at]) == 'e') {
    ++at;
    if (at < text.size() && is_sign(text[at])) ++at;
    const std::size_t exponent = count_digits(text, at);
    if (exponent == 0) return false;
    at += exponent;
  }
  return at == text.size();
}

bool resolve_yaml_number(std::string_view text, YamlScalar& to) {
  if (text[0] == '.') {
    // Here go-yaml leaves underscores to Go's strconv, which takes them between digits only.
    const std::string plain = without_inner_underscores(text);
    return looks_like_yaml_float(plain) && resolve_float(plain, to);
  }
  if (text.find('_') == std::string_view::npos) {
    return resolve_integer(text, to) || (looks_like_yaml_float(text) && resolve_float(text, to));
  }
  std::string plain(text);
  std::erase(plain, '_');
  return resolve_integer(plain, to) || (looks_like_yaml_float(plain) && resolve_float(plain, to));
}

// Go writes a float without a fraction into the JSON as an integer, up to 1e21 with the shortest
// digits and zeros behind them, and the API then reads it as an integer where 64 bits hold it.
Json yaml_float_value(double value) {
  constexpr double kExactMax = 9007199254740992.0;
  if (std::trunc(value) != value) return Json::real(value);
  if (std::abs(value) <= kExactMax) return Json::integer(static_cast<std::int64_t>(value));
  std::array<char, 32> buffer;
  char* const begin = buffer.data();
  const char* end =
      std::to_chars(begin, begin + buffer.size(), value, std::chars_format::scientific).ptr;
  std::string digits(begin, static_cast<std::size_t>(end - begin));
  const std::size_t e = digits.find('e');
  std::size_t exponent = 0;
  std::from_chars(digits.data() + e + 2, digits.data() + digits.size(), exponent);
  digits.resize(e);
  std::erase(digits, '.');
  constexpr std::size_t kInt64Digits = 19;
  if (exponent >= kInt64Digits) return Json::real(value);
  digits.append(exponent + (value < 0 ? 2 : 1) - digits.size(), '0');
  std::int64_t integer = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), integer);
  return parsed.ec == std::errc() ? Json::integer(integer) : Json::real(value);
}

// Go's strconv.FormatFloat(value, 'g', -1, 32), which sigs.k8s.io/yaml takes for keys.
std::string yaml_float_key(double value) {
  const auto narrow = static_cast<float>(value);
  if (std::isnan(narrow)) return ".nan";
  if (std::isinf(narrow)) return narrow > 0 ? ".inf" : "-.inf";
  std::array<char, 64> buffer;
  char* const begin = buffer.data();
  char* const limit = begin + buffer.size();
  const char* end = std::to_chars(begin, limit, narrow, std::chars_format::scientific).ptr;
  const std::string_view text(begin, static_cast<std::size_t>(end - begin));
  const std::size_t e = text.find('e');
  int exponent = 0;
  const char* digits = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(digits, end, exponent);
  constexpr int kFixedExponentMin = -4;
  constexpr int kFixedExponentMax = 5;
  if (exponent < kFixedExponentMin || exponent > kFixedExponentMax) return std::string(text);
  end = std::to_chars(begin, limit, narrow, std::chars_format::fixed).ptr;
  return std::string(begin, static_cast<std::size_t>(end - begin));
}

}  // namespace drawbridge::kube
