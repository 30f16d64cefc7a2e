// What is meant by a value of another type than its field's.
#pragma once

#include <string>

#include "kube/api/json.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

// As JSON: "2" for a number is 2, 1 for a text is "1", 2.5 for a whole number is 3, and a number
// that is yet to be filled in is 1. Empty where nobody knows.
std::string value_meant(const kube::Json& value, Kind wanted);

}  // namespace drawbridge::rules::shape
