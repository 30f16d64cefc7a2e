// DeviceQuotas and the overlap of the mapping paths, from objects to the answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "test/generated_cases.h"
#include "test/webhook/admission_testing.h"
#include "webhook/admission/decide.h"

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
            "Ask for 1, or free one: kubectl get pods -n default shows what uses them. "
            "[QuotaExceeded]");
  EXPECT_THAT(refusal(quota("8", "nvidia.com/gpu: 8"), gpus("2")),
              HasSubstr("\nFree 2, or have the quota raised: kubectl get pods -n default shows "));
}

TEST_F(QuotaTest, WhatToFreeIsWhatIsMissing) {
  const auto asking = [](std::string_view used, const std::string& count) {
    return refusal(quota("8", "nvidia.com/gpu: " + std::string(used)), gpus(count));
  };
  EXPECT_THAT(asking("7", "5"), HasSubstr("\nAsk for 1, or free 4: kubectl get pods "));
  EXPECT_THAT(asking("1", "8"), HasSubstr("\nAsk for 7, or free one: kubectl get pods "));
  EXPECT_THAT(asking("9", "1"), HasSubstr("\nFree 2, or have the quota raised: "));
  // Of 8, freeing all makes no room for 9.
  EXPECT_THAT(asking("7", "9"), HasSubstr("\nAsk for 1, or have the quota raised to 16: "
                                          "kubectl get devicequota -n default. "));
  EXPECT_THAT(asking("8", "9"), HasSubstr("\nHave the quota raised to 17: "));
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
