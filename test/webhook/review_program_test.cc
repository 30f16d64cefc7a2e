// `drawbridge review` as a program: what it reads, prints and exits with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "test/webhook/admission_testing.h"
#include "test/webhook/device_queue_manifests.h"
#include "test/webhook/program_testing.h"

namespace drawbridge::cli {
namespace {

using admission::kGpuCluster;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ReviewProgram : public ProgramTest {
 protected:
  ReviewProgram() { folder_.write("state/cluster.yaml", kGpuCluster); }

  Outcome run(const std::string& arguments, std::string_view input = "") {
    return run_program("review " + arguments, input);
  }

  void write_pod(const std::string& file, const std::string& gpus, const std::string& name = "p") {
    folder_.write(
        file,
        "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name +
            "}\nspec: {containers: [{name: main, image: i, resources: {limits: {nvidia.com/gpu: " +
            gpus + "}}}]}\n");
  }
};

TEST_F(ReviewProgram, ExitsWith0WhenAllIsAllowed) {
  write_pod("pod.yaml", "1");
  const Outcome result = run("--state @/state @/pod.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("Pod default/p "), HasSubstr("allowed, rewritten"),
                    HasSubstr("1 object: 0 refused, 1 rewritten. 0 problems, 0 warnings.")));
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos) << "no colour into a file";
}

TEST_F(ReviewProgram, ExitsWith1WhenSomethingIsRefused) {
  write_pod("good.yaml", "1");
  write_pod("bad.yaml", "33", "q");
  const Outcome result = run("--state @/state @/good.yaml @/bad.yaml");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("2 objects: 1 refused, 1 rewritten. 1 problem, 0 warnings."));
}

// ConfigMap kueue-manager-config of the namespace, by which Kueue counts class `device_class`.
std::string kueue_config_map(std::string_view ns, std::string_view device_class) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kueue-manager-config, namespace: " +
         std::string(ns) +
         "}\ndata:\n  controller_manager_config.yaml: '{apiVersion: config.kueue.x-k8s.io/v1beta2, "
         "kind: Configuration, waitForPodsReady: {}, integrations: {frameworks: [batch/job]}, "
         "resources: {deviceClassMappings: [{name: example.com/gpu, deviceClassNames: [" +
         std::string(device_class) + "]}]}}'\n---\n";
}

TEST_F(ReviewProgram, TheConfigurationThatKueueReadsCountsAndCopiesAreNamed) {
  const auto job = [this](std::string_view ns) {
    folder_.write("job.yaml", kueue_config_map(ns, "gpu.example.com") + admission::queued_job());
    return run("--state @/state @/job.yaml");
  };
  const std::string class_and_template = admission::device_class("gpu.example.com") +
                                         admission::claim_template("t", "gpu.example.com") +
                                         admission::device_class("other.com");
  folder_.write("state/queue.yaml",
                admission::local_queue() + admission::resource_flavor("f") +
                    admission::cluster_queue("  resourceGroups:\n" +
                                             admission::group_of("example.com/gpu", "f", 4)) +
                    class_and_template);
  folder_.write("state/a-copy.yaml", kueue_config_map("team-a", "gpu.example.com"));
  folder_.write("state/kueue.yaml", kueue_config_map("kueue-system", "other.com"));
  const Outcome copies = job("team-b");
  EXPECT_EQ(copies.status, 1);
  EXPECT_THAT(copies.out, AllOf(HasSubstr("ClassNotMapped"),
                                HasSubstr("do not list class\n      gpu.example.com")));
  EXPECT_THAT(copies.err, AllOf(HasSubstr("a-copy.yaml:1 data[controller_manager_config.yaml]:1: "
                                          "this Configuration is passed over, as Kueue reads that "
                                          "of ConfigMap kueue-manager-config in kueue-system: "),
                                HasSubstr("kueue.yaml:1 data[")));
  const Outcome applied = job("kueue-system");
  EXPECT_EQ(applied.status, 0) << applied.out << applied.err;
}

