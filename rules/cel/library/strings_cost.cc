// What the string functions cost (apiserver pkg/cel/library/cost.go and, for format() and quote(),
// cel-go's own).
#include <algorithm>
#include <cmath>

#include "rules/cel/library/strings_parts.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

std::optional<CallEstimate> estimate_of_indexing(const EstimatedNode* target,
                                                 std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return CallEstimate{scale(target->size, kStringTraversalCostFactor)};
}

std::optional<CallEstimate> estimate_of_transforming(const EstimatedNode* target,
                                                     std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return CallEstimate{scale(target->size, kStringTraversalCostFactor), target->size};
}

// Going through the text, and making as much.
std::uint64_t cost_of_making(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_passes(size_for_cost(args[0]), 2);
}

std::uint64_t cost_of_joining(std::span<const Value> /*args*/, const Value& result) {
  return cost_of_passes(size_for_cost(result), 2);
}

std::uint64_t divided(std::uint64_t a, std::uint64_t b) {
  const double quotient = std::ceil(static_cast<double>(a) / static_cast<double>(b));
  return quotient >= static_cast<double>(UINT64_MAX) ? UINT64_MAX
                                                     : static_cast<std::uint64_t>(quotient);
}

// How often a text may be replaced, and how much of the old one stays besides.
struct Replacing {
  std::uint64_t count = 0;
  std::uint64_t kept = 0;
};

// An empty text stands around every code point; one that does not shrink (grow) the result counts
// as never replaced in the maximum (minimum).
Replacing replacing(std::uint64_t size, std::uint64_t old_size, bool changes_little) {
  if (old_size == 0) return {saturating_add(size, std::uint64_t{1}), size};
  if (changes_little) return {0, size};
  return {divided(size, old_size), 0};
}

std::optional<CallEstimate> estimate_of_replacing(const EstimatedNode* target,
                                                  std::span<const EstimatedNode> args) {
  if (target == nullptr || args.size() < 2) return std::nullopt;
  const SizeEstimate size = target->size;
  const SizeEstimate old = args[0].size;
  const SizeEstimate replacement = args[1].size;
  const Replacing longest = replacing(size.max, old.min, replacement.max <= old.min);
  const Replacing shortest = replacing(size.min, old.max, old.max <= replacement.min);
  const SizeEstimate result =
      add(multiply({shortest.count, longest.count}, replacement), {shortest.kept, longest.kept});
  return CallEstimate{scale(size, 2 * kStringTraversalCostFactor), result};
}

std::optional<CallEstimate> estimate_of_splitting(const EstimatedNode* target,
                                                  std::span<const EstimatedNode> args) {
  if (target == nullptr) return std::nullopt;
  std::uint64_t parts_max = target->size.max;
  const bool limited =
      args.size() > 1 && args[1].expr != nullptr && args[1].expr->kind == ExprKind::kInt;
  if (limited) parts_max = static_cast<std::uint64_t>(args[1].expr->int_value);
  return CallEstimate{scale(target->size, 2 * kStringTraversalCostFactor),
                      SizeEstimate{0, parts_max}};
}

std::optional<CallEstimate> estimate_of_joining(const EstimatedNode* target,
                                                std::span<const EstimatedNode> args) {
  if (target == nullptr) return std::nullopt;
  const SizeEstimate count = target->size;
  SizeEstimate size;
  if (target->has_element) size = multiply(count, target->element);
  if (!args.empty()) {
    const SizeEstimate separators{count.min > 0 ? count.min - 1 : 0,
                                  count.max > 0 ? count.max - 1 : 0};
    size = add(size, multiply(args[0].size, separators));
  }
  return CallEstimate{scale(size, kStringTraversalCostFactor), size};
}

std::optional<CallEstimate> estimate_of_formatting(const EstimatedNode* target,
                                                   std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return CallEstimate{scale(target->size, kStringTraversalCostFactor)};
}

std::optional<CallEstimate> estimate_of_quoting(const EstimatedNode* /*target*/,
                                                std::span<const EstimatedNode> args) {
  const SizeEstimate size = args[0].size;
  // At most every code point is escaped. An unknown size comes to nothing: cel-go's sum wraps
  // round.
  const SizeEstimate escaped{size.min + 2, size.max * 2 + 2};
  return CallEstimate{scale(size, kStringTraversalCostFactor), escaped};
}

}  // namespace

const StringCost kCostOfIndexing{cost_of_traversal, estimate_of_indexing};
const StringCost kCostOfTransforming{cost_of_parsing, estimate_of_transforming};
const StringCost kCostOfReplacing{cost_of_making, estimate_of_replacing};
const StringCost kCostOfSplitting{cost_of_making, estimate_of_splitting};
const StringCost kCostOfJoining{cost_of_joining, estimate_of_joining};
const StringCost kCostOfFormatting{cost_of_parsing, estimate_of_formatting};
const StringCost kCostOfQuoting{cost_of_parsing, estimate_of_quoting};

}  // namespace drawbridge::cel
