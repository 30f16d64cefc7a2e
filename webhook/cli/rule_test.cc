#include "webhook/cli/rule_test.h"

#include <algorithm>
#include <set>
#include <utility>

#include "rules/policy/device_rule.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using rules::Finding;
using rules::Severity;

using Audit = std::vector<std::pair<std::string, std::string>>;

// What the rules said of an object.
struct Said {
  Verdict verdict = Verdict::kAdmit;
  std::vector<std::string> messages;  // of the verdict, as their authors wrote them
  Audit audit;                        // by the rules' own keys
};

// A finding of a rule is "DeviceRule 'NAME' denied request: MESSAGE".
std::string message_of(const Finding& finding) {
  const std::size_t colon = finding.message.find(": ");
  return colon == std::string::npos ? finding.message : finding.message.substr(colon + 2);
}

// Of an annotation "RULE_KEY" the key; empty of one that no rule wrote.
std::string key_of_rule(const RuleTests& tests, std::string_view annotation) {
  for (const admission::SourcedObject& rule : tests.rules) {
    const std::string prefix = std::string(rule.view().name()) + "_";
    if (annotation.starts_with(prefix)) return std::string(annotation.substr(prefix.size()));
  }
  return {};
}

Said said_by(const RuleTests& tests, const std::set<std::string>& causes,
             const ReviewedObject& reviewed) {
  const std::vector<Finding>& findings = reviewed.findings;
  Said said;
  for (const auto& [annotation, value] : reviewed.audit_annotations) {
    const std::string key = key_of_rule(tests, annotation);
    if (!key.empty()) said.audit.emplace_back(key, value);
  }
  for (const Severity severity : {Severity::kDeny, Severity::kWarn}) {
    for (const Finding& finding : findings) {
      if (finding.severity == severity && causes.contains(finding.cause))
        said.messages.push_back(message_of(finding));
    }
    if (said.messages.empty()) continue;
    said.verdict = severity == Severity::kDeny ? Verdict::kRefuse : Verdict::kWarn;
    break;
  }
  return said;
}

std::string text_of(Verdict verdict, const std::vector<std::string>& messages) {
  std::string text(verdict_name(verdict));
  for (const std::string& message : messages)
    text += (messages.size() == 1 ? ": " : "\n") + message;
  return text;
}

std::string audit_text(const std::string& key, std::string_view value) {
  return "\naudit annotation " + key + ": " + std::string(value);
}

// Of the keys that the case speaks of.
std::string audit_text(const RuleCase& test, const Said& said) {
  std::string text;
  for (const auto& wanted : test.audit) {
    const auto found =
        std::find_if(said.audit.begin(), said.audit.end(),
                     [&wanted](const auto& one) { return one.first == wanted.first; });
    text += audit_text(wanted.first, found == said.audit.end() ? "(none)" : found->second);
  }
  return text;
}

bool holds(const RuleCase& test, const Said& said) {
  if (said.verdict != test.expected) return false;
  for (const auto& wanted : test.audit) {
    const std::pair<std::string, std::string> one(wanted);
    if (std::find(said.audit.begin(), said.audit.end(), one) == said.audit.end()) return false;
  }
  if (test.message.empty()) return true;
  return std::any_of(said.messages.begin(), said.messages.end(), [&](const std::string& message) {
    return test.is_exact ? message == test.message
                         : message.find(test.message) != std::string::npos;
  });
}

// What the API server would have said before any rule saw the object; empty where it takes it.
std::string unreadable(const ReviewedObject& reviewed) {
  for (const Finding& finding : reviewed.findings) {
    if (finding.severity == Severity::kDeny && finding.code == "MalformedObject")
      return (finding.field.empty() ? "" : finding.field + ": ") + finding.text();
  }
  return {};
}

RuleTestResult run_case(const RuleTests& tests, const RuleCase& test,
                        const std::set<std::string>& causes,
                        const rules::SharedSettings& settings) {
  std::vector<admission::SourcedObject> state = tests.state;
  state.insert(state.end(), test.state.begin(), test.state.end());
  state.insert(state.end(), tests.rules.begin(), tests.rules.end());
  ReviewOptions options;
  options.ns = test.ns;
  options.user = test.user;
  options.groups = test.groups;
  options.settings = settings;
  options.follows_to_pods = false;
  if (test.old_object) options.old_object = test.old_object->root();
  const std::vector<ReviewedObject> reviewed =
      review_objects(state, {{test.object, tests.file, test.line}}, options);
  RuleTestResult result;
  result.name = test.name;
  result.file = tests.file;
  result.line = test.line;
  const Said said = said_by(tests, causes, reviewed.front());
  const std::string problem = unreadable(reviewed.front());
  result.passed = problem.empty() && holds(test, said);
  result.expected = std::string(verdict_name(test.expected));
  if (!test.message.empty()) result.expected += (test.is_exact ? ": " : ", with: ") + test.message;
  for (const auto& [key, value] : test.audit) result.expected += audit_text(key, value);
  result.got = problem.empty() ? text_of(said.verdict, said.messages) + audit_text(test, said)
                               : "an object that the API server does not take: " + problem;
  return result;
}

// Why a rule can't be used; empty where it can.
std::string problems_of(const admission::SourcedObject& object) {
  const auto rule = rules::compile_device_rule(object.json());
  if (!rule) return rule.error().text();
  std::string text;
  for (const rules::PolicyProblem& problem : (*rule)->policy.problems())
    text += (text.empty() ? "" : "\n") + problem.field + ": " + problem.text;
  return text;
}

}  // namespace

std::size_t RuleTestReport::Folder::failed() const {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [](const auto& one) { return !one.passed; }));
}

std::size_t RuleTestReport::tests() const {
  std::size_t count = 0;
  for (const Folder& folder : folders) {
    for (const RuleTestResult& result : folder.results) count += result.is_case ? 1 : 0;
  }
  return count;
}

std::size_t RuleTestReport::failed() const {
  std::size_t count = 0;
  for (const Folder& folder : folders) count += folder.failed();
  return count;
}

std::vector<RuleTestResult> run_rule_tests(const RuleTests& tests,
                                           const rules::SharedSettings& settings) {
  std::vector<RuleTestResult> results;
  std::set<std::string> causes;
  for (const admission::SourcedObject& rule : tests.rules) {
    const std::string name = "DeviceRule " + std::string(rule.view().name());
    causes.insert(name);
    std::string problems = problems_of(rule);
    if (problems.empty()) continue;
    results.push_back(
        {name, rule.file, rule.line, false, false, "a rule that can be used", std::move(problems)});
  }
  for (const RuleCase& test : tests.cases)
    results.push_back(run_case(tests, test, causes, settings));
  return results;
}

}  // namespace drawbridge::cli