TEST_F(ReviewProgram, AConfigurationSoftens) {
  folder_.write(
      "state/quota.yaml",
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q}, spec: "
      "{hard: {nvidia.com/gpu: 1}}}");
  write_pod("pod.yaml", "2");
  const std::string head = "{apiVersion: drawbridge.dev/v1alpha1, kind: Configuration, ";
  folder_.write("warn.yaml", head + "checks: {QuotaExceeded: Warn}}");
  folder_.write("off.yaml", head + "checks: {QuotaExceeded: Off}}");
  EXPECT_EQ(run("--state @/state @/pod.yaml").status, 1);
  const Outcome warned = run("--config @/warn.yaml --state @/state @/pod.yaml");
  EXPECT_EQ(warned.status, 0) << warned.err;
  EXPECT_THAT(warned.out, HasSubstr("! spec  QuotaExceeded"));
  const Outcome silent = run("--config @/off.yaml --state @/state @/pod.yaml");
  EXPECT_EQ(silent.status, 0) << silent.err;
  EXPECT_THAT(silent.out, Not(HasSubstr("QuotaExceeded")));
}

// A rule of the administrator's lets one user and one group pass.
TEST_F(ReviewProgram, JudgesAsTheUserAndTheGroupsThatAreGiven) {
  folder_.write("state/rule.yaml", R"yaml(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceRule
metadata: {name: friends}
spec:
  matchPolicy: {allPods: true}
  validations:
  - expression: "request.userInfo.username == 'jane' || 'ml' in request.userInfo.groups"
    messageExpression: "request.userInfo.username + ' of ' + request.userInfo.groups.join('+') + ' may not'"
)yaml");
  write_pod("pod.yaml", "1");
  const auto as = [this](const std::string& who) {
    return run(who + " --state @/state @/pod.yaml");
  };
  EXPECT_EQ(as("--user jane").status, 0) << as("--user jane").out;
  EXPECT_EQ(as("--group web --group ml").status, 0);
  const Outcome refused = as("--user bob --group web --group sales");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.out, HasSubstr("bob of web+sales"));
  EXPECT_EQ(as("").status, 1);
}

TEST_F(ReviewProgram, AConfigurationThatCannotBeReadEndsIt) {
  write_pod("pod.yaml", "1");
  folder_.write("wrong.yaml",
                "{apiVersion: drawbridge.dev/v1alpha1, kind: Configuration, inventry: Counts}");
  folder_.write("two.yaml", "{apiVersion: v1, kind: A}\n---\n{apiVersion: v1, kind: B}\n");
  const Outcome wrong = run("--config @/wrong.yaml @/pod.yaml");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.out, "");
  EXPECT_THAT(wrong.err, HasSubstr("wrong.yaml: inventry: \"inventry\" is no field of a "
                                   "Configuration; inventory is."));
  EXPECT_THAT(run("--config @/two.yaml @/pod.yaml").err, HasSubstr("holds 2 documents"));
  EXPECT_THAT(run("--config @/absent.yaml @/pod.yaml").err, HasSubstr("absent.yaml"));
}

TEST_F(ReviewProgram, ExitsWith2WhenInputCannotBeReadAndStillJudgesTheRest) {
  write_pod("good.yaml", "1");
  folder_.write("broken.yaml", "a: [1\nb: 2\n");
  const Outcome broken = run("--state @/state @/broken.yaml @/good.yaml");
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, AllOf(HasSubstr("broken.yaml"), HasSubstr("line ")));
  EXPECT_THAT(broken.out, HasSubstr("Pod default/p "));
  folder_.write("chart.yaml", "{{- if .Values.gpu }}\nkind: Pod\n{{- end }}\n");
  EXPECT_THAT(run("@/chart.yaml").err, HasSubstr("it seems to be a chart's template"));

  EXPECT_EQ(run("@/missing.yaml").status, 2);
  EXPECT_THAT(run("@/missing.yaml").err, HasSubstr("missing.yaml: cannot be read: No such file"));
  EXPECT_THAT(run("@/state").err, HasSubstr("state: is a folder. Name the files in it"));
  EXPECT_EQ(run("--state @/missing @/good.yaml").status, 2);
  EXPECT_EQ(run("").status, 2) << "no file at all";
  EXPECT_EQ(run("-o xml @/good.yaml").status, 2);
  EXPECT_EQ(run("--unknown @/good.yaml").status, 2);
}

TEST_F(ReviewProgram, ReadsStandardInputAndPipes) {
  write_pod("pod.yaml", "33");
  const std::string text = admission::read_file(folder_.path() / "pod.yaml");
  EXPECT_EQ(run("--state @/state -", text).status, 1);
  EXPECT_THAT(run("--state @/state /dev/stdin", text).out, HasSubstr("/dev/stdin\n"));
}

