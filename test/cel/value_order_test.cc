#include "rules/cel/value_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kube/api/json.h"
#include "rules/cel/library/net.h"

namespace drawbridge::cel {
namespace {

Value i(std::int64_t value) {
  return Value::integer(value);
}
Value u(std::uint64_t value) {
  return Value::unsigned_integer(value);
}
Value d(double value) {
  return Value::real(value);
}
Value s(std::string_view value) {
  return Value::string(value);
}

TEST(Equal, NumbersAcrossKinds) {
  EXPECT_TRUE(equal(i(1), u(1)));
  EXPECT_TRUE(equal(u(1), d(1)));
  EXPECT_TRUE(equal(d(-1), i(-1)));
  EXPECT_FALSE(equal(i(-1), u(UINT64_MAX)));
  EXPECT_TRUE(equal(i(9007199254740993), d(9007199254740992.0)));
  EXPECT_TRUE(equal(i(INT64_MAX), d(9223372036854775808.0)));
  EXPECT_FALSE(equal(d(NAN), d(NAN)));
  EXPECT_FALSE(equal(i(0), d(NAN)));
  EXPECT_FALSE(equal(u(0), d(-0.5)));
}

TEST(Equal, OtherKindsAreUnequal) {
  EXPECT_FALSE(equal(i(1), s("1")));
  EXPECT_FALSE(equal(Value(), i(0)));
  EXPECT_TRUE(equal(Value(), Value()));
  EXPECT_FALSE(equal(s("a"), Value::bytes("a")));
  EXPECT_TRUE(equal(Value::type(&type::kInt), Value::type(&type::kInt)));
  EXPECT_FALSE(equal(Value::type(&type::kInt), Value::type(&type::kUint)));
}

TEST(Equal, DeepThroughAllForms) {
  const auto document = kube::read_json(R"({"a":[1,{"b":"c"}]})");
  ASSERT_TRUE(document.ok());
  const std::array<Entry, 1> inner{Entry{s("b"), s("c")}};
  const std::array<Value, 2> list{u(1), Value::map(inner)};
  const std::array<Entry, 1> outer{Entry{s("a"), Value::list(list)}};
  const Value json = Value::json(document->root());
  EXPECT_TRUE(equal(json, Value::map(outer)));
  EXPECT_TRUE(equal(Value::map(outer), json));
  const std::array<Entry, 1> other{Entry{s("a"), Value::list(std::span(list).first(1))}};
  EXPECT_FALSE(equal(json, Value::map(other)));
}

TEST(Equal, Optionals) {
  const Value one = i(1);
  const Value uint_one = u(1);
  EXPECT_TRUE(equal(Value::optional(nullptr), Value::optional(nullptr)));
  EXPECT_FALSE(equal(Value::optional(&one), Value::optional(nullptr)));
  EXPECT_TRUE(equal(Value::optional(&one), Value::optional(&uint_one)));
}

// Two lists of 100 levels, each of which holds the level below twice: 2^100 leaves.
TEST(Equal, ListsThatShareAreComparedOnce) {
  constexpr int kLevels = 100;
  std::vector<std::array<Value, 2>> a(kLevels);
  std::vector<std::array<Value, 2>> b(kLevels);
  Value top_a = i(1);
  Value top_b = i(1);
  for (int level = 0; level < kLevels; ++level) {
    const auto at = static_cast<std::size_t>(level);
    a[at] = {top_a, top_a};
    b[at] = {top_b, top_b};
    top_a = Value::list(a[at]);
    top_b = Value::list(b[at]);
  }
  EXPECT_TRUE(equal(top_a, top_b));
  std::uint64_t steps_left = 50;
  EXPECT_EQ(equal_within(top_a, top_b, steps_left), std::nullopt);
  EXPECT_EQ(steps_left, 0U);
  steps_left = 100'000;
  EXPECT_EQ(equal_within(top_a, top_b, steps_left), true);
}

TEST(Equal, DeeperThanTheStackWouldAllow) {
  constexpr std::size_t kLevels = 200'000;
  std::vector<Value> levels(kLevels + 1, i(1));
  for (std::size_t level = 1; level <= kLevels; ++level) {
    levels[level] = Value::list(std::span(&levels[level - 1], 1));
  }
  EXPECT_TRUE(equal(levels[kLevels], levels[kLevels]));
  EXPECT_FALSE(equal(levels[kLevels], levels[kLevels - 1]));
}

TEST(Order, NumbersTextAndTime) {
  EXPECT_TRUE(*order(i(-1), u(0)) < 0);
  EXPECT_TRUE(*order(u(UINT64_MAX), i(INT64_MAX)) > 0);
  EXPECT_TRUE(*order(d(1.5), i(1)) > 0);
  EXPECT_TRUE(*order(u(2), d(1.5)) > 0);
  EXPECT_TRUE(*order(u(2), d(-1)) > 0);
  EXPECT_TRUE(*order(s("a"), s("b")) < 0);
  EXPECT_TRUE(*order(Value::boolean(false), Value::boolean(true)) < 0);
  EXPECT_TRUE(*order(Value::timestamp(1, 0), Value::timestamp(0, 999999999)) > 0);
  EXPECT_TRUE(*order(Value::timestamp(1, 0), Value::timestamp(1, 1)) < 0);
  EXPECT_TRUE(*order(Value::duration(-5), Value::duration(5)) < 0);
}

TEST(Order, NoneForOtherKindsAndNaN) {
  EXPECT_FALSE(order(i(1), s("1")).has_value());
  EXPECT_FALSE(order(d(NAN), i(1)).has_value());
  EXPECT_FALSE(order(Value(), Value()).has_value());
}

TEST(Keys, TheSameNumberIsFoundAcrossKindsAsInCelGo) {
  std::vector<Entry> entries{{s("1"), s("text")},     {u(1), s("uint")},   {i(1), s("int")},
                             {d(2), s("double")},     {i(3), s("int 3")},  {u(4), s("uint 4")},
                             {d(NAN), s("not once")}, {Value(), s("null")}};
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return compare_keys(a.key, b.key) < 0; });
  const Value map = Value::map(entries);
  Value found;
  const auto look_up = [&](const Value& key) {
    return find_in_map(map, key, found) ? found.as_text() : std::string_view("-");
  };
  EXPECT_EQ(look_up(i(1)), "int");
  EXPECT_EQ(look_up(u(1)), "uint");
  EXPECT_EQ(look_up(d(1)), "int");
  EXPECT_EQ(look_up(d(2)), "double");
  EXPECT_EQ(look_up(i(2)), "-");
  EXPECT_EQ(look_up(u(3)), "int 3");
  EXPECT_EQ(look_up(i(4)), "uint 4");
  EXPECT_EQ(look_up(d(4)), "uint 4");
  EXPECT_EQ(look_up(d(3.5)), "-");
  EXPECT_EQ(look_up(d(NAN)), "-");
  EXPECT_EQ(look_up(s("1")), "text");
  EXPECT_EQ(look_up(Value()), "null");
  EXPECT_TRUE(map_contains(map, i(1)));
  EXPECT_FALSE(map_contains(map, s("2")));
}

