#include "rules/cel/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace drawbridge::cel {
namespace {

TEST(NumberText, ReadsIntegersOfBaseTenOnly) {
  EXPECT_EQ(read_int("0"), 0);
  EXPECT_EQ(read_int("+12"), 12);
  EXPECT_EQ(read_int("-9223372036854775808"), INT64_MIN);
  for (const char* wrong :
       {"", "+", "-", "+-1", "9223372036854775808", "0x1F", "1_0", " 1", "1 "}) {
    EXPECT_EQ(read_int(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(read_uint("18446744073709551615"), UINT64_MAX);
  for (const char* wrong : {"", "+1", "-1", "18446744073709551616", "1u"}) {
    EXPECT_EQ(read_uint(wrong), std::nullopt) << wrong;
  }
}

TEST(NumberText, ReadsDoublesAsGoDoes) {
  const std::pair<const char*, double> right[] = {{"1_0", 10},
                                                  {"0x1p-2", 0.25},
                                                  {"1e-400", 0},
                                                  {"0x_1p0", 1},
                                                  {".5", 0.5},
                                                  {"5.", 5},
                                                  {"1e1_0", 1e10},
                                                  {"0x1.8p1_0", 1536},
                                                  {"0X1P+1", 2},
                                                  {"+1.0", 1},
                                                  {"0x1p-1074", 5e-324},
                                                  {"inf", INFINITY},
                                                  {"-Infinity", -INFINITY}};
  for (const auto& [text, value] : right) EXPECT_EQ(read_double(text), value) << text;
  EXPECT_TRUE(std::isnan(read_double("NaN").value()));
  for (const char* wrong :
       {"", "_1", "1_", "0x1", "1e400", "1._5", "1_.5", "-nan", "infi", "1e", "1e+", "1__0", " 1",
        "0x.p1", "+.e1", "1.2.3", "0x1.fffffffffffff8p1023"}) {
    EXPECT_EQ(read_double(wrong), std::nullopt) << wrong;
  }
}

TEST(NumberText, WritesDoublesAsGoDoes) {
  const std::pair<double, const char*> all[] = {{0, "0"},
                                                {-0.0, "-0"},
                                                {1, "1"},
                                                {100000, "100000"},
                                                {999999, "999999"},
                                                {1000000, "1e+06"},
                                                {123456789, "1.23456789e+08"},
                                                {1e21, "1e+21"},
                                                {0.0001, "0.0001"},
                                                {0.00001, "1e-05"},
                                                {0.00012345, "0.00012345"},
                                                {123456.5, "123456.5"},
                                                {5e-324, "5e-324"},
                                                {1e100, "1e+100"},
                                                {std::numeric_limits<double>::infinity(), "+Inf"},
                                                {-std::numeric_limits<double>::infinity(), "-Inf"},
                                                {std::numeric_limits<double>::quiet_NaN(), "NaN"}};
  for (const auto& [value, text] : all) EXPECT_EQ(double_text(value), text);
}

}  // namespace
}  // namespace drawbridge::cel
