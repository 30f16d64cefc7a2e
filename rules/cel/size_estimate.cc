#include "rules/cel/size_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kube/api/saturating.h"

namespace drawbridge::cel {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

using kube::saturating_add;
using kube::saturating_multiply;

std::uint64_t scaled(std::uint64_t value, double factor) {
  const double product = std::ceil(static_cast<double>(value) * factor);
  // The double next to 2^64-1 is 2^64: what reaches it does not fit.
  return product >= static_cast<double>(kMax) ? kMax : static_cast<std::uint64_t>(product);
}

}  // namespace

Range add(Range a, Range b) {
  return {saturating_add(a.min, b.min), saturating_add(a.max, b.max)};
}

Range multiply(Range a, Range b) {
  return {saturating_multiply(a.min, b.min), saturating_multiply(a.max, b.max)};
}

Range either(Range a, Range b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

Range scale(Range a, double factor) {
  return {scaled(a.min, factor), scaled(a.max, factor)};
}

}  // namespace drawbridge::cel
