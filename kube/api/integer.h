// Integers and booleans as annotations and selectors write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace drawbridge::kube {

// The whole text is one: digits in base 10, perhaps behind a minus; 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

// As Go reads booleans (strconv.ParseBool): 1, t, T, true, TRUE, True, and the same of false.
std::optional<bool> parse_boolean(std::string_view text);

}  // namespace drawbridge::kube
