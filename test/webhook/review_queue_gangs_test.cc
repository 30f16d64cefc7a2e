// `drawbridge review`: pods that start together, and queues that can't hold all of them; and who
// has what a workload waits for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "test/webhook/queue_manifests.h"
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

// Kueue with these integrations.
std::string kueue_with(std::string_view frameworks, std::string_view more = "") {
  return "apiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
         "{frameworks: [" +
         std::string(frameworks) + "]}\n" + std::string(more) + "---\n";
}

std::string queue_with_gpus(int gpus) {
  return admission::local_queue() + admission::resource_flavor("f") +
         admission::cluster_queue("  resourceGroups:\n" +
                                  admission::group_of("example.com/gpu", "f", gpus));
}

std::string gpu_containers(int gpus) {
  return "containers: [{name: c, image: i, resources: {limits: {example.com/gpu: " +
         std::to_string(gpus) + "}}}]";
}

std::string pod_group(int least) {
  return "{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: PodGroup, metadata: {name: g, "
         "namespace: default}, spec: {minMember: " +
         std::to_string(least) + "}}\n---\n";
}

constexpr std::string_view kOfPodGroup = "scheduling.x-k8s.io/pod-group: g";

std::string deployment_of_group(int replicas, int gpus) {
  return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {replicas: " +
         std::to_string(replicas) +
         ", selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b, " +
         std::string(kOfPodGroup) + "}}, spec: {" + gpu_containers(gpus) + "}}}}\n";
}

TEST(ReviewQueueGangs, PodsOfAPodGroupAreAdmittedOneByOneAndWaitForEachOther) {
  const std::string state = queue_with_gpus(8) + kueue_with("pod, deployment") + pod_group(8);
  const auto pod = [](int gpus) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {kueue.x-k8s.io/queue-name: "
           "q, " +
           std::string(kOfPodGroup) + "}}, spec: {" + gpu_containers(gpus) + "}}\n";
  };
  const auto told = HasSubstr(
      "The 8 pods of PodGroup g start together, and queue q never admits more than 4 like this: "
      "each asks for 2 example.com/gpu, and ClusterQueue research can reach 8. Ask for 1 a pod, "
      "or raise nominalQuota of ClusterQueue research. [NeverFits]");
  EXPECT_THAT(told_by_review(state, pod(2)), ElementsAre(told));
  EXPECT_THAT(told_by_review(state, pod(1)), IsEmpty());
  EXPECT_THAT(told_by_review(state, deployment_of_group(8, 2)), ElementsAre(told))
      << "fewer replicas would never start";
  EXPECT_THAT(told_by_review(state, deployment_of_group(4, 2)), ElementsAre(told));
  EXPECT_THAT(told_by_review(state, deployment_of_group(8, 1)), IsEmpty());
}

TEST(ReviewQueueGangs, PodsOfAPodGroupThatAreKnownCountAsTheyAre) {
  const auto pod = [](std::string_view name, int gpus, std::string_view queue = "q") {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           ", namespace: default, labels: {kueue.x-k8s.io/queue-name: " + std::string(queue) +
           ", " + std::string(kOfPodGroup) + "}}, spec: {" + gpu_containers(gpus) + "}}\n---\n";
  };
  const std::string state = queue_with_gpus(6) + kueue_with("pod") + pod_group(3);
  const std::string others = pod("b", 1) + pod("c", 1);
  EXPECT_THAT(told_by_review(state, pod("a", 4) + others), IsEmpty());
  EXPECT_THAT(told_by_review(state + others, pod("a", 4)), IsEmpty()) << "the others are there";
  EXPECT_THAT(told_by_review(state, pod("a", 5) + others),
              ElementsAre(AllOf(HasSubstr("The 3 pods of the group ask for 7 example.com/gpu, and"),
                                HasSubstr("can reach 6"), HasSubstr("[NeverFits]"))));
  EXPECT_THAT(told_by_review(state, pod("a", 4) + pod("b", 4, "other") + pod("c", 1)),
              ::testing::Not(::testing::Contains(HasSubstr("[NeverFits]"))))
      << "not all are in the queue";
  EXPECT_THAT(told_by_review(queue_with_gpus(6) + kueue_with("pod") + pod_group(4),
                             pod("a", 2) + pod("b", 2)),
              ElementsAre(HasSubstr("The 4 pods of PodGroup g start together, and queue q never")))
      << "two that are alike, and two that are not known";
}

// No pod takes a part of another flavor.
TEST(ReviewQueueGangs, WhatAPodOfAPodGroupMayAskForIsOfOneFlavor) {
  const auto told = [](int of_other, int gpus) {
    return told_by_review(
        admission::local_queue() + admission::resource_flavor("f") +
            admission::resource_flavor("g") +
            admission::cluster_queue(
                "  resourceGroups: [{coveredResources: [example.com/gpu], flavors: [{name: f, "
                "resources: [{name: example.com/gpu, nominalQuota: 3}]}, {name: g, resources: "
                "[{name: example.com/gpu, nominalQuota: " +
                std::to_string(of_other) + "}]}]}]\n") +
            kueue_with("pod, deployment") + pod_group(3),
        deployment_of_group(3, gpus));
  };
  EXPECT_THAT(told(3, 3), ElementsAre(HasSubstr("each asks for 3 example.com/gpu, and ClusterQueue "
                                                "research can reach 6, of which no flavor has more "
                                                "than 3. Ask for 1 a pod, or raise")));
  EXPECT_THAT(told(3, 2), ElementsAre(HasSubstr("Ask for 1 a pod, or raise")));
  EXPECT_THAT(told(3, 1), IsEmpty());
  EXPECT_THAT(told(4, 3), ElementsAre(HasSubstr("Ask for 2 a pod, or raise")));
  EXPECT_THAT(told(4, 2), IsEmpty());
}

// Of Kueue's plain pods, in which one is alike to no other.
TEST(ReviewQueueGangs, AGroupOfUnlikePodsIsToldWhatAllOfThemAskFor) {
  const auto member = [](std::string_view name, int gpus) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           ", labels: {kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/pod-group-name: g}, "
           "annotations: {kueue.x-k8s.io/pod-group-total-count: '2'}}, spec: {" +
           gpu_containers(gpus) + "}}\n---\n";
  };
  const auto told = [&](int first, int second) {
    return told_by_review(queue_with_gpus(8) + kueue_with("pod"),
                          member("a", first) + member("b", second));
  };
  EXPECT_THAT(told(6, 2), IsEmpty());
  EXPECT_THAT(told(6, 3), Each(HasSubstr("The 2 pods of the group ask for 9 example.com/gpu")));
  EXPECT_THAT(told(9, 2),
              ElementsAre(HasSubstr("This Pod can never run in queue q: it asks for 9")))
      << "of the one that is too much alone";
}

