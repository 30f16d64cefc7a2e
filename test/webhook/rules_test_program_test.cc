// `drawbridge rules test` and `drawbridge audit --rules`: what rules say of cases, and of what
// exists.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "test/webhook/program_testing.h"
#include "webhook/cli/rule_cases.h"
#include "webhook/cli/rule_test.h"
#include "webhook/decide/rule_look_ups.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kRule = R"yaml(apiVersion: drawbridge.dev/v1alpha1
kind: DeviceRule
metadata: {name: few}
spec:
  validations:
  - expression: devices.map(d, d.count).sum() <= 2
    messageExpression: "'it asks for ' + string(devices.map(d, d.count).sum())"
)yaml";

constexpr std::string_view kHead =
    "apiVersion: drawbridge.dev/v1alpha1\nkind: RuleTestList\nitems:\n";

std::string pod(int gpus) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: main, "
         "resources: {limits: {nvidia.com/gpu: " +
         std::to_string(gpus) + "}}}]}}";
}

class RulesTestProgram : public ProgramTest {
 protected:
  Outcome run_tests(std::string_view items, std::string_view rule = kRule,
                    const std::string& options = "") {
    folder_.write("few/rule.yaml", rule);
    folder_.write("few/tests.yaml", std::string(kHead) + std::string(items));
    return run_program("rules test " + options + " @/few");
  }
};

TEST_F(RulesTestProgram, WhatAnswersAsExpectedPasses) {
  const Outcome outcome = run_tests(
      "- {name: two, object: " + pod(2) + ", expect: admit}\n" +
      "- {name: three, object: " + pod(3) + ", expect: refuse, message: asks for 3}\n" +
      "- {name: exact, object: " + pod(3) + ", expect: refuse, message: {exact: it asks for 3}}\n");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out, "ok    " + folder_.path().string() +
                             "/few  3 tests\n\n3 tests of 1 folder: 0 failed.\n");
}

TEST_F(RulesTestProgram, WhatDoesNotSaysWhatWasExpectedAndWhatCame) {
  const Outcome outcome = run_tests(
      "- {name: two, object: " + pod(2) + ", expect: refuse}\n" +
      "- {name: three, object: " + pod(3) + ", expect: warn}\n" +
      "- {name: words, object: " + pod(3) + ", expect: refuse, message: asks for 4}\n" +
      "- {name: exact, object: " + pod(3) + ", expect: refuse, message: {exact: asks for 3}}\n");
  const std::string file = folder_.path().string() + "/few/tests.yaml";
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out,
            "FAIL  " + folder_.path().string() + "/few  4 tests, 4 failed\n" + "  x two  " + file +
                ":4\n      expected  refuse\n      got       admit\n" + "  x three  " + file +
                ":5\n      expected  warn\n      got       refuse: it asks for 3\n" +
                "  x words  " + file +
                ":6\n      expected  refuse, with: asks for 4\n      got       "
                "refuse: it asks for 3\n" +
                "  x exact  " + file +
                ":7\n      expected  refuse: asks for 3\n      got       refuse: it "
                "asks for 3\n\n4 tests of 1 folder: 4 failed.\n");
}

TEST_F(RulesTestProgram, ActionsDecideWhatBecomesOfIt) {
  const std::string warns = std::string(kRule) + "  validationActions: [Warn]\n";
  EXPECT_EQ(run_tests("- {name: w, object: " + pod(3) + ", expect: warn, message: for 3}\n", warns)
                .status,
            0);
  const std::string audits = std::string(kRule) + "  validationActions: [Audit]\n";
  EXPECT_EQ(run_tests("- {name: w, object: " + pod(3) + ", expect: admit}\n", audits).status, 0);
}

