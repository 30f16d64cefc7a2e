// SelectorFails and SelectorNeverMatches in words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rules/devices/selector_outcome.h"
#include "rules/finding.h"
#include "rules/settings.h"

namespace drawbridge::rules {

struct OutcomeSubject {
  std::string name;               // "request gpu", "this DeviceClass"
  std::string_view device_class;  // empty for a class itself
  std::size_t selectors = 1;      // of its own
  std::string cause = {};  // of a finding that is not the class's; empty for the object itself
};

// Precondition: nothing matched, nothing failed.
Finding never_matches_finding(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                              std::string field, Inventory inventory);
// Precondition: some failed.
Finding fails_finding(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                      std::string field, Inventory inventory);

}  // namespace drawbridge::rules
