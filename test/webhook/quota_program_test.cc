// `drawbridge quota` as a program: bars, what uses the most, what is not counted, and the JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <nlohmann/json.hpp>
#include <string>

#include "test/webhook/fake_cluster.h"
#include "test/webhook/program_testing.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kQuota = R"(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: gpus, namespace: team-a}
spec: {hard: {example.com/gpu: "8", example.com/nic: "2"}}
status:
  used: {example.com/gpu: "7", example.com/nic: "0"}
  holds:
  - '{"uid":"u1","kind":"Pod","name":"on-its-way","creator":"ann","charge":{"example.com/gpu":"1"},"demand":[{"resource":"example.com/gpu","count":1}]}'
)";

std::string pod_asking(const std::string& name, int gpus, const std::string& ns = "team-a",
                       const std::string& more = "") {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: " + ns + more +
         "}\nspec: {containers: [{name: c, resources: {limits: {example.com/gpu: '" +
         std::to_string(gpus) + "'}}}]}\n---\n";
}

class QuotaProgram : public ProgramTest {
 protected:
  QuotaProgram() { folder_.write("state/quota.yaml", kQuota); }

  Outcome run(const std::string& arguments = "-n team-a", const std::string& locale = "C") {
    setenv("LC_ALL", locale.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): one thread
    return run_program("quota --state @/state " + arguments);
  }
};

TEST_F(QuotaProgram, BarsAndTheLargest) {
  folder_.write(
      "state/pods.yaml",
      pod_asking("small", 1) + pod_asking("large", 4) + pod_asking("elsewhere", 9, "b") +
          pod_asking("leaves", 1, "team-a", ", deletionTimestamp: '2026-11-22T03:00:00Z'"));
  const Outcome shown = run();
  EXPECT_EQ(shown.out,
            "NAMESPACE  QUOTA  RESOURCE         USED / HARD                  FREE  HELD\n"
            "team-a     gpus   example.com/gpu  ##################..  7 / 8     1     1\n"
            "team-a     gpus   example.com/nic  ....................  0 / 2     2     0\n"
            "\n"
            "NAMESPACE  RESOURCE         COST  LARGEST\n"
            "team-a     example.com/gpu     4  Pod large\n"
            "                               1  Pod leaves      is being deleted\n"
            "                               1  Pod on-its-way  held: let pass, not seen yet\n"
            "                               1  Pod small\n");
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(run("-n team-a", "en_US.UTF-8").out, HasSubstr("\u2588\u2588\u2591\u2591  7 / 8"));
}

TEST_F(QuotaProgram, MoreThanAllowedAndAlmostNothing) {
  folder_.write("state/more.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: memory, "
                "namespace: team-b}\nspec: {hard: {m: 640Gi, none: '0', o: '1000', p: '1000'}, "
                "enforcement: Warn}\nstatus: {used: {m: 700Gi, none: '0', o: '1', p: '999'}}\n");
  const std::string out = run("-A").out;
  EXPECT_THAT(out, HasSubstr("###################>  700Gi / 640Gi     0     0\n"));
  EXPECT_THAT(out, HasSubstr("####################          0 / 0     0     0\n"));
  EXPECT_THAT(out, HasSubstr("#...................       1 / 1000   999     0\n"));
  EXPECT_THAT(out, HasSubstr("###################.     999 / 1000     1     0\n"));
  EXPECT_THAT(out, HasSubstr("DeviceQuota memory of team-b: more m is in use than it allows (700Gi "
                             "of 640Gi). What is there stays.\n"));
  EXPECT_THAT(out, HasSubstr("DeviceQuota memory of team-b only warns (enforcement: Warn).\n"));
  EXPECT_THAT(out, HasSubstr("team-a"));
}

