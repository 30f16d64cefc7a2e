// `drawbridge review`: LimitRanges of the namespace of what is put into a queue of Kueue's, which
// looks at them itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

// LocalQueue q, whose ClusterQueue has 4 of nvidia.com/gpu and 64 of cpu.
std::string queue_of_gpus() {
  return admission::local_queue() + admission::resource_flavor("f") +
         admission::cluster_queue(
             "  resourceGroups: [{coveredResources: [cpu, nvidia.com/gpu], flavors: [{name: f, "
             "resources: [{name: cpu, nominalQuota: 64}, {name: nvidia.com/gpu, nominalQuota: "
             "4}]}]}]\n") +
         admission::kueue_configuration("batch/job, pod, deployment, kubeflow.org/mpijob", "pool",
                                        "gpu.example.com", "waitForPodsReady: {}\n");
}

std::string limit_range_of(std::string_view limits, std::string_view name = "lr") {
  return "---\n{apiVersion: v1, kind: LimitRange, metadata: {name: " + std::string(name) +
         ", namespace: default}, spec: {limits: [" + std::string(limits) + "]}}\n";
}

std::string pod_that_has(std::string_view resources, std::string_view more = "") {
  return "{restartPolicy: Never, containers: [{name: main, image: i, resources: {" +
         std::string(resources) + "}}" + std::string(more) + "]}";
}

std::string job_in_q(std::string_view pod, std::string_view more = "") {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: default, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, " +
         std::string(more) + "template: {spec: " + std::string(pod) + "}}}\n";
}

std::vector<std::string> told_beside(std::string_view limits, std::string_view object) {
  return told_by_review(queue_of_gpus() + limit_range_of(limits), object);
}

constexpr std::string_view kThreeGpus = "limits: {nvidia.com/gpu: 3}";

TEST(ReviewQueueRanges, KueueAdmitsNothingBeyondALimitRange) {
  const std::string job = job_in_q(pod_that_has(kThreeGpus));
  EXPECT_THAT(told_beside("{type: Container, max: {nvidia.com/gpu: 3}}", job), IsEmpty());
  EXPECT_THAT(told_beside("{type: Container, max: {nvidia.com/gpu: 2}}", job),
              ElementsAre("This Job can never run in queue q: LimitRange lr allows 2 "
                          "nvidia.com/gpu at most in a container, container main has 3, and Kueue "
                          "admits nothing beyond it. Ask for 2 or less, or have max of LimitRange "
                          "lr raised. [KueueCannotAdmit]"));
  EXPECT_THAT(told_beside("{type: Container, min: {nvidia.com/gpu: 4}}", job),
              ElementsAre("This Job can never run in queue q: LimitRange lr wants 4 "
                          "nvidia.com/gpu at least in a container, container main has 3, and Kueue "
                          "admits nothing below it. Ask for 4 or more, or have min of LimitRange "
                          "lr lowered. [KueueCannotAdmit]"));
  EXPECT_FALSE(
      review(queue_of_gpus() + limit_range_of("{type: Container, max: {nvidia.com/gpu: 2}}"),
             job)[0]
          .allowed);
  EXPECT_THAT(told_beside("{type: PersistentVolumeClaim, max: {nvidia.com/gpu: 2}}", job),
              IsEmpty());
}

TEST(ReviewQueueRanges, ContainersOfAPodCountTogether) {
  const std::string pod =
      pod_that_has("limits: {nvidia.com/gpu: 1}",
                   ", {name: second, image: i, resources: {limits: {nvidia.com/gpu: 2}}}");
  EXPECT_THAT(
      told_beside("{type: Pod, max: {nvidia.com/gpu: 3}, min: {nvidia.com/gpu: 3}}", job_in_q(pod)),
      IsEmpty());
  EXPECT_THAT(told_beside("{type: Pod, max: {nvidia.com/gpu: 2}}", job_in_q(pod)),
              ElementsAre(HasSubstr("allows 2 nvidia.com/gpu at most in a pod, each pod has 3, and "
                                    "Kueue admits nothing beyond it.")));
  EXPECT_THAT(told_beside("{type: Pod, min: {nvidia.com/gpu: 4}}", job_in_q(pod)),
              ElementsAre(HasSubstr("wants 4 nvidia.com/gpu at least in a pod, each pod has 3")));
}

