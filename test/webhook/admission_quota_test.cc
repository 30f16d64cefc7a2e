// DeviceQuotas and the overlap of the mapping paths, from objects to the answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "test/generated_cases.h"
#include "test/webhook/admission_testing.h"
#include "webhook/decide/decide.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::string quota(std::string_view hard, std::string_view used = "", std::string_view more = "") {
  return "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
         "namespace: "
         "default}\nspec: {hard: {nvidia.com/gpu: '" +
         std::string(hard) + "'}" + std::string(more) + "}\nstatus: {used: {" + std::string(used) +
         "}}\n";
}

std::string claim_template(std::string_view name, std::string_view requests) {
  return "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: " +
         std::string(name) + ", namespace: default}\nspec: {spec: {devices: {requests: [" +
         std::string(requests) + "]}}}\n";
}

// Of one more node.
constexpr std::string_view kEightGpus =
    "---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: big}\nspec: "
    "{nodeName: big, driver: gpu.nvidia.com, pool: {name: big, generation: 1, resourceSliceCount: "
    "1}, devices: [{name: a}, {name: b}, {name: c}, {name: d}, {name: e}, {name: f}, {name: g}, "
    "{name: h}]}\n";

constexpr std::string_view kOneGpu = "{name: r, exactly: {deviceClassName: gpu.nvidia.com}}";

class QuotaTest : public ::testing::Test {
 protected:
  // The pod's way through /mutate, the patch and /validate; the last answer.
  static json applied(std::string_view cluster, json pod) {
    ReviewServer server(std::string(kGpuCluster) + std::string(cluster));
    const json mutated = server.response("/mutate", review_of(pod));
    if (!mutated["allowed"]) return mutated;
    if (mutated.contains("patch")) pod = pod.patch(patch_of(mutated));
    json validated = server.response("/validate", review_of(pod));
    EXPECT_FALSE(validated.contains("patch"));
    return validated;
  }
  static std::string refusal(std::string_view cluster, const json& pod) {
    const json response = applied(cluster, pod);
    return response["allowed"] ? "allowed" : response["status"]["message"].get<std::string>();
  }
  static json gpus(const std::string& count) { return pod_asking({{"nvidia.com/gpu", count}}); }
  static json with_claim(json pod, std::string_view template_name) {
    pod["spec"]["resourceClaims"] = {
        {{"name", "mine"}, {"resourceClaimTemplateName", template_name}}};
    pod["spec"]["containers"][0]["resources"]["claims"] = {{{"name", "mine"}}};
    return pod;
  }
};

TEST_F(QuotaTest, ARewrittenPodIsChargedForWhatItAsked) {
  EXPECT_EQ(refusal(quota("8", "nvidia.com/gpu: 7"), gpus("1")), "allowed");
  EXPECT_EQ(refusal(quota("8", "nvidia.com/gpu: 7"), gpus("2")),
            "default has 7 of 8 nvidia.com/gpu in use (DeviceQuota gpus) and this Pod asks for 2 "
            "(container main, class gpu.nvidia.com, rewritten from nvidia.com/gpu).\n"
            "Ask for 1, or free one: kubectl get pods,resourceclaims -n default shows what uses "
            "them. [QuotaExceeded]");
  EXPECT_THAT(refusal(quota("8", "nvidia.com/gpu: 8"), gpus("2")),
              HasSubstr("\nFree 2, or have the quota raised: kubectl get pods,resourceclaims -n "
                        "default shows "));
}

TEST_F(QuotaTest, WhatToFreeIsWhatIsMissing) {
  const auto asking = [](std::string_view used, const std::string& count) {
    return refusal(quota("8", "nvidia.com/gpu: " + std::string(used)) + std::string(kEightGpus),
                   gpus(count));
  };
  EXPECT_THAT(asking("7", "5"),
              HasSubstr("\nAsk for 1, or free 4: kubectl get pods,resourceclaims "));
  EXPECT_THAT(asking("1", "8"),
              HasSubstr("\nAsk for 7, or free one: kubectl get pods,resourceclaims "));
  EXPECT_THAT(asking("9", "1"), HasSubstr("\nFree 2, or have the quota raised: "));
  // Of 8, freeing all makes no room for 9.
  EXPECT_THAT(asking("7", "9"), HasSubstr("\nAsk for 1, or have the quota raised to 16: "
                                          "kubectl get devicequota -n default. "));
  EXPECT_THAT(asking("8", "9"), HasSubstr("\nHave the quota raised to 17: "));
}

// Whoever follows one of them is not refused by the next one.
TEST_F(QuotaTest, WhatIsProposedFitsAllQuotas) {
  const auto asking = [](std::string_view of_other) {
    std::string other = quota("8", "nvidia.com/gpu: " + std::string(of_other));
    other.replace(other.find("gpus"), 4, "more");
    return refusal(quota("8", "nvidia.com/gpu: 6") + other + std::string(kEightGpus), gpus("3"));
  };
  EXPECT_THAT(asking("7"), AllOf(HasSubstr("\nAsk for 1, or free one: "),
                                 HasSubstr("\nAsk for 1, or free 2: ")));
  EXPECT_THAT(asking("8"), AllOf(HasSubstr("\nFree 1, or have the quota raised: "),
                                 HasSubstr("\nFree 3, or have the quota raised: ")));
}

// Nobody who wrote 1 everywhere can ask for 1.
TEST_F(QuotaTest, WhatSeveralAskForTogetherIsProposedInAll) {
  const std::string room = quota("8", "nvidia.com/gpu: 7") + std::string(kEightGpus);
  EXPECT_THAT(refusal(room, gpus("2")), HasSubstr("\nAsk for 1, or free one: "));
  json two = gpus("1");
  two["spec"]["containers"].push_back(two["spec"]["containers"][0]);
  two["spec"]["containers"][1]["name"] = "other";
  EXPECT_THAT(refusal(room, two), HasSubstr("\nAsk for 1 in all, or free one: "));
  const std::string request = "exactly: {deviceClassName: gpu.nvidia.com, count: 1}}";
  EXPECT_THAT(refusal(room + claim_template("t", "{name: r, " + request + ", {name: s, " + request),
                      with_claim(pod_asking(json::object()), "t")),
              HasSubstr("\nAsk for 1 in all, or free one: "));
}

TEST_F(QuotaTest, NoMoreIsProposedThanANodeHas) {
  const auto asking = [](std::string_view request) {
    return refusal(quota("12", "nvidia.com/gpu: 2") + std::string(kEightGpus) +
                       claim_template("t", "{name: r, exactly: {deviceClassName: gpu.nvidia.com, " +
                                               std::string(request) + "}}"),
                   with_claim(gpus("2"), "t"));
  };
  EXPECT_THAT(asking("count: 10"), HasSubstr("asks for 12 ("));
  EXPECT_THAT(asking("count: 10"), HasSubstr("\nAsk for 8 in all, or free 2: "));
  EXPECT_THAT(refusal(quota("9", "nvidia.com/gpu: 0") + std::string(kEightGpus) +
                          claim_template("t",
                                         "{name: r, exactly: {deviceClassName: "
                                         "gpu.nvidia.com, count: 10}}"),
                      with_claim(pod_asking(json::object()), "t")),
              HasSubstr("\nAsk for 8, or have the quota raised to 10: "));
}

TEST_F(QuotaTest, DevicesAreFreedWhole) {
  EXPECT_THAT(refusal(quota("2500m", "nvidia.com/gpu: 2"), gpus("1")),
              HasSubstr("\nFree 1, or have the quota raised: "));
  EXPECT_THAT(refusal(quota("2500m", "nvidia.com/gpu: 1"), gpus("2")),
              HasSubstr("\nAsk for 1, or free one: "));
}

TEST_F(QuotaTest, AllMatchingDevicesAreNamedAsSuch) {
  const std::string all =
      "{name: r, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}";
  const std::string cluster = claim_template("t", all) + quota("8", "nvidia.com/gpu: 8");
  EXPECT_THAT(refusal(cluster, with_claim(pod_asking(json::object()), "t")),
              HasSubstr("this Pod asks for all matching devices, counted as 1 (container main, "
                        "class gpu.nvidia.com, by template t)."));
  EXPECT_THAT(refusal(cluster, with_claim(gpus("1"), "t")),
              HasSubstr("asks for 2 with all matching devices counted ("));
}

