#include "webhook/cli/diff.h"

#include <algorithm>

namespace drawbridge::cli {
namespace {

using Kind = DiffLine::Kind;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// An item of a list stands as far left as the key of the list, and below it.
std::size_t indentation(std::string_view line) {
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  return blanks * 2 + (line.substr(blanks).starts_with("- ") ? 1 : 0);
}

using Lines = std::vector<std::string_view>;

// The longest common subsequence of what lies between a common head and tail.
std::vector<DiffLine> align(const Lines& before, const Lines& after) {
  std::size_t head = 0;
  while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail + head < before.size() && tail + head < after.size() &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  const std::size_t rows = before.size() - head - tail;
  const std::size_t columns = after.size() - head - tail;
  std::vector<DiffLine> result;
  for (std::size_t i = 0; i < head; ++i) result.push_back({Kind::kSame, before[i]});
  std::vector<std::vector<std::uint32_t>> common;
  const bool small = rows <= kDiffLinesMax && columns <= kDiffLinesMax;
  if (small) {
    common.assign(rows + 1, std::vector<std::uint32_t>(columns + 1));
    for (std::size_t i = rows; i-- > 0;) {
      for (std::size_t j = columns; j-- > 0;) {
        common[i][j] = before[head + i] == after[head + j]
                           ? common[i + 1][j + 1] + 1
                           : std::max(common[i + 1][j], common[i][j + 1]);
      }
    }
  }
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < rows || j < columns) {
    if (small && i < rows && j < columns && before[head + i] == after[head + j]) {
      result.push_back({Kind::kSame, before[head + i++]});
      ++j;
    } else if (i < rows && (j == columns || !small || common[i + 1][j] >= common[i][j + 1])) {
      result.push_back({Kind::kRemoved, before[head + i++]});
    } else {
      result.push_back({Kind::kAdded, after[head + j++]});
    }
  }
  for (std::size_t k = before.size() - tail; k < before.size(); ++k)
    result.push_back({Kind::kSame, before[k]});
  return result;
}

}  // namespace

std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after,
                                 std::size_t context) {
  const std::vector<DiffLine> all = align(lines_of(before), lines_of(after));
  std::vector<bool> wanted(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == Kind::kSame) continue;
    const std::size_t last = std::min(all.size() - 1, i + context);
    for (std::size_t j = i - std::min(i, context); j <= last; ++j) wanted[j] = true;
    // The keys above: each line of smaller indentation, up to the root.
    std::size_t indent = indentation(all[i].text);
    for (std::size_t j = i; j-- > 0 && indent > 0;) {
      if (all[j].kind != Kind::kSame || indentation(all[j].text) >= indent) continue;
      wanted[j] = true;
      indent = indentation(all[j].text);
    }
  }
  std::vector<DiffLine> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (wanted[i]) {
      result.push_back(all[i]);
    } else if (!result.empty() && result.back().kind != Kind::kGap) {
      result.push_back({Kind::kGap, {}});
    }
  }
  while (!result.empty() && result.back().kind == Kind::kGap) result.pop_back();
  return result;
}

}  // namespace drawbridge::cli
