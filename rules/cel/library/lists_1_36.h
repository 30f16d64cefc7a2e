// Parts of lists.cc and flatten.cc that only Kubernetes 1.36 and older use.
#pragma once

#include <cstdint>
#include <span>

#include "rules/cel/evaluation.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// lists.range of any size: below 0 it is empty, and what would not fit in memory is only counted.
Value range_of_1_36(Evaluation& evaluation, std::span<const Value> args);
// flatten() with a negative depth costs less than nothing.
std::uint64_t cost_of_flatten_of_1_36(std::span<const Value> args, const Value& result);
// Names an optional without what it is of.
Value refuse_flatten_of_1_36(Evaluation& evaluation, std::span<const Value> args);

}  // namespace drawbridge::cel