TEST(Keys, JsonIsFoundByTextOnly) {
  const auto document = kube::read_json(R"({"a":1,"1":2})");
  ASSERT_TRUE(document.ok());
  const Value map = Value::json(document->root());
  Value found;
  EXPECT_TRUE(find_in_map(map, s("a"), found));
  EXPECT_EQ(found.as_int(), 1);
  EXPECT_FALSE(find_in_map(map, i(1), found));
  EXPECT_FALSE(map_contains(map, s("b")));
}

TEST(Keys, IntegersPastTheDoublesAreToldApart) {
  EXPECT_TRUE(compare_keys(i(9007199254740993), d(9007199254740992.0)) > 0);
  EXPECT_TRUE(compare_keys(u(UINT64_MAX), d(18446744073709551616.0)) < 0);
  EXPECT_TRUE(compare_keys(i(INT64_MIN), d(-9223372036854775808.0)) < 0);  // int before double
  EXPECT_TRUE(compare_keys(d(-0.5), u(0)) < 0);
  EXPECT_TRUE(compare_keys(d(0.5), u(0)) > 0);
}

TEST(CodePoints, CountsCharactersOfAnyLength) {
  EXPECT_EQ(code_points(""), 0U);
  EXPECT_EQ(code_points("abcdefgh"), 8U);
  EXPECT_EQ(code_points("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z\xc3\xa4\xc3\xa4"), 6U);
}

TEST(SizeForCost, CountsWhatCelGoCounts) {
  const Value text = s("\xc3\xa4\xc3\xa4");
  EXPECT_EQ(size_for_cost(text), 2U);
  EXPECT_EQ(size_for_cost(Value::bytes("\xc3\xa4")), 2U);
  EXPECT_EQ(size_for_cost(i(100)), 1U);
  EXPECT_EQ(size_for_cost(Value::optional(&text)), 2U);
  EXPECT_EQ(size_for_cost(Value::optional(nullptr)), 1U);
  EXPECT_EQ(size_for_cost(Value::list(std::span<const Value>())), 0U);
}

TEST(TypeOf, NamesAreThoseOfTypeValues) {
  EXPECT_EQ(runtime_name(*type_of(i(1))), "int");
  EXPECT_EQ(runtime_name(*type_of(Value())), "null_type");
  EXPECT_EQ(runtime_name(*type_of(Value::list(std::span<const Value>()))), "list");
  EXPECT_EQ(runtime_name(*type_of(Value::map(std::span<const Entry>()))), "map");
  EXPECT_EQ(runtime_name(*type_of(Value::duration(0))), "google.protobuf.Duration");
  EXPECT_EQ(runtime_name(*type_of(Value::optional(nullptr))), "optional_type");
  EXPECT_EQ(runtime_name(*type_of(Value::type(&type::kInt))), "type");
}

// The bytes of an address, of a network those of its prefix; other library values are 1.
TEST(SizeForCost, AddressesHaveOne) {
  const IpValue v4(std::get<Address>(parse_ip("10.0.0.1")));
  const IpValue v6(std::get<Address>(parse_ip("2001:db8::1")));
  const CidrValue all(std::get<Network>(parse_cidr("0.0.0.0/0")));
  const CidrValue some(std::get<Network>(parse_cidr("2001:db8::/33")));
  EXPECT_EQ(size_for_cost(Value::opaque(&v4)), 4u);
  EXPECT_EQ(size_for_cost(Value::opaque(&v6)), 16u);
  EXPECT_EQ(size_for_cost(Value::opaque(&all)), 0u);
  EXPECT_EQ(size_for_cost(Value::opaque(&some)), 5u);
}

}  // namespace
}  // namespace drawbridge::cel
