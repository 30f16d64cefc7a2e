// `drawbridge review`: workloads of Kueue's queues, and how the devices that are published and the
// counts that their kinds give decide what Kueue charges.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/device_queue_manifests.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using admission::devices_queue;
using admission::kClaimingPod;
using admission::queued_job;
using admission::request_of;
using admission::slice_of;
using admission::template_of;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kBig = "device.attributes['gpu.example.com'].big";

std::string gpu(std::string_view name, bool big) {
  return "{name: " + std::string(name) + ", attributes: {big: {bool: " + (big ? "true" : "false") +
         "}}}";
}

// pkg/dra, validateCELSelectorsAgainstDevices: No device is taken twice within a claim.
TEST(ReviewQueueDevices, RequestsOfOneClaimTakeFromEachOther) {
  const auto told = [](std::string_view requests) {
    return told_by_review(devices_queue("pool", 8) +
                              slice_of("s", "n",
                                       gpu("a", true) + ", " + gpu("b", true) + ", " +
                                           gpu("c", false) + ", " + gpu("d", false)) +
                              template_of(requests),
                          queued_job());
  };
  EXPECT_THAT(told(request_of("x", 1, kBig) + ", " + request_of("y", 1, kBig)), IsEmpty());
  EXPECT_THAT(told(request_of("x", 2, kBig) + ", " + request_of("y", 2, kBig)),
              ElementsAre("This Job waits in queue q: it asks for 4 devices of class "
                          "gpu.example.com (template t) in 2 requests, and 2 in the cluster match "
                          "their selectors. Ask for fewer, or wait for more devices. "
                          "[KueueCannotAdmit]"));
  EXPECT_THAT(told(request_of("x", 3, "true") + ", " + request_of("y", 2, kBig)),
              ElementsAre(HasSubstr("it asks for 5 devices of class gpu.example.com (template t) "
                                    "in 2 requests, and the cluster has 4.")));
  EXPECT_THAT(
      told(request_of("any", 1, "true") + ", " + request_of("big", 2, kBig)),
      ElementsAre("This Job waits in queue q: Kueue chooses devices for the requests of "
                  "template t in their order, and any takes what big needs. Put request big "
                  "before any in ResourceClaimTemplate t. [KueueCannotAdmit]"));
  EXPECT_THAT(told(request_of("big", 2, kBig) + ", " + request_of("any", 1, "true")), IsEmpty());
  const std::string small = "!" + std::string(kBig);
  EXPECT_THAT(told(request_of("any", 1, "true") + ", " + request_of("big", 2, small)), IsEmpty())
      << "the first of the slice are big";
  EXPECT_THAT(told_by_review(
                  devices_queue("pool", 8) + slice_of("s", "n", gpu("a", true)) +
                      slice_of("s2", "m", gpu("b", false)) +
                      template_of(request_of("any", 1, "true") + ", " + request_of("big", 1, kBig)),
                  queued_job()),
              IsEmpty())
      << "in some order of the slices they all fit";
  EXPECT_THAT(told(request_of("x", 3, "") + ", " + request_of("y", 2, kBig)), IsEmpty())
      << "Kueue looks at requests with selectors alone";
  EXPECT_THAT(
      told(request_of("x", 2, kBig) + ", " + request_of("y", 2, kBig, ", adminAccess: true")),
      ElementsAre(HasSubstr("asks for adminAccess, which Kueue 0.19 and before admit in no "
                            "queue.")));
}

// Kueue counts the devices of all slices there are.
TEST(ReviewQueueDevices, APoolThatIsBeingReplacedHasMoreDevices) {
  const std::string before = slice_of("s1", "n", gpu("a", true) + ", " + gpu("b", true), 1, 2) +
                             slice_of("s2", "n", gpu("c", true) + ", " + gpu("d", true), 1, 2);
  const auto told = [](const std::string& slices) {
    return told_by_review(devices_queue("pool", 8) + slices + template_of(request_of("x", 2, kBig)),
                          queued_job());
  };
  EXPECT_THAT(told(before + slice_of("s3", "n", gpu("a", true), 2, 2)), IsEmpty());
  EXPECT_THAT(told(slice_of("s3", "n", gpu("a", true), 2, 1)),
              ElementsAre(HasSubstr("1 in the cluster match its selectors")));
}

constexpr std::string_view kCounter =
    ", sources: [{counter: {name: memory, driver: gpu.example.com, deviceSelector: {cel: "
    "{expression: 'true'}}}}]";
