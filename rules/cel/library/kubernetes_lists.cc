// Kubernetes' list functions (apiserver pkg/cel/library/lists.go): isSorted, sum, min, max,
// indexOf, lastIndexOf and, from 1.37 on, includes.
#include <array>
#include <string>
#include <vector>

#include "rules/cel/library/libraries.h"
#include "rules/cel/library/list_parts.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

// Values that a list may hold and still be charged for each; more are past every budget.
constexpr std::uint64_t kTraversedValuesMax = 1'000'000;

std::uint64_t cost_of_text(const Value& text) {
  return static_cast<std::uint64_t>(static_cast<double>(text.as_text().size()) *
                                    kStringTraversalCostFactor);
}

// Cost of going through a value and all that it holds (library/cost.go: traversalCost).
class Traversal {
 public:
  std::uint64_t cost_of(const Value& value) {
    pending_.push_back(value);
    while (!pending_.empty()) {
      const Value next = pending_.back();
      pending_.pop_back();
      if (!visit(next)) return UINT64_MAX;
    }
    return cost_;
  }
  std::uint64_t values() const { return values_; }

 private:
  bool visit(const Value& value) {
    switch (value.kind()) {
      case ValueKind::kString:
      case ValueKind::kBytes:
        cost_ += cost_of_text(value);
        return true;
      case ValueKind::kList:
        if (!take(value.size())) return false;
        for (std::size_t i = 0; i < value.size(); ++i) pending_.push_back(value.element(i));
        return true;
      case ValueKind::kMap:
        if (!take(2 * value.size())) return false;
        for (std::size_t i = 0; i < value.size(); ++i) {
          const Entry entry = value.entry(i);
          pending_.push_back(entry.key);
          pending_.push_back(entry.value);
        }
        return true;
      default:
        ++cost_;
        return true;
    }
  }

  bool take(std::uint64_t values) {
    values_ += values;
    return values_ <= kTraversedValuesMax;
  }

  std::vector<Value> pending_;
  std::uint64_t values_ = 0;
  std::uint64_t cost_ = 0;
};

// What the elements of a list are, at most.
enum class Elements : std::uint8_t { kNumbers, kScalars, kAny };

Elements elements_of(const Value& list) {
  Elements found = Elements::kNumbers;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const ValueKind kind = list.element(i).kind();
    if (kind == ValueKind::kList || kind == ValueKind::kMap) return Elements::kAny;
    if (kind != ValueKind::kInt && kind != ValueKind::kDouble && kind != ValueKind::kUint) {
      found = Elements::kScalars;
    }
  }
  return found;
}

// Whether there is enough left to go through the list. Numbers are charged for; short texts and
// empty lists are not.
bool may_traverse(Evaluation& evaluation, const Value& list) {
  if (!list.is(ValueKind::kList)) return true;
  const std::size_t size = list.size();
  if (size > kTraversedValuesMax) return evaluation.affords(UINT64_MAX);
  if (size > 0 && list.element(0).is(ValueKind::kInt) && !evaluation.affords(size)) return false;
  switch (elements_of(list)) {
    case Elements::kNumbers:
      return evaluation.affords(size);
    case Elements::kScalars:
      return evaluation.spend(size);
    case Elements::kAny:
      break;
  }
  Traversal traversal;
  traversal.cost_of(list);
  return evaluation.spend(traversal.values());
}

// Values without an order (NaN, different kinds) count as sorted, as there.
Value is_sorted(Evaluation& evaluation, std::span<const Value> args) {
  if (!may_traverse(evaluation, args[0])) return evaluation.error(kCancelled);
  const std::size_t size = args[0].size();
  Value previous;
  for (std::size_t i = 0; i < size; ++i) {
    const Value next = args[0].element(i);
    if (!is_comparable(next)) return evaluation.error(kNoSuchOverload);
    if (i > 0) {
      const auto compared = order(previous, next);
      if (compared && *compared == std::partial_ordering::greater) return Value::boolean(false);
    }
    previous = next;
  }
  return Value::boolean(true);
}