TEST(ReviewQueueRanges, WhatTheQueueLacksIsToldBesideTheBound) {
  EXPECT_THAT(told_beside("{type: Container, max: {example.com/nic: 2}}",
                          job_in_q(pod_that_has("limits: {example.com/nic: 3}"))),
              AllOf(Contains(HasSubstr("LimitRange lr allows 2 example.com/nic at most")),
                    Contains(HasSubstr("[QueueNotCovering]"))));
}

TEST(ReviewQueueRanges, OfSeveralLimitRangesTheHardestCounts) {
  const std::string state = queue_of_gpus() +
                            limit_range_of("{type: Container, max: {nvidia.com/gpu: 2}}", "wide") +
                            limit_range_of("{type: Container, max: {nvidia.com/gpu: 1}}", "narrow");
  EXPECT_THAT(told_by_review(state, job_in_q(pod_that_has(kThreeGpus))),
              ElementsAre(HasSubstr("LimitRange narrow allows 1 nvidia.com/gpu at most")));
}

// What keeps it from the queue besides is told, but that it waits there is not.
TEST(ReviewQueueRanges, WhatElseIsInTheWayIsToldToo) {
  const auto told = told_beside(
      "{type: Container, max: {nvidia.com/gpu: 2}}",
      job_in_q(pod_that_has("requests: {nvidia.com/gpu: 5}, limits: {nvidia.com/gpu: 5}")));
  EXPECT_THAT(told, AllOf(Contains(HasSubstr("[NeverFits]")),
                          Contains(HasSubstr("LimitRange lr allows 2"))));
  const std::string used =
      "status: {flavorsReservation: [{name: f, resources: [{name: "
      "nvidia.com/gpu, total: 4}]}]}\n";
  std::string state =
      queue_of_gpus() + limit_range_of("{type: Container, max: {nvidia.com/gpu: 2}}");
  const std::string job = job_in_q(pod_that_has(kThreeGpus));
  const std::string end = "---\napiVersion: config";
  state.insert(state.find(end), used);
  EXPECT_THAT(told_by_review(state, job), ElementsAre(HasSubstr("[KueueCannotAdmit]")));
}

// A limit as high as the request is no way out where it is more than `max`.
TEST(ReviewQueueRanges, ARequestBeyondTheLimitThatALimitRangeGives) {
  const std::string job =
      job_in_q(pod_that_has("limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: 1, cpu: 4}"));
  EXPECT_THAT(told_beside("{type: Container, default: {cpu: 2}}", job),
              ElementsAre("This Job can never run in queue q: container main asks for 4 cpu "
                          "without a limit, a LimitRange gives it a limit of 2, and Kueue wants no "
                          "request beyond its limit. Write cpu: 4 in its limits. "
                          "[KueueCannotAdmit]"));
  EXPECT_THAT(told_beside("{type: Container, default: {cpu: 2}, max: {cpu: 3}}", job),
              ElementsAre(HasSubstr("allows 3 cpu at most in a container, container main has "
                                    "4, and Kueue")));
}

