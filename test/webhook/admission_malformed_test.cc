// Pods that are no pods: what is wrong, with which part, and what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/api/pod.h"
#include "test/webhook/admission_testing.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string refusal_of(const json& pod) {
  ReviewServer server{std::string(kGpuCluster)};
  const json response = server.response("/mutate", review_of(pod));
  return response["allowed"] ? "allowed" : response["status"]["message"].get<std::string>();
}

TEST(MalformedPod, AQuantityIsCalledOne) {
  json pod = pod_asking({{"nvidia.com/gpu", "1"}});
  pod["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] = json::array();
  EXPECT_EQ(refusal_of(pod),
            "spec.containers[0].resources.limits[nvidia.com/gpu]: must be a quantity such as 1, "
            "not an array.\nCorrect the field; kubectl explain shows its type. [MalformedObject]");
}

// As resource.Quantity reads it.
TEST(MalformedPod, NullIsAQuantityOfNothing) {
  json pod = pod_asking({{"nvidia.com/gpu", "1"}});
  json& resources = pod["spec"]["containers"][0]["resources"];
  resources["limits"]["cpu"] = nullptr;
  EXPECT_EQ(refusal_of(pod), "allowed");
  for (const char* list : {"limits", "requests"}) resources[list]["nvidia.com/gpu"] = nullptr;
  EXPECT_EQ(refusal_of(pod), "allowed");
}

TEST(MalformedPod, AContainerWithoutANameIsTold) {
  json pod = pod_asking({{"nvidia.com/gpu", "1"}});
  pod["spec"]["containers"][0].erase("name");
  EXPECT_EQ(refusal_of(pod),
            "spec.containers[0] has no name.\nGive it one of lower-case letters, digits and -. "
            "[MalformedObject]");
}

TEST(MalformedPod, TooManyContainersAreNoMatterOfTypes) {
  json pod = pod_asking({{"nvidia.com/gpu", "1"}});
  json& containers = pod["spec"]["containers"];
  for (std::size_t i = containers.size(); i < kube::kPodContainersMax; ++i)
    containers.push_back({{"name", "c" + std::to_string(i)}, {"image", "i"}});
  EXPECT_THAT(refusal_of(pod), Not(HasSubstr("entries")));
  containers.push_back({{"name", "last"}, {"image", "i"}});
  EXPECT_EQ(refusal_of(pod),
            "spec.containers: has 2049 entries; at most 2048 are read.\n"
            "Use fewer containers in one pod. [MalformedObject]");
}

TEST(MalformedPod, FindingsFollowTheContainersAndTheRestIsCounted) {
  json pod = pod_asking({{"nvidia.com/gpu", "1"}});
  json& containers = pod["spec"]["containers"];
  containers = json::array();
  for (int i = 0; i < 101; ++i) {
    containers.push_back(
        {{"name", "c" + std::to_string(i)},
         {"image", "i"},
         {"resources", {{"limits", {{"nvidia.com/gpu", std::to_string(i * 2 + 1) + "500m"}}}}}});
  }
  const std::string message = refusal_of(pod);
  const auto at = [&](int i) { return message.find("Container c" + std::to_string(i) + " asks"); };
  EXPECT_EQ(at(0), 0u);
  for (int i = 0; i + 1 < 64; ++i) EXPECT_LT(at(i), at(i + 1)) << i;
  EXPECT_EQ(at(64), std::string::npos);
  EXPECT_THAT(message, HasSubstr("(37 more findings are left out.)"));
}

TEST(MalformedPod, WhatIsWrongWithManyContainersAlikeIsToldOnce) {
  json pod = pod_asking({{"nvidia.com/gpu", "1"}});
  json& containers = pod["spec"]["containers"];
  containers = json::array();
  for (int i = 0; i < 40; ++i) {
    containers.push_back({{"name", "c" + std::to_string(i)},
                          {"image", "i"},
                          {"resources", {{"limits", {{"nvidia.com/gpu", "500m"}}}}}});
  }
  const std::string message = refusal_of(pod);
  EXPECT_EQ(message.find("Container c0 asks"), 0u);
  EXPECT_EQ(message.find("[ResourceQuantityInvalid]"), message.rfind("[ResourceQuantityInvalid]"));
  EXPECT_THAT(message, HasSubstr("c1, c2, c3"));
}

}  // namespace
}  // namespace drawbridge::admission
