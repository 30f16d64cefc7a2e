// Kinds whose objects make pods, as a table: where their pod template stands and how many pods it
// makes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::rules {

struct WorkloadKind {
  std::string_view group;
  std::string_view kind;
  std::string_view template_path;  // dotted, from the object's root
  // The controller that creates the pods owns them as this kind.
  std::string_view pod_owner;
};

// nullptr for kinds that make no pods.
const WorkloadKind* workload_kind(std::string_view group, std::string_view kind);

// The value at a dotted path; null where it is absent.
kube::Json at_path(const kube::Json& object, std::string_view path);

// Pods that the object makes at a time, or nullopt where that depends on the cluster (DaemonSet).
std::optional<std::int64_t> pod_count(const WorkloadKind& kind, const kube::Json& object);

}  // namespace drawbridge::rules