TEST_F(QuotaTest, BothPathsAreChargedTogether) {
  const std::string cluster = claim_template("t", kOneGpu);
  EXPECT_EQ(refusal(cluster + quota("2"), with_claim(gpus("1"), "t")), "allowed");
  EXPECT_THAT(refusal(cluster + quota("1"), with_claim(gpus("1"), "t")),
              AllOf(HasSubstr("this Pod asks for 2"), HasSubstr("by template t"),
                    HasSubstr("rewritten from nvidia.com/gpu")));
}

TEST_F(QuotaTest, WhatReadsAlikeIsToldOnce) {
  const std::string two = std::string(kOneGpu) +
                          ", {name: another, exactly: {deviceClassName: gpu.nvidia.com}}"
                          ", {name: third, exactly: {deviceClassName: gpu.nvidia.com}}";
  EXPECT_THAT(
      refusal(claim_template("t", two) + quota("2"), with_claim(pod_asking(json::object()), "t")),
      HasSubstr("asks for 3 (container main, class gpu.nvidia.com, by template t)."));
}

TEST_F(QuotaTest, TheImplicitNameOfAClassIsChargedToo) {
  const json pod = pod_asking({{"deviceclass.resource.kubernetes.io/gpu.nvidia.com", "2"}});
  EXPECT_EQ(refusal(quota("2"), pod), "allowed");
  EXPECT_THAT(refusal(quota("1"), pod),
              HasSubstr("as extended resource deviceclass.resource.kubernetes.io/gpu.nvidia.com"));
}

TEST_F(QuotaTest, EachContainerThatAsksIsNamed) {
  json pod = gpus("2");
  json second = pod["spec"]["containers"][0];
  second["name"] = "second";
  pod["spec"]["containers"].push_back(second);
  EXPECT_THAT(refusal(quota("3"), pod),
              HasSubstr("asks for 4 (containers main and second, class gpu.nvidia.com, rewritten "
                        "from nvidia.com/gpu)."));
  const json job = {{"apiVersion", "batch/v1"},
                    {"kind", "Job"},
                    {"metadata", {{"name", "train"}, {"namespace", "default"}}},
                    {"spec", {{"template", {{"spec", pod["spec"]}}}}}};
  ReviewServer server(std::string(kGpuCluster) + quota("3"));
  EXPECT_THAT(server.response("/validate", review_of(job))["status"]["message"].dump(),
              HasSubstr("asks for 4 (containers main and second, class gpu.nvidia.com, as extended "
                        "resource nvidia.com/gpu)."));
}

TEST_F(QuotaTest, EnforcementWarnWarns) {
  const json response = applied(quota("1", "", ", enforcement: Warn"), gpus("2"));
  EXPECT_TRUE(response["allowed"]);
  EXPECT_THAT(response["warnings"][0], HasSubstr("[QuotaExceeded]"));
}

TEST_F(QuotaTest, AQuotaOfAnotherNamespaceOrResourceIsNone) {
  EXPECT_EQ(
      refusal("---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
              "namespace: other}\nspec: {hard: {nvidia.com/gpu: 0}}\n",
              gpus("1")),
      "allowed");
  EXPECT_EQ(
      refusal("---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
              "namespace: default}\nspec: {hard: {nvidia.com/nic: 0}}\n",
              gpus("1")),
      "allowed");
}

TEST_F(QuotaTest, ATemplateThatDoesNotExistYetChargesNothing) {
  EXPECT_EQ(refusal(quota("0"), with_claim(pod_asking(json::object()), "missing")), "allowed")
      << "its pod waits for the template, and nothing is allocated";
}

TEST_F(QuotaTest, AWorkloadIsToldWhatEachOfItsPodsLacks) {
  ReviewServer server(std::string(kGpuCluster) + quota("1"));
  const json job = {{"apiVersion", "batch/v1"},
                    {"kind", "Job"},
                    {"metadata", {{"name", "train"}, {"namespace", "default"}}},
                    {"spec", {{"template", {{"spec", gpus("2")["spec"]}}}}}};
  const json response = server.response("/validate", review_of(job));
  EXPECT_FALSE(response["allowed"]);
  EXPECT_THAT(response["status"]["message"], HasSubstr("each pod of this Job asks for 2"));
}

// ---- Of workloads, whose pods come now or at another time.

json workload_of(std::string_view api_version, std::string_view kind, json spec) {
  return {{"apiVersion", api_version},
          {"kind", kind},
          {"metadata", {{"name", "w"}, {"namespace", "default"}}},
          {"spec", std::move(spec)}};
}

constexpr std::string_view kWarns =
    "---\n{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: "
    "{drawbridge.dev/enforcement: Warn}}}\n";

class WorkloadQuotaTest : public QuotaTest {
 protected:
  static json job(const std::string& gpus_each, json more = json::object()) {
    more["template"]["spec"] = gpus(gpus_each)["spec"];
    return workload_of("batch/v1", "Job", std::move(more));
  }
  static json deployment(const std::string& gpus_each, std::int64_t replicas) {
    json result = job(gpus_each, {{"replicas", replicas}});
    result["apiVersion"] = "apps/v1";
    result["kind"] = "Deployment";
    return result;
  }
  // "refused: MESSAGE", or of the code "warned: MESSAGE" or "silent".
  static std::string said(std::string_view cluster, const json& object,
                          const json& old_object = nullptr,
                          std::string_view code = "[QuotaExceeded]") {
    ReviewServer server(std::string(kGpuCluster) + std::string(cluster));
    json review = review_of(object);
    if (!old_object.is_null()) {
      review["request"]["operation"] = "UPDATE";
      review["request"]["oldObject"] = old_object;
    }
    const json response = server.response("/validate", review);
    if (!response["allowed"]) return "refused: " + response["status"]["message"].get<std::string>();
    for (const json& warning : response.value("warnings", json::array())) {
      const std::string text = warning;
      if (text.ends_with(code)) return "warned: " + text;
    }
    return "silent";
  }
};

TEST_F(WorkloadQuotaTest, WhatMakesNoPodNowIsRefusedOnlyForWhatNoPodCanEverHave) {
  const std::string full = quota("8", "nvidia.com/gpu: 7") + std::string(kEightGpus);
  EXPECT_THAT(said(full, job("2")), HasSubstr("refused: default has 7 of 8 "));
  EXPECT_EQ(said(full, job("2", {{"suspend", true}})), "silent");
  EXPECT_EQ(said(full, deployment("2", 0)), "silent");
  json paused = deployment("2", 1);
  EXPECT_THAT(said(full, paused), HasSubstr("refused: default has 7 of 8 "));
  paused["spec"]["paused"] = true;
  EXPECT_EQ(said(full, paused), "silent");
  json larger = deployment("4", 2);
  larger["spec"]["paused"] = true;
  EXPECT_EQ(said(full, larger, paused), "silent") << "it has no pods, and makes none";
  json resumed = paused;
  resumed["spec"]["paused"] = false;
  EXPECT_THAT(said(full, resumed, paused), HasSubstr("default has 7 of 8 "));
  paused["status"]["replicas"] = 1;
  EXPECT_EQ(said(full, resumed, paused), "silent") << "its pods are there";
  const json cron =
      workload_of("batch/v1", "CronJob",
                  {{"schedule", "0 2 * * *"}, {"jobTemplate", {{"spec", job("2")["spec"]}}}});
  EXPECT_EQ(said(full, cron), "silent");
  json bigger = cron;
  bigger["spec"]["jobTemplate"]["spec"] = job("9")["spec"];
  EXPECT_THAT(
      said(full, bigger),
      AllOf(HasSubstr("refused: default may have 8 nvidia.com/gpu (DeviceQuota gpus) and each pod "
                      "of this CronJob asks for 9 (container main, class gpu.nvidia.com, "),
            HasSubstr("Ask for 8, or have the quota raised to 9: ")));
  EXPECT_THAT(said(full, job("9", {{"suspend", true}})), HasSubstr("refused: default may have 8"));
  EXPECT_THAT(said(full, deployment("9", 0)), HasSubstr("warned: default may have 8"))
      << "nothing of it is started";
}

