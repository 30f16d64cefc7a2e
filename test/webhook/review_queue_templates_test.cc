// `drawbridge review`: workloads of several pod templates that are too much for a queue together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <span>
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
using ::testing::UnorderedElementsAre;

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

TEST(ReviewQueueTemplates, OfWhatIsLeftNoChoiceIsEnough) {
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

TEST(ReviewQueueTemplates, ATolerationIsProposedWhereTheFlavorHasEnoughForAllTemplates) {
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
  const auto is_of_taint =
      AllOf(HasSubstr("takes the pods of spec.replicatedJobs[0], spec.replicatedJobs[1] (big, "
                      "which is nearest: they do not tolerate its taint gpu:NoSchedule)."),
            HasSubstr("Add to tolerations of these 2 templates: - {key: gpu, operator: Exists}. "
                      "[NoFlavorFits]"));
  // To raise the quota of flavor f would send them to nodes without devices.
  EXPECT_THAT(told(5, 3),
              UnorderedElementsAre(
                  is_of_taint,
                  AllOf(HasSubstr("it asks for 8 pool (2 pod templates together, template one, "
                                  "class gpu.example.com), and ClusterQueue research can reach 6 "
                                  "at most in flavor big. Run 3 pods of a "),
                        HasSubstr("raise nominalQuota of pool of flavor big in ClusterQueue"))));
  EXPECT_THAT(told(3, 3), ElementsAre(is_of_taint));
}

// A group's pods of one template take one flavor: 12 of one and 4 of another are one group of 8.
TEST(ReviewQueueTemplates, GroupsTakeFlavorsOneByOne) {
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

TEST(ReviewQueueTemplates, FewerPodsOfOneOfSeveralTemplates) {
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

TEST(ReviewQueueTemplates, OfSeveralTemplatesOneIsNamed) {
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

// Devices behind a taint, and less cpu than all of them need.
TEST(ReviewQueueTemplates, WhatIsTooMuchInAFlavorThatIsToBeOpened) {
  const std::string state =
      admission::local_queue() + admission::resource_flavor("cpus") +
      admission::resource_flavor("gpus", "nodeTaints: [{key: t, effect: NoSchedule}]") +
      admission::cluster_queue(
          "  resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: gpus, "
          "resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}]}, {coveredResources: [cpu], "
          "flavors: [{name: cpus, resources: [{name: cpu, nominalQuota: 3}]}]}]\n") +
      admission::kueue_configuration("kubeflow.org/pytorchjob", "pool", "gpu.example.com",
                                     "waitForPodsReady: {}\n");
  std::string job = pytorch_job(1, 3);
  for (std::size_t at = job.find("nvidia.com/gpu"); at != std::string::npos;
       at = job.find("nvidia.com/gpu", at + 24))
    job.insert(at, "cpu: 1, ");
  EXPECT_THAT(told_by_review(state, job),
              UnorderedElementsAre(
                  HasSubstr("Run 2 pods of Worker at most, or raise nominalQuota of cpu"),
                  HasSubstr("Run 1 pod of Worker at most, or raise nominalQuota of nvidia.com/gpu"),
                  HasSubstr("Add to tolerations of these 2 templates: - {key: t,")));
}

// Each template is told of the flavor that is nearest to it.
TEST(ReviewQueueTemplates, TwoThatHaveAnotherFlavorNearest) {
  const std::string state =
      admission::local_queue() +
      admission::resource_flavor("small",
                                 "nodeLabels: {gpu: s}, nodeTaints: [{key: t, value: s, "
                                 "effect: NoSchedule}]") +
      admission::resource_flavor("big",
                                 "nodeLabels: {gpu: b}, nodeTaints: [{key: t, value: b, "
                                 "effect: NoSchedule}]") +
      admission::cluster_queue(
          "  resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: small, "
          "resources: [{name: nvidia.com/gpu, nominalQuota: 2}]}, {name: big, resources: [{name: "
          "nvidia.com/gpu, nominalQuota: 8}]}]}]\n") +
      admission::kueue_configuration("kubeflow.org/pytorchjob", "pool", "gpu.example.com",
                                     "waitForPodsReady: {}\n");
  std::string job = pytorch_job(1, 4, 2);
  for (std::size_t at = job.find("{containers"); at != std::string::npos;
       at = job.find("{containers", at + 24))
    job.insert(at + 1, "nodeSelector: {gpu: s}, ");
  EXPECT_THAT(
      told_by_review(state, job),
      UnorderedElementsAre(
          AllOf(HasSubstr("takes the pods of spec.pytorchReplicaSpecs.Master (small, which"),
                HasSubstr("Add to tolerations: - {key: t, operator: Exists}. [")),
          AllOf(HasSubstr("takes the pods of spec.pytorchReplicaSpecs.Worker (big, which"),
                HasSubstr("write gpu=b in nodeSelector where flavor big"))));
}

// A flavor that has nothing for them changes nothing of that.
TEST(ReviewQueueTemplates, OtherTemplatesTakeWhatOneFlavorAloneHas) {
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
TEST(ReviewQueueTemplates, WhatAPodMayAskForIsTriedBesideTheOtherTemplates) {
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
TEST(ReviewQueueTemplates, FewerPodsAreEnoughBesideWhatElseIsMended) {
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

TEST(ReviewQueueTemplates, WhatStartsNowIsTried) {
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

TEST(ReviewQueueTemplates, WhatOthersLackTogetherIsTold) {
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

TEST(ReviewQueueTemplates, WorkersOfSeveralHostsComeByTheReplica) {
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

TEST(ReviewQueueTemplates, TemplatesThatAskForNoneOfItAreNotCounted) {
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

// Of a JobSet with numbers that nobody has, and of two flavors.
TEST(ReviewQueueTemplates, WhatOtherTemplatesLeave) {
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

TEST(ReviewQueueTemplates, TheWorkersOfALeaderWorkerSetAreItsSize) {
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

TEST(ReviewQueueTemplates, WhatKubeRayAddsToSeveralTemplates) {
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

}  // namespace
}  // namespace drawbridge::cli
