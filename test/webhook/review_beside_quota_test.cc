// `drawbridge review`: DeviceQuotas add up what objects of the files ask for that come together.
// Pods and claims are charged; whose pods of a workload come first nobody knows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Devices of a class that a DeviceMapping counts: each, or by its memory where it can be shared.
std::string counted_cluster(std::string_view hard, std::string_view quota = "",
                            std::string_view charge = "") {
  return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.x.com}, spec: "
         "{selectors: [{cel: {expression: \"device.driver == 'gpu.x.com'\"}}]}}\n---\n"
         "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: "
         "{nodeName: n, driver: gpu.x.com, pool: {name: n, generation: 1, resourceSliceCount: 1}, "
         "devices: [{name: a, allowMultipleAllocations: true, capacity: {memory: {value: 80Gi}}}, "
         "{name: b, allowMultipleAllocations: true, capacity: {memory: {value: 80Gi}}}, {name: c, "
         "allowMultipleAllocations: true, capacity: {memory: {value: 80Gi}}}]}}\n---\n"
         "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
         "{logicalResource: x.com/gpu, deviceClassNames: [gpu.x.com]" +
         std::string(charge) +
         "}}\n---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, "
         "namespace: default}, spec: {hard: {x.com/gpu: " +
         std::string(hard) + "}" + std::string(quota) + "}, status: {used: {x.com/gpu: 0}}}\n---\n";
}

constexpr std::string_view kCountedByMemory =
    ", charge: {type: Capacity, capacity: gpu.x.com/memory}";

// Of 4 of the same.
constexpr std::string_view kResourceQuota =
    "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, spec: {hard: "
    "{requests.x.com/gpu: 4}}}\n---\n";

std::string claim_asking(std::string_view name, std::string_view request) {
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: " +
         std::string(name) +
         ", namespace: default}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
         "gpu.x.com, " +
         std::string(request) + "}}]}}}\n---\n";
}

std::string spec_asking(int devices, std::string_view more = "") {
  return "{containers: [{name: c, image: i, resources: {limits: {x.com/gpu: " +
         std::to_string(devices) + "}}}]" + std::string(more) + "}";
}

std::string pod_asking_for(std::string_view name, int devices) {
  return "{apiVersion: v1, kind: Pod, metadata: {" + std::string(name) +
         ", namespace: default}, spec: " + spec_asking(devices) + "}\n---\n";
}

std::string deployment_running(std::string_view name, int replicas, std::string_view spec) {
  return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: " + std::string(name) +
         ", namespace: default}, spec: {replicas: " + std::to_string(replicas) +
         ", strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}, selector: {matchLabels: "
         "{a: b}}, template: {metadata: {labels: {a: b}}, spec: " +
         std::string(spec) + "}}}\n---\n";
}

std::string deployment_asking(std::string_view name, int replicas, int devices) {
  return deployment_running(name, replicas, spec_asking(devices));
}

// Its controller would hear that of each pod, and nobody else.
TEST(ReviewBesideQuota, AWorkloadWhosePodsNobodyCanCountIsTold) {
  const auto told = [](std::string_view driver, std::string_view more) {
    const std::string state =
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.x.com}, spec: "
        "{selectors: [{cel: {expression: \"device.driver == 'gpu.x.com'\"}}]}}\n---\n{apiVersion: "
        "resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {nodeName: n, "
        "driver: " +
        std::string(driver) +
        ", pool: {name: n, generation: 1, resourceSliceCount: 1}, devices: [{name: a, capacity: "
        "{memory: {value: 40Gi}}}]}}\n---\n{apiVersion: drawbridge.dev/v1alpha1, kind: "
        "DeviceMapping, metadata: {name: m}, spec: {logicalResource: mem, deviceClassNames: "
        "[gpu.x.com], charge: {type: Capacity, capacity: gpu.x.com/memory}}}\n---\n{apiVersion: "
        "drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: default}, "
        "spec: {hard: {" +
        std::string(more) +
        ": 80Gi}}}\n---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: "
        "{name: t, namespace: default}, spec: {spec: {devices: {requests: [{name: r, exactly: "
        "{deviceClassName: gpu.x.com}}]}}}}\n";
    return told_by_review(
        state,
        "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: "
        "{restartPolicy: Never, resourceClaims: [{name: g, resourceClaimTemplateName: t}], "
        "containers: [{name: c, image: i, resources: {claims: [{name: g}]}}]}}}}\n");
  };
  const auto is_told = Contains(
      AllOf(HasSubstr("No published device of class gpu.x.com has capacity memory, by which "
                      "DeviceQuota q counts mem, so nobody knows how much each pod of this Job "
                      "takes (container c, class gpu.x.com, by template t). "),
            HasSubstr("[QuotaUncountable]")));
  EXPECT_THAT(told("nic.x.com", "mem"), is_told);
  EXPECT_THAT(told("gpu.x.com", "mem"), Not(is_told));
  EXPECT_THAT(told("nic.x.com", "other"), Not(is_told));
}

