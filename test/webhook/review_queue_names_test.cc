// `drawbridge review`: resources that a queue does not cover, by misspelt names, classes, mappings
// and transformations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_queue_testing.h"
#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(ReviewQueueNames, ACoveredNameThatIsMisspelt) {
  const std::string state = counting_as("pool") + std::string(kGpuNode);
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

TEST(ReviewQueueNames, WithoutNodesNobodyKnowsWhoseSlipItIs) {
  EXPECT_THAT(told_by_review(queue_having("nvidia.com/gpu: 8") + counting_as("pool"),
                             pod_in_queue("nvidia.com/gpus: 2")),
              ElementsAre(HasSubstr("Write nvidia.com/gpu, or cover nvidia.com/gpus in the "
                                    "ClusterQueue. [QueueNotCovering]")));
}

TEST(ReviewQueueNames, ADomainThatIsMisspelt) {
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

TEST(ReviewQueueNames, WithoutClassesANameIsUncoveredWhereNoMappedOneIsCovered) {
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

TEST(ReviewQueueNames, WithoutClassesWhatIsCoveredMayCountAsTheMappedName) {
  const auto severity = [](std::string_view quotas, std::string_view asked) {
    const auto objects = review(
        queue_having(quotas) + admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                                              "waitForPodsReady: {}\n"),
        pod_in_queue(asked));
    return objects[0].findings.empty() ? rules::Severity::kInfo : objects[0].findings[0].severity;
  };
  EXPECT_EQ(severity("nvidia.com/gpu: 2, pool: 8", "nvidia.com/gpu: 4"), rules::Severity::kWarn)
      << "of which it may have 8";
  EXPECT_EQ(severity("nvidia.com/gpu: 2", "nvidia.com/gpu: 4"), rules::Severity::kDeny);
  EXPECT_EQ(severity("nvidia.com/gpu: 2, pool: 8, cpu: 1", "nvidia.com/gpu: 4, cpu: 2"),
            rules::Severity::kDeny)
      << "whatever the devices are";
  EXPECT_EQ(severity("nvidia.com/gpu: 2, pool: 3", "nvidia.com/gpu: 4"), rules::Severity::kDeny)
      << "under neither name";
  EXPECT_EQ(severity("nvidia.com/gpu: 4, pool: 8, x.com/nic: 4", "nvidia.com/gpu: 8, x.com/nic: 1"),
            rules::Severity::kWarn)
      << "the other one need not count as it, too";
  EXPECT_EQ(severity("nvidia.com/gpu: 4, pool: 8, x.com/nic: 4", "nvidia.com/gpu: 1, x.com/nic: 9"),
            rules::Severity::kDeny)
      << "of which there are too few under either";
  EXPECT_EQ(
      severity("nvidia.com/gpu: 4, pool: 8, x.com/nic: 4", "nvidia.com/gpu: 8, y.com/nobody: 1"),
      rules::Severity::kWarn)
      << "of what is not covered nobody knows more";
}

TEST(ReviewQueueNames, TheClassIsCoveredInPlaceOfItsName) {
  const std::string given = queued_pod_with("two");
  EXPECT_THAT(
      told_by_review(queue_having("gpu.example.com: 8") + counting_as("example-gpu"), given),
      ElementsAre(HasSubstr("no quota of that name, but of gpu.example.com. Cover example-gpu "
                            "instead of gpu.example.com in ClusterQueue research")));
  EXPECT_THAT(told_by_review(queue_having("example-gpu: 8") + counting_as("example-gpu"), given),
              IsEmpty());
  EXPECT_THAT(told_by_review(queue_having("example-gpus: 8") + counting_as("example-gpu"), given),
              ElementsAre(HasSubstr("Cover example-gpu instead of example-gpus in")));
}

TEST(ReviewQueueNames, ANameThatIsCountedBesideStays) {
  const auto told = [](std::string_view gates) {
    return told_by_review(
        queue_having("nvidia.com/gpu: 8") +
            admission::device_class("gpu.example.com", "extendedResourceName: nvidia.com/gpu") +
            admission::claim_template("two", "gpu.example.com", ", count: 2") +
            admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                           "waitForPodsReady: {}\n" + std::string(gates)),
        queued_pod_with("two"));
  };
  EXPECT_THAT(told(""), Contains(HasSubstr("Cover pool instead of nvidia.com/gpu in Cluster")));
  EXPECT_THAT(told("featureGates: {KueueDRAIntegrationExtendedResource: false}\n"),
              Contains(HasSubstr("Cover pool beside nvidia.com/gpu in ClusterQueue")));
}

// Others ask for the class by that name.
TEST(ReviewQueueNames, ANameThatKueueCountsAClassAsKeepsItsQuota) {
  EXPECT_THAT(
      told_by_kind(queue_having("gpus: 4") + counting_as("gpus"), pod_in_queue("amd.com/gpu: 1")),
      ElementsAre(HasSubstr("Cover amd.com/gpu beside gpus in ClusterQueue research")));
}

TEST(ReviewQueueNames, OfBothPathsEachIsToldWithItsAmount) {
  const std::string claims =
      "resourceClaims: [{name: g, resourceClaimTemplateName: two}, {name: h, "
      "resourceClaimTemplateName: two}], ";
  EXPECT_THAT(
      told_by_kind(queue_having("nvidia.com/gpu: 6") + counting_as("nvidia.com/gpu"),
                   pod_in_queue("nvidia.com/gpu: 3", claims)),
      Contains(HasSubstr("asks for 7 nvidia.com/gpu (4 by template two, class gpu.example.com; 3 "
                         "by extended resource nvidia.com/gpu)")));
}

