#include "webhook/cli/pod_groups.h"

#include <algorithm>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "quota/kueue/placement.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/gangs.h"

namespace drawbridge::cli {
namespace {

using kube::Json;
using kube::ObjectView;
using rules::Finding;
using rules::Severity;
using rules::shown;

Finding disagrees(std::string_view group, std::string_view other, const std::string& what,
                  std::string fix) {
  return {"KueueCannotAdmit", Severity::kWarn, "metadata.annotations",
          "No pod of group " + shown(group, 40) + " starts: this Pod and " + shown(other, 40) +
              " of the group have different " + what + ", and Kueue makes no Workload of them.",
          std::move(fix)};
}

}  // namespace

PodGroups::PodGroups(std::span<const Json> given, std::span<const admission::SourcedObject> state,
                     std::string ns)
    : ns_(std::move(ns)) {
  for (const admission::SourcedObject& object : state) add(object.json(), false);
  for (const Json& object : given) add(object, true);
}

void PodGroups::add(const Json& object, bool is_given) {
  const ObjectView view(object);
  if (view.kind() == "PodGroup") {
    if (const std::optional<std::int64_t> size = rules::gang_size(object))
      sizes_[Key(place_of(view), std::string(view.group()) + "/" + std::string(view.name()))] =
          *size;
    return;
  }
  if (kube::has_ended(object)) return;
  if (const std::optional<Key> key = any_key_of(object)) add_member(*key, object, is_given);
  // One without a queue is looked at with the others all the same, and in no gang of them.
  if (const std::optional<Key> key = named_by(object); key && !key_of(object))
    add_member(*key, object, is_given);
}

void PodGroups::add_member(const Key& key, const Json& pod, bool is_given) {
  std::vector<Member>& members = groups_[key];
  Member member = member_of(pod);
  member.is_given = is_given;
  // What stands there twice is one pod; what is given is what it is to be.
  const auto same = std::find_if(members.begin(), members.end(),
                                 [&](const Member& other) { return other.name == member.name; });
  if (same == members.end()) {
    members.push_back(member);
  } else {
    *same = member;
  }
}

std::string PodGroups::place_of(const ObjectView& view) const {
  return view.ns().empty() ? ns_ : std::string(view.ns());
}

std::optional<PodGroups::Key> PodGroups::named_by(const Json& pod) const {
  const ObjectView view(pod);
  if (!view.group().empty() || view.kind() != "Pod") return std::nullopt;
  const std::string_view group = rules::kueue_pod_group(view);
  if (group.empty() || view.name().empty()) return std::nullopt;
  return Key(place_of(view), group);
}

std::optional<PodGroups::Key> PodGroups::key_of(const Json& pod) const {
  return ObjectView(pod).label(quota::kQueueLabel).empty() ? std::nullopt : named_by(pod);
}

std::optional<PodGroups::Key> PodGroups::gang_of(const Json& pod) const {
  const ObjectView view(pod);
  if (!view.group().empty() || view.kind() != "Pod" || view.name().empty()) return std::nullopt;
  const std::optional<rules::PodGroupName> named = rules::pod_group_name(view);
  if (!named) return std::nullopt;
  return Key(place_of(view), std::string(named->group) + "/" + std::string(named->name));
}

std::optional<PodGroups::Key> PodGroups::any_key_of(const Json& pod) const {
  std::optional<Key> key = key_of(pod);
  return key ? key : gang_of(pod);
}

PodGroups::Member PodGroups::member_of(const Json& pod) {
  const ObjectView view(pod);
  return {view.name(), view.label(quota::kQueueLabel), rules::pod_group_size(view), pod};
}

// pkg/controller/jobs/pod: validatePodGroupMetadata, and the excess pods that it deletes.
std::optional<Finding> PodGroups::problem(const Json& pod) const {
  const std::optional<Key> key = named_by(pod);
  const auto found = key ? groups_.find(*key) : groups_.end();
  if (found == groups_.end()) return std::nullopt;
  const std::vector<Member>& members = found->second;
  const auto named = std::find_if(members.begin(), members.end(),
                                  [](const Member& member) { return !member.queue.empty(); });
  if (named == members.end()) return std::nullopt;
  const Member& first = *named;
  const Member own = member_of(pod);
  const auto unnamed = std::find_if(members.begin(), members.end(),
                                    [](const Member& member) { return member.queue.empty(); });
  // Kueue may write that one on it.
  const bool is_default = first.queue == quota::kDefaultQueue;
  if (!own.queue.empty() && unnamed != members.end() && !unnamed->is_given && !is_default)
    return Finding{"QueueNotNamed", Severity::kWarn, "metadata.labels",
                   "Group " + shown(key->second, 40) +
                       " never starts: " + shown(unnamed->name, 40) +
                       " of it, which is there, is in no queue, and this Pod waits in queue " +
                       shown(own.queue, 60) + " for it.",
                   "Create that one anew with " + std::string(quota::kQueueLabel) + ": " +
                       shown(own.queue, 60) + "."};
  if (own.queue.empty()) {
    if (is_default || kube::has_ended(pod)) return std::nullopt;
    return Finding{"QueueNotNamed", Severity::kWarn, "metadata.labels",
                   "Group " + shown(key->second, 40) + " never starts: " + shown(first.name, 40) +
                       " of it waits in queue " + shown(first.queue, 60) +
                       " for this Pod, which is in none.",
                   "Write " + std::string(quota::kQueueLabel) + ": " + shown(first.queue, 60) +
                       " in each pod of the group."};
  }
  if (own.total && first.total && *own.total != *first.total)
    return disagrees(key->second, first.name, std::string(rules::kPodGroupTotalCount),
                     "Write " + std::string(rules::kPodGroupTotalCount) + ": \"" +
                         std::to_string(members.size()) + "\" in each, or how many there are.");
  if (own.queue != first.queue)
    return disagrees(
        key->second, first.name, "queues",
        "Write " + std::string(quota::kQueueLabel) + ": " + shown(first.queue, 60) + " in each.");
  const auto at = std::find_if(members.begin(), members.end(),
                               [&](const Member& member) { return member.name == own.name; });
  if (!own.total || at - members.begin() < *own.total) return std::nullopt;
  return Finding{"KueueCannotAdmit", Severity::kWarn, "metadata.annotations",
                 "Group " + shown(key->second, 40) + " has " + std::to_string(*own.total) +
                     " pods by " + std::string(rules::kPodGroupTotalCount) +
                     ", and this Pod is one too "
                     "many: Kueue deletes it.",
                 "Write " + std::string(rules::kPodGroupTotalCount) + ": \"" +
                     std::to_string(members.size()) + "\" in each pod of the group."};
}

std::vector<PodGroups::Member> PodGroups::whole(const Json& pod) const {
  const std::optional<Key> key = any_key_of(pod);
  const auto found = key ? groups_.find(*key) : groups_.end();
  if (found == groups_.end()) return {};
  const std::vector<Member>& members = found->second;
  const auto of_gang = sizes_.find(*key);
  for (const Member& member : members) {
    const auto total = of_gang == sizes_.end() ? member.total : of_gang->second;
    if (total != static_cast<std::int64_t>(members.size()) || member.queue != members.front().queue)
      return {};
  }
  return members;
}

bool PodGroups::is_mixed_in_part(const Json& pod) const {
  const std::optional<Key> key = any_key_of(pod);
  const auto found = key ? groups_.find(*key) : groups_.end();
  if (found == groups_.end() || !whole(pod).empty()) return false;
  const Member own = member_of(pod);
  return std::any_of(found->second.begin(), found->second.end(), [&own](const Member& other) {
    return other.queue != own.queue || other.pod["spec"] != own.pod["spec"];
  });
}

std::vector<Finding> PodGroups::leave_out_told(const Json& pod, std::vector<Finding>& findings) {
  std::vector<Finding> left_out;
  const std::optional<Key> key = any_key_of(pod);
  if (!key) return left_out;
  // A refusal each pod hears.
  const auto is_told = [&](const Finding& finding) {
    const std::string_view text = finding.message;
    const bool is_of_group = text.starts_with("The ") || text.starts_with("Some of the ") ||
                             text.starts_with("Group ") || finding.code == "WaitForPodsReadyOff";
    if (finding.severity == Severity::kDeny || !is_of_group) return false;
    if (told_.emplace(*key, finding.message).second) return false;
    left_out.push_back(finding);
    return true;
  };
  std::erase_if(findings, is_told);
  return left_out;
}

}  // namespace drawbridge::cli
