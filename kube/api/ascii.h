// Kinds of characters, whatever the locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace drawbridge::kube {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
// Of a capital its small letter, and anything else as it is.
constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
inline std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = to_lower(c);
  return result;
}
constexpr bool is_sign(char c) {
  return c == '+' || c == '-';
}

// How many digits stand in `text` from `from` on.
constexpr std::size_t count_digits(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at - from;
}

}  // namespace drawbridge::kube
