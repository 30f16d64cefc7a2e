// Whether Kueue can admit: every reason of its tables, a near miss beside each, and that nothing is
// refused that some choice of flavors can place.
#include "quota/kueue/judgement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <utility>

#include "test/generated_cases.h"
#include "test/quota/queue_world.h"

namespace drawbridge::quota {
namespace {

using Kind = QueueVerdict::Kind;

class QueueJudgementTest : public ::testing::Test {
 protected:
  QueueVerdict judge(std::string_view resources, std::int64_t count = 1) {
    return world_.judge({world_.pods(
        "containers: [{resources: {requests: {" + std::string(resources) + "}}}]", count)});
  }
  void flavor(std::string_view name, std::string_view spec) {
    world_.add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: " +
               std::string(name) + "}, spec: {" + std::string(spec) + "}}");
  }

  QueueWorld world_;
};

TEST_F(QueueJudgementTest, AQueueThatIsMissing) {
  world_.configure("manageJobsWithoutQueueName: false").queue(one_flavor({{"gpu", "8"}}));
  const std::vector<QueuedPods> none;
  EXPECT_EQ(world_.judge(none).kind, Kind::kFits);
  EXPECT_EQ(world_.judge(none, "other").kind, Kind::kQueueMissing);
  world_.add(
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: astray, namespace: "
      "ns}, spec: {clusterQueue: nowhere}}");
  EXPECT_EQ(world_.judge(none, "astray").kind, Kind::kClusterQueueMissing);
  const DemandFacts facts = world_.facts();
  const QueueQuestion question{
      .ns = "ns", .queue = "other", .namespace_labels = {}, .pods = none, .facts = facts};
  EXPECT_EQ(judge_queue(question, world_.index()).kind, Kind::kUnknown)
      << "there may be others elsewhere";
}

TEST_F(QueueJudgementTest, NamespacesThatTheQueueTakes) {
  const auto with_selector = [&](std::string_view selector) {
    QueueWorld world;
    world.add(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, "
        "namespace: ns}, spec: {clusterQueue: c}}");
    world.add(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: c}, spec: "
        "{" +
        std::string(selector) + "}}");
    const kube::Json labels =
        world.read("{apiVersion: v1, kind: X, metadata: {labels: {team: a}}}");
    return world.judge({}, "q", labels["metadata"]["labels"]).kind;
  };
  EXPECT_EQ(with_selector("namespaceSelector: {}"), Kind::kFits);
  EXPECT_EQ(with_selector("queueingStrategy: StrictFIFO"), Kind::kNamespaceNotSelected)
      << "no selector takes no namespace";
  EXPECT_EQ(with_selector("namespaceSelector: {matchLabels: {team: a}}"), Kind::kFits);
  EXPECT_EQ(with_selector("namespaceSelector: {matchLabels: {team: b}}"),
            Kind::kNamespaceNotSelected);
}

// pkg/scheduler/flavorassigner: their requests are added up before a flavor is looked for.
TEST_F(QueueJudgementTest, PodSetsOfOneGroupTakeOneFlavor) {
  world_.configure("manageJobsWithoutQueueName: false")
      .queue(
          "resourceGroups: [{coveredResources: [cpu, gpu], flavors: [{name: a, resources: [{name: "
          "cpu, nominalQuota: 9}, {name: gpu, nominalQuota: 0}]}, {name: b, resources: [{name: "
          "cpu, nominalQuota: 4}, {name: gpu, nominalQuota: 8}]}]}]");
  const auto judged = [this](std::string_view leader, std::string_view worker,
                             std::string_view group) {
    std::vector<QueuedPods> pods = {
        world_.pods("containers: [{resources: {requests: {" + std::string(leader) + "}}}]"),
        world_.pods("containers: [{resources: {requests: {" + std::string(worker) + "}}}]", 2)};
    for (QueuedPods& one : pods) one.topology_group = group;
    return world_.judge(pods);
  };
  EXPECT_EQ(judged("cpu: 2", "gpu: 4, cpu: 1", "g").kind, Kind::kFits);
  EXPECT_EQ(judged("cpu: 3", "gpu: 4, cpu: 1", "").kind, Kind::kFits) << "a for the leader";
  const QueueVerdict verdict = judged("cpu: 3", "gpu: 4, cpu: 1", "g");
  ASSERT_EQ(verdict.kind, Kind::kMisfit);
  EXPECT_EQ(verdict.misfit->kind, Misfit::Kind::kEachShort);
  EXPECT_EQ(verdict.misfit->group, "g");
  EXPECT_EQ(verdict.grouped_sets.size(), 2U);
  const QueueVerdict workers = judged("cpu: 2", "gpu: 5, cpu: 1", "g");
  ASSERT_EQ(workers.kind, Kind::kMisfit);
  EXPECT_EQ(workers.misfit->pod_set, "1") << "they alone ask for it";
  EXPECT_EQ(judged("gpu: 1", "gpu: 4, cpu: 1", "g").misfit->pod_set, "") << "both do";
}

TEST_F(QueueJudgementTest, MoreThanTheQueueCanEverReach) {
  world_.configure("manageJobsWithoutQueueName: false").queue(one_flavor({{"x.com/gpu", "8"}}));
  EXPECT_EQ(judge("x.com/gpu: 2", 4).kind, Kind::kFits);
  const QueueVerdict verdict = judge("x.com/gpu: 3", 3);
  ASSERT_EQ(verdict.kind, Kind::kMisfit);
  EXPECT_TRUE(verdict.certain);
  EXPECT_EQ(verdict.misfit->asked, 9);
  EXPECT_EQ(verdict.misfit->reach, 8);
  ASSERT_NE(pods_of(verdict), nullptr);
  EXPECT_EQ(pods_of(verdict)->path, "spec.template");
  ASSERT_TRUE(verdict.standing);
  EXPECT_EQ(verdict.standing->nominal, 8);
  EXPECT_EQ(verdict.standing->cohort, "");
}

