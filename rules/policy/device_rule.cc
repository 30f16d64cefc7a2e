#include "rules/policy/device_rule.h"

#include <algorithm>
#include <utility>

#include "kube/api/ascii.h"
#include "kube/api/names.h"
#include "rules/cel/library/go_text.h"
#include "rules/mapping/fields.h"
#include "rules/policy/judge_policy.h"
#include "rules/policy/rule_values.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr std::string_view kSpec = "spec";

Status check_text(const Json& object, std::string_view path, std::string_view key,
                  std::size_t bytes_max) {
  const Json value = object[key];
  if (value.is_null()) return {};
  if (!value.is_string()) return wrong(at(path, key), "must be a string");
  if (value.size() <= bytes_max) return {};
  return wrong(at(path, key), "has " + std::to_string(value.size()) + " bytes; at most " +
                                  std::to_string(bytes_max) + " are possible");
}

// A text that says nothing was meant to say something.
Status check_not_blank(const Json& object, std::string_view path, std::string_view key) {
  const std::string_view text = object[key].as_string();
  if (text.empty() || !cel::trimmed(text).empty()) return {};
  return wrong(at(path, key), "must not be blank");
}

Status check_expression(const Json& object, std::string_view path, std::string_view key,
                        std::size_t bytes_max = kRuleExpressionBytesMax) {
  if (Result<std::string> text = required_string(object, path, key); !text)
    return std::move(text).error();
  if (Status status = check_not_blank(object, path, key); !status) return status;
  return check_text(object, path, key, bytes_max);
}

// Entries {NAME, EXPRESSION} of which each name stands once.
Status check_named(const Json& spec, std::string_view list, std::string_view name,
                   std::string_view expression, std::size_t count_max,
                   std::size_t bytes_max = kRuleExpressionBytesMax) {
  if (Status status = check_list(spec[list], at(kSpec, list), count_max); !status) return status;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < spec[list].elements().size(); ++i) {
    const Json entry = spec[list].at(i);
    const std::string path = at(kSpec, list, i);
    if (Status status = check_fields(entry, path, {name, expression}); !status) return status;
    if (Result<std::string> text = required_string(entry, path, name); !text)
      return std::move(text).error();
    if (Status status = check_expression(entry, path, expression, bytes_max); !status)
      return status;
    if (std::find(names.begin(), names.end(), entry[name].as_string()) != names.end())
      return wrong(at(path, name), "stands twice in the list");
    names.push_back(entry[name].as_string());
  }
  return {};
}

// A message is one line of an answer.
Status check_message(const Json& validation, std::string_view path) {
  if (Status status = check_text(validation, path, "message", kPolicyMessageMax); !status)
    return status;
  if (Status status = check_not_blank(validation, path, "message"); !status) return status;
  const std::string_view text = cel::trimmed(validation["message"].as_string());
  if (text.find_first_of("\n\r") == std::string_view::npos) return {};
  return wrong(at(path, "message"), "must not have line breaks");
}

// What they may be is what Kubernetes takes of a ValidatingAdmissionPolicy's
// (admissionregistration/validation, validateValidation): not Unauthorized, which its API names.
Status check_validations(const Json& spec) {
  const Json list = spec["validations"];
  if (Status status = check_list(list, at(kSpec, "validations"), kRuleValidationsMax); !status)
    return status;
  for (std::size_t i = 0; i < list.elements().size(); ++i) {
    const std::string path = at(kSpec, "validations", i);
    const Json entry = list.at(i);
    if (Status status =
            check_fields(entry, path, {"expression", "message", "messageExpression", "reason"});
        !status)
      return status;
    if (Status status = check_expression(entry, path, "expression"); !status) return status;
    if (Status status = check_message(entry, path); !status) return status;
    if (Status status = check_text(entry, path, "messageExpression", kRuleExpressionBytesMax);
        !status)
      return status;
    if (Status status = check_not_blank(entry, path, "messageExpression"); !status) return status;
    const Result<std::size_t> reason =
        choice(entry, path, "reason", {"Invalid", "Forbidden", "RequestEntityTooLarge"});
    if (!reason) return reason.error();
  }
  return {};
}

Result<kube::LabelSelector> selector_of(const Json& parent, std::string_view path,
                                        std::string_view key) {
  const Json value = parent[key];
  if (value.is_null()) return kube::LabelSelector::everything();
  const std::string field = at(path, key);
  if (Status status = check_fields(value, field, {"matchLabels", "matchExpressions"}); !status)
    return std::move(status).error();
  Result<kube::LabelSelector> selector = kube::LabelSelector::from_json(value);
  if (selector) return selector;
  return wrong(selector.error().field.empty() ? field : at(field, selector.error().field),
               selector.error().message);
}

