#include "test/cel/library_support.h"

namespace drawbridge::cel {
namespace {

class StringsLibrary : public LibraryTest {
 protected:
  StringsLibrary() { library(add_strings); }
};

TEST_F(StringsLibrary, CountsCodePoints) {
  EXPECT_EQ(run("string_char_at_int", {text("héllo"), number(1)}), "é");
  EXPECT_EQ(run("string_char_at_int", {text("abc"), number(3)}), "");
  EXPECT_EQ(run("string_char_at_int", {text("abc"), number(4)}), "error: index out of range: 4");
  EXPECT_EQ(run("string_char_at_int", {text("é"), number(2)}), "error: index out of range: 2");
  EXPECT_EQ(run("string_char_at_int", {text("abc"), number(-1)}), "error: index out of range: -1");
  EXPECT_EQ(run("string_substring_int", {text("日本語"), number(1)}), "本語");
  EXPECT_EQ(run("string_substring_int_int", {text("日本語"), number(1), number(2)}), "本");
  EXPECT_EQ(run("string_substring_int", {text("x"), number(2)}), "error: index out of range: 2");
  EXPECT_EQ(run("string_substring_int_int", {text("x"), number(1), number(0)}),
            "error: invalid substring range. start: 1, end: 0");
  EXPECT_EQ(run("string_substring_int_int", {text("x"), number(0), number(2)}),
            "error: index out of range: 2");
  EXPECT_EQ(run("string_substring_int_int", {text("x"), number(9), number(12)}),
            "error: index out of range: 9");
}

TEST_F(StringsLibrary, FindsTexts) {
  EXPECT_EQ(run("string_index_of_string", {text("日本語本"), text("本")}), "1");
  EXPECT_EQ(run("string_index_of_string_int", {text("日本語本"), text("本"), number(2)}), "3");
  EXPECT_EQ(run("string_index_of_string", {text("abc"), text("x")}), "-1");
  EXPECT_EQ(run("string_index_of_string_int", {text("abc"), text("c"), number(INT64_MAX)}), "-1");
  EXPECT_EQ(run("string_index_of_string_int", {text("abc"), text("c"), number(-1)}),
            "error: index out of range: -1");
  EXPECT_EQ(run("string_index_of_string_int", {text("abc"), text(""), number(5)}), "3");
  EXPECT_EQ(run("string_index_of_string_int", {text("abc"), text(""), number(2)}), "2");
  EXPECT_EQ(run("string_last_index_of_string", {text("日本語本"), text("本")}), "3");
  EXPECT_EQ(run("string_last_index_of_string", {text("abc"), text("")}), "3");
  EXPECT_EQ(run("string_last_index_of_string", {text("abc"), text("abcd")}), "-1");
  EXPECT_EQ(run("string_last_index_of_string_int", {text("abab"), text("ab"), number(1)}), "0");
  EXPECT_EQ(run("string_last_index_of_string_int", {text("abab"), text("ab"), number(3)}), "2");
  // An offset at the end finds nothing.
  EXPECT_EQ(run("string_last_index_of_string_int", {text("abab"), text("ab"), number(4)}), "-1");
  EXPECT_EQ(run("string_last_index_of_string_int", {text("abc"), text(""), number(5)}), "3");
}

TEST_F(StringsLibrary, OldOffsetsOfEmptyTexts) {
  add_differences_of_1_36(declarations_);
  EXPECT_EQ(run("string_index_of_string_int", {text("abc"), text(""), number(5)}), "5");
  EXPECT_EQ(run("string_index_of_string_int", {text("abc"), text(""), number(-1)}), "-1");
  EXPECT_EQ(run("string_last_index_of_string_int", {text("abc"), text(""), number(5)}), "5");
  EXPECT_EQ(run("string_index_of_string_int", {text("abc"), text("c"), number(0)}), "2");
}

TEST_F(StringsLibrary, Replaces) {
  const auto replaced = [&](std::string_view in, std::string_view old, std::string_view with) {
    return run("string_replace_string_string", {text(in), text(old), text(with)});
  };
  EXPECT_EQ(replaced("aaa", "aa", "b"), "ba");
  EXPECT_EQ(replaced("aaa", "", "-"), "-a-a-a-");
  EXPECT_EQ(replaced("", "", "-"), "-");
  EXPECT_EQ(replaced("abc", "x", "b"), "abc");
  EXPECT_EQ(replaced("abc", "abc", ""), "");
  const auto limited = [&](std::string_view in, std::string_view old, std::int64_t limit) {
    return run("string_replace_string_string_int", {text(in), text(old), text("-"), number(limit)});
  };
  EXPECT_EQ(limited("aaa", "a", 2), "--a");
  EXPECT_EQ(limited("aaa", "a", -1), "---");
  EXPECT_EQ(limited("aaa", "a", 0), "aaa");
  EXPECT_EQ(limited("héy", "", 2), "-h-éy");
}

TEST_F(StringsLibrary, SplitsAndJoins) {
  EXPECT_EQ(run("string_split_string", {text("a,b,c"), text(",")}), "[a, b, c]");
  EXPECT_EQ(run("string_split_string", {text("héy"), text("")}), "[h, é, y]");
  EXPECT_EQ(run("string_split_string", {text(""), text("")}), "[]");
  EXPECT_EQ(run("string_split_string", {text(""), text(",")}), "[]");
  EXPECT_EQ(call("string_split_string", {text(""), text(",")}).size(), 1U);
  EXPECT_EQ(run("string_split_string_int", {text("a,b,c"), text(","), number(2)}), "[a, b,c]");
  EXPECT_EQ(run("string_split_string_int", {text("a,b,c"), text(","), number(0)}), "[]");
  EXPECT_EQ(run("string_split_string_int", {text("a,b,c"), text(","), number(1)}), "[a,b,c]");
  EXPECT_EQ(run("string_split_string_int", {text("héy"), text(""), number(2)}), "[h, éy]");
  EXPECT_EQ(run("string_split_string_int", {text("a,b"), text(","), number(-1)}), "[a, b]");
  EXPECT_EQ(run("list_join", {list({text("a"), text("b")})}), "ab");
  EXPECT_EQ(run("list_join_string", {list({text("a"), text("b")}), text("--")}), "a--b");
  EXPECT_EQ(run("list_join_string", {list({}), text("x")}), "");
  EXPECT_EQ(run("list_join_string", {list({text("a"), number(1)}), text("x")}),
            "error: join: invalid input: 1");
}

TEST_F(StringsLibrary, CasesAndSpace) {
  EXPECT_EQ(run("string_lower_ascii", {text("hÉLLo")}), "hÉllo");
  EXPECT_EQ(run("string_upper_ascii", {text("hÉLLo")}), "HÉLLO");
  EXPECT_EQ(run("string_trim", {text("\u00a0\u0085 a b \u2003\u3000")}), "a b");
  EXPECT_EQ(run("string_trim", {text("\u200ba\u200b")}), "\u200ba\u200b");
  EXPECT_EQ(run("string_trim", {text(" \t\n")}), "");
  EXPECT_EQ(run("strings_quote", {text("a\"b\\\n\u00e9\a\b\f\r\t\v\x01")}),
            "\"a\\\"b\\\\\\n\u00e9\\a\\b\\f\\r\\t\\v\x01\"");
}

TEST_F(StringsLibrary, Costs) {
  EXPECT_EQ(cost("string_char_at_int", {text("abc"), number(0)}), 1U);
  EXPECT_EQ(cost("string_index_of_string", {text("123456789"), text("x")}), 0U);
  EXPECT_EQ(cost("string_index_of_string", {text("1234567890"), text("x")}), 1U);
  EXPECT_EQ(cost("string_trim", {text("12345678901")}), 2U);
  EXPECT_EQ(cost("string_split_string", {text("123456"), text(",")}), 2U);
  EXPECT_EQ(cost("list_join", {list({text("123"), text("456")})}), 2U);
  EXPECT_EQ(cost("strings_quote", {text("12345678901")}), 2U);
}

TEST_F(StringsLibrary, Estimates) {
  const EstimatedNode target = node_of_size({2, 4});
  const std::array<EstimatedNode, 2> args = {node_of_size({1, 1}), node_of_size({0, 3})};
  const auto replaced = overload("string_replace_string_string").estimate(&target, args);
  ASSERT_TRUE(replaced);
  EXPECT_EQ(replaced->cost, (CostEstimate{1, 1}));
  EXPECT_EQ(replaced->result_size, (SizeEstimate{0, 12}));
  const auto searched = overload("string_index_of_string").estimate(&target, args);
  ASSERT_TRUE(searched);
  EXPECT_EQ(searched->cost, (CostEstimate{1, 1}));
}

TEST_F(StringsLibrary, TextThatGrowsEndsSomewhere) {
  const std::string large(1 << 20, 'a');
  const Value grown = call("string_replace_string_string", {text(large), text("a"), text(large)});
  ASSERT_TRUE(grown.is_error());
  EXPECT_EQ(grown.error_message(), kCancelled);
}

class FormatStrings : public StringsLibrary {
 protected:
  std::string format(std::string_view it, std::initializer_list<Value> args) {
    return run("string_format", {text(it), list(args)});
  }
};

TEST_F(FormatStrings, Numbers) {
  EXPECT_EQ(format("%d %b %o %x %X", {number(-5), number(5), number(11), number(30), number(-255)}),
            "-5 101 13 1e -FF");
  EXPECT_EQ(format("%b %x %X", {Value::boolean(true), text("é"), Value::bytes("Hi!")}),
            "1 c3a9 486921");
  EXPECT_EQ(format("%d%%", {Value::unsigned_integer(UINT64_MAX)}), "18446744073709551615%");
  EXPECT_EQ(format("%.3d", {number(1)}), "1");
}

TEST_F(FormatStrings, FixedPointInEnglish) {
  const auto fixed = [&](std::string_view clause, double value) {
    return format(clause, {Value::real(value)});
  };
  EXPECT_EQ(fixed("%f", 1234567.5), "1,234,567.500000");
  EXPECT_EQ(fixed("%f", -0.0), "0.000000");
  EXPECT_EQ(fixed("%f", -0.0000001), "-0.000000");
  EXPECT_EQ(fixed("%.0f", 2.5), "2");
  EXPECT_EQ(fixed("%.1f", 999.95), "1,000.0");
  EXPECT_EQ(fixed("%.20f", 0.1), "0.10000000000000000555");
  EXPECT_EQ(fixed("%.2f", 1e21), "1,000,000,000,000,000,000,000.00");
  EXPECT_EQ(fixed("%f", std::numeric_limits<double>::infinity()), "∞");
  EXPECT_EQ(format("%f %f", {text("NaN"), text("-Infinity")}), "NaN -∞");
  // The precision is kept in 16 bits and trailing zeros in 8.
  EXPECT_EQ(fixed("%.255f", 1.5).size(), 257U);
  EXPECT_EQ(fixed("%.256f", 1.5), "1.5");
  EXPECT_EQ(fixed("%.300f", 1.5).size(), 46U);
  EXPECT_EQ(fixed("%.32768f", 0.1), "0.1");
  EXPECT_EQ(fixed("%.65536f", 1.5), "2");
  EXPECT_EQ(fixed("%.65540f", 1.5), "1.5000");
}

TEST_F(FormatStrings, ScientificInEnglish) {
  const auto scientific = [&](std::string_view clause, double value) {
    return format(clause, {Value::real(value)});
  };
  EXPECT_EQ(scientific("%e", 1.5), "1.500000×10⁰⁰");
  EXPECT_EQ(scientific("%e", -1e-100), "-1.000000×10⁻¹⁰⁰");
  EXPECT_EQ(scientific("%e", 9.9999999), "1.000000×10⁰¹");
  EXPECT_EQ(scientific("%.20e", 1.5), "       1.500000×10⁰⁰");
  EXPECT_EQ(scientific("%e", -std::numeric_limits<double>::infinity()), "    -∞");
  EXPECT_EQ(scientific("%.65536e", 1.5).size(), 18U);
}

TEST_F(FormatStrings, Strings) {
  EXPECT_EQ(format("%s %s %s %s", {text("a"), Value(), Value::boolean(true), number(1)}),
            "a null true 1");
  EXPECT_EQ(format("%s %s", {Value::real(1), Value::real(123456789)}), "1 1.23456789e+08");
  EXPECT_EQ(format("%s", {Value::duration(1'500'000'000)}), "1.5s");
  EXPECT_EQ(format("%s", {Value::timestamp(0, 5)}), "1970-01-01T00:00:00.000000005Z");
  EXPECT_EQ(format("%s", {list({text("é\n\"\u200b"), Value::real(1e-10), Value::real(-0.0)})}),
            "[\"é\\n\\\"\\u200b\", 0.000000, -0.000000]");
  EXPECT_EQ(format("%s", {list({Value::real(std::numeric_limits<double>::infinity()),
                                Value::duration(0), Value::timestamp(0, 0), Value::bytes("a")})}),
            "[\"+Inf\", duration(\"0s\"), timestamp(\"1970-01-01T00:00:00Z\"), b\"a\"]");
  const std::array<Entry, 2> entries = {{{number(10), text("x")}, {text("a"), list({number(1)})}}};
  EXPECT_EQ(format("%s", {Value::map(entries)}), "{\"a\":[1], 10:\"x\"}");
}

TEST_F(FormatStrings, Errors) {
  EXPECT_EQ(format("%s %s", {text("a")}), "error: index 1 out of range");
  EXPECT_EQ(format("%", {text("a")}), "error: unexpected end of string");
  EXPECT_EQ(format("%", {}), "error: index 0 out of range");
  EXPECT_EQ(format("%é", {text("a")}),
            "error: could not parse formatting clause: unrecognized formatting clause \"Ã\"");
  EXPECT_EQ(format("%.3", {text("a")}),
            "error: could not parse formatting clause: error while parsing precision: could not "
            "find end of precision specifier");
  EXPECT_EQ(format("%.x", {text("a")}),
            "error: could not parse formatting clause: error while parsing precision: error while "
            "converting precision to integer: strconv.Atoi: parsing \"\": invalid syntax");
  EXPECT_EQ(format("%.99999999999999999999f", {text("a")}),
            "error: could not parse formatting clause: error while parsing precision: error while "
            "converting precision to integer: strconv.Atoi: parsing \"99999999999999999999\": "
            "value out of range");
  EXPECT_EQ(format("%d", {text("a")}),
            "error: error during formatting: decimal clause can only be used on integers, was "
            "given string");
  EXPECT_EQ(format("%f", {Value()}),
            "error: error during formatting: fixed-point clause can only be used on doubles, was "
            "given null_type");
  EXPECT_EQ(format("%s", {Value::bytes("\xff")}),
            "error: error during formatting: could not convert argument \"invalid UTF-8 in bytes, "
            "cannot convert to string\" to string");
  const std::array<Entry, 1> entries = {{{Value::real(1.5), number(1)}}};
  EXPECT_EQ(format("%s", {Value::map(entries)}),
            "error: error during formatting: no formatting function for map key of type double");
  EXPECT_EQ(format("%s", {list({Value::optional(nullptr)})}),
            "error: error during formatting: no formatting function for optional_type");
}

TEST_F(FormatStrings, TheSameListManyTimesEndsSomewhere) {
  Value nested = list({number(1)});
  for (int i = 0; i < 30; ++i) nested = list({nested, nested});
  EXPECT_EQ(format("%s", {nested}), "error: " + std::string(kCancelled));
}

}  // namespace
}  // namespace drawbridge::cel
