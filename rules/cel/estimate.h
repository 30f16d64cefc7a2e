// What evaluating an expression may cost, without running it: cel-go's checker/cost.go with
// Kubernetes' additions. Unknown sizes make the maximum enormous.
#pragma once

#include "rules/cel/cel.h"
#include "rules/cel/checker.h"

namespace drawbridge::cel {

CostEstimate estimate_cost(const CheckedAst& checked, SizeHints hints);

}  // namespace drawbridge::cel
