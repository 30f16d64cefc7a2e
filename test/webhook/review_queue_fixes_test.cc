// `drawbridge review`: what of a workload or its queue has to be changed, in names and numbers that
// can be written as they are told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// LocalQueue q, whose ClusterQueue has these of flavor f: "cpu: 4, nvidia.com/gpu: 8".
std::string queue_having(std::string_view quotas) {
  std::string names;
  std::string resources;
  while (!quotas.empty()) {
    const std::string_view one = quotas.substr(0, quotas.find(", "));
    quotas.remove_prefix(std::min(one.size() + 2, quotas.size()));
    const std::size_t colon = one.find(':');
    const std::string between = names.empty() ? "" : ", ";
    names += between + std::string(one.substr(0, colon));
    resources += between + "{name: " + std::string(one.substr(0, colon)) +
                 ", nominalQuota: " + std::string(one.substr(colon + 1)) + "}";
  }
  return admission::local_queue() + admission::resource_flavor("f") +
         admission::cluster_queue("  resourceGroups: [{coveredResources: [" + names +
                                  "], flavors: [{name: f, resources: [" + resources + "]}]}]\n");
}

// Kueue counts class gpu.example.com as this; `more` are lines of its own.
std::string counting_as(std::string_view resource, std::string_view more = "") {
  return admission::device_class("gpu.example.com") +
         admission::claim_template("two", "gpu.example.com", ", count: 2") +
         admission::kueue_configuration("batch/job, pod, ray.io/raycluster", resource,
                                        "gpu.example.com",
                                        "waitForPodsReady: {}\n" + std::string(more));
}

// Kueue lets the second wait until the first has ended.
TEST(ReviewQueueFixes, WorkloadsOfOneFileAreJudgedEachByItself) {
  const auto job = [](const std::string& name, const std::string& gpus) {
    return "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: " + name +
           ", labels: {kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, template: {spec: "
           "{restartPolicy: Never, containers: [{name: c, image: i, resources: {limits: "
           "{nvidia.com/gpu: " +
           gpus + "}}}]}}}}\n";
  };
  const auto both = review(queue_having("nvidia.com/gpu: 8"), job("a", "5") + job("b", "5"));
  EXPECT_THAT(both[0].findings, IsEmpty());
  EXPECT_THAT(both[1].findings, IsEmpty());
  const auto alone = review(queue_having("nvidia.com/gpu: 8"), job("c", "9"));
  EXPECT_THAT(codes(alone[0]), Contains("NeverFits"));
}

// The highest numbers that the API server takes.
TEST(ReviewQueueFixes, MoreThanCanBeCounted) {
  const auto told = told_by_review(
      queue_having("nvidia.com/gpu: 8, memory: 1Ti, cpu: 64") + counting_as("pool"),
      "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: {kueue.x-k8s.io/queue-name: "
      "q}}, spec: {suspend: true, parallelism: 2147483647, completions: 2147483647, template: "
      "{spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: {requests: {cpu: "
      "10M, memory: 1Ti}, limits: {nvidia.com/gpu: 8}}}]}}}}\n");
  EXPECT_THAT(told, UnorderedElementsAre(
                        HasSubstr("it asks for 17179869176 nvidia.com/gpu (2147483647 pods x 8)"),
                        HasSubstr("it asks for over 9P cpu (2147483647 pods x 10000000)"),
                        HasSubstr("it asks for over 9E memory (2147483647 pods x 1Ti)")));
}

constexpr std::string_view kNode =
    "---\n{apiVersion: v1, kind: Node, metadata: {name: node-a}, status: {allocatable: "
    "{nvidia.com/gpu: 8}}}\n";

// A pod of queue q; `requests` of its container, `spec` of its own besides.
std::string pod_in_queue(std::string_view requests, std::string_view spec = "") {
  return "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {" +
         std::string(spec) + "containers: [{name: main, image: i, resources: {limits: {" +
         std::string(requests) + "}}}]}}\n";
}

std::string pod_with_template(std::string_view name) {
  return "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {resourceClaims: [{name: g, "
         "resourceClaimTemplateName: " +
         std::string(name) +
         "}], containers: [{name: main, image: i, resources: {claims: [{name: g}]}}]}}\n";
}

TEST(ReviewQueueFixes, ACoveredNameThatIsMisspelt) {
  const std::string state = counting_as("pool") + std::string(kNode);
  const auto told = [&](std::string_view covered, std::string_view asked) {
    return told_by_review(queue_having(std::string(covered) + ": 8") + state,
                          pod_in_queue(std::string(asked) + ": 2"));
  };
  EXPECT_THAT(told("nvidia.com/gpus", "nvidia.com/gpu"),
              ElementsAre(AllOf(HasSubstr("no quota of that name, but of nvidia.com/gpus. Cover "
                                          "nvidia.com/gpu instead of nvidia.com/gpus in"),
                                HasSubstr("[QueueNotCovering]"))));
  EXPECT_THAT(told("nvidia.com/gpu", "nvidia.com/gpus"),
              ElementsAre(HasSubstr("no quota of that name, but of nvidia.com/gpu. Write "
                                    "nvidia.com/gpu. [QueueNotCovering]")))
      << "once";
  EXPECT_THAT(told("nvidia.com/gpu", "nvidia.com/gpu"), IsEmpty());
  EXPECT_THAT(
      told("amd.com/gpu", "nvidia.com/gpu"),
      ElementsAre(AllOf(HasSubstr("no quota of that name. Cover"), Not(HasSubstr("instead")))));
}

TEST(ReviewQueueFixes, WithoutNodesNobodyKnowsWhoseSlipItIs) {
  EXPECT_THAT(told_by_review(queue_having("nvidia.com/gpu: 8") + counting_as("pool"),
                             pod_in_queue("nvidia.com/gpus: 2")),
              ElementsAre(HasSubstr("Write nvidia.com/gpu, or cover nvidia.com/gpus in the "
                                    "ClusterQueue. [QueueNotCovering]")));
}

TEST(ReviewQueueFixes, ADomainThatIsMisspelt) {
  const auto told = [](std::string_view covered, std::string_view asked) {
    return told_by_review(queue_having(std::string(covered) + ": 8") + counting_as("pool"),
                          pod_in_queue(std::string(asked) + ": 2"));
  };
  EXPECT_THAT(told("example.com/gpu", "exmaple.com/gpu"),
              ElementsAre(HasSubstr("but of example.com/gpu. Write example.com/gpu, or cover "
                                    "exmaple.com/gpu in the ClusterQueue. [QueueNotCovering]")));
  EXPECT_THAT(told("nvidia.com/gpu", "nvida.com/gpu"),
              ElementsAre(HasSubstr("Write nvidia.com/gpu, or cover nvida.com/gpu in the")));
  for (const std::string_view other : {"amd.com/gpu", "nvidia.com/vgpu"})
    EXPECT_THAT(told("nvidia.com/gpu", other), ElementsAre(HasSubstr("name. Cover"))) << other;
}

TEST(ReviewQueueFixes, WithoutClassesANameIsUncoveredWhereNoMappedOneIsCovered) {
  const auto told = [](std::string_view quotas, std::string_view asked) {
    return told_by_review(queue_having(quotas) + admission::kueue_configuration(
                                                     "pod", "example.com/gpu", "gpu.example.com",
                                                     "waitForPodsReady: {}\n"),
                          pod_in_queue(std::string(asked) + ": 2"));
  };
  EXPECT_THAT(told("nvidia.com/gpu: 8", "nvidia.com/gpus"),
              ElementsAre(HasSubstr("Write nvidia.com/gpu, or cover nvidia.com/gpus in the "
                                    "ClusterQueue. [QueueNotCovering]")));
  EXPECT_THAT(told("nvidia.com/gpu: 8", "amd.com/gpu"),
              ElementsAre(HasSubstr("[QueueNotCovering]")));
  EXPECT_THAT(told("nvidia.com/gpu: 8", "nvidia.com/gpu"), IsEmpty());
  EXPECT_THAT(told("example.com/gpu: 8", "amd.com/gpu"), IsEmpty())
      << "a class that nobody knows may carry it";
}

TEST(ReviewQueueFixes, TheClassIsCoveredInPlaceOfItsName) {
  const std::string given = pod_with_template("two");
  EXPECT_THAT(
      told_by_review(queue_having("gpu.example.com: 8") + counting_as("example-gpu"), given),
      ElementsAre(HasSubstr("no quota of that name, but of gpu.example.com. Cover example-gpu "
                            "instead of gpu.example.com in ClusterQueue research")));
  EXPECT_THAT(told_by_review(queue_having("example-gpu: 8") + counting_as("example-gpu"), given),
              IsEmpty());
  EXPECT_THAT(told_by_review(queue_having("example-gpus: 8") + counting_as("example-gpu"), given),
              ElementsAre(HasSubstr("Cover example-gpu instead of example-gpus in")));
}