TEST_F(QuotaProgram, WithoutAStatusWhatTheFilesHoldIsInUse) {
  folder_.write("state/quota.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
                "namespace: team-a}\nspec: {hard: {example.com/gpu: '8'}}\n");
  folder_.write("state/pods.yaml", pod_asking("a", 3) + pod_asking("b", 2));
  EXPECT_THAT(run().out, HasSubstr("5 / 8"));
}

TEST_F(QuotaProgram, WhatNobodyCanTellIsSaid) {
  const std::string claim =
      "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: big, namespace: "
      "team-a}\nspec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
      "gpu.acme.com}}]}}\n";
  const std::string quota =
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
      "namespace: team-a}\nspec: {hard: {acme.com/mem: 80Gi}}\n";
  folder_.write("state/quota.yaml", quota);
  folder_.write(
      "state/all.yaml",
      "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: m}\nspec: "
      "{logicalResource: acme.com/mem, deviceClassNames: [gpu.acme.com], charge: {type: Capacity, "
      "capacity: gpu.acme.com/memory}}\n---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\n"
      "metadata: {name: gpu.acme.com}\nspec: {selectors: [{cel: {expression: \"device.driver == "
      "'gpu.acme.com'\"}}]}\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: "
      "{name: other}\nspec: {driver: nic.x.com, nodeName: n1, pool: {name: n1, generation: 1, "
      "resourceSliceCount: 1}, devices: [{name: a}]}\n" +
          claim);
  const Outcome shown = run();
  EXPECT_THAT(shown.out, HasSubstr("acme.com/mem  not known    ? / 80Gi     ?"));
  EXPECT_THAT(
      shown.out,
      HasSubstr("DeviceQuota gpus of team-a: nobody knows how much acme.com/mem ResourceClaim big "
                "takes: no published device of the class has the capacity by which it is counted, "
                "so what is in use is not known. Publish such devices (of --state, add their "
                "ResourceSlices), delete what asks for them, or have the DeviceMapping count "
                "devices.\n"));
  const json quoted = json::parse(run("-n team-a -o json").out)["quotas"][0]["resources"][0];
  EXPECT_EQ(quoted["uncountable"], 1);
  for (const char* field : {"found", "used", "free"}) EXPECT_FALSE(quoted.contains(field)) << field;
  folder_.write("state/quota.yaml", quota + "status: {used: {acme.com/mem: 70Gi}}\n");
  EXPECT_THAT(run().out, AllOf(HasSubstr("70Gi / 80Gi  10Gi"),
                               HasSubstr("USED is no less than when it was known. Publish ")));
}

TEST_F(QuotaProgram, WhatNobodyCanTellIsRefusedOfOtherClassesToo) {
  folder_.write("state/quota.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
                "namespace: team-a}\nspec: {hard: {acme.com/mem: 80Gi, acme.com/nic: '1'}}\n");
  const std::string claim_of =
      "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: NAME, namespace: "
      "team-a}\nspec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
      "NAME.acme.com}}]}}\n";
  const std::string class_of =
      "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: NAME.acme.com}\n"
      "spec: {selectors: [{cel: {expression: \"device.driver == 'NAME.acme.com'\"}}]}\n";
  const auto named = [](std::string text, const std::string& name) {
    for (std::size_t at = text.find("NAME"); at != std::string::npos; at = text.find("NAME"))
      text.replace(at, 4, name);
    return text;
  };
  folder_.write(
      "state/all.yaml",
      "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: m}\nspec: "
      "{logicalResource: acme.com/mem, deviceClassNames: [gpu.acme.com, gone.acme.com], "
      "charge: {type: Capacity, capacity: gpu.acme.com/memory}}\n" +
          named(class_of, "gpu") + named(class_of, "gone") +
          "---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: s}\n"
          "spec: {driver: gpu.acme.com, nodeName: n1, pool: {name: n1, generation: 1, "
          "resourceSliceCount: 1}, devices: [{name: a, capacity: {memory: {value: "
          "40Gi}}}]}\n" +
          named(claim_of, "gone"));
  folder_.write("new.yaml", named(claim_of, "gpu"));
  const Outcome reviewed = run_program("review --state @/state @/new.yaml");
  EXPECT_EQ(reviewed.status, 1) << reviewed.out << reviewed.err;
  EXPECT_THAT(reviewed.out, HasSubstr("QuotaNotCounted\n      How much acme.com/mem is in use in "
                                      "team-a can't be counted (DeviceQuota gpus)"));
  folder_.write("state/gone.yaml",
                "apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: t}\nspec: "
                "{driver: gone.acme.com, nodeName: n2, pool: {name: n2, generation: 1, "
                "resourceSliceCount: 1}, devices: [{name: a, capacity: {gpu.acme.com/memory: "
                "{value: 40Gi}}}]}\n");
  EXPECT_EQ(run_program("review --state @/state @/new.yaml").status, 0);
}

