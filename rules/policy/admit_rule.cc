#include "rules/policy/admit_rule.h"

#include "kube/api/saturating.h"
#include "rules/cel/cel.h"
#include "rules/policy/idle_words.h"

namespace drawbridge::rules {
namespace {

// A qualified name (apimachinery: IsQualifiedName) has so many characters behind its slash.
constexpr std::size_t kAuditKeyMax = 63;

// The lines behind "ERROR: <input>:1:17: undefined field 'conut'", of the first error.
std::vector<std::string> excerpt_of(std::string_view text) {
  std::vector<std::string> lines;
  std::size_t at = text.find('\n');
  while (at != std::string_view::npos && lines.size() < 2) {
    const std::size_t end = text.find('\n', at + 1);
    const std::string_view line =
        text.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
    if (!line.starts_with(" |")) break;
    lines.emplace_back(line);
    at = end;
  }
  return lines;
}

// What the expression costs at least; 0 where nothing is known of it.
std::uint64_t least_cost(const PolicyExpression& expression) {
  return expression.program ? expression.program->estimated_cost().min : 0;
}

class Faults {
 public:
  explicit Faults(const Policy& policy) : policy_(policy) {}

  std::vector<RuleFault> find() {
    for (const PolicyProblem& problem : policy_.problems())
      faults_.push_back({problem.field, problem.brief, excerpt_of(problem.text), problem.fix});
    const std::uint64_t conditions =
        cost_of(policy_.match_conditions(), "spec.matchConditions", "expression");
    if (conditions > cel::kMatchConditionsCostMax)
      too_costly("spec.matchConditions", conditions, cel::kMatchConditionsCostMax);
    cost_of(policy_.variables(), "spec.variables", "expression");
    cost_of(policy_.audit_annotations(), "spec.auditAnnotations", "valueExpression");
    std::uint64_t all = 0;
    std::size_t i = 0;
    for (const Policy::Validation& validation : policy_.validations()) {
      const std::string path = "spec.validations[" + std::to_string(i++) + "].";
      all = kube::saturating_add(all, check(validation.expression, path + "expression"));
      all = kube::saturating_add(all,
                                 check(validation.message_expression, path + "messageExpression"));
    }
    if (all > cel::kPerPolicyCostMax) too_costly("spec.validations", all, cel::kPerPolicyCostMax);
    return std::move(faults_);
  }

 private:
  std::uint64_t check(const PolicyExpression& expression, const std::string& field) {
    const std::uint64_t cost = least_cost(expression);
    if (cost > cel::kPerCallCostMax) too_costly(field, cost, cel::kPerCallCostMax);
    for (std::string& value : idle_values(expression.text))
      faults_.push_back({field, std::move(value)});
    return cost;
  }
  std::uint64_t cost_of(std::span<const Policy::Named> list, const std::string& path,
                        const std::string& key) {
    std::uint64_t all = 0;
    std::size_t i = 0;
    for (const Policy::Named& each : list) {
      std::string field = path;
      field.append("[").append(std::to_string(i++)).append("].").append(key);
      all = kube::saturating_add(all, check(each.expression, field));
    }
    return all;
  }
  void too_costly(const std::string& field, std::uint64_t cost, std::uint64_t cost_max) {
    faults_.push_back({field,
                       "costs at least " + std::to_string(cost) +
                           " units, whatever the object is, and at most " +
                           std::to_string(cost_max) + " are spent on it",
                       {}});
  }

  const Policy& policy_;
  std::vector<RuleFault> faults_;
};

}  // namespace

std::vector<RuleFault> rule_faults(const DeviceRule& rule) {
  std::vector<RuleFault> faults = Faults(rule.policy).find();
  for (std::size_t kind = 0; kind < rule.kinds.size(); ++kind) {
    std::string idle = idle_kind(rule.kinds[kind].group, rule.kinds[kind].kind);
    if (!idle.empty())
      faults.push_back(
          {"spec.matchResources.kinds[" + std::to_string(kind) + "]", std::move(idle), {}});
  }
  std::size_t i = 0;
  for (const Policy::Named& annotation : rule.policy.audit_annotations()) {
    const std::size_t size = rule.name.size() + 1 + annotation.name.size();
    const std::string field = "spec.auditAnnotations[" + std::to_string(i++) + "].key";
    if (size <= kAuditKeyMax) continue;
    faults.push_back({field,
                      "has " + std::to_string(size) +
                          " characters behind the name of the rule, and the audit log takes " +
                          std::to_string(kAuditKeyMax) + " of both and the '_' between them",
                      {}});
  }
  return faults;
}

}  // namespace drawbridge::rules
