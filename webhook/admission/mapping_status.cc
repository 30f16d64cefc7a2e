#include "webhook/admission/mapping_status.h"

#include <algorithm>

#include "kube/api/condition.h"
#include "kube/api/object.h"
#include "rules/mapping/admit_mapping.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;
using rules::Severity;

constexpr std::string_view kReady = kReadyCondition;
constexpr std::string_view kConflicting = "Conflicting";

const rules::Mapping* compiled(const Snapshot& snapshot, std::string_view name) {
  const auto& mappings = snapshot.mappings().mappings();
  const auto found = std::lower_bound(
      mappings.begin(), mappings.end(), name,
      [](const auto& mapping, std::string_view key) { return mapping->name < key; });
  return found == mappings.end() || (*found)->name != name ? nullptr : found->get();
}

// What is certain, or is so whatever the labels of a namespace: a class that is counted elsewhere
// is warned of where it is applied, and yet it is.
bool is_conflict(const Finding& finding) {
  return finding.severity == Severity::kDeny || finding.code == "MappedTwice";
}

Condition conflicting(const rules::Mapping& mapping, const rules::MappingIndex& all) {
  std::vector<Finding> findings = rules::admit_mapping(mapping, nullptr, all);
  if (findings.empty())
    return {kConflicting, false, "NoConflict",
            "No other DeviceMapping claims the same resources or counts the same classes."};
  rules::sort_findings(findings);
  const auto first = std::find_if(findings.begin(), findings.end(), is_conflict);
  Condition condition{kConflicting, first != findings.end(), "MayConflict", {}};
  if (condition.holds) condition.reason = first->code;
  std::vector<std::string_view> fixes;
  for (const Finding& finding : findings) {
    if (condition.holds && !is_conflict(finding)) continue;
    condition.message += finding.message + " ";
    if (std::find(fixes.begin(), fixes.end(), finding.fix) == fixes.end())
      fixes.push_back(finding.fix);
  }
  for (const std::string_view fix : fixes) condition.message.append(fix).append(" ");
  condition.message.pop_back();
  return condition;
}

MappingVerdict left_out(const Snapshot& snapshot, std::string_view name) {
  std::string message;
  for (const Problem& problem : snapshot.problems_of(ObjectKind::kDeviceMapping, {}, name))
    message += rules::printable(problem.text) + ". ";
  message +=
      "Pods are judged as if this DeviceMapping did not exist. Correct it: kubectl edit "
      "devicemapping " +
      std::string(name) + "; docs/mapping.md describes every field.";
  return {Condition{kReady, false, std::string(kNotCompiled), std::move(message)},
          Condition{kConflicting, false, std::string(kNotCompiled),
                    "It is left out, so that it conflicts with nothing."}};
}

kube::EventNews news(const Json& mapping, const Condition& condition, bool is_warning) {
  const kube::ObjectView view(mapping);
  kube::EventNews made;
  made.regarding = {std::string(view.api_version()),
                    std::string(view.kind()),
                    {},
                    std::string(view.name()),
                    std::string(mapping["metadata"]["uid"].as_string())};
  made.is_warning = is_warning;
  made.reason = condition.reason;
  made.action = condition.type == kReady ? "Compile" : "Compare";
  made.note = condition.message;
  return made;
}

}  // namespace

MappingVerdict judge_mapping(const Snapshot& snapshot, std::string_view name) {
  const rules::Mapping* mapping = compiled(snapshot, name);
  if (mapping == nullptr) return left_out(snapshot, name);
  return {Condition{kReady, true, "Compiled", "It is in use."},
          conflicting(*mapping, snapshot.mappings())};
}

ConditionsWish wish_of(const MappingVerdict& verdict) {
  return {std::vector<Condition>(verdict.begin(), verdict.end())};
}

std::vector<kube::EventNews> news_of(const Json& before, const MappingVerdict& verdict) {
  std::vector<kube::EventNews> all;
  for (const Condition& wanted : verdict) {
    // Ready is well where it holds, Conflicting where it does not.
    const bool well = wanted.holds == (wanted.type == kReady);
    const std::string_view was = kube::condition_of(before, wanted.type)["status"].as_string();
    const bool was_well = was.empty() || was == condition_status(wanted.type == kReady);
    if (well == was_well) continue;
    all.push_back(news(before, wanted, !well));
  }
  return all;
}

}  // namespace drawbridge::admission
