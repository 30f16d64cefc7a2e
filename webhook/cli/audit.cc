#include "webhook/cli/audit.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "rules/devices/removed_api.h"
#include "rules/devices/workloads.h"
#include "webhook/cli/existing.h"
#include "webhook/decide/judge_pod.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/reduce.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::cli {
namespace {

using admission::ObjectKind;
using kube::Json;
using kube::ObjectView;
using rules::Finding;
using rules::Severity;

// Of a request, and not of what is there: what it would charge or wait for, what became of it, and
// what rules say, which may ask who writes it (rule_audit.h).
constexpr std::string_view kOfRequests[] = {
    "DeviceRuleDenied", "DeviceRuleFailed", "DeviceRuleWarned",  "DevicesTaken",
    "NotRewritten",     "QueueFull",        "QuotaExceeded",     "ResourceQuotaExceeded",
    "Rewritten",        "TemplateLimit",    "TemplateNotCreated"};

// A pod that runs has its claims, whatever became of what they were made of.
constexpr std::string_view kOfStarts[] = {
    "CapacityNeverFits",        "ClaimElsewhere",       "ClaimMissing",
    "ClassBeforeWorkload",      "ConstraintNeverHolds", "DevicesTooFew",
    "DeviceClassMissing",       "LimitRangeExceeded",   "NodeNamePreset",
    "NodeSelectorNeverMatches", "TemplateMissing"};

template <std::size_t n>
bool is_one_of(std::string_view code, const std::string_view (&codes)[n]) {
  return std::find(std::begin(codes), std::end(codes), code) != std::end(codes);
}

// Kinds that another kind of the table makes come behind it, so that a template is judged where its
// author wrote it.
int rank_of(std::string_view kind) {
  if (kind == "RayCluster") return 1;
  if (kind == "Job" || kind == "ReplicaSet" || kind == "StatefulSet") return 2;
  if (kind == "Workload" || kind == "PodGroup") return 3;
  return 0;
}

}  // namespace

std::string AuditedObject::text() const {
  return rules::shown(kind) + " " + (ns.empty() ? "" : rules::shown(ns) + "/") +
         rules::shown(name, 128);
}

std::size_t AuditGroup::namespaces() const {
  std::set<std::string_view> all;
  for (const AuditedObject& object : objects) {
    if (!object.ns.empty()) all.insert(object.ns);
  }
  return all.size();
}

std::vector<kube::ReflectedKind> judged_kinds(const rules::Settings& settings) {
  std::vector<kube::ReflectedKind> kinds;
  for (const rules::WorkloadKind& kind : rules::workload_kinds())
    kinds.push_back(reflected_kind(kind.group, kind.kind, kind.plural));
  for (const rules::WorkloadKind& kind : settings.workloads)
    kinds.push_back(reflected_kind(kind.group, kind.kind, kind.plural));
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const auto& a, const auto& b) { return rank_of(a.kind) < rank_of(b.kind); });
  kinds.push_back(reflected_kind("", "Pod", "pods"));
  return kinds;
}

Auditor::Auditor(std::shared_ptr<const admission::Snapshot> snapshot)
    : snapshot_(std::move(snapshot)),
      // Who may write everything: who wrote what is there is not known.
      user_(snapshot_->settings().claim_makers.empty()
                ? std::string()
                : *snapshot_->settings().claim_makers.begin()) {}

void Auditor::judge_read(const ReadObject& object) {
  const ObjectView view(object.json);
  if (rules::find_workload_kind(snapshot_->settings(), view.group(), view.kind()) != nullptr)
    return;
  ++objects_;
  // A claim that was made for a pod is what its template says.
  if (view.kind() == "ResourceClaim" && !view.controller().is_null()) return;
  decide(object);
}

void Auditor::judge_snapshot() {
  for (std::size_t i = 0; i < admission::kObjectKinds; ++i) {
    snapshot_->for_each(static_cast<ObjectKind>(i), [&](const Json& object) {
      judge_read({object, {}, 0});
    });
  }
}

