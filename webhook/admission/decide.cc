#include "webhook/admission/decide.h"

#include <algorithm>
#include <set>

#include "kube/api/pod.h"
#include "rules/devices/selectors.h"
#include "rules/devices/workloads.h"
#include "rules/mapping/admit_mapping.h"
#include "rules/mapping/rewrite.h"
#include "rules/mapping/template.h"
#include "webhook/admission/pod_checks.h"
#include "webhook/admission/queue_facts.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::PodView;
using rules::Finding;
using rules::Severity;

constexpr std::string_view kOurGroup = "drawbridge.dev";
constexpr std::string_view kResourceGroup = "resource.k8s.io";

Finding malformed(const Error& error) {
  return {"MalformedObject", Severity::kDeny, rules::printable(error.field), error.text() + ".",
          "Correct the field; kubectl explain shows its type."};
}

Finding malformed_pod(const Json& pod, const Error& error) {
  Finding finding = malformed(error);
  for (const char* list : {"containers", "initContainers"}) {
    if (pod["spec"][list].size() > kube::kPodContainersMax)
      finding.fix = "Use fewer containers in one pod.";
  }
  return finding;
}

// Labels of the request's namespace, or that they must be looked up.
struct NamespaceLabels {
  Json labels;
  bool missing = false;  // nobody knows yet
};

class Judge {
 public:
  Judge(const AdmissionRequest& request, const Snapshot& snapshot, const Facts& facts)
      : request_(request), snapshot_(snapshot), facts_(facts) {}

  std::variant<Decision, Needs> run() {
    if (request_.operation == Operation::kDelete || request_.operation == Operation::kConnect)
      return Decision{};
    if (!request_.subresource.empty()) return Decision{};
    const bool create = request_.operation == Operation::kCreate;
    if (request_.group.empty() && request_.kind == "Pod") {
      // A pod's devices never change after it was created.
      if (create) judge_pod();
    } else if (const rules::WorkloadKind* kind =
                   rules::workload_kind(request_.group, request_.kind)) {
      if (request_.endpoint == Endpoint::kValidate) judge_workload(*kind);
    } else if (request_.group == kResourceGroup && request_.kind == "ResourceClaimTemplate") {
      if (request_.endpoint == Endpoint::kValidate && create) {
        add(rules::check_template(request_.object));
        judge_selectors();
      }
    } else if (request_.group == kResourceGroup &&
               (request_.kind == "DeviceClass" || request_.kind == "ResourceClaim")) {
      if (request_.endpoint == Endpoint::kValidate) judge_selectors();
    } else if (request_.group == kOurGroup && request_.kind == "DeviceMapping") {
      if (request_.endpoint == Endpoint::kValidate) judge_mapping();
    }
    if (needs_.objects.size() > kLookUpsMax) return too_many_look_ups();
    if (!needs_.objects.empty()) return std::move(needs_);
    return std::move(decision_);
  }

 private:
  void add(std::optional<Finding> finding) {
    if (finding) decision_.findings.push_back(std::move(*finding));
  }
  void add(std::vector<Finding> findings) {
    for (Finding& finding : findings) decision_.findings.push_back(std::move(finding));
  }

  NamespaceLabels labels_for(const PodView& pod) {
    if (const Json* known = snapshot_.namespace_labels(request_.ns)) return {*known};
    if (!rules::needs_namespace_labels(pod, snapshot_.mappings())) return {};
    const ObjectRef ref{ObjectRef::Kind::kNamespace, "", std::string(request_.ns)};
    if (const Facts::Looked* looked = facts_.find(ref)) {
      return {looked->object ? (*looked->object)["metadata"]["labels"] : Json()};
    }
    needs_.objects.push_back(ref);
    return {{}, true};
  }