TEST_F(RulesTestProgram, WhatGoesIntoTheAuditLogIsTestedByTheRulesOwnKeys) {
  const std::string rule =
      std::string(kRule) +
      "  auditAnnotations:\n"
      "  - {key: asked, valueExpression: 'string(devices.map(d, d.count).sum())'}\n"
      "  - {key: many, valueExpression: 'null'}\n";
  const auto test = [&](std::string_view name, int gpus, std::string_view more) {
    return "- {name: " + std::string(name) + ", object: " + pod(gpus) + ", " + std::string(more) +
           "}\n";
  };
  EXPECT_EQ(run_tests(test("two", 2, "expect: admit, auditAnnotations: {asked: '2'}") +
                          test("three", 3, "expect: refuse, auditAnnotations: {asked: '3'}"),
                      rule)
                .status,
            0);
  const Outcome other =
      run_tests(test("a", 2, "expect: admit, auditAnnotations: {asked: '3', many: 'yes'}"), rule);
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.out, HasSubstr("expected  admit\n"
                                   "                audit annotation asked: 3\n"
                                   "                audit annotation many: yes\n"
                                   "      got       admit\n"
                                   "                audit annotation asked: 2\n"
                                   "                audit annotation many: (none)\n"));
}

TEST_F(RulesTestProgram, TheStateIsWhatTheClusterHolds) {
  folder_.write("few/ns.yaml",
                "{apiVersion: v1, kind: Namespace, metadata: {name: dev, labels: "
                "{stage: dev}}}");
  const std::string rule =
      "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceRule\nmetadata: {name: few}\nspec:\n"
      "  validations:\n"
      "  - expression: namespaceObject.metadata.?labels[?'stage'].orValue('') == 'dev' && "
      "request.userInfo.username == 'ana' && 'g' in request.userInfo.?groups.orValue([]) && "
      "(request.operation == 'CREATE' || oldObject.spec.parallelism == 1)\n"
      "  matchPolicy: {podTemplates: Ignore}\n";
  const auto job = [](int parallelism) {
    return "{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {parallelism: " +
           std::to_string(parallelism) +
           ", template: {spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: "
           "1}}}]}}}}";
  };
  const std::string who = ", user: ana, groups: [g], namespace: dev, object: " + job(2);
  EXPECT_EQ(run_tests("- {name: a, state: [ns.yaml], expect: admit" + who + "}\n" +
                          "- {name: no state, expect: refuse" + who + "}\n" +
                          "- {name: no user, state: [ns.yaml], namespace: dev, expect: refuse, "
                          "object: " +
                          job(2) + "}\n" + "- {name: update, state: [ns.yaml], oldObject: " +
                          job(1) + ", expect: admit" + who + "}\n" +
                          "- {name: from three, state: [ns.yaml], operation: UPDATE, oldObject: " +
                          job(3) + ", expect: refuse" + who + "}\n",
                      rule)
                .out,
            "ok    " + folder_.path().string() +
                "/few  5 tests\n\n5 tests of 1 folder: 0 "
                "failed.\n");
}

TEST_F(RulesTestProgram, ARuleThatDoesNotCompileFailsWithTheCaret) {
  const std::string rule =
      "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceRule\nmetadata: "
      "{name: few}\nspec: {validations: [{expression: 'devices.all(d, "
      "d.conut <= 2)'}]}\n";
  const Outcome outcome = run_tests("- {name: a, object: " + pod(1) + ", expect: refuse}\n", rule);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("x DeviceRule few  "), HasSubstr("spec.validations[0].expression"),
                    HasSubstr("undefined field 'conut'"), HasSubstr("^\n")));
}

