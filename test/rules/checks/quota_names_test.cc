// Names in a DeviceQuota under which nothing is counted.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
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

TEST_F(QuotaNamesTest, OfKubeSystemNobodyIsAsked) {
  world_.ns = "kube-system";
  EXPECT_THAT(of("nvidia.com/gpu: 8"),
              ElementsAre("metadata.namespace: This DeviceQuota limits nothing: of kube-system "
                          "Drawbridge is not asked. Put it into the namespace whose pods it is to "
                          "limit. [QuotaCountsNothing]"));
}

TEST_F(QuotaNamesTest, TheNameThatWasMeantIsWritten) {
  EXPECT_THAT(of("gpu.nvidia.com: '8'"),
              ElementsAre("spec.hard[gpu.nvidia.com]: Nothing is counted as gpu.nvidia.com now: "
                          "devices of the class are counted as nvidia.com/gpu. Write "
                          "nvidia.com/gpu: 8. [QuotaCountsNothing]"));
  EXPECT_THAT(
      of("requests.nvidia.com/gpu: 8"),
      ElementsAre(
          "spec.hard[requests.nvidia.com/gpu]: Nothing is counted as "
          "requests.nvidia.com/gpu now: names in a DeviceQuota have no 'requests.' in front. "
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
  EXPECT_THAT(of("nvidia.com/gpu: 80Gi"),
              ElementsAre(HasSubstr(" Write gpus with a number of devices; the charge")));
  EXPECT_THAT(of("nvidia.com/GPU: 8"), ElementsAre(HasSubstr(" Write gpus: 8. [")));
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

TEST_F(QuotaNamesTest, ASlipInAShortWordIsOneWhereNodesAreKnown) {
  constexpr const char* kSlips[] = {"gup", "gp", "gu", "gpuu", "gpuss", "GPus"};
  constexpr const char* kOthers[] = {"tpu", "vgpu", "pgu", "pu", "gpux", "gpu2", "g", "gpusss"};
  for (const char* word : {"gup", "gp", "gpuss"})
    EXPECT_THAT(of("nvidia.com/" + std::string(word) + ": 8"), IsEmpty()) << word;
  world_.add_plugin("node-1", "x.com/nic");
  for (const char* word : kSlips)
    EXPECT_THAT(of("nvidia.com/" + std::string(word) + ": 8"),
                ElementsAre(HasSubstr("Write nvidia.com/gpu: 8. [")))
        << word;
  for (const char* word : kOthers)
    EXPECT_THAT(of("nvidia.com/" + std::string(word) + ": 8"), IsEmpty()) << word;
  EXPECT_THAT(of("amd.com/gup: 8"), IsEmpty());
  world_.add_plugin("node-2", "nvidia.com/gup");
  EXPECT_THAT(of("nvidia.com/gup: 8"), IsEmpty()) << "a device plugin offers it";
}

TEST_F(QuotaNamesTest, WhereACapacityCountsNoNumberOfDevicesIsWritten) {
  const auto add_slice = [this](std::string_view devices) {
    world_.add(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
        "gpu.nvidia.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: 1}, "
        "devices: [" +
        std::string(devices) + "]}}");
  };
  add_mapping("x.com/memory", ", charge: {type: Capacity, capacity: gpu.nvidia.com/memory}");
  EXPECT_THAT(of("nvidia.com/gpu: 8"),
              ElementsAre(HasSubstr("is counted as x.com/memory. Write x.com/memory with an amount "
                                    "of memory in bytes, such as 80Gi. [")));
  EXPECT_THAT(
      of("gpu.nvidia.com/memory: 640Gi"),
      ElementsAre(HasSubstr("that capacity of the devices is counted as x.com/memory. Write "
                            "x.com/memory: 640Gi. [QuotaCountsNothing]")));
  EXPECT_THAT(of("gpu.nvidia.com/other: 640Gi"), IsEmpty());
  add_slice("{name: d, capacity: {memory: {value: 80Gi}}}");
  EXPECT_THAT(of("nvidia.com/gpu: '8'"),
              ElementsAre(HasSubstr(" Write x.com/memory: 640Gi, 8 x 80Gi a device. [")));
  EXPECT_THAT(of("requests.nvidia.com/gpu: 8"),
              ElementsAre(HasSubstr(" Write x.com/memory: 640Gi, 8 x 80Gi a device. [")));
  EXPECT_THAT(of("nvidia.com/gpu: 80Gi"), ElementsAre(HasSubstr(" Write x.com/memory: 80Gi. [")));
  // As ChargesDiffer would say next.
  for (const char* name : {"requests.x.com/memory", "gpu.nvidia.com/memory"}) {
    EXPECT_THAT(of(std::string(name) + ": 8"),
                ElementsAre(HasSubstr(" Write it with its unit, such as x.com/memory: 8Gi. [")))
        << name;
    EXPECT_THAT(of(std::string(name) + ": 1025"),
                ElementsAre(HasSubstr(" Write x.com/memory: 1025. [")));
  }
  EXPECT_THAT(of("nvidia.com/gpu: 8, x.com/memory: 80Gi"),
              ElementsAre(HasSubstr("Take it away: x.com/memory stands there already. [")));
  add_slice(
      "{name: d, capacity: {memory: {value: 80Gi}}}, {name: e, capacity: {memory: {value: 10Gi}}}");
  EXPECT_THAT(of("nvidia.com/gpu: 8"),
              ElementsAre(HasSubstr(" Write x.com/memory with an amount of memory: a device has "
                                    "10Gi to 80Gi. [")))
      << "nobody knows which of them were meant";
}

TEST_F(QuotaNamesTest, WhereDevicesCountNoBytesAreWritten) {
  for (const char* name : {"requests.nvidia.com/gpu", "nvidia.com-gpu", "gpu.nvidia.com"})
    EXPECT_THAT(of(std::string(name) + ": 80Gi"),
                ElementsAre(HasSubstr(" Write nvidia.com/gpu with a number of devices; the charge "
                                      "of a DeviceMapping can count a capacity. [")))
        << name;
  add_mapping("team/gpus");
  EXPECT_THAT(of("nvidia.com/gpu: 80Gi"),
              ElementsAre(HasSubstr(" Write team/gpus with a number of devices; the charge")));
}

TEST_F(QuotaNamesTest, ACapacityThatSeveralMappingsCount) {
  const auto add = [&](std::string_view name, std::string_view device_class) {
    world_.add("{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: " +
               std::string(name) + "}, spec: {logicalResource: " + std::string(name) +
               ".com/mem, deviceClassNames: [" + std::string(device_class) +
               "], charge: {type: Capacity, capacity: gpu.nvidia.com/memory}}}");
  };
  add("a", "gpu.nvidia.com");
  EXPECT_THAT(of("gpu.nvidia.com/memory: 640Gi"),
              ElementsAre(HasSubstr("is counted as a.com/mem. Write a.com/mem: 640Gi. [")));
  add("b", "mig.nvidia.com");
  EXPECT_THAT(of("gpu.nvidia.com/memory: 640Gi"),
              ElementsAre(HasSubstr(
                  "now: DeviceMappings count that capacity of their devices. Write "
                  "a.com/mem: 640Gi or b.com/mem: 640Gi, whichever devices are meant. [")));
  EXPECT_THAT(of("gpu.nvidia.com/memory: 8"),
              ElementsAre(HasSubstr("Write it with its unit, such as a.com/mem: 8Gi or b.com/mem: "
                                    "8Gi, whichever devices are meant. [")));
  for (const char* more : {"c", "d"}) add(more, more);
  EXPECT_THAT(
      of("gpu.nvidia.com/memory: 640Gi"),
      ElementsAre(AllOf(HasSubstr("c.com/mem: 640Gi, whichever"), Not(HasSubstr("d.com/mem")))));
}

// Rewrites nvidia.com/gpu and reads nvidia.com/gpumem as memory of each device.
std::string with_companion(std::string_view more = "", std::string_view action = "Rewrite",
                           std::string_view unit = ", unit: Mi") {
  return ", rewrites: [{resource: nvidia.com/gpu, action: " + std::string(action) +
         ", request: {exactly: {deviceClassName: gpu.nvidia.com}}, parameters: [{type: Resource, "
         "resource: nvidia.com/gpumem, capacity: memory" +
         std::string(unit) + "}]}]" + std::string(more);
}
constexpr std::string_view kChargesMemory =
    ", charge: {type: Capacity, capacity: gpu.nvidia.com/memory}";

TEST_F(QuotaNamesTest, ACompanionIsReadAsACapacityRequest) {
  EXPECT_THAT(of("nvidia.com/gpumem: 10240"), IsEmpty()) << "a device plugin may offer it";
  add_mapping("pool", with_companion());
  EXPECT_THAT(of("nvidia.com/gpumem: 10240"),
              ElementsAre("spec.hard[nvidia.com/gpumem]: Nothing is counted as nvidia.com/gpumem "
                          "now: DeviceMapping m reads it as a capacity request. Limit pool, or "
                          "count memory of the devices: charge in the DeviceMapping. "
                          "[QuotaCountsNothing]"));
  EXPECT_THAT(of("requests.nvidia.com/gpumem: 10240"),
              ElementsAre(HasSubstr("reads it as a capacity request. Limit pool, or count")));
  EXPECT_THAT(of("nvidia.com/gpumem: 1, pool: 8"),
              ElementsAre(HasSubstr(" Take it away, or count memory of the devices: ")));
  EXPECT_THAT(of("nvidia.com/gpucores: 1"), IsEmpty()) << "no companion";
  world_.add_plugin("node-1", "nvidia.com/gpumem");
  EXPECT_THAT(of("nvidia.com/gpumem: 10240"), IsEmpty());
}

TEST_F(QuotaNamesTest, OfACompanionWhoseCapacityIsCounted) {
  add_mapping("x.com/mem", with_companion(kChargesMemory));
  EXPECT_THAT(of("nvidia.com/gpumem: 10240"),
              ElementsAre(HasSubstr("capacity request. Write x.com/mem: 10240Mi. [")));
  for (const std::string none : {"0", "'0'", "0Mi"})
    EXPECT_THAT(of("nvidia.com/gpumem: " + none),
                ElementsAre(HasSubstr("reads it as a capacity request. Take it away. [")))
        << "0 of x.com/mem would forbid the devices";
  // As the API server writes them.
  EXPECT_THAT(of("nvidia.com/gpumem: 40k"), ElementsAre(HasSubstr(" Write x.com/mem: 40000Mi. [")));
  EXPECT_THAT(of("nvidia.com/gpumem: 8M"),
              ElementsAre(HasSubstr(" Write x.com/mem: 8000000Mi. [")));
  EXPECT_THAT(of("nvidia.com/gpumem: 4e4"), ElementsAre(HasSubstr(" Write x.com/mem: 40000Mi. [")));
  for (const std::string size : {"10Gi", "10G", "500m"})
    EXPECT_THAT(of("nvidia.com/gpumem: " + size),
                ElementsAre(HasSubstr(" Write x.com/mem: " + size + ". [")));
  EXPECT_THAT(of("nvidia.com/gpumem: 1, x.com/mem: 10Gi"),
              ElementsAre(HasSubstr(" Take it away: x.com/mem stands there already. [")));
}

TEST_F(QuotaNamesTest, OfACompanionWithoutAUnit) {
  add_mapping("x.com/mem", with_companion(kChargesMemory, "Rewrite", ""));
  EXPECT_THAT(of("nvidia.com/gpumem: 10"), ElementsAre(HasSubstr(" Write x.com/mem: 10Gi. [")));
  EXPECT_THAT(of("nvidia.com/gpumem: 40k"), ElementsAre(HasSubstr(" Write x.com/mem: 40k. [")));
}

TEST_F(QuotaNamesTest, ACompanionThatIsNotRewrittenMayBeCounted) {
  add_mapping("pool", with_companion("", "Warn"));
  EXPECT_THAT(of("nvidia.com/gpumem: 10240"), IsEmpty());
}

TEST_F(QuotaNamesTest, ACompanionUnderWhoseNameIsCounted) {
  add_mapping("nvidia.com/gpumem", with_companion(kChargesMemory));
  EXPECT_THAT(of("nvidia.com/gpumem: 10Gi"), IsEmpty());
  EXPECT_THAT(of("requests.nvidia.com/gpumem: 10Gi"),
              ElementsAre(HasSubstr(" Write nvidia.com/gpumem: 10Gi. [")));
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
                           "{name: q}, spec: {hard: {gpus: 1, nvidia.com/gpu: 1}}}"),
              IsEmpty());
}

TEST_F(QuotaNamesTest, ManyNamesAreToldInPart) {
  std::string hard;
  for (std::size_t i = 0; i < 500; ++i)
    hard += "requests.nvidia.com/gpu" + std::string(i, 's') + ": 1, ";
  EXPECT_THAT(of(hard), SizeIs(testing::Le(kLikeFindingsMax)));
}

constexpr std::string_view kSliceWithMemory =
    "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
    "gpu.nvidia.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: 1}, "
    "devices: [{name: d, capacity: {memory: {value: 80Gi}}}]}}";

TEST(ChargeUnits, AmountsInAnotherUnitThanIsCounted) {
  CheckWorld world;
  world.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world.add_class("whole", "gpu.nvidia.com", ", extendedResourceName: nvidia.com/gpu");
  world.add(kSliceWithMemory);
  world.add(
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
      "{logicalResource: gpumem, deviceClassNames: [gpu.nvidia.com], charge: {type: Capacity, "
      "capacity: gpu.nvidia.com/memory}}}");
  const auto of = [&](std::string_view hard) {
    return world.object("ChargesDiffer",
                        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: "
                        "q, namespace: team-a}, spec: {hard: {" +
                            std::string(hard) + "}}}");
  };
  for (const char* good : {"nvidia.com/gpu: 8", "nvidia.com/gpu: 0", "nvidia.com/gpu: 1k",
                           "gpumem: 80Gi", "gpumem: 0", "other.com/gpu: 8Gi"})
    EXPECT_THAT(of(good), IsEmpty()) << good;
  EXPECT_THAT(of("nvidia.com/gpu: 8Gi"),
              ElementsAre("spec.hard[nvidia.com/gpu]: 8Gi nvidia.com/gpu limits nothing: it is "
                          "counted in devices, and that is 8589934592. Write nvidia.com/gpu: 8, or "
                          "count a capacity of them: charge in the DeviceMapping. "
                          "[ChargesDiffer]"));
  for (const char* other : {"gpu.nvidia.com: 80Gi", "gpu.nvidia.com: 1500m", "whole: 8Gi"})
    EXPECT_THAT(of(other), IsEmpty()) << other << ": the class is counted under another name";
  EXPECT_THAT(of("nvidia.com/gpu: 500m"), ElementsAre(HasSubstr("lets in none")));
  EXPECT_THAT(of("nvidia.com/gpu: 2500m"),
              ElementsAre(HasSubstr("lets in no more than 2: devices are counted whole. Write a "
                                    "whole number, such as nvidia.com/gpu: 2. [")));
  EXPECT_THAT(of("gpumem: 80"), ElementsAre(HasSubstr("such as gpumem: 80Gi. [")));
  world.add_kueue(
      "resources: {deviceClassMappings: [{name: pool, deviceClassNames: [other]}, {name: memory, "
      "deviceClassNames: [more], sources: [{counter: {name: m, driver: gpu.com}}]}]}");
  EXPECT_THAT(of("pool: 2.5, memory: 8Gi"), ElementsAre(HasSubstr("such as pool: 2. [")))
      << "as Kueue counts";
}

TEST(ChargeUnits, ByTheCatalogueWhereNothingIsPublished) {
  const auto of = [](std::string_view capacity) {
    CheckWorld world;
    world.add(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
        "{logicalResource: gpumem, deviceClassNames: [gpu.nvidia.com], charge: {type: Capacity, "
        "capacity: " +
        std::string(capacity) + "}}}");
    return world.object("ChargesDiffer",
                        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: "
                        "q, namespace: team-a}, spec: {hard: {gpumem: 8}}}");
  };
  EXPECT_THAT(of("gpu.nvidia.com/memory"), ElementsAre(HasSubstr("such as gpumem: 8Gi. [")));
  EXPECT_THAT(of("gpu.nvidia.com/multiprocessors"), IsEmpty());
}

TEST(ChargeUnits, ACapacityThatNoDeviceHas) {
  CheckWorld world;
  world.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world.add(kSliceWithMemory);
  const auto of = [&](std::string_view classes, std::string_view capacity) {
    return world.object("CapacityNeverFits",
                        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: "
                        "{name: m}, spec: {logicalResource: gpumem, deviceClassNames: [" +
                            std::string(classes) + "], charge: {type: Capacity, capacity: " +
                            std::string(capacity) + "}}}");
  };
  EXPECT_THAT(of("gpu.nvidia.com", "gpu.nvidia.com/memory"), IsEmpty());
  EXPECT_THAT(of("other", "gpu.nvidia.com/memoy"), IsEmpty()) << "whose driver nobody knows";
  for (const char* wrong : {"gpu.nvidia.com/memoy", "gpu.nvidia.com/Memory", "nvidia.com/memory"})
    EXPECT_THAT(of("gpu.nvidia.com", wrong),
                ElementsAre(HasSubstr("Write capacity: gpu.nvidia.com/memory. [")))
        << wrong;
}

}  // namespace
}  // namespace drawbridge::rules