TEST(ReviewQueueFixes, ANameThatIsCountedBesideStays) {
  const auto told = [](std::string_view gates) {
    return told_by_review(
        queue_having("nvidia.com/gpu: 8") +
            admission::device_class("gpu.example.com", "extendedResourceName: nvidia.com/gpu") +
            admission::claim_template("two", "gpu.example.com", ", count: 2") +
            admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                           "waitForPodsReady: {}\n" + std::string(gates)),
        pod_with_template("two"));
  };
  EXPECT_THAT(told(""), Contains(HasSubstr("Cover pool instead of nvidia.com/gpu in Cluster")));
  EXPECT_THAT(told("featureGates: {KueueDRAIntegrationExtendedResource: false}\n"),
              Contains(HasSubstr("Cover pool beside nvidia.com/gpu in ClusterQueue")));
}

TEST(ReviewQueueFixes, AskedForByBothPathsOneIsTakenAway) {
  const auto told = told_by_review(
      queue_having("pool: 8") + admission::device_class("gpu.nvidia.com") +
          admission::claim_template("one", "gpu.nvidia.com") +
          admission::kueue_configuration("pod", "pool", "gpu.nvidia.com", "waitForPodsReady: {}\n"),
      "{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {kueue.x-k8s.io/queue-name: q}}, "
      "spec: {resourceClaims: [{name: g, resourceClaimTemplateName: one}], containers: [{name: "
      "main, image: i, resources: {limits: {nvidia.com/gpu: 1}, claims: [{name: g}]}}]}}\n");
  EXPECT_THAT(told, Contains(AllOf(HasSubstr("Take nvidia.com/gpu out of its resources: its claim "
                                             "is of the same devices."),
                                   HasSubstr("[QueueNotCovering]"))));
  EXPECT_THAT(told, Contains(HasSubstr("[BothPaths]")));
  EXPECT_THAT(told, Not(Contains(HasSubstr("instead of"))));
}

TEST(ReviewQueueFixes, AnAmountThatIsNoneLeavesNoEmptyQuota) {
  for (const std::string_view amount : {"two", "-2"}) {
    EXPECT_THAT(told_by_review("",
                               "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: "
                               "{name: q}, spec: {hard: {nvidia.com/gpu: " +
                                   std::string(amount) + "}}}\n"),
                ElementsAre(HasSubstr("spec.hard[nvidia.com/gpu]: must")))
        << amount;
  }
}

TEST(ReviewQueueFixes, EachAmountOfADeviceQuotaIsTold) {
  EXPECT_THAT(
      told_by_review(counting_as("pool"),
                     "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, "
                     "namespace: default}, spec: {hard: {pool: 2.5, a.com/gpu: x, b.com/gpu: -1, "
                     "c d: 1, e.com/gpu: null}}}\n"),
      ElementsAre(HasSubstr("hard[a.com/gpu]: must be a quantity"),
                  HasSubstr("hard[b.com/gpu]: must not be negative. Write 0 or more."),
                  HasSubstr("hard[c d]: the name"),
                  HasSubstr("hard[e.com/gpu]: must be a quantity such as 8 or 640Gi. Write one."),
                  HasSubstr("2.5 pool lets in no more than 2")));
}

TEST(ReviewQueueFixes, DevicesAreNotExcludedFromAllQuota) {
  const std::string state = queue_having("cpu: 8, pool: 8, x.com/gpu: 8") + counting_as("pool");
  EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/gpu: 1, memory: 1Gi")),
              ElementsAre(HasSubstr("or list it in resources.excludeResourcePrefixes")));
  for (const char* device : {"amd.com/gpu: 1", "amd.com/gpu: 1, memory: 1Gi"})
    EXPECT_THAT(told_by_review(state, pod_in_queue(device)),
                ElementsAre(AllOf(HasSubstr("Cover amd.com/gpu"), Not(HasSubstr("exclude")))));
}

TEST(ReviewQueueFixes, APartOfADeviceIsNoneOfThem) {
  const auto told = [](std::string_view listed, std::string_view asked) {
    return told_by_review(
        queue_having("nvidia.com/gpu: 8") + admission::device_class("gpu.nvidia.com") +
            admission::device_class("mig.nvidia.com") + admission::claim_template("two", asked) +
            admission::kueue_configuration("pod", listed == "amd.com" ? "x" : "nvidia.com/gpu",
                                           listed, "waitForPodsReady: {}\n"),
        pod_with_template("two"));
  };
  EXPECT_THAT(told("gpu.nvidia.com", "mig.nvidia.com"),
              ElementsAre(HasSubstr("- {name: mig.nvidia.com, deviceClassNames: [mig.nvidia.com]}; "
                                    "and cover mig.nvidia.com in ClusterQueue research.")));
  EXPECT_THAT(
      told("amd.com", "mig.nvidia.com"),
      ElementsAre(HasSubstr("- {name: mig.nvidia.com, deviceClassNames: [mig.nvidia.com]}")))
      << "by what the driver's chart has the name for";
  EXPECT_THAT(
      told("amd.com", "gpu.nvidia.com"),
      ElementsAre(HasSubstr("- {name: nvidia.com/gpu, deviceClassNames: [gpu.nvidia.com]}")));
}

TEST(ReviewQueueFixes, WhatAPodMayAskForIsLessByItsOverhead) {
  const std::string state =
      queue_having("cpu: 4, memory: 8Gi, nvidia.com/gpu: 8") + counting_as("pool");
  const auto told = [&](std::string_view cpu, std::string_view overhead) {
    return told_by_review(state, pod_in_queue("nvidia.com/gpu: 1, cpu: " + std::string(cpu),
                                              "overhead: {" + std::string(overhead) + "}, "));
  };
  EXPECT_THAT(told("4", "cpu: 250m"),
              ElementsAre(HasSubstr("it asks for 4250m cpu, of which 250m is overhead, and "
                                    "ClusterQueue research can reach 4 at most. Ask for 3750m, or "
                                    "raise")));
  EXPECT_THAT(told("3750m", "cpu: 250m"), IsEmpty());
  EXPECT_THAT(told("1", "cpu: 4"), ElementsAre(HasSubstr("can reach 4 at most. Raise nominal")));
  EXPECT_THAT(told("1", "cpu: x"), Not(IsEmpty())) << "refused for what it is";
}

TEST(ReviewQueueFixes, AQuotaOfBytesWithoutAUnit) {
  const std::string given = pod_in_queue("nvidia.com/gpu: 1, memory: 8Gi");
  EXPECT_THAT(
      told_by_review(queue_having("memory: 200, nvidia.com/gpu: 8") + counting_as("pool"), given),
      ElementsAre(HasSubstr("can reach 200 at most. Write nominalQuota of ClusterQueue research "
                            "with a unit: 8Gi or more. [NeverFits]")));
  EXPECT_THAT(
      told_by_review(queue_having("memory: 8Gi, nvidia.com/gpu: 8") + counting_as("pool"), given),
      IsEmpty());
  EXPECT_THAT(
      told_by_review(queue_having("memory: 4Gi, nvidia.com/gpu: 8") + counting_as("pool"), given),
      ElementsAre(HasSubstr("Ask for 4Gi, or raise nominalQuota")));
}

TEST(ReviewQueueFixes, DevicesAreNoBytes) {
  EXPECT_THAT(
      told_by_review(queue_having("pool: 1048576") + counting_as("pool"),
                     admission::claim_template("big", "gpu.example.com", ", count: 4194304") +
                         pod_with_template("big")),
      ElementsAre(HasSubstr("[TooManyDevices]"),
                  HasSubstr("it asks for 4194304 pool (template big, class "
                            "gpu.example.com), and ClusterQueue research can reach 1048576 "
                            "at most. Ask for 1048576, or raise")));
}

TEST(ReviewQueueFixes, NobodyAsksForWhatATransformationMakes) {
  const std::string state =
      queue_having("credits: 30") +
      admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                     "  transformations: [{input: x.com/mig, strategy: Replace, "
                                     "outputs: {credits: 10}}]\nwaitForPodsReady: {}\n");
  EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/mig: 4")),
              ElementsAre(AllOf(HasSubstr("it asks for 40 credits, which Kueue makes of x.com/mig"),
                                HasSubstr("at most. Raise nominalQuota of ClusterQueue"))));
  EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/mig: 3")), IsEmpty());
  EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/mig: 3, credits: 2")),
              Contains(HasSubstr("it asks for 32 credits, part of which Kueue makes of x.com/mig, "
                                 "and")));
}

