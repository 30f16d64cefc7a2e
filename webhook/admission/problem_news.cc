#include "webhook/admission/problem_news.h"

#include <optional>
#include <utility>

#include "kube/api/object.h"
#include "rules/finding.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

struct Found {
  kube::EventObject object;
  ObjectKind kind{};
  std::string text;
};

// The object in the API server that a problem is told of; null where there is none, or where it is
// told otherwise: slices are many, and their driver's, and the log and a metric have them.
Json regarded(const Snapshot& snapshot, ObjectKind kind, const Problem& problem) {
  if (kind == ObjectKind::kDeviceMapping || kind == ObjectKind::kResourceSlice) return {};
  if (kind != ObjectKind::kKueueConfiguration)
    return snapshot.object(kind, problem.ns, problem.name);
  // It stands in a ConfigMap, of which one is followed.
  Json config_map;
  snapshot.for_each(ObjectKind::kConfigMap, [&](const Json& object) { config_map = object; });
  return config_map;
}

kube::EventObject event_object(const Json& object) {
  const kube::ObjectView view(object);
  return {std::string(view.api_version()), std::string(view.kind()), std::string(view.ns()),
          std::string(view.name()), std::string(view.uid())};
}

std::map<std::string, Found> present(const Snapshot& snapshot) {
  std::map<std::string, Found> all;
  for (const Problem& problem : snapshot.problems()) {
    const std::optional<ObjectKind> kind = object_kind(problem.group, problem.kind);
    if (!kind) continue;
    const Json object = regarded(snapshot, *kind, problem);
    if (object.is_null()) continue;
    Found& found = all[problem_key(*kind, problem.ns, problem.name)];
    found.object = event_object(object);
    found.kind = *kind == ObjectKind::kKueueConfiguration ? ObjectKind::kConfigMap : *kind;
    found.text += (found.text.empty() ? "" : "; ") + rules::printable(problem.text);
  }
  return all;
}

std::string_view what_follows(ObjectKind kind) {
  if (kind == ObjectKind::kDeviceRule)
    return ". What its failurePolicy says happens to every object that it is asked about.";
  return ". Drawbridge decides without it until it is corrected.";
}

kube::EventNews news(const kube::EventObject& object, bool is_warning, std::string note) {
  kube::EventNews made;
  made.regarding = object;
  made.is_warning = is_warning;
  made.reason = is_warning ? "NotCompiled" : "Compiled";
  made.action = "Compile";
  made.note = std::move(note);
  return made;
}

}  // namespace

std::vector<kube::EventNews> ProblemNews::look(const Snapshot& snapshot) {
  std::vector<kube::EventNews> all;
  has_more_ = false;
  const std::map<std::string, Found> now = present(snapshot);
  for (auto told = told_.begin(); told != told_.end();) {
    if (now.contains(told->first)) {
      ++told;
      continue;
    }
    const kube::EventObject& object = told->second.object;
    if (snapshot.object(told->second.kind, object.ns, object.name).is_null()) {
      told = told_.erase(told);
      continue;
    }
    if (all.size() == kProblemNewsMax) {
      has_more_ = true;
      break;
    }
    all.push_back(news(object, false, "It can be used now."));
    told = told_.erase(told);
  }
  for (const auto& [key, found] : now) {
    const auto told = told_.find(key);
    if (told != told_.end() && told->second.text == found.text &&
        told->second.object.uid == found.object.uid)
      continue;
    if (told == told_.end() && told_.size() == kProblemsToldMax) continue;
    if (all.size() == kProblemNewsMax) {
      has_more_ = true;
      break;
    }
    all.push_back(news(found.object, true, found.text + std::string(what_follows(found.kind))));
    told_.insert_or_assign(key, Told{found.object, found.kind, found.text});
  }
  return all;
}

}  // namespace drawbridge::admission
