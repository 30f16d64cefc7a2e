// `drawbridge review`: pods that are a workload each, or together, and are more than their queue
// takes; and queues that are proposed because they take all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review.h"
#include "webhook/decide/queues/queue_misfits.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

using Words = std::initializer_list<std::string_view>;

// A ClusterQueue that has of flavor a, and then of b, so much of each resource that it covers;
// `spec` are lines of its own.
std::string queue_covering(Words covered, std::initializer_list<Words> amounts_of_flavors,
                           std::string_view spec = "", std::string_view name = "research") {
  std::string names;
  for (const std::string_view resource : covered)
    names += (names.empty() ? "" : ", ") + std::string(resource);
  std::string flavors;
  char flavor = 'a';
  for (const Words& amounts : amounts_of_flavors) {
    std::string quotas;
    const std::string_view* resource = covered.begin();
    for (const std::string_view amount : amounts) {
      quotas += (quotas.empty() ? "{name: " : ", {name: ") + std::string(*resource++) +
                ", nominalQuota: " + std::string(amount) + "}";
    }
    flavors += (flavors.empty() ? "{name: " : ", {name: ") + std::string(1, flavor++) +
               ", resources: [" + quotas + "]}";
  }
  return admission::cluster_queue("  resourceGroups: [{coveredResources: [" + names +
                                      "], flavors: [" + flavors + "]}]\n" + std::string(spec),
                                  name);
}

std::string queue_of_devices(std::initializer_list<Words> amounts_of_flavors,
                             std::string_view spec = "", std::string_view name = "research") {
  return queue_covering({"nvidia.com/gpu"}, amounts_of_flavors, spec, name);
}

// The queue with so much of the flavor in use.
std::string in_use(std::string queue, std::string_view flavor, std::string_view devices) {
  return queue.insert(queue.find("---\n"),
                      "status: {flavorsReservation: [{name: " + std::string(flavor) +
                          ", resources: [{name: nvidia.com/gpu, total: " + std::string(devices) +
                          "}]}]}\n");
}

// LocalQueue q and flavors a and b beside `queues`; the nodes of flavor a have label f=a.
std::string beside_queues(const std::string& queues) {
  return admission::local_queue() + admission::resource_flavor("a", "nodeLabels: {f: a}") +
         admission::resource_flavor("b", "nodeLabels: {f: b}") + queues +
         admission::kueue_configuration(
             "batch/job, pod, deployment, leaderworkerset.x-k8s.io/leaderworkerset, "
             "jobset.x-k8s.io/jobset",
             "pool", "gpu.example.com", "waitForPodsReady: {}\n");
}

// LocalQueue big, whose ClusterQueue has so many devices of flavor a.
std::string bigger_queue(std::string_view devices) {
  return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: big, namespace: "
         "default}, spec: {clusterQueue: more}}\n---\n" +
         queue_of_devices({{devices}}, "", "more");
}

std::string limit_range_named(std::string_view name, std::string_view limits) {
  return "---\n{apiVersion: v1, kind: LimitRange, metadata: {name: " + std::string(name) +
         ", namespace: default}, spec: {limits: [{" + std::string(limits) + "}]}}\n";
}

constexpr std::string_view kOneDevice = "nvidia.com/gpu: 1";
constexpr std::string_view kInQ = "kueue.x-k8s.io/queue-name: q";
constexpr std::string_view kBoundToA = ", nodeSelector: {f: a}";
constexpr std::string_view kBoundToB = ", nodeSelector: {f: b}";

std::string pods_asking(std::string_view limits = kOneDevice, std::string_view spec = "") {
  return "{containers: [{name: c, image: i, resources: {limits: {" + std::string(limits) + "}}}]" +
         std::string(spec) + "}";
}

struct PodMetadata {
  std::string labels = {};
  std::string annotations = {};

  std::string text() const {
    return "labels: {a: b, " + labels + "}, annotations: {" + annotations + "}";
  }
};

// Its own metadata says the queue where that of its pods doesn't.
std::string deployment_of_pods(int replicas, const std::string& spec_of_pods,
                               const PodMetadata& of_pods = {}, std::string_view queue = kInQ) {
  return "---\n{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, labels: {" +
         std::string(of_pods.labels.empty() ? queue : "") +
         "}}, spec: {replicas: " + std::to_string(replicas) +
         ", selector: {matchLabels: {a: b}}, template: {metadata: {" + of_pods.text() +
         "}, spec: " + spec_of_pods + "}}}\n";
}

std::string job_of_pods(int pods, const std::string& spec_of_pods, const PodMetadata& of_pods = {},
                        std::string_view queue = kInQ) {
  return "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: {" +
         std::string(of_pods.labels.empty() ? queue : "") +
         "}}, spec: {parallelism: " + std::to_string(pods) +
         ", completions: " + std::to_string(pods) + ", template: {metadata: {" + of_pods.text() +
         "}, spec: {restartPolicy: Never, " + spec_of_pods.substr(1) + "}}}\n";
}

// Of Kueue's group g of so many pods.
PodMetadata of_group(int pods, std::string_view queue = kInQ) {
  return {std::string(queue) + ", kueue.x-k8s.io/pod-group-name: g",
          "kueue.x-k8s.io/pod-group-total-count: '" + std::to_string(pods) + "'"};
}

std::string pod_having(std::string_view name, const PodMetadata& metadata,
                       const std::string& spec) {
  return "---\n{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) + ", " +
         metadata.text() + "}, spec: " + spec + "}\n";
}

// Of PodGroup g.
PodMetadata of_gang() {
  return {std::string(kInQ) + ", scheduling.x-k8s.io/pod-group: g"};
}

std::string gang_of_at_least(int pods) {
  return "---\n{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: PodGroup, metadata: {name: g, "
         "namespace: default}, spec: {minMember: " +
         std::to_string(pods) + "}}\n";
}

std::string groups_of_two(int replicas, const std::string& spec_of_pods,
                          std::string_view queue = kInQ) {
  return "---\n{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: "
         "l, labels: {" +
         std::string(queue) + "}}, spec: {replicas: " + std::to_string(replicas) +
         ", leaderWorkerTemplate: {size: 2, workerTemplate: {spec: " + spec_of_pods + "}}}}\n";
}

struct OfJobSet {
  std::string_view name;
  int pods;
  std::string spec_of_pods;
};

