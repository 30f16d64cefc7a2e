// The recorded outcomes of Kubernetes' engine, as far as compiling goes: what compiles, to which
// type and estimated cost, and which errors the rest is refused with.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "rules/cel/cel.h"
#include "rules/cel/function.h"

namespace drawbridge::cel {
namespace {

using nlohmann::json;

std::vector<json> rows_of(const std::string& file) {
  const auto path =
      std::filesystem::path(DRAWBRIDGE_SOURCE_DIR) / ".." / "shared" / "conformance" / file;
  std::ifstream in(path);
  std::vector<json> rows;
  for (std::string line; std::getline(in, line);) rows.push_back(json::parse(line));
  return rows;
}

// The types of the data's README.
const Type* type_named(const std::string& name, TypeTable& types) {
  static const std::pair<const char*, const Type*> kNamed[] = {{"dyn", &type::kDyn},
                                                               {"any", &type::kAny},
                                                               {"null", &type::kNull},
                                                               {"error", &type::kError},
                                                               {"bool", &type::kBool},
                                                               {"int", &type::kInt},
                                                               {"uint", &type::kUint},
                                                               {"double", &type::kDouble},
                                                               {"string", &type::kString},
                                                               {"bytes", &type::kBytes},
                                                               {"timestamp", &type::kTimestamp},
                                                               {"duration", &type::kDuration}};
  for (const auto& [known, type] : kNamed) {
    if (name == known) return type;
  }
  return types.object(name);
}

const Type* type_from(const json& it, TypeTable& types) {
  if (it.is_null()) return &type::kTypeOfAnything;
  if (it.is_string()) return type_named(it, types);
  const auto of = [&](const json& inner) { return type_from(inner, types); };
  if (it.contains("list")) return types.list(of(it["list"]));
  if (it.contains("map")) return types.map(of(it["map"][0]), of(it["map"][1]));
  if (it.contains("wrapper")) return types.wrapper(of(it["wrapper"]));
  if (it.contains("message")) return types.object(it["message"].get<std::string>());
  if (it.contains("param")) return types.param(it["param"].get<std::string>());
  if (it.contains("type")) {
    return it["type"].is_null() ? &type::kTypeOfAnything : types.type_of(of(it["type"]));
  }
  std::vector<const Type*> params;
  for (const json& param : it.value("params", json::array())) params.push_back(of(param));
  return types.opaque(it["abstract"].get<std::string>(), params);
}

// Outlives the environments: overloads refer to names.
using Names = std::vector<std::unique_ptr<std::string>>;

void declare(const json& declaration, EnvironmentBuilder& builder, Names& names) {
  const auto kept = [&names](const std::string& name) -> const std::string& {
    return *names.emplace_back(std::make_unique<std::string>(name));
  };
  const std::string& name = kept(declaration["name"]);
  if (declaration["kind"] == "ident") {
    builder.add_variable(name, type_from(declaration["type"], builder.types()));
    return;
  }
  for (const json& it : declaration["overloads"]) {
    Overload overload{.id = kept(it["id"]), .params = {}};
    for (const json& param : it["params"]) {
      overload.params.push_back(type_from(param, builder.types()));
    }
    overload.result = type_from(it["result"], builder.types());
    overload.member = it["member"];
    builder.add_function(name, overload);
  }
}

std::string bounds(const json& estimate) {
  return estimate[0].get<std::string>() + ".." + estimate[1].get<std::string>();
}

// What differs from the recorded outcome; empty: nothing.
std::string difference(const std::variant<Program, CompileFailure>& compiled, const json& outcome,
                       TypeTable& types) {
  const std::string kind = outcome["kind"];
  if (const auto* failed = std::get_if<CompileFailure>(&compiled)) {
    if (kind == "compile_error") {
      const json wanted = outcome["messages"];
      json got = json::array();
      for (const Issue& issue : failed->issues) got.push_back(issue.message);
      // The words of syntax errors are the parser's own tests' matter.
      if (failed->stage == CompileFailure::Stage::kParse) return {};
      return got == wanted ? "" : "got " + got.dump() + " wanted " + wanted.dump();
    }
    if (kind == "program_error" && failed->stage == CompileFailure::Stage::kFolding) {
      const std::string wanted = outcome["message"];
      return failed->issues.front().message == wanted
                 ? ""
                 : "got " + failed->issues.front().message + " wanted " + wanted;
    }
    return "did not compile: " + failed->text;
  }
  if (kind == "compile_error" || kind == "program_error") {
    return "compiled, wanted " + outcome.dump();
  }
  const Program& program = std::get<Program>(compiled);
  if (outcome.contains("type")) {
    const Type* wanted = type_from(outcome["type"], types);
    if (!same_type(program.result_type(), *wanted)) {
      return "got type " + to_text(program.result_type()) + " wanted " + to_text(*wanted);
    }
  }
  if (outcome.contains("cost_est")) {
    const CostEstimate cost = program.estimated_cost();
    const std::string got = std::to_string(cost.min) + ".." + std::to_string(cost.max);
    if (got != bounds(outcome["cost_est"])) {
      return "got estimate " + got + " wanted " + bounds(outcome["cost_est"]);
    }
  }
  return {};
}

void check_rows(const char* outcome_key, const char* instead_key, KubernetesVersion version) {
  const std::vector<json> rows = rows_of("cel_conformance.jsonl");
  if (rows.empty()) GTEST_SKIP() << "SKIPPED: no conformance data beside the source";
  Names names;
  TypeTable types;
  int failed = 0;
  for (const json& row : rows) {
    EnvironmentBuilder builder(version);
    builder.add_bindings_macro();
    for (const json& declaration : row["type_env"]) declare(declaration, builder, names);
    const Environment environment = std::move(builder).build();
    const json& outcome = row.contains(instead_key) ? row[instead_key] : row[outcome_key];
    const std::string found =
        difference(environment.compile(row["expr"].get<std::string>()), outcome, types);
    if (found.empty()) continue;
    ++failed;
    ADD_FAILURE() << row["id"] << ": " << row["expr"] << "\n" << found;
  }
  EXPECT_EQ(failed, 0) << "of " << rows.size();
}

TEST(CheckConformance, Kubernetes137CompilesTheSpecsExpressionsAlike) {
  check_rows("k8s_outcome", "k8s_outcome", {37});
}

TEST(CheckConformance, Kubernetes136DiffersWhereItIsRecorded) {
  check_rows("k8s_outcome", "k8s_outcome_1_36", {36});
}

TEST(CheckConformance, TheLibrariesExpressionsCompileAlike) {
  const std::vector<json> rows = rows_of("k8s_libraries.jsonl");
  if (rows.empty()) GTEST_SKIP() << "SKIPPED: no conformance data beside the source";
  EnvironmentBuilder builder({37});
  builder.add_bindings_macro().add_json_patch();
  TypeTable types;
  const Environment environment = std::move(builder).build();
  for (const json& row : rows) {
    const auto outcome = row.find("observed_base_env");
    if (outcome == row.end() || outcome->is_null()) continue;
    const std::string found =
        difference(environment.compile(row["expr"].get<std::string>()), *outcome, types);
    EXPECT_EQ(found, "") << row["id"] << ": " << row["expr"];
  }
}

}  // namespace
}  // namespace drawbridge::cel
