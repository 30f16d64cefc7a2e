#include "rules/policy/expression_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "kube/api/json.h"
#include "rules/policy/admit_rule.h"

namespace drawbridge::rules {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// What is told of a rule with the expression; empty where it compiles.
std::string advice(const std::string& expression) {
  const nlohmann::json rule = {{"metadata", {{"name", "r"}}},
                               {"spec", {{"validations", {{{"expression", expression}}}}}}};
  const Result<kube::Document> document = kube::read_json(rule.dump());
  if (!document.ok()) return document.error().text();
  const auto compiled = compile_device_rule(document->root());
  if (!compiled.ok()) return compiled.error().text();
  const std::vector<RuleFault> faults = rule_faults(**compiled);
  return faults.empty() ? std::string() : faults.front().fix;
}

TEST(ExpressionAdvice, IsAnExpressionThatCompiles) {
  struct Row {
    std::string written;
    std::string meant;
  };
  const Row rows[] = {
      {"devices.all(d, d.count <= 2", "devices.all(d, d.count <= 2)"},
      {"devices.all(d, [d.count, 1].max() <= 2", "devices.all(d, [d.count, 1].max() <= 2)"},
      {"devices.all(d, d.path = 'SharedClaim')", "devices.all(d, d.path == 'SharedClaim')"},
      {"devices.size() > 0 and devices.size() < 3", "devices.size() > 0 && devices.size() < 3"},
      {"devices.all(d, d.conut <= 4)", "devices.all(d, d.count <= 4)"},
      {"devices.all(d, d.class == 'class')", "devices.all(d, d.deviceClass == 'class')"},
      {"devices.all(d, d.deviceClassName == 'a')", "devices.all(d, d.deviceClass == 'a')"},
      {"devices.all(d, sign(d.memory) == 1)", "devices.all(d, sign(d.capacity['memory']) == 1)"},
      {"device.count <= 2", "devices.all(d, d.count <= 2)"},
      {"device.all(x, x.count <= 2)", "devices.all(x, x.count <= 2)"},
      {"devices.count <= 2 && devices.path != 'SharedClaim'",
       "devices.all(d, d.count <= 2 && d.path != 'SharedClaim')"},
      {"request.usrInfo.username == 'usrInfo'", "request.userInfo.username == 'usrInfo'"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(advice(row.written), "Write: " + row.meant);
    EXPECT_EQ(advice(row.meant), "") << row.meant;
  }
}

TEST(ExpressionAdvice, NamesWhatThereIs) {
  EXPECT_EQ(advice("devices.sum(d, d.count) <= 2"),
            "Write devices.map(d, d.count).sum() for devices.sum(d, d.count).");
  EXPECT_EQ(advice("devices.map(d, d.count).sum() <= 2"), "");
  EXPECT_THAT(advice("pod.spec.replicas <= 2"),
              StartsWith("An expression sees object, oldObject, request,"));
  EXPECT_THAT(advice("devices.all(d, d.colour == 'red')"),
              StartsWith("A device request has container, path, resource,"));
  EXPECT_EQ(advice("request.colour == 'red' && devices.size() > 0"), "");
  EXPECT_THAT(advice("devices.size() + devices.count <= 2"),
              HasSubstr("devices.all(d, CONDITION)"));
  EXPECT_THAT(advice("namespace == 'a'"), HasSubstr("or request.namespace, its name."));
  EXPECT_THAT(advice("devices.size()"), StartsWith("Write a condition, as in "));
  EXPECT_THAT(advice("devices.all(d, d.count <= '2')"), HasSubstr("4 is a number, '4' a text."));
  EXPECT_THAT(advice("quota['a.com/gpu'].used <= 4"),
              HasSubstr(".used.isLessThan(quantity('4'))."));
  EXPECT_EQ(advice("quota['a.com/gpu'].used.isLessThan(quantity('4'))"), "");
}

// Not the fields of the same name that other objects have, and nothing that does not compile
// either.
TEST(ExpressionAdvice, ChangesWhatIsWrongAlone) {
  EXPECT_EQ(advice("devices.all(d, d.name != 'x')"), "Write: devices.all(d, d.request != 'x')");
  EXPECT_EQ(advice("devices.all(d, d.template == 'a') || object.spec.template.spec.hostNetwork"),
            "Write: devices.all(d, d.source == 'a') || object.spec.template.spec.hostNetwork");
  EXPECT_EQ(
      advice("devices.all(d, d.resourceName != '') && object.metadata.labels.resourceName == ''"),
      "Write: devices.all(d, d.resource != '') && object.metadata.labels.resourceName == ''");
  EXPECT_EQ(advice("devices.all(d, d.class != 'class' || d.class == \"d.class\")"),
            "Write: devices.all(d, d.deviceClass != 'class' || d.deviceClass == \"d.class\")");
  EXPECT_EQ(advice("devices.all(d, d.memory < 5)"), "");
  EXPECT_EQ(advice("request.amount == 1 && devices.size() > 0"), "");
  EXPECT_THAT(advice("device.count <= 4 && device.size() > 0"), StartsWith("devices is a list:"));
  EXPECT_THAT(advice("devices.exists(d, d.resource == 'x' && device.count > 3)"),
              StartsWith("devices is a list:"));
}

TEST(ExpressionAdvice, LongExpressionsGetNone) {
  const auto of = [](std::size_t bytes) {
    const std::string expression = "devices.all(d, d.conut <= 4)";
    return advice(expression + std::string(bytes - expression.size(), ' '));
  };
  EXPECT_THAT(of(kAdvisedExpressionBytesMax), StartsWith("Write: devices.all(d, d.count <= 4)"));
  EXPECT_EQ(of(kAdvisedExpressionBytesMax + 1), "");
}

TEST(ExpressionAdvice, OfWhatIsFarFromAnyIsEmpty) {
  for (const std::string odd :
       {"", "(((((((", "'", "devices.all(x,", "a b c", "\\", "devices.", "}{"}) {
    const ExpressionAdvice none = expression_advice(odd, "line 1, column 1: Syntax error");
    EXPECT_EQ(none.expression + none.words, "") << odd;
  }
  for (const std::string brief : {"", "line 9, column 9: undefined field 'a'; did you mean b?",
                                  "line 1, column 999999999999: undefined field 'true'"})
    EXPECT_EQ(expression_advice("true", brief).expression, "") << brief;
}

}  // namespace
}  // namespace drawbridge::rules
