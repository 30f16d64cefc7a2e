// cel-spec's suite (module cel.dev/expr) by both engines: the oracle says what Kubernetes makes of
// each test's expression, ours has to agree in outcome, value, type, cost, estimate and every
// error's text. What Kubernetes does not know, such as the suite's messages, has to be refused with
// the same words.
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "test/cel/conformance_replay.h"
#include "test/oracle_client.h"

namespace drawbridge::cel {
namespace {

using nlohmann::json;

// Of cel.dev/expr v0.25.1; a newer one has more.
constexpr std::size_t kTestsMin = 2300;
constexpr std::size_t kLeftOutMax = 10;

class CelSpec : public ::testing::TestWithParam<std::uint32_t> {};  // Kubernetes' minor version

TEST_P(CelSpec, EveryTestIsWhatKubernetesMakesOfIt) {
  const auto oracle = test::OracleClient::start_of(GetParam());
  if (!oracle) GTEST_SKIP() << test::OracleClient::kMissing;
  const json answer = oracle->ask({{"op", "cel.spec"}});
  ASSERT_TRUE(answer.contains("rows")) << answer.dump();
  std::ostringstream out;
  Replay replay({.version = {.minor = GetParam()}, .messages = true}, out);
  std::size_t left_out = 0;
  for (const json& row : answer["rows"]) {
    if (!row.contains("left_out")) {
      replay.line("", row.dump());
      continue;
    }
    ++left_out;
    std::printf("left out: %s: %s\n", row["id"].get<std::string>().c_str(),
                row["left_out"].get<std::string>().c_str());
  }
  std::printf("%zu compared, %zu left out\n", replay.passed() + replay.failed(), left_out);
  EXPECT_EQ(replay.failed(), 0u) << out.str();
  EXPECT_GE(replay.passed(), kTestsMin);
  EXPECT_LE(left_out, kLeftOutMax);
}

INSTANTIATE_TEST_SUITE_P(Kubernetes, CelSpec, ::testing::Values(36, 37));

}  // namespace
}  // namespace drawbridge::cel
