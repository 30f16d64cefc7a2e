// `drawbridge audit` as a program: what it judges, groups, prints and exits with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "test/webhook/admission_testing.h"
#include "test/webhook/fake_cluster.h"
#include "test/webhook/program_testing.h"
#include "test/webhook/queue_manifests.h"
#include "webhook/cli/message_docs.h"

namespace drawbridge::cli {
namespace {

using admission::kGpuCluster;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kTemplate = R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one-gpu, namespace: NS}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
---
)";

// Asks for the same devices by both paths.
constexpr std::string_view kTwice =
    "{resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}], containers: [{name: main, "
    "resources: {limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: 1}, claims: [{name: "
    "gpu}]}}]}";

std::string in_namespace(std::string text, const std::string& ns) {
  for (std::size_t at; (at = text.find("NS")) != std::string::npos;) text.replace(at, 2, ns);
  return text;
}

std::string pod(const std::string& ns, const std::string& name, const std::string& metadata = "",
                const std::string& status = "") {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: " + ns + metadata +
         "}\nspec: " + std::string(kTwice) + "\n" + status + "---\n";
}

class AuditProgram : public ProgramTest {
 protected:
  AuditProgram() {
    std::string cluster(kGpuCluster);
    const std::string device = "  - name: gpu-0\n";
    std::string more;
    for (int i = 1; i < 8; ++i) more += "  - name: gpu-" + std::to_string(i) + "\n";
    cluster.insert(cluster.find(device), more);
    folder_.write("state/cluster.yaml", cluster);
    folder_.write("state/templates.yaml", in_namespace(std::string(kTemplate), "team-a") +
                                              in_namespace(std::string(kTemplate), "team-b"));
  }

  Outcome run(const std::string& arguments = "") {
    return run_program("audit --state @/state " + arguments);
  }
  json groups() { return json::parse(run("-o json").out)["groups"]; }
  std::vector<std::string> codes() {
    std::vector<std::string> codes;
    for (const json& group : groups()) codes.push_back(group["code"]);
    return codes;
  }
  bool has(const std::string& code) {
    const std::vector<std::string> all = codes();
    return std::find(all.begin(), all.end(), code) != all.end();
  }
};

TEST_F(AuditProgram, WhereNothingIsWrong) {
  const Outcome result = run();
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("Nothing is wrong. 5 objects of folder "));
  EXPECT_EQ(result.err, "");
}

TEST_F(AuditProgram, WhatStandsTwiceOrCanNotBeReadIsNamedAndTheRestIsJudged) {
  folder_.write("state/pods.yaml", pod("team-a", "p1"));
  folder_.write("state/twice.yaml", pod("team-a", "p1"));
  folder_.write("state/broken.yaml", "kind: {Pod\n");
  const Outcome result = run();
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, HasSubstr("BothPaths"));
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("twice.yaml:1: Pod team-a/p1 stands already in "),
                    HasSubstr("pods.yaml:1. Keep one of the two"), HasSubstr("broken.yaml")));
}

TEST_F(AuditProgram, OneMistakeOfManyObjectsIsOneFinding) {
  folder_.write("state/pods.yaml", pod("team-a", "p1") + pod("team-a", "p2") + pod("team-b", "p3"));
  const Outcome result = run();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(
      result.out,
      AllOf(HasSubstr("WARNING  "), HasSubstr(" BothPaths\n"),
            HasSubstr("affects  3 Pods in 2 namespaces   (drawbridge audit --why BothPaths)"),
            HasSubstr("fix      Keep one of the two."), HasSubstr("8 objects of folder ")));
  const json group = groups()[0];
  EXPECT_EQ(group["code"], "BothPaths");
  EXPECT_EQ(group["severity"], "warn");
  EXPECT_EQ(group["namespaces"], 2);
  EXPECT_EQ(group["objects"].size(), 3);
  EXPECT_EQ(group["objects"][0]["name"], "p1");
}

