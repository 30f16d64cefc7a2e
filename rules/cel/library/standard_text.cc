// Text and sizes: cel-go's common/stdlib.
#include "rules/cel/evaluation.h"
#include "rules/cel/library/costs.h"
#include "rules/cel/library/find_text.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/library/standard.h"
#include "rules/cel/library/support.h"
#include "rules/cel/pattern.h"

namespace drawbridge::cel {
namespace {

using Args = std::span<const Value>;

Value size(Evaluation& evaluation, Args args) {
  if (args[0].is(ValueKind::kString) && !evaluation.spend_on_text(args[0].as_text().size())) {
    return evaluation.error(kCancelled);
  }
  return Value::integer(static_cast<std::int64_t>(size_for_cost(args[0])));
}

Value contains(Evaluation& evaluation, Args args) {
  if (!evaluation.spend_on_call(steps_of_searching(args[0].as_text().size()))) {
    return evaluation.error(kCancelled);
  }
  return Value::boolean(find_text(args[0].as_text(), args[1].as_text()) != std::string_view::npos);
}

Value ends_with(Evaluation&, Args args) {
  return Value::boolean(args[0].as_text().ends_with(args[1].as_text()));
}

Value starts_with(Evaluation&, Args args) {
  return Value::boolean(args[0].as_text().starts_with(args[1].as_text()));
}

Value matches_compiled(Evaluation& evaluation, Args args, const Pattern& pattern) {
  const std::string_view text = args[0].as_text();
  if (!may_match(evaluation, pattern, text.size())) return evaluation.error(kCancelled);
  return Value::boolean(pattern.matches(text));
}

Value matches(Evaluation& evaluation, Args args) {
  std::string error;
  const auto pattern = pattern_of(evaluation, args[1].as_text(), error);
  if (pattern == nullptr) return evaluation.error(error);
  return matches_compiled(evaluation, args, *pattern);
}

std::uint64_t contains_cost(Args args, const Value&) {
  const std::uint64_t wanted = traversal_cost(size_for_cost(args[1]));
  return wanted == 0 ? 0 : traversal_cost(size_for_cost(args[0])) * wanted;
}

std::optional<CallEstimate> estimate_contains(const EstimatedNode* target,
                                              std::span<const EstimatedNode> args) {
  return CallEstimate{multiply(traversal_cost(target->size), traversal_cost(args[0].size))};
}

std::uint64_t affix_cost(Args args, const Value&) {
  return traversal_cost(size_for_cost(args[1]));
}

// Up to cel-go 0.28 (Kubernetes 1.36) the text was counted, not what it is asked for.
std::uint64_t affix_cost_of_1_36(Args args, const Value&) {
  return traversal_cost(size_for_cost(args[0]));
}

std::optional<CallEstimate> estimate_affix(const EstimatedNode*,
                                           std::span<const EstimatedNode> args) {
  return CallEstimate{traversal_cost(args[0].size)};
}

std::uint64_t matches_cost(Args args, const Value&) {
  const std::uint64_t pattern_size = size_for_cost(args[1]);
  const std::uint64_t pattern_cost = pattern_size / 4 + (pattern_size % 4 != 0 ? 1 : 0);
  return traversal_cost(size_for_cost(args[0]) + 1) * pattern_cost;
}

CallEstimate estimate_match(const EstimatedNode& text, const EstimatedNode& pattern) {
  return CallEstimate{multiply(traversal_cost(add(text.size, {1, 1})),
                               scale(pattern.size, kRegexStringLengthCostFactor))};
}

std::optional<CallEstimate> estimate_matches(const EstimatedNode* target,
                                             std::span<const EstimatedNode> args) {
  return target != nullptr ? estimate_match(*target, args[0]) : estimate_match(args[0], args[1]);
}

void add_affix(Declarations& to, std::string_view function, std::string_view id, Implementation run,
               RuntimeCost cost) {
  to.add(function, {.id = id,
                    .params = {&type::kString, &type::kString},
                    .result = &type::kBool,
                    .member = true,
                    .run = run,
                    .cost = cost,
                    .estimate = estimate_affix});
}

void add_matches(Declarations& to, std::string_view id, bool member, RuntimeCost cost,
                 EstimateCost estimate) {
  to.add("matches", {.id = id,
                     .params = {&type::kString, &type::kString},
                     .result = &type::kBool,
                     .member = member,
                     .run = matches,
                     .cost = cost,
                     .estimate = estimate,
                     .run_compiled = matches_compiled});
}

void add_sizes(Declarations& to) {
  TypeTable& types = to.types();
  const Type* list = types.list(types.param("A"));
  const Type* map = types.map(types.param("A"), types.param("B"));
  struct Sized {
    const Type* type;
    std::string_view global_id;
    std::string_view member_id;
  };
  for (const Sized& it :
       {Sized{&type::kBytes, "size_bytes", "bytes_size"}, Sized{list, "size_list", "list_size"},
        Sized{map, "size_map", "map_size"}, Sized{&type::kString, "size_string", "string_size"}}) {
    to.add("size", {.id = it.global_id, .params = {it.type}, .result = &type::kInt, .run = size});
    to.add("size", {.id = it.member_id,
                    .params = {it.type},
                    .result = &type::kInt,
                    .member = true,
                    .run = size});
  }
}

}  // namespace

void add_standard_text(Declarations& to) {
  add_sizes(to);
  to.add("contains", {.id = "contains_string",
                      .params = {&type::kString, &type::kString},
                      .result = &type::kBool,
                      .member = true,
                      .run = contains,
                      .cost = contains_cost,
                      .estimate = estimate_contains});
  add_affix(to, "endsWith", "ends_with_string", ends_with, affix_cost);
  add_affix(to, "startsWith", "starts_with_string", starts_with, affix_cost);
  add_matches(to, "matches", false, matches_cost, estimate_matches);
  add_matches(to, "matches_string", true, matches_cost, estimate_matches);
}

void add_standard_text_of_1_36(Declarations& to) {
  add_affix(to, "endsWith", "ends_with_string", ends_with, affix_cost_of_1_36);
  add_affix(to, "startsWith", "starts_with_string", starts_with, affix_cost_of_1_36);
  // matches(a, b) had no costs of its own then, a.matches(b) had.
  add_matches(to, "matches", false, nullptr, nullptr);
}

}  // namespace drawbridge::cel
