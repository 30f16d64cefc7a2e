// `drawbridge rules import`: the rules that come of policies, and what is said of the rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/api/yaml.h"
#include "test/webhook/program_testing.h"
#include "webhook/cli/policy_reach.h"
#include "webhook/cli/rules_import.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using rules::Severity;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view kPods =
    "matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], "
    "resources: [pods]}]}, validations: [{expression: 'true'}]";

std::string policy(std::string_view spec, std::string_view name = "p") {
  return "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\n"
         "metadata: {name: " +
         std::string(name) + "}\nspec: {" + std::string(spec) + "}\n---\n";
}

std::string binding(std::string_view more = "", std::string_view name = "b",
                    std::string_view of = "p") {
  return "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\n"
         "metadata: {name: " +
         std::string(name) + "}\nspec: {policyName: " + std::string(of) +
         ", validationActions: [Deny]" + std::string(more) + "}\n---\n";
}

Imported imported(const std::string& manifests) {
  const auto objects = admission::read_manifest_text(manifests, "in.yaml");
  EXPECT_TRUE(objects.ok()) << manifests;
  return objects ? import_policies(*objects, {}) : Imported{};
}

// The notes but those that say that nothing is lost, as "FIELD: MESSAGE".
std::vector<std::string> losses(const Imported& result) {
  std::vector<std::string> texts;
  for (const ImportNote& note : result.notes) {
    if (note.finding.severity == Severity::kInfo) continue;
    EXPECT_EQ(note.finding.code, "NotImported");
    EXPECT_NE(note.finding.fix, "");
    texts.push_back(note.finding.field + ": " + note.finding.message);
  }
  return texts;
}

// Of a policy whose only resource rule is this.
Imported with_rule(const std::string& rule) {
  return imported(policy("matchConstraints: {resourceRules: [" + rule +
                         "]}, validations: [{expression: 'true'}]") +
                  binding());
}

json kinds_of(const json& rule) {
  return rule["spec"]["matchResources"]["kinds"];
}

TEST(NameSet, HasTheRulesOfSets) {
  const NameSet ab{false, {"a", "b"}};
  const NameSet not_b{true, {"b"}};
  EXPECT_EQ(both(ab, not_b), (NameSet{false, {"a"}}));
  EXPECT_EQ(both(not_b, ab), (NameSet{false, {"a"}}));
  EXPECT_EQ(either(ab, not_b), NameSet::all());
  EXPECT_EQ(either(ab, {false, {"c"}}), (NameSet{false, {"a", "b", "c"}}));
  EXPECT_EQ(either(not_b, {true, {"b", "c"}}), not_b);
  EXPECT_EQ(without(NameSet::all(), ab), (NameSet{true, {"a", "b"}}));
  EXPECT_EQ(without(ab, not_b), (NameSet{false, {"b"}}));
  EXPECT_TRUE(without(ab, NameSet::all()).empty());
  EXPECT_FALSE(not_b.empty());
}

TEST(RulesImport, ExpressionsStayAsTheyAre) {
  const Imported result = imported(
      policy(
          "failurePolicy: Ignore, matchConditions: [{name: c, expression: 'true'}], variables: "
          "[{name: v, expression: '1'}], auditAnnotations: [{key: k, valueExpression: \"'x'\"}], "
          "matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: "
          "[CREATE], resources: [pods]}]}, validations: [{expression: variables.v == 1, message: "
          "m, messageExpression: \"'n'\", reason: Forbidden}]") +
      binding());
  EXPECT_THAT(losses(result), IsEmpty());
  ASSERT_THAT(result.rules, SizeIs(1));
  EXPECT_EQ(result.rules[0], json::parse(R"js({
    "apiVersion": "drawbridge.dev/v1alpha1", "kind": "DeviceRule", "metadata": {"name": "p"},
    "spec": {
      "failurePolicy": "Ignore",
      "matchResources": {"kinds": [{"kind": "Pod"}], "operations": ["CREATE"]},
      "matchPolicy": {"allPods": true},
      "matchConditions": [{"name": "c", "expression": "true"}],
      "variables": [{"name": "v", "expression": "1"}],
      "validations": [{"expression": "variables.v == 1", "message": "m", "messageExpression": "'n'",
                       "reason": "Forbidden"}],
      "auditAnnotations": [{"key": "k", "valueExpression": "'x'"}],
      "validationActions": ["Deny"]}})js"));
}