TEST_F(AuditProgram, EveryObjectBehindACode) {
  folder_.write("state/pods.yaml", pod("team-a", "p1") + pod("team-b", "p3"));
  const Outcome result = run("--why BothPaths");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("    Pod team-a/p1  spec  ("), HasSubstr("pods.yaml:1)"),
                                HasSubstr("    Pod team-b/p3")));
  EXPECT_THAT(run("--why MappedTwice").out, HasSubstr("Nothing of MappedTwice was found."));
  EXPECT_EQ(run("--why MappedTwice").status, 0);
  const Outcome unknown = run("--why BothPath");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("BothPath is no code. Did you mean BothPaths?"));
}

TEST_F(AuditProgram, WhatAWorkloadMadeIsNotJudgedAgain) {
  folder_.write(
      "state/workload.yaml",
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: team-a}\n"
      "spec: {replicas: 2, template: {spec: " +
          std::string(kTwice) +
          "}}\n---\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: web-1, namespace: "
          "team-a, ownerReferences: [{kind: Deployment, name: web, controller: true}]}\n"
          "spec: {replicas: 2, template: {spec: " +
          std::string(kTwice) + "}}\n---\n" +
          pod("team-a", "web-1-a",
              ", ownerReferences: [{kind: ReplicaSet, name: web-1, controller: true}]"));
  const json group = groups()[0];
  ASSERT_EQ(group["objects"].size(), 1) << group.dump(1);
  EXPECT_EQ(group["objects"][0]["kind"], "Deployment");
  EXPECT_EQ(group["objects"][0]["field"], "spec.template.spec");
}

TEST_F(AuditProgram, APodWhoseOwnerIsNotThereIsJudged) {
  folder_.write("state/pod.yaml", pod("team-a", "p",
                                      ", ownerReferences: [{kind: ReplicaSet, name: gone, "
                                      "controller: true}]"));
  EXPECT_TRUE(has("BothPaths"));
}

TEST_F(AuditProgram, WhatHasEndedOrGoesIsLeftAlone) {
  folder_.write("state/pods.yaml",
                pod("team-a", "done", "", "status: {phase: Succeeded}\n") +
                    pod("team-a", "failed", "", "status: {phase: Failed}\n") +
                    pod("team-a", "going", ", deletionTimestamp: '2026-01-01T00:00:00Z'"));
  EXPECT_EQ(run().status, 0) << run().out;
}

TEST_F(AuditProgram, AScheduledPodIsJudgedAsItWasCreated) {
  const std::string spec =
      "spec: {nodeName: node, containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}, "
      "requests: {nvidia.com/gpu: 1}}}]}\n";
  const std::string head = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: team-a}\n";
  folder_.write("state/pod.yaml", head + spec + "status: {phase: Running}\n");
  EXPECT_FALSE(has("NodeNamePreset"));
  folder_.write("state/pod.yaml", head + spec);
  EXPECT_TRUE(has("NodeNamePreset")) << "its author chose the node";
}

// A pod that came while the webhooks were away, or before its mapping.
class AuditOfKept : public AuditProgram {
 protected:
  AuditOfKept() { folder_.write("state/nodes.yaml", node("")); }

  static std::string node(const std::string& allocatable) {
    return "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 8" +
           allocatable + "}}}\n---\n";
  }
  static std::string kept(const std::string& name, const std::string& metadata = "",
                          const std::string& spec = "", const std::string& status = "") {
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: team-a" +
           metadata + "}\nspec: {" + spec +
           "containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}, requests: "
           "{nvidia.com/gpu: 1}}}]}\n" +
           status + "---\n";
  }
  std::vector<std::string> told(const std::string& pods) {
    folder_.write("state/pods.yaml", pods);
    std::vector<std::string> names;
    for (const json& group : groups()) {
      if (group["code"] != "NotRewritten") continue;
      for (const json& object : group["objects"]) names.push_back(object["name"]);
    }
    return names;
  }
};

