// `drawbridge review`: what asks for an extended resource is rewritten or left as it is, as Kueue
// counts it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_queue_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

constexpr std::string_view kGpuPod =
    "{restartPolicy: Always, containers: [{name: main, image: i, resources: {limits: "
    "{example.com/gpu: 1}}}]}";

constexpr std::string_view kCountedAsPool =
    "deviceClassMappings: [{name: pool, deviceClassNames: [gpu.example.com]}]";

// A DeviceMapping gives example.com/gpu by class gpu.example.com; LocalQueue `queue` has 8 of
// `covered`.
std::string world(std::string_view queue, std::string_view frameworks,
                  std::string_view resources = "deviceClassMappings: []",
                  std::string_view covered = "example.com/gpu") {
  return admission::local_queue(queue) + admission::resource_flavor("f") +
         admission::cluster_queue("  resourceGroups:\n" + admission::group_of(covered, "f", 8)) +
         admission::device_class("gpu.example.com") + R"(---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: gpus}
spec:
  logicalResource: example.com/gpu
  deviceClassNames: [gpu.example.com]
  rewrites: [{resource: example.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: gpu.example.com}}}]
---
apiVersion: v1
kind: Namespace
metadata: {name: default, labels: {kubernetes.io/metadata.name: default}}
)" + configured_for(frameworks, resources);
}

std::string controlled_by(std::string_view api_version, std::string_view kind) {
  return "ownerReferences: [{apiVersion: " + std::string(api_version) +
         ", kind: " + std::string(kind) + ", name: w, uid: u, controller: true}]";
}

std::string gpu_pod_of(std::string_view metadata) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: p, " + std::string(metadata) +
         "}, spec: " + std::string(kGpuPod) + "}\n";
}

std::string gpu_workload(std::string_view api_version, std::string_view kind,
                         std::string_view metadata = "") {
  return "{apiVersion: " + std::string(api_version) + ", kind: " + std::string(kind) +
         ", metadata: {name: w, " + std::string(metadata) +
         "}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, "
         "spec: " +
         std::string(kGpuPod) + "}}}\n";
}

// The codes of all that is said, whatever its severity.
std::vector<std::string> codes(std::string_view state, std::string_view given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object :
       review_objects(admission::manifests(state, "state.yaml"),
                      admission::manifests(given, "given.yaml"), {})) {
    for (const rules::Finding& finding : object.findings) result.emplace_back(finding.code);
  }
  return result;
}

// Kueue v0.19, pkg/controller/jobs/pod/pod_webhook.go: whatever owns a pod, if nothing that Kueue
// manages takes it along it gets the queue of the namespace, and Kueue maps no class here.
TEST(ReviewQueueRewrites, WhatGetsTheDefaultQueueStaysAsItIsWhereKueueDoesNotCountTheClass) {
  const std::string state = world("default", "batch/job, pod");
  for (const std::string& given :
       {gpu_pod_of(""), gpu_pod_of(controlled_by("apps/v1", "DaemonSet")),
        gpu_pod_of(controlled_by("apps/v1", "ReplicaSet")), gpu_workload("apps/v1", "DaemonSet"),
        gpu_workload("apps/v1", "ReplicaSet"), gpu_workload("apps/v1", "Deployment"),
        gpu_workload("apps/v1", "StatefulSet")})
    EXPECT_THAT(codes(state, given), ElementsAre("KueueCannotCharge")) << given;
  // Where the queue has another name none of them is in one.
  for (const std::string& given :
       {gpu_pod_of(controlled_by("apps/v1", "DaemonSet")), gpu_workload("apps/v1", "DaemonSet")})
    EXPECT_THAT(codes(world("q", "batch/job, pod"), given), ElementsAre("Rewritten")) << given;
}

// statefulset_reconciler.go and leaderworkerset_reconciler.go: the Workload is made of the
// template.
TEST(ReviewQueueRewrites, PodsWhoseTemplateKueueCountedStayAsTheyAre) {
  const std::string state =
      world("q", "statefulset, leaderworkerset.x-k8s.io/leaderworkerset, pod, deployment",
            kCountedAsPool, "pool");
  const auto marked = [](std::string_view parent, std::string_view owner) {
    return gpu_pod_of(std::string(kInQueue) +
                      ", annotations: {kueue.x-k8s.io/pod-suspending-parent: " +
                      std::string(parent) + "}, " + controlled_by("apps/v1", owner));
  };
  EXPECT_THAT(codes(state, gpu_workload("apps/v1", "StatefulSet", kInQueue)),
              Contains("KueueCannotCharge"));
  EXPECT_THAT(codes(state, marked("statefulset", "StatefulSet")), ElementsAre("KueueCannotCharge"));
  EXPECT_THAT(codes(state, marked("leaderworkerset.x-k8s.io/leaderworkerset", "StatefulSet")),
              ElementsAre("KueueCannotCharge"));
  // Of a Deployment each is counted as it comes.
  EXPECT_THAT(codes(state, marked("deployment", "ReplicaSet")), ElementsAre("Rewritten"));
}

