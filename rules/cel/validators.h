// What Kubernetes refuses besides what the types refuse: literals of durations, timestamps, regular
// expressions and format strings that could only fail, and literals of mixed types.
//
// Source of the rules: cel-go cel/validator.go and ext/formatting.go, as apiserver's
// pkg/cel/environment/base.go switches them on.
#pragma once

#include <vector>

#include "rules/cel/checker.h"
#include "rules/cel/issue.h"

namespace drawbridge::cel {

// What is wrong with a tree that is well-typed; empty: nothing.
std::vector<Issue> validate(const CheckedAst& checked);

}  // namespace drawbridge::cel
