// `drawbridge review`: of Kueue's pod groups whose pods are given together it is said once what
// keeps all of them from being admitted, and of the pods as they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review_output.h"

namespace drawbridge::cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// LocalQueue q with so many devices, of which so many are in use, and cpu.
std::string queue_of(int devices, int used = 0) {
  const auto amounts = [](std::string_view field, int count, std::string_view cpu) {
    return "[{name: nvidia.com/gpu, " + std::string(field) + ": " + std::to_string(count) +
           "}, {name: cpu, " + std::string(field) + ": " + std::string(cpu) + "}]";
  };
  std::string queue = admission::cluster_queue(
      "  resourceGroups: [{coveredResources: [nvidia.com/gpu, cpu], flavors: [{name: f, "
      "resources: " +
      amounts("nominalQuota", devices, "64") + "}]}]\n");
  if (used > 0)
    queue.insert(queue.find("---\n"), "status: {flavorsReservation: [{name: f, resources: " +
                                          amounts("total", used, "1") + "}]}\n");
  return admission::local_queue() + admission::resource_flavor("f") + queue +
         admission::kueue_configuration("pod", "pool", "gpu.example.com", "waitForPodsReady: {}\n");
}

// Of group g; `limits` of its container.
std::string member(std::string_view name, int total, std::string_view limits) {
  return "---\n{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
         ", labels: {kueue.x-k8s.io/pod-group-name: g, kueue.x-k8s.io/queue-name: q}, annotations: "
         "{kueue.x-k8s.io/pod-group-total-count: '" +
         std::to_string(total) +
         "'}}, spec: {containers: [{name: c, image: i, resources: {limits: {" +
         std::string(limits) + "}}}]}}\n";
}

TEST(ReviewPodGroups, WhatIsTooMuchForAllIsToldOnce) {
  const std::string two = member("a", 2, "nvidia.com/gpu: 3") + member("b", 2, "nvidia.com/gpu: 3");
  EXPECT_THAT(told_by_review(queue_of(6), two), IsEmpty());
  EXPECT_THAT(told_by_review(queue_of(5), two),
              ElementsAre("The 2 pods of the group ask for 6 nvidia.com/gpu, and ClusterQueue "
                          "research can reach 5 at most. Ask for 2 a pod, or raise nominalQuota of "
                          "ClusterQueue research. [NeverFits]"));
  EXPECT_THAT(told_by_review(queue_of(2), two).size(), 2) << "each pod is refused";
}

TEST(ReviewPodGroups, WhatKubectlPrintsIsToldOnceToo) {
  const auto objects = review_objects(
      admission::manifests(queue_of(5), "state.yaml"),
      admission::manifests(
          member("a", 2, "nvidia.com/gpu: 3") + member("b", 2, "nvidia.com/gpu: 3"), "given.yaml"),
      {});
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_EQ(objects[0].warnings.size(), 1u);
  EXPECT_THAT(objects[1].warnings, IsEmpty());
}

TEST(ReviewPodGroups, PodsThatDifferCountAsTheyAre) {
  const std::string unlike = member("driver", 3, "cpu: 1") + member("a", 3, "nvidia.com/gpu: 2") +
                             member("b", 3, "nvidia.com/gpu: 2");
  EXPECT_THAT(told_by_review(queue_of(4), unlike), IsEmpty()) << "three like one were too many";
  EXPECT_THAT(told_by_review(queue_of(3), unlike),
              ElementsAre(HasSubstr("The 3 pods of the group ask for 4 nvidia.com/gpu, and")));
}

