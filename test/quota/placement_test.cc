// In which queue Kueue puts what, and flavors: rows of its rules, each with a near miss.
#include "quota/kueue/placement.h"

#include <gtest/gtest.h>

#include "test/quota/queue_world.h"

namespace drawbridge::quota {
namespace {

class PlacementTest : public ::testing::Test {
 protected:
  // "queued q", "default", "ignored q", "unnamed", "none"; "?" behind what is not certain.
  std::string place(std::string_view api_version, std::string_view kind, std::string_view content,
                    std::string_view ns = "ns", std::string_view labels = "{}") {
    const kube::Json object =
        world_.read("{apiVersion: " + std::string(api_version) + ", kind: " + std::string(kind) +
                    ", " + std::string(content) + "}");
    const kube::Json of_namespace =
        world_.read("{apiVersion: v1, kind: X, labels: " + std::string(labels) + "}")["labels"];
    placed_ = placement_of(object, kube::parse_api_version(api_version).group, kind, ns,
                           of_namespace, world_.index(), arrival_);
    const std::string doubt = placed_.certain ? "" : "?";
    switch (placed_.kind) {
      case Placement::Kind::kNone:
        return "none";
      case Placement::Kind::kQueued:
        return (placed_.defaulted ? placed_.queue : "queued " + placed_.queue) + doubt;
      case Placement::Kind::kIgnored:
        return "ignored " + placed_.queue + doubt;
      case Placement::Kind::kHeld:
        return "held " + placed_.queue + doubt;
      case Placement::Kind::kElsewhere:
        return "elsewhere " + placed_.queue + doubt;
      case Placement::Kind::kUnnamed:
        return "unnamed" + doubt;
    }
    return {};
  }
  std::string job(std::string_view metadata) {
    return place("batch/v1", "Job", "metadata: {" + std::string(metadata) + "}");
  }
  void configure(std::string_view frameworks, std::string_view more = "") {
    world_.configure("integrations: {frameworks: [" + std::string(frameworks) + "]}" +
                     (more.empty() ? "" : ", " + std::string(more)));
  }
  void default_queue(std::string_view more = "") {
    world_.add(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: default, "
        "namespace: ns}, spec: {clusterQueue: c" +
        std::string(more) + "}}");
  }

