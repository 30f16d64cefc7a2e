#include <cmath>
#include <limits>

#include "rules/cel/cel.h"
#include "rules/cel/library/support.h"
#include "test/cel/library_support.h"

namespace drawbridge::cel {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class ListsLibrary : public LibraryTest {
 protected:
  ListsLibrary() {
    library(add_lists);
    library(add_sets);
    library(add_kubernetes_lists);
    library(add_kubernetes_includes);
  }
  Value numbers(std::initializer_list<std::int64_t> them) {
    std::vector<Value> values;
    for (const std::int64_t it : them) values.push_back(number(it));
    kept_.push_back(std::move(values));
    return Value::list(std::span<const Value>(kept_.back()));
  }

 private:
  std::deque<std::vector<Value>> kept_;
};

TEST_F(ListsLibrary, Slices) {
  const Value list = numbers({1, 2, 3});
  const auto slice = [&](std::int64_t start, std::int64_t end) {
    return run("list_slice", {list, number(start), number(end)});
  };
  EXPECT_EQ(slice(0, 3), "[1, 2, 3]");
  EXPECT_EQ(slice(1, 1), "[]");
  EXPECT_EQ(slice(1, 5), "error: cannot slice(1, 5), list is length 3");
  EXPECT_EQ(slice(2, 1),
            "error: cannot slice(2, 1), start index must be less than or equal to end index");
  EXPECT_EQ(slice(-1, 1), "error: cannot slice(-1, 1), negative indexes not supported");
  const Value range = call("lists_range", {number(5)});
  EXPECT_EQ(run("list_slice", {range, number(1), number(3)}), "[1, 2]");
  EXPECT_EQ(cost("list_slice", {list, number(0), number(3)}), 14U);
  EXPECT_EQ(cost("list_slice", {list, number(0), number(9)}), 12U);
}

TEST_F(ListsLibrary, Ranges) {
  EXPECT_EQ(run("lists_range", {number(3)}), "[0, 1, 2]");
  EXPECT_EQ(run("lists_range", {number(-1)}),
            "error: lists.range: size must be non-negative, got -1");
  EXPECT_EQ(call("lists_range", {number(1'000'000)}).size(), 1'000'000U);
  EXPECT_EQ(run("lists_range", {number(1'000'001)}),
            "error: lists.range: size 1000001 exceeds maximum allowed (1000000)");
  EXPECT_EQ(cost("lists_range", {number(5)}), 16U);
  add_differences_of_1_36(declarations_);
  EXPECT_EQ(run("lists_range", {number(-1)}), "[]");
  EXPECT_EQ(cost("lists_range", {number(1'000'001)}), 1'000'012U);
}

TEST_F(ListsLibrary, Flattens) {
  const Value nested = list({numbers({1}), list({number(2), numbers({3})})});
  EXPECT_EQ(run("list_flatten", {nested}), "[1, 2, [3]]");
  EXPECT_EQ(run("list_flatten_int", {nested, number(0)}), "[[1], [2, [3]]]");
  EXPECT_EQ(run("list_flatten_int", {nested, number(9)}), "[1, 2, 3]");
  EXPECT_EQ(run("list_flatten_int", {nested, number(-1)}), "error: level must be non-negative");
  EXPECT_EQ(cost("list_flatten_int", {nested, number(5)}), 21U);
  EXPECT_EQ(cost("list_flatten_int", {nested, number(-1)}), UINT64_MAX);
  add_differences_of_1_36(declarations_);
  EXPECT_EQ(cost("list_flatten_int", {nested, number(-1)}), 9U);
  Value doubled = numbers({1});
  for (int i = 0; i < 40; ++i) doubled = list({doubled, doubled});
  EXPECT_EQ(run("list_flatten_int", {doubled, number(50)}), "error: " + std::string(kCancelled));
}

TEST_F(ListsLibrary, Sorts) {
  EXPECT_EQ(run("list_int_sort", {numbers({3, 1, 2})}), "[1, 2, 3]");
  EXPECT_EQ(run("list_string_sort", {list({text("b"), text("a")})}), "[a, b]");
  EXPECT_EQ(run("list_int_sort", {numbers({9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10})}),
            "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]");
  EXPECT_EQ(run("list_int_sort", {list({number(1), text("a")})}),
            "error: list elements must have the same type");
  EXPECT_EQ(run("list_int_sort", {list({Value()})}), "error: list elements must be comparable");
  EXPECT_EQ(run("list_int_sortByAssociatedKeys",
                {list({text("a"), text("b"), text("c")}), numbers({2, 1, 2})}),
            "[b, a, c]");
  EXPECT_EQ(run("list_int_sortByAssociatedKeys", {list({text("a")}), numbers({2, 1})}),
            "error: @sortByAssociatedKeys() expected a list of the same size as the associated "
            "keys list, but got 1 and 2 elements respectively");
  EXPECT_EQ(cost("list_int_sort", {numbers({3, 1, 2})}), 29U);
  EXPECT_EQ(cost("list_string_sort", {list({text("b"), text("a")})}), 19U);
  // Whatever NaN is compared with.
  std::vector<Value> values;
  for (int i = 0; i < 40; ++i) values.push_back(Value::real(i % 3 == 0 ? kNan : 40 - i));
  EXPECT_EQ(call("list_double_sort", {Value::list(std::span<const Value>(values))}).size(), 40U);
}

std::string evaluated(std::string_view expression, std::uint32_t minor = 36) {
  const Environment environment = EnvironmentBuilder(KubernetesVersion{minor}).build();
  const auto compiled = environment.compile(expression);
  if (const auto* failure = std::get_if<CompileFailure>(&compiled)) {
    return failure->issues.front().message;
  }
  kube::Arena arena;
  const Value value =
      std::get<Program>(compiled).evaluate(Bindings{}, kPerCallCostMax, arena).value;
  if (value.is_error()) return std::string(value.error_message());
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) text += value.element(i).as_text();
  return text;
}

