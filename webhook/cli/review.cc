#include "webhook/cli/review.h"

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "kube/api/yaml.h"
#include "quota/kueue/placement.h"
#include "rules/checks/claim_unserved.h"
#include "rules/checks/source_missing.h"
#include "rules/devices/workloads.h"
#include "rules/mapping/canonical.h"
#include "rules/mapping/template.h"
#include "rules/shape/name.h"
#include "webhook/admission/charges.h"
#include "webhook/admission/coming_pods.h"
#include "webhook/admission/decide.h"
#include "webhook/admission/memory_quotas.h"
#include "webhook/admission/queue_check.h"
#include "webhook/admission/queue_facts.h"
#include "webhook/admission/rounds.h"
#include "webhook/admission/rule_look_ups.h"
#include "webhook/admission/snapshot.h"
#include "webhook/admission/snapshot_builder.h"
#include "webhook/cli/asked_by_given.h"
#include "webhook/cli/counted_quotas.h"
#include "webhook/cli/kept_status.h"
#include "webhook/cli/left_out.h"
#include "webhook/cli/limit_ranger.h"
#include "webhook/cli/object_shape.h"
#include "webhook/cli/pod_groups.h"
#include "webhook/cli/standing.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cli {
namespace {

using admission::AdmissionRequest;
using admission::AdmissionResponse;
using admission::CreateOutcome;
using admission::Endpoint;
using admission::SourcedObject;
using kube::Json;
using kube::ObjectView;

nlohmann::json mutable_copy(const Json& value) {
  return nlohmann::json::parse(kube::to_text(value));
}

std::shared_ptr<const kube::Document> immutable(const nlohmann::json& value) {
  // What came out of a Json goes back into one.
  Result<kube::Document> document = kube::read_json(value.dump());
  return document ? std::make_shared<const kube::Document>(std::move(*document))
                  : std::make_shared<const kube::Document>();
}

// A quantity that is null is decoded as 0, and handed on as that.
void default_quantities(nlohmann::json& resources) {
  for (const char* list : {"limits", "requests"}) {
    if (!resources.contains(list) || !resources[list].is_object()) continue;
    for (nlohmann::json& quantity : resources[list]) {
      if (quantity.is_null()) quantity = "0";
    }
  }
}

// core/v1 defaulting: a limit without a request is the request.
void default_requests(nlohmann::json& containers) {
  if (!containers.is_array()) return;
  for (nlohmann::json& container : containers) {
    if (!container.is_object() || !container.contains("resources") ||
        !container["resources"].is_object())
      continue;
    nlohmann::json& resources = container["resources"];
    default_quantities(resources);
    if (!resources.contains("limits") || !resources["limits"].is_object()) continue;
    if (!resources.contains("requests") || resources["requests"].is_null())
      resources["requests"] = nlohmann::json::object();
    if (!resources["requests"].is_object()) continue;
    for (const auto& [name, quantity] : resources["limits"].items()) {
      if (!resources["requests"].contains(name)) resources["requests"][name] = quantity;
    }
  }
}

void default_pod_spec(nlohmann::json& pod) {
  if (!pod.is_object() || !pod.contains("spec") || !pod["spec"].is_object()) return;
  for (const char* list : {"initContainers", "containers"}) {
    if (pod["spec"].contains(list)) default_requests(pod["spec"][list]);
  }
}

// The object as the API server would hand it to a mutating webhook.
std::shared_ptr<const kube::Document> defaulted(const Json& object, const std::string& ns) {
  nlohmann::json copy = mutable_copy(object);
  if (!admission::is_cluster_scoped(object)) {
    if (copy["metadata"].is_null()) copy["metadata"] = nlohmann::json::object();
    if (ObjectView(object).ns().empty()) copy["metadata"]["namespace"] = ns;
  }
  const ObjectView view(object);
  if (view.kind() == "Pod") default_pod_spec(copy);
  return immutable(copy);
}

// The controller that owns the workload's pods: a CronJob's are its Jobs', whose names end with a
// time. The API server ends a generated name with five letters and digits.
std::string owner_of_pods(const Json& workload) {
  const ObjectView view(workload);
  const std::string name =
      view.name().empty() ? std::string(view.generate_name()) + "00000" : std::string(view.name());
  return name + (view.kind() == "CronJob" ? "-00000000" : "");
}

// The Job that a CronJob creates.
std::shared_ptr<const kube::Document> job_of(const Json& cron_job) {
  nlohmann::json job = mutable_copy(cron_job["spec"]["jobTemplate"]);
  if (!job.is_object()) job = nlohmann::json::object();
  job["apiVersion"] = "batch/v1";
  job["kind"] = "Job";
  if (!job["metadata"].is_object()) job["metadata"] = nlohmann::json::object();
  job["metadata"]["namespace"] = std::string(ObjectView(cron_job).ns());
  job["metadata"]["name"] = owner_of_pods(cron_job);
  return immutable(job);
}

// The pod that the workload's controller creates from one of its templates.
// `queue` is the LocalQueue whose label Kueue writes on it; empty for none. Of a Deployment Kueue
// marks the template.
std::shared_ptr<const kube::Document> pod_of(const Json& workload, const rules::WorkloadKind& kind,
                                             const rules::PodSet& set, const std::string& ns,
                                             const std::string& queue,
                                             const admission::Snapshot& snapshot) {
  nlohmann::json pod = mutable_copy(set.pod_template);
  pod["apiVersion"] = "v1";
  pod["kind"] = "Pod";
  if (!pod["metadata"].is_object()) pod["metadata"] = nlohmann::json::object();
  pod["metadata"]["namespace"] = ns;
  const std::string owner = owner_of_pods(workload);
  pod["metadata"]["generateName"] = owner + "-";
  pod["metadata"].erase("name");
  if (!queue.empty()) {
    pod["metadata"]["labels"][std::string(quota::kQueueLabel)] = queue;
    if (kind.kind == "Deployment" && !ObjectView(workload).label(quota::kQueueLabel).empty())
      pod["metadata"]["annotations"][std::string(quota::kSuspendingParent)] = "deployment";
  }
  pod["metadata"]["ownerReferences"] = {{{"apiVersion", kind.pod_owner_version},
                                         {"kind", kind.pod_owner},
                                         {"name", owner},
                                         {"uid", "00000000-0000-0000-0000-000000000000"},
                                         {"controller", true}}};
  default_pod_spec(pod);
  give_devices(snapshot, ns, pod);
  return immutable(pod);
}

class Reviewer {
 public:
  // `given` are all objects that are reviewed, `state` what is there, and `all` both but for those
  // that are refused.
  Reviewer(std::shared_ptr<const admission::Snapshot> snapshot, std::vector<Json> given,
           std::span<const SourcedObject> state, std::span<const SourcedObject> all,
           const ReviewOptions& options)
      : snapshot_(std::move(snapshot)),
        given_(std::move(given)),
        all_(all),
        options_(options),
        there_(state),
        pod_groups_(given_, options.ns) {
    for (const Json& object : given_) note_unreadable(object);
  }

