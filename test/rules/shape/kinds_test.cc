// Kinds that there are not, and those that may be.
#include "rules/shape/kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules::shape {
namespace {

std::optional<UnknownKind> judged_kind(const std::string& api_version, const std::string& kind) {
  const kube::Document document =
      yaml("{apiVersion: " + api_version + ", kind: " + kind + ", metadata: {name: a}}");
  return misspelt_kind(document.root());
}

// The advice; "-" where nothing is said.
std::string said(const std::string& api_version, const std::string& kind) {
  const std::optional<UnknownKind> unknown = judged_kind(api_version, kind);
  if (!unknown) return "-";
  check_findings({unknown->finding});
  EXPECT_EQ(unknown->finding.code, "UnknownKind");
  return unknown->finding.field + ": " + unknown->finding.fix;
}

TEST(Kinds, AMisspeltGroupIsNamed) {
  EXPECT_EQ(said("resources.k8s.io/v1", "ResourceClaim"),
            "apiVersion: Write apiVersion: resource.k8s.io/v1.");
  EXPECT_EQ(said("resources.k8s.io/v1beta1", "DeviceClass"),
            "apiVersion: Write apiVersion: resource.k8s.io/v1beta1.");
  EXPECT_EQ(said("resource.k8s.com/v1", "ResourceClaimTemplates"),
            "apiVersion: Write apiVersion: resource.k8s.io/v1, and kind: ResourceClaimTemplate.");
  EXPECT_EQ(said("app/v1", "Deployment"), "apiVersion: Write apiVersion: apps/v1.");
  EXPECT_EQ(said("resource/v1", "ResourceClaim"),
            "apiVersion: Write apiVersion: resource.k8s.io/v1.");
  EXPECT_EQ(said("kueue.x-k8s.oi/v1", "LocalQueue"),
            "apiVersion: Write apiVersion: kueue.x-k8s.io/v1beta2.");
}

TEST(Kinds, AMisspeltKindIsNamed) {
  EXPECT_EQ(said("resource.k8s.io/v1", "ResourceClaimTemplates"),
            "kind: Write kind: ResourceClaimTemplate.");
  EXPECT_EQ(said("v1", "pod"), "kind: Write kind: Pod.");
  EXPECT_EQ(said("batch/v1", "CronJobs"), "kind: Write kind: CronJob.");
  EXPECT_EQ(said("kueue.x-k8s.io/v1beta2", "ResourceFlavour"), "kind: Write kind: ResourceFlavor.");
}

TEST(Kinds, AMisspeltKindOfAnOperatorIsNamed) {
  EXPECT_EQ(said("kubeflow.org/v1", "PytorchJob"), "kind: Write kind: PyTorchJob.");
  EXPECT_EQ(said("kubeflow.org/v2beta1", "MpiJob"), "kind: Write kind: MPIJob.");
  EXPECT_EQ(judged_kind("kubeflow.org/v1", "MpiJob")->api_version, "kubeflow.org/v1");
  EXPECT_EQ(said("kubeflow.org/v1alpha2", "MPIJob"),
            "apiVersion: Write it for apiVersion: kubeflow.org/v2beta1.");
  EXPECT_EQ(said("kubeflow.org/v1", "MPIJob"), "-") << "of the training operator";
  EXPECT_EQ(said("ray.io/v1", "Raycluster"), "kind: Write kind: RayCluster.");
  EXPECT_EQ(said("jobsets.x-k8s.io/v1alpha2", "JobSet"),
            "apiVersion: Write apiVersion: jobset.x-k8s.io/v1alpha2.");
  EXPECT_EQ(said("batch/v1", "JobSet"), "apiVersion: Write apiVersion: jobset.x-k8s.io/v1alpha2.");
  EXPECT_EQ(said("apps/v1", "LeaderWorkerSet"),
            "apiVersion: Write apiVersion: leaderworkerset.x-k8s.io/v1.");
  EXPECT_EQ(said("fly.io/v1", "RayJob"), "-");
  for (const char* kind : {"MXJob", "MPIJob", "MSJob", "Notebook", "Trial", "Experiment"})
    EXPECT_EQ(said("kubeflow.org/v1", kind), "-") << kind;
  EXPECT_EQ(said("trainer.kubeflow.org/v1alpha1", "TrainingRuntime"), "-");
  EXPECT_EQ(said("jobset.x-k8s.io/v1", "JobSet"), "-") << "which there may be one day";
}

TEST(Kinds, AKindOfAnotherGroupIsNotInOneOfKubernetes) {
  EXPECT_EQ(said("v1", "ResourceClaimTemplate"),
            "apiVersion: Write apiVersion: resource.k8s.io/v1.");
  EXPECT_EQ(said("batch/v1", "Deployment"), "apiVersion: Write apiVersion: apps/v1.");
  EXPECT_EQ(said("apps/v1", "Pod"), "apiVersion: Write apiVersion: v1.");
  EXPECT_EQ(said("scheduling.k8s.io/v1", "WorkloadPriorityClass"),
            "apiVersion: Write apiVersion: kueue.x-k8s.io/v1beta2.");
  EXPECT_EQ(said("scheduling.k8s.io/v1", "PriorityClass"), "-");
  EXPECT_EQ(said("scheduling.k8s.io/v1alpha2", "PodGroup"), "-");
}

TEST(Kinds, TheVersionOfAKindThatOneGroupHas) {
  EXPECT_EQ(api_version_of("Pod"), "v1");
  EXPECT_EQ(api_version_of("ResourceClaimTemplate"), "resource.k8s.io/v1");
  EXPECT_EQ(api_version_of("Deployment"), "apps/v1");
  EXPECT_EQ(api_version_of("ClusterQueue"), "kueue.x-k8s.io/v1beta2");
  EXPECT_EQ(api_version_of("PodGroup"), "") << "which several have";
  EXPECT_EQ(api_version_of("Thing"), "");
}

TEST(Kinds, OfDevicesThereAreNoOtherKindsThanKubernetesOwn) {
  const auto holding = [](const std::string& kind, const std::string& spec) {
    const kube::Document document =
        yaml("{apiVersion: resource.k8s.io/v1, kind: " + kind + ", spec: " + spec + "}");
    const std::optional<UnknownKind> unknown = misspelt_kind(document.root());
    return unknown ? unknown->finding.fix : "-";
  };
  EXPECT_EQ(said("resource.kubernetes.io/v1", "ResourceClaimTemplate"),
            "apiVersion: Write apiVersion: resource.k8s.io/v1.");
  EXPECT_EQ(said("resource.k8s.io/v1", "Widget"),
            "kind: Write kind: ResourceClaim, ResourceClaimTemplate, DeviceClass or "
            "ResourceSlice.");
  EXPECT_EQ(said("resource.k8s.io/v1alpha2", "Pod"), "apiVersion: Write apiVersion: v1.");
  EXPECT_EQ(holding("DeviceClaim", "{devices: {requests: []}}"), "Write kind: ResourceClaim.");
  EXPECT_EQ(holding("DeviceClaimTemplate", "{spec: {devices: {requests: []}}}"),
            "Write kind: ResourceClaimTemplate.");
  EXPECT_EQ(holding("ResourcePool", "{devices: [{name: a}]}"), "Write kind: ResourceSlice.");
  EXPECT_EQ(holding("ResourceClas", "{selectors: []}"), "Write kind: DeviceClass.");
  EXPECT_EQ(holding("ResourceClaim", "{selectors: []}"), "-") << "the kind is known";
}

TEST(Kinds, AVersionThatThereNeverWas) {
  EXPECT_EQ(said("resource.k8s.io/v1beta3", "DeviceClass"),
            "apiVersion: Write apiVersion: resource.k8s.io/v1.");
  EXPECT_EQ(said("resource.k8s.io", "ResourceSlice"),
            "apiVersion: Write apiVersion: "
            "resource.k8s.io/v1.");
  const auto with_request = [](const std::string& request) {
    const kube::Document document = yaml(
        "{apiVersion: resource.k8s.io/v1beta3, kind: ResourceClaimTemplate, spec: {spec: "
        "{devices: {requests: [" +
        request + "]}}}}");
    const std::optional<UnknownKind> unknown = misspelt_kind(document.root());
    return unknown ? unknown->finding.text() : "-";
  };
  EXPECT_EQ(with_request("{name: a, exactly: {deviceClassName: b}}"),
            "Kubernetes up to 1.37 has no ResourceClaimTemplate in resource.k8s.io/v1beta3, and "
            "kubectl apply refuses it: no matches for kind. Write apiVersion: resource.k8s.io/v1. "
            "[UnknownKind]");
  EXPECT_THAT(with_request("{name: a, deviceClassName: b}"),
              ::testing::HasSubstr("resource.k8s.io/v1, and the fields of each of its requests, "
                                   "all but the name, under exactly."));
}

TEST(Kinds, PodsAndWorkloadsHaveOneVersion) {
  EXPECT_EQ(said("v2", "Pod"), "apiVersion: Write apiVersion: v1.");
  EXPECT_EQ(said("v1beta1", "ResourceQuota"), "apiVersion: Write apiVersion: v1.");
  EXPECT_EQ(said("batch/v2", "Job"), "apiVersion: Write apiVersion: batch/v1.");
  EXPECT_EQ(said("v1", "Pod"), "-");
  EXPECT_EQ(said("v2", "Event"), "-") << "one of events.k8s.io, perhaps";
}

// Others than those that are known may come, which is warned of where they are Kueue's, but none
// that looks like no version.
TEST(Kinds, AVersionOfAnotherGroupThatIsNone) {
  EXPECT_EQ(said("kueue.x-k8s.io/v1beta", "ClusterQueue"),
            "apiVersion: Write apiVersion: kueue.x-k8s.io/v1beta2.");
  EXPECT_EQ(said("scheduling.x-k8s.io/1alpha1", "PodGroup"),
            "apiVersion: Write apiVersion: scheduling.x-k8s.io/v1alpha1.");
  for (const char* none : {"v", "v0", "v01", "v1gamma1", "v1beta0", "v1beta1x", "V1"})
    EXPECT_NE(said("kueue.x-k8s.io/" + std::string(none), "LocalQueue"), "-") << none;
  for (const char* other : {"v1", "v2", "v1beta10", "v1alpha1", "v12"}) {
    const auto told = judged_kind("kueue.x-k8s.io/" + std::string(other), "LocalQueue");
    ASSERT_TRUE(told) << other;
    EXPECT_EQ(told->finding.severity, Severity::kWarn);
    EXPECT_EQ(told->finding.text(), "Kueue 0.19 has no LocalQueue in kueue.x-k8s.io/" +
                                        std::string(other) +
                                        ", and kubectl apply refuses it: no matches for kind. "
                                        "Write apiVersion: kueue.x-k8s.io/v1beta2. [UnknownKind]");
    EXPECT_EQ(told->kind, "") << "what it holds is its own";
  }
  for (const char* known : {"v1beta1", "v1beta2"})
    EXPECT_EQ(said("kueue.x-k8s.io/" + std::string(known), "LocalQueue"), "-") << known;
  EXPECT_EQ(said("scheduling.x-k8s.io/v1beta1", "PodGroup"), "-") << "of others nobody knows";
  EXPECT_EQ(said("x.example.com/latest", "LocalQueue"), "-") << "nobody knows the kind";
}

TEST(Kinds, AKindThatSeveralProjectsHave) {
  EXPECT_EQ(said("v1alpha1", "PodGroup"),
            "apiVersion: Write apiVersion: scheduling.x-k8s.io/v1alpha1.")
      << "the only one with that version";
  EXPECT_EQ(said("v1beta1", "Queue"),
            "apiVersion: Write apiVersion: scheduling.volcano.sh/v1beta1.");
  EXPECT_EQ(said("v1", "Queue"),
            "apiVersion: Write the apiVersion of the scheduler that you use: scheduling.run.ai/v2 "
            "or scheduling.volcano.sh/v1beta1.");
  EXPECT_EQ(judged_kind("v1", "Queue")->kind, "") << "nothing is held against one of them";
  EXPECT_EQ(said("v1", "Job"), "apiVersion: Write apiVersion: batch/v1.");
}

TEST(Kinds, AQueueInTheGroupOfKueuesSettings) {
  EXPECT_EQ(said("config.kueue.x-k8s.io/v1beta2", "ClusterQueue"),
            "apiVersion: Write apiVersion: kueue.x-k8s.io/v1beta2.");
  EXPECT_EQ(said("config.kueue.x-k8s.io/v1beta2", "Configuration"), "-");
  EXPECT_EQ(said("config.kueue.x-k8s.io/v1beta2", "Settings"), "-");
}

TEST(Kinds, ARuleOfTaintsIsKnown) {
  EXPECT_EQ(said("resource.k8s.io/v1", "DeviceTaintRules"), "kind: Write kind: DeviceTaintRule.");
  // It went from v1alpha3 to v1beta2.
  EXPECT_EQ(said("resource.k8s.io/v1beta1", "DeviceTaintRule"),
            "apiVersion: Write apiVersion: resource.k8s.io/v1beta2.");
}

TEST(Kinds, AGangIsKnown) {
  EXPECT_EQ(said("scheduling.x-k8s.io/v1alpha1", "podgroup"), "kind: Write kind: PodGroup.");
  EXPECT_EQ(said("scheduling.x-k8.io/v1alpha1", "PodGroup"),
            "apiVersion: Write apiVersion: scheduling.x-k8s.io/v1alpha1.");
  for (const char* other : {"scheduling.k8s.io/v1alpha2", "scheduling.sigs.k8s.io/v1alpha1",
                            "scheduling.run.ai/v2alpha2", "scheduling.volcano.sh/v1beta1"})
    EXPECT_EQ(said(other, "PodGroup"), "-") << other;
  EXPECT_EQ(said("scheduling.k8s.io/v1alpha2", "Workload"), "-");
}

TEST(Kinds, WhatWasMeantIsAKindThatThereIs) {
  const auto meant = [](const std::string& object) {
    const kube::Document document = yaml(object);
    const std::optional<UnknownKind> unknown = misspelt_kind(document.root());
    return unknown ? unknown->api_version + " " + unknown->kind : "-";
  };
  EXPECT_EQ(meant("{apiVersion: v1, kind: Deployment}"), "apps/v1 Deployment");
  EXPECT_EQ(meant("{apiVersion: resource.k8s.io/v1beta1, kind: DeviceClas}"),
            "resource.k8s.io/v1beta1 DeviceClass");
  EXPECT_EQ(meant("{apiVersion: resource.k8s.io/v1, kind: DeviceClaim, spec: {devices: {}}}"),
            "resource.k8s.io/v1 ResourceClaim");
  EXPECT_EQ(meant("{apiVersion: resource.k8s.io/v2, kind: ResourceClaim, spec: {devices: {}}}"),
            "resource.k8s.io/v1 ResourceClaim");
  // Its flat fields are told with the version, and would be of no kind.
  EXPECT_EQ(meant("{apiVersion: resource.k8s.io/v2, kind: ResourceClaim, spec: {devices: "
                  "{requests: [{name: a, deviceClassName: b}]}}}"),
            " ");
  EXPECT_EQ(meant("{apiVersion: resource.k8s.io/v1, kind: Widget}"), " ");
}

TEST(Kinds, AVersionOfAWorkloadThatIsGone) {
  EXPECT_EQ(said("apps/v1beta1", "Deployment"), "apiVersion: Write apiVersion: apps/v1.");
  EXPECT_EQ(said("extensions/v1beta1", "DaemonSet"), "apiVersion: Write apiVersion: apps/v1.");
  EXPECT_EQ(said("batch/v1beta1", "CronJob"), "apiVersion: Write apiVersion: batch/v1.");
  EXPECT_EQ(said("batch/v2", "Job"), "apiVersion: Write apiVersion: batch/v1.");
}

TEST(Kinds, WhatMayBeThereIsNotDoubted) {
  for (const auto& [api_version, kind] : std::vector<std::pair<std::string, std::string>>{
           {"resource.k8s.io/v1", "ResourceClaim"},
           {"resource.k8s.io/v1alpha3", "DeviceTaintRule"},
           {"resource.k8s.io/v1alpha2", "ResourceClass"},
           {"resource.k8s.io/v1alpha2", "ResourceClaim"},
           {"resource.k8s.io/v1beta2", "DeviceTaintRule"},
           {"resource.k8s.io/v1", "DeviceTaintRule"},
           {"resource.k8s.io/v1", "ResourceClaimList"},
           {"extensions/v1beta1", "Ingress"},
           {"policy/v1beta1", "PodDisruptionBudget"},
           {"v1", "Event"},
           {"v1", "Config"},
           {"v1", "Template"},
           {"events.k8s.io/v1", "Event"},
           {"example.com/v1", "ResourceClaim"},
           {"resource.nvidia.com/v1beta1", "ComputeDomain"},
           {"resource.example.io/v1", "ResourceClaim"},
           {"batch.volcano.sh/v1alpha1", "Job"},
           {"serving.knative.dev/v1", "Service"},
           {"kueue.x-k8s.io/v1beta1", "Workload"},
           {"config.kueue.x-k8s.io/v1beta2", "Configuration"},
           {"resources.k8s.io/v1", "Widget"},
           {"policy/v1", "PodDisruptionBudget"},
           {"autoscaling/v2", "HorizontalPodAutoscaler"},
           {"drawbridge.dev/v1alpha1", "DeviceMaping"},
       }) {
    EXPECT_EQ(said(api_version, kind), "-") << api_version << " " << kind;
  }
}

}  // namespace
}  // namespace drawbridge::rules::shape
