// Resources of containers that the API server refuses, and those that it takes.
#include "rules/shape/resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules::shape {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string said(const std::string& resources, const GivenLimits& given_limits = {}) {
  const kube::Document document = yaml("{containers: [{name: c, resources: {" + resources + "}}]}");
  const std::vector<Finding> findings = resource_problems(document.root(), "spec", given_limits);
  check_findings(findings);
  return findings.empty() ? "-" : findings.front().field + ": " + findings.front().text();
}

TEST(Resources, ExtendedOnesAreWholeAndHaveALimit) {
  EXPECT_EQ(said("limits: {nvidia.com/gpu: 0.5}"),
            "spec.containers[0].resources.limits: Container c asks for 0.5 of nvidia.com/gpu. "
            "Write a whole number: a device is not divided by a fraction. "
            "[ResourceQuantityInvalid]");
  EXPECT_THAT(said("limits: {nvidia.com/gpu: 1500m}"), HasSubstr("asks for"));
  EXPECT_THAT(
      said("requests: {nvidia.com/gpu: 1}"),
      AllOf(HasSubstr("has no limit of it"), HasSubstr("Write nvidia.com/gpu under limits")));
  EXPECT_THAT(said("limits: {nvidia.com/gpu: 2}, requests: {nvidia.com/gpu: 1}"),
              HasSubstr("different request and limit of nvidia.com/gpu"));
  EXPECT_EQ(said("limits: {nvidia.com/gpu: 1000m}, requests: {nvidia.com/gpu: \"1\"}"), "-");
  EXPECT_EQ(said("limits: {nvidia.com/gpu: 2}"), "-");
}

// In JobSets, too, which nobody validates before their pods come.
TEST(Resources, RequestsOverTheirLimits) {
  EXPECT_EQ(said("requests: {cpu: 2}, limits: {cpu: 1}"),
            "spec.containers[0].resources.requests: spec.containers[0].resources requests 2 of "
            "cpu, more than its limit of 1. Write cpu: 2 under limits, or that limit under "
            "requests. [ResourceQuantityInvalid]");
  EXPECT_THAT(said("requests: {hugepages-2Mi: 2Mi}, limits: {hugepages-2Mi: 4Mi, cpu: 1}"),
              HasSubstr("and its limit is another: 4Mi. Write hugepages-2Mi: 2Mi under limits"));
  EXPECT_THAT(said("requests: {cpu: 4, memory: 0}, limits: {cpu: null, memory: null, "
                   "ephemeral-storage: null}"),
              HasSubstr("spec.containers[0].resources.limits has nothing for cpu, which is read as "
                        "0, and 4 is requested. Write cpu: 4 there, or take it away."));
  EXPECT_EQ(said("requests: {cpu: [1], memory: x}, limits: {cpu: null, memory: null}"), "-");
  EXPECT_EQ(said("limits: {hugepages-2Mi: 4Mi}"),
            "spec.containers[0].resources: spec.containers[0].resources has hugepages-2Mi and "
            "neither cpu nor memory, which the API server refuses unless a LimitRange gives them. "
            "Write memory, too: what the container takes beside the pages. "
            "[ResourceQuantityInvalid]");
  EXPECT_EQ(said("requests: {cpu: 1}, limits: {cpu: 1000m}"), "-");
}

