// Kinds whose objects make pods, as a table: where their pod templates stand and how many pods each
// of these makes.
//
// Source of the rows: the API types of each kind, and Kueue's integrations (pkg/controller/jobs),
// which count the same pods.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/devices/node_index.h"

namespace drawbridge::rules {

// A path is dotted, from the object's root. `[*]` behind a name stands for every element of a list,
// or every member of a map: "spec.replicatedJobs[*].template". In the paths of one PodTemplateRule
// the n-th [*] is the same element everywhere.

// Multiplies the number of pods.
struct CountFactor {
  std::string path;
  std::int64_t otherwise = 1;  // where nothing stands there
  // No more than what stands at this path; empty for no bound.
  std::string at_most = {};
  // And no less than this, whatever the other says.
  std::string at_least = {};
  // None where `true` stands at this path; empty for never.
  std::string none_where = {};
  // One less where something stands at this path; empty for never.
  std::string less_one_with = {};
};

struct PodTemplateRule {
  std::string path;
  std::vector<CountFactor> count = {};
  // Only where the text at `when` is `is`, or nothing stands there. Empty `when` for always.
  std::string when = {};
  std::string is = {};
};

struct WorkloadKind {
  std::string group;
  std::string kind;
  std::string plural;
  std::vector<PodTemplateRule> templates;
  // The controller that creates the pods owns them as this kind.
  std::string pod_owner_version;
  std::string pod_owner;
  // How many pods there are is up to the cluster: one for each node that fits (DaemonSet).
  bool per_node = false;
  // Whole objects of other kinds, which make the pods (AppWrapper); `templates` is empty then.
  std::string components = {};
  // What each pod asks for (requests, limits), where `templates` is empty as they stand in another
  // object (TrainJob).
  std::string resources = {};
};

// The built-in kinds.
std::span<const WorkloadKind> workload_kinds();

// nullptr for kinds that make no pods.
const WorkloadKind* workload_kind(std::string_view group, std::string_view kind);

// The value at a path such as "spec.groups[0].template", without [*]; null where it is absent.
kube::Json at_path(const kube::Json& object, std::string_view path);

// The pods of one template.
struct PodSet {
  std::string path;  // of the pod template: "spec.replicatedJobs[1].template.spec.template"
  kube::Json pod_template;
  // Made at a time, saturating; nullopt where that depends on the cluster (pods_of).
  std::optional<std::int64_t> pods;
};

// Pod sets of one object that are read. Kueue takes 8 (KEP-77: podSets), Ray and JobSet a few more.
inline constexpr std::size_t kPodSetsMax = 256;

// In the order of the rules, then of the object; of more than kPodSetsMax the first.
std::vector<PodSet> pod_sets(const WorkloadKind& kind, const kube::Json& object);

// The pods of one of its sets; of a DaemonSet as many as known nodes fit. nullopt where no node is
// known. Looks at every node then.
std::optional<std::int64_t> pods_of(const WorkloadKind& kind, const PodSet& set,
                                    const NodeIndex& nodes);

}  // namespace drawbridge::rules