TEST_F(RulesTestProgram, ReportsForPrograms) {
  const std::string items = "- {name: <&>, object: " + pod(2) + ", expect: admit}\n" +
                            "- {name: three, object: " + pod(3) + ", expect: admit}\n";
  const Outcome junit = run_tests(items, kRule, "-o junit");
  EXPECT_EQ(junit.status, 1);
  EXPECT_THAT(junit.out,
              AllOf(HasSubstr("<testsuites name=\"drawbridge rules test\" tests=\"2\" "
                              "failures=\"1\">\n"),
                    HasSubstr("<testcase name=\"&lt;&amp;&gt;\""), HasSubstr("line=\"5\""),
                    HasSubstr("<failure message=\"expected admit, got refuse: it asks for 3\">")));
  const json sarif = json::parse(run_tests(items, kRule, "-o sarif").out);
  ASSERT_EQ(sarif["runs"][0]["results"].size(), 1u);
  const json& result = sarif["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "RuleTestFailed");
  EXPECT_EQ(
      sarif["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"],
      "RuleTestFailed");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
  const std::string lines = run_tests(items, kRule, "-o json").out;
  const json first = json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(first["name"], "<&>");
  EXPECT_EQ(first["passed"], true);
}

TEST_F(RulesTestProgram, WhatIsMisspeltIsNamedWithItsLine) {
  const auto error_of = [this](std::string_view items) {
    const Outcome outcome = run_tests(items);
    EXPECT_EQ(outcome.status, 2) << items;
    return outcome.err;
  };
  const std::string a = "- {name: a, object: " + pod(1) + ", expect: admit}\n";
  EXPECT_THAT(error_of(a + "- {name: b, object: {}, expct: admit}\n"),
              HasSubstr("tests.yaml:5: expct: is no field of a test; expect is."));
  EXPECT_THAT(error_of("- {name: a, object: " + pod(1) + ", expect: deny}\n"),
              HasSubstr("tests.yaml:4: expect: must be admit, refuse or warn."));
  EXPECT_THAT(error_of(a + a), HasSubstr("tests.yaml:5: name: a stands twice."));
  EXPECT_THAT(error_of("- {object: " + pod(1) + ", expect: admit}\n"),
              HasSubstr("name: must say what is tested."));
  EXPECT_THAT(error_of("- {name: a, object: gone.yaml, expect: admit}\n"),
              HasSubstr("tests.yaml:4: object: "));
  EXPECT_THAT(error_of("- {name: a, object: {kind: Pod}, expect: admit}\n"),
              HasSubstr("object.apiVersion: must be set"));
  EXPECT_THAT(error_of("- {name: a, operation: UPDATE, object: " + pod(1) + ", expect: admit}\n"),
              HasSubstr("oldObject: must be set with operation: UPDATE."));
  EXPECT_THAT(error_of("- {name: a, object: " + pod(1) + ", expect: admit, message: x}\n"),
              HasSubstr("message: there is none where the object is admitted"));
  EXPECT_THAT(error_of("- {name: a, object: " + pod(1) + ", expect: refuse, message: {is: x}}\n"),
              HasSubstr("is: is no field of a message"));
  EXPECT_THAT(
      error_of("- {name: a, object: " + pod(1) + ", expect: admit, auditAnnotations: [x]}\n"),
      HasSubstr("auditAnnotations: must be keys of the rules, each with its value."));
  EXPECT_THAT(
      error_of("- {name: a, object: " + pod(1) + ", expect: admit, auditAnnotations: {x: 1}}\n"),
      HasSubstr("auditAnnotations.x: must be a text."));
  EXPECT_THAT(error_of("- {name: a, groups: g, object: " + pod(1) + ", expect: admit}\n"),
              HasSubstr("groups: must be a list of groups."));
  EXPECT_THAT(error_of("- 5\n"), HasSubstr("tests.yaml: "));
  EXPECT_THAT(error_of("[]\n"), HasSubstr("tests.yaml: "));
  EXPECT_EQ(run_program("rules test @/nowhere").status, 2);
  folder_.write("empty/x", "");
  EXPECT_THAT(run_program("rules test @/empty").err, HasSubstr("there is no tests.yaml in it"));
}

TEST_F(RulesTestProgram, AnObjectThatNobodyWouldTakeIsNoPass) {
  const Outcome outcome = run_tests(
      "- {name: a, object: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: "
      "5}}, expect: admit}\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("an object that the API server does not take"));
}

TEST_F(RulesTestProgram, TestsOfAFileHaveALimit) {
  const auto cases = [](std::size_t count) {
    std::string items;
    for (std::size_t i = 0; i < count; ++i)
      items += "- {name: '" + std::to_string(i) + "', object: " + pod(1) + ", expect: admit}\n";
    return items;
  };
  folder_.write("few/rule.yaml", kRule);
  folder_.write("few/tests.yaml", std::string(kHead) + cases(kRuleCasesMax));
  EXPECT_TRUE(read_rule_tests(folder_.path() / "few").ok());
  folder_.write("few/tests.yaml", std::string(kHead) + cases(kRuleCasesMax + 1));
  const auto beyond = read_rule_tests(folder_.path() / "few");
  ASSERT_FALSE(beyond.ok());
  EXPECT_THAT(beyond.error().text(), HasSubstr("has 1001 tests, and at most 1000 are run"));
}

// The library that is shipped: each rule admits something, refuses something, and says why.
TEST(RuleLibrary, AllTestsPass) {
  const auto folders = rule_folders(DRAWBRIDGE_SOURCE_DIR "/examples/rules");
  ASSERT_TRUE(folders.ok());
  EXPECT_GE(folders->size(), 12u);
  for (const std::filesystem::path& folder : *folders) {
    const auto tests = read_rule_tests(folder);
    ASSERT_TRUE(tests.ok()) << tests.error().text();
    std::set<Verdict> expected;
    for (const RuleCase& test : tests->cases) expected.insert(test.expected);
    EXPECT_TRUE(expected.contains(Verdict::kAdmit)) << folder;
    EXPECT_TRUE(expected.contains(Verdict::kRefuse)) << folder;
    ASSERT_EQ(tests->rules.size(), 1u) << folder;
    EXPECT_EQ(tests->rules[0].view().name(), folder.filename().string());
    EXPECT_EQ(admission::read_file((folder / "rule.yaml").string()).front(), '#') << folder;
    for (const RuleTestResult& result : run_rule_tests(*tests, rules::default_settings())) {
      EXPECT_TRUE(result.passed) << folder << "\n  " << result.name << "\n  expected "
                                 << result.expected << "\n  got " << result.got;
    }
  }
}

TEST_F(RulesTestProgram, AuditSaysWhatANewRuleWouldRefuse) {
  folder_.write("rule.yaml", kRule);
  folder_.write("state/a.yaml", R"(apiVersion: batch/v1
kind: Job
metadata: {name: big, namespace: dev}
spec: {template: {spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 3}}}]}}}
---
apiVersion: v1
kind: Pod
metadata:
  name: big-1
  namespace: dev
  ownerReferences: [{apiVersion: batch/v1, kind: Job, name: big, uid: u, controller: true}]
