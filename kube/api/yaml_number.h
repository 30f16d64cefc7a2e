// Numbers and dates as go-yaml v2 finds them in plain text. Internal to the YAML reader and writer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/yaml_scalar.h"

namespace drawbridge::kube {

// Sets kind and value of `to` and returns true where `text` is a number: Go's integers of any base,
// and decimal floats that a double holds. `text` begins with a digit, a sign or a point.
bool resolve_yaml_number(std::string_view text, YamlScalar& to);

// Whether `text` is a date, or a date and a time, that Go reads with the layouts of go-yaml.
bool is_yaml_timestamp(std::string_view text);

// Whether `text` is a decimal number with a point or an exponent, or a plain one, without
// underscores.
bool looks_like_yaml_float(std::string_view text);

// The number as Go puts it into JSON and the API reads it from there. Precondition: finite.
Json yaml_float_value(double value);

// The number as the text of a key.
std::string yaml_float_key(double value);

}  // namespace drawbridge::kube