std::string job_set_of(std::initializer_list<OfJobSet> jobs) {
  std::string text;
  for (const OfJobSet& job : jobs) {
    const std::string pods = std::to_string(job.pods);
    text += (text.empty() ? "{name: " : ", {name: ") + std::string(job.name) +
            ", replicas: 1, template: {spec: {parallelism: " + pods + ", completions: " + pods +
            ", template: {spec: {restartPolicy: Never, " + job.spec_of_pods.substr(1) + "}}}}";
  }
  return "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s, labels: {" +
         std::string(kInQ) + "}}, spec: {replicatedJobs: [" + text + "]}}\n";
}

// Kueue takes whichever it sees first.
TEST(ReviewQueueCrowds, OfSeveralLimitRangesTheLeastDefaultCounts) {
  const auto told = [](int pods, std::string_view of_one, std::string_view of_other) {
    const auto defaults = [](std::string_view cpu) {
      return "type: Container, default: {cpu: " + std::string(cpu) + "}";
    };
    return told_by_review(beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"8", "4"}})) +
                              limit_range_named("a", defaults(of_one)) +
                              limit_range_named("b", defaults(of_other)),
                          job_of_pods(pods, pods_asking()));
  };
  EXPECT_THAT(told(3, "3", "1"), IsEmpty());
  EXPECT_THAT(told(3, "1", "3"), IsEmpty());
  for (const auto& both : {told(5, "3", "1"), told(5, "1", "3")})
    EXPECT_THAT(both, ElementsAre(HasSubstr("it asks for 5 cpu (5 pods x 1, a LimitRange's")));
  EXPECT_THAT(told(3, "2", "3"), ElementsAre(HasSubstr("it asks for 6 cpu (3 pods x 2")));
}

TEST(ReviewQueueCrowds, OfSeveralDefaultsOneMayBeWithinALimitRange) {
  const auto told = [](std::string_view bounds) {
    return told_by_review(beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"8", "8"}})) +
                              limit_range_named("a", "type: Container, default: {cpu: 3}") +
                              limit_range_named("b", "type: Container, default: {cpu: 1}") +
                              limit_range_named("c", bounds),
                          job_of_pods(1, pods_asking()));
  };
  for (const std::string_view type : {"type: Container, ", "type: Pod, "}) {
    for (const std::string_view within : {"max: {cpu: 2}", "min: {cpu: 2}"})
      EXPECT_THAT(told(std::string(type) + std::string(within)), IsEmpty()) << type << within;
  }
  for (const std::string_view beyond : {"max: {cpu: 500m}", "min: {cpu: 4}"})
    EXPECT_THAT(told("type: Pod, " + std::string(beyond)),
                ElementsAre(HasSubstr("[KueueCannotAdmit]")))
        << beyond;
}

TEST(ReviewQueueCrowds, WhatALimitRangeGivesSomeContainersStaysWhateverOthersAskFor) {
  const auto told = [](int pods, std::string_view memory) {
    return told_by_review(
        beside_queues(queue_covering({"nvidia.com/gpu", "memory"}, {{"4", memory}})) +
            limit_range_named("l", "type: Container, defaultRequest: {memory: 600Mi}"),
        job_of_pods(
            pods,
            "{containers: [{name: c, image: i, resources: {requests: {memory: 2Gi}, limits: "
            "{nvidia.com/gpu: 1}}}, {name: d, image: i}]}"));
  };
  EXPECT_THAT(told(1, "2Gi"),
              ElementsAre(HasSubstr("it asks for 2648Mi memory, of which 600Mi is a LimitRange's "
                                    "default, and ClusterQueue research can reach 2Gi at most. Ask "
                                    "for 1448Mi, or raise nominalQuota")));
  EXPECT_THAT(told(2, "4Gi"), ElementsAre(HasSubstr("of which 600Mi a pod is a LimitRange's")));
  EXPECT_THAT(told(1, "500Mi"), ElementsAre(HasSubstr("at most. Raise nominalQuota")));
  EXPECT_THAT(told(1, "2648Mi"), IsEmpty());
}

TEST(ReviewQueueCrowds, PodsThatAreOneGroupAreJudgedTogether) {
  const std::string state = beside_queues(queue_of_devices({{"4"}}));
  const auto too_many = ElementsAre(
      "The 6 pods of the group ask for 6 nvidia.com/gpu if they are alike, and ClusterQueue "
      "research can reach 4 at most. Write kueue.x-k8s.io/pod-group-total-count: \"4\" and run as "
      "many, or raise nominalQuota of ClusterQueue research. [NeverFits]");
  const auto deployment = [&](int pods) {
    return told_by_review(state, deployment_of_pods(pods, pods_asking(), of_group(pods)));
  };
  EXPECT_THAT(deployment(6), too_many);
  EXPECT_THAT(deployment(4), IsEmpty());
  const auto job = [&](int pods) {
    return told_by_review(state, job_of_pods(pods, pods_asking(), of_group(pods)));
  };
  EXPECT_THAT(job(6), too_many);
  EXPECT_THAT(job(4), IsEmpty());
}

TEST(ReviewQueueCrowds, AGangThatIsShortOfTwoResources) {
  const auto told = [](int pods, std::string_view devices, std::string_view cpus = "3") {
    return told_by_review(
        beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"4", cpus}})) +
            gang_of_at_least(pods),
        deployment_of_pods(pods, pods_asking("cpu: 1, nvidia.com/gpu: " + std::string(devices)),
                           of_gang()));
  };
  EXPECT_THAT(told(6, "1"),
              ElementsAre("The 6 pods of PodGroup g start together, and queue q never admits more "
                          "than 3 like this: each asks for 1 cpu, and ClusterQueue research can "
                          "reach 3. Lower minMember to 3, or raise nominalQuota of cpu and "
                          "nvidia.com/gpu in ClusterQueue research. [NeverFits]"));
  EXPECT_THAT(told(4, "2"),
              ElementsAre(AllOf(HasSubstr("than 2 like this: each asks for 2 nvidia.com/gpu"),
                                HasSubstr("Lower minMember to 2, or raise nominalQuota of "
                                          "nvidia.com/gpu and cpu in"))));
  EXPECT_THAT(told(4, "2", "4"),
              ElementsAre(HasSubstr("Ask for 1 a pod, or raise nominalQuota of ClusterQueue")))
      << "which is enough";
  EXPECT_THAT(told(3, "1"), IsEmpty());
}

