#include "kube/api/labels.h"

#include <gtest/gtest.h>

#include <string>

namespace drawbridge::kube {
namespace {

// Keeps the documents of a test alive.
class Labels : public ::testing::Test {
 protected:
  Json json(std::string_view text) {
    Result<Document> document = read_json(text);
    if (!document) ADD_FAILURE() << text << ": " << document.error().message;
    documents_.push_back(document ? *std::move(document) : Document());
    return documents_.back().root();
  }

  bool matches(std::string_view selector, std::string_view labels) {
    const Result<LabelSelector> read = LabelSelector::from_json(json(selector));
    if (!read) ADD_FAILURE() << selector << ": " << read.error().text();
    return read && read->matches(json(labels));
  }
  std::string selector_error(std::string_view selector) {
    const Result<LabelSelector> read = LabelSelector::from_json(json(selector));
    return read ? "no error" : read.error().text();
  }

  bool node_matches(std::string_view selector, std::string_view labels,
                    std::string_view name = "gpu-07") {
    const Result<NodeSelector> read = NodeSelector::from_json(json(selector));
    if (!read) ADD_FAILURE() << selector << ": " << read.error().text();
    return read && read->matches(json(labels), name);
  }
  std::string node_error(std::string_view selector) {
    const Result<NodeSelector> read = NodeSelector::from_json(json(selector));
    return read ? "no error" : read.error().text();
  }

