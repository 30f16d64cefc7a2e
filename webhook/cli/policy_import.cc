#include "webhook/cli/policy_import.h"

#include <algorithm>
#include <utility>

#include "kube/api/json.h"
#include "rules/policy/device_rule.h"
#include "rules/policy/judge_policy.h"
#include "rules/policy/policy.h"
#include "webhook/cli/policy_share.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using rules::Severity;
using rules::shown;

constexpr std::size_t kNameMax = 253;
// What the schema of a DeviceRule takes of a selector (charts/drawbridge/crds/devicerules.yaml).
constexpr std::size_t kLabelsMax = 32;

struct EntryList {
  const char* name;
  std::size_t most;
};
constexpr EntryList kEntryLists[] = {{"matchConditions", rules::kRuleMatchConditionsMax},
                                     {"variables", rules::kRuleVariablesMax},
                                     {"validations", rules::kRuleValidationsMax},
                                     {"auditAnnotations", rules::kRuleAuditAnnotationsMax}};

// One policy under one binding.
class PolicyImport {
 public:
  PolicyImport(const PolicySource& policy, const PolicySource& binding,
               const std::vector<RuledKind>& kinds, Imported& result)
      : policy_(policy), binding_(binding), kinds_(kinds), result_(result) {}

  // `name` is the rule's.
  void run(const std::string& name) {
    const json& spec = member_of(policy_.object, "spec");
    const json& bound = member_of(binding_.object, "spec");
    const auto of_policy = [&](const std::string& field, std::string message, std::string fix) {
      tell(policy_, Severity::kWarn, field, std::move(message), std::move(fix));
    };
    const auto of_binding = [&](const std::string& field, std::string message, std::string fix) {
      tell(binding_, Severity::kWarn, field, std::move(message), std::move(fix));
    };
    PolicyReach reach =
        reach_of(member_of(spec, "matchConstraints"), "spec.matchConstraints", kinds_, of_policy);
    if (!member_of(bound, "matchResources").is_null())
      reach = common_reach(reach, reach_of(member_of(bound, "matchResources"),
                                           "spec.matchResources", kinds_, of_binding));
    leave_out_updates(reach);
    const std::vector<Share> shares = shares_of(reach);
    if (shares.empty()) {
      tell(binding_, Severity::kDeny, "",
           "With policy " + shown(name_of(policy_.object)) +
               " it matches nothing that a DeviceRule judges: no rule is made of it.",
           "Keep both as they are.");
      return;
    }
    json rule = rule_of(spec, bound);
    if (!add_params(spec, bound, rule)) return;
    for (const Share& share : shares) {
      std::string own = name;
      if (shares.size() > 1) own += "-" + std::to_string(&share - shares.data() + 1);
      add_rule(rule, share, own);
    }
  }

 private:
  void leave_out_updates(PolicyReach& reach) {
    for (const RuledKind& kind : kinds_) {
      const auto found = reach.find({kind.group, kind.kind});
      if (kind.has_updates || found == reach.end() || found->second[1].empty()) continue;
      found->second[1] = NameSet();
      tell(policy_, Severity::kWarn, "spec.matchConstraints",
           "UPDATE of " + kind.kind +
               " is left out: what it asks for never changes, and Drawbridge is asked when it is "
               "created.",
           "Keep a ValidatingAdmissionPolicy for updates, if they are wanted.");
    }
  }

  void tell(const PolicySource& of, Severity severity, std::string field, std::string message,
            std::string fix) {
    add_note(result_, of, severity, std::move(field), std::move(message), std::move(fix));
  }

