// Expressions that someone thought of, and what once differed (test/cel/expressions), each given to
// our engine and to Kubernetes' (the oracle), of every version: outcome, type, value, the words of
// every error, cost and estimate must be the same. DRAWBRIDGE_EXPRESSIONS=FILE tries those of
// another file instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "test/cel/two_engines.h"

namespace drawbridge::cel {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A line is an expression; one that begins with '"' and ends so is a string of JSON that holds one,
// for what does not fit on a line. "# " begins a remark.
std::vector<std::string> expressions_of(const fs::path& file) {
  std::vector<std::string> expressions;
  std::ifstream in(file);
  EXPECT_TRUE(in.is_open()) << file << " can't be read";
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("# ")) continue;
    const bool is_json = line.size() > 1 && line.front() == '"' && line.back() == '"';
    const json read = is_json ? json::parse(line, nullptr, false) : json();
    expressions.push_back(read.is_string() ? read.get<std::string>() : line);
  }
  return expressions;
}

std::vector<fs::path> files() {
  if (const char* given = std::getenv("DRAWBRIDGE_EXPRESSIONS")) return {given};
  std::vector<fs::path> found;
  const fs::path folder = fs::path(DRAWBRIDGE_SOURCE_DIR) / "test/cel/expressions";
  for (const auto& it : fs::directory_iterator(folder)) {
    if (it.path().extension() == ".txt") found.push_back(it.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The parameter is Kubernetes' minor version.
class Expressions : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(Expressions, OutcomeTypeAndCostAreKubernetes) {
  generating::TwoEngines engines(GetParam());
  if (!engines.complete()) GTEST_SKIP() << test::OracleClient::kMissing;
  std::size_t tried = 0;
  for (const fs::path& file : files()) {
    const std::vector<std::string> expressions = expressions_of(file);
    const std::vector<json> answers = engines.theirs(expressions);
    for (std::size_t i = 0; i < expressions.size(); ++i) {
      ++tried;
      const std::string& expression = expressions[i];
      const json& expected = answers[i];
      if (expected["kind"] == "panic") continue;
      if (engines.agree(engines.ours(expression), expected) || !engines.disagree(expression))
        continue;
      ADD_FAILURE() << file.filename() << ": " << expression << "\n  Kubernetes: " << expected
                    << "\n  ours:       " << engines.ours(expression);
    }
  }
  EXPECT_GT(tried, 0U);
}

INSTANTIATE_TEST_SUITE_P(Kubernetes, Expressions, ::testing::Values(36, 37));

}  // namespace
}  // namespace drawbridge::cel
