// What is wrong with a DeviceRule that is about to be stored: what its schema can't say.
#pragma once

#include <string>
#include <vector>

#include "rules/policy/device_rule.h"

namespace drawbridge::rules {

struct RuleFault {
  std::string field;    // "spec.validations[0].expression"
  std::string message;  // "line 1, column 9: undefined field 'conut'; did you mean count?"
  // Lines of the expression, each with the place below it; empty where there is none to show.
  std::vector<std::string> excerpt = {};
  std::string fix = {};  // a sentence, or "Write: EXPRESSION"; empty where none is known
};

// Expressions that do not compile, have another type than they need, or cost more than they may
// whatever the object is; words that stand for nothing (idle_words.h); keys that the audit log does
// not take.
std::vector<RuleFault> rule_faults(const DeviceRule& rule);

}  // namespace drawbridge::rules