// As `helm template ... | drawbridge review -` gives it where helm fails.
TEST_F(ReviewProgram, NothingToJudgeIsNoReasonToPass) {
  for (const char* nothing : {"", "\n", "# a comment\n", "---\n---\n"}) {
    const Outcome result = run("--state @/state -", nothing);
    EXPECT_EQ(result.status, 2) << nothing;
    EXPECT_EQ(result.err, "drawbridge review: -: holds no object.\n") << nothing;
    EXPECT_EQ(result.out, "") << nothing;
  }
  EXPECT_EQ(run("/dev/null").err, "drawbridge review: /dev/null: holds no object.\n");
  write_pod("pod.yaml", "1");
  const Outcome beside = run("--state @/state @/pod.yaml -");
  EXPECT_EQ(beside.status, 2);
  EXPECT_THAT(beside.out, HasSubstr("Pod default/p ")) << "the rest is judged";
}

TEST_F(ReviewProgram, WhatIsNoObjectOfAKnownVersionIsNamed) {
  const auto refusal = [&](const std::string& text) {
    const Outcome result = run("-", text);
    EXPECT_EQ(result.status, 2) << text;
    return result.err;
  };
  EXPECT_THAT(refusal("{apiVersion: v1, kind: 7}"),
              HasSubstr("-:1: kind must be a string, and is of type integer.\n"));
  EXPECT_THAT(refusal("{apiVersion: v1, kind: ''}"), HasSubstr("kind has no value"));
  EXPECT_THAT(refusal("{APIVersion: v1, kind: Pod}"),
              HasSubstr(R"(write it instead of "APIVersion")"));
  EXPECT_THAT(refusal("{apiVersion: v1, kind: List, items: {}}"),
              HasSubstr("items must be a list of objects, and is of type object."));
  EXPECT_THAT(refusal("{apiVersion: v1, kind: List}"), HasSubstr("and is not set."));
  const std::string mapping =
      "{apiVersion: drawbridge.dev/v2, kind: DeviceMapping, metadata: {name: m}}";
  const char* told =
      "apiVersion \"drawbridge.dev/v2\" of this \"DeviceMapping\" is not known. Write "
      "drawbridge.dev/v1alpha1.\n";
  EXPECT_THAT(refusal(mapping), HasSubstr(told));
  folder_.write("state/newer.yaml", mapping);
  write_pod("pod.yaml", "1");
  const Outcome state = run("--state @/state @/pod.yaml");
  EXPECT_EQ(state.status, 2);
  EXPECT_THAT(state.err, AllOf(HasSubstr("newer.yaml:1: "), HasSubstr(told)));
}

TEST_F(ReviewProgram, ADocumentWithoutAKindIsNamedWithItsLineAndTheOthersAreJudged) {
  const Outcome result = run(
      "-",
      "apiVersion: v1\nkind: Namespace\nmetadata: {name: first}\n---\nmetadata: {name: "
      "second}\n---\napiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Namespace\n  "
      "metadata: {name: third}\n- kind: Pod\n  metadata: {name: fourth}\n");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "drawbridge review: -:5: apiVersion is not set; every Kubernetes object has apiVersion "
            "and kind.\ndrawbridge review: -:13: apiVersion is not set; write apiVersion: v1.\n");
  EXPECT_THAT(result.out, AllOf(HasSubstr("Namespace first"), HasSubstr("Namespace third"),
                                HasSubstr("2 objects: 0 refused")));
}

TEST_F(ReviewProgram, ApiVersionInOtherLettersIsNamed) {
  const Outcome result = run("-", "apiversion: v1\nkind: Pod\nmetadata: {name: a}\n");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "drawbridge review: -:1: apiVersion is not set; write it instead of \"apiversion\".\n");
}

TEST_F(ReviewProgram, AllMistakesOfAnObjectComeInOneAnswer) {
  const Outcome result = run("-o json -", R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: a, label: {b: c}}
spec:
  devices:
    requests:
    - name: gpu
      deviceClassName: gpu.nvidia.com
      selectors: [{cel: {expression: "device.driver =="}}]
)");
  EXPECT_EQ(result.status, 1);
  const json object = json::parse(result.out);
  std::vector<std::string> told;
  for (const json& finding : object["findings"]) told.push_back(finding["code"]);
  EXPECT_THAT(told, ::testing::IsSupersetOf({"UnknownField", "UnknownField", "SelectorInvalid"}));
  EXPECT_THAT(object["message"].get<std::string>(),
              AllOf(HasSubstr("Write labels: {...}."), HasSubstr("Write exactly: {"),
                    HasSubstr("[SelectorInvalid]")));
  EXPECT_TRUE(object["creates"].empty());
}

