// Runs a program's code: a loop over its instructions, without recursion.
#pragma once

#include <cstdint>

#include "rules/cel/cel.h"
#include "rules/cel/code.h"

namespace drawbridge::cel {

// kCancelled (evaluation.h) is the error of an evaluation that its budget ended.
Outcome interpret(const Code& code, const Bindings& bindings, std::uint64_t cost_max,
                  Evaluation& evaluation);

}  // namespace drawbridge::cel