TEST_F(QuotaProgram, AStatusThatCannotBeReadIsSaid) {
  folder_.write("state/quota.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
                "namespace: team-a}\nspec: {hard: {example.com/gpu: '8'}}\nstatus: {used: "
                "{example.com/gpu: seven}}\n");
  const Outcome shown = run();
  EXPECT_EQ(shown.status, 2);
  EXPECT_THAT(shown.out, HasSubstr("0 / 8"));
  EXPECT_THAT(shown.err, HasSubstr("not read: status of DeviceQuota gpus in team-a: "
                                   "status.used[example.com/gpu]: \"seven\" is not a quantity"));
}

TEST_F(QuotaProgram, AQuotaThatLimitsNothingIsSaid) {
  folder_.write("state/quota.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
                "namespace: team-a}\nspec: {hard: {}}\n");
  const Outcome shown = run();
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_EQ(shown.out, "DeviceQuota gpus of team-a limits nothing: its spec.hard is empty.\n");
}

TEST_F(QuotaProgram, ANameUnderWhichNothingIsCountedIsSaid) {
  folder_.write("state/quota.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
                "namespace: team-a}\nspec: {hard: {requests.example.com/gpu: 8, pods: 4, "
                "example.com/nic: 2}}\n");
  const Outcome shown = run();
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out,
              AllOf(HasSubstr("\n\nDeviceQuota gpus of team-a: Nothing is counted as "
                              "requests.example.com/gpu now: names in a DeviceQuota have no "
                              "'requests.' in front. Write example.com/gpu: 8. "
                              "[QuotaCountsNothing]\n"),
                    Not(HasSubstr("counted as example.com/nic"))));
  const json report = json::parse(run("-n team-a -o json").out);
  EXPECT_EQ(report["quotas"][0]["countsNothing"].size(), 1U);
}

TEST_F(QuotaProgram, AQuotaThatCannotBeUsedIsSaid) {
  folder_.write("state/quota.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
                "namespace: team-a}\nspec: {hard: {example.com/gpu: -1}}\n");
  const Outcome alone = run();
  EXPECT_EQ(alone.status, 2);
  EXPECT_EQ(alone.out, "");
  EXPECT_THAT(alone.err, HasSubstr("not read: "));
  EXPECT_THAT(alone.err, HasSubstr("quota.yaml:1: DeviceQuota.drawbridge.dev team-a/gpus: "
                                   "spec.hard[example.com/gpu]: must not be negative"));
  EXPECT_EQ(run("-n team-b").status, 0);
  folder_.write("state/other.yaml", std::string(kQuota).replace(kQuota.find("gpus"), 4, "nics"));
  const Outcome beside = run();
  EXPECT_EQ(beside.status, 2);
  EXPECT_THAT(beside.out, HasSubstr("team-a     nics   example.com/gpu"));
  EXPECT_THAT(beside.err, HasSubstr("must not be negative"));
}