TEST_F(AuditOfKept, WaitsForEver) {
  EXPECT_THAT(told(kept("w1")), testing::ElementsAre("w1"));
  const json group = groups()[0];
  EXPECT_EQ(group["severity"], "warn");
  EXPECT_EQ(group["message"],
            "This Pod keeps nvidia.com/gpu, which no node offers: it was created while nothing "
            "rewrote it, and waits for ever.");
  EXPECT_EQ(group["fix"],
            "Delete it: its controller makes one that is rewritten. Where it has none, apply it "
            "again: kubectl replace --force -f FILE.");
  EXPECT_THAT(run("--why NotRewritten").out, HasSubstr("Pod team-a/w1"));
}

TEST_F(AuditOfKept, AlsoWhereAWorkloadMadeIt) {
  const std::string owner =
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: team-a}, spec: "
      "{template: {spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: "
      "1}}}]}}}}\n---\n";
  const std::string owned = ", ownerReferences: [{kind: ReplicaSet, name: web, controller: true}]";
  EXPECT_THAT(told(owner + kept("web-1", owned) + kept("web-2", owned)),
              testing::ElementsAre("web-1", "web-2"));
  EXPECT_THAT(codes(), testing::Contains("NotRewritten").Times(1)) << "one cause, one finding";
}

TEST_F(AuditOfKept, IsNothingOfWhatGoesOn) {
  const auto nothing = testing::IsEmpty();
  EXPECT_THAT(told(kept("runs", "", "nodeName: n1, ", "status: {phase: Running}\n")), nothing);
  EXPECT_THAT(told(kept("ended", "", "", "status: {phase: Failed}\n")), nothing);
  EXPECT_THAT(told(kept("goes", ", deletionTimestamp: '2026-01-01T00:00:00Z'")), nothing);
  EXPECT_THAT(told(kept("gated", "", "schedulingGates: [{name: kueue.x-k8s.io/admission}], ")),
              nothing);
  EXPECT_THAT(told(kept("w1") + "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: "
                                "{name: carrier}, spec: {extendedResourceName: nvidia.com/gpu}}\n"),
              nothing)
      << "Kubernetes may make the claim";
  folder_.write("state/nodes.yaml", node(", nvidia.com/gpu: 8"));
  EXPECT_THAT(told(kept("w1")), nothing) << "a node offers it";
  folder_.write("state/nodes.yaml", "");
  EXPECT_THAT(told(kept("w1")), nothing) << "what nodes offer is not known";
}

// /validate alone looks at its queue.
TEST_F(AuditProgram, APodThatWaitsInAQueue) {
  folder_.write("state/queue.yaml",
                admission::local_queue() + admission::resource_flavor("f") +
                    admission::cluster_queue("  resourceGroups:\n" +
                                             admission::group_of("nvidia.com/gpu", "f", 1)) +
                    admission::kueue_configuration("pod", "nvidia.com/gpu", "gpu.nvidia.com"));
  const auto write = [&](std::string_view spec, std::string_view status) {
    folder_.write(
        "state/pod.yaml",
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: default, labels: "
        "{kueue.x-k8s.io/queue-name: q}}\nspec: {" +
            std::string(spec) +
            "containers: [{name: main, resources: {limits: {nvidia.com/gpu: 2}, requests: "
            "{nvidia.com/gpu: 2}}}]}\n" +
            std::string(status));
  };
  write("schedulingGates: [{name: kueue.x-k8s.io/admission}], ", "");
  EXPECT_TRUE(has("NeverFits"));
  write("nodeName: node, ", "status: {phase: Running}\n");
  EXPECT_FALSE(has("NeverFits")) << "Kueue has admitted it";
  // What /mutate refuses /validate refuses, too.
  folder_.write("state/pod.yaml",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: default}\nspec: "
                "{schedulingGates: [{name: kueue.x-k8s.io/admission}], containers: [{name: main, "
                "resources: {claims: [{name: none}]}}]}\n");
  const json told = groups();
  const auto undeclared = std::find_if(told.begin(), told.end(), [](const json& group) {
    return group["code"] == "ClaimEntryUndeclared";
  });
  ASSERT_NE(undeclared, told.end()) << told;
  EXPECT_EQ((*undeclared)["objects"].size(), 1u) << *undeclared;
}

