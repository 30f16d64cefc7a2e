// Policies judged as the API server judges ValidatingAdmissionPolicies.
#include "rules/policy/policy.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/policy/judge_policy.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kObject =
    R"js({"kind": "Pod", "metadata": {"name": "train"}, "n": 7})js";
constexpr std::string_view kRequest =
    R"js({"namespace": "team-a", "operation": "CREATE", "userInfo": {"username": "ana"}})js";
constexpr std::string_view kNamespace = R"js({"metadata": {"labels": {"stage": "dev"}}})js";

// Lets everything pass, and counts.
class Open final : public cel::Authorizer {
 public:
  const cel::AccessAnswer* ask(const cel::AccessQuestion&) override { return &answer_; }

 private:
  cel::AccessAnswer answer_{.allowed = true};
};

Policy compiled(std::string_view spec) {
  const Result<kube::Document> read = kube::read_json(spec);
  EXPECT_TRUE(read.ok()) << spec;
  return Policy::compile(read->root(), {cel::KubernetesVersion{37}, {}});
}

PolicyOutcome outcome_of(std::string_view spec, std::uint64_t* cost_left = nullptr) {
  const Policy policy = compiled(spec);
  const kube::Document object = *kube::read_json(kObject);
  const kube::Document request = *kube::read_json(kRequest);
  const kube::Document ns = *kube::read_json(kNamespace);
  const kube::Document params = *kube::read_json(R"js({"data": {"most": 5}})js");
  Open authorizer;
  PolicyInput input;
  input.object = object.root();
  input.request = request.root();
  input.ns = ns.root();
  input.params = params.root();
  input.authorizer = &authorizer;
  input.cost_left = cost_left;
  PolicyScratch scratch;
  return judge_policy(policy, input, scratch);
}

// "admit", "deny: MESSAGE [REASON]", "error: MESSAGE" and "ignored: MESSAGE", for each validation.
std::vector<std::string> told(std::string_view spec) {
  const PolicyOutcome outcome = outcome_of(spec);
  std::vector<std::string> told;
  if (!outcome.matched && outcome.decisions.empty()) told.emplace_back("skipped");
  for (const PolicyDecision& decision : outcome.decisions) {
    switch (decision.kind) {
      case PolicyDecision::Kind::kAdmit:
        told.emplace_back("admit");
        break;
      case PolicyDecision::Kind::kDeny:
        told.push_back("deny: " + decision.message + " [" + decision.reason + "]");
        break;
      case PolicyDecision::Kind::kError:
        told.push_back((decision.denies ? "error: " : "ignored: ") + decision.message);
    }
  }
  return told;
}

std::string spec(std::string_view validations, std::string_view more = "") {
  return std::string("{\"validations\": [").append(validations).append("]").append(more) + "}";
}

// What all policies of a request may take together is more than what CEL counts.
TEST(Policy, WhatAPolicyTakesIsCounted) {
  const auto taken = [](std::string_view text) {
    std::uint64_t left = 1'000'000;
    EXPECT_FALSE(outcome_of(text, &left).ran_out) << text;
    return 1'000'000 - left;
  };
  const std::uint64_t one = taken(spec(R"({"expression": "true"})"));
  EXPECT_EQ(one, kPolicyWork + kExpressionWork);
  EXPECT_EQ(taken(spec(R"({"expression": "true"}, {"expression": "true"})")),
            one + kExpressionWork);
  EXPECT_EQ(taken(spec(R"({"expression": "false", "message": "no"})")), one + kVerdictWork + 2);
  EXPECT_EQ(taken(spec(R"({"expression": "true"})",
                       R"(, "auditAnnotations": [{"key": "k", "valueExpression": "'four'"}])")),
            one + kExpressionWork + kVerdictWork + 4);
  // A check costs its policy far more than it takes.
  const std::string check = "{\"expression\": \"authorizer.path('/a').check('get').allowed()\"}";
  EXPECT_GE(outcome_of(spec(check)).cost, cel::kAccessCheckCost);
  const std::uint64_t asked = taken(spec(check));
  EXPECT_GE(asked, one + kCheckWork);
  EXPECT_LT(asked, one + kCheckWork + 100);
}

