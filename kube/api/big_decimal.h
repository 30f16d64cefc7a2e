// BigInt and BigDecimal: exact arithmetic for the few quantities that an int64 can't hold.
//
// Schoolbook algorithms: sizes are bounded by kQuantityTextBytesMax and kQuantityExponentMax, some
// 100 limbs at most.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::kube {

class BigInt {
 public:
  BigInt() = default;  // 0
  explicit BigInt(std::int64_t value);
  // Precondition: digits only; may be empty (0).
  static BigInt from_digits(std::string_view digits);

  int sign() const { return limbs_.empty() ? 0 : (negative_ ? -1 : 1); }
  void negate() { negative_ = !negative_ && !limbs_.empty(); }

  void add(const BigInt& other);
  void multiply(const BigInt& other);
  // Multiplies the magnitude by `factor` and adds `summand` to it.
  void multiply_add(std::uint32_t factor, std::uint32_t summand);
  void multiply_power_of_10(std::uint32_t exponent);
  void shift_left(std::uint32_t bits);
  // Divides the magnitude, rounding towards zero, and returns what is left of it. Precondition: not
  // 0.
  std::uint32_t divide(std::uint32_t divisor);
  // The same by 10^exponent; returns whether anything is left.
  bool divide_power_of_10(std::uint32_t exponent);

  // The lowest 64 bits in two's complement (big.Int's Int64).
  std::int64_t low_int64() const;
  bool fits_int64() const;
  // To the nearest double, ties to even.
  double to_double() const;
  std::string text() const;
  // Of 32 bits each, in the magnitude.
  std::size_t limbs() const { return limbs_.size(); }

  friend std::strong_ordering operator<=>(const BigInt& a, const BigInt& b);
  friend bool operator==(const BigInt& a, const BigInt& b) = default;

 private:
  static std::strong_ordering compare_magnitude(const BigInt& a, const BigInt& b);
  void add_magnitude(const BigInt& other);
  // Precondition: the magnitude is at least the other's.
  void subtract_magnitude(const BigInt& other);
  void trim();

  // Lowest first, the highest not 0; empty for 0, which is never negative.
  std::vector<std::uint32_t> limbs_;
  bool negative_ = false;
};

// unscaled * 10^-scale, as inf.Dec.
struct BigDecimal {
  BigInt unscaled;
  std::int32_t scale = 0;

  // To the scale given, away from zero; returns whether nothing was lost.
  bool round_up(std::int32_t to_scale);
  // Precondition: to_scale >= scale.
  void rescale(std::int32_t to_scale);
  void add(BigDecimal other);
};

std::strong_ordering compare(BigDecimal a, BigDecimal b);

}  // namespace drawbridge::kube
