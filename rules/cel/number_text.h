// Numbers as text, as Go's strconv reads and writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::cel {

// Decimal digits behind an optional sign; no blanks, no prefix. nullopt: no such text or too large.
std::optional<std::int64_t> read_int(std::string_view text);
// The same without a sign.
std::optional<std::uint64_t> read_uint(std::string_view text);
// Decimal or, with 0x and an exponent p, hexadecimal; underscores between digits; inf, infinity,
// nan in any case. The double next to it, which is 0 for what is too small. nullopt: no such text
// or too large.
std::optional<double> read_double(std::string_view text);

// The fewest digits that name it, with an exponent below 0.0001 and from a million on: "0.0001",
// "123456", "1.23456789e+08", "+Inf", "NaN".
std::string double_text(double value);

}  // namespace drawbridge::cel