TEST(ReviewBesideQuota, AClaimLeavesTooLittleForAWorkload) {
  EXPECT_THAT(told_by_review(counted_cluster("4"),
                             claim_asking("c", "count: 3") + deployment_asking("d", 2, 1)),
              ElementsAre("default has 0 of 4 x.com/gpu in use (DeviceQuota q), ResourceClaim c "
                          "asks for 3 and each pod of this Deployment asks for 1: only 1 of 2 pods "
                          "is let in. Run fewer pods, or have the quota raised to 5. "
                          "[QuotaExceeded]"));
  EXPECT_THAT(told_by_review(counted_cluster("5"),
                             claim_asking("c", "count: 3") + deployment_asking("d", 2, 1)),
              IsEmpty());
  EXPECT_THAT(told_by_review(counted_cluster("200Gi", "", kCountedByMemory),
                             claim_asking("c", "capacity: {requests: {memory: 60Gi}}") +
                                 claim_asking("e", "count: 2")),
              ElementsAre("default has 60Gi of 200Gi x.com/gpu in use (DeviceQuota q) and this "
                          "ResourceClaim asks for 160Gi (class gpu.x.com). Write "
                          "capacity: {requests: {memory: 70Gi}} in each request, or free 20Gi: "
                          "kubectl get pods,resourceclaims -n default shows what uses them. "
                          "[QuotaExceeded]"));
}

TEST(ReviewBesideQuota, AWorkloadLeavesTooLittleForAPodOrAClaim) {
  const std::vector<ReviewedObject> objects =
      review(counted_cluster("4"), deployment_asking("d", 3, 1) + pod_asking_for("name: p", 2));
  EXPECT_TRUE(objects[1].allowed);
  ASSERT_EQ(objects[1].findings.size(), 1U);
  EXPECT_EQ(objects[1].findings[0].severity, rules::Severity::kWarn);
  EXPECT_EQ(objects[1].findings[0].text(),
            "default has 0 of 4 x.com/gpu in use (DeviceQuota q), Deployment d asks for 3 and this "
            "Pod asks for 2: not all get theirs. Ask for 1, or have the quota raised to 5. "
            "[QuotaExceeded]");
  EXPECT_THAT(told_by_review(counted_cluster("4"),
                             deployment_asking("d", 3, 1) + claim_asking("c", "count: 2")),
              ElementsAre(HasSubstr("Deployment d asks for 3 and this ResourceClaim asks for 2: "
                                    "not all get theirs. Ask for 1, or")));
  EXPECT_THAT(told_by_review(counted_cluster("4"),
                             deployment_asking("d", 4, 1) + pod_asking_for("name: p", 1)),
              ElementsAre(HasSubstr("not all get theirs. Have the quota raised to 5.")));
  EXPECT_THAT(told_by_review(counted_cluster("5"),
                             deployment_asking("d", 3, 1) + pod_asking_for("name: p", 2)),
              IsEmpty());
}

