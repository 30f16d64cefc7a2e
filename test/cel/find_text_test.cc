#include "rules/cel/library/find_text.h"

#include <gtest/gtest.h>

#include <string>

#include "test/cel/hostile_support.h"

namespace drawbridge::cel {
namespace {

TEST(FindText, FindsWhatTheStandardLibraryFinds) {
  const std::string text = "abababcabababaab";
  for (std::size_t begin = 0; begin <= text.size(); ++begin) {
    for (std::size_t size = 0; begin + size <= text.size(); ++size) {
      const std::string wanted = text.substr(begin, size);
      for (const std::string& each : {wanted, wanted + "a", "b" + wanted}) {
        for (std::size_t from = 0; from <= text.size() + 1; ++from) {
          EXPECT_EQ(find_text(text, each, from), text.find(each, from)) << each << from;
          EXPECT_EQ(find_last_text(text, each, from), text.rfind(each, from)) << each << from;
        }
      }
    }
  }
  // Longer than what is compared place by place.
  const std::string many = repeat("ab", 40);
  for (const std::string& in : {many, many + "a" + many, "b" + many + "aa" + many + "b"}) {
    EXPECT_EQ(find_last_text(in, many), in.rfind(many));
    EXPECT_EQ(find_last_text(in, many, 3), in.rfind(many, 3));
    EXPECT_EQ(find_last_text(in, many + "c"), std::string::npos);
  }
  EXPECT_EQ(find_last_text("a", many), std::string::npos);
  EXPECT_EQ(find_text("a", many), std::string::npos);
}

}  // namespace
}  // namespace drawbridge::cel
