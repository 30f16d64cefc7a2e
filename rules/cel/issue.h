// What is wrong with an expression, and where.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::cel {

// Most issues that one compilation reports, as cel-go: one more is counted as "too many errors".
inline constexpr std::size_t kIssuesMax = 100;

struct Issue {
  std::uint32_t offset = 0;  // code points before the place
  std::string message;
  friend bool operator==(const Issue&, const Issue&) = default;
};

// 1-based line, 0-based column in code points, as cel-go's Location.
struct Location {
  std::uint32_t line = 1;
  std::uint32_t column = 0;
};
Location location_of(std::string_view source, std::uint32_t offset);

// cel-go's text of its errors, sorted by place, one block each:
//   ERROR: <input>:1:9: undeclared reference to 'y' (in container '')
//    | x + y
//    | ....^
// Tabs are shown as blanks, and the caret of a wide character is wide, as there.
std::string to_text(const std::vector<Issue>& issues, std::string_view source);

}  // namespace drawbridge::cel