// What is proposed lets all of them in; fewer pods are no way out where not even one fits.
TEST(ReviewBesideQuota, WhereNoPodFitsWhatIsProposedIsForAll) {
  const auto told_last = [](std::string_view hard, const std::string& given) {
    return told_by_review(counted_cluster(hard), given).back();
  };
  EXPECT_THAT(told_last("4", deployment_asking("a", 4, 1) + deployment_asking("d", 2, 2)),
              HasSubstr("asks for 2: none of them is let in. Have the quota raised to 8. ["));
  EXPECT_THAT(told_last("4", deployment_asking("a", 4, 1) + deployment_asking("d", 1, 2)),
              HasSubstr("asks for 2: it is not let in. Have the quota raised to 6. ["));
  EXPECT_THAT(
      told_last("4", deployment_asking("a", 3, 1) + deployment_asking("d", 2, 2)),
      HasSubstr("none of them is let in. Run fewer pods and ask for less, or have the quota "));
  EXPECT_THAT(told_last("5", deployment_asking("a", 3, 1) + deployment_asking("d", 2, 3)),
              HasSubstr("none of them is let in. Ask for 1 a pod, or have the quota raised to 9."));
  EXPECT_THAT(told_last("2500m", deployment_asking("d", 3, 3)),
              HasSubstr("Run fewer pods and ask for less, or have the quota raised to 9 for all 3"))
      << "one for each of them is more than that";
}

// No quota is proposed for what no cluster has.
TEST(ReviewBesideQuota, WhatNobodyCountsIsNoNumberBesideIt) {
  const std::string many =
      "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: j, namespace: "
      "default}, spec: {replicatedJobs: [{name: a, replicas: 2147483647, template: {spec: "
      "{parallelism: 2147483647, completions: 2147483647, template: {spec: " +
      spec_asking(2, ", restartPolicy: Never") + "}}}}]}}\n---\n";
  const std::string quotas = counted_cluster("4") + std::string(kResourceQuota);
  const std::vector<std::string> told = told_by_review(quotas, many + pod_asking_for("name: p", 1));
  ASSERT_EQ(told.size(), 4U);
  EXPECT_THAT(told[0], HasSubstr("pods are let in. Run fewer pods. [QuotaExceeded]"));
  EXPECT_THAT(told[2], HasSubstr("JobSet j asks for more than can be counted and this Pod asks for "
                                 "1: not all get theirs. Have JobSet j ask for less. ["));
  EXPECT_THAT(told[3], HasSubstr("and this Pod for 1 (x.com/gpu): not all get theirs. Have JobSet "
                                 "j ask for less. ["));
  EXPECT_THAT(told_by_review(counted_cluster("0", ", enforcement: Warn"),
                             many + pod_asking_for("name: p", 1))
                  .back(),
              HasSubstr("x.com/gpu). Have JobSet j ask for less. ["))
      << "the pod can't";
}

// No amount of bytes is written for them.
TEST(ReviewBesideQuota, OfWholeDevicesAsManyAsFit) {
  const auto told = [](const std::string& hard) {
    std::string cluster = counted_cluster(hard, "", kCountedByMemory);
    const std::string shared = "allowMultipleAllocations: true, capacity: {memory: {value: 80Gi}}";
    for (std::size_t at = cluster.find(shared); at != std::string::npos; at = cluster.find(shared))
      cluster.replace(at, shared.size(), "capacity: {memory: {value: 40320Mi}}");
    return told_by_review(
        cluster,
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t,"
        " namespace: default}, spec: {spec: {devices: {requests: [{name: r, exactly: "
        "{deviceClassName: gpu.x.com, count: 3}}]}}}}\n---\n" +
            deployment_running("d", 2,
                               "{resourceClaims: [{name: g, resourceClaimTemplateName: t}]"
                               ", containers: [{name: c, image: i, resources: {claims: "
                               "[{name: g}]}}]}"));
  };
  EXPECT_THAT(told("80640Mi"),
              ElementsAre(HasSubstr("Ask for 1 device, which counts whole (40320Mi), in each "
                                    "pod, or")));
  EXPECT_THAT(told("80639Mi"), ElementsAre(HasSubstr("Run fewer pods and ask for less, or")));
}

TEST(ReviewBesideQuota, AlsoWhereACapacityIsCounted) {
  const std::string job =
      "{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: default}, spec: {template: "
      "{spec: {restartPolicy: Never, resourceClaims: [{name: g, resourceClaimTemplateName: t}], "
      "containers: [{name: c, image: i, resources: {claims: [{name: g}]}}]}}}}\n---\n";
  const std::string claim_template =
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, "
      "namespace: default}, spec: {spec: {devices: {requests: [{name: r, exactly: "
      "{deviceClassName: gpu.x.com, capacity: {requests: {memory: 60Gi}}}}]}}}}\n---\n";
  EXPECT_THAT(told_by_review(
                  counted_cluster("100Gi", "", kCountedByMemory),
                  claim_template + job + claim_asking("c", "capacity: {requests: {memory: 50Gi}}")),
              ElementsAre(HasSubstr("Job j asks for 60Gi and this ResourceClaim asks for 50Gi: not "
                                    "all get theirs. Ask for 40Gi, or have the quota raised to "
                                    "110Gi. [QuotaExceeded]")));
}