TEST(ReviewQueueCrowds, AGroupOfWhichAllPodsAreKnownIsToldAllThatItLacks) {
  const auto told = [](std::string_view cpus) {
    return told_by_review(
        beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"4", cpus}})),
        pod_having("p", of_group(3), pods_asking("nvidia.com/gpu: 2, cpu: 3")) +
            pod_having("r", of_group(3), pods_asking("nvidia.com/gpu: 2, cpu: 2")) +
            pod_having("s", of_group(3), pods_asking("nvidia.com/gpu: 1, cpu: 1")));
  };
  EXPECT_THAT(told("4"), UnorderedElementsAre(
                             "The 3 pods of the group ask for 5 nvidia.com/gpu, and ClusterQueue "
                             "research can reach 4 at most. Raise nominalQuota of nvidia.com/gpu "
                             "in ClusterQueue research. [NeverFits]",
                             HasSubstr("The 3 pods of the group ask for 6 cpu, and ClusterQueue")));
  EXPECT_THAT(told("6"), ElementsAre(HasSubstr("ask for 5 nvidia.com/gpu")));
}

TEST(ReviewQueueCrowds, AGangOfWhichAllPodsAreKnownIsToldAllThatItLacks) {
  const std::string state =
      beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"2", "2"}})) + gang_of_at_least(3);
  std::string pods;
  for (const std::string_view name : {"p", "r", "s"})
    pods += pod_having(name, of_gang(), pods_asking("nvidia.com/gpu: 1, cpu: 1"));
  EXPECT_THAT(told_by_review(state, pods),
              UnorderedElementsAre(HasSubstr("The 3 pods of the group ask for 3 cpu, and"),
                                   HasSubstr("The 3 pods of the group ask for 3 nvidia.com/gpu")));
}

TEST(ReviewQueueCrowds, PodsOfAGroupThatAreBoundToOneFlavor) {
  const auto told = [](std::string_view of_b) {
    std::string pods;
    for (const std::string_view name : {"p", "r", "s", "t"})
      pods += pod_having(name, of_group(4),
                         pods_asking(kOneDevice, name < "s" ? kBoundToA : kBoundToB));
    return told_by_review(beside_queues(queue_of_devices({{"2"}, {of_b}})), pods);
  };
  EXPECT_THAT(told("1"),
              AllOf(Not(IsEmpty()),
                    Each(HasSubstr("Some of the 4 pods of the group ask for 2 nvidia.com/gpu, and "
                                   "ClusterQueue research can reach 1 at most in flavor b."))));
  EXPECT_THAT(told("2"), IsEmpty());
}

TEST(ReviewQueueCrowds, ACrowdInTheOneFlavorThatHasTheOtherResource) {
  const auto told = [](std::string_view cpus_of_a) {
    return told_by_review(
        beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"4", cpus_of_a}, {"2", "10"}})),
        deployment_of_pods(6, pods_asking("nvidia.com/gpu: 1, cpu: 1")));
  };
  EXPECT_THAT(told("0"),
              ElementsAre("Queue q never admits more than 2 of the 6 pods of this Deployment at a "
                          "time: each asks for 1 nvidia.com/gpu, and ClusterQueue research can "
                          "reach 2 in flavor b. Write replicas: 2, or raise nominalQuota of flavor "
                          "b in ClusterQueue research. [NeverFits]"));
  EXPECT_THAT(told("4"), IsEmpty());
}

TEST(ReviewQueueCrowds, ACrowdInTheFlavorsThatHaveTheOtherResource) {
  const std::string state = beside_queues(
      admission::resource_flavor("c") +
      queue_covering({"nvidia.com/gpu", "cpu"}, {{"4", "0"}, {"2", "9"}, {"3", "9"}}));
  const auto told = [&](int pods) {
    return told_by_review(state,
                          deployment_of_pods(pods, pods_asking("nvidia.com/gpu: 1, cpu: 1")));
  };
  EXPECT_THAT(told(6),
              ElementsAre(HasSubstr("can reach 5 in the flavors that take them. Write "
                                    "replicas: 5, or raise nominalQuota of ClusterQueue")));
  EXPECT_THAT(told(5), IsEmpty());
}

// Of each resource by itself there is enough for more of them.
TEST(ReviewQueueCrowds, OfACrowdEachTakesAllOfOneFlavor) {
  const std::string pods = pods_asking("nvidia.com/gpu: 1, cpu: 1");
  const auto told = [&](int replicas, std::string_view gpus_in_use = "0") {
    return told_by_review(
        beside_queues(in_use(queue_covering({"nvidia.com/gpu", "cpu"}, {{"4", "3"}, {"1", "10"}}),
                             "a", gpus_in_use)),
        deployment_of_pods(replicas, pods));
  };
  EXPECT_THAT(
      told(5),
      ElementsAre("Queue q never admits more than 4 of the 5 pods of this Deployment at a time: "
                  "each takes nvidia.com/gpu and cpu of one flavor, and ClusterQueue research has "
                  "enough of both for 3 in a and 1 in b. Write replicas: 4, or raise nominalQuota "
                  "of nvidia.com/gpu and cpu in ClusterQueue research. [NeverFits]"));
  EXPECT_THAT(told(4), IsEmpty());
  EXPECT_THAT(told(4, "2"),
              ElementsAre(HasSubstr("room for 3 of the 4 pods of this Deployment now: ")));
  EXPECT_THAT(told_by_review(beside_queues(queue_covering({"nvidia.com/gpu", "cpu"},
                                                          {{"8", "1"}, {"1", "8"}})) +
                                 gang_of_at_least(4),
                             pod_having("p", of_gang(), pods)),
              ElementsAre(AllOf(HasSubstr("never admits more than 2 like this: each takes "),
                                HasSubstr("Lower minMember to 2, or raise"))));
}

TEST(ReviewQueueCrowds, WhatAGangIsToAskForFitsWithAllElse) {
  const std::string state =
      beside_queues(queue_covering({"cpu", "nvidia.com/gpu"}, {{"4", "8"}, {"4", "2"}}));
  const auto told = [&](int pods, std::string_view devices) {
    return told_by_review(
        state + gang_of_at_least(pods),
        pod_having("p", of_gang(), pods_asking("cpu: 1, nvidia.com/gpu: " + std::string(devices))));
  };
  EXPECT_THAT(told(8, "2"),
              ElementsAre("The 8 pods of PodGroup g start together, and queue q never admits more "
                          "than 5 like this: each asks for 2 nvidia.com/gpu, and ClusterQueue "
                          "research can reach 10. Lower minMember to 5, or raise nominalQuota of "
                          "ClusterQueue research. [NeverFits]"))
      << "with 1 each there is room for 6";
  EXPECT_THAT(told(8, "1"), ElementsAre(HasSubstr("never admits more than 6 like this: ")));
  EXPECT_THAT(told(6, "2"), ElementsAre(HasSubstr("Ask for 1 a pod, or raise nominalQuota of C")));
  EXPECT_THAT(told(6, "1"), IsEmpty());
  EXPECT_THAT(told(5, "2"), IsEmpty());
}

