// `drawbridge review`: what of a workload or its queue has to be changed, in names and numbers that
// can be written as they are told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_queue_testing.h"
#include "test/webhook/review_testing.h"

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
  EXPECT_THAT(
      told_by_review(queue_having("memory: 0, nvidia.com/gpu: 8") + counting_as("pool"), given),
      ElementsAre(HasSubstr("can reach 0 at most. Raise nominalQuota of ClusterQueue")))
      << "nothing is nothing in any unit";
}

// For all templates that take it of the flavor.
TEST(ReviewQueueFixes, AQuotaOfBytesForSeveralTemplates) {
  const auto replica = [](std::string_view name, int replicas, std::string_view memory) {
    return std::string(name) + ": {replicas: " + std::to_string(replicas) +
           ", template: {spec: {containers: [{name: c, image: i, resources: {requests: {memory: " +
           std::string(memory) + "}, limits: {nvidia.com/gpu: 1}}}]}}}";
  };
  EXPECT_THAT(told_by_review(
                  queue_having("memory: 8, nvidia.com/gpu: 8") + counting_as("pool"),
                  "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: j, labels: "
                  "{kueue.x-k8s.io/queue-name: q}}, spec: {pytorchReplicaSpecs: {" +
                      replica("Master", 1, "3Gi") + ", " + replica("Worker", 2, "1Gi") + "}}}\n"),
              Contains(HasSubstr("with a unit: 5Gi or more.")));
}

// The init container asks for what is counted, and with less of it the others are too much.
// A class whose devices count as pool, by its extended resource, too.
std::string pool_of_extended(int quota) {
  return queue_having("pool: " + std::to_string(quota)) +
         admission::device_class("gpu.example.com", "extendedResourceName: nvidia.com/gpu") +
         admission::kueue_configuration(
             "pod", "pool", "gpu.example.com",
             "waitForPodsReady: {}\nfeatureGates: {KueueDRAIntegrationExtendedResource: true}\n");
}

TEST(ReviewQueueFixes, InitContainersAskForNoMoreThanTheOthersMay) {
  const std::string by_its_name = queue_having("nvidia.com/gpu: 2") + counting_as("pool");
  for (const std::string& state : {by_its_name, pool_of_extended(2)}) {
    const auto told = [&state](int of_first, int of_second, int of_init) {
      const auto container = [](std::string_view name, int gpus) {
        return "[{name: " + std::string(name) +
               ", image: i, resources: {limits: {nvidia.com/gpu: " + std::to_string(gpus) + "}}}]";
      };
      std::string containers = container("a", of_first);
      containers.back() = ',';
      return told_by_review(state,
                            "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, labels: "
                            "{kueue.x-k8s.io/queue-name: "
                            "q}}, spec: {containers: " +
                                containers + container("b", of_second).substr(1) +
                                ", initContainers: " + container("c", of_init) + "}}\n");
    };
    EXPECT_THAT(told(2, 1, 4),
                ElementsAre(HasSubstr("Ask for 2 in its containers together and in each of "
                                      "initContainers, or raise")));
    EXPECT_THAT(told(2, 1, 2), ElementsAre(HasSubstr("Ask for 2 in all, or raise")));
    EXPECT_THAT(told(3, 0, 2), ElementsAre(HasSubstr("Ask for 2, or raise")));
    EXPECT_THAT(told(1, 1, 4), ElementsAre(HasSubstr("Ask for 2 in initContainers, or raise")));
    EXPECT_THAT(told(1, 1, 2), IsEmpty());
  }
}

TEST(ReviewQueueFixes, SidecarsAskBesideTheOthers) {
  const auto told = [](const std::string& state, int of_sidecar, int of_other) {
    return told_by_review(
        state,
        pod_in_queue("nvidia.com/gpu: " + std::to_string(of_other),
                     "initContainers: [{name: s, image: i, restartPolicy: Always, resources: "
                     "{limits: {nvidia.com/gpu: " +
                         std::to_string(of_sidecar) + "}}}], "));
  };
  const std::string by_its_name = queue_having("nvidia.com/gpu: 2") + counting_as("pool");
  EXPECT_THAT(told(by_its_name, 1, 2), ElementsAre(HasSubstr("Ask for 2 in all, or raise")));
  EXPECT_THAT(told(by_its_name, 3, 0), ElementsAre(HasSubstr("Ask for 2, or raise")));
  EXPECT_THAT(told(pool_of_extended(2), 3, 1),
              ElementsAre(HasSubstr("Ask for 2 in initContainers, or raise")))
      << "Kueue's issue 15937";
  EXPECT_THAT(told(pool_of_extended(2), 1, 2), IsEmpty());
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
    return review(state(gates), queued_pod_with("any"))[0].allowed;
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
  std::string old = written_workload("", "nvidia.com/gpu: 2");
  old.replace(old.find("v1beta2"), 7, "v1beta1");
  EXPECT_THAT(told_by_review(state, old), ElementsAre(HasSubstr("it asks for 10 nvidia.com/gpu")));
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