Status read_kinds(const Json& match, DeviceRule& rule) {
  constexpr std::string_view kPath = "spec.matchResources";
  const Json kinds = match["kinds"];
  if (Status status = check_list(kinds, at(kPath, "kinds"), kRuleKindsMax); !status) return status;
  for (std::size_t i = 0; i < kinds.elements().size(); ++i) {
    const std::string path = at(kPath, "kinds", i);
    const Json entry = kinds.at(i);
    if (Status status = check_fields(entry, path, {"group", "kind"}); !status) return status;
    Result<std::string> kind = required_string(entry, path, "kind");
    if (!kind) return std::move(kind).error();
    if (!entry["group"].is_null() && !entry["group"].is_string())
      return wrong(at(path, "group"), "must be a string; empty for the core group");
    rule.kinds.push_back({std::string(entry["group"].as_string()), std::move(*kind)});
  }
  return {};
}

Status read_operations(const Json& match, DeviceRule& rule) {
  const Json operations = match["operations"];
  const std::string field = "spec.matchResources.operations";
  if (operations.is_null()) return {};
  if (!operations.is_array() || operations.empty())
    return wrong(field, "must be a list of CREATE and UPDATE");
  rule.on_create = rule.on_update = false;
  for (const Json& operation : operations.elements()) {
    if (operation.as_string() == "CREATE") {
      rule.on_create = true;
    } else if (operation.as_string() == "UPDATE") {
      rule.on_update = true;
    } else {
      return wrong(field, "must be a list of CREATE and UPDATE");
    }
  }
  return {};
}

Status read_match(const Json& spec, DeviceRule& rule) {
  const Json match = spec["matchResources"];
  constexpr std::string_view kPath = "spec.matchResources";
  if (!match.is_null()) {
    if (Status status = check_fields(
            match, kPath, {"kinds", "operations", "namespaceSelector", "objectSelector"});
        !status)
      return status;
    if (Status status = read_kinds(match, rule); !status) return status;
    if (Status status = read_operations(match, rule); !status) return status;
    for (const auto& [key, to] : {std::pair{"namespaceSelector", &rule.namespace_selector},
                                  std::pair{"objectSelector", &rule.object_selector}}) {
      Result<kube::LabelSelector> selector = selector_of(match, kPath, key);
      if (!selector) return std::move(selector).error();
      *to = std::move(*selector);
    }
  }
  const Json policy = spec["matchPolicy"];
  if (policy.is_null()) return {};
  constexpr std::string_view kPolicy = "spec.matchPolicy";
  if (Status status = check_fields(policy, kPolicy, {"allPods", "podTemplates"}); !status)
    return status;
  if (!policy["allPods"].is_null() && !policy["allPods"].is_bool())
    return wrong(at(kPolicy, "allPods"), "must be true or false");
  rule.all_pods = policy["allPods"].as_bool();
  const Result<std::size_t> templates =
      choice(policy, kPolicy, "podTemplates", {"Judge", "Ignore"});
  if (!templates) return templates.error();
  rule.judges_templates = *templates == 0;
  return {};
}

Status read_param_ref(const Json& ref, RuleParams& params) {
  constexpr std::string_view kPath = "spec.paramRef";
  if (Status status =
          check_fields(ref, kPath, {"name", "namespace", "selector", "parameterNotFoundAction"});
      !status)
    return status;
  for (const char* key : {"name", "namespace"}) {
    if (Status status = check_text(ref, kPath, key, 253); !status) return status;
  }
  params.name = ref["name"].as_string();
  params.ns = ref["namespace"].as_string();
  if (params.name.empty() == ref["selector"].is_null())
    return wrong(std::string(kPath), "must have exactly one of name and selector");
  if (!ref["selector"].is_null()) {
    Result<kube::LabelSelector> selector = selector_of(ref, kPath, "selector");
    if (!selector) return std::move(selector).error();
    params.selector = kube::to_text(ref["selector"]);
  }
  if (Result<std::string> set = required_string(ref, kPath, "parameterNotFoundAction"); !set)
    return std::move(set).error();
  const Result<std::size_t> action =
      choice(ref, kPath, "parameterNotFoundAction", {"Allow", "Deny"});
  if (!action) return action.error();
  params.deny_without = *action == 1;
  return {};
}

// As Kubernetes takes that of a ValidatingAdmissionPolicy's params
// (admissionregistration/validation, validateParamKind).
bool is_kind(std::string_view text) {
  const std::string lower = kube::lowered(text);
  return !kube::dns_label_problem(lower) && lower.front() >= 'a';
}

Status read_params(const Json& spec, DeviceRule& rule) {
  const Json kind = spec["paramKind"];
  const Json ref = spec["paramRef"];
  if (kind.is_null() != ref.is_null())
    return wrong(std::string(kSpec), "must have paramKind and paramRef, or neither");
  if (kind.is_null()) return {};
  if (Status status = check_fields(kind, "spec.paramKind", {"apiVersion", "kind"}); !status)
    return status;
  RuleParams params;
  for (const auto& [key, to] :
       {std::pair{"apiVersion", &params.api_version}, std::pair{"kind", &params.kind}}) {
    Result<std::string> text = required_string(kind, "spec.paramKind", key);
    if (!text) return std::move(text).error();
    *to = std::move(*text);
  }
  if (!kube::is_api_version(params.api_version))
    return wrong("spec.paramKind.apiVersion",
                 "must be a version, or group and version, such as v1 or example.com/v1");
  if (!is_kind(params.kind))
    return wrong("spec.paramKind.kind", "must be the name of a kind, such as ConfigMap");
  if (Status status = read_param_ref(ref, params); !status) return status;
  rule.params = std::move(params);
  return {};
}

