#include "webhook/decide/decide.h"

#include <algorithm>
#include <set>
#include <utility>

#include "rules/checks/admin_access.h"
#include "rules/checks/ambiguous_extended_resource.h"
#include "rules/checks/checks.h"
#include "rules/checks/enforcement_label.h"
#include "rules/checks/selector_invalid.h"
#include "rules/devices/workloads.h"
#include "rules/mapping/admit_mapping.h"
#include "rules/mapping/mapping_faults.h"
#include "rules/mapping/template.h"
#include "rules/merge_findings.h"
#include "rules/policy/admit_rule.h"
#include "rules/shape/decode.h"
#include "webhook/decide/class_unmapped.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/judge_pod.h"
#include "webhook/decide/judge_rules.h"
#include "webhook/decide/known.h"
#include "webhook/decide/kueue_config_map.h"
#include "webhook/decide/kueue_startup.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/queues/queue_objects.h"
#include "webhook/decide/quotas/charge_findings.h"
#include "webhook/decide/quotas/charge_units.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/claim_of_pod.h"
#include "webhook/decide/quotas/made_claims.h"
#include "webhook/decide/quotas/quota_foreseen.h"
#include "webhook/decide/quotas/quotas_left.h"
#include "webhook/decide/quotas/resource_quota_check.h"
#include "webhook/decide/rule_findings.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;
using rules::Severity;

// A file of settings; `drawbridge review` reads them as they are, the cluster in a ConfigMap.
constexpr std::string_view kKueueConfigurationGroup = "config.kueue.x-k8s.io";

void judge_mapping(const AdmissionRequest& request, Known& known, Decision& decision) {
  const rules::FaultyMapping mapping = rules::mapping_faults(request.object);
  const rules::CheckFacts facts = known.check_facts({});
  for (const Error& fault : mapping.faults) {
    std::string fix = rules::corrected_selector(request.object, fault.field, facts);
    if (fix.empty()) fix = "docs/mapping.md describes every field.";
    add(decision, Finding{"MappingInvalid", Severity::kDeny, fault.field, fault.text() + ".",
                          std::move(fix)});
  }
  const Result<std::shared_ptr<const rules::Mapping>> before =
      rules::compile_mapping(request.old_object);
  add(decision, rules::admit_mapping(mapping.readable, before ? before->get() : nullptr,
                                     known.snapshot().mappings()));
  if (mapping.faults.empty())
    add(decision,
        check_quotas_left(before ? before->get() : nullptr, &mapping.readable, known.snapshot()));
}

// Of what is wrong with an expression, which may hold names as long as itself.
constexpr std::size_t kRuleFaultBytesMax = 1'024;

Finding invalid_rule(const std::string& field, const std::string& message,
                     const std::string& fix = {}) {
  return {"DeviceRuleInvalid", Severity::kDeny, field,
          field + ": " + rules::shown(message, kRuleFaultBytesMax) +
              (message.ends_with("?") ? "" : "."),
          fix.empty() ? "docs/rules.md says what an expression may use and may cost." : fix};
}

void judge_rule(const AdmissionRequest& request, Decision& decision) {
  const Result<std::shared_ptr<const rules::DeviceRule>> rule =
      rules::compile_device_rule(request.object);
  if (!rule) return add(decision, invalid_rule(rule.error().field, rule.error().message));
  for (const rules::RuleFault& fault : rules::rule_faults(**rule)) {
    add(decision, invalid_rule(fault.field, fault.message, fault.fix));
    if (fault.excerpt.empty() || decision.excerpts.size() >= kFindingsMax) continue;
    decision.excerpts.push_back(fault.field + ":");
    decision.excerpts.insert(decision.excerpts.end(), fault.excerpt.begin(), fault.excerpt.end());
  }
}

// `what`: "can't be read".
Finding unusable_configuration(const Error& error, std::string_view what) {
  // What to do stands in the fix.
  std::string text = error.text();
  text.resize(std::min(text.size(), text.find("; Kueue does not start with that")));
  return {"KueueConfigurationInvalid", Severity::kWarn,
          error.field.empty() ? "data" : rules::printable(error.field),
          "Kueue's Configuration " + std::string(what) + ": " + rules::shown(text, 200) + ".",
          "Correct it before Kueue is restarted, which does not start with it."};
}

Result<std::vector<SourcedObject>> configurations_in(const Json& config_map) {
  auto document = std::make_shared<kube::Document>();
  document->set_root(config_map);
  return inner_configurations({document, "", 0});
}

