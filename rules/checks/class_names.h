// ClassNameIsResource: `deviceClassName: nvidia.com/gpu`.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// No DeviceClass can have a slash in its name; the class that carries the resource is named where
// it is known.
void check_class_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

// The class that is meant by the name of an extended resource, as gpu.nvidia.com is by
// nvidia.com/gpu; empty where that is not known.
std::string class_of_resource(std::string_view name, const CheckFacts& facts);

}  // namespace drawbridge::rules