TEST_F(QueueJudgementTest, WhatACohortLendsCounts) {
  world_.configure("manageJobsWithoutQueueName: false")
      .queue("cohortName: ml, " + one_flavor({{"x.com/gpu", "8"}}))
      .cluster_queue("lender", "cohortName: ml, " + one_flavor({{"x.com/gpu", "4"}}));
  EXPECT_EQ(judge("x.com/gpu: 12").kind, Kind::kFits);
  const QueueVerdict verdict = judge("x.com/gpu: 13");
  EXPECT_EQ(verdict.kind, Kind::kMisfit);
  EXPECT_EQ(verdict.standing->cohort, "ml");
  EXPECT_EQ(verdict.standing->reach, 12);
}

TEST_F(QueueJudgementTest, SoFewPodsAsItStartsWith) {
  world_.configure("manageJobsWithoutQueueName: false").queue(one_flavor({{"x.com/gpu", "8"}}));
  QueuedPods pods = world_.pods("containers: [{resources: {requests: {x.com/gpu: 1}}}]", 20);
  EXPECT_EQ(world_.judge({pods}).kind, Kind::kMisfit);
  pods.pods_min = 8;
  EXPECT_EQ(world_.judge({pods}).kind, Kind::kFits);
  pods.pods_min = 9;
  EXPECT_EQ(world_.judge({pods}).kind, Kind::kMisfit);
}

// checkPodSetAndFlavorMatchForTAS of Kueue v0.19, case by case.
TEST_F(QueueJudgementTest, TopologiesOfFlavors) {
  using Why = FlavorMismatch::Why;
  const std::string asks = "containers: [{resources: {requests: {x.com/gpu: 1}}}]";
  const auto judged = [&](std::string_view flavors, bool asks_for_topology,
                          std::string_view gate = "") {
    QueueWorld world;
    world.configure("featureGates: {" + std::string(gate) + "}");
    world.add(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: near}, "
        "spec: {topologyName: racks}}");
    world.add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: far}}");
    std::string quotas;
    for (const char* name : {"near", "far"}) {
      if (flavors.find(name) != std::string_view::npos)
        quotas += std::string(quotas.empty() ? "" : ", ") + "{name: " + name +
                  ", resources: [{name: x.com/gpu, nominalQuota: 1}]}";
    }
    world.queue("resourceGroups: [{coveredResources: [x.com/gpu], flavors: [" + quotas + "]}]");
    QueuedPods pods = world.pods(asks);
    pods.asks_for_topology = asks_for_topology;
    return world.judge({pods});
  };
  EXPECT_EQ(judged("near", false).kind, Kind::kFits) << "where all have one it is implied";
  EXPECT_EQ(judged("near", true).kind, Kind::kFits);
  EXPECT_EQ(judged("far", false).kind, Kind::kFits);
  EXPECT_EQ(judged("near far", true).kind, Kind::kFits);
  const QueueVerdict none = judged("far", true);
  ASSERT_EQ(none.kind, Kind::kMisfit);
  ASSERT_EQ(none.mismatches.size(), 1U);
  EXPECT_EQ(none.mismatches.front().why, Why::kNoTopology);
  EXPECT_EQ(judged("far", true, "TopologyAwareScheduling: false").kind, Kind::kFits);
  // Of both kinds the one with a topology is left out.
  EXPECT_EQ(judged("near far", false).kind, Kind::kFits);
  QueueWorld small;
  small.configure("featureGates: {}");
  small.add(
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: near}, "
      "spec: {topologyName: racks}}");
  small.add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: far}}");
  small.queue(
      "resourceGroups: [{coveredResources: [x.com/gpu], flavors: [{name: near, resources: "
      "[{name: x.com/gpu, nominalQuota: 1}]}]}, {coveredResources: [cpu], flavors: [{name: "
      "far, resources: [{name: cpu, nominalQuota: 1}]}]}]");
  const QueueVerdict only = small.judge({small.pods(asks)});
  ASSERT_EQ(only.kind, Kind::kMisfit);
  ASSERT_EQ(only.mismatches.size(), 1U);
  EXPECT_EQ(only.mismatches.front().why, Why::kTopologyOnly);
  EXPECT_EQ(only.mismatched_flavor, "near");
  // What a group gives to no container of the pods needs no topology.
  QueuedPods near = small.pods(asks);
  near.asks_for_topology = true;
  EXPECT_EQ(small.judge({near}).kind, Kind::kFits);
}

TEST_F(QueueJudgementTest, WhatTheQueueDoesNotCover) {
  world_.configure("manageJobsWithoutQueueName: false").queue(one_flavor({{"x.com/gpu", "8"}}));
  const QueueVerdict verdict = judge("x.com/gpu: 1, memory: 1Gi");
  ASSERT_EQ(verdict.kind, Kind::kMisfit);
  EXPECT_EQ(verdict.misfit->kind, Misfit::Kind::kNotCovered);
  EXPECT_EQ(verdict.misfit->resource, "memory");
  EXPECT_EQ(judge("x.com/gpu: 1, memory: 0").kind, Kind::kFits);
}

