// The order in which Go's sort.Slice leaves things: it is not stable, and which of two equal keys
// comes first can be seen.
//
// Source of the rule: Go's package sort, a pattern-defeating quicksort (arxiv.org/abs/2106.05123)
// with its choice of pivots, its thresholds and its pseudo-random swaps.
#pragma once

#include <cstdint>
#include <span>

#include "rules/cel/value.h"

namespace drawbridge::cel {

// Orders `places`, which are positions in `keys`. Keys that are not less than each other, NaN among
// them, end where Go's moves leave them; any answers of the comparison are safe.
void sort_as_go(std::span<const Value> keys, std::span<std::uint32_t> places);

}  // namespace drawbridge::cel
