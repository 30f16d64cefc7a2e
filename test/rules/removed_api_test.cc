#include "rules/devices/removed_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/devices/legacy_parameters.h"
#include "rules/devices/selectors.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string judged(std::string_view object, std::span<const kube::Json> beside = {}) {
  const kube::Document document = yaml(object);
  const std::optional<Finding> finding = removed_api(document.root(), beside);
  if (!finding) return "silent";
  check_findings({*finding});
  EXPECT_EQ(finding->code, "RemovedApi");
  EXPECT_EQ(finding->severity, Severity::kDeny);
  return finding->field + " " + finding->text();
}

TEST(RemovedApi, ResourceClassBecomesDeviceClass) {
  EXPECT_EQ(judged("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClass, driverName: "
                   "gpu.example.com}"),
            "apiVersion ResourceClass of resource.k8s.io/v1alpha2 is not served by Kubernetes any "
            "more. Write a DeviceClass of resource.k8s.io/v1 with spec: {selectors: [{cel: "
            "{expression: device.driver == 'gpu.example.com'}}]}. [RemovedApi]");
  EXPECT_THAT(
      judged("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClass, structuredParameters: "
             "{generatedFrom: {driverName: d.com}}}"),
      HasSubstr("device.driver == 'd.com'"));
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClass}"),
              HasSubstr("device.driver == 'DRIVER'"));
  // That of NVIDIA has another name today.
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClass, driverName: "
                     "gpu.resource.nvidia.com}"),
              HasSubstr("device.driver == 'gpu.nvidia.com'"));
}

TEST(RemovedApi, ClaimsSayTheirClassAndCount) {
  EXPECT_THAT(
      judged(
          "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, spec: {resourceClassName: "
          "gpu.com, parameters: {count: 4}}}"),
      HasSubstr("devices: {requests: [{name: device, exactly: {deviceClassName: gpu.com, count: "
                "4}}]}. [RemovedApi]"));
  EXPECT_THAT(
      judged(
          "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, spec: {resourceClassName: "
          "gpu.com, parametersRef: {apiGroup: a.com, kind: Some, name: x}}}"),
      HasSubstr("deviceClassName: gpu.com}}]}; what the parameters said becomes selectors of the "
                "request, or config of the claim."));
  EXPECT_THAT(
      judged("{apiVersion: resource.k8s.io/v1alpha1, kind: ResourceClaimTemplate, spec: {spec: "
             "{resourceClassName: gpu.com}}}"),
      AllOf(HasSubstr("Write a ResourceClaimTemplate of resource.k8s.io/v1"),
            HasSubstr("exactly: {deviceClassName: gpu.com}}]}. [RemovedApi]")));
  EXPECT_THAT(
      judged(
          "{apiVersion: resource.k8s.io/v1alpha3, kind: ResourceClaim, spec: {devices: {requests: "
          "[{name: a, deviceClassName: c}]}}}"),
      HasSubstr("and the fields of each of its requests, all but the name, under exactly."));
  EXPECT_THAT(
      judged(
          "{apiVersion: resource.k8s.io/v1alpha3, kind: ResourceClaim, spec: {devices: {requests: "
          "[{name: a, exactly: {deviceClassName: c}}]}}}"),
      HasSubstr("Write apiVersion: resource.k8s.io/v1. [RemovedApi]"));
}

TEST(RemovedApi, ParametersMoveIntoTheClaim) {
  EXPECT_THAT(judged("{apiVersion: gpu.resource.nvidia.com/v1alpha1, kind: GpuClaimParameters, "
                     "spec: {count: 2}}"),
              HasSubstr("Say it in the claim itself (resource.k8s.io/v1): count: 2 and selectors"));
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaimParameters}"),
              HasSubstr("a count and selectors in its request"));
  EXPECT_EQ(judged("{apiVersion: my.company.com/v1, kind: ResourceClaimParameters}"), "silent");
}

