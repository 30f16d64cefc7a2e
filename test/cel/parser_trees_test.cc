// Trees, with the places of their nodes, as cel-go makes them.
#include <gtest/gtest.h>

#include <string>

#include "rules/cel/parser.h"
#include "test/cel/ast_text.h"

namespace drawbridge::cel {
namespace {

struct TreeCase {
  std::string expression;
  std::string tree;
};

// clang-format off
const TreeCase kTrees[] = {
{"1",
 "(int 1@0)"},
{"-1",
 "(int -1@0)"},
{"- 1",
 "(int -1@0)"},
{"--1",
 "(int 1@2)"},
{"---1",
 "(call -_@0 (int 1@3))"},
{"1 - -1",
 "(call _-_@2 (int 1@0) (int -1@4))"},
{"1-1",
 "(call _-_@1 (int 1@0) (int 1@2))"},
{"-1.foo",
 "(select foo@2 (int -1@0))"},
{"-a",
 "(call -_@0 (id a@1))"},
{"--a",
 "(id a@2)"},
{"!a",
 "(call !_@0 (id a@1))"},
{"!!a",
 "(id a@2)"},
{"!!!a",
 "(call !_@0 (id a@3))"},
{"!-1",
 "(call !_@0 (int -1@1))"},
{"- -1u",
 "(uint 1@3)"},
{"-5u",
 "(call -_@0 (uint 5@1))"},
{"0x1F",
 "(int 31@0)"},
{"-0x8000000000000000",
 "(int -9223372036854775808@0)"},
{"0xFFFFFFFFFFFFFFFFu",
 "(uint 18446744073709551615@0)"},
{"1U",
 "(uint 1@0)"},
{".5",
 "(double 0.5@0)"},
{".5e3",
 "(double 500@0)"},
{"1e5",
 "(double 100000@0)"},
{"-1.5e-3",
 "(double -0.0015@0)"},
{"1e-400",
 "(double 0@0)"},
{"1.e3",
 "(select e3@1 (int 1@0))"},
{"'a'",
 "(string 'a'@0)"},
{"\"\\u00e9\"",
 "(string '\\xc3\\xa9'@0)"},
{"'\\377\\x41'",
 "(string '\\xc3\\xbfA'@0)"},
{"b'\\xff\\377e'",
 "(bytes '\\xff\\xffe'@0)"},
{"r'\\n'",
 "(string '\\n'@0)"},
{"br\"\\x\"",
 "(bytes '\\x'@0)"},
{"'''a\r\nb\rc'''",
 "(string 'a\\x0ab\\x0ac'@0)"},
{"\"\"\"\"a\"\"\"",
 "(string '\"a'@0)"},
{"\"\"\"a\\\"\"\"b\"\"\"",
 "(string 'a\"\"\"b'@0)"},
{"'\\U0010FFFF'",
 "(string '\\xf4\\x8f\\xbf\\xbf'@0)"},
{"'\\?\\`\\a\\v'",
 "(string '?`\\x07\\x0b'@0)"},
{"''",
 "(string ''@0)"},
{"a",
 "(id a@0)"},
{".a",
 "(id .a@1)"},
{". a",
 "(id .a@2)"},
{"a.b.c",
 "(select c@3 (select b@1 (id a@0)))"},
{".a.b",
 "(select b@2 (id .a@1))"},
{"a.as",
 "(select as@1 (id a@0))"},
{"a.namespace",
 "(select namespace@1 (id a@0))"},
{"a.?b",
 "(call _?._@1 (id a@0) (string 'b'@3))"},
{"a.?b.c",
 "(select c@4 (call _?._@1 (id a@0) (string 'b'@3)))"},
{"a[0]",
 "(call _[_]@1 (id a@0) (int 0@2))"},
{"a[?0]",
 "(call _[?_]@1 (id a@0) (int 0@3))"},
{"f()",
 "(call f@1)"},
{".f(1)",
 "(call .f@2 (int 1@3))"},
{"a.f(1, b)",
 "(call f@3 on (id a@0) (int 1@4) (id b@7))"},
{"a.b.f()",
 "(call f@5 on (select b@1 (id a@0)))"},
{"x.as()",
 "(call as@4 on (id x@0))"},
{"[]",
 "(list@0)"},
{"[,]",
 "(list@0)"},
{"[1,]",
 "(list@0 (int 1@1))"},
{"[?a,b,?c]",
 "(list@0 ?0 ?2 (id a@2) (id b@4) (id c@7))"},
{"{}",
 "(map@0)"},
{"{,}",
 "(map@0)"},
{"{1:2,?3:4,}",
 "(map@0 (int 1@1):(int 2@3) ?(int 3@6):(int 4@8))"},
{"M{}",
 "(struct M@1)"},
{"M{,}",
 "(struct M@1)"},
{"a.M{b:1,?c:2,}",
 "(struct a.M@3 (string 'b'@4):(int 1@6) ?(string 'c'@9):(int 2@11))"},
{".a . b {c:1}",
 "(struct .a.b@7 (string 'c'@8):(int 1@10))"},
{"a+b*c-d",
 "(call _-_@5 (call _+_@1 (id a@0) (call _*_@3 (id b@2) (id c@4))) (id d@6))"},
{"a*b+c",
 "(call _+_@3 (call _*_@1 (id a@0) (id b@2)) (id c@4))"},
{"(a+b)*c",
 "(call _*_@5 (call _+_@2 (id a@1) (id b@3)) (id c@6))"},
{"a%b/c",
 "(call _/_@3 (call _%_@1 (id a@0) (id b@2)) (id c@4))"},
{"a==b",
 "(call _==_@1 (id a@0) (id b@3))"},
{"a<b==c>=d",
 "(call _>=_@6 (call _==_@3 (call _<_@1 (id a@0) (id b@2)) (id c@5)) (id d@8))"},
{"a in b",
 "(call @in@2 (id a@0) (id b@5))"},
{"a!=b||c&&d",
 "(call _||_@4 (call _!=_@1 (id a@0) (id b@3)) (call _&&_@7 (id c@6) (id d@9)))"},
{"a||b||c",
 "(call _||_@4 (call _||_@1 (id a@0) (id b@3)) (id c@6))"},
{"a||b||c||d",
 "(call _||_@4 (call _||_@1 (id a@0) (id b@3)) (call _||_@7 (id c@6) (id d@9)))"},
{"a&&b&&c&&d&&e",
 "(call _&&_@7 (call _&&_@4 (call _&&_@1 (id a@0) (id b@3)) (id c@6)) (call _&&_@10 (id d@9) (id e@12)))"},
{"a?b:c",
 "(call _?_:_@1 (id a@0) (id b@2) (id c@4))"},
{"a?b:c?d:e",
 "(call _?_:_@1 (id a@0) (id b@2) (call _?_:_@5 (id c@4) (id d@6) (id e@8)))"},
{"(a?b:c)?d:e",
 "(call _?_:_@7 (call _?_:_@2 (id a@1) (id b@3) (id c@5)) (id d@8) (id e@10))"},
{"a // c\n + b",
 "(call _+_@8 (id a@0) (id b@10))"},
{"a\n\t+ b",
 "(call _+_@3 (id a@0) (id b@5))"},
{"\014a",
 "(id a@1)"},
{"has(a.b)",
 "(has b@3 (id a@4))"},
{"has(a.b.c)",
 "(has c@3 (select b@5 (id a@4)))"},
{".has(a.b)",
 "(call .has@4 (select b@6 (id a@5)))"},
{"a.has(b.c)",
 "(call has@5 on (id a@0) (select c@7 (id b@6)))"},
{"has(a.b,c)",
 "(call has@3 (select b@5 (id a@4)) (id c@8))"},
{"a.all(x,x)",
 "(fold@5 x in (id a@0) @result=(true@5) while (call @not_strictly_false@5 (id @result@5)) do (call _&&_@5 (id @result@5) (id x@8)) gives (id @result@5))"},
{"a.exists(x,x>1)",
 "(fold@8 x in (id a@0) @result=(false@8) while (call @not_strictly_false@8 (call !_@8 (id @result@8))) do (call _||_@8 (id @result@8) (call _>_@12 (id x@11) (int 1@13))) gives (id @result@8))"},
{"a.exists_one(x,x)",
 "(fold@12 x in (id a@0) @result=(int 0@12) while (true@12) do (call _?_:_@12 (id x@15) (call _+_@12 (id @result@12) (int 1@12)) (id @result@12)) gives (call _==_@12 (id @result@12) (int 1@12)))"},
{"a.existsOne(x,x)",
 "(call existsOne@11 on (id a@0) (id x@12) (id x@14))"},
{"a.map(x,x)",
 "(fold@5 x in (id a@0) @result=(list@5) while (true@5) do (call _+_@5 (id @result@5) (list@5 (id x@8))) gives (id @result@5))"},
{"a.map(x,y,z)",
 "(fold@5 x in (id a@0) @result=(list@5) while (true@5) do (call _?_:_@5 (id y@8) (call _+_@5 (id @result@5) (list@5 (id z@10))) (id @result@5)) gives (id @result@5))"},
{"a.filter(x,y)",
 "(fold@8 x in (id a@0) @result=(list@8) while (true@8) do (call _?_:_@8 (id y@11) (call _+_@8 (id @result@8) (list@8 (id x@9))) (id @result@8)) gives (id @result@8))"},
{"a.all(x,y,z)",
 "(fold@5 x,y in (id a@0) @result=(true@5) while (call @not_strictly_false@5 (id @result@5)) do (call _&&_@5 (id @result@5) (id z@10)) gives (id @result@5))"},
{"a.exists(x,y,z)",
 "(fold@8 x,y in (id a@0) @result=(false@8) while (call @not_strictly_false@8 (call !_@8 (id @result@8))) do (call _||_@8 (id @result@8) (id z@13)) gives (id @result@8))"},
{"a.existsOne(x,y,z)",
 "(fold@11 x,y in (id a@0) @result=(int 0@11) while (true@11) do (call _?_:_@11 (id z@16) (call _+_@11 (id @result@11) (int 1@11)) (id @result@11)) gives (call _==_@11 (id @result@11) (int 1@11)))"},
{"a.transformList(x,y,z)",
 "(fold@15 x,y in (id a@0) @result=(list@15) while (true@15) do (call _+_@15 (id @result@15) (list@15 (id z@20))) gives (id @result@15))"},
{"a.transformList(x,y,f,z)",
 "(fold@15 x,y in (id a@0) @result=(list@15) while (true@15) do (call _?_:_@15 (id f@20) (call _+_@15 (id @result@15) (list@15 (id z@22))) (id @result@15)) gives (id @result@15))"},
{"a.transformMap(x,y,z)",
 "(fold@14 x,y in (id a@0) @result=(map@14) while (true@14) do (call cel.@mapInsert@14 (id @result@14) (id x@14) (id z@19)) gives (id @result@14))"},
{"a.transformMap(x,y,f,z)",
 "(fold@14 x,y in (id a@0) @result=(map@14) while (true@14) do (call _?_:_@14 (id f@19) (call cel.@mapInsert@14 (id @result@14) (id x@14) (id z@21)) (id @result@14)) gives (id @result@14))"},
{"a.transformMapEntry(x,y,z)",
 "(fold@19 x,y in (id a@0) @result=(map@19) while (true@19) do (call cel.@mapInsert@19 (id @result@19) (id z@24)) gives (id @result@19))"},
{"a.transformMapEntry(x,y,f,z)",
 "(fold@19 x,y in (id a@0) @result=(map@19) while (true@19) do (call _?_:_@19 (id f@24) (call cel.@mapInsert@19 (id @result@19) (id z@26)) (id @result@19)) gives (id @result@19))"},
{"a.optMap(x,y)",
 "(call _?_:_@8 (call hasValue@8 on (id a@0)) (call optional.of@8 (fold@8 #unused in (list@8) x=(call value@8 on (id a@0)) while (false@8) do (id x@8) gives (id y@11))) (call optional.none@8))"},
{"a.b.optFlatMap(x,{x:y})",
 "(call _?_:_@14 (call hasValue@14 on (select b@1 (id a@0))) (fold@14 #unused in (list@14) x=(call value@14 on (select b@1 (id a@0))) while (false@14) do (id x@14) gives (map@17 (id x@18):(id y@20))) (call optional.none@14))"},
{"cel.bind(a,b,c)",
 "(fold@8 #unused in (list@8) a=(id b@11) while (false@8) do (id a@8) gives (id c@13))"},
{"x.bind(a,b,c)",
 "(call bind@6 on (id x@0) (id a@7) (id b@9) (id c@11))"},
{".cel.bind(a,b,c)",
 "(call bind@9 on (id .cel@1) (id a@10) (id b@12) (id c@14))"},
{"a.map(x)",
 "(call map@5 on (id a@0) (id x@6))"},
{"a.all(x,y,z,w)",
 "(call all@5 on (id a@0) (id x@6) (id y@8) (id z@10) (id w@12))"},
{"'\303\251'+b",
 "(call _+_@3 (string '\\xc3\\xa9'@0) (id b@4))"},
};
// clang-format on

TEST(Parser, MakesTheTreesOfCelGo) {
  ParserOptions options;
  options.bind_macro = true;
  for (const TreeCase& it : kTrees) {
    const auto parsed = parse(it.expression, options);
    const Ast* ast = std::get_if<Ast>(&parsed);
    ASSERT_NE(ast, nullptr) << it.expression;
    EXPECT_EQ(to_text(ast->root()), it.tree) << it.expression;
  }
}

std::string tree_of(std::string_view expression, const ParserOptions& options) {
  const auto parsed = parse(expression, options);
  const Ast* ast = std::get_if<Ast>(&parsed);
  if (ast != nullptr) return to_text(ast->root());
  return to_text(std::get<std::vector<Issue>>(parsed), expression);
}

TEST(Parser, TheTreeOutlivesTheText) {
  std::string source = "a.b == 'text'";
  const auto parsed = parse(source, {});
  source.assign(source.size(), '#');
  EXPECT_EQ(to_text(std::get<Ast>(parsed).root()),
            "(call _==_@4 (select b@1 (id a@0)) (string 'text'@7))");
}

TEST(Parser, QuotedIdentifiersOnlyWhereTheyAreOn) {
  ParserOptions options;
  EXPECT_EQ(tree_of("a.`b-c/d`", options),
            "ERROR: <input>:1:3: unsupported syntax: '`'\n | a.`b-c/d`\n | ..^");
  EXPECT_EQ(tree_of("M{`b`: 1}", options),
            "ERROR: <input>:1:3: unsupported syntax: '`'\n | M{`b`: 1}\n | ..^");
  options.quoted_identifiers = true;
  EXPECT_EQ(tree_of("a.`b-c/d`", options), "(select b-c/d@1 (id a@0))");
  EXPECT_EQ(tree_of("M{`b`: 1}", options), "(struct M@1 (string 'b'@2):(int 1@7))");
}

TEST(Parser, OptionalSyntaxOnlyWhereItIsOn) {
  ParserOptions options;
  options.optional_syntax = false;
  EXPECT_EQ(tree_of("a.?b && a[?b]", options),
            "ERROR: <input>:1:2: unsupported syntax '.?'\n | a.?b && a[?b]\n | .^\n"
            "ERROR: <input>:1:10: unsupported syntax '[?'\n | a.?b && a[?b]\n | .........^");
  EXPECT_EQ(tree_of("[?a]", options), "ERROR: <input>:1:2: unsupported syntax '?'\n | [?a]\n | .^");
  EXPECT_EQ(tree_of("{?a: 1}", options),
            "ERROR: <input>:1:2: unsupported syntax '?'\n | {?a: 1}\n | .^");
  EXPECT_EQ(tree_of("M{?a: 1}", options),
            "ERROR: <input>:1:3: unsupported syntax '?'\n | M{?a: 1}\n | ..^");
  EXPECT_EQ(tree_of("a.optMap(b, c)", options), "(call optMap@8 on (id a@0) (id b@9) (id c@12))");
}

TEST(Parser, MacrosOnlyWhereTheyAreOn) {
  ParserOptions options;
  EXPECT_EQ(tree_of("cel.bind(a, b, c)", options),
            "(call bind@8 on (id cel@0) (id a@9) (id b@12) (id c@15))");
  options.two_variable_macros = false;
  EXPECT_EQ(tree_of("a.all(b, c, d)", options),
            "(call all@5 on (id a@0) (id b@6) (id c@9) (id d@12))");
}

// What Go reads as U+FFFD, one for each byte that is no UTF-8.
TEST(Parser, BytesThatAreNoTextAreReplaced) {
  const std::string replaced = "\\xef\\xbf\\xbd";
  EXPECT_EQ(tree_of("'\xff'", {}), "(string '" + replaced + "'@0)");
  EXPECT_EQ(tree_of("'\xed\xa0\x80' + a", {}),
            "(call _+_@6 (string '" + replaced + replaced + replaced + "'@0) (id a@8))");
}

}  // namespace
}  // namespace drawbridge::cel