TEST(RulesImport, WorkloadsAreJudgedAsTheyAre) {
  const Imported result = with_rule(
      "{apiGroups: [apps, batch], apiVersions: [v1], operations: [CREATE, UPDATE], resources: "
      "[deployments, jobs]}");
  EXPECT_THAT(losses(result), IsEmpty());
  ASSERT_THAT(result.rules, SizeIs(1));
  EXPECT_EQ(kinds_of(result.rules[0]),
            json::parse(
                R"([{"group": "apps", "kind": "Deployment"}, {"group": "batch", "kind": "Job"}])"));
  EXPECT_EQ(result.rules[0]["spec"]["matchPolicy"]["podTemplates"], "Ignore");
  const Imported claims = with_rule(
      "{apiGroups: [resource.k8s.io], apiVersions: ['*'], operations: [CREATE], resources: "
      "[resourceclaims]}");
  ASSERT_THAT(claims.rules, SizeIs(1));
  EXPECT_FALSE(claims.rules[0]["spec"].contains("matchPolicy"));
}

TEST(RulesImport, WhatIsNeverAskedIsNamed) {
  const std::string rest = "apiGroups: [''], apiVersions: [v1]";
  EXPECT_THAT(losses(with_rule("{" + rest + ", operations: [CREATE, DELETE], resources: [pods]}")),
              Contains("spec.matchConstraints.resourceRules[0].operations: DELETE is left out: a "
                       "DeviceRule judges CREATE and UPDATE."));
  EXPECT_THAT(losses(with_rule("{" + rest + ", operations: ['*'], resources: [pods]}")),
              Contains(HasSubstr("DELETE and CONNECT are left out")));
  EXPECT_THAT(losses(with_rule("{" + rest + ", operations: [CREATE], resources: [pods]}")),
              IsEmpty());
  EXPECT_THAT(
      losses(with_rule("{" + rest + ", operations: [CREATE], resources: [pods, pods/exec]}")),
      Contains("spec.matchConstraints.resourceRules[0].resources: pods/exec is left out: a "
               "DeviceRule judges no subresources."));
  EXPECT_THAT(
      losses(with_rule("{" + rest + ", operations: [CREATE], resources: [pods, services]}")),
      Contains("spec.matchConstraints.resourceRules[0].resources: services is left out: a "
               "DeviceRule judges pods, what makes pods, and claims."));
  const Imported all = with_rule("{" + rest + ", operations: [CREATE], resources: ['*']}");
  EXPECT_THAT(losses(all), Contains(HasSubstr("all others are left out")));
  ASSERT_THAT(all.rules, SizeIs(1));
  EXPECT_EQ(kinds_of(all.rules[0]),
            json::parse(R"([{"kind": "Pod"}, {"kind": "ReplicationController"}])"));
  const Imported cluster =
      with_rule("{" + rest + ", operations: [CREATE], resources: [pods], scope: Cluster}");
  EXPECT_THAT(losses(cluster), Contains(HasSubstr("matches nothing that a DeviceRule")));
  EXPECT_THAT(cluster.rules, IsEmpty());
  const Imported classes = with_rule(
      "{apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE, UPDATE], resources: "
      "[deviceclasses], scope: Cluster}");
  EXPECT_THAT(losses(classes), IsEmpty());
  EXPECT_THAT(classes.rules, SizeIs(1));
}

