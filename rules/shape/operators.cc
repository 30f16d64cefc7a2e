#include "rules/shape/operators.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "kube/api/ascii.h"
#include "rules/checks/pod_claims.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

void add_ray_params(const Json& group, const std::string& at, std::vector<Finding>& findings) {
  for (const Json::Member& param : group["rayStartParams"].members()) {
    if (param.value.is_string() || findings.size() == kLikeFindingsMax) continue;
    const std::string field = at + ".rayStartParams[" + shown(param.key(), 60) + "]";
    const std::string value = kube::to_text(param.value);
    const bool is_plain =
        !param.value.is_object() && !param.value.is_array() && !param.value.is_null();
    findings.push_back(
        {"MalformedObject", Severity::kDeny, field,
         field + " is " + shown(value, 40) + ", and must be text.",
         is_plain ? "Write " + shown(param.key(), 60) + ": \"" + shown(value, 40) + "\", in quotes."
                  : std::string("Write a text, in quotes, or take it out.")});
  }
}

void add_ray_groups(const Json& cluster, const std::string& at, std::vector<Finding>& findings) {
  add_ray_params(cluster["headGroupSpec"], at + ".headGroupSpec", findings);
  const auto groups = cluster["workerGroupSpecs"].elements();
  for (std::size_t i = 0; i < std::min(groups.size(), kPodSetsMax); ++i)
    add_ray_params(groups[i], at + ".workerGroupSpecs[" + std::to_string(i) + "]", findings);
}

void add_mpi_replicas(const Json& replicas, std::vector<Finding>& findings) {
  for (const Json::Member& replica : replicas.members()) {
    const std::string_view name = replica.key();
    if (name == "Launcher" || name == "Worker" || findings.size() == kLikeFindingsMax) continue;
    std::string_view meant = "Launcher or Worker";
    for (const std::string_view known : {"Launcher", "Worker"}) {
      if (kube::lowered(name).find(kube::lowered(known)) != std::string::npos) meant = known;
    }
    const std::string field = "spec.mpiReplicaSpecs." + shown(name, 60);
    findings.push_back({"UnknownField", Severity::kWarn, field,
                        field + " is no replica of an MPIJob, and gets no pods: they are called "
                                "Launcher and Worker.",
                        "Write " + std::string(meant) + "."});
  }
}

}  // namespace

std::vector<Finding> operator_problems(const Json& object, const WorkloadKind& kind) {
  std::vector<Finding> findings;
  const Json spec = object["spec"];
  if (kind.group == "ray.io") {
    add_ray_groups(spec, "spec", findings);
    for (const char* of : {"rayClusterSpec", "rayClusterConfig"})
      add_ray_groups(spec[of], std::string("spec.") + of, findings);
  }
  if (kind.group == "kubeflow.org" && kind.kind == "MPIJob")
    add_mpi_replicas(spec["mpiReplicaSpecs"], findings);
  return findings;
}

}  // namespace drawbridge::rules::shape