TEST_F(AuditProgram, AClaimThatWasMadeForAPodIsItsTemplates) {
  folder_.write("state/claims.yaml",
                "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: made, "
                "namespace: team-a, ownerReferences: [{kind: Pod, name: p, controller: true}]}\n"
                "spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, "
                "selectors: [{cel: {expression: 'device.'}}]}}]}}\n");
  EXPECT_FALSE(has("SelectorInvalid"));
}

TEST_F(AuditProgram, AnObjectThatDecisionsReadHasItsPlace) {
  folder_.write("state/broken.yaml",
                "# Compiles to nothing.\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\n"
                "metadata: {name: broken}\nspec: {selectors: [{cel: {expression: 'device.'}}]}\n");
  const Outcome result = run("--why SelectorInvalid");
  EXPECT_THAT(result.out, AllOf(HasSubstr("DeviceClass broken  spec.selectors[0]"),
                                HasSubstr("broken.yaml:2)")));
  EXPECT_FALSE(has("ObjectUnusable")) << "it is said once";
}

TEST_F(AuditProgram, ApisThatAreGone) {
  folder_.write("state/old.yaml",
                "apiVersion: resource.k8s.io/v1alpha2\nkind: ResourceClass\nmetadata: {name: gpu}\n"
                "driverName: gpu.resource.nvidia.com\n");
  const Outcome result = run();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("ERROR "), HasSubstr("RemovedApi")));
}

TEST_F(AuditProgram, WhatCannotBeUsed) {
  folder_.write("state/quota.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
                "namespace: team-a}\nspec: {hard: {nvidia.com/gpu: many}}\n");
  const Outcome result = run();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("DeviceQuota team-a/q"), HasSubstr("ObjectUnusable"),
                                HasSubstr("nvidia.com/gpu")));
}

// The ConfigMap and what it carries are one object.
TEST_F(AuditProgram, KueuesConfigurationIsCountedOnce) {
  folder_.write("state/kueue.yaml", R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config, namespace: kueue-system}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    kind: Configuration
    resources:
      deviceClassMappings:
      - {name: pool, deviceClassNames: [gpu.nvidia.com]}
      - {name: other, deviceClassNames: [gpu.nvidia.com]}
)");
  for (const json& group : groups()) {
    EXPECT_NE(group["code"], "ObjectUnusable") << "it is told why";
    for (const json& object : group["objects"]) EXPECT_NE(object["kind"], "Configuration");
  }
  EXPECT_TRUE(has("MappedTwice"));
}

// Kueue charges what templates ask for when the workload comes (kueue issue 13842).
class AuditUndercharged : public AuditProgram {
 protected:
  // A Job's Workload with two pods, admitted for so much.
  static std::string workload(const std::string& usage, const std::string& more = "") {
    return R"(
apiVersion: kueue.x-k8s.io/v1beta2
kind: Workload
metadata:
  name: job-train
  namespace: default
  ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: u-1, controller: true}]
spec:
  queueName: q
  podSets:
  - name: main
    count: 2
    template:
      spec:
        containers: [{name: main, resources: {claims: [{name: gpu}]}}]
        resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu-claim}]
status:
  admission:
    clusterQueue: research
    podSetAssignments: [{name: main, count: 2, resourceUsage: {)" +
           usage + "}}]\n" + more + "---\n";
  }
  std::vector<std::string> told(const std::string& workload, const std::string& template_more) {
    const std::string_view owner =
        "{apiVersion: batch/v1, kind: Job, metadata: {name: train, namespace: default, uid: u-1, "
        "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {template: {spec: {containers: [{name: "
        "main}]}}}}\n---\n";
    folder_.write(
        "state/kueue.yaml",
        admission::local_queue() + admission::resource_flavor("f") +
            admission::cluster_queue("  resourceGroups:\n" + admission::group_of("gpu", "f", 8)) +
            admission::claim_template("gpu-claim", "gpu.nvidia.com", template_more) +
            std::string(owner) + workload +
            admission::kueue_configuration("batch/job", "gpu", mapped_));
    std::vector<std::string> texts;
    for (const json& group : groups()) {
      if (group["code"] == "WorkloadUndercharged")
        texts.push_back(group["message"].get<std::string>() + " " +
                        group["fix"].get<std::string>());
    }
    return texts;
  }

  std::string mapped_ = "gpu.nvidia.com";  // what Kueue counts as gpu
};

