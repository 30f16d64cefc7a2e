// What the built-in ResourceQuotas would say later of claims, told when a pod is applied.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::string_view kClaims = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
spec: {extendedResourceName: nvidia.com/gpu}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: two, namespace: default}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: all, namespace: default}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: first, namespace: default}
spec:
  spec:
    devices:
      requests:
      - name: gpu
        firstAvailable:
        - {name: a, deviceClassName: gpu.nvidia.com, count: 3}
        - {name: b, deviceClassName: gpu.nvidia.com}
        - {name: c, deviceClassName: other.nvidia.com}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: mine, namespace: default}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: 9}}]}}
---
)";

std::string resource_quota(std::string_view resource, int hard, int used,
                           std::string_view spec = "") {
  const std::string amounts = std::string(resource) + ": ";
  return "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: gpus, namespace: default}\nspec: "
         "{hard: {" +
         amounts + std::to_string(hard) + "}" + std::string(spec) + "}\nstatus: {hard: {" +
         amounts + std::to_string(hard) + "}, used: {" + amounts + std::to_string(used) + "}}\n";
}

json pod_using(const json& entry) {
  json named = entry;
  named["name"] = "gpus";
  json object = pod_asking(json::object());
  object["spec"]["containers"][0]["resources"] = {{"claims", {{{"name", "gpus"}}}}};
  object["spec"]["resourceClaims"] = json::array({named});
  return object;
}

std::string told_of_pod(const json& object, std::string_view cluster) {
  ReviewServer server(std::string(kClaims) + std::string(cluster));
  const json response = server.response("/validate", review_of(object));
  EXPECT_TRUE(response["allowed"]) << response;
  std::string text;
  for (const json& warning : response.value("warnings", json::array()))
    text += (text.empty() ? "" : "\n") + std::string(warning);
  return text;
}

std::string told_of(std::string_view template_name, std::string_view cluster) {
  return told_of_pod(pod_using({{"resourceClaimTemplateName", template_name}}), cluster);
}

TEST(ResourceQuotaCheck, DevicesOfTheExtendedResourceThatAClassCarries) {
  EXPECT_EQ(told_of("two", resource_quota("requests.nvidia.com/gpu", 8, 6)), "");
  EXPECT_EQ(told_of("two", resource_quota("requests.nvidia.com/gpu", 8, 7)),
            "ResourceQuota gpus has 7 of 8 requests.nvidia.com/gpu in use, and the claims of this "
            "Pod need 2 (template two): they will be refused. Ask for 1, or see kubectl describe "
            "resourcequota gpus -n default. [ResourceQuotaExceeded]");
  EXPECT_THAT(told_of("two", resource_quota("requests.nvidia.com/gpu", 8, 9)),
              HasSubstr("Free some: kubectl describe resourcequota gpus -n default."));
  EXPECT_THAT(told_of("two", resource_quota("requests.nvidia.com/gpu", 1, 1)),
              HasSubstr("Have it raised to 3: kubectl describe resourcequota gpus -n default."))
      << "to free some would not help";
  EXPECT_EQ(told_of("two", resource_quota("requests.other.com/gpu", 8, 8)), "");
}

TEST(ResourceQuotaCheck, DevicesOfAClassAndClaims) {
  EXPECT_THAT(
      told_of("two", resource_quota("gpu.nvidia.com.deviceclass.resource.k8s.io/devices", 1, 0)),
      HasSubstr("has 0 of 1 gpu.nvidia.com.deviceclass.resource.k8s.io/devices in use"));
  EXPECT_EQ(
      told_of("two", resource_quota("gpu.nvidia.com.deviceclass.resource.k8s.io/devices", 2, 0)),
      "");
  EXPECT_THAT(
      told_of("two",
              resource_quota("requests.deviceclass.resource.kubernetes.io/gpu.nvidia.com", 1, 0)),
      HasSubstr("[ResourceQuotaExceeded]"));
  EXPECT_THAT(told_of("two", resource_quota("count/resourceclaims.resource.k8s.io", 5, 5)),
              HasSubstr("need 1 (template two)"));
  EXPECT_EQ(told_of("two", resource_quota("count/resourceclaims.resource.k8s.io", 5, 4)), "");
}

