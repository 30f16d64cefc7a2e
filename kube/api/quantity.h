// Quantity: an amount of a resource, as k8s.io/apimachinery's resource.Quantity.
//
// The Go type is two types in one: an int64 with a decimal scale where that suffices, else a
// decimal of any precision (inf.Dec), and which of the two a value happens to be can be seen from
// outside: as_int64() says no to "1.0Gi", and value() overflows differently. Since the scheduler,
// the quota controller and CEL read quantities through that type, the same distinction is kept
// here, quirks included; where one matters the method says so.
// test/kube/quantity_differential_test.cc holds the two together.
//
// The one difference: parse() refuses text longer than kQuantityTextBytesMax, and exponents and
// amounts beyond kQuantityExponentMax, which Go accepts and then spends unbounded time and memory
// on.
//
// A value like any other: copying is cheap, const methods are safe for any number of threads.
// Nothing is allocated for amounts of up to 18 digits.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::kube {

inline constexpr std::size_t kQuantityTextBytesMax = 512;
// The exponent after e or E lies within +-this, and an amount stays below 10 to this power. Numbers
// of JSON end at e308.
inline constexpr std::int32_t kQuantityExponentMax = 500;

struct BigDecimal;

class Quantity {
 public:
  // How the amount is written; what was parsed is written in the style that it was read in.
  enum class Format : std::uint8_t { kDecimalSI, kBinarySI, kDecimalExponent };

  Quantity() = default;  // 0

  // ParseQuantity: [+-]digits[.digits] and a suffix: n u m k M G T P E, Ki Mi Gi Ti Pi Ei, or e3,
  // E-3. Amounts are rounded away from zero to whole nanos, except that up to 18 digits are always
  // kept where the scale allows it; with a binary suffix they end at 2^63-1. As in Go, a sign, a
  // dot, or nothing before a suffix of up to Ti ("Gi") is 0. White space is refused.
  static Result<Quantity> parse(std::string_view text);
  // As the API server reads the field: a string (white space around it ignored), a number, or null,
  // which is 0.
  static Result<Quantity> from_json(const Json& json);
  // The same of a field that may be absent: nothing for null, and for what is no quantity.
  static std::optional<Quantity> if_given(const Json& json);
  // NewQuantity.
  static Quantity from_int(std::int64_t value, Format format = Format::kDecimalSI);

  // What the API server stores and sends back for `text`: the canonical form, except that a text
  // which Go takes for canonical already stays as it is ("+5", "1.500", "1E3").
  static Result<std::string> stored_text(std::string_view text);

  Format format() const { return format_; }

  // The text with the largest suffix that leaves no fraction: "1536Mi", "1500m". Binary amounts
  // below 1024 or with a fraction are written as decimal ones. As in Go, an amount past the last
  // suffix (1000E) loses that exponent: it has no faithful text.
  std::string canonical() const;

  // About how many decimal digits arithmetic goes through; 0 where an int64 suffices.
  std::size_t big_digits() const;

  bool is_zero() const { return sign() == 0; }
  int sign() const;  // -1, 0, 1

  // Value() and MilliValue(): the amount in ones and in thousandths, rounded away from zero. Past
  // 64 bits the result is meaningless, 0 included (for "100E"), and so it is for a negative
  // fraction in Go's second representation (1 for "-0.1n"): where amounts are not known to be
  // small, compare, or use checked_value().
  std::int64_t value() const;
  std::int64_t milli_value() const;

  // AsInt64(), and so CEL's asInteger() and isInteger(): the amount where it is held as a whole
  // int64; nothing for "1000m", "1.0Gi" and 19 digits, whole though they are. To learn whether an
  // amount is whole, compare it with its checked_value().
  std::optional<std::int64_t> as_int64() const;

  // The amount rounded away from zero, whatever its representation; nothing past 64 bits. Not in
  // Go.
  std::optional<std::int64_t> checked_value() const;
  // The amount where it is a whole number, however it is written ("2", "2000m"); nothing past 64
  // bits. Not in Go.
  std::optional<std::int64_t> whole() const;

  // AsApproximateFloat64(), to the last bit.
  double approximate_double() const;

  // A zero on the left takes the format of `other`.
  Quantity& add(const Quantity& other);
  Quantity& sub(const Quantity& other);
  Quantity multiplied_by(std::int64_t factor) const;
  // Exactly, as inf.Dec multiplies; in the format of the first.
  Quantity multiplied_by(const Quantity& factor) const;

  // By amount, exactly; "1Ki" equals "1024".
  friend std::strong_ordering operator<=>(const Quantity& a, const Quantity& b);
  friend bool operator==(const Quantity& a, const Quantity& b) { return (a <=> b) == 0; }

 private:
  struct Scanned;
  Quantity(std::int64_t value, std::int32_t scale, Format format)
      : value_(value), scale_(scale), format_(format) {}
  Quantity(BigDecimal&& big, Format format);
  static Result<Scanned> scan(std::string_view text);
  static std::optional<Quantity> parse_small(const Scanned& scanned);
  static Result<Quantity> parse_big(const Scanned& scanned);

  BigDecimal to_big() const;
  // Adds other, or its negative.
  Quantity& accumulate(const Quantity& other, bool negate);
  bool accumulate_small(std::int64_t value, std::int32_t scale);
  std::int64_t scaled_value(std::int32_t scale) const;
  bool is_below_1024() const;
  bool is_whole() const;

  // value_ * 10^scale_, unless big_ is set.
  std::int64_t value_ = 0;
  std::int32_t scale_ = 0;
  Format format_ = Format::kDecimalSI;
  std::shared_ptr<const BigDecimal> big_;
};

}  // namespace drawbridge::kube