 private:
  std::vector<Document> documents_;
};

TEST_F(Labels, EverythingAndNothing) {
  const Json labels = json(R"({"team":"a"})");
  EXPECT_TRUE(LabelSelector::everything().matches(labels));
  EXPECT_TRUE(LabelSelector::everything().matches(Json()));
  EXPECT_TRUE(LabelSelector::everything().selects_everything());
  EXPECT_FALSE(LabelSelector::nothing().matches(labels));
  EXPECT_FALSE(LabelSelector::nothing().matches(Json()));
  EXPECT_FALSE(LabelSelector::nothing().selects_everything());

  EXPECT_TRUE(matches("{}", "null"));
  EXPECT_TRUE(matches(R"({"matchLabels":{},"matchExpressions":[]})", R"({"a":"b"})"));
  EXPECT_TRUE(matches(R"({"matchLabels":null,"matchExpressions":null})", "null"));
  EXPECT_FALSE(matches("null", R"({"a":"b"})"));
}

TEST_F(Labels, EveryRequirementMustHold) {
  constexpr std::string_view kSelector =
      R"({"matchLabels":{"team":"a"},"matchExpressions":[{"key":"tier","operator":"In","values":["x","y"]}]})";
  EXPECT_TRUE(matches(kSelector, R"({"team":"a","tier":"y","other":"z"})"));
  EXPECT_FALSE(matches(kSelector, R"({"team":"a","tier":"z"})"));
  EXPECT_FALSE(matches(kSelector, R"({"team":"b","tier":"x"})"));
  EXPECT_FALSE(matches(kSelector, R"({"team":"a"})"));
  EXPECT_FALSE(matches(kSelector, "null"));
}

TEST_F(Labels, OperatorsOnPresentAndAbsentLabels) {
  const auto expression = [](std::string_view op, std::string_view values) {
    return R"({"matchExpressions":[{"key":"k","operator":")" + std::string(op) + "\"" +
           std::string(values) + "}]}";
  };
  constexpr std::string_view kValues = R"(,"values":["b","a"])";
  EXPECT_TRUE(matches(expression("In", kValues), R"({"k":"a"})"));
  EXPECT_FALSE(matches(expression("In", kValues), R"({"k":"c"})"));
  EXPECT_FALSE(matches(expression("In", kValues), "{}"));
  EXPECT_FALSE(matches(expression("NotIn", kValues), R"({"k":"b"})"));
  EXPECT_TRUE(matches(expression("NotIn", kValues), R"({"k":"c"})"));
  EXPECT_TRUE(matches(expression("NotIn", kValues), "{}"));
  EXPECT_TRUE(matches(expression("Exists", ""), R"({"k":""})"));
  EXPECT_FALSE(matches(expression("Exists", R"(,"values":[])"), "{}"));
  EXPECT_FALSE(matches(expression("DoesNotExist", ""), R"({"k":""})"));
  EXPECT_TRUE(matches(expression("DoesNotExist", R"(,"values":null)"), "null"));
  // The empty value is a value.
  EXPECT_TRUE(matches(expression("In", R"(,"values":[""])"), R"({"k":""})"));
  EXPECT_FALSE(matches(expression("In", R"(,"values":[""])"), "{}"));
}

TEST_F(Labels, ANamespaceIsKnownByItsName) {
  const auto selects = [](std::string_view selector) {
    const auto document = read_json(selector);
    return LabelSelector::from_json(document->root())->selects_namespace("team-a");
  };
  const std::string name = R"("kubernetes.io/metadata.name")";
  EXPECT_EQ(selects("{}"), true);
  EXPECT_EQ(selects("{\"matchLabels\":{" + name + ":\"team-a\"}}"), true);
  EXPECT_EQ(selects("{\"matchLabels\":{" + name + ":\"team-b\"}}"), false);
  EXPECT_EQ(selects("{\"matchLabels\":{\"team\":\"a\"}}"), std::nullopt);
  EXPECT_EQ(selects("{\"matchLabels\":{\"team\":\"a\"," + name + ":\"team-a\"}}"), std::nullopt);
  EXPECT_EQ(selects("{\"matchLabels\":{\"team\":\"a\"," + name + ":\"team-b\"}}"), false);
  EXPECT_EQ(LabelSelector::nothing().selects_namespace("team-a"), false);
}

TEST_F(Labels, OwnsItsStrings) {
  LabelSelector selector = LabelSelector::nothing();
  {
    Result<Document> document =
        read_json(R"({"matchLabels":{"a-long-enough-label-key":"a-long-enough-value"}})");
    ASSERT_TRUE(document.ok());
    selector = *LabelSelector::from_json(document->root());
  }
  EXPECT_TRUE(selector.matches(json(R"({"a-long-enough-label-key":"a-long-enough-value"})")));
}

TEST_F(Labels, SelectorErrorsNameTheField) {
  EXPECT_EQ(selector_error("[]"), "must be an object, and is of type array");
  EXPECT_EQ(selector_error(R"({"matchLabels":[]})"),
            "matchLabels: must be an object, and is of type array");
  EXPECT_EQ(selector_error(R"({"matchExpressions":{}})"),
            "matchExpressions: must be an array, and is of type object");
  EXPECT_EQ(selector_error(R"({"matchLabels":{"a":1}})"),
            "matchLabels[\"a\"]: must be a string, and is of type integer");
  EXPECT_EQ(selector_error(R"({"matchLabels":{"a/b/c":"x"}})"),
            "matchLabels: \"a/b/c\" is no label key: it must not hold more than one '/'");
  EXPECT_EQ(
      selector_error(R"({"matchLabels":{"a":"-"}})"),
      "matchLabels: \"-\" is no label value: it may hold letters, digits, '-', '_' and '.', and "
      "must begin and end with a letter or a digit");

  const auto expression_error = [this](std::string_view expression) {
    return selector_error(R"({"matchExpressions":[{"key":"k","operator":"Exists"},)" +
                          std::string(expression) + "]}");
  };
  EXPECT_EQ(expression_error("null"),
            "matchExpressions[1]: must be an object, and is of type null");
  EXPECT_EQ(expression_error(R"({"operator":"Exists"})"),
            "matchExpressions[1].key: \"\" is no label key: it must not be empty");
  EXPECT_EQ(expression_error(R"({"key":"k"})"),
            "matchExpressions[1].operator: is missing; use one of In, NotIn, Exists, DoesNotExist");
  EXPECT_EQ(
      expression_error(R"({"key":"k","operator":"Gt","values":["1"]})"),
      "matchExpressions[1].operator: \"Gt\" is no operator here; use one of In, NotIn, Exists, "
      "DoesNotExist");
  EXPECT_EQ(expression_error(R"({"key":"k","operator":"in","values":["1"]})").substr(0, 37),
            "matchExpressions[1].operator: \"in\" is");
  EXPECT_EQ(expression_error(R"({"key":"k","operator":"NotIn"})"),
            "matchExpressions[1].values: must name at least one value for In and NotIn");
  EXPECT_EQ(expression_error(R"({"key":"k","operator":"DoesNotExist","values":["a"]})"),
            "matchExpressions[1].values: must be left out for Exists and DoesNotExist");
  EXPECT_EQ(expression_error(R"({"key":"k","operator":"In","values":["a","b c"]})").substr(0, 60),
            "matchExpressions[1].values[1]: \"b c\" is no label value: it m");
  EXPECT_EQ(expression_error(R"({"key":"k","operator":"In","values":["a",7]})"),
            "matchExpressions[1].values[1]: must be a string, and is of type integer");
  EXPECT_EQ(expression_error(R"({"key":7,"operator":"In","values":["a"]})"),
            "matchExpressions[1].key: must be a string, and is of type integer");
}

TEST_F(Labels, NodeSelectorTermsAreAlternatives) {
  constexpr std::string_view kSelector = R"({"nodeSelectorTerms":[
      {"matchExpressions":[{"key":"zone","operator":"In","values":["a"]},{"key":"gpu","operator":"Exists"}]},
      {"matchFields":[{"key":"metadata.name","operator":"In","values":["gpu-07"]}]}]})";
  EXPECT_TRUE(node_matches(kSelector, R"({"zone":"a","gpu":"h100"})", "cpu-01"));
  EXPECT_FALSE(node_matches(kSelector, R"({"zone":"a"})", "cpu-01"));
  EXPECT_TRUE(node_matches(kSelector, "{}", "gpu-07"));
  // Without a name, fields are not looked at.
  EXPECT_TRUE(node_matches(kSelector, "{}", ""));

  EXPECT_FALSE(node_matches("null", "{}"));
  EXPECT_FALSE(node_matches("{}", "{}"));
  EXPECT_FALSE(node_matches(R"({"nodeSelectorTerms":[]})", "{}"));
  // An empty term matches nothing, and does no harm to the others.
  EXPECT_FALSE(node_matches(R"({"nodeSelectorTerms":[{}, null]})", "{}"));
  EXPECT_TRUE(node_matches(
      R"({"nodeSelectorTerms":[{},{"matchExpressions":[{"key":"a","operator":"DoesNotExist"}]}]})",
      "{}"));
}

