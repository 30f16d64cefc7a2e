#include "rules/cel/size_estimate.h"

#include <gtest/gtest.h>

namespace drawbridge::cel {
namespace {

constexpr std::uint64_t kMax = UINT64_MAX;

TEST(SizeEstimate, AddsAndMultipliesBoundByBound) {
  EXPECT_EQ(add({1, 2}, {3, 4}), (Range{4, 6}));
  EXPECT_EQ(multiply({2, 3}, {4, 5}), (Range{8, 15}));
  EXPECT_EQ(either({2, 3}, {1, 2}), (Range{1, 3}));
}

TEST(SizeEstimate, SaturatesInsteadOfWrappingRound) {
  EXPECT_EQ(add({kMax - 1, kMax}, {1, 1}), (Range{kMax, kMax}));
  EXPECT_EQ(multiply({kMax / 2, kMax / 2 + 1}, {2, 2}), (Range{kMax - 1, kMax}));
  EXPECT_EQ(multiply({0, kMax}, {kMax, 0}), (Range{0, 0}));
}

TEST(SizeEstimate, ScalesRoundingUp) {
  EXPECT_EQ(scale({0, 1}, 0.1), (Range{0, 1}));
  EXPECT_EQ(scale({10, 11}, 0.1), (Range{1, 2}));
  EXPECT_EQ(scale({kMax, kMax}, 2), (Range{kMax, kMax}));
}

}  // namespace
}  // namespace drawbridge::cel
