// EnforcementUnknown: a Namespace whose label for enforcement says nothing that is known, so that
// all stays enforced there.
#pragma once

#include <optional>
#include <string_view>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// "Off" for "off" and "disabled"; empty where nobody knows what is meant.
std::string_view meant_enforcement(std::string_view text);

// Of a Namespace's labels.
std::optional<Finding> check_enforcement_label(const kube::Json& labels);

}  // namespace drawbridge::rules