TEST_F(AuditUndercharged, ATemplateThatWasMadeAnewWithMore) {
  EXPECT_THAT(told(workload("gpu: 2"), ", count: 2"),
              testing::ElementsAre(
                  "Kueue admitted this Workload for 2 gpu (pod set main), and its pods ask for 4 "
                  "by template gpu-claim: the template was made anew, or Kueue's mapping changed. "
                  "Have it admitted anew: kubectl patch workload -n default job-train "
                  "--type=merge -p '{\"spec\":{\"active\":false}}', then true."));
  // Before the class was mapped.
  EXPECT_THAT(told(workload("cpu: 2"), ""),
              testing::ElementsAre(HasSubstr("admitted this Workload for 0 gpu")));
}

// Which had been a plain resource until then.
TEST_F(AuditUndercharged, AClassThatCameLate) {
  std::string asks = workload("example.com/gpu: 2");
  const std::string_view claims = "{claims: [{name: gpu}]}";
  asks.replace(asks.find(claims), claims.size(),
               "{requests: {example.com/gpu: 1}, limits: {example.com/gpu: 1}}");
  const std::string_view entries =
      "        resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu-claim}]\n";
  asks.erase(asks.find(entries), entries.size());
  const std::string carrier =
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: late.example.com}, "
      "spec: {extendedResourceName: example.com/gpu}}\n---\n";
  EXPECT_THAT(told(asks + carrier, ""), testing::IsEmpty()) << "it counts under its own name";
  mapped_ = "late.example.com";
  EXPECT_THAT(told(asks + carrier, ""),
              testing::ElementsAre(HasSubstr("for 0 gpu (pod set main), and its pods ask for 2 as "
                                             "extended resource example.com/gpu: its DeviceClass "
                                             "came later, or Kueue's mapping changed. Have it")));
  EXPECT_THAT(told(asks, ""), testing::IsEmpty()) << "there is no class";
}

TEST_F(AuditUndercharged, WhatWasChargedInFullOrIsOver) {
  EXPECT_THAT(told(workload("gpu: 4"), ", count: 2"), testing::IsEmpty());
  EXPECT_THAT(told(workload("gpu: 8"), ", count: 2"), testing::IsEmpty()) << "made smaller";
  EXPECT_THAT(told(workload("gpu: 2"), ", count: 2, adminAccess: true"), testing::IsEmpty());
  EXPECT_THAT(
      told(workload("gpu: 2", "  conditions: [{type: Finished, status: 'True'}]\n"), ", count: 2"),
      testing::IsEmpty());
  for (const char* hostile : {"gpu: x", "gpu: []", "gpu: 1e999"})
    EXPECT_THAT(told(workload(hostile), ", count: 2"), testing::IsEmpty()) << hostile;
}

TEST_F(AuditProgram, ClassesThatShareANameAreOneFinding) {
  for (const char* name : {"a", "b", "c"})
    folder_.write(
        std::string("state/") + name + ".yaml",
        std::string("apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: ") + name +
            "}\nspec: {extendedResourceName: x.com/gpu}\n");
  const std::vector<std::string> all = codes();
  EXPECT_EQ(std::count(all.begin(), all.end(), "AmbiguousExtendedResource"), 1);
}