TEST(RulesImport, UpdatesThatNeverCome) {
  const std::string rest = "apiGroups: ['', apps], apiVersions: [v1], operations: [CREATE, UPDATE]";
  const Imported pods = with_rule("{" + rest + ", resources: [pods]}");
  EXPECT_THAT(losses(pods), Contains("spec.matchConstraints: UPDATE of Pod is left out: what it "
                                     "asks for never changes, and Drawbridge is asked when it is "
                                     "created."));
  ASSERT_THAT(pods.rules, SizeIs(1));
  EXPECT_EQ(pods.rules[0]["spec"]["matchResources"]["operations"], json({"CREATE"}));
  EXPECT_THAT(losses(with_rule("{" + rest + ", resources: [deployments]}")), IsEmpty());
}

TEST(RulesImport, VersionsThatExpressionsAreWrittenFor) {
  const std::string claims =
      "{apiGroups: [resource.k8s.io], operations: [CREATE], resources: [resourceclaims], ";
  const Imported beta = with_rule(claims + "apiVersions: [v1beta1]}");
  EXPECT_THAT(losses(beta),
              Contains(HasSubstr("ResourceClaim is left out: a DeviceRule sees it as v1, and these "
                                 "expressions are for v1beta1.")));
  EXPECT_THAT(beta.rules, IsEmpty());
  EXPECT_THAT(losses(with_rule(claims + "apiVersions: [v1beta1, v1]}")), IsEmpty());
  const std::string match =
      "{resourceRules: [{apiGroups: [ray.io], operations: [CREATE], resources: [rayjobs], "
      "apiVersions: [v1]}], matchPolicy: ";
  EXPECT_THAT(losses(imported(policy("validations: [{expression: 'true'}], matchConstraints: " +
                                     match + "Exact}") +
                              binding())),
              Contains(HasSubstr("RayJob is judged in every version")));
  EXPECT_THAT(losses(imported(policy("validations: [{expression: 'true'}], matchConstraints: " +
                                     match + "Equivalent}") +
                              binding())),
              IsEmpty());
}

TEST(RulesImport, KindsWithOperationsOfTheirOwnBecomeRulesOfTheirOwn) {
  const std::string pods = "apiGroups: [''], apiVersions: [v1], resources: [pods]";
  const Imported result =
      with_rule("{" + pods +
                ", operations: [CREATE]}, {apiGroups: [batch], apiVersions: [v1], "
                "resources: [jobs], operations: [CREATE, UPDATE]}");
  EXPECT_THAT(losses(result), IsEmpty());
  ASSERT_THAT(result.rules, SizeIs(2));
  EXPECT_EQ(result.rules[0]["metadata"]["name"], "p-1");
  EXPECT_EQ(result.rules[0]["spec"]["matchResources"]["operations"], json({"CREATE"}));
  EXPECT_EQ(kinds_of(result.rules[0])[0]["kind"], "Pod");
  EXPECT_EQ(result.rules[1]["spec"]["matchResources"]["operations"], json({"CREATE", "UPDATE"}));
  EXPECT_EQ(kinds_of(result.rules[1])[0]["kind"], "Job");
}

TEST(RulesImport, NamesOfObjectsBecomeAMatchCondition) {
  const std::string pods =
      "apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE]";
  const Imported some = with_rule("{" + pods + ", resourceNames: [b, \"it's\"]}");
  ASSERT_THAT(some.rules, SizeIs(1));
  EXPECT_EQ(some.rules[0]["spec"]["matchConditions"],
            json::parse(R"([{"name": "drawbridge.dev/resource-names",
                             "expression": "request.name in ['b', 'it\\'s']"}])"));
  EXPECT_THAT(losses(some), IsEmpty());
  const Imported all = with_rule("{" + pods + ", resourceNames: [b]}, {" + pods + "}");
  ASSERT_THAT(all.rules, SizeIs(1));
  EXPECT_FALSE(all.rules[0]["spec"].contains("matchConditions"));
}

