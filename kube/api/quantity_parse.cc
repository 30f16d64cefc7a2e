// ParseQuantity of k8s.io/apimachinery: what it takes, refuses, rounds and caps, step by step.
#include <array>
#include <utility>

#include "kube/api/ascii.h"
#include "kube/api/big_decimal.h"
#include "kube/api/names.h"
#include "kube/api/quantity.h"

namespace drawbridge::kube {
namespace {

// Digits that always fit an int64 (maxInt64Factors).
constexpr std::int32_t kSmallDigits = 18;
constexpr std::int32_t kNano = -9;

struct Suffix {
  std::string_view text;
  Quantity::Format format;
  std::int32_t exponent;  // of 2 with kBinarySI, else of 10
};
constexpr std::array<Suffix, 17> kSuffixes = {{
    {"", Quantity::Format::kDecimalSI, 0},
    {"Gi", Quantity::Format::kBinarySI, 30},
    {"Mi", Quantity::Format::kBinarySI, 20},
    {"m", Quantity::Format::kDecimalSI, -3},
    {"Ki", Quantity::Format::kBinarySI, 10},
    {"Ti", Quantity::Format::kBinarySI, 40},
    {"k", Quantity::Format::kDecimalSI, 3},
    {"M", Quantity::Format::kDecimalSI, 6},
    {"G", Quantity::Format::kDecimalSI, 9},
    {"T", Quantity::Format::kDecimalSI, 12},
    {"P", Quantity::Format::kDecimalSI, 15},
    {"E", Quantity::Format::kDecimalSI, 18},
    {"u", Quantity::Format::kDecimalSI, -6},
    {"n", Quantity::Format::kDecimalSI, -9},
    {"Pi", Quantity::Format::kBinarySI, 50},
    {"Ei", Quantity::Format::kBinarySI, 60},
    {"", Quantity::Format::kDecimalExponent, 0},
}};

Error bad_quantity(std::string_view text, std::string_view why) {
  return {shown(text) + " is not a quantity: " + std::string(why)};
}

// What follows e or E: a signed whole number.
Result<Suffix> read_exponent(std::string_view text, std::string_view suffix) {
  std::string_view digits = suffix.substr(1);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  if (digits.empty() || count_digits(digits, 0) != digits.size()) {
    return bad_quantity(text, "a whole number must follow the e of an exponent, as in 1e3");
  }
  std::int32_t exponent = 0;
  for (const char digit : digits) {
    exponent = exponent * 10 + (digit - '0');
    if (exponent > kQuantityExponentMax) {
      return bad_quantity(text, "its exponent lies beyond " + std::to_string(kQuantityExponentMax) +
                                    ", the largest that is read");
    }
  }
  return Suffix{"", Quantity::Format::kDecimalExponent, negative ? -exponent : exponent};
}

Result<Suffix> read_suffix(std::string_view text, std::string_view suffix) {
  for (const Suffix& known : kSuffixes) {
    if (known.text == suffix) return known;
  }
  if (suffix.size() > 1 && (suffix[0] == 'e' || suffix[0] == 'E'))
    return read_exponent(text, suffix);
  return bad_quantity(text,
                      "the suffix " + shown(suffix) +
                          " is unknown; use n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei "
                          "or an exponent such as e3");
}

bool is_suffix_letter(char c) {
  return std::string_view("eEinumkKMGTP").find(c) != std::string_view::npos;
}

}  // namespace

struct Quantity::Scanned {
  std::string_view text;
  bool negative = false;
  bool has_digits = false;
  std::string_view whole;  // without leading zeros, but "0" where nothing is left
  std::string_view fraction;
  Format format = Format::kDecimalSI;
  std::int32_t exponent = 0;

