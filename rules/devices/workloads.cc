#include "rules/devices/workloads.h"

#include <algorithm>
#include <iterator>

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr WorkloadKind kKinds[] = {
    {"batch", "Job", "spec.template", "Job"},
    {"batch", "CronJob", "spec.jobTemplate.spec.template", "Job"},
    {"apps", "Deployment", "spec.template", "ReplicaSet"},
    {"apps", "ReplicaSet", "spec.template", "ReplicaSet"},
    {"apps", "StatefulSet", "spec.template", "StatefulSet"},
    {"apps", "DaemonSet", "spec.template", "DaemonSet"},
    {"", "ReplicationController", "spec.template", "ReplicationController"},
};

// batch/v1: parallelism defaults to 1; completions bound it where they are set.
std::int64_t job_pods(const Json& spec) {
  const std::int64_t parallelism = spec["parallelism"].as_int(1);
  return spec["completions"].is_integer() ? std::min(parallelism, spec["completions"].as_int(1))
                                          : parallelism;
}

}  // namespace

const WorkloadKind* workload_kind(std::string_view group, std::string_view kind) {
  const auto found =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const WorkloadKind& candidate) {
        return candidate.group == group && candidate.kind == kind;
      });
  return found == std::end(kKinds) ? nullptr : found;
}

Json at_path(const Json& object, std::string_view path) {
  Json value = object;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    value = value[path.substr(0, dot)];
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return value;
}

std::optional<std::int64_t> pod_count(const WorkloadKind& kind, const Json& object) {
  if (kind.kind == "DaemonSet") return std::nullopt;
  if (kind.kind == "Job") return job_pods(object["spec"]);
  if (kind.kind == "CronJob") return job_pods(object["spec"]["jobTemplate"]["spec"]);
  return object["spec"]["replicas"].as_int(1);
}

}  // namespace drawbridge::rules
