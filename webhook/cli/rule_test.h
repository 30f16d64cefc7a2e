// Runs the test cases of DeviceRules (rule_cases.h): each is reviewed by the code that answers the
// API server, with the rules and the case's state as all that the cluster holds.
#pragma once

#include <string>
#include <vector>

#include "rules/settings.h"
#include "webhook/cli/rule_cases.h"

namespace drawbridge::cli {

struct RuleTestResult {
  std::string name;  // of the case; of a rule that can't be used, "DeviceRule NAME"
  std::string file;
  int line = 0;
  bool is_case = true;  // false: the rule itself can't be used
  bool passed = true;
  // Of a case: what it expected, and what came, with every message of the rules on a line of its
  // own. Of a rule: why it can't be used, with the caret below the expression.
  std::string expected;
  std::string got;
};

struct RuleTestReport {
  struct Folder {
    std::string path;
    std::vector<RuleTestResult> results;
    std::size_t failed() const;
  };
  std::vector<Folder> folders;

  std::size_t tests() const;
  std::size_t failed() const;
};

// One result for each case, and one more for each rule that can't be used.
std::vector<RuleTestResult> run_rule_tests(const RuleTests& tests,
                                           const rules::SharedSettings& settings);

}  // namespace drawbridge::cli