TEST(ResourceQuotaCheck, OfTwoClaimsOneMayFindWhatIsLeft) {
  json object = pod_using({{"resourceClaimTemplateName", "two"}});
  object["spec"]["resourceClaims"].push_back(
      {{"name", "more"}, {"resourceClaimTemplateName", "two"}});
  object["spec"]["containers"][0]["resources"]["claims"].push_back({{"name", "more"}});
  EXPECT_THAT(told_of_pod(object, resource_quota("requests.nvidia.com/gpu", 8, 5)),
              HasSubstr("the claims of this Pod need 4 (template two): not all of them will be "
                        "made. Ask for 1 a claim, or see "))
      << "what is proposed fits once the template says it";
  EXPECT_THAT(told_of_pod(object, resource_quota("requests.nvidia.com/gpu", 8, 7)),
              HasSubstr("need 4 (template two): they will be refused. Use fewer claims, for 1 in "
                        "all, or see "));
  EXPECT_THAT(told_of_pod(object, resource_quota("count/resourceclaims.resource.k8s.io", 5, 4)),
              HasSubstr("need 2 (template two): not all of them will be made. Use 1 claim at most, "
                        "or see "));
  object["spec"]["resourceClaims"][1]["resourceClaimTemplateName"] = "all";
  EXPECT_THAT(
      told_of_pod(object, resource_quota("requests.nvidia.com/gpu", 8, 0)),
      AllOf(HasSubstr("need 34 (template two, template all): not all of them will be made."),
            HasSubstr("\nWrite a count instead of allocationMode: All, or see ")))
      << "longer than one warning";
  object["spec"]["resourceClaims"][1]["resourceClaimTemplateName"] = "first";
  EXPECT_THAT(told_of_pod(object, resource_quota("requests.nvidia.com/gpu", 8, 4)),
              HasSubstr("need 5 (template two, template first): not all of them will be made. Ask "
                        "for 4 in all, or see "));
}

// Whoever follows one of them is not refused by the next one.
TEST(ResourceQuotaCheck, WhatIsProposedFitsAllQuotas) {
  const auto quotas = [](std::string_view resource, int used) {
    std::string other = resource_quota(resource, 8, used);
    other.replace(other.find("gpus"), 4, "more");
    return resource_quota("gpu.nvidia.com.deviceclass.resource.k8s.io/devices", 8, 6) + "---\n" +
           other;
  };
  for (const std::string_view resource :
       {"gpu.nvidia.com.deviceclass.resource.k8s.io/devices", "requests.nvidia.com/gpu",
        "requests.deviceclass.resource.kubernetes.io/gpu.nvidia.com"}) {
    const auto fixes = [](std::string_view fix) {
      return AllOf(HasSubstr(std::string(fix) + "kubectl describe resourcequota gpus"),
                   HasSubstr(std::string(fix) + "kubectl describe resourcequota more"));
    };
    EXPECT_THAT(told_of("first", quotas(resource, 7)), fixes("Ask for 1, or see "));
    EXPECT_THAT(told_of("first", quotas(resource, 8)), fixes("Free some: "));
  }
}

TEST(ResourceQuotaCheck, NoMoreIsProposedThanANodeHas) {
  constexpr std::string_view kThree =
      "---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: s}\nspec: "
      "{driver: gpu.nvidia.com, nodeName: node, pool: {name: node, generation: 1, "
      "resourceSliceCount: "
      "1}, devices: [{name: a}, {name: b}, {name: c}]}\n";
  EXPECT_THAT(told_of("all", resource_quota("requests.nvidia.com/gpu", 4, 0) + std::string(kThree)),
              HasSubstr("Write count: 3 instead of allocationMode: All, or see "));
}

