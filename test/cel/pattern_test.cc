#include "rules/cel/pattern.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <variant>

namespace drawbridge::cel {
namespace {

std::shared_ptr<const Pattern> compiled(std::string_view text) {
  auto result = Pattern::compile(text);
  if (auto* pattern = std::get_if<std::shared_ptr<const Pattern>>(&result)) return *pattern;
  ADD_FAILURE() << text << ": " << std::get<std::string>(result);
  return std::get<std::shared_ptr<const Pattern>>(Pattern::compile(""));
}

std::string error_of(std::string_view text) {
  auto result = Pattern::compile(text);
  if (auto* error = std::get_if<std::string>(&result)) return *error;
  return "";
}

bool matches(std::string_view pattern, std::string_view text) {
  return compiled(pattern)->matches(text);
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Pattern, MatchesAnywhereAndCodePoints) {
  EXPECT_TRUE(matches("b", "abc"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("a.b", "a\nb"));
  EXPECT_TRUE(matches("(?s)a.b", "a\nb"));
  EXPECT_TRUE(matches("^.$", "é"));
  EXPECT_FALSE(matches("^abc$", "abc\n"));
  EXPECT_TRUE(matches(R"(^\d{3}-\w+\z)", "123-abc"));
}

TEST(Pattern, FindsTheLeftmostMatch) {
  const auto pattern = compiled("[a-z]+");
  EXPECT_EQ(pattern->find("日本語abc"), "abc");
  EXPECT_EQ(pattern->find("123"), std::nullopt);
  EXPECT_EQ(pattern->find("abc def", 3), "def");
  // What stands before counts.
  EXPECT_EQ(compiled("^a")->find("aa", 1), std::nullopt);
  // The first alternative, not the longest.
  EXPECT_EQ(compiled("a|ab")->find("ab"), "a");
  EXPECT_EQ(compiled("x*")->find("abc"), "");
}

TEST(Pattern, NamedGroupsInBothSpellings) {
  EXPECT_TRUE(matches("(?P<n>a)b", "ab"));
  EXPECT_TRUE(matches("(?<n>a)b", "ab"));
  // Go lets a name stand twice.
  EXPECT_TRUE(matches("(?<n>a)(?<n>b)", "ab"));
  EXPECT_EQ(error_of("(?<é>a)"), "error parsing regexp: invalid named capture: `(?<é>`");
  EXPECT_EQ(error_of("(?P<é>a)"), "error parsing regexp: invalid named capture: `(?P<é>`");
  EXPECT_EQ(error_of("(?<>a)"), "error parsing regexp: invalid named capture: `(?<>`");
  EXPECT_EQ(error_of("(?<=a)b"), "error parsing regexp: invalid named capture: `(?<=a)b`");
  EXPECT_EQ(error_of("(?<n>?:a)"),
            "error parsing regexp: missing argument to repetition operator: `?`");
  // Neither in a class, nor quoted, nor escaped.
  EXPECT_TRUE(matches("^[(?<n>]+$", "(?<n>"));
  EXPECT_TRUE(matches("^[](?<n>]+$", "(?<n>]"));
  EXPECT_TRUE(matches("^[[:alpha:](?<n>]+$", "(?<nx>"));
  EXPECT_TRUE(matches(R"(^\Q(?<n>\E$)", "(?<n>"));
  EXPECT_TRUE(matches(R"(^\(?<n>$)", "(<n>"));
}

TEST(Pattern, RefusesWhatGoRefuses) {
  EXPECT_EQ(error_of(R"(a\C)"), R"(error parsing regexp: invalid escape sequence: `\C`)");
  EXPECT_EQ(error_of(R"(a\Z)"), R"(error parsing regexp: invalid escape sequence: `\Z`)");
  EXPECT_EQ(error_of(R"(**\C)"),
            "error parsing regexp: missing argument to repetition operator: `*`");
  EXPECT_EQ(error_of(R"((a\C)"), R"(error parsing regexp: invalid escape sequence: `\C`)");
  EXPECT_TRUE(matches(R"(^\\C$)", R"(\C)"));
  EXPECT_EQ(error_of("["), "error parsing regexp: missing closing ]: `[`");
  EXPECT_EQ(error_of("x[a"), "error parsing regexp: missing closing ]: `[a`");
  EXPECT_EQ(error_of("(a"), "error parsing regexp: missing closing ): `(a`");
  EXPECT_EQ(error_of("(?<n>a"), "error parsing regexp: missing closing ): `(?<n>a`");
  EXPECT_EQ(error_of("a)"), "error parsing regexp: unexpected ): `a)`");
  EXPECT_EQ(error_of("*"), "error parsing regexp: missing argument to repetition operator: `*`");
  EXPECT_EQ(error_of("a**"), "error parsing regexp: invalid nested repetition operator: `**`");
  EXPECT_EQ(error_of("[b-a]"), "error parsing regexp: invalid character class range: `b-a`");
  EXPECT_EQ(error_of("(?i"), "error parsing regexp: invalid or unsupported Perl syntax: `(?i`");
  EXPECT_EQ(error_of("(?z)"), "error parsing regexp: invalid or unsupported Perl syntax: `(?z`");
  EXPECT_EQ(error_of("a\\"), "error parsing regexp: trailing backslash at end of expression: ``");
  EXPECT_EQ(error_of(R"(\pX)"), R"(error parsing regexp: invalid character class range: `\pX`)");
}

TEST(Pattern, UnicodeNamesOfCategories) {
  EXPECT_TRUE(matches(R"(^\p{Letter}+$)", "éa"));
  EXPECT_TRUE(matches(R"(^\p{decimal-number}$)", "7"));
  EXPECT_TRUE(matches(R"(^[\p{Letter}_]+$)", "a_"));
  EXPECT_TRUE(matches(R"(^\P{letter}$)", "1"));
  EXPECT_TRUE(matches(R"(^\p{^Letter}$)", "1"));
  EXPECT_TRUE(matches(R"(^\p{greek}\p{GREEK}$)", "αβ"));
  EXPECT_TRUE(matches(R"(^\p{Greek}\pL$)", "αβ"));
  EXPECT_NE(error_of(R"(\p{Nothing})"), "");
}

TEST(Pattern, RepetitionsEndAtAThousand) {
  EXPECT_TRUE(matches("^a{1000}$", std::string(1000, 'a')));
  EXPECT_EQ(error_of("a{1001}"), "error parsing regexp: invalid repeat count: `{1001}`");
  EXPECT_EQ(error_of("(a{10}){100}"), "");
  EXPECT_EQ(error_of("(a{10}){101}"), "error parsing regexp: invalid repeat count: `{101}`");
}

TEST(Pattern, GroupsEndAtADepth) {
  const auto nested = [](std::size_t depth) {
    return repeated("(", depth) + "a" + repeated(")", depth);
  };
  EXPECT_EQ(error_of(nested(kPatternGroupDepthMax)), "");
  EXPECT_EQ(error_of(nested(kPatternGroupDepthMax + 1)),
            "error parsing regexp: expression nests too deeply: `" +
                nested(kPatternGroupDepthMax + 1) + "`");
  // Side by side is no depth.
  EXPECT_EQ(error_of(repeated("(a)", 2000)), "");
}

TEST(Pattern, MemoryIsBounded) {
  EXPECT_EQ(compiled("abc")->bytes_max(), kPatternBytesUsual);
  EXPECT_EQ(compiled(repeated("a{1000}", 100))->bytes_max(), kPatternBytesMax);
  const std::string large = repeated("a{1000}", 1000);
  EXPECT_EQ(error_of(large), "error parsing regexp: expression too large: `" + large + "`");
}

TEST(CachedPattern, IsTheSameUntilOthersCome) {
  std::string error;
  const auto first = cached_pattern("a+", error);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(cached_pattern("a+", error), first);
  for (std::size_t i = 0; i < kCachedPatternsMax; ++i) {
    ASSERT_NE(cached_pattern("b{" + std::to_string(i) + "}", error), nullptr);
  }
  EXPECT_NE(cached_pattern("a+", error), first);
  EXPECT_TRUE(first->matches("a"));
}

TEST(CachedPattern, LongOnesAndWrongOnesAreNotKept) {
  std::string error;
  const std::string kept(kCachedPatternTextMax, 'a');
  EXPECT_EQ(cached_pattern(kept, error), cached_pattern(kept, error));
  const std::string longer(kCachedPatternTextMax + 1, 'a');
  const auto first = cached_pattern(longer, error);
  EXPECT_NE(cached_pattern(longer, error), first);
  EXPECT_EQ(cached_pattern("[", error), nullptr);
  EXPECT_EQ(error, "error parsing regexp: missing closing ]: `[`");
}

TEST(CachedPattern, EachThreadHasItsOwn) {
  std::string error;
  const auto here = cached_pattern("own+", error);
  std::shared_ptr<const Pattern> there;
  std::thread([&there] {
    std::string ignored;
    there = cached_pattern("own+", ignored);
  }).join();
  EXPECT_NE(here, there);
}

TEST(PatternBudget, IsSpentByInstructions) {
  const std::size_t cost = compiled("[a-f]{20}x*")->instructions() + kInstructionsPerPattern;
  const auto left_after = [](std::size_t instructions, std::string_view text) {
    PatternBudget budget(instructions);
    static_cast<void>(Pattern::compile(text, &budget));
    return budget.left();
  };
  EXPECT_EQ(left_after(cost + 1, "[a-f]{20}x*"), 1u);
  EXPECT_EQ(left_after(cost, "[a-f]{20}x*"), 0u);
  // However large it would have become, it stops where the budget ends.
  EXPECT_EQ(left_after(kObjectPatternInstructionsMax, R"((\pL{1,30}){1,30}N)"), 0u);
  EXPECT_EQ(left_after(100'000, R"(\C)"), 90'000u) << "the place of an error is looked for";

  PatternBudget spent(0);
  EXPECT_EQ(std::get<std::string>(Pattern::compile("a", &spent)),
            "error parsing regexp: expression too large: `a`");
}

}  // namespace
}  // namespace drawbridge::cel
