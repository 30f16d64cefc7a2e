#include "rules/cel/unparse.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/cel/lexer.h"
#include "rules/cel/parser.h"
#include "test/cel/evaluation_rows.h"
#include "test/cel/expression_from_bytes.h"
#include "test/cel/typed_expressions.h"
#include "test/oracle_client.h"

namespace drawbridge::cel {
namespace {

ParserOptions everything() {
  ParserOptions options;
  options.bind_macro = true;
  options.quoted_identifiers = true;
  return options;
}

// What comes of parsing, printing and parsing again; "refused" where it is no expression.
std::string printed(std::string_view expression) {
  const auto parsed = parse(expression, everything());
  const Ast* ast = std::get_if<Ast>(&parsed);
  if (ast == nullptr) return "refused";
  const std::string text = unparse(*ast->root());
  const auto again = parse(text, everything());
  const Ast* other = std::get_if<Ast>(&again);
  if (other == nullptr) {
    ADD_FAILURE() << expression << "\n  becomes " << text << "\n  which is refused: "
                  << std::get<std::vector<Issue>>(again).front().message;
  } else {
    EXPECT_TRUE(same_tree(*ast->root(), *other->root())) << expression << "\n  becomes " << text;
  }
  return text;
}

TEST(Unparse, WritesWhatWasWritten) {
  for (const char* text : {"a",
                           ".a",
                           "a.b.c",
                           "a.?b.`c-d`",
                           "a[0][?b]",
                           "f()",
                           ".f(x, y)",
                           "1",
                           "-1",
                           "-9223372036854775808",
                           "18446744073709551615u",
                           "1.5",
                           "-0.0",
                           "1e+300",
                           "\"a\\\"\\\\\"",
                           "\"\\x0a\\x00\"",
                           "b\"\\xff\"",
                           "null",
                           "true",
                           "[]",
                           "[a, ?b, c]",
                           "{a: b, ?c: d}",
                           "a.M{}",
                           ".p.M{f: 1, ?g: 2, `in`: 3}",
                           "a ? b : c ? d : e",
                           "(a ? b : c) ? (d ? e : f) : g",
                           "a || b && c || d",
                           "(a || b) && c",
                           "a && b && c && d && e",
                           "a == b != c",
                           "a == (b == c)",
                           "a - b - c",
                           "a - (b - c)",
                           "a + b * c",
                           "(a + b) * c",
                           "-a",
                           "-(-a)",
                           "-(5)",
                           "-(-5)",
                           "!a",
                           "!(!a)",
                           "!(-a)",
                           "-(!a)",
                           "!-5",
                           "-5.f()",
                           "(-a).f()",
                           "(a + b).f()",
                           "-a.f()",
                           "-(1.f())",
                           "-(-1.f().g)",
                           "-(1.5[a])",
                           "a in b",
                           "has(a.b)",
                           "has(f(x).b)",
                           "a.all(x, p)",
                           "a.exists(x, p && q)",
                           "a.exists_one(x, p)",
                           "a.map(x, x + 1)",
                           "a.map(x, p, x + 1)",
                           "a.all(i, v, p)",
                           "a.exists(i, v, p)",
                           "a.exists_one(i, v, p)",
                           "a.transformList(i, v, v)",
                           "a.transformList(i, v, p, v)",
                           "a.transformMap(k, v, v)",
                           "a.transformMap(k, v, p, v)",
                           "a.transformMapEntry(k, v, {v: k})",
                           "a.transformMapEntry(k, v, p, {v: k})",
                           "a.optMap(x, x + 1)",
                           "a.optFlatMap(x, x.?b)",
                           "(a || b).optMap(x, x).c",
                           "cel.bind(x, a, x + x)",
                           "a.sortBy(x, -x)",
                           "(a + b).sortBy(x, x)[0]"}) {
    EXPECT_EQ(printed(text), text);
  }
}

TEST(Unparse, OneWayOfSeveral) {
  EXPECT_EQ(printed("a.filter(x, p)"), "a.map(x, p, x)");
  EXPECT_EQ(printed("a.existsOne(i, v, p)"), "a.exists_one(i, v, p)");
  EXPECT_EQ(printed("!!!a"), "!a");
  EXPECT_EQ(printed("--a"), "a");
  EXPECT_EQ(printed("---5"), "-(5)");
  EXPECT_EQ(printed("0x1F + .5"), "31 + 0.5");
  EXPECT_EQ(printed("r'\\d' + '''a\nb'''"), "\"\\\\d\" + \"a\\x0ab\"");
  EXPECT_EQ(printed("[1, 2,] == {'a': 1,}"), "[1, 2] == {\"a\": 1}");
  EXPECT_EQ(printed("(a && b) && c && d"), "(a && b && c) && d");
  EXPECT_EQ(printed("a // why\n + b"), "a + b");
}

TEST(Unparse, DifferentTreesDiffer) {
  const std::vector<std::string_view> all = {"a",
                                             ".a",
                                             "b",
                                             "'a'",
                                             "b'a'",
                                             "1",
                                             "1u",
                                             "1.0",
                                             "-0.0",
                                             "0.0",
                                             "true",
                                             "null",
                                             "a.b",
                                             "has(a.b)",
                                             "a.?b",
                                             "a[b]",
                                             "a[?b]",
                                             "f(a)",
                                             "a.f()",
                                             "[a]",
                                             "[?a]",
                                             "{a: b}",
                                             "{?a: b}",
                                             "M{a: b}",
                                             "M{?a: b}",
                                             "a.map(x, x)",
                                             "a.map(y, y)",
                                             "a.filter(x, b)",
                                             "a.all(x, x)",
                                             "a.all(x, y, x)",
                                             "(a && b) && (c && d)",
                                             "((a && b) && c) && d"};
  for (const std::string_view x : all) {
    for (const std::string_view y : all) {
      const auto a = parse(x, everything());
      const auto b = parse(y, everything());
      ASSERT_TRUE(std::holds_alternative<Ast>(a)) << x;
      ASSERT_TRUE(std::holds_alternative<Ast>(b)) << y;
      EXPECT_EQ(same_tree(*std::get<Ast>(a).root(), *std::get<Ast>(b).root()), x == y)
          << x << "  " << y;
    }
  }
}

TEST(Unparse, ExpressionsOfTheTests) {
  for (const EvaluationRow& row : kEvaluationRows) printed(row.expression);
  const generating::Grammar& grammar = generating::base_grammar();
  generating::TypedExpressions expressions(grammar, 1);
  const int cases = test::generated_cases(3'000);
  int taken = 0;
  for (int i = 0; i < cases; ++i) {
    taken += printed(grammar.text_of(expressions.make(5))) != "refused" ? 1 : 0;
  }
  EXPECT_GT(taken, cases * 9 / 10);
}

TEST(Unparse, ExpressionsOfBytes) {
  std::mt19937_64 random(1);
  const int cases = test::generated_cases(3'000);
  int taken = 0;
  for (int i = 0; i < cases; ++i) {
    std::vector<std::uint8_t> bytes(random() % 100);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    taken += printed(ExpressionFromBytes(bytes).expression()) != "refused" ? 1 : 0;
  }
  EXPECT_GT(taken, cases / 10);
}

TEST(Unparse, TextsInSingleQuotes) {
  const auto quoted = [](std::string_view expression) {
    const auto parsed = parse(expression, everything());
    const Ast* ast = std::get_if<Ast>(&parsed);
    return ast == nullptr ? "refused" : unparse(*ast->root(), single_quoted);
  };
  EXPECT_EQ(quoted(R"(a["b"] == "c d" && 1 < 2)"), "a['b'] == 'c d' && 1 < 2");
  EXPECT_EQ(quoted(R"(["é", "~"])"), "['é', '~']");
  // What needs an escape, and what is no text, is printed as everywhere else.
  for (const char* kept : {R"("it's")", R"("a\\b")", R"("\n")", R"("\x7f")", R"(b"x")"})
    EXPECT_EQ(quoted(kept), printed(kept));
}

TEST(Unparse, RecordedExpressions) {
  const char* given = std::getenv("DRAWBRIDGE_SHARED");
  const std::filesystem::path shared =
      given != nullptr ? given : std::filesystem::path(DRAWBRIDGE_SOURCE_DIR) / "../shared";
  const std::filesystem::path folder = shared / "conformance";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "SKIPPED: no " << folder;
  int taken = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".jsonl") continue;
    std::ifstream lines(file.path());
    for (std::string line; std::getline(lines, line);) {
      const nlohmann::json row = nlohmann::json::parse(line);
      for (const char* key : {"expr", "expression"}) {
        if (!row.contains(key)) continue;
        taken += printed(row[key].get<std::string>()) != "refused" ? 1 : 0;
      }
    }
  }
  EXPECT_GT(taken, 2000);
}

}  // namespace
}  // namespace drawbridge::cel
