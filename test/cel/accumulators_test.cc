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

TEST(MapBuilder, MayStayEmpty) {
  kube::Arena arena;
  MapBuilder builder;
  EXPECT_EQ(builder.finish(arena).size(), 0U);
}

}  // namespace
}  // namespace drawbridge::cel
