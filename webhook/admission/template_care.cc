#include "webhook/admission/template_care.h"

#include <algorithm>

#include "kube/api/condition.h"
#include "kube/api/json_writer.h"
#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "rules/mapping/canonical.h"
#include "rules/mapping/rewrite.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;

// How far clocks may differ. A use that was noted later than that is not believed: whoever may
// change a template could make it stay for ever.
constexpr std::chrono::minutes kClockDifferenceMax{15};

kube::Time created_at(const Json& object) {
  return kube::parse_time(object["metadata"]["creationTimestamp"].as_string())
      .value_or(kube::Time{});
}

kube::Time noted_use(const Json& claim_template) {
  return kube::parse_time(ObjectView(claim_template).annotation(kLastUsedAnnotation))
      .value_or(kube::Time{});
}

kube::Time last_use(kube::Time created, kube::Time noted, kube::Time now) {
  return noted - now > kClockDifferenceMax ? created : std::max(created, noted);
}

bool has_claim(const Json& pod, std::string_view entry) {
  for (const Json& status : pod["status"]["resourceClaimStatuses"].elements()) {
    if (status["name"].as_string() == entry) return true;
  }
  return false;
}

std::string user_id(const Json& object) {
  const ObjectView view(object);
  std::string id(view.kind());
  id += ' ';
  id += view.ns();
  id += '/';
  id += view.name();
  return id;
}

}  // namespace

bool needs_use_noted(const Json& claim_template, kube::Time now,
                     std::chrono::seconds time_to_live) {
  const kube::Time used = last_use(created_at(claim_template), noted_use(claim_template), now);
  return now - used > time_to_live / 2;
}

std::string use_noted_patch(const Json& claim_template, kube::Time now) {
  const Json& metadata = claim_template["metadata"];
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object().key("metadata").begin_object();
  writer.key("annotations")
      .begin_object()
      .key(kLastUsedAnnotation)
      .string(kube::time_text(now))
      .end_object();
  writer.key("resourceVersion").string(metadata["resourceVersion"].as_string());
  writer.key("uid").string(metadata["uid"].as_string());
  writer.end_object().end_object();
  return text;
}

std::optional<rules::ClaimTemplate> content_by_rewriting(const Json& pod,
                                                         std::string_view template_name,
                                                         const rules::MappingIndex& mappings,
                                                         const Json& namespace_labels) {
  const Result<kube::PodView> view = kube::PodView::read(pod);
  if (!view) return std::nullopt;
  // Whether it should be rewritten was decided when it was created.
  rules::HoldBackFacts nothing_known;
  nothing_known.device_class = [](std::string_view) { return rules::ClassFacts{}; };
  nothing_known.node_offering = [](std::string_view) { return std::string_view(); };
  rules::Rewrite again = rules::rewrite_pod({*view, mappings, namespace_labels, nothing_known});
  for (rules::ClaimTemplate& made : again.templates) {
    if (made.name == template_name) return std::move(made);
  }
  return std::nullopt;
}

void TemplateCare::put_template(const Json& claim_template) {
  const ObjectView view(claim_template);
  if (!rules::is_generated_template_name(view.name())) return;
  const Json& metadata = claim_template["metadata"];
  templates_.insert_or_assign(
      Key(view.ns(), view.name()),
      Template{std::string(metadata["uid"].as_string()),
               std::string(metadata["resourceVersion"].as_string()), created_at(claim_template),
               noted_use(claim_template), list_});
}

void TemplateCare::remove_template(const Json& last) {
  const ObjectView view(last);
  if (!rules::is_generated_template_name(view.name())) return;
  Key key(view.ns(), view.name());
  templates_.erase(key);
  Result<std::string> spec =
      rules::canonical_template_spec(last["spec"], rules::request_shape(view.api_version()));
  // One that held something else than its name says is nothing to put back.
  if (!spec || rules::template_name(*spec) != key.second) return;
  if (deleted_.size() == kDeletedTemplatesMax) deleted_.pop_front();
  rules::ClaimTemplate content{key.second, std::move(*spec)};
  deleted_.emplace_back(std::move(key), std::move(content));
}