// Of a claim template t in namespace n that refers to parameters with this spec.
std::string judged_with(std::string_view spec, std::string_view kind = "GpuClaimParameters") {
  const std::string k(kind);
  const kube::Document parameters =
      yaml("{apiVersion: gpu.resource.nvidia.com/v1alpha1, kind: " + k +
           ", metadata: {name: p, namespace: n}, spec: " + std::string(spec) + "}");
  const std::vector<kube::Json> beside = {parameters.root()};
  return judged(
      "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaimTemplate, metadata: {name: t, "
      "namespace: n}, spec: {spec: {resourceClassName: gpu.nvidia.com, parametersRef: {apiGroup: "
      "gpu.resource.nvidia.com, kind: " +
          k + ", name: p}}}}",
      beside);
}

// The selector that the advice has for these parameters.
std::string selector_of(std::string_view selector) {
  const std::string text = judged_with("{selector: " + std::string(selector) + "}");
  const std::size_t begin = text.find("expression: \"");
  if (begin == std::string::npos) return text;
  std::string expression = text.substr(begin + 13, text.find('"', begin + 13) - begin - 13);
  const auto compiled = new_selector_environment().compile(expression);
  EXPECT_TRUE(std::holds_alternative<cel::Program>(compiled)) << expression;
  return expression;
}

TEST(RemovedApi, AClaimIsToldWithTheValuesOfItsParameters) {
  EXPECT_EQ(judged_with("{count: 2, selector: {memory: {value: 16G, operator: "
                        "GreaterThanOrEqualTo}}}"),
            "apiVersion ResourceClaimTemplate of resource.k8s.io/v1alpha2 is not served by "
            "Kubernetes any more. Write a ResourceClaimTemplate of resource.k8s.io/v1 that has, "
            "under its claim's spec, devices: {requests: [{name: device, exactly: "
            "{deviceClassName: gpu.nvidia.com, count: 2, selectors: [{cel: {expression: "
            "\"device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('16G')) >= "
            "0\"}}]}}]}. [RemovedApi]");
  EXPECT_THAT(judged_with("{}"), HasSubstr("{deviceClassName: gpu.nvidia.com}}]}. ["));
  EXPECT_THAT(judged_with("{sharing: {strategy: TimeSlicing}}"),
              HasSubstr("}}]}; their sharing goes into devices.config, in opaque parameters of "
                        "kind GpuConfig (resource.nvidia.com/v1beta1). ["));
  EXPECT_THAT(judged_with("{sharing: {strategy: TimeSlicing}}", "MigDeviceClaimParameters"),
              HasSubstr("of kind MigDeviceConfig (resource.nvidia.com/v1beta1)"));
  EXPECT_THAT(judged_with("{profile: 1g.5gb}", "MigDeviceClaimParameters"),
              HasSubstr("{deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "
                        "\"device.attributes['gpu.nvidia.com'].profile == '1g.5gb'\"}}]}"));
}

TEST(RemovedApi, TheOldSelectorsInCel) {
  EXPECT_EQ(
      selector_of("{andExpression: [{memory: {value: 16G, operator: LessThanOrEqualTo}}, "
                  "{cudaComputeCapability: {value: '7.5', operator: GreaterThanOrEqualTo}}]}"),
      "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('16G')) <= 0 && "
      "device.attributes['gpu.nvidia.com'].cudaComputeCapability.compareTo(semver('7.5.0')) "
      ">= 0");
  EXPECT_EQ(selector_of("{andExpression: [{brand: Tesla}, {orExpression: [{productName: "
                        "'*A100*'}, {productName: '*h100*'}]}]}"),
            "device.attributes['gpu.nvidia.com'].brand.lowerAscii() == 'tesla' && "
            "(device.attributes['gpu.nvidia.com'].productName.lowerAscii().matches('^.*a100.*$') "
            "|| device.attributes['gpu.nvidia.com'].productName.lowerAscii().matches("
            "'^.*h100.*$'))");
  // One alternative that selects everything.
  EXPECT_EQ(selector_of("{brand: a, orExpression: [{}, {productName: b}]}"),
            "device.attributes['gpu.nvidia.com'].brand.lowerAscii() == 'a'");
  EXPECT_EQ(selector_of("{brand: a, orExpression: [{andExpression: [{}]}, {uuid: b}]}"),
            "device.attributes['gpu.nvidia.com'].brand.lowerAscii() == 'a'");
  EXPECT_EQ(selector_of("{migEnabled: false}"),
            "device.attributes['gpu.nvidia.com'].type == 'gpu'");
  EXPECT_EQ(selector_of("{uuid: GPU-4cf8}"),
            "device.attributes['gpu.nvidia.com'].uuid == 'GPU-4cf8'");
}

