// cel-go's list functions, version 3 (ext/lists.go): slice, flatten, sort, sortBy, range, reverse
// and distinct.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "rules/cel/library/go_sort.h"
#include "rules/cel/library/libraries.h"
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

// A call and a new list, besides `size` times `factor`.
std::uint64_t cost_of_list(double factor, std::uint64_t size) {
  const double product = static_cast<double>(size) * factor;
  const std::uint64_t work =
      product >= static_cast<double>(UINT64_MAX) ? UINT64_MAX : static_cast<std::uint64_t>(product);
  return saturating_add(work, 1 + kListCreateBaseCost);
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

// Elements of lists that stand `depth` or less below `list`. What comes out may be far larger than
// what costs count, since one list may stand in many places.
Value flattened(Evaluation& evaluation, const Value& list, std::int64_t depth) {
  if (depth < 0) return evaluation.error("level must be non-negative");
  struct Level {
    Value list;
    std::size_t next = 0;
  };
  std::vector<Level> levels{{list}};
  std::vector<Value> elements;
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.list.size()) {
      levels.pop_back();
      continue;
    }
    const Value element = level.list.element(level.next++);
    if (!evaluation.spend(2)) return evaluation.error(kCancelled);
    const bool deeper = static_cast<std::int64_t>(levels.size()) <= depth;
    if (element.is(ValueKind::kList) && deeper) {
      levels.push_back({element});
    } else {
      elements.push_back(element);
    }
  }
  const auto result = new_list(evaluation, elements.size());
  std::copy(elements.begin(), elements.end(), result.begin());
  return Value::list(result);
}

Value flatten(Evaluation& evaluation, std::span<const Value> args) {
  return flattened(evaluation, args[0], 1);
}

Value flatten_depth(Evaluation& evaluation, std::span<const Value> args) {
  return flattened(evaluation, args[0], args[1].as_int());
}

