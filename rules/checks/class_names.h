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

// The class that has the devices of an extended resource which, among the nodes that are known,
// none offers and no DeviceMapping or DeviceClass serves: claims alone reach them. Empty where no
// node is known, and where no device of the class is published.
std::string class_of_unserved(std::string_view resource, const CheckFacts& facts);

}  // namespace drawbridge::rules
