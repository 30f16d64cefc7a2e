// Parts of a selector that decide nothing, though they were meant to: an exclusion that excludes no
// device (`productName != 'H100'`, and none is called just so), an alternative that none satisfies.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {

struct DeadPart {
  std::string said;         // "productName != H100"
  bool excludes = false;    // else an alternative
  SelectorOutcome outcome;  // of what it looks for: nothing matches
  std::string meant;        // the whole expression with all such parts as they were meant
};

// What a selector comes to on the devices; nullopt where that can't be said.
using OutcomeOf = std::function<std::optional<SelectorOutcome>(std::string_view expression)>;

// The first such part; nullopt for none. Told only where it is sure: a value that there is is the
// same in other letters, or has the text as a word in it.
std::optional<DeadPart> dead_part(std::string_view expression, const OutcomeOf& outcome_of);

}  // namespace drawbridge::rules
