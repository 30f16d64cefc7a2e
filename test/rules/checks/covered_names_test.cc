// Quota in ClusterQueues and Cohorts by which Kueue charges nothing.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class CoveredNamesTest : public ::testing::Test {
 protected:
  CoveredNamesTest() {
    world_.add_class("gpu.nvidia.com", "gpu.nvidia.com", ", extendedResourceName: nvidia.com/gpu");
    world_.add_class("mig.nvidia.com", "gpu.nvidia.com");
  }
  std::vector<std::string> of(std::string_view covered, std::string_view kind = "ClusterQueue") {
    return world_.object("QuotaCountsNothing",
                         "{apiVersion: kueue.x-k8s.io/v1beta2, kind: " + std::string(kind) +
                             ", metadata: {name: q}, spec: {resourceGroups: [{coveredResources: "
                             "[" +
                             std::string(covered) + "]}]}}");
  }
  void map(std::string_view more = "") {
    world_.add_kueue(
        "resources: {deviceClassMappings: [{name: gpus, deviceClassNames: "
        "[gpu.nvidia.com]}]" +
        std::string(more) + "}");
  }

  CheckWorld world_;
};

TEST_F(CoveredNamesTest, WithoutAConfigurationNothingIsKnown) {
  EXPECT_THAT(of("cpu, nvidia.com/gpu, gpu.nvidia.com, gpu"), IsEmpty());
  EXPECT_THAT(of("requests.nvidia.com/gpu"),
              ElementsAre(HasSubstr("such names. Write nvidia.com/gpu, here and in")));
  EXPECT_THAT(of("gpu.nvidia.com.deviceclass.resource.k8s.io/devices"),
              ElementsAre(HasSubstr("such names. Write the name under which deviceClassMappings")));
}

TEST_F(CoveredNamesTest, NamesOfAResourceQuota) {
  map();
  EXPECT_THAT(of("requests.cpu, limits.x.com/nic"),
              ElementsAre(HasSubstr("Write cpu, here and in"), HasSubstr("Write x.com/nic, here")));
  EXPECT_THAT(of("gpu.nvidia.com.deviceclass.resource.k8s.io/devices"),
              ElementsAre(HasSubstr("a ResourceQuota alone has such names. Write gpus, here")));
  EXPECT_THAT(of("mig.nvidia.com.deviceclass.resource.k8s.io/devices"),
              ElementsAre(HasSubstr("Add to them: - {name: mig.nvidia.com, deviceClassNames: ")));
  EXPECT_THAT(of("requests.example.com"), IsEmpty());
}

TEST_F(CoveredNamesTest, ASlipOfAClasssResource) {
  map();
  EXPECT_THAT(of("nvidia.com/GPU"), ElementsAre(HasSubstr("Write gpus, here and in resources")));
  EXPECT_THAT(of("nvidia.com/gpumem"), IsEmpty());
}

TEST_F(CoveredNamesTest, ASlipOfAMappedNameWithADomain) {
  world_.add_kueue(
      "resources: {deviceClassMappings: [{name: nvidia.com/gpu, deviceClassNames: "
      "[gpu.nvidia.com]}]}");
  EXPECT_THAT(of("nvidia.com/gpus"),
              ElementsAre("spec.resourceGroups[0].coveredResources[0]: Kueue charges nothing as "
                          "nvidia.com/gpus: none of its deviceClassMappings has that name. Write "
                          "nvidia.com/gpu, here and in resources of each flavor. "
                          "[QuotaCountsNothing]"));
  EXPECT_THAT(of("amd.com/gpu, nvidia.com/vgpu, nvidia.com/mig-1g.10gb"), IsEmpty());
  world_.add_plugin("node-1", "nvidia.com/gpus");
  EXPECT_THAT(of("nvidia.com/gpus"), IsEmpty()) << "a node offers it";
}