  // All but which objects are judged.
  json rule_of(const json& spec, const json& bound) {
    json rule = {{"apiVersion", "drawbridge.dev/v1alpha1"}, {"kind", "DeviceRule"}};
    const json& labels = member_of(member_of(policy_.object, "metadata"), "labels");
    if (labels.is_object() && !labels.empty()) rule["metadata"]["labels"] = labels;
    json annotations = member_of(member_of(policy_.object, "metadata"), "annotations");
    if (annotations.is_object()) {
      annotations.erase("kubectl.kubernetes.io/last-applied-configuration");
      if (!annotations.empty()) rule["metadata"]["annotations"] = annotations;
    }
    json& made = rule["spec"];
    for (const char* field :
         {"failurePolicy", "matchConditions", "variables", "validations", "auditAnnotations"}) {
      const json& value = member_of(spec, field);
      if (!value.is_null() && !(value.is_array() && value.empty())) made[field] = value;
    }
    const json& actions = member_of(bound, "validationActions");
    if (actions.is_array() && !actions.empty()) made["validationActions"] = actions;
    for (const char* selector : {"namespaceSelector", "objectSelector"}) {
      const json merged = merged_selector(member_of(member_of(spec, "matchConstraints"), selector),
                                          member_of(member_of(bound, "matchResources"), selector));
      if (merged.is_object() && !merged.empty()) made["matchResources"][selector] = merged;
    }
    return rule;
  }

  bool add_params(const json& spec, const json& bound, json& rule) {
    const json& kind = member_of(spec, "paramKind");
    const json& ref = member_of(bound, "paramRef");
    if (kind.is_null() && !ref.is_null()) {
      tell(binding_, Severity::kInfo, "spec.paramRef",
           "It is left out: the policy has no paramKind, and Kubernetes passes it over too.",
           "Nothing has to be written in its place.");
      return true;
    }
    if (kind.is_null()) return true;
    if (ref.is_null()) {
      tell(
          binding_, Severity::kDeny, "spec.paramRef",
          "The policy has a paramKind and this binding names no params, so that params is null in "
          "every expression: no rule is made of it.",
          "Name an object in paramRef, or take paramKind and what reads params out of the policy.");
      return false;
    }
    rule["spec"]["paramKind"] = kind;
    rule["spec"]["paramRef"] = ref;
    return true;
  }

  void add_rule(json rule, const Share& share, const std::string& name) {
    rule["metadata"]["name"] = name;
    json& spec = rule["spec"];
    json& match = spec["matchResources"];
    bool has_workloads = false;
    bool has_pods = false;
    for (const auto& [group, kind] : share.kinds) {
      match["kinds"].push_back(group.empty() ? json{{"kind", kind}}
                                             : json{{"group", group}, {"kind", kind}});
      has_pods |= group.empty() && kind == "Pod";
      has_workloads |= is_workload(group, kind);
    }
    for (std::size_t i = 0; i < kRuledOperations.size(); ++i) {
      if (share.operations[i]) match["operations"].push_back(kRuledOperations[i]);
    }
    if (has_pods || has_workloads) spec["matchPolicy"]["allPods"] = true;
    // The expressions were written for the workload itself.
    if (has_workloads) spec["matchPolicy"]["podTemplates"] = "Ignore";
    if (share.names != NameSet::all()) {
      json condition = {{"name", "drawbridge.dev/resource-names"},
                        {"expression", names_condition(share.names)}};
      json conditions = json::array({std::move(condition)});
      for (const json& other : member_of(spec, "matchConditions")) conditions.push_back(other);
      spec["matchConditions"] = std::move(conditions);
    }
    if (!check_limits(rule)) return;
    const Result<kube::Document> document = kube::read_json(rule.dump());
    if (!document) return;
    const auto compiled = rules::compile_device_rule(document->root());
    if (!compiled) {
      const Error& error = compiled.error();
      return tell(policy_, Severity::kDeny, error.field,
                  "It " + error.message + ": no rule is made of it.",
                  "Correct it in the policy, and import that.");
    }
    if (has_pods) {
      tell(policy_, Severity::kInfo, "spec.matchConstraints",
           "It judges every pod, and so does the rule: matchPolicy.allPods is set.",
           "Take allPods away where the rule is only about devices: then Drawbridge is not asked "
           "about other pods.");
    }
    tell_what_does_not_compile((*compiled)->policy);
    result_.rules.push_back(std::move(rule));
  }

