// cel-go's sets (ext/sets.go): lists that are read as sets.
#include <cstdint>
#include <limits>

#include "rules/cel/library/libraries.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

enum class Found : std::uint8_t { kNo, kYes, kCancelled };

Found contains(Evaluation& evaluation, const Value& list, const Value& element) {
  const std::size_t size = list.size();
  for (std::size_t i = 0; i < size; ++i) {
    const auto same = equal_within(element, list.element(i), evaluation.steps_left());
    if (!same) return Found::kCancelled;
    if (*same) return Found::kYes;
  }
  return Found::kNo;
}

// Whether `list` contains every element of `sublist`.
Found contains_all(Evaluation& evaluation, const Value& list, const Value& sublist) {
  const std::size_t size = sublist.size();
  for (std::size_t i = 0; i < size; ++i) {
    const Found found = contains(evaluation, list, sublist.element(i));
    if (found != Found::kYes) return found;
  }
  return Found::kYes;
}

Found intersects(Evaluation& evaluation, const Value& a, const Value& b) {
  const std::size_t size = a.size();
  for (std::size_t i = 0; i < size; ++i) {
    const Found found = contains(evaluation, b, a.element(i));
    if (found != Found::kNo) return found;
  }
  return Found::kNo;
}

Found equivalent(Evaluation& evaluation, const Value& a, const Value& b) {
  const Found found = contains_all(evaluation, a, b);
  return found == Found::kYes ? contains_all(evaluation, b, a) : found;
}

template <Found (*kRelation)(Evaluation&, const Value&, const Value&)>
Value run(Evaluation& evaluation, std::span<const Value> args) {
  if (!may_pair(evaluation, args[0].size(), args[1].size())) return evaluation.error(kCancelled);
  const Found found = kRelation(evaluation, args[0], args[1]);
  if (found == Found::kCancelled) return evaluation.error(kCancelled);
  return Value::boolean(found == Found::kYes);
}

// Every element of one against every element of the other, `kTimes` over.
template <std::uint64_t kTimes>
std::uint64_t cost(std::span<const Value> args, const Value& /*result*/) {
  return saturating_add(std::uint64_t{1},
                        saturating_multiply(kTimes, saturating_multiply(size_for_cost(args[0]),
                                                                        size_for_cost(args[1]))));
}

template <std::uint64_t kTimes>
std::optional<CallEstimate> estimate(const EstimatedNode* /*target*/,
                                     std::span<const EstimatedNode> args) {
  if (args.size() != 2) return std::nullopt;
  const CostEstimate pairs = multiply(args[0].size, args[1].size);
  return CallEstimate{add(scale(pairs, static_cast<double>(kTimes)), {1, 1})};
}

}  // namespace

void add_sets(Declarations& to) {
  const Type* list = to.types().list(to.types().param("T"));
  to.add("sets.contains", {.id = "list_sets_contains_list",
                           .params = {list, list},
                           .result = &type::kBool,
                           .run = run<contains_all>,
                           .cost = cost<1>,
                           .estimate = estimate<1>});
  to.add("sets.equivalent", {.id = "list_sets_equivalent_list",
                             .params = {list, list},
                             .result = &type::kBool,
                             .run = run<equivalent>,
                             .cost = cost<2>,
                             .estimate = estimate<2>});
  to.add("sets.intersects", {.id = "list_sets_intersects_list",
                             .params = {list, list},
                             .result = &type::kBool,
                             .run = run<intersects>,
                             .cost = cost<1>,
                             .estimate = estimate<1>});
}

}  // namespace drawbridge::cel