TEST(ReviewQueueGangs, APodOfAGroupThatIsInNoQueueKeepsTheOthersWaiting) {
  const auto member = [](std::string_view name, std::string_view queue) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) + ", labels: {" +
           (queue.empty() ? "" : "kueue.x-k8s.io/queue-name: " + std::string(queue) + ", ") +
           "kueue.x-k8s.io/pod-group-name: g}, annotations: "
           "{kueue.x-k8s.io/pod-group-total-count: '2'}}, spec: {" +
           gpu_containers(1) + "}}\n---\n";
  };
  const auto told = [&](std::string_view first, std::string_view second) {
    return told_by_review(queue_with_gpus(8) + kueue_with("pod"),
                          member("a", first) + member("b", second));
  };
  EXPECT_THAT(told("q", "q"), IsEmpty());
  EXPECT_THAT(told("", ""), IsEmpty());
  for (const bool first_waits : {true, false})
    EXPECT_THAT(told(first_waits ? "q" : "", first_waits ? "" : "q"),
                ElementsAre("Group g never starts: " + std::string(first_waits ? "a" : "b") +
                            " of it waits in queue q for this Pod, which is in none. Write "
                            "kueue.x-k8s.io/queue-name: q in each pod of the group. "
                            "[QueueNotNamed]"));
}

