// `drawbridge review`: what keeps pods from flavors, and quota from being enough.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "test/webhook/review_queue_testing.h"
#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// ClusterQueue research with this in its spec, behind LocalQueue q, and what stands beside it.
std::string state_with(std::string_view spec, std::string_view more = "") {
  std::string text = kPoolQueue;
  text.erase(text.find("  resourceGroups:"),
             text.find("---\napiVersion: resource.k8s.io") - text.find("  resourceGroups:"));
  text.insert(text.find("  namespaceSelector: {}\n"), "  " + std::string(spec) + "\n");
  return text + configured_for("batch/job, jobset.x-k8s.io/jobset") + std::string(more);
}

std::string pool_of(std::string_view flavors) {
  return "resourceGroups: [{coveredResources: [pool], flavors: [" + std::string(flavors) + "]}]";
}

std::string flavor(std::string_view name, std::string_view spec) {
  return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: " +
         std::string(name) + "}, spec: {" + std::string(spec) + "}}\n";
}

TEST(ReviewQueueFlavors, OfSeveralFlavorsTheNearestIsTold) {
  const auto told = [](std::string_view pod, std::string_view quota = "8") {
    const std::string of = ", resources: [{name: pool, nominalQuota: ";
    std::string object = queued_job();
    object.insert(object.find("restartPolicy"), pod);
    return told_by_kind(
        state_with(pool_of("{name: a100" + of + "8}]}, {name: h100" + of + std::string(quota) +
                           "}]}, {name: spot" + of + "8}]}"),
                   flavor("a100",
                          "nodeLabels: {gpu: a100}, nodeTaints: [{key: a, effect: "
                          "NoSchedule}]") +
                       flavor("h100",
                              "nodeLabels: {gpu: h100}, nodeTaints: [{key: h, effect: "
                              "NoSchedule}]") +
                       flavor("spot",
                              "nodeLabels: {gpu: h100}, nodeTaints: [{key: h, effect: "
                              "NoSchedule}, {key: spot, effect: NoSchedule}]")),
        object);
  };
  EXPECT_THAT(told("nodeSelector: {gpu: h100}, "),
              ElementsAre(AllOf(
                  HasSubstr("takes its pods (h100, which is nearest: they do not tolerate its "
                            "taint h:NoSchedule). Add to tolerations: - {key: h, operator: "
                            "Exists}. [NoFlavorFits]"))));
  EXPECT_THAT(told("nodeSelector: {gpu: h100}, ", "0"), ElementsAre(HasSubstr("(spot, which is")))
      << "which has enough";
  EXPECT_THAT(told(""), ElementsAre(HasSubstr("(a100, which is nearest: they do not tolerate")))
      << "the first that is as near";
  EXPECT_THAT(told("nodeSelector: {gpu: l4}, tolerations: [{key: h, operator: Exists}], "),
              ElementsAre(HasSubstr("(h100, which is nearest: they have nodeSelector gpu=l4, and "
                                    "its nodes have gpu=h100). Write gpu=h100 in nodeSelector "
                                    "where flavor h100 is meant; else see what there is: kubectl "
                                    "get resourceflavors -o yaml. [NoFlavorFits]")));
}

TEST(ReviewQueueFlavors, AllThatKeepsPodsFromAFlavorIsTold) {
  const std::string tainted =
      flavor("big", "nodeTaints: [{key: x, effect: NoSchedule}, {key: z, effect: NoExecute}]");
  EXPECT_THAT(
      told_by_kind(
          state_with(pool_of("{name: big, resources: [{name: pool, nominalQuota: 8}]}"), tainted),
          queued_job()),
      ElementsAre(AllOf(HasSubstr("do not tolerate its taints x:NoSchedule and z:NoExecute"),
                        HasSubstr("Add to tolerations: - {key: x, operator: Exists}, - {key: z, "
                                  "operator: Exists}. [NoFlavorFits]"))));
  const std::string both = state_with(
      pool_of("{name: big, resources: [{name: pool, nominalQuota: 8}]}, {name: f, resources: "
              "[{name: pool, nominalQuota: 1}]}"),
      flavor("big", "nodeLabels: {gpu: h100}, nodeTaints: [{key: x, effect: NoSchedule}]"));
  std::string selects = queued_job();
  selects.insert(selects.find("restartPolicy"), "nodeSelector: {gpu: a100}, ");
  EXPECT_THAT(
      told_by_kind(both, selects),
      ElementsAre(
          AllOf(HasSubstr("Flavor big has enough, but the pods do not tolerate its taint "
                          "x:NoSchedule; and they have nodeSelector gpu=a100, and its nodes "
                          "have gpu=h100."),
                HasSubstr("or add to tolerations: - {key: x, operator: Exists}, and take gpu=a100 "
                          "out of nodeSelector for flavor big."))));
}

