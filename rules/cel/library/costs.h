// Costs that several libraries count alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "rules/cel/function.h"
#include "rules/cel/size_estimate.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {

// A tenth of what is traversed, rounded up: kStringTraversalCostFactor in whole numbers.
inline std::uint64_t traversal_cost(std::uint64_t size) {
  return size / 10 + (size % 10 != 0 ? 1 : 0);
}

inline CostEstimate traversal_cost(SizeEstimate size) {
  return scale(size, kStringTraversalCostFactor);
}

// Traversing the shorter of two.
inline std::uint64_t comparison_cost(std::span<const Value> args, const Value&) {
  return traversal_cost(smaller_size_for_cost(args[0], args[1]));
}

inline std::optional<CallEstimate> estimate_comparison(const EstimatedNode*,
                                                       std::span<const EstimatedNode> args) {
  const std::uint64_t shorter = std::min(args[0].size.max, args[1].size.max);
  return CallEstimate{traversal_cost(SizeEstimate{shorter > 0 ? 1U : 0U, shorter})};
}

}  // namespace drawbridge::cel
