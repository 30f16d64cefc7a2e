// The difference of two texts, line by line, as a person reads it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::cli {

struct DiffLine {
  enum class Kind : std::uint8_t { kSame, kRemoved, kAdded, kGap };
  Kind kind = Kind::kSame;
  std::string_view text;  // into `before` or `after`
};

// Changed lines with the lines that lead to them: `context` unchanged ones around each change, and
// every line of smaller indentation above it (the key of a list is above its items), so that a
// change deep in YAML shows where it stands.
// Texts of more than kDiffLinesMax lines are shown without their unchanged middle being matched.
inline constexpr std::size_t kDiffLinesMax = 4000;
std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after,
                                 std::size_t context);

}  // namespace drawbridge::cli
