// Kubernetes' regular expressions beyond `matches` (apiserver pkg/cel/library/regex.go).
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "rules/cel/library/go_text.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/library/support.h"
#include "rules/cel/pattern.h"

namespace drawbridge::cel {
namespace {

Value find_first(std::string_view text, const Pattern& pattern) {
  return Value::string(pattern.find(text).value_or(std::string_view()));
}

constexpr std::uint64_t kStepsOfFinding = 6;
constexpr std::size_t kSearchedBytesPerStep = 20;

// As Go's FindAllString: no match is empty right behind another. A negative limit is none; 0 gives
// no match.
Value find_every(Evaluation& evaluation, std::string_view text, const Pattern& pattern,
                 std::int64_t limit) {
  std::vector<Value> found;
  std::size_t at = 0;
  std::size_t previous_end = std::numeric_limits<std::size_t>::max();
  while (at <= text.size() && (limit < 0 || static_cast<std::int64_t>(found.size()) < limit)) {
    // One pattern may look at all that is left for every match.
    const std::size_t left = text.size() - at;
    if (!evaluation.spend(kStepsOfFinding + left / kSearchedBytesPerStep) ||
        !may_match(evaluation, pattern, left)) {
      return evaluation.error(kCancelled);
    }
    const auto match = pattern.find(text, at);
    if (!match) break;
    const auto start = static_cast<std::size_t>(match->data() - text.data());
    const std::size_t end = start + match->size();
    const bool repeated = match->empty() && start == previous_end;
    if (!repeated) found.push_back(Value::string(*match));
    previous_end = end;
    at = end;
    if (match->empty()) at += end < text.size() ? rune_bytes(text[end]) : 1;
  }
  const auto list = new_list(evaluation, found.size());
  std::copy(found.begin(), found.end(), list.begin());
  return Value::list(list);
}

// Runs `f` with the pattern that args[1] is.
template <typename F>
Value with_pattern(Evaluation& evaluation, std::span<const Value> args, F f) {
  std::string error;
  const auto pattern = pattern_of(evaluation, args[1].as_text(), error);
  if (pattern == nullptr && error == kCancelled) return evaluation.error(kCancelled);
  if (pattern == nullptr) return evaluation.error("Illegal regex: " + error);
  return f(*pattern);
}

Value find_compiled(Evaluation& evaluation, std::span<const Value> args, const Pattern& pattern) {
  if (!may_match(evaluation, pattern, args[0].as_text().size())) {
    return evaluation.error(kCancelled);
  }
  return find_first(args[0].as_text(), pattern);
}

Value find(Evaluation& evaluation, std::span<const Value> args) {
  return with_pattern(evaluation, args, [&](const Pattern& pattern) {
    return find_compiled(evaluation, args, pattern);
  });
}

Value find_all_compiled(Evaluation& evaluation, std::span<const Value> args,
                        const Pattern& pattern) {
  const std::int64_t limit = args.size() > 2 ? args[2].as_int() : -1;
  return find_every(evaluation, args[0].as_text(), pattern, limit);
}

Value find_all(Evaluation& evaluation, std::span<const Value> args) {
  return with_pattern(evaluation, args, [&](const Pattern& pattern) {
    return find_all_compiled(evaluation, args, pattern);
  });
}

std::uint64_t cost_of_find(std::span<const Value> args, const Value& /*result*/) {
  const std::uint64_t pattern_cost = static_cast<std::uint64_t>(
      std::ceil(static_cast<double>(size_for_cost(args[1])) * kRegexStringLengthCostFactor));
  return cost_of_passes(size_for_cost(args[0]) + 1) * pattern_cost;
}

std::optional<CallEstimate> estimate_of_find(const EstimatedNode* target,
                                             std::span<const EstimatedNode> args) {
  if (target == nullptr) return std::nullopt;
  const CostEstimate text = scale(add(target->size, {1, 1}), kStringTraversalCostFactor);
  const CostEstimate pattern = scale(args[0].size, kRegexStringLengthCostFactor);
  return CallEstimate{multiply(text, pattern), SizeEstimate{0, target->size.max}};
}

}  // namespace

void add_regex(Declarations& to) {
  const auto member = [&](std::string_view name, std::string_view id,
                          std::vector<const Type*> params, const Type* result, Implementation run,
                          PatternImplementation run_compiled) {
    to.add(name, {.id = id,
                  .params = std::move(params),
                  .result = result,
                  .member = true,
                  .run = run,
                  .cost = cost_of_find,
                  .estimate = estimate_of_find,
                  .run_compiled = run_compiled});
  };
  const Type* strings = to.types().list(&type::kString);
  member("find", "string_find_string", {&type::kString, &type::kString}, &type::kString, find,
         find_compiled);
  member("findAll", "string_find_all_string", {&type::kString, &type::kString}, strings, find_all,
         find_all_compiled);
  member("findAll", "string_find_all_string_int", {&type::kString, &type::kString, &type::kInt},
         strings, find_all, find_all_compiled);
}

}  // namespace drawbridge::cel
