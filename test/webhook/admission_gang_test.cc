// Gangs against the devices that are published: pod groups, LeaderWorkerSets, training jobs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::EndsWith;
using ::testing::StartsWith;

// A driver with four devices.
std::string cluster(std::string_view device = "") {
  std::string text = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
spec: {extendedResourceName: nvidia.com/gpu, selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com'"}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: two, namespace: default}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: gpus}
spec:
  nodeName: node
  driver: gpu.nvidia.com
  pool: {name: node, generation: 1, resourceSliceCount: 1}
  devices:
)";
  for (int i = 0; i < 4; ++i)
    text += "  - {name: gpu-" + std::to_string(i) + std::string(device) + "}\n";
  return text;
}

json pod_spec() {
  json spec = pod_asking(json::object())["spec"];
  spec["containers"][0]["resources"] = {{"claims", {{{"name", "gpus"}}}}};
  spec["resourceClaims"] = {{{"name", "gpus"}, {"resourceClaimTemplateName", "two"}}};
  return spec;
}

json object_of(std::string_view api_version, std::string_view kind, const json& spec) {
  return {{"apiVersion", api_version},
          {"kind", kind},
          {"metadata", {{"name", "train"}, {"namespace", "default"}}},
          {"spec", spec}};
}

json mpi_job(int workers) {
  return object_of("kubeflow.org/v2beta1", "MPIJob",
                   {{"mpiReplicaSpecs",
                     {{"Worker", {{"replicas", workers}, {"template", {{"spec", pod_spec()}}}}}}}});
}

std::string told(const json& object, const std::string& state = cluster()) {
  ReviewServer server(state);
  const json response = server.response("/validate", review_of(object));
  EXPECT_TRUE(response["allowed"]) << response;
  std::string text;
  for (const json& warning : response.value("warnings", json::array()))
    text += (text.empty() ? "" : "\n") + std::string(warning);
  return text;
}

// Two of the four have it.
TEST(GangCheck, DevicesCountThatTheSelectorsOfARequestMatch) {
  std::string state = cluster();
  for (const char* name : {"gpu-0", "gpu-1"}) {
    const std::size_t at = state.find(name);
    state.insert(at + 5, ", attributes: {model: {string: a}}");
  }
  const std::string expression = "device.attributes['gpu.nvidia.com'].?model.orValue('') == 'a'";
  const std::string_view count = ", count: 2";
  state.replace(state.find(count), count.size(),
                ", selectors: [{cel: {expression: \"" + expression + "\"}}]");
  EXPECT_EQ(told(mpi_job(2), state), "");
  EXPECT_EQ(told(mpi_job(3), state),
            "The 3 pods of this MPIJob start together and ask for 3 devices of class "
            "gpu.nvidia.com that its selector matches, and 2 are published. Use fewer pods or "
            "fewer devices a pod, or wait until nodes bring more. [GangExceedsDevices]");
  EXPECT_EQ(told(mpi_job(5), state),
            "The 5 pods of this MPIJob start together and ask for 5 devices of class "
            "gpu.nvidia.com, and 4 are published. Use fewer pods or fewer devices a pod, or wait "
            "until nodes bring more. [GangExceedsDevices]")
      << "of the whole class, once";
}

TEST(GangCheck, ATrainingJobStartsAsOne) {
  EXPECT_EQ(told(mpi_job(2)), "");
  EXPECT_EQ(told(mpi_job(3)),
            "The 3 pods of this MPIJob start together and ask for 6 devices of class "
            "gpu.nvidia.com, and 4 are published. Use fewer pods or fewer devices a pod, or wait "
            "until nodes bring more. [GangExceedsDevices]");
  json elastic = mpi_job(3);
  elastic["spec"]["elasticPolicy"] = {{"minReplicas", 1}};
  EXPECT_EQ(told(elastic), "");
  json fewer = mpi_job(3);
  fewer["spec"]["runPolicy"]["schedulingPolicy"] = {{"minAvailable", 2}};
  EXPECT_EQ(told(fewer), "");
}

