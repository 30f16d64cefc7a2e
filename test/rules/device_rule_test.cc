// DeviceRules as they are compiled: what is refused, what they judge, what `devices` and `quota`
// are.
#include "rules/policy/device_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/api/yaml.h"
#include "rules/policy/admit_rule.h"
#include "rules/policy/judge_policy.h"
#include "rules/policy/rule_values.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Result<std::shared_ptr<const DeviceRule>> compiled(std::string_view spec) {
  const Result<kube::Document> object =
      kube::read_json(R"({"metadata": {"name": "r"}, "spec": )" + std::string(spec) + "}");
  EXPECT_TRUE(object.ok()) << (object ? "" : object.error().text());
  return compile_device_rule(object->root());
}

constexpr std::string_view kTrue = R"("validations": [{"expression": "true"}])";

std::string with(std::string_view more) {
  return "{" + std::string(kTrue) + (more.empty() ? "" : ", ") + std::string(more) + "}";
}

TEST(DeviceRule, WhatItsSchemaWouldRefuseIsNamedWithItsField) {
  struct Row {
    std::string spec;
    std::string error;
  };
  const Row rows[] = {
      {"{}", "spec: must have validations, or auditAnnotations"},
      {with(R"("matchResource": {})"), "spec.matchResource: is not a field here; "},
      {with(R"("matchResources": {"kinds": [{"kinds": "Pod"}]})"),
       "spec.matchResources.kinds[0].kinds: is not a field here; "},
      {with(R"("matchResources": {"kinds": [{"group": "apps"}]})"),
       "spec.matchResources.kinds[0].kind: must be set"},
      {with(R"("matchResources": {"operations": ["DELETE"]})"),
       "spec.matchResources.operations: must be a list of CREATE and UPDATE"},
      {with(R"("matchResources": {"objectSelector": {"matchExpressions": [{"key": "a",
          "operator": "In"}]}})"),
       "spec.matchResources.objectSelector.matchExpressions[0].values"},
      {with(R"("matchPolicy": {"podTemplates": "Never"})"),
       "spec.matchPolicy.podTemplates: must be one of Judge, Ignore"},
      {with(R"("paramKind": {"apiVersion": "v1", "kind": "ConfigMap"})"),
       "spec: must have paramKind and paramRef, or neither"},
      {with(R"("paramKind": {"apiVersion": "v1", "kind": "ConfigMap"},
          "paramRef": {"name": "a", "selector": {}, "parameterNotFoundAction": "Deny"})"),
       "spec.paramRef: must have exactly one of name and selector"},
      {with(R"("paramKind": {"apiVersion": "v1", "kind": "ConfigMap"}, "paramRef": {"name": "a"})"),
       "spec.paramRef.parameterNotFoundAction: must be set"},
      {with(R"("paramKind": {"apiVersion": "../version", "kind": "ConfigMap"}, "paramRef": {})"),
       "spec.paramKind.apiVersion: must be a version, or group and version"},
      {with(R"("paramKind": {"apiVersion": "example.com/v1/x", "kind": "Kind"}, "paramRef": {})"),
       "spec.paramKind.apiVersion: must be a version, or group and version"},
      {with(R"("paramKind": {"apiVersion": "example.com/", "kind": "Kind"}, "paramRef": {})"),
       "spec.paramKind.apiVersion: must be a version, or group and version"},
      {with(R"("paramKind": {"apiVersion": "example.com/1", "kind": "Kind"}, "paramRef": {})"),
       "spec.paramKind.apiVersion: must be a version, or group and version"},
      {with(R"("paramKind": {"apiVersion": "example.com/v1", "kind": "a/b"}, "paramRef": {})"),
       "spec.paramKind.kind: must be the name of a kind"},
      {with(R"("paramKind": {"apiVersion": "example.com/v1", "kind": "Kind"}, "paramRef": {})"),
       "spec.paramRef: must have exactly one of name and selector"},
      {with(R"("validationActions": ["Deny", "Warn"])"),
       "spec.validationActions: must not have both Deny and Warn"},
      {with(R"("validationActions": ["Audit", "Audit"])"),
       "spec.validationActions: names Audit twice"},
      {with(R"("validationActions": [])"), "spec.validationActions: must be a list"},
      {with(R"("failurePolicy": "Open")"), "spec.failurePolicy: must be one of Fail, Ignore"},
      {R"({"validations": [{"expression": ""}]})", "spec.validations[0].expression: must be set"},
      {R"({"validations": [{"expression": "true", "reason": "No"}]})",
       "spec.validations[0].reason: must be one of Invalid, "},
      // Kubernetes' API names it, and its validation refuses it.
      {R"({"validations": [{"expression": "true", "reason": "Unauthorized"}]})",
       "spec.validations[0].reason: must be one of Invalid, Forbidden, RequestEntityTooLarge, not "
       "\"Unauthorized\""},
      {R"({"validations": [{"expression": "true", "reason": ""}]})",
       "spec.validations[0].reason: must be one of Invalid, "},
      {R"({"validations": [{"expression": " \n"}]})",
       "spec.validations[0].expression: must not be blank"},
      {R"({"validations": [{"expression": "true", "message": " "}]})",
       "spec.validations[0].message: must not be blank"},
      {R"({"validations": [{"expression": "true", "message": "a\nb"}]})",
       "spec.validations[0].message: must not have line breaks"},
      {R"({"validations": [{"expression": "true", "message": "a\rb"}]})",
       "spec.validations[0].message: must not have line breaks"},
      {R"({"validations": [{"expression": "true", "messageExpression": "\t"}]})",
       "spec.validations[0].messageExpression: must not be blank"},
      {with(R"("auditAnnotations": [{"key": "k", "valueExpression": ")" +
            std::string(kRuleAuditExpressionBytesMax + 1, 'x') + R"("}])"),
       "spec.auditAnnotations[0].valueExpression: has 5121 bytes; at most 5120 are possible"},
      {with(R"("variables": [{"name": "a", "expression": "1"}, {"name": "a", "expression": "2"}])"),
       "spec.variables[1].name: stands twice in the list"},
      {R"({"validations": [{"expression": ")" + std::string(kRuleExpressionBytesMax + 1, 'x') +
           R"("}]})",
       "spec.validations[0].expression: has 65537 bytes; at most 65536 are possible"},
  };
  for (const Row& row : rows) {
    const auto rule = compiled(row.spec);
    ASSERT_FALSE(rule.ok()) << row.spec;
    EXPECT_THAT(rule.error().text(), StartsWith(row.error));
  }
}