void Auditor::add_problems() {
  for (const admission::Problem& problem : snapshot_->problems()) {
    // These were judged, and said so themselves.
    if (problem.kind == "DeviceMapping" || problem.kind == "DeviceClass" ||
        (problem.kind == "Configuration" && refuses_to_start_))
      continue;
    kube::Document document;
    const std::string api_version = problem.group.empty() ? "v1" : problem.group + "/v1";
    auto* metadata = document.arena().allocate<Json::Member>(2);
    metadata[0] = {Json::string("name"), Json::string(problem.name)};
    metadata[1] = {Json::string("namespace"), Json::string(problem.ns)};
    auto* members = document.arena().allocate<Json::Member>(3);
    members[0] = {Json::string("apiVersion"), Json::string(api_version)};
    members[1] = {Json::string("kind"), Json::string(problem.kind)};
    members[2] = {Json::string("metadata"), Json::object({metadata, 2})};
    const Json object = Json::object({members, 3});
    const std::size_t colon = problem.place.rfind(':');
    const bool has_place = colon != std::string::npos;
    int line = 0;
    if (has_place) {
      const std::string_view number = std::string_view(problem.place).substr(colon + 1);
      std::from_chars(number.data(), number.data() + number.size(), line);
    }
    add({object, has_place ? std::string_view(problem.place).substr(0, colon) : std::string_view(),
         line},
        {"ObjectUnusable", Severity::kWarn, "",
         "It can't be used as it is written: " + rules::shown(problem.text, 400) +
             (problem.text.ends_with('.') ? "" : "."),
         "Correct that and apply it again; until then it is left out."});
  }
}

bool Auditor::is_made_by_judged(const Json& object) const {
  const Json controller = ObjectView(object).controller();
  return !controller.is_null() &&
         owners_.contains(owner_key(controller["kind"].as_string(), ObjectView(object).ns(),
                                    controller["name"].as_string()));
}

void Auditor::judge(const ReadObject& object) {
  ++objects_;
  const ObjectView view(object.json);
  const bool is_pod = view.group().empty() && view.kind() == "Pod";
  const bool is_made = is_made_by_judged(object.json);
  if (!is_pod) owners_.insert(owner_key(view.kind(), view.ns(), view.name()));
  if (!object.json["metadata"]["deletionTimestamp"].is_null()) return;
  if (is_pod) judge_kept(object);
  if (is_made) {
    // What Kueue charged stands in its own object alone.
    if (view.kind() == "Workload") decide(object, "WorkloadUndercharged");
    return;
  }
  if (!is_pod) return decide(object);
  if (kube::has_ended(object.json)) return;
  kube::Arena arena;
  decide({unscheduled(object.json, arena), object.file, object.line});
}

// It was created while nothing rewrote it, and no patch reaches it any more.
void Auditor::judge_kept(const ReadObject& object) {
  const rules::DeviceIndex& devices = snapshot_->devices();
  // Without a node, what none offers is not known.
  if (!devices.nodes().any() || !object.json["spec"]["nodeName"].is_null() ||
      kube::has_ended(object.json) || admission::is_queued(object.json))
    return;
  const Result<kube::PodView> pod = kube::PodView::read(object.json);
  if (!pod || !admission::is_for_mutate(*pod)) return;
  for (Finding& finding : findings_as_new(object.json, admission::Endpoint::kValidate, user_,
                                          snapshot_, {}, &unserved_)) {
    // Of a resource that a class carries, Kubernetes may make the claim.
    if (finding.code != "NotRewritten" || !devices.nodes().offering(finding.about).empty() ||
        !devices.class_of_extended_resource(finding.about).empty())
      continue;
    finding.message = "This Pod keeps " + rules::shown(finding.about) +
                      ", which no node offers: it was created while nothing rewrote it, and waits "
                      "for ever.";
    finding.fix =
        "Delete it: its controller makes one that is rewritten. Where it has none, apply it again: "
        "kubectl replace --force -f FILE.";
    add(object, std::move(finding));
  }
}

