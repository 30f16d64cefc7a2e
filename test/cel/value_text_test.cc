#include "rules/cel/value_text.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "rules/cel/evaluation.h"

namespace drawbridge::cel {
namespace {

TEST(GoText, IsWhatGoPrintsInMessages) {
  EXPECT_EQ(go_text(Value::string("a'b")), "a'b");
  EXPECT_EQ(go_text(Value::unsigned_integer(1)), "1");
  EXPECT_EQ(go_text(Value::real(0.1)), "0.1");
  EXPECT_EQ(go_text(Value::real(123456789)), "1.23456789e+08");
  EXPECT_EQ(go_text(Value::bytes("ab")), "[97 98]");
  const std::array<Value, 2> list{Value::integer(1), Value::string("x")};
  EXPECT_EQ(go_text(Value::list(list)), "[1, x]");
}

TEST(CelText, IsAnExpressionThatMeansTheValue) {
  EXPECT_EQ(cel_text(Value()), "null");
  EXPECT_EQ(cel_text(Value::boolean(true)), "true");
  EXPECT_EQ(cel_text(Value::integer(-1)), "-1");
  EXPECT_EQ(cel_text(Value::unsigned_integer(1)), "1u");
  EXPECT_EQ(cel_text(Value::real(1)), "1.0");
  EXPECT_EQ(cel_text(Value::real(1e300)), "1e+300");
  EXPECT_EQ(cel_text(Value::real(-std::numeric_limits<double>::infinity())), "double('-Inf')");
  EXPECT_EQ(cel_text(Value::string("a'b\\\n\x01\xc3\xa4")), "'a\\'b\\\\\\n\\x01\xc3\xa4'");
  EXPECT_EQ(cel_text(Value::bytes("a\xff")), "b'a\\xff'");
  EXPECT_EQ(cel_text(Value::duration(1'500'000'000)), "duration('1.5s')");
  EXPECT_EQ(cel_text(Value::timestamp(0, 500'000'000)), "timestamp('1970-01-01T00:00:00.5Z')");
  EXPECT_EQ(cel_text(Value::type(&type::kInt)), "int");
  const Value one = Value::integer(1);
  EXPECT_EQ(cel_text(Value::optional(&one)), "optional.of(1)");
  EXPECT_EQ(cel_text(Value::optional(nullptr)), "optional.none()");
  const std::array<Entry, 1> entries{Entry{Value::string("k"), Value::optional(&one)}};
  EXPECT_EQ(cel_text(Value::map(entries)), "{'k': optional.of(1)}");
}

TEST(JsonText, WritesWhatJsonHasNoWordForAsText) {
  EXPECT_EQ(json_text(Value::unsigned_integer(UINT64_MAX)), "18446744073709551615");
  EXPECT_EQ(json_text(Value::bytes("ab")), "\"YWI=\"");
  EXPECT_EQ(json_text(Value::bytes("abc")), "\"YWJj\"");
  EXPECT_EQ(json_text(Value::bytes("a")), "\"YQ==\"");
  EXPECT_EQ(json_text(Value::real(std::nan(""))), "\"NaN\"");
  EXPECT_EQ(json_text(Value::duration(1'500'000'000)), "\"1.5s\"");
  EXPECT_EQ(json_text(Value::optional(nullptr)), "null");
  const std::array<Entry, 2> entries{Entry{Value::integer(1), Value()},
                                     Entry{Value::string("a"), Value::string("\"")}};
  EXPECT_EQ(json_text(Value::map(entries)), R"({"1":null,"a":"\""})");
}

// Each of 60 levels holds the one below twice.
TEST(Text, EndsAtItsLength) {
  constexpr std::size_t kLevels = 60;
  std::vector<std::array<Value, 2>> levels(kLevels);
  Value top = Value::integer(1);
  for (std::array<Value, 2>& level : levels) {
    level = {top, top};
    top = Value::list(level);
  }
  constexpr std::size_t kBrackets = 64 * kLevels;
  EXPECT_LT(go_text(top).size(), kMessageBytesMax + kBrackets);
  EXPECT_LT(cel_text(top).size(), kTextBytesMax + kBrackets);
  EXPECT_LT(json_text(top).size(), kTextBytesMax + kBrackets);
  const std::array<Value, 2000> short_enough{};
  EXPECT_EQ(cel_text(Value::list(short_enough)).find("..."), std::string::npos);
}

// Deeper nesting than the limit is cut, deeper than any stack too.
TEST(Text, EndsAtItsDepth) {
  constexpr std::size_t kLevels = 100'000;
  std::vector<Value> levels(kLevels + 1, Value::integer(1));
  for (std::size_t i = 1; i <= kLevels; ++i) levels[i] = Value::list(std::span(&levels[i - 1], 1));
  const std::string at_limit = cel_text(levels[kTextDepthMax]);
  EXPECT_NE(at_limit.find("1"), std::string::npos);
  const std::string past_limit = cel_text(levels[kTextDepthMax + 1]);
  EXPECT_NE(past_limit.find("..."), std::string::npos);
  EXPECT_NE(json_text(levels[kLevels]).find("..."), std::string::npos);
}

TEST(ValueText, NativeIsWhatGoHolds) {
  const auto duration = [](std::int64_t nanoseconds) {
    return native_text(Value::duration(nanoseconds));
  };
  EXPECT_EQ(duration(0), "0s");
  EXPECT_EQ(duration(1), "1ns");
  EXPECT_EQ(duration(-999), "-999ns");
  EXPECT_EQ(duration(1'500), "1.5\u00b5s");
  EXPECT_EQ(duration(2'000'000), "2ms");
  EXPECT_EQ(duration(90'000'000'000), "1m30s");
  EXPECT_EQ(duration(3'600'000'000'001), "1h0m0.000000001s");
  EXPECT_EQ(duration(INT64_MIN), "-2562047h47m16.854775808s");
  EXPECT_EQ(native_text(Value::timestamp(1, 0)), "1970-01-01 00:00:01 +0000 UTC");
  EXPECT_EQ(native_text(Value::timestamp(1, 500'000'000, 330)),
            "1970-01-01 05:30:01.5 +0530 +0530");
  EXPECT_EQ(native_text(Value()), "0");
  EXPECT_EQ(native_text(Value::integer(7)), "7");
}

}  // namespace
}  // namespace drawbridge::cel