// What each flavor lacks of something is lacked by the pods of one role.
TEST(ReviewQueueGangs, OfAGroupOfUnlikePodsSomeMayFindTooLittleOfEach) {
  const auto member = [](std::string_view name, int each) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           ", labels: {kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/pod-group-name: g}, "
           "annotations: {kueue.x-k8s.io/pod-group-total-count: '3'}}, spec: {containers: [{name: "
           "c, image: i, resources: {requests: {cpu: " +
           std::to_string(each) + "}, limits: {example.com/gpu: " + std::to_string(each) +
           "}}}]}}\n---\n";
  };
  const auto of_flavor = [](std::string_view name, int cpus, int gpus) {
    return "{name: " + std::string(name) +
           ", resources: [{name: cpu, nominalQuota: " + std::to_string(cpus) +
           "}, {name: example.com/gpu, nominalQuota: " + std::to_string(gpus) + "}]}";
  };
  const std::string state =
      admission::local_queue() + admission::resource_flavor("a") + admission::resource_flavor("b") +
      admission::cluster_queue(
          "  resourceGroups: [{coveredResources: [cpu, example.com/gpu], flavors: [" +
          of_flavor("a", 4, 8) + ", " + of_flavor("b", 8, 4) + "]}]\n") +
      kueue_with("pod");
  EXPECT_THAT(told_by_review(state, member("p", 4) + member("r", 4) + member("s", 1)),
              ElementsAre(HasSubstr(
                  "Some of the 3 pods of the group ask for 8 cpu, 8 example.com/gpu, and no flavor "
                  "of ClusterQueue research has enough of each: a can reach 4 cpu, b can reach 4 "
                  "example.com/gpu. Have its pods ask for less, or give one flavor of ClusterQueue "
                  "research enough of each.")));
}

TEST(ReviewQueueGangs, AGroupOfMoreRolesThanAWorkloadTakes) {
  const auto told = [](int pods) {
    std::string given;
    for (int i = 1; i <= pods; ++i)
      given += "{apiVersion: v1, kind: Pod, metadata: {name: p" + std::to_string(i) +
               ", labels: {kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/pod-group-name: g}, "
               "annotations: {kueue.x-k8s.io/pod-group-total-count: '" +
               std::to_string(pods) + "'}}, spec: {" + gpu_containers(i) + "}}\n---\n";
    return told_by_review(queue_with_gpus(400) + kueue_with("pod"), given);
  };
  EXPECT_THAT(told(18), IsEmpty());
  EXPECT_THAT(told(19), ElementsAre(HasSubstr("Group g has 19 pod templates, and Kueue makes one "
                                              "Workload of them, which takes 18: it waits")));
}

TEST(ReviewQueueGangs, WhatKueueWouldNotAdmitIsToldBesideThatItIgnoresTheKind) {
  const auto job_set = [](int pods) {
    return "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s, labels: "
           "{kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [{name: w, template: {spec: "
           "{parallelism: " +
           std::to_string(pods) + ", completions: " + std::to_string(pods) +
           ", template: {spec: {restartPolicy: Never, " + gpu_containers(1) + "}}}}}]}}\n";
  };
  const std::string state = queue_with_gpus(8) + kueue_with("batch/job");
  EXPECT_THAT(told_by_review(state, job_set(8)), ElementsAre(HasSubstr("[QueueIgnored]")));
  EXPECT_THAT(
      told_by_review(state, job_set(9)),
      ElementsAre(AllOf(HasSubstr("If Kueue took this JobSet, it could never run in queue q: it "
                                  "asks for 9 example.com/gpu"),
                        HasSubstr("[NeverFits]")),
                  HasSubstr("[QueueIgnored]")));
  EXPECT_TRUE(review(state, job_set(9))[0].allowed);
}

