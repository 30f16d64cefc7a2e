// What operators' kinds that have no schema here are refused for, as far as people get it wrong.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

// MalformedObject (kDeny): a value of a Ray group's rayStartParams that is no text, which the API
// server refuses by the CustomResourceDefinition (ray-project/kuberay, raycluster_types.go).
// UnknownField (kWarn): a replica of an MPIJob that is no Launcher and no Worker, of which the
// operator makes no pods (kubeflow/mpi-operator, MPIReplicaType).
std::vector<Finding> operator_problems(const kube::Json& object, const WorkloadKind& kind);

}  // namespace drawbridge::rules::shape