// Of a value of another type it is clear what was meant, and the rest is judged by that.
TEST_F(ReviewProgram, AValueOfAnotherTypeHidesNoOtherMistake) {
  const auto codes = [&](std::string_view object) {
    const Outcome result = run("-o json -", object);
    EXPECT_EQ(result.status, 1);
    std::set<std::string> told;
    const json object_out = json::parse(result.out);
    for (const json& finding : object_out["findings"]) told.insert(finding["code"]);
    return told;
  };
  EXPECT_THAT(codes("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: "
                    "c, image: i, "
                    "env: [{name: A, value: 1}], resources: {claims: [{name: gpux}]}}], "
                    "resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]}}"),
              ::testing::ElementsAre("ClaimEntryUndeclared", "MalformedObject"));
  for (const char* count : {"\"1\"", "2.5"}) {
    EXPECT_THAT(
        codes("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
              "spec: {devices: {requests: [{name: g, exactly: {deviceClassName: c, count: " +
              std::string(count) + "}}], constraints: [{matchAttribute: pcieRoot}]}}}"),
        ::testing::ElementsAre("ClaimInvalid", "MalformedObject"))
        << count;
  }
  EXPECT_THAT(
      codes(
          "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s}, spec: "
          "{replicatedJobs: [{name: w, template: {spec: {template: {spec: {restartPolicy: "
          "Never, containers: [{name: c, image: i, env: [{name: A, value: 1}], resources: {claims: "
          "[{name: gpu}]}}]}}}}}]}}"),
      ::testing::ElementsAre("ClaimEntryUndeclared", "MalformedObject"));
  // Where nobody knows what was meant, nothing else is said.
  EXPECT_THAT(codes("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: "
                    "c, image: i, "
                    "resources: {claims: gpu}}]}}"),
              ::testing::ElementsAre("MalformedObject"));
}

TEST_F(ReviewProgram, WhatIsMeantAsAnObjectOfOursIsNamedAndTheKindMeant) {
  write_pod("pod.yaml", "1");
  const auto refusal = [&](const std::string& version, const std::string& kind) {
    folder_.write("own/state.yaml",
                  "{apiVersion: " + version + ", kind: " + kind + ", metadata: {name: m}}");
    const Outcome result = run("--state @/own @/pod.yaml");
    return result.status == 2 ? result.err : "status " + std::to_string(result.status);
  };
  EXPECT_THAT(refusal("drawbridge.dev/v1alpha1", "DeviceMaping"),
              HasSubstr("state.yaml:1: kind \"DeviceMaping\" is none of drawbridge.dev. Write "
                        "DeviceMapping.\n"));
  EXPECT_THAT(refusal("drawbridge.dev/v1alpha1", "devicerule"), HasSubstr("Write DeviceRule.\n"));
  EXPECT_THAT(refusal("drawbridge.dev/v1alpha1", "Widget"),
              HasSubstr("Write DeviceMapping, DeviceQuota or DeviceRule.\n"));
  EXPECT_THAT(refusal("drawbrige.dev/v1alpha1", "DeviceMapping"),
              HasSubstr("apiVersion \"drawbrige.dev/v1alpha1\" of this \"DeviceMapping\" is not "
                        "known. Write drawbridge.dev/v1alpha1.\n"));
  EXPECT_THAT(refusal("v1alpha1", "DeviceQuota"), HasSubstr("Write drawbridge.dev/v1alpha1.\n"));
  // Somebody else's.
  EXPECT_EQ(refusal("example.com/v1", "DeviceQuota"), "status 0");
  EXPECT_EQ(refusal("drawbrige.dev/v1", "Widget"), "status 0");
}