Status read_actions(const Json& spec, DeviceRule& rule) {
  const Json actions = spec["validationActions"];
  const std::string field = at(kSpec, "validationActions");
  if (actions.is_null()) {
    rule.actions = {ValidationAction::kDeny};
    return {};
  }
  if (!actions.is_array() || actions.empty())
    return wrong(field, "must be a list of Deny, Warn and Audit");
  for (const Json& action : actions.elements()) {
    const std::string_view text = action.as_string();
    if (text != "Deny" && text != "Warn" && text != "Audit")
      return wrong(field, "must be a list of Deny, Warn and Audit");
    const ValidationAction read = text == "Deny"   ? ValidationAction::kDeny
                                  : text == "Warn" ? ValidationAction::kWarn
                                                   : ValidationAction::kAudit;
    if (std::find(rule.actions.begin(), rule.actions.end(), read) != rule.actions.end())
      return wrong(field, "names " + std::string(text) + " twice");
    rule.actions.push_back(read);
  }
  const auto has = [&rule](ValidationAction action) {
    return std::find(rule.actions.begin(), rule.actions.end(), action) != rule.actions.end();
  };
  if (has(ValidationAction::kDeny) && has(ValidationAction::kWarn))
    return wrong(field, "must not have both Deny and Warn: a refusal says the same already");
  return {};
}

Status check_spec(const Json& spec) {
  if (Status status = check_fields(
          spec, kSpec,
          {"matchResources", "matchPolicy", "paramKind", "paramRef", "matchConditions", "variables",
           "validations", "auditAnnotations", "failurePolicy", "validationActions"});
      !status)
    return status;
  if (spec["validations"].empty() && spec["auditAnnotations"].empty())
    return wrong(std::string(kSpec), "must have validations, or auditAnnotations");
  if (Status status =
          check_named(spec, "matchConditions", "name", "expression", kRuleMatchConditionsMax);
      !status)
    return status;
  if (Status status = check_named(spec, "variables", "name", "expression", kRuleVariablesMax);
      !status)
    return status;
  if (Status status = check_named(spec, "auditAnnotations", "key", "valueExpression",
                                  kRuleAuditAnnotationsMax, kRuleAuditExpressionBytesMax);
      !status)
    return status;
  if (Status status = check_validations(spec); !status) return status;
  const Result<std::size_t> failure = choice(spec, kSpec, "failurePolicy", {"Fail", "Ignore"});
  return failure ? Status() : Status(failure.error());
}

}  // namespace

std::string_view action_name(ValidationAction action) {
  switch (action) {
    case ValidationAction::kDeny:
      return "Deny";
    case ValidationAction::kWarn:
      return "Warn";
    case ValidationAction::kAudit:
      return "Audit";
  }
  return "Deny";
}

bool DeviceRule::judges(const RuleTarget& target) const {
  if (!(target.creates ? on_create : on_update)) return false;
  if (target.makes_pods && !target.asks_for_devices && !all_pods) return false;
  if (kinds.empty()) return target.asks_for_devices || target.makes_pods;
  return std::any_of(kinds.begin(), kinds.end(), [&target](const Kind& each) {
    return each.kind == target.kind && each.group == target.group;
  });
}

bool DeviceRule::selects(const RuleTarget& target) const {
  if (target.namespaced && !namespace_selector.matches(target.namespace_labels)) return false;
  if (object_selector.selects_everything()) return true;
  const auto matches = [this](const Json& object) {
    return !object.is_null() && object_selector.matches(object["metadata"]["labels"]);
  };
  return matches(target.object) || matches(target.old_object);
}

Result<std::shared_ptr<const DeviceRule>> compile_device_rule(const Json& object) {
  const Json spec = object["spec"];
  if (Status status = check_spec(spec); !status) return std::move(status).error();
  auto rule = std::make_shared<DeviceRule>();
  rule->name = object["metadata"]["name"].as_string();
  if (Status status = read_match(spec, *rule); !status) return std::move(status).error();
  if (Status status = read_params(spec, *rule); !status) return std::move(status).error();
  if (Status status = read_actions(spec, *rule); !status) return std::move(status).error();
  rule->policy = Policy::compile(
      spec, {.version = {}, .declare = declare_rule_values, .names = rule_value_names()});
  return std::shared_ptr<const DeviceRule>(std::move(rule));
}

}  // namespace drawbridge::rules