TEST(DeviceRule, WhatItSaysNothingOfHasTheDefaultsOfTheSchema) {
  const auto rule = compiled(with(""));
  ASSERT_TRUE(rule.ok()) << rule.error().text();
  EXPECT_THAT((*rule)->actions, ElementsAre(ValidationAction::kDeny));
  EXPECT_EQ((*rule)->policy.failure_policy(), FailurePolicy::kFail);
  EXPECT_TRUE((*rule)->on_create && (*rule)->on_update && (*rule)->judges_templates);
  EXPECT_FALSE((*rule)->all_pods);
  EXPECT_FALSE((*rule)->params);
}

TEST(DeviceRule, ItJudgesKindsThatAskForDevicesAndThoseThatItNames) {
  const auto target = [](std::string_view group, std::string_view kind, bool asks,
                         bool makes_pods) {
    RuleTarget made;
    made.group = group;
    made.kind = kind;
    made.asks_for_devices = asks;
    made.makes_pods = makes_pods;
    return made;
  };
  const RuleTarget pod = target("", "Pod", true, true);
  const RuleTarget plain = target("", "Pod", false, true);
  const RuleTarget job = target("batch", "Job", true, true);
  const RuleTarget device_class = target("resource.k8s.io", "DeviceClass", false, false);
  struct Row {
    std::string_view spec;
    bool pod, plain, job, device_class;
  };
  const Row rows[] = {
      {"", true, false, true, false},
      {R"("matchPolicy": {"allPods": true})", true, true, true, false},
      {R"("matchResources": {"kinds": [{"kind": "Pod"}]})", true, false, false, false},
      {R"("matchResources": {"kinds": [{"group": "batch", "kind": "Pod"}]})", false, false, false,
       false},
      {R"("matchResources": {"kinds": [{"group": "batch", "kind": "Job"}]})", false, false, true,
       false},
      {R"("matchResources": {"kinds": [{"group": "resource.k8s.io", "kind": "DeviceClass"}]})",
       false, false, false, true},
      {R"("matchResources": {"operations": ["UPDATE"]})", false, false, false, false},
  };
  for (const Row& row : rows) {
    const auto rule = compiled(with(row.spec));
    ASSERT_TRUE(rule.ok()) << rule.error().text();
    EXPECT_EQ((*rule)->judges(pod), row.pod) << row.spec;
    EXPECT_EQ((*rule)->judges(plain), row.plain) << row.spec;
    EXPECT_EQ((*rule)->judges(job), row.job) << row.spec;
    EXPECT_EQ((*rule)->judges(device_class), row.device_class) << row.spec;
  }
}

