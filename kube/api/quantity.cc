#include "kube/api/quantity.h"

#include <array>
#include <limits>
#include <utility>

#include "kube/api/big_decimal.h"

namespace drawbridge::kube {
namespace {

__extension__ typedef __int128 Int128;

// Powers of ten that an int64 holds.
constexpr std::int32_t kPowersMax = 18;
constexpr std::array<std::int64_t, kPowersMax + 1> kPowers = [] {
  std::array<std::int64_t, kPowersMax + 1> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

std::int64_t power_of_10(std::int32_t exponent) {
  return kPowers[static_cast<std::size_t>(exponent)];
}

// value * 10^exponent. Precondition: exponent >= 0.
std::optional<std::int64_t> scale_up(std::int64_t value, std::int32_t exponent) {
  if (value == 0) return 0;
  if (exponent > kPowersMax) return std::nullopt;
  std::int64_t result;
  if (__builtin_mul_overflow(value, power_of_10(exponent), &result)) return std::nullopt;
  return result;
}

struct Rounded {
  std::int64_t value;
  bool exact;
};
// value / 10^exponent, away from zero. Precondition: exponent >= 0.
Rounded scale_down(std::int64_t value, std::int32_t exponent) {
  const int sign = value < 0 ? -1 : 1;
  if (exponent > kPowersMax) return {value == 0 ? 0 : sign, value == 0};
  const std::int64_t quotient = value / power_of_10(exponent);
  const bool exact = value % power_of_10(exponent) == 0;
  return {exact ? quotient : quotient + sign, exact};
}

// Go's int64(math.Pow10(exponent)) on amd64: the smallest int64 where the power does not fit.
std::int64_t power_of_10_as_go(std::int32_t exponent) {
  return exponent <= kPowersMax ? power_of_10(exponent) : std::numeric_limits<std::int64_t>::min();
}

std::int64_t wrapping_multiply(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

std::int64_t wrapping_negate(std::int64_t a) {
  return static_cast<std::int64_t>(std::uint64_t{0} - static_cast<std::uint64_t>(a));
}

// Go hands out what is left of a product past 64 bits where it has a function for the factor
// (positiveScaleInt64), else 0.
std::int64_t scale_up_as_go(std::int64_t value, std::int32_t exponent) {
  if (const std::optional<std::int64_t> fits = scale_up(value, exponent)) return *fits;
  const bool own_function = exponent <= 3 || exponent == 6 || exponent == 9;
  if (!own_function || value == std::numeric_limits<std::int64_t>::min()) return 0;
  return wrapping_multiply(value, power_of_10(exponent));
}

// scaledValue of Go's scale_int.go: amount / 10^scale, rounded up as long as nothing overflows.
std::int64_t scaled_big(const BigDecimal& amount, std::int32_t scale) {
  const std::int32_t shift = amount.scale + scale;
  const std::int64_t low = amount.unscaled.low_int64();
  if (shift == 0) return low;
  if (shift < 0) return wrapping_multiply(low, power_of_10_as_go(-shift));
  if (amount.unscaled < BigInt(INT64_MAX) && shift <= kPowersMax) {
    // Go adds 1 to negative amounts too.
    return low / power_of_10(shift) + (low % power_of_10(shift) != 0 ? 1 : 0);
  }
  // Euclidean division, then 1 more where something is left: the ceiling.
  BigInt quotient = amount.unscaled;
  const bool rest = quotient.divide_power_of_10(static_cast<std::uint32_t>(shift));
  if (rest && amount.unscaled.sign() > 0) quotient.add(BigInt(1));
  return quotient.low_int64();
}

// Divides by `factor` as long as that leaves nothing; returns how often. Precondition: not 0.
std::int32_t remove_factors(std::int64_t& value, std::int64_t factor) {
  // Go can't negate the smallest int64, and takes no factor out of it.
  if (value == std::numeric_limits<std::int64_t>::min()) return 0;
  std::int32_t times = 0;
  for (; value % factor == 0; ++times) value /= factor;
  return times;
}

std::int32_t remove_factors(BigInt& value, std::uint32_t factor) {
  std::int32_t times = 0;
  for (BigInt quotient = value; quotient.divide(factor) == 0; ++times) value = quotient;
  return times;
}

// "" where there is none: Go leaves it out as well.
std::string decimal_suffix(std::int32_t exponent, Quantity::Format format) {
  if (exponent == 0) return "";
  if (format == Quantity::Format::kDecimalExponent) return "e" + std::to_string(exponent);
  constexpr std::array<const char*, 10> kSuffixes = {"n", "u", "m", "",  "k",
                                                     "M", "G", "T", "P", "E"};
  const std::int32_t index = exponent / 3 + 3;
  if (index < 0 || index >= static_cast<std::int32_t>(kSuffixes.size())) return "";
  return kSuffixes[static_cast<std::size_t>(index)];
}

std::string binary_suffix(std::int32_t times) {
  constexpr std::array<const char*, 7> kSuffixes = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  return times < static_cast<std::int32_t>(kSuffixes.size())
             ? kSuffixes[static_cast<std::size_t>(times)]
             : "";
}

std::string decimal_text(BigDecimal amount, Quantity::Format format) {
  std::int32_t exponent = remove_factors(amount.unscaled, 10) - amount.scale;
  for (; exponent % 3 != 0; --exponent) amount.unscaled.multiply_add(10, 0);
  return amount.unscaled.text() + decimal_suffix(exponent, format);
}

std::string binary_text(BigDecimal amount) {
  amount.round_up(0);
  const std::int32_t times = remove_factors(amount.unscaled, 1024);
  return amount.unscaled.text() + binary_suffix(times);
}

// math.Pow10, which is a product of two table entries and so not always the nearest double.
double pow10_as_go(std::int32_t exponent) {
  constexpr std::array<double, 32> kUnits = {1e00, 1e01, 1e02, 1e03, 1e04, 1e05, 1e06, 1e07,
                                             1e08, 1e09, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23,
                                             1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31};
  constexpr std::array<double, 10> kUp = {1e00,  1e32,  1e64,  1e96,  1e128,
                                          1e160, 1e192, 1e224, 1e256, 1e288};
  constexpr std::array<double, 11> kDown = {1e-00,  1e-32,  1e-64,  1e-96,  1e-128, 1e-160,
                                            1e-192, 1e-224, 1e-256, 1e-288, 1e-320};
  if (exponent > 308) return std::numeric_limits<double>::infinity();
  if (exponent < -323) return 0;
  const auto size = static_cast<std::size_t>(exponent < 0 ? -exponent : exponent);
  return exponent < 0 ? kDown[size / 32] / kUnits[size % 32] : kUp[size / 32] * kUnits[size % 32];
}

}  // namespace

Quantity::Quantity(BigDecimal&& big, Format format)
    : format_(format), big_(std::make_shared<const BigDecimal>(std::move(big))) {}

Quantity Quantity::from_int(std::int64_t value, Format format) {
  return {value, 0, format};
}

BigDecimal Quantity::to_big() const {
  if (big_) return *big_;
  return {BigInt(value_), -scale_};
}

std::size_t Quantity::big_digits() const {
  constexpr std::size_t kDigitsPerLimb = 10;
  if (!big_) {
    const auto shift = static_cast<std::size_t>(scale_ < 0 ? -scale_ : scale_);
    return shift <= static_cast<std::size_t>(kPowersMax) ? 0 : shift;
  }
  return big_->unscaled.limbs() * kDigitsPerLimb +
         static_cast<std::size_t>(big_->scale < 0 ? -big_->scale : big_->scale);
}

int Quantity::sign() const {
  if (big_) return big_->unscaled.sign();
  return value_ == 0 ? 0 : (value_ < 0 ? -1 : 1);
}

std::int64_t Quantity::scaled_value(std::int32_t scale) const {
  if (big_) return scaled_big(*big_, scale);
  if (scale_ < scale) return scale_down(value_, scale - scale_).value;
  return scale_up_as_go(value_, scale_ - scale);
}

std::int64_t Quantity::value() const {
  return scaled_value(0);
}
std::int64_t Quantity::milli_value() const {
  return scaled_value(-3);
}

std::optional<std::int64_t> Quantity::as_int64() const {
  if (big_ || scale_ < 0) return std::nullopt;
  return scale_up(value_, scale_);
}

std::optional<std::int64_t> Quantity::checked_value() const {
  if (!big_) return scale_ < 0 ? scale_down(value_, -scale_).value : scale_up(value_, scale_);
  BigDecimal rounded = *big_;
  rounded.round_up(0);
  if (!rounded.unscaled.fits_int64()) return std::nullopt;
  return rounded.unscaled.low_int64();
}

std::optional<std::int64_t> Quantity::whole() const {
  const std::optional<std::int64_t> value = checked_value();
  return value && *this == from_int(*value) ? value : std::nullopt;
}

double Quantity::approximate_double() const {
  const double base = big_ ? big_->unscaled.to_double() : static_cast<double>(value_);
  const std::int32_t exponent = big_ ? -big_->scale : scale_;
  return exponent == 0 ? base : base * pow10_as_go(exponent);
}

bool Quantity::is_below_1024() const {
  return *this > from_int(-1024) && *this < from_int(1024);
}

bool Quantity::is_whole() const {
  if (big_) return BigDecimal(*big_).round_up(0);
  return scale_ >= 0 || scale_down(value_, -scale_).exact;
}

std::string Quantity::canonical() const {
  if (is_zero()) return "0";
  if (format_ == Format::kBinarySI && !is_below_1024() && is_whole()) {
    std::optional<std::int64_t> whole = big_ ? std::nullopt : checked_value();
    if (!whole) return binary_text(to_big());
    const std::int32_t times = remove_factors(*whole, 1024);
    return std::to_string(*whole) + binary_suffix(times);
  }
  const Format format = format_ == Format::kBinarySI ? Format::kDecimalSI : format_;
  if (big_) return decimal_text(*big_, format);
  std::int64_t amount = value_;
  const std::int32_t exponent = scale_ + remove_factors(amount, 10);
  const std::int32_t extra = ((exponent % 3) + 3) % 3;
  const std::optional<std::int64_t> scaled = scale_up(amount, extra);
  if (!scaled) return decimal_text(to_big(), format);
  return std::to_string(*scaled) + decimal_suffix(exponent - extra, format);
}

// int64Amount.Add: false, and nothing done, where the sum does not fit.
bool Quantity::accumulate_small(std::int64_t value, std::int32_t scale) {
  if (value == 0) return true;
  if (value_ == 0) {
    value_ = value;
    scale_ = scale;
    return true;
  }
  const std::int32_t lower = scale_ < scale ? scale_ : scale;
  const std::optional<std::int64_t> mine = scale_up(value_, scale_ - lower);
  const std::optional<std::int64_t> theirs = scale_up(value, scale - lower);
  std::int64_t sum;
  if (!mine || !theirs || __builtin_add_overflow(*mine, *theirs, &sum)) return false;
  value_ = sum;
  scale_ = lower;
  return true;
}

Quantity& Quantity::accumulate(const Quantity& other, bool negate) {
  if (is_zero()) format_ = other.format_;
  if (!big_ && !other.big_) {
    const std::int64_t value = negate ? wrapping_negate(other.value_) : other.value_;
    if (accumulate_small(value, other.scale_)) return *this;
  }
  BigDecimal summand = other.to_big();
  if (negate) summand.unscaled.negate();
  BigDecimal sum = to_big();
  sum.add(std::move(summand));
  return *this = Quantity(std::move(sum), format_);
}

Quantity& Quantity::add(const Quantity& other) {
  return accumulate(other, false);
}
Quantity& Quantity::sub(const Quantity& other) {
  return accumulate(other, true);
}

Quantity Quantity::multiplied_by(std::int64_t factor) const {
  if (!big_) {
    if (value_ == 0) return *this;
    if (factor == 0) return {0, 0, format_};
    // As Go, which moves to the second representation also where the product is not a whole int64.
    std::int64_t product;
    if (!__builtin_mul_overflow(value_, factor, &product) &&
        (scale_ >= 0 ? scale_up(product, scale_).has_value()
                     : scale_down(product, -scale_).exact)) {
      return {product, scale_, format_};
    }
  }
  BigDecimal product = to_big();
  product.unscaled.multiply(BigInt(factor));
  return {std::move(product), format_};
}

Quantity Quantity::multiplied_by(const Quantity& factor) const {
  if (const std::optional<std::int64_t> whole = factor.as_int64()) return multiplied_by(*whole);
  BigDecimal product = to_big();
  const BigDecimal by = factor.to_big();
  product.unscaled.multiply(by.unscaled);
  product.scale += by.scale;
  return {std::move(product), format_};
}

std::strong_ordering operator<=>(const Quantity& a, const Quantity& b) {
  if (!a.big_ && !b.big_) {
    const std::int32_t shift = a.scale_ - b.scale_;
    if (shift == 0) return a.value_ <=> b.value_;
    if (shift > 0 && shift <= kPowersMax) {
      return Int128{a.value_} * power_of_10(shift) <=> Int128{b.value_};
    }
    if (shift < 0 && shift >= -kPowersMax) {
      return Int128{a.value_} <=> Int128{b.value_} * power_of_10(-shift);
    }
  }
  if (a.sign() != b.sign()) return a.sign() <=> b.sign();
  return compare(a.to_big(), b.to_big());
}

}  // namespace drawbridge::kube