// Less in requests alone would be beyond the limit that is given, or no less at all.
TEST(ReviewQueueRanges, WhatALimitRangeGivesHasToBeWritten) {
  const auto told = [](std::string_view limits, std::string_view requests,
                       std::string_view own_limits = "") {
    return told_beside(
        limits,
        job_in_q(pod_that_has("limits: {nvidia.com/gpu: 1" + std::string(own_limits) +
                              "}, requests: {nvidia.com/gpu: 1" + std::string(requests) + "}")));
  };
  const std::string_view narrow = "{type: Container, default: {cpu: 1}, max: {cpu: 2}}";
  EXPECT_THAT(told(narrow, ", cpu: 4"),
              ElementsAre(HasSubstr("container main has 4, and Kueue admits nothing beyond it. "
                                    "Write cpu: 2 or less in its requests and limits. [Kueue")));
  EXPECT_THAT(told(narrow, ", cpu: 2"), ElementsAre(HasSubstr("gives it a limit of 1")));
  EXPECT_THAT(told(narrow, ", cpu: 2", ", cpu: 2"), IsEmpty());
  const std::string_view given = "{type: Container, default: {cpu: 4}, max: {cpu: 1}}";
  EXPECT_THAT(told(given, ""),
              ElementsAre(HasSubstr("container main has a limit of 4 (a LimitRange's default), and "
                                    "Kueue admits nothing beyond it. Write cpu: 1 or less in its "
                                    "requests and limits, or have max of LimitRange lr raised.")));
  EXPECT_THAT(told(given, ", cpu: 1"), Not(IsEmpty()));
  EXPECT_THAT(told(given, ", cpu: 1", ", cpu: 1"), IsEmpty());
  const std::string_view least = "{type: Container, default: {cpu: 1}, min: {cpu: 2}}";
  EXPECT_THAT(told(least, ", cpu: 3"),
              ElementsAre(HasSubstr("container main has a limit of 1 (a LimitRange's default), and "
                                    "Kueue admits nothing below it. Write cpu: 3 or more in its "
                                    "requests and limits. [KueueCannotAdmit]")))
      << "once";
  EXPECT_THAT(told(least, ", cpu: 3", ", cpu: 3"), IsEmpty());
  EXPECT_THAT(told("{type: Container, defaultRequest: {cpu: 4}, max: {cpu: 2}}", ""),
              ElementsAre(HasSubstr("main has 4 (a LimitRange's default), and Kueue admits nothing "
                                    "beyond it. Write cpu: 2 or less in its requests, or have")));
  EXPECT_THAT(told("{type: Pod, min: {cpu: 2}}, {type: Container, default: {cpu: 1}}", ""),
              ElementsAre(HasSubstr("each pod has 1 (a LimitRange's default), and Kueue admits "
                                    "nothing below it. Write cpu: 2 or more in its requests and "
                                    "limits, or have min")));
}

// What the queue can reach is not offered where a LimitRange wants more.
TEST(ReviewQueueRanges, AMinimumThatTheQueueCannotHold) {
  const auto told = [](int pods, int gpus, int least) {
    const std::string amount = "{nvidia.com/gpu: " + std::to_string(gpus) + "}";
    return told_beside("{type: Container, min: {nvidia.com/gpu: " + std::to_string(least) + "}}",
                       job_in_q(pod_that_has("requests: " + amount + ", limits: " + amount),
                                "parallelism: " + std::to_string(pods) +
                                    ", completions: " + std::to_string(pods) + ", "));
  };
  EXPECT_THAT(told(4, 1, 2),
              ElementsAre(HasSubstr("container main has 1, and Kueue admits nothing below it. Ask "
                                    "for 2 in 2 pods at most, or have min of LimitRange lr")));
  EXPECT_THAT(told(2, 2, 2), IsEmpty());
  EXPECT_THAT(told(4, 2, 2), ElementsAre(HasSubstr("Run 2 pods at most, or raise nominalQuota")));
  EXPECT_THAT(told(2, 1, 2), ElementsAre(HasSubstr("Ask for 2 or more, or have min")));
  EXPECT_THAT(told(1, 3, 6),
              ElementsAre(HasSubstr("Ask for 6 and raise nominalQuota of ClusterQueue research for "
                                    "that, or have min of LimitRange lr lowered.")));
  EXPECT_THAT(told(1, 5, 6), AllOf(Contains(HasSubstr("Ask for 6 or more, or have min")),
                                   Contains(HasSubstr("can reach 4 at most. Raise nominalQuota"))));
}

TEST(ReviewQueueRanges, WhatKubeRayAddsIsBoundToo) {
  const std::string state =
      admission::local_queue() + admission::resource_flavor("f") +
      admission::cluster_queue("  resourceGroups:\n" + admission::group_of("cpu", "f", 64)) +
      admission::kueue_configuration("ray.io/rayjob", "pool", "gpu.example.com",
                                     "  excludeResourcePrefixes: [memory, nvidia.com/]\n") +
      limit_range_of("{type: Container, max: {memory: 100Mi}}");
  const std::string pods =
      "template: {spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}, limits: "
      "{nvidia.com/gpu: 1}}}]}}";
  EXPECT_THAT(told_by_review(
                  state,
                  "{apiVersion: ray.io/v1, kind: RayJob, metadata: {name: r, namespace: default, "
                  "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {shutdownAfterJobFinishes: true, "
                  "rayClusterSpec: {headGroupSpec: {" +
                      pods + "}}}}\n"),
              ElementsAre(HasSubstr(
                  "LimitRange lr allows 100Mi memory at most in a container, the pod that submits "
                  "it has 200Mi, and Kueue admits nothing beyond it. Have max of LimitRange lr "
                  "raised.")));
}

