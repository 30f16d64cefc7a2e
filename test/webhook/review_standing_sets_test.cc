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

// A pod with one device, of an owner that the state does not hold.
std::string pod_of_owner(const std::string& owner, std::string_view labels) {
  static int pods = 0;
  return "{apiVersion: v1, kind: Pod, metadata: {name: p" + std::to_string(++pods) +
         ", namespace: default, labels: {" + std::string(labels) +
         "}, ownerReferences: [{apiVersion: x/v1, " + owner +
         ", uid: u, controller: true}]}, spec: " + std::string(kOneGpu) + "}\n---\n";
}

std::string job_set_named(std::string_view name) {
  return "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: " +
         std::string(name) +
         "}, spec: {replicatedJobs: [{name: w, replicas: 2, template: {spec: {parallelism: 1, "
         "completions: 1, template: {spec: {restartPolicy: Never, " +
         std::string(kOneGpu).substr(1) + "}}}}]}}\n---\n";
}

std::string one_group_of_two() {
  return "{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: l}, "
         "spec: {replicas: 1, leaderWorkerTemplate: {size: 2, workerTemplate: {spec: " +
         std::string(kOneGpu) + "}}}}\n---\n";
}

std::string ray_job_named(std::string_view name) {
  return "{apiVersion: ray.io/v1, kind: RayJob, metadata: {name: " + std::string(name) +
         "}, spec: {entrypoint: e, submissionMode: HTTPMode, rayClusterSpec: {headGroupSpec: "
         "{rayStartParams: {}, template: {spec: " +
         std::string(kOneGpu) +
         "}}, workerGroupSpecs: [{groupName: w, rayStartParams: {}, replicas: 1, minReplicas: 0, "
         "maxReplicas: 9, template: {spec: " +
         std::string(kOneGpu) + "}}]}}}\n---\n";
}

std::string wrapped_job() {
  return "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: a}, "
         "spec: {components: [{template: {apiVersion: batch/v1, kind: Job, metadata: {name: x}, "
         "spec: {parallelism: 2, completions: 2, template: {spec: {restartPolicy: Never, " +
         std::string(kOneGpu).substr(1) + "}}}}]}}\n---\n";
}

// A folder with pods need not hold the Jobs or StatefulSets between them and what has made them.
TEST(ReviewStandingSets, PodsAreKnownBehindAnOwnerThatIsNotThere) {
  const auto told = [](const std::string& pods, const std::string& given) {
    return told_by_review(gpus_in(2, 2) + pods, given);
  };
  const std::string of_set_j = "jobset.sigs.k8s.io/jobset-name: j";
  const std::string jobs = pod_of_owner("kind: Job, name: j-w-0", of_set_j) +
                           pod_of_owner("kind: Job, name: j-w-1", of_set_j);
  EXPECT_THAT(told(jobs, job_set_named("j")), IsEmpty());
  EXPECT_THAT(told(jobs + job_set_named("j"), job_set_named("j")), IsEmpty())
      << "and it stands there";
  EXPECT_THAT(told(jobs, job_set_named("k")), ElementsAre(HasSubstr("[QuotaExceeded]")));
  const std::string of_set = "leaderworkerset.sigs.k8s.io/name: l";
  EXPECT_THAT(told(pod_of_owner("kind: StatefulSet, name: l", of_set) +
                       pod_of_owner("kind: StatefulSet, name: l-0", of_set),
                   one_group_of_two()),
              IsEmpty());
  EXPECT_THAT(told(pod_of_owner("kind: StatefulSet, name: other", of_set), one_group_of_two()),
              ElementsAre(HasSubstr("[QuotaExceeded]")));
  const std::string cluster = "kind: RayCluster, name: r-x2b4c";
  EXPECT_THAT(told(pod_of_owner(cluster, "") + pod_of_owner(cluster, ""), ray_job_named("r")),
              IsEmpty());
  const std::string own = "kind: RayCluster, name: r-large";
  EXPECT_THAT(told(pod_of_owner(own, "") + pod_of_owner(own, ""), ray_job_named("r")),
              ::testing::Contains(HasSubstr("[QuotaExceeded]")).Times(2));
  const std::string pods = ray_pod("head") + ray_pod("a") + ray_pod("b");
  EXPECT_THAT(told_by_review(gpus_in(4, 4) + pods, ray_cluster(2)), IsEmpty());
  EXPECT_THAT(told_by_review(gpus_in(4, 4) + pods, ray_cluster(3)),
              ElementsAre(HasSubstr("only 2 of 3 pods are let in")))
      << "each of them is of one template";
  const std::string wrapped = "workload.codeflare.dev/appwrapper: a";
  EXPECT_THAT(told(pod_of_owner("kind: Job, name: x", wrapped) +
                       pod_of_owner("kind: Job, name: x", wrapped),
                   wrapped_job()),
              IsEmpty());
}

}  // namespace
}  // namespace drawbridge::cli