void Auditor::judge_other(const ReadObject& object) {
  ++objects_;
  if (std::optional<Finding> removed = rules::removed_api(object.json))
    add(object, std::move(*removed));
}

void Auditor::decide(const ReadObject& object, std::string_view only) {
  const ObjectView view(object.json);
  const auto ask = [&](admission::Endpoint endpoint) {
    for (Finding& finding :
         findings_as_new(object.json, endpoint, user_, snapshot_, {}, &unserved_)) {
      if (only.empty() ? !is_one_of(finding.code, kOfRequests) : finding.code == only)
        add(object, std::move(finding));
    }
  };
  const bool is_pod = view.group().empty() && view.kind() == "Pod";
  // Of a pod, /mutate tells all but what its queue says; one that is behind no gate is through with
  // that, or was not applied yet.
  if (is_pod) ask(admission::Endpoint::kMutate);
  if (!is_pod || admission::is_queued(object.json)) ask(admission::Endpoint::kValidate);
}

void Auditor::add(const ReadObject& object, Finding finding) {
  if (is_one_of(finding.code, kOfStarts) && object.json["status"]["phase"].as_string() == "Running")
    return;
  refuses_to_start_ |= finding.code == "KueueConfigurationInvalid" ||
                       (finding.code == "MappedTwice" && finding.severity == Severity::kDeny);
  Key key(finding.code, finding.cause, finding.cause.empty() ? finding.message : std::string());
  const auto [found, is_new] = index_.emplace(std::move(key), groups_.size());
  if (is_new) {
    groups_.push_back({finding.code,
                       finding.severity,
                       std::move(finding.cause),
                       std::move(finding.message),
                       std::move(finding.fix),
                       {}});
  }
  AuditGroup& group = groups_[found->second];
  group.severity = std::min(group.severity, finding.severity);
  const ObjectView view(object.json);
  // What refuses a pod both endpoints say.
  if (const AuditedObject* last = group.objects.empty() ? nullptr : &group.objects.back();
      last != nullptr && last->kind == view.kind() && last->ns == namespace_of(object.json) &&
      last->name == view.name() && last->field == finding.field && last->line == object.line)
    return;
  group.objects.push_back({std::string(view.kind()), std::string(namespace_of(object.json)),
                           std::string(view.name()), std::move(finding.field),
                           std::string(object.file), object.line});
}

AuditReport Auditor::finish() {
  std::stable_sort(groups_.begin(), groups_.end(), [](const AuditGroup& a, const AuditGroup& b) {
    if (a.severity != b.severity) return a.severity < b.severity;
    if (a.code != b.code) return a.code < b.code;
    if (a.objects.size() != b.objects.size()) return a.objects.size() > b.objects.size();
    return std::tie(a.cause, a.message) < std::tie(b.cause, b.message);
  });
  return {std::move(groups_), objects_};
}

Result<AuditReport> audit(ClusterSource& source, const rules::SharedSettings& settings,
                          std::vector<std::string>& unread) {
  admission::SnapshotBuilder builder(settings);
  if (Status filled = source.fill(builder, unread); !filled) return filled.error();
  Auditor auditor(builder.publish());
  const bool has_places =
      source.visit_read([&auditor](const ReadObject& object) { auditor.judge_read(object); });
  if (!has_places) auditor.judge_snapshot();
  auditor.add_problems();
  const std::vector<kube::ReflectedKind> kinds = judged_kinds(*settings);
  const ClusterSource::Visit judge = [&auditor](const ReadObject& object) {
    auditor.judge(object);
  };
  source.visit(kinds, judge, unread);
  source.visit_others(kinds, [&auditor](const ReadObject& object) { auditor.judge_other(object); });
  return auditor.finish();
}

}  // namespace drawbridge::cli