TEST(ReviewQueueFixes, OfSeveralThatBecomeOneThoseThatAreAskedForAreNamed) {
  const std::string state =
      queue_having("credits: 30") +
      admission::kueue_configuration(
          "pod", "pool", "gpu.example.com",
          "  transformations: [{input: x.com/mig-1, strategy: Replace, outputs: {credits: 10}}, "
          "{input: x.com/mig-2, strategy: Replace, outputs: {credits: 20}}]\nwaitForPodsReady: "
          "{}\n");
  EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/mig-2: 2")),
              ElementsAre(HasSubstr("40 credits, which Kueue makes of x.com/mig-2, and")));
  EXPECT_THAT(
      told_by_review(state, pod_in_queue("x.com/mig-2: 1, x.com/mig-1: 2")),
      ElementsAre(HasSubstr("40 credits, which Kueue makes of x.com/mig-1 and x.com/mig-2, and")));
}

TEST(ReviewQueueFixes, WhatMakesNothingOfItIsNotNamed) {
  const std::string state =
      queue_having("x.com/credits: 30") +
      admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                     "  transformations: [{input: x.com/mig, strategy: Replace, "
                                     "outputs: {x.com/credits: 10}}, "
                                     "{input: x.com/rebate, strategy: Replace, outputs: "
                                     "{x.com/credits: -1}}]\nwaitForPodsReady: "
                                     "{}\n");
  for (const std::string_view also : {"", ", x.com/mig: 0", ", x.com/rebate: 1"})
    EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/credits: 32" + std::string(also))),
                Contains(AllOf(HasSubstr("asks for 32 x.com/credits, and"),
                               HasSubstr("Ask for 30, or raise"))))
        << also;
}

// A JobSet of one pod for each number of devices, in a queue with two flavors of 8 of which 5 are
// in use.
std::string told_of_jobs(std::initializer_list<int> devices) {
  std::string state =
      admission::local_queue() + admission::resource_flavor("a") + admission::resource_flavor("b") +
      "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: research}\nspec: "
      "{namespaceSelector: {}, resourceGroups: [{coveredResources: [x.com/gpu], flavors: [{name: "
      "a, resources: [{name: x.com/gpu, nominalQuota: 8}]}, {name: b, resources: [{name: "
      "x.com/gpu, nominalQuota: 8}]}]}]}\nstatus: {flavorsReservation: [{name: a, resources: "
      "[{name: x.com/gpu, total: 5}]}, {name: b, resources: [{name: x.com/gpu, total: "
      "5}]}]}\n---\n" +
      admission::device_class("gpu.example.com") +
      admission::kueue_configuration("jobset.x-k8s.io/jobset", "pool", "gpu.example.com",
                                     "waitForPodsReady: {}\n");
  std::string jobs;
  for (const int count : devices)
    jobs += (jobs.empty() ? "" : ", ") + std::string("{name: j") + std::to_string(jobs.size()) +
            ", replicas: 1, template: {spec: {parallelism: 1, completions: 1, template: {spec: "
            "{restartPolicy: Never, containers: [{name: c, image: i, resources: {limits: "
            "{x.com/gpu: " +
            std::to_string(count) + "}}}]}}}}}";
  std::string text;
  for (const std::string& one : told_by_review(
           state,
           "---\n{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: "
           "{x.com/gpu: 16}}}\n---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, "
           "metadata: {name: s, labels: {kueue.x-k8s.io/queue-name: q}}, spec: "
           "{replicatedJobs: [" +
               jobs + "]}}\n"))
    text += one + "\n";
  return text;
}

TEST(ReviewQueueFixes, OfWhatIsLeftNoChoiceIsEnough) {
  EXPECT_EQ(told_of_jobs({3, 3}), "");
  EXPECT_THAT(told_of_jobs({2, 2, 2}),
              HasSubstr("it asks for 6 x.com/gpu, and ClusterQueue research has 6 left in all its "
                        "flavors, and no choice of them has enough for each pod template."));
  EXPECT_THAT(told_of_jobs({3, 3, 3}),
              HasSubstr("it asks for 9 x.com/gpu, and ClusterQueue research has 6 left in all its "
                        "flavors."));
  EXPECT_THAT(told_of_jobs({4, 5}),
              AllOf(HasSubstr("can get 3 more"), Not(HasSubstr("short, too"))))
      << "it is the same resource";
}

TEST(ReviewQueueFixes, ATolerationIsProposedWhereTheFlavorHasEnoughForAllTemplates) {
  const auto told = [](int first, int second) {
    const auto job = [](std::string_view name, int pods) {
      return "{name: " + std::string(name) +
             ", replicas: 1, template: {spec: {parallelism: " + std::to_string(pods) +
             ", completions: " + std::to_string(pods) +
             ", template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, "
             "resources: {claims: [{name: g}]}}], resourceClaims: [{name: g, "
             "resourceClaimTemplateName: one}]}}}}}";
    };
    return told_by_review(
        admission::local_queue() +
            admission::resource_flavor("big", "nodeTaints: [{key: gpu, effect: NoSchedule}]") +
            admission::resource_flavor("f") +
            admission::cluster_queue(
                "  resourceGroups: [{coveredResources: [pool], flavors: [{name: big, resources: "
                "[{name: pool, nominalQuota: 6}]}, {name: f, resources: [{name: pool, "
                "nominalQuota: 0}]}]}]\n") +
            admission::device_class("gpu.example.com") +
            admission::claim_template("one", "gpu.example.com") +
            admission::kueue_configuration("jobset.x-k8s.io/jobset", "pool", "gpu.example.com",
                                           "waitForPodsReady: {}\n"),
        "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [" +
            job("a", first) + ", " + job("b", second) + "]}}\n");
  };
  EXPECT_THAT(
      told(5, 3),
      ElementsAre(HasSubstr("it asks for 5 pool (a: 5 pods x 1, template one, class "
                            "gpu.example.com), and ClusterQueue research can reach 0 at most in "
                            "flavor f; b asks for 3 besides. Flavor big has too little for all pod "
                            "templates, and the pods do not tolerate its taint gpu:NoSchedule. "
                            "Raise nominalQuota of pool of flavor f in ClusterQueue research. "
                            "[NeverFits]")));
  EXPECT_THAT(told(3, 3),
              ElementsAre(AllOf(HasSubstr("asks for 3 pool (a: "),
                                HasSubstr("Flavor big has enough, but the pods do not tolerate its "
                                          "taint gpu:NoSchedule. Add to tolerations: - {key: gpu, "
                                          "operator: Exists}, for that flavor. [NeverFits]")),
                          HasSubstr("asks for 3 pool (b: ")));
}

TEST(ReviewQueueFixes, ASlipInATransformation) {
  const auto told = [](std::string_view input, std::string_view output) {
    return told_by_review(
        queue_having("x.com/memory: 30") + admission::device_class("gpu.example.com") +
            admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                           "  transformations: [{input: " + std::string(input) +
                                               ", strategy: Replace, outputs: {" +
                                               std::string(output) +
                                               ": 10}}]\nwaitForPodsReady: {}\n") +
            "---\n{apiVersion: v1, kind: Node, metadata: {name: node-a}, status: {allocatable: "
            "{x.com/slice: 8}}}\n",
        pod_in_queue("x.com/slice: 1"));
  };
  EXPECT_THAT(told("x.com/slice", "x.com/memory"), IsEmpty());
  EXPECT_THAT(told("x.com/slice", "x.com/memroy"),
              ElementsAre(HasSubstr("Write x.com/memory in outputs of the transformation of "
                                    "x.com/slice in Kueue's Configuration, and restart Kueue.")));
  EXPECT_THAT(told("x.com/slcie", "x.com/memory"),
              ElementsAre(HasSubstr("Write input: x.com/slice for x.com/slcie in a transformation "
                                    "of Kueue's Configuration, and restart Kueue.")));
  EXPECT_THAT(told("x.com/other", "x.com/memory"),
              ElementsAre(HasSubstr("Cover x.com/slice in ClusterQueue research")));
}

