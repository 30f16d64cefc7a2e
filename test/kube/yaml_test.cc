// What read_yaml() makes of each construct. The values were taken from kubectl's own code
// (YAMLOrJSONDecoder over sigs.k8s.io/yaml); yaml_differential_test.cc holds them against it.
#include "kube/api/yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "test/kube/yaml_support.h"

namespace drawbridge::kube {
namespace {

struct Case {
  std::string_view text;
  std::string_view expected;
  friend std::ostream& operator<<(std::ostream& out, const Case& shown_case) {
    return out << shown_case.text;
  }
};

class Reads : public ::testing::TestWithParam<Case> {};

TEST_P(Reads, Exactly) {
  EXPECT_EQ(read(GetParam().text), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Scalars, Reads,
    ::testing::Values(
        Case{"[y, Y, yes, Yes, YES, on, On, ON, true, True, TRUE]",
             "[true,true,true,true,true,true,true,true,true,true,true]"},
        Case{"[n, N, no, No, NO, off, Off, OFF, false, False, FALSE]",
             "[false,false,false,false,false,false,false,false,false,false,false]"},
        Case{"[yEs, tRUE, oN, 'yes', \"no\", !!str on]", R"(["yEs","tRUE","oN","yes","no","on"])"},
        Case{"[~, null, Null, NULL, nULL, '~', !!null '', !!str ]",
             R"([null,null,null,null,"nULL","~",null,""])"},
        Case{"a:\nb: ''\n", R"({"a":null,"b":""})"},
        Case{"[0, -0, +7, 007, 0777, -0777, 0o17, 0O17, 08]", "[0,0,7,7,511,-511,15,15,8]"},
        Case{"[0x1F, 0XfF, -0x1f, 0b101, 0B11, -0b1, 0b-11]", "[31,255,-31,5,3,-1,-3]"},
        Case{"[1_000, 1__0_, 0x_1F, -_1, _1, 0b_]", R"([1000,10,31,-1,"_1","0b_"])"},
        Case{"[0o8, 0xg, 0x, 1-2, --1, 190:20:30, 1.2.3, 1e]",
             R"(["0o8","0xg","0x","1-2","--1","190:20:30","1.2.3","1e"])"},
        Case{"[1.5, .5, -.5, 1., 1e3, 1E-2, 1_0.5, 1.0, -0.0]",
             "[1.5,0.5,-0.5,1,1000,0.01,10.5,1,0]"},
        Case{"[9223372036854775807, 9223372036854775808, 18446744073709551615, "
             "-9223372036854775808]",
             "[9223372036854775807,9223372036854775808,18446744073709551615,-9223372036854775808]"},
        Case{"[18446744073709551616, -9223372036854775809, 0x1ffffffffffffffff]",
             R"([1.8446744073709552e+19,-9.223372036854776e+18,"0x1ffffffffffffffff"])"},
        Case{"[1e400, 1e-400]", R"(["1e400",0])"},
        Case{"[2001-01-01, 2001-01-01T01:02:03Z, 2001-01-01 01:02:03, 2001-99-99]",
             R"(["2001-01-01","2001-01-01T01:02:03Z","2001-01-01 01:02:03","2001-99-99"])"},
        Case{"[8Gi, 500m, nvidia.com/gpu, http://x/y, a b, 'it''s']",
             R"(["8Gi","500m","nvidia.com/gpu","http://x/y","a b","it's"])"}));

INSTANTIATE_TEST_SUITE_P(
    Tags, Reads,
    ::testing::Values(
        Case{"[!!str 12, !!int '12', !!float 1, !!bool 'yes', !!null ~]",
             R"(["12",12,1,true,null])"},
        Case{"[!!binary aGVsbG8=, !!timestamp 2001-1-1, !x 12, ! 12, ! '12']",
             R"(["hello","2001-1-1","12","12","12"])"},
        Case{"[&a ! 12, &b # c\n ! 13]", R"(["12","13"])"},
        Case{"!!set {a, b}", R"({"a":null,"b":null})"},
        Case{"[!!map {a: 1}, !!seq [1], !!int [1]]", R"([{"a":1},[1],[1]])"},
        Case{"!!int x", "line 1, column 1: \"x\" is tagged !!int and is no int"},
        Case{"a: !!float 18446744073709551615",
             "line 1, column 4: \"18446744073709551615\" is tagged !!float and is no float"},
        Case{"!!timestamp 2001-02-29",
             "line 1, column 1: \"2001-02-29\" is tagged !!timestamp and is no timestamp"},
        Case{"!!binary a", "line 1, column 1: the value tagged !!binary is not base64"},
        Case{"!!binary /w==",
             "line 1, column 1: the value tagged !!binary is no text, and JSON holds only text: "
             "leave the "
             "base64 as it is and drop the tag"},
        Case{"- !h!x 1",
             "line 1, column 3: this tag's handle is not declared: text that begins with ! needs "
             "quotes"},
        Case{"[!!str, a]", "line 1, column 2: a space is missing between the tag and the comma"},
        Case{"!a,b c",
             "line 1, column 3: this tag is malformed: text that begins with ! needs quotes"}));

INSTANTIATE_TEST_SUITE_P(
    Keys, Reads,
    ::testing::Values(
        Case{"{1: a, -0x1F: b, yes: c, on: d}",
             "line 1: the key \"true\" stands on line 1 and again on line 1: remove one of them"},
        Case{"{1: a, 0777: b, off: c, 2001-01-01: d, 'y': e}",
             R"({"1":"a","2001-01-01":"d","511":"b","false":"c","y":"e"})"},
        Case{
            "{1.5: a, 1e6: b, 123456.0: c, 1234567.0: d, 16777217.0: e, 0.0001: f, 0.00001: g}",
            R"({"0.0001":"f","1.234567e+06":"d","1.5":"a","1.6777216e+07":"e","123456":"c","1e+06":"b","1e-05":"g"})"},
        Case{"{.inf: a, -.inf: b, .nan: c, 1e39: d}",
             "line 1: the key \".inf\" stands on line 1 and again on line 1: remove one of them"},
        Case{"{.inf: a, -.inf: b, .nan: c}", R"({"-.inf":"b",".inf":"a",".nan":"c"})"},
        Case{"1: a\n'1': b\n",
             "line 2: the key \"1\" stands on line 1 and again on line 2: remove one of them"},
        Case{"? a\n: 1\n? b\n", R"({"a":1,"b":null})"},
        Case{"&k a: 1\nb: *k\n*k : 2\n",
             "line 3: the key \"a\" stands on line 1 and again on line 3: remove one of them"},
        Case{"~: a", "line 1, column 1: a key is missing or null: put it in quotes if it is text"},
        Case{"?\n: a",
             "line 1, column 2: a key is missing or null: put it in quotes if it is text"},
        Case{"18446744073709551615: a",
             "line 1, column 1: the key \"18446744073709551615\" is too large a number: put it in "
             "quotes"},
        Case{"a: {{ .Values.x }}",
             "line 1, column 5: a list or a mapping can't be a key (a value that begins with { or "
             "[ needs "
             "quotes, as a template's {{ }} does)"},
        Case{"a: .inf",
             "line 1, column 4: \".inf\" is no number that JSON has: put it in quotes if it is "
             "text"}));

INSTANTIATE_TEST_SUITE_P(
    Text, Reads,
    ::testing::Values(
        Case{"a: |\n  x\n   y\n\n  z\n\n\nb: >\n  x\n  y\n\n  z\n",
             R"({"a":"x\n y\n\nz\n","b":"x y\nz\n"})"},
        Case{"a: |-\n  x\nb: |+\n  x\n\nc: >2\n    x\n", R"({"a":"x","b":"x\n\n","c":"  x\n"})"},
        // kubectl puts the missing line end there before it reads.
        Case{"a: |\n  x", R"({"a":"x\n"})"},
        Case{"a: one\n  two\n\n  three # c\n", R"({"a":"one two\nthree"})"},
        Case{R"(a: "\x41\u00e9\U0001F600\t\\\"\e\_\
    b")",
             "{\"a\":\"A\u00e9\U0001F600\\t\\\\\\\"\\u001b\u00a0b\"}"},
        Case{"a: 'x\n\n  y'\n", R"({"a":"x\ny"})"}, Case{"a: \"x\\0y\"", R"({"a":"x\u0000y"})"},
        Case{"a: b#c # d\n", R"({"a":"b#c"})"}, Case{"a:\tb\nc: d\te\n", R"({"a":"b","c":"d\te"})"},
        Case{"a: 1\r\nb: |\r\n  x\r\n  y\r\n", R"({"a":1,"b":"x\ny\n"})"},
        Case{"a: 1\rb: 2", R"({"a":1,"b":2})"}, Case{"a: x\u0085b: z", R"({"a":"x","b":"z"})"},
        Case{"# only\n\n# comments\n", ""}, Case{"", ""}, Case{"null", ""},
        Case{"just text", R"("just text")"}));

INSTANTIATE_TEST_SUITE_P(
    AliasesAndMerges, Reads,
    ::testing::Values(
        Case{"a: &x [1, {b: 2}]\nc: *x\n", R"({"a":[1,{"b":2}],"c":[1,{"b":2}]})"},
        Case{"a: &x 1\nb: &x 2\nc: *x\n", R"({"a":1,"b":2,"c":2})"},
        Case{"a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\n", R"({"a":{"b":1,"c":2},"d":{"b":1,"c":3}})"},
        // The merge that stands later wins over what is written out before it.
        Case{"a: &x {b: 1}\nd:\n  b: 3\n  <<: *x\n", R"({"a":{"b":1},"d":{"b":1}})"},
        Case{"- &x {a: 1, b: 1}\n- &y {b: 2, c: 2}\n- <<: [*x , *y ]\n  d: 3\n",
             R"([{"a":1,"b":1},{"b":2,"c":2},{"a":1,"b":1,"c":2,"d":3}])"},
        Case{"- &x {a: 1}\n- &y {a: 2}\n- {<<: *x, <<: *y}\n", R"([{"a":1},{"a":2},{"a":2}])"},
        Case{"<<: {a: 1, b: 2}\nb: 3\n", R"({"a":1,"b":3})"}, Case{"<<: []\na: 1\n", R"({"a":1})"},
        Case{"- &x {a: 1}\n- {'<<': *x}\n", R"([{"a":1},{"<<":{"a":1}}])"},
        Case{"a: <<\n", R"({"a":"<<"})"},
        Case{"<<: 1\n",
             "line 1, column 5: \"<<\" takes a mapping, an alias of one, or a list of these"},
        Case{"- &x [{a: 1}]\n- <<: *x\n",
             "line 2, column 7: \"<<\" takes a mapping, an alias of one, or a list of these"},
        Case{"a: *x\n",
             "line 1, column 4: nothing before this is named \"&x\" in this document (text that "
             "begins with "
             "* needs quotes)"},
        // Anchors end with their document.
        Case{"a: &x 1\n---\nb: *x\n",
             "line 3, column 4: nothing before this is named \"&x\" in this document (text that "
             "begins with "
             "* needs quotes)"},
        Case{"a: &x\n  - *x\n",
             "line 2, column 5: the alias stands inside the value that \"&x\" names"},
        Case{"&x {<<: *x}\n",
             "line 1, column 9: the alias stands inside the value that \"&x\" names"}));

constexpr std::string_view kDropped =
    ": the document ends before this, and kubectl drops what follows: begin a new document with a "
    "line \"---\"";

INSTANTIATE_TEST_SUITE_P(
    Documents, Reads,
    ::testing::Values(
        Case{"a: 1\n---\nb: 2\n---\n", R"({"a":1} | {"b":2})"},
        Case{"---\n---\n# none\n---\na: 1\n---\n~\n---\nb: 2", R"({"a":1} | {"b":2})"},
        Case{"--- # a comment\na: 1\n---\t#x\nb: 2\n", R"({"a":1} | {"b":2})"},
        Case{"a: 1\r\n---\r\nb: 2\r\n", R"({"a":1} | {"b":2})"}, Case{" ---\n", R"("---")"},
        Case{"a: 1\n...\n# the end\n", R"({"a":1})"},
        Case{"[1]\n---\nx\n---\n5\n", R"([1] | "x" | 5)"},
        Case{"\xef\xbb\xbf---\na: 1\n---\n\xef\xbb\xbf"
             "b: 2\n",
             R"({"a":1} | {"b":2})"},
        Case{"a: |\n  x\n---\nb: 1\n", R"({"a":"x\n"} | {"b":1})"},
        Case{"a: 1\n--- b\n",
             "line 2: a line that begins with \"---\" separates documents, and only a comment may "
             "follow "
             "there: \"--- b\""},
        Case{"key: |\n-----BEGIN\n",
             "line 2: a line that begins with \"---\" separates documents, and only a comment may "
             "follow "
             "there: \"-----BEGIN\""},
        Case{"%YAML 1.1\n---\na: 1\n",
             "line 2, column 1: kubectl takes no line that begins with %: remove it"},
        Case{"kind: A\na: 1\nkind: B\nb: 2\n",
             "line 3: the key \"kind\" stands on line 1 and again on line 3: write --- before line "
             "3 "
             "where another object begins there, or remove one of them"},
        Case{"a: {kind: A, kind: B}",
             "line 1: the key \"kind\" stands on line 1 and again on line 1: remove one of them"},
        Case{"a: 1\n--\nb: 1\n",
             "line 2: \"--\" ends no object: three dashes at the beginning of the line do"},
        Case{"a:\n  b: 1\n  ---\nb: 1\n",
             "line 3: \"---\" ends no object: three dashes at the beginning of the line do"},
        Case{
            "a:\u00a01\nb: 1\n",
            "line 1: a no-break space (U+00A0) stands in \"a:\u00a01\", which is a letter to YAML: "
            "write plain spaces"},
        // In a text it may be meant.
        Case{"# 5\u00a0GB\na: b: c\n",
             "line 2, column 5: \": \" can't stand here: put the text in quotes, or look for a "
             "missing \":\" or wrong indentation here and in the line above"},
        Case{"a: b\u00a0: c: d\n",
             "line 1, column 6: \": \" can't stand here: put the text in quotes, or look for a "
             "missing \":\" or wrong indentation here and in the line above"},
        Case{"a:\n\u2013 b: c\n  d: e\n",
             "line 2: \"\u2013\" is no dash to YAML: write - and a space"},
        Case{"---\na: 1\n---\nb: 1\nb: 2\n",
             "line 5: the key \"b\" stands on line 4 and again on line 5: remove one of them"},
        Case{"a: \ufeffb\n",
             "line 1: a byte order mark (U+FEFF), which can't be seen, stands on this line: remove "
             "it, or "
             "write \\uFEFF in double quotes"},
        Case{"a: \"\\uFEFFb\"\n", "{\"a\":\"\ufeffb\"}"}));

TEST(Yaml, WhatStandsBehindADocumentsEndIsRefused) {
  EXPECT_EQ(read("a: 1\n...\nb: 2\n"), "line 3" + std::string(kDropped));
  EXPECT_EQ(read("x: 1\n---\n[1]\n[2]\n"), "line 4" + std::string(kDropped));
  EXPECT_EQ(read("'a'\nb\n"), "line 2" + std::string(kDropped));
}

INSTANTIATE_TEST_SUITE_P(
    JsonText, Reads,
    ::testing::Values(
        Case{R"({"a": "\ud83d\ude00\/", "b": [1, 2.5]})", "{\"a\":\"\U0001F600/\",\"b\":[1,2.5]}"},
        Case{"{\"a\":1}{\"b\":2}\n[3] 4 \"}\" ", R"({"a":1} | {"b":2} | [3] | 4 | "}")"},
        Case{"{\"a\":1}\n \t\r\n", R"({"a":1})"},
        Case{"{\"a\":1}\n---\n{\"b\":2}\n---\nc: 3\n", R"({"a":1} | {"b":2} | {"c":3})"},
        Case{"{\"a\":1}\nb: 2\n", R"({"a":1} | {"b":2})"}, Case{"  {a: 1}", R"({"a":1})"},
        Case{"{\"a\": 18446744073709551616}", R"({"a":1.8446744073709552e+19})"},
        Case{"{\"a\":1,\n \"a\":2}",
             "line 2: the key \"a\" stands on line 1 and again on line 2: remove one of them"},
        Case{"{}{}\n{\"a\":1,\n\"a\":2}",
             "line 3: the key \"a\" stands on line 2 and again on line 3: remove one of them"},
        Case{"{}{}\n{a: 1}",
             "line 2: after several JSON values only JSON may follow: the text is not one "
             "well-formed JSON value"},
        Case{"{\"a\": \n", "line 2, column 1: a value is missing before this"},
        Case{"- \"a\\/b\"",
             "line 1, column 3: kubectl knows no \"\\/\" in YAML: write \"/\" alone"}));

INSTANTIATE_TEST_SUITE_P(
    Mistakes, Reads,
    ::testing::Values(
        Case{"a:\n\tb: 1\n",
             "line 2, column 1: a tab stands in the indentation: YAML indents with spaces only"},
        Case{"a: |\n\tb\n",
             "line 2, column 1: a tab stands in the indentation: YAML indents with spaces only"},
        Case{"a: b\n  c: d\n",
             "line 2, column 4: \": \" can't stand here: put the text in quotes, or look for a "
             "missing "
             "\":\" or wrong indentation here and in the line above"},
        Case{"a:\n    b: 1\n  c: 2\n",
             "line 3, column 3: this fits no level of the mapping that begins on line 1: align it "
             "with that "
             "mapping's keys"},
        Case{"a:\n  - b\n - c\n",
             "line 3, column 2: this fits no level of the mapping that begins on line 1: align it "
             "with that "
             "mapping's keys"},
        Case{"- a\nb: 1\n",
             "line 2, column 1: this fits no level of the list that begins on line 1: align it "
             "with that list's "
             "\"-\""},
        Case{R"(a: "device["gpu"]")",
             "line 1, column 13: the text in double quotes ends before this: write a \" within it "
             "as \\\", or put the whole in single quotes"},
        Case{"a: 'x['gpu'] == 1'",
             "line 1, column 8: the text in single quotes ends before this: write a ' within it "
             "as '', or put the whole in double quotes"},
        Case{"- 'a' b\n",
             "line 1, column 7: the text in single quotes ends before this: write a ' within it "
             "as '', or put the whole in double quotes"},
        Case{R"({a: "b"c"})",
             "line 1, column 8: the text in double quotes ends before this: write a \" within it "
             "as \\\", or put the whole in single quotes"},
        Case{"a: ['b' 'c']",
             "line 1, column 9: a \",\" or \"]\" is missing before this, in the list that opens on "
             "line 1"},
        Case{"a: \"b\"\n c: d\n",
             "line 2, column 2: this fits no level of the mapping that begins on line 1: align it "
             "with that mapping's keys"},
        Case{"spec:\n  image nginx\n  name: x\n",
             "line 3, column 7: \": \" can't stand here: put the text in quotes, or look for a "
             "missing "
             "\":\" or wrong indentation here and in the line above"},
        Case{"spec:\n  name: x\n  image nginx\n  tag: y\n",
             "line 3: \"image nginx\" is no \"key: value\": \":\" and a space are missing, or the "
             "line is to be "
             "indented as part of the one above"},
        Case{"a: - b\n",
             "line 1, column 4: a list (\"- \") can't begin here: put it on a line of its own, "
             "below its key"},
        Case{"a: 'b\nc: d\n", "line 3, column 1: the quote that opens on line 1 is never closed"},
        Case{"a: \"b\\qc\"\n",
             "line 1, column 6: the text in double quotes that begins on line 1 has a \\ before a "
             "character "
             "that takes none: write \\\\, or use single quotes"},
        Case{"a: @b\n", "line 1, column 4: a value can't begin with \"@\": put it in quotes"},
        Case{"a: `b`\n", "line 1, column 4: a value can't begin with \"`\": put it in quotes"},
        Case{"a: %b\n", "line 1, column 4: a value can't begin with \"%\": put it in quotes"},
        Case{"a: *.example.com\n",
             "line 1, column 5: the name after * or & is malformed: text that begins with * or & "
             "needs quotes"},
        Case{"a: [b\nc: d\n",
             "line 2, column 2: a \",\" or \"]\" is missing before this, in the list that opens on "
             "line 1"},
        Case{"a: {b: c\nd: e\n",
             "line 2, column 2: a \",\" or \"}\" is missing before this, in the mapping that opens "
             "on line 1"},
        Case{"{a:,b: c}",
             "line 1, column 3: a space is missing after the \":\", or the text around it needs "
             "quotes"},
        Case{"- [http://x?y]",
             "line 1, column 4: inside brackets, text with a \"?\" needs quotes: \"http://x?y\""},
        Case{"a: \x01\n",
             "line 1: the control character U+0001 can't stand in YAML: remove it, or write it as "
             "an escape "
             "in double quotes"},
        Case{"a: 1\nb: \xff\n", "line 2: the text is not UTF-8: save it as UTF-8"},
        Case{"a: |x\n",
             "line 1, column 5: behind | or > only +, -, a digit and a comment may stand on the "
             "line"}));

TEST(Yaml, ErrorsShowTextSafely) {
  EXPECT_EQ(read("\"a\\e\\x9b\\n\": 1\n\"a\\e\\x9b\\n\": 2\n"),
            "line 2: the key \"a   \" stands on line 1 and again on line 2: remove one of them");
  const std::string text(47, 'a');
  EXPECT_EQ(read("!!int " + text + "\u00e9\u00e9"),
            "line 1, column 1: \"" + text + "...\" is tagged !!int and is no int");
}

TEST(Yaml, Utf16WithAMarkIsRead) {
  const auto utf16 = [](std::u16string_view text, bool big_endian) {
    std::string bytes;
    for (const char16_t unit : text) {
      const auto high = static_cast<char>(unit >> 8);
      const auto low = static_cast<char>(unit & 0xff);
      bytes += big_endian ? high : low;
      bytes += big_endian ? low : high;
    }
    return bytes;
  };
  for (const bool big_endian : {false, true}) {
    EXPECT_EQ(read(utf16(u"\ufeffa: \u00e9\u20ac\U0001F600\r\n---\r\nb: 1", big_endian)),
              "{\"a\":\"\u00e9\u20ac\U0001F600\"} | {\"b\":1}");
    EXPECT_EQ(read(utf16(u"\ufeff", big_endian) + "a"),
              "line 1: the text is marked as UTF-16 and isn't: save it as UTF-8");
    for (const char16_t* broken :
         {u"\ufeffa: 1\n\xd800x", u"\ufeffa: 1\n\xdc00", u"\ufeffa: 1\n\xd800"}) {
      EXPECT_EQ(read(utf16(broken, big_endian)),
                "line 2: the text is marked as UTF-16 and isn't: save it as UTF-8");
    }
  }
}

TEST(Yaml, LinesAreThoseOfTheWholeText) {
  EXPECT_THAT(lines(read_yaml("# c\n\na: 1\n---\n\n---\n# c\nb: 1\n---\nc: 1")),
              ::testing::ElementsAre(3, 8, 10));
  EXPECT_THAT(lines(read_yaml("\n{\"a\":\n1}{}\n\n[]\n")), ::testing::ElementsAre(2, 3, 5));
  EXPECT_THAT(lines(read_yaml("{\"a\":\n1}\n---\n# c\nb: 1\n")), ::testing::ElementsAre(1, 5));
  EXPECT_THAT(lines(read_yaml("a: 1\r\n---\r\nb: 1\r\n")), ::testing::ElementsAre(1, 3));
}

}  // namespace
}  // namespace drawbridge::kube