spec: {nodeName: n, containers: [{name: main, resources: {limits: {nvidia.com/gpu: 3}}}]}
status: {phase: Running}
---
apiVersion: v1
kind: Pod
metadata: {name: alone, namespace: dev}
spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 3}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: small, namespace: dev}
spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 2}}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: three, namespace: dev}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: c, count: 3}}]}}}
)");
  const Outcome outcome = run_program("audit --state @/state --rules @/rule.yaml -o json");
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  const json report = json::parse(outcome.out);
  ASSERT_EQ(report["groups"].size(), 1u) << outcome.out;
  const json& group = report["groups"][0];
  EXPECT_EQ(group["code"], "DeviceRuleDenied");
  EXPECT_EQ(group["cause"], "DeviceRule few");
  std::set<std::string> names;
  for (const json& object : group["objects"]) names.insert(object["name"]);
  // The Job's pod is told with the Job.
  EXPECT_EQ(names, (std::set<std::string>{"alone", "big", "three"}));
  EXPECT_EQ(report["objects"], 5);
  EXPECT_EQ(run_program("audit --state @/state --rules @/missing.yaml").status, 2);
  folder_.write("bad.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceRule\nmetadata: "
                "{name: few}\nspec: {validations: [{expression: 'devises'}]}\n");
  EXPECT_THAT(run_program("audit --state @/state --rules @/bad.yaml").err,
              AllOf(HasSubstr("bad.yaml:1: DeviceRule few: spec.validations[0].expression"),
                    HasSubstr("devices")));
  folder_.write("small.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceRule\nmetadata: "
                "{name: few}\nspec: {validations: [{expression: 'true'}]}\n");
  const Outcome fine = run_program("audit --state @/state --rules @/small.yaml");
  EXPECT_EQ(fine.status, 0) << fine.out;
  EXPECT_THAT(fine.out, Not(HasSubstr("DeviceRule")));
}

