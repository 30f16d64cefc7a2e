// SelectorFails and CapacityNeverFits of a DeviceMapping: what it will make of the words of pods
// fails whatever these are.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// A selector with a placeholder ({profile}, {value}) that reads an attribute which devices of the
// class lack, or compares it with what its type can't be compared with, and a capacity that none of
// them has. A word stands for those of pods; errors that may be of the word itself are not told.
// What holds no placeholder is judged as that of a claim (selector_fails.h).
void check_mapping_words(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);
void check_mapping_capacities(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

}  // namespace drawbridge::rules