TEST_F(QueueJudgementTest, WhatIsNotDeclaredMayBeIgnored) {
  world_.configure("resources: {quotaCheckStrategy: IgnoreUndeclared}")
      .queue(one_flavor({{"x.com/gpu", "8"}}));
  EXPECT_EQ(judge("x.com/gpu: 1, memory: 1Gi").kind, Kind::kFits);
  EXPECT_EQ(judge("x.com/gpu: 9, memory: 1Gi").kind, Kind::kMisfit);
}

TEST_F(QueueJudgementTest, WithoutAConfigurationNothingIsCertain) {
  world_.queue(one_flavor({{"x.com/gpu", "8"}}));
  EXPECT_EQ(judge("x.com/gpu: 1, memory: 1Gi").kind, Kind::kFits) << "it may be excluded";
  const QueueVerdict verdict = judge("x.com/gpu: 9");
  EXPECT_EQ(verdict.kind, Kind::kMisfit);
  EXPECT_FALSE(verdict.certain);
}

TEST_F(QueueJudgementTest, WithoutClassesAnotherNameMayCount) {
  world_.configure("resources: {deviceClassMappings: [{name: m, deviceClassNames: [c]}]}")
      .queue(one_flavor({{"m", "8"}}));
  EXPECT_EQ(judge("x.com/gpu: 1").kind, Kind::kMisfit);
  world_.classes_known = false;
  EXPECT_EQ(judge("x.com/gpu: 1").kind, Kind::kFits);
  QueueWorld other;
  other.configure("resources: {deviceClassMappings: [{name: x.com/gpu, deviceClassNames: [c]}]}")
      .queue(one_flavor({{"gpu.memory", "8"}}))
      .claim_template("t", "{name: a, exactly: {deviceClassName: c}}");
  other.classes_known = false;
  EXPECT_EQ(
      other.judge({other.pods("resourceClaims: [{name: a, resourceClaimTemplateName: t}]")}).kind,
      Kind::kMisfit)
      << "the name of a mapping is no other's";
}

TEST_F(QueueJudgementTest, TheGateOfExtendedResourcesDependsOnTheVersion) {
  const std::string_view carries =
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
      "{extendedResourceName: x.com/gpu}}";
  const std::string mapped = "resources: {deviceClassMappings: [{name: m, deviceClassNames: [c]}]}";
  world_.add(carries).configure(mapped).queue(one_flavor({{"x.com/gpu", "8"}}));
  const QueueVerdict verdict = judge("x.com/gpu: 1");
  ASSERT_EQ(verdict.kind, Kind::kMisfit) << "it is charged as m";
  EXPECT_FALSE(verdict.certain) << "before v0.19 it was not";
  QueueWorld on;
  on.add(carries)
      .configure("featureGates: {DRAExtendedResources: true}, " + mapped)
      .queue(one_flavor({{"x.com/gpu", "8"}}));
  EXPECT_TRUE(on.judge({on.pods("containers: [{resources: {requests: {x.com/gpu: 1}}}]")}).certain);
}

TEST_F(QueueJudgementTest, InLimitsAloneAnExtendedResourceIsNotTakenForADevice) {
  const std::string_view limits = "containers: [{resources: {limits: {x.com/gpu: 1}}}]";
  const auto judged = [&](std::string_view covered, std::string_view spec, bool is_pod) {
    QueueWorld world;
    world
        .add(
            "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
            "{extendedResourceName: x.com/gpu}}")
        .configure(
            "featureGates: {KueueDRAIntegrationExtendedResource: true}, resources: "
            "{deviceClassMappings: [{name: m, deviceClassNames: [c]}]}")
        .queue(one_flavor({{std::string(covered), "8"}}))
        .claim_template("t", "{name: a, exactly: {deviceClassName: c}}");
    std::vector<QueuedPods> pods = {world.pods(spec)};
    pods.front().is_pod = is_pod;
    const QueueVerdict verdict = world.judge(pods);
    return std::pair(verdict.kind, verdict.certain);
  };
  const auto fits = std::pair(Kind::kFits, true);
  EXPECT_EQ(judged("x.com/gpu", limits, false), fits) << "it counts under its own name";
  EXPECT_EQ(judged("m", limits, false), std::pair(Kind::kMisfit, false));
  EXPECT_EQ(judged("y.com/z", limits, false), std::pair(Kind::kMisfit, true)) << "under neither";
  EXPECT_EQ(judged("m", limits, true), fits) << "the API server gives a pod requests";
  EXPECT_EQ(judged("x.com/gpu", limits, true), std::pair(Kind::kMisfit, true));
  // Anything else that asks for devices has the whole workload looked at.
  EXPECT_EQ(judged("m", "containers: [{resources: {requests: {x.com/gpu: 1}}}]", false), fits);
  EXPECT_EQ(judged("m",
                   std::string(limits) + ", initContainers: [{resources: {requests: "
                                         "{x.com/gpu: 1}}}]",
                   false),
            fits);
  EXPECT_EQ(judged("m",
                   std::string(limits) + ", resourceClaims: [{name: a, "
                                         "resourceClaimTemplateName: t}]",
                   false),
            fits);
  EXPECT_EQ(judged("x.com/gpu",
                   std::string(limits) + ", initContainers: [{resources: {requests: "
                                         "{x.com/gpu: 0}}}]",
                   false),
            fits)
      << "nothing is asked for there";
}