TEST(ReviewQueueRewrites, WhatKueueLeavesAloneIsRewritten) {
  const std::string job = "{apiVersion: batch/v1, kind: Job, metadata: {name: j, " +
                          std::string(kInQueue) +
                          "}, spec: {template: {spec: {restartPolicy: Never" +
                          std::string(kGpuPod.substr(kGpuPod.find(", "))) + "}}}\n";
  const std::string py_torch_job =
      "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: t, " +
      std::string(kInQueue) + "}, spec: {pytorchReplicaSpecs: {Worker: {replicas: 2, template: " +
      "{spec: " + std::string(kGpuPod) + "}}}}}\n";
  const std::string here = world("q", "batch/job, pod", kCountedAsPool);
  const std::string elsewhere = here + std::string(kKueueElsewhere);
  EXPECT_THAT(codes(here, job), ElementsAre("KueueCannotCharge"));
  EXPECT_THAT(codes(elsewhere, job), ElementsAre("QueueIgnored", "Rewritten"));
  EXPECT_THAT(codes(here, gpu_pod_of(kInQueue)), ElementsAre("KueueCannotCharge"));
  EXPECT_THAT(codes(elsewhere, gpu_pod_of(kInQueue)), ElementsAre("QueueIgnored", "Rewritten"));
  EXPECT_THAT(codes(here, py_torch_job), ElementsAre("QueueIgnored", "Rewritten"));
  EXPECT_THAT(codes(world("q", "pod, kubeflow.org/pytorchjob", kCountedAsPool), py_torch_job),
              ElementsAre("KueueCannotCharge"));
}

// pkg/workload: what the template was charged for, by the names that Kueue makes of it.
TEST(ReviewQueueRewrites, WhatAWorkloadIsChargedAsGoesByTransformationsAndExcludedPrefixes) {
  const std::string job = "{apiVersion: batch/v1, kind: Job, metadata: {name: j, " +
                          std::string(kInQueue) +
                          "}, spec: {template: {spec: {restartPolicy: Never" +
                          std::string(kGpuPod.substr(kGpuPod.find(", "))) + "}}}\n";
  const auto told = [&](std::string_view more) {
    return codes(world("q", "batch/job", std::string(kCountedAsPool) + std::string(more), "pool"),
                 job);
  };
  EXPECT_THAT(told(""), Contains("KueueCannotCharge"));
  EXPECT_THAT(told(", transformations: [{input: example.com/gpu, strategy: Replace, outputs: "
                   "{pool: 1}}]"),
              Contains("Rewritten"));
  EXPECT_THAT(told(", transformations: [{input: example.com/gpu, strategy: Replace, outputs: "
                   "{other: 1}}]"),
              Contains("KueueCannotCharge"));
  EXPECT_THAT(told(", excludeResourcePrefixes: [example.com/]"), ElementsAre("Rewritten"));
}

// pkg/controller/jobframework, defaults.go: an owner of a kind that is off is none.
TEST(ReviewQueueRewrites, TheJobsOfAJobSetThatKueueLeavesAloneGetTheDefaultQueue) {
  const std::string job_set =
      "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s}, spec: "
      "{replicatedJobs: [{name: w, template: {spec: {template: {spec: {restartPolicy: Never" +
      std::string(kGpuPod.substr(kGpuPod.find(", "))) + "}}}}]}}\n";
  EXPECT_THAT(codes(world("default", "batch/job"), job_set), Contains("KueueCannotCharge"));
  EXPECT_THAT(codes(world("default", "batch/job, deployment"), job_set),
              Contains("KueueCannotCharge"));
  EXPECT_THAT(codes(world("q", "batch/job"), job_set), ElementsAre("Rewritten"));
}

// pkg/scheduler/flavorassigner: assignFlavors leaves such resources out.
TEST(ReviewQueueRewrites, WhatAQueueNeedNotCoverIsRewritten) {
  const auto told = [](std::string_view more) {
    return codes(world("q", "pod", std::string(kCountedAsPool) + std::string(more), "cpu"),
                 gpu_pod_of(kInQueue));
  };
  EXPECT_THAT(told(""), Contains("KueueCannotCharge"));
  EXPECT_THAT(told(", quotaCheckStrategy: IgnoreUndeclared"), ElementsAre("Rewritten"));
}

TEST(ReviewQueueRewrites, APodThatAnAppWrapperWrapsIsJudgedAsItComes) {
  const auto wrapped = [](std::string_view metadata) {
    return "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: a}, "
           "spec: {components: [{template: " +
           gpu_pod_of(metadata) + "}]}}\n";
  };
  // The queue has nothing of the name by which the pod asks, and of the class's.
  const std::string state =
      world("q", "pod", "deviceClassMappings: [{name: pool, deviceClassNames: [gpu.example.com]}]",
            "pool");
  EXPECT_THAT(codes(state, wrapped(kInQueue)), ElementsAre("Rewritten"));
}

}  // namespace
}  // namespace drawbridge::cli
