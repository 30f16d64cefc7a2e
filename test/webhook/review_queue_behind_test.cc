// `drawbridge review`: what stands behind the first thing that keeps a workload from its queue. Who
// mends all that is told finds nothing new.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::string tainted(std::string_view flavor, std::string_view key) {
  return admission::resource_flavor(
      flavor, "nodeTaints: [{key: " + std::string(key) + ", effect: NoSchedule}]");
}

// Of a group of two resources, cpu and gpu.
std::string flavor_having(std::string_view name, int cpus, int gpus) {
  return "{name: " + std::string(name) +
         ", resources: [{name: cpu, nominalQuota: " + std::to_string(cpus) +
         "}, {name: example.com/gpu, nominalQuota: " + std::to_string(gpus) + "}]}";
}

std::string queue_of_both(std::string_view flavors) {
  return admission::local_queue() +
         admission::cluster_queue(
             "  resourceGroups: [{coveredResources: [cpu, example.com/gpu], flavors: [" +
             std::string(flavors) + "]}]\n");
}

std::string job_asking(int cpus, int gpus, std::string_view spec = "") {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, template: {spec: {" +
         std::string(spec) +
         "restartPolicy: Never, containers: [{name: c, image: i, resources: {requests: {cpu: " +
         std::to_string(cpus) + "}, limits: {example.com/gpu: " + std::to_string(gpus) +
         "}}}]}}}}\n";
}

std::string tolerating(std::string_view key) {
  return "tolerations: [{key: " + std::string(key) + ", operator: Exists}], ";
}

// A Master and a Worker, of one pod each.
std::string training(int cpus, int gpus, std::string_view of_worker = "",
                     std::string_view of_master = "") {
  const auto replica = [&](std::string_view name, std::string_view spec) {
    return std::string(name) + ": {replicas: 1, template: {spec: {" + std::string(spec) +
           "containers: [{name: pytorch, image: i, resources: {requests: {cpu: " +
           std::to_string(cpus) + "}, limits: {example.com/gpu: " + std::to_string(gpus) +
           "}}}]}}}";
  };
  return "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: j, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {pytorchReplicaSpecs: {" +
         replica("Master", of_master) + ", " + replica("Worker", of_worker) + "}}}\n";
}

TEST(ReviewQueueBehind, EachGroupOfResourcesHasItsOwnFlavorInTheWay) {
  const auto state = [](std::string_view key) {
    return tainted("nodes", "batch") + tainted("gpus", key) + admission::local_queue() +
           admission::cluster_queue("  resourceGroups:\n" + admission::group_of("cpu", "nodes", 8) +
                                    admission::group_of("example.com/gpu", "gpus", 8));
  };
  EXPECT_THAT(
      told_by_review(state("gpu"), job_asking(1, 1)),
      UnorderedElementsAre(AllOf(HasSubstr("its taint batch:NoSchedule"), HasSubstr("{key: batch")),
                           AllOf(HasSubstr("its taint gpu:NoSchedule"), HasSubstr("{key: gpu"))));
  EXPECT_THAT(told_by_review(state("gpu"), job_asking(1, 1, tolerating("gpu"))),
              ElementsAre(HasSubstr("its taint batch:NoSchedule")));
  EXPECT_THAT(told_by_review(state("batch"), job_asking(1, 1)),
              ElementsAre(HasSubstr("its taint batch:NoSchedule")))
      << "one toleration opens both";
}

// What is in the way of both is told once, and what each of them then lacks.
TEST(ReviewQueueBehind, OneTaintOfTwoGroupsHidesNothingThatIsTooMuch) {
  const std::string state =
      tainted("nodes", "gpu") + tainted("gpus", "gpu") + admission::local_queue() +
      admission::cluster_queue("  resourceGroups:\n" + admission::group_of("cpu", "nodes", 8) +
                               admission::group_of("example.com/gpu", "gpus", 3));
  EXPECT_THAT(told_by_review(state, job_asking(1, 4)),
              UnorderedElementsAre(HasSubstr("its taint gpu:NoSchedule"),
                                   HasSubstr("asks for 4 example.com/gpu, and ClusterQueue "
                                             "research can reach 3 at most")));
  EXPECT_THAT(told_by_review(state, job_asking(1, 3)),
              ElementsAre(HasSubstr("its taint gpu:NoSchedule")));
}

// What the one flavor lacks of each hides nothing of the other group.
TEST(ReviewQueueBehind, TooLittleOfEachHidesNoTaintOfAnotherGroup) {
  const std::string state =
      tainted("nodes", "batch") + admission::resource_flavor("a") +
      admission::resource_flavor("b") + admission::local_queue() +
      admission::cluster_queue("  resourceGroups:\n" + admission::group_of("cpu", "nodes", 2) +
                               "  - {coveredResources: [memory, example.com/gpu], flavors: [" +
                               "{name: a, resources: [{name: memory, nominalQuota: 1Gi}, {name: "
                               "example.com/gpu, nominalQuota: 8}]}, {name: b, resources: [{name: "
                               "memory, nominalQuota: 8Gi}, {name: example.com/gpu, nominalQuota: "
                               "1}]}]}\n");
  std::string job = job_asking(3, 2);
  job.insert(job.find("cpu: 3"), "memory: 2Gi, ");
  EXPECT_THAT(told_by_review(state, job),
              UnorderedElementsAre(HasSubstr("its taint batch:NoSchedule"),
                                   HasSubstr("no flavor of ClusterQueue research has enough of "
                                             "each"),
                                   HasSubstr("asks for 3 cpu, and ClusterQueue research can reach "
                                             "2 at most")));
}

// What two templates lack of one resource in two flavors is told of each.
TEST(ReviewQueueBehind, AFlavorThatOneTemplateLacksHidesNoneThatAnotherDoes) {
  const std::string state =
      admission::resource_flavor("a", "nodeLabels: {f: a}") +
      admission::resource_flavor(
          "b", "nodeLabels: {f: b}, nodeTaints: [{key: gpu, effect: NoSchedule}]") +
      queue_of_both(flavor_having("a", 8, 2) + ", " + flavor_having("b", 8, 2));
  EXPECT_THAT(
      told_by_review(state, training(1, 3, "nodeSelector: {f: b}, ", "nodeSelector: {f: a}, ")),
      UnorderedElementsAre(HasSubstr("its taint gpu:NoSchedule"),
                           HasSubstr("can reach 2 at most in flavor a"),
                           HasSubstr("can reach 2 at most in flavor b")));
}

TEST(ReviewQueueBehind, TheFlavorThatIsNamedMayHaveTooLittleOfItsOwn) {
  const std::string flavors = tainted("a", "left") + tainted("b", "right");
  const auto told = [&](int cpus_of_a, int gpus_of_a, int cpus_of_b, int gpus_of_b) {
    return told_by_review(flavors + queue_of_both(flavor_having("a", cpus_of_a, gpus_of_a) + ", " +
                                                  flavor_having("b", cpus_of_b, gpus_of_b)),
                          job_asking(4, 4));
  };
  // Of two that each lack something else the first is named, and what it lacks.
  EXPECT_THAT(told(8, 2, 2, 8),
              UnorderedElementsAre(
                  AllOf(HasSubstr("a, which is nearest"), HasSubstr("{key: left")),
                  AllOf(HasSubstr("asks for 4 example.com/gpu"), HasSubstr("can reach 2 at most"),
                        HasSubstr("raise nominalQuota of example.com/gpu"))));
  EXPECT_THAT(told(8, 0, 8, 2), UnorderedElementsAre(HasSubstr("b, which is nearest"),
                                                     AllOf(HasSubstr("can reach 2 at most"))))
      << "of the first it would have none";
  EXPECT_THAT(told(2, 2, 8, 8), ElementsAre(AllOf(HasSubstr("(b, which is nearest"),
                                                  HasSubstr("{key: right, operator: Exists}"))));
}

TEST(ReviewQueueBehind, WhatOneTemplateMayTakeOnceItIsLetInIsCountedWithTheOthers) {
  const std::string state = admission::resource_flavor("a", "nodeLabels: {pool: a}") +
                            queue_of_both(flavor_having("a", 100, 6));
  const std::string elsewhere = "nodeSelector: {pool: b}, ";
  EXPECT_THAT(told_by_review(state, training(1, 3)), IsEmpty());
  EXPECT_THAT(told_by_review(state, training(1, 3, elsewhere)),
              ElementsAre(HasSubstr("[NoFlavorFits]")));
  EXPECT_THAT(
      told_by_review(state, training(1, 4, elsewhere)),
      UnorderedElementsAre(HasSubstr("[NoFlavorFits]"),
                           AllOf(HasSubstr("asks for 8 example.com/gpu (2 pod templates together)"),
                                 HasSubstr("can reach 6 at most"))));
}

TEST(ReviewQueueBehind, EveryResourceThatIsTooMuchForAllTemplatesTogether) {
  const std::string state =
      admission::resource_flavor("a") + queue_of_both(flavor_having("a", 5, 6));
  EXPECT_THAT(told_by_review(state, training(2, 3)), IsEmpty());
  EXPECT_THAT(told_by_review(state, training(2, 4)),
              ElementsAre(HasSubstr("asks for 8 example.com/gpu")));
  EXPECT_THAT(
      told_by_review(state, training(3, 4)),
      UnorderedElementsAre(AllOf(HasSubstr("asks for 6 cpu (2 pod templates together)"),
                                 HasSubstr("Raise nominalQuota of cpu in ClusterQueue")),
                           AllOf(HasSubstr("asks for 8 example.com/gpu (2 pod templates together)"),
                                 HasSubstr("Raise nominalQuota of example.com/gpu in"))));
}

// With more gpus of a flavor both fit in, where cpus are raised in the same.
TEST(ReviewQueueBehind, WhatIsTooMuchTogetherIsRaisedInOneFlavor) {
  const std::string state =
      admission::resource_flavor("a") + admission::resource_flavor("b") +
      queue_of_both(flavor_having("a", 5, 4) + ", " + flavor_having("b", 1, 3));
  EXPECT_THAT(told_by_review(state, training(4, 4)),
              UnorderedElementsAre(HasSubstr("Raise nominalQuota of cpu of flavor a in"),
                                   HasSubstr("Raise nominalQuota of example.com/gpu of flavor a")));
}

// Where the quota of that one alone is not enough, what it takes besides is told, too.
TEST(ReviewQueueBehind, AFlavorThatHasNoneIsNotTheOneToRaise) {
  const std::string state =
      admission::resource_flavor("a") + admission::resource_flavor("b") +
      queue_of_both(flavor_having("a", 8, 8) + ", " + flavor_having("b", 100, 0));
  EXPECT_THAT(told_by_review(state, training(5, 5)),
              UnorderedElementsAre(
                  AllOf(HasSubstr("asks for 10 example.com/gpu (2 pod templates together), and "
                                  "ClusterQueue research can reach 8 at most in flavor a."),
                        HasSubstr("Raise nominalQuota of example.com/gpu of flavor a")),
                  HasSubstr("Raise nominalQuota of cpu of flavor a")));
}

// Of a flavor that takes the pods and has no GPUs there is nothing to open.
TEST(ReviewQueueBehind, TheNearestFlavorIsOneThatIsClosed) {
  const std::string state =
      admission::resource_flavor("a") + tainted("b", "gpu") +
      queue_of_both(flavor_having("a", 10, 0) + ", " + flavor_having("b", 0, 8));
  EXPECT_THAT(told_by_review(state, job_asking(1, 1)),
              UnorderedElementsAre(
                  AllOf(HasSubstr("(b, which is nearest: they do not tolerate its taint gpu"),
                        HasSubstr("Add to tolerations: - {key: gpu, operator: Exists}.")),
                  HasSubstr("Raise nominalQuota of cpu of flavor b in")));
  EXPECT_THAT(told_by_review(state, training(1, 1)),
              UnorderedElementsAre(HasSubstr("(b, which is nearest: they do not tolerate"),
                                   HasSubstr("Raise nominalQuota of cpu of flavor b in")));
}

TEST(ReviewQueueBehind, TheNearestOfClosedFlavorsHasSomeOfWhatIsToldOf) {
  const std::string state =
      tainted("a", "x") + tainted("b", "z") +
      queue_of_both(flavor_having("a", 8, 0) + ", " + flavor_having("b", 0, 4));
  EXPECT_THAT(
      told_by_review(state, job_asking(1, 1)),
      UnorderedElementsAre(HasSubstr("that has example.com/gpu takes its pods (b, which is"),
                           HasSubstr("Raise nominalQuota of cpu of flavor b in")));
}

std::string replicas_asking(std::string_view name, int pods, int cpus, int gpus,
                            std::string_view spec = "") {
  return std::string(name) + ": {replicas: " + std::to_string(pods) + ", template: {spec: {" +
         std::string(spec) + "containers: [{name: pytorch, image: i, resources: {requests: {cpu: " +
         std::to_string(cpus) + "}, limits: {example.com/gpu: " + std::to_string(gpus) + "}}}]}}}";
}

std::string training_of(std::string_view master, std::string_view worker) {
  return "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: j, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {pytorchReplicaSpecs: {" +
         std::string(master) + ", " + std::string(worker) + "}}}\n";
}

// Who may go to another flavor with enough, and no more quota is proposed, lacks what it shares
// there.
TEST(ReviewQueueBehind, WhatIsShortInTheFlavorThatIsOpened) {
  const std::string state =
      tainted("a", "ta") + tainted("b", "tb") +
      queue_of_both(flavor_having("a", 4, 2) + ", " + flavor_having("b", 8, 5));
  const auto told = [&](int workers) {
    return told_by_review(state,
                          training_of(replicas_asking("Master", 1, 1, 4, tolerating("ta")),
                                      replicas_asking("Worker", workers, 4, 1, tolerating("tb"))));
  };
  const auto opened =
      AllOf(HasSubstr("asks for 4 example.com/gpu (Master)"),
            HasSubstr("Add to tolerations: - {key: tb, operator: Exists}, for that"));
  EXPECT_THAT(told(3),
              UnorderedElementsAre(
                  opened, HasSubstr("raise nominalQuota of cpu of flavor b in"),
                  AllOf(HasSubstr("asks for 7 example.com/gpu (2 pod templates together)"),
                        HasSubstr("Raise nominalQuota of example.com/gpu of flavor b in"))))
      << "more of a would not help";
  EXPECT_THAT(told(1), ElementsAre(opened)) << "5 are enough for both";
}

// Of one resource two flavors may have to have more, for different templates.
TEST(ReviewQueueBehind, OneResourceThatIsShortInTwoFlavors) {
  const auto flavor = [](std::string_view name, int cpus, int pods, int gpus) {
    std::string both = flavor_having(name, cpus, gpus);
    return both.replace(both.rfind("]}"), 2,
                        ", {name: pods, nominalQuota: " + std::to_string(pods) + "}]}");
  };
  std::string queue = queue_of_both(flavor("b", 4, 2, 2) + ", " + flavor("c", 3, 1, 4));
  queue.insert(queue.find("example.com/gpu]") + 15, ", pods");
  const std::string state = admission::resource_flavor("b") + admission::resource_flavor("c");
  EXPECT_THAT(
      told_by_review(state + queue, training_of(replicas_asking("Master", 1, 4, 2),
                                                replicas_asking("Worker", 2, 3, 1))),
      UnorderedElementsAre(AllOf(HasSubstr("asks for 10 cpu (2 pod templates together), and "
                                           "ClusterQueue research can reach 7 at most."),
                                 HasSubstr("Raise nominalQuota of cpu of flavor c in")),
                           AllOf(HasSubstr("asks for 6 cpu (Worker: 2 pods x 3)"),
                                 HasSubstr("raise nominalQuota of cpu of flavor b in"))));
}

// Two queues of the namespace beside what is named: q leads to research, other to a ClusterQueue of
// so many GPUs, or to none.
std::string two_queues(int gpus_of_research, std::string_view other) {
  return admission::resource_flavor("f") +
         queue_of_both(flavor_having("f", 100, gpus_of_research)) +
         "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {namespace: default, "
         "name: " +
         std::string(other) + "}, spec: {clusterQueue: nowhere}}\n---\n";
}

std::string job_in(std::string_view queue, int gpus) {
  std::string job = job_asking(1, gpus);
  return job.replace(job.find("queue-name: q") + 12, 1, queue);
}

TEST(ReviewQueueBehind, AQueueIsProposedThatTakesTheWorkload) {
  EXPECT_THAT(told_by_review(two_queues(8, "a"), job_in("training", 4)),
              ElementsAre(HasSubstr("Name one that there is: q. [QueueMissing]")));
  EXPECT_THAT(told_by_review(two_queues(8, "z"), job_in("training", 4)),
              ElementsAre(HasSubstr("Name one that there is: q. [QueueMissing]")));
}

TEST(ReviewQueueBehind, WhereNoQueueTakesItTheFirstIsToldOf) {
  EXPECT_THAT(
      told_by_review(two_queues(2, "z"), job_in("training", 4)),
      UnorderedElementsAre(
          HasSubstr("Create it, or name q: no queue of the namespace takes this as it is. [Queue"),
          AllOf(HasSubstr("If this Job named queue q, it could never run there: it asks for 4 "
                          "example.com/gpu"),
                HasSubstr("[NeverFits]"))));
  EXPECT_THAT(told_by_review(two_queues(2, "a"), job_in("training", 4)),
              UnorderedElementsAre(HasSubstr("Create it, or name a: no queue of the namespace"),
                                   HasSubstr("names ClusterQueue nowhere, which does not exist")));
}

TEST(ReviewQueueBehind, AQueueThatWasMeantIsToldOf) {
  std::string state = two_queues(2, "z");
  const std::string_view name = "name: q, namespace";
  state.replace(state.find(name), name.size(), "name: training, namespace");
  EXPECT_THAT(
      told_by_review(state, job_in("trainning", 4)),
      UnorderedElementsAre(
          HasSubstr("Write kueue.x-k8s.io/queue-name: training. [QueueMissing]"),
          HasSubstr("If this Job named queue training, it could never run there: it asks")));
}

TEST(ReviewQueueBehind, OneObstacleBehindTheOther) {
  const auto told = [](int cpus, int gpus) {
    return told_by_review(tainted("f", "batch") + queue_of_both(flavor_having("f", cpus, gpus)),
                          training(3, 3));
  };
  const auto taint = HasSubstr("its taint batch:NoSchedule");
  EXPECT_THAT(told(6, 6), ElementsAre(taint));
  EXPECT_THAT(told(6, 2), UnorderedElementsAre(taint, HasSubstr("can reach 2 at most")));
  EXPECT_THAT(told(4, 2), UnorderedElementsAre(taint, HasSubstr("can reach 2 at most"),
                                               AllOf(HasSubstr("it asks for 6 cpu"),
                                                     HasSubstr("can reach 4 at most"))));
}

TEST(ReviewQueueBehind, WhatAlsoHoldsTheQueueIsToldBesideAmounts) {
  std::string state = two_queues(2, "z");
  state.insert(state.find("  resourceGroups:"), "  stopPolicy: Hold\n");
  EXPECT_THAT(told_by_review(state, job_asking(1, 4)),
              UnorderedElementsAre(HasSubstr("[NeverFits]"), AllOf(HasSubstr("research is stopped"),
                                                                   HasSubstr("[QueueStopped]"))));
}

// By template, of a class that Kueue's mappings do not list, or in alternatives.
std::string job_by_template() {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, parallelism: 2, completions: 2, "
         "template: {spec: {restartPolicy: Never, resourceClaims: [{name: gpu, "
         "resourceClaimTemplateName: t}], containers: [{name: c, image: i, resources: {requests: "
         "{cpu: 1}, claims: [{name: gpu}]}}]}}}}\n";
}

std::string mapped_gpus(std::string_view device_class, int cpus, int gpus) {
  return "---\n" + admission::resource_flavor("f") + queue_of_both(flavor_having("f", cpus, gpus)) +
         admission::device_class("gpu.example.com", "extendedResourceName: example.com/gpu") +
         admission::kueue_configuration("batch/job", "example.com/gpu", device_class);
}

TEST(ReviewQueueBehind, WhatAClassWouldComeToOnceItIsMapped) {
  const std::string claims = admission::claim_template("t", "gpu.example.com", ", count: 4");
  const auto told = [&](int cpus, int gpus) {
    return told_by_review(claims + mapped_gpus("other.example.com", cpus, gpus), job_by_template());
  };
  const auto unmapped = AllOf(HasSubstr("deviceClassMappings do not list class gpu.example.com"),
                              HasSubstr("[ClassNotMapped]"));
  EXPECT_THAT(told(8, 8), ElementsAre(unmapped));
  EXPECT_THAT(told(8, 7),
              UnorderedElementsAre(unmapped, AllOf(HasSubstr("it asks for 8 example.com/gpu"),
                                                   HasSubstr("can reach 7 at most"))));
  EXPECT_THAT(told(1, 8), UnorderedElementsAre(unmapped, AllOf(HasSubstr("it asks for 2 cpu"),
                                                               HasSubstr("can reach 1 at most"))));
}

TEST(ReviewQueueBehind, WhatAClassComesToThatWasMeant) {
  const auto told = [](int gpus) {
    return told_by_review(admission::claim_template("t", "gpu.example.con", ", count: 4") +
                              mapped_gpus("gpu.example.com", 8, gpus),
                          job_by_template());
  };
  const auto misspelt = HasSubstr("Write deviceClassName: gpu.example.com in the template.");
  EXPECT_THAT(told(8), ::testing::Contains(misspelt));
  EXPECT_THAT(told(8), ::testing::Not(::testing::Contains(HasSubstr("[NeverFits]"))));
  EXPECT_THAT(told(7), ::testing::Contains(HasSubstr("it asks for 8 example.com/gpu")));
}

TEST(ReviewQueueBehind, WhatTheAlternativeWouldComeToThatIsToBeWritten) {
  const auto told = [&](int gpus) {
    return told_by_review(
        "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t, "
        "namespace: default}\nspec: {spec: {devices: {requests: [{name: gpu, firstAvailable: "
        "[{name: a, deviceClassName: gpu.example.com, count: 4}]}]}}}\n" +
            mapped_gpus("gpu.example.com", 8, gpus),
        job_by_template());
  };
  const auto alternatives = HasSubstr("has a request with firstAvailable");
  EXPECT_THAT(told(8), ElementsAre(alternatives));
  EXPECT_THAT(told(7),
              UnorderedElementsAre(alternatives, HasSubstr("it asks for 8 example.com/gpu")));
}

// Whatever each resource by itself would let in.
TEST(ReviewQueueBehind, SoManyPodsHaveEnoughOfEachResource) {
  const auto told = [](int pods) {
    return told_by_review(
        admission::resource_flavor("a") + admission::resource_flavor("b") +
            queue_of_both(flavor_having("a", 4, 8) + ", " + flavor_having("b", 8, 0)),
        "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, parallelism: " +
            std::to_string(pods) + ", completions: " + std::to_string(pods) +
            ", template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: "
            "{requests: {cpu: 4}, limits: {example.com/gpu: 4}}}]}}}}\n");
  };
  EXPECT_THAT(told(6), ElementsAre(HasSubstr("Run 1 pod at most, or give one flavor")));
  EXPECT_THAT(told(1), IsEmpty());
}

// A quota written by that number is enough.
TEST(ReviewQueueBehind, WhatHasNoQuotaIsToldAsAllTemplatesAskForIt) {
  const std::string state =
      admission::resource_flavor("a") + admission::local_queue() +
      admission::cluster_queue("  resourceGroups:\n" + admission::group_of("cpu", "a", 8)) +
      admission::kueue_configuration("kubeflow.org/pytorchjob", "pool", "gpu.example.com",
                                     "waitForPodsReady: {}\n");
  EXPECT_THAT(told_by_review(state, training(1, 3)),
              ElementsAre(HasSubstr("it asks for 6 example.com/gpu (2 pod templates together), and "
                                    "ClusterQueue research has no quota of that name")));
}

}  // namespace
}  // namespace drawbridge::cli
