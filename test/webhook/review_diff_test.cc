// What a person is shown of two texts.
#include <gtest/gtest.h>

#include <string>

#include "webhook/cli/diff.h"

namespace drawbridge::cli {
namespace {

// One line per line: its mark, a blank and its text.
std::string shown(const std::vector<DiffLine>& lines) {
  std::string text;
  for (const DiffLine& line : lines) {
    switch (line.kind) {
      case DiffLine::Kind::kSame:
        text += "  ";
        break;
      case DiffLine::Kind::kRemoved:
        text += "- ";
        break;
      case DiffLine::Kind::kAdded:
        text += "+ ";
        break;
      case DiffLine::Kind::kGap:
        text += "...";
        break;
    }
    text += std::string(line.text) + "\n";
  }
  return text;
}

TEST(Diff, ShowsChangesWithWhatLeadsToThem) {
  struct Case {
    const char* before;
    const char* after;
    std::size_t context;
    const char* shown;
  };
  const Case cases[] = {
      {"", "", 1, ""},
      {"a\nb\n", "a\nb\n", 1, ""},
      {"", "a\nb\n", 1, "+ a\n+ b\n"},
      {"a\nb\n", "", 1, "- a\n- b\n"},
      {"a\n", "b\n", 0, "- a\n+ b\n"},
      {"a", "a\n", 1, ""},
      {"a\nb\nc\n", "a\nx\nc\n", 0, "- b\n+ x\n"},
      {"a\nb\nc\n", "a\nx\nc\n", 1, "  a\n- b\n+ x\n  c\n"},
      {"a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\n", 1, "- a\n+ x\n  b\n...\n  d\n- e\n+ y\n"},
      {"a\nb\nc\n", "a\nb\nnew\nc\n", 0, "+ new\n"},
      {"a\na\na\n", "a\na\n", 0, "- a\n"},
      // A change deep in YAML, with the keys above it.
      {"m:\n  n: 1\ns:\n  p: 1\n  c:\n  - i: 1\n    r:\n      l: 1\n",
       "m:\n  n: 1\ns:\n  p: 1\n  c:\n  - i: 1\n    r:\n      l: 2\n", 0,
       "  s:\n...\n  "
       "  c:\n"
       "    - i: 1\n      "
       "r:\n-       l: 1\n+       l: 2\n"},
  };
  for (const Case& at : cases)
    EXPECT_EQ(shown(diff_lines(at.before, at.after, at.context)), at.shown) << at.before << "->\n"
                                                                            << at.after;
}

TEST(Diff, LongTextsAreShownWithoutAligningTheirMiddle) {
  for (const std::size_t lines : {kDiffLinesMax, kDiffLinesMax + 1}) {
    std::string before = "head\n";
    std::string after = "head\n";
    for (std::size_t i = 0; i < lines; ++i) {
      const std::string number = std::to_string(i);
      // The first and the last line differ, what lies between them is alike.
      const bool differs = i == 0 || i + 1 == lines;
      before += (differs ? "old" : "same") + number + "\n";
      after += (differs ? "new" : "same") + number + "\n";
    }
    const std::vector<DiffLine> diff = diff_lines(before, after, 0);
    EXPECT_EQ(diff.size(), lines <= kDiffLinesMax ? 5u : 2 * lines);
  }
}

}  // namespace
}  // namespace drawbridge::cli