TEST(Resources, APodAsAWholeAndItsContainers) {
  const auto told = [](const std::string& whole, const std::string& containers,
                       const std::string& init = "") {
    const kube::Document document = yaml("{resources: {" + whole + "}, containers: [" + containers +
                                         "], initContainers: [" + init + "]}");
    std::string text;
    for (const Finding& finding : resource_problems(document.root(), "spec", {}))
      text += finding.field + ": " + finding.text();
    return text;
  };
  const auto asking = [](const std::string& resources, const std::string& more = "") {
    return "{name: c, resources: {" + resources + "}" + more + "}";
  };
  const std::string two = asking("requests: {cpu: 1500m}") + ", " + asking("limits: {cpu: 500m}");
  EXPECT_EQ(told("requests: {cpu: 2}", two), "");
  EXPECT_EQ(told("requests: {cpu: 1}", two),
            "spec.resources.requests: spec.resources.requests has 1 of cpu, and its containers "
            "request 2 in all. Write cpu: 2 there, or less in the containers. "
            "[ResourceQuantityInvalid]");
  EXPECT_THAT(told("requests: {cpu: 1}, limits: {cpu: 1}", two),
              HasSubstr("Write cpu: 2 there, and under limits, or less in the containers."));
  EXPECT_THAT(told("limits: {cpu: 1}", two),
              HasSubstr("spec.resources.limits has 1 of cpu, and its containers request 2 in all"))
      << "which is the request of the pod then";
  EXPECT_EQ(told("limits: {memory: 1Gi}", two), "");
  EXPECT_EQ(told("limits: {cpu: 1}", asking("limits: {hugepages-1Gi: 1Gi}")), "")
      << "the pod as a whole may have them";
  EXPECT_EQ(told("requests: {cpu: 2}", two, asking("requests: {cpu: 2}")), "")
      << "it has ended before the others start";
  EXPECT_THAT(
      told("requests: {cpu: 2}", two, asking("requests: {cpu: 1}", ", restartPolicy: Always")),
      HasSubstr("request 3 in all"));
  EXPECT_THAT(told("requests: {cpu: 2}, limits: {cpu: 1}", asking("")),
              HasSubstr("spec.resources requests 2 of cpu, more than its limit of 1."));
  const std::string higher = asking("limits: {cpu: 4}, requests: {cpu: 1}");
  EXPECT_EQ(told("requests: {cpu: 2}, limits: {cpu: 2}", higher),
            "spec.containers[0].resources.limits: spec.containers[0].resources has a limit of 4 of "
            "cpu, more than the pod's own of 2. Write cpu: 2 or less there, or as much in "
            "spec.resources. [ResourceQuantityInvalid]");
  EXPECT_EQ(told("requests: {cpu: 2}", higher), "");
  EXPECT_EQ(told("limits: {cpu: 2}", asking(""), asking("limits: {cpu: 4}, requests: {cpu: 1}")),
            "");
}

TEST(Resources, ALimitThatALimitRangeGives) {
  const auto giving = [](const std::string& name, std::optional<kube::Quantity> amount) {
    return [name, amount](std::string_view resource) {
      return resource == name ? std::optional(GivenLimit{amount}) : std::nullopt;
    };
  };
  const std::string one = "requests: {nvidia.com/gpu: 1}";
  const std::string gpu = "nvidia.com/gpu";
  EXPECT_EQ(said(one, giving(gpu, std::nullopt)), "-");
  EXPECT_EQ(said(one, giving(gpu, kube::Quantity::from_int(1))), "-");
  EXPECT_EQ(said(one, giving(gpu, kube::Quantity::from_int(2))),
            "spec.containers[0].resources.limits: Container c requests 1 nvidia.com/gpu, and a "
            "LimitRange gives it a limit of 2, which the API server refuses. Write "
            "nvidia.com/gpu: 1 under limits. [ResourceQuantityInvalid]");
  EXPECT_THAT(said(one, giving("cpu", std::nullopt)), HasSubstr("has no limit of it"));
  EXPECT_THAT(said("limits: {nvidia.com/gpu: 2}, " + one, giving(gpu, std::nullopt)),
              HasSubstr("different request and limit of nvidia.com/gpu"));
}

TEST(Resources, DevicesAreNoBytes) {
  EXPECT_THAT(said("limits: {nvidia.com/gpu: 1Gi}"),
              AllOf(HasSubstr("asks for nvidia.com/gpu: 1Gi, which is a number of devices"),
                    HasSubstr("Write nvidia.com/gpu: 1.")));
  EXPECT_EQ(said("limits: {nvidia.com/gpumem: 8Gi}"), "-");
  EXPECT_EQ(said("limits: {nvidia.com/gpu: 1k}"), "-");
}

TEST(Resources, NoneIsLessThanNothing) {
  EXPECT_THAT(said("limits: {nvidia.com/gpu: -1}"),
              AllOf(HasSubstr("asks for -1 of nvidia.com/gpu."), HasSubstr("not negative")));
  EXPECT_THAT(said("requests: {cpu: -100m}"), HasSubstr("of cpu"));
  EXPECT_EQ(said("limits: {nvidia.com/gpu: 0}"), "-");
}

