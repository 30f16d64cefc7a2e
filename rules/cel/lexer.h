// Text to tokens: the lexical half of cel-go's grammar (parser/gen/CEL.g4).
//
// The longest match wins, and a keyword wins over an identifier of the same length. What is no
// token is an issue, and reading goes on behind it, as cel-go does.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::cel {

// In the order of cel-go's grammar, which is the order in which its errors list what was expected.
enum class TokenKind : std::uint8_t {
  kEnd,
  kEquals,
  kNotEquals,
  kIn,
  kLess,
  kLessEquals,
  kGreaterEquals,
  kGreater,
  kAnd,
  kOr,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kLeftParenthesis,
  kRightParenthesis,
  kDot,
  kComma,
  kMinus,
  kNot,
  kQuestion,
  kColon,
  kPlus,
  kStar,
  kSlash,
  kPercent,
  kTrue,
  kFalse,
  kNull,
  kFloat,
  kInt,
  kUint,
  kString,
  kBytes,
  kIdentifier,
  kQuotedIdentifier,  // `a-b`
};
inline constexpr std::size_t kTokenKinds = 36;

// As errors name it: "'['", "IDENTIFIER", "<EOF>".
std::string_view name_of(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::uint32_t begin = 0;   // bytes
  std::uint32_t end = 0;     // bytes
  std::uint32_t offset = 0;  // code points before it
};

// Characters that are no token.
struct LexicalError {
  std::uint32_t token = 0;  // as many tokens stand before it
  std::uint32_t begin = 0;  // bytes
  std::uint32_t end = 0;
  std::uint32_t offset = 0;  // code points before it
};

struct Tokens {
  std::vector<Token> tokens;  // kEnd stands last
  std::vector<LexicalError> errors;
};

// Precondition: `text` is valid UTF-8 and shorter than 4 GiB.
Tokens tokenize(std::string_view text);

// `text` with every byte that is no UTF-8 replaced by U+FFFD, as Go reads a string.
std::string to_valid_utf8(std::string_view text);

// Code points of any text, where a byte that is no UTF-8 counts as one, as in Go.
std::size_t count_code_points(std::string_view text);

// Bytes of the code point that `text` starts with; 1 where it is no UTF-8. `valid` says which.
// Precondition: `text` is not empty.
std::size_t code_point_bytes(std::string_view text, bool& valid);

}  // namespace drawbridge::cel