TEST(ReviewQueueGangs, AJobSetHasReplicasThatCanBeWritten) {
  const auto told = [](int replicas, int parallelism) {
    return told_by_review(
        queue_with_gpus(5) + kueue_with("jobset.x-k8s.io/jobset"),
        "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [{name: w, replicas: " +
            std::to_string(replicas) +
            ", template: {spec: {parallelism: " + std::to_string(parallelism) +
            ", completions: 9, template: {spec: {restartPolicy: Never, " + gpu_containers(1) +
            "}}}}}]}}\n");
  };
  EXPECT_THAT(told(3, 2), ElementsAre(HasSubstr("Write replicas: 2 of w at most, or raise")));
  EXPECT_THAT(told(2, 2), IsEmpty());
  EXPECT_THAT(told(1, 6), ElementsAre(HasSubstr("Run 5 pods (replicas x parallelism) at most")));
  EXPECT_THAT(told(2, 6), ElementsAre(HasSubstr("Run 5 pods (replicas x parallelism) at most")));
}

std::string job_of(int pods, std::string_view spec = "") {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, parallelism: " +
         std::to_string(pods) + ", completions: 9, template: {spec: {restartPolicy: Never, " +
         std::string(spec) + gpu_containers(1) + "}}}}\n";
}

// A queue of cohort c with so much, used so much.
std::string member_of_cohort(std::string_view name, int gpus, int used,
                             std::string_view limits = "") {
  std::string queue =
      admission::cluster_queue("  cohortName: c\n  resourceGroups:\n" +
                                   admission::group_of("example.com/gpu", "f", gpus, limits),
                               name);
  return queue.substr(0, queue.size() - 4) +
         "status: {flavorsReservation: [{name: f, resources: [{name: example.com/gpu, total: " +
         std::to_string(used) + "}]}]}\n---\n";
}

TEST(ReviewQueueGangs, WhoHasWhatAWorkloadWaitsFor) {
  const auto told = [](const std::string& own, const std::string& other) {
    return told_by_review(admission::local_queue() + admission::resource_flavor("f") + own + other +
                              kueue_with("batch/job", "waitForPodsReady: {}\n"),
                          job_of(3));
  };
  const auto own = [](int used, std::string_view limits = "") {
    return member_of_cohort("research", 4, used, limits);
  };
  EXPECT_THAT(
      told(own(4), member_of_cohort("b", 4, 2)),
      ElementsAre(HasSubstr("can get 2 more, all that cohort c has (b has 2). Run 2 pods")));
  EXPECT_THAT(told(own(0), member_of_cohort("b", 4, 6)),
              ElementsAre(HasSubstr("(0 of 4 used, flavor f) can get 2 more, all that cohort c has "
                                    "(b uses 6, its own is 4). Run 2 pods")));
  EXPECT_THAT(told(own(0), member_of_cohort("b", 4, 3) + member_of_cohort("audio", 0, 3)),
              ElementsAre(HasSubstr("(0 of 4 used, flavor f) can get 2 more, all that cohort c has "
                                    "(audio uses 3, its own is 0).")))
      << "and b, with 1 left, lends nothing beside its own";
  EXPECT_THAT(told(own(2), member_of_cohort("b", 4, 6)),
              ElementsAre(HasSubstr("can get 0 more; cohort c has nothing left (b uses 6, its own "
                                    "is 4).")));
  EXPECT_THAT(told(own(0, ", lendingLimit: 2"), member_of_cohort("b", 4, 6)),
              ElementsAre(HasSubstr("can get 2 more; cohort c has nothing left (b uses 6")))
      << "which it has of its own";
  EXPECT_THAT(told(own(4), member_of_cohort("b", 4, 0, ", lendingLimit: 1")),
              ElementsAre(HasSubstr("can get 1 more, all that cohort c has (b has 1)")));
  EXPECT_THAT(told(own(4), member_of_cohort("b", 4, 0, ", lendingLimit: 0")),
              ElementsAre(HasSubstr("can get 0 more; cohort c has nothing left (ClusterQueue b "
                                    "keeps 4 by lendingLimit)")));
}

