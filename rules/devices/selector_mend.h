// Texts that are nearly right; see selector_repair.h for quantities and versions.
#pragma once

#include <string>
#include <string_view>

namespace drawbridge::rules {

// An expression with what other languages write put in CEL's words: `=` for `==`, `and`, `or`,
// `not`, and sizes without quotes (16Gi). String literals stay as they are.
std::string mended_syntax(std::string_view text);

}  // namespace drawbridge::rules