// A group's pods of one template take one flavor: 12 of one and 4 of another are one group of 8.
TEST(ReviewQueueFixes, GroupsTakeFlavorsOneByOne) {
  const auto told = [](int replicas, std::string_view leader, int workers) {
    const auto pods = [](std::string_view asked) {
      return "{spec: {containers: [{name: c, image: i, resources: {limits: {" + std::string(asked) +
             "}}}]}}";
    };
    return told_by_review(
        admission::local_queue() + admission::resource_flavor("f") +
            admission::resource_flavor("g") +
            admission::cluster_queue(
                "  resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: f, "
                "resources: [{name: nvidia.com/gpu, nominalQuota: 12}]}, {name: g, resources: "
                "[{name: nvidia.com/gpu, nominalQuota: 4}]}]}]\n") +
            admission::kueue_configuration("leaderworkerset.x-k8s.io/leaderworkerset", "pool",
                                           "gpu.example.com"),
        "---\n{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: l, "
        "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {replicas: " +
            std::to_string(replicas) + ", leaderWorkerTemplate: {size: " +
            std::to_string(workers + 1) + ", leaderTemplate: " + pods(leader) +
            ", workerTemplate: " + pods("nvidia.com/gpu: 4") + "}}}\n");
  };
  EXPECT_THAT(
      told(2, "", 2),
      ElementsAre(HasSubstr("never admits more than 1 of the 2 groups of this LeaderWorkerSet "
                            "at a time: each asks for 8 nvidia.com/gpu, and ClusterQueue "
                            "research can reach 12 in flavor f. Write replicas: 1, or")));
  EXPECT_THAT(told(1, "", 2), IsEmpty());
  // The leader may take another flavor than the workers.
  EXPECT_THAT(told(2, "nvidia.com/gpu: 4", 1), IsEmpty());
  EXPECT_THAT(
      told(3, "nvidia.com/gpu: 4", 1),
      ElementsAre(HasSubstr("more than 2 of the 3 groups of this LeaderWorkerSet at a time: "
                            "each asks for 8 nvidia.com/gpu, and ClusterQueue research can "
                            "reach 16. Write replicas: 2,")));
}

TEST(ReviewQueueFixes, FewerPodsOfOneOfSeveralTemplates) {
  const auto job_set = [](int drivers, int workers) {
    const auto of = [](std::string_view name, int pods, int each) {
      return "{name: " + std::string(name) +
             ", replicas: 1, template: {spec: {parallelism: " + std::to_string(pods) +
             ", completions: " + std::to_string(pods) +
             ", template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, "
             "resources: "
             "{limits: {nvidia.com/gpu: " +
             std::to_string(each) + "}}}]}}}}}";
    };
    return "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: j, labels: "
           "{kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [" +
           of("driver", drivers, 1) + ", " + of("workers", workers, 4) + "]}}\n";
  };
  const auto told = [&](int quota, int drivers, int workers) {
    return told_by_review(
        queue_having("nvidia.com/gpu: " + std::to_string(quota)) +
            admission::kueue_configuration("jobset.x-k8s.io/jobset", "pool", "gpu.example.com"),
        job_set(drivers, workers));
  };
  EXPECT_THAT(told(17, 1, 4), IsEmpty());
  EXPECT_THAT(
      told(16, 1, 4),
      ElementsAre(HasSubstr(
          "(2 pod templates together), and ClusterQueue research can reach "
          "16 at most. Run 3 pods of workers (replicas x "
          "parallelism) at most, or raise nominalQuota of ClusterQueue research. [NeverFits]")));
  EXPECT_THAT(told(16, 4, 4), ElementsAre(HasSubstr("Run 3 pods of workers")));
  EXPECT_THAT(told(9, 6, 1), ElementsAre(HasSubstr("Run 5 pods of driver")));
  EXPECT_THAT(told(4, 1, 1), ElementsAre(HasSubstr("at most. Raise nominalQuota of ClusterQueue")))
      << "each has one";
  EXPECT_THAT(told(8, 4, 3),
              ElementsAre(HasSubstr(
                  "it asks for 12 nvidia.com/gpu (workers: 3 pods x 4), and ClusterQueue research "
                  "can reach 8 at most; driver asks for 4 besides. Run 1 pod of workers (replicas "
                  "x parallelism) at most, or raise")))
      << "4 are the driver's, whatever the workers do";
  EXPECT_THAT(told(8, 6, 3), ElementsAre(HasSubstr("besides. Raise nominalQuota of ClusterQueue")))
      << "what is left is no device each";
}

// 2 devices for each Master, and so many for each Worker.
std::string pytorch_job(int masters, int workers, int of_worker = 2,
                        std::string_view more_of_worker = "") {
  const auto of = [](std::string_view name, int pods, int each, std::string_view more) {
    return std::string(name) + ": {replicas: " + std::to_string(pods) +
           ", template: {spec: {containers: [{name: pytorch, image: i, resources: {limits: "
           "{nvidia.com/gpu: " +
           std::to_string(each) + std::string(more) + "}}}]}}}";
  };
  return "---\n{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: p, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {pytorchReplicaSpecs: {" +
         of("Master", masters, 2, "") + ", " + of("Worker", workers, of_worker, more_of_worker) +
         "}}}\n";
}

TEST(ReviewQueueFixes, OfSeveralTemplatesOneIsNamed) {
  const auto told = [](int quota, int masters, int workers) {
    return told_by_review(
        queue_having("nvidia.com/gpu: " + std::to_string(quota)) +
            admission::kueue_configuration("kubeflow.org/pytorchjob", "pool", "gpu.example.com",
                                           "waitForPodsReady: {}\n"),
        pytorch_job(masters, workers));
  };
  EXPECT_THAT(told(8, 1, 5),
              ElementsAre("This PyTorchJob can never run in queue q: it asks for 10 nvidia.com/gpu "
                          "(Worker: 5 pods x 2), and ClusterQueue research can reach 8 at most; "
                          "Master asks for 2 besides. Run 3 pods of Worker at most, or raise "
                          "nominalQuota of ClusterQueue research. [NeverFits]"));
  EXPECT_THAT(told(1, 1, 0), ElementsAre(HasSubstr("Ask for 1 in Master, or raise")));
  // One cause, one message.
  EXPECT_THAT(told(0, 1, 2),
              ElementsAre("This PyTorchJob can never run in queue q: it asks for 2 nvidia.com/gpu "
                          "(Master), and ClusterQueue research can reach 0 at most; Worker asks "
                          "for 4 besides. Raise nominalQuota of ClusterQueue research. "
                          "[NeverFits]"));
}

// A flavor that has nothing for them changes nothing of that.
TEST(ReviewQueueFixes, OtherTemplatesTakeWhatOneFlavorAloneHas) {
  const auto told = [](int masters, int workers) {
    return told_by_review(
        admission::local_queue() + admission::resource_flavor("f") +
            admission::resource_flavor("g", "nodeTaints: [{key: a, effect: NoSchedule}]") +
            admission::cluster_queue(
                "  resourceGroups:\n  - coveredResources: [nvidia.com/gpu]\n    flavors:\n    - "
                "{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}\n    - {name: g, "
                "resources: [{name: nvidia.com/gpu, nominalQuota: 9}]}\n") +
            admission::kueue_configuration("kubeflow.org/pytorchjob", "pool", "gpu.example.com",
                                           "waitForPodsReady: {}\n"),
        pytorch_job(masters, workers));
  };
  EXPECT_THAT(told(1, 5), ElementsAre(AllOf(HasSubstr("; Master asks for 2 besides."),
                                            HasSubstr("Run 3 pods of Worker at most"))));
  EXPECT_THAT(told(1, 3), IsEmpty());
}

// Fewer pods would leave enough for the others, and the same number that asks for less would not.
TEST(ReviewQueueFixes, WhatAPodMayAskForIsTriedBesideTheOtherTemplates) {
  const auto told = [](int of_worker, int of_other_flavor = 0) {
    return told_by_review(
        admission::local_queue() + admission::resource_flavor("f") +
            admission::resource_flavor("g") +
            admission::cluster_queue(
                "  resourceGroups:\n  - coveredResources: [nvidia.com/gpu]\n    flavors:\n    - "
                "{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 6}]}\n    - {name: g, "
                "resources: [{name: nvidia.com/gpu, nominalQuota: " +
                std::to_string(of_other_flavor) + "}]}\n") +
            admission::kueue_configuration("kubeflow.org/pytorchjob", "pool", "gpu.example.com",
                                           "waitForPodsReady: {}\n"),
        pytorch_job(1, 2, of_worker));
  };
  EXPECT_THAT(told(4), ElementsAre(HasSubstr("can reach 6 at most; Master asks for 2 besides. Ask "
                                             "for 2 a pod of Worker, or raise")));
  EXPECT_THAT(told(2), IsEmpty());
  EXPECT_THAT(told(3), Not(IsEmpty()));
  EXPECT_THAT(told(3, 2), IsEmpty()) << "the Master takes the other flavor";
}