template <bool kMax>
Value extreme(Evaluation& evaluation, std::span<const Value> args) {
  if (!may_traverse(evaluation, args[0])) return evaluation.error(kCancelled);
  const std::size_t size = args[0].size();
  if (size == 0)
    return evaluation.error(kMax ? "max called on empty list" : "min called on empty list");
  Value best;
  for (std::size_t i = 0; i < size; ++i) {
    const Value next = args[0].element(i);
    if (!is_comparable(next)) return evaluation.error(kNoSuchOverload);
    const auto compared = i == 0 ? std::nullopt : order(best, next);
    const auto replaces = kMax ? std::partial_ordering::less : std::partial_ordering::greater;
    if (i == 0 || (compared && *compared == replaces)) best = next;
  }
  return best;
}

Value sum_ints(Evaluation& evaluation, std::span<const Value> args) {
  if (!may_traverse(evaluation, args[0])) return evaluation.error(kCancelled);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < args[0].size(); ++i) {
    const Value next = args[0].element(i);
    if (!next.is(ValueKind::kInt)) return evaluation.error(kNoSuchOverload);
    if (__builtin_add_overflow(sum, next.as_int(), &sum)) {
      return evaluation.error("integer overflow");
    }
  }
  return Value::integer(sum);
}

Value sum_uints(Evaluation& evaluation, std::span<const Value> args) {
  if (!may_traverse(evaluation, args[0])) return evaluation.error(kCancelled);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < args[0].size(); ++i) {
    const Value next = args[0].element(i);
    if (!next.is(ValueKind::kUint)) return evaluation.error(kNoSuchOverload);
    if (__builtin_add_overflow(sum, next.as_uint(), &sum)) {
      return evaluation.error("unsigned integer overflow");
    }
  }
  return Value::unsigned_integer(sum);
}

Value sum_doubles(Evaluation& evaluation, std::span<const Value> args) {
  if (!may_traverse(evaluation, args[0])) return evaluation.error(kCancelled);
  double sum = 0;
  for (std::size_t i = 0; i < args[0].size(); ++i) {
    const Value next = args[0].element(i);
    if (!next.is(ValueKind::kDouble)) return evaluation.error(kNoSuchOverload);
    sum += next.as_double();
  }
  return Value::real(sum);
}

Value sum_durations(Evaluation& evaluation, std::span<const Value> args) {
  if (!may_traverse(evaluation, args[0])) return evaluation.error(kCancelled);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < args[0].size(); ++i) {
    const Value next = args[0].element(i);
    if (!next.is(ValueKind::kDuration)) return evaluation.error(kNoSuchOverload);
    if (__builtin_add_overflow(sum, next.as_duration(), &sum)) {
      return evaluation.error("integer overflow");
    }
  }
  return Value::duration(sum);
}

template <bool kLast>
Value first_index(Evaluation& evaluation, std::span<const Value> args) {
  if (!may_traverse(evaluation, args[0])) return evaluation.error(kCancelled);
  const std::size_t size = args[0].size();
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t at = kLast ? size - 1 - i : i;
    const auto same = equal_within(args[0].element(at), args[1], evaluation.steps_left());
    if (!same) return evaluation.error(kCancelled);
    if (*same) return Value::integer(static_cast<std::int64_t>(at));
  }
  return Value::integer(-1);
}

Value includes(Evaluation& evaluation, std::span<const Value> args) {
  if (args[0].is(ValueKind::kList)) {
    const Value found = first_index<false>(evaluation, args);
    return found.is_error() ? found : Value::boolean(found.as_int() >= 0);
  }
  const auto same = equal_within(args[0], args[1], evaluation.steps_left());
  return same ? Value::boolean(*same) : evaluation.error(kCancelled);
}

// 1 for comparing an element, and going through it where it is text. What is not known to be a list
// is taken for text, which indexOf() is for too.
std::optional<CallEstimate> estimate_of_traversal(const EstimatedNode* target,
                                                  std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  if (!target->has_element) return CallEstimate{scale(target->size, kStringTraversalCostFactor)};
  CostEstimate each{1, 1};
  const bool is_text =
      target->element_type->is(TypeKind::kString) || target->element_type->is(TypeKind::kBytes);
  if (is_text) each = add(each, scale(target->element, kStringTraversalCostFactor));
  return CallEstimate{multiply(target->size, each)};
}

