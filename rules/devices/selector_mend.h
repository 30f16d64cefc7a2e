// Texts that are nearly right; see selector_repair.h for quantities and versions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::rules {

// An expression with what other languages write put in CEL's words: `=` for `==`, `and`, `or`,
// `not`, and sizes without quotes (16Gi); with what is missing of quotation marks, brackets and
// commas, and without has() around a comparison. String literals that have an end stay as they are,
// and so does a longer text: a tenant's selectors are mended while others wait.
inline constexpr std::size_t kMendedBytesMax = 2'048;
std::string mended_syntax(std::string_view text);

// A version as its numbers alone: "8.9" of "sm_89", "550" of "550.x", "8.0.0" of "8.0.0.0". What
// has another form stays as it is.
std::string plain_version(std::string_view text);

// A search for text that is written with stars: contains() of "*H100*", startsWith() of "H100*".
struct TextSearch {
  std::string_view method;
  std::string_view text;
};
// nullopt where there is no star at either end, or more than that.
std::optional<TextSearch> search_meant(std::string_view text);

// The method of CEL's strings that one of another language, or in other letters, stands for:
// "contains" for "includes"; "==" for "equals". Empty for CEL's own and for what is not known.
std::string_view method_meant(std::string_view name);

}  // namespace drawbridge::rules
