// String literals in text that need not be an expression.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
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

// The first index from `at` on, outside of literals, for which `is` is true; npos for none. A
// literal without an end takes all that is left.
template <typename Is>
std::size_t find_outside_literals(std::string_view text, std::size_t at, const Is& is) {
  while (at < text.size()) {
    if (text[at] == '\'' || text[at] == '"')
      at += literal_length(text, at).value_or(text.size() - at);
    else if (is(at))
      return at;
    else
      ++at;
  }
  return std::string_view::npos;
}

// see(index) for each character outside of literals.
template <typename See>
void outside_literals(std::string_view text, const See& see) {
  find_outside_literals(text, 0, [&see](std::size_t at) {
    see(at);
    return false;
  });
}

// Of the escape sequence that begins with the backslash at the start of `text`; 0 where CEL has
// none such.
inline std::size_t escape_length(std::string_view text) {
  const auto all = [text](std::size_t begin, std::size_t count, std::string_view digits) {
    const std::string_view part = text.substr(begin, count);
    return part.size() == count && part.find_first_not_of(digits) == std::string_view::npos;
  };
  constexpr std::string_view kHex = "0123456789abcdefABCDEF";
  const char kind = text.size() > 1 ? text[1] : ' ';
  if (std::string_view("abfnrtv\\?\"'`").find(kind) != std::string_view::npos) return 2;
  const std::size_t digits = kind == 'x' || kind == 'X' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
  if (digits > 0) return all(2, digits, kHex) ? 2 + digits : 0;
  return kind >= '0' && kind <= '3' && all(2, 2, "01234567") ? 4 : 0;
}

// The literal with two backslashes for each that stands for itself, as in a regular expression:
// 'H100\\d' of 'H100\d'. One whose escape sequences CEL knows stays as it is.
inline std::string with_backslashes(std::string_view literal) {
  std::string result;
  bool is_right = true;
  for (std::size_t at = 0; at < literal.size();) {
    const std::string_view rest = literal.substr(at);
    const bool escapes = rest.front() == '\\';
    const char next = rest.size() > 1 ? rest[1] : ' ';
    const bool is_known = next == '\\' || next == '"' || next == '\'';
    is_right = is_right && (!escapes || escape_length(rest) > 0);
    if (escapes && !is_known) result += '\\';
    result += rest.substr(0, escapes ? 2 : 1);
    at += escapes ? 2 : 1;
  }
  return is_right ? std::string(literal) : result;
}

}  // namespace drawbridge::rules