void TemplateCare::forget_user(const std::string& id) {
  const auto found = users_.find(id);
  if (found == users_.end()) return;
  for (const Use& use : found->second.uses) {
    for (auto* by_template : {&used_, &awaited_}) {
      const auto users = by_template->find(use.key);
      if (users == by_template->end()) continue;
      users->second.erase(id);
      if (users->second.empty()) by_template->erase(users);
    }
  }
  users_.erase(found);
}

void TemplateCare::put_user(const Json& object) {
  const ObjectView view(object);
  std::string id = user_id(object);
  forget_user(id);
  User user{std::string(view.ns()), std::string(view.name()), {}, list_};
  const auto collect = [&user](const Json& spec, const Json& pod) {
    // A pod that is on its way out gets no claim any more, but may still hold one.
    const bool waits =
        !pod.is_null() && pod["metadata"]["deletionTimestamp"].is_null() && !kube::has_ended(pod);
    for (const Json& entry : spec["resourceClaims"].elements()) {
      const std::string_view name = entry["resourceClaimTemplateName"].as_string();
      if (!rules::is_generated_template_name(name)) continue;
      user.uses.push_back(
          {Key(user.ns, name), waits && !has_claim(pod, entry["name"].as_string())});
    }
  };
  if (view.kind() == "Workload") {
    if (kube::has_condition(object, "Finished")) return;
    for (const Json& pod_set : object["spec"]["podSets"].elements())
      collect(pod_set["template"]["spec"], Json());
  } else {
    if (kube::has_ended(object)) return;
    collect(object["spec"], object);
  }
  if (user.uses.empty()) return;
  for (const Use& use : user.uses) {
    used_[use.key].insert(id);
    if (use.waits) awaited_[use.key].insert(id);
  }
  users_.emplace(std::move(id), std::move(user));
}

void TemplateCare::remove_user(const Json& last) {
  forget_user(user_id(last));
}

void TemplateCare::begin_templates() {
  templates_list_ = ++list_;
}

void TemplateCare::end_templates() {
  std::erase_if(templates_,
                [this](const auto& entry) { return entry.second.put_in < templates_list_; });
}

void TemplateCare::begin_users(std::string_view kind) {
  user_lists_.insert_or_assign(std::string(kind), ++list_);
}

void TemplateCare::end_users(std::string_view kind) {
  const auto list = user_lists_.find(kind);
  if (list == user_lists_.end()) return;
  std::vector<std::string> gone;
  for (const auto& [id, user] : users_) {
    if (id.starts_with(list->first + " ") && user.put_in < list->second) gone.push_back(id);
  }
  for (const std::string& id : gone) forget_user(id);
}

const rules::ClaimTemplate* TemplateCare::deleted(const Key& key) const {
  const auto found = std::find_if(deleted_.rbegin(), deleted_.rend(),
                                  [&key](const auto& entry) { return entry.first == key; });
  return found == deleted_.rend() ? nullptr : &found->second;
}

TemplateCare::Plan TemplateCare::plan(kube::Time now, View view) const {
  Plan plan;
  if (view == View::kIncomplete) return plan;
  for (const auto& [key, waiting] : awaited_) {
    if (templates_.contains(key)) continue;
    const rules::ClaimTemplate* content = deleted(key);
    plan.restorations.push_back({key.first, key.second, users_.at(*waiting.begin()).name,
                                 content == nullptr ? std::nullopt : std::optional(*content)});
  }
  if (view == View::kStale) return plan;
  std::vector<std::pair<kube::Time, Removal>> unused;
  for (const auto& [key, known] : templates_) {
    const kube::Time used = last_use(known.created, known.noted_use, now);
    if (used_.contains(key) || now - used <= time_to_live_) continue;
    unused.emplace_back(used, Removal{key.first, key.second, known.uid, known.resource_version});
  }
  std::stable_sort(unused.begin(), unused.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (unused.size() > kTemplateRemovalsMax) unused.resize(kTemplateRemovalsMax);
  for (auto& [used, removal] : unused) plan.removals.push_back(std::move(removal));
  return plan;
}

}  // namespace drawbridge::admission
