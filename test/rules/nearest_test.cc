#include "rules/nearest.h"

#include <gtest/gtest.h>

#include <string>

namespace drawbridge::rules {
namespace {

TEST(Nearest, LettersApart) {
  EXPECT_EQ(letters_apart("", ""), 0U);
  EXPECT_EQ(letters_apart("memory", "Memory"), 0U);
  EXPECT_EQ(letters_apart("memory", "memry"), 1U);
  EXPECT_EQ(letters_apart("memory", "memoyr"), 1U);
  EXPECT_EQ(letters_apart("gpu.nvidia.com", "nvidia.com/gpu"), 8U);
  EXPECT_EQ(letters_apart("abc", ""), 3U);
}

TEST(Nearest, TheOneThatWasMeant) {
  constexpr std::string_view kNames[] = {"gpu.nvidia.com", "mig.nvidia.com", "vfio.gpu.nvidia.com"};
  EXPECT_EQ(nearest("gpu.nvidia.con", kNames), "gpu.nvidia.com");
  EXPECT_EQ(nearest("mgi.nvidia.com", kNames), "mig.nvidia.com");
  EXPECT_EQ(nearest("tpu.google.com", kNames), "");
  EXPECT_EQ(nearest("", kNames), "");
  constexpr std::string_view kShort[] = {"a", "id"};
  EXPECT_EQ(nearest("b", kShort), "a");
  EXPECT_EQ(nearest("xyz", kShort), "");
}

TEST(Nearest, LongNamesAreNotCompared) {
  const std::string at_limit(kNearestBytesMax, 'a');
  const std::string past = at_limit + "a";
  EXPECT_EQ(letters_apart(at_limit, at_limit), 0U);
  EXPECT_EQ(letters_apart(at_limit, past), kNearestBytesMax);
  EXPECT_EQ(letters_apart(std::string(kNearestBytesMax, 'b'), at_limit), kNearestBytesMax);
}

}  // namespace
}  // namespace drawbridge::rules