TEST(ResourceQuotaCheck, AllDevicesAreThirtyTwoAndAlternativesTheirMost) {
  const std::string_view devices = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
  EXPECT_EQ(told_of("all", resource_quota(devices, 32, 0)), "");
  EXPECT_THAT(told_of("all", resource_quota(devices, 31, 0)),
              AllOf(HasSubstr("need 32 (template all)"),
                    HasSubstr("Write count: 31 instead of allocationMode: All, or see ")));
  EXPECT_THAT(told_of("all", resource_quota("requests.nvidia.com/gpu", 31, 0)),
              HasSubstr("Write count: 31 instead of allocationMode: All, or see "));
  EXPECT_THAT(told_of("first", resource_quota(devices, 3, 0)),
              Not(HasSubstr("[ResourceQuotaExceeded]")));
  EXPECT_THAT(told_of("first", resource_quota(devices, 2, 0)),
              HasSubstr("need 3 (template first)"));
}

TEST(ResourceQuotaCheck, WhatIsNotChargedLater) {
  EXPECT_EQ(
      told_of("two", resource_quota("requests.nvidia.com/gpu", 1, 1, ", scopes: [NotTerminating]")),
      "")
      << "a quota with scopes sees no claims";
  EXPECT_EQ(told_of_pod(pod_using({{"resourceClaimName", "mine"}}),
                        resource_quota("requests.nvidia.com/gpu", 1, 1)),
            "")
      << "the claim is there, and was charged";
}

json job_of_pods(const json& pod, int pods) {
  return {{"apiVersion", "batch/v1"},
          {"kind", "Job"},
          {"metadata", {{"name", "train"}, {"namespace", "default"}}},
          {"spec", {{"parallelism", pods}, {"template", {{"spec", pod["spec"]}}}}}};
}

TEST(ResourceQuotaCheck, OfSeveralNamesOneCountOfPodsIsTold) {
  const json pod = pod_asking({{"nvidia.com/gpu", "2"}, {"x.com/nic", "1"}});
  std::string nics = resource_quota("requests.x.com/nic", 2, 0);
  nics.replace(nics.find("gpus"), 4, "nics");
  EXPECT_THAT(told_of_pod(job_of_pods(pod, 4),
                          resource_quota("requests.nvidia.com/gpu", 6, 0) + "---\n" + nics),
              AllOf(HasSubstr("needs 2 (nvidia.com/gpu): not all get theirs. "),
                    HasSubstr("needs 1 (x.com/nic): only 2 of 4 pods are let in. ")));
}

TEST(ResourceQuotaCheck, WhatNobodyCountsIsNoNumber) {
  const json pod = pod_asking({{"nvidia.com/gpu", "9223372036854775807"}});
  EXPECT_THAT(
      told_of_pod(job_of_pods(pod, 4), resource_quota("requests.nvidia.com/gpu", 8, 8)),
      AllOf(HasSubstr("ResourceQuota gpus has 8 of 8 requests.nvidia.com/gpu in use, and each pod "
                      "of this Job needs more than can be counted (nvidia.com/gpu): it will be "
                      "refused. Ask for less, or see kubectl describe resourcequota gpus -n "
                      "default. [ResourceQuotaExceeded]"),
            HasSubstr("asks for more devices than can be counted as nvidia.com/gpu, which")));
}

TEST(ResourceQuotaCheck, ExtendedResourcesOfAWorkloadsPods) {
  const json pod = pod_asking({{"nvidia.com/gpu", "2"}, {"x.com/nic", "1"}});
  EXPECT_EQ(told_of_pod(job_of_pods(pod, 4), resource_quota("requests.nvidia.com/gpu", 8, 0)), "");
  EXPECT_EQ(
      told_of_pod(job_of_pods(pod, 4), resource_quota("requests.nvidia.com/gpu", 8, 3)),
      "ResourceQuota gpus has 3 of 8 requests.nvidia.com/gpu in use, and each pod of this Job "
      "needs 2 (nvidia.com/gpu): only 2 of 4 pods are let in. Run fewer pods, or see kubectl "
      "describe resourcequota gpus -n default. [ResourceQuotaExceeded]");
  EXPECT_THAT(told_of_pod(job_of_pods(pod, 4), resource_quota("requests.x.com/nic", 1, 1)),
              HasSubstr("each pod of this Job needs 1 (x.com/nic): it will be refused. Have it "
                        "raised to 5: "))
      << "for all of them";
  EXPECT_THAT(told_of_pod(job_of_pods(pod, 4), resource_quota("requests.x.com/nic", 4, 4)),
              HasSubstr("it will be refused. Free some"));
  EXPECT_EQ(told_of_pod(job_of_pods(pod, 4), resource_quota("nvidia.com/gpu", 0, 0)), "")
      << "nothing is counted under it";
  EXPECT_THAT(told_of_pod(pod, resource_quota("requests.nvidia.com/gpu", 1, 0)),
              HasSubstr("this Pod needs 2 (nvidia.com/gpu): it will be refused."))
      << "in files; in a cluster the API server says so at once";
}

