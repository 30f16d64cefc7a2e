// flatten() of cel-go's list functions (ext/lists.go).
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "rules/cel/dispatch.h"
#include "rules/cel/library/list_parts.h"
#include "rules/cel/library/lists_1_36.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

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

std::uint64_t cost_of_flatten(std::span<const Value> args, const Value& /*result*/) {
  const double depth = args.size() > 1 ? static_cast<double>(args[1].as_int()) : 1;
  // A negative depth turns into the largest number there is, unless the list is empty.
  if (depth < 0) return args[0].size() == 0 ? 1 + kListCreateBaseCost : UINT64_MAX;
  return cost_of_list(depth, size_for_cost(args[0]));
}

std::optional<CallEstimate> estimate_of_flatten(const EstimatedNode* target,
                                                std::span<const EstimatedNode> args) {
  if (target == nullptr) return std::nullopt;
  const std::uint64_t depth = args.empty() ? 1 : literal_or(args[0], UINT64_MAX);
  return estimate_of_list(static_cast<double>(depth), target->size);
}

// "map(dyn, dyn).flatten(int)": the function looks at the types itself. Version 1.36 does not know
// what an optional is of.
template <bool kOf136>
Value refuse(Evaluation& evaluation, std::span<const Value> args) {
  const auto name = [](const Value& value) {
    const Type& type = *type_of(value);
    const bool has_parameters = value.is(ValueKind::kList) || value.is(ValueKind::kMap) ||
                                (value.is(ValueKind::kOptional) && !kOf136);
    return has_parameters ? to_text(type) : std::string(runtime_name(type));
  };
  std::string text = "no such overload: " + name(args[0]) + ".flatten(";
  if (args.size() > 1) text += name(args[1]);
  return evaluation.error(text + ")");
}

}  // namespace

void add_flatten(Declarations& to) {
  const Type* list = to.types().list(to.types().param("T"));
  const Type* list_of_dyn = to.types().list(&type::kDyn);
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
                       .guarded = false,
                       .refuse = refuse<false>});
  };
  flattening("list_flatten", {to.types().list(list)}, list, flatten, {});
  flattening("list_flatten_int", {list_of_dyn, &type::kInt}, list_of_dyn, flatten_depth,
             {1, ValueKind::kInt});
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

Value refuse_flatten_of_1_36(Evaluation& evaluation, std::span<const Value> args) {
  return refuse<true>(evaluation, args);
}

}  // namespace drawbridge::cel
