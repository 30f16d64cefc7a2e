#include "kube/api/json_number.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "kube/api/ascii.h"

namespace drawbridge::kube {
namespace {

// As many decimal digits always fit into 64 bits.
constexpr std::ptrdiff_t kSafeDigits = 19;

// Behind the digits at `at`; nullptr where there are none.
const char* skip_digits(const char* at) {
  if (!is_digit(*at)) return nullptr;
  while (is_digit(*at)) ++at;
  return at;
}

// Behind the fraction and the exponent at `at`; nullptr where one has no digits.
const char* skip_fraction_and_exponent(const char* at) {
  if (*at == '.') at = skip_digits(at + 1);
  if (at == nullptr || (*at != 'e' && *at != 'E')) return at;
  ++at;
  if (*at == '+' || *at == '-') ++at;
  return skip_digits(at);
}

const char* read_real(const char* begin, const char* behind_digits, Json& into) {
  const char* end = skip_fraction_and_exponent(behind_digits);
  if (end == nullptr) return nullptr;
  double value = 0;
  if (std::from_chars(begin, end, value).ec == std::errc::result_out_of_range) {
    // Which leaves open whether it is too large, or so small that it is zero or next to it.
    value = std::strtod(begin, nullptr);
  }
  if (!std::isfinite(value)) return nullptr;
  into = Json::real(value);
  return end;
}

}  // namespace

const char* read_json_number(const char* at, Json& into) {
  const bool negative = *at == '-';
  const char* digits = at + (negative ? 1 : 0);
  const char* end = digits;
  std::uint64_t value = 0;
  for (; is_digit(*end); ++end) value = value * 10 + static_cast<std::uint64_t>(*end - '0');
  const std::ptrdiff_t count = end - digits;
  if (count == 0 || (*digits == '0' && count > 1)) return nullptr;
  if (*end == '.' || *end == 'e' || *end == 'E') return read_real(at, end, into);
  if (count > kSafeDigits && std::from_chars(digits, end, value).ec != std::errc()) return nullptr;
  constexpr std::uint64_t kNegativeMax = std::uint64_t{1} << 63;
  if (negative && value > kNegativeMax) return nullptr;
  into = negative ? Json::integer(static_cast<std::int64_t>(~value + 1))
                  : Json::unsigned_integer(value);
  return end;
}

}  // namespace drawbridge::kube