// By the condition of its controller: until it has looked, all that was asked for may be there.
TEST_F(WorkloadQuotaTest, PodsThatAQuotaDidNotLetInAreNotInUse) {
  const std::string cluster = quota("8", "nvidia.com/gpu: 6") + std::string(kEightGpus);
  json before = deployment("2", 4);
  before["status"] = {{"replicas", 2}, {"updatedReplicas", 2}};
  const json after = deployment("7", 4);
  EXPECT_THAT(said(cluster, after, before), HasSubstr("default has 0 of 8 nvidia.com/gpu in use "
                                                      "besides"));
  before["status"]["conditions"] = {{{"type", "ReplicaFailure"}, {"status", "True"}}};
  EXPECT_THAT(said(cluster, after, before),
              HasSubstr("refused: default has 2 of 8 nvidia.com/gpu in use besides"));
  before["status"]["conditions"][0]["status"] = "False";
  EXPECT_THAT(said(cluster, after, before), HasSubstr("default has 0 of 8 "));
}

// Of other kinds no condition says it, and the counts of the status do.
TEST_F(WorkloadQuotaTest, OfWhatAControllerMadeLessOnlyThatIsInUse) {
  const std::string cluster = quota("8", "nvidia.com/gpu: 6") + std::string(kEightGpus) +
                              "---\napiVersion: v1\nkind: Node\nmetadata: {name: node}\n";
  const auto said_of = [&](std::string_view kind, const json& status,
                           const std::string& gpus_each = "7") {
    json before = kind == "Job" ? job("2", {{"parallelism", 4}}) : deployment("2", 4);
    if (kind != "Job") before["kind"] = kind;
    json after = before;
    after["spec"]["template"]["spec"] = gpus(gpus_each)["spec"];
    before["status"] = status;
    return said(cluster, after, before);
  };
  const auto has = [](std::string_view used) {
    return HasSubstr("default has " + std::string(used) + " of 8 nvidia.com/gpu in use besides");
  };
  EXPECT_THAT(said_of("StatefulSet", {{"replicas", 1}}), has("4"));
  EXPECT_THAT(said_of("StatefulSet", {{"replicas", 0}}), HasSubstr("default has 6 of 8 "));
  EXPECT_THAT(said_of("StatefulSet", {{"replicas", 3}}), has("0"));
  EXPECT_THAT(said_of("StatefulSet", nullptr), has("0")) << "its controller has not looked";
  EXPECT_THAT(said_of("Job", {{"active", 1}}), has("4"));
  EXPECT_THAT(said_of("Job", {{"active", 1}, {"terminating", 1}}), has("2"));
  EXPECT_THAT(said_of("Job", {{"startTime", "2026-01-01T00:00:00Z"}}),
              HasSubstr("default has 6 of 8 "));
  EXPECT_THAT(said_of("ReplicaSet", {{"replicas", 1}}), has("0")) << "the rest may be on its way";
  EXPECT_THAT(said_of("DaemonSet", {{"currentNumberScheduled", 1},
                                    {"numberMisscheduled", 1},
                                    {"updatedNumberScheduled", 1}}),
              has("2"));
  EXPECT_EQ(
      said_of("DaemonSet", {{"currentNumberScheduled", 1}, {"updatedNumberScheduled", 1}}, "4"),
      "silent");
  json set = workload_of("jobset.x-k8s.io/v1alpha2", "JobSet", {});
  set["spec"]["replicatedJobs"] = {
      {{"name", "w"}, {"replicas", 2}, {"template", {{"spec", job("1")["spec"]}}}}};
  json larger = set;
  larger["spec"]["replicatedJobs"][0]["template"]["spec"] = job("5")["spec"];
  const auto of_jobs = [&](int active) {
    set["status"]["replicatedJobsStatus"] = {{{"name", "w"}, {"active", active}}};
    return said(cluster, larger, set);
  };
  EXPECT_THAT(of_jobs(0), HasSubstr("default has 6 of 8 "));
  EXPECT_THAT(of_jobs(1), has("5"));
}

// What runs while a change is held up is of the template before, and it may be this one again.
TEST_F(WorkloadQuotaTest, WhatIsUndoneHasItsPods) {
  const std::string full = quota("6", "nvidia.com/gpu: 6") + std::string(kEightGpus);
  json running = deployment("1", 2);
  running["status"] = {{"replicas", 2}, {"observedGeneration", 2}};
  EXPECT_EQ(said(full, deployment("3", 2), running), "silent");
  running["status"] = {{"replicas", 2}};
  EXPECT_THAT(said(full, deployment("3", 2), running), HasSubstr("default has 4 of 6 "))
      << "no controller has written that";
  running["status"] = {{"replicas", 3}, {"updatedReplicas", 1}};
  EXPECT_EQ(said(full, deployment("3", 2), running), "silent");
  running["status"]["conditions"] = {{{"type", "ReplicaFailure"}, {"status", "True"}}};
  EXPECT_EQ(said(full, deployment("3", 2), running), "silent");
  EXPECT_EQ(said(full, deployment("3", 2), running, "[RolloutBlocked]"), "silent");
  EXPECT_THAT(said(full, deployment("4", 2), running),
              HasSubstr("warned: default may have 6 nvidia.com/gpu"))
      << "that fits in no case";
  EXPECT_THAT(said(full, deployment("7", 2), running), HasSubstr("refused: default may have 6 "));
  running["status"]["updatedReplicas"] = 3;
  EXPECT_THAT(said(full, deployment("3", 2), running), HasSubstr("default has 3 of 6 "))
      << "all are of its template";
  running["metadata"]["generation"] = 3;
  running["status"]["observedGeneration"] = 2;
  EXPECT_EQ(said(full, deployment("3", 2), running), "silent")
      << "its controller has not seen the last change";
  running["status"]["observedGeneration"] = 3;
  EXPECT_THAT(said(full, deployment("3", 2), running), HasSubstr("default has 3 of 6 "));
  json set = running;
  set["kind"] = "StatefulSet";
  json set_after = deployment("3", 2);
  set_after["kind"] = "StatefulSet";
  set["metadata"].erase("generation");
  set["status"] = {{"replicas", 2}, {"observedGeneration", 2}};
  EXPECT_EQ(said(full, set_after, set), "silent");
  set["status"]["updatedReplicas"] = 1;
  set["status"]["currentRevision"] = set["status"]["updateRevision"] = "a";
  EXPECT_EQ(said(full, set_after, set), "silent") << "a change of it was undone half way";
  set["status"]["updatedReplicas"] = 2;
  EXPECT_THAT(said(full, set_after, set), HasSubstr("default has 4 of 6 "));
  set["metadata"]["generation"] = 1;
  set["status"] = {{"replicas", 0}};
  EXPECT_EQ(said(full, set_after, set), "silent") << "the API server has written that";
  const std::string node = "---\napiVersion: v1\nkind: Node\nmetadata: {name: node}\n";
  json daemons = set;
  daemons["kind"] = "DaemonSet";
  json daemons_after = set_after;
  daemons_after["kind"] = "DaemonSet";
  daemons["status"] = {{"currentNumberScheduled", 1}, {"observedGeneration", 2}};
  EXPECT_EQ(said(full + node, daemons_after, daemons), "silent");
  daemons["status"]["updatedNumberScheduled"] = 1;
  EXPECT_THAT(said(full + node, daemons_after, daemons), HasSubstr("default has 5 of 6 "));
}

// It is judged when it goes on.
TEST_F(WorkloadQuotaTest, AChangeOfWhatIsPausedMakesNoPod) {
  const std::string full = quota("4", "nvidia.com/gpu: 4") + std::string(kEightGpus);
  json before = deployment("1", 2);
  before["status"] = {{"replicas", 2}, {"updatedReplicas", 2}};
  json after = deployment("2", 2);
  after["spec"]["template"]["spec"] = gpus("3")["spec"];
  after["spec"]["replicas"] = 1;
  EXPECT_THAT(said(full, after, before), HasSubstr("refused: default has 2 of 4 "));
  after["spec"]["paused"] = true;
  EXPECT_EQ(said(full, after, before), "silent") << "it is paused with the change";
  before["spec"]["paused"] = true;
  EXPECT_EQ(said(full, after, before), "silent");
  json more = before;
  more["spec"]["replicas"] = 5;
  EXPECT_THAT(said(full, more, before), HasSubstr("warned: default has 2 of 4 "))
      << "what it has is scaled";
}

