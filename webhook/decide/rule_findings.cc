#include "webhook/decide/rule_findings.h"

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

}  // namespace

void RuleFindings::add(const DeviceRule& rule, const RuleSubject& subject,
                       const PolicyDecision& verdict, ValidationAction action) {
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
  if (!subject.who.empty() &&
      !told_.insert(std::string(finding.code) + " " + finding.message).second)
    return;
  if (denies && !decision_.refused_by_rule) decision_.refused_by_rule = refusal_of(verdict.reason);
  decision_.findings.push_back(std::move(finding));
}

void RuleFindings::add_outcome(const DeviceRule& rule, const RuleSubject& subject,
                               const rules::PolicyOutcome& outcome) {
  for (std::size_t i = 0; i < outcome.decisions.size(); ++i) {
    const PolicyDecision& verdict = outcome.decisions[i];
    if (!verdict.denies) continue;
    for (const ValidationAction action : rule.actions) {
      if (action == ValidationAction::kAudit) {
        decision_.rule_audit.failures.push_back({rule.name, verdict.message, i, names_of(rule)});
      } else {
        add(rule, subject, verdict, action);
      }
    }
  }
  for (const rules::AuditAnnotation& annotation : outcome.audit_annotations)
    annotate(rule.name + "_" + annotation.key, annotation.value);
  for (const std::string& error : outcome.audit_errors) add_failure(rule, subject, error);
}

void RuleFindings::annotate(const std::string& key, const std::string& value) {
  if (told_.insert(key + " " + value).second)
    decision_.rule_audit.annotations[key].push_back(value);
}

void RuleFindings::add_failure(const DeviceRule& rule, const RuleSubject& subject,
                               const std::string& message) {
  if (rule.policy.failure_policy() != rules::FailurePolicy::kFail) return;
  add(rule, subject, {PolicyDecision::Kind::kError, true, message, "Invalid"},
      ValidationAction::kDeny);
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
