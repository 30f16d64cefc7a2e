// Random YAML documents, and mistakes in them, for the differential test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace drawbridge::test {

using Texts = std::vector<std::string>;

inline const Texts kWords = {
    "y",    "Y",    "yes",  "Yes",   "YES",   "yEs",   "n",     "N",    "no",       "No",   "NO",
    "true", "True", "TRUE", "tRUE",  "false", "False", "FALSE", "on",   "On",       "ON",   "off",
    "Off",  "OFF",  "null", "Null",  "NULL",  "nULL",  "~",     "",     ".nan",     ".NaN", ".NAN",
    ".inf", ".Inf", ".INF", "+.inf", "-.inf", "-.INF", "+.nan", ".iNf", "inf",      "NaN",  "<<",
    "=",    "-",    "--",   "---a",  "+",     ".",     "..",    "._",   "_",        "_1",   "a",
    "t",    "f",    "o",    "O",     "T",     "F",     "nil",   "none", "undefined"};
// Of those, what may stand for a value in block style.
inline const Texts kPlainWords = {"y",   "Yes",  "NO",   "yEs",  "true", "FALSE", "tRUE",  "on",
                                  "Off", "null", "NULL", "nULL", "~",    "",      "+.nan", ".iNf",
                                  "inf", "=",    "--",   "---a", "+",    ".",     "_1",    "o"};
inline const Texts kNumbers = {"0." + std::string(400, '0') + "1",
                               "1" + std::string(400, '0'),
                               "1" + std::string(400, '0') + "e-200",
                               "-1" + std::string(400, '0') + "e-10",
                               "0." + std::string(400, '0') + "1e+401",
                               "0." + std::string(400, '0') + "1e+50",
                               "1e99999999999999999999",
                               "1e-99999999999999999999",
                               "0." + std::string(400, '0'),
                               "0",
                               "-0",
                               "+0",
                               "00",
                               "000",
                               "01",
                               "07",
                               "08",
                               "09",
                               "0777",
                               "-0777",
                               "+0777",
                               "0778",
                               "0o17",
                               "0O17",
                               "-0o17",
                               "0o8",
                               "0o",
                               "0x",
                               "0b",
                               "0x1F",
                               "0X1f",
                               "-0x1f",
                               "+0xfF",
                               "0xg",
                               "0b101",
                               "0B101",
                               "-0b101",
                               "+0b1",
                               "0b2",
                               "0b-11",
                               "0b+11",
                               "0b--1",
                               "-0b-1",
                               "1_000",
                               "1__0",
                               "1_",
                               "0_777",
                               "0x_1F",
                               "0x1_F",
                               "0b_1",
                               "0b_",
                               "-_1",
                               "+_",
                               "0_",
                               "0_8",
                               "1e3",
                               "1E3",
                               "1e+3",
                               "1e-3",
                               "1e",
                               "1e+",
                               "e3",
                               "1.",
                               "1.e3",
                               ".5",
                               "-.5",
                               "+.5",
                               ".5e2",
                               ".e2",
                               "5.5.5",
                               "1.5_0",
                               ".5_0",
                               "_.5",
                               "1_0.5",
                               "1e1_0",
                               "1e400",
                               "-1e400",
                               "1e-400",
                               "0e999999",
                               "1e308",
                               "1.8e308",
                               "4.9e-324",
                               "2e-324",
                               "0.1",
                               "0.30000000000000004",
                               "1.0",
                               "-1.0",
                               "-0.0",
                               "100000000000000000000",
                               "1e20",
                               "1e21",
                               "1e22",
                               "123456789012345678901234567890",
                               "9223372036854775807",
                               "9223372036854775808",
                               "-9223372036854775808",
                               "-9223372036854775809",
                               "+9223372036854775807",
                               "+9223372036854775808",
                               "18446744073709551615",
                               "18446744073709551616",
                               "+18446744073709551615",
                               "0x7fffffffffffffff",
                               "0xffffffffffffffff",
                               "0x1ffffffffffffffff",
                               "-0x8000000000000000",
                               "-0x8000000000000001",
                               "0b1111111111111111111111111111111111111111111111111111111111111111",
                               "01777777777777777777777",
                               "02000000000000000000000",
                               "9007199254740993",
                               "9007199254740993.0",
                               "190:20:30",
                               "1:30",
                               "12:30:45",
                               "1.2.3",
                               "1,000",
                               "0x1p3",
                               "0x1.8p1",
                               "Infinity",
                               "1e5",
                               "123456789",
                               "1234567",
                               "123456.7",
                               "0.0001",
                               "0.00001",
                               "16777217.0",
                               "3.4e39",
                               "1 2",
                               "1-2",
                               "--1",
                               "+-1",
                               "1-",
                               "1+"};
