// Thousands of expressions by chance, each given to our engine and to Kubernetes' (the oracle):
// outcome, type, value and cost must be the same. A disagreement is shortened and printed. The
// usual run makes the same expressions each time, so that a change is judged by what it changed; a
// long run (./dev test --long) makes others and prints its seed, which DRAWBRIDGE_SEED repeats.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "test/cel/two_engines.h"
#include "test/cel/typed_expressions.h"
#include "test/oracle_client.h"

namespace drawbridge::cel {
namespace {

using nlohmann::json;
using test::OracleClient;

const int kExpressions = test::generated_cases(6'000);
constexpr int kDepth = 5;
constexpr std::uint64_t kUsualSeed = 1;
// So many disagreements are printed; the rest is counted.
constexpr int kShownMax = 12;

// The parameter is Kubernetes' minor version.
class Differential : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static bool costs_more_than_estimated(const json& outcome) {
    if (outcome["kind"] != "value") return false;
    const auto number = [](const json& text) { return std::stoull(text.get<std::string>()); };
    return number(outcome["cost"]) > number(outcome["cost_est"][1]);
  }

  generating::TwoEngines engines_{GetParam()};
};

TEST_P(Differential, OutcomeTypeAndCostAreKubernetes) {
  if (!engines_.complete()) GTEST_SKIP() << OracleClient::kMissing;
  const bool anew =
      std::getenv("DRAWBRIDGE_LONG") != nullptr || std::getenv("DRAWBRIDGE_SEED") != nullptr;
  const generating::Grammar& grammar = generating::base_grammar();
  generating::TypedExpressions expressions(grammar, anew ? test::printed_seed() : kUsualSeed);
  std::set<std::string> shown;
  int disagreements = 0;
  int values = 0;
  int past_estimate = 0;
  std::vector<generating::Made> all;
  std::vector<std::string> texts;
  for (int i = 0; i < kExpressions; ++i) {
    all.push_back(expressions.make(kDepth));
    texts.push_back(grammar.text_of(all.back()));
  }
  const std::vector<json> answers = engines_.theirs(texts);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const generating::Made& made = all[i];
    const std::string& text = texts[i];
    const json& expected = answers[i];
    values += expected["kind"] == "value";
    if (expected["kind"] == "panic") continue;
    past_estimate += costs_more_than_estimated(expected);
    if (engines_.agree(engines_.ours(text), expected) || !engines_.disagree(text)) continue;
    ++disagreements;
    if (shown.size() >= kShownMax) continue;
    const std::string shortest = grammar.text_of(grammar.shortened(
        made, [&](const std::string& shorter) { return engines_.disagree(shorter); }));
    if (!shown.insert(shortest).second) continue;
    ADD_FAILURE() << shortest << "\n  Kubernetes: " << engines_.theirs(shortest)
                  << "\n  ours:       " << engines_.ours(shortest);
  }
  EXPECT_EQ(disagreements, 0) << "of " << kExpressions << " expressions";
  // Kubernetes breaks its own bounds: selecting from dyn, or calling with it, is estimated as less
  // than it costs. Since costs and estimates agree, ours are broken by the same expressions only.
  std::printf("%d of %d values cost more than their estimate, in both\n", past_estimate, values);
  // The test is worth something only while most of them mean something.
  EXPECT_GT(values, kExpressions / 3);
}

INSTANTIATE_TEST_SUITE_P(Kubernetes, Differential, ::testing::Values(36, 37));

}  // namespace
}  // namespace drawbridge::cel