TEST_F(AuditProgram, OfManyCausesOfOneCodeTheFirstAreShown) {
  std::string pods;
  for (const char* container : {"a", "b", "c", "d", "e"}) {
    std::string one = pod("team-a", container);
    one.replace(one.find("name: main"), 10, std::string("name: ") + container);
    pods += one;
  }
  folder_.write("state/pods.yaml", pods);
  EXPECT_THAT(run().out, Not(HasSubstr("more of BothPaths"))) << "the same for every container";
  pods.clear();
  for (const char* count : {"1", "2", "3", "4"}) {
    std::string one = pod("team-a", std::string("p") + count);
    for (std::size_t at = 0; (at = one.find("gpu: 1", at)) != std::string::npos; ++at)
      one.replace(at, 6, std::string("gpu: ") + count);
    pods += one;
  }
  folder_.write("state/pods.yaml", pods);
  EXPECT_THAT(run().out, HasSubstr("and 1 more of BothPaths   (drawbridge audit --why BothPaths)"));
  EXPECT_EQ(groups().size(), 4);
}

TEST_F(AuditProgram, APodThatRunsHasItsDevices) {
  folder_.write("state/cluster.yaml", kGpuCluster);
  folder_.write("state/pods.yaml", pod("team-a", "waits"));
  EXPECT_TRUE(has("DevicesTooFew"));
  folder_.write("state/pods.yaml", pod("team-a", "runs", "", "status: {phase: Running}\n"));
  EXPECT_FALSE(has("DevicesTooFew"));
}

TEST_F(AuditProgram, Sarif) {
  folder_.write("state/some pods.yaml", pod("team-a", "p1") + pod("team-b", "p2"));
  const json log = json::parse(run("-o sarif").out);
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1);
  const json& driver = log["runs"][0]["tool"]["driver"];
  EXPECT_EQ(driver["name"], "drawbridge");
  ASSERT_EQ(driver["rules"].size(), 1);
  EXPECT_EQ(driver["rules"][0]["id"], "BothPaths");
  EXPECT_THAT(driver["rules"][0]["help"]["text"].get<std::string>(), HasSubstr("**Warned.**"));
  EXPECT_EQ(driver["rules"][0]["defaultConfiguration"]["level"], "warning");
  const json& results = log["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2);
  EXPECT_EQ(results[0]["ruleId"], "BothPaths");
  EXPECT_EQ(results[0]["ruleIndex"], 0);
  EXPECT_EQ(results[0]["level"], "warning");
  const json& location = results[0]["locations"][0];
  EXPECT_THAT(location["physicalLocation"]["artifactLocation"]["uri"].get<std::string>(),
              testing::EndsWith("/some%20pods.yaml"));
  EXPECT_EQ(location["physicalLocation"]["region"]["startLine"], 1);
  EXPECT_EQ(location["logicalLocations"][0]["fullyQualifiedName"], "Pod team-a/p1 spec");
}

TEST_F(AuditProgram, NamesOfTenantsAreSafeToPrint) {
  folder_.write("state/pod.yaml", pod("team-a", "\"p\\e[31m\\u202e\""));
  const Outcome result = run();
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.out.find("\xe2\x80\xae"), std::string::npos);
  EXPECT_THAT(run("-o sarif").out, Not(HasSubstr("\\u001b")));
}

TEST_F(AuditProgram, WhatCannotBeRead) {
  const Outcome folder = run_program("audit --state @/none");
  EXPECT_EQ(folder.status, 2);
  EXPECT_THAT(folder.err, HasSubstr("none"));
  const Outcome both = run("--kubeconfig @/none");
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("--state does not go with --kubeconfig"));
  const Outcome config = run_program("audit --kubeconfig @/none");
  EXPECT_EQ(config.status, 2);
  EXPECT_THAT(config.err, HasSubstr("--state DIR with manifests"));
}