TEST(DeviceRule, LabelsOfTheObjectOldOrNewAndOfItsNamespaceChoose) {
  const auto rule = compiled(with(R"("matchResources": {
      "objectSelector": {"matchLabels": {"a": "1"}},
      "namespaceSelector": {"matchLabels": {"team": "x"}}})"));
  ASSERT_TRUE(rule.ok()) << rule.error().text();
  const kube::Document with_a = *kube::read_json(R"({"metadata": {"labels": {"a": "1"}}})");
  const kube::Document without = *kube::read_json("{}");
  const kube::Document team = *kube::read_json(R"({"team": "x"})");
  RuleTarget target;
  target.object = with_a.root();
  target.namespace_labels = team.root();
  EXPECT_TRUE((*rule)->selects(target));
  target.object = without.root();
  EXPECT_FALSE((*rule)->selects(target));
  target.old_object = with_a.root();
  EXPECT_TRUE((*rule)->selects(target));
  target.namespace_labels = Json();
  EXPECT_FALSE((*rule)->selects(target));
  target.namespaced = false;
  EXPECT_TRUE((*rule)->selects(target));
}

// Of each expression, as a validation of its own, what is wrong with it.
std::string brief_of(std::string_view expression) {
  const auto rule = compiled(R"({"validations": [{"expression": ")" + std::string(expression) +
                             R"("}], "variables": [{"name": "limit", "expression": "4"}]})");
  if (!rule.ok()) return rule.error().text();
  const std::vector<PolicyProblem>& problems = (*rule)->policy.problems();
  return problems.empty() ? std::string() : problems.front().field + ": " + problems.front().brief;
}

TEST(DeviceRule, AMisspeltNameIsRefusedWithItsPlaceAndTheNearest) {
  const std::string field = "spec.validations[0].expression: ";
  EXPECT_EQ(brief_of("devices.all(d, d.conut <= 4)"),
            field + "line 1, column 17: undefined field 'conut'; did you mean count?");
  EXPECT_EQ(brief_of("device.all(d, d.count <= 4)"),
            field +
                "line 1, column 1: undeclared reference to 'device' (in container ''); did you "
                "mean devices?");
  EXPECT_EQ(brief_of("true &&\\n quota['a'].hart.sign() > 0"),
            field + "line 2, column 12: undefined field 'hart'; did you mean hard?");
  EXPECT_EQ(brief_of("variables.limits == 4"),
            field + "line 1, column 10: undefined field 'limits'; did you mean limit?");
  EXPECT_EQ(brief_of("request.usrInfo.username == 'a'"),
            field + "line 1, column 8: undefined field 'usrInfo'; did you mean userInfo?");
  EXPECT_EQ(brief_of("request.name.startWith('a')"),
            field +
                "line 1, column 23: undeclared reference to 'startWith' (in container ''); did "
                "you mean startsWith?");
  EXPECT_EQ(brief_of("devices[0].count"), field + "must evaluate to bool but got int");
  EXPECT_THAT(brief_of("devices[0].count == '4'"),
              StartsWith(field + "line 1, column 18: found no matching overload for '_==_' applied "
                                 "to '(int, string)'"));
  EXPECT_EQ(brief_of("object.spec.conut == 1 && devices.size() < 3"), "");
}

