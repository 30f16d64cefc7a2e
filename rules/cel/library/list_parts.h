// What the files of list functions share: cel-go's (lists.cc, flatten.cc, list_sorting.cc), and
// Kubernetes' (kubernetes_lists.cc).
#pragma once

#include <cstdint>
#include <span>

#include "rules/cel/function.h"
#include "rules/cel/size_estimate.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

void add_flatten(Declarations& to);
// sort(), and the function that sortBy() becomes.
void add_sorting(Declarations& to);

// A call and a new list, besides `size` times `factor`.
std::uint64_t cost_of_list(double factor, std::uint64_t size);
CallEstimate estimate_of_list(double factor, SizeEstimate size);

// A new list as large as the result.
std::uint64_t cost_of_result(std::span<const Value> args, const Value& result);

// Every element against every other, at 2 a pair.
std::uint64_t cost_of_pairs(const Value& list);

// Of a type whose values have an order, which sort(), isSorted(), min() and max() ask for.
bool is_comparable(const Value& value);

// An int written in the expression, below 0 as 0; `otherwise` where it is not written out.
std::uint64_t literal_or(const EstimatedNode& node, std::uint64_t otherwise);

}  // namespace drawbridge::cel
