// What the API server refuses of tolerations, of devices and of nodes alike
// (validateDeviceToleration, ValidateTolerations).
#pragma once

#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// A request's; `at` is where the list stands.
void judge_tolerations(const kube::Json& tolerations, std::string_view at,
                       std::vector<Finding>& findings);
// A pod's: all but those with operator: Exists need a key besides.
void judge_pod_tolerations(const kube::Json& tolerations, std::string_view at,
                           std::vector<Finding>& findings);

}  // namespace drawbridge::rules