// Of what somebody else has borrowed nobody has anything to lend, and of the own nobody borrows.
TEST(ReviewQueueGangs, NobodyLendsMoreThanIsLeft) {
  const auto told = [](int used, std::string_view limits) {
    return told_by_review(admission::local_queue() + admission::resource_flavor("f") +
                              member_of_cohort("research", 4, used, limits) +
                              member_of_cohort("b", 9, 0) + member_of_cohort("audio", 0, 2) +
                              kueue_with("batch/job", "waitForPodsReady: {}\n"),
                          job_of(5));
  };
  for (const std::string_view lent : {"", ", lendingLimit: 0"}) {
    const std::string limits = ", borrowingLimit: 1" + std::string(lent);
    EXPECT_THAT(told(1, limits), ElementsAre(HasSubstr("can get 4 more; borrowingLimit 1 keeps it "
                                                       "from 6 of cohort c (b has 7).")))
        << limits;
    EXPECT_THAT(told(4, limits), ElementsAre(HasSubstr("can get 1 more; borrowingLimit 1 keeps it "
                                                       "from 6 of cohort c (b has 7).")))
        << limits;
  }
}

// Of a cohort that may borrow no more, whatever is idle above it.
TEST(ReviewQueueGangs, TheLimitOfACohortKeepsWhatIsIdle) {
  const auto told = [](std::string_view limit) {
    return told_by_review(
        admission::local_queue() + admission::resource_flavor("f") +
            member_of_cohort("research", 4, 4) +
            "apiVersion: kueue.x-k8s.io/v1beta2\nkind: Cohort\nmetadata: {name: c}\nspec: "
            "{parentName: top, resourceGroups: [{coveredResources: [example.com/gpu], flavors: "
            "[{name: f, resources: [{name: example.com/gpu, nominalQuota: 0" +
            std::string(limit) + "}]}]}]}\n---\n" +
            admission::cluster_queue("  cohortName: top\n  resourceGroups:\n" +
                                         admission::group_of("example.com/gpu", "f", 9),
                                     "b") +
            kueue_with("batch/job", "waitForPodsReady: {}\n"),
        job_of(3));
  };
  EXPECT_THAT(told(", borrowingLimit: 2"),
              ElementsAre(HasSubstr("(4 of 4 used, flavor f) can get 2 more; borrowingLimit 2 of "
                                    "cohort c keeps it from 7 of cohort top (b has 9). Run 2")));
  EXPECT_THAT(told(""), IsEmpty());
}

TEST(ReviewQueueGangs, ACohortBesideItsOwnHasWhatItMayBorrow) {
  const auto cohort = [](std::string_view name) {
    return "apiVersion: kueue.x-k8s.io/v1beta2\nkind: Cohort\nmetadata: {name: " +
           std::string(name) + "}\nspec: {parentName: top}\n---\n";
  };
  EXPECT_THAT(
      told_by_review(
          admission::local_queue() + admission::resource_flavor("f") +
              member_of_cohort("research", 4, 4) + cohort("c") + cohort("other") +
              admission::cluster_queue("  cohortName: other\n  resourceGroups:\n" +
                                           admission::group_of("example.com/gpu", "f", 2),
                                       "b") +
              kueue_with("batch/job", "waitForPodsReady: {}\n"),
          job_of(3)),
      ElementsAre(HasSubstr(
          "can get 2 more, all that cohort c has (cohort other has 2). Run 2 pods at most")));
}