// What costs next to nothing and takes long, until nothing is left for it.
TEST(Policy, StepsAreCountedToo) {
  for (const char* expression :
       {"lists.range(20).all(i, object == object)",
        "lists.range(20).all(i, quantity('1').isInteger())",
        "lists.range(20).filter(i, false).size() == 0", "'abc'.split('').size() == 3"}) {
    SCOPED_TRACE(expression);
    const std::string text = spec(R"({"expression": ")" + std::string(expression) + "\"}");
    std::uint64_t left = 1'000'000;
    const PolicyOutcome outcome = outcome_of(text, &left);
    EXPECT_EQ(told(text), std::vector<std::string>{"admit"});
    const std::uint64_t taken = 1'000'000 - left;
    EXPECT_GT(taken, kPolicyWork + kExpressionWork + outcome.cost);
    left = taken;
    EXPECT_FALSE(outcome_of(text, &left).ran_out);
  }
  // The budget of Kubernetes would do for it.
  std::uint64_t left = 10'000;
  const PolicyOutcome outcome =
      outcome_of(spec(R"js({"expression": "lists.range(200).all(i, object == object)"})js"), &left);
  EXPECT_TRUE(outcome.ran_out);
  EXPECT_EQ(outcome.decisions[0].message, kOutOfRequestBudget);
}

TEST(Policy, WithNothingLeftItIsAnErrorOfItsOwn) {
  for (const char* expression : {"true", "1 +", "authorizer.path('/a').check('get').allowed()"}) {
    SCOPED_TRACE(expression);
    std::uint64_t left = 0;
    const PolicyOutcome outcome =
        outcome_of(spec(R"({"expression": ")" + std::string(expression) + "\"}"), &left);
    EXPECT_TRUE(outcome.ran_out);
    EXPECT_FALSE(outcome.waits);
    ASSERT_EQ(outcome.decisions.size(), 1u);
    EXPECT_EQ(outcome.decisions[0].kind, PolicyDecision::Kind::kError);
    EXPECT_EQ(outcome.decisions[0].message, kOutOfRequestBudget);
  }
  // Also where it is spent behind the validations.
  std::uint64_t left = kPolicyWork + kExpressionWork;
  const std::string annotated =
      spec(R"({"expression": "true"})",
           R"(, "auditAnnotations": [{"key": "k", "valueExpression": "'x'"}])");
  EXPECT_TRUE(outcome_of(annotated, &left).ran_out);
  EXPECT_EQ(left, 0u);
}

