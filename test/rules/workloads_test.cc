#include "rules/devices/workloads.h"

#include <gtest/gtest.h>

#include "kube/api/object.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

// "PATH xN" of each pod set, in order; "xnode" where the cluster decides.
std::vector<std::string> sets_of(std::string_view text) {
  const kube::Document document = yaml(text);
  const kube::ObjectView view(document.root());
  const WorkloadKind* kind = workload_kind(view.group(), view.kind());
  EXPECT_NE(kind, nullptr) << text;
  std::vector<std::string> result;
  if (kind == nullptr) return result;
  for (const PodSet& set : pod_sets(*kind, document.root())) {
    EXPECT_TRUE(set.pod_template.is_object()) << text;
    result.push_back(set.path + " x" + (set.pods ? std::to_string(*set.pods) : "node"));
  }
  return result;
}

using Sets = std::vector<std::string>;

TEST(Workloads, KubernetesOwn) {
  EXPECT_EQ(sets_of("{apiVersion: batch/v1, kind: Job, spec: {template: {}}}"),
            Sets{"spec.template x1"});
  EXPECT_EQ(sets_of("{apiVersion: batch/v1, kind: Job, "
                    "spec: {parallelism: 4, completions: 3, template: {}}}"),
            Sets{"spec.template x3"});
  EXPECT_EQ(sets_of("{apiVersion: batch/v1, kind: Job, spec: {parallelism: 4, template: {}}}"),
            Sets{"spec.template x4"});
  EXPECT_EQ(sets_of("{apiVersion: batch/v1, kind: Job, spec: {completions: 10, template: {}}}"),
            Sets{"spec.template x1"});
  EXPECT_EQ(sets_of("{apiVersion: batch/v1, kind: CronJob, "
                    "spec: {jobTemplate: {spec: {parallelism: 2, template: {}}}}}"),
            Sets{"spec.jobTemplate.spec.template x2"});
  EXPECT_EQ(sets_of("{apiVersion: apps/v1, kind: Deployment, spec: {replicas: 0, template: {}}}"),
            Sets{"spec.template x0"});
  EXPECT_EQ(sets_of("{apiVersion: apps/v1, kind: ReplicaSet, spec: {replicas: 3, template: {}}}"),
            Sets{"spec.template x3"});
  EXPECT_EQ(sets_of("{apiVersion: apps/v1, kind: StatefulSet, spec: {template: {}}}"),
            Sets{"spec.template x1"});
  EXPECT_EQ(sets_of("{apiVersion: apps/v1, kind: DaemonSet, spec: {template: {}}}"),
            Sets{"spec.template xnode"});
  EXPECT_EQ(sets_of("{apiVersion: v1, kind: ReplicationController, "
                    "spec: {replicas: 2, template: {}}}"),
            Sets{"spec.template x2"});
}

TEST(Workloads, AKindIsOfItsGroup) {
  EXPECT_EQ(workload_kind("batch.example.com", "Job"), nullptr);
  EXPECT_EQ(workload_kind("", "Pod"), nullptr);
}

TEST(Workloads, JobSet) {
  EXPECT_EQ(sets_of(R"(
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
spec:
  replicatedJobs:
  - {name: driver, template: {spec: {template: {}}}}
  - {name: worker, replicas: 3, template: {spec: {parallelism: 4, completions: 2, template: {}}}}
  - {name: broken, replicas: 3}
)"),
            (Sets{"spec.replicatedJobs[0].template.spec.template x1",
                  "spec.replicatedJobs[1].template.spec.template x6"}));
}