// Whose devices cost a DeviceQuota the same by another name.
TEST(ResourceQuotaCheck, AChangeIsHeldAgainstItWhateverADeviceQuotaCounts) {
  const auto told = [](const json& object, const json& before, std::string_view quotas) {
    ReviewServer server(std::string(kClaims) + std::string(quotas));
    json review = review_of(object);
    review["request"]["operation"] = "UPDATE";
    review["request"]["oldObject"] = before;
    return server.response("/validate", review).value("warnings", json::array()).dump();
  };
  const std::string by_class = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
  const std::string device_quota =
      "---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: d, "
      "namespace: "
      "default}, spec: {hard: {gpu.nvidia.com: 64}}}\n";
  const json before = job_of_pods(pod_using({{"resourceClaimTemplateName", "two"}}), 2);
  json after = before;
  json& pod = after["spec"]["template"]["spec"];
  pod["priorityClassName"] = "high";
  const std::string scoped = resource_quota(
      "requests.x.com/nic", 1, 1,
      ", scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: "
      "[high]}]}");
  pod["containers"][0]["resources"]["limits"] = {{"x.com/nic", "1"}};
  for (const std::string& more : {std::string(), device_quota})
    EXPECT_THAT(told(after, before, scoped + more), HasSubstr("[ResourceQuotaExceeded]")) << more;
  json fewer = before;
  fewer["spec"]["parallelism"] = 1;
  EXPECT_EQ(told(fewer, before, resource_quota(by_class, 1, 1)), "[]") << "it makes no pod";
}

TEST(ResourceQuotaCheck, PodsOfWorkloadsInTheScopesOfAQuota) {
  const auto told = [](std::string_view scopes, const json& spec) {
    json pod = pod_asking({{"x.com/nic", "1"}});
    pod["spec"].update(spec);
    const std::string text =
        told_of_pod(job_of_pods(pod, 2), resource_quota("requests.x.com/nic", 1, 1, scopes));
    return text.find("[ResourceQuotaExceeded]") != std::string::npos;
  };
  const json ends = {{"activeDeadlineSeconds", 5}};
  EXPECT_TRUE(told(", scopes: [NotTerminating]", json::object()));
  EXPECT_FALSE(told(", scopes: [NotTerminating]", ends));
  EXPECT_TRUE(told(", scopes: [Terminating]", ends));
  EXPECT_FALSE(told(", scopes: [Terminating]", json::object()));
  EXPECT_FALSE(told(", scopes: [NotBestEffort]", json::object()))
      << "a LimitRange may still write requests";
  EXPECT_TRUE(told(", scopes: [NotBestEffort]", {{"resources", {{"limits", {{"cpu", "1"}}}}}}));
  EXPECT_FALSE(told(", scopes: [BestEffort]", json::object()));
  const auto of_priority = [](std::string_view relation) {
    return ", scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: " +
           std::string(relation) + ", values: [high]}]}";
  };
  const json high = {{"priorityClassName", "high"}};
  const json low = {{"priorityClassName", "low"}};
  EXPECT_TRUE(told(of_priority("In"), high));
  EXPECT_FALSE(told(of_priority("In"), low));
  EXPECT_TRUE(told(of_priority("NotIn"), low));
  EXPECT_FALSE(told(of_priority("NotIn"), high));
  EXPECT_TRUE(told(of_priority("Exists"), low));
  EXPECT_TRUE(told(", scopes: [PriorityClass]", low)) << "as one that exists";
  EXPECT_FALSE(told(", scopes: [PriorityClass]", json::object()));
  EXPECT_FALSE(told(of_priority("NotIn"), json::object()))
      << "which class is the default nobody knows here";
  EXPECT_FALSE(told(of_priority("In") + ", scopes: [Terminating]", high)) << "all of them hold";
}

