// Texts as Go's standard library reads and writes them, where CEL's outcome shows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace drawbridge::cel {

struct Rune {
  char32_t value = 0;
  std::size_t bytes = 0;
};
// The code point at the front of `text`, which must not be empty. What is no UTF-8 is U+FFFD of one
// byte, as in Go.
Rune first_rune(std::string_view text);
void append_rune(std::string& to, char32_t rune);

// strconv.Quote: in double quotes, with what can't be printed escaped.
std::string quoted(std::string_view text);

// unicode.IsSpace: White_Space of Unicode.
bool is_space(char32_t rune);
// strings.TrimSpace.
std::string_view trimmed(std::string_view text);

// Bytes of the code point that begins with `lead`, for text that is known to be UTF-8.
inline std::size_t rune_bytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace drawbridge::cel
