// ClassNameIsResource: `deviceClassName: nvidia.com/gpu`.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// No DeviceClass can have a slash in its name; the class that carries the resource is named where
// it is known.
void check_class_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

}  // namespace drawbridge::rules
