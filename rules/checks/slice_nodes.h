// What the API server refuses of the nodes that a ResourceSlice or one of its devices names
// (kubernetes pkg/apis/core/validation, ValidateNodeName and ValidateNodeSelector).
#pragma once

#include <string>

#include "kube/api/json.h"
#include "rules/checks/slice_desk.h"

namespace drawbridge::rules {

// `name` is a nodeName, `at` where it stands. Of an empty one nothing is said.
void judge_node_name(const kube::Json& name, const std::string& at, SliceDesk& desk);
// The terms of a nodeSelector at `at`: keys, values, and how many of them an operator takes. Of
// operators that there are not decode() speaks. Warned of a bound that is no number.
void judge_node_selector(const kube::Json& selector, const std::string& at, SliceDesk& desk);

}  // namespace drawbridge::rules
