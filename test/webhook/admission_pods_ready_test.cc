// WaitForPodsReadyOff: which pods are one workload of Kueue's, and wait for each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;

std::string queue_of_all() {
  return device_class("gpu.nvidia.com") + claim_template("one", "gpu.nvidia.com") + local_queue() +
         cluster_queue("  resourceGroups:\n" + group_of("nvidia.com/gpu", "f", 99)) +
         kueue_configuration(
             "batch/job, pod, deployment, statefulset, kubeflow.org/pytorchjob, "
             "kubeflow.org/mpijob, leaderworkerset.x-k8s.io/leaderworkerset",
             "nvidia.com/gpu", "gpu.nvidia.com", "  quotaCheckStrategy: IgnoreUndeclared\n");
}

json pod_template(bool with_device = true) {
  json spec = pod_asking(json::object())["spec"];
  if (with_device) {
    spec["containers"][0]["resources"] = {{"claims", {{{"name", "gpus"}}}}};
    spec["resourceClaims"] = {{{"name", "gpus"}, {"resourceClaimTemplateName", "one"}}};
  }
  return {{"metadata", {{"labels", {{"app", "a"}}}}}, {"spec", spec}};
}

json object_of(std::string_view api_version, std::string_view kind, const json& spec) {
  return {{"apiVersion", api_version},
          {"kind", kind},
          {"metadata",
           {{"name", "train"},
            {"namespace", "default"},
            {"labels", {{"kueue.x-k8s.io/queue-name", "q"}}}}},
          {"spec", spec}};
}

json replicated(std::string_view kind, int replicas) {
  return object_of("apps/v1", kind,
                   {{"replicas", replicas},
                    {"selector", {{"matchLabels", {{"app", "a"}}}}},
                    {"template", pod_template()}});
}

json leader_worker_set(int groups, int size) {
  return object_of(
      "leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet",
      {{"replicas", groups},
       {"leaderWorkerTemplate",
        {{"size", size}, {"leaderTemplate", pod_template()}, {"workerTemplate", pod_template()}}}});
}

json of_kubeflow(std::string_view kind, std::string_view specs, const json& master,
                 const json& worker, int workers) {
  return object_of(kind == "MPIJob" ? "kubeflow.org/v2beta1" : "kubeflow.org/v1", kind,
                   {{specs,
                     {{kind == "MPIJob" ? "Launcher" : "Master", {{"template", master}}},
                      {"Worker", {{"replicas", workers}, {"template", worker}}}}}});
}

// What is told of "admits the ... by quota", of each finding; other codes in brackets.
std::string told(const json& object, const std::string& more = "") {
  ReviewServer server(queue_of_all() + more);
  const json response = server.response("/validate", review_of(object));
  EXPECT_TRUE(response["allowed"]) << response;
  std::string result;
  for (const json& warning : response.value("warnings", json::array())) {
    const std::string text = warning;
    EXPECT_LE(text.size(), 256u) << text;
    const std::size_t from = text.find("admits the ");
    result += result.empty() ? "" : " ";
    result += from == std::string::npos
                  ? text.substr(text.rfind('['))
                  : text.substr(from + 11, text.find(" by quota") - from - 11);
  }
  return result;
}

TEST(PodsReady, AJobIsOneWorkload) {
  json job = object_of("batch/v1", "Job", {{"parallelism", 4}, {"template", pod_template()}});
  EXPECT_EQ(told(job), "4 pods of this Job");
  job["spec"]["parallelism"] = 1;
  EXPECT_EQ(told(job), "") << "nobody waits for it";
  job["spec"]["parallelism"] = 4;
  EXPECT_EQ(told(job, "waitForPodsReady: {timeout: 5m}\n"), "") << "Kueue takes it back";
  job["spec"]["managedBy"] = "kueue.x-k8s.io/multikueue";
  EXPECT_EQ(told(job), "[MultiKueueObjects]") << "another Kueue runs it";
}