TEST(ResourceQuotaCheck, OfWhatComesLaterOnlyWhatIsAllowed) {
  const auto told = [](int replicas, bool suspend, std::string_view count) {
    json job = job_of_pods(pod_asking({{"x.com/nic", std::string(count)}}), replicas);
    job["spec"]["suspend"] = suspend;
    return told_of_pod(job, resource_quota("requests.x.com/nic", 2, 2));
  };
  EXPECT_EQ(told(1, true, "2"), "");
  EXPECT_EQ(told(0, false, "2"), "");
  EXPECT_THAT(told(0, false, "3"), HasSubstr("allows 2 requests.x.com/nic, and each pod of this "
                                             "Job needs 3 (x.com/nic): it will be refused."));
  EXPECT_THAT(told(1, false, "2"), HasSubstr("has 2 of 2 requests.x.com/nic in use"));
  EXPECT_EQ(told(1, true, "3"),
            "ResourceQuota gpus allows 2 requests.x.com/nic, and each pod of this Job needs 3 "
            "(x.com/nic): it will be refused. Ask for 2, or see kubectl describe resourcequota "
            "gpus -n default. [ResourceQuotaExceeded]");
}

// As the API server, which compares the amounts themselves.
TEST(ResourceQuotaCheck, WhatIsNoWholeNumberHasNoRoomForTheNextOne) {
  const auto told = [](std::string_view hard, std::string_view count) {
    std::string quota = resource_quota("requests.x.com/nic", 777, 0);
    while (quota.find("777") != std::string::npos) quota.replace(quota.find("777"), 3, hard);
    return told_of_pod(pod_asking({{"x.com/nic", std::string(count)}}), quota);
  };
  EXPECT_EQ(told("1500m", "1"), "");
  EXPECT_THAT(told("1500m", "2"), HasSubstr("has 0 of 1 requests.x.com/nic in use"));
  EXPECT_THAT(told("500m", "1"), HasSubstr("has 0 of 0 requests.x.com/nic in use"));
  EXPECT_EQ(told("2000m", "2"), "");
}

TEST(ResourceQuotaCheck, BothPathsAddUp) {
  json pod = pod_using({{"resourceClaimTemplateName", "two"}});
  pod["spec"]["containers"][0]["resources"]["limits"] = {{"nvidia.com/gpu", "1"}};
  pod["spec"]["containers"][0]["resources"]["requests"] = {{"nvidia.com/gpu", "1"}};
  EXPECT_THAT(
      told_of_pod(pod, resource_quota("requests.nvidia.com/gpu", 2, 0)),
      HasSubstr("this Pod and its claims need 3 (template two, nvidia.com/gpu): they will be "
                "refused. Ask for 2 in all, or see "));
}

TEST(ResourceQuotaCheck, AClaimInAFileIsJudgedItself) {
  const json claim = {
      {"apiVersion", "resource.k8s.io/v1"},
      {"kind", "ResourceClaim"},
      {"metadata", {{"name", "new"}, {"namespace", "default"}}},
      {"spec",
       {{"devices",
         {{"requests",
           {{{"name", "g"},
             {"exactly", {{"deviceClassName", "gpu.nvidia.com"}, {"count", 4}}}}}}}}}}};
  const std::string_view devices = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
  EXPECT_EQ(told_of_pod(claim, resource_quota(devices, 4, 0)), "");
  EXPECT_EQ(told_of_pod(claim, resource_quota(devices, 4, 1)),
            "ResourceQuota gpus has 1 of 4 gpu.nvidia.com.deviceclass.resource.k8s.io/devices in "
            "use, and this ResourceClaim needs 4: it will be refused. Ask for 3, or see kubectl "
            "describe resourcequota gpus -n default. [ResourceQuotaExceeded]");
}

