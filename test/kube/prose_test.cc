#include "kube/api/prose.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::kube {
namespace {

TEST(Prose, Lists) {
  const std::vector<std::string_view> words = {"gpu", "mig", "vfio"};
  const std::vector<std::string> one = {"gpu"};
  EXPECT_EQ(or_list(words), "gpu, mig or vfio");
  EXPECT_EQ(and_list(words), "gpu, mig and vfio");
  EXPECT_EQ(and_list(std::vector<std::string>{"gpu", "mig"}), "gpu and mig");
  EXPECT_EQ(or_list(one), "gpu");
  EXPECT_EQ(or_list(std::vector<std::string>()), "");
  EXPECT_EQ(and_list(std::vector<std::string>{"", "", "x"}), ",  and x");
}

TEST(Prose, OfManyTheFirstAreListed) {
  const std::vector<std::string> words = {"a", "b", "c", "d"};
  EXPECT_EQ(and_list(words, 4), "a, b, c and d");
  EXPECT_EQ(and_list(words, 3), "a, b and 2 more");
  EXPECT_EQ(and_list(words, 2), "a and 3 more");
}

}  // namespace
}  // namespace drawbridge::kube
