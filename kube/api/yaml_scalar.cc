#include "kube/api/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace drawbridge::kube {
namespace {

using Kind = YamlScalar::Kind;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_sign(char c) {
  return c == '+' || c == '-';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

struct Word {
  std::string_view text;
  Kind kind;
  double value;
};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr auto kWords = std::to_array<Word>({
    {"", Kind::kNull, 0},
    {"~", Kind::kNull, 0},
    {"null", Kind::kNull, 0},
    {"Null", Kind::kNull, 0},
    {"NULL", Kind::kNull, 0},
    {"y", Kind::kBool, 1},
    {"Y", Kind::kBool, 1},
    {"yes", Kind::kBool, 1},
    {"Yes", Kind::kBool, 1},
    {"YES", Kind::kBool, 1},
    {"true", Kind::kBool, 1},
    {"True", Kind::kBool, 1},
    {"TRUE", Kind::kBool, 1},
    {"on", Kind::kBool, 1},
    {"On", Kind::kBool, 1},
    {"ON", Kind::kBool, 1},
    {"n", Kind::kBool, 0},
    {"N", Kind::kBool, 0},
    {"no", Kind::kBool, 0},
    {"No", Kind::kBool, 0},
    {"NO", Kind::kBool, 0},
    {"false", Kind::kBool, 0},
    {"False", Kind::kBool, 0},
    {"FALSE", Kind::kBool, 0},
    {"off", Kind::kBool, 0},
    {"Off", Kind::kBool, 0},
    {"OFF", Kind::kBool, 0},
    {".nan", Kind::kFloat, kNan},
    {".NaN", Kind::kFloat, kNan},
    {".NAN", Kind::kFloat, kNan},
    {".inf", Kind::kFloat, kInfinity},
    {".Inf", Kind::kFloat, kInfinity},
    {".INF", Kind::kFloat, kInfinity},
    {"+.inf", Kind::kFloat, kInfinity},
    {"+.Inf", Kind::kFloat, kInfinity},
    {"+.INF", Kind::kFloat, kInfinity},
    {"-.inf", Kind::kFloat, -kInfinity},
    {"-.Inf", Kind::kFloat, -kInfinity},
    {"-.INF", Kind::kFloat, -kInfinity},
});
constexpr std::size_t kWordBytesMax = 5;

YamlScalar make(Kind kind, std::string_view text) {
  YamlScalar scalar;
  scalar.kind = kind;
  scalar.text = text;
  return scalar;
}

bool resolve_word(std::string_view text, YamlScalar& to) {
  if (text.size() > kWordBytesMax) return false;
  for (const Word& word : kWords) {
    if (word.text != text) continue;
    to = make(word.kind, text);
    to.boolean = word.kind == Kind::kBool && word.value != 0;
    to.real = word.kind == Kind::kFloat ? word.value : 0;
    return true;
  }
  return false;
}

// The digits of `text` in `base`; nothing when another character stands there or 64 bits don't hold
// it.
std::optional<std::uint64_t> parse_digits(std::string_view text, int base) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || at != end) return std::nullopt;
  return value;
}

bool set_integer(bool negative, std::uint64_t magnitude, YamlScalar& to) {
  constexpr auto kMax = static_cast<std::uint64_t>(INT64_MAX);
  if (magnitude > kMax + (negative ? 1 : 0)) return false;
  to.kind = Kind::kInt;
  to.integer = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
  return true;
}

// Go's strconv.ParseInt and ParseUint with base 0. `text` holds no underscores.
bool resolve_integer(std::string_view text, YamlScalar& to) {
  const bool has_sign = !text.empty() && is_sign(text[0]);
  const bool negative = has_sign && text[0] == '-';
  std::string_view digits = text.substr(has_sign ? 1 : 0);
  if (digits.empty()) return false;
  int base = 10;
  if (digits[0] == '0' && digits.size() > 1) {
    const char prefix = digits.size() > 2 ? lower(digits[1]) : '\0';
    base = prefix == 'x' ? 16 : prefix == 'b' ? 2 : 8;
    digits.remove_prefix(prefix == 'x' || prefix == 'b' || prefix == 'o' ? 2 : 1);
  }
  if (const std::optional<std::uint64_t> magnitude = parse_digits(digits, base)) {
    if (set_integer(negative, *magnitude, to)) return true;
    if (has_sign) return false;
    to.kind = Kind::kUint;
    to.unsigned_integer = *magnitude;
    return true;
  }
  // go-yaml reads what follows a lower-case 0b once more, and then takes a sign there.
  if (!text.starts_with("0b") || text.size() < 4 || !is_sign(text[2])) return false;
  const std::optional<std::uint64_t> magnitude = parse_digits(text.substr(3), 2);
  return magnitude && set_integer(text[2] == '-', *magnitude, to);
}

