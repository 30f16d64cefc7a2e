// Values and types as the conformance data write them (conformance/README.md), to the engine's and
// back.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "kube/api/arena.h"
#include "rules/cel/type.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// Throws std::runtime_error where the data have what no binding has.
Value read_value(const nlohmann::json& json, kube::Arena& arena);
const Type* read_type(const nlohmann::json& json, TypeTable& types);

// As the data write it. Maps in the order of their keys.
nlohmann::json write_value(const Value& value);
nlohmann::json write_type(const Type& type);

// Doubles and quantities by their amount, NaN as itself, maps unordered.
bool same_value(const nlohmann::json& a, const nlohmann::json& b);

}  // namespace drawbridge::cel