TEST(Workloads, KubeflowKeepsItsReplicasInAMap) {
  EXPECT_EQ(sets_of(R"(
apiVersion: kubeflow.org/v2beta1
kind: MPIJob
spec: {mpiReplicaSpecs: {Launcher: {template: {}}, Worker: {replicas: 2, template: {}}}}
)"),
            (Sets{"spec.mpiReplicaSpecs.Launcher.template x1",
                  "spec.mpiReplicaSpecs.Worker.template x2"}));
  const std::pair<const char*, const char*> kKinds[] = {{"TFJob", "tfReplicaSpecs"},
                                                        {"PyTorchJob", "pytorchReplicaSpecs"},
                                                        {"XGBoostJob", "xgbReplicaSpecs"},
                                                        {"PaddleJob", "paddleReplicaSpecs"},
                                                        {"JAXJob", "jaxReplicaSpecs"}};
  for (const auto& [kind, specs] : kKinds) {
    EXPECT_EQ(sets_of(std::string("{apiVersion: kubeflow.org/v1, kind: ") + kind + ", spec: {" +
                      specs + ": {Worker: {replicas: 5, template: {}}}}}"),
              Sets{std::string("spec.") + specs + ".Worker.template x5"});
  }
}

TEST(Workloads, Ray) {
  constexpr std::string_view kCluster =
      "{headGroupSpec: {template: {}}, "
      "workerGroupSpecs: [{replicas: 3, numOfHosts: 2, template: {}}, {template: {}}]}";
  const auto of = [&](const std::string& kind, const std::string& spec) {
    return sets_of("{apiVersion: ray.io/v1, kind: " + kind + ", spec: " + spec + "}");
  };
  const std::string cluster(kCluster);
  EXPECT_EQ(of("RayCluster", cluster),
            (Sets{"spec.headGroupSpec.template x1", "spec.workerGroupSpecs[0].template x6",
                  "spec.workerGroupSpecs[1].template x0"}));
  EXPECT_EQ(of("RayService", "{rayClusterConfig: " + cluster + "}"),
            (Sets{"spec.rayClusterConfig.headGroupSpec.template x1",
                  "spec.rayClusterConfig.workerGroupSpecs[0].template x6",
                  "spec.rayClusterConfig.workerGroupSpecs[1].template x0"}));
  const std::string job = "rayClusterSpec: " + cluster + ", submitterPodTemplate: {}";
  EXPECT_EQ(of("RayJob", "{" + job + "}").back(), "spec.submitterPodTemplate x1");
  EXPECT_EQ(of("RayJob", "{submissionMode: K8sJobMode, " + job + "}").size(), 4U);
  EXPECT_EQ(of("RayJob", "{submissionMode: HTTPMode, " + job + "}").size(), 3U);
}

TEST(Workloads, WhatKubeRayMakesOfAWorkerGroup) {
  const auto pods = [](std::string_view group) {
    return sets_of("{apiVersion: ray.io/v1, kind: RayCluster, spec: {workerGroupSpecs: [{" +
                   std::string(group) + ", template: {}}]}}");
  };
  const auto made = [](int number) {
    return Sets{"spec.workerGroupSpecs[0].template x" + std::to_string(number)};
  };
  EXPECT_EQ(pods("replicas: 1, minReplicas: 3"), made(3));
  EXPECT_EQ(pods("replicas: 9, maxReplicas: 2, numOfHosts: 2"), made(4));
  EXPECT_EQ(pods("minReplicas: 2"), made(2));
  EXPECT_EQ(pods("replicas: 3, minReplicas: 3, suspend: true"), made(0));
  EXPECT_EQ(pods("replicas: 3, suspend: false"), made(3));
  EXPECT_EQ(pods("replicas: 3, suspend: 'true'"), made(3)) << "no boolean";
}

TEST(Workloads, ALeaderIsOneOfItsGroup) {
  const auto of = [](const std::string& spec) {
    return sets_of(
        "{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, spec: " + spec + "}");
  };
  EXPECT_EQ(of("{replicas: 2, leaderWorkerTemplate: {size: 4, workerTemplate: {}}}"),
            Sets{"spec.leaderWorkerTemplate.workerTemplate x8"});
  EXPECT_EQ(
      of("{replicas: 2, leaderWorkerTemplate: {size: 4, workerTemplate: {}, leaderTemplate: {}}}"),
      (Sets{"spec.leaderWorkerTemplate.leaderTemplate x2",
            "spec.leaderWorkerTemplate.workerTemplate x6"}));
}

TEST(Workloads, AJobOfVolcanoHasTasks) {
  EXPECT_EQ(sets_of("{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, spec: {tasks: "
                    "[{replicas: 4, template: {}}, {template: {}}]}}"),
            (Sets{"spec.tasks[0].template x4", "spec.tasks[1].template x0"}));
}