  // A pod that comes right behind what it needs, from one file, is not judged without it: where an
  // object of the kind is missed, the newest are asked for, once.
  void await_newest(std::string_view kind) {
    ObjectRef ref{ObjectRef::Kind::kNewest, "", std::string(kind)};
    if (facts_.find(ref) == nullptr) needs_.objects.push_back(std::move(ref));
  }

  rules::Rewrite rewrite(const PodView& pod, const Json& labels, const rules::QueueFacts& queue,
                         rules::Occasion occasion) {
    rules::HoldBackFacts facts;
    facts.limits = snapshot_.limits_of(request_.ns);
    bool misses_class = false;
    facts.device_class = [this, &misses_class](std::string_view name) {
      const rules::DeviceIndex::DeviceClass* known = snapshot_.devices().device_class(name);
      const rules::Known exists = snapshot_.devices().class_exists(name);
      misses_class = misses_class || exists == rules::Known::kNo;
      return rules::ClassFacts{
          exists, snapshot_.devices().class_has_devices(name),
          known != nullptr ? known->extended_resource_name : std::string_view()};
    };
    facts.node_offering = [this](std::string_view resource) {
      return snapshot_.devices().node_offering(resource);
    };
    facts.queue = queue;
    rules::Rewrite result =
        rules::rewrite_pod({pod, snapshot_.mappings(), labels, facts, occasion});
    if (result.names_unmapped) await_newest("DeviceMapping");
    if (misses_class) await_newest("DeviceClass");
    return result;
  }

  // A template of the request's namespace. One that the snapshot lacks is only asked for where its
  // content decides something.
  Json find_template(const PodView& pod, std::string_view name) {
    for (const kube::Document& made : made_) {
      if (kube::ObjectView(made.root()).name() == name) return made.root();
    }
    const Json known = snapshot_.claim_template(request_.ns, name);
    if (!known.is_null()) return known;
    const ObjectRef ref{ObjectRef::Kind::kClaimTemplate, std::string(request_.ns),
                        std::string(name)};
    if (const Facts::Looked* looked = facts_.find(ref)) return looked->object.value_or(Json());
    auto& needed = needs_.objects;
    const bool asked = std::find(needed.begin(), needed.end(), ref) != needed.end();
    // One past the limit is enough to know that there are too many.
    if (!asked && needed.size() <= kLookUpsMax &&
        template_content_matters(pod, request_.ns, snapshot_))
      needed.push_back(ref);
    return {};
  }

  // What can't be counted is not let pass as nothing.
  static Decision too_many_look_ups() {
    Decision refused;
    refused.findings.push_back(
        {"ObjectMissing", Severity::kDeny, "spec.resourceClaims",
         "This pod names more than " + std::to_string(kLookUpsMax) +
             " ResourceClaimTemplates that are not known yet, and no more are looked up for one "
             "request.",
         "Use fewer templates, or create them some seconds before the pod."});
    return refused;
  }

  PodCheckInput check_input(const PodView& pod, const Json& labels, std::string_view subject) {
    return {request_.ns,
            labels,
            snapshot_,
            [this, &pod](std::string_view name) { return find_template(pod, name); },
            [this](std::string_view name) { return snapshot_.claim(request_.ns, name); },
            subject};
  }

  void judge_pod() {
    Result<PodView> pod = PodView::read(request_.object);
    if (!pod) return add(malformed_pod(request_.object, pod.error()));
    const NamespaceLabels labels = labels_for(*pod);
    if (labels.missing) return;
    const bool mutates = request_.endpoint == Endpoint::kMutate;
    rules::Rewrite result =
        rewrite(*pod, labels.labels, queue_facts_of_pod(*pod, request_.ns, snapshot_),
                mutates ? rules::Occasion::kPod : rules::Occasion::kTooLate);
    if (mutates) {
      decision_.patch = std::move(result.patch);
      for (rules::ClaimTemplate& made : result.templates) {
        decision_.creates.push_back({std::string(request_.ns), std::move(made)});
      }
      // Only here: what the pod asked for by two paths is one path after the rewrite.
      add(check_overlap(*pod, check_input(*pod, labels.labels, "this Pod")));
      return add(std::move(result.findings));
    }
    // What /mutate said of this pod it has said; only what stands in the way of the pod is said
    // again, and what slipped past.
    std::erase_if(result.findings, [](const Finding& finding) {
      return finding.severity != Severity::kDeny && finding.code != "NotRewritten";
    });
    add(std::move(result.findings));
    if (!snapshot_.device_quotas_of(request_.ns).empty()) keep(result.templates);
    add(check_quota(*pod, check_input(*pod, labels.labels, "this Pod")));
  }