// What was suspended is not among what is in use.
TEST_F(WorkloadQuotaTest, WhatIsResumedHasNoPodsYet) {
  const std::string full = quota("8", "nvidia.com/gpu: 7") + std::string(kEightGpus);
  const json suspended = job("2", {{"suspend", true}});
  EXPECT_THAT(said(full, job("2"), suspended),
              HasSubstr("refused: default has 7 of 8 nvidia.com/gpu in use (DeviceQuota gpus) and "
                        "each pod of this Job asks for 2 "));
  EXPECT_EQ(said(full, job("1"), suspended), "silent");
  EXPECT_EQ(said(full, job("2"), job("2")), "silent") << "it runs";
  EXPECT_EQ(said(full, suspended, job("2")), "silent");
  EXPECT_THAT(said(full, job("9"), job("9", {{"suspend", true}})),
              HasSubstr("refused: default has 7 of 8 "));
  json queued = job("2");
  json waiting = suspended;
  for (json* each : {&queued, &waiting})
    (*each)["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  EXPECT_EQ(said(full, queued, waiting), "silent") << "Kueue resumes it";
}

TEST_F(WorkloadQuotaTest, WhatAControllerMakesTakesThePlaceOfWhatRuns) {
  json set = deployment("2", 1);
  set["kind"] = "ReplicaSet";
  EXPECT_THAT(said(quota("8", "nvidia.com/gpu: 7"), set), HasSubstr("refused: "));
  set["metadata"]["ownerReferences"] = {{{"apiVersion", "apps/v1"},
                                         {"kind", "Deployment"},
                                         {"name", "w"},
                                         {"uid", "u"},
                                         {"controller", true}}};
  EXPECT_EQ(said(quota("8", "nvidia.com/gpu: 7"), set), "silent");
}

TEST_F(WorkloadQuotaTest, ThatOnlySomePodsAreLetInIsWarnedOf) {
  EXPECT_EQ(said(quota("8", "nvidia.com/gpu: 2"), deployment("2", 3)), "silent") << "to the last";
  EXPECT_EQ(said(quota("8", "nvidia.com/gpu: 2"), deployment("2", 4)),
            "warned: default has 2 of 8 nvidia.com/gpu in use (DeviceQuota gpus) and each pod of "
            "this Deployment asks for 2: only 3 of 4 pods are let in. Run fewer pods, or free 2. "
            "[QuotaExceeded]");
  EXPECT_THAT(said(quota("8", "nvidia.com/gpu: 6"), deployment("2", 2)),
              HasSubstr("asks for 2: only 1 of 2 pods is let in. "));
  EXPECT_THAT(said(quota("8", "nvidia.com/gpu: 2"), deployment("2", 5)),
              HasSubstr("only 3 of 5 pods are let in. Run fewer pods, or have the quota raised to "
                        "12. [QuotaExceeded]"));
}

TEST_F(WorkloadQuotaTest, WhereNoPodIsLetInWhatIsProposedIsForAll) {
  EXPECT_THAT(said(quota("0", "nvidia.com/gpu: 0"), deployment("4", 5)),
              HasSubstr("Have the quota raised to 20 for all 5 pods: kubectl get devicequota"));
  EXPECT_THAT(said(quota("8", "nvidia.com/gpu: 8"), deployment("2", 3)),
              HasSubstr("Free 6 for all 3 pods, or have the quota raised: kubectl get pods"));
  EXPECT_THAT(said(quota("8", "nvidia.com/gpu: 7"), deployment("2", 3)),
              HasSubstr("Run fewer pods and ask for less, or free 5 for all 3 pods: kubectl get"));
  EXPECT_THAT(said(quota("8", "nvidia.com/gpu: 5"), deployment("4", 2)),
              HasSubstr("Ask for 1 a pod, or free 5 for both pods: kubectl get pods"));
}

// What a DaemonSet's author can change is on which nodes it runs.
TEST_F(WorkloadQuotaTest, ADaemonSetHasFewerPodsOnFewerNodes) {
  std::string nodes;
  for (const char* name : {"a", "b", "c"})
    nodes += "---\napiVersion: v1\nkind: Node\nmetadata: {name: " + std::string(name) + "}\n";
  json set = deployment("2", 0);
  set["kind"] = "DaemonSet";
  set["spec"].erase("replicas");
  EXPECT_EQ(said(quota("8", "nvidia.com/gpu: 4") + nodes, set),
            "warned: default has 4 of 8 nvidia.com/gpu in use (DeviceQuota gpus) and each pod of "
            "this DaemonSet asks for 2: only 2 of 3 pods are let in. Narrow its nodeSelector to "
            "fewer nodes, or free 2. [QuotaExceeded]");
}

TEST_F(WorkloadQuotaTest, OfSeveralResourcesOneCountOfPodsIsTold) {
  const std::string both =
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: both, "
      "namespace: default}\nspec: {hard: {nvidia.com/gpu: 6, x.com/nic: 2}}\n";
  json two = deployment("2", 4);
  two["spec"]["template"]["spec"] =
      pod_asking({{"nvidia.com/gpu", "2"}, {"x.com/nic", "1"}})["spec"];
  ReviewServer server(std::string(kGpuCluster) + both);
  const json response = server.response("/validate", review_of(two));
  const std::string told = response.value("warnings", json::array()).dump();
  EXPECT_THAT(told, AllOf(HasSubstr("each pod of this Deployment asks for 2: not all get theirs."),
                          HasSubstr("each pod of this Deployment asks for 1: only 2 of 4 pods are "
                                    "let in.")));
}

TEST_F(WorkloadQuotaTest, AChangeThatHasNoRoomToBeRolledOut) {
  const std::string full = quota("4", "nvidia.com/gpu: 4");
  const auto told = [&](const json& object, const json& old_object) {
    return said(full, object, old_object, "[RolloutBlocked]");
  };
  const std::string empty = quota("4", "nvidia.com/gpu: 0");
  const json before = deployment("2", 2);
  json after = before;
  EXPECT_EQ(told(after, before), "silent") << "nothing is rolled out";
  after["spec"]["template"]["spec"]["containers"][0]["image"] = "registry.example.com/train:2";
  EXPECT_EQ(told(after, before),
            "warned: This change is not rolled out: no pod goes before a new one is ready, and "
            "DeviceQuota gpus has no room for one more (4 nvidia.com/gpu, 2 a pod). Write "
            "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}. [RolloutBlocked]");
  after["spec"]["paused"] = true;
  EXPECT_EQ(told(after, before), "silent") << "nothing is rolled out now";
  json edited = after;
  edited["status"] = {{"replicas", 2}, {"updatedReplicas", 0}};
  json resumed = edited;
  resumed["spec"]["paused"] = false;
  EXPECT_EQ(told(resumed, edited), "silent")
      << "what its pods have, which are of the template before, nobody knows";
  edited["status"]["updatedReplicas"] = 2;
  EXPECT_EQ(told(resumed, edited), "silent");
  after["spec"]["paused"] = false;
  after["spec"]["strategy"] = {{"rollingUpdate", {{"maxSurge", 0}, {"maxUnavailable", 1}}}};
  EXPECT_EQ(told(after, before), "silent");
  const json more = deployment("4", 1);
  EXPECT_EQ(said(empty, more, deployment("0", 1), "[RolloutBlocked]"), "silent")
      << "which had none";
  EXPECT_EQ(said(empty, more, deployment("2", 0), "[RolloutBlocked]"), "silent")
      << "there is no pod to wait for";
  EXPECT_THAT(told(deployment("1", 2), before), HasSubstr("This change is not rolled out"))
      << "those before hold all of it";
}

TEST_F(WorkloadQuotaTest, AChangeThatWaitsForWhatOthersHave) {
  const json before = deployment("2", 2);
  json after = before;
  after["spec"]["template"]["spec"]["containers"][0]["image"] = "registry.example.com/train:2";
  const auto told = [&](const std::string& used, const std::string& more = "") {
    return said(quota("12", "nvidia.com/gpu: " + used) + more, after, before, "[RolloutBlocked]");
  };
  EXPECT_EQ(told("10"), "silent") << "others have 6";
  EXPECT_THAT(told("12"), HasSubstr("DeviceQuota gpus has no room for one more (8 of 12 "
                                    "nvidia.com/gpu in use besides, 2 a pod)."));
  EXPECT_EQ(told("12", std::string(kWarns)), "silent") << "nothing is refused there";
}

TEST_F(WorkloadQuotaTest, WhereNothingIsRefusedPodsAreWithinTheQuotaOrNot) {
  const std::string warned =
      "warned: default has 7 of 8 nvidia.com/gpu in use (DeviceQuota gpus) "
      "and each pod of this Deployment asks for 1: only 1 of 2 pods";
  const std::string full = quota("8", "nvidia.com/gpu: 7") + std::string(kEightGpus);
  EXPECT_THAT(said(full, deployment("1", 2)), HasSubstr(warned + " is let in."));
  EXPECT_THAT(said(full + std::string(kWarns), deployment("1", 2)),
              HasSubstr("only 1 of 2 pods is within it."));
  std::string only_warns = quota("8", "nvidia.com/gpu: 6", ", enforcement: Warn");
  only_warns.replace(only_warns.find("gpus"), 4, "more");
  const std::string both = quota("8", "nvidia.com/gpu: 5") + only_warns + std::string(kEightGpus);
  ReviewServer server(std::string(kGpuCluster) + both);
  const std::string warnings =
      server.response("/validate", review_of(deployment("1", 4))).value("warnings", json()).dump();
  for (const char* text :
       {"(DeviceQuota gpus) and each pod of this Deployment asks for 1: only 3 of "
        "4 pods are let in.",
        "(DeviceQuota more) and each pod of this Deployment asks for 1: only 2 of "
        "4 pods are within it."})
    EXPECT_THAT(warnings, HasSubstr(text));
}

// The controller scales those that are there first.
TEST_F(WorkloadQuotaTest, AChangeOfPodsAndOfTheirNumber) {
  const auto told = [&](const std::string& hard, const json& object, const json& old_object) {
    return said(quota(hard, "nvidia.com/gpu: 4"), object, old_object, "[RolloutBlocked]");
  };
  const json before = deployment("2", 2);
  json fewer = deployment("2", 1);
  fewer["spec"]["template"]["spec"]["containers"][0]["image"] = "registry.example.com/train:2";
  EXPECT_EQ(told("4", fewer, before), "silent") << "one goes before the new one comes";
  EXPECT_THAT(told("6", deployment("1", 3), before), HasSubstr("This change is not rolled out"))
      << "there are three old ones first";
  EXPECT_EQ(told("7", deployment("1", 3), before), "silent");
}

TEST_F(WorkloadQuotaTest, AChangeIsJudgedByWhatItAdds) {
  const std::string full = quota("8", "nvidia.com/gpu: 8") + std::string(kEightGpus);
  json relabelled = deployment("2", 2);
  relabelled["spec"]["template"]["metadata"]["labels"]["version"] = "2";
  EXPECT_EQ(said(full, relabelled, deployment("2", 2)), "silent") << "its own pods fill the quota";
  EXPECT_EQ(said(quota("4", "nvidia.com/gpu: 8"), deployment("2", 2), deployment("2", 3)), "silent")
      << "fewer are never refused";
  EXPECT_EQ(said(full, deployment("2", 3), deployment("2", 2)),
            "warned: default has 4 of 8 nvidia.com/gpu in use besides (DeviceQuota gpus) and each "
            "pod of this Deployment asks for 2: only 2 of 3 pods are let in. Run fewer pods, or "
            "free 2. [QuotaExceeded]");
  EXPECT_THAT(said(full, deployment("5", 2), deployment("2", 2)),
              AllOf(HasSubstr("refused: default has 4 of 8 nvidia.com/gpu in use besides"),
                    HasSubstr("Ask for 2 a pod, or have the quota raised to 14 for both pods: ")));
}

TEST_F(WorkloadQuotaTest, WhatWaitsInAQueueIsWarnedOfWhatIsInUse) {
  const std::string queues =
      "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: "
      "cq}\nspec: {namespaceSelector: {}, resourceGroups: [{coveredResources: [nvidia.com/gpu], "
      "flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}]}\n"
      "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: f}\n"
      "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: lq, "
      "namespace: default}\nspec: {clusterQueue: cq}\n";
  const auto queued = [](json object) {
    object["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "lq";
    return object;
  };
  const std::string full = queues + quota("8", "nvidia.com/gpu: 7");
  EXPECT_THAT(said(full, queued(job("2"))), HasSubstr("warned: default has 7 of 8 "));
  EXPECT_THAT(said(full, queued(deployment("2", 1))), HasSubstr("refused: default has 7 of 8 "))
      << "its pods are charged while they wait";
  EXPECT_EQ(said(queues + quota("8", "nvidia.com/gpu: 7", ", excludeQueued: true"),
                 queued(deployment("2", 1))),
            "silent");
}

// ---- What is charged.

json with_uid(json object, const std::string& uid) {
  object["metadata"]["uid"] = uid;
  return object;
}

std::string verdict_of(const json& response) {
  return response["allowed"] ? "allowed" : response["status"]["message"].get<std::string>();
}

TEST_F(QuotaTest, PodsThatWereLetPassCountAndOneUidOnce) {
  ReviewServer server(std::string(kGpuCluster) + quota("4", "nvidia.com/gpu: 1"));
  const auto verdict = [&](const std::string& uid, const std::string& count) {
    return verdict_of(server.response("/validate", review_of(with_uid(gpus(count), uid))));
  };
  EXPECT_EQ(verdict("a", "2"), "allowed");
  EXPECT_EQ(verdict("a", "2"), "allowed") << "asked twice";
  EXPECT_THAT(verdict("b", "2"), HasSubstr("default has 3 of 4 nvidia.com/gpu in use"));
  EXPECT_EQ(verdict("c", "1"), "allowed") << "to the last device";
  EXPECT_THAT(verdict("d", "1"), HasSubstr("[QuotaExceeded]"));
}

TEST_F(QuotaTest, ADryRunIsJudgedAndChargesNothing) {
  ReviewServer server(std::string(kGpuCluster) + quota("2"));
  const auto verdict = [&](const std::string& uid, bool dry_run) {
    json review = review_of(with_uid(gpus("2"), uid));
    review["request"]["dryRun"] = dry_run;
    return verdict_of(server.response("/validate", review));
  };
  EXPECT_EQ(verdict("a", true), "allowed");
  EXPECT_EQ(verdict("b", false), "allowed");
  EXPECT_THAT(verdict("c", true), HasSubstr("[QuotaExceeded]"));
}

json claim_of(int count) {
  return {{"apiVersion", "resource.k8s.io/v1"},
          {"kind", "ResourceClaim"},
          {"metadata", {{"name", "mine"}, {"namespace", "default"}, {"uid", "claim"}}},
          {"spec",
           {{"devices",
             {{"requests",
               {{{"name", "r"},
                 {"exactly", {{"deviceClassName", "gpu.nvidia.com"}, {"count", count}}}}}}}}}}};
}

// The same for an entry of Pod p.
json made_claim(int count, const json& entry) {
  json made = claim_of(count);
  made["metadata"]["annotations"]["resource.kubernetes.io/pod-claim-name"] = entry;
  made["metadata"]["ownerReferences"] = {
      {{"apiVersion", "v1"}, {"kind", "Pod"}, {"name", "p"}, {"uid", "pod"}, {"controller", true}}};
  return made;
}

TEST_F(QuotaTest, AClaimIsChargedToItselfUnlessItIsMadeForAPodByWhoMakesThem) {
  const json claim = claim_of(2);
  const auto verdict = [&](const json& object, const std::string& user, std::string_view hard) {
    ReviewServer server(std::string(kGpuCluster) + quota(hard));
    json review = review_of(object);
    review["request"]["userInfo"]["username"] = user;
    return verdict_of(server.response("/validate", review));
  };
  EXPECT_EQ(verdict(claim, "tenant", "2"), "allowed");
  EXPECT_THAT(verdict(claim, "tenant", "1"),
              AllOf(HasSubstr("this ResourceClaim asks for 2 (class gpu.nvidia.com)"),
                    HasSubstr("[QuotaExceeded]")));
  const json made = made_claim(2, "gpu");
  const std::string maker = "system:serviceaccount:kube-system:resource-claim-controller";
  EXPECT_THAT(verdict(made, maker, "1"),
              HasSubstr("this ResourceClaim, beyond what Pod p was charged for it, asks for 2"))
      << "nobody knows of such a pod";
  EXPECT_THAT(verdict(made, "tenant", "1"), HasSubstr("[ReservedAnnotation]"));
  EXPECT_THAT(verdict(claim, maker, "1"), HasSubstr("[QuotaExceeded]"))
      << "it says of no pod that it was made for it";
}

// Without a cluster, what is held for the pod tells.
TEST_F(QuotaTest, WhatThePodWasChargedForIsNotChargedAgainToItsClaims) {
  ReviewServer server(
      std::string(kGpuCluster) +
      claim_template("t", "{name: r, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}") +
      quota("2"));
  json pod = with_claim(pod_asking(json::object()), "t");
  pod["metadata"]["uid"] = "pod";
  ASSERT_EQ(verdict_of(server.response("/validate", review_of(pod))), "allowed");
  const auto verdict = [&](int count) {
    json review = review_of(made_claim(count, pod["spec"]["resourceClaims"][0]["name"]));
    review["request"]["userInfo"]["username"] =
        "system:serviceaccount:kube-system:resource-claim-controller";
    return verdict_of(server.response("/validate", review));
  };
  EXPECT_EQ(verdict(2), "allowed");
  EXPECT_THAT(verdict(3), HasSubstr("[QuotaExceeded]"));
}

// The claim controller writes its own over the annotation, for the pod that is charged.
TEST_F(QuotaTest, ATemplateThatNamesAnEntryOfAPodSavesNothing) {
  std::string forged = claim_template("t", kOneGpu);
  const std::string_view spec = "spec: {spec:";
  forged.replace(forged.find(spec), spec.size(),
                 "spec: {metadata: {annotations: {resource.kubernetes.io/pod-claim-name: x}, "
                 "labels: {app.kubernetes.io/managed-by: drawbridge}}, spec:");
  const json pod = with_claim(pod_asking(json::object()), "t");
  EXPECT_EQ(refusal(forged + quota("1"), pod), "allowed");
  EXPECT_THAT(refusal(forged + quota("1", "nvidia.com/gpu: 1"), pod), HasSubstr("[QuotaExceeded]"));
}

TEST_F(QuotaTest, OfAlternativesTheDearestIsCharged) {
  const std::string choice =
      "{name: r, firstAvailable: [{name: one, deviceClassName: gpu.nvidia.com}, {name: three, "
      "deviceClassName: gpu.nvidia.com, count: 3}]}";
  const json pod = with_claim(pod_asking(json::object()), "t");
  EXPECT_EQ(refusal(claim_template("t", choice) + quota("3"), pod), "allowed");
  EXPECT_THAT(refusal(claim_template("t", choice) + quota("2"), pod),
              HasSubstr("this Pod asks for 3"));
}

// Its devices never change after it was created.
TEST_F(QuotaTest, AnUpdateADeletionAndAStatusAreNeverRefused) {
  ReviewServer server(std::string(kGpuCluster) + quota("1", "nvidia.com/gpu: 1"));
  const json pod = gpus("2");
  ASSERT_FALSE(server.response("/validate", review_of(pod))["allowed"]);
  for (const char* operation : {"UPDATE", "DELETE"}) {
    for (const char* subresource : {"", "status"}) {
      json review = review_of(pod);
      review["request"]["operation"] = operation;
      review["request"]["oldObject"] = pod;
      if (*subresource != '\0') review["request"]["subResource"] = subresource;
      if (std::string_view(operation) == "DELETE") review["request"]["object"] = nullptr;
      EXPECT_TRUE(server.response("/validate", review)["allowed"]) << operation << subresource;
    }
  }
}

TEST_F(QuotaTest, APodBehindKueuesGateIsChargedUnlessTheQuotaExcludesIt) {
  json pod = gpus("2");
  pod["spec"]["schedulingGates"] = {{{"name", "kueue.x-k8s.io/admission"}}};
  EXPECT_THAT(refusal(quota("1", "", ", excludeQueued: true"), pod), HasSubstr("[QuotaExceeded]"))
      << "anybody may write a gate, and without a queue nobody opens it";
  pod["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  EXPECT_THAT(refusal(quota("1"), pod), HasSubstr("[QuotaExceeded]"));
  EXPECT_EQ(refusal(quota("1", "", ", excludeQueued: true"), pod), "allowed");
  EXPECT_THAT(refusal(quota("1", "", ", excludeQueued: true"), gpus("2")),
              HasSubstr("[QuotaExceeded]"));
}

TEST_F(QuotaTest, ACapacityIsChargedAsItIsRequested) {
  const std::string memory =
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: "
      "memory}\nspec: {logicalResource: x.com/memory, deviceClassNames: [shared.x.com], charge: "
      "{type: Capacity, capacity: gpu.nvidia.com/memory}}\n"
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: memory, "
      "namespace: default}\nspec: {hard: {x.com/memory: 20Gi}}\n";
  std::string published =
      "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: "
      "shared.x.com}\nspec: {selectors: [{cel: {expression: \"device.driver == "
      "'gpu.nvidia.com'\"}}]}\n---\napiVersion: resource.k8s.io/v1\nkind: "
      "ResourceSlice\nmetadata: {name: x}\nspec: {nodeName: node, driver: gpu.nvidia.com, pool: "
      "{name: shared, generation: 1, resourceSliceCount: 1}, devices: [{name: d, "
      "allowMultipleAllocations: true, capacity: {memory: {value: 80Gi}}}, {name: e, "
      "allowMultipleAllocations: true, capacity: {memory: {value: 80Gi}}}]}\n";
  const auto verdict = [&](std::string_view more) {
    return refusal(memory + published +
                       claim_template("t",
                                      "{name: r, exactly: {deviceClassName: "
                                      "shared.x.com, count: 2" +
                                          std::string(more) + "}}"),
                   with_claim(pod_asking(json::object()), "t"));
  };
  EXPECT_EQ(verdict(", capacity: {requests: {memory: 10Gi}}"), "allowed");
  EXPECT_THAT(verdict(", capacity: {requests: {memory: 11Gi}}"),
              HasSubstr("default has 0 of 20Gi x.com/memory in use (DeviceQuota memory) and this "
                        "Pod asks for 22Gi"));
  EXPECT_THAT(verdict(""), HasSubstr("this Pod asks for 160Gi")) << "all that they have";
  published.clear();
  EXPECT_THAT(verdict(", capacity: {requests: {memory: 1Gi}}"),
              AllOf(HasSubstr("No published device of class shared.x.com has capacity memory, by "
                              "which DeviceQuota memory counts x.com/memory, so nobody knows how "
                              "much this Pod takes"),
                    HasSubstr("[QuotaUncountable]")))
      << "one that comes may have 80Gi, and be gone whole";
}

TEST_F(QuotaTest, EachQuotaThatRefusesIsNamed) {
  const auto named = [](std::string_view name, int hard) {
    return "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: " +
           std::string(name) +
           ", namespace: default}\nspec: {hard: {nvidia.com/gpu: " + std::to_string(hard) + "}}\n";
  };
  EXPECT_THAT(refusal(named("a", 1) + named("b", 3) + named("c", 2), gpus("3")),
              AllOf(HasSubstr("(DeviceQuota a)"), HasSubstr("(DeviceQuota c)"),
                    ::testing::Not(HasSubstr("(DeviceQuota b)"))));
}

TEST_F(QuotaTest, OfADeviceThatIsNotSharedAllOfItsCapacityIsCharged) {
  const auto cluster = [](bool shared) {
    return "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: "
           "big.x.com}\nspec: {selectors: [{cel: {expression: \"device.driver == "
           "'x.com'\"}}]}\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: "
           "{name: x}\nspec: {nodeName: node, driver: x.com, pool: {name: node, generation: 1, "
           "resourceSliceCount: 1}, devices: [{name: d, allowMultipleAllocations: " +
           std::string(shared ? "true" : "false") +
           ", capacity: {memory: {value: 80Gi}}}]}\n---\napiVersion: "
           "drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: memory}\nspec: "
           "{logicalResource: x.com/memory, deviceClassNames: [big.x.com], charge: {type: "
           "Capacity, capacity: x.com/memory}}\n---\napiVersion: "
           "drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: memory, namespace: "
           "default}\nspec: {hard: {x.com/memory: 20Gi}}\n";
  };
  const auto verdict = [&](bool shared, std::string_view capacity) {
    return refusal(
        cluster(shared) + claim_template("t", "{name: r, exactly: {deviceClassName: big.x.com" +
                                                  std::string(capacity) + "}}"),
        with_claim(pod_asking(json::object()), "t"));
  };
  constexpr std::string_view kTen = ", capacity: {requests: {memory: 10Gi}}";
  EXPECT_EQ(verdict(true, kTen), "allowed");
  EXPECT_EQ(verdict(true, ", capacity: {requests: {x.com/memory: 10Gi}}"), "allowed");
  EXPECT_THAT(verdict(false, kTen),
              AllOf(HasSubstr("this Pod asks for 80Gi"), HasSubstr("\nHave the quota raised to")))
      << "no smaller request would help";
  EXPECT_THAT(verdict(true, ""), HasSubstr("this Pod asks for 80Gi")) << "nothing said: all of it";
}

// What a device plugin offers under the name of what claims are counted as.
TEST_F(QuotaTest, AnExtendedResourceOfTheNameCountsInItsUnit) {
  const auto verdict = [](std::string_view capacity) {
    return refusal(
        "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: big.x.com}\n"
        "spec: {selectors: [{cel: {expression: \"device.driver == 'x.com'\"}}]}\n---\n"
        "apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: x}\nspec: "
        "{nodeName: node, driver: x.com, pool: {name: node, generation: 1, resourceSliceCount: "
        "1}, devices: [{name: d, capacity: {" +
            std::string(capacity) +
            ": {value: 80Gi}}}]}\n---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\n"
            "metadata: {name: memory}\nspec: {logicalResource: x.com/gpu, deviceClassNames: "
            "[big.x.com], charge: {type: Capacity, capacity: x.com/memory}}\n---\napiVersion: "
            "drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: memory, namespace: "
            "default}\nspec: {hard: {x.com/gpu: 200Gi}}\n",
        pod_asking({{"x.com/gpu", "3"}}));
  };
  EXPECT_THAT(verdict("memory"), HasSubstr("this Pod asks for 240Gi (container main, "));
  EXPECT_THAT(verdict("cores"),
              AllOf(HasSubstr("This Pod does not say how much x.com/gpu it asks for"),
                    HasSubstr("[QuotaUncountable]")));
}

// Which device it will be nobody knows.
TEST_F(QuotaTest, OfDevicesThatDifferTheLargestIsCharged) {
  const auto verdict = [](std::string_view other, bool shared, std::string_view request) {
    const std::string end = ", allowMultipleAllocations: " + std::string(shared ? "true" : "false");
    return refusal(
        "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: "
        "big.x.com}\nspec: "
        "{selectors: [{cel: {expression: \"device.driver == 'x.com'\"}}]}\n---\napiVersion: "
        "resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: x}\nspec: {nodeName: node, "
        "driver: x.com, pool: {name: node, generation: 1, resourceSliceCount: 1}, devices: [{name: "
        "d, capacity: {memory: {value: 80Gi}}" +
            end + "}, {name: e, capacity: {memory: {value: " + std::string(other) + "}}" + end +
            "}]}\n---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: "
            "memory}\nspec: {logicalResource: x.com/memory, deviceClassNames: [big.x.com], charge: "
            "{type: Capacity, capacity: x.com/memory}}\n---\napiVersion: "
            "drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: memory, namespace: "
            "default}\nspec: {hard: {x.com/memory: 20Gi}}\n" +
            claim_template("t", "{name: r, exactly: {deviceClassName: big.x.com" +
                                    std::string(request) + "}}"),
        with_claim(pod_asking(json::object()), "t"));
  };
  constexpr std::string_view kForty = ", capacity: {requests: {memory: 40Gi}}";
  const auto says_largest =
      HasSubstr("asks for 80Gi, each device counted as the largest published (container main, ");
  EXPECT_THAT(verdict("40Gi", false, ""), says_largest);
  EXPECT_THAT(verdict("40Gi", false, kForty), says_largest) << "it is gone whole";
  EXPECT_THAT(verdict("40Gi", true, ""), says_largest);
  EXPECT_THAT(verdict("40Gi", true, kForty), HasSubstr("asks for 40Gi (container main, "));
  EXPECT_THAT(verdict("80Gi", false, ""), HasSubstr("asks for 80Gi (container main, "));
}

// A driver that shares its devices rounds what is requested of them, and what is proposed is
// rounded again.
TEST_F(QuotaTest, WhatIsProposedFitsOnceItIsRounded) {
  const auto verdict = [](std::string_view policy, std::string_view left,
                          std::string_view request) {
    return refusal(
        "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: shared.x.com}\n"
        "spec: {selectors: [{cel: {expression: \"device.driver == 'x.com'\"}}]}\n---\n"
        "apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: x}\nspec: "
        "{nodeName: node, driver: x.com, pool: {name: node, generation: 1, resourceSliceCount: 1}, "
        "devices: [{name: d, allowMultipleAllocations: true, capacity: {memory: {value: 80Gi, "
        "requestPolicy: {default: 10Gi, " +
            std::string(policy) +
            "}}}}]}\n---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: "
            "{name: memory}\nspec: {logicalResource: x.com/memory, deviceClassNames: "
            "[shared.x.com], charge: {type: Capacity, capacity: x.com/memory}}\n---\napiVersion: "
            "drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: memory, namespace: "
            "default}\nspec: {hard: {x.com/memory: 100Gi}}\nstatus: {used: {x.com/memory: " +
            std::string(left) + "}}\n" +
            claim_template("t", "{name: r, exactly: {deviceClassName: shared.x.com" +
                                    std::string(request) + "}}"),
        with_claim(pod_asking(json::object()), "t"));
  };
  constexpr std::string_view kSteps = "validRange: {min: 10Gi, step: 10Gi}";
  constexpr std::string_view kTwelve = ", capacity: {requests: {memory: 12Gi}}";
  EXPECT_THAT(verdict(kSteps, "85Gi", kTwelve),
              AllOf(HasSubstr("asks for 20Gi, 12Gi rounded up by requestPolicy (container main, "),
                    HasSubstr("\nAsk for 10Gi, or free 5Gi: ")));
  EXPECT_THAT(verdict(kSteps, "95Gi", kTwelve),
              HasSubstr("\nFree 15Gi, or have the quota raised: "))
      << "5Gi would be 10Gi";
  EXPECT_THAT(
      verdict("validValues: [10Gi, 20Gi, 40Gi]", "70Gi", ", capacity: {requests: {memory: 25Gi}}"),
      AllOf(HasSubstr("asks for 40Gi, 25Gi rounded up by requestPolicy"),
            HasSubstr("\nAsk for 20Gi, or free 10Gi: ")));
  const std::string two = ", count: 2" + std::string(kTwelve);
  EXPECT_THAT(verdict(kSteps, "75Gi", two),
              AllOf(HasSubstr("asks for 40Gi, each of 2 x 12Gi rounded up to 20Gi by "
                              "requestPolicy (container main, "),
                    HasSubstr("\nAsk for 10Gi a device, or free 15Gi: ")));
  EXPECT_THAT(verdict(kSteps, "85Gi", two), HasSubstr("\nFree 25Gi, or have the quota raised: "));
  EXPECT_THAT(verdict(kSteps, "85Gi", ", count: 2"),
              AllOf(HasSubstr("asks for 20Gi (container main, "), HasSubstr("\nFree 5Gi, or ")));
  EXPECT_THAT(verdict(kSteps, "95Gi", ", count: 1"), HasSubstr("\nFree 5Gi, or "));
  EXPECT_THAT(verdict("validValues: [5Gi, 10Gi]", "95Gi", ", count: 1"),
              HasSubstr("\nWrite capacity: {requests: {memory: 5Gi}}, or free 5Gi: "))
      << "nothing stands there that could be made less";
  EXPECT_THAT(verdict("validValues: [5Gi, 10Gi]", "90Gi", ", count: 2"),
              HasSubstr("\nWrite capacity: {requests: {memory: 5Gi}} in each request, or free "));
  const std::string choice = "}}, {name: s, exactly: {deviceClassName: shared.x.com";
  EXPECT_THAT(verdict(kSteps, "75Gi", std::string(kTwelve) + choice), HasSubstr("\nFree 5Gi, or "))
      << "of two requests nobody knows which one is to ask for less";
}

TEST_F(QuotaTest, AlternativesAreNotAddedUp) {
  const auto verdict = [](std::string_view requests) {
    return refusal(
        "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: shared.x.com}\n"
        "spec: {selectors: [{cel: {expression: \"device.driver == 'x.com'\"}}]}\n---\n"
        "apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: x}\nspec: "
        "{nodeName: node, driver: x.com, pool: {name: node, generation: 1, resourceSliceCount: 1}, "
        "devices: [{name: d, allowMultipleAllocations: true, capacity: {memory: {value: 80Gi}}}]}\n"
        "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: memory}\n"
        "spec: {logicalResource: x.com/memory, deviceClassNames: [shared.x.com], charge: {type: "
        "Capacity, capacity: x.com/memory}}\n---\napiVersion: drawbridge.dev/v1alpha1\nkind: "
        "DeviceQuota\nmetadata: {name: memory, namespace: default}\nspec: {hard: {x.com/memory: "
        "100Gi}}\nstatus: {used: {x.com/memory: 70Gi}}\n" +
            claim_template("t", requests),
        with_claim(pod_asking(json::object()), "t"));
  };
  const std::string choice =
      "{name: r, firstAvailable: [{name: a, deviceClassName: shared.x.com, capacity: {requests: "
      "{memory: 40Gi}}}, {name: b, deviceClassName: shared.x.com, capacity: {requests: {memory: "
      "10Gi}}}]}";
  EXPECT_THAT(verdict(choice), HasSubstr("\nHave no alternative ask for more than 30Gi, or free "));
  EXPECT_THAT(
      verdict(choice + ", {name: s, exactly: {deviceClassName: shared.x.com, capacity: {requests: "
                       "{memory: 5Gi}}}}"),
      HasSubstr("\nAsk for 30Gi in all, or free 15Gi: "));
}

TEST_F(QuotaTest, AnExtendedResourceOfSharedDevicesIsAskedForWhole) {
  const std::string shared =
      "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: shared.x.com}\n"
      "spec: {extendedResourceName: x.com/gpu, selectors: [{cel: {expression: \"device.driver == "
      "'x.com'\"}}]}\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: "
      "x}\nspec: {nodeName: node, driver: x.com, pool: {name: node, generation: 1, "
      "resourceSliceCount: 1}, devices: [{name: d, allowMultipleAllocations: true, capacity: "
      "{memory: {value: 80Gi, requestPolicy: {default: 10Gi, validRange: {min: 1Gi}}}}}]}\n---\n"
      "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: memory}\nspec: "
      "{logicalResource: x.com/memory, deviceClassNames: [shared.x.com], charge: {type: Capacity, "
      "capacity: x.com/memory}}\n---\napiVersion: drawbridge.dev/v1alpha1\nkind: "
      "DeviceQuota\nmetadata: {name: memory, namespace: default}\nspec: {hard: {x.com/memory: "
      "25Gi}}\n";
  EXPECT_THAT(refusal(shared, pod_asking({{"x.com/gpu", "3"}})),
              AllOf(HasSubstr("asks for 30Gi (container main, "),
                    HasSubstr("\nAsk for 2 x.com/gpu, or have the quota raised to 30Gi: ")));
}

// ---- BothPaths.

TEST_F(QuotaTest, OneResourceByTwoPathsIsAWarning) {
  ReviewServer server(std::string(kGpuCluster) + claim_template("t", kOneGpu) +
                      claim_template("nic", "{name: r, exactly: {deviceClassName: nic.a.com}}"));
  const auto warnings = [&](const json& pod) {
    std::string text;
    const json response = server.response("/mutate", review_of(pod));
    for (const json& warning : response.value("warnings", json::array()))
      text += warning.get<std::string>() + "\n";
    return text;
  };
  EXPECT_THAT(
      warnings(with_claim(gpus("2"), "t")),
      HasSubstr(
          "This Pod asks for nvidia.com/gpu twice: 2 as extended resource nvidia.com/gpu and "
          "1 by template t, and takes the devices of both. Keep one of the two. [BothPaths]"));
  EXPECT_THAT(warnings(with_claim(gpus("2"), "nic")), ::testing::Not(HasSubstr("BothPaths")));
  EXPECT_THAT(warnings(with_claim(pod_asking({{"cpu", "1"}}), "t")),
              ::testing::Not(HasSubstr("BothPaths")));
  EXPECT_THAT(warnings(with_claim(
                  pod_asking({{"deviceclass.resource.kubernetes.io/gpu.nvidia.com", "1"}}), "t")),
              HasSubstr("[BothPaths]"));
}

TEST_F(QuotaTest, ANamespaceSoftensByItsLabel) {
  const std::string full = quota("1", "nvidia.com/gpu: 1");
  const auto labelled = [&](std::string_view enforcement) {
    return full +
           "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: default, labels: "
           "{drawbridge.dev/enforcement: '" +
           std::string(enforcement) + "'}}\n";
  };
  EXPECT_THAT(refusal(labelled("Deny"), gpus("1")), HasSubstr("[QuotaExceeded]"));
  const json warned = applied(labelled("Warn"), gpus("1"));
  EXPECT_TRUE(warned["allowed"]);
  EXPECT_THAT(warned["warnings"].dump(), HasSubstr("[QuotaExceeded]"));
  const json silent = applied(labelled("Off"), gpus("1"));
  EXPECT_TRUE(silent["allowed"]);
  EXPECT_FALSE(silent.contains("warnings"));
}

// ---- Look-ups are bounded.

json pod_with_templates(std::size_t count) {
  json pod = pod_asking(json::object());
  for (std::size_t i = 0; i < count; ++i) {
    pod["spec"]["resourceClaims"].push_back(
        {{"name", "c" + std::to_string(i)},
         {"resourceClaimTemplateName", "t" + std::to_string(i)}});
  }
  return pod;
}

TEST_F(QuotaTest, AsManyTemplatesAreLookedUpAsTheLimitAndNoMore) {
  EXPECT_EQ(refusal(quota("1"), pod_with_templates(kLookUpsMax)), "allowed");
  EXPECT_THAT(refusal(quota("1"), pod_with_templates(kLookUpsMax + 1)),
              AllOf(HasSubstr("names more than 64 ResourceClaimTemplates that are not known yet"),
                    HasSubstr("[ObjectMissing]")));
  EXPECT_EQ(refusal("", pod_with_templates(1000)), "allowed") << "where nothing depends on them";
  json same = pod_with_templates(1000);
  for (json& entry : same["spec"]["resourceClaims"]) entry["resourceClaimTemplateName"] = "t";
  EXPECT_EQ(refusal(quota("1"), same), "allowed") << "one template is looked up once";
}

// Work that grows with the square of the pod would take minutes.
TEST_F(QuotaTest, HostilePodsEndSoon) {
  // Of every kind of thing so many; 1 s of CPU in a release build. Quadratic work takes minutes.
  constexpr int kThings = test::kSanitized ? 5'000 : 20'000;
  constexpr double kSecondsMax = 20;
  const std::clock_t begin = std::clock();
  std::string cluster = quota("8");
  json pod = pod_asking({{"nvidia.com/gpu", "1"}});
  json& resources = pod["spec"]["containers"][0]["resources"];
  for (int i = 0; i < kThings; ++i) {
    const std::string number = std::to_string(i);
    pod["spec"]["resourceClaims"].push_back(
        {{"name", "c" + number}, {"resourceClaimName", "x" + number}});
    resources["claims"].push_back({{"name", "c" + number}});
    for (const char* part : {"limits", "requests"}) resources[part]["a.com/r" + number] = "1";
  }
  EXPECT_EQ(refusal(cluster, pod), "allowed");
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, kSecondsMax);
}

}  // namespace
}  // namespace drawbridge::admission
