#include "webhook/cli/rules_import.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "kube/api/json.h"
#include "webhook/cli/policy_import.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using rules::Severity;
using rules::shown;

constexpr std::string_view kPolicyGroup = "admissionregistration.k8s.io";

// Fields that nobody here reads must not be lost unseen.
class FieldCheck {
 public:
  using Tell = std::function<void(const std::string& field)>;
  explicit FieldCheck(Tell tell) : tell_(std::move(tell)) {}

  void check(const json& object, const std::string& path,
             std::initializer_list<std::string_view> known) const {
    if (!object.is_object()) return;
    for (const auto& [key, value] : object.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end())
        tell_(path + (path.empty() ? "" : ".") + shown(key));
    }
  }
  void check_each(const json& list, const std::string& path,
                  std::initializer_list<std::string_view> known) const {
    std::size_t i = 0;
    if (!list.is_array()) return;
    for (const json& entry : list) check(entry, path + "[" + std::to_string(i++) + "]", known);
  }
  void check_match(const json& match, const std::string& path) const {
    check(match, path,
          {"namespaceSelector", "objectSelector", "resourceRules", "excludeResourceRules",
           "matchPolicy"});
    for (const char* list : {"resourceRules", "excludeResourceRules"}) {
      check_each(member_of(match, list), path + "." + list,
                 {"resourceNames", "operations", "apiGroups", "apiVersions", "resources", "scope"});
    }
    for (const char* selector : {"namespaceSelector", "objectSelector"})
      check(member_of(match, selector), path + "." + selector, {"matchLabels", "matchExpressions"});
  }

 private:
  Tell tell_;
};

class Importer {
 public:
  explicit Importer(const rules::Settings& settings) : kinds_(ruled_kinds(settings)) {}

  void read(const admission::SourcedObject& object) {
    if (object.view().group() != kPolicyGroup) return;
    PolicySource source{json::parse(kube::to_text(object.json())), object.place()};
    const std::string_view kind = object.view().kind();
    if (kind == "ValidatingAdmissionPolicy") {
      policies_.push_back(std::move(source));
    } else if (kind == "ValidatingAdmissionPolicyBinding") {
      bindings_.push_back(std::move(source));
    } else if (kind.starts_with("MutatingAdmissionPolicy")) {
      tell(source, Severity::kDeny, "", "It changes objects, and a DeviceRule only judges them.",
           "Keep it as it is.");
    }
  }

  Imported run() && {
    result_.policies = policies_.size();
    for (const PolicySource& policy : policies_) import(policy);
    for (const PolicySource& binding : bindings_) {
      const std::string name = text_member(member_of(binding.object, "spec"), "policyName");
      const bool given =
          std::any_of(policies_.begin(), policies_.end(),
                      [&](const PolicySource& policy) { return name_of(policy.object) == name; });
      if (!given) {
        tell(binding, Severity::kDeny, "spec.policyName",
             "Its policy " + shown(name) + " was not given: no rule is made of it.",
             "Give its file too: kubectl get validatingadmissionpolicy " + shown(name) +
                 " -o yaml.");
      }
    }
    return std::move(result_);
  }

 private:
  void tell(const PolicySource& of, Severity severity, std::string field, std::string message,
            std::string fix) {
    add_note(result_, of, severity, std::move(field), std::move(message), std::move(fix));
  }

  void check_fields(const PolicySource& source, bool is_policy) {
    const FieldCheck fields([&](const std::string& field) {
      tell(source, Severity::kWarn, field, "No such field is known here, so it is left out.",
           "Look whether it is spelt as Kubernetes has it.");
    });
    const json& spec = member_of(source.object, "spec");
    fields.check(source.object, "", {"apiVersion", "kind", "metadata", "spec", "status"});
    if (!is_policy) {
      fields.check(spec, "spec", {"policyName", "paramRef", "matchResources", "validationActions"});
      fields.check(member_of(spec, "paramRef"), "spec.paramRef",
                   {"name", "namespace", "selector", "parameterNotFoundAction"});
      return fields.check_match(member_of(spec, "matchResources"), "spec.matchResources");
    }
    fields.check(spec, "spec",
                 {"paramKind", "matchConstraints", "validations", "failurePolicy",
                  "auditAnnotations", "matchConditions", "variables"});
    fields.check_match(member_of(spec, "matchConstraints"), "spec.matchConstraints");
    fields.check_each(member_of(spec, "validations"), "spec.validations",
                      {"expression", "message", "messageExpression", "reason"});
    fields.check_each(member_of(spec, "matchConditions"), "spec.matchConditions",
                      {"name", "expression"});
    fields.check_each(member_of(spec, "variables"), "spec.variables", {"name", "expression"});
    fields.check_each(member_of(spec, "auditAnnotations"), "spec.auditAnnotations",
                      {"key", "valueExpression"});
  }

  // What Kubernetes itself found when it held the expressions against the types of the kinds.
  void tell_of_types(const PolicySource& policy) {
    const json& warnings = member_of(member_of(member_of(policy.object, "status"), "typeChecking"),
                                     "expressionWarnings");
    if (!warnings.is_array()) return;
    for (const json& warning : warnings) {
      const std::string text = text_member(warning, "warning");
      tell(policy, Severity::kInfo, text_member(warning, "fieldRef"),
           "Kubernetes warns of it: " + shown(text.substr(0, text.find('\n')), 200) + ".",
           "A DeviceRule takes it as well; see status.typeChecking of the policy.");
    }
  }

  void import(const PolicySource& policy) {
    check_fields(policy, true);
    tell_of_types(policy);
    const std::string name = name_of(policy.object);
    std::vector<const PolicySource*> bindings;
    for (const PolicySource& binding : bindings_) {
      if (text_member(member_of(binding.object, "spec"), "policyName") == name)
        bindings.push_back(&binding);
    }
    if (bindings.empty()) {
      tell(policy, Severity::kDeny, "",
           "No ValidatingAdmissionPolicyBinding of it was given, so it judges nothing: no rule is "
           "made of it.",
           "Give the file of its binding too: kubectl get validatingadmissionpolicybinding -o "
           "yaml.");
    }
    for (const PolicySource* binding : bindings) {
      check_fields(*binding, false);
      const std::string own = bindings.size() == 1 ? name : name + "-" + name_of(binding->object);
      import_policy(policy, *binding, own, kinds_, result_);
    }
  }

  const std::vector<RuledKind> kinds_;
  std::vector<PolicySource> policies_;
  std::vector<PolicySource> bindings_;
  Imported result_;
};

}  // namespace

Imported import_policies(std::span<const admission::SourcedObject> objects,
                         const rules::Settings& settings) {
  Importer importer(settings);
  for (const admission::SourcedObject& object : objects) importer.read(object);
  return std::move(importer).run();
}

}  // namespace drawbridge::cli
