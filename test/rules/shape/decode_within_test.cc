// What stands in a field that is misspelt, misplaced or of another type is held against what was
// meant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/shape/decode_testing.h"

namespace drawbridge::rules::shape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(DecodeWithin, AMisspeltFieldHidesNoMistakeInIt) {
  EXPECT_THAT(said("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: a}, "
                   "spec: {device: {request: [{name: gpu, exactly: {deviceClass: c}}]}}}"),
              ElementsAre("spec.device UnknownField: Write devices: {...}.",
                          "spec.device.request UnknownField: Write requests: [...].",
                          "spec.device.request[0].exactly.deviceClass UnknownField: Write "
                          "deviceClassName: c."));
  EXPECT_THAT(said(pod("{resourceclaims: [{name: g, resourceclaimtemplatename: t}], containers: "
                       "[{name: c, image: i}]}")),
              ElementsAre("spec.resourceclaims UnknownField: Write resourceClaims: [...].",
                          "spec.resourceclaims[0].resourceclaimtemplatename UnknownField: Write "
                          "resourceClaimTemplateName: t."));
  // One element where a list is meant, and a list where one is.
  EXPECT_THAT(said(pod("{container: {name: c, image: i, resource: {}}}")),
              ElementsAre("spec.container UnknownField: Write a list of it: containers: [{...}].",
                          "spec.container.resource UnknownField: Write resources: {}."));
}

TEST(DecodeWithin, AMisplacedFieldHidesNoMistakeInIt) {
  EXPECT_THAT(said(claim("v1",
                         "[{name: a, exactly: {deviceClassName: b}, constraints: [{request: [a], "
                         "matchAttribute: c/d}]}]")),
              ElementsAre(HasSubstr("requests[0].constraints UnknownField: Write it directly in "
                                    "spec.devices: constraints: [...]."),
                          "spec.devices.requests[0].constraints[0].request UnknownField: Write "
                          "requests: [...]."));
  // What is around it is there; of the other fields that it has to have nothing is said.
  EXPECT_THAT(said("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: a}, "
                   "spec: {spec: {device: {requests: []}}}}"),
              ElementsAre("spec.spec UnknownField: Take it away; kubectl explain "
                          "resourceclaim.spec lists the fields that there are."));
}

TEST(DecodeWithin, WhatNobodyReadsIsOfNoTypeThatMatters) {
  const kube::Document document =
      yaml(pod("{container: [{name: c, image: 1}], containers: [{name: d, image: i}]}"));
  const Decoded decoded = decode(document.root());
  EXPECT_TRUE(decoded.typed);
  EXPECT_THAT(decoded.mends, IsEmpty());
}

TEST(DecodeWithin, OfKueueANewerVersionMayMeanAnotherThing) {
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: a}, "
                   "specs: {clusterqueue: b}}"),
              ElementsAre(HasSubstr("specs UnknownField")));
}

TEST(DecodeWithin, AmountsOfKueuesQueuesAreQuantities) {
  const auto amount = [](std::string_view nominal) {
    return said(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: a}, spec: "
        "{resourceGroups: [{coveredResources: [x], flavors: [{name: f, resources: [{name: "
        "x, nominalQuota: " +
        std::string(nominal) + "}]}]}]}}");
  };
  EXPECT_THAT(amount("8"), IsEmpty());
  EXPECT_THAT(amount("80Gi"), IsEmpty());
  EXPECT_THAT(amount("eight"), ElementsAre(HasSubstr("nominalQuota MalformedObject")));
  EXPECT_THAT(amount("80GB"), ElementsAre(HasSubstr("Write nominalQuota: 80G.")));
}

TEST(DecodeWithin, OfMultiKueueAndProvisioning) {
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: MultiKueueConfig, metadata: {name: "
                   "a}, spec: {cluster: [b]}}"),
              ElementsAre(HasSubstr("Write clusters: [...].")));
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: MultiKueueConfig, metadata: {name: "
                   "a}, spec: {clusters: [b]}}"),
              IsEmpty());
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ProvisioningRequestConfig, "
                   "metadata: {name: a}, spec: {managedResources: [x.com/gpu]}}"),
              ElementsAre(HasSubstr("spec.provisioningClassName")));
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: a}, "
                   "spec: {queueName: q, podSets: [{name: main, template: {spec: {container: "
                   "[]}}}]}}"),
              ElementsAre(HasSubstr("Write containers: [].")));
}

