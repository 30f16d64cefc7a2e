#include "webhook/decide/queues/queue_refused_topology.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/integer.h"
#include "kube/api/object.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/topology_request.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using rules::shown;

bool has_level(const ObjectView& pods) {
  return pods.annotations().find(kRequiredTopology) != nullptr ||
         pods.annotations().find(kPreferredTopology) != nullptr;
}

// Of one pod template.
class TopologyCheck {
 public:
  TopologyCheck(const rules::PodSet& set, bool counts,
                const kube::KueueConfiguration* configuration, RefusalList& to)
      : pods_(set.pod_template),
        count_(counts ? set.pods.value_or(1) : 0),
        at_(field_under(set.path, "metadata.annotations")),
        configuration_(configuration),
        to_(to) {}

  void run() {
    check_ways();
    for (const std::string_view level : {kRequiredTopology, kPreferredTopology, kSliceTopology})
      check_level(level);
    check_slice();
    if (has(kSliceLayers)) check_layers();
    if (has(kTopologyGroup)) check_group();
    check_unconstrained();
  }

 private:
  bool has(std::string_view annotation) const {
    return pods_.annotations().find(annotation) != nullptr;
  }
  std::string given(std::string_view annotation) const {
    const std::string_view value = pods_.annotation(annotation);
    return "annotation " + std::string(annotation) + " is " +
           (value.empty() ? "empty" : shown(value, 40));
  }

  void check_ways() {
    std::string given;
    std::size_t ways = 0;
    for (const std::string_view way :
         {kRequiredTopology, kPreferredTopology, kUnconstrainedTopology}) {
      if (has(way)) given += (ways++ == 0 ? "" : " and ") + std::string(way);
    }
    if (ways > 1)
      to_.warn(at_, "its pods have the annotations " + given + " beside each other",
               "Keep one of them.");
  }

  void check_level(std::string_view annotation) {
    // Another level that there is not the flavors tell.
    if (!has(annotation) || !pods_.annotation(annotation).empty()) return;
    to_.warn(at_, given(annotation) + ", and must be a label of nodes",
             "Write a level of the queue's Topology, or take the annotation away.");
  }

  void check_slice() {
    const std::string size(kSliceSize);
    const std::string topology(kSliceTopology);
    const bool sliced = has(kSliceTopology);
    if (sliced && !has(kSliceSize))
      to_.warn(at_, topology + " wants " + size + " beside it",
               "Add " + size + ": \"N\", the pods of a slice.");
    if (!sliced && has(kSliceSize))
      to_.warn(at_, size + " wants " + topology + " beside it",
               "Add " + topology + ", the label of the nodes that a slice shares.");
    if (!sliced || !has(kSliceSize)) return;
    const std::optional<std::int64_t> pods = kube::parse_integer(pods_.annotation(kSliceSize));
    if (pods && *pods >= 1 && (*pods <= count_ || count_ == 0)) return;
    const std::string most = std::to_string(std::max<std::int64_t>(count_, 1));
    to_.warn(at_,
             given(kSliceSize) + ", and must be 1 at least" +
                 (count_ == 0 ? std::string() : ", and " + most + ", all its pods, at most"),
             "Write " + size + ": \"" + most + "\"" + (count_ > 1 ? " or less." : "."));
  }

  void check_layers() {
    const std::string name(kSliceLayers);
    if (configuration_ != nullptr && !configuration_->topology_layers)
      return to_.warn(at_,
                      "annotation " + name +
                          " wants gate TASMultiLayerTopology, which Kueue's Configuration sets to "
                          "false",
                      "Set TASMultiLayerTopology: true in featureGates and restart Kueue, or take "
                      "the annotation away.");
    for (const std::string_view other : {kSliceTopology, kSliceSize}) {
      if (has(other))
        to_.warn(at_, name + " stands beside " + std::string(other), "Keep one of the two.");
    }
    const auto layers = read_topology_layers(pods_.annotation(kSliceLayers));
    if (!layers)
      return to_.warn(
          at_, "annotation " + name + " " + layers.error().message,
          "Write " + name + ": '[{\"topology\": \"LABEL\", \"size\": PODS}]', the widest first.");
    if (layers->front().size > count_ && count_ > 0)
      to_.warn(at_,
               name + " has slices of " + std::to_string(layers->front().size) +
                   " pods, and there are " + std::to_string(count_),
               "Write sizes of " + std::to_string(count_) + " or less.");
  }