TEST(ReviewQueueGangs, WhatTemplatesLackTogetherOfOneFlavorIsToldAsOfOne) {
  const auto told = [](int used, int workers) {
    return told_by_review(
        admission::local_queue() + admission::resource_flavor("f") +
            member_of_cohort("research", 8, used) + member_of_cohort("b", 0, 0) +
            kueue_with("kubeflow.org/pytorchjob", "waitForPodsReady: {}\n"),
        "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: p, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {pytorchReplicaSpecs: {Master: {replicas: 1, "
        "template: {spec: {" +
            gpu_containers(2) + "}}}, Worker: {replicas: " + std::to_string(workers) +
            ", template: {spec: {" + gpu_containers(2) + "}}}}}}\n");
  };
  EXPECT_THAT(told(3, 2),
              ElementsAre(HasSubstr("it asks for 6 example.com/gpu, and ClusterQueue research (3 "
                                    "of 8 used, flavor f) can get 5 more, all that cohort c has. "
                                    "Run 1 pod of Worker at most to start now. [QueueFull]")));
  EXPECT_THAT(told(3, 1), IsEmpty());
}

TEST(ReviewQueueGangs, WhoHasWhatPodsOfADeploymentWaitFor) {
  const auto told = [](std::string_view name, int own_used, int used) {
    const std::string other(name);
    return told_by_review(admission::local_queue() + admission::resource_flavor("f") +
                              member_of_cohort("research", 4, own_used) +
                              member_of_cohort(other, 4, used) + kueue_with("pod, deployment"),
                          "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, labels: "
                          "{kueue.x-k8s.io/queue-name: q}}, spec: {replicas: 3, selector: "
                          "{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {" +
                              gpu_containers(1) + "}}}}\n");
  };
  EXPECT_THAT(told("b", 4, 2),
              ElementsAre("Queue q has room for 2 of the 3 pods of this Deployment now: each asks "
                          "for 1 example.com/gpu, and ClusterQueue research (4 of 4 used, flavor "
                          "f) can get 2 more, all that cohort c has (b has 2). Wait, or use a "
                          "queue that has more left. [QueueFull]"));
  EXPECT_THAT(told(std::string(60, 'b'), 4, 2),
              ElementsAre(HasSubstr("and ClusterQueue research can get 2 more. Wait, or")))
      << "more does not fit on the line";
}

TEST(ReviewQueueGangs, WhichNodesPodsSelectIsGivenUpLast) {
  const std::string state =
      admission::local_queue() + admission::resource_flavor("a", "nodeLabels: {gpu: a}") +
      admission::resource_flavor("b", "nodeLabels: {gpu: b}") +
      admission::cluster_queue(
          "  resourceGroups: [{coveredResources: [example.com/gpu], flavors: [{name: a, resources: "
          "[{name: example.com/gpu, nominalQuota: 8}]}, {name: b, resources: [{name: "
          "example.com/gpu, nominalQuota: 3}]}]}]\n") +
      kueue_with("batch/job", "waitForPodsReady: {}\n");
  EXPECT_THAT(
      told_by_review(state, job_of(4, "nodeSelector: {gpu: b}, ")),
      ElementsAre(AllOf(HasSubstr("can reach 3 at most in flavor b."),
                        HasSubstr("Run 3 pods at most, or raise nominalQuota of example.com/gpu "
                                  "of flavor b in ClusterQueue research, or take gpu=b out of "
                                  "nodeSelector for flavor a. [NeverFits]"))));
  EXPECT_THAT(
      told_by_review(
          state, job_of(4,
                        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                        "{nodeSelectorTerms: [{matchExpressions: [{key: gpu, operator: In, values: "
                        "[b]}]}]}}}, ")),
      ElementsAre(
          HasSubstr("Flavor a has enough, but the pods have a node affinity that wants gpu in "
                    "(b), and its nodes have gpu=a. Run 3 pods at most, or raise "
                    "nominalQuota of example.com/gpu of flavor b in ClusterQueue research, "
                    "or have the node affinity allow gpu=a for flavor a.")));
}