// To mend one of them is not enough.
TEST(ReviewQueueFlavors, AllOfThatIsToBeChanged) {
  const std::string state =
      state_with(pool_of("{name: big, resources: [{name: pool, nominalQuota: 8}]}"),
                 flavor("big", "nodeLabels: {gpu: h100, zone: x}"));
  const auto told = [&state](const std::string& of_pods) {
    std::string job = queued_job();
    return told_by_kind(state, job.insert(job.find("restartPolicy"), of_pods));
  };
  const auto affinity = [](const std::string& terms) {
    return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
           "{nodeSelectorTerms: [" +
           terms + "]}}}, ";
  };
  const std::string of_zone = "{key: zone, operator: In, values: [w, z]}";
  EXPECT_THAT(
      told("nodeSelector: {gpu: a100}, " + affinity("{matchExpressions: [" + of_zone + "]}")),
      ElementsAre(AllOf(
          HasSubstr("(big: they have nodeSelector gpu=a100, and its nodes have gpu=h100; and "
                    "they have a node affinity that wants zone in (w, z), and its nodes have "
                    "zone=x). Write gpu=h100 in nodeSelector and have the node affinity allow "
                    "zone=x where flavor big is meant; else see what there is: kubectl"))));
  EXPECT_THAT(
      told(affinity("{matchExpressions: [" + of_zone +
                    ", {key: gpu, operator: DoesNotExist}"
                    "]}, {matchExpressions: [{key: gpu, operator: NotIn, values: [h100]}]}")),
      ElementsAre(HasSubstr("wants gpu not in (h100), and its nodes have gpu=h100). Have the "
                            "node affinity allow gpu=h100 where")))
      << "of alternatives the one with the least in the way";
  std::string placed = queued_job();
  placed.insert(
      placed.find("template: {") + 11,
      "metadata: {annotations: {kueue.x-k8s.io/podset-unconstrained-topology: 'true'}}, ");
  placed.insert(placed.find("restartPolicy"), "nodeSelector: {gpu: a100}, ");
  EXPECT_THAT(told_by_kind(state, placed),
              ElementsAre(HasSubstr("Take the annotations kueue.x-k8s.io/podset-...-topology away, "
                                    "and write gpu=h100 in nodeSelector where")));
}

// As many as a ResourceFlavor may have, each key once.
TEST(ReviewQueueFlavors, AllTaintsOfAFlavorAreToBeTolerated) {
  std::string taints;
  std::string tolerations;
  for (int i = 0; i < 8; ++i) {
    const std::string key = "k" + std::to_string(i / 2);
    taints += (i == 0 ? "{key: " : ", {key: ") + key +
              ", effect: " + (i % 2 == 0 ? "NoSchedule}" : "NoExecute}");
    if (i % 2 == 0)
      tolerations += (i == 0 ? "- {key: " : ", - {key: ") + key + ", operator: Exists}";
  }
  EXPECT_THAT(
      told_by_kind(state_with(pool_of("{name: big, resources: [{name: pool, nominalQuota: 8}]}"),
                              flavor("big", "nodeTaints: [" + taints + "]")),
                   queued_job()),
      ElementsAre(AllOf(HasSubstr("k3:NoSchedule and k3:NoExecute)"),
                        HasSubstr("Add to tolerations: " + tolerations + ". ["))));
}