  ReviewedObject review(const SourcedObject& object) {
    Shape shape = shape_of(object.json(), given_);
    const Json meant = as_meant(shape, object.json());
    const ObjectView view(meant);
    ReviewedObject result;
    result.file = object.file;
    result.kind = std::string(object.view().kind());
    if (!admission::is_cluster_scoped(meant))
      result.ns = std::string(view.ns().empty() ? options_.ns : view.ns());
    if (!view.name().empty() || !view.generate_name().empty()) result.name = view.shown_name();
    if (needs_name(view)) {
      if (std::optional<rules::Finding> name = rules::shape::name_problem(meant))
        shape.findings.push_back(std::move(*name));
    }
    is_there_ = !there_.object(view, options_.ns).is_null();
    told_ = shape.told;
    const bool is_judged = shape.judged || shape.mended != nullptr;
    if (is_judged && !has_denial_of(shape.findings, "RemovedApi")) {
      const auto document = with_devices_given(
          defaulted(shape.judged ? object.json() : shape.mended->root(), options_.ns), result.ns);
      const rules::WorkloadKind* kind =
          rules::find_workload_kind(snapshot_->settings(), view.group(), view.kind());
      if (kind != nullptr) {
        standing_ = there_.of(view, options_.ns);
        standing_.others = asked_by_given_.others(result.ns, who_asks(view));
      }
      is_there_ |= standing_.any();
      apply(document->root(), result);
      if (view.kind() == "DeviceClass") tell_given_up_name(document->root(), result);
      // A workload that is refused makes no pods.
      if (result.allowed && kind != nullptr && options_.follows_to_pods) {
        for (const rules::PodSet& set : rules::pod_sets(*kind, document->root())) {
          if (set.pod_template.is_object()) follow_to_pods(document->root(), *kind, set, result);
        }
      }
      standing_ = {};
    }
    if (std::optional<rules::Finding> finding = pod_groups_.problem(object.json());
        finding && result.allowed && snapshot_->kueue().manages("pod"))
      shape.findings.push_back(std::move(*finding));
    add_resources(meant, result.findings, all_, shape.findings);
    add_shape(std::move(shape.findings), result);
    leave_out_refused(result);
    admission::leave_out_told_of_queue(result.findings);
    rules::sort_findings(result.findings);
    return result;
  }

