#include "test/cel/conformance_replay.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "rules/cel/device_environment.h"
#include "rules/cel/escaping.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/function.h"
#include "test/cel/conformance_values.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cel {
namespace {

using nlohmann::json;

// What a row came to, against what it says: the members of `expected` that are compared.
struct Verdict {
  json expected;
  json got;
  bool passed = false;
};

json range_of(CostEstimate range) {
  return {std::to_string(range.min), std::to_string(range.max)};
}

json messages_of(const CompileFailure& failure) {
  json messages = json::array();
  for (const Issue& issue : failure.issues) messages.push_back(issue.message);
  return messages;
}

// Go's protobuf writes one blank or two between fields, as each build of a program has it.
json one_blank(json text) {
  if (!text.is_string()) return text;
  auto& chars = text.get_ref<std::string&>();
  const auto both = [](char a, char b) { return a == ' ' && b == ' '; };
  chars.erase(std::unique(chars.begin(), chars.end(), both), chars.end());
  return text;
}

// Functions of a row's environment: they are called by nothing.
Value run_nothing(Evaluation& evaluation, std::span<const Value> /*args*/) {
  return evaluation.error("no such overload");
}

Environment environment_of(const json& declarations, const ReplayOptions& options,
                           std::vector<std::string>& texts) {
  EnvironmentBuilder builder(options.version);
  builder.add_bindings_macro();
  builder.add_json_patch();
  texts.reserve(1000);
  const auto kept = [&](const json& text) -> std::string_view {
    if (texts.size() == texts.capacity()) throw std::runtime_error("too many declarations");
    return texts.emplace_back(text.get<std::string>());
  };
  for (const json& it : declarations) {
    const std::string_view name = kept(it["name"]);
    if (it["kind"] == "ident") {
      builder.add_variable(name, read_type(it["type"], builder.types()));
      continue;
    }
    for (const json& overload : it["overloads"]) {
      Overload made;
      made.id = kept(overload["id"]);
      for (const json& param : overload["params"]) {
        made.params.push_back(read_type(param, builder.types()));
      }
      made.result = read_type(overload["result"], builder.types());
      made.member = overload["member"];
      made.run = run_nothing;
      builder.add_function(name, made);
    }
  }
  return std::move(builder).build();
}

json evaluated(const Environment& env, const Program& program, const json& row) {
  kube::Arena arena;
  std::vector<Value> variables;
  const json given = row.value("bindings", json::object());
  const json declarations = row.value("type_env", json::array());
  for (const json& it : declarations) {
    const std::string name = it["name"];
    const std::size_t at = env.index_of(name);
    if (at == Environment::npos) continue;
    if (variables.size() <= at) variables.resize(at + 1);
    if (given.contains(name)) variables[at] = read_value(given[name].at("value"), arena);
  }
  Bindings bindings;
  bindings.variables = variables;
  static const zones::ZoneFiles kZones;
  bindings.time_zones = &kZones;
  const Outcome outcome = program.evaluate(bindings, kPerCallCostMax, arena);
  json got = {{"type", write_type(program.result_type())},
              {"cost_est", range_of(program.estimated_cost())},
              {"cost", std::to_string(outcome.cost)}};
  if (outcome.value.is_error()) {
    got["kind"] = "eval_error";
    got["message"] = std::string(outcome.value.error_message());
  } else {
    got["kind"] = "value";
    got["value"] = write_value(outcome.value);
  }
  return got;
}

json outcome_of(const json& row, const std::string& kind, const ReplayOptions& options,
                const Environment& base) {
  std::vector<std::string> texts;
  std::optional<Environment> own;
  const json declarations = row.value("type_env", json::array());
  if (!declarations.empty()) own = environment_of(declarations, options, texts);
  const Environment& env = own ? *own : base;
  const auto compiled = env.compile(row.at("expr").get<std::string>());
  if (const auto* failure = std::get_if<CompileFailure>(&compiled)) {
    if (failure->stage != CompileFailure::Stage::kFolding) {
      return {
          {"kind", "compile_error"}, {"messages", messages_of(*failure)}, {"text", failure->text}};
    }
    json got = {{"kind", "program_error"}};
    if (!failure->issues.empty()) got["message"] = failure->issues[0].message;
    return got;
  }
  const Program& program = std::get<Program>(compiled);
  if (kind != "checked") return evaluated(env, program, row);
  return {{"kind", "checked"},
          {"type", write_type(program.result_type())},
          {"cost_est", range_of(program.estimated_cost())}};
}

// Rows with an outcome: the cel-spec suite and the libraries'.
Verdict replay_outcome(const json& row, const std::string& key, const ReplayOptions& options,
                       const Environment& base) {
  Verdict verdict;
  verdict.expected = row.at(key);
  const std::string older = key + "_1_" + std::to_string(options.version.minor);
  if (row.contains(older)) verdict.expected = row[older];
  const json& expected = verdict.expected;
  verdict.got = outcome_of(row, expected.at("kind"), options, base);
  const json& got = verdict.got;
  verdict.passed = expected["kind"] == got["kind"];
  const bool folding = expected["kind"] == "program_error";
  for (const char* member : {"type", "cost_est", "cost"}) {
    // A program that could not be built has no type to ask for.
    if (!folding && expected.contains(member)) {
      verdict.passed = verdict.passed && got.value(member, json()) == expected[member];
    }
  }
  if (expected.contains("value")) {
    verdict.passed = verdict.passed && same_value(expected["value"], got.value("value", json()));
  }
  if (expected.contains("cost_varies")) {
    const json& costs = expected["cost_varies"];
    verdict.passed = verdict.passed && got.contains("cost") &&
                     std::find(costs.begin(), costs.end(), got["cost"]) != costs.end();
  }
  for (const char* member : {"message", "messages", "text"}) {
    if (options.messages && expected.contains(member)) {
      verdict.passed =
          verdict.passed && one_blank(got.value(member, json())) == one_blank(expected[member]);
    }
  }
  return verdict;
}

Verdict replay_escaping(const json& row) {
  const std::string in = row.at("in");
  const auto out = row.at("op") == "escape" ? escape_identifier(in) : unescape_identifier(in);
  const json got = out ? json(*out) : json();
  return {row.at("out"), got, got == row["out"]};
}

AttributeScalar read_scalar(const std::string& kind, const json& value) {
  if (kind == "bool" || kind == "bools") return value.get<bool>();
  if (kind == "int" || kind == "ints") return std::int64_t{std::stoll(value.get<std::string>())};
  const std::string_view text = value.get_ref<const std::string&>();
  if (kind == "string" || kind == "strings") return text;
  if (kind == "version" || kind == "versions") return VersionText{text};
  throw std::runtime_error("no attribute is a " + kind);
}

// Refers to the texts of `json`.
Device read_device(const json& device) {
  Device result;
  result.driver = device.at("driver").get_ref<const std::string&>();
  const json& multiple = device.at("allow_multiple_allocations");
  result.allow_multiple_allocations = multiple.is_boolean() && multiple.get<bool>();
  for (const auto& it : device.at("attributes").items()) {
    DeviceAttribute attribute;
    attribute.name = it.key();
    for (const auto& typed : it.value().items()) {
      attribute.is_list = typed.value().is_array();
      if (!attribute.is_list) {
        attribute.values = {read_scalar(typed.key(), typed.value())};
      } else {
        for (const json& value : typed.value()) {
          attribute.values.push_back(read_scalar(typed.key(), value));
        }
      }
    }
    result.attributes.push_back(std::move(attribute));
  }
  for (const auto& it : device.at("capacity").items()) {
    auto amount = kube::Quantity::parse(it.value().get<std::string>());
    if (!amount.ok()) throw std::runtime_error("no quantity: " + it.value().dump());
    result.capacity.push_back({it.key(), *amount});
  }
  return result;
}

// The selectors' data are of a version between 1.36 and 1.37, which has includes() as 1.36.
constexpr std::uint32_t kSelectorsMinorMax = 36;

json selector_outcome(const json& row, const ReplayOptions& options) {
  const KubernetesVersion version{std::min(options.version.minor, kSelectorsMinorMax)};
  const json& gates = row.at("features");
  const DeviceFeatures features{gates.at("consumable_capacity"), gates.at("list_type_attributes")};
  const bool is_new = row.at("env") == "new";
  const Environment env =
      device_environment(version, features, is_new ? SelectorUse::kNew : SelectorUse::kStored);
  auto compiled = compile_selector(env, row.at("expression").get<std::string>());
  if (const auto* refusal = std::get_if<std::string>(&compiled)) {
    return {{"compile_error", *refusal}};
  }
  const Program& program = std::get<Program>(compiled);
  const json type = write_type(program.result_type());
  json got = {{"output_type", type}, {"max_cost", std::to_string(program.estimated_cost().max)}};
  DeviceValues devices;
  const auto device = devices.add(read_device(row.at("device")));
  if (const auto* wrong = std::get_if<std::string>(&device)) {
    got["match_error"] = *wrong;
    return got;
  }
  kube::Arena arena;
  const SelectorMatch match =
      match_selector(program, std::get<Value>(device), kPerCallCostMax, arena);
  got["actual_cost"] = std::to_string(match.cost);
  if (match.error.empty()) {
    got["match"] = match.matches;
  } else {
    got["match_error"] = match.error;
  }
  return got;
}

// Errors are equal where they have what the row asks for; a caret line is shown to none of them.
bool says(const json& got, const json& expected, bool exactly) {
  if (!got.is_string()) return false;
  const std::string text = got;
  const std::string wanted = expected;
  return exactly ? text.starts_with(wanted) : text.find(wanted) != std::string::npos;
}

Verdict replay_selector(const json& row, const ReplayOptions& options) {
  Verdict verdict;
  verdict.got = selector_outcome(row, options);
  const json& got = verdict.got;
  verdict.passed = true;
  const auto compare = [&](const json& expected, bool exactly) {
    for (const auto& it : expected.items()) {
      const json& is = got.value(it.key(), json());
      const bool is_error = it.key() == "compile_error" || it.key() == "match_error";
      const bool same = is_error ? says(is, it.value(), exactly) : is == it.value();
      verdict.passed = verdict.passed && same;
    }
  };
  compare(row.at("expect"), false);
  verdict.expected = row.value("observed", row.at("expect"));
  compare(verdict.expected, options.messages);
  return verdict;
}

Verdict replay(const json& row, const ReplayOptions& options, const Environment& base) {
  if (row.contains("op")) return replay_escaping(row);
  if (row.contains("device")) return replay_selector(row, options);
  for (const char* key : {"k8s_outcome", "observed_base_env"}) {
    if (row.contains(key)) return replay_outcome(row, key, options, base);
  }
  throw std::runtime_error("no format is known that has these members");
}

}  // namespace

Replay::Replay(ReplayOptions options, std::ostream& out)
    : options_(options), out_(out), base_(environment_of(json::array(), options, no_texts_)) {}

bool Replay::file(const std::string& path) {
  std::ifstream in(path);
  if (!in) return false;
  std::size_t number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    if (!text.empty()) line(path + ":" + std::to_string(number), text);
  }
  return true;
}

void Replay::line(const std::string& place, const std::string& text) {
  std::string id = place;
  Verdict verdict;
  try {
    const json row = json::parse(text);
    if (row.contains("id")) id = row["id"];
    verdict = replay(row, options_, base_);
  } catch (const std::exception& error) {
    verdict = {"a row that can be replayed", error.what(), false};
  }
  ++(verdict.passed ? passed_ : failed_);
  if (verdict.passed) return;
  const auto shown = [](const json& it) {
    return it.dump(-1, ' ', true, json::error_handler_t::replace);
  };
  out_ << "FAILED " << id << "\n  expected " << shown(verdict.expected) << "\n  got      "
       << shown(verdict.got) << "\n";
}

}  // namespace drawbridge::cel
