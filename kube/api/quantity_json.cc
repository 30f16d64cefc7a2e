// Quantities as they stand in JSON: UnmarshalJSON of k8s.io/apimachinery.
#include <array>
#include <charconv>
#include <cmath>

#include "kube/api/quantity.h"

namespace drawbridge::kube {
namespace {

// Below this, parse() gives what from_int() gives.
constexpr std::int64_t kSmallMax = 1'000'000'000'000'000'000;

// White space that can stand unescaped in a JSON string, where the API server trims it: the space
// and Unicode's White_Space without the control characters and the two separators that Go's encoder
// escapes.
// clang-format off
constexpr std::array<std::string_view, 18> kSpaces = {
    " ",            "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81",
    "\xe2\x80\x82", "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87",
    "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
// clang-format on

std::size_t leading_space(std::string_view text) {
  for (const std::string_view space : kSpaces) {
    if (text.starts_with(space)) return space.size();
  }
  return 0;
}

std::size_t trailing_space(std::string_view text) {
  for (const std::string_view space : kSpaces) {
    if (text.ends_with(space)) return space.size();
  }
  return 0;
}

std::string_view trim(std::string_view text) {
  const auto is_plain = [](char c) { return c > ' ' && c < 0x7f; };
  if (!text.empty() && is_plain(text.front()) && is_plain(text.back())) return text;
  while (const std::size_t bytes = leading_space(text)) text.remove_prefix(bytes);
  while (const std::size_t bytes = trailing_space(text)) text.remove_suffix(bytes);
  return text;
}

// As encoding/json writes a float64, which is what reaches the API server from a client that
// decoded the file: the shortest digits, with an exponent below 1e-6 and from 1e21.
std::string json_number_text(double value) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const double size = std::fabs(value);
  if (size != 0 && (size < 1e-6 || size >= 1e21)) return std::string(text);

  const std::size_t e = text.find('e');
  std::string digits;
  for (const char c : text.substr(0, e)) {
    if (c >= '0' && c <= '9') digits += c;
  }
  int exponent = 0;
  const std::size_t from = e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(text.data() + from, text.data() + text.size(), exponent);
  if (exponent < 0) {
    digits.insert(0, static_cast<std::size_t>(-exponent), '0');
    exponent = 0;
  }
  const std::size_t whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  if (digits.size() > whole) digits.insert(whole, 1, '.');
  return std::signbit(value) ? "-" + digits : digits;
}

}  // namespace

std::optional<Quantity> Quantity::if_given(const Json& json) {
  if (json.is_null()) return std::nullopt;
  Result<Quantity> read = from_json(json);
  return read ? std::optional<Quantity>(*read) : std::nullopt;
}

Result<Quantity> Quantity::from_json(const Json& json) {
  switch (json.kind()) {
    case Json::Kind::kNull:
      return Quantity();
    case Json::Kind::kInt:
      if (const std::int64_t value = json.as_int(); value < kSmallMax && value > -kSmallMax) {
        return from_int(value);
      }
      return parse(std::to_string(json.as_int()));
    case Json::Kind::kUint:
      return parse(std::to_string(json.as_uint()));
    case Json::Kind::kDouble:
      return parse(json_number_text(json.as_double()));
    case Json::Kind::kString:
      return parse(trim(json.as_string()));
    default:
      return Error{"must be a quantity such as 2, \"500m\" or \"16Gi\", and is of type " +
                   std::string(kind_name(json.kind()))};
  }
}

}  // namespace drawbridge::kube
