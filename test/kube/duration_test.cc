#include "kube/api/duration.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace drawbridge::kube {
namespace {

using std::chrono::nanoseconds;
using namespace std::chrono_literals;

TEST(ParseDuration, ReadsWhatGoReads) {
  const std::vector<std::pair<const char*, nanoseconds>> cases = {
      {"0", 0s},
      {"+0", 0s},
      {"10s", 10s},
      {"1m30s", 90s},
      {"500ms", 500ms},
      {"1.5h", 90min},
      {".5s", 500ms},
      {"5.s", 5s},
      {"-1.5s", -1500ms},
      {"+5s", 5s},
      {"3us", 3us},
      {"3\u00b5s", 3us},
      {"3\u03bcs", 3us},
      {"1ns", 1ns},
      {"0.3333333333333333333h", 20min},
      {"1h2m3s4ms5us6ns", 1h + 2min + 3s + 4ms + 5us + 6ns},
      {"9223372036854775807ns", nanoseconds(INT64_MAX)},
      {"0.100000000000000000000h", 6min},
      {"0.9223372036854775807ns", 0ns},
  };
  for (const auto& [text, expected] : cases) {
    const Result<nanoseconds> duration = parse_duration(text);
    ASSERT_TRUE(duration.ok()) << text;
    EXPECT_EQ(duration->count(), expected.count()) << text;
  }
}

TEST(ParseDuration, RefusesWhatGoRefuses) {
  for (const char* text : {"",
                           "3",
                           "-",
                           "s",
                           ".",
                           "-.",
                           ".s",
                           "+.s",
                           "1d",
                           "1s ",
                           " 1s",
                           "1 s",
                           "--1s",
                           "1e3s",
                           "9223372036854775808ns",
                           "9223372036855ms",
                           "3000000h",
                           "1s2",
                           "\x85\x85",
                           "9999999999999999999999s"}) {
    const Result<nanoseconds> duration = parse_duration(text);
    EXPECT_FALSE(duration.ok()) << text;
  }
  // What is shown of it is safe to print and short.
  const std::string long_text = std::string("\x1b[31m") + std::string(1'000, '9');
  const std::string message = parse_duration(long_text).error().text();
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
  EXPECT_LT(message.size(), 200u);
}

}  // namespace
}  // namespace drawbridge::kube
