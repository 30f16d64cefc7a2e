// Sizes and costs that are known only within bounds, as cel-go's checker.SizeEstimate and
// CostEstimate. All arithmetic saturates at 2^64-1, which also stands for "unknown".
#pragma once

#include <cstdint>

namespace drawbridge::cel {

struct Range {
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

// Code points of a string, bytes, elements, entries.
using SizeEstimate = Range;
// Kubernetes' cost units.
using CostEstimate = Range;

inline constexpr Range kUnknownSize{0, UINT64_MAX};

Range add(Range a, Range b);
Range multiply(Range a, Range b);
// Either of the two: the smaller minimum and the larger maximum.
Range either(Range a, Range b);
// Each bound times `factor`, rounded up (cel-go: MultiplyByCostFactor).
Range scale(Range a, double factor);

// Factors of cel-go's common/cost.go.
inline constexpr double kStringTraversalCostFactor = 0.1;
inline constexpr double kRegexStringLengthCostFactor = 0.25;
inline constexpr std::uint64_t kSelectAndIdentCost = 1;
inline constexpr std::uint64_t kConstCost = 0;
inline constexpr std::uint64_t kListCreateBaseCost = 10;
inline constexpr std::uint64_t kMapCreateBaseCost = 30;
inline constexpr std::uint64_t kStructCreateBaseCost = 40;

}  // namespace drawbridge::cel