inline const Texts kDates = {"2001-01-01",
                             "2001-1-1",
                             "2001-13-01",
                             "2001-02-29",
                             "2000-02-29",
                             "1900-02-29",
                             "2001-04-31",
                             "2001-01-00",
                             "0000-01-01",
                             "2001-01-01T01:02:03Z",
                             "2001-1-1t1:2:3Z",
                             "2001-01-01T01:02:03",
                             "2001-01-01 01:02:03",
                             "2001-01-01   1:2:3",
                             "2001-01-01T01:02:03.5Z",
                             "2001-01-01 01:02:03.123456789012",
                             "2001-01-01T01:02:03+01:00",
                             "2001-01-01T01:02:03-24:60",
                             "2001-01-01T01:02:03+25:00",
                             "2001-01-01T01:02:03,5Z",
                             "2001-01-01T24:00:00Z",
                             "2001-01-01T23:60:00Z",
                             "2001-01-01T23:59:60Z",
                             "2001-01-01T01:02:03z",
                             "2001-01-01T1:2Z",
                             "2001-01-01 01:02:03 Z",
                             "2001-01-01T01:02:03+0100",
                             "2001-01-01.5",
                             "2001-01",
                             "20010101",
                             "201-01-01",
                             "2001-01-01Z",
                             "2001-01-01T",
                             "2001-01-01 ",
                             "2001-01-01T01:02:03.Z"};
inline const Texts kTags = {"!!str",  "!!int",       "!!float",  "!!bool",
                            "!!null", "!!timestamp", "!!binary", "!!set",
                            "!!map",  "!!seq",       "!!omap",   "!!merge",
                            "!!x",    "!x",          "!",        "!<tag:yaml.org,2002:int>",
                            "!<x>",   "!h!x",        "!!",       "!%41"};

class YamlGenerator {
 public:
  explicit YamlGenerator(std::uint64_t seed) : random_(seed) {}

  const std::string& one_of(const Texts& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
  }

  std::string document() {
    anchors_.clear();
    mappings_.clear();
    odds_ = one_in(3) ? 10 : 100;
    std::string text = one_in(12) ? "# a comment\n" : "";
    if (one_in(20)) return text + flow(0) + "\n";
    if (one_in(30)) return text + inline_value(0) + "\n";
    return text + (one_in(5) ? sequence(0, 0) : mapping(0, 0));
  }

  // The text with 1 to 3 changes such as a tired person makes.
  std::string with_mistakes(std::string text) {
    for (int count = 1 + below(3); count > 0 && !text.empty(); --count) change(text);
    return text;
  }