TEST_F(CoveredNamesTest, WhatIsChargedIsSilent) {
  map();
  EXPECT_THAT(of("cpu, memory, pods, hugepages-2Mi, gpus, amd.com/gpu, team-credits"), IsEmpty());
  map(", transformations: [{input: nvidia.com/gpu, strategy: Replace, outputs: {gpus: 1}}]");
  EXPECT_THAT(of("nvidia.com/gpu"), IsEmpty());
  world_.add_kueue(
      "featureGates: {KueueDRAIntegrationExtendedResource: false}, resources: "
      "{deviceClassMappings: [{name: gpus, deviceClassNames: [gpu.nvidia.com]}]}");
  EXPECT_THAT(of("nvidia.com/gpu"), IsEmpty());
  map();
  EXPECT_THAT(of("nvidia.com/gpu", "Workload"), IsEmpty());
  world_.add_plugin("node-1", "nvidia.com/gpu");
  EXPECT_THAT(of("nvidia.com/gpu"), IsEmpty()) << "a device plugin has some";
}

TEST_F(CoveredNamesTest, NamesOfWhatIsMapped) {
  map();
  EXPECT_THAT(of("cpu, nvidia.com/gpu"),
              ElementsAre("spec.resourceGroups[0].coveredResources[1]: Kueue charges nothing as "
                          "nvidia.com/gpu: its deviceClassMappings count class gpu.nvidia.com as "
                          "gpus. Write gpus, here and in resources of each flavor. "
                          "[QuotaCountsNothing]"));
  EXPECT_THAT(of("gpu.nvidia.com", "Cohort"),
              ElementsAre(HasSubstr("count that class as gpus. Write gpus,")));
  EXPECT_THAT(of("mig.nvidia.com"),
              ElementsAre(HasSubstr("do not list. Add to them: - {name: mig.nvidia.com, "
                                    "deviceClassNames: [mig.nvidia.com]}, and restart Kueue.")));
  EXPECT_THAT(of("gpu"), ElementsAre(HasSubstr("has that name. Write gpus,")));
  EXPECT_THAT(of("gpu.nvida.com"), ElementsAre(HasSubstr("has that name. Write gpus,")));
  EXPECT_THAT(of("gpus, nvidia.com/gpu"),
              ElementsAre(HasSubstr("Take it away: gpus is covered already.")));
}

TEST(CoveredNames, ANameOfADevicePluginThatNoNodeHas) {
  CheckWorld world;
  world.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world.add_kueue(
      "resources: {deviceClassMappings: [{name: gpus, deviceClassNames: "
      "[gpu.nvidia.com]}]}");
  const auto told = [&] {
    return world.object("QuotaCountsNothing",
                        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: "
                        "q}, spec: {resourceGroups: [{coveredResources: [nvidia.com/gpu]}]}}");
  };
  EXPECT_THAT(told(), IsEmpty()) << "nodes are not known";
  world.add_plugin("node-2", "x.com/nic");
  EXPECT_THAT(told(), IsEmpty()) << "no driver has devices";
  world.add_devices("gpu.nvidia.com", "node-1", 2);
  EXPECT_THAT(told(),
              ElementsAre(HasSubstr(
                  "Kueue charges nothing as nvidia.com/gpu: no node offers it, and its "
                  "deviceClassMappings count class gpu.nvidia.com as gpus. Write gpus, here "
                  "and in resources of each flavor.")));
  world.add_plugin("node-3", "nvidia.com/gpu");
  EXPECT_THAT(told(), IsEmpty());
}

TEST_F(CoveredNamesTest, OfSeveralClassesWithOneNameNothingIsSaid) {
  map();
  world_.add_class("other.nvidia.com", "gpu.nvidia.com", ", extendedResourceName: nvidia.com/gpu");
  EXPECT_THAT(of("nvidia.com/gpu"), IsEmpty());
}

TEST_F(CoveredNamesTest, ManyNamesAreToldInPart) {
  map();
  std::string many;
  for (int i = 0; i < 60; ++i) many += "gpu" + std::string(static_cast<std::size_t>(i), '-') + ", ";
  EXPECT_THAT(of(many), SizeIs(kLikeFindingsMax));
}

}  // namespace
}  // namespace drawbridge::rules