TEST(ReviewQueueCrowds, OfACrowdOnlyWhatIsShortIsNamed) {
  const auto told = [&](int replicas, std::string_view memory) {
    return told_by_review(
        beside_queues(queue_covering({"cpu", "memory", "nvidia.com/gpu"},
                                     {{"2", memory, "8"}, {"8", memory, "2"}})),
        deployment_of_pods(replicas, pods_asking("cpu: 1, memory: 1Gi, nvidia.com/gpu: 1")));
  };
  EXPECT_THAT(told(6, "1Ti"),
              ElementsAre("Queue q never admits more than 4 of the 6 pods of this Deployment at a "
                          "time: each takes cpu and nvidia.com/gpu of one flavor, and ClusterQueue "
                          "research has enough of both for 2 in a and 2 in b. Write replicas: 4, "
                          "or raise nominalQuota of cpu and nvidia.com/gpu in ClusterQueue "
                          "research. [NeverFits]"));
  EXPECT_THAT(told(6, "2Gi"),
              ElementsAre(HasSubstr("each asks for 1Gi memory, and ClusterQueue research can reach "
                                    "4Gi. Write replicas: 4, or raise nominalQuota of memory "
                                    "and cpu in ClusterQueue")))
      << "more of which is not enough by itself";
}

TEST(ReviewQueueCrowds, ACrowdInManyFlavors) {
  const std::string pods = pods_asking("nvidia.com/gpu: 1, cpu: 1");
  const auto told = [&](std::initializer_list<Words> flavors) {
    std::string more;
    for (const std::string_view flavor : {"c", "d", "e"})
      more += admission::resource_flavor(flavor);
    return told_by_review(more + beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, flavors)),
                          deployment_of_pods(20, pods));
  };
  EXPECT_THAT(
      told({{"3", "9"}, {"9", "1"}, {"9", "2"}, {"9", "1"}}),
      ElementsAre(HasSubstr("enough of both for 3 in a, 1 in b, 2 in c and 1 in d. Write")));
  EXPECT_THAT(told({{"3", "9"}, {"9", "1"}, {"9", "2"}, {"9", "1"}, {"4", "9"}}),
              ElementsAre(HasSubstr(
                  "enough of both for 3 in a, 1 in b, 2 in c and 5 in 2 other flavors. Write")));
}

// The leader and its workers take a flavor each.
std::string led_groups(int replicas, const std::string& leader, const std::string& worker,
                       int size = 2) {
  std::string text = groups_of_two(replicas, worker);
  return text.replace(text.find("size: 2"), 7,
                      "size: " + std::to_string(size) + ", leaderTemplate: {spec: " + leader + "}");
}

TEST(ReviewQueueCrowds, OfAGroupTheLeaderIsBoundToOneFlavor) {
  const auto told = [](int groups) {
    return told_by_review(
        beside_queues(queue_of_devices({{"4"}, {"40"}})),
        led_groups(groups, pods_asking(kOneDevice, kBoundToA), pods_asking(kOneDevice, kBoundToB)));
  };
  EXPECT_THAT(told(5), ElementsAre(HasSubstr("the leader of each asks for 1 nvidia.com/gpu, and "
                                             "ClusterQueue research can reach 4 in flavor a. Write "
                                             "replicas: 4, or raise nominalQuota of flavor a in")));
  EXPECT_THAT(told(41), ElementsAre(HasSubstr("or raise nominalQuota of ClusterQueue research.")))
      << "the workers do not find enough in b";
}

// Of what its workers take no part is of another flavor.
TEST(ReviewQueueCrowds, OfAGroupTheWorkersTakeAllOfOneFlavor) {
  const auto told = [](int groups) {
    return told_by_review(beside_queues(queue_of_devices({{"9"}, {"9"}})),
                          led_groups(groups, pods_asking(), pods_asking("nvidia.com/gpu: 5")));
  };
  EXPECT_THAT(told(3), ElementsAre(HasSubstr("never admits more than 2 of the 3 groups of this "
                                             "LeaderWorkerSet at a time: the worker of each asks "
                                             "for 5 nvidia.com/gpu, and ClusterQueue research can "
                                             "reach 18, of which no flavor has more than 9.")));
  EXPECT_THAT(told(2), IsEmpty());
}

TEST(ReviewQueueCrowds, OfAGroupTheTemplateIsNamedThatTakesAllOfOneFlavor) {
  const std::string state =
      beside_queues(queue_covering({"cpu", "nvidia.com/gpu"}, {{"5", "90"}, {"90", "5"}}));
  EXPECT_THAT(
      told_by_review(
          state, led_groups(5, pods_asking("cpu: 1"), pods_asking("cpu: 1, nvidia.com/gpu: 1"), 3)),
      ElementsAre(HasSubstr("more than 4 of the 5 groups of this LeaderWorkerSet at a time: the "
                            "workers of each take cpu and nvidia.com/gpu of one flavor, and "
                            "ClusterQueue research has enough of both for 2 in a and 2 in b.")));
}

TEST(ReviewQueueCrowds, NoChoiceOfFlavorsHoldsAnotherGroup) {
  const auto told = [](int groups, std::string_view in_use_of_a = "0") {
    return told_by_review(
        beside_queues(in_use(queue_of_devices({{"9"}, {"3"}}), "a", in_use_of_a)),
        led_groups(groups, pods_asking("nvidia.com/gpu: 2"), pods_asking("nvidia.com/gpu: 4")));
  };
  EXPECT_THAT(told(3),
              ElementsAre("Queue q never admits more than 1 of the 3 groups of this "
                          "LeaderWorkerSet at a time: each asks for 6 nvidia.com/gpu (2 for its "
                          "leader and 4 for its worker, each of one flavor), and ClusterQueue "
                          "research can reach 9 in a and 3 in b. Write replicas: 1, or raise "
                          "nominalQuota of ClusterQueue research. [NeverFits]"));
  EXPECT_THAT(told(2), ElementsAre(HasSubstr("never admits more than 1 of the 2 groups of this")));
  EXPECT_THAT(told(1), IsEmpty());
  EXPECT_THAT(told(1, "6"), ElementsAre(HasSubstr("[QueueFull]")))
      << "of one it is told as of a Job";
  EXPECT_THAT(told_by_review(beside_queues(queue_covering({"cpu", "nvidia.com/gpu"},
                                                          {{"4", "4"}, {"2", "2"}})),
                             led_groups(2, pods_asking("cpu: 2, nvidia.com/gpu: 1"),
                                        pods_asking("cpu: 1, nvidia.com/gpu: 2"))),
              ElementsAre(HasSubstr(
                  "each takes cpu and nvidia.com/gpu of one flavor for its leader and of one for "
                  "its worker, and ClusterQueue research has enough of both for 1. Write")));
  EXPECT_THAT(told_by_review(beside_queues(in_use(queue_of_devices({{"90"}, {"3"}}), "a", "81")),
                             led_groups(2, pods_asking("nvidia.com/gpu: 2"),
                                        pods_asking("nvidia.com/gpu: 4"))),
              ElementsAre(HasSubstr("room for 1 of the 2 groups of this LeaderWorkerSet now: each "
                                    "asks for 6 nvidia.com/gpu (2 for its leader and 4 for its "
                                    "worker, each of one flavor), and ClusterQueue research has 9 "
                                    "in a and 3 in b left. Wait, or")));
}

