#include "rules/cel/value.h"

#include <gtest/gtest.h>

#include <array>

#include "kube/api/json.h"
#include "rules/cel/evaluation.h"

namespace drawbridge::cel {
namespace {

TEST(Value, HoldsScalars) {
  EXPECT_TRUE(Value().is(ValueKind::kNull));
  EXPECT_TRUE(Value::boolean(true).is_true());
  EXPECT_TRUE(Value::boolean(false).is_false());
  EXPECT_EQ(Value::integer(INT64_MIN).as_int(), INT64_MIN);
  EXPECT_EQ(Value::unsigned_integer(UINT64_MAX).as_uint(), UINT64_MAX);
  EXPECT_EQ(Value::real(0.5).as_double(), 0.5);
  EXPECT_EQ(Value::string("abc").as_text(), "abc");
  EXPECT_TRUE(Value::bytes("a").is(ValueKind::kBytes));
  EXPECT_EQ(Value::duration(-1).as_duration(), -1);
  EXPECT_EQ(Value::timestamp(-62135596800, 999999999).timestamp_seconds(), -62135596800);
  EXPECT_EQ(Value::timestamp(0, 999999999).timestamp_nanoseconds(), 999999999U);
  EXPECT_EQ(Value::type(&type::kInt).as_type(), &type::kInt);
  EXPECT_EQ(Value::optional(nullptr).as_optional(), nullptr);
}

TEST(Value, ReadsJsonAsKubernetesReadsUnstructuredObjects) {
  const auto document =
      kube::read_json(R"({"b":[1,"x",null],"a":18446744073709551615,"c":1.5,"d":{"e":true}})");
  ASSERT_TRUE(document.ok());
  const Value map = Value::json(document->root());
  ASSERT_TRUE(map.is(ValueKind::kMap));
  ASSERT_EQ(map.size(), 4U);
  EXPECT_EQ(map.entry(0).key.as_text(), "a");
  EXPECT_EQ(map.entry(0).value.as_double(), 18446744073709551615.0);
  const Value list = map.entry(1).value;
  ASSERT_TRUE(list.is(ValueKind::kList));
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list.element(0).as_int(), 1);
  EXPECT_EQ(list.element(1).as_text(), "x");
  EXPECT_TRUE(list.element(2).is(ValueKind::kNull));
  EXPECT_EQ(map.entry(2).value.as_double(), 1.5);
  EXPECT_TRUE(map.entry(3).value.entry(0).value.is_true());
}

TEST(Value, ListsAndMapsOfValues) {
  const std::array<Value, 2> elements{Value::integer(1), Value::string("a")};
  const Value list = Value::list(elements);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(list.element(1).as_text(), "a");
  const std::array<Entry, 1> entries{Entry{Value::string("k"), list}};
  const Value map = Value::map(entries);
  EXPECT_EQ(map.size(), 1U);
  EXPECT_EQ(map.entry(0).value.size(), 2U);
}

class CountsDown final : public HostList {
 public:
  std::size_t size() const override { return 3; }
  Value element(std::size_t index) const override {
    return Value::integer(3 - static_cast<std::int64_t>(index));
  }
};

TEST(Value, ListsOfTheHost) {
  const CountsDown counts_down;
  const Value list = Value::list(&counts_down);
  EXPECT_EQ(list.size(), 3U);
  EXPECT_EQ(list.element(2).as_int(), 1);
}

TEST(Evaluation, KeepsWhatItMadeUntilItEnds) {
  struct Marks {
    explicit Marks(int& counter) : to(counter) {}
    ~Marks() { ++to; }
    int& to;
  };
  kube::Arena arena;
  int destroyed = 0;
  {
    Evaluation evaluation(arena);
    evaluation.make<Marks>(destroyed);
    evaluation.make<Marks>(destroyed);
    const Value failed = evaluation.error(std::string("no such key: a"));
    EXPECT_TRUE(failed.is_error());
    EXPECT_EQ(failed.error_message(), "no such key: a");
    EXPECT_EQ(evaluation.text(std::string("made")).as_text(), "made");
    EXPECT_EQ(destroyed, 0);
  }
  EXPECT_EQ(destroyed, 2);
}

}  // namespace
}  // namespace drawbridge::cel
