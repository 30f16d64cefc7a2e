// What the fuzz target cel_run asserts, of inputs by chance and with every compiler: the budget
// ends everything, folded is unfolded, `a || b` is `b || a` where either is true, printed and
// parsed again is the same program. It ends the test where one does not hold, and says of what.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "test/oracle_client.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace drawbridge::cel {
namespace {

constexpr std::uint64_t kUsualSeed = 4;
constexpr std::size_t kBytesMax = 400;

TEST(Properties, HoldOfWhateverIsMade) {
  const bool anew =
      std::getenv("DRAWBRIDGE_LONG") != nullptr || std::getenv("DRAWBRIDGE_SEED") != nullptr;
  std::mt19937_64 random(anew ? test::printed_seed() : kUsualSeed);
  const int count = test::generated_cases(4'000);
  for (int i = 0; i < count; ++i) {
    std::vector<std::uint8_t> bytes(1 + random() % kBytesMax);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
  }
}

}  // namespace
}  // namespace drawbridge::cel