  // Of the digits of whole and fraction together.
  std::int32_t scale() const {
    return (format == Format::kBinarySI ? 0 : exponent) -
           static_cast<std::int32_t>(fraction.size());
  }
  // Digits that the first representation has left for this amount; below 0 it does not suffice.
  std::int32_t room() const {
    const auto whole_digits = static_cast<std::int32_t>(whole.size());
    const auto fraction_digits = static_cast<std::int32_t>(fraction.size());
    if (format != Format::kBinarySI) return kSmallDigits - whole_digits - fraction_digits;
    // 2^10 takes about 3 digits.
    return fraction_digits == 0 ? 15 - whole_digits - exponent * 3 / 10 - 1 : -1;
  }
  std::int64_t digits_value() const {
    std::int64_t value = 0;
    for (const char digit : whole) value = value * 10 + (digit - '0');
    for (const char digit : fraction) value = value * 10 + (digit - '0');
    return value;
  }
  bool exceeds_magnitude() const {
    if (whole[0] == '0' || format == Format::kBinarySI) return false;
    return static_cast<std::int32_t>(whole.size()) + exponent > kQuantityExponentMax;
  }
  // Whether Go keeps the text, once parse_small() took it.
  bool keeps_text() const {
    if (format == Format::kBinarySI) return (digits_value() & 7) != 0;
    return scale() % 3 == 0 && whole[0] != '0' && digits_value() % 1000 != 0;
  }
};

Result<Quantity::Scanned> Quantity::scan(std::string_view text) {
  if (text.empty()) return Error{"a quantity must not be empty"};
  if (text.size() > kQuantityTextBytesMax) {
    return bad_quantity(text, "it is " + std::to_string(text.size()) + " bytes long, and " +
                                  std::to_string(kQuantityTextBytesMax) + " are the most");
  }
  Scanned scanned;
  scanned.text = text;
  std::string_view rest = text;
  if (rest[0] == '-' || rest[0] == '+') {
    scanned.negative = rest[0] == '-';
    rest.remove_prefix(1);
  }
  const std::size_t digits = count_digits(rest, 0);
  std::size_t zeros = 0;
  while (zeros < digits && rest[zeros] == '0') ++zeros;
  scanned.whole = zeros < digits ? rest.substr(zeros, digits - zeros) : "0";
  rest.remove_prefix(digits);
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    scanned.fraction = rest.substr(0, count_digits(rest, 0));
    rest.remove_prefix(scanned.fraction.size());
  }
  scanned.has_digits = digits + scanned.fraction.size() > 0;

  std::size_t end = 0;
  while (end < rest.size() && is_suffix_letter(rest[end])) ++end;
  if (end < rest.size() && (rest[end] == '-' || rest[end] == '+')) ++end;
  end += count_digits(rest, end);
  if (end != rest.size()) {
    return bad_quantity(text, "it must be a number with an optional suffix, as in 2, 500m or 16Gi");
  }
  Result<Suffix> suffix = read_suffix(text, rest);
  if (!suffix) return std::move(suffix).error();
  scanned.format = suffix->format;
  scanned.exponent = suffix->exponent;
  if (scanned.exceeds_magnitude()) {
    return bad_quantity(text, "it is 1e" + std::to_string(kQuantityExponentMax) +
                                  " or more, which is past what is read");
  }
  return scanned;
}

std::optional<Quantity> Quantity::parse_small(const Scanned& scanned) {
  if (scanned.room() < 0 || scanned.scale() < kNano) return std::nullopt;
  std::int64_t value = scanned.digits_value();
  if (scanned.format == Format::kBinarySI &&
      __builtin_mul_overflow(value, std::int64_t{1} << scanned.exponent, &value)) {
    return std::nullopt;
  }
  return Quantity(scanned.negative ? -value : value, scanned.scale(), scanned.format);
}

Result<Quantity> Quantity::parse_big(const Scanned& scanned) {
  if (!scanned.has_digits) return bad_quantity(scanned.text, "it has no digits");
  BigDecimal amount;
  amount.unscaled = BigInt::from_digits(std::string(scanned.whole) + std::string(scanned.fraction));
  amount.scale = -scanned.scale();
  Format format = scanned.format;
  if (format == Format::kBinarySI) {
    amount.unscaled.shift_left(static_cast<std::uint32_t>(scanned.exponent));
  }
  if (amount.unscaled.sign() != 0) amount.round_up(-kNano);
  if (format == Format::kBinarySI) {
    const BigDecimal cap{BigInt(INT64_MAX), 0};
    if (compare(amount, cap) > 0) amount = cap;
    if (amount.unscaled.sign() != 0 && compare(amount, {BigInt(1), 0}) < 0) {
      format = Format::kDecimalSI;
    }
  }
  if (scanned.negative) amount.unscaled.negate();
  return Quantity(std::move(amount), format);
}

Result<Quantity> Quantity::parse(std::string_view text) {
  Result<Scanned> scanned = scan(text);
  if (!scanned) return std::move(scanned).error();
  if (std::optional<Quantity> small = parse_small(*scanned)) return *std::move(small);
  return parse_big(*scanned);
}

Result<std::string> Quantity::stored_text(std::string_view text) {
  Result<Scanned> scanned = scan(text);
  if (!scanned) return std::move(scanned).error();
  if (std::optional<Quantity> small = parse_small(*scanned)) {
    return scanned->keeps_text() ? std::string(text) : small->canonical();
  }
  Result<Quantity> big = parse_big(*scanned);
  if (!big) return std::move(big).error();
  return big->canonical();
}

}  // namespace drawbridge::kube