TEST_F(QueueJudgementTest, WhatSourcesCanNotCount) {
  const std::string sources =
      "resources: {deviceClassMappings: [{name: m, deviceClassNames: [c], sources: [{counter: "
      "{name: memory, driver: d, deviceSelector: {cel: {expression: 'true'}}}}]}]}";
  world_
      .add(
          "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
          "{extendedResourceName: x.com/gpu}}")
      .configure(sources)
      .queue(one_flavor({{"x.com/gpu", "8"}, {"m", "20Gi"}}))
      .claim_template("t", "{name: a, exactly: {deviceClassName: c, count: 2}}");
  EXPECT_EQ(judge("x.com/gpu: 1").kind, Kind::kUncountable);
  EXPECT_FALSE(judge("x.com/gpu: 1").certain) << "before v0.19 it kept its name";
  EXPECT_TRUE(judge("x.com/gpu: 9").certain) << "too much under either name";

  const std::string claim = "resourceClaims: [{name: a, resourceClaimTemplateName: t}]";
  const std::vector<QueuedPods> claiming = {world_.pods(claim)};
  EXPECT_EQ(world_.judge(claiming).kind, Kind::kFits) << "nothing is known of the devices";
  world_.counted["memory"] = {2, 0, true, std::int64_t{10} << 30};
  EXPECT_EQ(world_.judge(claiming).kind, Kind::kFits);
  world_.counted["memory"].each = (std::int64_t{10} << 30) + 1;
  const QueueVerdict misfit = world_.judge(claiming);
  ASSERT_EQ(misfit.kind, Kind::kMisfit);
  EXPECT_TRUE(misfit.certain);
  EXPECT_EQ(misfit.misfit->asked, (std::int64_t{20} << 30) + 2);
  world_.counted["memory"].devices = 1;
  EXPECT_EQ(world_.judge(claiming).kind, Kind::kUncountable);
  // What never fits for another reason is worse than what a device may mend.
  const std::vector<QueuedPods> more = {
      world_.pods(claim + ", containers: [{resources: {requests: {y.com/z: 1}}}]")};
  EXPECT_EQ(world_.judge(more).kind, Kind::kMisfit);
}

TEST_F(QueueJudgementTest, PodsAreCountedWhereTheQueueCoversThem) {
  world_.configure("manageJobsWithoutQueueName: false")
      .queue(one_flavor({{"x.com/gpu", "80"}, {"pods", "3"}}));
  EXPECT_EQ(judge("x.com/gpu: 1", 3).kind, Kind::kFits);
  const QueueVerdict verdict = judge("x.com/gpu: 1", 4);
  ASSERT_EQ(verdict.kind, Kind::kMisfit);
  EXPECT_EQ(verdict.misfit->resource, "pods");
}

// To tolerate its taint is the way out only where it then has enough for all that would come to it.
TEST_F(QueueJudgementTest, AFlavorThatHasEnoughForOnePodSetAlone) {
  world_.configure("manageJobsWithoutQueueName: false")
      .queue(
          "resourceGroups: [{coveredResources: [x.com/gpu], flavors: [{name: big, resources: "
          "[{name: x.com/gpu, nominalQuota: 6}]}, {name: f, resources: [{name: x.com/gpu, "
          "nominalQuota: 1}]}]}]");
  flavor("big", "nodeTaints: [{key: gpu, effect: NoSchedule}]");
  flavor("f", "");
  const std::string asks = "containers: [{resources: {requests: {x.com/gpu: 1}}}]";
  const std::string tolerates = "tolerations: [{key: gpu, operator: Exists}], ";
  const auto is_short = [&](std::int64_t first, std::int64_t second, const std::string& of_second,
                            std::size_t misfits) {
    const QueueVerdict verdict =
        world_.judge({world_.pods(asks, first), world_.pods(of_second + asks, second)});
    EXPECT_EQ(verdict.kind, Kind::kMisfit);
    EXPECT_EQ(verdict.mismatched_flavor, "big");
    EXPECT_EQ(verdict.others.size() + 1, misfits);
    for (const Obstacle& other : verdict.others)
      EXPECT_EQ(other.mismatched_is_short, verdict.mismatched_is_short);
    return verdict.mismatched_is_short;
  };
  EXPECT_TRUE(is_short(5, 3, "", 2));
  EXPECT_FALSE(is_short(3, 3, "", 2));
  EXPECT_FALSE(is_short(6, 1, "", 1)) << "the other takes f";
  EXPECT_TRUE(is_short(5, 2, tolerates, 1)) << "which has no other, and is there already";
  EXPECT_FALSE(is_short(5, 1, tolerates, 1));
}

TEST_F(QueueJudgementTest, FlavorsThatThePodsCannotUse) {
  world_.configure("manageJobsWithoutQueueName: false").queue(one_flavor({{"x.com/gpu", "8"}}));
  flavor("f", "nodeLabels: {gpu: h100}, nodeTaints: [{key: gpu, value: big, effect: NoSchedule}]");
  const QueueVerdict verdict = judge("x.com/gpu: 1");
  ASSERT_EQ(verdict.kind, Kind::kMisfit);
  EXPECT_EQ(verdict.misfit->kind, Misfit::Kind::kNoUsableFlavor);
  EXPECT_EQ(verdict.mismatched_flavor, "f");
  ASSERT_EQ(verdict.mismatches.size(), 1U);
  EXPECT_EQ(verdict.mismatches.front().text, "gpu=big:NoSchedule");
  const std::string tolerates = "tolerations: [{key: gpu, operator: Exists}], ";
  const std::string asks = "containers: [{resources: {requests: {x.com/gpu: 1}}}]";
  EXPECT_EQ(world_.judge({world_.pods(tolerates + asks)}).kind, Kind::kFits);
  const auto wrong = world_.judge({world_.pods(tolerates + "nodeSelector: {gpu: a100}, " + asks)});
  ASSERT_EQ(wrong.kind, Kind::kMisfit);
  EXPECT_EQ(wrong.mismatches.front().why, FlavorMismatch::Why::kNodeSelector);
  EXPECT_EQ(world_.judge({world_.pods(tolerates + "nodeSelector: {zone: z}, " + asks)}).kind,
            Kind::kFits)
      << "of zones the flavor says nothing";
}

