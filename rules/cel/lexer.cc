#include "rules/cel/lexer.h"

#include <algorithm>
#include <array>

namespace drawbridge::cel {
namespace {

constexpr std::array<std::string_view, kTokenKinds> kNames = {
    "<EOF>",   "'=='",     "'!='",   "'in'",    "'<'",        "'<='",
    "'>='",    "'>'",      "'&&'",   "'||'",    "'['",        "']'",
    "'{'",     "'}'",      "'('",    "')'",     "'.'",        "','",
    "'-'",     "'!'",      "'?'",    "':'",     "'+'",        "'*'",
    "'/'",     "'%'",      "'true'", "'false'", "'null'",     "NUM_FLOAT",
    "NUM_INT", "NUM_UINT", "STRING", "BYTES",   "IDENTIFIER", "ESC_IDENTIFIER",
};

enum Class : std::uint8_t {
  kSpace = 1,
  kLetter = 2,  // and '_'
  kDigit = 4,
  kHex = 8,
  kQuotedPart = 16,  // what stands between backticks
};

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\r', '\n', '\f'}) classes[static_cast<std::uint8_t>(c)] = kSpace;
  for (std::size_t c = 'a'; c <= 'z'; ++c) {
    classes[c] = classes[c - 32] = kLetter | kQuotedPart | (c <= 'f' ? kHex : 0);
  }
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = kDigit | kHex | kQuotedPart;
  classes['_'] = kLetter | kQuotedPart;
  for (const char c : {'.', '-', '/', ' '}) classes[static_cast<std::uint8_t>(c)] |= kQuotedPart;
  return classes;
}
constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {
    result_.tokens.reserve(text.size() / 3 + 8);
  }

  Tokens run() {
    while (true) {
      skip_blanks();
      if (at_ >= text_.size()) break;
      next();
    }
    result_.tokens.push_back({TokenKind::kEnd, size(), size(), code_points_to(size())});
    return std::move(result_);
  }

 private:
  std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
  // '\0' past the end; a NUL in the text is no character of any token but strings, which ask
  // for the end themselves.
  char at(std::size_t index) const { return index < text_.size() ? text_[index] : '\0'; }
  bool is(std::size_t index, std::uint8_t classes) const {
    return index < text_.size() &&
           (kClasses[static_cast<std::uint8_t>(text_[index])] & classes) != 0;
  }