  QueueWorld world_;
  Arrival arrival_ = Arrival::kNew;
  Placement placed_;
};

constexpr std::string_view kLabelled = "labels: {kueue.x-k8s.io/queue-name: q}";

TEST_F(PlacementTest, WithoutKueueThereAreNoQueues) {
  EXPECT_EQ(job(kLabelled), "none");
}

TEST_F(PlacementTest, TheLabelNamesTheQueue) {
  configure("batch/job");
  EXPECT_EQ(job(kLabelled), "queued q");
  EXPECT_EQ(job("name: a"), "none");
  EXPECT_EQ(place("batch/v1", "CronJob",
                  "metadata: {name: a}, spec: {jobTemplate: {metadata: {" + std::string(kLabelled) +
                      "}}}"),
            "queued q");
  EXPECT_EQ(place("batch/v1", "CronJob", "metadata: {" + std::string(kLabelled) + "}"), "none")
      << "Kueue looks at the Jobs that it makes";
}

TEST_F(PlacementTest, OfMpiJobsKueueReadsOneVersion) {
  configure("kubeflow.org/mpijob");
  const std::string labelled = "metadata: {" + std::string(kLabelled) + "}";
  EXPECT_EQ(place("kubeflow.org/v2beta1", "MPIJob", labelled), "queued q");
  EXPECT_EQ(place("kubeflow.org/v1", "MPIJob", labelled), "ignored q");
  EXPECT_EQ(placed_.read_version, "kubeflow.org/v2beta1");
  EXPECT_EQ(place("kubeflow.org/v1", "MPIJob", "metadata: {name: a}"), "none");
}

TEST_F(PlacementTest, KindsThatTheConfigurationLeavesOut) {
  default_queue();
  EXPECT_EQ(place("apps/v1", "Deployment", "metadata: {" + std::string(kLabelled) + "}"),
            "queued q?");
  configure("batch/job, ray.io/rayjob");
  EXPECT_EQ(place("apps/v1", "Deployment", "metadata: {" + std::string(kLabelled) + "}"),
            "ignored q");
  EXPECT_EQ(place("ray.io/v1", "RayJob", "metadata: {" + std::string(kLabelled) + "}"), "queued q");
  EXPECT_EQ(place("example.com/v1", "Job", "metadata: {" + std::string(kLabelled) + "}"), "none");
}

TEST_F(PlacementTest, KindsOfOtherControllers) {
  world_.configure("integrations: {externalFrameworks: [JobSet.v1alpha2.jobset.x-k8s.io]}");
  const std::string labelled = "metadata: {" + std::string(kLabelled) + "}";
  EXPECT_EQ(place("jobset.x-k8s.io/v1alpha2", "JobSet", labelled), "queued q");
  EXPECT_EQ(place("ray.io/v1", "RayJob", labelled), "ignored q");
}

TEST_F(PlacementTest, TheQueueCalledDefault) {
  configure("batch/job, pod");
  default_queue();
  EXPECT_EQ(job("name: a"), "default");
  EXPECT_EQ(job(kLabelled), "queued q");
  EXPECT_EQ(place("v1", "Pod", "metadata: {name: a}"), "default");
  EXPECT_EQ(place("apps/v1", "Deployment", "metadata: {name: a}"), "none")
      << "deployments are not managed; their pods are, one by one";
  EXPECT_EQ(place("v1", "Pod", "metadata: {name: a}", "other"), "none");
  EXPECT_EQ(place("v1", "Pod", "metadata: {name: a}", "kube-system"), "none");
}

// pkg/cache/queue: DefaultLocalQueueExist. A stopped queue is not in the cache.
TEST_F(PlacementTest, AStoppedQueueIsNobodysDefault) {
  configure("batch/job, pod");
  default_queue(", stopPolicy: Hold");
  EXPECT_EQ(job("name: a"), "none");
  EXPECT_EQ(place("v1", "Pod", "metadata: {name: a}"), "none");
  EXPECT_EQ(job("labels: {kueue.x-k8s.io/queue-name: default}"), "queued default");
  configure("batch/job, pod", "manageJobsWithoutQueueName: true");
  EXPECT_EQ(job("name: a"), "unnamed");
}

// kubebuilder:webhook, verbs of the integrations' mutating webhooks.
TEST_F(PlacementTest, WhatIsThereAlreadyGetsNoDefault) {
  configure("batch/job, deployment, statefulset");
  default_queue();
  arrival_ = Arrival::kStored;
  EXPECT_EQ(job("name: a"), "none");
  EXPECT_EQ(job(kLabelled), "queued q");
  for (const std::string_view kind : {"Deployment", "StatefulSet"})
    EXPECT_EQ(place("apps/v1", kind, "metadata: {name: a}"), "default") << kind;
  configure("batch/job", "manageJobsWithoutQueueName: true");
  EXPECT_EQ(job("name: a"), "unnamed");
}

TEST_F(PlacementTest, WhatOthersManageMayGetTheDefault) {
  world_.configure("integrations: {externalFrameworks: [JobSet.v1alpha2.jobset.x-k8s.io]}");
  default_queue();
  EXPECT_EQ(place("jobset.x-k8s.io/v1alpha2", "JobSet", "metadata: {name: a}"), "default?");
}

// pkg/controller/jobs/deployment: the webhook's Default.
TEST_F(PlacementTest, TheMarkOnADeploymentsPods) {
  const auto marks = [this](const std::string& content) {
    place("apps/v1", "Deployment", content);
    return placed_.marks_pods;
  };
  const std::string of_pods = "spec: {template: {metadata: {" + std::string(kLabelled) + "}}}";
  configure("deployment");
  EXPECT_TRUE(marks("metadata: {" + std::string(kLabelled) + "}"));
  EXPECT_FALSE(marks(of_pods));
  EXPECT_FALSE(marks("metadata: {}"));
  configure("deployment", "manageJobsWithoutQueueName: true");
  EXPECT_TRUE(marks("metadata: {}"));
  EXPECT_TRUE(marks(of_pods));
  EXPECT_EQ(placed_.queue, "q");
  configure("deployment");
  default_queue();
  EXPECT_TRUE(marks("metadata: {}"));
  EXPECT_TRUE(marks(of_pods));
  EXPECT_EQ(placed_.queue, "default");
  configure("pod");
  EXPECT_FALSE(marks(of_pods));
}

TEST_F(PlacementTest, NamespacesThatKueueManages) {
  configure("batch/job, pod", "managedJobsNamespaceSelector: {matchLabels: {kueue: here}}");
  default_queue();
  const std::string labelled = "metadata: {" + std::string(kLabelled) + "}";
  EXPECT_EQ(place("v1", "Pod", labelled, "ns", "{kueue: here}"), "queued q");
  EXPECT_EQ(place("v1", "Pod", labelled, "ns", "{kueue: elsewhere}"), "elsewhere q")
      << "pods are let through";
  EXPECT_EQ(place("batch/v1", "Job", labelled, "ns", "{kueue: here}"), "queued q");
  EXPECT_EQ(place("batch/v1", "Job", labelled, "ns", "{kueue: elsewhere}"), "elsewhere q")
      << "so are workloads, since Kueue 0.15";
  EXPECT_EQ(place("batch/v1", "Job", "metadata: {name: a}", "ns", "{kueue: elsewhere}"), "none");
  EXPECT_EQ(place("v1", "Pod", "metadata: {name: a}", "ns", "null"), "none") << "not known";
  EXPECT_EQ(place("batch/v1", "Job", labelled, "ns", "null"), "none") << "not known";
}

// The API server labels each namespace with its name.
TEST_F(PlacementTest, TheNameOfANamespaceIsKnownWithoutIt) {
  configure("batch/job",
            "managedJobsNamespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, "
            "operator: NotIn, values: [kube-system, kueue-system, other]}]}");
  const std::string labelled = "metadata: {" + std::string(kLabelled) + "}";
  EXPECT_EQ(place("batch/v1", "Job", labelled, "ns", "null"), "queued q");
  EXPECT_EQ(place("batch/v1", "Job", labelled, "other", "null"), "elsewhere q");
}

// Kueue from v0.15: ImplicitlyEnabledFrameworkNames.
TEST_F(PlacementTest, PodsThatNoFrameworkNames) {
  const std::string labelled = "metadata: {" + std::string(kLabelled) + "}";
  const std::string marked = "metadata: {" + std::string(kLabelled) +
                             ", annotations: {kueue.x-k8s.io/pod-suspending-parent: deployment}}";
  const std::string of_pods = "spec: {template: {metadata: {" + std::string(kLabelled) + "}}}";
  for (const std::string_view framework :
       {"deployment", "statefulset", "leaderworkerset.x-k8s.io/leaderworkerset"}) {
    configure(framework);
    EXPECT_EQ(place("v1", "Pod", marked), "queued q") << framework;
    EXPECT_EQ(place("v1", "Pod", labelled), "held q") << framework;
    EXPECT_EQ(place("apps/v1", "ReplicaSet", of_pods), "held q") << framework;
  }
  configure("batch/job");
  EXPECT_EQ(place("v1", "Pod", labelled), "ignored q");
  EXPECT_EQ(place("v1", "Pod", marked), "ignored q");
  configure("deployment, pod");
  EXPECT_EQ(place("v1", "Pod", labelled), "queued q");
  configure("deployment");
  default_queue();
  EXPECT_EQ(place("apps/v1", "Deployment", of_pods), "default")
      << "Kueue writes that queue on the template";
}

// Its webhook gives such pods the default queue, or holds what names none, and then looks at none.
TEST_F(PlacementTest, PodsThatNameNoQueueAndNoFrameworkNames) {
  const std::string marked =
      "metadata: {annotations: {kueue.x-k8s.io/pod-suspending-parent: deployment}}";
  const std::string pods = "metadata: {name: a}, spec: {template: {spec: {}}}";
  configure("batch/job, deployment");
  EXPECT_EQ(place("v1", "Pod", "metadata: {}"), "none");
  configure("batch/job, deployment", "manageJobsWithoutQueueName: true");
  EXPECT_EQ(place("v1", "Pod", "metadata: {}"), "held ");
  EXPECT_FALSE(placed_.defaulted);
  EXPECT_EQ(place("apps/v1", "ReplicaSet", pods), "held ");
  EXPECT_EQ(placed_.field, "spec.template.metadata.labels");
  EXPECT_EQ(place("v1", "Pod", "metadata: {}", "kube-system"), "none");
  configure("batch/job, deployment");
  default_queue();
  EXPECT_EQ(place("v1", "Pod", "metadata: {}"), "held default");
  EXPECT_TRUE(placed_.defaulted);
  EXPECT_EQ(place("v1", "Pod", marked), "none");
  EXPECT_EQ(place("apps/v1", "StatefulSet", pods), "held default") << "Kueue leaves it alone";
  EXPECT_EQ(place("kubeflow.org/v1", "TFJob", "metadata: {name: a}"), "held default");
  EXPECT_EQ(placed_.field, "metadata.labels");
  EXPECT_EQ(job("name: a"), "default");
  EXPECT_EQ(place("apps/v1", "Deployment", pods), "default");
  EXPECT_EQ(place("jobset.x-k8s.io/v1alpha2", "JobSet", "metadata: {name: a}"), "none")
      << "its Jobs get the queue, and take their pods along";
  configure("deployment");
  EXPECT_EQ(place("jobset.x-k8s.io/v1alpha2", "JobSet", "metadata: {name: a}"), "held default");
  configure("batch/job, deployment, pod");
  EXPECT_EQ(place("apps/v1", "StatefulSet", pods), "none") << "told of each pod";
}

// Before v0.15 podOptions chose them; since then it is not looked at.
TEST_F(PlacementTest, PodsThatPodOptionsMayLeaveOut) {
  world_.configure(
      "integrations: {frameworks: [batch/job, pod], podOptions: {podSelector: {matchLabels: {a: "
      "b}}}}, manageJobsWithoutQueueName: true");
  EXPECT_EQ(place("v1", "Pod", "metadata: {" + std::string(kLabelled) + "}"), "queued q?");
  EXPECT_EQ(job(kLabelled), "queued q");
  EXPECT_EQ(place("v1", "Pod", "metadata: {}"), "none");
  default_queue();
  EXPECT_EQ(place("v1", "Pod", "metadata: {}"), "default?");
}

TEST_F(PlacementTest, WhatNamesNoQueueMayBeHeldBack) {
  configure("batch/job", "manageJobsWithoutQueueName: true");
  EXPECT_EQ(job("name: a"), "unnamed");
  default_queue();
  EXPECT_EQ(job("name: a"), "default");
}

TEST_F(PlacementTest, WhatIsPartOfAnotherWorkload) {
  configure("batch/job, pod");
  const auto owned = [&](std::string_view api, std::string_view kind) {
    return job(std::string(kLabelled) + ", ownerReferences: [{apiVersion: " + std::string(api) +
               ", kind: " + std::string(kind) + ", name: o, controller: true}]");
  };
  EXPECT_EQ(owned("jobset.x-k8s.io/v1alpha2", "JobSet"), "queued q") << "which Kueue leaves alone";
  for (const std::string_view on :
       {"batch/job, jobset.x-k8s.io/jobset", "batch/job, workload.codeflare.dev/appwrapper"}) {
    configure(on);
    EXPECT_EQ(owned("jobset.x-k8s.io/v1alpha2", "JobSet"), "none")
        << "its own queue may count, or that of what owns it: " << on;
  }
  world_.configure(
      "integrations: {frameworks: [batch/job], externalFrameworks: [Wrapper.v1.example.com]}");
  EXPECT_EQ(owned("jobset.x-k8s.io/v1alpha2", "JobSet"), "none");
  configure("pod");
  EXPECT_EQ(owned("jobset.x-k8s.io/v1alpha2", "JobSet"), "none") << "which tells it of its Jobs";
  configure("batch/job, pod");
  EXPECT_EQ(owned("batch/v1", "CronJob"), "queued q");
  EXPECT_EQ(owned("argoproj.io/v1", "Workflow"), "queued q");
  EXPECT_EQ(place("v1", "Pod",
                  "metadata: {" + std::string(kLabelled) +
                      ", annotations: {kueue.x-k8s.io/workload: w}}"),
            "none");
  EXPECT_EQ(place("kueue.x-k8s.io/v1beta2", "Workload", "spec: {queueName: q}"), "queued q");
  EXPECT_EQ(place("kueue.x-k8s.io/v1beta2", "Workload", "spec: {}"), "unnamed");
  EXPECT_EQ(place("kueue.x-k8s.io/v1beta2", "Workload",
                  "spec: {}, metadata: {ownerReferences: [{apiVersion: batch/v1, kind: Job, name: "
                  "o, controller: true}]}"),
            "none");
  EXPECT_EQ(place("kueue.x-k8s.io/v1beta2", "Workload",
                  "spec: {queueName: q}, metadata: {ownerReferences: [{apiVersion: batch/v1, kind: "
                  "Job, name: o, controller: true}]}"),
            "none");
}

TEST_F(PlacementTest, PodsThatAreWorkloadsOfTheirOwn) {
  configure("pod, deployment, leaderworkerset.x-k8s.io/leaderworkerset");
  const std::string of_pods = "spec: {template: {metadata: {" + std::string(kLabelled) + "}}}";
  EXPECT_EQ(place("apps/v1", "DaemonSet", of_pods), "queued q");
  EXPECT_EQ(placed_.as, QueuedAs::kEachPod);
  EXPECT_EQ(place("apps/v1", "Deployment", of_pods), "queued q");
  EXPECT_EQ(placed_.framework, "pod");
  EXPECT_EQ(place("apps/v1", "DaemonSet", "metadata: {" + std::string(kLabelled) + "}"), "none")
      << "its own label means nothing";
  EXPECT_EQ(place("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet",
                  "metadata: {" + std::string(kLabelled) + "}"),
            "queued q");
  EXPECT_EQ(placed_.as, QueuedAs::kEachReplica);
}

TEST_F(PlacementTest, PodsOfAWorkloadThatKueueTakesNoNoticeOf) {
  const std::string of_pods = "spec: {template: {metadata: {" + std::string(kLabelled) + "}}}";
  configure("pod");
  EXPECT_EQ(place("batch/v1", "Job", of_pods), "queued q");
  EXPECT_EQ(placed_.as, QueuedAs::kEachPod);
  EXPECT_EQ(placed_.framework, "pod");
  configure("batch/job, pod");
  EXPECT_EQ(place("batch/v1", "Job", of_pods), "queued q");
  configure("batch/job");
  EXPECT_EQ(place("batch/v1", "Job", of_pods), "none");
  configure("batch/job, deployment");
  EXPECT_EQ(place("batch/v1", "Job", of_pods), "held q") << "Kueue's webhook gates its pods";
  configure("batch/job, pod", "manageJobsWithoutQueueName: true");
  EXPECT_EQ(place("batch/v1", "Job", of_pods), "unnamed") << "the Job is held back as a whole";
}

class FlavorTest : public ::testing::Test {
 protected:
  // The first of all.
  std::optional<FlavorMismatch> mismatch(std::string_view flavor, std::string_view pod) {
    all_ = flavor_mismatches(
        world_.read("{apiVersion: v1, kind: X, spec: {" + std::string(flavor) + "}}")["spec"],
        world_.read("{apiVersion: v1, kind: X, spec: {" + std::string(pod) + "}}")["spec"]);
    return all_.empty() ? std::nullopt : std::optional(all_.front());
  }

