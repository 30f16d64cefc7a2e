// Nesting and size: at each limit and one past it, as measured in cel-go; and texts made to hurt a
// parser, which are refused at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>

#include "rules/cel/ast_builder.h"
#include "rules/cel/cel.h"
#include "rules/cel/parser.h"

namespace drawbridge::cel {
namespace {

std::string repeat(std::string_view text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

std::string errors_of(std::string_view expression) {
  const auto parsed = parse(expression, {});
  const auto* issues = std::get_if<std::vector<Issue>>(&parsed);
  return issues == nullptr ? "" : to_text(*issues, expression);
}

constexpr std::string_view kNested =
    "ERROR: <input>:-1:0: expression recursion limit exceeded: 250";
constexpr std::string_view kTooDeep = "ERROR: <input>:-1:0: max recursion depth exceeded";

struct Nesting {
  std::string open, middle, close;
  std::size_t most;  // that is accepted
  std::string_view error;

  std::string at(std::size_t count) const {
    return repeat(open, count) + middle + repeat(close, count);
  }
};

TEST(ParserLimits, NestingIsCountedAsInCelGo) {
  // What stands within is an expression as well, but for the list without elements.
  constexpr std::size_t kAround = kParseDepthMax - 1;
  const Nesting cases[] = {
      {"(", "1", ")", kAround, kNested},
      {"f(", "1", ")", kAround, kNested},
      {"{1: ", "1", "}", kAround, kNested},
      {"M{a: ", "1", "}", kAround, kNested},
      {"a ? b : ", "c", "", kAround, kNested},
      {"[].map(x, ", "1", ")", kAround, kNested},
      {"[", "", "]", kParseDepthMax, kNested},
      {"a[", "0", "]", kAround, kNested},
      {"1 + (", "1", ")", kAround / 2, kNested},      // two sums under way in each
      {"1 + 1 * (", "1", ")", kAround / 3, kNested},  // three
      {"1 == (", "1", ")", kAround / 2, kNested},
      {"", "a", ".b", kParseDepthMax, kTooDeep},
      {"", "a", ".?b", kParseDepthMax, kTooDeep},
      {"", "a", "[0]", kParseDepthMax, kTooDeep},
      {"", "a", ".f()", kParseDepthMax, kTooDeep},
      {"", "1", " + 1", kParseDepthMax, kTooDeep},
      {"", "1", " == 1", kParseDepthMax, kTooDeep},
  };
  for (const Nesting& it : cases) {
    EXPECT_EQ(errors_of(it.at(it.most)), "") << it.at(1);
    EXPECT_EQ(errors_of(it.at(it.most + 1)), it.error) << it.at(1);
  }
}

std::size_t depth_of(const Expr* expr) {
  if (expr == nullptr) return 0;
  std::size_t depth = depth_of(expr->target);
  for (const Expr* arg : expr->args) depth = std::max(depth, depth_of(arg));
  for (const MapEntry& entry : expr->entries) {
    depth = std::max({depth, depth_of(entry.key), depth_of(entry.value)});
  }
  if (const Comprehension* fold = expr->comprehension) {
    for (const Expr* part : {fold->range, fold->init, fold->condition, fold->step, fold->result}) {
      depth = std::max(depth, depth_of(part));
    }
  }
  return depth + 1;
}

TEST(ParserLimits, ChainsOfLogicAndSignsAreFlat) {
  for (const std::string& expression :
       {"a" + repeat(" && a", 5000), "a" + repeat(" || a", 5000), repeat("!", 5000) + "a",
        repeat("-", 5000) + "a", repeat("!", 5001) + "a"}) {
    const auto parsed = parse(expression, {});
    const Ast* ast = std::get_if<Ast>(&parsed);
    ASSERT_NE(ast, nullptr);
    EXPECT_LE(depth_of(ast->root()), 15u);
  }
}

TEST(ParserLimits, TheSizeIsCountedInCodePoints) {
  const std::string wide = "'" + repeat("\u00e9", kExpressionCodePointsMax - 2) + "'";
  EXPECT_EQ(errors_of(wide), "");
  EXPECT_EQ(errors_of(wide + " "),
            "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit "
            "100000");
}

TEST(ParserLimits, MacrosThatRepeatTheirTargetEndSomewhere) {
  EXPECT_EQ(errors_of("a" + repeat(".optMap(x, x)", 10)), "");
  EXPECT_EQ(errors_of("a" + repeat(".optMap(x, x)", 100)),
            "ERROR: <input>:-1:0: the expression has more than 262144 parts once its macros are "
            "expanded");
}

TEST(ParserLimits, IdsAreUniqueAndBelowTheEnd) {
  const auto parsed = parse("[1, 2].map(x, {x: [x.?a, M{b: x}]}).optMap(y, has(y.c))", {});
  const Ast& ast = std::get<Ast>(parsed);
  std::vector<bool> seen(ast.id_end());
  const std::function<void(const Expr*)> visit = [&](const Expr* expr) {
    if (expr == nullptr) return;
    ASSERT_LT(expr->id, ast.id_end());
    EXPECT_FALSE(seen[expr->id]);
    seen[expr->id] = true;
    visit(expr->target);
    for (const Expr* arg : expr->args) visit(arg);
    for (const MapEntry& entry : expr->entries) {
      ASSERT_LT(entry.id, ast.id_end());
      EXPECT_FALSE(seen[entry.id]);
      seen[entry.id] = true;
      visit(entry.key);
      visit(entry.value);
    }
    if (const Comprehension* fold = expr->comprehension) {
      for (const Expr* part :
           {fold->range, fold->init, fold->condition, fold->step, fold->result}) {
        visit(part);
      }
    }
  };
  visit(ast.root());
}

// Each is refused in a time that grows with its length only.
TEST(ParserLimits, TextsMadeToHurt) {
  const std::size_t most = kExpressionCodePointsMax;
  const std::string texts[] = {
      "--",
      "?",
      repeat("!!(", 42),
      repeat("(", 10240),
      repeat("[", most),
      repeat("{", most),
      repeat("-(", most / 2),
      repeat("a.", most / 2),
      repeat("a(", most / 2),
      repeat("a?", most / 2),
      repeat("?", most),
      repeat("\"", most),
      repeat("'''", most / 3),
      repeat("@", most),
      repeat("!", most),
      repeat("-", most),
      repeat("1 ", most / 2),
      repeat("a.b{", most / 4),
      repeat("x.map(y,", most / 8),
      repeat("\n@", most / 2),
      repeat(".", most),
      repeat("a,", most / 2),
      repeat("\\", most),
      repeat("&", most),
  };
  for (const std::string& text : texts) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(errors_of(text), "") << text.substr(0, 20);
    const auto took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took, std::chrono::seconds(1)) << text.substr(0, 20);
  }
}

}  // namespace
}  // namespace drawbridge::cel