// With quota of what is not covered so many pods have enough of the rest.
TEST(ReviewQueueFixes, FewerPodsAreEnoughBesideWhatElseIsMended) {
  const auto told = [](int pods, std::string_view quotas) {
    return told_by_review(
        queue_having(quotas) + counting_as("pool"),
        "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, parallelism: " +
            std::to_string(pods) + ", completions: " + std::to_string(pods) +
            ", template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: "
            "{requests: {cpu: 1}, limits: {nvidia.com/gpu: 1}}}]}}}}\n");
  };
  EXPECT_THAT(told(10, "nvidia.com/gpu: 8"),
              UnorderedElementsAre(HasSubstr("Cover cpu in ClusterQueue"),
                                   HasSubstr("Run 8 pods at most, or raise nominalQuota of nvi")));
  EXPECT_THAT(told(8, "nvidia.com/gpu: 8, cpu: 8"), IsEmpty());
}

TEST(ReviewQueueFixes, WhatStartsNowIsTried) {
  const auto told = [](int cpus_in_use, int of_worker) {
    return told_by_review(
        admission::local_queue() + admission::resource_flavor("f") +
            "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: "
            "research}\nspec: {namespaceSelector: {}, resourceGroups: [{coveredResources: [cpu, "
            "nvidia.com/gpu], flavors: [{name: f, resources: [{name: cpu, nominalQuota: 10}, "
            "{name: nvidia.com/gpu, nominalQuota: 12}]}]}]}\nstatus: {flavorsReservation: [{name: "
            "f, resources: [{name: nvidia.com/gpu, total: 3}, {name: cpu, total: " +
            std::to_string(cpus_in_use) + "}]}]}\n---\n" +
            admission::kueue_configuration("kubeflow.org/pytorchjob", "pool", "gpu.example.com",
                                           "waitForPodsReady: {}\n"),
        pytorch_job(1, 2, of_worker, ", cpu: 4"));
  };
  EXPECT_THAT(told(0, 5), ElementsAre(HasSubstr("Ask for 3 a pod of Worker to start now.")));
  EXPECT_THAT(told(0, 3), IsEmpty());
  EXPECT_THAT(told(4, 5), ElementsAre(HasSubstr("Wait, or use a queue that has more left.")))
      << "cpu is short, too, once the devices are not";
}

// The init container asks for what is counted, and with less of it the others are too much.
TEST(ReviewQueueFixes, InitContainersAskForNoMoreThanTheOthersMay) {
  const auto told = [](int of_first, int of_second, int of_init) {
    const auto container = [](std::string_view name, int gpus) {
      return "[{name: " + std::string(name) +
             ", image: i, resources: {limits: {nvidia.com/gpu: " + std::to_string(gpus) + "}}}]";
    };
    std::string containers = container("a", of_first);
    containers.back() = ',';
    return told_by_review(
        queue_having("nvidia.com/gpu: 2") + counting_as("pool"),
        "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {kueue.x-k8s.io/queue-name: "
        "q}}, spec: {containers: " +
            containers + container("b", of_second).substr(1) +
            ", initContainers: " + container("c", of_init) + "}}\n");
  };
  EXPECT_THAT(told(2, 1, 4), ElementsAre(HasSubstr("Ask for 2 in its containers together and in "
                                                   "each of initContainers, or raise")));
  EXPECT_THAT(told(2, 1, 2), ElementsAre(HasSubstr("Ask for 2, or raise")));
  EXPECT_THAT(told(1, 1, 4), ElementsAre(HasSubstr("Ask for 2, or raise")));
  EXPECT_THAT(told(1, 1, 2), IsEmpty());
}

// To ask for less cpu does not make the devices fewer that count as such.
TEST(ReviewQueueFixes, DevicesThatCountAsWhatContainersName) {
  const std::vector<std::string> told = told_by_review(
      queue_having("cpu: 8") + counting_as("cpu"),
      "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: default, labels: "
      "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, parallelism: 5, completions: 5, "
      "template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: "
      "{requests: {cpu: 1}, claims: [{name: g}]}}], resourceClaims: [{name: g, "
      "resourceClaimTemplateName: two}]}}}}\n");
  EXPECT_THAT(told, Contains(HasSubstr("Run 2 pods at most, or raise")));
  EXPECT_THAT(told, Not(Contains(HasSubstr("Ask for"))));
}

TEST(ReviewQueueFixes, WhatOthersLackTogetherIsTold) {
  const auto of = [](std::string_view name, int pods, std::string_view asked) {
    return "{name: " + std::string(name) +
           ", template: {spec: {parallelism: " + std::to_string(pods) +
           ", completions: " + std::to_string(pods) +
           ", template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: "
           "{requests: {" +
           std::string(asked) + "}, limits: {" + std::string(asked) + "}}}]}}}}}";
  };
  const auto told = [&](int cpu) {
    return told_by_review(
        admission::local_queue() + admission::resource_flavor("f") +
            admission::cluster_queue(
                "  resourceGroups:\n  - coveredResources: [cpu, nvidia.com/gpu]\n    flavors:\n    "
                "- {name: f, resources: [{name: cpu, nominalQuota: 20}, {name: nvidia.com/gpu, "
                "nominalQuota: 12}]}\n") +
            admission::kueue_configuration("jobset.x-k8s.io/jobset", "pool", "gpu.example.com",
                                           "waitForPodsReady: {}\n"),
        "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [" +
            of("a", 3, "nvidia.com/gpu: 4") + ", " +
            of("b", 6, "nvidia.com/gpu: 1, cpu: " + std::to_string(cpu)) + "]}}\n");
  };
  const auto together = HasSubstr("it asks for 18 nvidia.com/gpu (2 pod templates together");
  EXPECT_THAT(told(1), ElementsAre(together));
  EXPECT_THAT(told(4), UnorderedElementsAre(together, HasSubstr("it asks for 24 cpu (b: ")));
}

TEST(ReviewQueueFixes, WorkersOfSeveralHostsComeByTheReplica) {
  const auto told = [](int quota) {
    return told_by_review(
        queue_having("nvidia.com/gpu: " + std::to_string(quota)) + counting_as("pool"),
        "---\n{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: r, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {headGroupSpec: {rayStartParams: {}, template: "
        "{spec: {containers: [{name: head, image: i}]}}}, workerGroupSpecs: [{groupName: big, "
        "rayStartParams: {}, replicas: 3, minReplicas: 0, maxReplicas: 9, numOfHosts: 3, template: "
        "{spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: "
        "1}}}]}}}]}}\n");
  };
  EXPECT_THAT(told(9), IsEmpty());
  EXPECT_THAT(told(8), ElementsAre(HasSubstr("(big: 9 pods x 1), and ClusterQueue research can "
                                             "reach 8 at most. Write replicas: 2 of big at most, "
                                             "or raise")));
  EXPECT_THAT(told(2), ElementsAre(HasSubstr("at most. Raise nominalQuota")));
}

// pkg/controller/jobs/job, JobMinParallelismAnnotation.
TEST(ReviewQueueFixes, WhatAJobMayStartWith) {
  const auto told = [&](std::string_view annotations) {
    return told_by_review(queue_having("nvidia.com/gpu: 8") + counting_as("pool"),
                          "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
                          "{kueue.x-k8s.io/queue-name: q}, annotations: {" +
                              std::string(annotations) +
                              "}}, spec: {parallelism: 16, completions: 16, template: {spec: "
                              "{restartPolicy: Never, containers: [{name: c, image: i, resources: "
                              "{limits: {nvidia.com/gpu: 1}}}]}}}}\n");
  };
  EXPECT_THAT(told(""), ElementsAre(HasSubstr("Run 8 pods at most")));
  EXPECT_THAT(told("kueue.x-k8s.io/job-min-parallelism: '10'"),
              ElementsAre(HasSubstr("Write kueue.x-k8s.io/job-min-parallelism: \"8\" at most")));
  EXPECT_THAT(told("kueue.x-k8s.io/job-min-parallelism: '8'"), IsEmpty());
}

