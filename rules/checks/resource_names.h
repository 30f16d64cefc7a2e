// ResourceIsClassName: `limits: {gpu.nvidia.com: 1}`.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Of classes that are known; the API server takes no resource name without a slash.
void check_resource_names(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// True for a name that only this check has something to say of.
bool is_like_class_name(std::string_view resource);

}  // namespace drawbridge::rules