TEST_F(QuotaProgram, ALabelOfTheNamespaceThatSoftensOrIsUnknownIsSaid) {
  const auto labelled = [this](const std::string& value) {
    folder_.write("state/namespace.yaml",
                  "{apiVersion: v1, kind: Namespace, metadata: {name: team-a, labels: "
                  "{drawbridge.dev/enforcement: '" +
                      value + "'}}}\n");
    return run().out;
  };
  const std::string label = "\nLabel drawbridge.dev/enforcement of team-a is ";
  EXPECT_THAT(labelled("Off"),
              HasSubstr(label + "Off: nothing is refused there, and nobody is told.\n"));
  EXPECT_THAT(labelled("Warn"),
              HasSubstr(label + "Warn: nothing is refused there, only warned of."));
  EXPECT_THAT(labelled("off"), HasSubstr(label + "off, which changes nothing: write \"Off\".\n"));
  EXPECT_THAT(labelled("soft"),
              HasSubstr(label + "soft, which changes nothing: write Deny, Warn or \"Off\".\n"));
  EXPECT_THAT(labelled("Deny"), Not(HasSubstr("Label")));
  labelled("Off");
  const json report = json::parse(run("-n team-a -o json").out);
  EXPECT_EQ(report["quotas"][0]["namespaceEnforcement"], "Off");
  EXPECT_EQ(report["quotas"][0]["enforcement"], "Deny");
  // Of what is in use beyond it.
  folder_.write("state/quota.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
                "namespace: team-a}\nspec: {hard: {example.com/gpu: '8'}}\nstatus: {used: "
                "{example.com/gpu: '9'}}\n");
  EXPECT_THAT(labelled("Warn"), HasSubstr("What is there stays.\n"));
  EXPECT_THAT(labelled("Deny"), HasSubstr("What is there stays, nothing more passes.\n"));
}

TEST_F(QuotaProgram, OnlySoManyAreShown) {
  std::string pods;
  for (int i = 1; i <= 7; ++i) pods += pod_asking("p" + std::to_string(i), i);
  folder_.write("state/pods.yaml", pods);
  const std::string out = run().out;
  EXPECT_THAT(out, AllOf(HasSubstr("Pod p7\n"), HasSubstr("Pod p3\n"), Not(HasSubstr("Pod p2\n")),
                         HasSubstr("... and 3 more: -o json\n")));
}

TEST_F(QuotaProgram, AsJson) {
  folder_.write("state/pods.yaml", pod_asking("large", 4));
  const json report = json::parse(run("-n team-a -o json").out);
  const json& quota = report["quotas"].at(0);
  EXPECT_EQ(quota["name"], "gpus");
  EXPECT_EQ(quota["counted"], true);
  EXPECT_EQ(quota["resources"][0], (json{{"resource", "example.com/gpu"},
                                         {"hard", "8"},
                                         {"used", "7"},
                                         {"free", "1"},
                                         {"held", "1"},
                                         {"found", "4"}}));
  EXPECT_EQ(quota["holds"][0]["creator"], "ann");
  EXPECT_EQ(report["consumers"].size(), 2U);
  EXPECT_EQ(report["consumers"][0]["name"], "large");
  EXPECT_EQ(report["consumers"][1]["held"], true);
}

TEST_F(QuotaProgram, WhereThereIsNoneAndWhatIsNotUnderstood) {
  const Outcome none = run("-n nowhere");
  EXPECT_THAT(none.out, HasSubstr("There is no DeviceQuota in namespace nowhere (folder "));
  EXPECT_THAT(none.out, HasSubstr(" -A looks in all namespaces.\n"));
  EXPECT_EQ(none.status, 0);
  folder_.write("state/broken.yaml", "kind: DeviceQuota\n  spec: [\n");
  const Outcome unknown = run("-n nowhere");
  EXPECT_EQ(unknown.out, "") << "it may stand in what can't be read";
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("broken.yaml"));
  std::filesystem::remove(folder_.path() / "state/broken.yaml");
  const Outcome both = run("-n team-a -A");
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("-n does not go with -A"));
  EXPECT_THAT(run("-n Team_A").err, HasSubstr("is no name of a namespace"));
  EXPECT_THAT(run_program("quota --help").out, HasSubstr("drawbridge quota -n team-a"));
  EXPECT_THAT(run_program("completion bash").out, HasSubstr("quota) words=\""));
}