TEST_F(ReviewProgram, AnObjectWithoutANameIsRefusedAsTheApiServerDoes) {
  const auto judged = [&](const std::string& object) {
    const Outcome result = run("-o json -", object);
    return json::parse(result.out);
  };
  const std::string spec = "spec: {containers: [{name: c}]}}";
  const json pod = judged("{apiVersion: v1, kind: Pod, metadata: {labels: {a: b}}, " + spec);
  EXPECT_EQ(pod["allowed"], false);
  EXPECT_EQ(pod["findings"][0]["field"], "metadata.name");
  EXPECT_EQ(pod["message"],
            "metadata.name is not set, nor is metadata.generateName. Give it a name, or a "
            "generateName, whose end the API server makes up. [MalformedObject]");
  EXPECT_EQ(judged("{apiVersion: apps/v1, kind: Deployment, spec: {}}")["allowed"], false);
  EXPECT_EQ(judged("{apiVersion: resource.k8s.io/v1, kind: DeviceClass}")["allowed"], false);
  for (const std::string& named :
       {"{apiVersion: v1, kind: Pod, metadata: {generateName: p-}, " + spec,
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, " + spec,
        std::string("{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration}"),
        std::string("{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization}")}) {
    EXPECT_EQ(judged(named)["allowed"], true) << named;
  }
}

// Kueue does not start with these either; nobody knows then what it counts.
TEST_F(ReviewProgram, AConfigurationOfKueueThatCannotBeReadIsNamed) {
  write_pod("pod.yaml", "1");
  const std::string head =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kueue-manager-config, namespace: "
      "kueue-system}\ndata:\n  controller_manager_config.yaml: ";
  const std::string good =
      "|\n    apiVersion: config.kueue.x-k8s.io/v1beta2\n    kind: Configuration\n    resources: ";
  for (const std::string& content :
       {std::string("'{{{'"), std::string("'foo: [1,'"), std::string("'foo: 1'"), std::string("''"),
        std::string("7"), good + "{deviceClassMappings: oops}",
        good + "{deviceClassMappings: [{name: 7}]}"}) {
    const std::string key = "data[controller_manager_config.yaml]";
    folder_.write("kueue/map.yaml", head + content + "\n");
    const Outcome state = run("--state @/kueue @/pod.yaml");
    EXPECT_EQ(state.status, 2) << content;
    EXPECT_THAT(state.err, AllOf(HasSubstr("kueue/map.yaml:1"), HasSubstr(key))) << content;
    const Outcome file = run("@/kueue/map.yaml");
    EXPECT_EQ(file.status, 2) << content;
    EXPECT_THAT(file.err, AllOf(HasSubstr("kueue/map.yaml:1"), HasSubstr(key))) << content;
  }
  folder_.write("kueue/map.yaml", head + good + "{deviceClassMappings: [{name: 7}]}\n");
  EXPECT_THAT(run("@/kueue/map.yaml").err,
              HasSubstr("resources.deviceClassMappings[0].name: must be"));
}

TEST_F(ReviewProgram, JsonIsOneObjectALineAndTheSameEveryTime) {
  write_pod("a.yaml", "1", "a");
  write_pod("b.yaml", "33", "b");
  const Outcome first = run("--state @/state -o json @/a.yaml @/b.yaml");
  EXPECT_EQ(first.status, 1);
  EXPECT_EQ(run("--state @/state -o json @/a.yaml @/b.yaml").out, first.out);
  std::istringstream lines(first.out);
  std::vector<json> objects;
  for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_EQ(objects[0]["name"], "a");
  EXPECT_TRUE(objects[0]["allowed"]);
  EXPECT_EQ(objects[0]["creates"].size(), 1u);
  EXPECT_FALSE(objects[1]["allowed"]);
  EXPECT_EQ(objects[1]["findings"][0]["code"], "TooManyDevices");
  EXPECT_EQ(objects[1]["findings"][0]["severity"], "deny");
  EXPECT_EQ(objects[1]["patch"], json::array());
}

TEST_F(ReviewProgram, AFileNameThatIsNoTextIsStillValidJson) {
  write_pod("pod.yaml", "1");
  std::filesystem::rename(folder_.path() / "pod.yaml", folder_.path() / "p\xff\x1b.yaml");
  const Outcome result = run("--state @/state -o json @/p*.yaml");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(json::parse(result.out)["file"].get<std::string>(), HasSubstr("p\\xff\\x1b.yaml"));
  EXPECT_THAT(run("--state @/state @/p*.yaml").out, HasSubstr("p\\xff\\x1b.yaml\n"));
}