TEST(ResourceQuotaCheck, TheClaimThatTheSchedulerMakesOfExtendedResources) {
  const std::string_view devices = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
  const json pod = pod_asking({{"nvidia.com/gpu", "2"}});
  EXPECT_EQ(told_of_pod(pod, resource_quota(devices, 2, 0)), "");
  EXPECT_THAT(told_of_pod(pod, resource_quota(devices, 2, 1)),
              HasSubstr("need 2 (nvidia.com/gpu): they will be"));
  EXPECT_EQ(told_of_pod(pod, resource_quota("count/resourceclaims.resource.k8s.io", 1, 0)), "");
  EXPECT_THAT(told_of_pod(pod, resource_quota("count/resourceclaims.resource.k8s.io", 1, 1)),
              HasSubstr("need 1 (nvidia.com/gpu)"));
  EXPECT_EQ(told_of_pod(pod, resource_quota(devices, 2, 1) +
                                 "---\napiVersion: v1\nkind: Node\nmetadata: {name: a}\nstatus: "
                                 "{allocatable: {nvidia.com/gpu: 2}}\n"),
            "")
      << "a device plugin may give them";
}

// addExtendedResourceQuota: under the names of its class it is charged what the pod is not.
TEST(ResourceQuotaCheck, TheClaimOfTheSchedulerCountsUnderEveryNameOfItsClass) {
  constexpr std::string_view kImplicit = "deviceclass.resource.kubernetes.io/gpu.nvidia.com";
  const std::string by_class = "requests." + std::string(kImplicit);
  const json explicit_pod = pod_asking({{"nvidia.com/gpu", 2}});
  const json implicit_pod = pod_asking({{std::string(kImplicit), 2}});
  EXPECT_THAT(told_of_pod(explicit_pod, resource_quota(by_class, 1, 0)),
              HasSubstr("the claims of this Pod need 2 (nvidia.com/gpu): they will be refused."));
  EXPECT_EQ(told_of_pod(explicit_pod, resource_quota(by_class, 2, 0)), "");
  EXPECT_THAT(told_of_pod(implicit_pod, resource_quota("requests.nvidia.com/gpu", 1, 0)),
              HasSubstr("the claims of this Pod need 2"));
  const json both = pod_asking({{"nvidia.com/gpu", 1}, {std::string(kImplicit), 2}});
  EXPECT_THAT(told_of_pod(both, resource_quota("requests.nvidia.com/gpu", 2, 0)),
              HasSubstr("need 3"));
  EXPECT_THAT(told_of_pod(both, resource_quota("requests.nvidia.com/gpu", 3, 0)),
              ::testing::Not(HasSubstr("ResourceQuotaExceeded")));
}

TEST(ResourceQuotaCheck, AClassThatIsNotThereHasNoImplicitName) {
  const auto quota = [](std::string_view device_class) {
    return resource_quota(
        "requests.deviceclass.resource.kubernetes.io/" + std::string(device_class), 0, 0);
  };
  EXPECT_THAT(told_of("first", quota("gpu.nvidia.com")), HasSubstr("[ResourceQuotaExceeded]"));
  EXPECT_THAT(told_of("first", quota("other.nvidia.com")),
              ::testing::Not(HasSubstr("[ResourceQuotaExceeded]")));
  EXPECT_THAT(told_of("first",
                      resource_quota("other.nvidia.com.deviceclass.resource.k8s.io/devices", 0, 0)),
              HasSubstr("[ResourceQuotaExceeded]"));
}