TEST(ReviewQueueFlavors, TheLongestTaintCanBeToleratedAsItIsTold) {
  const std::string key = std::string(249, 'd') + ".com/" + std::string(63, 'k');
  EXPECT_THAT(
      told_by_kind(state_with(pool_of("{name: big, resources: [{name: pool, nominalQuota: 8}]}"),
                              flavor("big", "nodeTaints: [{key: " + key + ", value: " +
                                                std::string(63, 'v') + ", effect: NoSchedule}]")),
                   queued_job()),
      ElementsAre(HasSubstr("Add to tolerations: - {key: " + key + ", operator: Exists}.")));
}

TEST(ReviewQueueFlavors, ForAFlavorThatIsToBeOpenedFewerPodsAreTold) {
  const std::string state = state_with(
      pool_of("{name: big, resources: [{name: pool, nominalQuota: 8}]}"),
      flavor("big", "nodeLabels: {gpu: h100}, nodeTaints: [{key: x, effect: NoSchedule}]"));
  std::string job = queued_job();
  job.insert(job.find("suspend: true"), "parallelism: 9, completions: 9, ");
  job.insert(job.find("restartPolicy"), "nodeSelector: {gpu: a100}, ");
  EXPECT_THAT(
      told_by_kind(state, job),
      UnorderedElementsAre(HasSubstr("Run 4 pods at most, or raise nominalQuota"),
                           HasSubstr("Add to tolerations: - {key: x, operator: Exists}, and "
                                     "write gpu=h100 in nodeSelector")));
}

// core/v1 Toleration.ToleratesTaint, which Kueue asks with comparison operators.
TEST(ReviewQueueFlavors, TolerationsThatCompareNumbers) {
  const std::string state =
      state_with(pool_of("{name: fast, resources: [{name: pool, nominalQuota: 8}]}"),
                 flavor("fast", "nodeTaints: [{key: sla, value: '700', effect: NoSchedule}]"));
  const auto told = [&](std::string_view how, std::string_view value) {
    std::string job = queued_job();
    return told_by_kind(state, job.insert(job.find("containers:"),
                                          "tolerations: [{key: sla, operator: " + std::string(how) +
                                              ", value: '" + std::string(value) + "'}], "));
  };
  EXPECT_THAT(told("Gt", "699"), IsEmpty());
  EXPECT_THAT(told("Gt", "700"), ElementsAre(HasSubstr("do not tolerate its taint sla=700")));
  EXPECT_THAT(told("Lt", "701"), IsEmpty());
  EXPECT_THAT(told("Lt", "700"), ElementsAre(HasSubstr("do not tolerate its taint sla=700")));
  EXPECT_THAT(told("Gt", "0699"), ElementsAre(HasSubstr("sla=700")))
      << "not as Kubernetes reads it";
  EXPECT_THAT(told("Gt", "slow"), ElementsAre(HasSubstr("sla=700")));
}

// Raising a limit that does not bind, or of a cohort with too little, does not help.
TEST(ReviewQueueFlavors, ABorrowingLimitIsRaisedOnlyWhereThatIsEnough) {
  const auto fix = [](int limit, int lent) {
    return told_by_kind(
        state_with("cohortName: ml\n  " + pool_of("{name: f, resources: [{name: pool, "
                                                  "nominalQuota: 1, borrowingLimit: " +
                                                  std::to_string(limit) + "}]}"),
                   "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: "
                   "{name: vision}, spec: {cohortName: ml, namespaceSelector: {}, "
                   "resourceGroups: [{coveredResources: [pool], flavors: [{name: f, resources: "
                   "[{name: pool, nominalQuota: " +
                       std::to_string(lent) + "}]}]}]}}\n"),
        queued_job());
  };
  EXPECT_THAT(fix(0, 1),
              ElementsAre(HasSubstr("raise nominalQuota or borrowingLimit of ClusterQueue")));
  EXPECT_THAT(fix(0, 0), ElementsAre(HasSubstr("raise nominalQuota of ClusterQueue")));
  EXPECT_THAT(fix(6, 0), ElementsAre(HasSubstr("raise nominalQuota of ClusterQueue")));
  EXPECT_THAT(fix(6, 1), IsEmpty());
}