// What a RuntimeClass adds nobody knows here.
TEST(ReviewQueueRanges, OverheadMayMakeUpForWhatIsTooLittle) {
  const std::string_view least = "{type: Pod, min: {cpu: 2}}";
  const auto pod = [](std::string_view more) {
    return job_in_q(
        "{" + std::string(more) +
        "restartPolicy: Never, containers: [{name: main, image: i, resources: {requests: "
        "{cpu: 1}, limits: {nvidia.com/gpu: 1}}}]}");
  };
  EXPECT_THAT(told_beside(least, pod("")), ElementsAre(HasSubstr("wants 2 cpu at least in a pod")));
  EXPECT_THAT(told_beside(least, pod("runtimeClassName: kata, ")),
              ElementsAre(HasSubstr("has requests of 1: it will be refused.")))
      << "the API server's LimitRanger counts no overhead";
}

// Of a Job the API server refuses it.
TEST(ReviewQueueRanges, ARequestBeyondAContainersOwnLimit) {
  const std::string mpi_job =
      "{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, metadata: {name: m, namespace: default, "
      "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {mpiReplicaSpecs: {Launcher: {replicas: 1, "
      "template: {spec: {containers: [{name: main, image: i, resources: {requests: {cpu: 4}, "
      "limits: {cpu: 2, nvidia.com/gpu: 1}}}]}}}}}}\n";
  EXPECT_THAT(told_by_review(queue_of_gpus(), mpi_job),
              ElementsAre("This MPIJob can never run in queue q: container main asks for 4 cpu, "
                          "its limit is 2, and Kueue wants no request beyond its limit. Write cpu: "
                          "4 in its limits. [KueueCannotAdmit]"));
  EXPECT_THAT(
      told_by_review(queue_of_gpus(), job_in_q(pod_that_has("requests: {cpu: 4}, limits: {cpu: "
                                                            "2, nvidia.com/gpu: 1}"))),
      ElementsAre(HasSubstr("[ResourceQuantityInvalid]")));
}

// The API server refuses pods itself, before Kueue has seen them.
TEST(ReviewQueueRanges, OfPodsTheApiServerSaysIt) {
  const std::string deployment =
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: default, labels: "
      "{kueue.x-k8s.io/queue-name: q}}, spec: {selector: {matchLabels: {a: b}}, template: "
      "{metadata: {labels: {a: b}}, spec: {containers: [{name: main, image: i, resources: {" +
      std::string(kThreeGpus) + "}}]}}}}\n";
  EXPECT_THAT(told_beside("{type: Container, max: {nvidia.com/gpu: 2}}", deployment),
              ElementsAre(HasSubstr("it will be refused. Ask for 2 or less")));
}

TEST(ReviewQueueRanges, DevicesThatALimitRangeGivesAreJudged) {
  const std::string gives = "{type: Container, default: {example.com/npu: 1}}";
  const std::string deployment =
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: default, labels: "
      "{kueue.x-k8s.io/queue-name: q}}, spec: {selector: {matchLabels: {a: b}}, template: "
      "{metadata: {labels: {a: b}}, spec: {containers: [{name: main, image: i, resources: "
      "{requests: {cpu: 1}}}]}}}}\n";
  const auto uncovered = [](std::string_view kind) {
    return ElementsAre(AllOf(
        HasSubstr(std::string(kind) + " can never run in queue q: it asks for 1 example.com/npu"),
        HasSubstr("LimitRange's default"),
        HasSubstr("Where it needs none, write resources: {requests: {example.com/npu: 0}, limits: "
                  "{example.com/npu: 0}} there. [QueueNotCovering]")));
  };
  EXPECT_THAT(told_beside(gives, job_in_q(pod_that_has("requests: {cpu: 1}"))),
              uncovered("This Job"));
  EXPECT_THAT(told_beside(gives, deployment), uncovered("This Deployment"));
}

}  // namespace
}  // namespace drawbridge::cli