TEST(RemovedApi, WhatNoSelectorSaysIsNamed) {
  EXPECT_THAT(judged_with("{selector: {index: 0}}"),
              HasSubstr("{deviceClassName: gpu.nvidia.com}}]}; no selector is known for their "
                        "index. ["));
  EXPECT_THAT(judged_with("{selector: {memory: {value: 16G, operator: About}}}"),
              HasSubstr("for their memory. ["));
  EXPECT_THAT(judged_with("{selector: {brand: \"a' || true || '\"}}"),
              HasSubstr("for their brand. ["));
  EXPECT_THAT(judged_with("{selector: {\"\\e[31m\": 1}}"), HasSubstr("for their \\x1b[31m. ["));
  EXPECT_THAT(judged_with("{selector: 5}"), HasSubstr("gpu.nvidia.com}}]}. ["));
  // At the bounds and one past them.
  const auto nested = [](int depth) {
    std::string selector = "{brand: a}";
    for (int i = 0; i < depth; ++i) selector = "{orExpression: [" + selector + "]}";
    return selector_of(selector);
  };
  EXPECT_THAT(nested(kLegacySelectorDepthMax), HasSubstr("brand.lowerAscii() == 'a'"));
  EXPECT_THAT(nested(kLegacySelectorDepthMax + 1), HasSubstr("for their orExpression"));
  const std::size_t around = selector_of("{brand: a}").size() - 1;
  const std::string longest(kLegacySelectorBytesMax - around, 'a');
  EXPECT_THAT(selector_of("{brand: " + longest + "}"), HasSubstr(longest));
  EXPECT_THAT(selector_of("{brand: a" + longest + "}"), HasSubstr("for their selector. ["));
}

TEST(RemovedApi, ParametersThatAClaimRefersToAreLeftToIt) {
  const std::string ref =
      ", spec: {resourceClassName: c, parametersRef: {apiGroup: gpu.resource.nvidia.com, kind: "
      "GpuClaimParameters, name: p}}}";
  const std::string head = "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, metadata: ";
  const kube::Document claim = yaml(head + "{name: c, namespace: n}" + ref);
  const kube::Document elsewhere = yaml(head + "{name: c, namespace: m}" + ref);
  const std::string parameters =
      "{apiVersion: gpu.resource.nvidia.com/v1alpha1, kind: GpuClaimParameters, metadata: {name: "
      "p, namespace: n}, spec: {selector: {brand: Tesla}}}";
  const std::vector<kube::Json> beside = {elsewhere.root(), claim.root()};
  EXPECT_THAT(judged(parameters, beside),
              HasSubstr("Leave it out: what is to be written for ResourceClaim c says it."));
  EXPECT_THAT(judged(parameters, std::span(beside).first(1)),
              HasSubstr("a count and selectors: [{cel: {expression: "
                        "\"device.attributes['gpu.nvidia.com'].brand.lowerAscii() == 'tesla'\"}}] "
                        "in its request"));
}

