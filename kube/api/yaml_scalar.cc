#include "kube/api/yaml_scalar.h"

#include <array>
#include <cmath>
#include <limits>

#include "kube/api/yaml_number.h"

namespace drawbridge::kube {
namespace {

using Kind = YamlScalar::Kind;

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

// The first character says what a text may be, as in go-yaml: `_1` and `'1` are never numbers.
YamlScalar resolve(std::string_view text, bool maybe_timestamp) {
  YamlScalar scalar;
  if (resolve_word(text, scalar)) return scalar;
  scalar = make(Kind::kString, text);
  if (std::string_view("0123456789+-.").find(text[0]) == std::string_view::npos) return scalar;
  if (maybe_timestamp && is_yaml_timestamp(text)) {
    scalar.kind = Kind::kTimestamp;
  } else {
    resolve_yaml_number(text, scalar);
  }
  return scalar;
}

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
  return yaml_float_value(scalar.real);
}

std::optional<std::string> yaml_scalar_key(const YamlScalar& scalar) {
  switch (scalar.kind) {
    case Kind::kBool:
      return std::string(scalar.boolean ? "true" : "false");
    case Kind::kInt:
      return std::to_string(scalar.integer);
    case Kind::kFloat:
      return yaml_float_key(scalar.real);
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

}  // namespace drawbridge::kube