TEST(ReviewQueueFlavors, SeveralResourcesAreToldAtOnce) {
  std::string asks = queued_job();
  asks.insert(asks.find("claims: [{name: g}]"), "requests: {cpu: 2, memory: 2Gi}, ");
  EXPECT_THAT(
      told_by_kind(state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}")),
                   asks),
      ElementsAre(AllOf(HasSubstr("asks for 2 cpu and 2Gi memory, and ClusterQueue research "
                                  "has no quota of these names."),
                        HasSubstr("Cover cpu and memory in ClusterQueue research"))));
  const std::string small = state_with(
      "resourceGroups: [{coveredResources: [cpu, memory, pool], flavors: [{name: f, resources: "
      "[{name: cpu, nominalQuota: 1}, {name: memory, nominalQuota: 4Gi}, {name: pool, "
      "nominalQuota: 1}]}]}]");
  EXPECT_THAT(told_by_kind(small, asks),
              ElementsAre(HasSubstr("Ask for 1 cpu, or raise nominalQuota of cpu in ClusterQueue "
                                    "research."),
                          HasSubstr("Ask for 1 pool, or raise nominalQuota of pool in "
                                    "ClusterQueue research.")));
}

TEST(ReviewQueueFlavors, NamesWithoutQuotaHideNothingThatIsTooMuch) {
  std::string asks = queued_job();
  asks.insert(asks.find("claims: [{name: g}]"),
              "requests: {cpu: 2, memory: 2Gi, ephemeral-storage: 1Gi, hugepages-2Mi: 2Mi}, ");
  EXPECT_THAT(
      told_by_kind(state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 1}]}")),
                   asks),
      ElementsAre(AllOf(HasSubstr("it asks for 2 pool"), HasSubstr("[NeverFits]")),
                  HasSubstr("has no quota of these names.")));
}

TEST(ReviewQueueFlavors, AFlavorThatNeverTakesThePodsIsNotWaitedFor) {
  std::string asks = queued_job();
  asks.insert(asks.find("claims: [{name: g}]"), "requests: {cpu: 4}, ");
  const std::string queue = state_with(
      "resourceGroups: [{coveredResources: [cpu, pool], flavors: [{name: f, resources: [{name: "
      "cpu, nominalQuota: 64}, {name: pool, nominalQuota: 2}]}, {name: small, resources: [{name: "
      "cpu, nominalQuota: 2}, {name: pool, nominalQuota: 8}]}]}]",
      flavor("small", ""));
  std::string used = queue;
  used.replace(used.find("---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass"), 3,
               "status: {flavorsReservation: [{name: f, resources: [{name: pool, total: 1}]}, "
               "{name: small, resources: [{name: pool, total: 7}]}]}\n---");
  EXPECT_THAT(told_by_kind(queue, asks), IsEmpty());
  EXPECT_THAT(told_by_kind(used, asks),
              ElementsAre(HasSubstr("(1 of 2 used, flavor f) can get 1 more")));
}

TEST(ReviewQueueFlavors, WhatATransformationRetains) {
  const std::string given =
      "{apiVersion: batch/v1, kind: Job, metadata: {name: j, " + std::string(kInQueue) +
      "}, spec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: main, "
      "image: i, resources: {limits: {x.com/mig: 1}}}]}}}}\n";
  const auto told = [&](std::string_view strategy) {
    std::string state =
        state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}"));
    state.erase(state.find("---\napiVersion: config.kueue"));
    return told_by_kind(
        state + configured_for("batch/job", "transformations: [{input: x.com/mig, strategy: " +
                                                std::string(strategy) + ", outputs: {pool: 1}}]"),
        given);
  };
  EXPECT_THAT(told("Replace"), IsEmpty());
  EXPECT_THAT(told("Retain"),
              ElementsAre(HasSubstr("Write strategy: Replace in the transformation of x.com/mig in "
                                    "Kueue's Configuration, and restart Kueue, so that pool "
                                    "counts alone. [QueueNotCovering]")));
}

