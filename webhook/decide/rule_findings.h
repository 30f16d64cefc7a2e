// What comes of a rule's verdicts: findings, and entries of the audit log.
//
// Source of the keys and of what follows from each action: k8s.io/apiserver
// pkg/admission/plugin/policy/validating/dispatcher.go.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rules/policy/device_rule.h"
#include "rules/policy/judge_policy.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Whom a verdict is about: the object of the request, or the pods of a template in it.
struct RuleSubject {
  std::string field;  // of the pod template; empty for the object itself
  std::string who;    // "each pod of this Job"
};

// Adds to one decision.
class RuleFindings {
 public:
  explicit RuleFindings(Decision& decision) : decision_(decision) {}

  void add_outcome(const rules::DeviceRule& rule, const RuleSubject& subject,
                   const rules::PolicyOutcome& outcome);
  // What could not even be tried: an error of the rule, which refuses where failurePolicy is Fail,
  // whatever its validationActions.
  void add_failure(const rules::DeviceRule& rule, const RuleSubject& subject,
                   const std::string& message);

 private:
  void add(const rules::DeviceRule& rule, const RuleSubject& subject,
           const rules::PolicyDecision& verdict, rules::ValidationAction action);
  void annotate(const std::string& key, const std::string& value);

  Decision& decision_;
  // Several templates of a workload may break a rule in one way: messages, each behind its code,
  // and values of annotations, each behind its key.
  std::set<std::string, std::less<>> told_;
};

// As annotations of the answer: "validation_failure", and "RULE_KEY" of auditAnnotations. The API
// server puts the webhook's name in front.
void write_rule_audit(const RuleAudit& audit,
                      std::vector<std::pair<std::string, std::string>>& into);

}  // namespace drawbridge::admission