  // The templates of our own rewrite need not be looked up: their names are their content. After a
  // dry run they could not be, since none was made.
  void keep(const std::vector<rules::ClaimTemplate>& templates) {
    for (const rules::ClaimTemplate& made : templates) {
      Result<kube::Document> object = kube::read_json(rules::template_object(made, request_.ns));
      if (object) made_.push_back(std::move(*object));
    }
  }

  void judge_workload(const rules::WorkloadKind& kind) {
    // A change of anything but the template can't be the cause of what is wrong with the template.
    const Json pod_template = rules::at_path(request_.object, kind.template_path);
    if (!request_.old_object.is_null() &&
        rules::at_path(request_.old_object, kind.template_path) == pod_template)
      return;
    if (!pod_template.is_object()) return;
    Result<PodView> pod = PodView::read(pod_template);
    if (!pod) {
      Error error = pod.error();
      error.field = std::string(kind.template_path) + "." + error.field;
      return add(malformed_pod(pod_template, error));
    }
    const NamespaceLabels labels = labels_for(*pod);
    if (labels.missing) return;
    rules::Rewrite result = rewrite(
        *pod, labels.labels, queue_facts_of_template(request_.object, *pod, request_.ns, snapshot_),
        rules::Occasion::kTemplate);
    for (Finding& finding : result.findings) {
      if (!finding.field.empty())
        finding.field = std::string(kind.template_path) + "." + finding.field;
    }
    add(std::move(result.findings));
    const std::string subject = "each pod of this " + std::string(kind.kind);
    const PodCheckInput input = check_input(*pod, labels.labels, subject);
    for (std::vector<Finding> findings : {check_overlap(*pod, input), check_quota(*pod, input)}) {
      for (Finding& finding : findings)
        finding.field = std::string(kind.template_path) + "." + finding.field;
      add(std::move(findings));
    }
  }

  void judge_selectors() { add(rules::check_selectors(request_.object, request_.old_object)); }

  void judge_mapping() {
    const Result<std::shared_ptr<const rules::Mapping>> mapping =
        rules::compile_mapping(request_.object);
    if (!mapping) {
      return add(Finding{"MappingInvalid", Severity::kDeny, mapping.error().field,
                         mapping.error().text() + ".", "docs/mapping.md describes every field."});
    }
    const Result<std::shared_ptr<const rules::Mapping>> before =
        rules::compile_mapping(request_.old_object);
    add(rules::admit_mapping(**mapping, before ? before->get() : nullptr, snapshot_.mappings()));
  }

  const AdmissionRequest& request_;
  const Snapshot& snapshot_;
  const Facts& facts_;
  Decision decision_;
  Needs needs_;
  std::vector<kube::Document> made_;  // templates of this pod's rewrite
};

