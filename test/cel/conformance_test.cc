// The rows of the conformance data, all of them, and that the replayer sees what is wrong.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "test/cel/conformance_replay.h"

namespace drawbridge::cel {
namespace {

std::filesystem::path conformance() {
  const char* given = std::getenv("DRAWBRIDGE_SHARED");
  const std::filesystem::path shared =
      given != nullptr ? given : std::filesystem::path(DRAWBRIDGE_SOURCE_DIR) / "../shared";
  return shared / "conformance";
}

class Conformance : public testing::TestWithParam<const char*> {};

TEST_P(Conformance, EveryRow) {
  const std::filesystem::path file = conformance() / GetParam();
  if (!std::filesystem::exists(file)) {
    GTEST_SKIP() << "SKIPPED: no " << file << "; DRAWBRIDGE_SHARED says where the data are";
  }
  std::ostringstream failures;
  Replay replay({}, failures);
  ASSERT_TRUE(replay.file(file));
  EXPECT_EQ(replay.failed(), 0u) << failures.str();
  EXPECT_GT(replay.passed(), 100u);
}

INSTANTIATE_TEST_SUITE_P(Files, Conformance,
                         testing::Values("cel_conformance.jsonl", "dra_selectors.jsonl",
                                         "k8s_libraries.jsonl", "escaping.jsonl"),
                         [](const auto& file) {
                           const std::string name = file.param;
                           return name.substr(0, name.find('.'));
                         });

std::string replayed(const std::string& row, ReplayOptions options = {}) {
  std::ostringstream out;
  Replay replay(options, out);
  replay.line("here", row);
  EXPECT_EQ(replay.passed() + replay.failed(), 1u);
  return replay.failed() == 0 ? "passed" : out.str();
}

TEST(Replay, SeesEachDifference) {
  const auto row = [](const std::string& outcome) {
    return R"x({"id": "it", "expr": "[1, 2].size()", "k8s_outcome": )x" + outcome + "}";
  };
  const std::string right = R"x({"cost":"1","cost_est":["11","11"],"kind":"value","type":"int",)x"
                            R"x("value":{"t":"int","v":"2"}})x";
  const std::string got = "\n  got      " + right + "\n";
  EXPECT_EQ(replayed(row(right)), "passed");
  const std::pair<std::string, std::string> changes[] = {
      {R"("cost":"1")", R"("cost":"2")"},      {R"(["11")", R"(["10")"},
      {R"("type":"int")", R"("type":"uint")"}, {R"("v":"2")", R"("v":"3")"},
      {R"("t":"int")", R"("t":"uint")"},
  };
  for (const auto& [from, to] : changes) {
    std::string wrong = right;
    wrong.replace(wrong.find(from), from.size(), to);
    EXPECT_EQ(replayed(row(wrong)), "FAILED it\n  expected " + wrong + got);
  }
  const std::string refused = R"({"kind":"compile_error","messages":[]})";
  EXPECT_EQ(replayed(row(refused)), "FAILED it\n  expected " + refused + got);
}

TEST(Replay, MessagesCountWhereTheyAreAskedFor) {
  const std::string row =
      R"({"id": "it", "expr": "1 +", "k8s_outcome": {"kind":"compile_error","messages":["no"]}})";
  EXPECT_EQ(replayed(row), "passed");
  ReplayOptions options;
  options.messages = true;
  EXPECT_NE(replayed(row, options), "passed");
}

TEST(Replay, RowsThatItDoesNotUnderstandFail) {
  EXPECT_TRUE(replayed("{}").starts_with("FAILED here\n"));
  EXPECT_TRUE(replayed("{").starts_with("FAILED here\n"));
}

TEST(Replay, AFileThatIsNotThere) {
  std::ostringstream out;
  EXPECT_FALSE(Replay({}, out).file("/nowhere.jsonl"));
}

}  // namespace
}  // namespace drawbridge::cel
