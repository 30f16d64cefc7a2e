#include "kube/api/big_decimal.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace drawbridge::kube {
namespace {

constexpr std::uint32_t kLimbBits = 32;
// The largest power of ten in a limb.
constexpr std::uint32_t kChunk = 1'000'000'000;
constexpr std::uint32_t kChunkDigits = 9;

constexpr std::uint32_t small_power_of_10(std::uint32_t exponent) {
  std::uint32_t power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value)
                   : static_cast<std::uint64_t>(value);
}

std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}

}  // namespace

BigInt::BigInt(std::int64_t value)
    : limbs_{low(magnitude(value)), low(magnitude(value) >> kLimbBits)}, negative_(value < 0) {
  trim();
}

BigInt BigInt::from_digits(std::string_view digits) {
  BigInt result;
  while (!digits.empty()) {
    const std::string_view piece = digits.substr(0, kChunkDigits);
    std::uint32_t value = 0;
    for (const char digit : piece) value = value * 10 + static_cast<std::uint32_t>(digit - '0');
    result.multiply_add(small_power_of_10(static_cast<std::uint32_t>(piece.size())), value);
    digits.remove_prefix(piece.size());
  }
  return result;
}

void BigInt::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  if (limbs_.empty()) negative_ = false;
}

void BigInt::add_magnitude(const BigInt& other) {
  if (limbs_.size() < other.limbs_.size()) limbs_.resize(other.limbs_.size());
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    carry += limbs_[i];
    if (i < other.limbs_.size()) carry += other.limbs_[i];
    limbs_[i] = low(carry);
    carry >>= kLimbBits;
  }
  if (carry != 0) limbs_.push_back(low(carry));
}

void BigInt::subtract_magnitude(const BigInt& other) {
  std::int64_t borrow = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    borrow += limbs_[i];
    if (i < other.limbs_.size()) borrow -= other.limbs_[i];
    limbs_[i] = low(static_cast<std::uint64_t>(borrow));
    borrow >>= kLimbBits;
  }
  trim();
}

void BigInt::add(const BigInt& other) {
  if (other.limbs_.empty()) return;
  if (limbs_.empty() || negative_ == other.negative_) {
    negative_ = other.negative_;
    add_magnitude(other);
  } else if (compare_magnitude(*this, other) >= 0) {
    subtract_magnitude(other);
  } else {
    BigInt larger = other;
    larger.subtract_magnitude(*this);
    *this = std::move(larger);
  }
}

void BigInt::multiply(const BigInt& other) {
  std::vector<std::uint32_t> product(limbs_.size() + other.limbs_.size());
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < other.limbs_.size(); ++j) {
      carry += std::uint64_t{limbs_[i]} * other.limbs_[j] + product[i + j];
      product[i + j] = low(carry);
      carry >>= kLimbBits;
    }
    product[i + other.limbs_.size()] = low(carry);
  }
  negative_ = negative_ != other.negative_;
  limbs_ = std::move(product);
  trim();
}

void BigInt::multiply_add(std::uint32_t factor, std::uint32_t summand) {
  std::uint64_t carry = summand;
  for (std::uint32_t& limb : limbs_) {
    carry += std::uint64_t{limb} * factor;
    limb = low(carry);
    carry >>= kLimbBits;
  }
  if (carry != 0) limbs_.push_back(low(carry));
  trim();
}

void BigInt::multiply_power_of_10(std::uint32_t exponent) {
  for (; exponent >= kChunkDigits; exponent -= kChunkDigits) multiply_add(kChunk, 0);
  if (exponent > 0) multiply_add(small_power_of_10(exponent), 0);
}

void BigInt::shift_left(std::uint32_t bits) {
  if (limbs_.empty()) return;
  if (bits % kLimbBits != 0) multiply_add(std::uint32_t{1} << (bits % kLimbBits), 0);
  limbs_.insert(limbs_.begin(), bits / kLimbBits, 0);
}

std::uint32_t BigInt::divide(std::uint32_t divisor) {
  std::uint64_t remainder = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    remainder = (remainder << kLimbBits) | limbs_[i];
    limbs_[i] = low(remainder / divisor);
    remainder %= divisor;
  }
  trim();
  return low(remainder);
}