TEST(Policy, SaysOfEachValidationWhetherItHolds) {
  const std::vector<std::string> expected = {
      "admit", "deny: failed expression: object.n > 8 [Invalid]", "deny: too few [Forbidden]",
      "deny: train has 7 [Invalid]"};
  EXPECT_EQ(told(spec(R"js({"expression": "object.n == 7"},
      {"expression": " object.n > 8 "},
      {"expression": "object.n > 8", "message": " too few ", "reason": "Forbidden"},
      {"expression": "object.n > 8", "message": "no",
       "messageExpression": "object.metadata.name + ' has ' + string(object.n)"})js")),
            expected);
}

TEST(Policy, AMessageExpressionThatGivesNoMessageGivesWayToTheMessage) {
  for (const std::string_view expression :
       {"object.gone", "'  '", "'a\\\\nb'", "'x'.matches('[')? 'a' : 'b'", "variables.gone"}) {
    const std::vector<std::string> said = told(
        spec(std::string(R"js({"expression": "false", "message": "no", "messageExpression": ")js")
                 .append(expression) +
             "\"}"));
    EXPECT_EQ(said, std::vector<std::string>{"deny: no [Invalid]"}) << expression;
  }
  const auto long_one = [](std::size_t size) {
    return told(spec(R"js({"expression": "false", "message": "no", "messageExpression": "')js" +
                     std::string(size, 'x') + "'\"}"))
        .front();
  };
  EXPECT_EQ(long_one(kPolicyMessageMax),
            "deny: " + std::string(kPolicyMessageMax, 'x') + " [Invalid]");
  EXPECT_EQ(long_one(kPolicyMessageMax + 1), "deny: no [Invalid]");
}

TEST(Policy, AnErrorFollowsTheFailurePolicy) {
  const std::string_view fails = R"js({"expression": "object.gone == 1", "message": "no"})js";
  const std::string text = "expression 'object.gone == 1' resulted in error: no such key: gone";
  EXPECT_EQ(told(spec(fails)), std::vector<std::string>{"error: " + text});
  EXPECT_EQ(told(spec(fails, R"js(, "failurePolicy": "Ignore")js")),
            std::vector<std::string>{"ignored: " + text});
}

TEST(Policy, VariablesAreLazyAndComputedOnce) {
  const std::string variables = R"js(, "variables": [
      {"name": "many", "expression": "lists.range(1000).map(i, i + 1).size()"},
      {"name": "twice", "expression": "variables.many * 2"},
      {"name": "broken", "expression": "object.gone"},
      {"name": "user", "expression": "request.userInfo.username"}])js";
  EXPECT_EQ(told(spec(R"js({"expression": "variables.twice == 2000 && variables.many == 1000"},
      {"expression": "true || variables.broken == 1"},
      {"expression": "variables.user == 'ana' && has(variables.user)"},
      {"expression": "variables.broken == 1"})js",
                      variables)),
            (std::vector<std::string>{
                "admit", "admit", "admit",
                "error: expression 'variables.broken == 1' resulted in error: composited variable "
                "\"broken\" fails to evaluate: no such key: gone"}));
  // The cost of a variable comes once, where it is used.
  const std::string_view use = R"js({"expression": "variables.many == 1000"})js";
  const std::uint64_t none = outcome_of(spec(R"js({"expression": "1 == 1000"})js", variables)).cost;
  const std::uint64_t one = outcome_of(spec(use, variables)).cost;
  const std::uint64_t two =
      outcome_of(spec(std::string(use) + "," + std::string(use), variables)).cost;
  EXPECT_GT(one, none + 1000);
  EXPECT_LT(two, one + 100);
}

TEST(Policy, AVariableHasItsTypeForLaterOnes) {
  const Policy policy = compiled(spec(R"js({"expression": "variables.name > 3"},
      {"expression": "variables.gone == 1"}, {"expression": "variables.parts[0] == 'a'"})js",
                                      R"js(, "variables": [
      {"name": "early", "expression": "variables.name"},
      {"name": "name", "expression": "request.name"},
      {"name": "parts", "expression": "variables.name.split('-')"},
      {"name": "any", "expression": "quantity('1')"},
      {"name": "used", "expression": "variables.any + variables.name.size()"}])js"));
  std::vector<std::string> fields;
  for (const PolicyProblem& problem : policy.problems()) fields.push_back(problem.field);
  EXPECT_EQ(fields, (std::vector<std::string>{"spec.variables[0].expression",
                                              "spec.validations[0].expression",
                                              "spec.validations[1].expression"}));
  EXPECT_TRUE(policy.problems()[1].text.starts_with(
      "compilation failed: ERROR: <input>:1:16: found no matching overload for '_>_' applied to "
      "'(string, int)'"))
      << policy.problems()[1].text;
}