// A cluster that is listed, through a kubeconfig.
class AuditOfCluster : public ProgramTest {
 protected:
  AuditOfCluster() {
    write_kubeconfig(cluster_.config().server.url());
    cluster_.serve("resource.k8s.io", "v1",
                   {"deviceclasses", "resourceslices", "resourceclaims", "resourceclaimtemplates"});
    cluster_.serve("batch", "v1", {"jobs", "cronjobs"});
    cluster_.put("deviceclasses", "", "gpu.nvidia.com",
                 R"("spec":{"extendedResourceName":"nvidia.com/gpu"})");
    cluster_.put("resourceclaimtemplates", "team-a", "one-gpu",
                 R"("spec":{"spec":{"devices":{"requests":[{"name":"gpu","exactly":)"
                 R"({"deviceClassName":"gpu.nvidia.com"}}]}}})");
  }

  std::string twice() {
    return R"("spec":{"resourceClaims":[{"name":"g","resourceClaimTemplateName":"one-gpu"}],)"
           R"("containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"1"},)"
           R"("requests":{"nvidia.com/gpu":"1"},"claims":[{"name":"g"}]}}]})";
  }
  Outcome run(const std::string& command) {
    return run_program(command + " --kubeconfig @/kubeconfig");
  }

  admission::FakeCluster cluster_;
};

TEST_F(AuditOfCluster, ListsAndJudges) {
  cluster_.put("pods", "team-a", "p", twice());
  cluster_.put("jobs", "team-a", "train", R"("spec":{"template":{)" + twice() + "}}");
  const Outcome result = run("audit -o json");
  EXPECT_EQ(result.status, 1) << result.err;
  const json report = json::parse(result.out);
  EXPECT_THAT(report["source"].get<std::string>(), HasSubstr("context \"test\" of "));
  std::size_t jobs = 0;
  std::size_t pods = 0;
  for (const json& group : report["groups"]) {
    if (group["code"] != "BothPaths") continue;
    for (const json& object : group["objects"]) {
      jobs += object["kind"] == "Job" ? 1 : 0;
      pods += object["kind"] == "Pod" ? 1 : 0;
    }
  }
  EXPECT_EQ(jobs, 1);
  EXPECT_EQ(pods, 1);
}

TEST_F(AuditOfCluster, AKindThatMayNotBeListedIsNamed) {
  cluster_.put("pods", "team-a", "p", twice());
  cluster_.forbid({"jobs"});
  const Outcome result = run("audit");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("not read: jobs: "), HasSubstr("RBAC says no")));
  EXPECT_THAT(result.out, HasSubstr("BothPaths")) << "the rest is judged all the same";
}

// As of somebody who has no rights there.
TEST_F(AuditOfCluster, WhereNothingMayBeListedNothingIsSaidToBeRight) {
  cluster_.forbid({"jobs"});
  EXPECT_THAT(run("audit").out, HasSubstr("Nothing is wrong with what could be read. 2 objects"));
  EXPECT_THAT(run("audit --why BothPaths").out,
              HasSubstr("Nothing of BothPaths was found in what could be read."));
  cluster_.forbid({"deviceclasses", "resourceslices", "resourceclaims", "resourceclaimtemplates",
                   "jobs", "cronjobs"});
  const Outcome result = run("audit");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out,
              HasSubstr("Nothing could be judged, since nothing could be read. 0 objects of "));
}

TEST_F(AuditOfCluster, ShowsItsDevices) {
  cluster_.put("resourceslices", "", "s",
               R"("spec":{"driver":"gpu.nvidia.com","nodeName":"n","pool":{"name":"n",)"
               R"("generation":1,"resourceSliceCount":1},"devices":[{"name":"gpu-0"}]})");
  const Outcome result = run("devices");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("gpu.nvidia.com  gpu.nvidia.com  -          1        1"));
}

TEST(MessageDocs, EveryCodeHasItsEntry) {
  for (const rules::Code& code : rules::all_codes())
    EXPECT_NE(message_doc(code.name), "") << code.name;
  EXPECT_EQ(message_doc("NoCode"), "");
  EXPECT_THAT(std::string(message_doc("BothPaths")), Not(HasSubstr("## ")));
}

}  // namespace
}  // namespace drawbridge::cli
