// What Kubernetes refuses besides what the types refuse: literals of durations, timestamps, regular
// expressions and format strings that could only fail, and literals of mixed types.
//
// Source of the rules: cel-go cel/validator.go and ext/formatting.go, as apiserver's
// pkg/cel/environment/base.go switches them on.
#pragma once

#include <optional>
#include <vector>

#include "rules/cel/checker.h"
#include "rules/cel/issue.h"
#include "rules/cel/pattern_budget.h"

namespace drawbridge::cel {

// What is wrong with a tree that is well-typed.
struct Validation {
  std::vector<Issue> issues;  // empty: nothing
  // A variable that holds a type: cel-go checks it and then can't make a program of it, since it
  // looks for a type of the variable's name.
  std::optional<Issue> no_program;
};

// Regular expressions are compiled at the expense of `patterns`, where there is one.
Validation validate(const CheckedAst& checked, PatternBudget* patterns = nullptr);

}  // namespace drawbridge::cel