TEST(Policy, ExpressionsHaveTheirTypes) {
  const Policy policy = compiled(
      R"js({"matchConditions": [{"name": "a", "expression": "1"}],
          "validations": [{"expression": "object.n", "messageExpression": "7"}],
          "auditAnnotations": [{"key": "k", "valueExpression": "1"},
                               {"key": "l", "valueExpression": "null"},
                               {"key": "m", "valueExpression": "{'a': [timestamp(1)]}"}]})js");
  std::vector<std::string> problems;
  for (const PolicyProblem& problem : policy.problems())
    problems.push_back(problem.field + ": " + problem.text);
  EXPECT_EQ(problems, (std::vector<std::string>{
                          "spec.matchConditions[0].expression: must evaluate to bool but got int",
                          "spec.validations[0].expression: must evaluate to bool but got dyn",
                          "spec.validations[0].messageExpression: must evaluate to string but got "
                          "int",
                          "spec.auditAnnotations[0].valueExpression: must evaluate to one of "
                          "[string null_type] but got int",
                          "spec.auditAnnotations[2].valueExpression: must evaluate to one of "
                          "[string null_type] but got map(string, "
                          "list(google.protobuf.Timestamp))"}));
}

TEST(Policy, WhatDoesNotCompileIsAnErrorWhenItIsItsTurn) {
  const std::vector<std::string> said = told(spec(R"js({"expression": "objet.n == 7"})js"));
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(
      said[0].starts_with("error: compilation error: compilation failed: ERROR: "
                          "<input>:1:1: undeclared reference to 'objet'"))
      << said[0];
}

TEST(Policy, MatchConditionsAreAskedFirst) {
  const auto with = [](std::string_view conditions, std::string_view more = "") {
    return told(
        spec(R"js({"expression": "false", "message": "no"})js",
             std::string(", \"matchConditions\": [").append(conditions).append("]").append(more)));
  };
  EXPECT_EQ(with(R"js({"name": "a", "expression": "object.n == 7"})js"),
            std::vector<std::string>{"deny: no [Invalid]"});
  EXPECT_EQ(with(R"js({"name": "a", "expression": "object.gone == 7"},
                    {"name": "b", "expression": "object.n == 8"})js"),
            std::vector<std::string>{"skipped"});
  EXPECT_EQ(with(R"js({"name": "a", "expression": "object.gone == 7"})js"),
            std::vector<std::string>{
                "error: expression 'object.gone == 7' resulted in error: no such key: gone"});
  EXPECT_EQ(with(R"js({"name": "a", "expression": "object.gone == 7"},
                    {"name": "b", "expression": "object.gone == 7"},
                    {"name": "c", "expression": "object.lost == 7"})js"),
            std::vector<std::string>{
                "error: [expression 'object.gone == 7' resulted in error: no such key: gone, "
                "expression 'object.lost == 7' resulted in error: no such key: lost]"});
  EXPECT_EQ(with(R"js({"name": "a", "expression": "object.gone == 7"})js",
                 R"js(, "failurePolicy": "Ignore")js"),
            std::vector<std::string>{"skipped"});
  // The namespace is not there yet.
  EXPECT_EQ(with(R"js({"name": "a", "expression": "namespaceObject != null"})js"),
            std::vector<std::string>{"skipped"});
}

TEST(Policy, TheBudgetEndsThePolicy) {
  // A little below a million each.
  const std::string costly =
      R"js({"expression": "lists.range(900).all(i, lists.range(100).all(j, i + j >= 0))"})js";
  std::string eleven = costly;
  for (int i = 1; i < 40; ++i) eleven += "," + costly;
  const PolicyOutcome one = outcome_of(spec(costly));
  ASSERT_EQ(one.decisions.size(), 1u);
  ASSERT_EQ(one.decisions[0].kind, PolicyDecision::Kind::kAdmit) << one.decisions[0].message;
  ASSERT_GT(one.cost * 40, cel::kPerPolicyCostMax);
  EXPECT_EQ(told(spec(eleven)),
            std::vector<std::string>{"error: validation failed due to running out of cost budget, "
                                     "no further validation rules will be run"});
  EXPECT_EQ(
      told(spec(
          R"js({"expression": "lists.range(2000).all(i, lists.range(2000).all(j, true))"})js")),
      std::vector<std::string>{
          "error: expression 'lists.range(2000).all(i, lists.range(2000).all(j, true))' "
          "resulted in error: operation cancelled: actual cost limit exceeded"});
}