TEST(GangCheck, APlainJobNeedsNotAllAtOnce) {
  EXPECT_EQ(told(object_of("batch/v1", "Job",
                           {{"parallelism", 9}, {"template", {{"spec", pod_spec()}}}})),
            "");
}

TEST(GangCheck, EachReplicaOfALeaderWorkerSetIsAGang) {
  const auto set = [](int replicas, int size) {
    return object_of(
        "leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet",
        {{"replicas", replicas},
         {"leaderWorkerTemplate", {{"size", size}, {"workerTemplate", {{"spec", pod_spec()}}}}}});
  };
  EXPECT_EQ(told(set(5, 2)), "");
  EXPECT_EQ(told(set(1, 3)).substr(0, 76),
            "The 3 pods of this LeaderWorkerSet start together and ask for 6 devices of c");
  EXPECT_EQ(told(set(5, 3)).substr(0, 92),
            "The 3 pods of each replica of this LeaderWorkerSet start together and ask for 6 "
            "devices of c");
  EXPECT_EQ(told(set(0, 3)), "");
}

TEST(GangCheck, ThePodsOfAGroup) {
  json pod = object_of("v1", "Pod", pod_spec());
  EXPECT_EQ(told(pod), "");
  pod["metadata"]["labels"] = {{"kueue.x-k8s.io/pod-group-name", "g"}};
  pod["metadata"]["annotations"] = {{"kueue.x-k8s.io/pod-group-total-count", "2"}};
  EXPECT_EQ(told(pod), "");
  pod["metadata"]["annotations"] = {{"kueue.x-k8s.io/pod-group-total-count", "3"}};
  EXPECT_NE(told(pod).find("The 3 pods of this Pod's group start together and ask, if they are "
                           "alike, for 6 devices"),
            std::string::npos);
}

TEST(GangCheck, ThePodsOfAPodGroup) {
  const auto group_of = [](int members) {
    return cluster("") +
           "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {name: g, "
           "namespace: default}\nspec: {minMember: " +
           std::to_string(members) + "}\n";
  };
  json pod = object_of("v1", "Pod", pod_spec());
  pod["metadata"]["labels"] = {{"scheduling.x-k8s.io/pod-group", "g"}};
  EXPECT_EQ(told(pod, group_of(2)), "");
  EXPECT_NE(told(pod, group_of(3)).find("Lower the PodGroup's minMember, use fewer devices a pod"),
            std::string::npos);
  EXPECT_NE(told(pod, group_of(3))
                .find("The 3 pods of this Pod's group start together and ask, "
                      "if they are alike, for 6 devices"),
            std::string::npos);
}

TEST(GangCheck, SharedDevicesAreNoMeasure) {
  EXPECT_EQ(told(mpi_job(3), cluster(", allowMultipleAllocations: true")), "");
}

TEST(GangQuota, AGangThatMayNeverHaveAllIsRefused) {
  const auto quota = [](int hard, std::string_view more = "") {
    return cluster() +
           "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
           "namespace: default}\nspec: {hard: {nvidia.com/gpu: " +
           std::to_string(hard) + "}" + std::string(more) + "}\n";
  };
  const auto answer = [](const json& object, const std::string& state) {
    ReviewServer server(state);
    return server.response("/validate", review_of(object));
  };
  const json fits = answer(mpi_job(2), quota(4));
  EXPECT_TRUE(fits["allowed"]) << fits;
  const json refused = answer(mpi_job(2), quota(3));
  EXPECT_FALSE(refused["allowed"]);
  EXPECT_EQ(refused["status"]["message"],
            "The 2 pods of this MPIJob start together and ask for 4 nvidia.com/gpu, and default "
            "may have 3 (DeviceQuota q).\nAsk for 1 a pod, use fewer pods, or have the quota "
            "raised to 4: kubectl get devicequota -n default. [QuotaExceeded]");
  EXPECT_TRUE(answer(mpi_job(2), quota(3, ", enforcement: Warn"))["allowed"]);
}