TEST(Resources, ClaimsAreNoAmount) {
  EXPECT_THAT(said("limits: {claims: 1}"),
              HasSubstr("Write it directly in spec.containers[0].resources, as claims: [{name: "
                        "ENTRY}]"));
  EXPECT_EQ(said("limits: {claims: gpu}"), "-") << "decoding tells it";
  EXPECT_THAT(said("limits: {claim: 1}"), HasSubstr("has claim in limits"));
}

TEST(Resources, OfAWholePodAndOfEphemeralContainersDevicesAreNone) {
  const auto pod = [](const std::string& fields) {
    const kube::Document document = yaml("{" + fields + "}");
    const std::vector<Finding> findings = resource_problems(document.root(), "spec", {});
    check_findings(findings);
    return findings.empty() ? "-" : findings.front().text();
  };
  EXPECT_EQ(pod("resources: {limits: {nvidia.com/gpu: 1}}"),
            "spec.resources.limits has nvidia.com/gpu, and a pod as a whole takes cpu, memory and "
            "hugepages alone. Write it in the resources of the container that needs it. "
            "[ResourceQuantityInvalid]");
  EXPECT_EQ(pod("resources: {limits: {cpu: 1, memory: 1Gi, hugepages-2Mi: 2Mi, pids: 512}}"), "-");
  EXPECT_THAT(pod("ephemeralContainers: [{name: e, resources: {claims: [{name: g}]}}]"),
              HasSubstr("spec.ephemeralContainers[0].resources is set"));
  EXPECT_EQ(pod("ephemeralContainers: [{name: e, resources: {}}]"), "-");
}

TEST(Resources, HaveADomainUnlessTheyAreOfKubernetes) {
  EXPECT_THAT(said("limits: {gpu: 2}"), AllOf(HasSubstr("Container c has gpu in limits"),
                                              HasSubstr("such as nvidia.com/gpu")));
  EXPECT_THAT(said("limits: {requests.nvidia.com/gpu: 2}"), HasSubstr("is no name of a resource"));
  EXPECT_EQ(said("limits: {cpu: 0.5, memory: 1Gi, ephemeral-storage: 1Gi, hugepages-2Mi: 2Mi}, "
                 "requests: {cpu: 100m}"),
            "-");
  EXPECT_EQ(said("limits: {deviceclass.resource.kubernetes.io/a: 500m}"), "-");
  EXPECT_EQ(said("limits: {claims: [{name: a}]}"), "-");
  // The API server looks at every name first.
  EXPECT_THAT(said("limits: {Deviceclass.resource.kubernetes.io/b: 1}"),
              AllOf(HasSubstr("which is no name of a resource"),
                    HasSubstr("Write deviceclass.resource.kubernetes.io/b.")));
  EXPECT_THAT(said("limits: {deviceclass.resource.kubernetes.io/a.com/b: 1}"),
              HasSubstr("Write a.com/b; or the name of a DeviceClass behind "
                        "deviceclass.resource.kubernetes.io/."));
  EXPECT_THAT(said("limits: {deviceclass.resource.kubernetes.io/: 1}"),
              HasSubstr("such as nvidia.com/gpu"));
  EXPECT_EQ(said(""), "-");
}

TEST(Resources, AClassHasOneNameUnderKubernetes) {
  for (const char* name :
       {"deviceclasses.resource.kubernetes.io/gpu.a.com",
        "device.class.resource.kubernetes.io/gpu.a.com", "deviceclass.kubernetes.io/gpu.a.com",
        "deviceclass.resource.k8s.io/gpu.a.com", "resource.kubernetes.io/gpu.a.com",
        "deviceclass.resource.kubernetes.io/GPU.a.com"}) {
    EXPECT_EQ(said("limits: {" + std::string(name) + ": 1}"),
              "spec.containers[0].resources.limits: Container c asks for " + std::string(name) +
                  ", which nothing offers: a DeviceClass has one such name. Write "
                  "deviceclass.resource.kubernetes.io/gpu.a.com. [ResourceNotOffered]");
  }
  EXPECT_EQ(said("limits: {kubernetes.io/batch-cpu: 1, cpu.kubernetes.io/x: 1}"), "-");
}

}  // namespace
}  // namespace drawbridge::rules::shape