TEST_F(Labels, NodeSelectorBoundsAndFields) {
  const auto bound = [](std::string_view op, std::string_view value) {
    return R"({"nodeSelectorTerms":[{"matchExpressions":[{"key":"n","operator":")" +
           std::string(op) + R"(","values":[")" + std::string(value) + R"("]}]}]})";
  };
  EXPECT_TRUE(node_matches(bound("Gt", "80"), R"({"n":"81"})"));
  EXPECT_FALSE(node_matches(bound("Gt", "80"), R"({"n":"80"})"));
  EXPECT_TRUE(node_matches(bound("Lt", "80"), R"({"n":"079"})"));
  EXPECT_FALSE(node_matches(bound("Lt", "80"), R"({"n":"80"})"));
  EXPECT_FALSE(node_matches(bound("Lt", "80"), R"({"n":"7x"})"));
  EXPECT_FALSE(node_matches(bound("Lt", "80"), "{}"));
  EXPECT_TRUE(node_matches(bound("Gt", "9223372036854775806"), R"({"n":"9223372036854775807"})"));
  EXPECT_FALSE(node_matches(bound("Gt", "0"), R"({"n":"9223372036854775808"})"));
  EXPECT_EQ(node_error(bound("Gt", "9223372036854775808")),
            "nodeSelectorTerms[0].matchExpressions[0].values[0]: \"9223372036854775808\" must be "
            "an integer of "
            "64 bits for Gt and Lt");
  EXPECT_NE(node_error(bound("Gt", "-1")), "no error");  // no label value
  EXPECT_NE(node_error(bound("Gt", "1.5")), "no error");

  const auto field = [](std::string_view op, std::string_view values) {
    return R"({"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name","operator":")" +
           std::string(op) + R"(","values":)" + std::string(values) + "}]}]}";
  };
  EXPECT_FALSE(node_matches(field("NotIn", R"(["gpu-07"])"), "{}", "gpu-07"));
  EXPECT_TRUE(node_matches(field("NotIn", R"(["gpu-07"])"), "{}", "gpu-08"));
  EXPECT_EQ(node_error(field("In", R"(["a","b"])")),
            "nodeSelectorTerms[0].matchFields[0].values: must hold exactly one value");
  EXPECT_EQ(node_error(field("Exists", "[]")),
            "nodeSelectorTerms[0].matchFields[0].operator: \"Exists\" is no operator here; use one "
            "of In, NotIn");
  EXPECT_EQ(node_error(R"({"nodeSelectorTerms":[7]})"),
            "nodeSelectorTerms[0]: must be an object, and is of type integer");
}

}  // namespace
}  // namespace drawbridge::kube