TEST_F(RulesTestProgram, AnAuditKnowsTheParamsOfEachNamespace) {
  folder_.write("rule.yaml", R"(apiVersion: drawbridge.dev/v1alpha1
kind: DeviceRule
metadata: {name: few}
spec:
  paramKind: {apiVersion: v1, kind: ConfigMap}
  paramRef: {name: limits, parameterNotFoundAction: Deny}
  validations:
  - expression: devices.all(d, d.count <= int(params.data.most))
    messageExpression: "'at most ' + params.data.most"
)");
  std::string state;
  for (const auto& [ns, most] : {std::pair{"small", "1"}, std::pair{"large", "8"}}) {
    state += std::string("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: limits, ") +
             "namespace: " + ns + "}\ndata: {most: '" + most + "'}\n";
  }
  // One without a namespace goes where kubectl puts it, and not everywhere.
  state += "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: limits}\ndata: {most: '2'}\n";
  for (const char* ns : {"small", "large", "default", "bare"}) {
    state += std::string("---\napiVersion: v1\nkind: Pod\nmetadata: {name: of-") + ns +
             ", namespace: " + ns + "}\nspec: {containers: [{name: main, resources: {limits: " +
             "{nvidia.com/gpu: 3}}}]}\n";
  }
  folder_.write("state/objects.yaml", state);
  const Outcome outcome = run_program("audit --state @/state --rules @/rule.yaml");
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("at most 1"), HasSubstr("affects  2 Pods in 2 namespaces"),
                    HasSubstr("no params found"), HasSubstr("affects  Pod bare/of-bare"),
                    Not(HasSubstr("large"))));
}

// As the server does: what a file lets pass must not be refused in the cluster.
TEST_F(RulesTestProgram, OfParamsASelectorMatchesOnlySoManyFromFilesToo) {
  folder_.write("rules/rule.yaml", R"(apiVersion: drawbridge.dev/v1alpha1
kind: DeviceRule
metadata: {name: few}
spec:
  paramKind: {apiVersion: v1, kind: ConfigMap}
  paramRef: {selector: {matchLabels: {a: b}}, parameterNotFoundAction: Deny}
  validations: [{expression: int(params.data.most) > 0}]
)");
  folder_.write("state/pod.yaml", R"(apiVersion: v1
kind: Pod
metadata: {name: train, namespace: dev}
spec: {containers: [{name: main, image: i, resources: {limits: {nvidia.com/gpu: 3}}}]}
)");
  std::string params;
  for (std::size_t i = 0; i <= admission::kParamsMax; ++i) {
    if (i == admission::kParamsMax) {
      folder_.write("state/params.yaml", params);
      EXPECT_EQ(run_program("audit --state @/state --rules @/rules/rule.yaml").status, 0);
      const Outcome fine = run_program("review --rules @/rules --state @/state @/state/pod.yaml");
      EXPECT_EQ(fine.status, 0) << fine.out << fine.err;
    }
    params += "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: p" + std::to_string(i) +
              ", namespace: dev, labels: {a: b}}\ndata: {most: '8'}\n";
  }
  folder_.write("state/params.yaml", params);
  for (const char* command : {"audit --state @/state --rules @/rules/rule.yaml",
                              "review --rules @/rules --state @/state @/state/pod.yaml"}) {
    const Outcome outcome = run_program(command);
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("failed to configure binding: more than 500"));
  }
}

