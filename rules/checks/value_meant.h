// A clause of a selector that no published device satisfies, as it was meant: with the values that
// there are in the place of what was written for them.
#pragma once

#include <string>

#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {

// Of outcome.clause; empty where it is not known.
std::string clause_meant(const SelectorOutcome& outcome);

}  // namespace drawbridge::rules