// What Kueue admitted is not judged anew, and what a queue has in use is its own.
TEST(ReviewQueueFixes, WhatIsThereAlready) {
  const auto job = [](bool suspended, std::string_view labels, int pods = 2) {
    return "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: default, labels: "
           "{kueue.x-k8s.io/queue-name: q" +
           std::string(labels) + "}}, spec: {suspend: " + (suspended ? "true" : "false") +
           ", parallelism: " + std::to_string(pods) +
           ", completions: 4, template: {spec: {restartPolicy: Never, containers: "
           "[{name: c, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}";
  };
  const std::string state = queue_having("nvidia.com/gpu: 4") + counting_as("pool");
  const std::string running = ", status: {active: 2}}\n";
  const auto verdict = [&](const std::string& there, int pods = 2) {
    return review(state + there, job(false, ", team: a", pods) + "}\n")[0];
  };
  EXPECT_THAT(codes(verdict("")), ElementsAre("NeverFits"));
  EXPECT_FALSE(verdict("").allowed);
  EXPECT_THAT(codes(verdict(job(false, "") + running)), IsEmpty()) << "it runs";
  EXPECT_FALSE(verdict(job(false, "") + "}\n").allowed) << "a file that nobody applied";
  EXPECT_FALSE(verdict(job(true, "") + running).allowed) << "it waits for ever";
  const auto grown = verdict(job(false, "") + running, 4);
  EXPECT_THAT(codes(grown), ElementsAre("NeverFits"));
  EXPECT_TRUE(grown.allowed);
  std::string elsewhere = job(false, "") + running;
  elsewhere.replace(elsewhere.find("queue-name: q"), 13, "queue-name: o");
  EXPECT_FALSE(verdict(elsewhere).allowed) << "it moves";
  EXPECT_THAT(
      codes(review(state + job(false, "") + running,
                   "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: "
                   "default, annotations: {kueue.x-k8s.io/queue-name: q}}, spec: {template: "
                   "{spec: {restartPolicy: Never, containers: [{name: c, image: i, "
                   "resources: {limits: {nvidia.com/gpu: 4}}}]}}}}\n")[0]),
      Not(IsEmpty()))
      << "what is no matter of admission is told all the same";
}

TEST(ReviewQueueFixes, TemplatesThatAskForNoneOfItAreNotCounted) {
  std::string jobs;
  for (const std::string_view limits : {"nvidia.com/gpu: 5", "cpu: 1", "nvidia.com/gpu: 5"}) {
    jobs += (jobs.empty() ? "{name: j" : ", {name: j") + std::to_string(jobs.size()) +
            ", replicas: 1, template: {spec: {template: {spec: {restartPolicy: Never, containers: "
            "[{name: c, image: i, resources: {limits: {" +
            std::string(limits) + "}}}]}}}}}";
  }
  EXPECT_THAT(told_by_review(
                  queue_having("nvidia.com/gpu: 8, cpu: 4") +
                      admission::kueue_configuration("jobset.x-k8s.io/jobset", "pool",
                                                     "gpu.example.com", "waitForPodsReady: {}\n"),
                  "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s, "
                  "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [" +
                      jobs + "]}}\n"),
              Contains(HasSubstr("it asks for 10 nvidia.com/gpu (2 pod templates together)")));
}

TEST(ReviewQueueFixes, EachKindSaysInItsOwnWayThatItRuns) {
  const std::string state = queue_having("nvidia.com/gpu: 4") +
                            admission::kueue_configuration(
                                "jobset.x-k8s.io/jobset, ray.io/raycluster, ray.io/rayjob, "
                                "ray.io/rayservice",
                                "pool", "gpu.example.com", "waitForPodsReady: {}\n");
  const std::string pods =
      "{spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: {limits: "
      "{nvidia.com/gpu: 8}}}]}}";
  const std::string cluster = "{headGroupSpec: {rayStartParams: {}, template: " + pods + "}}";
  const auto told = [&](std::string_view kind, const std::string& spec, const std::string& status) {
    const std::string object = "---\n{apiVersion: " + std::string(kind) +
                               ", metadata: {name: j, namespace: default, labels: "
                               "{kueue.x-k8s.io/queue-name: q}}, spec: " +
                               spec;
    return codes(review(state + object + ", status: {" + status + "}}\n", object + "}\n")[0]);
  };
  const auto of_set = [&](const std::string& status) {
    return told(
        "jobset.x-k8s.io/v1alpha2, kind: JobSet",
        "{replicatedJobs: [{name: w, template: {spec: {template: " + pods + "}}}]}",
        "replicatedJobsStatus: [{name: v, active: 0, ready: 0}, {name: w, " + status + "}]");
  };
  EXPECT_THAT(of_set("active: 0, ready: 0"), Contains("NeverFits"));
  EXPECT_THAT(of_set("active: 1, ready: 0"), IsEmpty());
  EXPECT_THAT(of_set("active: 0, ready: 1"), IsEmpty());
  const auto of_cluster = [&](const std::string& status) {
    return told("ray.io/v1, kind: RayCluster", cluster, status);
  };
  EXPECT_THAT(of_cluster("state: suspended"), Contains("NeverFits"));
  EXPECT_THAT(of_cluster("state: ready"), IsEmpty());
  EXPECT_THAT(of_cluster("readyWorkerReplicas: 1"), IsEmpty());
  EXPECT_THAT(of_cluster("availableWorkerReplicas: 1"), IsEmpty());
  const auto of_job = [&](const std::string& status) {
    return told("ray.io/v1, kind: RayJob", "{rayClusterSpec: " + cluster + "}", status);
  };
  EXPECT_THAT(of_job("jobDeploymentStatus: Suspended"), Contains("NeverFits"));
  EXPECT_THAT(of_job("jobDeploymentStatus: Running"), IsEmpty());
  EXPECT_THAT(told("ray.io/v1, kind: RayService", "{rayClusterConfig: " + cluster + "}",
                   "serviceStatus: Running"),
              IsEmpty());
}

TEST(ReviewQueueFixes, WhatIsInUseIsOfWhatRuns) {
  const std::string full =
      admission::local_queue() + admission::resource_flavor("f") +
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: research}, spec: "
      "{namespaceSelector: {}, resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: "
      "[{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}]}]}, status: "
      "{flavorsReservation: [{name: f, resources: [{name: nvidia.com/gpu, total: 4}]}]}}\n---\n" +
      admission::device_class("gpu.example.com") +
      admission::kueue_configuration("batch/job, pod, deployment", "pool", "gpu.example.com",
                                     "waitForPodsReady: {}\n");
  const std::string pods =
      "{spec: {restartPolicy: POLICY, containers: [{name: c, image: i, resources: {limits: "
      "{nvidia.com/gpu: 2}}}]}}";
  const auto with_policy = [&](std::string_view policy) {
    std::string text = pods;
    return text.replace(text.find("POLICY"), 6, policy);
  };
  const auto deployment = [&](std::string_view status) {
    std::string set = with_policy("Always");
    set.insert(1, "metadata: {labels: {a: b}}, ");
    return "---\n{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: default, "
           "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {replicas: 2, selector: {matchLabels: "
           "{a: "
           "b}}, template: " +
           set + "}" + std::string(status) + "}\n";
  };
  EXPECT_THAT(told_by_review(full, deployment("")), ElementsAre(HasSubstr("[QueueFull]")));
  EXPECT_THAT(told_by_review(full + deployment(", status: {readyReplicas: 2}"), deployment("")),
              IsEmpty())
      << "what is in use is its own";
  EXPECT_THAT(told_by_review(full + deployment(""), deployment("")),
              ElementsAre(HasSubstr("[QueueFull]")))
      << "which nobody applied";
  const std::string job = "{template: " + with_policy("Never") + "}";
  const std::string label = "labels: {kueue.x-k8s.io/queue-name: q}";
  EXPECT_THAT(told_by_review(full, "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, " +
                                       label + "}, spec: " + job + "}\n"),
              ElementsAre(HasSubstr("[QueueFull]")));
  EXPECT_THAT(
      told_by_review(full,
                     "---\n{apiVersion: batch/v1, kind: CronJob, metadata: {name: j}, spec: "
                     "{schedule: '0 3 * * *', jobTemplate: {metadata: {" +
                         label + "}, spec: " + job + "}}}\n"),
      IsEmpty())
      << "it comes at night";
}

// Of a JobSet with numbers that nobody has, and of two flavors.
TEST(ReviewQueueFixes, WhatOtherTemplatesLeave) {
  const auto job_set = [](std::span<const std::string_view> gpus) {
    std::string jobs;
    for (const std::string_view each : gpus) {
      jobs += jobs.empty() ? "" : ", ";
      jobs.append("{name: j")
          .append(std::to_string(jobs.size()))
          .append(
              ", replicas: 1, template: {spec: {parallelism: 1, completions: 1, template: {spec: "
              "{restartPolicy: Never, containers: [{name: c, image: i, resources: {limits: "
              "{nvidia.com/gpu: ")
          .append(each)
          .append("}}}]}}}}}");
    }
    return "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: j, labels: "
           "{kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [" +
           jobs + "]}}\n";
  };
  const std::string state =
      queue_having("nvidia.com/gpu: 4") +
      admission::kueue_configuration("jobset.x-k8s.io/jobset", "pool", "gpu.example.com");
  constexpr std::string_view kSome[] = {"16", "1"};
  constexpr std::string_view kAll[] = {"16", "9223372036854775807", "9223372036854775807"};
  EXPECT_THAT(told_by_review(state, job_set(kSome)),
              ElementsAre(HasSubstr("Ask for 3 in j8, or raise")));
  EXPECT_THAT(told_by_review(state, job_set(kAll)), Not(Contains(HasSubstr("Ask for"))));
}

