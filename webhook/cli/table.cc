#include "webhook/cli/table.h"

#include <algorithm>
#include <utility>

namespace drawbridge::cli {

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

void Table::add(Line line) {
  widths_.resize(line.size());
  for (std::size_t i = 0; i < line.size(); ++i) widths_[i] = std::max(widths_[i], columns(line[i]));
  lines_.push_back(std::move(line));
}

std::string Table::text() const {
  std::string text;
  for (const Line& line : lines_) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string pad(widths_[i] - columns(line[i]), ' ');
      const bool is_number = i < numbers_.size() && numbers_[i];
      row += (i > 0 ? "  " : "") + (is_number ? pad + line[i] : line[i] + pad);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

}  // namespace drawbridge::cli
