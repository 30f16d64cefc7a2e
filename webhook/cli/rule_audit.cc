#include "webhook/cli/rule_audit.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "rules/policy/device_rule.h"
#include "webhook/admission/state_folder.h"
#include "webhook/cli/existing.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::cli {
namespace {

using admission::SourcedObject;
using kube::Json;
using kube::ObjectView;
using rules::Finding;

Status check_usable(const SourcedObject& object) {
  const auto rule = rules::compile_device_rule(object.json());
  const std::string place =
      object.place() + ": DeviceRule " + rules::shown(object.view().name()) + ": ";
  if (!rule) return Error{place + rule.error().text()};
  if ((*rule)->policy.problems().empty()) return {};
  const rules::PolicyProblem& first = (*rule)->policy.problems().front();
  return Error{place + first.field + ": " + first.brief};
}

std::vector<kube::ReflectedKind> ruled_objects(const rules::Settings& settings) {
  std::vector<kube::ReflectedKind> kinds = {
      reflected_kind("resource.k8s.io", "ResourceClaimTemplate", "resourceclaimtemplates"),
      reflected_kind("resource.k8s.io", "ResourceClaim", "resourceclaims")};
  for (kube::ReflectedKind& kind : judged_kinds(settings)) kinds.push_back(std::move(kind));
  return kinds;
}

class RuleAuditor {
 public:
  // `rules` are names of rules in the snapshot. `source`, which has their params, outlives it.
  RuleAuditor(ClusterSource& source, std::shared_ptr<const admission::Snapshot> snapshot,
              std::set<std::string> rules)
      : source_(source), snapshot_(std::move(snapshot)), rules_(std::move(rules)) {}

  void judge(const ReadObject& object) {
    ++objects_;
    const ObjectView view(object.json);
    const bool is_pod = view.group().empty() && view.kind() == "Pod";
    if (!object.json["metadata"]["deletionTimestamp"].is_null()) return;
    if (is_pod && kube::has_ended(object.json)) return;
    const Json controller = view.controller();
    // A claim that was made for a pod is what its template says.
    if (view.kind() == "ResourceClaim" && !controller.is_null()) return;
    const std::string key = owner_key(view.kind(), view.ns(), view.name());
    std::set<std::string>& broken = broken_[key];
    if (!controller.is_null()) {
      const auto owner = broken_.find(
          owner_key(controller["kind"].as_string(), view.ns(), controller["name"].as_string()));
      if (owner != broken_.end()) broken = owner->second;
    }
    kube::Arena arena;
    const Json judged = is_pod ? unscheduled(object.json, arena) : object.json;
    std::set<std::string> found;
    for (Finding& finding :
         findings_as_new(judged, admission::Endpoint::kValidate, kAuditUser, snapshot_,
                         [this](const admission::ObjectRef& ref) { return params(ref); })) {
      if (!rules_.contains(finding.cause) || broken.contains(finding.cause)) continue;
      found.insert(finding.cause);
      add(object, std::move(finding));
    }
    broken.insert(found.begin(), found.end());
    if (broken.empty()) broken_.erase(key);
  }

  AuditReport finish() {
    AuditReport report;
    for (auto& [key, group] : groups_) report.groups.push_back(std::move(group));
    std::stable_sort(report.groups.begin(), report.groups.end(),
                     [](const AuditGroup& a, const AuditGroup& b) {
                       if (a.severity != b.severity) return a.severity < b.severity;
                       return a.objects.size() > b.objects.size();
                     });
    report.objects = objects_;
    return report;
  }

 private:
  // Several findings of one rule on one object count it once.
  void add(const ReadObject& object, Finding finding) {
    AuditGroup& group = groups_[{finding.cause, finding.code}];
    if (group.objects.empty()) {
      group.code = finding.code;
      group.severity = finding.severity;
      group.cause = finding.cause;
      group.message = finding.message;
      group.fix = finding.fix;
    }
    const ObjectView view(object.json);
    AuditedObject audited{
        std::string(view.kind()), std::string(view.ns().empty() ? "default" : view.ns()),
        std::string(view.name()), std::move(finding.field),
        std::string(object.file), object.line};
    if (group.objects.empty() || group.objects.back().text() != audited.text())
      group.objects.push_back(std::move(audited));
  }

  // Asked for once: all pods of a namespace see the same.
  const admission::LookUp& params(const admission::ObjectRef& ref) {
    std::string key = ref.what;
    for (const std::string& part : {ref.ns, ref.name, ref.selector}) key += '\n' + part;
    const auto known = params_.find(key);
    if (known != params_.end()) return known->second;
    return params_.emplace(std::move(key), source_.params(ref)).first->second;
  }

  ClusterSource& source_;
  const std::shared_ptr<const admission::Snapshot> snapshot_;
  const std::set<std::string> rules_;
  std::map<std::string, admission::LookUp> params_;
  std::map<std::string, std::set<std::string>> broken_;  // by owner_key(): what it breaks
  std::map<std::pair<std::string, std::string_view>, AuditGroup> groups_;
  std::size_t objects_ = 0;
};

}  // namespace

Result<std::vector<SourcedObject>> read_rules(const std::string& file_or_folder) {
  std::error_code error;
  Result<std::vector<SourcedObject>> read = std::filesystem::is_directory(file_or_folder, error)
                                                ? admission::read_state_folder(file_or_folder)
                                                : admission::read_manifest_file(file_or_folder);
  if (!read) return read;
  std::erase_if(*read, [](const SourcedObject& object) {
    return object.view().group() != "drawbridge.dev" || object.view().kind() != "DeviceRule";
  });
  if (read->empty()) return Error{file_or_folder + ": holds no DeviceRule"};
  for (const SourcedObject& rule : *read) {
    if (Status usable = check_usable(rule); !usable) return usable.error();
  }
  return read;
}

Result<AuditReport> audit_rules(ClusterSource& source, std::span<const SourcedObject> rules,
                                const rules::SharedSettings& settings,
                                std::vector<std::string>& unread) {
  admission::SnapshotBuilder builder(settings);
  if (Status filled = source.fill(builder, unread); !filled) return filled.error();
  std::set<std::string> names;
  for (const SourcedObject& rule : rules) {
    builder.put(rule.json(), rule.place());
    names.insert("DeviceRule " + std::string(rule.view().name()));
  }
  RuleAuditor auditor(source, builder.publish(), std::move(names));
  const std::vector<kube::ReflectedKind> kinds = ruled_objects(*settings);
  const ClusterSource::Visit judge = [&auditor](const ReadObject& object) {
    auditor.judge(object);
  };
  source.visit(kinds, judge, unread);
  return auditor.finish();
}

}  // namespace drawbridge::cli
