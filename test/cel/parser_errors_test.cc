// What is wrong with a text, and where, in cel-go's words: its own errors and ANTLR's, with what
// ANTLR recovers from.
#include <gtest/gtest.h>

#include <string>

#include "rules/cel/parser.h"
#include "rules/cel/token_reader.h"

namespace drawbridge::cel {
namespace {

struct ErrorCase {
  std::string expression;
  std::string text;
};

// clang-format off
const ErrorCase kErrors[] = {
{"",
 
 "ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"},
{"1 +",
 "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | 1 +\n"
 " | ...^"},
{"1 + $",
 "ERROR: <input>:1:5: Syntax error: token recognition error at: '$'\n"
 " | 1 + $\n"
 " | ....^\n"
 "ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | 1 + $\n"
 " | .....^"},
{"1 + +",
 "ERROR: <input>:1:5: Syntax error: mismatched input '+' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | 1 + +\n"
 " | ....^\n"
 "ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | 1 + +\n"
 " | .....^"},
{"a b",
 "ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>\n"
 " | a b\n"
 " | ..^"},
{"1 + 2\n3 +",
 "ERROR: <input>:2:1: Syntax error: mismatched input '3' expecting <EOF>\n"
 " | 3 +\n"
 " | ^"},
{"*@a | b",
 "ERROR: <input>:1:1: Syntax error: extraneous input '*' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | *@a | b\n"
 " | ^\n"
 "ERROR: <input>:1:2: Syntax error: token recognition error at: '@'\n"
 " | *@a | b\n"
 " | .^\n"
 "ERROR: <input>:1:5: Syntax error: token recognition error at: '| '\n"
 " | *@a | b\n"
 " | ....^\n"
 "ERROR: <input>:1:7: Syntax error: extraneous input 'b' expecting <EOF>\n"
 " | *@a | b\n"
 " | ......^"},
{"a | b",
 "ERROR: <input>:1:3: Syntax error: token recognition error at: '| '\n"
 " | a | b\n"
 " | ..^\n"
 "ERROR: <input>:1:5: Syntax error: extraneous input 'b' expecting <EOF>\n"
 " | a | b\n"
 " | ....^"},
{"a = b",
 "ERROR: <input>:1:3: Syntax error: token recognition error at: '= '\n"
 " | a = b\n"
 " | ..^\n"
 "ERROR: <input>:1:5: Syntax error: extraneous input 'b' expecting <EOF>\n"
 " | a = b\n"
 " | ....^"},
{"a & b",
 "ERROR: <input>:1:3: Syntax error: token recognition error at: '& '\n"
 " | a & b\n"
 " | ..^\n"
 "ERROR: <input>:1:5: Syntax error: extraneous input 'b' expecting <EOF>\n"
 " | a & b\n"
 " | ....^"},
{"{",
 "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '}', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | {\n"
 " | .^"},
{"[",
 "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', ']', '{', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | [\n"
 " | .^"},
{"(",
 "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | (\n"
 " | .^"},
{"a.",
 "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.'\n"
 " | a.\n"
 " | ..^"},
{"a.(",
 "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.('\n"
 " | a.(\n"
 " | ..^"},
{"a.\"x\"",
 "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.\"x\"'\n"
 " | a.\"x\"\n"
 " | ..^"},
{"a.true",
 "ERROR: <input>:1:3: Syntax error: mismatched input 'true' expecting IDENTIFIER\n"
 " | a.true\n"
 " | ..^"},
{"a..b",
 "ERROR: <input>:1:3: Syntax error: no viable alternative at input '..'\n"
 " | a..b\n"
 " | ..^"},
{". 1",
 "ERROR: <input>:1:3: Syntax error: no viable alternative at input '. 1'\n"
 " | . 1\n"
 " | ..^"},
{"--",
 "ERROR: <input>:1:3: Syntax error: no viable alternative at input '-'\n"
 " | --\n"
 " | ..^\n"
 "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | --\n"
 " | ..^"},
{"-",
 "ERROR: <input>:1:2: Syntax error: no viable alternative at input '-'\n"
 " | -\n"
 " | .^\n"
 "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | -\n"
 " | .^"},
{"!",
 "ERROR: <input>:1:2: Syntax error: extraneous input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | !\n"
 " | .^"},
{"?",
 "ERROR: <input>:1:1: Syntax error: mismatched input '?' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | ?\n"
 " | ^\n"
 "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | ?\n"
 " | .^"},
{"-!a",
 "ERROR: <input>:1:2: Syntax error: no viable alternative at input '-!'\n"
 " | -!a\n"
 " | .^"},
{"!-a",
 "ERROR: <input>:1:3: Syntax error: no viable alternative at input '-a'\n"
 " | !-a\n"
 " | ..^"},
{"!",
 "ERROR: <input>:1:2: Syntax error: extraneous input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | !\n"
 " | .^"},
{"a ? b",
 "ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting ':'\n"
 " | a ? b\n"
 " | .....^"},
{"a ? : b",
 "ERROR: <input>:1:5: Syntax error: extraneous input ':' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | a ? : b\n"
 " | ....^\n"
 "ERROR: <input>:1:8: Syntax error: mismatched input '<EOF>' expecting ':'\n"
 " | a ? : b\n"
 " | .......^"},
{"a ? b c",
 "ERROR: <input>:1:7: Syntax error: missing ':' at 'c'\n"
 " | a ? b c\n"
 " | ......^"},
{"a ? b : ",
 "ERROR: <input>:1:9: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | a ? b : \n"
 " | ........^"},
{"(1",
 "ERROR: <input>:1:3: Syntax error: missing ')' at '<EOF>'\n"
 " | (1\n"
 " | ..^"},
{"(1 2",
 "ERROR: <input>:1:4: Syntax error: mismatched input '2' expecting ')'\n"
 " | (1 2\n"
 " | ...^"},
{"f(",
 "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | f(\n"
 " | ..^"},
{"f(1",
 "ERROR: <input>:1:4: Syntax error: missing ')' at '<EOF>'\n"
 " | f(1\n"
 " | ...^"},
{"f(1,)",
 "ERROR: <input>:1:5: Syntax error: mismatched input ')' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | f(1,)\n"
 " | ....^"},
{"f(1 2)",
 "ERROR: <input>:1:5: Syntax error: extraneous input '2' expecting ')'\n"
 " | f(1 2)\n"
 " | ....^"},
{"[1 2]",
 "ERROR: <input>:1:4: Syntax error: extraneous input '2' expecting {']', ','}\n"
 " | [1 2]\n"
 " | ...^"},
{"[1,,2]",
 "ERROR: <input>:1:4: Syntax error: mismatched input ',' expecting ']'\n"
 " | [1,,2]\n"
 " | ...^"},
{"[1",
 "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}\n"
 " | [1\n"
 " | ..^"},
{"{1",
 "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting ':'\n"
 " | {1\n"
 " | ..^"},
{"{1:",
 "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | {1:\n"
 " | ...^"},
{"{1:1",
 "ERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'}', ','}\n"
 " | {1:1\n"
 " | ....^"},
{"{1 2}",
 "ERROR: <input>:1:4: Syntax error: missing ':' at '2'\n"
 " | {1 2}\n"
 " | ...^"},
{"{a}",
 "ERROR: <input>:1:3: Syntax error: mismatched input '}' expecting ':'\n"
 " | {a}\n"
 " | ..^"},
{"{:a}",
 "ERROR: <input>:1:2: Syntax error: extraneous input ':' expecting {'[', '{', '}', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | {:a}\n"
 " | .^\n"
 "ERROR: <input>:1:4: Syntax error: mismatched input '}' expecting ':'\n"
 " | {:a}\n"
 " | ...^"},
{"M{",
 "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}\n"
 " | M{\n"
 " | ..^"},
{"M{a",
 "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting ':'\n"
 " | M{a\n"
 " | ...^"},
{"M{1:2}",
 "ERROR: <input>:1:3: Syntax error: mismatched input '1' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}\n"
 " | M{1:2}\n"
 " | ..^"},
{"M{a:1 b:2}",
 "ERROR: <input>:1:7: Syntax error: mismatched input 'b' expecting {'}', ','}\n"
 " | M{a:1 b:2}\n"
 " | ......^"},
{"M{}()",
 "ERROR: <input>:1:4: Syntax error: mismatched input '(' expecting <EOF>\n"
 " | M{}()\n"
 " | ...^"},
{"M(){}",
 "ERROR: <input>:1:4: Syntax error: mismatched input '{' expecting <EOF>\n"
 " | M(){}\n"
 " | ...^"},
{"func{{a}}",
 "ERROR: <input>:1:6: Syntax error: extraneous input '{' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}\n"
 " | func{{a}}\n"
 " | .....^\n"
 "ERROR: <input>:1:8: Syntax error: mismatched input '}' expecting ':'\n"
 " | func{{a}}\n"
 " | .......^\n"
 "ERROR: <input>:1:9: Syntax error: extraneous input '}' expecting <EOF>\n"
 " | func{{a}}\n"
 " | ........^"},
{"x{.",
 "ERROR: <input>:1:3: Syntax error: mismatched input '.' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}\n"
 " | x{.\n"
 " | ..^"},
{"x{?.",
 "ERROR: <input>:1:3: unsupported ident kind\n"
 " | x{?.\n"
 " | ..^\n"
 "ERROR: <input>:1:4: Syntax error: mismatched input '.' expecting {IDENTIFIER, ESC_IDENTIFIER}\n"
 " | x{?.\n"
 " | ...^"},
{"a[",
 "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | a[\n"
 " | ..^"},
{"a[1",
 "ERROR: <input>:1:4: Syntax error: missing ']' at '<EOF>'\n"
 " | a[1\n"
 " | ...^"},
{"a[?",
 "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | a[?\n"
 " | ...^"},
{"a.`b-c`",
 "ERROR: <input>:1:3: unsupported syntax: '`'\n"
 " | a.`b-c`\n"
 " | ..^"},
{"`b-c`",
 "ERROR: <input>:1:1: Syntax error: mismatched input '`b-c`' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | `b-c`\n"
 " | ^"},
{"`b$`",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: '`b$'\n"
 " | `b$`\n"
 " | ^\n"
 "ERROR: <input>:1:4: Syntax error: token recognition error at: '`'\n"
 " | `b$`\n"
 " | ...^\n"
 "ERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | `b$`\n"
 " | ....^"},
{"in",
 "ERROR: <input>:1:1: Syntax error: mismatched input 'in' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | in\n"
 " | ^\n"
 "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | in\n"
 " | ..^"},
{"in a",
 "ERROR: <input>:1:1: Syntax error: extraneous input 'in' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | in a\n"
 " | ^"},
{"true()",
 "ERROR: <input>:1:5: Syntax error: mismatched input '(' expecting <EOF>\n"
 " | true()\n"
 " | ....^"},
{"null{}",
 "ERROR: <input>:1:5: Syntax error: mismatched input '{' expecting <EOF>\n"
 " | null{}\n"
 " | ....^"},
{"as",
 "ERROR: <input>:1:1: reserved identifier: as\n"
 " | as\n"
 " | ^"},
{"if(a)",
 "ERROR: <input>:1:1: reserved identifier: if\n"
 " | if(a)\n"
 " | ^"},
{".while",
 "ERROR: <input>:1:1: reserved identifier: while\n"
 " | .while\n"
 " | ^"},
{"a && namespace",
 "ERROR: <input>:1:6: reserved identifier: namespace\n"
 " | a && namespace\n"
 " | .....^"},
{"[1].map(var, var)",
 "ERROR: <input>:1:9: reserved identifier: var\n"
 " | [1].map(var, var)\n"
 " | ........^\n"
 "ERROR: <input>:1:9: argument is not an identifier\n"
 " | [1].map(var, var)\n"
 " | ........^\n"
 "ERROR: <input>:1:14: reserved identifier: var\n"
 " | [1].map(var, var)\n"
 " | .............^"},
{"self.false == 1",
 "ERROR: <input>:1:6: Syntax error: mismatched input 'false' expecting IDENTIFIER\n"
 " | self.false == 1\n"
 " | .....^"},
{"has(a)",
 "ERROR: <input>:1:5: invalid argument to has() macro\n"
 " | has(a)\n"
 " | ....^"},
{"has(a[\"b\"])",
 "ERROR: <input>:1:6: invalid argument to has() macro\n"
 " | has(a[\"b\"])\n"
 " | .....^"},
{"has(1)",
 "ERROR: <input>:1:5: invalid argument to has() macro\n"
 " | has(1)\n"
 " | ....^"},
{"[1].all(1,2)",
 "ERROR: <input>:1:9: argument must be a simple name\n"
 " | [1].all(1,2)\n"
 " | ........^"},
{"[1].map(1,2)",
 "ERROR: <input>:1:9: argument is not an identifier\n"
 " | [1].map(1,2)\n"
 " | ........^"},
{"[1].filter(f(),2)",
 "ERROR: <input>:1:13: argument is not an identifier\n"
 " | [1].filter(f(),2)\n"
 " | ............^"},
{"[1].map(__result__,2)",
 "ERROR: <input>:1:9: iteration variable overwrites accumulator variable\n"
 " | [1].map(__result__,2)\n"
 " | ........^"},
{"[1].all(a,a,b)",
 "ERROR: <input>:1:11: duplicate variable name: a\n"
 " | [1].all(a,a,b)\n"
 " | ..........^"},
{"[1].transformList(1,b,c)",
 "ERROR: <input>:1:19: argument must be a simple name\n"
 " | [1].transformList(1,b,c)\n"
 " | ..................^"},
{"a.optMap(1,b)",
 "ERROR: <input>:1:10: optMap() variable name must be a simple identifier\n"
 " | a.optMap(1,b)\n"
 " | .........^"},
{"a.optFlatMap(1,b)",
 "ERROR: <input>:1:14: optFlatMap() variable name must be a simple identifier\n"
 " | a.optFlatMap(1,b)\n"
 " | .............^"},
{"cel.bind(1,b,c)",
 "ERROR: <input>:1:10: cel.bind() variable names must be simple identifiers\n"
 " | cel.bind(1,b,c)\n"
 " | .........^"},
{"9223372036854775808",
 "ERROR: <input>:1:1: invalid int literal\n"
 " | 9223372036854775808\n"
 " | ^"},
{"-9223372036854775809",
 "ERROR: <input>:1:1: invalid int literal\n"
 " | -9223372036854775809\n"
 " | ^"},
{"--9223372036854775808",
 "ERROR: <input>:1:3: invalid int literal\n"
 " | --9223372036854775808\n"
 " | ..^"},
{"0x8000000000000000",
 "ERROR: <input>:1:1: invalid int literal\n"
 " | 0x8000000000000000\n"
 " | ^"},
{"18446744073709551616u",
 "ERROR: <input>:1:1: invalid uint literal\n"
 " | 18446744073709551616u\n"
 " | ^"},
{"1e309",
 "ERROR: <input>:1:1: invalid double literal\n"
 " | 1e309\n"
 " | ^"},
{"-1e309",
 "ERROR: <input>:1:1: invalid double literal\n"
 " | -1e309\n"
 " | ^"},
{"'\\ud800'",
 "ERROR: <input>:1:1: invalid unicode code point\n"
 " | '\\ud800'\n"
 " | ^"},
{"'\\udfff'",
 "ERROR: <input>:1:1: invalid unicode code point\n"
 " | '\\udfff'\n"
 " | ^"},
{"'\\U00110000'",
 "ERROR: <input>:1:1: invalid unicode code point\n"
 " | '\\U00110000'\n"
 " | ^"},
{"b'\\u0041'",
 "ERROR: <input>:1:1: unable to unescape string\n"
 " | b'\\u0041'\n"
 " | ^"},
{"\"abc",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: '\"abc'\n"
 " | \"abc\n"
 " | ^\n"
 "ERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | \"abc\n"
 " | ....^"},
{"\"a\nb\"",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: '\"a\n"
 "'\n"
 " | \"a\n"
 " | ^\n"
 "ERROR: <input>:2:2: Syntax error: token recognition error at: '\"'\n"
 " | b\"\n"
 " | .^"},
{"'\\q'",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: ''\\q'\n"
 " | '\\q'\n"
 " | ^\n"
 "ERROR: <input>:1:4: Syntax error: token recognition error at: '''\n"
 " | '\\q'\n"
 " | ...^\n"
 "ERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | '\\q'\n"
 " | ....^"},
{"'\\u12'",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: ''\\u12''\n"
 " | '\\u12'\n"
 " | ^\n"
 "ERROR: <input>:1:7: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | '\\u12'\n"
 " | ......^"},
{"'\\400'",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: ''\\4'\n"
 " | '\\400'\n"
 " | ^\n"
 "ERROR: <input>:1:6: Syntax error: token recognition error at: '''\n"
 " | '\\400'\n"
 " | .....^"},
{"\"\"\"a",
 "ERROR: <input>:1:3: Syntax error: token recognition error at: '\"a'\n"
 " | \"\"\"a\n"
 " | ..^"},
{"r\"a",
 "ERROR: <input>:1:2: Syntax error: token recognition error at: '\"a'\n"
 " | r\"a\n"
 " | .^"},
{"b\"a",
 "ERROR: <input>:1:2: Syntax error: token recognition error at: '\"a'\n"
 " | b\"a\n"
 " | .^"},
{"@",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: '@'\n"
 " | @\n"
 " | ^\n"
 "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | @\n"
 " | .^"},
{"a @ b # c",
 "ERROR: <input>:1:3: Syntax error: token recognition error at: '@'\n"
 " | a @ b # c\n"
 " | ..^\n"
 "ERROR: <input>:1:5: Syntax error: mismatched input 'b' expecting <EOF>\n"
 " | a @ b # c\n"
 " | ....^\n"
 "ERROR: <input>:1:7: Syntax error: token recognition error at: '#'\n"
 " | a @ b # c\n"
 " | ......^"},
{"\t@",
 "ERROR: <input>:1:2: Syntax error: token recognition error at: '@'\n"
 " |  @\n"
 " | .^\n"
 "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " |  @\n"
 " | ..^"},
{"\303\251",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: '\303\251'\n"
 " | \303\251\n"
 " | \357\274\276\n"
 "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | \303\251\n"
 " | \357\274\216^"},
{"'\303\251' + @",
 "ERROR: <input>:1:7: Syntax error: token recognition error at: '@'\n"
 " | '\303\251' + @\n"
 " | .\357\274\216....^\n"
 "ERROR: <input>:1:8: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | '\303\251' + @\n"
 " | .\357\274\216.....^"},
{"\t\n  '\303\251'\t+ $",
 "ERROR: <input>:2:9: Syntax error: token recognition error at: '$'\n"
 " |   '\303\251' + $\n"
 " | ...\357\274\216....^\n"
 "ERROR: <input>:2:10: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " |   '\303\251' + $\n"
 " | ...\357\274\216.....^"},
{"a ? b ((?))",
 "ERROR: <input>:1:9: Syntax error: mismatched input '?' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | a ? b ((?))\n"
 " | ........^\n"
 "ERROR: <input>:1:10: Syntax error: mismatched input ')' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | a ? b ((?))\n"
 " | .........^\n"
 "ERROR: <input>:1:12: Syntax error: mismatched input '<EOF>' expecting ':'\n"
 " | a ? b ((?))\n"
 " | ...........^"},
{"(((",
 "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | (((\n"
 " | ...^"},
{"]",
 "ERROR: <input>:1:1: Syntax error: mismatched input ']' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n"
 " | ]\n"
 " | ^"},
{"1 2 3 4 5",
 "ERROR: <input>:1:3: Syntax error: mismatched input '2' expecting <EOF>\n"
 " | 1 2 3 4 5\n"
 " | ..^"},
{"@1@2@3",
 "ERROR: <input>:1:1: Syntax error: token recognition error at: '@'\n"
 " | @1@2@3\n"
 " | ^\n"
 "ERROR: <input>:1:3: Syntax error: token recognition error at: '@'\n"
 " | @1@2@3\n"
 " | ..^\n"
 "ERROR: <input>:1:4: Syntax error: mismatched input '2' expecting <EOF>\n"
 " | @1@2@3\n"
 " | ...^\n"
 "ERROR: <input>:1:5: Syntax error: token recognition error at: '@'\n"
 " | @1@2@3\n"
 " | ....^"},
{"a\013b",
 "ERROR: <input>:1:2: Syntax error: token recognition error at: '\013'\n"
 " | a\013b\n"
 " | .^\n"
 "ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>\n"
 " | a\013b\n"
 " | ..^"},
{"a.b.c.",
 "ERROR: <input>:1:7: Syntax error: no viable alternative at input '.'\n"
 " | a.b.c.\n"
 " | ......^"},
{"x.?",
 "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {IDENTIFIER, ESC_IDENTIFIER}\n"
 " | x.?\n"
 " | ...^\n"
 "ERROR: <input>:1:4: unsupported ident kind\n"
 " | x.?\n"
 " | ...^"},
{"x.?(",
 "ERROR: <input>:1:4: Syntax error: mismatched input '(' expecting {IDENTIFIER, ESC_IDENTIFIER}\n"
 " | x.?(\n"
 " | ...^\n"
 "ERROR: <input>:1:4: unsupported ident kind\n"
 " | x.?(\n"
 " | ...^"},
{"1.",
 "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.'\n"
 " | 1.\n"
 " | ..^"},
};
// clang-format on

std::string errors_of(std::string_view expression) {
  ParserOptions options;
  options.bind_macro = true;
  const auto parsed = parse(expression, options);
  const auto* issues = std::get_if<std::vector<Issue>>(&parsed);
  return issues == nullptr ? "none" : to_text(*issues, expression);
}

TEST(ParserErrors, AreThoseOfCelGo) {
  for (const ErrorCase& it : kErrors) EXPECT_EQ(errors_of(it.expression), it.text) << it.expression;
}

TEST(ParserErrors, AreInTheOrderOfTheirPlaces) {
  const auto parsed = parse("as + if + 1 +", {});
  const auto& issues = std::get<std::vector<Issue>>(parsed);
  ASSERT_EQ(issues.size(), 3u);
  EXPECT_EQ(issues[0], (Issue{0, "reserved identifier: as"}));
  EXPECT_EQ(issues[1], (Issue{5, "reserved identifier: if"}));
  EXPECT_EQ(issues[2].offset, 13u);
}

TEST(ParserErrors, OneHundredAreReportedAndOneMoreEndsIt) {
  const auto parsed = parse(std::string(kSyntaxErrorsMax, '@') + "1", {});
  const auto& all = std::get<std::vector<Issue>>(parsed);
  ASSERT_EQ(all.size(), kSyntaxErrorsMax);
  EXPECT_EQ(all.back(),
            (Issue{kSyntaxErrorsMax - 1, "Syntax error: token recognition error at: '@'"}));
  // One more ends it, however many follow: what it says is past kIssuesMax, and is only counted.
  for (const std::size_t more : {1u, 2u, 50u}) {
    const auto ended = parse(std::string(kSyntaxErrorsMax + more, '@') + "1", {});
    const auto& issues = std::get<std::vector<Issue>>(ended);
    ASSERT_EQ(issues.size(), kSyntaxErrorsMax + 1);
    EXPECT_EQ(issues.back(), (Issue{kAfterAll, "1 more errors were truncated"}));
  }
}

TEST(ParserErrors, RecoveryEndsAfterThirtyAttempts) {
  const auto with_recoveries = [](std::uint32_t count) {
    std::string expression = "(a b)";  // one each
    for (std::uint32_t i = 1; i < count; ++i) expression += " + (a b)";
    return errors_of(expression);
  };
  constexpr std::string_view kEnded = "error recovery attempt limit exceeded: 30";
  EXPECT_EQ(with_recoveries(kRecoveriesMax).find(kEnded), std::string::npos);
  const std::string ended = with_recoveries(kRecoveriesMax + 1);
  EXPECT_NE(ended.find(kEnded), std::string::npos) << ended;
}

TEST(ParserErrors, RecoverySkipsAtMost256Tokens) {
  std::string expression = "a";
  for (std::uint32_t i = 0; i < kRecoverySkipMax; ++i) expression += " b";
  const std::string unexpected =
      "ERROR: <input>:1:3: Syntax error: mismatched input 'b' expecting <EOF>\n";
  EXPECT_TRUE(errors_of(expression).starts_with(unexpected));
  expression += " b";
  EXPECT_TRUE(errors_of(expression)
                  .starts_with(
                      "ERROR: <input>:-1:0: error recovery token lookahead limit exceeded: 256\n"));
}

}  // namespace
}  // namespace drawbridge::cel