TEST(Policy, MatchConditionsShareABudget) {
  // Five conditions with a range each: it costs as much as it is long, and something besides.
  const auto with_ranges = [](std::uint64_t size, std::uint64_t last) {
    std::string conditions;
    for (const std::uint64_t it : {size, size, size, size, last}) {
      conditions += conditions.empty() ? "" : ",";
      conditions += R"js({"name": "a", "expression": "lists.range()js" + std::to_string(it) +
                    R"js().size() >= 0"})js";
    }
    return spec(R"js({"expression": "false", "message": "no"})js",
                ", \"matchConditions\": [" + conditions + "]");
  };
  const std::uint64_t besides = outcome_of(with_ranges(0, 0)).cost / 5;
  const std::uint64_t size = cel::kMatchConditionsCostMax / 5 - besides;
  const std::string most = with_ranges(size, size);
  EXPECT_EQ(outcome_of(most).cost, cel::kMatchConditionsCostMax);
  EXPECT_EQ(told(most), std::vector<std::string>{"deny: no [Invalid]"});
  const std::string more = with_ranges(size, size + 1);
  EXPECT_EQ(outcome_of(more).cost, cel::kMatchConditionsCostMax + 1);
  EXPECT_EQ(told(more),
            std::vector<std::string>{"error: validation failed due to running out of cost budget, "
                                     "no further validation rules will be run"});
}

TEST(Policy, TheAuthorizerIsThereForValidationsAlone) {
  const std::string_view asks = "authorizer.group('').resource('pods').check('get').allowed()";
  EXPECT_EQ(told(spec(R"js({"expression": ")js" + std::string(asks) + "\"}")),
            std::vector<std::string>{"admit"});
  const Policy policy = compiled(spec(
      R"js({"expression": "false", "messageExpression": "string()js" + std::string(asks) + ")\"}"));
  ASSERT_EQ(policy.problems().size(), 1u);
  const PolicyOutcome outcome = outcome_of(spec(
      R"js({"expression": "true"})js", R"js(, "auditAnnotations": [{"key": "k", "valueExpression":
          "authorizer.group('').resource('pods').check('get').allowed() ? 'a' : 'b'"}])js"));
  ASSERT_EQ(outcome.audit_errors.size(), 1u);
  EXPECT_TRUE(outcome.audit_errors[0].ends_with("no such attribute(s): authorizer"));
}

TEST(Policy, AuditAnnotationsAreWrittenCutAndLeftOut) {
  const PolicyOutcome outcome = outcome_of(spec(R"js({"expression": "true"})js",
                                                R"js(, "auditAnnotations": [
      {"key": "name", "valueExpression": "' ' + object.metadata.name"},
      {"key": "none", "valueExpression": "null"},
      {"key": "blank", "valueExpression": "'  '"},
      {"key": "long", "valueExpression": "lists.range(11000).map(i, 'x').join('')"}])js"));
  EXPECT_EQ(outcome.audit_annotations,
            (std::vector<AuditAnnotation>{{"name", "train"},
                                          {"long", std::string(kAuditValueMax, 'x')}}));
  EXPECT_TRUE(outcome.audit_errors.empty());
  EXPECT_EQ(outcome.decisions.size(), 1u);
}

TEST(Policy, ParamsAreThereWithAParamKind) {
  const std::string_view over = R"js({"expression": "object.n <= params.data.most"})js";
  EXPECT_EQ(
      told(spec(over, R"js(, "paramKind": {"apiVersion": "v1", "kind": "ConfigMap"})js")),
      std::vector<std::string>{"deny: failed expression: object.n <= params.data.most [Invalid]"});
  EXPECT_EQ(compiled(spec(over)).problems().size(), 1u);
}

}  // namespace
}  // namespace drawbridge::rules