TEST(ReviewBesideQuota, WhatIsRefusedTakesNothing) {
  const auto told = [](const std::string& given) {
    std::vector<std::string> names;
    for (const ReviewedObject& object : review(counted_cluster("4"), given)) {
      for (const rules::Finding& finding : object.findings) {
        if (finding.code == "QuotaExceeded") names.push_back(object.name);
      }
    }
    return names;
  };
  EXPECT_THAT(told(deployment_asking("d", 1, 5) + pod_asking_for("name: p", 4)), ElementsAre("d"));
  EXPECT_THAT(told(claim_asking("c", "count: 5") + deployment_asking("d", 4, 1)), ElementsAre("c"));
  EXPECT_THAT(told(pod_asking_for("name: p", 2) + deployment_asking("d", 1, 3) +
                   pod_asking_for("name: r", 2)),
              ElementsAre("d"))
      << "beside the Pod none of its pods is let in";
  EXPECT_THAT(told(pod_asking_for("name: p", 3) + deployment_asking("d", 1, 1) +
                   pod_asking_for("name: r", 2)),
              ElementsAre("r"))
      << "refused, and not warned besides";
}

// By its shape, of which no quota knows.
TEST(ReviewBesideQuota, WhatTheApiServerRefusesTakesNothing) {
  const auto told = [](const std::string& given) {
    std::vector<std::string> told;
    for (const ReviewedObject& object : review(counted_cluster("4"), given))
      told.push_back(object.name + (object.allowed ? "" : " refused"));
    return told;
  };
  const std::string misspelt =
      "{apiVersion: v1, kind: Pod, metadata: {name: bad, namespace: default}, spec: {containers: "
      "[{name: c, imagee: i, image: i, resources: {limits: {x.com/gpu: 3}}}]}}\n---\n";
  EXPECT_THAT(told(misspelt + pod_asking_for("name: p", 3)), ElementsAre("bad refused", "p"));
  std::string bad_claim = claim_asking("bad", "count: 3");
  bad_claim.replace(bad_claim.find("count:"), 6, "counts: 1, count:");
  EXPECT_THAT(told(bad_claim + pod_asking_for("name: p", 3)), ElementsAre("bad refused", "p"));
  EXPECT_THAT(told(claim_asking("c", "count: 1") + claim_asking("c", "count: 2") +
                   pod_asking_for("name: p", 3)),
              ElementsAre("c", "c refused", "p"))
      << "the first of the two stays";
  std::string bad_deployment = deployment_asking("bad", 2, 2);
  bad_deployment.replace(bad_deployment.find("{a: b}"), 6, "{a: c}");
  const std::string quotas = counted_cluster("4") + std::string(kResourceQuota);
  EXPECT_THAT(told_by_review(quotas, bad_deployment + deployment_asking("d", 4, 1)),
              ElementsAre(HasSubstr("[MalformedObject]")));
}

// A quota in a cluster can note only so many that were let pass and not seen; files are no cluster.
TEST(ReviewBesideQuota, AnyNumberOfObjectsIsCharged) {
  std::string given;
  for (int i = 0; i < 1002; ++i) given += pod_asking_for("name: p" + std::to_string(i), 1);
  for (int i = 0; i < 10; ++i) given += pod_asking_for("name: again", 1);
  given += pod_asking_for("name: more", 1);
  std::vector<std::string> refused;
  for (const ReviewedObject& object : review(counted_cluster("1003"), given)) {
    if (!object.allowed) refused.push_back(object.name + ": " + object.message);
  }
  EXPECT_THAT(refused, ElementsAre(HasSubstr("more: default has 1003 of 1003 x.com/gpu in use")));
}

