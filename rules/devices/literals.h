// String literals in text that need not be an expression.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace drawbridge::rules {

// Of the literal whose quotation mark stands at `at`, both marks included; nullopt where it has no
// end.
inline std::optional<std::size_t> literal_length(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == quote) return i + 1 - at;
    if (text[i] == '\\') ++i;
  }
  return std::nullopt;
}

// see(index) for each character outside of literals. One without an end takes all that is left.
template <typename See>
void outside_literals(std::string_view text, const See& see) {
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\'' || text[at] == '"')
      at += literal_length(text, at).value_or(text.size());
    else
      see(at++);
  }
}

}  // namespace drawbridge::rules