  // Pod templates that are placed together: one of them leads.
  void check_group() {
    const std::string name(kTopologyGroup);
    const std::string_view group = pods_.annotation(kTopologyGroup);
    if (group.find_first_not_of("0123456789") == std::string_view::npos && !group.empty())
      to_.warn(at_, given(kTopologyGroup) + ", and must not be a number",
               "Write a word: " + name + ": group-" + shown(group, 40) + ".");
    if (has(kSliceTopology) || has(kSliceSize) || has(kSliceLayers))
      to_.warn(at_, name + " stands beside a slice",
               "Take the slice's annotations away, or the group.");
    if (!has_level(pods_))
      to_.warn(at_,
               name + " wants " + std::string(kRequiredTopology) + " or " +
                   std::string(kPreferredTopology) + " beside it",
               "Add one of the two, the same in both templates of the group.");
  }

  void check_unconstrained() {
    if (!has(kUnconstrainedTopology) ||
        kube::parse_boolean(pods_.annotation(kUnconstrainedTopology)))
      return;
    to_.warn(at_, given(kUnconstrainedTopology) + ", and must be true or false",
             "Write " + std::string(kUnconstrainedTopology) + ": \"true\".");
  }

  const ObjectView pods_;
  const std::int64_t count_;  // 0 where nobody asks for it
  const std::string at_;
  const kube::KueueConfiguration* const configuration_;
  RefusalList& to_;
};

void check_members(std::span<const rules::PodSet> sets, std::span<const std::size_t> members,
                   std::string_view group, bool counts, RefusalList& to) {
  const std::string name = std::string(kTopologyGroup) + " " + shown(group, 40);
  const rules::PodSet& first = sets[members.front()];
  const std::string at = field_under(first.path, "metadata.annotations");
  if (members.size() != 2)
    return to.warn(at,
                   name + " is of " + std::to_string(members.size()) +
                       (members.size() == 1 ? " pod template" : " pod templates") +
                       ", and must be of two, one of which has one pod",
                   members.size() == 1
                       ? "Write the annotation into the other template too, or take it away."
                       : "Take the annotation out of all but two.");
  const rules::PodSet& second = sets[members.back()];
  if (counts && first.pods.value_or(1) > 1 && second.pods.value_or(1) > 1)
    to.warn(at,
            name + " is of " + std::to_string(*first.pods) + " pods and " +
                std::to_string(*second.pods) + ", and one of its templates must have one pod",
            "Let one of them lead, with one pod, or take the annotation away.");
  const ObjectView one(first.pod_template);
  const ObjectView other(second.pod_template);
  if (one.annotation(kRequiredTopology) != other.annotation(kRequiredTopology) ||
      one.annotation(kPreferredTopology) != other.annotation(kPreferredTopology))
    to.warn(at, name + " is of templates that ask for different topologies",
            "Write the same " + std::string(kRequiredTopology) + " or " +
                std::string(kPreferredTopology) + " in both.");
}

// Those of one name, in the order of their first templates.
std::vector<std::pair<std::string_view, std::vector<std::size_t>>> topology_groups(
    std::span<const rules::PodSet> sets) {
  std::vector<std::pair<std::string_view, std::vector<std::size_t>>> groups;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const ObjectView pods(sets[i].pod_template);
    const std::string_view name = pods.annotation(kTopologyGroup);
    if (name.empty() || !has_level(pods)) continue;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& each) { return each.first == name; });
    if (group == groups.end()) group = groups.insert(group, {name, {}});
    group->second.push_back(i);
  }
  return groups;
}

}  // namespace

void refuse_topology(const rules::PodSet& set, bool counts,
                     const kube::KueueConfiguration* configuration, RefusalList& to) {
  TopologyCheck(set, counts, configuration, to).run();
}

void refuse_topology_groups(std::span<const rules::PodSet> sets, bool counts, RefusalList& to) {
  for (const auto& [group, members] : topology_groups(sets))
    check_members(sets, members, group, counts, to);
}

void warn_of_large_groups(std::span<const rules::PodSet> sets, std::string_view queue,
                          std::vector<rules::Finding>& findings) {
  for (const auto& [group, members] : topology_groups(sets)) {
    if (members.size() < 3) continue;
    findings.push_back({"KueueCannotAdmit", rules::Severity::kWarn,
                        field_under(sets[members.front()].path, "metadata.annotations"),
                        "In queue " + shown(queue, 60) +
                            " Kueue never admits this AppWrapper, and its scheduler may fail at "
                            "it: " +
                            std::string(kTopologyGroup) + " " + shown(group, 40) + " is of " +
                            std::to_string(members.size()) + " pod templates, and must be of two.",
                        "Take the annotation out of all but two."});
  }
}

}  // namespace drawbridge::admission
