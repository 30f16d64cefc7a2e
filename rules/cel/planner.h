// From the checked tree to the program's code.
#pragma once

#include <memory>
#include <variant>

#include "rules/cel/checker.h"
#include "rules/cel/code.h"
#include "rules/cel/constant_folding.h"

namespace drawbridge::cel {

// The code, or why there is none. It refers to text and types of `checked`, to the declarations'
// overloads and values, which must outlive it.
// Regular expressions are compiled at the expense of `patterns`, where there is one.
std::variant<std::unique_ptr<const Code>, PlanFailure> plan(const CheckedAst& checked,
                                                            const Declarations& declarations,
                                                            PatternBudget* patterns = nullptr);

}  // namespace drawbridge::cel
