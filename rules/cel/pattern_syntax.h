// Go's syntax of regular expressions in RE2's.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace drawbridge::cel {

struct PatternError {
  std::string text;    // Go's
  std::string before;  // what stands before the place, for RE2: its errors come first
};

// The same expression for RE2, groups unnamed; what RE2 would take and Go does not is refused.
// Whatever both refuse is left for RE2 to find.
std::variant<std::string, PatternError> translate_pattern(std::string_view text);

// "error parsing regexp: CODE: `PART`"
std::string pattern_error(std::string_view code, std::string_view part);

}  // namespace drawbridge::cel
