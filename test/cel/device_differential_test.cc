// Thousands of device selectors by chance over devices by chance, each given to our engine and to
// Kubernetes' (the oracle), as new and as stored expressions, with the feature gates on and off:
// the verdict of compiling with its words, the estimate, what matches, the error and the cost must
// be the same. A disagreement is shortened and printed.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "rules/cel/device_environment.h"
#include "rules/devices/published.h"
#include "test/cel/random_devices.h"
#include "test/cel/typed_expressions.h"
#include "test/oracle_client.h"

namespace drawbridge::cel {
namespace {

using nlohmann::json;
using test::OracleClient;

constexpr int kSelectors = 6'000;
constexpr int kSelectorDepth = 5;
constexpr std::uint64_t kUsualSelectorSeed = 2;
constexpr int kSelectorsShownMax = 12;
// Go walks a map in another order each time: one of so many answers has to be ours.
constexpr int kAnswers = 200;
constexpr std::size_t kDevices = 60;

// How a selector is compiled.
struct Way {
  bool is_new = false;
  bool shared = false;  // DRAConsumableCapacity
  bool lists = false;   // DRAListTypeAttributes
};

// The parameter is Kubernetes' minor version.
class DeviceDifferential : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  struct Case {
    std::string expression;
    const json* device;
  };

  json ours(const Case& asked) const {
    auto compiled = compile_selector(*environment_, asked.expression);
    if (const auto* refused = std::get_if<std::string>(&compiled))
      return {{"kind", "compile_error"}, {"text", *refused}};
    const Program& program = std::get<Program>(compiled);
    json result = {{"max_cost", std::to_string(program.estimated_cost().max)}};
    const kube::Document document = kube::read_json(asked.device->dump()).value();
    const auto read =
        rules::read_device((*asked.device)["driver"].get<std::string>(), document.root());
    if (!read.ok()) return {{"kind", "unreadable"}, {"text", read.error().message}};
    Device device = *read;
    const std::string driver = (*asked.device)["driver"];
    device.driver = driver;
    DeviceValues values;
    const auto value = values.add(device);
    if (const auto* wrong = std::get_if<std::string>(&value))
      return {{"kind", "eval_error"}, {"text", *wrong}};
    kube::Arena arena;
    const SelectorMatch match =
        match_selector(program, std::get<Value>(value), kPerCallCostMax, arena);
    result["cost"] = std::to_string(match.cost);
    result["kind"] = match.error.empty() ? "value" : "eval_error";
    if (match.error.empty()) {
      result["matches"] = match.matches;
    } else {
      result["text"] = match.error;
    }
    return result;
  }

  json theirs(const Case& asked) {
    json answer = oracle_->ask({{"op", "cel.device"},
                                {"expr", asked.expression},
                                {"device", *asked.device},
                                {"new", way_.is_new},
                                {"shared", way_.shared},
                                {"lists", way_.lists}});
    if (answer.contains("error")) throw std::runtime_error(answer.dump());
    if (answer["kind"] == "value") {
      answer["matches"] = answer["value"]["v"];
      answer.erase("value");
    }
    answer.erase("type");
    return answer;
  }

  static bool agree(const json& a, const json& b) {
    if (a["kind"] != "eval_error" || b["kind"] != "eval_error") return a == b;
    // What an error cost before it came depends on the order in which a map of Go is walked.
    return a["text"] == b["text"] && a.value("max_cost", "") == b.value("max_cost", "");
  }

  bool disagree(const Case& asked) {
    const json mine = ours(asked);
    for (int i = 0; i < kAnswers; ++i) {
      if (agree(mine, theirs(asked))) return false;
    }
    return true;
  }

  void use(Way way) {
    way_ = way;
    environment_.emplace(device_environment({.minor = GetParam()}, {way.shared, way.lists},
                                            way.is_new ? SelectorUse::kNew : SelectorUse::kStored));
  }

  // Prints the shortest expression that the two disagree on still; false where it was printed.
  void show(const generating::Made& made, const json* device) {
    const generating::Grammar& grammar = generating::device_grammar();
    const std::string shortest =
        grammar.text_of(grammar.shortened(made, [&](const std::string& shorter) {
          return disagree({shorter, device});
        }));
    if (!shown_.insert(shortest).second) return;
    const Case asked{shortest, device};
    ADD_FAILURE() << shortest << "\n  " << (way_.is_new ? "new" : "stored")
                  << (way_.shared ? ", shared" : "") << (way_.lists ? ", lists" : "")
                  << "\n  Kubernetes: " << theirs(asked) << "\n  ours:       " << ours(asked)
                  << "\n  device: " << *device;
  }

  Way way_;
  std::optional<Environment> environment_;
  std::set<std::string> shown_;
  std::unique_ptr<OracleClient> oracle_ = OracleClient::start_of(GetParam());
};

TEST_P(DeviceDifferential, VerdictMatchAndCostAreKubernetes) {
  if (!oracle_) GTEST_SKIP() << OracleClient::kMissing;
  const bool anew =
      std::getenv("DRAWBRIDGE_LONG") != nullptr || std::getenv("DRAWBRIDGE_SEED") != nullptr;
  const std::uint64_t seed = anew ? test::printed_seed() : kUsualSelectorSeed;
  generating::TypedExpressions selectors(generating::device_grammar(), seed);
  generating::RandomDevices random(seed);
  std::vector<json> devices;
  // Without the gate, 1.36 does not read lists.
  while (devices.size() < kDevices)
    devices.push_back(random.make(GetParam() >= 37 || devices.size() % 2 == 0));
  const int count = test::generated_cases(kSelectors);
  int disagreements = 0;
  int compiled = 0;
  for (int way = 0; way < 8; ++way) {
    // Stored expressions of 1.36 have no lists without the gate; ours have them as in 1.37, where
    // they may have been stored.
    if (GetParam() < 37 && (way & 5) == 0) continue;
    use({.is_new = (way & 1) != 0, .shared = (way & 2) != 0, .lists = (way & 4) != 0});
    for (int i = 0; i < count / 8; ++i) {
      const generating::Made made = selectors.make(kSelectorDepth);
      const bool lists = GetParam() >= 37 || way_.lists;
      const std::size_t step = lists ? 1 : 2;
      const json* device = &devices[(static_cast<std::size_t>(i) * step + step - 1) % kDevices];
      const Case asked{generating::device_grammar().text_of(made), device};
      const json expected = theirs(asked);
      if (expected["kind"] == "panic") continue;
      compiled += expected["kind"] != "compile_error";
      if (agree(ours(asked), expected) || !disagree(asked)) continue;
      if (++disagreements <= kSelectorsShownMax) show(made, device);
    }
  }
  EXPECT_EQ(disagreements, 0) << "of " << count << " selectors";
  // The test is worth something only while many of them mean something.
  EXPECT_GT(compiled, count / 4);
}

INSTANTIATE_TEST_SUITE_P(Kubernetes, DeviceDifferential, ::testing::Values(36, 37));

}  // namespace
}  // namespace drawbridge::cel
