// What the text of a YAML scalar means. Internal to the YAML reader and writer.
//
// The rules are those of go.yaml.in/yaml/v2 (resolve.go), which kubectl reads with: YAML 1.1
// without base 60, with Go's integer syntax. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::kube {

struct YamlScalar {
  enum class Kind : std::uint8_t { kNull, kBool, kInt, kUint, kFloat, kTimestamp, kString };

  Kind kind = Kind::kString;
  bool boolean = false;
  std::int64_t integer = 0;
  std::uint64_t unsigned_integer = 0;  // kUint only: above the range of `integer`
  double real = 0;                     // may be an infinity or NaN
  std::string_view text = {};          // as written
};

// In front of the names of YAML's own tags, in their long form.
inline constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";

// The meaning of `text` written without quotes and tag. kTimestamp values are strings for JSON.
YamlScalar resolve_yaml_scalar(std::string_view text);

// The meaning of `text` with a tag, in its long form ("tag:yaml.org,2002:int"); nothing where the
// text can't be read as that type. !!binary is not decoded here, and tags that are not known make
// strings.
std::optional<YamlScalar> resolve_yaml_tagged(std::string_view tag, std::string_view text);

// The scalar as a JSON value whose string, if it is one, refers to `scalar.text`; nothing for
// infinities and NaN.
std::optional<Json> yaml_scalar_value(const YamlScalar& scalar);

// The scalar as a key; nothing where kubectl takes none: null, integers above 2^63 - 1.
std::optional<std::string> yaml_scalar_key(const YamlScalar& scalar);

// Base64 as Go's StdEncoding decodes it: padded, line breaks ignored.
std::optional<std::string> decode_yaml_binary(std::string_view text);

// Whether a reader of YAML 1.1 or 1.2 may take the plain text for something other than a string.
bool yaml_plain_is_ambiguous(std::string_view text);

}  // namespace drawbridge::kube