TEST(ReviewQueueCrowds, FewerPodsOfWhatIsShortOfTwoResources) {
  // Fewer find enough of both in flavor b.
  EXPECT_THAT(told_by_review(beside_queues(queue_covering({"nvidia.com/gpu", "cpu"},
                                                          {{"10", "4"}, {"6", "7"}})),
                             job_of_pods(5, pods_asking("nvidia.com/gpu: 2, cpu: 2"))),
              ElementsAre(HasSubstr("Run 3 pods at most, or give one flavor of ")));
  // "some" alone lacks both, and as many as find each of them leave "placed" too little.
  const auto told = [](int of_some) {
    return told_by_review(
        beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"10", "12"}, {"8", "7"}})),
        job_set_of({{"placed", 1, pods_asking("nvidia.com/gpu: 5, cpu: 4", kBoundToA)},
                    {"some", of_some, pods_asking("nvidia.com/gpu: 3, cpu: 4")}}));
  };
  EXPECT_THAT(
      told(4),
      AllOf(SizeIs(2), Each(HasSubstr("Run 1 pod of some (replicas x parallelism) at most"))));
  EXPECT_THAT(told(2), Not(IsEmpty()));
  EXPECT_THAT(told(1), IsEmpty());
}

TEST(ReviewQueueCrowds, AGroupOfPodsThatNoChoiceOfFlavorsHasEnoughFor) {
  EXPECT_THAT(
      told_by_review(
          beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"9", "8"}, {"9", "5"}})),
          pod_having("p", of_group(2), pods_asking("nvidia.com/gpu: 1, cpu: 6")) +
              pod_having("r", of_group(2), pods_asking("nvidia.com/gpu: 2, cpu: 6"))),
      Contains(HasSubstr("ask for 12 cpu, and ClusterQueue research can reach 13 at most, in "
                         "flavors of which no choice has enough")));
}

// More than it can get, whether or not it lends what is its own.
TEST(ReviewQueueCrowds, WhatABorrowingLimitKeepsFromAQueueComesOnTop) {
  const auto told = [](std::string_view limits) {
    return told_by_review(
        beside_queues(
            in_use(admission::cluster_queue("  cohortName: co\n  resourceGroups:\n" +
                                            admission::group_of("nvidia.com/gpu", "a", 4, limits)),
                   "a", "1") +
            queue_of_devices({{"10"}}, "  cohortName: co\n", "lending")),
        job_of_pods(1, pods_asking("nvidia.com/gpu: 6")));
  };
  EXPECT_THAT(told(", borrowingLimit: 2"),
              ElementsAre(HasSubstr("(1 of 4 used, flavor a) can get 5 more; borrowingLimit 2 "
                                    "keeps it from 8 of cohort co (lending has 10).")));
  EXPECT_THAT(told(", borrowingLimit: 2, lendingLimit: 0"),
              ElementsAre(HasSubstr("keeps it from 8 of cohort co (lending has 10).")));
}

TEST(ReviewQueueCrowds, ACrowdThatIsBoundToOneFlavor) {
  const auto told = [](std::string_view spec) {
    return told_by_review(beside_queues(queue_of_devices({{"8"}, {"8"}})),
                          deployment_of_pods(7, pods_asking("nvidia.com/gpu: 2", spec)));
  };
  EXPECT_THAT(told(kBoundToB),
              ElementsAre(HasSubstr("more than 4 of the 7 pods of this Deployment at a time: each "
                                    "asks for 2 nvidia.com/gpu, and ClusterQueue research can "
                                    "reach 8 in flavor b. Write replicas: 4, or raise nominalQuota "
                                    "of flavor b in ClusterQueue research.")));
  EXPECT_THAT(told(""), IsEmpty());
}