std::string quota_of(int hard, int used = 0) {
  return "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
         "namespace: default}\nspec: {hard: {nvidia.com/gpu: " +
         std::to_string(hard) + "}}\nstatus: {used: {nvidia.com/gpu: " + std::to_string(used) +
         "}}\n";
}

// Of tasks with so many pods each, of two devices a pod.
json volcano_job(const std::vector<int>& tasks, const json& more = json::object()) {
  json spec = more;
  for (const int replicas : tasks)
    spec["tasks"].push_back({{"replicas", replicas}, {"template", {{"spec", pod_spec()}}}});
  return object_of("batch.volcano.sh/v1alpha1", "Job", spec);
}

// On CREATE, or on UPDATE of what is there.
std::string told_of_quota(const json& object, const std::string& state,
                          const json& before = nullptr) {
  ReviewServer server(state);
  json review = review_of(object);
  if (!before.is_null()) {
    review["request"]["operation"] = "UPDATE";
    review["request"]["oldObject"] = before;
  }
  const json response = server.response("/validate", review);
  if (!response["allowed"]) return "refused: " + response["status"].value("message", "");
  std::string text;
  for (const json& warning : response.value("warnings", json::array())) {
    if (warning.dump().find("[QuotaExceeded]") != std::string::npos)
      text += "warned: " + std::string(warning);
  }
  return text;
}

TEST(GangQuota, AJobOfVolcanoStartsWithMinAvailable) {
  const std::string state = cluster() + quota_of(5);
  EXPECT_EQ(told_of_quota(volcano_job({2}), state), "");
  EXPECT_EQ(told_of_quota(volcano_job({3}), state),
            "refused: The 3 pods of this Job start together and ask for 6 nvidia.com/gpu, and "
            "default may have 5 (DeviceQuota q).\nAsk for 1 a pod, use fewer pods, or have the "
            "quota raised to 6: kubectl get devicequota -n default. [QuotaExceeded]");
  EXPECT_EQ(told_of_quota(volcano_job({2, 3}, {{"minAvailable", 3}}), state),
            "refused: This Job starts with 3 of its 5 pods together (minAvailable), which ask for "
            "6 nvidia.com/gpu, and default may have 5 (DeviceQuota q).\nAsk for 1 a pod, lower "
            "minAvailable, or have the quota raised to 6: kubectl get devicequota -n default. "
            "[QuotaExceeded]");
  EXPECT_EQ(told_of_quota(volcano_job({3}, {{"minAvailable", 2}}), state).substr(0, 7), "warned:")
      << "two of them can start";
  EXPECT_EQ(
      told_of_quota(volcano_job({3}, {{"schedulerName", "default-scheduler"}}), state).substr(0, 7),
      "warned:")
      << "each starts by itself";
  json several = volcano_job({2, 3}, {{"minAvailable", 3}});
  several["spec"]["tasks"][0]["template"]["spec"] = pod_asking(json::object())["spec"];
  EXPECT_EQ(told_of_quota(several, state).substr(0, 7), "warned:")
      << "two of the three may be those that ask for nothing";
  json task = volcano_job({3, 1});
  task["spec"]["tasks"][0]["minAvailable"] = 1;
  EXPECT_EQ(told_of_quota(task, state).substr(0, 7), "warned:") << "two of the four";
}