 private:
  // A template or claim that is refused as it stands: what a finding says that misses it.
  void note_unreadable(const Json& object) {
    const Shape shape = shape_of(object, given_);
    const ObjectView view(as_meant(shape, object));
    const bool is_source = view.kind() == "ResourceClaimTemplate" || view.kind() == "ResourceClaim";
    if (!is_source || shape.judged) return;
    refused_.push_back(
        rules::missing_text(view.kind(), view.name(), view.ns().empty() ? options_.ns : view.ns()));
  }

  // That it is refused is said of itself; with that mended nothing is missing.
  void leave_out_refused(ReviewedObject& result) const {
    const auto is_of_refused = [&](std::string_view text) {
      return std::any_of(refused_.begin(), refused_.end(), [&](const std::string& missing) {
        return text.find(missing) != std::string_view::npos;
      });
    };
    std::erase_if(result.findings,
                  [&](const rules::Finding& one) { return is_of_refused(one.message); });
    std::erase_if(result.warnings, is_of_refused);
  }

  // Of the kinds that are judged here. Files hold other things too, such as a program's settings.
  bool needs_name(const ObjectView& view) const {
    if (view.kind() == "Configuration") return false;
    return (view.group().empty() && view.kind() == "Pod") ||
           rules::find_workload_kind(snapshot_->settings(), view.group(), view.kind()) != nullptr ||
           admission::SnapshotBuilder::reads(view.group(), view.kind());
  }

  // What the API server refuses before any webhook sees it: nothing comes of the object.
  static void add_shape(std::vector<rules::Finding> findings, ReviewedObject& result) {
    const auto denies = [](const rules::Finding& finding) {
      return finding.severity == rules::Severity::kDeny;
    };
    if (std::any_of(findings.begin(), findings.end(), denies)) {
      std::string message;
      for (const rules::Finding& finding : findings) {
        if (denies(finding)) message += (message.empty() ? "" : "\n") + finding.text();
      }
      result.message = message + (result.message.empty() ? "" : "\n") + result.message;
      result.allowed = false;
      result.patch.clear();
      result.before.clear();
      result.after.clear();
      result.creates.clear();
      result.pods.clear();
      std::erase_if(result.findings, [](const rules::Finding& finding) {
        return finding.severity == rules::Severity::kInfo;
      });
    }
    for (rules::Finding& finding : findings) result.findings.push_back(std::move(finding));
  }