// The field is missed, since its value stands under another key.
bool is_under_another_key(const Finding& told, std::string_view field) {
  const std::size_t dot = field.rfind('.');
  return told.code == "UnknownField" && dot != std::string_view::npos &&
         std::string_view(told.field).starts_with(field.substr(0, dot + 1)) &&
         told.about == field.substr(dot + 1);
}

// What of it Kueue can't read, where nothing else says so.
void judge_readable(const Json& configuration, Decision& decision) {
  quota::KueueIndex index;
  const Status status = index.replace({}, configuration);
  const auto is_told = [&](const Finding& finding) {
    const bool twice = finding.code == "MappedTwice" && finding.severity == Severity::kDeny;
    return twice || is_under_another_key(finding, status.error().field) ||
           (finding.code == "KueueConfigurationInvalid" &&
            finding.field.starts_with(status.error().field));
  };
  if (status || std::any_of(decision.findings.begin(), decision.findings.end(), is_told)) return;
  // Of a Configuration by itself whoever read it says so.
  const std::vector<Finding> shape = rules::shape::decode(configuration).findings;
  if (std::none_of(shape.begin(), shape.end(), [&](const Finding& told) {
        return is_under_another_key(told, status.error().field);
      }))
    add(decision, unusable_configuration(status.error(), "can't be used"));
}

// What is wrong with one Configuration.
void judge_configuration(const rules::ObjectSubject& subject, Known& known, Decision& decision) {
  const Json& configuration = subject.object;
  // The API server takes any text in a ConfigMap; Kueue does not start with a field it lacks, or
  // with a value of another type.
  for (Finding& finding : rules::shape::decode(configuration).findings) {
    if (finding.code == "MalformedObject") finding.code = "KueueConfigurationInvalid";
    finding.severity = Severity::kWarn;
    add(decision, std::move(finding));
  }
  rules::check_object(subject, known.check_facts({}), decision.findings);
  std::vector<Finding> unmapped =
      check_unmapped(subject.old_object, configuration, known.snapshot());
  // What can't be read lists nothing by mistake.
  if (!unmapped.empty() && startup_fault(configuration).empty()) add(decision, std::move(unmapped));
  judge_readable(configuration, decision);
}

Finding key_not_mounted(std::string_view key) {
  const std::string mounted(kKueueConfigKey);
  return {"KueueConfigurationInvalid", Severity::kWarn, "data",
          "Kueue reads its Configuration under " + mounted +
              ", which this ConfigMap lacks, and does not start without it.",
          "Write " + mounted + " in place of " + rules::shown(key, 80) + "."};
}

// Kueue's Configuration, within the ConfigMap that carries it.
void judge_config_map(const AdmissionRequest& request, Known& known, Decision& decision) {
  if (!configures_kueue(request.object)) return;
  const Result<std::vector<SourcedObject>> before = configurations_in(request.old_object);
  const Result<std::vector<SourcedObject>> now = configurations_in(request.object);
  if (!now) {
    // Others may speak of Kueue's settings in any text.
    if (kube::ObjectView(request.object).name().ends_with(kKueueConfigMap))
      add(decision, unusable_configuration(now.error(), "can't be read"));
    return;
  }
  const std::string_view elsewhere = configuration_elsewhere(request.object);
  if (!elsewhere.empty() && !now->empty()) add(decision, key_not_mounted(elsewhere));
  for (const SourcedObject& configuration : *now) {
    const Json old = before && !before->empty() ? before->front().json() : Json();
    if (old != configuration.json())
      judge_configuration({configuration.json(), old, request.ns}, known, decision);
  }
}

// What users create themselves, and what is made for a pod beyond what the pod was charged.
void charge_claim(const AdmissionRequest& request, Known& known, Decision& decision) {
  const Snapshot& snapshot = known.snapshot();
  if (snapshot.device_quotas_of(request.ns).empty()) return;
  const std::vector<rules::DeviceRequest> requests = claim_requests(request.object, snapshot);
  const bool is_made =
      is_made_for_pod(request.object) && snapshot.settings().claim_makers.contains(request.user);
  std::string who = "this ResourceClaim";
  if (is_made) {
    const std::string_view pod = kube::ObjectView(request.object).controller()["name"].as_string();
    who += ", beyond what Pod " + rules::shown(pod, 80) + " was charged for it,";
  }
  decision.charge =
      charge_wish(request, snapshot, requests, known.namespace_labels(), ChargedFor::kClaim, who);
  if (!decision.charge) return;
  decision.asked_now.devices = charged_amounts(*decision.charge);
  if (is_made) {
    quota::Waiter& waiter = decision.charge->waiter;
    waiter.made_for = paid_by_pod(request, requests, known, decision);
    if (waiter.made_for)
      waiter.made_for->unit_of = unit_of_classes(waiter.wants, snapshot, known.namespace_labels());
  }
  add(decision, refused_behind(request, known));
}