Value distinct(Evaluation& evaluation, std::span<const Value> args) {
  const std::size_t size = args[0].size();
  if (size == 0) return args[0];
  if (is_past_every_budget(size, size)) return evaluation.error(kCancelled);
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

// The order of the keys.
std::vector<std::uint32_t> sorted_order(std::span<const Value> keys) {
  std::vector<std::uint32_t> places(keys.size());
  for (std::uint32_t i = 0; i < places.size(); ++i) places[i] = i;
  sort_as_go(keys, places);
  return places;
}

// Texts are compared with about as many others as their number has bits.
std::uint64_t steps_of_sorting(std::span<const Value> keys) {
  std::uint64_t bytes = 0;
  for (const Value& key : keys) bytes += common_bytes(key, key);
  return bytes / kTextBytesPerStep * static_cast<std::uint64_t>(std::bit_width(keys.size()));
}

Value sort_by_keys(Evaluation& evaluation, const Value& list, const Value& keys) {
  const std::size_t size = list.size();
  if (size != keys.size()) {
    return evaluation.error(
        "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, "
        "but got " +
        std::to_string(size) + " and " + std::to_string(keys.size()) + " elements respectively");
  }
  if (size == 0) return list;
  if (is_past_every_budget(size, size)) return evaluation.error(kCancelled);
  const auto copied = new_list(evaluation, size);
  bool same_kind = true;
  for (std::size_t i = 0; i < size; ++i) {
    copied[i] = keys.element(i);
    same_kind = same_kind && copied[i].kind() == copied[0].kind();
  }
  if (!evaluation.spend(steps_of_sorting(copied))) return evaluation.error(kCancelled);
  if (!is_comparable(copied[0])) return evaluation.error("list elements must be comparable");
  if (!same_kind) return evaluation.error("list elements must have the same type");
  const std::vector<std::uint32_t> indices = sorted_order(copied);
  const auto result = new_list(evaluation, size);
  for (std::size_t i = 0; i < size; ++i) result[i] = list.element(indices[i]);
  return Value::list(result);
}

Value sort(Evaluation& evaluation, std::span<const Value> args) {
  return sort_by_keys(evaluation, args[0], args[0]);
}

Value sort_by(Evaluation& evaluation, std::span<const Value> args) {
  return sort_by_keys(evaluation, args[0], args[1]);
}

std::uint64_t cost_of_result(std::span<const Value> /*args*/, const Value& result) {
  return cost_of_list(1, size_for_cost(result));
}

std::uint64_t cost_of_flatten(std::span<const Value> args, const Value& /*result*/) {
  const double depth = args.size() > 1 ? static_cast<double>(args[1].as_int()) : 1;
  // A negative depth turns into the largest number there is, unless the list is empty.
  if (depth < 0) return args[0].size() == 0 ? 1 + kListCreateBaseCost : UINT64_MAX;
  return cost_of_list(depth, size_for_cost(args[0]));
}

// Every element against every other, at 2 a pair.
std::uint64_t cost_of_pairs(const Value& list) {
  const std::uint64_t size = list.size();
  if (size == 0) return cost_of_list(2, 0);
  const ValueKind kind = list.element(0).kind();
  const bool is_text = kind == ValueKind::kString || kind == ValueKind::kBytes;
  return cost_of_list(is_text ? 2 + kStringTraversalCostFactor : 2,
                      saturating_multiply(size, size));
}

std::uint64_t cost_of_first(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_pairs(args[0]);
}

std::uint64_t cost_of_second(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_pairs(args[1]);
}

CallEstimate estimate_of_list(double factor, SizeEstimate size) {
  return {add(scale(size, factor), {1 + kListCreateBaseCost, 1 + kListCreateBaseCost}), size};
}

// An int written in the expression, below 0 as 0; `otherwise` where it is not written out.
std::uint64_t literal_or(const EstimatedNode& node, std::uint64_t otherwise) {
  if (node.expr == nullptr || node.expr->kind != ExprKind::kInt) return otherwise;
  return node.expr->int_value < 0 ? 0 : static_cast<std::uint64_t>(node.expr->int_value);
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

std::optional<CallEstimate> estimate_of_flatten(const EstimatedNode* target,
                                                std::span<const EstimatedNode> args) {
  if (target == nullptr) return std::nullopt;
  const std::uint64_t depth = args.empty() ? 1 : literal_or(args[0], UINT64_MAX);
  return estimate_of_list(static_cast<double>(depth), target->size);
}

std::optional<CallEstimate> estimate_of_distinct(const EstimatedNode* target,
                                                 std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return estimate_of_list(2, multiply(target->size, target->size));
}

// kText: of a list of strings or bytes.
template <bool kText>
CallEstimate estimate_of_sorting(const EstimatedNode& keys) {
  return estimate_of_list(kText ? 2 + kStringTraversalCostFactor : 2,
                          multiply(keys.size, keys.size));
}

template <bool kText>
std::optional<CallEstimate> estimate_of_sort(const EstimatedNode* target,
                                             std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return estimate_of_sorting<kText>(*target);
}

template <bool kText>
std::optional<CallEstimate> estimate_of_sort_by(const EstimatedNode* target,
                                                std::span<const EstimatedNode> args) {
  if (target == nullptr || args.size() != 1) return std::nullopt;
  return estimate_of_sorting<kText>(args[0]);
}

struct SortKey {
  std::string_view sort, sort_by;  // ids of overloads
  const Type* type;
};
const std::array<SortKey, 8> kSortKeys{{
    {"list_int_sort", "list_int_sortByAssociatedKeys", &type::kInt},
    {"list_uint_sort", "list_uint_sortByAssociatedKeys", &type::kUint},
    {"list_double_sort", "list_double_sortByAssociatedKeys", &type::kDouble},
    {"list_bool_sort", "list_bool_sortByAssociatedKeys", &type::kBool},
    {"list_google.protobuf.Duration_sort", "list_google.protobuf.Duration_sortByAssociatedKeys",
     &type::kDuration},
    {"list_google.protobuf.Timestamp_sort", "list_google.protobuf.Timestamp_sortByAssociatedKeys",
     &type::kTimestamp},
    {"list_string_sort", "list_string_sortByAssociatedKeys", &type::kString},
    {"list_bytes_sort", "list_bytes_sortByAssociatedKeys", &type::kBytes},
}};

void add_sorting(Declarations& to, const Type* list) {
  for (const SortKey& key : kSortKeys) {
    const bool is_text = key.type->is(TypeKind::kString) || key.type->is(TypeKind::kBytes);
    const Type* keys = to.types().list(key.type);
    to.add("sort", {.id = key.sort,
                    .params = {keys},
                    .result = keys,
                    .member = true,
                    .run = sort,
                    .cost = cost_of_first,
                    .estimate = is_text ? estimate_of_sort<true> : estimate_of_sort<false>,
                    .counted = {0, ValueKind::kList}});
    to.add("@sortByAssociatedKeys",
           {.id = key.sort_by,
            .params = {list, keys},
            .result = list,
            .member = true,
            .run = sort_by,
            .cost = cost_of_second,
            .estimate = is_text ? estimate_of_sort_by<true> : estimate_of_sort_by<false>,
            .counted = {1, ValueKind::kList}});
  }
}

}  // namespace

void add_lists(Declarations& to) {
  const Type* list = to.types().list(to.types().param("T"));
  const Type* list_of_dyn = to.types().list(&type::kDyn);
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
  const auto flattening = [&](std::string_view id, std::vector<const Type*> params,
                              const Type* result, Implementation run, CountedArgument counted) {
    to.add("flatten", {.id = id,
                       .params = std::move(params),
                       .result = result,
                       .member = true,
                       .run = run,
                       .cost = cost_of_flatten,
                       .estimate = estimate_of_flatten,
                       .counted = counted,
                       .guarded = false});
  };
  flattening("list_flatten", {to.types().list(list)}, list, flatten, {});
  flattening("list_flatten_int", {list_of_dyn, &type::kInt}, list_of_dyn, flatten_depth,
             {1, ValueKind::kInt});
  member("reverse", "list_reverse", {list}, list, reverse, cost_of_result, estimate_of_reverse, {});
  member("distinct", "list_distinct", {list}, list, distinct, cost_of_first, estimate_of_distinct,
         {0, ValueKind::kList});
  to.add("lists.range", {.id = "lists_range",
                         .params = {&type::kInt},
                         .result = to.types().list(&type::kInt),
                         .run = range,
                         .cost = cost_of_result,
                         .estimate = estimate_of_range});
  add_sorting(to, list);
}

Value range_of_1_36(Evaluation& evaluation, std::span<const Value> args) {
  return make_range(evaluation, std::clamp<std::int64_t>(args[0].as_int(), 0, UINT32_MAX));
}

std::uint64_t cost_of_flatten_of_1_36(std::span<const Value> args, const Value& result) {
  if (args.size() < 2 || args[1].as_int() >= 0) return cost_of_flatten(args, result);
  // On amd64 Go turns a negative double into a number from the top down, one past int64 into 2^63,
  // and the sum wraps round.
  const double product =
      static_cast<double>(args[1].as_int()) * static_cast<double>(size_for_cost(args[0]));
  const std::uint64_t converted =
      product < -0x1p63 ? std::uint64_t{1} << 63
                        : static_cast<std::uint64_t>(static_cast<std::int64_t>(product));
  return converted + 1 + kListCreateBaseCost;
}

}  // namespace drawbridge::cel