TEST(GangQuota, AWorkloadWhosePodsAreAGroupIsWarned) {
  const std::string group =
      "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: PodGroup\nmetadata: {name: g, "
      "namespace: default}\nspec: {minMember: 3}\n";
  const auto job = [](int parallelism) {
    return object_of("batch/v1", "Job",
                     {{"parallelism", parallelism},
                      {"completions", parallelism},
                      {"template",
                       {{"metadata", {{"labels", {{"scheduling.x-k8s.io/pod-group", "g"}}}}},
                        {"spec", pod_spec()}}}});
  };
  EXPECT_EQ(told_of_quota(job(4), cluster() + group + quota_of(5)),
            "warned: The 3 pods of this Job's group start together and ask, if they are alike, for "
            "6 nvidia.com/gpu, and default may have 5 (DeviceQuota q). Ask for 1 a pod, lower the "
            "PodGroup's minMember, or have the quota raised to 6. [QuotaExceeded]");
  EXPECT_EQ(told_of_quota(job(3), cluster() + group + quota_of(1)),
            "refused: The 3 pods of this Job's group start together and ask, if they are alike, "
            "for 6 nvidia.com/gpu, and default may have 1 (DeviceQuota q).\nLower the PodGroup's "
            "minMember and use fewer devices a pod, or have the quota raised to 6: kubectl get "
            "devicequota -n default. [QuotaExceeded]")
      << "no pod of it can ever have its devices";
  EXPECT_EQ(told_of_quota(job(3), cluster() + group + quota_of(6)), "");
  EXPECT_EQ(told_of_quota(job(2), cluster() + group + quota_of(5)), "")
      << "others have to be of the group";
  EXPECT_EQ(told_of_quota(job(3), cluster() + group + quota_of(5, 4)).substr(0, 8), "refused:")
      << "no pod can have its devices now";
  EXPECT_NE(told_of_quota(job(3), cluster() + quota_of(5)).find("only 2 of 3 pods are let in"),
            std::string::npos)
      << "there is no such group";
}

TEST(GangQuota, WhatIsSaidOfTheGangIsNotSaidOfItsPods) {
  const std::string state = cluster() + R"(---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: q, namespace: default}
spec: {hard: {nvidia.com/gpu: 5}}
status: {used: {nvidia.com/gpu: 1}}
)";
  const auto refusal = [&](const json& object) {
    ReviewServer server(state);
    const json answer = server.response("/validate", review_of(object));
    EXPECT_FALSE(answer["allowed"]) << answer;
    EXPECT_FALSE(answer.contains("warnings") &&
                 answer["warnings"].dump().find("let in") != std::string::npos)
        << answer;
    return answer["status"].value("message", "");
  };
  const std::string one = refusal(mpi_job(3));
  EXPECT_NE(one.find("ask for 6 nvidia.com/gpu, and default may have 5"), std::string::npos) << one;
  EXPECT_NE(one.find("have the quota raised to 7: kubectl"), std::string::npos) << one;
  // All of them are wanted.
  const std::string each = refusal(object_of(
      "leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet",
      {{"replicas", 2},
       {"leaderWorkerTemplate", {{"size", 3}, {"workerTemplate", {{"spec", pod_spec()}}}}}}));
  EXPECT_NE(each.find("have the quota raised to 13 for 2 replicas"), std::string::npos) << each;
}

// A pod spec whose container asks for so many devices as extended resource.
json spec_asking(int gpus) {
  return pod_asking({{"nvidia.com/gpu", std::to_string(gpus)}})["spec"];
}

json pytorch_job(int workers, int gpus, int of_master) {
  return object_of(
      "kubeflow.org/v1", "PyTorchJob",
      {{"pytorchReplicaSpecs",
        {{"Master", {{"replicas", 1}, {"template", {{"spec", spec_asking(of_master)}}}}},
         {"Worker", {{"replicas", workers}, {"template", {{"spec", spec_asking(gpus)}}}}}}}});
}