TEST(ReviewQueueCrowds, ACrowdThatOneFlavorHasTheTopologyFor) {
  const auto told = [](const std::string& annotations) {
    return told_by_review(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Topology, metadata: {name: t}, spec: {levels: "
        "[{nodeLabel: rack}, {nodeLabel: kubernetes.io/hostname}]}}\n---\n" +
            admission::resource_flavor("placing", "nodeLabels: {f: c}, topologyName: t") +
            beside_queues(admission::cluster_queue(
                "  resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: placing, "
                "resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}, {name: a, resources: "
                "[{name: nvidia.com/gpu, nominalQuota: 8}]}]}]\n")),
        deployment_of_pods(6, pods_asking(), {std::string(kInQ), annotations}));
  };
  EXPECT_THAT(told("kueue.x-k8s.io/podset-required-topology: rack"),
              ElementsAre(HasSubstr("can reach 4 in flavor placing. Write replicas: 4, or raise "
                                    "nominalQuota of flavor placing in ClusterQueue research.")));
  EXPECT_THAT(told(""), IsEmpty());
}

TEST(ReviewQueueCrowds, GroupsOfALeaderWorkerSetThatAreBoundToOneFlavor) {
  const auto told = [](int groups) {
    return told_by_review(beside_queues(queue_of_devices({{"4"}, {"40"}})),
                          groups_of_two(groups, pods_asking(kOneDevice, kBoundToA)));
  };
  EXPECT_THAT(told(5),
              ElementsAre("Queue q never admits more than 2 of the 5 groups of this "
                          "LeaderWorkerSet at a time: each asks for 2 nvidia.com/gpu, and "
                          "ClusterQueue research can reach 4 in flavor a. Write replicas: 2, or "
                          "raise nominalQuota of flavor a in ClusterQueue research. [NeverFits]"));
  EXPECT_THAT(told(2), IsEmpty());
}

TEST(ReviewQueueCrowds, FewerOfOneTemplateDoNotHelpWhereAnotherIsTooLarge) {
  const auto told = [](int of_others) {
    return told_by_review(beside_queues(queue_of_devices({{"1"}, {"12"}})),
                          job_set_of({{"some", 4, pods_asking("nvidia.com/gpu: 4")},
                                      {"others", of_others, pods_asking("nvidia.com/gpu: 3")}}));
  };
  EXPECT_THAT(told(9), AllOf(SizeIs(2), Each(HasSubstr("a pod template takes no two. Raise "
                                                       "nominalQuota of nvidia.com/gpu of flavor b "
                                                       "in ClusterQueue research."))));
  EXPECT_THAT(told(1), ElementsAre(HasSubstr("Run 2 pods of some (replicas x parallelism) at")));
}

// "placed" has to be in flavor a, whatever quota of cpu "others" need.
TEST(ReviewQueueCrowds, FewerOfOneTemplateAreTriedBesideWhatOthersAskForStill) {
  EXPECT_THAT(told_by_review(beside_queues(queue_covering({"nvidia.com/gpu", "cpu"},
                                                          {{"12", "2"}, {"8", "1"}})),
                             job_set_of({{"some", 4, pods_asking("nvidia.com/gpu: 4")},
                                         {"placed", 1, pods_asking("nvidia.com/gpu: 8, cpu: 2")},
                                         {"others", 20, pods_asking("cpu: 1")}})),
              UnorderedElementsAre(HasSubstr("Run 2 pods of some (replicas x parallelism) at most"),
                                   HasSubstr("it asks for 20 cpu (others: 20 pods x 1)")));
}

TEST(ReviewQueueCrowds, ALimitRangeOfPodsKeepsWhatAPodSaysAsAWhole) {
  const auto told = [](std::string_view bounds, std::string_view of_pod,
                       std::string_view of_container = "") {
    return told_by_review(
        beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"4", "40"}})) +
            limit_range_named("l", "type: Pod, " + std::string(bounds)),
        job_of_pods(1, pods_asking("nvidia.com/gpu: 1" + std::string(of_container),
                                   ", resources: {" + std::string(of_pod) + "}")));
  };
  const auto too_much = ElementsAre(
      "This Job can never run in queue q: LimitRange l allows 2 cpu at most in a pod, each pod has "
      "4, and Kueue admits nothing beyond it. Write cpu: 2 or less in spec.resources of the pod, "
      "or have max of LimitRange l raised. [KueueCannotAdmit]");
  EXPECT_THAT(told("max: {cpu: 2}", "requests: {cpu: 4}, limits: {cpu: 4}"), too_much);
  EXPECT_THAT(told("max: {cpu: 2}", "requests: {cpu: 4}, limits: {cpu: 4}", ", cpu: 2"), too_much)
      << "whatever its containers say";
  EXPECT_THAT(told("max: {cpu: 2}", "requests: {cpu: 2}, limits: {cpu: 2}"), IsEmpty());
  EXPECT_THAT(told("min: {cpu: 8}", "requests: {cpu: 4}", ", cpu: 1"),
              ElementsAre(HasSubstr("LimitRange l wants 8 cpu at least in a pod, each pod has 4, "
                                    "and Kueue admits nothing below it. Write cpu: 8 or more in "
                                    "spec.resources of the pod, or have min of LimitRange l")));
  EXPECT_THAT(told("min: {cpu: 8}", "requests: {cpu: 8}, limits: {cpu: 8}", ", cpu: 1"), IsEmpty());
  EXPECT_THAT(told("min: {cpu: 8}", "requests: {cpu: 8}", ", cpu: 1"),
              ElementsAre(HasSubstr("each pod of this Job has limits of 1: it will be refused.")))
      << "which Kueue does not look at";
}

TEST(ReviewQueueCrowds, QueuesAreProposedThatTakeAllPods) {
  constexpr std::string_view kMissing = "kueue.x-k8s.io/queue-name: nope";
  const std::string state = beside_queues(queue_of_devices({{"2"}}) + bigger_queue("8"));
  const auto the_bigger = HasSubstr("Name one that there is: big. [QueueMissing]");
  EXPECT_THAT(told_by_review(state, deployment_of_pods(4, pods_asking(), {}, kMissing)),
              ElementsAre(the_bigger));
  EXPECT_THAT(told_by_review(state, groups_of_two(3, pods_asking(), kMissing)),
              ElementsAre(the_bigger));
  EXPECT_THAT(told_by_review(state, deployment_of_pods(4, pods_asking(), of_group(4, kMissing))),
              ElementsAre(the_bigger));
  std::string pods;
  for (const std::string_view name : {"p", "r", "s", "t"})
    pods += pod_having(name, of_group(4, kMissing), pods_asking());
  EXPECT_THAT(told_by_review(state, pods), AllOf(SizeIs(4), Each(the_bigger)));
  EXPECT_THAT(told_by_review(state, deployment_of_pods(2, pods_asking(), {}, kMissing)),
              ElementsAre(HasSubstr("Name one that there is: big, q.")));
}

TEST(ReviewQueueCrowds, AQueueIsProposedThatTakesThePodsOnceTheyAreCounted) {
  const std::string queues =
      queue_covering({"pool"}, {{"4"}}) +
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: among, namespace: "
      "default}, spec: {clusterQueue: other}}\n---\n" +
      queue_covering({"cpu"}, {{"4"}}, "", "other");
  EXPECT_THAT(
      told_by_review(
          beside_queues(queues + admission::device_class("gpu.example.com") +
                        admission::claim_template("slip", "gpus.example.com")),
          job_of_pods(2,
                      "{containers: [{name: c, image: i, resources: {claims: [{name: g}]}}], "
                      "resourceClaims: [{name: g, resourceClaimTemplateName: slip}]}",
                      {}, "kueue.x-k8s.io/queue-name: nope")),
      AllOf(Contains(HasSubstr("Name one that there is: q. [QueueMissing]")),
            Contains(HasSubstr("If this Job named queue q, it could never run there: class "
                               "gpus.example.com (template slip) does not exist"))));
}