constexpr std::string_view kCapacity =
    ", sources: [{capacity: {name: memory, driver: gpu.example.com, deviceSelector: {cel: "
    "{expression: 'true'}}}}]";

TEST(ReviewQueueDevices, APoolThatIsNotCompleteMayHaveWhatIsMissed) {
  const std::string draws =
      "{name: a, consumesCounters: [{counterSet: s, counters: {memory: {value: 4}}}]}";
  const auto counted = [&](int slices) {
    return told_by_review(devices_queue("mem", 8, kCounter) + slice_of("s1", "n", "{name: a}") +
                              slice_of("s2", "m", draws, 1, slices) +
                              template_of(request_of("x", 1, "")),
                          queued_job());
  };
  EXPECT_THAT(counted(2), IsEmpty());
  EXPECT_THAT(counted(1), IsEmpty()) << "which it has";
  const auto roomy = [](int slices) {
    return told_by_review(
        devices_queue("mem", 64, kCapacity) +
            slice_of("s1", "n",
                     "{name: a, allowMultipleAllocations: true, capacity: {memory: {value: 8, "
                     "requestPolicy: {default: 1, validRange: {min: 1, max: 8}}}}}") +
            slice_of("s2", "m", "{name: a, capacity: {memory: {value: 32}}}", 1, slices) +
            template_of(request_of("x", 1, "", ", capacity: {requests: {memory: 16}}")),
        queued_job());
  };
  EXPECT_THAT(roomy(2), IsEmpty());
  EXPECT_THAT(told_by_review(devices_queue("mem", 8, kCounter) + slice_of("s1", "n", "{name: a}") +
                                 template_of(request_of("x", 1, "")),
                             queued_job()),
              ElementsAre(HasSubstr("no device that matches has one of that name")))
      << "where all pools are complete";
}

std::string ray_cluster_of(std::string_view replicas, std::string_view more = "") {
  return "{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: r, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, headGroupSpec: {template: {spec: "
         "{containers: [{name: head, image: i}]}}}, workerGroupSpecs: [{groupName: w, " +
         std::string(replicas) + "template: {spec: " + std::string(kClaimingPod) + "}}]" +
         std::string(more) + "}}\n";
}

// effectiveWorkerCount of Kueue; the default is that of KubeRay's CRD.
TEST(ReviewQueueDevices, WorkersOfARayClusterCountAsTheyStandThere) {
  const auto told = [](std::string_view replicas) {
    return told_by_review(devices_queue("pool", 4) + template_of(request_of("x", 2, "")),
                          ray_cluster_of(replicas));
  };
  EXPECT_THAT(told("replicas: 2, "), IsEmpty());
  EXPECT_THAT(told("replicas: 0, minReplicas: 0, "), IsEmpty());
  EXPECT_THAT(told("replicas: 0, minReplicas: 3, "), IsEmpty()) << "Kueue admits it with none";
  EXPECT_THAT(told("replicas: 3, maxReplicas: 2, "), ElementsAre(HasSubstr("asks for 6 pool")));
  EXPECT_THAT(told("replicas: 1, numOfHosts: 3, "), ElementsAre(HasSubstr("asks for 6 pool")));
}

// GetWorkerGroupDesiredReplicas of KubeRay.
TEST(ReviewQueueDevices, WorkersOfARayClusterThatRun) {
  const auto told = [](std::string_view replicas) {
    const std::string cluster = ray_cluster_of(replicas);
    return told_by_review(
        admission::device_class("gpu.example.com") + template_of(request_of("x", 2, "")) +
            "---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: dq, "
            "namespace: default}, spec: {hard: {gpu.example.com: 4}}}\n",
        cluster);
  };
  EXPECT_THAT(told("replicas: 2, "), IsEmpty());
  EXPECT_THAT(told("replicas: 0, minReplicas: 3, "),
              ElementsAre(HasSubstr("only 2 of 3 pods are let in")));
  EXPECT_THAT(told("minReplicas: 0, "), IsEmpty()) << "none are asked for";
  EXPECT_THAT(told("replicas: 8, maxReplicas: 2, "), IsEmpty());
  EXPECT_THAT(told("replicas: 1, minReplicas: 4, maxReplicas: 2, "),
              ElementsAre(HasSubstr("only 2 of 4 pods are let in")));
}