TEST(ResourceQuotaCheck, OfAWorkloadSoManyPodsAsGetTheirClaims) {
  const json pod = pod_using({{"resourceClaimTemplateName", "two"}});
  const json job = {{"apiVersion", "batch/v1"},
                    {"kind", "Job"},
                    {"metadata", {{"name", "train"}, {"namespace", "default"}}},
                    {"spec", {{"parallelism", 4}, {"template", {{"spec", pod["spec"]}}}}}};
  EXPECT_EQ(told_of_pod(job, resource_quota("requests.nvidia.com/gpu", 8, 0)), "");
  EXPECT_THAT(told_of_pod(job, resource_quota("requests.nvidia.com/gpu", 8, 1)),
              HasSubstr("the claims of each pod of this Job need 2 (template two): only 3 of 4 "
                        "pods get theirs."));
  // Its pods that are there already are part of what is used.
  json before = job;
  before["spec"]["parallelism"] = 3;
  json review = review_of(job);
  review["request"]["operation"] = "UPDATE";
  review["request"]["oldObject"] = before;
  ReviewServer server(std::string(kClaims) + resource_quota("requests.nvidia.com/gpu", 8, 6));
  EXPECT_EQ(server.response("/validate", review).value("warnings", json::array()).size(), 0U);
}

TEST(ResourceQuotaCheck, WithoutAStatusTheSpecCounts) {
  EXPECT_THAT(told_of("two",
                      "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: gpus, namespace: "
                      "default}\nspec: {hard: {requests.nvidia.com/gpu: 1}}\n"),
              HasSubstr("has 0 of 1 requests.nvidia.com/gpu in use"));
}

json jobset_of(const json& pod_spec, const json& more = json::object()) {
  const json job = {{"parallelism", 1}, {"completions", 1}, {"template", {{"spec", pod_spec}}}};
  json spec = more;
  spec["replicatedJobs"] = {{{"name", "a"}, {"template", {{"spec", job}}}},
                            {{"name", "b"}, {"template", {{"spec", job}}}},
                            {{"name", "c"}, {"template", {{"spec", job}}}}};
  return {{"apiVersion", "jobset.x-k8s.io/v1alpha2"},
          {"kind", "JobSet"},
          {"metadata", {{"name", "set"}, {"namespace", "default"}}},
          {"spec", spec}};
}

TEST(ResourceQuotaCheck, AllTemplatesOfAnObjectTogether) {
  const std::string_view devices = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
  const json claiming = pod_using({{"resourceClaimTemplateName", "two"}})["spec"];
  EXPECT_EQ(told_of_pod(jobset_of(claiming), resource_quota(devices, 6, 0)), "");
  EXPECT_EQ(told_of_pod(jobset_of(claiming), resource_quota(devices, 7, 2)),
            "ResourceQuota gpus has 2 of 7 gpu.nvidia.com.deviceclass.resource.k8s.io/devices in "
            "use, other pods of this JobSet ask for 4 and each of these for 2 (template two): not "
            "all get theirs. Ask for fewer, or have it raised to 8. [ResourceQuotaExceeded]");
  EXPECT_THAT(told_of_pod(jobset_of(claiming), resource_quota(devices, 3, 0)),
              HasSubstr("other pods of this JobSet ask for 2 and each of these for 2"))
      << "once, of the first that does not fit";
  EXPECT_EQ(
      told_of_pod(jobset_of(claiming, {{"startupPolicy", {{"startupPolicyOrder", "InOrder"}}}}),
                  resource_quota(devices, 3, 0)),
      "")
      << "one may have ended when the next one starts";
  const json extended = pod_asking({{"x.com/gpu", "2"}})["spec"];
  EXPECT_THAT(told_of_pod(jobset_of(extended), resource_quota("requests.x.com/gpu", 5, 0)),
              HasSubstr("has 0 of 5 requests.x.com/gpu in use, other pods of this JobSet ask "
                        "for 4 and each of these for 2 (x.com/gpu): not all get theirs."));
  EXPECT_EQ(told_of_pod(jobset_of(extended),
                        resource_quota("requests.x.com/gpu", 5, 0, ", scopes: [BestEffort]")),
            "");
}

}  // namespace
}  // namespace drawbridge::admission