TEST_F(QueueJudgementTest, StoppedQueuesAndFlavorsThatAreMissing) {
  const std::string gpus = one_flavor({{"x.com/gpu", "8"}});
  world_.configure("manageJobsWithoutQueueName: false").queue("stopPolicy: Hold, " + gpus);
  EXPECT_EQ(judge("x.com/gpu: 1").stopped_by, "ClusterQueue c is stopped (stopPolicy)");
  EXPECT_EQ(judge("x.com/gpu: 9").kind, Kind::kMisfit) << "nor when it goes on";
  QueueWorld local;
  local.cluster_queue("c", gpus).add(
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, namespace: ns}, "
      "spec: {clusterQueue: c, stopPolicy: HoldAndDrain}}");
  EXPECT_EQ(local.judge({}).stopped_by, "LocalQueue q is stopped (stopPolicy)");
  QueueWorld lost;
  lost.queue(gpus);
  EXPECT_EQ(lost.judge({}).kind, Kind::kFits) << "of flavors nothing is known";
  lost.flavors_known = true;
  EXPECT_EQ(lost.judge({}).stopped_by, "ResourceFlavor f of ClusterQueue c does not exist");
  lost.cluster_queue("c", "stopPolicy: Hold, admissionChecks: [k], " + gpus);
  lost.admission_checks_known = true;
  EXPECT_EQ(lost.judge({}).stopped_by,
            "ClusterQueue c is stopped (stopPolicy); ResourceFlavor f of ClusterQueue c does not "
            "exist; AdmissionCheck k of ClusterQueue c does not exist")
      << "each keeps the others' mending from being enough";
}

TEST_F(QueueJudgementTest, AdmissionChecksThatKeepAQueueFromAdmitting) {
  const std::string gpus = one_flavor({{"x.com/gpu", "8"}});
  const auto check = [](const std::string& status) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: AdmissionCheck, metadata: {name: k}, spec: "
           "{controllerName: x}, status: {conditions: [{type: Other, status: 'False'}" +
           status + "]}}";
  };
  world_.queue("admissionChecksStrategy: {admissionChecks: [{name: k}]}, " + gpus);
  EXPECT_EQ(world_.judge({}).kind, Kind::kFits) << "of checks nothing is known";
  world_.admission_checks_known = true;
  EXPECT_EQ(world_.judge({}).stopped_by, "AdmissionCheck k of ClusterQueue c does not exist");
  world_.add(check(""));
  EXPECT_EQ(world_.judge({}).kind, Kind::kFits);
  QueueWorld waiting;
  waiting.queue("admissionChecks: [k], " + gpus).add(check(", {type: Active, status: 'False'}"));
  EXPECT_EQ(waiting.judge({}).stopped_by, "AdmissionCheck k of ClusterQueue c is not active");
  QueueWorld active;
  active.queue("admissionChecks: [k], " + gpus).add(check(", {type: Active, status: 'True'}"));
  EXPECT_EQ(active.judge({}).kind, Kind::kFits);
}

TEST_F(QueueJudgementTest, WhatKueueItselfSaysOfAQueue) {
  const std::string spec =
      "spec: {namespaceSelector: {}, " + one_flavor({{"x.com/gpu", "8"}}) + "}";
  const auto say = [&](const std::string& active) {
    world_.queue(one_flavor({{"x.com/gpu", "8"}}));
    world_.add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: c}, " +
               spec + ", status: {conditions: [{type: Other, status: 'False'}, {type: Active, " +
               active + "}]}}");
    return world_.judge({}).stopped_by;
  };
  EXPECT_EQ(say("status: 'True', message: Can admit new workloads"), "");
  EXPECT_EQ(say("status: 'False', reason: TopologyNotFound, message: \"Can't admit new workloads: "
                "there is no Topology \\\"rack\\\" for TAS flavor \\\"f\\\".\""),
            "ClusterQueue c is not active (there is no Topology \"rack\" for TAS flavor \"f\")");
  EXPECT_EQ(say("status: 'False', reason: Terminating"),
            "ClusterQueue c is not active (Terminating)");
  EXPECT_EQ(say("status: 'False', message: " + std::string(200, 'x')),
            "ClusterQueue c is not active (" + std::string(160, 'x') + ")");
}

TEST_F(QueueJudgementTest, CohortsInACircleAdmitNothing) {
  world_.queue("cohortName: a, " + one_flavor({{"x.com/gpu", "8"}}));
  for (const auto& [name, parent] : {std::pair("a", "b"), std::pair("b", "a")})
    world_.add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: " +
               std::string(name) + "}, spec: {parentName: " + parent + "}}");
  EXPECT_EQ(judge("x.com/gpu: 1").stopped_by,
            "the cohorts above ClusterQueue c (a, b) go round in a circle");
}