TEST(ReviewQueueDevices, OfAJobSetReplicasAreProposed) {
  const std::string jobs =
      "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: js, labels: "
      "{kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [{name: w, replicas: 4, template: "
      "{spec: {parallelism: 3, completions: 3, template: {spec: " +
      std::string(kClaimingPod) + "}}}}]}}\n";
  EXPECT_THAT(told_by_review(devices_queue("pool", 8, "", "jobset.x-k8s.io/jobset") +
                                 template_of(request_of("x", 1, "")),
                             jobs),
              ElementsAre(HasSubstr("Write replicas: 2 of w at most, or raise nominalQuota")));
}

// Of a workload of each form that Kueue knows, whether its nodes' taint is told; `queue` is its
// label, or what a Workload says in its place, and `flavor` the spec of its queue's.
std::vector<std::string> told_of_taint(std::string_view queue, std::string_view flavor) {
  const std::string cluster =
      admission::local_queue() + admission::resource_flavor("f", flavor) +
      admission::cluster_queue("  resourceGroups:\n" + admission::group_of("pool", "f", 8)) +
      admission::device_class("gpu.example.com",
                              "selectors: [{cel: {expression: \"device.driver == "
                              "'gpu.example.com'\"}}]") +
      admission::kueue_configuration(
          "batch/job, jobset.x-k8s.io/jobset, kubeflow.org/mpijob, deployment", "pool",
          "gpu.example.com", "waitForPodsReady: {}\n") +
      "---\n{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: [{key: gpu, value: "
      "'yes', "
      "effect: NoSchedule}]}}\n" +
      slice_of("s", "n1", "{name: a}, {name: b}, {name: c}, {name: d}") +
      template_of(request_of("x", 1, ""));
  const std::string label =
      queue.empty() ? std::string()
                    : ", labels: {kueue.x-k8s.io/queue-name: " + std::string(queue) + "}";
  const std::string pods = "template: {spec: " + std::string(kClaimingPod) + "}";
  const std::string workloads[] = {
      "{apiVersion: batch/v1, kind: Job, metadata: {name: w" + label + "}, spec: {" + pods + "}}",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: w" + label +
          "}, spec: {selector: {matchLabels: {a: b}}, " + pods.substr(0, 11) +
          "metadata: {labels: {a: b}}, " + pods.substr(11) + "}}",
      "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: w" + label +
          "}, spec: {replicatedJobs: [{name: a, template: {spec: {" + pods + "}}}]}}",
      "{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, metadata: {name: w" + label +
          "}, spec: {mpiReplicaSpecs: {Worker: {replicas: 1, " + pods + "}}}}",
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: {" +
          (queue.empty() ? std::string() : "queueName: " + std::string(queue) + ", ") +
          "podSets: [{name: main, count: 1, " + pods + "}]}}",
  };
  std::vector<std::string> told;
  for (const std::string& workload : workloads) {
    for (const std::string& one : told_by_review(cluster, "---\n" + workload + "\n")) {
      if (one.find("TolerationMissing") != std::string::npos) told.push_back(one);
    }
  }
  return told;
}

TEST(ReviewQueueDevices, TolerationsAreThoseOfAFlavorToo) {
  EXPECT_THAT(told_of_taint("", ""),
              Each(HasSubstr("Add to tolerations: - {key: gpu, operator: Exists,")));
  EXPECT_EQ(told_of_taint("", "").size(), 5U);
  EXPECT_THAT(told_of_taint("q", "tolerations: [{key: gpu, operator: Exists}]"), IsEmpty());
  EXPECT_THAT(
      told_of_taint("q", "tolerations: [{key: cpu, operator: Exists}]"),
      Each(HasSubstr("Tolerate it here or in a ResourceFlavor: {key: gpu, operator: Exists}.")));
  EXPECT_EQ(told_of_taint("q", "").size(), 5U);
  // Another queue that is not known.
  EXPECT_THAT(told_of_taint("elsewhere", ""), IsEmpty());
}

TEST(ReviewQueueDevices, WherePodsAskForLittleFewerOfThemFit) {
  const auto told = [](int quota, int count, int pods) {
    return told_by_review(devices_queue("pool", quota) + template_of(request_of("x", count, "")),
                          queued_job(pods));
  };
  EXPECT_THAT(told(4, 2, 5),
              ElementsAre(HasSubstr("Run 2 pods at most, or raise nominalQuota of ClusterQueue "
                                    "research.")));
  EXPECT_THAT(told(4, 2, 3), ElementsAre(HasSubstr("Run 2 pods at most, or raise")))
      << "with 1 a pod they would have 3 together";
  EXPECT_THAT(told(5, 3, 2), ElementsAre(HasSubstr("Ask for 2 a pod, or raise")));
  EXPECT_THAT(told(1, 2, 3), ElementsAre(HasSubstr("at most. Raise nominalQuota")))
      << "not even one of them fits";
}

TEST(ReviewQueueDevices, SeveralRequestsAreToAskForLessInAll) {
  const auto told = [](int quota, std::string_view requests) {
    return told_by_review(devices_queue("pool", quota) + template_of(requests), queued_job());
  };
  EXPECT_THAT(told(3, request_of("x", 4, "")), ElementsAre(HasSubstr("Ask for 3, or raise")));
  EXPECT_THAT(told(3, request_of("x", 2, "") + ", " + request_of("y", 2, "")),
              ElementsAre(HasSubstr("asks for 4 pool")));
  EXPECT_THAT(told(3, request_of("x", 2, "") + ", " + request_of("y", 2, "")),
              ElementsAre(HasSubstr("Ask for 3 in all, or raise")));
}

TEST(ReviewQueueDevices, AClusterQueueThatALocalQueueMisspells) {
  std::string state = devices_queue("pool", 8) + template_of(request_of("x", 1, ""));
  const std::string names = "clusterQueue: research";
  state.replace(state.find(names), names.size(), "clusterQueue: reserch");
  EXPECT_THAT(told_by_review(state, queued_job()),
              ElementsAre(AllOf(HasSubstr("names ClusterQueue reserch, which does not exist"),
                                HasSubstr("Create the LocalQueue anew with clusterQueue: research, "
                                          "or use another queue. [QueueMissing]"))));
}

// pkg/cache/scheduler, inactiveReason().
TEST(ReviewQueueDevices, WhatKeepsAClusterQueueInactive) {
  const auto check = [](std::string_view name, std::string_view controller) {
    return admission::admission_check(name, "kueue.x-k8s.io/" + std::string(controller));
  };
  const auto cohort = [](std::string_view name, std::string_view parent) {
    return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: " +
           std::string(name) + "}, spec: {parentName: " + std::string(parent) + "}}\n";
  };
  const std::string state = check("mk", "multikueue") + check("mk2", "multikueue") +
                            check("prov", "provisioning-request") + cohort("a", "b") +
                            cohort("b", "a") + cohort("low", "a") + cohort("c", "d");
  const auto told = [&](std::string_view spec) {
    return told_by_review(state,
                          "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: "
                          "{name: q}, spec: {namespaceSelector: {}, " +
                              std::string(spec) + "}}");
  };
  const auto with = [&](std::string_view checks) {
    return told("admissionChecksStrategy: {admissionChecks: [" + std::string(checks) + "]}");
  };
  EXPECT_THAT(with("{name: mk}"), IsEmpty());
  EXPECT_THAT(with("{name: prov}"), IsEmpty());
  EXPECT_THAT(with("{name: mk}, {name: mk2}"),
              ElementsAre("mk and mk2 are AdmissionChecks of MultiKueue, and Kueue admits nothing "
                          "in a ClusterQueue that has more than one. Keep one of them. "
                          "[QueueStopped]"));
  EXPECT_THAT(with("{name: mk}, {name: prov}"),
              ElementsAre(HasSubstr("AdmissionCheck mk is MultiKueue's, and Kueue admits nothing "
                                    "in a ClusterQueue that has one of ProvisioningRequests beside "
                                    "it (prov).")));
  EXPECT_THAT(told("cohortName: c"), IsEmpty());
  EXPECT_THAT(told("cohortName: a"),
              ElementsAre("Cohort a, above this ClusterQueue, is above itself, and Kueue admits "
                          "nothing in a queue of such a circle. Name another cohort, or correct "
                          "parentName of that one. [QueueStopped]"));
  EXPECT_THAT(told("cohortName: low"), ElementsAre(HasSubstr("Cohort a, above this ClusterQueue")));
}

TEST(ReviewQueueDevices, SecondsThatAJobMayRun) {
  const auto told = [](std::string_view seconds) {
    std::string job = queued_job();
    const std::string queue = "kueue.x-k8s.io/queue-name: q";
    job.replace(job.find(queue), queue.size(),
                queue + ", kueue.x-k8s.io/max-exec-time-seconds: '" + std::string(seconds) + "'");
    return told_by_review(devices_queue("pool", 8) + template_of(request_of("x", 1, "")), job);
  };
  EXPECT_THAT(told("3600"), IsEmpty());
  for (const char* wrong : {"1h", "0", "-5"})
    EXPECT_THAT(told(wrong), ElementsAre(HasSubstr("must be a number of seconds, 1 at least")))
        << wrong;
}

}  // namespace
}  // namespace drawbridge::cli
