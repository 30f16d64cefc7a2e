// Every expression of the conformance data: what Kubernetes compiles is read, what it calls a
// syntax error is refused.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "rules/cel/parser.h"

namespace drawbridge::cel {
namespace {

std::filesystem::path conformance() {
  const char* given = std::getenv("DRAWBRIDGE_SHARED");
  const std::filesystem::path shared =
      given != nullptr ? given : std::filesystem::path(DRAWBRIDGE_SOURCE_DIR) / "../shared";
  return shared / "conformance";
}

// Whether the outcome says that the text was not understood: nullopt where it doesn't say.
std::optional<bool> is_syntax_error(const nlohmann::json& row) {
  for (const char* key : {"k8s_outcome", "observed_base_env", "observed"}) {
    if (!row.contains(key) || !row[key].is_object()) continue;
    const nlohmann::json& outcome = row[key];
    if (outcome.value("kind", "value") != "compile_error" && !outcome.contains("compile_error")) {
      return false;
    }
    const std::string text = outcome.dump();
    if (text.find("Syntax error") != std::string::npos) return true;
    return std::nullopt;
  }
  return std::nullopt;
}

TEST(ParserConformance, EveryExpression) {
  if (!std::filesystem::exists(conformance())) {
    GTEST_SKIP() << "SKIPPED: no data in " << conformance()
                 << "; DRAWBRIDGE_SHARED says where they are";
  }
  ParserOptions options;
  options.bind_macro = true;
  options.quoted_identifiers = true;
  std::size_t read = 0;
  std::size_t refused = 0;
  for (const char* name : {"cel_conformance", "dra_selectors", "k8s_libraries"}) {
    std::ifstream file(conformance() / (std::string(name) + ".jsonl"));
    for (std::string line; std::getline(file, line);) {
      const nlohmann::json row = nlohmann::json::parse(line);
      const std::optional<bool> refuses = is_syntax_error(row);
      if (!refuses) continue;
      const std::string expression = row[row.contains("expr") ? "expr" : "expression"];
      const auto parsed = parse(expression, options);
      const auto* issues = std::get_if<std::vector<Issue>>(&parsed);
      EXPECT_EQ(issues != nullptr, *refuses)
          << row["id"] << "\n"
          << (issues == nullptr ? "" : to_text(*issues, expression));
      ++(*refuses ? refused : read);
    }
  }
  EXPECT_GT(read, 2000u);
  EXPECT_GT(refused, 5u);
}

}  // namespace
}  // namespace drawbridge::cel