TEST_F(QueueJudgementTest, WhatDoesNotFitNowWaits) {
  world_.configure("manageJobsWithoutQueueName: false")
      .add(
          "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, namespace: "
          "ns}, spec: {clusterQueue: c}}")
      .cluster_queue(
          "c",
          "cohortName: ml, resourceGroups: [{coveredResources: [x.com/gpu], flavors: [{name: f, "
          "resources: [{name: x.com/gpu, nominalQuota: 8, borrowingLimit: 2}]}]}]",
          "{flavorsReservation: [{name: f, resources: [{name: x.com/gpu, total: 7}]}]}")
      .cluster_queue("lender", "cohortName: ml, " + one_flavor({{"x.com/gpu", "10"}}),
                     "{flavorsReservation: [{name: f, resources: [{name: x.com/gpu, total: 4}]}]}");
  EXPECT_EQ(judge("x.com/gpu: 3").kind, Kind::kFits);
  const QueueVerdict verdict = judge("x.com/gpu: 4");
  ASSERT_EQ(verdict.kind, Kind::kWaits);
  const Standing& standing = verdict.standing.value();
  EXPECT_EQ(standing.used, 7);
  EXPECT_EQ(standing.nominal, 8);
  EXPECT_EQ(standing.left, 3);
  EXPECT_EQ(standing.reach, 10);
  EXPECT_EQ(standing.borrowing_limit, 2);
  EXPECT_EQ(standing.cohort_left, 7);
  EXPECT_EQ(standing.cohort_reach, 18);
  ASSERT_EQ(standing.lenders.size(), 1U);
  EXPECT_EQ(standing.lenders[0].queue, "lender");
  EXPECT_EQ(standing.lenders[0].left, 6);
  EXPECT_EQ(judge("x.com/gpu: 11").kind, Kind::kMisfit);
}

// The scheduler of the manager reserves its quota first.
TEST_F(QueueJudgementTest, WhatRunsOnAnotherClusterNeedsQuotaHereToo) {
  world_.configure("manageJobsWithoutQueueName: false")
      .queue("admissionChecksStrategy: {admissionChecks: [{name: mk}]}, " +
             one_flavor({{"x.com/gpu", "8"}}))
      .add(
          "{apiVersion: kueue.x-k8s.io/v1beta2, kind: AdmissionCheck, metadata: {name: mk}, spec: "
          "{controllerName: kueue.x-k8s.io/multikueue}}");
  EXPECT_EQ(judge("x.com/gpu: 8").kind, Kind::kFits);
  for (const std::string_view never : {"y.com/gpu: 1", "x.com/gpu: 9"}) {
    const QueueVerdict verdict = judge(never);
    EXPECT_EQ(verdict.kind, Kind::kMisfit) << never;
    EXPECT_TRUE(verdict.certain) << never;
  }
  // Quotas that follow those of the other clusters; what is covered stays.
  world_.configure("featureGates: {MultiKueueManagerQuotaAutomation: true}");
  EXPECT_FALSE(judge("x.com/gpu: 9").certain);
  EXPECT_TRUE(judge("y.com/gpu: 1").certain);
}

// The flavor that takes the pods has none here, and may get some.
TEST_F(QueueJudgementTest, AFlavorWithoutQuotaMayGetThatOfAnotherCluster) {
  const auto judged = [](std::string_view configuration) {
    QueueWorld world;
    world.flavors_known = true;
    world.configure(configuration)
        .queue(
            "admissionChecksStrategy: {admissionChecks: [{name: mk}]}, resourceGroups: "
            "[{coveredResources: [x.com/gpu], flavors: [{name: a, resources: [{name: x.com/gpu, "
            "nominalQuota: 0}]}, {name: b, resources: [{name: x.com/gpu, nominalQuota: 8}]}]}]")
        .add(
            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: AdmissionCheck, metadata: {name: mk}, "
            "spec: {controllerName: kueue.x-k8s.io/multikueue}}")
        .add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: a}}")
        .add(
            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: b}, "
            "spec: {nodeTaints: [{key: gpu, value: a, effect: NoSchedule}]}}");
    return world.judge({world.pods("containers: [{resources: {requests: {x.com/gpu: 4}}}]")});
  };
  const QueueVerdict fixed = judged("manageJobsWithoutQueueName: false");
  EXPECT_EQ(fixed.misfit.value().kind, Misfit::Kind::kNoUsableFlavor) << "a is for pods without";
  EXPECT_TRUE(fixed.certain);
  const QueueVerdict automated = judged("featureGates: {MultiKueueManagerQuotaAutomation: true}");
  EXPECT_EQ(automated.misfit.value().kind, Misfit::Kind::kTooMuch);
  EXPECT_FALSE(automated.certain);
}

// WorkloadsTopologyRequests(), isTASViolated(): the other cluster places the pods.
TEST_F(QueueJudgementTest, TopologiesAreOfTheOtherCluster) {
  const auto judged = [](std::string_view flavor, bool asks) {
    QueueWorld world;
    world.flavors_known = true;
    world.topologies_known = true;
    world.configure("manageJobsWithoutQueueName: false")
        .queue("admissionChecksStrategy: {admissionChecks: [{name: mk}]}, " +
               one_flavor({{"x.com/gpu", "8"}}))
        .add(
            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: AdmissionCheck, metadata: {name: mk}, "
            "spec: {controllerName: kueue.x-k8s.io/multikueue}}")
        .add(
            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: f}, "
            "spec: {" +
            std::string(flavor) + "}}");
    std::vector<QueuedPods> pods = {
        world.pods("containers: [{resources: {requests: {x.com/gpu: 1}}}]")};
    pods.front().asks_for_topology = asks;
    return world.judge(pods);
  };
  EXPECT_EQ(judged("topologyName: racks", true).kind, Kind::kFits) << "the Topology is there alone";
  const QueueVerdict none = judged("nodeLabels: {a: b}", true);
  EXPECT_EQ(none.kind, Kind::kMisfit);
  EXPECT_FALSE(none.certain);
  const QueueVerdict tainted =
      judged("nodeTaints: [{key: gpu, value: a, effect: NoSchedule}]", false);
  EXPECT_EQ(tainted.kind, Kind::kMisfit);
  EXPECT_TRUE(tainted.certain);
}

