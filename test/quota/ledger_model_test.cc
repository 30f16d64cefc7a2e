#include "test/quota/ledger_model.h"

#include <gtest/gtest.h>

#include "test/generated_cases.h"

namespace drawbridge::quota {
namespace {

constexpr std::uint64_t kFirstSeed = 1;

// At no moment is more stored than any DeviceQuota allows, but where all of it was let pass before
// limits or mappings changed, or by one that lets pass or only warns; at the end `used` is what
// there is; and what was freed can be had to the last device.
TEST(LedgerPropertyTest, IsNeverOverspentAndForgetsNothing) {
  const auto cases = static_cast<std::uint64_t>(test::generated_cases(5'000));
  for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + cases; ++seed) {
    const std::string problem = LedgerModel(seed).run();
    ASSERT_EQ(problem, "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace drawbridge::quota
