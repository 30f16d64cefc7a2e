// What is wrong with an expression, and where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::cel {

// Most issues that one compilation reports, as cel-go; those past it are counted, see Issues.
inline constexpr std::size_t kIssuesMax = 100;

// Of no place in the text: the expression as a whole. Sorts first, as in cel-go.
inline constexpr std::uint32_t kNoOffset = UINT32_MAX;
// Of the line that says how many issues were left out; stands last.
inline constexpr std::uint32_t kAfterAll = UINT32_MAX - 1;

struct Issue {
  std::uint32_t offset = 0;  // code points before the place, kNoOffset or kAfterAll
  std::string message;
  friend bool operator==(const Issue&, const Issue&) = default;
};

// Collects the issues of one compilation: keeps the first kIssuesMax and counts the rest.
class Issues {
 public:
  void add(std::uint32_t offset, std::string message);
  bool empty() const { return count_ == 0; }
  std::size_t count() const { return count_; }
  // In the order of their places; those of one place as they were added. Where some were left out,
  // one of kAfterAll that says how many is behind them.
  std::vector<Issue> take() &&;

 private:
  std::vector<Issue> kept_;
  std::size_t count_ = 0;
};

// 1-based line, 0-based column in code points, as cel-go's Location. Of an empty text the column is
// -1, as there.
struct Location {
  std::uint32_t line = 1;
  std::uint32_t column = 0;
};
Location location_of(std::string_view source, std::uint32_t offset);

// cel-go's text of its errors, sorted by place, one block each:
//   ERROR: <input>:1:9: undeclared reference to 'y' (in container '')
//    | x + y
//    | ....^
// Tabs are shown as blanks, and the caret of a character beyond ASCII is wide, as there. A line of
// over 16 KiB is not shown. An issue of kNoOffset stands at "-1:0".
std::string to_text(const std::vector<Issue>& issues, std::string_view source);

}  // namespace drawbridge::cel