// Of one pod that asks for more than all may have, too: what it alone could have is too much for
// all.
TEST(GangQuota, WhatIsProposedHoldsForTheWholeGang) {
  const auto fix = [](const json& object, int hard, int used = 0) {
    const std::string told = told_of_quota(object, cluster() + quota_of(hard, used));
    const std::size_t at = told.find('\n');
    return at == std::string::npos ? told : told.substr(at + 1, told.rfind(" raised") - at - 1);
  };
  EXPECT_EQ(fix(pytorch_job(3, 10, 10), 8), "Ask for 2 a pod, use fewer pods, or have the quota");
  EXPECT_EQ(fix(pytorch_job(3, 2, 2), 8), "");
  EXPECT_EQ(fix(pytorch_job(3, 10, 10), 4), "Ask for 1 a pod, use fewer pods, or have the quota");
  EXPECT_EQ(fix(pytorch_job(3, 10, 10), 3),
            "Use fewer pods and fewer devices a pod, or have the quota");
  EXPECT_EQ(fix(pytorch_job(3, 1, 1), 3), "Use fewer pods, or have the quota");
  EXPECT_EQ(fix(pytorch_job(3, 10, 0), 8), "Ask for 2 a pod, use fewer pods, or have the quota")
      << "the master asks for nothing";
  EXPECT_EQ(fix(pytorch_job(3, 10, 1), 8),
            "Use fewer pods or fewer devices a pod, or have the quota");
  EXPECT_EQ(fix(pytorch_job(3, 10, 10), 8, 4), "Ask for 1 a pod, use fewer pods, or have the quota")
      << "4 are in use";
  EXPECT_EQ(fix(pytorch_job(3, 10, 10), 0), "Have the quota");
  EXPECT_EQ(fix(mpi_job(4), 4), "Ask for 1 a pod, use fewer pods, or have the quota");
}

// The gang would have room, but for what is in use.
TEST(GangQuota, WhatIsToBeFreedIsForTheWholeGang) {
  EXPECT_THAT(
      told_of_quota(pytorch_job(3, 2, 1), cluster() + quota_of(16, 15)),
      StartsWith("refused: default has 15 of 16 nvidia.com/gpu in use (DeviceQuota q), other "
                 "pods of this PyTorchJob ask for 1 and each of these asks for 2 (container "
                 "main, class gpu.nvidia.com, as extended resource nvidia.com/gpu).\nFree 6 "
                 "for all of them, or have the quota raised: kubectl get pods"));
  EXPECT_EQ(told_of_quota(pytorch_job(3, 2, 1), cluster() + quota_of(16, 9)), "");
}

TEST(GangQuota, WhatNobodyCountsIsNoNumber) {
  EXPECT_EQ(told_of_quota(object_of("kubeflow.org/v1", "PyTorchJob", pytorch_job(1, 1, 1)["spec"]),
                          cluster() + quota_of(2)),
            "");
  json job = pytorch_job(1, 1, 1);
  for (const char* role : {"Master", "Worker"})
    job["spec"]["pytorchReplicaSpecs"][role]["template"]["spec"] =
        pod_asking({{"nvidia.com/gpu", "9223372036854775807"}})["spec"];
  EXPECT_EQ(told_of_quota(job, cluster() + quota_of(2)),
            "refused: The 2 pods of this PyTorchJob start together and ask for more nvidia.com/gpu "
            "than can be counted, and default may have 2 (DeviceQuota q).\nAsk for 1 a pod, use "
            "fewer pods. [QuotaExceeded]");
  const json leaders =
      object_of("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet",
                {{"replicas", 2147483647},
                 {"leaderWorkerTemplate",
                  {{"size", 2147483647}, {"workerTemplate", {{"spec", pod_spec()}}}}}});
  EXPECT_THAT(told_of_quota(leaders, cluster() + quota_of(2)),
              EndsWith("(DeviceQuota q).\nUse fewer pods. [QuotaExceeded]"));
}