TEST(ReviewBesideQuota, WhatIsThereOrSharedCountsOnce) {
  const std::string there = claim_asking("c", "count: 3");
  EXPECT_THAT(told_by_review(counted_cluster("4") + there, there + deployment_asking("d", 4, 1)),
              IsEmpty())
      << "in use, as the status has it";
  const std::string users = deployment_running(
      "d", 2,
      "{resourceClaims: [{name: g, resourceClaimName: c}], containers: [{name: c, image: i, "
      "resources: {claims: [{name: g}]}}]}");
  EXPECT_THAT(told_by_review(counted_cluster("4"), there + users + claim_asking("e", "count: 1")),
              ::testing::Not(::testing::Contains(HasSubstr("[QuotaExceeded]"))));
  EXPECT_THAT(told_by_review(counted_cluster("4"), deployment_asking("d", 3, 1) +
                                                       pod_asking_for("generateName: p-", 1) +
                                                       pod_asking_for("generateName: p-", 1)),
              ElementsAre(HasSubstr("Deployment d and 1 other ask for 4 and this Pod asks for 1")))
      << "two Pods of one generateName";
}

// As `kubectl get` prints them.
TEST(ReviewBesideQuota, PodsOfAWorkloadInTheFilesAreNotBesideIt) {
  const std::string own = pod_asking_for(
      "name: d-1-x, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: d-1, uid: u, "
      "controller: true}]",
      3);
  const std::string quotas = counted_cluster("4") + std::string(kResourceQuota);
  EXPECT_THAT(told_by_review(quotas, deployment_asking("d", 1, 3) + own), IsEmpty());
  const std::string set =
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: d-1, namespace: default, "
      "ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: d, uid: v, controller: "
      "true}]}, spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: "
      "{a: b}}, spec: " +
      spec_asking(3) + "}}}\n---\n";
  const std::string more = pod_asking_for("name: more", 2);
  EXPECT_THAT(told_by_review(quotas, own + set + deployment_asking("d", 1, 3) + more),
              ElementsAre("default has 3 of 4 x.com/gpu in use (DeviceQuota q) and this Pod asks "
                          "for 2 (container c, as extended resource x.com/gpu). Ask for 1, or free "
                          "one: kubectl get pods,resourceclaims -n default shows what uses them. "
                          "[QuotaExceeded]",
                          "ResourceQuota r has 0 of 4 requests.x.com/gpu in use, Deployment d asks "
                          "for 3 and this Pod for 2 (x.com/gpu): not all get theirs. Ask for "
                          "fewer, or have it raised to 5. [ResourceQuotaExceeded]"))
      << "its pods first, as kubectl prints them; of another Pod they are in use";
  EXPECT_THAT(told_by_review(quotas, own + set + deployment_asking("d", 1, 3) +
                                         pod_asking_for("name: more", 1)),
              IsEmpty());
  EXPECT_THAT(told_by_review(counted_cluster("8"), own + set + deployment_asking("d", 2, 3) +
                                                       pod_asking_for("name: more", 6)),
              ElementsAre(HasSubstr("has 3 of 8 x.com/gpu in use (DeviceQuota q), Deployment d "
                                    "asks for 3 and this Pod asks for 6")))
      << "beside the one that is there another one comes";
}

TEST(ReviewBesideQuota, AQuotaThatOnlyWarnsIsNotToldTwice) {
  EXPECT_THAT(
      told_by_review(counted_cluster("4", ", enforcement: Warn"),
                     deployment_asking("d", 3, 1) + pod_asking_for("name: p", 5)),
      ElementsAre(HasSubstr("has 0 of 4 x.com/gpu in use (DeviceQuota q), Deployment d asks "
                            "for 3 and this Pod asks for 5")));
  EXPECT_THAT(told_by_review(counted_cluster("4", ", enforcement: Warn"),
                             deployment_asking("d", 3, 1) + pod_asking_for("name: p", 2)),
              ElementsAre(HasSubstr("not all get theirs")));
}

