#include "kube/api/quantity.h"

#include "rules/cel/cel.h"
#include "test/cel/library_support.h"

namespace drawbridge::cel {
namespace {

class QuantityLibrary : public LibraryTest {
 protected:
  QuantityLibrary() { library(add_quantity); }
  Value quantity(std::string_view it) { return call("string_to_quantity", {text(it)}); }
};

TEST_F(QuantityLibrary, Parses) {
  EXPECT_EQ(shown(quantity("1.5G")), "1500M");
  EXPECT_EQ(shown(quantity("Gi")), "0");
  EXPECT_EQ(shown(quantity("10Mo")),
            "error: quantities must match the regular expression "
            "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  EXPECT_EQ(shown(quantity("")), shown(quantity("1 Gi")));
  EXPECT_EQ(shown(quantity("10Mm")), "error: unable to parse quantity's suffix");
  EXPECT_EQ(shown(quantity("1e")), "error: unable to parse quantity's suffix");
  EXPECT_EQ(shown(quantity("Ei")), "error: unable to parse numeric part of quantity");
  // Go reads any exponent; here there is a limit, told in our words.
  EXPECT_NE(shown(quantity("1e99999")).find("500"), std::string::npos);
  EXPECT_EQ(run("is_quantity_string", {text("Gi")}), "true");
  EXPECT_EQ(run("is_quantity_string", {text("200K")}), "false");
}

TEST_F(QuantityLibrary, ConvertsToNumbers) {
  EXPECT_EQ(run("quantity_get_int", {quantity("50k")}), "50000");
  EXPECT_EQ(run("quantity_get_int", {quantity("1000000000000000000")}),
            "error: cannot convert value to integer");
  EXPECT_EQ(run("quantity_is_integer", {quantity("999999999")}), "true");
  EXPECT_EQ(run("quantity_is_integer", {quantity("9999999999999999999999999999999999999G")}),
            "false");
  EXPECT_EQ(run("quantity_get_float", {quantity("500m")}), "0.500000");
  EXPECT_EQ(run("quantity_sign", {quantity("-5")}), "-1");
}

TEST_F(QuantityLibrary, AddsAndCompares) {
  EXPECT_EQ(run("quantity_add", {quantity("50k"), quantity("20k")}), "70k");
  EXPECT_EQ(run("quantity_add_int", {quantity("50k"), number(20)}), "50020");
  EXPECT_EQ(run("quantity_sub", {quantity("50k"), quantity("20k")}), "30k");
  EXPECT_EQ(run("quantity_sub_int", {quantity("50k"), number(-1)}), "50001");
  EXPECT_EQ(run("quantity_compare_to", {quantity("200M"), quantity("0.2G")}), "0");
  EXPECT_EQ(run("quantity_compare_to", {quantity("50M"), quantity("50Mi")}), "-1");
  EXPECT_EQ(run("quantity_is_less_than", {quantity("50M"), quantity("50Mi")}), "true");
  EXPECT_EQ(run("quantity_is_greater_than", {quantity("50M"), quantity("50Mi")}), "false");
  EXPECT_TRUE(equal(quantity("1Ki"), quantity("1024")));
  EXPECT_FALSE(equal(quantity("1Ki"), quantity("1k")));
  EXPECT_EQ(run("quantity_add", {quantity("1"), number(1)}), "error: no such overload");
}

TEST_F(QuantityLibrary, NothingEqualsASum) {
  const Value sum = call("quantity_add_int", {quantity("1"), number(1)});
  EXPECT_TRUE(equal(sum, quantity("2")));
  EXPECT_FALSE(equal(quantity("2"), sum));
  EXPECT_TRUE(equality_fails(quantity("2"), sum));
  EXPECT_TRUE(equality_fails(sum, sum));
  EXPECT_FALSE(equality_fails(sum, quantity("2")));
  EXPECT_TRUE(equality_fails(quantity("1"), number(1)));
  EXPECT_FALSE(equality_fails(quantity("1"), Value()));
  EXPECT_FALSE(equality_fails(number(1), quantity("1")));
}

TEST_F(QuantityLibrary, LargeOnesOutliveTheirEvaluation) {
  const Environment environment = EnvironmentBuilder().build();
  const auto compiled = environment.compile("[quantity('12345678901234567890').add(1)]");
  ASSERT_TRUE(std::holds_alternative<Program>(compiled));
  const Outcome outcome = std::get<Program>(compiled).evaluate(Bindings{}, kPerCallCostMax, arena_);
  EXPECT_NE(outcome.kept, nullptr);
  EXPECT_EQ(shown(outcome.value), "[12345678901234567891]");
}

// What docs/cel.md says of exponents: Go reads these too, and takes the memory that they ask for.
TEST_F(QuantityLibrary, ExponentsEnd) {
  EXPECT_EQ(run("is_quantity_string", {text("1e499")}), "true");
  EXPECT_EQ(run("is_quantity_string", {text("1e500")}), "false");
  EXPECT_EQ(run("is_quantity_string", {text("0e500")}), "true");
  EXPECT_EQ(run("is_quantity_string", {text("0e501")}), "false");
  EXPECT_EQ(run("is_quantity_string", {text("1e-500")}), "true");
  EXPECT_EQ(run("is_quantity_string", {text("1e-501")}), "false");
}

// Who adds or compares is charged for the digits of those that an int64 does not hold.
TEST_F(QuantityLibrary, DigitsBeyondAnInt64AreCounted) {
  const auto digits = [](std::string_view amount) {
    return kube::Quantity::parse(amount)->big_digits();
  };
  EXPECT_EQ(digits("1e18"), 0U);
  EXPECT_EQ(digits("1e19"), 19U);
  EXPECT_EQ(digits("123456789012345678"), 0U);
  // In nanos: three limbs, and nine digits behind the point.
  EXPECT_EQ(digits("1234567890123456789"), 39U);
  EXPECT_EQ(digits("1e499"), 499U);
}

TEST_F(QuantityLibrary, Costs) {
  EXPECT_EQ(cost("string_to_quantity", {text("")}), 0U);
  EXPECT_EQ(cost("string_to_quantity", {text("1234567890")}), 1U);
  EXPECT_EQ(cost("string_to_quantity", {text("12345678901")}), 2U);
  EXPECT_EQ(cost("quantity_get_int", {quantity("1")}), 1U);
}

}  // namespace
}  // namespace drawbridge::cel