TEST(DeviceRule, MatchConditionsThatAreTooCostlyTogetherAreRefused) {
  // Five conditions with a range each: it costs as much as it is long, and something besides.
  const auto with_ranges = [](std::uint64_t size, std::uint64_t last) {
    std::string conditions;
    for (const std::uint64_t it : {size, size, size, size, last}) {
      conditions += conditions.empty() ? "" : ",";
      conditions += R"js({"name": "c)js" + std::to_string(conditions.size()) +
                    R"js(", "expression": "lists.range()js" + std::to_string(it) +
                    R"js().size() >= 0"})js";
    }
    const auto rule = compiled(with("\"matchConditions\": [" + conditions + "]"));
    EXPECT_TRUE(rule.ok()) << (rule ? "" : rule.error().text());
    return rule ? *rule : nullptr;
  };
  const auto empty = with_ranges(0, 0);
  ASSERT_TRUE(empty);
  const std::uint64_t besides =
      empty->policy.match_conditions()[0].expression.program->estimated_cost().min;
  const std::uint64_t size = cel::kMatchConditionsCostMax / 5 - besides;
  const auto most = with_ranges(size, size);
  ASSERT_TRUE(most);
  EXPECT_TRUE(rule_faults(*most).empty());
  const auto more = with_ranges(size, size + 1);
  ASSERT_TRUE(more);
  const std::vector<RuleFault> faults = rule_faults(*more);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].field, "spec.matchConditions");
  EXPECT_EQ(faults[0].message,
            "costs at least 2500001 units, whatever the object is, and at most 2500000 are spent "
            "on it");
}

std::vector<std::string> faults_of(const std::string& fields) {
  const auto rule = compiled(with(fields));
  EXPECT_TRUE(rule.ok()) << (rule ? "" : rule.error().text());
  std::vector<std::string> texts;
  if (!rule) return texts;
  for (const RuleFault& fault : rule_faults(**rule))
    texts.push_back(fault.field + ": " + fault.message);
  return texts;
}

// With such a kind a rule would judge nothing, in silence.
TEST(DeviceRule, AKindThatNothingIsOf) {
  const auto fault = [](const std::string& group, const std::string& kind) {
    const auto faults = faults_of(R"("matchResources": {"kinds": [{"group": "", "kind": "Pod"},
        {"group": ")" + group + R"(", "kind": ")" +
                                  kind + R"("}]})");
    return faults.empty() ? std::string() : faults[0];
  };
  const std::string at = "spec.matchResources.kinds[1]: ";
  EXPECT_EQ(fault("", "pods"), at + "no kind is called pods; write Pod");
  EXPECT_EQ(fault("", "pod"), at + "no kind is called pod; write Pod");
  EXPECT_EQ(fault("batch", "Jobs"), at + "no kind is called Jobs; write Job");
  EXPECT_EQ(fault("jobset.x-k8s.io", "Jobset"), at + "no kind is called Jobset; write JobSet");
  EXPECT_EQ(fault("resource.k8s.io", "resourceclaims"),
            at + "no kind is called resourceclaims; write ResourceClaim");
  EXPECT_EQ(fault("batch/v1", "Job"),
            at + "batch/v1 is a group with a version; write group: batch");
  EXPECT_EQ(fault("v1", "Pod"), at + "v1 is no group; write group: \"\" for Pod");
  EXPECT_EQ(fault("core", "Pod"), at + "core is no group; write group: \"\" for Pod");
  for (const auto& [group, kind] :
       {std::pair("", "Pod"), std::pair("batch", "Job"), std::pair("apps", "ReplicaSet"),
        std::pair("batch.volcano.sh", "Job"), std::pair("v2.example.com", "Job"),
        std::pair("example.com", "jobs"), std::pair("resource.k8s.io", "ResourceClaimTemplate")})
    EXPECT_EQ(fault(group, kind), "") << group << " " << kind;
}