  AdmissionRequest request_for(const Json& object, const std::string& ns, Endpoint endpoint) const {
    const ObjectView view(object);
    const kube::GroupVersion version = kube::parse_api_version(view.api_version());
    AdmissionRequest request;
    request.endpoint = endpoint;
    request.uid = "review";
    request.group = version.group;
    request.version = version.version;
    request.kind = view.kind();
    request.name = view.name();
    request.ns = ns;
    request.user = options_.user;
    for (const std::string& group : options_.groups) request.groups.push_back(group);
    request.object = object;
    if (is_made_by_workload_) {
      // Its own pods are told by the workload.
    } else if (!options_.old_object.is_null()) {
      request.operation = admission::Operation::kUpdate;
      request.old_object = options_.old_object;
    } else {
      request.standing = standing_;
    }
    request.dry_run = true;
    return request;
  }

  // What the API server would answer to the creation: the template is there, or would be.
  CreateOutcome outcome_of(const admission::CreateTemplate& create) {
    const Json existing = snapshot_->claim_template(create.ns, create.claim_template.name);
    if (!existing.is_null()) {
      const bool same = !rules::check_template(existing);
      return {same ? CreateOutcome::Kind::kDone : CreateOutcome::Kind::kTampered, {}};
    }
    auto& made = made_[create.ns];
    if (made.contains(create.claim_template.name)) return {};
    if (made.size() + snapshot_->generated_templates_in(create.ns) >=
        rules::kTemplatesPerNamespaceMax) {
      return {CreateOutcome::Kind::kTooMany, {}};
    }
    return {};
  }

  AdmissionResponse ask(const AdmissionRequest& request, std::vector<std::string>& creates) {
    admission::Facts facts;
    facts.time_zones = &zones::of_this_machine();
    facts.unserved = &unserved_;
    facts.told = told_;
    admission::Rounds rounds(std::move(facts));
    while (rounds.may_go_on()) {
      if (std::optional<admission::Decision> decision = rounds.judge(request, snapshot_, {})) {
        if (request.ns == kExemptNamespace) leave_out_webhooks(*decision);
        if (is_there_ || come_later_) leave_out_use(*decision, request.standing.any());
        std::vector<CreateOutcome> outcomes;
        for (const admission::CreateTemplate& create : decision->creates)
          outcomes.push_back(outcome_of(create));
        const std::vector<admission::CreateTemplate> wanted = decision->creates;
        std::optional<quota::ChargeResult> charged;
        if (admission::wants_charge(*decision, outcomes)) {
          // Objects that are given together count together; the pods that workloads make do not,
          // since nobody knows when they come.
          decision->charge->waiter.dry_run = is_made_by_workload_;
          charged = quotas_.charge(*decision->charge, {});
        }
        quota::Amounts asked = std::move(decision->asked_now);
        AdmissionResponse response = admission::conclude(request, std::move(*decision), outcomes,
                                                         charged ? &*charged : nullptr);
        if (response.allowed) {
          remember(wanted, creates);
          note_asked(request, std::move(asked));
        }
        return response;
      }
      while (!rounds.missing().empty()) rounds.add(look_up(rounds.missing().back()));
    }
    return {};
  }

  admission::LookUp look_up(const admission::ObjectRef& ref) {
    if (ref.kind == admission::ObjectRef::Kind::kParams) return admission::params_among(all_, ref);
    if (ref.kind != admission::ObjectRef::Kind::kClaimTemplate) return admission::SharedDocument();
    const auto in_namespace = made_.find(ref.ns);
    if (in_namespace == made_.end()) return admission::SharedDocument();
    const auto found = in_namespace->second.find(ref.name);
    return found == in_namespace->second.end() ? admission::SharedDocument() : found->second;
  }