// A cluster in which 7 of 8 are in use, by mappings that nobody has any more.
class QuotaOfCluster : public ProgramTest {
 protected:
  QuotaOfCluster() {
    write_kubeconfig(cluster_.config().server.url());
    cluster_.serve("resource.k8s.io", "v1",
                   {"deviceclasses", "resourceslices", "resourceclaims", "resourceclaimtemplates"});
    cluster_.serve("drawbridge.dev", "v1alpha1", {"devicemappings", "devicequotas"});
    count(1);
    cluster_.put("pods", "team-a", "three",
                 R"("spec":{"containers":[{"name":"c","resources":)"
                 R"({"limits":{"example.com/gpu":"3"}}}]})");
  }

  void count(int recounts) {
    cluster_.put(
        "devicequotas", "team-a", "gpus",
        R"("spec":{"hard":{"example.com/gpu":"8"}},"status":{"mappingHash":"0","recounts":)" +
            std::to_string(recounts) + R"(,"used":{"example.com/gpu":"7"}})");
  }
  Outcome run(const std::string& arguments = "-n team-a") {
    setenv("LC_ALL", "C", 1);  // NOLINT(concurrency-mt-unsafe): one thread
    return run_program("quota --kubeconfig @/kubeconfig " + arguments);
  }

  admission::FakeCluster cluster_;
};

TEST_F(QuotaOfCluster, WhoReadsTheMappingsIsToldThatItIsBeingCounted) {
  const Outcome shown = run();
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("being counted  ? / 8     ?"), HasSubstr("Pod three"),
                               HasSubstr("what it counts has changed")));
}

// The template was another one when the pods came; the leader counts them by that.
TEST_F(QuotaOfCluster, APodCostsWhatTheStatusCountsForItsClaimsThatAreYetToCome) {
  const auto put_pod = [this](const std::string& name) {
    cluster_.put("pods", "team-a", name,
                 R"("spec":{"containers":[{"name":"c"}],"resourceClaims":)"
                 R"([{"name":"gpu","resourceClaimTemplateName":"t"}]})",
                 R"("creationTimestamp":"2026-11-22T03:00:00Z","uid":")" + name + '"');
  };
  put_pod("held");
  put_pod("unheld");
  const auto put_template = [this](const std::string& created) {
    cluster_.put("resourceclaimtemplates", "team-a", "t",
                 R"("spec":{"spec":{"devices":{"requests":[{"name":"r","exactly":)"
                 R"({"deviceClassName":"gpu.example.com","count":1}}]}}})",
                 R"("creationTimestamp":")" + created + '"');
  };
  cluster_.put("devicemappings", "", "m",
               R"("spec":{"logicalResource":"example.com/gpu","deviceClassNames":)"
               R"(["gpu.example.com"]})");
  const std::string demand =
      R"([{\"deviceClassName\":\"gpu.example.com\",\"claim\":\"gpu\",\"count\":4}])";
  cluster_.put(
      "devicequotas", "team-a", "gpus",
      R"("spec":{"hard":{"example.com/gpu":"8"}},"status":{"used":{"example.com/gpu":"7"},)"
      R"("holds":["{\"uid\":\"held\",\"kind\":\"Pod\",\"name\":\"held\",)"
      R"(\"charge\":{\"example.com/gpu\":\"4\"},\"demand\":)" +
          demand + R"(}"]})");
  const auto told = [this]() {
    const json report = json::parse(run("-n team-a -o json").out);
    std::string text = report["quotas"][0]["resources"][0]["found"];
    for (const json& each : report["consumers"])
      text += ", " + std::string(each["name"]) + " " + std::string(each["cost"]);
    return text;
  };
  put_template("2026-11-22T02:59:59Z");
  EXPECT_EQ(told(), "7, held 4, three 3") << "who has no hold did not surely pay for it";
  put_template("2026-11-22T03:00:01Z");
  EXPECT_EQ(told(), "7, held 4, three 3") << "it was not there when they came";
  put_template("2026-11-22T02:00:00Z");
  EXPECT_EQ(told(), "8, held 4, three 3, unheld 1");
}

