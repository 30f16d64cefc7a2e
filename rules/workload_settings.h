// Kinds that make pods and that an administrator adds to the built-in ones, from `workloads` of the
// configuration:
//
//   workloads:
//   - group: example.com
//     kind: TrainingRun
//     plural: trainingruns
//     podTemplates:
//     - path: spec.roles[*].template
//       count:
//       - path: spec.roles[*].replicas
//         otherwise: 1
//         atMost: spec.roles[*].maxReplicas
#pragma once

#include <cstddef>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "rules/devices/workloads.h"

namespace drawbridge::rules {

inline constexpr std::size_t kWorkloadKindsMax = 64;
inline constexpr std::size_t kPodTemplatesMax = 32;  // of one kind
inline constexpr std::size_t kCountFactorsMax = 8;   // of one pod template
inline constexpr std::size_t kWorkloadPathBytesMax = 256;

// Fails, naming the field, at the first thing that is wrong or not known.
Result<std::vector<WorkloadKind>> read_workloads(const kube::Json& workloads);

}  // namespace drawbridge::rules