// featureGates of Kueue v0.20.
TEST(ReviewQueueFixes, AlternativesThatKueueTakes) {
  const auto state = [](std::string_view gates) {
    return queue_having("pool: 8") + admission::device_class("gpu.example.com") +
           "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: "
           "any, namespace: default}, spec: {spec: {devices: {requests: [{name: r, "
           "firstAvailable: [{name: a, deviceClassName: gpu.example.com}, {name: b, "
           "deviceClassName: gpu.example.com}]}]}}}}\n---\n" +
           admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                          "waitForPodsReady: {}\n" + std::string(gates));
  };
  const auto allowed = [&](std::string_view gates) {
    return review(state(gates), pod_with_template("any"))[0].allowed;
  };
  EXPECT_FALSE(allowed(""));
  EXPECT_TRUE(allowed("featureGates: {KueueDRAIntegrationPrioritizedList: true}\n"));
}

TEST(ReviewQueueFixes, ALimitOfAnotherOneToRaise) {
  const auto queue = [](std::string_view name, std::string_view cohort, std::string_view amount) {
    return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: " +
           std::string(name) +
           "}, spec: {namespaceSelector: {}, cohortName: " + std::string(cohort) +
           ", resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: f, resources: "
           "[{name: nvidia.com/gpu, " +
           std::string(amount) + "}]}]}]}}\n";
  };
  const auto cohort = [](std::string_view name, std::string_view amount) {
    return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: " +
           std::string(name) +
           "}, spec: {parentName: root, resourceGroups: [{coveredResources: [nvidia.com/gpu], "
           "flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 0, " +
           std::string(amount) + "}]}]}]}}\n";
  };
  const auto told = [&](const std::string& others, std::string_view asked = "6") {
    return told_by_review(admission::local_queue() + admission::resource_flavor("f") +
                              queue("research", "left", "nominalQuota: 4") + others + "---\n" +
                              counting_as("pool"),
                          pod_in_queue("nvidia.com/gpu: " + std::string(asked)));
  };
  EXPECT_THAT(told(queue("b", "left", "nominalQuota: 4, lendingLimit: 0")),
              Contains(HasSubstr("or raise nominalQuota of ClusterQueue research, or lendingLimit "
                                 "of ClusterQueue b. [NeverFits]")));
  EXPECT_THAT(told(queue("b", "left", "nominalQuota: 4, lendingLimit: 0"), "9"),
              Contains(HasSubstr("nominalQuota of ClusterQueue research. [NeverFits]")))
      << "that is not enough";
  EXPECT_THAT(told(queue("b", "right", "nominalQuota: 4") + cohort("right", "lendingLimit: 1") +
                   cohort("left", "borrowingLimit: 2")),
              Contains(HasSubstr("or lendingLimit of Cohort right. [NeverFits]")));
  EXPECT_THAT(told(queue("b", "right", "nominalQuota: 4") + cohort("right", "borrowingLimit: 9") +
                   cohort("left", "borrowingLimit: 1")),
              Contains(HasSubstr("or borrowingLimit of Cohort left. [NeverFits]")));
}

TEST(ReviewQueueFixes, TheWorkersOfALeaderWorkerSetAreItsSize) {
  const auto told = [](int quota, std::string_view leader) {
    const std::string container =
        "template: {spec: {containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: "
        "2}}}]}}";
    std::string text = container;
    text.replace(0, 8, "workerTemplate");
    if (!leader.empty()) text += ", " + std::string(leader) + container.substr(8);
    return told_by_review(
        queue_having("nvidia.com/gpu: " + std::to_string(quota)) +
            admission::kueue_configuration("leaderworkerset.x-k8s.io/leaderworkerset", "pool",
                                           "gpu.example.com"),
        "---\n{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: l, "
        "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {replicas: 3, leaderWorkerTemplate: {size: "
        "5, " +
            text + "}}}\n");
  };
  EXPECT_THAT(told(8, "leaderTemplate"),
              ElementsAre(HasSubstr("Write size: 4 in spec.leaderWorkerTemplate at most, or raise "
                                    "nominalQuota of ClusterQueue research.")));
  EXPECT_THAT(told(4, ""), ElementsAre(HasSubstr("Write size: 2 in spec.leaderWorkerTemplate")));
}

TEST(ReviewQueueFixes, WhatKubeRayAddsToSeveralTemplates) {
  const auto told = [](std::string_view quotas, std::string_view spec) {
    const std::string pods =
        "template: {spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}, "
        "limits: "
        "{nvidia.com/gpu: 1}}}]}}";
    return told_by_review(
        queue_having(quotas) +
            admission::kueue_configuration("ray.io/rayjob", "pool", "gpu.example.com",
                                           "  excludeResourcePrefixes: [memory]\n"),
        "---\n{apiVersion: ray.io/v1, kind: RayJob, metadata: {name: r, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {shutdownAfterJobFinishes: true, " +
            std::string(spec) + "rayClusterSpec: {headGroupSpec: {" + pods +
            "}, workerGroupSpecs: [{groupName: w, replicas: 1, " + pods + "}]}}}\n");
  };
  EXPECT_THAT(told("cpu: 2, nvidia.com/gpu: 8", "submissionMode: HTTPMode, "), IsEmpty());
  EXPECT_THAT(
      told("cpu: 2, nvidia.com/gpu: 8", ""),
      ElementsAre(HasSubstr("it asks for 2500m cpu (3 pod templates together), of which 500m "
                            "is for the pod that submits it, and ClusterQueue research")));
  EXPECT_THAT(told("cpu: 1, nvidia.com/gpu: 8", "submissionMode: HTTPMode, "),
              ElementsAre(HasSubstr("it asks for 2 cpu (2 pod templates together), and")));
}

TEST(ReviewQueueFixes, WhatALimitRangeGivesIsToldAsThat) {
  const std::string limit_range =
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: default}, spec: {limits: "
      "[{type: Container, defaultRequest: {cpu: 2, ephemeral-storage: 1Gi}}]}}\n---\n";
  const auto told = [&](std::string_view quotas, std::string_view requests) {
    return told_by_review(limit_range + queue_having(quotas) + counting_as("pool"),
                          pod_in_queue(requests));
  };
  EXPECT_THAT(told("nvidia.com/gpu: 8, cpu: 4, ephemeral-storage: 1Gi", "nvidia.com/gpu: 1"),
              IsEmpty());
  EXPECT_THAT(told("nvidia.com/gpu: 8, cpu: 4", "nvidia.com/gpu: 1"),
              ElementsAre(HasSubstr("it asks for 1Gi ephemeral-storage (a LimitRange's default), "
                                    "and ClusterQueue research has no quota of that name")));
  EXPECT_THAT(told("nvidia.com/gpu: 8, cpu: 1, ephemeral-storage: 1Gi", "nvidia.com/gpu: 1"),
              ElementsAre(HasSubstr("it asks for 2 cpu (a LimitRange's default), and")));
  EXPECT_THAT(
      told("nvidia.com/gpu: 8, cpu: 1, ephemeral-storage: 1Gi", "nvidia.com/gpu: 1, cpu: 3"),
      ElementsAre(HasSubstr("it asks for 3 cpu, and")));
}

TEST(ReviewQueueFixes, NoLessThanTheCleanUpOfRedisTakes) {
  const auto told = [](std::string_view cpu, std::string_view asked) {
    return told_by_review(
        queue_having("cpu: " + std::string(cpu) + ", memory: 1Gi, nvidia.com/gpu: 8") +
            admission::kueue_configuration("ray.io/raycluster", "pool", "gpu.example.com"),
        "---\n{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: r, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {gcsFaultToleranceOptions: {redisAddress: r}, "
        "headGroupSpec: {template: {spec: {containers: [{name: c, image: i, resources: {requests: "
        "{cpu: " +
            std::string(asked) + "}, limits: {nvidia.com/gpu: 1}}}]}}}}}\n");
  };
  EXPECT_THAT(told("200m", "100m"), IsEmpty());
  EXPECT_THAT(told("150m", "100m"),
              ElementsAre(HasSubstr("it asks for 200m cpu, of which 100m is for KubeRay's clean-up "
                                    "of Redis, and ClusterQueue research can reach 150m at most. "
                                    "Raise nominalQuota of")));
  EXPECT_THAT(told("250m", "300m"), ElementsAre(HasSubstr("Ask for 250m, or raise nominalQuota")));
}