TEST_F(RulesTestProgram, TheListSaysWhichCanNotBeUsed) {
  folder_.write("state/few.yaml", kRule);
  const Outcome fine = run_program("rules list --state @/state");
  EXPECT_EQ(fine.status, 0) << fine.err;
  EXPECT_EQ(fine.out,
            "NAME  KINDS  ACTIONS  FAILURE POLICY  READY\n"
            "few   all    Deny     Fail            yes\n");
  EXPECT_EQ(run_program("rules --state @/state").out, fine.out);
  folder_.write("state/bad.yaml", R"(apiVersion: drawbridge.dev/v1alpha1
kind: DeviceRule
metadata: {name: bad}
spec:
  matchResources: {kinds: [{kind: Pod}, {group: batch, kind: Job}]}
  failurePolicy: Ignore
  validationActions: [Warn, Audit]
  validations: [{expression: devises.size() == 0}]
)");
  const Outcome bad = run_program("rules list --state @/state -o json");
  EXPECT_EQ(bad.status, 1);
  const json first = json::parse(bad.out.substr(0, bad.out.find('\n')));
  EXPECT_EQ(first["name"], "bad");
  EXPECT_EQ(first["kinds"], "Pod,Job");
  EXPECT_EQ(first["actions"], "Warn,Audit");
  EXPECT_EQ(first["failurePolicy"], "Ignore");
  EXPECT_EQ(first["ready"], false);
  EXPECT_THAT(first["problem"].get<std::string>(),
              AllOf(HasSubstr("spec.validations[0].expression"), HasSubstr("devices")));
}

TEST_F(RulesTestProgram, TheSlowestComeFirstWhereMetricsAreGiven) {
  folder_.write("state/few.yaml", kRule);
  std::string slow(kRule);
  slow.replace(slow.find("name: few"), 9, "name: slow");
  folder_.write("state/slow.yaml", slow);
  const std::string replica =
      "# TYPE drawbridge_rule_evaluations_total counter\n"
      "drawbridge_rule_evaluations_total{rule=\"few\"} 10\n"
      "drawbridge_rule_evaluations_total{rule=\"slow\"} 1\n"
      "drawbridge_rule_cost_total{rule=\"few\"} 200\n"
      "drawbridge_rule_cost_total{rule=\"slow\"} 4000 1700000000000\n"
      "drawbridge_rule_seconds_total{rule=\"few\"} 1e-05\n"
      "drawbridge_rule_seconds_total{rule=\"slow\"} 0.00025\n"
      "drawbridge_rule_denials_total{rule=\"slow\"} 1\n";
  folder_.write("one", replica);
  const Outcome both = run_program("rules --state @/state --metrics @/one --metrics -", replica);
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_EQ(both.out,
            "NAME  KINDS  ACTIONS  FAILURE POLICY  JUDGED  MEAN US  MEAN COST  READY\n"
            "slow  all    Deny     Fail                 2    250.0       4000  yes\n"
            "few   all    Deny     Fail                20      1.0         20  yes\n");
  const Outcome line = run_program("rules list --state @/state -o json --metrics @/one");
  const json first = json::parse(line.out.substr(0, line.out.find('\n')));
  EXPECT_EQ(first["name"], "slow");
  EXPECT_EQ(first["meanMicroseconds"], 250.0);
  EXPECT_EQ(first["evaluations"], 1);
}

TEST_F(RulesTestProgram, WhatIsNoMetricsIsRefusedWithItsLine) {
  folder_.write("state/few.yaml", kRule);
  for (const auto& [text, said] :
       {std::pair{"hello\n", "holds no metrics of Drawbridge"}, std::pair{"", "holds no metrics"},
        std::pair{"# drawbridge_\ndrawbridge_rule_cost_total{rule=\"few\"} much\n", "line 2"},
        std::pair{"drawbridge_rule_cost_total{rule=\"few\"\n", "line 1"},
        std::pair{"drawbridge_rule_cost_total{rule=\"few\"} nan\n", "line 1"},
        std::pair{"drawbridge_rule_cost_total 5\n", "line 1"}}) {
    const Outcome outcome = run_program("rules --state @/state --metrics -", text);
    EXPECT_EQ(outcome.status, 2) << text;
    EXPECT_THAT(outcome.err, HasSubstr(said));
  }
  EXPECT_EQ(run_program("rules --state @/state --metrics @/none").status, 2);
}

}  // namespace
}  // namespace drawbridge::cli
