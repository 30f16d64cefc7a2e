#include "rules/cel/issue.h"

#include <gtest/gtest.h>

#include <string>

namespace drawbridge::cel {
namespace {

TEST(Issue, PlacesAreLinesAndColumnsInCodePoints) {
  const std::string source = "ab\n\u00e9\U0001F601c\n";
  const auto at = [&](std::uint32_t offset) {
    const Location location = location_of(source, offset);
    return std::to_string(location.line) + ":" + std::to_string(location.column);
  };
  EXPECT_EQ(at(0), "1:0");
  EXPECT_EQ(at(2), "1:2");
  EXPECT_EQ(at(3), "2:0");
  EXPECT_EQ(at(5), "2:2");
  EXPECT_EQ(at(7), "3:0");
}

TEST(Issue, TabsAreBlanksAndWideCharactersHaveWideCarets) {
  EXPECT_EQ(to_text({{4, "x"}}, "\t\u00e9\ta\u00e9"),
            "ERROR: <input>:1:5: x\n |  \u00e9 a\u00e9\n | .\uff0e..\uff3e");
}

TEST(Issue, TheTextIsInTheOrderOfPlaces) {
  EXPECT_EQ(to_text({{1, "b"}, {0, "a"}, {1, "c"}, {kNoOffset, "d"}}, "xy"),
            "ERROR: <input>:-1:0: d\nERROR: <input>:1:1: a\n | xy\n | ^\n"
            "ERROR: <input>:1:2: b\n | xy\n | .^\nERROR: <input>:1:2: c\n | xy\n | .^");
}

TEST(Issue, OnlyTheLineOfThePlaceIsShown) {
  EXPECT_EQ(to_text({{3, "x"}, {4, "y"}}, "ab\ncd\nef"),
            "ERROR: <input>:2:1: x\n | cd\n | ^\nERROR: <input>:2:2: y\n | cd\n | .^");
}

TEST(Issue, APlaceBehindTheLineStandsBehindIt) {
  EXPECT_EQ(to_text({{2, "x"}}, "ab"), "ERROR: <input>:1:3: x\n | ab\n | ..^");
}

TEST(Issue, LinesUpTo16KiBAreShown) {
  const std::string shown(16384, 'a');
  EXPECT_EQ(to_text({{0, "x"}}, shown), "ERROR: <input>:1:1: x\n | " + shown + "\n | ^");
  EXPECT_EQ(to_text({{0, "x"}}, shown + "a"), "ERROR: <input>:1:1: x");
}

TEST(Issue, TheWholeExpressionHasNoPlace) {
  EXPECT_EQ(to_text({{kNoOffset, "x"}}, "a"), "ERROR: <input>:-1:0: x");
  EXPECT_EQ(to_text({}, "a"), "");
}

TEST(Issues, AreSortedByPlaceAndStable) {
  Issues issues;
  EXPECT_TRUE(issues.empty());
  issues.add(5, "a");
  issues.add(kNoOffset, "b");
  issues.add(1, "c");
  issues.add(5, "d");
  EXPECT_EQ(std::move(issues).take(),
            (std::vector<Issue>{{kNoOffset, "b"}, {1, "c"}, {5, "a"}, {5, "d"}}));
}

TEST(Issues, TheFirstHundredAreKept) {
  Issues issues;
  for (std::uint32_t i = 0; i < kIssuesMax; ++i) issues.add(200 - i, "x");
  Issues one_more = issues;
  EXPECT_EQ(std::move(issues).take().size(), kIssuesMax);
  one_more.add(0, "left out");
  EXPECT_EQ(one_more.count(), kIssuesMax + 1);
  const std::vector<Issue> taken = std::move(one_more).take();
  ASSERT_EQ(taken.size(), kIssuesMax + 1);
  EXPECT_EQ(taken.front().offset, 101u);
  EXPECT_EQ(to_text({taken.back()}, "a"), "1 more errors were truncated");
}

}  // namespace
}  // namespace drawbridge::cel