TEST(Workloads, AnAppWrapperHoldsWholeObjects) {
  EXPECT_EQ(sets_of(R"(
apiVersion: workload.codeflare.dev/v1beta2
kind: AppWrapper
spec:
  components:
  - {template: {apiVersion: batch/v1, kind: Job, spec: {parallelism: 2, template: {}}}}
  - {template: {apiVersion: v1, kind: Pod, spec: {}}}
  - podSets: [{replicas: 3, path: template.spec.pods}]
    template: {apiVersion: example.com/v1, kind: Trainer, spec: {pods: {}}}
  - {template: {apiVersion: example.com/v1, kind: Trainer, spec: {pods: {}}}}
  - {template: {apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, spec: {}}}
)"),
            (Sets{"spec.components[0].template.spec.template x2", "spec.components[1].template x1",
                  "spec.components[2].template.spec.pods x3"}));
}

TEST(Workloads, Workload) {
  EXPECT_EQ(sets_of("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, "
                    "spec: {podSets: [{name: main, count: 7, template: {}}]}}"),
            Sets{"spec.podSets[0].template x7"});
}

TEST(Workloads, HostileNumbersSaturate) {
  EXPECT_EQ(sets_of("{apiVersion: ray.io/v1, kind: RayCluster, spec: {workerGroupSpecs: "
                    "[{replicas: 9223372036854775807, numOfHosts: 2, template: {}}, "
                    "{replicas: -5, template: {}}]}}"),
            (Sets{"spec.workerGroupSpecs[0].template x9223372036854775807",
                  "spec.workerGroupSpecs[1].template x0"}));
}

TEST(Workloads, NoMoreSetsThanTheLimit) {
  for (const std::size_t count : {kPodSetsMax, kPodSetsMax + 1}) {
    std::string text = "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, spec: {podSets: [";
    for (std::size_t i = 0; i < count; ++i) text += "{template: {}},";
    EXPECT_EQ(sets_of(text + "]}}").size(), kPodSetsMax);
  }
}

TEST(Workloads, APathThatLeadsNowhereIsNull) {
  EXPECT_TRUE(at_path(yaml("{a: {b: 1}}").root(), "a.c.d").is_null());
  const kube::Document lists = yaml("{a: [{b: 1}, [{b: 2}]]}");
  EXPECT_EQ(at_path(lists.root(), "a[0].b").as_int(), 1);
  EXPECT_EQ(at_path(lists.root(), "a[1][0].b").as_int(), 2);
  for (const char* path :
       {"a[2].b", "a[0", "a[x].b", "a[].b", "a[-1]", "a[0]b", "a[99999999999999999999]"})
    EXPECT_TRUE(at_path(lists.root(), path).is_null()) << path;
}

TEST(Workloads, ADaemonSetHasAPodOnEachNodeThatFits) {
  const kube::Document object = yaml(
      "{apiVersion: apps/v1, kind: DaemonSet, spec: {template: {spec: {nodeSelector: {gpu: "
      "'yes'}}}}}");
  const WorkloadKind& kind = *workload_kind("apps", "DaemonSet");
  const std::vector<PodSet> sets = pod_sets(kind, object.root());
  ASSERT_EQ(sets.size(), 1u);
  NodeIndex nodes;
  EXPECT_EQ(pods_of(kind, sets[0], nodes), std::nullopt);
  const kube::Document one =
      yaml("{apiVersion: v1, kind: Node, metadata: {name: a, labels: {gpu: 'yes'}}}");
  const kube::Document other = yaml("{apiVersion: v1, kind: Node, metadata: {name: b}}");
  nodes.replace_node({}, other.root());
  EXPECT_EQ(pods_of(kind, sets[0], nodes), 0);
  nodes.replace_node({}, one.root());
  EXPECT_EQ(pods_of(kind, sets[0], nodes), 1);
  const PodSet three{"spec.template", {}, 3};
  EXPECT_EQ(pods_of(*workload_kind("apps", "Deployment"), three, nodes), 3);
}

}  // namespace
}  // namespace drawbridge::rules
