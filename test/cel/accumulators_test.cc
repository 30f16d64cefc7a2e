#include "rules/cel/accumulators.h"

#include <gtest/gtest.h>

#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

TEST(Append, KeepsWhatIsThereWhenItGrows) {
  kube::Arena arena;
  Value list = Value::list(std::span<const Value>());
  std::size_t capacity = 0;
  constexpr std::int64_t kCount = 1000;
  for (std::int64_t i = 0; i < kCount; ++i) append(arena, list, capacity, Value::integer(i));
  ASSERT_EQ(list.size(), static_cast<std::size_t>(kCount));
  for (std::int64_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(list.element(static_cast<std::size_t>(i)).as_int(), i);
  }
}

class MapBuilderOrder : public testing::TestWithParam<std::int64_t> {};

// Keys i * step modulo a prime: rising, falling and mixed.
TEST_P(MapBuilderOrder, FindsEveryKeyOnceAndSorts) {
  constexpr std::int64_t kPrime = 2003;
  kube::Arena arena;
  MapBuilder builder;
  for (std::int64_t i = 0; i < kPrime; ++i) {
    const Value key = Value::integer(i * GetParam() % kPrime);
    EXPECT_FALSE(builder.contains(key));
    EXPECT_TRUE(builder.insert(arena, key, Value::integer(i)));
    EXPECT_FALSE(builder.insert(arena, key, Value::integer(-1)));
  }
  EXPECT_EQ(builder.size(), static_cast<std::size_t>(kPrime));
  const Value map = builder.finish(arena);
  ASSERT_EQ(map.size(), static_cast<std::size_t>(kPrime));
  for (std::int64_t i = 0; i < kPrime; ++i) {
    EXPECT_EQ(map.entry(static_cast<std::size_t>(i)).key.as_int(), i);
    Value found;
    ASSERT_TRUE(find_in_map(map, Value::integer(i * GetParam() % kPrime), found));
    EXPECT_EQ(found.as_int(), i);
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, MapBuilderOrder, testing::Values(1, 2002, 2, 1001, 777));

TEST(MapBuilder, AnIntegerIsTheUnsignedOneToo) {
  kube::Arena arena;
  MapBuilder builder;
  EXPECT_TRUE(builder.insert(arena, Value::integer(1), Value()));
  EXPECT_FALSE(builder.insert(arena, Value::unsigned_integer(1), Value()));
  EXPECT_TRUE(builder.insert(arena, Value::string("1"), Value()));
  EXPECT_EQ(builder.size(), 2U);
}

TEST(MapBuilder, KeysThatEachBeginARunMayBeMoreThanRuns) {
  for (const std::size_t count : {MapBuilder::kRunsMax, MapBuilder::kRunsMax + 1}) {
    kube::Arena arena;
    MapBuilder builder;
    for (std::size_t i = count; i > 0; --i) {
      EXPECT_TRUE(
          builder.insert(arena, Value::integer(static_cast<std::int64_t>(i)), Value::integer(0)));
    }
    const Value map = builder.finish(arena);
    ASSERT_EQ(map.size(), count);
    EXPECT_EQ(map.entry(0).key.as_int(), 1);
    EXPECT_EQ(map.entry(count - 1).key.as_int(), static_cast<std::int64_t>(count));
  }
}

// The fewest that fill all runs but one, which the next key may begin: one in the last, and in each
// other one more than twice as many as in the next.
TEST(MapBuilder, TheRunsAreForMoreEntriesThanThereCanBe) {
  std::uint64_t run = 0;
  std::uint64_t entries = 0;
  for (std::size_t i = 0; i < MapBuilder::kRunsMax - 1; ++i) {
    run = 2 * run + 1;
    entries += run;
  }
  EXPECT_GT(entries, std::uint64_t{1} << 32);
}

// Each run is just so long that the next one is not merged with it.
TEST(MapBuilder, ManyRunsAreSearchedAndMerged) {
  constexpr int kRuns = 12;
  kube::Arena arena;
  MapBuilder builder;
  std::int64_t count = 0;
  for (int run = kRuns; run > 0; --run) {
    const std::int64_t size = (std::int64_t{1} << run) - 1;
    count += size;
    for (std::int64_t i = 0; i < size; ++i) {
      EXPECT_TRUE(builder.insert(arena, Value::integer(i - count), Value::integer(i)));
    }
  }
  EXPECT_EQ(builder.size(), static_cast<std::size_t>(count));
  for (std::int64_t i = 1; i <= count; ++i) EXPECT_TRUE(builder.contains(Value::integer(-i)));
  const Value map = builder.finish(arena);
  ASSERT_EQ(map.size(), static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    EXPECT_EQ(map.entry(static_cast<std::size_t>(i)).key.as_int(), i - count);
  }
}

TEST(MapBuilder, MayStayEmpty) {
  kube::Arena arena;
  MapBuilder builder;
  EXPECT_EQ(builder.finish(arena).size(), 0U);
}

}  // namespace
}  // namespace drawbridge::cel
