// ConstraintNeverHolds as far as the catalogue alone says it.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> of(std::string_view attribute, std::string_view requests,
                            std::string_view member = "matchAttribute") {
  CheckWorld world;
  return world.object("ConstraintNeverHolds",
                      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
                      "spec: {devices: {requests: [" +
                          std::string(requests) + "], constraints: [{" + std::string(member) +
                          ": " + std::string(attribute) + "}]}}}");
}

constexpr std::string_view kGpus =
    "{name: gpus, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}";

TEST(ConstraintNeverHolds, WhatEachDeviceHasForItself) {
  EXPECT_THAT(of("gpu.nvidia.com/uuid", kGpus),
              ElementsAre("spec.devices.constraints[0].matchAttribute: matchAttribute "
                          "gpu.nvidia.com/uuid never holds for 4 devices: each has a value of its "
                          "own. Name an attribute that devices share, such as "
                          "resource.kubernetes.io/pcieRoot, or take the constraint away. "
                          "[ConstraintNeverHolds]"));
  EXPECT_THAT(of("gpu.nvidia.com/uuid", kGpus, "distinctAttribute"), IsEmpty());
  EXPECT_THAT(of("gpu.nvidia.com/uuid", "{name: gpus, exactly: {deviceClassName: gpu.nvidia.com}}"),
              IsEmpty());
  EXPECT_THAT(of("gpu.nvidia.com/uuid",
                 "{name: gpus, firstAvailable: [{name: a, deviceClassName: gpu.nvidia.com, count: "
                 "2}, {name: b, deviceClassName: gpu.nvidia.com}]}"),
              IsEmpty())
      << "one may be had";
  EXPECT_THAT(of("gpu.nvidia.com/productName", kGpus), IsEmpty());
}

// What devices of another class have is no advice.
TEST(ConstraintNeverHolds, NamesWhatDevicesOfTheClassMayHave) {
  const auto told = [](std::string_view second_type) {
    CheckWorld world;
    world.add(
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: half}, spec: "
        "{selectors: [{cel: {expression: \"device.driver == 'gpu.acme.com' && "
        "device.attributes['gpu.acme.com'].type == 'half'\"}}]}}");
    world.add(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: "
        "{driver: gpu.acme.com, nodeName: n, pool: {name: n, generation: 1, "
        "resourceSliceCount: 1}, devices: [{name: a, attributes: {type: {string: half}}}, "
        "{name: b, attributes: {resource.kubernetes.io/pcieRoot: {string: r}, type: {string: " +
        std::string(second_type) + "}}}]}}");
    return world.object("ConstraintNeverHolds",
                        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "
                        "c}, spec: {devices: {requests: [{name: a, exactly: {deviceClassName: "
                        "half, count: 2}}], constraints: [{matchAttribute: gpu.acme.com/rack}]}}}");
  };
  EXPECT_THAT(told("half"),
              ElementsAre(HasSubstr(
                  "Name one that all may have, such as resource.kubernetes.io/pcieRoot.")));
  EXPECT_THAT(told("whole"), ElementsAre(HasSubstr("that the devices of all its requests have.")));
}

}  // namespace
}  // namespace drawbridge::rules