// Raising one limit alone has to be enough for all pod sets, not for the one that is told.
TEST_F(QueueJudgementTest, ALimitIsInTheWayOfAllPodSets) {
  const auto alone = [](int lent, int second) {
    QueueWorld world;
    const std::string flavor = "flavors: [{name: f, resources: [{name: x.com/gpu, nominalQuota: ";
    world.configure("manageJobsWithoutQueueName: false")
        .queue("cohortName: all, resourceGroups: [{coveredResources: [x.com/gpu], " + flavor +
               "4, borrowingLimit: 2}]}]}]")
        .cluster_queue("lender",
                       "cohortName: all, resourceGroups: [{coveredResources: [x.com/gpu], " +
                           flavor + std::to_string(lent) + "}]}]}]");
    const QueueVerdict verdict = world.judge(
        {world.pods("containers: [{resources: {requests: {x.com/gpu: 1}}}]", 7),
         world.pods("containers: [{resources: {requests: {x.com/gpu: " + std::to_string(second) +
                    "}}}]")});
    EXPECT_EQ(verdict.kind, Kind::kMisfit);
    return verdict.own_limit_alone;
  };
  EXPECT_TRUE(alone(5, 2));
  EXPECT_FALSE(alone(4, 2)) << "7 are there, and 9 are asked for";
  EXPECT_TRUE(alone(4, 1));
}

// pkg/cache/scheduler, inactiveReason().
TEST_F(QueueJudgementTest, AdmissionChecksThatStopAQueue) {
  const auto stopped_by = [](std::string_view checks) {
    QueueWorld world;
    world.configure("manageJobsWithoutQueueName: false")
        .queue("admissionChecksStrategy: {admissionChecks: [" + std::string(checks) + "]}, " +
               one_flavor({{"x.com/gpu", "8"}}));
    for (const auto& [name, controller] :
         {std::pair("mk", "multikueue"), std::pair("mk2", "multikueue"),
          std::pair("prov", "provisioning-request")})
      world.add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: AdmissionCheck, metadata: {name: " +
                std::string(name) + "}, spec: {controllerName: kueue.x-k8s.io/" + controller +
                "}}");
    return world.judge({world.pods("containers: [{resources: {requests: {x.com/gpu: 1}}}]")})
        .stopped_by;
  };
  EXPECT_EQ(stopped_by("{name: mk}"), "");
  EXPECT_EQ(stopped_by("{name: prov}"), "");
  EXPECT_EQ(stopped_by("{name: mk}, {name: mk2}"),
            "ClusterQueue c has AdmissionChecks mk, mk2 of MultiKueue, and may have one");
  EXPECT_EQ(stopped_by("{name: mk}, {name: prov}"),
            "ClusterQueue c has AdmissionChecks mk of MultiKueue and prov of "
            "ProvisioningRequests, and may have one kind");
}

TEST_F(QueueJudgementTest, LevelsOfATopology) {
  const auto judged = [](std::vector<std::string> levels, bool known = true,
                         std::string_view name = "racks") {
    QueueWorld world;
    world.flavors_known = true;
    world.topologies_known = known;
    world.configure("manageJobsWithoutQueueName: false")
        .queue(one_flavor({{"x.com/gpu", "8"}}))
        .add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Topology, metadata: {name: " +
             std::string(name) +
             "}, spec: {levels: [{nodeLabel: x.com/rack}, {nodeLabel: kubernetes.io/hostname}]}}")
        .add(
            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: f}, "
            "spec: {topologyName: racks}}");
    QueuedPods pods = world.pods("containers: [{resources: {requests: {x.com/gpu: 1}}}]");
    pods.asks_for_topology = true;
    pods.topology_levels = std::move(levels);
    return world.judge({pods});
  };
  EXPECT_EQ(judged({}).kind, Kind::kFits);
  EXPECT_EQ(judged({"x.com/rack", "kubernetes.io/hostname"}).kind, Kind::kFits);
  const QueueVerdict misspelt = judged({"x.com/rak"});
  ASSERT_EQ(misspelt.kind, Kind::kMisfit);
  ASSERT_EQ(misspelt.mismatches.size(), 1U);
  EXPECT_EQ(misspelt.mismatches.front().why, FlavorMismatch::Why::kNoLevel);
  EXPECT_EQ(misspelt.mismatches.front().text, "x.com/rak");
  EXPECT_EQ(judged({"x.com/rak"}, true, "other").stopped_by,
            "Topology racks of ResourceFlavor f of ClusterQueue c does not exist");
  EXPECT_EQ(judged({"x.com/rak"}, false, "other").kind, Kind::kFits);
}