TEST(ReviewQueueCrowds, WhatAQueueLacksThatIsProposed) {
  const std::string deployment =
      deployment_of_pods(4, pods_asking(), {}, "kueue.x-k8s.io/queue-name: research");
  EXPECT_THAT(
      told_by_review(beside_queues(queue_of_devices({{"2"}})), deployment),
      ElementsAre(HasSubstr("Write kueue.x-k8s.io/queue-name: q, the LocalQueue that leads to"),
                  HasSubstr("Queue q never admits more than 2 of the 4 pods of this Deployment at "
                            "a time: each asks for 1 nvidia.com/gpu")));
  EXPECT_THAT(told_by_review(beside_queues(queue_of_devices({{"4"}})), deployment), SizeIs(1));
}

TEST(ReviewQueueCrowds, AQueueThatIsProposedAndStopped) {
  const auto told = [](const std::string& more) {
    return told_by_review(beside_queues(queue_of_devices({{"4"}}, "  stopPolicy: Hold\n") + more),
                          job_of_pods(2, pods_asking(), {}, "kueue.x-k8s.io/queue-name: nope"));
  };
  EXPECT_THAT(told(""),
              ElementsAre(HasSubstr("Name one that there is: q. [QueueMissing]"),
                          HasSubstr("If this Job named queue q, it would wait there: ClusterQueue "
                                    "research is stopped (stopPolicy).")));
  EXPECT_THAT(told(bigger_queue("4")), ElementsAre(HasSubstr("Name one that there is: big.")));
}

TEST(ReviewQueueCrowds, NoPodOfADeploymentFitsNow) {
  const auto told = [](std::string_view used) {
    return told_by_review(beside_queues(in_use(queue_of_devices({{"8"}}), "a", used)),
                          deployment_of_pods(3, pods_asking("nvidia.com/gpu: 2")));
  };
  EXPECT_THAT(told("7"),
              ElementsAre("Queue q has room for none of the 3 pods of this Deployment now: each "
                          "asks for 2 nvidia.com/gpu, and ClusterQueue research (7 of 8 used, "
                          "flavor a) can get 1 more. Wait, or use a queue that has more left. "
                          "[QueueFull]"));
  EXPECT_THAT(told("6"), ElementsAre(HasSubstr("Queue q has room for 1 of the 3 pods of this")));
  EXPECT_THAT(told("2"), IsEmpty());
}

TEST(ReviewQueueCrowds, AQueueThatHasRoomIsNamed) {
  const auto told = [](const std::string& queue, std::string_view of_other,
                       const std::string& given) {
    return told_by_review(beside_queues(queue + bigger_queue(of_other)), given);
  };
  const std::string used = in_use(queue_of_devices({{"8"}}), "a", "8");
  const std::string deployment = deployment_of_pods(3, pods_asking("nvidia.com/gpu: 2"));
  EXPECT_THAT(told(used, "6", deployment),
              ElementsAre(AllOf(HasSubstr("Queue q has room for none of the 3 pods"),
                                HasSubstr("Wait, or name queue big, which has room. ["))));
  EXPECT_THAT(told(used, "5", deployment),
              ElementsAre(HasSubstr("Wait, or use a queue that has more left. [")))
      << "of two pods";
  const std::string job = job_of_pods(3, pods_asking());
  EXPECT_THAT(told(used, "3", job),
              ElementsAre(HasSubstr("Wait, or name queue big, which has room. [")));
  EXPECT_THAT(told(used, "2", job), ElementsAre(HasSubstr("Wait, or use a queue that has more")));
  EXPECT_THAT(told(queue_of_devices({{"8"}}, "  stopPolicy: Hold\n"), "3", job),
              ElementsAre(HasSubstr("Nothing of the queue starts before that is changed; name "
                                    "queue big, which has room, or wait. [")));
  EXPECT_THAT(told(queue_of_devices({{"8"}}, "  stopPolicy: Hold\n"), "2", job),
              ElementsAre(HasSubstr("is changed; use another queue, or wait. [")));
  const std::string of_claim = job_of_pods(
      1, pods_asking("cpu: 1", ", resourceClaims: [{name: c, resourceClaimTemplateName: gone}]"));
  EXPECT_THAT(told(queue_of_devices({{"8"}}, "  stopPolicy: Hold\n"), "3", of_claim),
              Contains(HasSubstr("is changed; use another queue, or wait. [")))
      << "what it asks for is not known";
  const std::string small = queue_of_devices({{"2"}});
  EXPECT_THAT(told(small, "3", job),
              ElementsAre(AllOf(HasSubstr("can never run in queue q"),
                                HasSubstr(". Or name queue big, which has room. [NeverFits]"))));
  EXPECT_THAT(told(small, "2", job), ElementsAre(Not(HasSubstr("name queue"))));
  // That many ClusterQueues are looked at, by however many queues one is reached.
  const auto leading_to = [](const std::string& name, const std::string& cluster_queue) {
    std::string queue = admission::local_queue(name);
    return queue.replace(queue.find("research"), 8, cluster_queue);
  };
  std::string same = used;
  for (int i = 1; i < 12; ++i) same += leading_to("a" + std::to_string(i), "research");
  EXPECT_THAT(told(same, "3", job), ElementsAre(HasSubstr("name queue big, which has room.")));
  std::string others = used;
  for (int i = 1; i < 8; ++i)
    others += leading_to("a" + std::to_string(i), "c" + std::to_string(i));
  EXPECT_THAT(told(others, "3", job), ElementsAre(HasSubstr("name queue big, which has room.")));
  others += leading_to("a8", "c8");
  EXPECT_THAT(told(others, "3", job), ElementsAre(HasSubstr("use a queue that has more left.")));
}

