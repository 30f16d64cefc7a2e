// What a value becomes in a field of a protobuf message: cel-go's ConvertToNative, and its words
// where there is no such thing.
#pragma once

#include <string_view>

#include "rules/cel/evaluation.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// The value as one of `kind`, which is a scalar's, or an error. `go_type` is how Go calls the
// field's type: "int32", "float64", "[]uint8".
Value as_native(Evaluation& evaluation, const Value& value, ValueKind kind,
                std::string_view go_type);

// What comes back when a value went through google.protobuf.Value: numbers are doubles.
Value through_json(Evaluation& evaluation, const Value& value);

}  // namespace drawbridge::cel
