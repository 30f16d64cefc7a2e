// Equality, order, membership: cel-go's common/stdlib with CrossTypeNumericComparisons, and the
// costs that Kubernetes gives the equality of its own types (apiserver pkg/cel/library/cost.go).
#include <algorithm>
#include <array>
#include <cmath>

#include "rules/cel/dispatch.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/library/costs.h"
#include "rules/cel/library/standard.h"
#include "rules/cel/operators.h"

namespace drawbridge::cel {
namespace {

using Args = std::span<const Value>;

// apiserver pkg/cel/limits.go.
constexpr std::uint64_t kFormatSizeMax = 64;

Value equals(Evaluation& evaluation, Args args) {
  if (equality_fails(args[0], args[1])) return evaluation.error("no such overload");
  const auto result = equal_within(args[0], args[1], evaluation.steps_left());
  return result ? Value::boolean(*result) : evaluation.error(kCancelled);
}

Value not_equals(Evaluation& evaluation, Args args) {
  const auto result = equal_within(args[0], args[1], evaluation.steps_left());
  return result ? Value::boolean(!*result) : evaluation.error(kCancelled);
}

// Only `==`: `!=` of the same values is counted by their sizes.
std::uint64_t equality_cost(Args args, const Value& result) {
  return args[0].is(ValueKind::kOpaque) ? 1 : comparison_cost(args, result);
}

std::optional<CallEstimate> estimate_equality(const EstimatedNode* target,
                                              std::span<const EstimatedNode> args) {
  const Type& left = *args[0].type;
  const Type& right = *args[1].type;
  const bool kubernetes_kind = left.is(TypeKind::kOpaque) || left.is(TypeKind::kObject);
  if (!kubernetes_kind || left.kind != right.kind || left.name != right.name) {
    return estimate_comparison(target, args);
  }
  static constexpr std::array<std::string_view, 9> kOfOne = {
      "net.IP",
      "net.CIDR",
      "kubernetes.Quantity",
      "kubernetes.Semver",
      "kubernetes.authorization.Authorizer",
      "kubernetes.authorization.PathCheck",
      "kubernetes.authorization.GroupCheck",
      "kubernetes.authorization.ResourceCheck",
      "kubernetes.authorization.Decision"};
  if (std::find(kOfOne.begin(), kOfOne.end(), left.name) != kOfOne.end()) {
    return CallEstimate{{1, 1}};
  }
  if (left.name == "kubernetes.NamedFormat") {
    return CallEstimate{traversal_cost(SizeEstimate{1, kFormatSizeMax})};
  }
  if (left.name == "kubernetes.URL") {
    const std::uint64_t longest = args[1].has_size ? args[1].size.max : 1;
    return CallEstimate{traversal_cost(SizeEstimate{1, longest})};
  }
  return estimate_comparison(target, args);
}

template <bool (*kHolds)(std::partial_ordering)>
Value compare(Evaluation& evaluation, Args args) {
  const auto ordering = order(args[0], args[1]);
  if (ordering) return Value::boolean(kHolds(*ordering));
  const auto is_nan = [](const Value& value) {
    return value.is(ValueKind::kDouble) && std::isnan(value.as_double());
  };
  return evaluation.error(is_nan(args[0]) || is_nan(args[1]) ? "NaN values cannot be ordered"
                                                             : "no such overload");
}

// A row of the table of orders: two types and the four overloads' ids.
struct Comparable {
  const Type* left;
  const Type* right;
  std::array<std::string_view, 4> ids;  // < <= > >=
};

using namespace type;

constexpr Comparable kComparable[] = {
    {&kBool, &kBool, {"less_bool", "less_equals_bool", "greater_bool", "greater_equals_bool"}},
    {&kInt, &kInt, {"less_int64", "less_equals_int64", "greater_int64", "greater_equals_int64"}},
    {&kInt,
     &kDouble,
     {"less_int64_double", "less_equals_int64_double", "greater_int64_double",
      "greater_equals_int64_double"}},
    {&kInt,
     &kUint,
     {"less_int64_uint64", "less_equals_int64_uint64", "greater_int64_uint64",
      "greater_equals_int64_uint64"}},
    {&kUint,
     &kUint,
     {"less_uint64", "less_equals_uint64", "greater_uint64", "greater_equals_uint64"}},
    {&kUint,
     &kDouble,
     {"less_uint64_double", "less_equals_uint64_double", "greater_uint64_double",
      "greater_equals_uint64_double"}},
    {&kUint,
     &kInt,
     {"less_uint64_int64", "less_equals_uint64_int64", "greater_uint64_int64",
      "greater_equals_uint64_int64"}},
    {&kDouble,
     &kDouble,
     {"less_double", "less_equals_double", "greater_double", "greater_equals_double"}},
    {&kDouble,
     &kInt,
     {"less_double_int64", "less_equals_double_int64", "greater_double_int64",
      "greater_equals_double_int64"}},
    {&kDouble,
     &kUint,
     {"less_double_uint64", "less_equals_double_uint64", "greater_double_uint64",
      "greater_equals_double_uint64"}},
    {&kString,
     &kString,
     {"less_string", "less_equals_string", "greater_string", "greater_equals_string"}},
    {&kBytes,
     &kBytes,
     {"less_bytes", "less_equals_bytes", "greater_bytes", "greater_equals_bytes"}},
    {&kTimestamp,
     &kTimestamp,
     {"less_timestamp", "less_equals_timestamp", "greater_timestamp", "greater_equals_timestamp"}},
    {&kDuration,
     &kDuration,
     {"less_duration", "less_equals_duration", "greater_duration", "greater_equals_duration"}},
};

bool is_less(std::partial_ordering it) {
  return it < 0;
}
bool is_at_most(std::partial_ordering it) {
  return it <= 0;
}
bool is_greater(std::partial_ordering it) {
  return it > 0;
}
bool is_at_least(std::partial_ordering it) {
  return it >= 0;
}

Value in_list(Evaluation& evaluation, Args args) {
  const std::size_t size = args[1].size();
  // Where the list is dyn, all of it costs 1.
  if (!evaluation.spend(size / 2)) return evaluation.error(kCancelled);
  for (std::size_t i = 0; i < size; ++i) {
    const auto found = equal_within(args[0], args[1].element(i), evaluation.steps_left());
    if (!found) return evaluation.error(kCancelled);
    if (*found) return Value::boolean(true);
  }
  return Value::boolean(false);
}

std::uint64_t in_list_cost(Args args, const Value&) {
  return size_for_cost(args[1]);
}

std::optional<CallEstimate> estimate_in_list(const EstimatedNode*,
                                             std::span<const EstimatedNode> args) {
  return CallEstimate{scale(args[1].size, 1)};
}

Value in_map(Evaluation& evaluation, Args args) {
  // A long key is compared with each that a binary search visits.
  constexpr std::size_t kKeysVisited = 16;
  if (args[0].is(ValueKind::kString) &&
      !evaluation.spend_on_text(args[0].as_text().size() * kKeysVisited)) {
    return evaluation.error(kCancelled);
  }
  const Value& map = args[1];
  // Objects have keys of text, among which nothing else is looked for.
  const bool hashes = map.form() == Value::Form::kValues && map.size() > 0;
  if (hashes && is_unhashable(args[0])) return unhashable(evaluation, args[0]);
  return Value::boolean(map_contains(args[1], args[0]));
}

}  // namespace

void add_equality(Declarations& to) {
  const Type* a = to.types().param("A");
  to.add(op::kEquals, {.id = "equals",
                       .params = {a, a},
                       .result = &kBool,
                       .run = equals,
                       .cost = equality_cost,
                       .estimate = estimate_equality});
  to.add(op::kNotEquals, {.id = "not_equals",
                          .params = {a, a},
                          .result = &kBool,
                          .run = not_equals,
                          .cost = comparison_cost,
                          .estimate = estimate_comparison});
}

void add_relations(Declarations& to) {
  constexpr std::array<std::string_view, 4> kFunctions = {op::kLess, op::kLessEquals, op::kGreater,
                                                          op::kGreaterEquals};
  constexpr std::array<Implementation, 4> kRuns = {compare<is_less>, compare<is_at_most>,
                                                   compare<is_greater>, compare<is_at_least>};
  for (std::size_t i = 0; i < kFunctions.size(); ++i) {
    for (const Comparable& row : kComparable) {
      const bool text = row.left == &kString || row.left == &kBytes;
      to.add(kFunctions[i], {.id = row.ids[i],
                             .params = {row.left, row.right},
                             .result = &kBool,
                             .run = kRuns[i],
                             .cost = text ? comparison_cost : nullptr,
                             .estimate = text ? estimate_comparison : nullptr});
    }
  }
}

void add_containers(Declarations& to) {
  TypeTable& types = to.types();
  const Type* a = types.param("A");
  const Type* b = types.param("B");
  // Planned as qualifiers of what they index, as the fields are: so no code to call.
  to.add(op::kIndex, {.id = "index_list", .params = {types.list(a), &kInt}, .result = a});
  to.add(op::kIndex, {.id = "index_map", .params = {types.map(a, b), a}, .result = b});
  to.add(op::kIn, {.id = "in_list",
                   .params = {a, types.list(a)},
                   .result = &kBool,
                   .run = in_list,
                   .cost = in_list_cost,
                   .estimate = estimate_in_list});
  to.add(op::kIn,
         {.id = "in_map", .params = {a, types.map(a, b)}, .result = &kBool, .run = in_map});
}

}  // namespace drawbridge::cel