// Checks of objects that name others. What gives a name to devices may have come right before the
// quota that has it, from one file: nobody is told of a name before the newest are known.
void check_names(const AdmissionRequest& request, const Json& labels, Known& known,
                 Decision& decision) {
  const auto before = static_cast<std::ptrdiff_t>(decision.findings.size());
  rules::check_object({request.object, request.old_object}, known.check_facts(labels),
                      decision.findings);
  if (std::none_of(decision.findings.begin() + before, decision.findings.end(),
                   [](const Finding& finding) { return finding.code == "QuotaCountsNothing"; }))
    return;
  known.await_newest("DeviceClass");
  known.await_newest("DeviceMapping");
}

// An API server hands on only what it could read. What comes by another way, with a text for a
// number, would be taken for nothing there.
bool has_wrong_types(const AdmissionRequest& request, Decision& decision) {
  // Slices are long, and what reads mappings and rules says so itself.
  if (request.kind == "ResourceSlice" || request.kind == "DeviceMapping" ||
      request.kind == "DeviceRule" || request.kind == "Configuration")
    return false;
  rules::shape::Decoded decoded = rules::shape::decode(request.object);
  if (decoded.typed) return false;
  std::erase_if(decoded.findings, [](const Finding& finding) {
    return finding.code != "MalformedObject" || finding.severity != Severity::kDeny;
  });
  add(decision, std::move(decoded.findings));
  return true;
}

// Claims, templates, classes, rules of taints, slices, mappings, quotas of both kinds.
void judge_object(const AdmissionRequest& request, Known& known, Decision& decision) {
  if (has_wrong_types(request, decision)) return;
  const bool create = request.operation == Operation::kCreate;
  const bool is_template = request.kind == "ResourceClaimTemplate";
  if (request.group == kResourceGroup) {
    // Its content never changes.
    if (is_template && !create) return;
    if (is_template) add(decision, rules::check_template(request.object));
    if (request.kind == "ResourceClaim" && create) {
      charge_claim(request, known, decision);
      NamesTogether together{request.standing.others, {}};
      together.stand = !request.standing.object.is_null();
      add(decision, check_resource_quotas_of_claim({request.object, request.ns,
                                                    [&] { return charged_to_pod(request, known); }},
                                                   known.snapshot(), together));
      decision.asked_now.names = std::move(together.now);
    }
    const rules::CheckFacts facts = known.check_facts(known.namespace_labels_if_known());
    add(decision, rules::check_selectors(request.object, request.old_object, &facts,
                                         known.snapshot().knows(ObjectKind::kDeviceClass)));
  } else if (request.kind == "DeviceMapping") {
    judge_mapping(request, known, decision);
  } else if (request.kind == "DeviceRule") {
    judge_rule(request, decision);
  }
  const Json labels = rules::asks_admin_access(request.object) ? known.namespace_labels()
                                                               : known.namespace_labels_if_known();
  check_names(request, labels, known, decision);
  if (request.kind == "Configuration") judge_readable(request.object, decision);
}

// What coveredResources and a flavor call by two names is told with the right one.
void leave_out_told_of_covered(std::vector<Finding>& findings) {
  std::set<std::string> mended;
  for (const Finding& one : findings) {
    if (one.code == "MalformedObject" && !one.about.empty()) mended.insert(one.about);
  }
  std::erase_if(findings, [&](const Finding& one) {
    return one.code == "QuotaCountsNothing" && mended.contains(one.about);
  });
}

// Kueue's ClusterQueues, Cohorts and LocalQueues. In a cluster Kueue refuses them itself, and
// another version of it may take what this one does not.
void judge_queue(const AdmissionRequest& request, Known& known, Decision& decision) {
  std::vector<Finding> findings = check_queue_object(request.object, known);
  if (known.snapshot().knows(ObjectKind::kClusterQueue)) {
    for (Finding& finding : findings) finding.severity = Severity::kWarn;
  }
  add(decision, std::move(findings));
  check_names(request, {}, known, decision);
  leave_out_told_of_covered(decision.findings);
}