TEST_F(ListsLibrary, SortsByWhatAnExpressionSays) {
  EXPECT_EQ(evaluated("['aa', 'b', 'cccc', 'ddd'].sortBy(x, x.size())"), "baadddcccc");
  EXPECT_EQ(evaluated("['b', 'a'].sortBy(x, x).sortBy(y, y)"), "ab");
  EXPECT_EQ(evaluated("dyn(['a', 'b']).sortBy(x, x == 'a' ? dyn(x) : dyn(1))"),
            "list elements must have the same type");
  EXPECT_EQ(evaluated("'a'.sortBy(x, x)"),
            "sortBy can only be applied to a list, identifier, comprehension, call or select "
            "expression");
  EXPECT_EQ(evaluated("['a'].sortBy(1, x)"), "argument is not an identifier");
  EXPECT_EQ(evaluated("['a'].sortBy(x, x)", 33), "undeclared reference to 'x' (in container '')");
  // Lists that need not hold lists.
  EXPECT_EQ(evaluated("dyn(['a', 'b']).flatten()"), "ab");
  EXPECT_EQ(evaluated("dyn([['a']]).sort()"), "list elements must be comparable");
}

TEST_F(ListsLibrary, ReversesAndDistinguishes) {
  EXPECT_EQ(run("list_reverse", {numbers({3, 1, 2})}), "[2, 1, 3]");
  EXPECT_EQ(run("list_distinct", {numbers({1, 2, 2, 3, 1})}), "[1, 2, 3]");
  EXPECT_EQ(run("list_distinct", {list({number(1), Value::real(1), Value::unsigned_integer(1)})}),
            "[1]");
  EXPECT_EQ(call("list_distinct", {list({Value::real(kNan), Value::real(kNan)})}).size(), 2U);
  EXPECT_EQ(cost("list_distinct", {numbers({1, 2, 2, 3, 1})}), 61U);
}

TEST_F(ListsLibrary, PairsThatNoBudgetPaysAreNotBegun) {
  const std::string cancelled = "error: " + std::string(kCancelled);
  EXPECT_TRUE(may_pair(evaluation_, 1, kPairsMax));
  EXPECT_FALSE(may_pair(evaluation_, 1, kPairsMax + 1));
  EXPECT_FALSE(may_pair(evaluation_, UINT64_MAX, UINT64_MAX));
  Evaluation brief(arena_, nullptr, nullptr, 100);
  EXPECT_TRUE(may_pair(brief, 40, 40));
  EXPECT_FALSE(may_pair(brief, 4, 4));
  add_differences_of_1_36(declarations_);  // whose ranges may be of any size
  const Value zero = numbers({0});
  const Value most = call("lists_range", {number(kPairsMax)});
  EXPECT_EQ(run("list_sets_contains_list", {most, zero}), "true");
  EXPECT_EQ(run("list_sets_equivalent_list", {most, zero}), "false");
  EXPECT_EQ(run("list_sets_intersects_list", {most, zero}), "true");
  const Value more = call("lists_range", {number(kPairsMax + 1)});
  EXPECT_EQ(run("list_sets_contains_list", {more, zero}), cancelled);
  EXPECT_EQ(run("list_sets_equivalent_list", {more, zero}), cancelled);
  EXPECT_EQ(run("list_sets_intersects_list", {more, zero}), cancelled);
  // Each element with each of the same list.
  const auto side = static_cast<std::size_t>(std::sqrt(kPairsMax));
  const std::vector<Value> ones(side + 1, number(1));
  const Value square = Value::list(std::span(ones).first(side));
  EXPECT_EQ(run("list_distinct", {square}), "[1]");
  EXPECT_EQ(call("list_int_sort", {square}).size(), side);
  EXPECT_EQ(call("list_int_sortByAssociatedKeys", {square, square}).size(), side);
  const Value larger = Value::list(std::span(ones));
  EXPECT_EQ(run("list_distinct", {larger}), cancelled);
  EXPECT_EQ(run("list_int_sort", {larger}), cancelled);
  EXPECT_EQ(run("list_int_sortByAssociatedKeys", {larger, larger}), cancelled);
}

