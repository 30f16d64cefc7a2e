// Holds selectors and names against Go's, over generated cases. The seed is printed;
// DRAWBRIDGE_SEED repeats a run.
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "kube/api/labels.h"
#include "kube/api/names.h"
#include "test/oracle_client.h"

namespace drawbridge::kube {
namespace {

using nlohmann::json;
using test::OracleClient;

const int kGenerated = test::generated_cases(3'000);

class LabelsOracle : public ::testing::Test {
 protected:
  void SetUp() override {
    oracle_ = OracleClient::start();
    if (!oracle_) GTEST_SKIP() << OracleClient::kMissing;
    random_.seed(test::printed_seed());
  }

  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }
  bool one_in(int chances) { return below(chances) == 0; }
  std::string one_of(const std::vector<std::string>& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
  }

  // Few and small, so that selectors meet labels that they match.
  std::string key() {
    return one_in(30) ? one_of({"", "a b", "/a", "a/b/c", "A.com/x"})
                      : one_of({"a", "b", "x.io/c"});
  }
  json value() {
    if (one_in(40)) return nullptr;
    if (one_in(40)) return one_of({"-", "a b", "_", std::string(64, 'v')});
    return one_of(
        {"", "1", "2", "10", "007", "x", "y", "9223372036854775807", "9223372036854775808"});
  }
  json labels() {
    if (one_in(10)) return nullptr;
    json result = json::object();
    for (const char* name : {"a", "b", "x.io/c"}) {
      if (!one_in(3))
        result[name] = one_of({"", "1", "2", "10", "007", "x", "y", "9223372036854775807"});
    }
    return result;
  }
  json requirement(bool of_nodes) {
    json result = {{"key", key()}};
    result["operator"] = one_of({"In", "NotIn", "Exists", "DoesNotExist"});
    if (of_nodes && one_in(3)) result["operator"] = one_of({"Gt", "Lt"});
    if (one_in(40)) result["operator"] = one_of({"", "in", "Gt", "=="});
    const std::string op = result["operator"];
    int count = op == "In" || op == "NotIn" ? 1 + below(3) : 0;
    if (op == "Gt" || op == "Lt") count = 1;
    if (one_in(30)) count = below(3);
    for (; count > 0; --count) result["values"].push_back(value());
    if (one_in(40)) result.erase(one_of({"key", "operator", "values"}));
    if (one_in(60))
      result[one_of({"key", "operator", "values"})] = one_in(2) ? json(7) : json(nullptr);
    return result;
  }
  json field() {
    json result = {{"key", one_in(6) ? "metadata.namespace" : "metadata.name"},
                   {"operator", one_in(30) ? "Exists" : one_of({"In", "NotIn"})},
                   {"values", {one_of({"n1", "n2", ""})}}};
    if (one_in(20)) result["values"].push_back("n3");
    if (one_in(20)) result.erase("values");
    return result;
  }

  json label_selector() {
    if (one_in(30)) return one_in(2) ? json(nullptr) : json("x");
    json selector = json::object();
    if (one_in(2)) {
      selector["matchLabels"] = json::object();
      for (int count = below(3); count > 0; --count) selector["matchLabels"][key()] = value();
    }
    for (int count = below(4); count > 0; --count)
      selector["matchExpressions"].push_back(requirement(false));
    if (one_in(50))
      selector[one_of({"matchLabels", "matchExpressions"})] = one_in(2) ? json("x") : json(nullptr);
    return selector;
  }
  json node_selector() {
    json selector = json::object();
    for (int terms = below(4); terms > 0; --terms) {
      json term = json::object();
      for (int count = below(3); count > 0; --count)
        term["matchExpressions"].push_back(requirement(true));
      if (one_in(3)) term["matchFields"].push_back(field());
      selector["nodeSelectorTerms"].push_back(one_in(30) ? json(nullptr) : term);
    }
    return selector;
  }
  // Letters around one of the limits.
  std::string many(int about) {
    const int count = about - 2 + below(5);
    return std::string(static_cast<std::size_t>(count), 'a');
  }
  std::string name() {
    static const std::vector<std::string> kUsual = {"a", "B", "0", "-", ".", "_", "/", "x", "com"};
    static const std::vector<std::string> kBad = {" ", "\u00e9", "\n", "//"};
    std::string text;
    for (int count = below(8); count > 0; --count) text += one_of(one_in(12) ? kBad : kUsual);
    if (one_in(10)) text = many(63) + text;
    if (one_in(10)) text = many(253) + text;
    if (one_in(10)) text += "/" + many(63);
    return text;
  }

  std::unique_ptr<OracleClient> oracle_;
  std::mt19937_64 random_;
};

TEST_F(LabelsOracle, SelectorsMatchAlike) {
  std::vector<json> requests;
  for (int i = 0; i < kGenerated; ++i) {
    requests.push_back(
        {{"op", "labels.match"}, {"selector", label_selector()}, {"labels", labels()}});
  }
  const std::vector<json> answers = oracle_->ask_all(requests);
  int matched = 0;
  int refused = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Result<Document> selector = read_json(requests[i]["selector"].dump());
    Result<Document> labels = read_json(requests[i]["labels"].dump());
    ASSERT_TRUE(selector.ok() && labels.ok());
    const Result<LabelSelector> ours = LabelSelector::from_json(selector->root());
    ASSERT_EQ(ours.ok(), !answers[i].contains("error"))
        << requests[i] << answers[i] << (ours ? "" : ours.error().text());
    if (!ours) {
      ++refused;
      continue;
    }
    ASSERT_TRUE(answers[i]["validates"].get<bool>()) << requests[i];
    ASSERT_EQ(ours->matches(labels->root()), answers[i]["match"].get<bool>()) << requests[i];
    matched += answers[i]["match"].get<bool>() ? 1 : 0;
  }
  EXPECT_GT(matched, kGenerated / 10);
  EXPECT_GT(refused, kGenerated / 100);
}

TEST_F(LabelsOracle, NodeSelectorsMatchAlike) {
  std::vector<json> requests;
  for (int i = 0; i < kGenerated; ++i) {
    requests.push_back({{"op", "nodeSelector.match"},
                        {"selector", node_selector()},
                        {"labels", labels()},
                        {"name", one_of({"n1", "n2", ""})}});
  }
  const std::vector<json> answers = oracle_->ask_all(requests);
  int matched = 0;
  int refused = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Result<Document> selector = read_json(requests[i]["selector"].dump());
    Result<Document> labels = read_json(requests[i]["labels"].dump());
    ASSERT_TRUE(selector.ok() && labels.ok());
    const Result<NodeSelector> ours = NodeSelector::from_json(selector->root());
    ASSERT_EQ(ours.ok(), !answers[i].contains("error"))
        << requests[i] << answers[i] << (ours ? "" : ours.error().text());
    if (!ours) {
      ++refused;
      continue;
    }
    const bool match = ours->matches(labels->root(), requests[i]["name"].get<std::string>());
    ASSERT_EQ(match, answers[i]["match"].get<bool>()) << requests[i];
    matched += match ? 1 : 0;
  }
  EXPECT_GT(matched, kGenerated / 10);
  EXPECT_GT(refused, kGenerated / 100);
}

TEST_F(LabelsOracle, NamesAreJudgedAlike) {
  std::vector<json> requests;
  for (int i = 0; i < kGenerated; ++i) requests.push_back({{"op", "names"}, {"s", name()}});
  const std::vector<json> answers = oracle_->ask_all(requests);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::string text = requests[i]["s"];
    const json ours = {{"dnsLabel", !dns_label_problem(text)},
                       {"dnsSubdomain", !dns_subdomain_problem(text)},
                       {"qualifiedName", !qualified_name_problem(text)},
                       {"labelValue", !label_value_problem(text)},
                       {"cIdentifier", is_c_identifier(text)}};
    ASSERT_EQ(ours, answers[i]) << requests[i];
  }
}

}  // namespace
}  // namespace drawbridge::kube