bool BigInt::divide_power_of_10(std::uint32_t exponent) {
  bool rest = false;
  for (; exponent >= kChunkDigits && !limbs_.empty(); exponent -= kChunkDigits) {
    rest = divide(kChunk) != 0 || rest;
  }
  if (exponent == 0 || limbs_.empty()) return rest;
  return divide(small_power_of_10(exponent)) != 0 || rest;
}

std::int64_t BigInt::low_int64() const {
  std::uint64_t bits = limbs_.empty() ? 0 : limbs_[0];
  if (limbs_.size() > 1) bits |= std::uint64_t{limbs_[1]} << kLimbBits;
  return static_cast<std::int64_t>(negative_ ? std::uint64_t{0} - bits : bits);
}

bool BigInt::fits_int64() const {
  return BigInt(low_int64()) == *this;
}

double BigInt::to_double() const {
  if (limbs_.empty()) return 0;
  const auto bits = static_cast<std::uint32_t>(limbs_.size() * kLimbBits) -
                    static_cast<std::uint32_t>(std::countl_zero(limbs_.back()));
  // The highest 64 bits, the lowest of them set where anything below them is: the conversion from
  // an integer then rounds as it would with all bits.
  std::uint64_t top = 0;
  bool rest = false;
  const std::uint32_t skipped = bits > 64 ? bits - 64 : 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    const auto at = static_cast<std::int64_t>(i * kLimbBits) - std::int64_t{skipped};
    if (at >= 0) {
      top |= std::uint64_t{limbs_[i]} << at;
    } else if (at > -std::int64_t{kLimbBits}) {
      top |= limbs_[i] >> -at;
      rest = rest || (limbs_[i] & ((std::uint32_t{1} << -at) - 1)) != 0;
    } else {
      rest = rest || limbs_[i] != 0;
    }
  }
  if (rest) top |= 1;
  const double result = std::ldexp(static_cast<double>(top), static_cast<int>(skipped));
  return negative_ ? -result : result;
}

std::string BigInt::text() const {
  if (limbs_.empty()) return "0";
  std::string reversed;
  BigInt rest = *this;
  while (!rest.limbs_.empty()) {
    std::uint32_t chunk = rest.divide(kChunk);
    for (std::uint32_t i = 0; i < kChunkDigits; ++i) {
      reversed += static_cast<char>('0' + chunk % 10);
      chunk /= 10;
    }
  }
  reversed.resize(reversed.find_last_not_of('0') + 1);
  if (negative_) reversed += '-';
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

std::strong_ordering BigInt::compare_magnitude(const BigInt& a, const BigInt& b) {
  if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() <=> b.limbs_.size();
  for (std::size_t i = a.limbs_.size(); i-- > 0;) {
    if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] <=> b.limbs_[i];
  }
  return std::strong_ordering::equal;
}

std::strong_ordering operator<=>(const BigInt& a, const BigInt& b) {
  if (a.sign() != b.sign()) return a.sign() <=> b.sign();
  return a.negative_ ? BigInt::compare_magnitude(b, a) : BigInt::compare_magnitude(a, b);
}

bool BigDecimal::round_up(std::int32_t to_scale) {
  if (to_scale >= scale) {
    rescale(to_scale);
    return true;
  }
  // A quotient of 0 has no sign.
  const int sign = unscaled.sign();
  const bool rest = unscaled.divide_power_of_10(static_cast<std::uint32_t>(scale - to_scale));
  if (rest) unscaled.add(BigInt(sign));
  scale = to_scale;
  return !rest;
}

void BigDecimal::rescale(std::int32_t to_scale) {
  unscaled.multiply_power_of_10(static_cast<std::uint32_t>(to_scale - scale));
  scale = to_scale;
}

void BigDecimal::add(BigDecimal other) {
  if (scale < other.scale) rescale(other.scale);
  if (other.scale < scale) other.rescale(scale);
  unscaled.add(other.unscaled);
}

std::strong_ordering compare(BigDecimal a, BigDecimal b) {
  if (a.scale < b.scale) a.rescale(b.scale);
  if (b.scale < a.scale) b.rescale(a.scale);
  return a.unscaled <=> b.unscaled;
}

}  // namespace drawbridge::kube