TEST_F(ListsLibrary, Sets) {
  const Value list = numbers({1, 2, 3});
  EXPECT_EQ(run("list_sets_contains_list", {list, numbers({2})}), "true");
  EXPECT_EQ(run("list_sets_contains_list", {list, numbers({4})}), "false");
  EXPECT_EQ(run("list_sets_contains_list", {numbers({}), numbers({})}), "true");
  EXPECT_EQ(run("list_sets_equivalent_list", {list, numbers({3, 2, 1, 1})}), "true");
  EXPECT_EQ(run("list_sets_equivalent_list", {list, numbers({3, 2})}), "false");
  EXPECT_EQ(run("list_sets_intersects_list", {list, numbers({9, 3})}), "true");
  EXPECT_EQ(run("list_sets_intersects_list", {list, numbers({})}), "false");
  EXPECT_EQ(cost("list_sets_contains_list", {list, numbers({2, 3})}), 7U);
  EXPECT_EQ(cost("list_sets_equivalent_list", {list, numbers({2, 3})}), 13U);
}

TEST_F(ListsLibrary, SumsAndExtremes) {
  EXPECT_EQ(run("list_int_sum_int", {numbers({1, 2, 3})}), "6");
  EXPECT_EQ(run("list_int_sum_int", {numbers({INT64_MAX, 1})}), "error: integer overflow");
  EXPECT_EQ(run("list_uint_sum_uint",
                {list({Value::unsigned_integer(UINT64_MAX), Value::unsigned_integer(1)})}),
            "error: unsigned integer overflow");
  EXPECT_EQ(run("list_double_sum_double", {list({Value::real(1.5), Value::real(2.5)})}),
            "4.000000");
  EXPECT_EQ(run("list_duration_sum_duration", {list({Value::duration(1), Value::duration(2)})}),
            "3ns");
  EXPECT_EQ(run("list_int_sum_int", {list({number(1), Value::real(1)})}),
            "error: no such overload");
  EXPECT_EQ(run("list_int_max_int", {numbers({1, 3, 2})}), "3");
  EXPECT_EQ(run("list_int_min_int", {numbers({2, 1, 3})}), "1");
  EXPECT_EQ(run("list_int_min_int", {numbers({})}), "error: min called on empty list");
  EXPECT_EQ(run("list_int_max_int", {numbers({})}), "error: max called on empty list");
  EXPECT_EQ(
      run("list_double_min_double", {list({Value::real(1), Value::real(kNan), Value::real(0.5)})}),
      "0.500000");
  EXPECT_EQ(run("list_int_is_sorted_bool", {numbers({1, 1, 2})}), "true");
  EXPECT_EQ(run("list_int_is_sorted_bool", {numbers({1, 3, 2})}), "false");
  EXPECT_EQ(run("list_double_is_sorted_bool", {list({Value::real(1), Value::real(kNan)})}), "true");
  EXPECT_EQ(run("list_int_is_sorted_bool", {list({number(1), Value()})}),
            "error: no such overload");
}

TEST_F(ListsLibrary, Indexes) {
  EXPECT_EQ(run("list_a_index_of_int", {numbers({1, 2, 2}), number(2)}), "1");
  EXPECT_EQ(run("list_a_last_index_of_int", {numbers({1, 2, 2}), number(2)}), "2");
  EXPECT_EQ(run("list_a_index_of_int", {numbers({1}), text("x")}), "-1");
  EXPECT_EQ(run("list_includes_dyn_dyn", {numbers({1, 2}), number(2)}), "true");
  EXPECT_EQ(run("list_includes_dyn_dyn", {numbers({1, 2}), number(3)}), "false");
  EXPECT_EQ(run("list_includes_dyn_dyn", {text("a"), text("a")}), "true");
  EXPECT_EQ(run("list_includes_dyn_dyn", {text("abc"), text("b")}), "false");
}

TEST_F(ListsLibrary, TraversalCosts) {
  EXPECT_EQ(cost("list_int_sum_int", {numbers({1, 2, 3})}), 3U);
  EXPECT_EQ(cost("list_a_index_of_int",
                 {list({text("123456789"), text("12345678901234567890")}), text("x")}),
            2U);
  EXPECT_EQ(cost("list_a_index_of_int", {list({numbers({1, 2}), Value()}), number(1)}), 3U);
  EXPECT_EQ(cost("list_includes_dyn_dyn", {text("a"), text("a")}), 0U);
  Value doubled = numbers({1});
  for (int i = 0; i < 40; ++i) doubled = list({doubled, doubled});
  EXPECT_EQ(cost("list_a_index_of_int", {doubled, number(1)}), UINT64_MAX);
}

}  // namespace
}  // namespace drawbridge::cel
