// cel-go's list functions, version 3 (ext/lists.go): slice, range, reverse and distinct; flatten
// and sorting have their own files.
#include <algorithm>
#include <string>

#include "rules/cel/library/libraries.h"
#include "rules/cel/library/list_parts.h"
#include "rules/cel/library/lists_1_36.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

// 0, 1, 2, ...: computed when read.
class RangeList final : public HostList {
 public:
  explicit RangeList(std::size_t size) : size_(size) {}
  std::size_t size() const override { return size_; }
  Value element(std::size_t index) const override {
    return Value::integer(static_cast<std::int64_t>(index));
  }

 private:
  std::size_t size_;
};

// cel-go 0.29: ListsMaxRangeSize.
constexpr std::int64_t kRangeMax = 1'000'000;

Value make_range(Evaluation& evaluation, std::int64_t size) {
  return Value::list(evaluation.make<RangeList>(static_cast<std::size_t>(size)));
}

Value range(Evaluation& evaluation, std::span<const Value> args) {
  const std::int64_t size = args[0].as_int();
  if (size < 0) {
    return evaluation.error("lists.range: size must be non-negative, got " + std::to_string(size));
  }
  if (size > kRangeMax) {
    return evaluation.error("lists.range: size " + std::to_string(size) +
                            " exceeds maximum allowed (" + std::to_string(kRangeMax) + ")");
  }
  return make_range(evaluation, size);
}

Value slice(Evaluation& evaluation, std::span<const Value> args) {
  const Value& list = args[0];
  const std::int64_t start = args[1].as_int();
  const std::int64_t end = args[2].as_int();
  const auto fail = [&](const std::string& why) {
    return evaluation.error("cannot slice(" + std::to_string(start) + ", " + std::to_string(end) +
                            "), " + why);
  };
  if (start < 0 || end < 0) return fail("negative indexes not supported");
  if (start > end) return fail("start index must be less than or equal to end index");
  if (static_cast<std::uint64_t>(end) > list.size()) {
    return fail("list is length " + std::to_string(list.size()));
  }
  const auto first = static_cast<std::size_t>(start);
  const auto count = static_cast<std::size_t>(end - start);
  if (list.form() == Value::Form::kValues) return Value::list(list.values().subspan(first, count));
  if (!evaluation.affords(cost_of_list(1, count))) return evaluation.error(kCancelled);
  const auto result = new_list(evaluation, count);
  for (std::size_t i = 0; i < count; ++i) result[i] = list.element(first + i);
  return Value::list(result);
}

Value reverse(Evaluation& evaluation, std::span<const Value> args) {
  const std::size_t size = args[0].size();
  if (!evaluation.affords(cost_of_list(1, size))) return evaluation.error(kCancelled);
  const auto result = new_list(evaluation, size);
  for (std::size_t i = 0; i < size; ++i) result[i] = args[0].element(size - 1 - i);
  return Value::list(result);
}

Value distinct(Evaluation& evaluation, std::span<const Value> args) {
  const std::size_t size = args[0].size();
  if (size == 0) return args[0];
  if (!may_pair(evaluation, size, size)) return evaluation.error(kCancelled);
  const auto result = new_list(evaluation, size);
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const Value element = args[0].element(i);
    bool seen = false;
    for (std::size_t j = 0; j < count && !seen; ++j) {
      const auto same = equal_within(element, result[j], evaluation.steps_left());
      if (!same) return evaluation.error(kCancelled);
      seen = *same;
    }
    if (!seen) result[count++] = element;
  }
  return Value::list(result.first(count));
}

std::optional<CallEstimate> estimate_of_slice(const EstimatedNode* target,
                                              std::span<const EstimatedNode> args) {
  if (target == nullptr || args.size() != 2) return std::nullopt;
  // Wraps round where it ends before it begins, as there.
  const std::uint64_t size = literal_or(args[1], target->size.max) - literal_or(args[0], 0);
  return estimate_of_list(1, {size, size});
}

