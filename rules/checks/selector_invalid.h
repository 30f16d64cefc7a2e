// SelectorInvalid: a CEL selector of a DeviceClass, ResourceClaim or ResourceClaimTemplate that the
// API server refuses, since it does not compile or may cost too much. And SelectorTooCostly: the
// regular expressions of one object are too large to be judged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/checks/facts.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// One finding (kDeny) for each selector that cannot be used. `old_object` is what the object was
// before, null on CREATE: what stood there already is not judged again. Where the regular
// expressions of all of them together are larger than the budget of cel/pattern_budget.h, the last
// finding is SelectorTooCostly (kDeny), and what comes behind it is not judged.
//
// With `facts`, what does not compile gets the expression as it was meant where that is known.
// `is_stored`: the API server has taken the object, and would not have with a selector that it
// can't compile.
std::vector<Finding> check_selectors(const kube::Json& object, const kube::Json& old_object,
                                     const CheckFacts* facts = nullptr, bool is_stored = false);

// Whether they refuse it by itself, for checks that would say what it finds.
bool is_refused_selector(std::string_view expression, const CheckFacts& facts);

// What to write for the selector at `field` of the object, such as
// "spec.rewrites[0].request.exactly.selectors[0].cel.expression" of a DeviceMapping, where it does
// not compile; empty where how it was meant is not known.
std::string corrected_selector(const kube::Json& object, std::string_view field,
                               const CheckFacts& facts);

}  // namespace drawbridge::rules