TEST(ReviewQueueNames, WhatATransformationMakesIsAskedForByNobody) {
  const std::string state =
      queue_having("nvidia.com/gpu: 3") + admission::device_class("gpu.example.com") +
      admission::claim_template("two", "gpu.example.com", ", count: 2") +
      admission::kueue_configuration(
          "pod", "nvidia.com/gpu", "gpu.example.com",
          "  transformations: [{input: v.com/a, strategy: Replace, outputs: {nvidia.com/gpu: "
          "2}}]\nwaitForPodsReady: {}\n");
  EXPECT_THAT(told_by_kind(state, pod_in_queue("v.com/a: 1",
                                               "resourceClaims: [{name: g, "
                                               "resourceClaimTemplateName: two}], ")),
              Contains(AllOf(HasSubstr("asks for 4 nvidia.com/gpu (template two, class "),
                             Not(HasSubstr("extended resource nvidia.com/gpu")))));
}

TEST(ReviewQueueNames, AskedForByBothPathsOneIsTakenAway) {
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

TEST(ReviewQueueNames, DevicesAreNotExcludedFromAllQuota) {
  const std::string state = queue_having("cpu: 8, pool: 8, x.com/gpu: 8") + counting_as("pool");
  EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/gpu: 1, memory: 1Gi")),
              ElementsAre(HasSubstr("or list it in resources.excludeResourcePrefixes")));
  for (const char* device : {"amd.com/gpu: 1", "amd.com/gpu: 1, memory: 1Gi"})
    EXPECT_THAT(told_by_review(state, pod_in_queue(device)),
                ElementsAre(AllOf(HasSubstr("Cover amd.com/gpu"), Not(HasSubstr("exclude")))));
}

TEST(ReviewQueueNames, APartOfADeviceIsNoneOfThem) {
  const auto told = [](std::string_view listed, std::string_view asked) {
    return told_by_review(
        queue_having("nvidia.com/gpu: 8") + admission::device_class("gpu.nvidia.com") +
            admission::device_class("mig.nvidia.com") + admission::claim_template("two", asked) +
            admission::kueue_configuration("pod", listed == "amd.com" ? "x" : "nvidia.com/gpu",
                                           listed, "waitForPodsReady: {}\n"),
        queued_pod_with("two"));
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

TEST(ReviewQueueNames, DevicesAreNoBytes) {
  EXPECT_THAT(
      told_by_review(queue_having("pool: 1048576") + counting_as("pool"),
                     admission::claim_template("big", "gpu.example.com", ", count: 4194304") +
                         queued_pod_with("big")),
      ElementsAre(HasSubstr("[TooManyDevices]"),
                  HasSubstr("it asks for 4194304 pool (template big, class "
                            "gpu.example.com), and ClusterQueue research can reach 1048576 "
                            "at most. Ask for 1048576, or raise")));
}

TEST(ReviewQueueNames, NobodyAsksForWhatATransformationMakes) {
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

TEST(ReviewQueueNames, OfSeveralThatBecomeOneThoseThatAreAskedForAreNamed) {
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

TEST(ReviewQueueNames, WhatMakesNothingOfItIsNotNamed) {
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

TEST(ReviewQueueNames, ASlipInATransformation) {
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

TEST(ReviewQueueNames, TheOutputOfATransformationIsNotExcluded) {
  const std::string state =
      queue_having("cpu: 30") +
      admission::kueue_configuration("pod", "pool", "gpu.example.com",
                                     "  transformations: [{input: x.com/mig, strategy: Replace, "
                                     "outputs: {credits: 10}}]\nwaitForPodsReady: {}\n");
  EXPECT_THAT(told_by_review(state, pod_in_queue("x.com/mig: 1")),
              ElementsAre(AllOf(HasSubstr("Cover credits in ClusterQueue research"),
                                Not(HasSubstr("excludeResourcePrefixes")))));
}

TEST(ReviewQueueNames, ANameThatCountsAnotherClassStays) {
  const std::string mappings =
      "  deviceClassMappings: [{name: a-gpus, deviceClassNames: [a.example.com]}, {name: b-gpus, "
      "deviceClassNames: [gpu.example.com]}]\n";
  std::string state =
      queue_having("a-gpus: 8") + admission::device_class("a.example.com") + counting_as("a-gpus");
  const std::size_t at = state.find("  deviceClassMappings:");
  ASSERT_NE(at, std::string::npos) << state;
  const std::size_t end = state.find('\n', at);
  state.replace(at, end + 1 - at, mappings);
  EXPECT_THAT(told_by_review(state, queued_pod_with("two")),
              ElementsAre(AllOf(HasSubstr("no quota of that name. Cover b-gpus in ClusterQueue"),
                                Not(HasSubstr("instead")))));
}

TEST(ReviewQueueNames, AClassOfTheTemplateThatIsMisspelt) {
  const std::string state = queue_having("pool: 8") +
                            admission::claim_template("slip", "gpu.example") + counting_as("pool");
  EXPECT_THAT(
      told_by_review(state, queued_pod_with("slip")),
      Contains(AllOf(HasSubstr("class gpu.example (template slip) does not exist"),
                     HasSubstr("Write deviceClassName: gpu.example.com in the template."))));
}

TEST(ReviewQueueNames, APoolCalledCpuIsCountedInThousandths) {
  const auto told = [](std::string_view quota) {
    return told_by_review(queue_having("cpu: " + std::string(quota)) + counting_as("cpu"),
                          queued_pod_with("two"));
  };
  EXPECT_THAT(told("1"), Contains(HasSubstr("it asks for 2 cpu (template two, class "
                                            "gpu.example.com), and ClusterQueue research can "
                                            "reach 1 at most. Ask for 1, or raise")));
  EXPECT_THAT(told("2"), Not(Contains(HasSubstr("[NeverFits]"))));
}

}  // namespace
}  // namespace drawbridge::cli