// What a charge finds in use holds the pods and claims before it; workloads are beside that.
TEST(ReviewBesideQuota, WhatWasChargedBeforeIsNotAskedForBesides) {
  const std::string cluster = counted_cluster("8");
  const std::string uncounted = cluster.substr(0, cluster.find(", status: ")) + "}\n---\n";
  const auto used = [&](int devices) {
    return cluster.substr(0, cluster.find(", status: ")) +
           ", status: {used: {x.com/gpu: " + std::to_string(devices) + "}}}\n---\n";
  };
  const std::string first = claim_asking("a", "count: 2");
  const std::string second = first + claim_asking("b", "count: 4");
  EXPECT_THAT(told_by_review(used(3), second),
              ElementsAre("default has 5 of 8 x.com/gpu in use (DeviceQuota q) and this "
                          "ResourceClaim asks for 4 (class gpu.x.com). Ask for 3, or free one: "
                          "kubectl get pods,resourceclaims -n default shows what uses them. "
                          "[QuotaExceeded]"));
  EXPECT_THAT(told_by_review(used(2), second), IsEmpty());
  EXPECT_THAT(told_by_review(used(3), first + claim_asking("b", "count: 3")), IsEmpty());
  EXPECT_THAT(
      told_by_review(uncounted, pod_asking_for("name: a", 3) + pod_asking_for("name: b", 3) +
                                    claim_asking("c", "count: 2") + claim_asking("d", "count: 4")),
      ElementsAre("default has 8 of 8 x.com/gpu in use (DeviceQuota q) and this "
                  "ResourceClaim asks for 4 (class gpu.x.com). Free 4, or have the quota "
                  "raised: kubectl get pods,resourceclaims -n default shows what uses "
                  "them. [QuotaExceeded]"));
}

// What comes beside it is no more than asked for, so nobody can free it.
TEST(ReviewBesideQuota, WhatComesBesideARefusedPodIsNotFreed) {
  const std::string before = claim_asking("c", "count: 4") + deployment_asking("d", 3, 1);
  EXPECT_THAT(told_by_review(counted_cluster("8"), before + pod_asking_for("name: p", 5)),
              ElementsAre("default has 4 of 8 x.com/gpu in use (DeviceQuota q), Deployment d asks "
                          "for 3 and this Pod asks for 5 (container c, as extended resource "
                          "x.com/gpu). Ask for 1, or free 4: "
                          "kubectl get pods,resourceclaims -n default shows what uses them. "
                          "[QuotaExceeded]"));
  EXPECT_THAT(told_by_review(counted_cluster("8"), before + pod_asking_for("name: p", 6)),
              ElementsAre("default has 4 of 8 x.com/gpu in use (DeviceQuota q), Deployment d asks "
                          "for 3 and this Pod asks for 6 (container c, as extended resource "
                          "x.com/gpu). Ask for 1, or have the "
                          "quota raised to 13: kubectl get devicequota -n default. "
                          "[QuotaExceeded]"));
  EXPECT_THAT(told_by_review(counted_cluster("8"), before + pod_asking_for("name: p", 1)),
              IsEmpty());
  EXPECT_THAT(told_by_review(counted_cluster("13"), before + pod_asking_for("name: p", 6)),
              IsEmpty());
}

// What is asked for in its place has to fit beside the others.
TEST(ReviewBesideQuota, WhatIsRefusedIsToldWhatTheOthersLeave) {
  EXPECT_THAT(told_by_review(counted_cluster("6"),
                             deployment_asking("d", 2, 1) + pod_asking_for("name: p", 8)),
              ElementsAre(AllOf(HasSubstr("Deployment d asks for 2 and this Pod asks for 8"),
                                HasSubstr("Ask for 4, or have the quota raised to 10"))));
}

// A Pod that waits behind Kueue's gate is charged by quotas that count it, and by no other.
TEST(ReviewBesideQuota, APodInAQueueCountsWhereItIsCharged) {
  const std::string queued =
      "{apiVersion: v1, kind: Pod, metadata: {name: w, namespace: default, labels: "
      "{kueue.x-k8s.io/queue-name: q}}, spec: " +
      spec_asking(3, ", schedulingGates: [{name: kueue.x-k8s.io/admission}]") + "}\n---\n";
  EXPECT_THAT(told_by_review(counted_cluster("4"), queued + deployment_asking("d", 2, 1)),
              ElementsAre(HasSubstr("Pod w asks for 3 and each pod of this Deployment")));
  EXPECT_THAT(told_by_review(counted_cluster("4", ", excludeQueued: true"),
                             queued + deployment_asking("d", 2, 1)),
              IsEmpty());
}

}  // namespace
}  // namespace drawbridge::cli