  // Offsets are asked for in rising order only.
  std::uint32_t code_points_to(std::uint32_t byte) {
    for (; counted_bytes_ < byte; ++counted_bytes_) {
      if ((static_cast<std::uint8_t>(text_[counted_bytes_]) & 0xC0) != 0x80) ++counted_;
    }
    return counted_;
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (is(at_, kSpace)) {
        ++at_;
      } else if (text_[at_] == '/' && at(at_ + 1) == '/') {
        at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
      } else {
        return;
      }
    }
  }

  void token(TokenKind kind, std::size_t end) {
    const std::uint32_t offset = code_points_to(at_);
    const auto end32 = static_cast<std::uint32_t>(end);
    result_.tokens.push_back({kind, at_, end32, offset});
    at_ = end32;
  }

  // The characters up to and with the one at `stop` are no token.
  void error(std::size_t stop) {
    std::size_t end = std::min(stop, text_.size());
    if (end < text_.size()) {
      do ++end;
      while (end < text_.size() && (static_cast<std::uint8_t>(text_[end]) & 0xC0) == 0x80);
    }
    const std::uint32_t offset = code_points_to(at_);
    const auto end32 = static_cast<std::uint32_t>(end);
    result_.errors.push_back(
        {static_cast<std::uint32_t>(result_.tokens.size()), at_, end32, offset});
    at_ = end32;
  }

  void next() {
    const char c = text_[at_];
    if (is(at_, kLetter)) return word();
    if (is(at_, kDigit)) return number();
    switch (c) {
      case '[':
        return token(TokenKind::kLeftBracket, at_ + 1);
      case ']':
        return token(TokenKind::kRightBracket, at_ + 1);
      case '{':
        return token(TokenKind::kLeftBrace, at_ + 1);
      case '}':
        return token(TokenKind::kRightBrace, at_ + 1);
      case '(':
        return token(TokenKind::kLeftParenthesis, at_ + 1);
      case ')':
        return token(TokenKind::kRightParenthesis, at_ + 1);
      case ',':
        return token(TokenKind::kComma, at_ + 1);
      case '-':
        return token(TokenKind::kMinus, at_ + 1);
      case '?':
        return token(TokenKind::kQuestion, at_ + 1);
      case ':':
        return token(TokenKind::kColon, at_ + 1);
      case '+':
        return token(TokenKind::kPlus, at_ + 1);
      case '*':
        return token(TokenKind::kStar, at_ + 1);
      case '/':
        return token(TokenKind::kSlash, at_ + 1);
      case '%':
        return token(TokenKind::kPercent, at_ + 1);
      case '.':
        return is(at_ + 1, kDigit) ? number() : token(TokenKind::kDot, at_ + 1);
      case '!':
        return one_or_two('=', TokenKind::kNot, TokenKind::kNotEquals);
      case '<':
        return one_or_two('=', TokenKind::kLess, TokenKind::kLessEquals);
      case '>':
        return one_or_two('=', TokenKind::kGreater, TokenKind::kGreaterEquals);
      case '=':
        return two('=', TokenKind::kEquals);
      case '&':
        return two('&', TokenKind::kAnd);
      case '|':
        return two('|', TokenKind::kOr);
      case '"':
      case '\'':
        return quoted(at_, TokenKind::kString);
      case '`':
        return quoted_identifier();
      default:
        return error(at_);
    }
  }

  void one_or_two(char second, TokenKind one, TokenKind both) {
    if (at(at_ + 1) == second) return token(both, at_ + 2);
    token(one, at_ + 1);
  }

  void two(char second, TokenKind both) {
    if (at(at_ + 1) == second) return token(both, at_ + 2);
    error(at_ + 1);
  }

  void word() {
    std::size_t prefix = at_;
    TokenKind kind = TokenKind::kString;
    if (text_[prefix] == 'b' || text_[prefix] == 'B') {
      kind = TokenKind::kBytes;
      ++prefix;
    }
    if (at(prefix) == 'r' || at(prefix) == 'R') ++prefix;
    if (prefix > at_ && (at(prefix) == '"' || at(prefix) == '\'')) return quoted(prefix, kind);
    std::size_t end = at_ + 1;
    while (is(end, kLetter | kDigit)) ++end;
    const std::string_view text = text_.substr(at_, end - at_);
    TokenKind word = TokenKind::kIdentifier;
    if (text == "in") word = TokenKind::kIn;
    if (text == "true") word = TokenKind::kTrue;
    if (text == "false") word = TokenKind::kFalse;
    if (text == "null") word = TokenKind::kNull;
    token(word, end);
  }

  std::size_t digits(std::size_t from) const {
    while (is(from, kDigit)) ++from;
    return from;
  }

  // The end of an exponent at `from`, or `from`.
  std::size_t exponent(std::size_t from) const {
    if (at(from) != 'e' && at(from) != 'E') return from;
    const std::size_t sign = at(from + 1) == '+' || at(from + 1) == '-' ? 1 : 0;
    const std::size_t end = digits(from + 1 + sign);
    return end > from + 1 + sign ? end : from;
  }

  void number() {
    if (text_[at_] == '0' && at(at_ + 1) == 'x' && is(at_ + 2, kHex)) {
      std::size_t end = at_ + 3;
      while (is(end, kHex)) ++end;
      return integer(end);
    }
    const std::size_t whole = digits(at_);
    std::size_t end = whole;
    if (at(whole) == '.' && is(whole + 1, kDigit)) end = digits(whole + 1);
    end = exponent(end);
    if (end > whole) return token(TokenKind::kFloat, end);
    integer(end);
  }

  void integer(std::size_t end) {
    if (at(end) == 'u' || at(end) == 'U') return token(TokenKind::kUint, end + 1);
    token(TokenKind::kInt, end);
  }

  // The end of an escape sequence whose backslash stands at `from`; 0 where it is none, and
  // `failed` is then the character that spoils it.
  std::size_t escape(std::size_t from, std::size_t& failed) const {
    failed = from + 1;
    std::size_t hex = 0;
    switch (at(from + 1)) {
      case 'a':
      case 'b':
      case 'f':
      case 'n':
      case 'r':
      case 't':
      case 'v':
      case '"':
      case '\'':
      case '\\':
      case '?':
      case '`':
        return from + 2;
      case 'x':
      case 'X':
        hex = 2;
        break;
      case 'u':
        hex = 4;
        break;
      case 'U':
        hex = 8;
        break;
      case '0':
      case '1':
      case '2':
      case '3':
        for (failed = from + 2; failed < from + 4; ++failed) {
          if (at(failed) < '0' || at(failed) > '7') return 0;
        }
        return failed;
      default:
        return 0;
    }
    for (failed = from + 2; failed < from + 2 + hex; ++failed) {
      if (!is(failed, kHex)) return 0;
    }
    return failed;
  }

  // A string whose quote stands at `quote`, behind its prefixes.
  void quoted(std::size_t quote, TokenKind kind) {
    const char mark = text_[quote];
    const char before = quote > at_ ? text_[quote - 1] : '\0';
    const bool raw = before == 'r' || before == 'R';
    std::size_t failed = 0;
    const bool two = at(quote + 1) == mark;
    if (two && at(quote + 2) == mark) {
      if (const std::size_t end = close_triple(quote, mark, raw, failed)) return token(kind, end);
    } else if (const std::size_t end = close_single(quote, mark, raw, failed)) {
      return token(kind, end);
    }
    // What was a whole token on the way is one: "" of an open """, b of an open b".
    if (two) return token(kind, quote + 2);
    if (quote > at_) return token(TokenKind::kIdentifier, quote);
    error(failed);
  }

  // Both give the end of the literal, or 0 and where it failed.
  std::size_t close_single(std::size_t quote, char mark, bool raw, std::size_t& failed) const {
    for (std::size_t i = quote + 1;;) {
      const char c = at(i);
      failed = i;
      if (i >= text_.size() || c == '\n' || c == '\r') return 0;
      if (c == mark) return i + 1;
      if (c != '\\' || raw) {
        ++i;
      } else if (const std::size_t end = escape(i, failed)) {
        i = end;
      } else {
        return 0;
      }
    }
  }

  std::size_t close_triple(std::size_t quote, char mark, bool raw, std::size_t& failed) const {
    for (std::size_t i = quote + 3;;) {
      failed = i;
      if (i >= text_.size()) return 0;
      const char c = text_[i];
      if (c == mark && at(i + 1) == mark && at(i + 2) == mark) return i + 3;
      if (c != '\\' || raw) {
        ++i;
      } else if (const std::size_t end = escape(i, failed)) {
        i = end;
      } else {
        return 0;
      }
    }
  }

  void quoted_identifier() {
    std::size_t end = at_ + 1;
    while (is(end, kQuotedPart)) ++end;
    if (end > at_ + 1 && at(end) == '`') return token(TokenKind::kQuotedIdentifier, end + 1);
    error(end);
  }

  std::string_view text_;
  std::uint32_t at_ = 0;
  std::uint32_t counted_bytes_ = 0;
  std::uint32_t counted_ = 0;
  Tokens result_;
};

}  // namespace

