// What is certain to be wrong with a selector that the API server takes, though how it was meant is
// not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/devices/selector_repair.h"

namespace drawbridge::rules {

struct SelectorMistake {
  Mistake mistake = Mistake::kFails;
  std::string what;  // a sentence without its full stop
  std::string fix;   // a sentence
};

// What to do where an expression reads a name without its domain, and nobody knows which is meant:
// a sentence; empty for others.
std::string domain_advice(std::string_view expression, const Words& words);

// One for each text, in the order in which they stand. Put it to the repaired expression where
// there is one: what can be repaired is told here too.
std::vector<SelectorMistake> selector_mistakes(std::string_view expression,
                                               const RepairHints& hints);

}  // namespace drawbridge::rules