bool is_judged_object(const AdmissionRequest& request) {
  if (request.group.empty()) return request.kind == "ResourceQuota" || request.kind == "LimitRange";
  if (request.group == kKueueConfigurationGroup) return request.kind == "Configuration";
  if (request.group == kOurGroup)
    return request.kind == "DeviceMapping" || request.kind == "DeviceQuota" ||
           request.kind == "DeviceRule";
  return request.group == kResourceGroup &&
         (request.kind == "ResourceClaimTemplate" || request.kind == "ResourceClaim" ||
          request.kind == "DeviceClass" || request.kind == "DeviceTaintRule" ||
          request.kind == "ResourceSlice");
}

void judge(const AdmissionRequest& request, Known& known, Decision& decision) {
  const bool create = request.operation == Operation::kCreate;
  if (request.group.empty() && request.kind == "Pod") {
    // A pod's devices never change after it was created.
    if (create) judge_pod(request, known, decision);
    return;
  }
  if (request.endpoint != Endpoint::kValidate) return;
  if (const rules::WorkloadKind* kind =
          rules::find_workload_kind(known.snapshot().settings(), request.group, request.kind)) {
    judge_workload(request, *kind, known, decision);
  } else if (request.group.empty() && request.kind == "ConfigMap") {
    judge_config_map(request, known, decision);
  } else if (request.group.empty() && request.kind == "Namespace") {
    add(decision, rules::check_enforcement_label(request.object["metadata"]["labels"]));
  } else if (request.group == kKueueGroup) {
    judge_queue(request, known, decision);
  } else if (is_judged_object(request)) {
    judge_object(request, known, decision);
  }
}

std::optional<Finding> finding_of(const CreateTemplate& create, const CreateOutcome& outcome) {
  const std::string what =
      "ResourceClaimTemplate " + create.claim_template.name + " in namespace " + create.ns;
  switch (outcome.kind) {
    case CreateOutcome::Kind::kDone:
    case CreateOutcome::Kind::kTooMany:  // too_many() tells of all
      return std::nullopt;
    case CreateOutcome::Kind::kTampered:
      return Finding{"TemplateTampered", Severity::kDeny, "spec.resourceClaims",
                     what + " exists and does not hold what its name stands for.",
                     "Delete it: kubectl delete resourceclaimtemplate -n " + create.ns + " " +
                         create.claim_template.name + "; then apply again."};
    case CreateOutcome::Kind::kFailed:
      return Finding{"TemplateNotCreated", Severity::kDeny, "spec.resourceClaims",
                     what + " could not be created: " + rules::shown(outcome.detail, 200) + ".",
                     // As the API server's own quota says it, which no repetition helps.
                     outcome.detail.find("exceeded quota: ") != std::string::npos
                         ? "Delete templates that no pod uses, or have the ResourceQuota raised: "
                           "kubectl describe resourcequota -n " +
                               create.ns + "."
                         : "Apply again; when it lasts, see the log of Drawbridge."};
  }
  return std::nullopt;
}

std::optional<Finding> too_many(const std::string& ns, std::span<const CreateOutcome> outcomes) {
  const auto count = std::count_if(outcomes.begin(), outcomes.end(), [](const CreateOutcome& one) {
    return one.kind == CreateOutcome::Kind::kTooMany;
  });
  if (count == 0) return std::nullopt;
  return Finding{"TemplateLimit", Severity::kDeny, "spec.resourceClaims",
                 "Namespace " + ns + " holds " + std::to_string(rules::kTemplatesPerNamespaceMax) +
                     " generated ResourceClaimTemplates already, and this pod needs " +
                     (count == 1 ? std::string("one") : std::to_string(count)) + " more.",
                 "Delete those that no pod uses: kubectl get resourceclaimtemplate -n " + ns +
                     " -l " + std::string(rules::kTemplateSelector)};
}

// Sorted, and no more than a person reads: a pod may ask for thousands of resources.
void keep_most_severe(std::vector<Finding>& findings) {
  rules::sort_findings(findings);
  if (findings.size() <= kFindingsMax) return;
  const std::size_t rest = findings.size() - kFindingsMax;
  findings.resize(kFindingsMax);
  findings.back().message += " (" + std::to_string(rest) + " more findings are left out.)";
}

// Of what an administrator's own rule says, every word is told.
bool is_of_rule(const Finding& finding) {
  return finding.code.starts_with("DeviceRule");
}

// That of a rule where nobody else refuses.
Refusal refusal_of(const Decision& decision) {
  const bool only_rules =
      std::all_of(decision.findings.begin(), decision.findings.end(), [](const Finding& finding) {
        return finding.severity != Severity::kDeny || is_of_rule(finding);
      });
  return only_rules && decision.refused_by_rule ? *decision.refused_by_rule : Refusal();
}