  // A pod that is there has what it was given.
  std::shared_ptr<const kube::Document> with_devices_given(
      std::shared_ptr<const kube::Document> document, const std::string& ns) const {
    const ObjectView view(document->root());
    if (view.kind() != "Pod" || !view.group().empty() || ns == kExemptNamespace) return document;
    nlohmann::json copy = mutable_copy(document->root());
    give_devices(*snapshot_, ns, copy);
    return immutable(copy);
  }

  static std::string who_asks(const ObjectView& view) {
    return std::string(view.kind()) + " " + rules::shown(view.shown_name(), 40);
  }

  // What is there already is counted as in use, but for what it asks for more.
  void note_asked(const AdmissionRequest& request, quota::Amounts asked) {
    const ObjectView view(request.object);
    const bool is_counted = is_there_ && !request.standing.any();
    if (request.endpoint != Endpoint::kValidate || is_made_by_workload_ || is_counted ||
        request.ns == kExemptNamespace || !view.controller().is_null())
      return;
    asked_by_given_.note(request.ns, who_asks(view), std::move(asked));
  }

  void remember(const std::vector<admission::CreateTemplate>& wanted,
                std::vector<std::string>& creates) {
    for (const admission::CreateTemplate& create : wanted) {
      if (!snapshot_->claim_template(create.ns, create.claim_template.name).is_null()) continue;
      // New with the first object that needs it.
      if (made_[create.ns].contains(create.claim_template.name)) continue;
      std::string text = rules::template_object(create.claim_template, create.ns);
      Result<kube::Document> document = kube::read_json(text);
      if (document)
        made_[create.ns][create.claim_template.name] =
            std::make_shared<const kube::Document>(std::move(*document));
      if (std::find(creates.begin(), creates.end(), text) == creates.end())
        creates.push_back(std::move(text));
    }
  }

  // /mutate, the patch, /validate.
  void apply(const Json& object, ReviewedObject& result) {
    const std::string ns = result.ns;
    AdmissionResponse mutated = ask(request_for(object, ns, Endpoint::kMutate), result.creates);
    collect(std::move(mutated), result);
    if (!result.allowed) return;
    std::shared_ptr<const kube::Document> patched;
    Json after = object;
    if (!result.patch.empty()) {
      patched = immutable(mutable_copy(object).patch(nlohmann::json::parse(result.patch)));
      after = patched->root();
      result.before = kube::write_yaml(object);
      result.after = kube::write_yaml(after);
    }
    const auto held = held_by_queue(after, ns);
    std::vector<std::string> none;
    collect(ask(request_for(held ? held->root() : after, ns, Endpoint::kValidate), none), result);
  }

  // All objects are judged as new ones; what a class that is there gives up is told of its change.
  void tell_given_up_name(const Json& object, ReviewedObject& result) {
    const ObjectView view(object);
    const Json old = there_.object(view, options_.ns);
    const auto name_of = [](const Json& device_class) {
      return device_class["spec"]["extendedResourceName"].as_string();
    };
    if (old.is_null() || !result.allowed || name_of(old) == name_of(object)) return;
    AdmissionRequest request = request_for(object, result.ns, Endpoint::kValidate);
    request.operation = admission::Operation::kUpdate;
    request.old_object = old;
    std::vector<std::string> none;
    AdmissionResponse response = ask(request, none);
    const auto is_other = [&result](const rules::Finding& finding) {
      const auto same = [&](const rules::Finding& told) { return told.text() == finding.text(); };
      return finding.code != "AmbiguousExtendedResource" ||
             std::any_of(result.findings.begin(), result.findings.end(), same);
    };
    std::erase_if(response.findings, is_other);
    for (rules::Finding& finding : response.findings) {
      result.warnings.push_back(rules::warning_line(finding));
      result.findings.push_back(std::move(finding));
    }
  }