TEST(ReviewQueueFixes, TheOutputOfATransformationIsNotExcluded) {
  const std::string state =
      queue_having("cpu: 30") +
      admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                     "  transformations: [{input: x.com/mig, strategy: Replace, "
                                     "outputs: {credits: 10}}]\nwaitForPodsReady: {}\n");
  EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/mig: 1")),
              ElementsAre(AllOf(HasSubstr("Cover credits in ClusterQueue research"),
                                Not(HasSubstr("excludeResourcePrefixes")))));
}

TEST(ReviewQueueFixes, ANameThatCountsAnotherClassStays) {
  const std::string mappings =
      "  deviceClassMappings: [{name: a-gpus, deviceClassNames: [a.example.com]}, {name: b-gpus, "
      "deviceClassNames: [gpu.example.com]}]\n";
  std::string state =
      queue_having("a-gpus: 8") + admission::device_class("a.example.com") + counting_as("a-gpus");
  const std::size_t at = state.find("  deviceClassMappings:");
  ASSERT_NE(at, std::string::npos) << state;
  const std::size_t end = state.find('\n', at);
  state.replace(at, end + 1 - at, mappings);
  EXPECT_THAT(told_by_review(state, pod_with_template("two")),
              ElementsAre(AllOf(HasSubstr("no quota of that name. Cover b-gpus in ClusterQueue"),
                                Not(HasSubstr("instead")))));
}

TEST(ReviewQueueFixes, AClassOfTheTemplateThatIsMisspelt) {
  const std::string state = queue_having("pool: 8") +
                            admission::claim_template("slip", "gpu.example") + counting_as("pool");
  EXPECT_THAT(
      told_by_review(state, pod_with_template("slip")),
      Contains(AllOf(HasSubstr("class gpu.example (template slip) does not exist"),
                     HasSubstr("Write deviceClassName: gpu.example.com in the template."))));
}

// A Workload that somebody wrote; `more` are fields of its pod set, and its one container asks for
// `requests`.
std::string written_workload(std::string_view more, std::string_view requests) {
  return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: "
         "{queueName: q, podSets: [{name: main, count: 5, " +
         std::string(more) +
         "template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: "
         "{limits: {" +
         std::string(requests) + "}}}]}}}]}}\n";
}

TEST(ReviewQueueFixes, AWorkloadByItselfIsToldOfItsOwnFields) {
  const std::string state = queue_having("nvidia.com/gpu: 8") + counting_as("pool");
  const auto told = [&state](std::string_view more,
                             std::string_view requests = "nvidia.com/gpu: 1") {
    return told_by_review(state, written_workload(more, requests));
  };
  EXPECT_THAT(told("topologyRequest: {required: rack}, "),
              ElementsAre(AllOf(HasSubstr("Take topologyRequest away, or use a queue"),
                                Not(HasSubstr("annotation")))));
  EXPECT_THAT(told("topologyRequest: {podIndexLabel: i, subGroupCount: 1}, "), IsEmpty())
      << "Kueue writes that of every Job, and copies it to the clusters of MultiKueue";
  EXPECT_THAT(told("minCount: 3, ", "nvidia.com/gpu: 4"),
              ElementsAre(HasSubstr("Write minCount: 2 at most, or raise")));
}

TEST(ReviewQueueFixes, WhatKueueRefusesOfOneKind) {
  const std::string state = queue_having("nvidia.com/gpu: 8") + counting_as("pool");
  std::string workload = written_workload("minCount: 1, ", "nvidia.com/gpu: 1");
  EXPECT_THAT(told_by_review(state, workload), IsEmpty());
  workload.insert(workload.rfind("]}}"),
                  ", {name: more, minCount: 1, count: 2, template: {spec: "
                  "{containers: [{name: c, image: i}]}}}");
  EXPECT_THAT(told_by_review(state, workload),
              ElementsAre("Kueue's webhook refuses this Workload in queue q: 2 pod sets have "
                          "minCount, and one may. Keep the minCount of one of them. "
                          "[KueueCannotAdmit]"));
  const std::string pod = pod_in_queue("nvidia.com/gpu: 1");
  const auto managed = [&](std::string_view value) {
    std::string one = pod;
    one.insert(one.find("kueue.x-k8s.io/queue-name"),
               "kueue.x-k8s.io/managed: '" + std::string(value) + "', ");
    return told_by_review(state, one);
  };
  EXPECT_THAT(managed("true"), Each(Not(HasSubstr("kueue.x-k8s.io/managed"))));
  EXPECT_THAT(managed("false"), Contains(HasSubstr("label kueue.x-k8s.io/managed is false, and "
                                                   "can only be true")));
}

TEST(ReviewQueueFixes, ALabelThatTheFlavorOfOtherResourcesWants) {
  const std::string state =
      admission::local_queue() + admission::resource_flavor("slow", "nodeLabels: {type: cpu}") +
      admission::resource_flavor("fast", "nodeLabels: {type: gpu}") +
      admission::cluster_queue(
          "  resourceGroups: [{coveredResources: [cpu], flavors: [{name: slow, resources: [{name: "
          "cpu, nominalQuota: 9}]}]}, {coveredResources: [nvidia.com/gpu], flavors: [{name: fast, "
          "resources: [{name: nvidia.com/gpu, nominalQuota: 9}]}]}]\n") +
      counting_as("pool");
  const auto told = [&state](std::string_view type) {
    return told_by_review(state, pod_in_queue("cpu: 1, nvidia.com/gpu: 1",
                                              "nodeSelector: {type: " + std::string(type) + "}, "));
  };
  EXPECT_THAT(told("gpu"),
              ElementsAre(HasSubstr("Take type=gpu out of nodeSelector: it is the label of flavor "
                                    "fast, and Kueue wants it of flavor slow, too.")));
  const auto taken_out = HasSubstr("Take type=other out of nodeSelector: nodes of flavors ");
  EXPECT_THAT(told("other"), ElementsAre(taken_out, taken_out));
}

// As launchers write it, whose pods do not tolerate what the workers do.
TEST(ReviewQueueFixes, AFlavorIsLookedForThoughNoneIsAskedFor) {
  const std::string state =
      admission::local_queue() +
      admission::resource_flavor("f", "nodeTaints: [{key: gpu, effect: NoSchedule}]") +
      admission::cluster_queue(
          "  resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: f, resources: "
          "[{name: nvidia.com/gpu, nominalQuota: 8}]}]}]\n") +
      counting_as("pool");
  const auto told = [&state](std::string_view requests) {
    return told_by_review(state, pod_in_queue(requests));
  };
  EXPECT_THAT(told("nvidia.com/gpu: 0, example.com/other: 0"),
              ElementsAre(HasSubstr("taint gpu:NoSchedule); for 0 Kueue looks for a flavor, too. "
                                    "Leave nvidia.com/gpu: 0 out, or: add to tolerations")));
  EXPECT_THAT(told("example.com/other: 0"), IsEmpty());
}

TEST(ReviewQueueFixes, APoolCalledCpuIsCountedInThousandths) {
  const auto told = [](std::string_view quota) {
    return told_by_review(queue_having("cpu: " + std::string(quota)) + counting_as("cpu"),
                          pod_with_template("two"));
  };
  EXPECT_THAT(told("1"), Contains(HasSubstr("it asks for 2 cpu (template two, class "
                                            "gpu.example.com), and ClusterQueue research can "
                                            "reach 1 at most. Ask for 1, or raise")));
  EXPECT_THAT(told("2"), Not(Contains(HasSubstr("[NeverFits]"))));
}

TEST(ReviewQueueFixes, TheLabelOfWhatPodsReadStandsOnThem) {
  const std::string state = queue_having("nvidia.com/gpu: 8") +
                            counting_as("pool", "manageJobsWithoutQueueName: true\n") +
                            "---\n{apiVersion: v1, kind: Namespace, metadata: {name: default}}\n";
  EXPECT_THAT(
      told_by_review(state,
                     "---\n{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: w}, spec: "
                     "{selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, "
                     "spec: {containers: [{name: c, image: i, resources: {limits: "
                     "{nvidia.com/gpu: 1}}}]}}}}\n"),
      Contains(HasSubstr("queue-name: q under spec.template.metadata.labels.")));
}

}  // namespace
}  // namespace drawbridge::cli
