// Resources of containers that the API server refuses: names that are none, amounts below zero, and
// amounts of extended resources that are fractions, have no limit, or a request beside it that is
// another. Of a whole pod devices, and of ephemeral containers all. And what compute_problems.h
// tells.
//
// The rule: validateResourceRequirements, validatePodResourceName and validateEphemeralContainers
// of kubernetes pkg/apis/core/validation. Extended resources can't be overcommitted, so their
// request is their limit.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/quantity.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

// The limit of a resource that a LimitRange gives to a container that has none.
struct GivenLimit {
  std::optional<kube::Quantity> amount;  // nullopt where nobody knows how much
};
// By the name of the resource; nullopt, and so no function, where none is given.
using GivenLimits = std::function<std::optional<GivenLimit>(std::string_view resource)>;

// ResourceQuantityInvalid, and MalformedObject for names; of devices the first of each container.
// `path` is
// that of the pod's spec. Quantities that are none are left to decode().
std::vector<Finding> resource_problems(const kube::Json& pod_spec, const std::string& path,
                                       const GivenLimits& given_limits);

}  // namespace drawbridge::rules::shape