// The lines that kubectl prints under "denied the request:": of each finding what is wrong, then
// what to do.
std::string refusal_message(const std::vector<Finding>& findings) {
  std::string message;
  for (const Finding& finding : findings) {
    if (finding.severity != Severity::kDeny) break;
    if (!message.empty()) message += '\n';
    message += rules::printable(finding.message);
    // A rule's author says all in one.
    if (!finding.fix.empty()) message += "\n" + rules::printable(finding.fix);
    message += " [" + std::string(finding.code) + "]";
  }
  return message;
}

}  // namespace

std::variant<Decision, Needs> decide(const AdmissionRequest& request, const Snapshot& snapshot,
                                     const Facts& facts) {
  Decision decision;
  if (!request.stores_object() && !request.deletes_class() && !request.deletes_mapping())
    return decision;
  Known known(request, snapshot, facts);
  if (request.deletes_class()) {
    rules::check_class_deletion(request.old_object, known.check_facts({}), decision.findings);
  } else if (request.deletes_mapping()) {
    if (const auto mapping = rules::compile_mapping(request.old_object))
      add(decision, check_quotas_left(mapping->get(), nullptr, snapshot));
  } else {
    judge(request, known, decision);
  }
  std::erase_if(decision.findings, [&](const Finding& finding) {
    return std::find(facts.told.begin(), facts.told.end(), finding.code) != facts.told.end();
  });
  if (request.stores_object()) judge_by_rules(request, known, decision);
  const Json labels = rules::can_be_softened(decision.findings) ? known.namespace_labels() : Json();
  if (!known.needs().objects.empty()) {
    Needs needs = known.take_needs();
    needs.rules = std::move(decision.rules);
    return needs;
  }
  rules::enforce(snapshot.settings(), labels, decision.findings);
  return decision;
}

bool wants_charge(const Decision& decision, std::span<const CreateOutcome> outcomes) {
  return decision.charge && !rules::any_denies(decision.findings) &&
         std::all_of(outcomes.begin(), outcomes.end(), [](const CreateOutcome& outcome) {
           return outcome.kind == CreateOutcome::Kind::kDone;
         });
}

AdmissionResponse conclude(const AdmissionRequest& request, Decision decision,
                           std::span<const CreateOutcome> outcomes,
                           const quota::ChargeResult* charged) {
  for (std::size_t i = 0; i < std::min(outcomes.size(), decision.creates.size()); ++i) {
    if (std::optional<Finding> finding = finding_of(decision.creates[i], outcomes[i])) {
      decision.findings.push_back(std::move(*finding));
    }
  }
  if (!decision.creates.empty()) add(decision, too_many(decision.creates.front().ns, outcomes));
  if (charged != nullptr && decision.charge) {
    for (Finding& finding :
         charge_findings(*decision.charge, request.standing.others.uncharged, *charged))
      decision.findings.push_back(std::move(finding));
  }
  AdmissionResponse response;
  rules::merge_containers(decision.findings);
  keep_most_severe(decision.findings);
  response.allowed =
      decision.findings.empty() || decision.findings.front().severity != Severity::kDeny;
  if (response.allowed) {
    response.patch =
        request.endpoint == Endpoint::kMutate ? std::move(decision.patch) : std::string();
  } else {
    const Refusal refusal = refusal_of(decision);
    response.code = refusal.code;
    response.reason = refusal.reason;
    response.message = refusal_message(decision.findings);
    for (const std::string& line : decision.excerpts)
      response.message += "\n" + rules::printable(line);
    // Nothing was rewritten where the request is refused.
    std::erase_if(decision.findings,
                  [](const Finding& finding) { return finding.severity == Severity::kInfo; });
  }
  std::string codes;
  response.warnings.reserve(decision.findings.size());
  for (const Finding& finding : decision.findings) {
    const auto first =
        std::find_if(decision.findings.begin(), decision.findings.end(),
                     [&](const Finding& earlier) { return earlier.code == finding.code; });
    if (&*first == &finding) {
      if (!codes.empty()) codes += ',';
      codes += finding.code;
    }
    // A refusal is told as such, and every other finding as a warning beside it.
    if (finding.severity == Severity::kDeny) continue;
    if (is_of_rule(finding)) {
      response.warnings.push_back(finding.text());
    } else {
      for (std::string& line : rules::warning_lines(finding))
        response.warnings.push_back(std::move(line));
    }
  }
  if (!codes.empty()) response.audit_annotations.emplace_back("findings", std::move(codes));
  write_rule_audit(decision.rule_audit, response.audit_annotations);
  response.findings = std::move(decision.findings);
  return response;
}

}  // namespace drawbridge::admission
