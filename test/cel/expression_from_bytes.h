// Expressions made from bytes: each byte picks a production, so that a fuzzer's mutations stay
// close to the language. Most are well-formed; few are well-typed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace drawbridge::cel {

class ExpressionFromBytes {
 public:
  explicit ExpressionFromBytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  // Ends with the bytes, or at kDepthMax.
  std::string expression() {
    text_.clear();
    expr(0);
    return text_;
  }

 private:
  static constexpr int kDepthMax = 40;
  static constexpr std::size_t kTextMax = 20'000;

  std::uint8_t next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
  template <std::size_t N>
  void one_of(const char* const (&words)[N]) {
    text_ += words[next() % N];
  }

  void expr(int depth) {
    if (depth > kDepthMax || text_.size() > kTextMax || at_ >= bytes_.size()) return leaf();
    switch (next() % 24) {
      case 0:
      case 1:
      case 2:
        return leaf();
      case 3:
        return wrap("(", ")", depth);
      case 4:
        return binary(depth);
      case 5:
        return ternary(depth);
      case 6:
        return wrap("!", "", depth);
      case 7:
        return wrap("-", "", depth);
      case 8:
        return list(depth);
      case 9:
        return map(depth);
      case 10:
        return message(depth);
      case 11:
        return select(depth);
      case 12:
        return index(depth);
      case 13:
        return call(depth);
      case 14:
        return member_call(depth);
      case 15:
      case 16:
        return macro(depth);
      case 17:
        return wrap("has(", ")", depth);
      case 18:
        return bind(depth);
      case 19:
        return optional_map(depth);
      case 20:
        return binary(depth);
      case 21:
        return blanks(depth);
      case 22:
        return stray(depth);
      default:
        return binary(depth);
    }
  }

  void leaf() {
    static constexpr const char* kLeaves[] = {
        "a",        "b",      "x",         "1",     "-1",   "0",      "2u",
        "1.5",      ".5e3",   "true",      "false", "null", "'s'",    "\"\\u00e9\\n\"",
        "b'\\xff'", "r'\\d'", "'''t\n'''", ".a",    "a.b",  "device", "0x1F",
        "[]",       "{}",     "M{}",       "int",   "'1h'", "'1Gi'",  "9223372036854775807",
    };
    one_of(kLeaves);
  }

  void wrap(std::string_view open, std::string_view close, int depth) {
    text_ += open;
    expr(depth + 1);
    text_ += close;
  }

  void binary(int depth) {
    static constexpr const char* kOperators[] = {
        " + ", " - ", " * ",  " / ",  " % ",  " == ", " != ",
        " < ", " > ", " <= ", " >= ", " in ", " && ", " || ",
    };
    expr(depth + 1);
    one_of(kOperators);
    expr(depth + 1);
  }

  void ternary(int depth) {
    expr(depth + 1);
    wrap(" ? ", " : ", depth);
    expr(depth + 1);
  }

  void list(int depth) {
    text_ += '[';
    for (int count = next() % 4; count > 0; --count) {
      wrap(next() % 8 == 0 ? "?" : "", count > 1 || next() % 4 == 0 ? ", " : "", depth);
    }
    text_ += ']';
  }

  void map(int depth) {
    text_ += '{';
    for (int count = next() % 3; count > 0; --count) {
      wrap(next() % 8 == 0 ? "?" : "", ": ", depth);
      wrap("", count > 1 ? ", " : "", depth);
    }
    text_ += '}';
  }

  void message(int depth) {
    text_ += next() % 2 == 0 ? "M{" : ".p.M{";
    for (int count = next() % 3; count > 0; --count) {
      text_ += next() % 8 == 0 ? "?f: " : "g: ";
      wrap("", count > 1 ? ", " : "", depth);
    }
    text_ += '}';
  }

  void select(int depth) {
    static constexpr const char* kFields[] = {".a", ".?a", ".b", ".namespace", ".`a-b`", ".in"};
    expr(depth + 1);
    one_of(kFields);
  }

  void index(int depth) {
    expr(depth + 1);
    wrap(next() % 4 == 0 ? "[?" : "[", "]", depth);
  }

  void call(int depth) {
    static constexpr const char* kFunctions[] = {
        "size(", "int(", "string(", "f(", "type(", "dyn(", "quantity(", "semver(", "duration("};
    one_of(kFunctions);
    wrap("", ")", depth);
  }

  void member_call(int depth) {
    static constexpr const char* kFunctions[] = {".size(",    ".contains(",      ".matches(",
                                                 ".replace(", ".isGreaterThan(", ".orValue("};
    expr(depth + 1);
    one_of(kFunctions);
    wrap("", ")", depth);
  }

  void macro(int depth) {
    static constexpr const char* kMacros[] = {
        ".all(x, ",    ".exists(x, ",    ".exists_one(x, ",           ".map(x, ",
        ".filter(x, ", ".all(x, b, ",    ".transformList(a, x, ",     ".transformMap(a, x, ",
        ".map(1, ",    ".exists(a, a, ", ".transformMapEntry(a, b, ",
    };
    expr(depth + 1);
    one_of(kMacros);
    wrap("", ")", depth);
  }

  void optional_map(int depth) {
    expr(depth + 1);
    wrap(next() % 2 == 0 ? ".optMap(x, " : ".optFlatMap(x, ", ")", depth);
  }

  void bind(int depth) {
    wrap("cel.bind(b, ", ", ", depth);
    wrap("", ")", depth);
  }

  void blanks(int depth) {
    static constexpr const char* kBlanks[] = {" ", "\t", "\n", " // c\n", "\f"};
    one_of(kBlanks);
    expr(depth + 1);
  }

  // What spoils an expression.
  void stray(int depth) {
    static constexpr const char* kStray[] = {"@",   ")",   "]",  "}",  "?",        ":",
                                             ",",   "\"",  "'",  "--", "=",        "&",
                                             "as ", "in ", "\\", "`",  "\xc3\xa9", "\xff"};
    one_of(kStray);
    expr(depth + 1);
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::string text_;
};

}  // namespace drawbridge::cel
