// Sums and products that stay at the largest number instead of going past it.
#pragma once

#include <concepts>
#include <limits>

namespace drawbridge::kube {

// Precondition of both: neither number is negative.
template <std::integral T>
constexpr T saturating_add(T a, T b) {
  constexpr T kMax = std::numeric_limits<T>::max();
  return a > kMax - b ? kMax : static_cast<T>(a + b);
}
template <std::integral T>
constexpr T saturating_multiply(T a, T b) {
  constexpr T kMax = std::numeric_limits<T>::max();
  return b != 0 && a > kMax / b ? kMax : static_cast<T>(a * b);
}

}  // namespace drawbridge::kube