// includes() compares whatever it is called on, and is charged as for a list of so many elements.
std::optional<CallEstimate> estimate_of_includes(const EstimatedNode* target,
                                                 std::span<const EstimatedNode> args) {
  if (target == nullptr || target->has_element) return estimate_of_traversal(target, args);
  return CallEstimate{target->size};
}

struct ElementType {
  std::string_view sorted, min, max;  // ids of overloads
  const Type* type;
};
const std::array<ElementType, 8> kComparable{{
    {"list_int_is_sorted_bool", "list_int_min_int", "list_int_max_int", &type::kInt},
    {"list_uint_is_sorted_bool", "list_uint_min_uint", "list_uint_max_uint", &type::kUint},
    {"list_double_is_sorted_bool", "list_double_min_double", "list_double_max_double",
     &type::kDouble},
    {"list_bool_is_sorted_bool", "list_bool_min_bool", "list_bool_max_bool", &type::kBool},
    {"list_duration_is_sorted_bool", "list_duration_min_duration", "list_duration_max_duration",
     &type::kDuration},
    {"list_timestamp_is_sorted_bool", "list_timestamp_min_timestamp",
     "list_timestamp_max_timestamp", &type::kTimestamp},
    {"list_string_is_sorted_bool", "list_string_min_string", "list_string_max_string",
     &type::kString},
    {"list_bytes_is_sorted_bool", "list_bytes_min_bytes", "list_bytes_max_bytes", &type::kBytes},
}};

void add_member(Declarations& to, std::string_view name, std::string_view id,
                std::vector<const Type*> params, const Type* result, Implementation run) {
  to.add(name, {.id = id,
                .params = std::move(params),
                .result = result,
                .member = true,
                .run = run,
                .cost = cost_of_traversal,
                .estimate = estimate_of_traversal});
}

}  // namespace

std::uint64_t cost_of_traversal(std::span<const Value> args, const Value& /*result*/) {
  const Value& list = args[0];
  if (list.is(ValueKind::kString)) return cost_of_text(list);
  if (list.is(ValueKind::kList)) {
    if (list.size() > kTraversedValuesMax) return UINT64_MAX;
    if (elements_of(list) == Elements::kNumbers) return list.size();
  }
  return Traversal().cost_of(list);
}

void add_kubernetes_lists(Declarations& to) {
  for (const ElementType& element : kComparable) {
    const Type* list = to.types().list(element.type);
    add_member(to, "isSorted", element.sorted, {list}, &type::kBool, is_sorted);
    add_member(to, "max", element.max, {list}, element.type, extreme<true>);
    add_member(to, "min", element.min, {list}, element.type, extreme<false>);
  }
  const auto sum = [&](std::string_view id, const Type* type, Implementation run) {
    add_member(to, "sum", id, {to.types().list(type)}, type, run);
  };
  sum("list_int_sum_int", &type::kInt, sum_ints);
  sum("list_uint_sum_uint", &type::kUint, sum_uints);
  sum("list_double_sum_double", &type::kDouble, sum_doubles);
  sum("list_duration_sum_duration", &type::kDuration, sum_durations);
  const Type* element = to.types().param("A");
  const Type* list = to.types().list(element);
  add_member(to, "indexOf", "list_a_index_of_int", {list, element}, &type::kInt,
             first_index<false>);
  add_member(to, "lastIndexOf", "list_a_last_index_of_int", {list, element}, &type::kInt,
             first_index<true>);
}

void add_kubernetes_includes(Declarations& to) {
  to.add("includes", {.id = "list_includes_dyn_dyn",
                      .params = {&type::kDyn, &type::kDyn},
                      .result = &type::kBool,
                      .member = true,
                      .run = includes,
                      .cost = cost_of_traversal,
                      .estimate = estimate_of_includes});
}

}  // namespace drawbridge::cel