TEST(DeviceRule, AValueThatAFieldNeverHas) {
  const auto fault = [](const std::string& expression) {
    const auto faults =
        faults_of(R"("variables": [{"name": "v", "expression": ")" + expression + R"("}])");
    return faults.empty() ? std::string() : faults[0];
  };
  const std::string at = "spec.variables[0].expression: ";
  EXPECT_EQ(fault("devices.all(d, d.path != 'extendedResource')"),
            at + "d.path is never 'extendedResource'; write 'ExtendedResource'");
  EXPECT_EQ(fault("devices.all(d, 'ALL' != d.allocationMode)"),
            at + "d.allocationMode is never 'ALL'; write 'All'");
  EXPECT_EQ(
      fault("devices.filter(x, x.count > 1).exists(d, d.path in ['SharedClaim', 'dra'])"),
      at + "d.path is never 'dra'; it is 'ExtendedResource', 'ClaimTemplate' or 'SharedClaim'");
  EXPECT_EQ(
      fault("devices.all(d, d.deviceClass == 'nvidia.com/gpu')"),
      at + "d.deviceClass is never 'nvidia.com/gpu', which is no name of a DeviceClass; compare "
           "logicalResource or resource with it");
  for (const char* right :
       {"devices.all(d, d.path != 'ExtendedResource')", "devices.all(d, d.deviceClass != '')",
        "devices.all(d, d.allocationMode in ['All', 'ExactCount'])",
        "devices.all(d, d.resource == 'nvidia.com/gpu')",
        // Another path than a device's.
        "object.spec.containers.all(d, d.path != 'extendedResource')",
        "devices.all(d, object.spec.volumes.all(d, d.path != '/a'))"})
    EXPECT_EQ(fault(right), "") << right;
}

class RuleValuesTest : public ::testing::Test {
 protected:
  RuleValuesTest() {
    option_ = *kube::read_json(R"({"deviceClassName": "gpu.x", "selectors": [
        {"cel": {"expression": "device.driver == 'x'"}}], "tolerations": [{"key": "t"}],
        "capacity": {"requests": {"memory": "4Gi", "a": "2"}}})");
    DeviceRequest& claimed = requests_.emplace_back();
    claimed.path = Path::kClaimTemplate;
    claimed.logical_resource = "x.com/gpu";
    claimed.device_class = "gpu.x";
    claimed.count = 2;
    claimed.source = "gpus";
    claimed.container = "main";
    claimed.request = "r";
    claimed.claim = "mine";
    claimed.all = true;
    claimed.option = {option_.root()};
    DeviceRequest& named = requests_.emplace_back();
    named.logical_resource = "x.com/nic";
    named.count = 3;
    named.source = "x.com/nic";
    named.container = "side";
  }

  // "true", "false", or what became of it else.
  std::string value_of(std::string_view expression) {
    const auto rule =
        compiled(R"({"validations": [{"expression": ")" + std::string(expression) + R"("}]})");
    if (!rule.ok()) return rule.error().text();
    const std::vector<QuotaAmount> quota = {
        {"x.com/gpu", kube::Quantity::from_int(8), kube::Quantity::from_int(7)}};
    const RuleValues values(
        requests_,
        [this](const DeviceRequest& request) {
          ++counted_;
          return request.device_class.empty() ? std::nullopt : std::optional<std::int64_t>(64);
        },
        quota);
    PolicyInput input;
    input.more = values.values();
    PolicyScratch scratch;
    const PolicyOutcome outcome = judge_policy((*rule)->policy, input, scratch);
    if (outcome.decisions.size() != 1) return "no decision";
    switch (outcome.decisions[0].kind) {
      case PolicyDecision::Kind::kAdmit:
        return "true";
      case PolicyDecision::Kind::kDeny:
        return "false";
      case PolicyDecision::Kind::kError:
        return outcome.decisions[0].message;
    }
    return "no decision";
  }

  kube::Document option_;
  std::vector<DeviceRequest> requests_;
  int counted_ = 0;
};

