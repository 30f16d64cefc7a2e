// Resources of containers that the API server refuses: names that are none, amounts below zero, and
// amounts of extended resources that are fractions, have no limit, or a request beside it that is
// another. Of a whole pod devices, and of ephemeral containers all.
//
// The rule: validateResourceRequirements, validatePodResourceName and validateEphemeralContainers
// of kubernetes pkg/apis/core/validation. Extended resources can't be overcommitted, so their
// request is their limit.
#pragma once

#include <string>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

// ResourceQuantityInvalid, and MalformedObject for names; the first of each container. `path` is
// that of the pod's spec. With `limits_may_come`, as a LimitRange sets them, a limit that is
// missing is not told. Quantities that are none are left to decode().
std::vector<Finding> resource_problems(const kube::Json& pod_spec, const std::string& path,
                                       bool limits_may_come);

}  // namespace drawbridge::rules::shape