// GenerateRoleHash: pods of one role take one flavor together, whatever they differ in besides.
TEST(ReviewPodGroups, PodsOfOneRoleAreOneSet) {
  std::string two_flavors = queue_of(3) + "---\n" + admission::resource_flavor("g");
  const std::string first = "{name: f, resources: ";
  const std::size_t at = two_flavors.find(first) + first.size();
  const std::string amounts = two_flavors.substr(at, two_flavors.find("]}", at) + 2 - at);
  two_flavors.insert(at - first.size(), "{name: g, resources: " + amounts + ", ");
  const auto named = [](std::string pod, std::string_view value) {
    return pod.insert(pod.find("image: i"),
                      "env: [{name: RANK, value: '" + std::string(value) + "'}], ");
  };
  const std::string one = member("a", 2, "nvidia.com/gpu: 2");
  const std::string other = member("b", 2, "nvidia.com/gpu: 2");
  EXPECT_THAT(told_by_review(two_flavors, one + member("b", 2, "nvidia.com/gpu: 2, cpu: 1")),
              IsEmpty())
      << "two roles, a flavor for each";
  EXPECT_THAT(told_by_review(two_flavors, named(one, "0") + named(other, "1")),
              ElementsAre(HasSubstr("The 2 pods of the group ask for 4 nvidia.com/gpu, and")));
}

TEST(ReviewPodGroups, WhereNotAllAreGivenTheyMayBeAlike) {
  const std::string one_of_three =
      member("a", 3, "nvidia.com/gpu: 2") + member("b", 3, "nvidia.com/gpu: 2");
  EXPECT_THAT(told_by_review(queue_of(5), one_of_three),
              ElementsAre(HasSubstr("ask for 6 nvidia.com/gpu if they are alike, and")));
}

TEST(ReviewPodGroups, AllWaitTogether) {
  const std::string two = member("a", 2, "nvidia.com/gpu: 2") + member("b", 2, "nvidia.com/gpu: 2");
  EXPECT_THAT(told_by_review(queue_of(6, 2), two), IsEmpty());
  EXPECT_THAT(
      told_by_review(queue_of(6, 3), two),
      ElementsAre("Group g waits in queue q: it asks for 4 nvidia.com/gpu, and ClusterQueue "
                  "research (3 of 6 used, flavor f) can get 3 more. Ask for 1 a pod to start "
                  "now. [QueueFull]"))
      << "one of them would have room";
  EXPECT_THAT(told_by_review(queue_of(6, 5), two),
              ElementsAre(HasSubstr("Group g waits in queue q")));
}

TEST(ReviewPodGroups, WhatHoldsOfTheGroupIsToldOfItsFirstPod) {
  std::string state = queue_of(6);
  const std::string waits = "waitForPodsReady: {}\n";
  state.erase(state.find(waits), waits.size());
  const auto objects = review_objects(
      admission::manifests(state, "state.yaml"),
      admission::manifests(
          member("a", 2, "nvidia.com/gpu: 2") + member("b", 2, "nvidia.com/gpu: 2"), "given.yaml"),
      {});
  ASSERT_EQ(objects.size(), 2u);
  ASSERT_EQ(objects[0].findings.size(), 1u);
  EXPECT_THAT(objects[0].findings[0].message, HasSubstr("admits the 2 pods of this pod group"));
  EXPECT_TRUE(objects[1].findings.empty());
}

TEST(ReviewPodGroups, DevicesThatArePublished) {
  const std::string devices =
      admission::device_class("gpu.example.com", "extendedResourceName: nvidia.com/gpu") +
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
      "d, "
      "nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 1}, devices: [{name: d0}, "
      "{name: d1}]}}\n---\n";
  const std::string two = member("a", 2, "nvidia.com/gpu: 2") + member("b", 2, "nvidia.com/gpu: 2");
  EXPECT_THAT(told_by_review(devices, two),
              ElementsAre(HasSubstr("The 2 pods of this Pod's group start together and ask for 4 "
                                    "devices of class gpu.example.com, and 2 are published.")));
  const std::string unlike = member("driver", 2, "cpu: 1") + member("a", 2, "nvidia.com/gpu: 2");
  EXPECT_THAT(told_by_review(devices, unlike), IsEmpty());
}

std::string member_of_gang(std::string_view name, std::string_view limits) {
  return "---\n{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
         ", labels: {scheduling.x-k8s.io/pod-group: g}}, spec: {containers: [{name: c, image: i, "
         "resources: {limits: {" +
         std::string(limits) + "}}}]}}\n";
}

