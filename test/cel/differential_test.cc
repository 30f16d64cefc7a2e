// Thousands of expressions by chance, each given to our engine and to Kubernetes' (the oracle):
// outcome, type, value and cost must be the same. A disagreement is shortened and printed. The
// usual run makes the same expressions each time, so that a change is judged by what it changed; a
// long run (./dev test --long) makes others and prints its seed, which DRAWBRIDGE_SEED repeats.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "rules/cel/cel.h"
#include "test/cel/conformance_values.h"
#include "test/cel/typed_expressions.h"
#include "test/oracle_client.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cel {
namespace {

using nlohmann::json;
using test::OracleClient;

const int kExpressions = test::generated_cases(6'000);
constexpr int kDepth = 5;
constexpr std::uint64_t kUsualSeed = 1;
// So many disagreements are printed; the rest is counted.
constexpr int kShownMax = 12;
constexpr int kAnswers = 200;

constexpr std::string_view kObject = R"({
  "yes": true, "number": 5, "text": "b c", "numbers": [3, 1, 2], "texts": ["a", "", "12"],
  "nested": {"a": 4, "b": -1, "number": 0}, "half": 0.5, "nothing": null})";

// The parameter is Kubernetes' minor version.
class Differential : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  Differential() : document_(kube::read_json(kObject).value()), environment_(environment()) {}

  static Environment environment() {
    EnvironmentBuilder builder(KubernetesVersion{GetParam()});
    builder.add_bindings_macro();
    builder.add_variable("object", &type::kDyn);
    return std::move(builder).build();
  }

  json ours(const std::string& expression) const {
    try {
      return judged(expression);
    } catch (const std::exception& thrown) {
      return {{"kind", "exception"}, {"type", thrown.what()}};
    }
  }

  json judged(const std::string& expression) const {
    const std::variant<Program, CompileFailure> compiled = environment_.compile(expression);
    if (const auto* failure = std::get_if<CompileFailure>(&compiled)) {
      if (failure->stage != CompileFailure::Stage::kFolding)
        return {{"kind", "compile_error"}, {"text", failure->text}};
      return {{"kind", "program_error"}, {"text", failure->issues.at(0).message}};
    }
    const Program& program = std::get<Program>(compiled);
    static const zones::ZoneFiles kZones;
    const Value variables[] = {Value::json(document_.root())};
    kube::Arena arena;
    const Outcome outcome =
        program.evaluate({.variables = variables, .time_zones = &kZones}, kPerCallCostMax, arena);
    json result = {{"type", to_text(program.result_type())},
                   {"cost", std::to_string(outcome.cost)},
                   {"cost_est",
                    {std::to_string(program.estimated_cost().min),
                     std::to_string(program.estimated_cost().max)}}};
    result["kind"] = outcome.value.is_error() ? "eval_error" : "value";
    if (outcome.value.is_error()) {
      result["text"] = std::string(outcome.value.error_message());
    } else {
      result["value"] = write_value(outcome.value);
    }
    return result;
  }

  json theirs(const std::string& expression) {
    json answer =
        oracle_->ask({{"op", "cel.base"}, {"expr", expression}, {"object", json::parse(kObject)}});
    if (!answer.contains("type") || answer["kind"] == "program_error")
      return {{"kind", answer["kind"]}, {"text", answer.value("text", "")}};
    // Go prints these types by the names that they have in protobuf.
    std::string type = answer["type"];
    for (const auto& [long_name, name] : {std::pair{"google.protobuf.Timestamp", "timestamp"},
                                          std::pair{"google.protobuf.Duration", "duration"}}) {
      for (std::size_t at = type.find(long_name); at != std::string::npos;
           at = type.find(long_name))
        type.replace(at, std::string_view(long_name).size(), name);
    }
    answer["type"] = type;
    return answer;
  }

  // Go walks a map in another order each time, and what comes of it may differ: one of several
  // answers has to be ours.
  bool disagree(const std::string& expression) {
    const json mine = ours(expression);
    for (int i = 0; i < kAnswers; ++i) {
      if (agree(mine, theirs(expression))) return false;
    }
    return true;
  }

  static bool agree(const json& a, const json& b) {
    for (const char* member : {"kind", "type", "text"}) {
      if (a.value(member, "") != b.value(member, "")) return false;
    }
    if (a.value("cost_est", json()) != b.value("cost_est", json())) return false;
    // What an error cost before it came depends on the order in which a map of Go is walked.
    if (a["kind"] == "value" && a["cost"] != b["cost"]) return false;
    return a["kind"] != "value" || same_value(a["value"], b["value"]);
  }

  static bool costs_more_than_estimated(const json& outcome) {
    if (outcome["kind"] != "value") return false;
    const auto number = [](const json& text) { return std::stoull(text.get<std::string>()); };
    return number(outcome["cost"]) > number(outcome["cost_est"][1]);
  }

  const kube::Document document_;
  const Environment environment_;
  std::unique_ptr<OracleClient> oracle_ = OracleClient::start_of(GetParam());
};

TEST_P(Differential, OutcomeTypeAndCostAreKubernetes) {
  if (!oracle_) GTEST_SKIP() << OracleClient::kMissing;
  const bool anew =
      std::getenv("DRAWBRIDGE_LONG") != nullptr || std::getenv("DRAWBRIDGE_SEED") != nullptr;
  const testing::Grammar& grammar = testing::base_grammar();
  testing::TypedExpressions expressions(grammar, anew ? test::printed_seed() : kUsualSeed);
  std::set<std::string> shown;
  int disagreements = 0;
  int values = 0;
  int past_estimate = 0;
  for (int i = 0; i < kExpressions; ++i) {
    const testing::Made made = expressions.make(kDepth);
    const std::string text = grammar.text_of(made);
    const json expected = theirs(text);
    values += expected["kind"] == "value";
    if (expected["kind"] == "panic") continue;
    past_estimate += costs_more_than_estimated(expected);
    if (agree(ours(text), expected) || !disagree(text)) continue;
    ++disagreements;
    if (shown.size() >= kShownMax) continue;
    const std::string shortest = grammar.text_of(
        grammar.shortened(made, [&](const std::string& shorter) { return disagree(shorter); }));
    if (!shown.insert(shortest).second) continue;
    ADD_FAILURE() << shortest << "\n  Kubernetes: " << theirs(shortest)
                  << "\n  ours:       " << ours(shortest);
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
