// Amounts of ClusterQueues and Cohorts that can't be meant where Kueue counts devices.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> amounts_told(CheckWorld& world, std::string_view resource,
                                      std::string_view amounts,
                                      std::string_view kind = "ClusterQueue") {
  return world.object("ChargesDiffer",
                      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: " + std::string(kind) +
                          ", metadata: {name: q}, spec: {resourceGroups: [{coveredResources: [" +
                          std::string(resource) + "], flavors: [{name: f, resources: [{name: " +
                          std::string(resource) + ", " + std::string(amounts) + "}]}]}]}}");
}

TEST(QueueAmounts, BytesWithoutAUnit) {
  CheckWorld world;
  const auto told = [&](std::string_view resource, std::string_view amounts) {
    return world.object("UnitMissing",
                        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: "
                        "q}, spec: {resourceGroups: [{coveredResources: [" +
                            std::string(resource) + "], flavors: [{name: f, resources: [{name: " +
                            std::string(resource) + ", " + std::string(amounts) + "}]}]}]}}");
  };
  EXPECT_THAT(told("memory", "nominalQuota: 32"),
              ElementsAre(HasSubstr("nominalQuota: 32 of memory is 32 bytes, in which no pod fits. "
                                    "Write nominalQuota: 32Gi. [UnitMissing]")));
  EXPECT_THAT(told("ephemeral-storage", "nominalQuota: '1'"),
              ElementsAre(HasSubstr("is 1 byte, in which no pod fits. Write nominalQuota: 1Gi.")));
  EXPECT_THAT(told("memory", "nominalQuota: 1Gi, borrowingLimit: '1'"), IsEmpty())
      << "next to nothing may be meant";
  EXPECT_THAT(told("memory", "nominalQuota: 1048575"),
              ElementsAre(HasSubstr("Write it with its unit, as in nominalQuota: 64Gi.")));
  for (const char* right : {"nominalQuota: 1048576", "nominalQuota: 0", "nominalQuota: 32Gi",
                            "nominalQuota: 1k", "nominalQuota: x"})
    EXPECT_THAT(told("memory", right), IsEmpty()) << right;
  EXPECT_THAT(told("cpu", "nominalQuota: 32"), IsEmpty());
}

TEST(QueueAmounts, ADeviceIsNoByteAndNoPart) {
  CheckWorld world;
  world.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world.add_kueue(
      "resources: {deviceClassMappings: [{name: gpus, deviceClassNames: "
      "[gpu.nvidia.com]}]}");
  EXPECT_THAT(amounts_told(world, "gpus", "nominalQuota: 8Gi"),
              ElementsAre(HasSubstr(
                  "8Gi gpus limits nothing: Kueue counts devices under that name, and that "
                  "is 8589934592. Write nominalQuota: 8, or have Kueue count memory: "
                  "sources in its deviceClassMappings. [ChargesDiffer]")));
  EXPECT_THAT(amounts_told(world, "gpus", "nominalQuota: 500m"),
              ElementsAre(HasSubstr(
                  "500m gpus counts as 1: Kueue counts devices under that name, and whole "
                  "ones. Write nominalQuota: 1. [ChargesDiffer]")));
  EXPECT_THAT(amounts_told(world, "gpus", "nominalQuota: '1.5'", "Cohort"),
              ElementsAre(HasSubstr("1.5 gpus counts as 2")));
  EXPECT_THAT(amounts_told(world, "gpus", "nominalQuota: 8, borrowingLimit: 4Gi"),
              ElementsAre(HasSubstr("Write borrowingLimit: 4,")));
  for (const char* right :
       {"nominalQuota: 8", "nominalQuota: 8k", "nominalQuota: 1000m", "nominalQuota: 99999999",
        "nominalQuota: 0", "nominalQuota: -8Gi", "nominalQuota: x", "nominalQuota: [8Gi]"})
    EXPECT_THAT(amounts_told(world, "gpus", right), IsEmpty()) << right;
  EXPECT_THAT(amounts_told(world, "memory", "nominalQuota: 8Gi"), IsEmpty());
  EXPECT_THAT(amounts_told(world, "gpus", "nominalQuota: 8Gi", "LocalQueue"), IsEmpty());
}

TEST(QueueAmounts, WhatElseKueueCountsUnderTheName) {
  CheckWorld world;
  world.add_class("gpu.nvidia.com", "gpu.nvidia.com", ", extendedResourceName: nvidia.com/gpu");
  EXPECT_THAT(amounts_told(world, "nvidia.com/gpu", "nominalQuota: 8Gi"),
              ElementsAre(HasSubstr("limits nothing")));
  EXPECT_THAT(amounts_told(world, "nvidia.com/gpumem", "nominalQuota: 8Gi"), IsEmpty());
  world.add_kueue(
      "resources: {deviceClassMappings: [{name: gpus, deviceClassNames: [gpu.nvidia.com], sources: "
      "[{counter: {name: memory, driver: gpu.nvidia.com, deviceSelector: {cel: {expression: "
      "'true'}}}}]}]}");
  EXPECT_THAT(amounts_told(world, "gpus", "nominalQuota: 8Gi"), IsEmpty());
  EXPECT_THAT(amounts_told(world, "nvidia.com/gpu", "nominalQuota: 8Gi"), IsEmpty())
      << "by which nothing is charged then";
  world.add_kueue(
      "resources: {deviceClassMappings: [{name: gpus, deviceClassNames: [gpu.nvidia.com]}], "
      "transformations: [{input: x.com/bytes, outputs: {gpus: 1}}]}");
  EXPECT_THAT(amounts_told(world, "gpus", "nominalQuota: 8Gi"), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