  // The pod with the gate that Kueue's webhook puts before it; nullptr where it puts none.
  std::shared_ptr<const kube::Document> held_by_queue(const Json& object,
                                                      const std::string& ns) const {
    const ObjectView view(object);
    if (!view.group().empty() || view.kind() != "Pod") return nullptr;
    const Result<kube::PodView> pod = kube::PodView::read(object);
    if (!pod || admission::is_queued(object) ||
        admission::queue_facts_of_pod(*pod, ns, *snapshot_).role !=
            rules::QueueFacts::Role::kPlainPod)
      return nullptr;
    nlohmann::json copy = mutable_copy(object);
    nlohmann::json& gates = copy["spec"]["schedulingGates"];
    if (!gates.is_array()) gates = nlohmann::json::array();
    gates.push_back({{"name", admission::kKueueGate}});
    return immutable(copy);
  }

  static void collect(AdmissionResponse response, ReviewedObject& result) {
    if (!response.patch.empty()) result.patch = std::move(response.patch);
    if (!response.allowed) {
      result.allowed = false;
      result.message = std::move(response.message);
    }
    for (std::string& warning : response.warnings) {
      if (std::find(result.warnings.begin(), result.warnings.end(), warning) ==
          result.warnings.end()) {
        result.warnings.push_back(std::move(warning));
      }
    }
    for (rules::Finding& finding : response.findings) result.findings.push_back(std::move(finding));
    result.audit_annotations = std::move(response.audit_annotations);
  }

  void follow_to_pods(const Json& workload, const rules::WorkloadKind& kind,
                      const rules::PodSet& set, ReviewedObject& result) {
    rules::QueueFacts queue;
    if (const Result<kube::PodView> read = kube::PodView::read(set.pod_template))
      queue = admission::queue_facts_of_template(workload, *read, result.ns, *snapshot_);
    const bool are_queued = queue.role == rules::QueueFacts::Role::kPlainPod;
    const auto pod =
        pod_of(workload, kind, set, result.ns, are_queued ? queue.queue : "", *snapshot_);
    ReviewedObject reviewed;
    reviewed.ns = result.ns;
    ReviewedPods pods;
    pods.path = set.path;
    pods.count = rules::pods_of(kind, set, snapshot_->devices().nodes());
    is_made_by_workload_ = true;
    come_later_ = admission::pods_come(request_for(workload, result.ns, Endpoint::kValidate),
                                       pods.count, queue.role) != admission::PodsCome::kNow;
    apply(pod->root(), reviewed);
    is_made_by_workload_ = come_later_ = false;
    pods.allowed = reviewed.allowed;
    pods.patch = std::move(reviewed.patch);
    pods.before = std::move(reviewed.before);
    pods.after = std::move(reviewed.after);
    result.creates.insert(result.creates.end(), reviewed.creates.begin(), reviewed.creates.end());
    // Where none comes nobody hears it.
    if (pods.count == 0) {
      pods.allowed = true;
      reviewed.findings.clear();
    }
    // What the workload's own judgement said already is not said again for its pods.
    for (rules::Finding& finding : reviewed.findings) {
      const auto same = [&](const rules::Finding& known) { return known.code == finding.code; };
      if (finding.code == "Rewritten" ||
          std::any_of(result.findings.begin(), result.findings.end(), same))
        continue;
      finding.field = pods.path + "." + finding.field;
      finding.message = of_each_pod(std::move(finding.message), kind.kind);
      result.findings.push_back(std::move(finding));
    }
    result.pods.push_back(std::move(pods));
  }

