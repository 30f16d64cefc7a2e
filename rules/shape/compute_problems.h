// Requests over their limits, of containers and of a pod as a whole, and what the two say against
// each other; huge pages without cpu and memory.
//
// The rule: ValidateResourceRequirements and validatePodResourceConsistency of kubernetes
// pkg/apis/core/validation (1.36).
#pragma once

#include <string>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

// ResourceQuantityInvalid. `path` is that of the pod's spec. Of extended resources resources.h
// tells it.
void compute_problems(const kube::Json& pod_spec, const std::string& path,
                      std::vector<Finding>& findings);

}  // namespace drawbridge::rules::shape
