#include "rules/devices/removed_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string judged(std::string_view object) {
  const kube::Document document = yaml(object);
  const std::optional<Finding> finding = removed_api(document.root());
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
}

TEST(RemovedApi, ClaimsSayTheirClassAndCount) {
  EXPECT_THAT(
      judged(
          "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, spec: {resourceClassName: "
          "gpu.com, parameters: {count: 4}}}"),
      HasSubstr("devices: {requests: [{name: device, exactly: {deviceClassName: gpu.com, count: "
                "4}}]}; what the parameters said becomes selectors"));
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
}

TEST(RemovedApi, ParametersMoveIntoTheClaim) {
  EXPECT_THAT(judged("{apiVersion: gpu.resource.nvidia.com/v1alpha1, kind: GpuClaimParameters, "
                     "spec: {count: 2}}"),
              HasSubstr("Say it in the claim itself (resource.k8s.io/v1): count: 2 and selectors"));
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaimParameters}"),
              HasSubstr("a count and selectors in its request"));
  EXPECT_EQ(judged("{apiVersion: my.company.com/v1, kind: ResourceClaimParameters}"), "silent");
}

TEST(RemovedApi, OtherKindsOfTheGroup) {
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha2, kind: PodSchedulingContext}"),
              HasSubstr("Leave it out: the scheduler allocates by itself."));
  EXPECT_THAT(judged("{apiVersion: resource.k8s.io/v1alpha3, kind: ResourceSlice}"),
              HasSubstr("Write it in apiVersion: resource.k8s.io/v1."));
  EXPECT_EQ(judged("{apiVersion: resource.k8s.io/v1alpha3, kind: DeviceTaintRule}"), "silent");
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
