// `a + b` of lists: made in O(log n), so that an expression can't make the engine copy more than
// the 1 that cel-go charges for it. Reading an element is O(log n).
#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/cel/evaluation.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// Up to this many elements are copied into one span, which is then read in O(1).
inline constexpr std::size_t kCopiedElementsMax = 32;

// A list that is doubled with every `+` would have more elements than can be counted.
inline constexpr std::size_t kConcatenatedElementsMax = UINT32_MAX;

// The error kCancelled where there were more. Preconditions: both are lists of no more; what they
// point into outlives `evaluation`'s arena.
Value concatenate(Evaluation& evaluation, const Value& a, const Value& b);

}  // namespace drawbridge::cel
