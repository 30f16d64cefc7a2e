// Literals of google.protobuf's messages: what they hold, and cel-go's words for what they can't.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "test/cel/program_support.h"

namespace drawbridge::cel {
namespace {

std::string outcome_of(std::string_view text) {
  const TestProgram program = compile_text(text);
  return program.failure.empty() ? run_program(program, Value()).text : program.failure;
}

struct Case {
  std::string_view expression;
  std::string_view outcome;
};

TEST(Messages, WrappersHoldWhatIsOfTheirType) {
  for (const auto& [expression, outcome] : {
           Case{"google.protobuf.StringValue{value: dyn('a')}", "'a'"},
           Case{"google.protobuf.StringValue{value: dyn(quantity('1Ki'))}", "'1Ki'"},
           Case{"google.protobuf.Int64Value{value: dyn(optional.of(3))}", "3"},
           Case{"google.protobuf.Int32Value{value: 2147483647}", "2147483647"},
           Case{"google.protobuf.BoolValue{}", "false"},
       }) {
    EXPECT_EQ(outcome_of(expression), outcome) << expression;
  }
}

TEST(Messages, WrappersSayWhatTheyCannotHold) {
  for (const auto& [expression, why] : {
           Case{"StringValue{value: dyn(1)}", "unsupported type conversion from 'int' to string"},
           Case{"StringValue{value: dyn([])}", "type conversion error from list to 'string'"},
           Case{"StringValue{value: dyn(true)}", "type conversion error from bool to 'string'"},
           Case{"StringValue{value: dyn(format.uri())}",
                "type conversion error from 'Format' to 'string'"},
           Case{"StringValue{value: dyn(optional.none())}", "optional.none() dereference"},
           Case{"Int64Value{value: dyn('1')}",
                "unsupported native conversion from string to 'int64'"},
           Case{"Int32Value{value: 2147483648}", "integer overflow"},
           Case{"BytesValue{value: dyn(1.5)}", "type conversion error from Double to '[]uint8'"},
           Case{"BoolValue{value: dyn(int)}", "type conversion not supported for 'type'"},
           Case{"BoolValue{value: dyn(quantity('1').add(1))}",
                "type conversion error from 'Quantity' to 'bool'"},
       }) {
    const std::string name(expression.substr(0, expression.find('{')));
    EXPECT_NE(outcome_of("google.protobuf." + std::string(expression))
                  .find("field type conversion error for google.protobuf." + name +
                        ".value value type: " + std::string(why)),
              std::string::npos)
        << expression;
  }
}

TEST(Messages, SpansEndWhereInt64Ends) {
  constexpr std::string_view kEnd = "duration('9223372036.854775807s')";
  EXPECT_EQ(outcome_of("google.protobuf.Duration{seconds: 9223372036, nanos: 854775807} == " +
                       std::string(kEnd)),
            "true");
  EXPECT_EQ(outcome_of("google.protobuf.Duration{seconds: 9223372036, nanos: 854775808} == " +
                       std::string(kEnd)),
            "true");
  EXPECT_EQ(outcome_of("google.protobuf.Duration{seconds: 9223372037, nanos: -999999999} == " +
                       std::string(kEnd)),
            "true");
  EXPECT_EQ(outcome_of("google.protobuf.Duration{seconds: 1, nanos: -5} == "
                       "duration('999999995ns')"),
            "true");
}

// timestamp() ends with the year 9999, a message does not.
TEST(Messages, TimestampsMayBeOfAnyYear) {
  EXPECT_EQ(outcome_of("google.protobuf.Timestamp{seconds: 253402300800}.getFullYear()"), "10000");
  EXPECT_EQ(outcome_of("google.protobuf.Timestamp{seconds: 1, nanos: -5} == "
                       "timestamp('1970-01-01T00:00:00.999999995Z')"),
            "true");
  EXPECT_EQ(outcome_of("google.protobuf.Timestamp{seconds: 1000000000000000} > timestamp(0)"),
            "true");
  EXPECT_NE(outcome_of("google.protobuf.Timestamp{seconds: 1000000000000001} > timestamp(0)")
                .find("timestamp overflow"),
            std::string::npos);
}

TEST(Messages, ValuesGoThroughJson) {
  EXPECT_EQ(outcome_of("google.protobuf.Struct{fields: {'a': dyn(b'abc')}}.a"), "'YWJj'");
  EXPECT_EQ(outcome_of("google.protobuf.ListValue{values: [dyn(optional.of(1))]}[0] == 1.0"),
            "true");
  EXPECT_NE(outcome_of("google.protobuf.ListValue{values: [dyn(int)]}")
                .find("google.protobuf.ListValue.values value type: type conversion not supported"),
            std::string::npos);
  EXPECT_NE(outcome_of("google.protobuf.Struct{fields: dyn([])}")
                .find("unsupported field type for google.protobuf.Struct.fields: list(dyn)"),
            std::string::npos);
}

TEST(Messages, WhatFlattenCannotFlatten) {
  EXPECT_NE(outcome_of("dyn(1).flatten()").find("no such overload: int.flatten()"),
            std::string::npos);
  EXPECT_NE(outcome_of("dyn({}).flatten(1)").find("no such overload: map(dyn, dyn).flatten(int)"),
            std::string::npos);
}

}  // namespace
}  // namespace drawbridge::cel
