// `drawbridge review`: workloads of several pod templates, and gangs, that stand in --state: quotas
// hear what they ask for beyond that.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kOneGpu =
    "{containers: [{name: c, image: i, resources: {limits: {x.com/gpu: 1}}}]}";

std::string gpus_in(int hard, int used) {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
         "default}, spec: {hard: {x.com/gpu: " +
         std::to_string(hard) + "}}, status: {used: {x.com/gpu: " + std::to_string(used) +
         "}}}\n---\n";
}

// A head with one device, and workers with one each.
std::string ray_cluster(int workers) {
  const std::string pods = "template: {spec: " + std::string(kOneGpu) + "}}";
  return "{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: r}, spec: {headGroupSpec: "
         "{rayStartParams: {}, " +
         pods +
         ", workerGroupSpecs: [{groupName: w, rayStartParams: {}, minReplicas: 0, "
         "maxReplicas: 9, replicas: " +
         std::to_string(workers) + ", " + pods + "]}}\n---\n";
}

std::string ray_pod(std::string_view name) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
         ", namespace: default, ownerReferences: [{apiVersion: ray.io/v1, kind: RayCluster, name: "
         "r, uid: u, controller: true}]}, spec: " +
         std::string(kOneGpu) + "}\n---\n";
}

TEST(ReviewStandingSets, PodsThatAreThereAreOfOneTemplateEach) {
  const std::string there = ray_cluster(2) + ray_pod("head") + ray_pod("a") + ray_pod("b");
  const auto told = [&](int workers) {
    return told_by_review(gpus_in(4, 3) + there, ray_cluster(workers));
  };
  EXPECT_THAT(told(2), IsEmpty());
  EXPECT_THAT(told(3), IsEmpty());
  EXPECT_THAT(told(4), ElementsAre(HasSubstr("only 3 of 4 pods are let in")));
  EXPECT_THAT(told(9), ElementsAre(HasSubstr("only 3 of 9 pods are let in")));
}

std::string mpi_job_of(int workers) {
  const std::string pods = "template: {spec: " + std::string(kOneGpu) + "}}";
  return "{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, metadata: {name: m}, spec: "
         "{mpiReplicaSpecs: {Launcher: {replicas: 1, " +
         pods + ", Worker: {replicas: " + std::to_string(workers) + ", " + pods + "}}}\n---\n";
}

// As everything else that is there already, though what it may have was lowered since.
TEST(ReviewStandingSets, AGangThatAsksForNoMoreIsLetBe) {
  const auto told = [](int before, int now) {
    return told_by_review(gpus_in(3, 0) + (before == 0 ? "" : mpi_job_of(before)), mpi_job_of(now));
  };
  const auto refused =
      ElementsAre(HasSubstr("pods of this MPIJob start together and ask for 4 x.com/gpu"));
  EXPECT_THAT(told(0, 3), refused);
  EXPECT_THAT(told(2, 3), refused);
  EXPECT_THAT(told(3, 3), IsEmpty());
  EXPECT_THAT(told(4, 3), IsEmpty());
}

// Three pods of two devices each, where four are published.
TEST(ReviewStandingSets, AGangIsToldOfMissingDevicesAsItComes) {
  std::string slices =
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.x.com}, spec: "
      "{extendedResourceName: x.com/gpu, selectors: [{cel: {expression: \"device.driver == "
      "'gpu.x.com'\"}}]}}\n---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: "
      "{name: s}, spec: {nodeName: n, driver: gpu.x.com, pool: {name: n, generation: 1, "
      "resourceSliceCount: 1}, devices: [{name: a}, {name: b}]}}\n---\n";
  const auto told = [&](int before, int now) {
    return told_by_review(slices + (before == 0 ? "" : mpi_job_of(before)), mpi_job_of(now));
  };
  EXPECT_THAT(told(0, 3), ElementsAre(HasSubstr("[GangExceedsDevices]")));
  EXPECT_THAT(told(3, 3), IsEmpty());
  EXPECT_THAT(told(2, 3), ElementsAre(HasSubstr("[GangExceedsDevices]")));
  const auto member = [](std::string_view name) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           ", namespace: default, labels: {kueue.x-k8s.io/pod-group-name: g}, annotations: "
           "{kueue.x-k8s.io/pod-group-total-count: '3'}}, spec: " +
           std::string(kOneGpu) + "}\n---\n";
  };
  const std::string all = member("a") + member("b") + member("c");
  EXPECT_THAT(told_by_review(slices, all), Each(HasSubstr("[GangExceedsDevices]")));
  EXPECT_THAT(told_by_review(slices + member("a"), all).size(), 2) << "two come";
  EXPECT_THAT(told_by_review(slices + all, all), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::cli