TEST(RemovedApi, ANodeSelectorGoesToThePod) {
  EXPECT_THAT(
      judged("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, spec: "
             "{resourceClassName: g, parameters: {kind: GpuClaimParameters, count: 4}, "
             "constraints: [{nodeSelector: {node.kubernetes.io/instance-type: p4d.24xlarge}}]}}"),
      HasSubstr("count: 4}}]}; its nodeSelector goes into the pod's: "
                "{node.kubernetes.io/instance-type: p4d.24xlarge}. ["));
}

TEST(RemovedApi, OtherKindsOfTheGroup) {
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha2, kind: PodSchedulingContext}"),
              HasSubstr("Leave it out: the scheduler allocates by itself."));
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha3, kind: ResourceSlice}"),
              HasSubstr("Write it in apiVersion: resource.k8s.io/v1."));
  EXPECT_EQ(judged("{apiVersion: resource.k8s.io/v1alpha3, kind: DeviceTaintRule}"), "silent");
  EXPECT_EQ(judged("{apiVersion: resource.k8s.io/v1alpha3, kind: ResourcePoolStatusRequest}"),
            "silent");
  // What never was is not served no more.
  EXPECT_EQ(judged("{apiVersion: resource.k8s.io/v1beta3, kind: ResourceClaim}"), "silent");
}

TEST(RemovedApi, PodsThatNestTheirClaimsUnderSource) {
  EXPECT_EQ(
      judged(
          "{apiVersion: v1, kind: Pod, spec: {resourceClaims: [{name: ok, resourceClaimName: x}, "
          "{name: gpu, source: {resourceClaimTemplateName: t}}]}}"),
      "spec.resourceClaims[1].source spec.resourceClaims[1].source is not a field of a Pod any "
      "more. Write resourceClaimTemplateName: t directly in spec.resourceClaims[1]. "
      "[RemovedApi]");
  EXPECT_THAT(
      judged("{apiVersion: apps/v1, kind: Deployment, spec: {template: {spec: {resourceClaims: "
             "[{name: gpu, source: {resourceClaimName: c}}]}}}}"),
      HasSubstr("spec.template.spec.resourceClaims[0].source is not a field of a Deployment any "
                "more. Write resourceClaimName: c directly in "
                "spec.template.spec.resourceClaims[0]."));
  EXPECT_THAT(
      judged("{apiVersion: batch/v1, kind: CronJob, spec: {jobTemplate: {spec: {template: {spec: "
             "{resourceClaims: [{name: gpu, source: {}}]}}}}}}"),
      HasSubstr("Write resourceClaimName: NAME directly in "
                "spec.jobTemplate.spec.template.spec.resourceClaims[0]."));
}

TEST(RemovedApi, WhatIsServedIsSilent) {
  for (const char* object :
       {"{apiVersion: resource.k8s.io/v1, kind: ResourceClaim}",
        "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaimTemplate}",
        "{apiVersion: resource.k8s.io/v1beta2, kind: DeviceClass}", "{apiVersion: v1, kind: Pod}",
        "{apiVersion: v1, kind: Pod, spec: {resourceClaims: [{name: a, resourceClaimName: b}]}}",
        "{apiVersion: v1, kind: Pod, spec: {resourceClaims: [5, {source: 5}]}}",
        "{apiVersion: apps/v1, kind: Deployment}",
        "{apiVersion: resource.nvidia.com/v1beta1, kind: ComputeDomain}",
        "{apiVersion: gpu.nvidia.com/v1alpha1, kind: GpuConfig}", "{kind: ResourceClass}", "{}"}) {
    EXPECT_EQ(judged(object), "silent") << object;
  }
}

TEST(RemovedApi, TextOfTheObjectIsEscaped) {
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClass, driverName: "
                     "\"a\\e[31m\\nb\"}"),
              HasSubstr("'a\\x1b[31m\\nb'"));
}

}  // namespace
}  // namespace drawbridge::rules
