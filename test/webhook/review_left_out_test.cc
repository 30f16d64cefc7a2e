// What `drawbridge review` says of an object with values that nobody can read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using admission::manifests;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// "CODE field" of all that is said.
std::vector<std::string> said_of_rest(std::string_view given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object : review_objects({}, manifests(given, "given.yaml"), {})) {
    EXPECT_FALSE(object.allowed);
    for (const rules::Finding& finding : object.findings)
      result.push_back(std::string(finding.code) + " " + finding.field);
  }
  return result;
}

std::string claim_of(const std::string& exactly, const std::string& more = "") {
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
         "{devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, " +
         exactly + "}}]" + more + "}}}";
}

TEST(ReviewLeftOut, WhatCannotBeReadHidesNothingOfTheRest) {
  const std::string none = ", constraints: [{requests: [gpus], matchAttribute: gpu.nvidia.com/x}]";
  EXPECT_THAT(said_of_rest(claim_of("count: two", none)),
              UnorderedElementsAre("ClaimInvalid spec.devices.constraints[0].requests[0]",
                                   "MalformedObject spec.devices.requests[0].exactly.count"));
  EXPECT_THAT(said_of_rest(claim_of("count: 33, selectors: 5")),
              UnorderedElementsAre("TooManyDevices spec.devices.requests",
                                   "MalformedObject spec.devices.requests[0].exactly.selectors"));
  EXPECT_THAT(said_of_rest(claim_of("capacity: {requests: {memory: 80 GB}}", none)),
              UnorderedElementsAre(
                  "ClaimInvalid spec.devices.constraints[0].requests[0]",
                  "MalformedObject spec.devices.requests[0].exactly.capacity.requests[memory]"));
}

TEST(ReviewLeftOut, ClaimsAmongTheLimitsAreJudgedBesideThem) {
  for (const char* claims : {"gpu", "[gpu]", "{name: gpu}", "[{name: gpu}]"}) {
    EXPECT_THAT(
        said_of_rest("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: "
                     "c, image: x, resources: {limits: {claims: " +
                     std::string(claims) +
                     "}}}], resourceClaims: [{name: gpu, resourceClaimName: \"\"}]}}"),
        UnorderedElementsAre("UnknownField spec.containers[0].resources.limits.claims",
                             "ClaimInvalid spec.resourceClaims[0].resourceClaimName"))
        << claims;
  }
}

TEST(ReviewLeftOut, NothingSeemsToBeMissing) {
  EXPECT_THAT(said_of_rest(claim_of("count: 1", ", config: [{opaque: 5}]")),
              UnorderedElementsAre("MalformedObject spec.devices.config[0].opaque"));
  EXPECT_THAT(
      said_of_rest(
          "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: "
          "x, resources: {limits: {nvidia.com/gpu: two}}}]}}"),
      UnorderedElementsAre("MalformedObject spec.containers[0].resources.limits[nvidia.com/gpu]"));
}

TEST(ReviewLeftOut, WhatOthersAreFoundByIsNotLeftOut) {
  EXPECT_THAT(
      said_of_rest(
          "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
          "{devices: {requests: [{name: [gpu], exactly: {deviceClassName: gpu.nvidia.com}}], "
          "constraints: [{requests: [gpu], matchAttribute: gpu.nvidia.com/uuid}]}}}"),
      UnorderedElementsAre("MalformedObject spec.devices.requests[0].name"))
      << "else no request would be called gpu";
}

TEST(ReviewLeftOut, AllIsAWayToAllocate) {
  const std::vector<ReviewedObject> objects =
      review_objects({}, manifests(claim_of("count: all"), "given.yaml"), {});
  ASSERT_EQ(objects.size(), 1U);
  ASSERT_EQ(objects[0].findings.size(), 1U);
  EXPECT_EQ(objects[0].findings[0].fix, "Write allocationMode: All in its place.");
  EXPECT_THAT(objects[0].warnings, IsEmpty());
}

std::string pod_of(const std::string& spec) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: [{name: gpu, "
         "resourceClaimTemplateName: t}], " +
         spec + "}}";
}

// Its claim is used under a name that the pod does not have.
std::string container_with(const std::string& more) {
  return "{name: c, image: x, resources: {claims: [{name: gpus}]}" + more + "}";
}

TEST(ReviewLeftOut, AnElementThatNobodyCanReadHidesNothingOfTheRest) {
  const std::string entry = "ClaimEntryUndeclared spec.containers[0].resources.claims[0].name";
  EXPECT_THAT(said_of_rest(pod_of("tolerations: [5], containers: [" + container_with("") + "]")),
              UnorderedElementsAre(entry, "MalformedObject spec.tolerations[0]"));
  EXPECT_THAT(said_of_rest(pod_of("containers: [" + container_with(", env: [7, {name: a}]") + "]")),
              UnorderedElementsAre(entry, "MalformedObject spec.containers[0].env[0]"));
  EXPECT_THAT(said_of_rest(pod_of("containers: [" + container_with(", args: [{a: b}]") + "]")),
              UnorderedElementsAre(entry, "MalformedObject spec.containers[0].args[0]"));
  // The others stay where they are.
  for (const char* none : {"null", "5", "[[]]"}) {
    EXPECT_THAT(
        said_of_rest(pod_of("containers: [" + std::string(none) + ", " + container_with("") + "]")),
        UnorderedElementsAre("ClaimEntryUndeclared spec.containers[1].resources.claims[0].name",
                             "MalformedObject spec.containers[0]"))
        << none;
  }
  EXPECT_THAT(
      said_of_rest(claim_of("count: 33, tolerations: [5]")),
      UnorderedElementsAre("MalformedObject spec.devices.requests[0].exactly.tolerations[0]",
                           "TooManyDevices spec.devices.requests"));
  EXPECT_THAT(
      said_of_rest(claim_of("count: 33, tolerations: [[[{}]]]", ", config: [6]")),
      UnorderedElementsAre("MalformedObject spec.devices.config[0]",
                           "MalformedObject spec.devices.requests[0].exactly.tolerations[0]",
                           "TooManyDevices spec.devices.requests"));
}

TEST(ReviewLeftOut, AnElementThatOthersNameIsNotLeftOut) {
  EXPECT_THAT(said_of_rest(pod_of("volumes: [5], containers: [" + container_with("") + "]")),
              UnorderedElementsAre("MalformedObject spec.volumes[0]"));
  EXPECT_THAT(
      said_of_rest("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
                   "spec: {devices: {requests: [5], constraints: [{requests: [a], matchAttribute: "
                   "a.b/c}]}}}"),
      UnorderedElementsAre("MalformedObject spec.devices.requests[0]"));
}

TEST(ReviewLeftOut, AnEmptyElementIsTold) {
  EXPECT_THAT(said_of_rest(pod_of("tolerations: [null], volumes: [null], containers: [" +
                                  container_with(", env: [null]") + "]")),
              UnorderedElementsAre(
                  "ClaimEntryUndeclared spec.containers[0].resources.claims[0].name",
                  "MalformedObject spec.containers[0].env[0]",
                  "MalformedObject spec.tolerations[0]", "MalformedObject spec.volumes[0]"));
}

}  // namespace
}  // namespace drawbridge::cli