TEST(RulesImport, WhatIsExcludedIsTakenAway) {
  const auto excluded = [](const std::string& exclude) {
    return imported(policy("validations: [{expression: 'true'}], matchConstraints: {resourceRules: "
                           "[{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], "
                           "resources: [deployments, replicasets]}], excludeResourceRules: [" +
                           exclude + "]}") +
                    binding());
  };
  const std::string rest = "apiGroups: [apps], apiVersions: ['*'], resources: ";
  const Imported kind =
      excluded("{" + rest + "[replicasets, controllerrevisions], operations: ['*']}");
  EXPECT_THAT(losses(kind), IsEmpty());  // of what is excluded nothing is lost
  ASSERT_THAT(kind.rules, SizeIs(1));
  EXPECT_EQ(kinds_of(kind.rules[0]), json::parse(R"([{"group": "apps", "kind": "Deployment"}])"));
  const Imported named =
      excluded("{" + rest + "[deployments], operations: [CREATE, UPDATE], resourceNames: [x]}");
  ASSERT_THAT(named.rules, SizeIs(2));
  EXPECT_EQ(named.rules[0]["spec"]["matchConditions"][0]["expression"], "!(request.name in ['x'])");
  EXPECT_FALSE(named.rules[1]["spec"].contains("matchConditions"));
  const Imported none = excluded(
      "{apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], "
      "operations: ['*']}");
  EXPECT_THAT(none.rules, IsEmpty());
  EXPECT_THAT(losses(none), Contains(HasSubstr("matches nothing")));
}

TEST(RulesImport, ABindingNarrows) {
  const Imported result = imported(
      policy("validations: [{expression: 'true'}], matchConstraints: {namespaceSelector: "
             "{matchLabels: {a: '1', b: '2'}}, resourceRules: [{apiGroups: ['', batch], "
             "apiVersions: [v1], operations: [CREATE], resources: [pods, jobs]}]}") +
      binding(", matchResources: {namespaceSelector: {matchLabels: {b: '3', c: '4'}, "
              "matchExpressions: [{key: d, operator: Exists}]}, objectSelector: {matchLabels: {o: "
              "'5'}}, resourceRules: [{apiGroups: [batch], apiVersions: [v1], operations: [CREATE, "
              "UPDATE], resources: [jobs, cronjobs]}]}"));
  EXPECT_THAT(losses(result), IsEmpty());
  ASSERT_THAT(result.rules, SizeIs(1));
  const json& match = result.rules[0]["spec"]["matchResources"];
  EXPECT_EQ(match["kinds"], json::parse(R"([{"group": "batch", "kind": "Job"}])"));
  EXPECT_EQ(match["operations"], json({"CREATE"}));
  EXPECT_EQ(match["namespaceSelector"]["matchLabels"], json({{"a", "1"}, {"b", "2"}, {"c", "4"}}));
  EXPECT_EQ(match["namespaceSelector"]["matchExpressions"],
            json::parse(R"([{"key": "d", "operator": "Exists"},
                            {"key": "b", "operator": "In", "values": ["3"]}])"));
  EXPECT_EQ(match["objectSelector"]["matchLabels"]["o"], "5");
}

TEST(RulesImport, EachBindingIsARule) {
  const Imported two =
      imported(binding("", "dev") + policy(kPods) + binding("", "prod") + policy(kPods, "other"));
  ASSERT_THAT(two.rules, SizeIs(2));
  EXPECT_EQ(two.rules[0]["metadata"]["name"], "p-dev");
  EXPECT_EQ(two.rules[1]["metadata"]["name"], "p-prod");
  EXPECT_THAT(losses(two), Contains(HasSubstr("No ValidatingAdmissionPolicyBinding")));
  EXPECT_THAT(losses(imported(binding())), Contains("spec.policyName: Its policy p was not given: "
                                                    "no rule is made of it."));
}

