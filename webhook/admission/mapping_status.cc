#include "webhook/admission/mapping_status.h"

#include <algorithm>

#include "kube/api/json_writer.h"
#include "kube/api/object.h"
#include "rules/mapping/admit_mapping.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::JsonWriter;
using rules::Finding;
using rules::Severity;

constexpr std::string_view kReady = "Ready";
constexpr std::string_view kConflicting = "Conflicting";

std::string_view text_of(bool holds) {
  return holds ? "True" : "False";
}

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
  return {Condition{kReady, false, "NotCompiled", std::move(message)},
          Condition{kConflicting, false, "NotCompiled",
                    "It is left out, so that it conflicts with nothing."}};
}

Json condition_of(const Json& mapping, std::string_view type) {
  for (const Json& condition : mapping["status"]["conditions"].elements()) {
    if (condition["type"].as_string() == type) return condition;
  }
  return {};
}

void write_condition(const Condition& wanted, const Json& before, std::int64_t generation,
                     kube::Time now, JsonWriter& writer) {
  const std::string_view since = before["lastTransitionTime"].as_string();
  const bool stays =
      before["status"].as_string() == text_of(wanted.holds) && kube::parse_time(since).has_value();
  writer.begin_object().key("type").string(wanted.type);
  writer.key("status").string(text_of(wanted.holds));
  writer.key("reason").string(wanted.reason).key("message").string(wanted.message);
  writer.key("lastTransitionTime").string(stays ? std::string(since) : kube::time_text(now));
  writer.key("observedGeneration").integer(generation).end_object();
}

void write_status(const Json& mapping, const MappingVerdict& verdict, kube::Time now,
                  JsonWriter& writer) {
  const std::int64_t generation = mapping["metadata"]["generation"].as_int();
  writer.begin_object();
  for (const Json::Member& member : mapping["status"].members()) {
    if (member.key() == "observedGeneration" || member.key() == "conditions") continue;
    writer.key(member.key()).json(member.value);
  }
  writer.key("observedGeneration").integer(generation).key("conditions").begin_array();
  for (const Condition& wanted : verdict)
    write_condition(wanted, condition_of(mapping, wanted.type), generation, now, writer);
  std::size_t written = verdict.size();
  for (const Json& condition : mapping["status"]["conditions"].elements()) {
    const bool ours = std::any_of(verdict.begin(), verdict.end(), [&](const Condition& wanted) {
      return wanted.type == condition["type"].as_string();
    });
    if (ours || written == kConditionsMax) continue;
    writer.json(condition);
    ++written;
  }
  writer.end_array().end_object();
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

bool says(const Json& mapping, const MappingVerdict& verdict) {
  const Json generation = mapping["metadata"]["generation"];
  if (mapping["status"]["observedGeneration"] != generation) return false;
  return std::all_of(verdict.begin(), verdict.end(), [&](const Condition& wanted) {
    const Json found = condition_of(mapping, wanted.type);
    return found["status"].as_string() == text_of(wanted.holds) &&
           found["reason"].as_string() == wanted.reason &&
           found["message"].as_string() == wanted.message &&
           found["observedGeneration"] == generation &&
           kube::parse_time(found["lastTransitionTime"].as_string()).has_value();
  });
}

std::string with_verdict(const Json& mapping, const MappingVerdict& verdict, kube::Time now) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object();
  for (const Json::Member& member : mapping.members()) {
    if (member.key() != "status") writer.key(member.key()).json(member.value);
  }
  writer.key("status");
  write_status(mapping, verdict, now, writer);
  writer.end_object();
  return text;
}

std::vector<kube::EventNews> news_of(const Json& before, const MappingVerdict& verdict) {
  std::vector<kube::EventNews> all;
  for (const Condition& wanted : verdict) {
    // Ready is well where it holds, Conflicting where it does not.
    const bool well = wanted.holds == (wanted.type == kReady);
    const std::string_view was = condition_of(before, wanted.type)["status"].as_string();
    const bool was_well = was.empty() || was == text_of(wanted.type == kReady);
    if (well == was_well) continue;
    all.push_back(news(before, wanted, !well));
  }
  return all;
}

}  // namespace drawbridge::admission