std::string job_claiming(std::string_view entry) {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, template: {spec: {restartPolicy: "
         "Never, resourceClaims: [{name: g, " +
         std::string(entry) +
         "}], containers: [{name: c, image: i, resources: {claims: [{name: "
         "g}]}}]}}}}\n";
}

std::string template_asking(std::string_view name, std::string_view request) {
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " +
         std::string(name) +
         ", namespace: default}, spec: {spec: {devices: {requests: [{name: r, " +
         std::string(request) + "}]}}}}\n---\n";
}

// By whatever Configuration, since Kueue 0.18, but where it is told not to look at claims.
TEST(ReviewQueueGangs, ClaimsThatNoConfigurationAdmits) {
  const auto told = [](std::string_view entry, std::string_view configuration = "") {
    return told_by_review(
        queue_with_gpus(8) +
            template_asking("any",
                            "firstAvailable: [{name: a, deviceClassName: "
                            "a.com}, {name: b, deviceClassName: b.com}]") +
            template_asking("all", "exactly: {deviceClassName: a.com, allocationMode: All}") +
            template_asking("one", "exactly: {deviceClassName: a.com}") +
            std::string(configuration),
        job_claiming(entry));
  };
  EXPECT_THAT(told("resourceClaimTemplateName: one"), IsEmpty());
  EXPECT_THAT(told("resourceClaimName: shared"),
              Contains(HasSubstr("and Kueue since 0.18 admits no workload that does")));
  EXPECT_THAT(told("resourceClaimTemplateName: any"),
              Contains(HasSubstr("firstAvailable, which Kueue since 0.18 does not admit")));
  EXPECT_THAT(told("resourceClaimTemplateName: all"),
              Contains(HasSubstr("allocationMode: All, which Kueue since 0.18 does not admit")));
  EXPECT_TRUE(review(queue_with_gpus(8), job_claiming("resourceClaimName: shared"))[0].allowed);
  const std::string mapped = kueue_with("batch/job",
                                        "resources: {deviceClassMappings: [{name: "
                                        "example.com/gpu, deviceClassNames: [b.com]}]}\n");
  EXPECT_THAT(told("resourceClaimTemplateName: any", mapped),
              Contains(AllOf(HasSubstr("firstAvailable, which Kueue does not admit"),
                             HasSubstr("Write alternative b, of class b.com, as exactly."))));
  const std::string both = template_asking(
      "both",
      "firstAvailable: [{name: large, deviceClassName: b.com, count: 40}, {name: small, "
      "deviceClassName: b.com}, {name: as-small, deviceClassName: b.com}]");
  EXPECT_THAT(told("resourceClaimTemplateName: both", both + mapped),
              ElementsAre(HasSubstr("Write alternative small, of class b.com, as exactly.")))
      << "which has its room: of the large one nothing is said";
}

TEST(ReviewQueueGangs, WhetherKueueWaitsForPodsToBeReady) {
  const auto hints = [](std::string_view more) {
    const auto objects = review(
        queue_with_gpus(8) +
            kueue_with("batch/job", std::string(more) + "resources: {deviceClassMappings: [{name: "
                                                        "pool, deviceClassNames: [x.com]}]}\n"),
        job_of(2));
    std::string fix;
    for (const rules::Finding& finding : objects[0].findings) {
      if (finding.code == "WaitForPodsReadyOff") fix = finding.fix;
    }
    return fix;
  };
  EXPECT_EQ(hints("waitForPodsReady: {timeout: 5m}\n"), "");
  EXPECT_THAT(hints(""), HasSubstr("Set waitForPodsReady"));
  EXPECT_THAT(hints("waitForPodsReady: {timeout: 5m}\nfeatureGates: {DisableWaitForPodsReady: "
                    "true}\n"),
              HasSubstr("Take DisableWaitForPodsReady out of featureGates"));
  EXPECT_EQ(hints("featureGates: {KueueDRAIntegrationConsumableCapacity: false}\n"), "")
      << "0.19 has it by itself";
}

}  // namespace
}  // namespace drawbridge::cli
