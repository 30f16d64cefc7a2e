// The texts that Go's printer for English makes of numbers (golang.org/x/text/message), as
// string.format() shows them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/cel/value.h"

namespace drawbridge::cel {

// "1234.500000", without grouping; "NaN", "+Inf", "-Inf".
std::string plain_fixed(double value, int digits);
// "1,234.500000". Go keeps the precision in 16 bits, and what it keeps of trailing zeros in 8 of
// them.
std::string fixed_text(double value, std::uint64_t precision);
// "1.500000×10⁰⁰". What stands for a precision is a width there, of 16 bits.
std::string scientific_text(double value, std::uint64_t precision);
// Precondition: an int or uint.
std::string in_base(const Value& value, int base);
std::string hex_of_bytes(std::string_view bytes);

}  // namespace drawbridge::cel