TEST_F(RuleValuesTest, DevicesSayWhatIsAskedFor) {
  for (const std::string_view expression :
       {"devices.size() == 2", "devices.map(d, d.count).sum() == 5",
        "devices[0].path == 'ClaimTemplate' && devices[1].path == 'ExtendedResource'",
        "devices[0].deviceClass == 'gpu.x' && devices[1].deviceClass == ''",
        "devices[0].resource == '' && devices[1].resource == 'x.com/nic'",
        "devices[0].logicalResource == 'x.com/gpu' && devices[0].container == 'main'",
        "devices[0].claim == 'mine' && devices[0].request == 'r' && devices[0].source == 'gpus'",
        "devices[0].allocationMode == 'All' && devices[1].allocationMode == 'ExactCount'",
        "devices[0].selectors.exists(s, s.contains('device.driver =='))",
        "devices[1].selectors.size() == 0 && devices[1].tolerations == []",
        "devices[0].tolerations[0].key == 't'",
        "devices[0].capacity['memory'].compareTo(quantity('4096Mi')) == 0",
        "'a' in devices[0].capacity && !('b' in devices[0].capacity)", "!devices[0].adminAccess",
        "devices.all(d, has(d.count))", "type(devices[0].count) == int"}) {
    EXPECT_EQ(value_of(expression), "true") << expression;
  }
  EXPECT_EQ(counted_, 0);
}

TEST_F(RuleValuesTest, MatchingDevicesAreCountedOnceAndUnknownIsNoNumber) {
  EXPECT_EQ(value_of("devices[0].matching == 64 && devices[0].matching > 3"), "true");
  EXPECT_EQ(counted_, 1);
  EXPECT_EQ(value_of("has(devices[0].matching) && !has(devices[1].matching)"), "true");
  EXPECT_THAT(value_of("devices[1].matching == 0"), HasSubstr("no such key: matching"));
}

TEST_F(RuleValuesTest, QuotaIsByLogicalResource) {
  EXPECT_EQ(value_of("quota['x.com/gpu'].hard.sub(quota['x.com/gpu'].used).asInteger() == 1"),
            "true");
  EXPECT_EQ(value_of("devices.all(d, !(d.logicalResource in quota) || "
                     "quota[d.logicalResource].used.add(d.count)"
                     ".compareTo(quota[d.logicalResource].hard) <= 0)"),
            "false");
  EXPECT_THAT(value_of("sign(quota['y'].hard) == 1"), HasSubstr("no such key: y"));
}

TEST(DeviceRule, AVariableThatFailsFailsWhereItIsLookedFor) {
  const auto rule = compiled(R"js({"validations": [{"expression": "!has(variables.broken)"}],
      "variables": [{"name": "broken", "expression": "object.gone"}]})js");
  ASSERT_TRUE(rule.ok()) << rule.error().text();
  const kube::Document object = *kube::read_json(R"({"n": 7})");
  const RuleValues values({}, [](const DeviceRequest&) { return std::nullopt; }, {});
  PolicyInput input;
  input.object = object.root();
  input.more = values.values();
  PolicyScratch scratch;
  const PolicyOutcome outcome = judge_policy((*rule)->policy, input, scratch);
  ASSERT_EQ(outcome.decisions.size(), 1u);
  EXPECT_EQ(outcome.decisions[0].kind, PolicyDecision::Kind::kError);
  EXPECT_EQ(outcome.decisions[0].message,
            "expression '!has(variables.broken)' resulted in error: composited variable \"broken\" "
            "fails to evaluate: no such key: gone");
}

}  // namespace
}  // namespace drawbridge::rules