// What MultiKueue takes runs on another cluster, and the pods of a group have one queue.
TEST(ReviewQueueCrowds, AQueueWithRoomIsOneThatCanBeNamed) {
  const std::string small = queue_of_devices({{"2"}});
  const auto named = HasSubstr("name queue big, which has room. [");
  const std::string job = job_of_pods(3, pods_asking());
  const std::string far = admission::admission_check("mk", "kueue.x-k8s.io/multikueue") +
                          queue_of_devices({{"8"}},
                                           "  admissionChecksStrategy: {admissionChecks: "
                                           "[{name: mk}]}\n",
                                           "more");
  std::string leads = bigger_queue("8");
  leads.resize(leads.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: "));
  EXPECT_THAT(told_by_review(beside_queues(small + bigger_queue("8")), job), Contains(named));
  EXPECT_THAT(told_by_review(beside_queues(small + leads + far), job), Not(Contains(named)));

  const auto pod = [](std::string_view name) {
    return pod_having(name, of_group(2), pods_asking("nvidia.com/gpu: 3"));
  };
  const std::string state = beside_queues(small + bigger_queue("8"));
  EXPECT_THAT(told_by_review(state, pod("p") + pod("r")), Contains(named)) << "all of them";
  EXPECT_THAT(told_by_review(state, pod("p")), ElementsAre(Not(named)));
  EXPECT_THAT(told_by_review(state + pod("r"), pod("p")), Not(Contains(named)))
      << "the other one is there";
}

TEST(ReviewQueueCrowds, WhatALenderHasIsNoMoreThanTheCohortHasLeft) {
  constexpr std::string_view kInCohort = "  cohortName: co\n";
  const auto told = [&](std::string_view borrowed) {
    return told_by_review(
        beside_queues(queue_of_devices({{"0"}}, kInCohort) +
                      queue_of_devices({{"4"}}, kInCohort, "lending") +
                      in_use(queue_of_devices({{"0"}}, kInCohort, "borrowing"), "a", borrowed)),
        deployment_of_pods(4, pods_asking()));
  };
  EXPECT_THAT(told("3"), ElementsAre(HasSubstr("(0 of 0 used, flavor a) can get 1 more, all that "
                                               "cohort co has (lending has 1).")));
  EXPECT_THAT(told("0"), IsEmpty());
}

TEST(ReviewQueueCrowds, OneOfAGroupIsBoundToAFlavorThatTheQueueHasNot) {
  const auto objects =
      review(beside_queues(queue_covering({"nvidia.com/gpu", "cpu"}, {{"4", "4"}})),
             pod_having("p", of_group(2), pods_asking("cpu: 1", kBoundToB)) +
                 pod_having("r", of_group(2), pods_asking("nvidia.com/gpu: 1, cpu: 1")));
  ASSERT_THAT(objects, SizeIs(2));
  EXPECT_THAT(objects[0].findings, IsEmpty()) << "it asks for no devices";
  ASSERT_THAT(objects[1].findings, SizeIs(1));
  const rules::Finding& finding = objects[1].findings[0];
  EXPECT_EQ(finding.field, "spec");
  EXPECT_EQ(finding.severity, rules::Severity::kWarn);
  EXPECT_THAT(finding.text(),
              AllOf(HasSubstr("Group g can never run in queue q: no flavor of ClusterQueue "),
                    HasSubstr("(a: they have nodeSelector f=b, and its nodes have f=a). Write f=a "
                              "in nodeSelector where flavor a is meant")));
}

TEST(ReviewQueueCrowds, WhatSeveralTemplatesLackHidesNoOtherOne) {
  const std::string both = pods_asking("cpu: 1, memory: 1Gi");
  const auto told = [&](const OfJobSet& last) {
    return told_by_review(
        beside_queues(queue_covering({"cpu", "memory", "nvidia.com/gpu"}, {{"4", "4Gi", "4"}})),
        job_set_of({{"v", 5, both}, {"w", 5, both}, last}));
  };
  EXPECT_THAT(told({"z", 1, pods_asking("cpu: 1, nvidia.com/gpu: 1", kBoundToB)}),
              UnorderedElementsAre(
                  HasSubstr("5 cpu (v: 5 pods x 1), and ClusterQueue research can reach 4 at most; "
                            "w and z ask for 6 besides."),
                  HasSubstr("5Gi memory (v: 5 pods x 1Gi), and ClusterQueue research can reach 4Gi "
                            "at most; w asks for 5Gi besides."),
                  AllOf(HasSubstr("takes the pods of spec.replicatedJobs[2] (a: they have "
                                  "nodeSelector f=b, and its nodes have f=a)"),
                        HasSubstr("[NoFlavorFits]"))));
  EXPECT_THAT(told({"z", 5, pods_asking()}),
              UnorderedElementsAre(
                  HasSubstr("5 cpu (v: 5 pods x 1)"), HasSubstr("5Gi memory (v: 5 pods x 1Gi)"),
                  HasSubstr("5 nvidia.com/gpu (z: 5 pods x 1), and ClusterQueue research can reach "
                            "4 at most. Run 4 pods of z (replicas x parallelism) at most")));
}

TEST(ReviewQueueCrowds, SoManyMisfitsAreToldOfOneWorkload) {
  const auto told_of = [](std::size_t resources) {
    std::string names, quotas, limits;
    for (std::size_t i = 0; i < resources; ++i) {
      const std::string name = "x.com/r" + std::to_string(i);
      const std::string between = i == 0 ? "" : ", ";
      names += between + name;
      quotas += between + "{name: " + name + ", nominalQuota: 1}";
      limits += between + name + ": 2";
    }
    const std::string queue =
        admission::cluster_queue("  resourceGroups: [{coveredResources: [" + names +
                                 "], flavors: [{name: a, resources: [" + quotas + "]}]}]\n");
    return told_by_review(beside_queues(queue), job_of_pods(1, pods_asking(limits)));
  };
  EXPECT_THAT(told_of(admission::kMisfitsTold), SizeIs(admission::kMisfitsTold));
  EXPECT_THAT(told_of(admission::kMisfitsTold + 1), SizeIs(admission::kMisfitsTold));
}

TEST(ReviewQueueCrowds, ThatAQueueIsStoppedHidesNoneThatAreTooMany) {
  const std::string state = beside_queues(queue_of_devices({{"4"}}, "  stopPolicy: Hold\n"));
  const auto stopped = HasSubstr("ClusterQueue research is stopped (stopPolicy). Nothing of the");
  EXPECT_THAT(told_by_review(state, deployment_of_pods(6, pods_asking())),
              UnorderedElementsAre(
                  stopped, HasSubstr("never admits more than 4 of the 6 pods of this Deployment")));
  EXPECT_THAT(told_by_review(state, deployment_of_pods(4, pods_asking())), ElementsAre(stopped));
  EXPECT_THAT(told_by_review(state, job_of_pods(6, pods_asking())),
              UnorderedElementsAre(stopped, HasSubstr("Run 4 pods at most, or raise")));
}

// Quota of a flavor without GPUs would send the pods to nodes without any.
TEST(ReviewQueueCrowds, OfSeveralResourcesMoreIsProposedInTheFlavorThatTakesThePods) {
  const std::string state =
      beside_queues(queue_covering({"cpu", "nvidia.com/gpu"}, {{"100", "0"}, {"3", "4"}}));
  EXPECT_THAT(
      told_by_review(state, deployment_of_pods(9, pods_asking("cpu: 1, nvidia.com/gpu: 1"))),
      ElementsAre(HasSubstr("Write replicas: 3, or raise nominalQuota of cpu and "
                            "nvidia.com/gpu of flavor b in ClusterQueue research.")));
}

}  // namespace
}  // namespace drawbridge::cli