// Only what waits behind Kueue's gate is charged later.
TEST(GangQuota, WhereKueueIsAGangInNoQueueIsJudged) {
  const std::string kueue =
      "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: "
      "cq}\nspec: {namespaceSelector: {}, resourceGroups: [{coveredResources: [nvidia.com/gpu], "
      "flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}]}\n"
      "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: f}\n"
      "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: lq, "
      "namespace: default}\nspec: {clusterQueue: cq}\n";
  std::string excludes = quota_of(3);
  excludes.insert(excludes.find("}}\nstatus") + 1, ", excludeQueued: true");
  const std::string state = cluster() + kueue + excludes;
  const auto told = [&](const json& object) { return told_of_quota(object, state).substr(0, 32); };
  EXPECT_EQ(told(pytorch_job(3, 1, 1)), "refused: The 4 pods of this PyTo");
  json queued = pytorch_job(3, 1, 1);
  queued["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "lq";
  EXPECT_EQ(told(queued), "refused: The 4 pods of this PyTo") << "its pods wait behind no gate";
  json gated = pytorch_job(3, 1, 1);
  for (const char* role : {"Master", "Worker"})
    gated["spec"]["pytorchReplicaSpecs"][role]["template"]["metadata"]["labels"] = {
        {"kueue.x-k8s.io/queue-name", "lq"}};
  EXPECT_EQ(told(gated), "");
}

// No change of what is there is refused for its gang, and only what it asks for more is told.
TEST(GangQuota, AGangThatGrowsIsWarned) {
  const std::string state = cluster() + quota_of(4, 2);
  const auto told = [&](const json& now, const json& before) {
    return told_of_quota(now, state, before);
  };
  EXPECT_EQ(told(pytorch_job(7, 1, 1), pytorch_job(1, 1, 1)),
            "warned: The 8 pods of this PyTorchJob start together and ask for 8 nvidia.com/gpu, "
            "and default may have 4 (DeviceQuota q). Use fewer pods, or have the quota raised to "
            "8. [QuotaExceeded]");
  EXPECT_EQ(told(pytorch_job(3, 1, 1), pytorch_job(1, 1, 1)), "");
  EXPECT_EQ(told(pytorch_job(7, 1, 1), pytorch_job(7, 1, 1)), "") << "nothing is asked for";
  EXPECT_EQ(told(pytorch_job(6, 1, 1), pytorch_job(7, 1, 1)), "") << "it asks for less";
  EXPECT_EQ(told(pytorch_job(1, 9, 9), pytorch_job(1, 1, 1)).substr(0, 7), "warned:");
  const json more = {{"minAvailable", 3}};
  const json less = {{"minAvailable", 2}};
  EXPECT_EQ(told(volcano_job({3}, more), volcano_job({3}, less)).substr(0, 7), "warned:")
      << "more of them are waited for";
  EXPECT_EQ(told(volcano_job({3}, less), volcano_job({3}, more)), "");
}

TEST(GangCheck, AGangThatIsThereAndAsksForNoMoreIsLetBe) {
  const auto said = [](const json& now, const json& before) {
    ReviewServer server(cluster());
    json review = review_of(now);
    review["request"]["operation"] = "UPDATE";
    review["request"]["oldObject"] = before;
    return server.response("/validate", review).value("warnings", json::array()).dump();
  };
  const auto is_told = [&](const json& now, const json& before) {
    return said(now, before).find("[GangExceedsDevices]") != std::string::npos;
  };
  EXPECT_TRUE(is_told(mpi_job(3), mpi_job(2)));
  EXPECT_FALSE(is_told(mpi_job(3), mpi_job(3)));
  EXPECT_FALSE(is_told(mpi_job(3), mpi_job(4)));
  json relabelled = mpi_job(3);
  relabelled["spec"]["mpiReplicaSpecs"]["Worker"]["template"]["metadata"]["labels"]["a"] = "b";
  EXPECT_FALSE(is_told(relabelled, mpi_job(3)));
}

}  // namespace
}  // namespace drawbridge::admission