std::optional<CallEstimate> estimate_of_range(const EstimatedNode* target,
                                              std::span<const EstimatedNode> args) {
  if (target != nullptr || args.size() != 1) return std::nullopt;
  const std::uint64_t size = literal_or(args[0], UINT64_MAX);
  return estimate_of_list(1, {size, size});
}

std::optional<CallEstimate> estimate_of_reverse(const EstimatedNode* target,
                                                std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return estimate_of_list(1, target->size);
}

std::optional<CallEstimate> estimate_of_distinct(const EstimatedNode* target,
                                                 std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return estimate_of_list(2, multiply(target->size, target->size));
}

std::uint64_t cost_of_first(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_pairs(args[0]);
}

}  // namespace

std::uint64_t cost_of_list(double factor, std::uint64_t size) {
  const double product = static_cast<double>(size) * factor;
  const std::uint64_t work =
      product >= static_cast<double>(UINT64_MAX) ? UINT64_MAX : static_cast<std::uint64_t>(product);
  return saturating_add(work, 1 + kListCreateBaseCost);
}

std::uint64_t cost_of_result(std::span<const Value> /*args*/, const Value& result) {
  return cost_of_list(1, size_for_cost(result));
}

std::uint64_t cost_of_pairs(const Value& list) {
  const std::uint64_t size = list.size();
  if (size == 0) return cost_of_list(2, 0);
  const ValueKind kind = list.element(0).kind();
  const bool is_text = kind == ValueKind::kString || kind == ValueKind::kBytes;
  return cost_of_list(is_text ? 2 + kStringTraversalCostFactor : 2,
                      saturating_multiply(size, size));
}

CallEstimate estimate_of_list(double factor, SizeEstimate size) {
  return {add(scale(size, factor), {1 + kListCreateBaseCost, 1 + kListCreateBaseCost}), size};
}

bool is_comparable(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kUint:
    case ValueKind::kDouble:
    case ValueKind::kString:
    case ValueKind::kBytes:
    case ValueKind::kDuration:
    case ValueKind::kTimestamp:
      return true;
    default:
      return false;
  }
}

std::uint64_t literal_or(const EstimatedNode& node, std::uint64_t otherwise) {
  if (node.expr == nullptr || node.expr->kind != ExprKind::kInt) return otherwise;
  return node.expr->int_value < 0 ? 0 : static_cast<std::uint64_t>(node.expr->int_value);
}

void add_lists(Declarations& to) {
  const Type* list = to.types().list(to.types().param("T"));
  const auto member = [&](std::string_view name, std::string_view id,
                          std::vector<const Type*> params, const Type* result, Implementation run,
                          RuntimeCost cost, EstimateCost estimate, CountedArgument counted) {
    to.add(name, {.id = id,
                  .params = std::move(params),
                  .result = result,
                  .member = true,
                  .run = run,
                  .cost = cost,
                  .estimate = estimate,
                  .counted = counted});
  };
  member("slice", "list_slice", {list, &type::kInt, &type::kInt}, list, slice, cost_of_result,
         estimate_of_slice, {});
  member("reverse", "list_reverse", {list}, list, reverse, cost_of_result, estimate_of_reverse, {});
  member("distinct", "list_distinct", {list}, list, distinct, cost_of_first, estimate_of_distinct,
         {0, ValueKind::kList});
  to.add("lists.range", {.id = "lists_range",
                         .params = {&type::kInt},
                         .result = to.types().list(&type::kInt),
                         .run = range,
                         .cost = cost_of_result,
                         .estimate = estimate_of_range});
  add_flatten(to);
  add_sorting(to);
}

Value range_of_1_36(Evaluation& evaluation, std::span<const Value> args) {
  return make_range(evaluation, std::clamp<std::int64_t>(args[0].as_int(), 0, UINT32_MAX));
}

}  // namespace drawbridge::cel