  bool is_workload(const std::string& group, const std::string& kind) const {
    return std::any_of(kinds_.begin(), kinds_.end(), [&](const RuledKind& known) {
      return known.is_workload && known.group == group && known.kind == kind;
    });
  }

  void tell_what_does_not_compile(const rules::Policy& policy) {
    for (const rules::PolicyProblem& problem : policy.problems()) {
      tell(policy_, Severity::kDeny, problem.field,
           rules::printable(problem.text.substr(0, problem.text.find('\n'))) + ".",
           "Correct the expression: the rule would be refused.");
    }
  }

  bool too_many(const std::string& field, std::size_t count, std::size_t count_max) {
    if (count <= count_max) return false;
    tell(policy_, Severity::kDeny, field,
         "A DeviceRule takes " + std::to_string(count_max) + " entries here, and there are " +
             std::to_string(count) + ": no rule is made of it.",
         "Divide the policy in two.");
    return true;
  }

  bool too_long(const std::string& field, const std::string& text, std::size_t bytes_max) {
    if (text.size() <= bytes_max) return false;
    tell(policy_, Severity::kDeny, field,
         "A DeviceRule takes " + std::to_string(bytes_max) + " bytes here, and it has " +
             std::to_string(text.size()) + ": no rule is made of it.",
         "Shorten it.");
    return true;
  }

  bool check_limits(const json& rule) {
    const json& spec = member_of(rule, "spec");
    bool bad = false;
    const std::string name = name_of(rule);
    bad |= too_long("metadata.name", name, kNameMax);
    bad |= too_many("spec.matchConstraints.resourceRules",
                    member_of(member_of(spec, "matchResources"), "kinds").size(),
                    rules::kRuleKindsMax);
    for (const char* selector : {"namespaceSelector", "objectSelector"}) {
      for (const char* list : {"matchLabels", "matchExpressions"}) {
        bad |=
            too_many("spec.matchConstraints." + std::string(selector) + "." + list,
                     member_of(member_of(member_of(spec, "matchResources"), selector), list).size(),
                     kLabelsMax);
      }
    }
    for (const auto& [list, most] : kEntryLists) {
      bad |= too_many("spec." + std::string(list), member_of(spec, list).size(), most);
      std::size_t i = 0;
      for (const json& entry : member_of(spec, list)) {
        const std::string field = "spec." + std::string(list) + "[" + std::to_string(i++) + "].";
        for (const char* text : {"expression", "messageExpression", "valueExpression"})
          bad |= too_long(field + text, text_member(entry, text), rules::kRuleExpressionBytesMax);
        bad |= too_long(field + "message", text_member(entry, "message"), rules::kPolicyMessageMax);
      }
    }
    return !bad;
  }

  const PolicySource& policy_;
  const PolicySource& binding_;
  const std::vector<RuledKind>& kinds_;
  Imported& result_;
};

}  // namespace

const json& member_of(const json& value, std::string_view key) {
  static const json absent;
  if (!value.is_object()) return absent;
  const auto found = value.find(std::string(key));
  return found == value.end() ? absent : *found;
}

std::string text_member(const json& value, std::string_view key) {
  const json& text = member_of(value, key);
  return text.is_string() ? text.get<std::string>() : std::string();
}

std::string name_of(const json& object) {
  return text_member(member_of(object, "metadata"), "name");
}

void add_note(Imported& to, const PolicySource& of, Severity severity, std::string field,
              std::string message, std::string fix) {
  const std::string object = text_member(of.object, "kind") + " " + shown(name_of(of.object));
  for (const ImportNote& told : to.notes) {
    if (told.object == object && told.finding.field == field && told.finding.message == message)
      return;
  }
  to.notes.push_back(
      {of.place,
       object,
       {"NotImported", severity, std::move(field), std::move(message), std::move(fix)}});
}

void import_policy(const PolicySource& policy, const PolicySource& binding, const std::string& name,
                   const std::vector<RuledKind>& kinds, Imported& to) {
  PolicyImport(policy, binding, kinds, to).run(name);
}

}  // namespace drawbridge::cli