TEST_F(ReviewProgram, MappingsOfTheStateThatCannotBeUsedAreToldWithTheirPlace) {
  folder_.write(
      "state/bad.yaml",
      "# first\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: bad}\n"
      "spec: {logicalResource: a.com/x, claimGroups: x}\n");
  write_pod("pod.yaml", "1");
  const Outcome result = run("--state @/state @/pod.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("bad.yaml:"), HasSubstr("DeviceMapping.drawbridge.dev bad"),
                    HasSubstr("spec.claimGroups: is not a field here")));
  EXPECT_THAT(result.out, HasSubstr("allowed, rewritten")) << "its neighbours stand";
}

// ---- What is given together sees itself.

// What no API server would have stored is taken for nothing nowhere.
TEST_F(ReviewProgram, ObjectsOfTheStateThatCannotBeSoAreToldWithTheirPlace) {
  write_pod("pod.yaml", "1");
  const auto told = [this](const std::string& object) {
    folder_.write("state/other.yaml", object);
    const Outcome result = run("--state @/state @/pod.yaml");
    EXPECT_EQ(result.status, result.err.empty() ? 0 : 2) << result.err;
    return result.err;
  };
  const std::string quota =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q}, spec: ";
  for (const char* spec : {"5}", "{hard: 5}}", "{hard: [nvidia.com/gpu]}}", "{hrd: {a.com/b: 1}}}"})
    EXPECT_THAT(told(quota + spec), HasSubstr("other.yaml:1: DeviceQuota.drawbridge.dev default/q: "
                                              "spec"))
        << spec;
  EXPECT_THAT(told(quota + "{hard: {a.com/b: 1}}, status: {used: 5}}"), HasSubstr("status.used"));
  EXPECT_EQ(told(quota + "{hard: {a.com/b: 1}}}"), "");
  // n is false in YAML.
  EXPECT_THAT(told("{apiVersion: v1, kind: Node, metadata: {name: n}}"),
              HasSubstr("other.yaml:1: Node: metadata.name: must be a string"));
  EXPECT_THAT(told("{apiVersion: v1, kind: LimitRange, spec: {limits: []}}"),
              HasSubstr("metadata.name is not set. Write one."));
  EXPECT_THAT(told("{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limit: []}}"),
              HasSubstr("spec.limit is not a field"));
  EXPECT_THAT(told("{apiVersion: v2, kind: LimitRange, metadata: {name: l}, spec: {limits: []}}"),
              HasSubstr("Write apiVersion: v1."));
  EXPECT_EQ(told("{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: "
                 "{generateName: t-}, spec: {spec: {devices: {requests: [{name: a, exactly: "
                 "{deviceClassName: c}}]}}}}"),
            "");
  // A newer version may have it.
  EXPECT_EQ(told("{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [], "
                 "zones: [a]}}"),
            "");
}

TEST_F(ReviewProgram, KueuesConfigurationInAGivenConfigMapCounts) {
  const std::string pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {kueue.x-k8s.io/queue-name: q}}\n"
      "spec: {containers: [{name: main, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}\n";
  const std::string config_map =
      "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: kueue-manager-config, namespace: "
      "kueue-system}\n"
      "data:\n  controller_manager_config.yaml: |\n    apiVersion: config.kueue.x-k8s.io/v1beta2\n"
      "    kind: Configuration\n    integrations: {frameworks: [pod]}\n";
  EXPECT_THAT(run("--state @/state -", pod).out, HasSubstr("allowed, rewritten"));
  EXPECT_THAT(run("--state @/state -", pod + config_map).out, HasSubstr("KueueCannotCharge"));
  const Outcome broken = run("--state @/state -", pod + config_map + "      [\n");
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr("-:6 data[controller_manager_config.yaml]: line "));
}

TEST_F(ReviewProgram, PodsOfACronJobAreJudgedAsItsJobsAre) {
  const std::string cron =
      "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: nightly}\nspec:\n  jobTemplate:\n"
      "    metadata: {labels: {kueue.x-k8s.io/queue-name: q}}\n    spec: {template: {spec: "
      "{containers: "
      "[{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}}}\n";
  EXPECT_THAT(run("--state @/state -", cron).out, HasSubstr("allowed, its pods rewritten"));
  const std::string configuration =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nresources: {}\n";
  const Outcome held = run("--state @/state -", cron + configuration);
  EXPECT_EQ(held.status, 0);
  EXPECT_THAT(held.out, AllOf(HasSubstr("KueueCannotCharge"),
                              HasSubstr("0 rewritten. 0 problems, 1 warning.")));
}