TEST(DecodeWithin, AMapForAListIsItsElementOrOneForEachName) {
  EXPECT_THAT(said(claim("v1", "{name: a, deviceClassName: b}")),
              ElementsAre("spec.devices.requests MalformedObject: Write a list of it: requests: "
                          "[{...}].",
                          "spec.devices.requests.deviceClassName UnknownField: Write exactly: "
                          "{deviceClassName: b} instead."));
  EXPECT_THAT(said(claim("v1", "{a: {deviceClassName: b}, c: {exactly: {deviceClassName: d}}}")),
              ElementsAre("spec.devices.requests MalformedObject: Write a list of what has a name: "
                          "requests: [{name: a, deviceClassName: b}, {name: c, exactly: {...}}].",
                          "spec.devices.requests[a].deviceClassName UnknownField: Write exactly: "
                          "{deviceClassName: b} instead."));
  EXPECT_THAT(said(pod("{containers: [{name: c, image: i, resources: {claims: {gpu: {}}}}]}")),
              ElementsAre(HasSubstr("Write a list of what has a name: claims: [{name: gpu}].")));
  EXPECT_THAT(said(pod("{containers: [{name: c, image: i, resources: {claims: gpu}}]}")),
              ElementsAre(HasSubstr("Write a list: claims: [{name: gpu}].")));
  EXPECT_THAT(said(pod("{containers: [{name: c, image: i}], resourceClaims: gpu}")),
              ElementsAre(HasSubstr("Write a list: resourceClaims: [{name: gpu, "
                                    "resourceClaimTemplateName: TEMPLATE}].")));
  EXPECT_THAT(said(pod("{containers: [{name: c, image: i, command: sh}]}")),
              ElementsAre(HasSubstr("Write a list: command: [sh].")));

  EXPECT_THAT(
      said(pod("{containers: [{name: c, image: i, env: {A: b, C: 1}}]}")),
      ElementsAre("spec.containers[0].env MalformedObject: Write a list of what has a name: "
                  "env: [{name: A, value: b}, {name: C, value: \"1\"}]."));

  const kube::Document document =
      yaml(pod("{resourceClaims: {g: {resourceClaimName: a}}, containers: {name: c, image: i}}"));
  const Decoded decoded = decode(document.root());
  EXPECT_FALSE(decoded.typed);
  EXPECT_TRUE(decoded.mendable);
  ASSERT_EQ(decoded.mends.size(), 2U);
  EXPECT_EQ(decoded.mends[0].json, R"([{"image":"i","name":"c"}])");
  EXPECT_EQ(decoded.mends[1].json, R"([{"name":"g","resourceClaimName":"a"}])");
  const kube::Document worse = yaml(pod("{containers: {name: c, image: 1}}"));
  EXPECT_FALSE(decode(worse.root()).mendable) << "a value within is of another type too";
}

TEST(DecodeWithin, ATextForAMapIsTheOneFieldThatItIsMeantFor) {
  const kube::Document document =
      yaml(pod("{containers: [{name: c, image: i, resources: {claims: [gpu]}}]}"));
  const Decoded decoded = decode(document.root());
  EXPECT_FALSE(decoded.typed);
  EXPECT_TRUE(decoded.mendable);
  ASSERT_EQ(decoded.mends.size(), 1U);
  EXPECT_EQ(decoded.mends[0].json, R"({"name":"gpu"})");
  const kube::Document cel =
      yaml(claim("v1", "[{name: a, exactly: {deviceClassName: b, selectors: [x == 'y']}}]"));
  ASSERT_EQ(decode(cel.root()).mends.size(), 1U);
  EXPECT_EQ(decode(cel.root()).mends[0].json, R"({"cel":{"expression":"x == 'y'"}})");
  // Of a request the class or the name is missing.
  EXPECT_FALSE(decode(yaml(claim("v1", "[gpu.nvidia.com]")).root()).mendable);
}

TEST(DecodeWithin, WhatIsYetToBeFilledInIsToldToBe) {
  for (const auto& [count, fix] :
       {std::pair{"'${N}'", "Fill it in first: envsubst <FILE | kubectl apply -f -."},
        std::pair{"$(N)",
                  "Write the value: Kubernetes fills $(NAME) in only in commands, arguments and "
                  "env."},
        std::pair{"'{{ .Values.n }}'",
                  "Render the chart first: helm template CHART | kubectl apply -f -."},
        std::pair{"'{{- include \"n\" . -}}'",
                  "Render the chart first: helm template CHART | kubectl apply -f -."},
        std::pair{"'{{ n }}'",
                  "Fill it in first: render the template that it is of, or write the value."},
        std::pair{"'{{inputs.parameters.n}}'",
                  "Fill it in first: render the template that it is of, or write the value."},
        std::pair{"<N>", "Write the value in its place."}}) {
    const kube::Document document = yaml(claim(
        "v1", "[{name: a, exactly: {deviceClassName: b, count: " + std::string(count) + "}}]"));
    const Decoded decoded = decode(document.root());
    EXPECT_THAT(
        texts(decoded),
        ElementsAre("spec.devices.requests[0].exactly.count MalformedObject: " + std::string(fix)));
    EXPECT_THAT(decoded.findings.front().message, HasSubstr("count is ")) << count;
    EXPECT_TRUE(decoded.mendable) << "a number is all that is missing";
  }
  EXPECT_THAT(
      said(claim("v1", "[{name: a, exactly: {deviceClassName: b, allocationMode: $MODE}}]")),
      ElementsAre(HasSubstr("Fill it in first: ")));
  EXPECT_THAT(said(pod("{containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: "
                       "'${N}'}}}]}")),
              ElementsAre(HasSubstr("Fill it in first: ")));
}

TEST(DecodeWithin, AMapOfRewritesIsOneMistake) {
  const auto of = [](const std::string& rewrites) {
    return said(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, "
        "spec: {logicalResource: x.com/gpu, rewrites: " +
        rewrites + "}}");
  };
  EXPECT_THAT(of("{x.com/gpu: {action: Rewrite, request: {exactly: {deviceClassName: gpu}}}}"),
              ElementsAre("spec.rewrites MalformedObject: Write a list of what has a resource: "
                          "rewrites: [{resource: x.com/gpu, action: Rewrite, request: {...}}]."));
  EXPECT_THAT(of("{x.com/gpu: gpu, x.com/mig: mig}"),
              ElementsAre("spec.rewrites MalformedObject: Write a list of it: rewrites: [{...}]."))
      << "no part of an element is in it";
  EXPECT_THAT(of("{resource: x.com/gpu}"),
              ElementsAre("spec.rewrites MalformedObject: Write a list of it: rewrites: [{...}].",
                          HasSubstr("spec.rewrites.request MalformedObject: ")))
      << "an element that lacks a part";
}

}  // namespace
}  // namespace drawbridge::rules::shape