TEST(RulesImport, ParamsComeFromPolicyAndBinding) {
  const std::string with_params =
      std::string(kPods) + ", paramKind: {apiVersion: v1, kind: ConfigMap}";
  const std::string ref = ", paramRef: {name: limits, namespace: x, parameterNotFoundAction: Deny}";
  const Imported result = imported(policy(with_params) + binding(ref));
  EXPECT_THAT(losses(result), IsEmpty());
  ASSERT_THAT(result.rules, SizeIs(1));
  EXPECT_EQ(result.rules[0]["spec"]["paramKind"]["kind"], "ConfigMap");
  EXPECT_EQ(result.rules[0]["spec"]["paramRef"],
            json({{"name", "limits"}, {"namespace", "x"}, {"parameterNotFoundAction", "Deny"}}));
  const Imported none = imported(policy(with_params) + binding());
  EXPECT_THAT(none.rules, IsEmpty());
  EXPECT_THAT(losses(none), Contains(HasSubstr("names no params")));
  // Kubernetes ignores it, and so nothing is lost.
  const Imported ignored = imported(policy(kPods) + binding(ref));
  EXPECT_THAT(losses(ignored), IsEmpty());
  ASSERT_THAT(ignored.rules, SizeIs(1));
  EXPECT_FALSE(ignored.rules[0]["spec"].contains("paramRef"));
}

TEST(RulesImport, WhatNobodyReadsIsNamed) {
  EXPECT_THAT(losses(imported(policy(std::string(kPods) + ", paramkind: {}") + binding())),
              Contains("spec.paramkind: No such field is known here, so it is left out."));
  EXPECT_THAT(losses(imported(policy(kPods) + binding(", matchResource: {}"))),
              Contains(HasSubstr("spec.matchResource: ")));
  EXPECT_THAT(losses(imported(policy("matchConstraints: {resourceRules: []}, validations: "
                                     "[{expression: object.a +}]") +
                              binding())),
              Contains(HasSubstr("spec.validations[0].expression: compilation failed")));
  EXPECT_THAT(
      losses(imported("apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\n"
                      "metadata: {name: m}\nspec: {}\n")),
      Contains(HasSubstr("a DeviceRule only judges")));
  const Imported checked = imported(
      "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\n"
      "metadata: {name: p}\nspec: {" +
      std::string(kPods) +
      "}\nstatus: {typeChecking: {expressionWarnings: [{fieldRef: "
      "'spec.validations[0].expression', "
      "warning: 'undefined field'}]}}\n---\n" +
      binding());
  EXPECT_THAT(losses(checked), IsEmpty());
  EXPECT_EQ(checked.notes.front().finding.message, "Kubernetes warns of it: undefined field.");
}

// Kubernetes' API names Unauthorized, and its validation refuses it: only a file can have it.
TEST(RulesImport, WhatNoRuleMaySayIsNamed) {
  const Imported result = imported(
      policy("matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: "
             "[CREATE], resources: [pods]}]}, validations: [{expression: 'true', reason: "
             "Unauthorized}]") +
      binding());
  EXPECT_THAT(result.rules, IsEmpty());
  EXPECT_THAT(losses(result),
              ElementsAre("spec.validations[0].reason: It must be one of Invalid, Forbidden, "
                          "RequestEntityTooLarge, not \"Unauthorized\": no rule is made of it."));
}

TEST(RulesImport, LimitsOfARule) {
  const std::string jobs =
      "matchConstraints: {resourceRules: [{apiGroups: [batch], apiVersions: [v1], operations: "
      "[CREATE], resources: [jobs]}]}, ";
  const auto with_validations = [&jobs](int count) {
    std::string list;
    for (int i = 0; i < count; ++i) list += "{expression: 'true'},";
    return imported(policy(jobs + "validations: [" + list + "]") + binding());
  };
  EXPECT_THAT(losses(with_validations(256)), IsEmpty());
  const Imported beyond = with_validations(257);
  EXPECT_THAT(beyond.rules, IsEmpty());
  EXPECT_THAT(losses(beyond), Contains("spec.validations: A DeviceRule takes 256 entries here, and "
                                       "there are 257: no rule is made of it."));
  const auto with_message = [&jobs](std::size_t bytes) {
    return imported(policy(jobs + "validations: [{expression: 'true', message: " +
                           std::string(bytes, 'x') + "}]") +
                    binding());
  };
  EXPECT_THAT(losses(with_message(5120)), IsEmpty());
  EXPECT_THAT(losses(with_message(5121)), Contains(HasSubstr("takes 5120 bytes here")));
}

