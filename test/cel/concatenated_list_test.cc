#include "rules/cel/concatenated_list.h"

#include <gtest/gtest.h>

#include <vector>

namespace drawbridge::cel {
namespace {

class ConcatenatedList : public testing::Test {
 protected:
  Value numbers(std::int64_t from, std::int64_t to) {
    auto* all = arena_.allocate<Value>(static_cast<std::size_t>(to - from));
    for (std::int64_t i = from; i < to; ++i) all[i - from] = Value::integer(i);
    return Value::list(std::span<const Value>(all, static_cast<std::size_t>(to - from)));
  }

  static void expect_counts_up(const Value& list, std::size_t size) {
    ASSERT_EQ(list.size(), size);
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(list.element(i).as_int(), static_cast<std::int64_t>(i));
    }
  }

  kube::Arena arena_;
  Evaluation evaluation_{arena_};
};

TEST_F(ConcatenatedList, OfFewIsOneSpan) {
  const Value list = concatenate(evaluation_, numbers(0, 16), numbers(16, kCopiedElementsMax));
  EXPECT_EQ(list.form(), Value::Form::kValues);
  expect_counts_up(list, kCopiedElementsMax);
  const Value more = concatenate(evaluation_, list, numbers(kCopiedElementsMax, 33));
  EXPECT_EQ(more.form(), Value::Form::kHost);
  expect_counts_up(more, 33);
}

TEST_F(ConcatenatedList, WithAnEmptyOneIsTheOther) {
  const Value list = numbers(0, 100);
  EXPECT_EQ(concatenate(evaluation_, list, numbers(0, 0)).values().data(), list.values().data());
  EXPECT_EQ(concatenate(evaluation_, numbers(0, 0), list).values().data(), list.values().data());
}

TEST_F(ConcatenatedList, ChainsKeepTheOrderFromEitherEnd) {
  Value forward = numbers(0, 40);
  for (int i = 40; i < 5000; i += 40) {
    forward = concatenate(evaluation_, forward, numbers(i, i + 40));
  }
  expect_counts_up(forward, 5000);
  Value backward = numbers(4960, 5000);
  for (int i = 4960; i > 0; i -= 40) {
    backward = concatenate(evaluation_, numbers(i - 40, i), backward);
  }
  expect_counts_up(backward, 5000);
  const Value both = concatenate(evaluation_, forward, backward);
  EXPECT_EQ(both.element(9999).as_int(), 4999);
}

TEST_F(ConcatenatedList, DoublingIsCheap) {
  Value list = numbers(0, 64);
  for (int i = 0; i < 25; ++i) list = concatenate(evaluation_, list, list);
  EXPECT_EQ(list.size(), std::size_t{64} << 25);
  EXPECT_EQ(list.element(list.size() - 1).as_int(), 63);
  EXPECT_LT(arena_.capacity(), 64U * 1024U);
  // As many again is one more than there may be; one less is not.
  EXPECT_TRUE(concatenate(evaluation_, list, list).is_error());
  Value most = list;
  for (std::size_t left = kConcatenatedElementsMax - list.size(); left > 0;) {
    Value more = numbers(0, 63);
    while (more.size() * 2 <= left) more = concatenate(evaluation_, more, more);
    if (more.size() > left) more = numbers(0, static_cast<std::int64_t>(left));
    most = concatenate(evaluation_, most, more);
    left -= more.size();
  }
  EXPECT_EQ(most.size(), kConcatenatedElementsMax);
  const Value one_more = concatenate(evaluation_, most, numbers(0, 1));
  ASSERT_TRUE(one_more.is_error());
  EXPECT_EQ(one_more.error_message(), kCancelled);
}

}  // namespace
}  // namespace drawbridge::cel
