// A table of text with columns as wide as their longest cell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drawbridge::cli {

// Of UTF-8 text, each character as one.
std::size_t columns(std::string_view text);

class Table {
 public:
  using Line = std::vector<std::string>;

  // Columns of numbers are set flush right; a column that is not named is of text.
  explicit Table(Line head, std::vector<bool> numbers = {}) : numbers_(std::move(numbers)) {
    add(std::move(head));
  }
  void add(Line line);
  std::string text() const;

 private:
  const std::vector<bool> numbers_;
  std::vector<std::size_t> widths_;
  std::vector<Line> lines_;
};

}  // namespace drawbridge::cli
