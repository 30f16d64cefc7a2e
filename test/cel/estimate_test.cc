#include "rules/cel/estimate.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rules/cel/library/libraries.h"
#include "rules/cel/parser.h"

namespace drawbridge::cel {
namespace {

std::string joined(std::span<const std::string_view> path) {
  std::string text;
  for (const std::string_view step : path) text += (text.empty() ? "" : "/") + std::string(step);
  return text;
}

std::optional<SizeEstimate> hints(std::span<const std::string_view> path) {
  const std::string at = joined(path);
  if (at == "text") return SizeEstimate{0, 50};
  if (at == "list") return SizeEstimate{0, 10};
  if (at == "list/@items") return SizeEstimate{0, 20};
  if (at == "map") return SizeEstimate{0, 5};
  if (at == "map/@keys") return SizeEstimate{0, 30};
  if (at == "map/@values") return SizeEstimate{0, 40};
  if (at == "map/a") return SizeEstimate{0, 60};
  return std::nullopt;
}

class EstimateTest : public testing::Test, protected Scope {
 protected:
  EstimateTest() {
    add_standard_operators(own_);
    add_standard_conversions(own_);
    add_standard_text(own_);
    TypeTable& types = own_.types();
    variables_ = {{"text", &type::kString},
                  {"list", types.list(&type::kString)},
                  {"map", types.map(&type::kString, &type::kString)},
                  {"number", &type::kInt},
                  {"any", &type::kDyn}};
    declarations = &own_;
    variables = variables_;
  }
  const std::vector<Field>* fields_of(std::string_view) const override { return nullptr; }

  CostEstimate estimate(std::string_view source) {
    auto parsed = parse(source, {.bind_macro = true});
    auto checked = check(std::move(std::get<Ast>(parsed)), *this);
    return estimate_cost(std::get<CheckedAst>(checked), hints);
  }

  Declarations own_;
  std::vector<Variable> variables_;
};

TEST_F(EstimateTest, LiteralsNamesAndFields) {
  EXPECT_EQ(estimate("1"), (CostEstimate{0, 0}));
  EXPECT_EQ(estimate("number"), (CostEstimate{1, 1}));
  EXPECT_EQ(estimate("map.a"), (CostEstimate{2, 2}));
  EXPECT_EQ(estimate("any.a"), (CostEstimate{1, 1}));
  EXPECT_EQ(estimate("has(map.a)"), (CostEstimate{1, 1}));
  EXPECT_EQ(estimate("[1, number]"), (CostEstimate{11, 11}));
  EXPECT_EQ(estimate("{'a': number}"), (CostEstimate{31, 31}));
}

TEST_F(EstimateTest, SizesComeFromHintsAlongThePath) {
  EXPECT_EQ(estimate("text + text"), (CostEstimate{2, 12}));
  EXPECT_EQ(estimate("map.a == text"), (CostEstimate{4, 8}));
  EXPECT_EQ(estimate("map['b'] + ''"), (CostEstimate{2, 6}));
  EXPECT_EQ(estimate("text in list"), (CostEstimate{2, 12}));
  EXPECT_EQ(estimate("list[0].startsWith(list[1])"), (CostEstimate{4, 6}));
}

TEST_F(EstimateTest, LoopsRunOverWhatTheyRunOver) {
  // 10 turns of: @not_strictly_false(@result) 2, @result && it.contains('x') up to 1 + 1 + 2.
  EXPECT_EQ(estimate("list.all(it, it.contains('x'))"), (CostEstimate{2, 62}));
  EXPECT_EQ(estimate("map.all(k, k.contains('x'))"), (CostEstimate{2, 37}));
  EXPECT_EQ(estimate("['a', 'bb'].all(it, it == 'x')"), (CostEstimate{17, 21}));
}

TEST_F(EstimateTest, ShortCutsAndBranchesAreRanges) {
  EXPECT_EQ(estimate("true || number == 1"), (CostEstimate{0, 2}));
  EXPECT_EQ(estimate("number == 1 ? text : 'abc'"), (CostEstimate{2, 3}));
  EXPECT_EQ(estimate("(number == 1 ? text : 'abc') + ''"), (CostEstimate{2, 8}));
}

TEST_F(EstimateTest, DynIsSeenThroughAndBindIsNoLoop) {
  EXPECT_EQ(estimate("dyn('abcdefghijk') == 'abcdefghijk'"), (CostEstimate{2, 3}));
  EXPECT_EQ(estimate("cel.bind(v, text, v + v)"), (CostEstimate{13, 23}));
}

TEST_F(EstimateTest, WhatIsUnknownIsEnormous) {
  EXPECT_EQ(estimate("any + 'x'").max, 1844674407370955265U);
}

}  // namespace
}  // namespace drawbridge::cel
