#include "webhook/admission/conditions.h"

#include <algorithm>

#include "kube/api/condition.h"
#include "kube/api/json_writer.h"
#include "rules/finding.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::JsonWriter;

bool is_taken_back(const Json& condition) {
  return condition["type"].as_string() == kReadyCondition &&
         condition["reason"].as_string() == kNotCompiled;
}

void write_condition(const Condition& wanted, const Json& before, std::int64_t generation,
                     kube::Time now, JsonWriter& writer) {
  const std::string_view since = before["lastTransitionTime"].as_string();
  const bool stays = before["status"].as_string() == condition_status(wanted.holds) &&
                     kube::parse_time(since).has_value();
  writer.begin_object().key("type").string(wanted.type);
  writer.key("status").string(condition_status(wanted.holds));
  writer.key("reason").string(wanted.reason).key("message").string(wanted.message);
  writer.key("lastTransitionTime").string(stays ? std::string(since) : kube::time_text(now));
  writer.key("observedGeneration").integer(generation).end_object();
}

void write_conditions(const Json& object, const ConditionsWish& wish, kube::Time now,
                      JsonWriter& writer) {
  const std::int64_t generation = object["metadata"]["generation"].as_int();
  writer.begin_array();
  for (const Condition& wanted : wish.conditions)
    write_condition(wanted, kube::condition_of(object, wanted.type), generation, now, writer);
  std::size_t written = wish.conditions.size();
  for (const Json& condition : object["status"]["conditions"].elements()) {
    const bool ours = std::any_of(
        wish.conditions.begin(), wish.conditions.end(),
        [&](const Condition& wanted) { return wanted.type == condition["type"].as_string(); });
    if (ours || (wish.takes_back && is_taken_back(condition)) || written == kConditionsMax)
      continue;
    writer.json(condition);
    ++written;
  }
  writer.end_array();
}

void write_status(const Json& object, const ConditionsWish& wish, kube::Time now,
                  JsonWriter& writer) {
  writer.begin_object();
  if (wish.owns_status) {
    writer.members(object["status"], {"conditions", "observedGeneration"});
    writer.key("observedGeneration").integer(object["metadata"]["generation"].as_int());
  } else {
    writer.members(object["status"], {"conditions"});
  }
  writer.key("conditions");
  write_conditions(object, wish, now, writer);
  writer.end_object();
}

// "devicequotas" and so on.
std::string resource_of(ObjectKind kind) {
  return kind == ObjectKind::kDeviceQuota ? "devicequota" : "devicerule";
}

}  // namespace

bool says(const Json& object, const ConditionsWish& wish) {
  const Json generation = object["metadata"]["generation"];
  if (wish.owns_status && object["status"]["observedGeneration"] != generation) return false;
  if (wish.takes_back && is_taken_back(kube::condition_of(object, kReadyCondition))) return false;
  return std::all_of(wish.conditions.begin(), wish.conditions.end(), [&](const Condition& wanted) {
    const Json found = kube::condition_of(object, wanted.type);
    return found["status"].as_string() == condition_status(wanted.holds) &&
           found["reason"].as_string() == wanted.reason &&
           found["message"].as_string() == wanted.message &&
           found["observedGeneration"] == generation &&
           kube::parse_time(found["lastTransitionTime"].as_string()).has_value();
  });
}

std::string with_conditions(const Json& object, const ConditionsWish& wish, kube::Time now) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().members(object, {"status"}).key("status");
  write_status(object, wish, now, writer);
  writer.end_object();
  return text;
}

ConditionsWish problem_wish(const Snapshot& snapshot, ObjectKind kind, std::string_view ns,
                            std::string_view name) {
  ConditionsWish wish;
  wish.owns_status = false;
  std::string message;
  for (const Problem& problem : snapshot.problems_of(kind, ns, name))
    message += rules::printable(problem.text) + ". ";
  wish.takes_back = message.empty();
  if (message.empty()) return wish;
  message += "Drawbridge decides as if this " + std::string(kind_info(kind).kind) +
             " did not exist. Correct it: kubectl edit " + resource_of(kind) +
             (ns.empty() ? std::string() : " -n " + std::string(ns)) + " " + std::string(name) +
             ".";
  wish.conditions = {{kReadyCondition, false, std::string(kNotCompiled), std::move(message)}};
  return wish;
}

ConditionsWish rule_wish(const Snapshot& snapshot, std::string_view name) {
  const auto& rules = snapshot.device_rules().rules();
  const bool is_used = std::any_of(rules.begin(), rules.end(),
                                   [name](const auto& rule) { return rule->name == name; });
  ConditionsWish wish = problem_wish(snapshot, ObjectKind::kDeviceRule, {}, name);
  wish.owns_status = true;
  wish.takes_back = false;
  if (!wish.conditions.empty() && !is_used) return wish;
  if (wish.conditions.empty()) {
    wish.conditions = {{kReadyCondition, true, "Compiled", "It is in use."}};
    return wish;
  }
  std::string message;
  for (const Problem& problem : snapshot.problems_of(ObjectKind::kDeviceRule, {}, name))
    message += rules::printable(problem.text) + ". ";
  wish.conditions.front().message =
      message +
      "What it judges is refused while its failurePolicy is Fail. Correct it: kubectl "
      "edit devicerule " +
      std::string(name) + ".";
  return wish;
}

}  // namespace drawbridge::admission