// Of different sizes, and rewritten to claims.
TEST(ReviewPodGroups, PodsThatAreRewrittenCountAsTheyWillBe) {
  const std::string state =
      queue_of(64) + "---\n" + admission::device_class("gpu.example.com") +
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
      "{logicalResource: x.com/gpu, deviceClassNames: [gpu.example.com], rewrites: [{resource: "
      "x.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: "
      "gpu.example.com}}}]}}\n---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, "
      "metadata: {name: dq, namespace: default}, spec: {hard: {x.com/gpu: 8}}}\n";
  const auto told = [&state](int first) {
    std::string pods = member("a", 3, "x.com/gpu: " + std::to_string(first));
    for (const char* name : {"b", "c"}) pods += member(name, 3, "x.com/gpu: 2");
    std::vector<std::string> all = told_by_review(state, pods);
    std::erase_if(
        all, [](const std::string& one) { return one.find("The 3 pods") == std::string::npos; });
    return all;
  };
  EXPECT_THAT(told(4), IsEmpty()) << "no three of them ask for four";
  EXPECT_THAT(told(5), ElementsAre(HasSubstr("The 3 pods of this Pod's group start together and "
                                             "ask for 9 x.com/gpu, and default may have 8")));
}

TEST(ReviewPodGroups, OfAPodGroupTheyCountAsTheyAre) {
  const std::string devices =
      admission::device_class("gpu.example.com", "extendedResourceName: nvidia.com/gpu") +
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
      "d, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 1}, devices: [{name: "
      "d0}, {name: d1}, {name: d2}]}}\n---\n";
  const std::string gang =
      "{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: PodGroup, metadata: {name: g}, spec: "
      "{minMember: 3}}\n";
  const std::string driver = member_of_gang("driver", "cpu: 1");
  const std::string two =
      member_of_gang("a", "nvidia.com/gpu: 1") + member_of_gang("b", "nvidia.com/gpu: 2");
  EXPECT_THAT(told_by_review(devices, gang + driver + two), IsEmpty());
  EXPECT_THAT(told_by_review(devices + gang + driver, two), IsEmpty()) << "one is there";
  EXPECT_THAT(told_by_review(devices, gang + member_of_gang("driver", "nvidia.com/gpu: 1") + two),
              ElementsAre(HasSubstr("The 3 pods of this Pod's group start together and ask for 4 "
                                    "devices of class gpu.example.com, and 3 are published.")))
      << "once";
  EXPECT_THAT(told_by_review(devices, gang + two),
              ElementsAre(HasSubstr("ask, if they are alike, for 6 devices")))
      << "one is not known";
}

// pkg/controller/jobs/pod: validatePodGroupMetadata compares all pods of the group.
TEST(ReviewPodGroups, APodThatIsThereAndInNoQueueKeepsTheOthers) {
  std::string driver = member("driver", 2, "cpu: 1");
  const std::string_view label = ", kueue.x-k8s.io/queue-name: q";
  driver.erase(driver.find(label), label.size());
  EXPECT_THAT(told_by_review(queue_of(4) + driver, member("a", 2, "nvidia.com/gpu: 1")),
              ElementsAre(HasSubstr("Group g never starts: driver of it, which is there, is in no "
                                    "queue, and this Pod waits in queue q for it. Create that one "
                                    "anew with kueue.x-k8s.io/queue-name: q. [QueueNotNamed]")));
  const std::string elsewhere =
      "managedJobsNamespaceSelector: {matchLabels: {kueue: \"yes\"}}\n---\n{apiVersion: v1, kind: "
      "Namespace, metadata: {name: default}}\n";
  EXPECT_THAT(told_by_review(queue_of(4) + elsewhere + driver, member("a", 2, "nvidia.com/gpu: 1")),
              Not(Contains(HasSubstr("never starts"))))
      << "Kueue leaves the namespace alone";
}

TEST(ReviewPodGroups, PodsThatAreThereCountAsTheyAre) {
  const std::string driver = member("driver", 2, "cpu: 1");
  const std::string worker = member("a", 2, "nvidia.com/gpu: 3");
  EXPECT_THAT(told_by_review(queue_of(4) + "---\n" + driver, worker), IsEmpty());
  EXPECT_THAT(told_by_review(queue_of(4) + "---\n" + member("b", 2, "nvidia.com/gpu: 3"), worker),
              ElementsAre(HasSubstr("ask for 6 nvidia.com/gpu")));
}

}  // namespace
}  // namespace drawbridge::cli