// A world by chance, with ClusterQueues that lend, and every way to give its pod sets flavors tried
// by hand: what one can place is not refused, and what none can is.
class RandomQueues {
 public:
  explicit RandomQueues(std::uint32_t seed) : random_(seed) {
    world_.configure("manageJobsWithoutQueueName: false");
    for (int i = 0, flavors = 1 + below(3); i < flavors; ++i) add_flavor("f" + std::to_string(i));
    // Whoever lends; of a queue without a cohort nobody does.
    const int lenders = below(3);
    std::map<Cell, std::int64_t> lent;
    for (int i = 0; i < lenders; ++i) add_lender("lender" + std::to_string(i), lent);
    world_.queue((lenders > 0 ? "cohortName: all, " : "") + groups([&](const Cell& cell) {
                   const int own = below(lenders > 0 ? 5 : 9);
                   std::int64_t borrowed = lent[cell];
                   std::string limit;
                   if (lenders > 0 && below(3) == 0) {
                     const int most = below(4);
                     borrowed = std::min<std::int64_t>(borrowed, most);
                     limit = ", borrowingLimit: " + std::to_string(most);
                   }
                   left_[cell] = own + borrowed;
                   return "nominalQuota: " + std::to_string(own) + limit;
                 }));
    for (int i = 0; i <= below(3); ++i) add_pods();
  }

  bool refused() const { return world_.judge(pods_).kind == Kind::kMisfit; }
  bool can_be_placed() { return place(0); }

 private:
  struct Flavor {
    std::string name;
    std::string model;
    bool tainted;
  };
  struct Asked {
    std::string model;  // empty for any
    bool tolerates;
    std::int64_t cpu, gpu;
  };
  using Cell = std::pair<std::string, std::string>;  // flavor, resource

  void add_flavor(const std::string& name) {
    flavors_.push_back({name, std::to_string(below(2)), below(3) == 0});
    world_.add(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: " + name +
        "}, spec: {nodeLabels: {model: \"" + flavors_.back().model + "\"}, nodeTaints: [" +
        (flavors_.back().tainted ? "{key: t, effect: NoSchedule}" : "") + "]}}");
  }

  void add_lender(const std::string& name, std::map<Cell, std::int64_t>& lent) {
    world_.cluster_queue(
        name, "cohortName: all, " + groups([&](const Cell& cell) {
                const int own = below(5);
                const int keeps = below(3) == 0 ? below(own + 1) : 0;
                lent[cell] += own - keeps;
                return "nominalQuota: " + std::to_string(own) +
                       (keeps > 0 ? ", lendingLimit: " + std::to_string(own - keeps) : "");
              }));
  }

  // All flavors, with what is said of each cell.
  std::string groups(const std::function<std::string(const Cell&)>& quota_of) const {
    std::string text;
    for (const Flavor& flavor : flavors_) {
      std::string resources;
      for (const char* resource : {"cpu", "x.com/gpu"})
        resources += std::string(resources.empty() ? "" : ", ") + "{name: " + resource + ", " +
                     quota_of({flavor.name, resource}) + "}";
      text += (text.empty() ? "" : ", ") + ("{name: " + flavor.name) + ", resources: [" +
              resources + "]}";
    }
    return "resourceGroups: [{coveredResources: [cpu, x.com/gpu], flavors: [" + text + "]}]";
  }

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  void add_pods() {
    const int count = 1 + below(3);
    const int cpu = below(3);
    const int gpu = 1 + below(2);
    Asked asked{below(3) == 0 ? std::to_string(below(2)) : "", below(2) == 0, count * cpu,
                count * gpu};
    std::string spec = "containers: [{resources: {requests: {cpu: " + std::to_string(cpu) +
                       "}, limits: {x.com/gpu: " + std::to_string(gpu) + "}}}]";
    if (asked.tolerates) spec += ", tolerations: [{operator: Exists}]";
    if (!asked.model.empty()) spec += ", nodeSelector: {model: \"" + asked.model + "\"}";
    pods_.push_back(world_.pods(spec, count));
    asked_.push_back(std::move(asked));
  }

  bool place(std::size_t i) {
    if (i == asked_.size()) return true;
    const Asked& asked = asked_[i];
    for (const Flavor& flavor : flavors_) {
      if (flavor.tainted && !asked.tolerates) continue;
      if (!asked.model.empty() && asked.model != flavor.model) continue;
      std::int64_t& cpu = left_[{flavor.name, "cpu"}];
      std::int64_t& gpu = left_[{flavor.name, "x.com/gpu"}];
      if (cpu < asked.cpu || gpu < asked.gpu) continue;
      cpu -= asked.cpu;
      gpu -= asked.gpu;
      const bool rest = place(i + 1);
      cpu += asked.cpu;
      gpu += asked.gpu;
      if (rest) return true;
    }
    return false;
  }

  std::mt19937 random_;
  QueueWorld world_;
  std::vector<Flavor> flavors_;
  std::vector<Asked> asked_;
  std::vector<QueuedPods> pods_;
  std::map<Cell, std::int64_t> left_;  // that the queue can reach
};

TEST(QueueJudgementPropertyTest, RefusesExactlyWhatNoChoiceOfFlavorsCanPlace) {
  int refused = 0;
  const int cases = test::generated_cases(1000);
  for (int round = 0; round < cases; ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    RandomQueues queues(static_cast<std::uint32_t>(round));
    ASSERT_EQ(queues.refused(), !queues.can_be_placed());
    refused += queues.refused() ? 1 : 0;
  }
  EXPECT_GT(refused, cases / 10);
  EXPECT_LT(refused, cases * 9 / 10);
}

}  // namespace
}  // namespace drawbridge::quota
