// The DRA of before Kubernetes 1.32: kinds and fields that are gone, with what to write instead.
//
// An API server answers them with "no matches for kind" or drops the field; a checker of files
// knows better.
#pragma once

#include <optional>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules {

std::optional<Finding> removed_api(const kube::Json& object);

}  // namespace drawbridge::rules