std::string_view name_of(TokenKind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

Tokens tokenize(std::string_view text) {
  return Lexer(text).run();
}

std::size_t code_point_bytes(std::string_view text, bool& valid) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  valid = true;
  if (byte(0) < 0x80) return 1;
  std::size_t bytes = 0;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
  if (byte(0) >= 0xC2 && byte(0) <= 0xDF) bytes = 2;
  if (byte(0) >= 0xE0 && byte(0) <= 0xEF) bytes = 3;
  if (byte(0) >= 0xF0 && byte(0) <= 0xF4) bytes = 4;
  if (byte(0) == 0xE0) low = 0xA0;   // overlong
  if (byte(0) == 0xED) high = 0x9F;  // surrogates
  if (byte(0) == 0xF0) low = 0x90;   // overlong
  if (byte(0) == 0xF4) high = 0x8F;  // past U+10FFFF
  valid = bytes != 0 && text.size() >= bytes && byte(1) >= low && byte(1) <= high;
  for (std::size_t i = 2; valid && i < bytes; ++i) valid = (byte(i) & 0xC0) == 0x80;
  return valid ? bytes : 1;
}

std::string to_valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    bool valid = true;
    const std::size_t bytes = code_point_bytes(text, valid);
    if (valid) {
      result += text.substr(0, bytes);
    } else {
      result += "\xEF\xBF\xBD";
    }
    text.remove_prefix(bytes);
  }
  return result;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  bool valid = true;
  for (; !text.empty(); ++count) text.remove_prefix(code_point_bytes(text, valid));
  return count;
}

}  // namespace drawbridge::cel