std::size_t count_digits(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at - from;
}

// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool looks_like_float(std::string_view text) {
  std::size_t at = !text.empty() && is_sign(text[0]) ? 1 : 0;
  const std::size_t whole = count_digits(text, at);
  at += whole;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = count_digits(text, at + 1);
    at += 1 + fraction;
  }
  if (whole + fraction == 0) return false;
  if (at < text.size() && lower(text[at]) == 'e') {
    ++at;
    if (at < text.size() && is_sign(text[at])) ++at;
    const std::size_t exponent = count_digits(text, at);
    if (exponent == 0) return false;
    at += exponent;
  }
  return at == text.size();
}

// Whether a number that from_chars found out of range is too small rather than too large.
bool is_tiny(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  return e != std::string_view::npos && text.substr(e + 1).starts_with('-');
}

// Precondition: looks_like_float(text).
bool resolve_float(std::string_view text, YamlScalar& to) {
  const bool negative = text.starts_with('-');
  if (is_sign(text[0])) text.remove_prefix(1);
  double value = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    if (!is_tiny(text)) return false;
    value = 0;
  }
  if (std::isinf(value)) return false;
  to.kind = Kind::kFloat;
  to.real = negative ? -value : value;
  return true;
}

// Reads fields of a time from the left; each step fails once and for all.
class TimeScanner {
 public:
  explicit TimeScanner(std::string_view text) : rest_(text) {}

  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }
  bool next_is(char c) const { return ok_ && rest_.starts_with(c); }
  void skip(char c) {
    if (!next_is(c)) ok_ = false;
    if (ok_) rest_.remove_prefix(1);
  }
  void skip_spaces() {
    skip(' ');
    while (next_is(' ')) rest_.remove_prefix(1);
  }
  int number(std::size_t digits_min, std::size_t digits_max, int max) {
    const std::size_t digits = std::min(count_digits(rest_, 0), digits_max);
    if (digits < digits_min) ok_ = false;
    if (!ok_) return 0;
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = value * 10 + (rest_[i] - '0');
    rest_.remove_prefix(digits);
    if (value > max) ok_ = false;
    return value;
  }
  void skip_fraction() {
    if (!ok_ || rest_.size() < 2 || (rest_[0] != '.' && rest_[0] != ',') || !is_digit(rest_[1]))
      return;
    rest_.remove_prefix(1 + count_digits(rest_, 1));
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

int days_of(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

// The four layouts that go-yaml gives to Go's time.Parse: a date; a date, 'T' or 't', time and
// zone; a date, spaces and a time without zone. Fields after the year have one or two digits.
bool is_timestamp(std::string_view text) {
  TimeScanner scanner(text);
  const int year = scanner.number(4, 4, 9999);
  scanner.skip('-');
  const int month = scanner.number(1, 2, 12);
  scanner.skip('-');
  const int day = scanner.number(1, 2, 31);
  if (!scanner.ok() || month < 1 || day < 1 || day > days_of(year, month)) return false;
  if (scanner.at_end()) return true;
  const bool has_zone = scanner.next_is('T') || scanner.next_is('t');
  if (has_zone) {
    scanner.skip(scanner.next_is('T') ? 'T' : 't');
  } else {
    scanner.skip_spaces();
  }
  scanner.number(1, 2, 23);
  scanner.skip(':');
  scanner.number(1, 2, 59);
  scanner.skip(':');
  scanner.number(1, 2, 59);
  scanner.skip_fraction();
  if (has_zone && scanner.next_is('Z')) {
    scanner.skip('Z');
  } else if (has_zone) {
    scanner.skip(scanner.next_is('+') ? '+' : '-');
    scanner.number(2, 2, 24);
    scanner.skip(':');
    scanner.number(2, 2, 60);
  }
  return scanner.at_end();
}

bool resolve_number(std::string_view text, YamlScalar& to) {
  if (text.find('_') == std::string_view::npos) {
    return resolve_integer(text, to) || (looks_like_float(text) && resolve_float(text, to));
  }
  std::string plain(text);
  std::erase(plain, '_');
  return resolve_integer(plain, to) || (looks_like_float(plain) && resolve_float(plain, to));
}

// The first character says what a text may be, as in go-yaml: `_1` and `'1` are never numbers.
YamlScalar resolve(std::string_view text, bool maybe_timestamp) {
  YamlScalar scalar;
  if (resolve_word(text, scalar)) return scalar;
  scalar = make(Kind::kString, text);
  const char first = text[0];
  if (first == '.') {
    // Here go-yaml leaves underscores where they are.
    if (looks_like_float(text)) resolve_float(text, scalar);
  } else if (is_digit(first) || is_sign(first)) {
    if (maybe_timestamp && is_timestamp(text)) {
      scalar.kind = Kind::kTimestamp;
    } else {
      resolve_number(text, scalar);
    }
  }
  return scalar;
}

// Go's strconv.FormatFloat(value, 'g', -1, 32).
std::string float_key(double value) {
  const auto narrow = static_cast<float>(value);
  if (std::isnan(narrow)) return ".nan";
  if (std::isinf(narrow)) return narrow > 0 ? ".inf" : "-.inf";
  std::array<char, 64> buffer;
  char* const begin = buffer.data();
  char* const limit = begin + buffer.size();
  const char* end = std::to_chars(begin, limit, narrow, std::chars_format::scientific).ptr;
  const std::string_view text(begin, static_cast<std::size_t>(end - begin));
  const std::size_t e = text.find('e');
  int exponent = 0;
  const char* digits = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(digits, end, exponent);
  constexpr int kFixedExponentMin = -4;
  constexpr int kFixedExponentMax = 5;
  if (exponent < kFixedExponentMin || exponent > kFixedExponentMax) return std::string(text);
  end = std::to_chars(begin, limit, narrow, std::chars_format::fixed).ptr;
  return std::string(begin, static_cast<std::size_t>(end - begin));
}

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";

}  // namespace

YamlScalar resolve_yaml_scalar(std::string_view text) {
  return resolve(text, true);
}

std::optional<YamlScalar> resolve_yaml_tagged(std::string_view tag, std::string_view text) {
  const YamlScalar string = make(Kind::kString, text);
  if (!tag.starts_with(kTagPrefix)) return string;
  const std::string_view name = tag.substr(kTagPrefix.size());
  const bool is_float = name == "float";
  if (name == "timestamp") {
    const YamlScalar scalar = resolve(text, true);
    return scalar.kind == Kind::kTimestamp ? std::optional(scalar) : std::nullopt;
  }
  if (name != "null" && name != "bool" && name != "int" && !is_float) return string;
  YamlScalar scalar = resolve(text, false);
  if (is_float && scalar.kind == Kind::kInt) {
    scalar.kind = Kind::kFloat;
    scalar.real = static_cast<double>(scalar.integer);
  }
  const Kind kind = scalar.kind;
  const bool fits = name == "null"   ? kind == Kind::kNull
                    : name == "bool" ? kind == Kind::kBool
                    : is_float       ? kind == Kind::kFloat
                                     : kind == Kind::kInt || kind == Kind::kUint;
  return fits ? std::optional(scalar) : std::nullopt;
}

std::optional<Json> yaml_scalar_value(const YamlScalar& scalar) {
  switch (scalar.kind) {
    case Kind::kNull:
      return Json();
    case Kind::kBool:
      return Json::boolean(scalar.boolean);
    case Kind::kInt:
      return Json::integer(scalar.integer);
    case Kind::kUint:
      return Json::unsigned_integer(scalar.unsigned_integer);
    case Kind::kTimestamp:
    case Kind::kString:
      return Json::string(scalar.text);
    case Kind::kFloat:
      break;
  }
  if (!std::isfinite(scalar.real)) return std::nullopt;
  // Go writes 1.0 into the JSON as 1, and the API then reads an integer.
  constexpr double kIntegerLimit = 9223372036854775808.0;
  if (std::trunc(scalar.real) == scalar.real && std::abs(scalar.real) < kIntegerLimit) {
    return Json::integer(static_cast<std::int64_t>(scalar.real));
  }
  return Json::real(scalar.real);
}

std::optional<std::string> yaml_scalar_key(const YamlScalar& scalar) {
  switch (scalar.kind) {
    case Kind::kBool:
      return std::string(scalar.boolean ? "true" : "false");
    case Kind::kInt:
      return std::to_string(scalar.integer);
    case Kind::kFloat:
      return float_key(scalar.real);
    case Kind::kTimestamp:
    case Kind::kString:
      return std::string(scalar.text);
    case Kind::kNull:
    case Kind::kUint:
      break;
  }
  return std::nullopt;
}

std::optional<std::string> decode_yaml_binary(std::string_view text) {
  std::string digits(text);
  std::erase_if(digits, [](char c) { return c == '\n' || c == '\r'; });
  if (digits.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = digits.ends_with("==") ? 2 : digits.ends_with("=") ? 1 : 0;
  digits.resize(digits.size() - padding);
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int bit_count = 0;
  for (const char c : digits) {
    const std::size_t value = kAlphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xffff;
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    bytes += static_cast<char>(bits >> bit_count & 0xff);
  }
  return bytes;
}

namespace {

// Base 60 of YAML 1.1: 190:20:30 and 190:20:30.15.
bool is_sexagesimal(std::string_view text) {
  if (text.find(':') == std::string_view::npos) return false;
  if (is_sign(text[0])) text.remove_prefix(1);
  if (text.empty() || !is_digit(text[0])) return false;
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  if (dot != std::string_view::npos &&
      text.find_first_not_of("0123456789_", dot + 1) != std::string_view::npos) {
    return false;
  }
  std::size_t at = whole.find_first_not_of("0123456789_");
  while (at < whole.size()) {
    const std::size_t digits = whole[at] == ':' ? count_digits(whole, at + 1) : 0;
    if (digits == 0 || digits > 2 || (digits == 2 && whole[at + 1] > '5')) return false;
    at += 1 + digits;
  }
  return true;
}

// A date as YAML 1.1's own pattern has it, wider than Go's: any day, spaces before the zone.
bool begins_like_date(std::string_view text) {
  if (count_digits(text, 0) != 4 || text.size() < 8 || text[4] != '-') return false;
  const std::size_t month = count_digits(text, 5);
  const std::size_t dash = 5 + month;
  if (month == 0 || month > 2 || dash >= text.size() || text[dash] != '-') return false;
  const std::size_t day = count_digits(text, dash + 1);
  const std::size_t end = dash + 1 + day;
  if (day == 0 || day > 2) return false;
  if (end == text.size()) return true;
  if (text[end] != 'T' && text[end] != 't' && text[end] != ' ' && text[end] != '\t') return false;
  return text.find_first_not_of("0123456789:.+-Zz \t", end + 1) == std::string_view::npos;
}

}  // namespace

bool yaml_plain_is_ambiguous(std::string_view text) {
  if (text.empty() || text == "=" || text == "<<") return true;
  if (resolve_yaml_scalar(text).kind != Kind::kString) return true;
  const char first = text[0];
  if (first == '.') {
    // Other readers drop underscores here too.
    std::string plain(text);
    std::erase(plain, '_');
    return looks_like_float(plain);
  }
  if (!is_digit(first) && !is_sign(first)) return false;
  // Digits that only underscores follow behind a prefix (0b_, 0x_) make PyYAML stumble.
  const std::string_view digits = text.substr(is_sign(first) ? 1 : 0);
  const bool has_prefix = digits.starts_with("0b") || digits.starts_with("0x");
  if (has_prefix && digits.size() > 2 &&
      digits.find_first_not_of('_', 2) == std::string_view::npos) {
    return true;
  }
  return is_sexagesimal(text) || begins_like_date(text);
}

}  // namespace drawbridge::kube
