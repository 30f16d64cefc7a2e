#include "webhook/admission/rule_findings.h"

#include <algorithm>
#include <utility>

#include "kube/api/json_writer.h"

namespace drawbridge::admission {
namespace {

using rules::DeviceRule;
using rules::Finding;
using rules::PolicyDecision;
using rules::Severity;
using rules::ValidationAction;

// The status of a refusal with that reason (apiserver: reasonToCode); of static storage.
Refusal refusal_of(std::string_view reason) {
  if (reason == "Forbidden") return {403, "Forbidden"};
  if (reason == "RequestEntityTooLarge") return {413, "RequestEntityTooLarge"};
  return {422, "Invalid"};
}

std::vector<std::string_view> names_of(const DeviceRule& rule) {
  std::vector<std::string_view> names;
  for (const ValidationAction action : rule.actions) names.push_back(rules::action_name(action));
  return names;
}

void add(const DeviceRule& rule, const RuleSubject& subject, const PolicyDecision& verdict,
         ValidationAction action, Decision& decision) {
  const bool is_error = verdict.kind == PolicyDecision::Kind::kError;
  const bool denies = action == ValidationAction::kDeny;
  Finding finding;
  finding.field = subject.field;
  finding.cause = "DeviceRule " + rule.name;
  if (denies) {
    finding.code = is_error ? "DeviceRuleFailed" : "DeviceRuleDenied";
    finding.severity = Severity::kDeny;
    finding.message = "DeviceRule '" + rule.name + "' denied " +
                      (subject.who.empty() ? "request" : subject.who) + ": " + verdict.message;
  } else {
    finding.code = "DeviceRuleWarned";
    finding.severity = Severity::kWarn;
    finding.message = "Validation failed for DeviceRule '" + rule.name + "'" +
                      (subject.who.empty() ? "" : " of " + subject.who) + ": " + verdict.message;
  }
  // Several templates of a workload may break a rule in one way.
  const bool is_told = std::any_of(
      decision.findings.begin(), decision.findings.end(), [&finding](const Finding& known) {
        return known.code == finding.code && known.message == finding.message;
      });
  if (is_told && !subject.who.empty()) return;
  if (denies && !decision.refused_by_rule) decision.refused_by_rule = refusal_of(verdict.reason);
  decision.findings.push_back(std::move(finding));
}

}  // namespace

void add_outcome(const DeviceRule& rule, const RuleSubject& subject, rules::PolicyOutcome outcome,
                 Decision& decision) {
  for (std::size_t i = 0; i < outcome.decisions.size(); ++i) {
    const PolicyDecision& verdict = outcome.decisions[i];
    if (!verdict.denies) continue;
    for (const ValidationAction action : rule.actions) {
      if (action == ValidationAction::kAudit) {
        decision.rule_audit.failures.push_back({rule.name, verdict.message, i, names_of(rule)});
      } else {
        add(rule, subject, verdict, action, decision);
      }
    }
  }
  for (rules::AuditAnnotation& annotation : outcome.audit_annotations) {
    std::vector<std::string>& values =
        decision.rule_audit.annotations[rule.name + "_" + annotation.key];
    if (std::find(values.begin(), values.end(), annotation.value) == values.end())
      values.push_back(std::move(annotation.value));
  }
  for (std::string& error : outcome.audit_errors)
    add_rule_failure(rule, subject, std::move(error), decision);
}

void add_rule_failure(const DeviceRule& rule, const RuleSubject& subject, std::string message,
                      Decision& decision) {
  if (rule.policy.failure_policy() != rules::FailurePolicy::kFail) return;
  add(rule, subject, {PolicyDecision::Kind::kError, true, std::move(message), "Invalid"},
      ValidationAction::kDeny, decision);
}

void write_rule_audit(const RuleAudit& audit,
                      std::vector<std::pair<std::string, std::string>>& into) {
  if (!audit.failures.empty()) {
    std::string text;
    kube::JsonWriter writer(text);
    writer.begin_array();
    for (const RuleAudit::Failure& failure : audit.failures) {
      writer.begin_object().key("message").string(failure.message);
      writer.key("policy").string(failure.rule);
      writer.key("expressionIndex").integer(static_cast<std::int64_t>(failure.validation));
      writer.key("validationActions").begin_array();
      for (const std::string_view action : failure.actions) writer.string(action);
      writer.end_array().end_object();
    }
    writer.end_array();
    into.emplace_back("validation_failure", std::move(text));
  }
  for (const auto& [key, values] : audit.annotations) {
    std::string joined;
    for (const std::string& value : values) joined += (joined.empty() ? "" : ", ") + value;
    into.emplace_back(key, std::move(joined));
  }
}

}  // namespace drawbridge::admission
