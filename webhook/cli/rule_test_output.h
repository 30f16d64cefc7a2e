// How `drawbridge rules test` prints what came of the tests: for people, and for what runs them.
#pragma once

#include <string>

#include "webhook/cli/rule_test.h"

namespace drawbridge::cli {

// A line for each folder, each failed test with what it expected and what came, and a last line
// with the counts. With ANSI colours where `color`.
std::string rule_test_text(const RuleTestReport& report, bool color);
// JUnit XML as Jenkins, GitLab and GitHub's actions read it: a testsuite for each folder.
std::string rule_test_junit(const RuleTestReport& report);
// SARIF 2.1.0: a result for each failed test, by the rules RuleTestFailed and RuleUnusable.
std::string rule_test_sarif(const RuleTestReport& report, const std::string& version);
// A JSON object a line for each test. Fields are only ever added:
// {"folder","name","file","line","passed","expected","got"}
std::string rule_test_json(const RuleTestReport& report);

}  // namespace drawbridge::cli