TEST(ReviewQueueFlavors, AnImplicitNameIsOneMistake) {
  const std::string given =
      "{apiVersion: batch/v1, kind: Job, metadata: {name: j, " + std::string(kInQueue) +
      "}, spec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: main, "
      "image: i, resources: {limits: {deviceclass.resource.kubernetes.io/gpu.example.com: "
      "1}}}]}}}}\n";
  EXPECT_THAT(
      told_by_kind(state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}")),
                   given),
      ElementsAre(HasSubstr("Ask by a claim template with deviceClassName: gpu.example.com. "
                            "[QueueNotCovering]")));
}

TEST(ReviewQueueFlavors, InLimitsAloneAnExtendedResourceCountsUnderItsOwnName) {
  const auto told = [](std::string_view covered, std::string_view resources,
                       std::string_view kind = "Job") {
    std::string state =
        state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}"));
    state.erase(state.find("---\napiVersion: config.kueue"));
    const std::string carries = "metadata: {name: gpu.example.com}\nspec: {";
    state.insert(state.find(carries) + carries.size(), "extendedResourceName: pool.com/x");
    state.replace(state.find("[pool]"), 6, "[" + std::string(covered) + "]");
    state.replace(state.find("name: pool,"), 11, "name: " + std::string(covered) + ",");
    const std::string spec =
        "{restartPolicy: Never, containers: [{name: main, image: i, "
        "resources: {" +
        std::string(resources) + "}}]}";
    const std::string meta = "metadata: {name: j, " + std::string(kInQueue) + "}, spec: ";
    return told_by_kind(state + configured_for("batch/job, pod",
                                               "deviceClassMappings: [{name: pool, "
                                               "deviceClassNames: [gpu.example.com]}]"),
                        kind == "Pod" ? "{apiVersion: v1, kind: Pod, " + meta + spec + "}\n"
                                      : "{apiVersion: batch/v1, kind: Job, " + meta +
                                            "{suspend: true, template: {spec: " + spec + "}}}\n");
  };
  const std::string_view limits = "limits: {pool.com/x: 1}";
  const std::string_view both = "limits: {pool.com/x: 1}, requests: {pool.com/x: 1}";
  EXPECT_THAT(told("pool", both), IsEmpty());
  EXPECT_THAT(told("pool", limits, "Pod"), IsEmpty()) << "a pod has requests from the API server";
  EXPECT_THAT(
      told("pool", limits),
      ElementsAre("Job: This Job can never run in queue q: Kueue 0.19 counts pool.com/x, which "
                  "its pods name in limits alone, under that name, and ClusterQueue research "
                  "has quota of pool. Name it in requests, too: it counts as pool then. "
                  "[QueueNotCovering]"));
  EXPECT_THAT(told("pool.com/x", limits),
              ElementsAre(HasSubstr("under that name as long as it stands in limits alone; in "
                                    "requests, too, it counts as pool. Cover pool in the "
                                    "ClusterQueue. [MappedTwice]")));
  EXPECT_THAT(told("pool.com/x", both),
              ElementsAre(HasSubstr("Cover pool instead of pool.com/x in ClusterQueue research")));
}