TEST_F(QuotaOfCluster, WhoMayNotReadTheMappingsIsToldWhatTheStatusSays) {
  cluster_.forbid({"devicemappings", "deviceclasses", "resourceslices", "configmaps"});
  const Outcome shown = run();
  EXPECT_EQ(shown.status, 2);
  EXPECT_EQ(shown.out,
            "NAMESPACE  QUOTA  RESOURCE         USED / HARD                  FREE  HELD\n"
            "team-a     gpus   example.com/gpu  ##################..  7 / 8     1     0\n");
  EXPECT_EQ(shown.err,
            "drawbridge quota: DeviceClasses, ResourceSlices, DeviceMappings and Kueue's "
            "Configuration can't be read by this user, so what each pod and claim costs is not "
            "told, and what is in use and held stands as the status has it. It takes the chart's "
            "ClusterRole drawbridge-reader, by a ClusterRoleBinding.\n");
  const json report = json::parse(run("-n team-a -o json").out);
  EXPECT_EQ(report["quotas"].at(0)["counted"], true);
  EXPECT_FALSE(report["quotas"].at(0)["resources"].at(0).contains("found")) << "nobody knows";
  EXPECT_TRUE(report["consumers"].empty());
}

TEST_F(QuotaOfCluster, WhatTheStatusItselfTellsIsSaidAllTheSame) {
  cluster_.forbid({"devicemappings"});
  count(0);
  EXPECT_THAT(run().out,
              AllOf(HasSubstr("being counted  ? / 8     ?"), HasSubstr("it was not counted yet")));
}

TEST_F(QuotaOfCluster, WhoMayNotListPodsIsToldWhichRoleItTakes) {
  cluster_.forbid({"pods"});
  const Outcome shown = run();
  EXPECT_EQ(shown.status, 2);
  EXPECT_THAT(shown.out, Not(HasSubstr("LARGEST")));
  EXPECT_THAT(shown.err, AllOf(HasSubstr("quota: Pods can't be read by this user, so what each"),
                               HasSubstr("It takes ClusterRole view in namespace team-a.\n")));
}

TEST_F(QuotaOfCluster, WhoMayNotReadDeviceQuotasIsNotToldThatThereAreNone) {
  cluster_.forbid({"devicequotas", "devicemappings"});
  const Outcome shown = run();
  EXPECT_EQ(shown.status, 2);
  EXPECT_EQ(shown.out, "");
  EXPECT_EQ(shown.err,
            "drawbridge quota: DeviceQuotas can't be read by this user. It takes ClusterRole view "
            "in namespace team-a.\n");
  EXPECT_THAT(run("-A").err, HasSubstr("ClusterRole view in all namespaces.\n"));
}

// Whoever may view a namespace may get it, and not list all of them.
TEST_F(QuotaOfCluster, TheNamespaceAloneIsRead) {
  cluster_.forbid({"namespaces"});
  cluster_.put("namespaces", "", "team-a", R"("spec":{})");
  EXPECT_EQ(run().status, 0) << run().err;
  EXPECT_THAT(run("-A").err, HasSubstr("Namespaces can't be read by this user"));
}

TEST_F(QuotaOfCluster, WhereThereIsNoQuotaNothingElseMatters) {
  cluster_.remove("devicequotas", "team-a", "gpus");
  cluster_.forbid({"devicemappings"});
  const Outcome shown = run();
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("There is no DeviceQuota in namespace team-a ("));
}

}  // namespace
}  // namespace drawbridge::cli