 private:
  static constexpr int kDepthMax = 4;

  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }
  bool one_in(int count) { return below(count) == 0; }
  // What often makes a document wrong is rare in most of them, so that they are read at all.
  bool odd() { return one_in(odds_); }
  static std::string spaces(int count) { return std::string(static_cast<std::size_t>(count), ' '); }

  std::string plain() {
    static const Texts kTexts = {"nginx:1.27",   "a b",        "8Gi",      "500m",
                                 "a:b",          "a#b",        "-x",       "gpu.nvidia.com",
                                 "\u00fc\u00df", "\U0001f600", "it's",     "a\\b",
                                 "a  b",         "a\u00a0b",   "a\u2028x", "http://x/y"};
    static const Texts kOddTexts = {
        "?x", ":x", "x?y", "@x", "%x", "x:", "a, b", "a]b", "a: b", ".inf", "\u2028x"};
    if (odd()) return one_of(kOddTexts);
    switch (below(6)) {
      case 0:
        return one_of(kPlainWords);
      case 1:
        return one_of(kNumbers);
      case 2:
        return one_of(kDates);
      case 3:
        return number();
      default:
        return one_of(kTexts);
    }
  }

  std::string number() {
    static const Texts kPieces = {"0", "1", "7", "8", "9", "_", ".",  "e",  "E",
                                  "+", "-", "x", "b", "o", "a", "00", "12", "999999999"};
    std::string text = one_of({"", "-", "+", "0x", "0b", "0o", "0", "."});
    for (int count = 1 + below(5); count > 0; --count) text += one_of(kPieces);
    return text + "0";
  }

  std::string quoted() {
    static const Texts kDouble = {"a",       " ",           "\\n", "\\t", "\\\"",   "\\\\", "\\x41",
                                  "\\u00e9", "\\U0001F600", "\\0", "\\e", "\\_",    "\\L",  "'",
                                  "12",      "yes",         "#",   ": ",  "\u20ac", "\t"};
    static const Texts kSingle = {"a",   " ",  "''", "\\n",    "\"", "12",
                                  "yes", "# ", ": ", "\u20ac", "\t"};
    static const Texts kOddDouble = {"\\q",     "\\'",        "\\/",        "\\ud83d",
                                     "\n     ", "\n\n      ", "\\\n      ", "\n"};
    static const Texts kOddSingle = {"'", "\n     ", "\n\n      ", "\n"};
    const bool is_double = one_in(2);
    std::string text(1, is_double ? '"' : '\'');
    for (int count = below(4); count > 0; --count) {
      const Texts& usual = is_double ? kDouble : kSingle;
      text += one_of(!odd() ? usual : is_double ? kOddDouble : kOddSingle);
    }
    return text + text[0];
  }

  std::string scalar() {
    std::string text = odd() ? one_of(kTags) + " " : "";
    if (one_in(10)) text += new_anchor() + " ";
    return text + (one_in(3) ? quoted() : plain());
  }

  std::string new_anchor() {
    // A name may be given anew; then the later one counts.
    anchors_.push_back("a" + std::to_string(odd() ? below(3) : static_cast<int>(anchors_.size())));
    return "&" + anchors_.back();
  }

  std::string alias() {
    if (anchors_.empty() || odd()) return "*" + one_of({"a0", "a1", "none"}) + " ";
    return "*" + one_of(anchors_) + " ";
  }

  // Minus zero is one key with zero in Go, and not as text.
  std::string key() {
    const std::string text = any_key();
    const bool is_minus_zero = text.starts_with('-') && std::strtod(text.c_str(), nullptr) == 0;
    return is_minus_zero ? "zero" : text;
  }

  std::string any_key() {
    static const Texts kKeys = {"a", "b", "c", "d", "name", "spec", "x y", "k8s.io/z", "items"};
    if (odd()) return one_in(3) ? scalar() : one_in(2) ? alias() : plain();
    if (one_in(10)) return "\"" + std::to_string(below(900)) + "\"";
    if (one_in(10)) return one_of(kNumbers);
    return one_of(kKeys) + (one_in(8) ? "" : std::to_string(below(500)));
  }

  std::string flow(int depth) {
    static const Texts kSeparators = {", ", " , ", ",\n        ", ", # c\n        "};
    const bool is_list = one_in(2);
    std::string text = odd() ? new_anchor() + " " : "";
    text += is_list ? "[" : "{";
    for (int count = below(4); count > 0; --count) {
      if (!is_list || one_in(8)) text += key() + (odd() ? one_of({":", " : ", ""}) : ": ");
      text += depth < kDepthMax && one_in(4) ? flow(depth + 1) : inline_value(depth + 1);
      if (count > 1 || one_in(6)) text += odd() ? "," : one_of(kSeparators);
    }
    return text + (is_list ? "]" : "}");
  }

  std::string inline_value(int depth) {
    if (!anchors_.empty() && one_in(7)) return alias();
    return depth < kDepthMax && one_in(8) ? flow(depth + 1) : scalar();
  }

  std::string block_scalar(int indent) {
    std::string text = one_of({"|", ">"}) + one_of({"", "", "+", "-"});
    if (odd()) text += one_of({"1", "2", "-1"});
    text += one_in(10) ? " # c\n" : "\n";
    for (int count = below(4); count > 0; --count) {
      const std::string line =
          spaces(indent + (odd() ? 1 : 0)) + one_of({"text", "a: b", "# no", "- x ", "a\tt"});
      text += one_in(6) ? "\n" : line + "\n";
    }
    return text;
  }

  // What stands behind "key:" or "-", up to and with the end of its last line.
  std::string value(int indent, int depth) {
    const int step = 1 + below(3);
    if (depth >= kDepthMax || one_in(2)) {
      if (one_in(8)) return " " + block_scalar(indent + step);
      if (one_in(20)) return " some text\n" + spaces(indent + step) + plain() + "\n";
      const std::string shown = one_in(8) ? flow(depth + 1) : inline_value(depth + 1);
      return " " + shown + (one_in(12) ? " # c" : "") + "\n";
    }
    std::string head;
    const bool is_mapping = !one_in(3);
    const std::string anchor = one_in(5) ? "m" + std::to_string(below(5)) : "";
    if (!anchor.empty()) head = " &" + anchor;
    if (odd()) head += " " + one_of(kTags);
    if (!is_mapping) return head + "\n" + sequence(indent + (odd() ? 0 : step), depth + 1);
    head += "\n" + mapping(indent + step, depth + 1);
    if (!anchor.empty()) {
      mappings_.push_back(anchor);
      anchors_.push_back(anchor);
    }
    return head;
  }

  std::string mapping(int indent, int depth) {
    std::string text;
    for (int count = 1 + below(4); count > 0; --count) {
      text += spaces(odd() ? indent + 1 : indent);
      if (!mappings_.empty() && one_in(4)) {
        text += "<<: " + merge() + "\n";
      } else if (one_in(20)) {
        text +=
            "? k" + std::to_string(below(900)) + "\n" + spaces(indent) + ":" + value(indent, depth);
      } else if (odd()) {
        text += "?" + value(indent, depth) + spaces(indent) + ":" + value(indent, depth);
      } else {
        text += key() + ":" + value(indent, depth);
      }
    }
    return text;
  }

  std::string merge() {
    if (odd())
      return one_of({"", "1", "[]", "{}", "[1]", "*a0", "{a: 1, b: 2}", "[{a: 1}, {a: 2}]"});
    if (one_in(2)) return "*" + one_of(mappings_);
    return "[*" + one_of(mappings_) + " , *" + one_of(mappings_) + " ]";
  }

  std::string sequence(int indent, int depth) {
    std::string text;
    for (int count = 1 + below(3); count > 0; --count) {
      text += spaces(indent) + "-";
      if (depth < kDepthMax && one_in(4)) {
        // The first key stands behind the dash.
        text += " " + mapping(indent + 2, depth + 1).substr(static_cast<std::size_t>(indent) + 2);
      } else {
        text += value(indent, depth);
      }
    }
    return text;
  }

  void change(std::string& text) {
    static const Texts kPieces = {" ",     "  ",     "\t",     "\n",     ":",      ": ", "-", "- ",
                                  "#",     " #",     "'",      "\"",     "{",      "}",  "[", "]",
                                  ",",     "&a ",    "*a ",    "!",      "!!str ", "|",  ">", "%",
                                  "@",     "`",      "?",      "? ",     "<<: ",   "~",  "0", "\\",
                                  "...\n", "\u00e9", "\u0085", "\ufeff", "\r"};
    const auto at = static_cast<std::size_t>(below(static_cast<int>(text.size())));
    const std::size_t before = text.rfind('\n', at);
    const std::size_t line = before == std::string::npos || before == at ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', line), text.size() - 1) + 1;
    const bool is_ascii = (text[at] & 0x80) == 0;
    switch (below(7)) {
      case 0:
        text.insert(line, one_of({" ", "  ", "\t"}));
        return;
      case 1:
        text.insert(line, text.substr(line, end - line));
        return;
      case 2:
        text.erase(line, end - line);
        return;
      case 3:
        if (text[line] == ' ') text.erase(line, 1);
        return;
      case 4:
        if (is_ascii) text.erase(at, 1);
        return;
      default:
        if (is_ascii) text.insert(at, one_of(kPieces));
    }
  }

  std::mt19937_64 random_;
  int odds_ = 100;
  Texts anchors_;
  Texts mappings_;  // the anchors among them that name mappings
};

}  // namespace drawbridge::test
