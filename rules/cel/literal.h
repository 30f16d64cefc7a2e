// What a literal's text means: cel-go's parser/unescape.go and strconv as it uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::cel {

// A string's or bytes' literal with quotes and prefixes to its value.
struct Unquoted {
  std::string_view text;   // of the literal where nothing had to be replaced, else of `storage`
  std::string_view error;  // empty: none
};
// Precondition: `literal` is a token kString or kBytes.
Unquoted unquote(std::string_view literal, bool is_bytes, std::string& storage);

// Decimal or 0x; nullopt where it exceeds 64 bits. Precondition: the text of a token.
std::optional<std::int64_t> parse_int(std::string_view text, bool negative);
std::optional<std::uint64_t> parse_uint(std::string_view text);  // without its u
// nullopt where it exceeds a double; what is too small is 0.
std::optional<double> parse_double(std::string_view text, bool negative);

}  // namespace drawbridge::cel