TEST(ReviewQueueFlavors, MappingsThatTakeNoMoreClasses) {
  const auto fix = [](const std::string& mappings) {
    std::string state =
        state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}"));
    state.erase(state.find("---\napiVersion: config.kueue"));
    const std::string carries = "metadata: {name: gpu.example.com}\nspec: {";
    state.insert(state.find(carries) + carries.size(), "extendedResourceName: pool.com/x");
    state.replace(state.find("[pool]"), 6, "[pool.com/x]");
    state.replace(state.find("name: pool,"), 11, "name: pool.com/x,");
    return told_by_kind(
        state + configured_for("batch/job", "deviceClassMappings: [" + mappings + "]"),
        queued_job());
  };
  EXPECT_THAT(fix("{name: pool.com/x, deviceClassNames: [a]}"),
              ElementsAre(HasSubstr("Add gpu.example.com to the deviceClassNames of pool.com/x")));
  EXPECT_THAT(fix("{name: pool.com/x, deviceClassNames: [a, b, c, d, e, f, g, h]}"),
              ElementsAre(HasSubstr("- {name: gpu.example.com, deviceClassNames: "
                                    "[gpu.example.com]}; and cover gpu.example.com in")));
  EXPECT_THAT(fix("{name: pool.com/x, deviceClassNames: [a], sources: [{counter: {name: m, driver: "
                  "d.com, deviceSelector: {cel: {expression: 'true'}}}}]}"),
              ElementsAre(HasSubstr("- {name: gpu.example.com, deviceClassNames: ")));
  std::string full;
  for (int i = 0; i < 16; ++i)
    full += (i == 0 ? "{name: p" : ", {name: p") + std::to_string(i) + ", deviceClassNames: [c" +
            std::to_string(i) + "]}";
  EXPECT_THAT(fix(full), ElementsAre(HasSubstr("They have 16 entries, as many as Kueue takes")));
}

TEST(ReviewQueueFlavors, TheFewestPodsOfAJob) {
  const auto told = [](std::string_view annotations) {
    std::string of_pods = queued_job();
    of_pods.insert(of_pods.find("labels:"), "annotations: {" + std::string(annotations) + "}, ");
    of_pods.insert(of_pods.find("suspend: true"), "parallelism: 4, completions: 4, ");
    return told_by_kind(
        state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}")), of_pods);
  };
  const std::string least = "kueue.x-k8s.io/job-min-parallelism: ";
  EXPECT_THAT(told(least + "'3'"), IsEmpty());
  EXPECT_THAT(told(least + "'4'"),
              ElementsAre(AllOf(HasSubstr("is 4, and must be less than the 4 pods, and 1 at least"),
                                HasSubstr("job-min-parallelism: \"3\" at most."))));
  EXPECT_THAT(told(least + "x"), ElementsAre(HasSubstr("is x, and must be less")));
  EXPECT_THAT(told(least + "'0'"), ElementsAre(HasSubstr("is 0, and must be less")));
  EXPECT_THAT(told(least + "'2', kueue.x-k8s.io/elastic-job: 'true'"),
              ElementsAre(HasSubstr("stands beside kueue.x-k8s.io/elastic-job")));
}

// pkg/dra, validateCELSelectorsAgainstDevices.
TEST(ReviewQueueFlavors, SelectorsThatKueuePutsToDevicesItself) {
  const auto told = [](std::string_view selector, int count) {
    std::string state = state_with(pool_of("{name: f, resources: [{name: pool, nominalQuota: 8}]}"),
                                   R"(---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  nodeName: n
  driver: d.example.com
  pool: {name: n, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: a, attributes: {big: {bool: true}}, allowMultipleAllocations: true}
  - {name: b, attributes: {big: {bool: true}}, allowMultipleAllocations: true}
  - {name: c, attributes: {big: {bool: false}}, allowMultipleAllocations: true}
)");
    const std::string two = "count: 2}";
    return told_by_kind(state.replace(state.find(two), two.size(),
                                      "count: " + std::to_string(count) +
                                          ", selectors: [{cel: "
                                          "{expression: \"" +
                                          std::string(selector) + "\"}}]}"),
                        queued_job());
  };
  const std::string_view big = "device.attributes['d.example.com'].big";
  EXPECT_THAT(told(big, 2), IsEmpty());
  EXPECT_THAT(told(big, 3), Contains(HasSubstr("it asks for 3 devices of class gpu.example.com "
                                               "(template two), and 2 in the cluster match its "
                                               "selectors.")));
  EXPECT_THAT(told("device.allowMultipleAllocations", 2),
              ElementsAre(HasSubstr("reads allowMultipleAllocations, which Kueue's CEL does not "
                                    "know")));
}

}  // namespace
}  // namespace drawbridge::cli