  QueueWorld world_;
  std::vector<FlavorMismatch> all_;
};

TEST_F(FlavorTest, AllThatIsInTheWay) {
  EXPECT_TRUE(
      mismatch("nodeTaints: [{key: a, effect: NoSchedule}, {key: b, effect: NoExecute}], "
               "nodeLabels: {model: h100, zone: z}",
               "nodeSelector: {model: a100, zone: z}"));
  ASSERT_EQ(all_.size(), 3U);
  EXPECT_EQ(all_[1].text, "b:NoExecute");
  EXPECT_EQ(all_[2].text, "model=a100");
}

TEST_F(FlavorTest, Taints) {
  const std::string tainted =
      "nodeTaints: [{key: a, value: b, effect: NoExecute}, {key: p, effect: PreferNoSchedule}]";
  EXPECT_EQ(mismatch(tainted, "").value().text, "a=b:NoExecute");
  EXPECT_TRUE(mismatch(tainted, "tolerations: [{key: a, value: c}]"));
  EXPECT_TRUE(mismatch(tainted, "tolerations: [{key: a, value: b, effect: NoSchedule}]"));
  EXPECT_FALSE(mismatch(tainted, "tolerations: [{key: a, value: b}]"));
  EXPECT_FALSE(mismatch(tainted, "tolerations: [{operator: Exists}]"));
  EXPECT_FALSE(mismatch(tainted + ", tolerations: [{key: a, operator: Exists}]", ""))
      << "Kueue gives the pods the flavor's own";
  EXPECT_FALSE(mismatch("nodeTaints: 7, nodeLabels: [x]", "tolerations: x")) << "hostile";
}

TEST_F(FlavorTest, LabelsOfItsNodesAlone) {
  const std::string labelled = "nodeLabels: {model: a100}";
  EXPECT_FALSE(mismatch(labelled, "nodeSelector: {model: a100, zone: z}"));
  EXPECT_EQ(mismatch(labelled, "nodeSelector: {model: h100}").value().text, "model=h100");
  const auto affinity = [&](std::string_view terms) {
    return mismatch(labelled,
                    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                    "{nodeSelectorTerms: [" +
                        std::string(terms) + "]}}}")
        .has_value();
  };
  EXPECT_FALSE(affinity("{matchExpressions: [{key: model, operator: In, values: [a100, b]}]}"));
  EXPECT_TRUE(affinity("{matchExpressions: [{key: model, operator: NotIn, values: [a100]}]}"));
  EXPECT_TRUE(affinity("{matchExpressions: [{key: model, operator: DoesNotExist}]}"));
  EXPECT_FALSE(
      affinity("{matchExpressions: [{key: model, operator: NotIn, values: [a100]}]}, "
               "{matchExpressions: [{key: zone, operator: Exists}]}"))
      << "one of the alternatives takes every flavor";
  EXPECT_FALSE(affinity("{matchExpressions: [{key: model, operator: Invented}]}"));
}

}  // namespace
}  // namespace drawbridge::quota