TEST(RulesImport, HostileObjectsAreNotTakenForMoreThanTheyAre) {
  for (const char* spec :
       {"matchConstraints: 5", "matchConstraints: {resourceRules: {}}",
        "matchConstraints: {resourceRules: [5, null, {operations: CREATE, resources: 7}]}",
        "matchConstraints: {matchPolicy: [], resourceRules: [{scope: 5, apiGroups: [[]]}]}",
        "matchConstraints: {namespaceSelector: 7}, validations: 7, variables: {}, paramKind: 5",
        "matchConditions: [5], validations: [7], auditAnnotations: [[]], variables: [null]"}) {
    for (const std::string& bound : {binding(), binding(", matchResources: 7"),
                                     binding(", paramRef: [], matchResources: "
                                             "{namespaceSelector: {matchLabels: 7, "
                                             "matchExpressions: 8}}")}) {
      const Imported result = imported(policy(spec) + bound);
      EXPECT_EQ(result.policies, 1u) << spec;
    }
  }
}

class RulesImportProgram : public ProgramTest {};

TEST_F(RulesImportProgram, PrintsRulesAndSaysWhatIsLeftOut) {
  const Outcome all = run_program("rules import -", policy(kPods) + binding());
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_EQ(all.out,
            "apiVersion: drawbridge.dev/v1alpha1\n"
            "kind: DeviceRule\n"
            "metadata:\n"
            "  name: p\n"
            "spec:\n"
            "  matchPolicy:\n"
            "    allPods: true\n"
            "  matchResources:\n"
            "    kinds:\n"
            "    - kind: Pod\n"
            "    operations:\n"
            "    - CREATE\n"
            "  validationActions:\n"
            "  - Deny\n"
            "  validations:\n"
            "  - expression: \"true\"\n");
  EXPECT_EQ(all.err,
            "-:1: ValidatingAdmissionPolicy p: spec.matchConstraints: It judges every pod, and so "
            "does the rule: matchPolicy.allPods is set. Take allPods away where the rule is only "
            "about devices: then Drawbridge is not asked about other pods. [NotImported]\n");
  const Outcome part = run_program(
      "rules import -", policy("matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: "
                               "[v1], operations: [CREATE], resources: [pods, services]}]}, "
                               "validations: [{expression: 'true'}]") +
                            binding());
  EXPECT_EQ(part.status, 1);
  EXPECT_THAT(part.err, HasSubstr("-:1: ValidatingAdmissionPolicy p: spec.matchConstraints."
                                  "resourceRules[0].resources: services is left out"));
  // What comes out is a rule as review reads it.
  const Outcome review = run_program("review -", part.out);
  EXPECT_EQ(review.status, 0) << review.out << review.err;
  EXPECT_EQ(run_program("rules import -", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
                .status,
            2);
  EXPECT_EQ(run_program("rules import @/missing.yaml").status, 2);
}

TEST_F(RulesImportProgram, CommandsWithinACommandAreNamed) {
  EXPECT_THAT(run_program("rules imprt x").err,
              HasSubstr("drawbridge rules: there is no command imprt. Did you mean import?\n"));
  EXPECT_THAT(run_program("rules import --confg x y").err,
              HasSubstr("drawbridge rules import: there is no flag --confg. Did you mean "
                        "--config?\n"));
  EXPECT_THAT(run_program("rules import --config '' x").err, HasSubstr("--config is empty"));
  EXPECT_THAT(run_program("rules import --help").out, HasSubstr("Exit status: 0"));
  EXPECT_THAT(run_program("completion bash").out,
              HasSubstr("if [ \"$COMP_CWORD\" -eq 2 ]; then commands=\"test list import"));
  EXPECT_THAT(
      run_program("completion fish").out,
      HasSubstr("__fish_seen_subcommand_from rules; and __fish_seen_subcommand_from import"));
}

}  // namespace
}  // namespace drawbridge::cli