// ---- What the API server would not take is not judged as if the field were not there.

TEST_F(ReviewProgram, AFieldOfAnotherTypeIsRefusedAndNamed) {
  struct Case {
    const char* object;
    const char* says;
  };
  const Case cases[] = {
      {"{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: 7}, spec: {}}",
       "metadata.namespace: must be a string, and is of type integer."},
      {"{apiVersion: v1, kind: Secret, metadata: {name: 123}}", "metadata.name: must be a string"},
      {"{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: [a]}}",
       "metadata.labels: must be a map, and is of type array."},
      {"{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: {b: 7}}}",
       "metadata.labels[b]: must be a string"},
      {"{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: three}}",
       "spec.replicas: must be a whole number, and is of type string."},
      {"{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: 7}", "spec: must be a map"},
      {"{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a}, spec: {selectors: "
       "hello}}",
       "spec.selectors: must be a list, and is of type string."},
      {"{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: a}, spec: {hard: "
       "{nvidia.com/gpu: abc}}}",
       "spec.hard[nvidia.com/gpu]: "},
      {"{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: a}, spec: {hard: "
       "x}}",
       "spec.hard: must be a map"},
  };
  for (const Case& at : cases) {
    const Outcome result = run("-o json -", at.object);
    EXPECT_EQ(result.status, 1) << at.object;
    const json line = json::parse(result.out);
    EXPECT_FALSE(line["allowed"].get<bool>()) << at.object;
    EXPECT_EQ(line["findings"][0]["code"], "MalformedObject");
    EXPECT_THAT(line["message"].get<std::string>(), HasSubstr(at.says));
  }
  for (const char* good :
       {"{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: 3}}",
        "{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: {b: null}, namespace: "
        "null}}",
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a}, spec: null}"})
    EXPECT_EQ(run("-", good).status, 0) << good;
}

TEST_F(ReviewProgram, AQuantityThatIsNullIsZero) {
  const std::string pod =
      "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i, "
      "resources: "
      "{limits: {nvidia.com/gpu: null}}}]}}";
  const Outcome result = run("--state @/state -o json -", pod);
  EXPECT_EQ(result.status, 0) << result.out;
  std::string zero = pod;
  zero.replace(zero.find("null"), 4, "'0'");
  json told = json::parse(result.out);
  EXPECT_THAT(told["findings"].dump(),
              HasSubstr("has nvidia.com/gpu without a number, which counts as 0"));
  told["findings"] = json::array();
  EXPECT_EQ(told, json::parse(run("--state @/state -o json -", zero).out));
}

TEST_F(ReviewProgram, NamesThatTheApiServerMakesAndThoseThatAreMissing) {
  const std::string spec =
      "spec: {template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: "
      "[{name: c, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}}}";
  const Outcome job = run("--state @/state -",
                          "{apiVersion: batch/v1, kind: Job, metadata: "
                          "{generateName: j-}, " +
                              spec);
  EXPECT_THAT(job.out, AllOf(HasSubstr("Job default/j-*"), HasSubstr("its pods rewritten")));
  const Outcome nameless = run("-o json -", "{apiVersion: v1, kind: Secret}");
  EXPECT_EQ(json::parse(nameless.out)["name"], "");
  EXPECT_THAT(run("-", "{apiVersion: v1, kind: Secret}").out,
              HasSubstr("Secret default/(no name)"));
  std::string none = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, " + spec;
  none.replace(none.find("spec: {"), 7, "spec: {replicas: 0, selector: {matchLabels: {a: b}}, ");
  none.replace(none.find("Never"), 5, "Always");
  EXPECT_THAT(run("--state @/state -", none).out,
              AllOf(HasSubstr("it makes no pod now; one that it made:"), Not(HasSubstr("0 pods"))));
}

TEST_F(ReviewProgram, WithoutAnyMappingItIsSaidThatNothingIsRewritten) {
  const char* told = "No DeviceMapping was given, so nothing is rewritten: --state DIR.\n";
  write_pod("pod.yaml", "1");
  EXPECT_THAT(run("@/pod.yaml").out, HasSubstr(told));
  EXPECT_THAT(run("--state @/state @/pod.yaml").out, Not(HasSubstr(told)));
  EXPECT_THAT(run("-o json @/pod.yaml").out, Not(HasSubstr("No DeviceMapping")));
}

}  // namespace
}  // namespace drawbridge::cli