// apis/config/v1beta1, WaitForPodsReady: a section without `enable: true` is off.
TEST(PodsReady, V1beta1HasASwitch) {
  constexpr std::string_view kNow = "config.kueue.x-k8s.io/v1beta2";
  const json job = object_of("batch/v1", "Job", {{"parallelism", 4}, {"template", pod_template()}});
  const auto warnings = [&](std::string_view version, const std::string& more) {
    std::string state = queue_of_all() + more;
    state.replace(state.find(kNow), kNow.size(), version);
    // v1beta1 lacks it.
    constexpr std::string_view kStrategy = "  quotaCheckStrategy: IgnoreUndeclared\n";
    if (version != kNow) state.erase(state.find(kStrategy), kStrategy.size());
    ReviewServer server(state);
    return server.response("/validate", review_of(job)).value("warnings", json::array());
  };
  constexpr std::string_view kOld = "config.kueue.x-k8s.io/v1beta1";
  EXPECT_EQ(warnings(kOld, "waitForPodsReady: {timeout: 5m, enable: true}\n"), json::array());
  for (const std::string more : {"", "waitForPodsReady: {timeout: 5m}\n"}) {
    const json told = warnings(kOld, more);
    ASSERT_EQ(told.size(), 1u) << told;
    EXPECT_THAT(std::string(told[0]),
                ::testing::HasSubstr("Set enable: true in waitForPodsReady of Kueue's"));
  }
  const json told = warnings(kNow, "");
  ASSERT_EQ(told.size(), 1u) << told;
  EXPECT_THAT(std::string(told[0]), ::testing::HasSubstr("Set waitForPodsReady in Kueue's"));
}

// pkg/controller/jobs/deployment: the label is copied to the pods, each of which is a workload.
TEST(PodsReady, PodsOfADeploymentAreAdmittedOneByOne) {
  EXPECT_EQ(told(replicated("Deployment", 9)), "");
  EXPECT_EQ(told(replicated("StatefulSet", 3)), "3 pods of this StatefulSet");
  // Its own label is nobody's; that of its pods makes each a workload.
  json set = replicated("ReplicaSet", 3);
  set["spec"]["template"]["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  EXPECT_EQ(told(set), "");
}

TEST(PodsReady, GroupsOfALeaderWorkerSetAreAdmittedOneByOne) {
  EXPECT_EQ(told(leader_worker_set(2, 3)), "3 pods of each group of this LeaderWorkerSet");
  EXPECT_EQ(told(leader_worker_set(9, 1)), "");
  EXPECT_EQ(told(leader_worker_set(0, 3)), "");
}

TEST(PodsReady, TemplatesOfOneObjectAreOneWorkload) {
  const json gpu = pod_template();
  EXPECT_EQ(told(of_kubeflow("PyTorchJob", "pytorchReplicaSpecs", gpu, gpu, 1)),
            "2 pods of this PyTorchJob");
  EXPECT_EQ(told(of_kubeflow("MPIJob", "mpiReplicaSpecs", pod_template(false), gpu, 2)),
            "2 pods with devices of this MPIJob");
  EXPECT_EQ(told(of_kubeflow("MPIJob", "mpiReplicaSpecs", pod_template(false), gpu, 1)), "");
}

TEST(PodsReady, WhatKueueLeavesAloneIsNotAdmitted) {
  const json gpu = pod_template();
  EXPECT_EQ(told(of_kubeflow("TFJob", "tfReplicaSpecs", gpu, gpu, 4)), "[QueueIgnored]");
}

TEST(PodsReady, APodGroupIsOneWorkload) {
  json pod = object_of("v1", "Pod", pod_template()["spec"]);
  EXPECT_EQ(told(pod), "");
  pod["metadata"]["labels"]["kueue.x-k8s.io/pod-group-name"] = "g";
  pod["metadata"]["annotations"] = {{"kueue.x-k8s.io/pod-group-total-count", "4"}};
  EXPECT_EQ(told(pod), "4 pods of this pod group");
}

}  // namespace
}  // namespace drawbridge::admission
