// Names in a DeviceQuota under which nothing is counted.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class QuotaNamesTest : public ::testing::Test {
 protected:
  QuotaNamesTest() {
    world_.add_class("gpu.nvidia.com", "gpu.nvidia.com", ", extendedResourceName: nvidia.com/gpu");
    world_.add_class("mig.nvidia.com", "gpu.nvidia.com");
  }

  std::vector<std::string> of(std::string_view hard) {
    return world_.object("QuotaCountsNothing",
                         "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: "
                         "{name: q, namespace: team-a}, spec: {hard: {" +
                             std::string(hard) + "}}}");
  }
  void add_mapping(std::string_view logical, std::string_view rewrites = "") {
    world_.add(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
        "{logicalResource: " +
        std::string(logical) + ", deviceClassNames: [gpu.nvidia.com]" + std::string(rewrites) +
        "}}");
  }
  void add_kueue() {
    world_.add_kueue(
        "resources: {deviceClassMappings: [{name: gpus, deviceClassNames: [gpu.nvidia.com]}]}");
  }

  CheckWorld world_;
};

TEST_F(QuotaNamesTest, WhatCountsIsSilent) {
  EXPECT_THAT(of("nvidia.com/gpu: 8, mig.nvidia.com: '4'"), IsEmpty());
  EXPECT_THAT(of("amd.com/gpu: 8, nvidia.com/vgpu: 1, nvidia.com/gpu2: 1, example.com/nic: 1"),
              IsEmpty())
      << "a device plugin may offer them";
  add_mapping("team/gpus",
              ", rewrites: [{resource: nvidia.com/gpu, action: Warn, request: "
              "{exactly: {deviceClassName: gpu.nvidia.com}}}]");
  EXPECT_THAT(of("team/gpus: 8"), IsEmpty());
}

TEST_F(QuotaNamesTest, TheNameThatWasMeantIsWritten) {
  EXPECT_THAT(of("gpu.nvidia.com: '8'"),
              ElementsAre("spec.hard[gpu.nvidia.com]: Nothing is counted as gpu.nvidia.com now: "
                          "devices of the class are counted as nvidia.com/gpu. Write "
                          "nvidia.com/gpu: 8. [QuotaCountsNothing]"));
  EXPECT_THAT(
      of("requests.nvidia.com/gpu: 8"),
      ElementsAre("spec.hard[requests.nvidia.com/gpu]: Nothing is counted as "
                  "requests.nvidia.com/gpu now: names in a DeviceQuota have no requests. in front. "
                  "Write nvidia.com/gpu: 8. [QuotaCountsNothing]"));
  for (const char* name :
       {"limits.nvidia.com/gpu", "nvidia.com/gpus", "nvidia.com/GPU", "nvidia.com-gpu", "gpu",
        "gpus", "gpu.nvida.com", "deviceclass.resource.kubernetes.io/gpu.nvidia.com",
        "gpu.nvidia.com.deviceclass.resource.k8s.io/devices", "requests.nvidia.com/gpus"})
    EXPECT_THAT(of(std::string(name) + ": 8"),
                ElementsAre(HasSubstr(" Write nvidia.com/gpu: 8. [")))
        << name;
  EXPECT_THAT(of("mig.nvidia.com.deviceclass.resource.k8s.io/devices: 8"),
              ElementsAre(HasSubstr(" Write mig.nvidia.com: 8. [")));
  EXPECT_THAT(of("gpus: 8, nvidia.com/gpu: 8"),
              ElementsAre(HasSubstr("Take it away: nvidia.com/gpu stands there already. [")));
}

TEST_F(QuotaNamesTest, MappingsAndKueueGiveTheName) {
  add_kueue();
  EXPECT_THAT(of("gpus: 8"), IsEmpty());
  EXPECT_THAT(of("nvidia.com/gpu: 8"),
              ElementsAre("spec.hard[nvidia.com/gpu]: Nothing is counted as nvidia.com/gpu now: "
                          "what is asked for by it is counted as gpus. Write gpus: 8. "
                          "[QuotaCountsNothing]"));
  add_mapping("x.com/pool");
  EXPECT_THAT(
      of("gpus: 8"),
      ElementsAre("spec.hard[gpus]: Nothing is counted as gpus now: it is Kueue's name, and "
                  "DeviceQuotas count its devices as x.com/pool. Write x.com/pool: 8. "
                  "[QuotaCountsNothing]"));
  EXPECT_THAT(of("nvidia.com/gpu: 8"), ElementsAre(HasSubstr("Write x.com/pool: 8. [")));
}

TEST_F(QuotaNamesTest, OfTwoMappingsThatWantOneNameNothingIsSaid) {
  const std::string rewrites =
      ", rewrites: [{resource: nvidia.com/gpu, action: Warn, request: {exactly: {deviceClassName: "
      "gpu.nvidia.com}}}]";
  add_mapping("one", rewrites);
  EXPECT_THAT(of("nvidia.com/gpu: 8"), SizeIs(1));
  add_mapping("nvidia.com/gpus", rewrites);
  EXPECT_THAT(of("nvidia.com/gpu: 8"), IsEmpty());
}

TEST_F(QuotaNamesTest, OtherResourcesBelongInAResourceQuota) {
  for (const char* name : {"cpu", "pods", "requests.cpu", "limits.memory", "hugepages-2Mi"})
    EXPECT_THAT(of(std::string(name) + ": 8"),
                ElementsAre(HasSubstr("a DeviceQuota counts devices. Limit " + std::string(name) +
                                      " in a ResourceQuota. [")));
  EXPECT_THAT(of(""), ElementsAre("spec.hard: This DeviceQuota has no name in hard, and limits "
                                  "nothing. Write what is limited: hard: {nvidia.com/gpu: 8}. "
                                  "[QuotaCountsNothing]"));
}

TEST_F(QuotaNamesTest, WhatNodesOfferDecidesWhereTheyAreKnown) {
  EXPECT_THAT(of("nvidia.com/gpuu: 8"), IsEmpty());
  EXPECT_THAT(of("nvidai.com/gpu: 8"), IsEmpty());
  world_.add_plugin("node-1", "nvidia.com/gpus");
  EXPECT_THAT(of("nvidia.com/gpus: 8"), IsEmpty());
  EXPECT_THAT(of("nvidai.com/gpu: 8"), ElementsAre(HasSubstr("Write nvidia.com/gpu: 8. [")));
}

TEST_F(QuotaNamesTest, WhatNobodyKnowsMayBeCounted) {
  EXPECT_THAT(of("team-devices: 8"), IsEmpty()) << "Kueue may call them so";
  add_kueue();
  EXPECT_THAT(of("team-devices: 8"),
              ElementsAre(HasSubstr("no DeviceMapping, Kueue or DeviceClass has that name.")));
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(of("team-devices: 8"), IsEmpty());
}

TEST_F(QuotaNamesTest, NothingIsSaidWhereNothingIsKnown) {
  CheckWorld empty;
  EXPECT_THAT(empty.object("QuotaCountsNothing",
                           "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: "
                           "{name: q}, spec: {hard: {gpus: 1, requests.nvidia.com/gpu: 1}}}"),
              IsEmpty());
}

TEST_F(QuotaNamesTest, ManyNamesAreToldInPart) {
  std::string hard;
  for (int i = 0; i < 500; ++i) hard += "requests.nvidia.com/gpu" + std::string(i, 's') + ": 1, ";
  EXPECT_THAT(of(hard), SizeIs(testing::Le(kLikeFindingsMax)));
}

}  // namespace
}  // namespace drawbridge::rules
