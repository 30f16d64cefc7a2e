#include "test/cel/two_engines.h"

#include <cstdlib>
#include <exception>
#include <string_view>
#include <utility>
#include <variant>

#include "test/cel/conformance_values.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cel::generating {
namespace {

using nlohmann::json;

constexpr int kAnswers = 200;

constexpr std::string_view kObject = R"({
  "yes": true, "number": 5, "text": "b c", "numbers": [3, 1, 2], "texts": ["a", "", "12"],
  "nested": {"a": 4, "b": -1, "number": 0}, "half": 0.5, "nothing": null})";

Environment environment_of(std::uint32_t minor) {
  EnvironmentBuilder builder(KubernetesVersion{minor});
  builder.add_bindings_macro();
  builder.add_variable("object", &type::kDyn);
  return std::move(builder).build();
}

}  // namespace

TwoEngines::TwoEngines(std::uint32_t minor)
    : object_(json::parse(kObject)),
      document_(kube::read_json(kObject).value()),
      environment_(environment_of(minor)),
      oracle_(test::OracleClient::start_of(minor)) {}

json TwoEngines::ours(const std::string& expression) const {
  try {
    return judged(expression);
  } catch (const std::exception& thrown) {
    return {{"kind", "exception"}, {"type", thrown.what()}};
  }
}

json TwoEngines::judged(const std::string& expression) const {
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

json TwoEngines::theirs(const std::string& expression) {
  return theirs(std::span(&expression, 1)).front();
}

std::vector<json> TwoEngines::theirs(std::span<const std::string> expressions) {
  std::vector<json> requests;
  for (const std::string& expression : expressions) {
    requests.push_back({{"op", "cel.base"}, {"expr", expression}, {"object", object_}});
  }
  std::vector<json> answers = oracle_->ask_all(requests);
  for (json& answer : answers) answer = comparable(std::move(answer));
  return answers;
}

json TwoEngines::comparable(json answer) {
  if (!answer.contains("type") || answer["kind"] == "program_error")
    return {{"kind", answer["kind"]}, {"text", answer.value("text", "")}};
  // Go prints these types by the names of the types' own values.
  std::string type = answer["type"];
  for (const auto& [long_name, name] :
       {std::pair{"google.protobuf.Timestamp", "timestamp"},
        std::pair{"google.protobuf.Duration", "duration"}, std::pair{"null_type", "null"}}) {
    for (std::size_t at = type.find(long_name); at != std::string::npos; at = type.find(long_name))
      type.replace(at, std::string_view(long_name).size(), name);
  }
  answer["type"] = type;
  return answer;
}

bool TwoEngines::disagree(const std::string& expression) {
  const json mine = ours(expression);
  for (int i = 0; i < kAnswers; ++i) {
    if (agree(mine, theirs(expression))) return false;
  }
  return true;
}

bool TwoEngines::agree(const json& a, const json& b) {
  for (const char* member : {"kind", "type", "text"}) {
    if (a.value(member, "") != b.value(member, "")) return false;
  }
  if (a.value("cost_est", json()) != b.value("cost_est", json())) return false;
  if (a.value("cost", "") != b.value("cost", "")) return false;
  return a["kind"] != "value" || same_value(a["value"], b["value"]);
}

}  // namespace drawbridge::cel::generating