std::optional<Finding> finding_of(const CreateTemplate& create, const CreateOutcome& outcome) {
  const std::string what =
      "ResourceClaimTemplate " + create.claim_template.name + " in namespace " + create.ns;
  switch (outcome.kind) {
    case CreateOutcome::Kind::kDone:
      return std::nullopt;
    case CreateOutcome::Kind::kTampered:
      return Finding{"TemplateTampered", Severity::kDeny, "spec.resourceClaims",
                     what + " exists and does not hold what its name stands for.",
                     "Delete it: kubectl delete resourceclaimtemplate -n " + create.ns + " " +
                         create.claim_template.name + "; then apply again."};
    case CreateOutcome::Kind::kTooMany:
      return Finding{"TemplateLimit", Severity::kDeny, "spec.resourceClaims",
                     "Namespace " + create.ns +
                         " holds 256 generated ResourceClaimTemplates already, and this pod needs "
                         "one more.",
                     "Delete those that no pod uses: kubectl get resourceclaimtemplate -n " +
                         create.ns + " -l " + std::string(rules::kTemplateSelector)};
    case CreateOutcome::Kind::kFailed:
      return Finding{"TemplateNotCreated", Severity::kDeny, "spec.resourceClaims",
                     what + " could not be created: " + rules::shown(outcome.detail, 200) + ".",
                     "Apply again; when it lasts, see the log of Drawbridge."};
  }
  return std::nullopt;
}

// Sorted, and no more than a person reads: a pod may ask for thousands of resources.
void keep_most_severe(std::vector<Finding>& findings) {
  rules::sort_findings(findings);
  if (findings.size() <= kFindingsMax) return;
  const std::size_t rest = findings.size() - kFindingsMax;
  findings.resize(kFindingsMax);
  findings.back().message += " (" + std::to_string(rest) + " more findings are left out.)";
}

// The lines that kubectl prints under "denied the request:": of each finding what is wrong, then
// what to do.
std::string refusal_message(const std::vector<Finding>& findings) {
  std::string message;
  for (const Finding& finding : findings) {
    if (finding.severity != Severity::kDeny) break;
    if (!message.empty()) message += '\n';
    message += rules::printable(finding.message) + "\n" + rules::printable(finding.fix) + " [" +
               std::string(finding.code) + "]";
  }
  return message;
}

}  // namespace

bool takes_long(const AdmissionRequest& request) {
  if (request.endpoint != Endpoint::kValidate) return false;
  if (request.group == kOurGroup) return true;
  return request.group == kResourceGroup && !rules::selectors_of(request.object).empty();
}

std::variant<Decision, Needs> decide(const AdmissionRequest& request, const Snapshot& snapshot,
                                     const Facts& facts, Time /*now: quota's holds will read it*/) {
  return Judge(request, snapshot, facts).run();
}

AdmissionResponse conclude(const AdmissionRequest& request, Decision decision,
                           std::span<const CreateOutcome> outcomes) {
  for (std::size_t i = 0; i < std::min(outcomes.size(), decision.creates.size()); ++i) {
    if (std::optional<Finding> finding = finding_of(decision.creates[i], outcomes[i])) {
      decision.findings.push_back(std::move(*finding));
    }
  }
  AdmissionResponse response;
  keep_most_severe(decision.findings);
  response.allowed =
      decision.findings.empty() || decision.findings.front().severity != Severity::kDeny;
  if (response.allowed) {
    response.patch =
        request.endpoint == Endpoint::kMutate ? std::move(decision.patch) : std::string();
  } else {
    response.code = 403;
    response.reason = "Forbidden";
    response.message = refusal_message(decision.findings);
    // Nothing was rewritten where the request is refused.
    std::erase_if(decision.findings,
                  [](const Finding& finding) { return finding.severity == Severity::kInfo; });
  }
  std::string codes;
  std::set<std::string_view> told;
  for (const Finding& finding : decision.findings) {
    if (told.insert(finding.code).second)
      codes += (codes.empty() ? "" : ",") + std::string(finding.code);
    // A refusal is told as such, and every other finding as a warning beside it.
    if (finding.severity != Severity::kDeny)
      response.warnings.push_back(rules::warning_line(finding));
  }
  if (!codes.empty()) response.audit_annotations.emplace_back("findings", std::move(codes));
  response.findings = std::move(decision.findings);
  return response;
}

}  // namespace drawbridge::admission