  std::shared_ptr<const admission::Snapshot> snapshot_;
  const std::vector<Json> given_;
  const std::span<const SourcedObject> all_;
  const ReviewOptions& options_;
  std::map<std::string, std::map<std::string, std::shared_ptr<const kube::Document>>>
      made_;  // namespace -> name
  admission::MemoryQuotas quotas_;
  AskedByGiven asked_by_given_;
  rules::UnservedMemo unserved_;
  std::vector<std::string> refused_;  // missing_text() of the given that are
  StandingPods there_;                // what the state holds
  const PodGroups pod_groups_;
  admission::Standing standing_;        // of the workload that is judged
  std::vector<std::string_view> told_;  // codes, of the object that is judged
  bool is_there_ = false;               // it
  bool is_made_by_workload_ = false;    // the pod that is judged
  bool come_later_ = false;             // and what is in use now says nothing of it
};

// Objects that name no namespace belong to the one of the options, in the snapshot too.
SourcedObject placed(const SourcedObject& object, const std::string& ns) {
  SourcedObject result = object;
  result.document = defaulted(object.json(), ns);
  return result;
}

// Kinds that only the reviewed files hold objects of: who writes a queue need not write the others.
std::set<admission::ObjectKind> partial_kinds(const std::vector<SourcedObject>& state,
                                              const std::vector<SourcedObject>& all) {
  const auto kinds_of = [](std::span<const SourcedObject> objects) {
    std::set<admission::ObjectKind> kinds;
    for (const SourcedObject& object : objects) {
      const ObjectView view = object.view();
      if (const auto kind = admission::object_kind(view.group(), view.kind())) kinds.insert(*kind);
    }
    return kinds;
  };
  std::set<admission::ObjectKind> partial = kinds_of(all);
  for (const admission::ObjectKind kind : kinds_of(state)) partial.erase(kind);
  return partial;
}

// Of a template that makes no pods by itself the API server refuses what it refuses of a
// workload's.
rules::WorkloadKind pod_template_kind() {
  return {.group = "",
          .kind = "PodTemplate",
          .plural = "podtemplates",
          .templates = {{"template", {{.path = "replicas", .otherwise = 0}}}},
          .pod_owner_version = "v1",
          .pod_owner = "PodTemplate"};
}

rules::SharedSettings with_pod_templates(const rules::SharedSettings& settings) {
  auto more = std::make_shared<rules::Settings>(*settings);
  more->workloads.push_back(pod_template_kind());
  return more;
}

}  // namespace

std::vector<ReviewedObject> review_objects(const std::vector<SourcedObject>& state,
                                           const std::vector<SourcedObject>& given,
                                           const ReviewOptions& options) {
  std::vector<SourcedObject> applied;
  for (const SourcedObject& object : given) {
    // One that is refused is not there for the others.
    if (!shape_of(object.json(), {}).judged) continue;
    applied.push_back(placed(object, options.ns));
    const ObjectView view = applied.back().view();
    if (view.kind() == "CronJob" && view.group() == "batch")
      applied.push_back({job_of(view.json()), object.file, object.line});
    // What the ConfigMap of Kueue holds was read with the file; what can't be read counts as
    // absent.
    Result<std::vector<SourcedObject>> inner = admission::inner_configurations(object);
    if (!inner) continue;
    for (SourcedObject& configuration : *inner) applied.push_back(std::move(configuration));
  }
  keep_usage(state, applied);
  std::vector<SourcedObject> all = state;
  all.insert(all.end(), applied.begin(), applied.end());
  std::vector<Json> jsons;
  for (const SourcedObject& object : given) jsons.push_back(object.json());
  const std::set<admission::ObjectKind> partial = partial_kinds(state, all);
  const rules::SharedSettings settings = with_pod_templates(options.settings);
  auto snapshot = admission::Snapshot::build(all, settings, partial);
  if (needs_count(all, state)) {
    count_quotas(all, state, given, options.ns, snapshot);
    snapshot = admission::Snapshot::build(all, settings, partial);
  }
  Reviewer reviewer(std::move(snapshot), std::move(jsons), state, all, options);
  std::vector<ReviewedObject> results;
  for (const SourcedObject& object : given) results.push_back(reviewer.review(object));
  return results;
}

}  // namespace drawbridge::cli
