// What is counted twice, or under two names, or reached by two paths: the overlaps of devices.
#include "rules/checks/node_served_twice.h"
#include "rules/checks/toleration_missing.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class OverlapTest : public ::testing::Test {
 protected:
  static std::string device_class(std::string_view name, std::string_view extended,
                                  std::string_view created = "",
                                  std::string_view expression = "true") {
    std::string metadata = "name: " + std::string(name);
    if (!created.empty()) metadata += ", creationTimestamp: '" + std::string(created) + "'";
    std::string spec = "selectors: [{cel: {expression: \"" + std::string(expression) + "\"}}]";
    if (!extended.empty()) spec += ", extendedResourceName: " + std::string(extended);
    return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {" + metadata +
           "}, spec: {" + spec + "}}";
  }
  static std::string device_mapping(std::string_view logical, std::string_view classes,
                                    std::string_view more = "") {
    return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
           "{logicalResource: " +
           std::string(logical) + ", deviceClassNames: [" + std::string(classes) + "]" +
           std::string(more) + "}}";
  }
  static std::string rewrite(std::string_view resource, std::string_view to,
                             std::string_view action = "Rewrite") {
    return ", rewrites: [{resource: " + std::string(resource) + ", action: " + std::string(action) +
           ", request: {exactly: {deviceClassName: " + std::string(to) + "}}}]";
  }
  static std::string mapped(std::string_view name, std::string_view classes) {
    return "resources: {deviceClassMappings: [{name: " + std::string(name) +
           ", deviceClassNames: [" + std::string(classes) + "]}]}";
  }
  static std::string asks(std::string_view resource) {
    return pod_with("requests: {" + std::string(resource) + ": 1}");
  }
  void queue() {
    world_.queue.role = QueueFacts::Role::kPlainPod;
    world_.queue.queue = "user-queue";
  }

  CheckWorld world_;
};

const char* const kByTemplate = "{name: gpu, resourceClaimTemplateName: t}";

TEST_F(OverlapTest, BothPathsToTheSamePublishedDevices) {
  world_.add_class("a", "gpu.com", ", extendedResourceName: gpu.com/gpu");
  world_.add_class("b", "gpu.com");
  world_.add_class("c", "nic.com");
  world_.add_template("t", "{name: r, exactly: {deviceClassName: b}}");
  world_.add_template("nics", "{name: r, exactly: {deviceClassName: c}}");
  const auto of = [&](std::string_view entry) {
    return world_.pod("BothPaths", pod_with("requests: {gpu.com/gpu: 1}", entry));
  };
  EXPECT_THAT(of(kByTemplate), IsEmpty()) << "nothing is published";
  world_.add_devices("gpu.com", "node", 2);
  world_.add_devices("nic.com", "node", 2);
  EXPECT_THAT(of(kByTemplate),
              ElementsAre("spec: This Pod asks for the same devices twice: 1 as extended resource "
                          "gpu.com/gpu and 1 by template t, and takes the devices of both. Keep "
                          "one of the two. [BothPaths]"));
  EXPECT_THAT(of("{name: nic, resourceClaimTemplateName: nics}"), IsEmpty())
      << "a GPU beside a NIC";
}

// All that a path asks for is its number.
TEST_F(OverlapTest, BothPathsAddUpWhatEachAsksFor) {
  world_.add_class("a", "gpu.com", ", extendedResourceName: gpu.com/gpu");
  world_.add_template("t",
                      "{name: r, exactly: {deviceClassName: a}}, {name: s, exactly: "
                      "{deviceClassName: a, count: 2}}");
  world_.add_template("choice",
                      "{name: r, firstAvailable: [{name: x, deviceClassName: a}, {name: y, "
                      "deviceClassName: a, count: 2}]}");
  const auto of = [&](std::string_view entries) {
    return world_.pod("BothPaths", pod_with("requests: {gpu.com/gpu: 1}", entries));
  };
  EXPECT_THAT(of(kByTemplate),
              ElementsAre(HasSubstr("asks for gpu.com/gpu twice: 1 as extended resource "
                                    "gpu.com/gpu and 3 by template t, and takes the devices of "
                                    "both. Keep one of the two.")));
  EXPECT_THAT(of("{name: gpu, resourceClaimTemplateName: t}, {name: more, "
                 "resourceClaimTemplateName: t}"),
              ElementsAre(HasSubstr("gpu.com/gpu and 6 by template t, and")));
  EXPECT_THAT(of("{name: gpu, resourceClaimTemplateName: choice}"),
              ElementsAre(HasSubstr("gpu.com/gpu and up to 2 by template choice, and")));
  EXPECT_THAT(of("{name: gpu, resourceClaimTemplateName: t}, {name: more, "
                 "resourceClaimTemplateName: choice}"),
              ElementsAre(HasSubstr("asks for gpu.com/gpu in 3 ways: 1 as extended resource "
                                    "gpu.com/gpu, 3 by template t and up to 2 by template choice, "
                                    "and takes the devices of all. Keep one of them.")));
}

// A file by itself, of whose cluster nothing is known.
TEST_F(OverlapTest, BothPathsByTheCatalogue) {
  world_.add_template("t", "{name: r, exactly: {deviceClassName: gpu.nvidia.com}}");
  const auto of = [&](const std::string& resource) {
    return world_.pod("BothPaths", pod_with("requests: {" + resource + ": 1}", kByTemplate));
  };
  EXPECT_THAT(of("nvidia.com/gpu"),
              ElementsAre(HasSubstr("asks for the same devices twice: 1 as extended resource "
                                    "nvidia.com/gpu and 1 by template t")));
  EXPECT_THAT(of("nvidia.com/mig-1g.10gb"), IsEmpty());
  EXPECT_THAT(of("rdma.com/hca"), IsEmpty());
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  EXPECT_THAT(of("nvidia.com/gpu"), ElementsAre(HasSubstr("takes the devices of both")))
      << "the class that is there carries no name: a device plugin gives the other";
}

TEST_F(OverlapTest, BothPathsByTheNamesOfDevicePlugins) {
  constexpr std::pair<const char*, const char*> kRows[] = {
      {"nvidia.com/mig-1g.5gb", "mig.nvidia.com"}, {"amd.com/gpu", "gpu.amd.com"},
      {"gpu.intel.com/xe", "gpu.intel.com"},       {"habana.ai/gaudi", "gaudi.intel.com"},
      {"google.com/tpu", "tpu.google.com"},
  };
  for (const auto& [resource, device_class] : kRows) {
    world_.add_template("t",
                        "{name: r, exactly: {deviceClassName: " + std::string(device_class) + "}}");
    EXPECT_THAT(world_.pod("BothPaths",
                           pod_with("requests: {" + std::string(resource) + ": 1}", kByTemplate)),
                ElementsAre(HasSubstr("asks for the same devices twice: 1 as extended resource " +
                                      std::string(resource) + " and 1 by template t")));
    EXPECT_THAT(world_.pod("BothPaths", pod_with("requests: {rdma.com/hca: 1}", kByTemplate)),
                IsEmpty());
  }
}

TEST_F(OverlapTest, AContainerThatUsesBothNamesOfAClassGetsTheDevicesOfBoth) {
  world_.add_class("gpu", "gpu.com", ", extendedResourceName: gpu.com/gpu");
  world_.add_class("nic", "nic.com", ", extendedResourceName: gpu.com/nic");
  const std::string implicit = "deviceclass.resource.kubernetes.io/gpu: 1";
  const auto of = [&](std::string_view code, std::string_view resources) {
    return world_.pod(code, pod_with("limits: {" + std::string(resources) + "}"));
  };
  EXPECT_THAT(of("BothPaths", implicit + ", gpu.com/gpu: 1"),
              ElementsAre("spec.containers[0].resources: Container main asks for class gpu twice: "
                          "as deviceclass.resource.kubernetes.io/gpu and as gpu.com/gpu, and takes "
                          "the devices of both. Keep one of the two. [BothPaths]"));
  EXPECT_THAT(of("ImplicitExtendedResource", implicit + ", gpu.com/gpu: 1"), IsEmpty());
  EXPECT_EQ(of("ImplicitExtendedResource", implicit).size(), 1U);
  EXPECT_THAT(of("BothPaths", implicit), IsEmpty());
  EXPECT_THAT(of("BothPaths", implicit + ", gpu.com/nic: 1"), IsEmpty());
  EXPECT_THAT(
      world_.pod("BothPaths", "{spec: {containers: [{name: a, resources: {limits: {" + implicit +
                                  "}}}, {name: b, resources: {limits: {gpu.com/gpu: 1}}}]}}"),
      IsEmpty())
      << "each gets one";
}

TEST_F(OverlapTest, AContainerThatUsesBothNamesByTheCatalogue) {
  const auto of = [&](std::string_view device_class, std::string_view resource) {
    return world_.pod("BothPaths", pod_with("limits: {deviceclass.resource.kubernetes.io/" +
                                            std::string(device_class) + ": 1, " +
                                            std::string(resource) + ": 1}"));
  };
  EXPECT_THAT(of("gpu.nvidia.com", "nvidia.com/gpu"),
              ElementsAre(HasSubstr("asks for class gpu.nvidia.com twice: as nvidia.com/gpu and as "
                                    "deviceclass.resource.kubernetes.io/gpu.nvidia.com, and takes "
                                    "the devices of both. Keep one of the two.")));
  EXPECT_THAT(of("gpu.nvidia.com", "rdma.com/hca"), IsEmpty());
  EXPECT_THAT(of("mig.nvidia.com", "nvidia.com/gpu"), IsEmpty());
  EXPECT_THAT(of("gpu", "nvidia.com/gpu"), IsEmpty()) << "nobody knows that class";
}

TEST_F(OverlapTest, ANameThatTheApiServerRefusesIsCountedByNobody) {
  world_.add(device_class("all", "x.com/gpu", "", "device.driver == 'gpu.com'"));
  world_.add_devices("gpu.com", "node", 3);
  const auto of = [&](std::string_view extended) {
    return world_.object("SharedDevices",
                         device_class("mine", extended, "", "device.driver == 'gpu.com'"));
  };
  EXPECT_THAT(of("y.com/gpu"), SizeIs(1));
  for (const std::string_view refused : {"gpu", "kubernetes.io/gpu", "requests.y.com/gpu"})
    EXPECT_THAT(of(refused), IsEmpty()) << refused;
}

TEST_F(OverlapTest, TwoClassesOfTheSameDevicesCountedUnderTwoNames) {
  world_.add(device_class("all", "x.com/gpu", "", "device.driver == 'gpu.com'"));
  world_.add(device_class("some", "", "", "device.driver in ['gpu.com']"));
  world_.add_devices("gpu.com", "node", 3);
  world_.add_template("t", "{name: r, exactly: {deviceClassName: some}}");
  const std::string pod = pod_with("claims: [{name: gpu}]", kByTemplate);
  EXPECT_THAT(world_.pod("SharedDevices", pod), IsEmpty())
      << "nobody counts the second under a name of its own";
  world_.add_kueue(mapped("pool", "some"));
  EXPECT_THAT(world_.pod("SharedDevices", pod),
              ElementsAre("spec: Classes some (counted as pool) and all (as x.com/gpu) select the "
                          "same 3 devices: each quota gives them out. Have both counted under one "
                          "name: in one entry of Kueue's deviceClassMappings, and in one "
                          "DeviceMapping. [SharedDevices]"));
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(world_.pod("SharedDevices", asks("x.com/gpu")),
              ElementsAre(HasSubstr("select the same devices: each")));
  world_.add_kueue(mapped("x.com/gpu", "some"));
  EXPECT_THAT(world_.pod("SharedDevices", pod), IsEmpty()) << "one name";
}

// Kueue does not read what counts both as one for a DeviceQuota.
TEST_F(OverlapTest, AMappingOfOursIsNoneOfKueues) {
  world_.add(device_class("all", "", "", "device.driver == 'gpu.com'"));
  world_.add(device_class("some", "x.com/gpu", "", "device.driver in ['gpu.com']"));
  world_.add_devices("gpu.com", "node", 3);
  world_.add(device_mapping("pool", "all, some"));
  EXPECT_THAT(world_.pod("SharedDevices", asks("x.com/gpu")), IsEmpty());
  world_.add_kueue(mapped("pool", "all"));
  EXPECT_THAT(world_.pod("SharedDevices", asks("x.com/gpu")),
              ElementsAre("spec: Classes some (counted as x.com/gpu by Kueue) and all (as pool) "
                          "select the same 3 devices: each quota gives them out. Have both counted "
                          "under one name: in one entry of Kueue's deviceClassMappings. "
                          "[SharedDevices]"));
  world_.add_kueue(mapped("pool", "all, some"));
  EXPECT_THAT(world_.pod("SharedDevices", asks("x.com/gpu")), IsEmpty());
}

// Where nobody names a class, it is counted under its own name: which matters where one is limited.
TEST_F(OverlapTest, ADeviceQuotaOfOneOfTwoNames) {
  world_.add(device_class("all", "x.com/gpu", "", "device.driver == 'gpu.com'"));
  const std::string some = device_class("some", "", "", "device.driver in ['gpu.com']");
  world_.add(some);
  world_.add_devices("gpu.com", "node", 3);
  world_.add_template("t", "{name: r, exactly: {deviceClassName: some}}");
  const std::string pod = pod_with("claims: [{name: gpu}]", kByTemplate);
  world_.limited = {"y.com/gpu"};
  EXPECT_THAT(world_.pod("SharedDevices", pod), IsEmpty());
  EXPECT_THAT(world_.object("SharedDevices", some), IsEmpty());
  world_.limited = {"x.com/gpu"};
  EXPECT_THAT(world_.pod("SharedDevices", pod),
              ElementsAre("spec: Classes some (counted as some) and all (as x.com/gpu) select the "
                          "same 3 devices: a quota of x.com/gpu misses those that are had by class "
                          "some. Have both counted under one name: in deviceClassNames of one "
                          "DeviceMapping. [SharedDevices]"));
  EXPECT_THAT(world_.pod("SharedDevices", asks("x.com/gpu")),
              ElementsAre(HasSubstr("Classes all (counted as x.com/gpu) and some (as some) select "
                                    "the same 3 devices: a quota of x.com/gpu misses those")));
  EXPECT_THAT(world_.object("SharedDevices", some), SizeIs(1));
  EXPECT_THAT(world_.object("SharedDevices", device_class("new", "", "", "true")),
              ElementsAre(HasSubstr("Classes new (counted as new) and all (as x.com/gpu)")));
  world_.limited = {"x.com/gpu", "some"};
  EXPECT_THAT(world_.pod("SharedDevices", pod), ElementsAre(HasSubstr("each quota gives them")));
  world_.limited = {};
  const auto quota = [&](std::string_view hard) {
    return world_.object("SharedDevices",
                         "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: "
                         "{name: q}, spec: {hard: {" +
                             std::string(hard) + "}}}");
  };
  EXPECT_THAT(quota("y.com/gpu: 1"), IsEmpty());
  EXPECT_THAT(quota("x.com/gpu: 1"),
              ElementsAre(HasSubstr("spec.hard[x.com/gpu]: Classes all (counted as x.com/gpu) and "
                                    "some (as some) select the same 3 devices: a quota of")));
  EXPECT_THAT(quota("x.com/gpu: 1, some: 1"), ElementsAre(HasSubstr("each quota gives them out")));
  world_.add(device_mapping("x.com/gpu", "all, some"));
  EXPECT_THAT(quota("x.com/gpu: 1"), IsEmpty());
}

TEST_F(OverlapTest, WhoeverMakesTwoNamesOfOneDeviceIsTold) {
  const char* gpus = "device.driver == 'gpu.com'";
  world_.add(device_class("all", "x.com/gpu", "", gpus));
  world_.add_devices("gpu.com", "node", 1);
  EXPECT_THAT(world_.object("SharedDevices", device_class("new", "x.com/other", "", gpus)),
              ElementsAre("spec.selectors: Classes new (counted as x.com/other) and all (as "
                          "x.com/gpu) select the same 1 device: each quota gives them out. List "
                          "both in deviceClassNames of one DeviceMapping, or let the selectors "
                          "exclude each other. [SharedDevices]"));
  EXPECT_THAT(world_.object("SharedDevices", device_class("new", "x.com/gpu", "", gpus)),
              IsEmpty());
  EXPECT_THAT(world_.object("SharedDevices", device_class("new", "x.com/other", "", "true")),
              ElementsAre(HasSubstr("Classes new (counted as x.com/other) and all (as x.com/gpu) "
                                    "select the same 1 device")))
      << "with selectors that nobody had before";
  for (const char* other : {"device.driver == 'other.com'", "device.nonsense", "1 + 1"})
    EXPECT_THAT(world_.object("SharedDevices", device_class("new", "x.com/other", "", other)),
                IsEmpty())
        << other;
  world_.add(device_class("new", "", "", "true"));
  const char* mapping = "pool";
  EXPECT_THAT(world_.object("SharedDevices", device_mapping(mapping, "new")), SizeIs(1));
  EXPECT_THAT(world_.object("SharedDevices", device_mapping(mapping, "new, all")), IsEmpty());
  EXPECT_THAT(
      world_.object("SharedDevices", CheckWorld::kueue_configuration(mapped("pool", "new"))),
      ElementsAre(HasSubstr("resources.deviceClassMappings[0]: Classes new (counted as pool)")));
  EXPECT_THAT(
      world_.object("SharedDevices", CheckWorld::kueue_configuration(mapped("pool", "all, new"))),
      IsEmpty());
}

TEST_F(OverlapTest, KueueMapsAClassThatCarriesAnExtendedResourceName) {
  world_.add_kueue(mapped("pool", "gpu.com"));
  EXPECT_THAT(world_.object("MappedTwice", device_class("gpu.com", "x.com/gpu")),
              ElementsAre("spec.extendedResourceName: DeviceClass gpu.com is mapped to pool by "
                          "Kueue and carries extendedResourceName x.com/gpu: Kueue charges both "
                          "paths as the first. Cover only pool in ClusterQueues, or drop one of "
                          "the two. [MappedTwice]"));
  EXPECT_THAT(world_.object("MappedTwice", device_class("other", "x.com/gpu")), IsEmpty());
  EXPECT_THAT(world_.object("MappedTwice", device_class("gpu.com", "")), IsEmpty());
  world_.add(device_class("gpu.com", "x.com/gpu"));
  EXPECT_THAT(world_.object("MappedTwice",
                            CheckWorld::kueue_configuration(mapped("pool", "gpu.com, gpu.com"))),
              SizeIs(1));
  EXPECT_THAT(
      world_.object("MappedTwice", CheckWorld::kueue_configuration(mapped("x.com/gpu", "gpu.com"))),
      ElementsAre("resources.deviceClassMappings[0]: DeviceClass gpu.com is mapped to "
                  "x.com/gpu by Kueue and carries extendedResourceName x.com/gpu: claims "
                  "and extended resources share that quota. Keep it where one quota for both is "
                  "meant, or drop one of the two. [MappedTwice]"));
  EXPECT_THAT(
      world_.object("MappedTwice", CheckWorld::kueue_configuration(
                                       "resources: {deviceClassMappings: [7, {name: x}, {name: [], "
                                       "deviceClassNames: {}}], transformations: nothing}")),
      IsEmpty());
}

TEST_F(OverlapTest, WhatSourcesCountIsCountedOfTemplatesAlone) {
  const std::string twice =
      "resources: {deviceClassMappings: [{name: memory, deviceClassNames: [gpu.com], sources: "
      "[{counter: {name: m, driver: gpu.com}}]}, {name: compute, deviceClassNames: [gpu.com], "
      "sources: [{counter: {name: c, driver: gpu.com}}]}]}";
  world_.add_kueue(twice);
  EXPECT_THAT(world_.object("MappedTwice", device_class("gpu.com", "x.com/gpu")),
              ElementsAre("spec.extendedResourceName: DeviceClass gpu.com is mapped to memory by "
                          "Kueue and carries extendedResourceName x.com/gpu: its sources count "
                          "templates alone, and no pod that asks for that name is admitted. Ask "
                          "by templates in queues, or drop the name. [MappedTwice]"));
  EXPECT_THAT(world_.object("MappedTwice", device_class("gpu.com", "memory")), SizeIs(1));
  world_.add(device_class("gpu.com", "x.com/gpu"));
  EXPECT_THAT(world_.object("MappedTwice", CheckWorld::kueue_configuration(twice)), SizeIs(1))
      << "of two counters once";
  queue();
  const std::set<std::string, std::less<>> others = {"x.com/gpu"};
  world_.queue.covered = &others;
  EXPECT_THAT(world_.pod("MappedTwice", asks("x.com/gpu")), IsEmpty()) << "told as refused";
}

TEST_F(OverlapTest, ACounterThatTwoMappingsHave) {
  const auto told = [&](std::string_view more) {
    return world_.object(
        "MappedTwice",
        CheckWorld::kueue_configuration(
            "resources: {deviceClassMappings: [{name: a, deviceClassNames: [gpu.com], sources: "
            "[{counter: {name: slices, driver: gpu.com, deviceSelector: {cel: {expression: "
            "'true'}}}}]}, {name: b, deviceClassNames: [gpu.com], sources: [{counter: {name: "
            "memory, driver: gpu.com, deviceSelector: {cel: {expression: 'true'}}}}, {counter: "
            "{driver: gpu.com, deviceSelector: {cel: {expression: 'true'}}, name: " +
            std::string(more) + "}}]}]}"));
  };
  EXPECT_THAT(told("slices"),
              ElementsAre("resources.deviceClassMappings[1].sources: Kueue counts slices of "
                          "DeviceClass gpu.com twice: as a and as b. Keep it in one of the two. "
                          "[MappedTwice]"));
  EXPECT_THAT(told("cores"), IsEmpty());
}

TEST_F(OverlapTest, WhileKueuesGateIsOffTheTwoAreCountedApart) {
  for (const char* gate : {"KueueDRAIntegrationExtendedResource", "KueueDRAIntegration"}) {
    CheckWorld world;
    world.add_kueue("featureGates: {" + std::string(gate) + ": false}, " +
                    mapped("pool", "gpu.com"));
    EXPECT_THAT(world.object("MappedTwice", device_class("gpu.com", "x.com/gpu")), IsEmpty())
        << gate;
    world.severity = Severity::kInfo;
    EXPECT_THAT(world.object("MappedTwice", device_class("gpu.com", "pool")), IsEmpty())
        << "of one name Kueue's Configuration tells";
  }
}

TEST_F(OverlapTest, AWorkloadOfSuchAClassIsToldWhereItsQueueDoesNotCoverIt) {
  world_.add(device_class("gpu.com", "x.com/gpu"));
  world_.add_kueue(mapped("pool", "gpu.com"));
  EXPECT_THAT(world_.pod("MappedTwice", asks("x.com/gpu")), IsEmpty()) << "not in a queue";
  queue();
  EXPECT_THAT(world_.pod("MappedTwice", asks("x.com/gpu")), IsEmpty())
      << "what the queue covers is not known";
  const std::set<std::string, std::less<>> others = {"x.com/gpu"};
  world_.queue.covered = &others;
  EXPECT_THAT(
      world_.pod("MappedTwice", asks("x.com/gpu"), 4),
      ElementsAre("spec: Kueue charges x.com/gpu of each pod of this Job as pool, since it "
                  "maps class gpu.com: quota for x.com/gpu is used by templates that name it "
                  "in limits alone. Cover pool in the "
                  "ClusterQueue. [MappedTwice]"));
  const std::set<std::string, std::less<>> covered = {"pool"};
  world_.queue.covered = &covered;
  EXPECT_THAT(world_.pod("MappedTwice", asks("x.com/gpu")), IsEmpty());
}

TEST_F(OverlapTest, AClassInTwoMappingsAndATransformationOfItsName) {
  const auto of = [&](std::string_view resources) {
    return world_.object("MappedTwice", CheckWorld::kueue_configuration(
                                            "resources: {" + std::string(resources) + "}"));
  };
  world_.add(device_class("a", ""));
  world_.add(device_class("b", "x.com/gpu"));
  world_.severity = Severity::kDeny;
  EXPECT_THAT(
      of("deviceClassMappings: [{name: x, deviceClassNames: [a]}, {name: two, "
         "deviceClassNames: [a]}]"),
      ElementsAre("resources.deviceClassMappings[1]: DeviceClass a stands under x and "
                  "under two, and Kueue does not start with that. Keep it under one of them. "
                  "[MappedTwice]"));
  EXPECT_THAT(
      of("deviceClassMappings: [{name: x, deviceClassNames: [a], sources: [{counter: {name: "
         "m}}]}, {name: two, deviceClassNames: [a], sources: [{counter: {name: other}}]}]"),
      IsEmpty())
      << "two counters of one device";
  world_.severity = Severity::kWarn;
  EXPECT_THAT(of("transformations: [{input: y.com/gpu}, {input: x.com/gpu, strategy: Replace, "
                 "outputs: {x.com/mem: 8}}]"),
              ElementsAre("resources.transformations[1].input: x.com/gpu is the extended resource "
                          "of DeviceClass b: Kueue charges it for its claim and by this "
                          "transformation. Remove the transformation, and count it by "
                          "deviceClassMappings. [MappedTwice]"));
}

TEST_F(OverlapTest, SeveralClassesWithOneName) {
  const char* early = "2026-01-01T00:00:00Z";
  const char* late = "2026-02-01T00:00:00Z";
  world_.add(device_class("a", "x.com/gpu", early));
  const char* code = "AmbiguousExtendedResource";
  EXPECT_THAT(world_.object(code, device_class("a", "x.com/gpu", early)), IsEmpty()) << "itself";
  EXPECT_THAT(world_.object(code, device_class("b", "x.com/nic", late)), IsEmpty());
  EXPECT_THAT(world_.object(code, device_class("b", "x.com/gpu", late)),
              ElementsAre("spec.extendedResourceName: DeviceClasses a and b carry x.com/gpu: pods "
                          "get devices of b, which is the newer, and nobody is told. Give each "
                          "class a name of its own. [AmbiguousExtendedResource]"));
  EXPECT_THAT(world_.object(code, device_class("b", "x.com/gpu")),
              ElementsAre(HasSubstr("devices of b, which is the newer,")));
  EXPECT_THAT(world_.object(code, device_class("b", "x.com/gpu", early)),
              ElementsAre(HasSubstr("devices of a, whose name is the lower,")));
  for (const char* created : {"", late}) {
    CheckWorld timeless;
    timeless.add(device_class("a", "x.com/gpu"));
    EXPECT_THAT(timeless.object(code, device_class("b", "x.com/gpu", created)),
                ElementsAre(HasSubstr("pods get devices of the newer, and nobody is told.")))
        << created;
    timeless.add(device_class("b", "x.com/gpu"));
    EXPECT_THAT(timeless.pod(code, asks("x.com/gpu")),
                ElementsAre(HasSubstr("gets devices of the newest, be it a or b. Name")));
  }
  CheckWorld tied;
  tied.add(device_class("a", "x.com/gpu", early));
  tied.add(device_class("b", "x.com/gpu", early));
  EXPECT_THAT(
      tied.pod(code, asks("x.com/gpu")),
      ElementsAre(HasSubstr("gets devices of a, whose name is the lower, not of b, which is "
                            "as new. Name")));
  world_.add(device_class("b", "x.com/gpu", late));
  EXPECT_THAT(
      world_.object(code, device_class("z", "x.com/gpu", early), device_class("z", "", early)),
      ElementsAre(HasSubstr("DeviceClasses b and z carry x.com/gpu: pods get devices of b,")));
  EXPECT_THAT(world_.object(code, device_class("a", "x.com/nic", early),
                            device_class("a", "x.com/gpu", early)),
              ElementsAre("spec.extendedResourceName: Kubernetes 1.36 serves x.com/gpu no longer "
                          "once one of its classes gives the name up; DeviceClass b carries it "
                          "still. Write that class again: kubectl annotate deviceclass b "
                          "touched=1. [AmbiguousExtendedResource]"));
  EXPECT_THAT(world_.pod(code, asks("x.com/gpu")),
              ElementsAre("spec: 2 DeviceClasses carry x.com/gpu: this Pod gets devices of the "
                          "newest, b, not of a. Name the class: a claim template, or a "
                          "DeviceMapping. [AmbiguousExtendedResource]"));
  EXPECT_THAT(world_.pod(code, asks("x.com/nic")), IsEmpty());
  world_.add(device_mapping("x.com/gpu", "a", rewrite("x.com/gpu", "a")));
  EXPECT_THAT(world_.pod(code, asks("x.com/gpu")), IsEmpty()) << "the mapping says which";
}

TEST_F(OverlapTest, AnImplicitNameOfAClassThatIsCountedUnderAnother) {
  const std::string pod = asks("deviceclass.resource.kubernetes.io/gpu.com");
  world_.add(device_class("gpu.com", ""));
  EXPECT_THAT(world_.pod("ImplicitExtendedResource", pod), IsEmpty());
  world_.add(device_class("gpu.com", "x.com/gpu"));
  EXPECT_THAT(world_.pod("ImplicitExtendedResource", pod),
              ElementsAre("spec: Container main asks for class gpu.com by its implicit name, and "
                          "its devices are counted as x.com/gpu: a ResourceQuota of that counts "
                          "them once the pod waits for its claim. Write x.com/gpu instead. "
                          "[ImplicitExtendedResource]"));
  world_.limited = {"x.com/gpu"};
  EXPECT_THAT(world_.pod("ImplicitExtendedResource", pod), IsEmpty()) << "a DeviceQuota counts it";
  world_.limited.clear();
  EXPECT_THAT(world_.pod("ImplicitExtendedResource", asks("x.com/gpu")), IsEmpty());
  world_.add(device_class("a.com", "x.com/gpu"));
  EXPECT_THAT(world_.pod("ImplicitExtendedResource", pod),
              ElementsAre(HasSubstr("Ask by a claim template with deviceClassName: gpu.com.")))
      << "the name gives devices of another class";
  world_.add(device_class("gpu.com", ""));
  world_.add_kueue(mapped("pool", "gpu.com"));
  queue();
  EXPECT_THAT(world_.pod("ImplicitExtendedResource", pod),
              ElementsAre("spec: Container main asks for class gpu.com by its implicit name, and "
                          "its devices are counted as pool: Kueue does not know the name. Ask by "
                          "a claim template with deviceClassName: gpu.com. "
                          "[ImplicitExtendedResource]"));
}

TEST_F(OverlapTest, ANameThatCountsSomethingElseToo) {
  world_.add(device_class("other", "x.com/gpu"));
  const auto kueue_says = [&](std::string_view fields) {
    return world_.object("PoolMerged", CheckWorld::kueue_configuration(fields));
  };
  EXPECT_THAT(kueue_says(mapped("pool", "gpu.com")), IsEmpty());
  EXPECT_THAT(kueue_says(mapped("x.com/gpu", "other")), IsEmpty()) << "its own";
  EXPECT_THAT(kueue_says(mapped("cpu", "gpu.com")),
              ElementsAre("resources.deviceClassMappings[0].name: Devices of class gpu.com would "
                          "count as cpu, as does what nodes call cpu: both draw on one quota. "
                          "Give the devices a name of their own, such as example.com/gpu. "
                          "[PoolMerged]"));
  world_.add(device_class("examples", "example.com/gpu"));
  EXPECT_THAT(kueue_says(mapped("example.com/gpu", "gpu.com")),
              ElementsAre(HasSubstr("a name of their own, such as example.com/gpu-claims.")));
  EXPECT_THAT(kueue_says(mapped("x.com/gpu", "gpu.com")),
              ElementsAre(HasSubstr("as x.com/gpu, as does the extended resource of DeviceClass "
                                    "other:")));
  EXPECT_THAT(kueue_says("resources: {deviceClassMappings: [{name: pool, deviceClassNames: [a]}], "
                         "transformations: [{input: x, outputs: {pool: 1}}]}"),
              ElementsAre(HasSubstr("as pool, as does the output of a transformation: both")));
  EXPECT_THAT(world_.object("PoolMerged", device_mapping("x.com/gpu", "gpu.com")), SizeIs(1));
  world_.add(device_class("gpu.acme.com", "acme.com/gpu"));
  EXPECT_THAT(world_.object("PoolMerged", device_mapping("acme.com/gpu", "gpu.acm.com")), IsEmpty())
      << "told as DeviceClassMissing";
  EXPECT_THAT(world_.object("PoolMerged", device_mapping("acme.com/gpu", "nic.com")), SizeIs(1));
  EXPECT_THAT(world_.object("PoolMerged", device_mapping("x.com/gpu", "gpu.com, other")),
              IsEmpty());
  const std::string rewriting =
      device_mapping("x.com/gpu", "gpu.com", rewrite("x.com/gpu", "gpu.com"));
  EXPECT_THAT(world_.object("PoolMerged", rewriting), IsEmpty()) << "told as MappingConflict";
  EXPECT_THAT(world_.object("MappingConflict", rewriting), SizeIs(1));
  EXPECT_THAT(
      world_.object("PoolMerged", device_mapping("x.com/gpu", "", rewrite("x.com/gpu", "other"))),
      IsEmpty());
  world_.add_kueue(mapped("y.com/gpu", "gpu.com"));
  EXPECT_THAT(world_.object("PoolMerged", device_class("new", "y.com/gpu")),
              ElementsAre(HasSubstr("Devices of this class would count as y.com/gpu, as does "
                                    "DeviceClass gpu.com, which Kueue maps to it: both")));
  EXPECT_THAT(world_.object("PoolMerged", device_class("gpu.com", "y.com/gpu")), IsEmpty());
}

TEST_F(OverlapTest, ANodeThatAPluginAndADriverServe) {
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world_.add_class("nic.com", "nic.com");
  world_.add_devices("gpu.nvidia.com", "n2", 4);
  world_.add_devices("nic.com", "n1", 4);
  world_.add_plugin("n1", "nvidia.com/gpu");
  world_.add_plugin("n3", "nvidia.com/gpu");
  world_.add_template("t", "{name: r, exactly: {deviceClassName: gpu.nvidia.com}}");
  world_.add_template("nics", "{name: r, exactly: {deviceClassName: nic.com}}");
  const auto of = [&](std::string_view name) {
    return world_.pod("NodeServedTwice",
                      pod_with("claims: [{name: d}]",
                               "{name: d, resourceClaimTemplateName: " + std::string(name) + "}"));
  };
  EXPECT_THAT(of("t"), IsEmpty()) << "each on nodes of its own";
  EXPECT_THAT(of("nics"), IsEmpty()) << "a NIC driver beside a plugin of GPUs";
  EXPECT_THAT(world_.pod("NodeServedTwice", asks("nvidia.com/gpu")), IsEmpty());
  world_.add_plugin("n2", "nvidia.com/gpu");
  EXPECT_THAT(world_.pod("NodeServedTwice", asks("nvidia.com/gpu")), SizeIs(1))
      << "no class carries the name, and the driver publishes what the plugin offers";
  EXPECT_THAT(of("t"),
              ElementsAre("spec: A node offers nvidia.com/gpu by device plugin while driver "
                          "gpu.nvidia.com publishes devices there: one device can be given out "
                          "twice. Remove the device plugin from nodes of the DRA driver. "
                          "[NodeServedTwice]"));
  EXPECT_THAT(of("nics"), IsEmpty());
  EXPECT_THAT(world_.object("NodeServedTwice", device_class("gpu.nvidia.com", "")),
              ElementsAre(HasSubstr("1 node offers nvidia.com/gpu")));
  world_.add_plugin("n1", "nics.com/nic");
  EXPECT_THAT(world_.object("NodeServedTwice", device_class("nic.com", "")), IsEmpty());
  EXPECT_THAT(world_.object("NodeServedTwice", device_class("nic.com", "nics.com/nic")), SizeIs(1));
  EXPECT_THAT(world_.object("NodeServedTwice", device_mapping("nics.com/nic", "nic.com",
                                                              rewrite("nics.com/nic", "nic.com"))),
              ElementsAre(HasSubstr("1 node offers nics.com/nic")));
}

TEST_F(OverlapTest, NodesThatKeepThePodAway) {
  world_.add_class("gpu.com", "gpu.com");
  world_.add_devices("gpu.com", "n1", 1);
  world_.add_devices("gpu.com", "n2", 1);
  world_.add_template("t", "{name: r, exactly: {deviceClassName: gpu.com}}");
  const auto of = [&](std::string_view tolerations) {
    return world_.pod("TolerationMissing", "{spec: {containers: [{name: main}], tolerations: [" +
                                               std::string(tolerations) + "], resourceClaims: [" +
                                               kByTemplate + "]}}");
  };
  const auto taint = [&](std::string_view node, std::string_view taints) {
    world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(node) +
               "}, spec: {taints: [" + std::string(taints) + "]}}");
  };
  taint("n1", "{key: gpu.com/gpu, value: present, effect: NoSchedule}");
  EXPECT_THAT(of(""), IsEmpty()) << "the other node has none";
  taint("n2",
        "{key: node.kubernetes.io/not-ready, effect: NoSchedule}, {key: x, effect: "
        "PreferNoSchedule}");
  EXPECT_THAT(of(""), IsEmpty()) << "nor has it one that stays";
  for (const char* passing :
       {"karpenter.sh/disrupted", "node.cloudprovider.kubernetes.io/uninitialized",
        "ToBeDeletedByClusterAutoscaler", "ebs.csi.aws.com/agent-not-ready"}) {
    taint("n2", "{key: " + std::string(passing) + ", effect: NoSchedule}");
    EXPECT_THAT(of(""), IsEmpty()) << passing;
  }
  taint("n2", "{key: team, effect: NoExecute}");
  EXPECT_THAT(of(""),
              ElementsAre(HasSubstr("All nodes with devices of class gpu.com have taints, such as "
                                    "gpu.com/gpu=present:NoSchedule, and this Pod does not "
                                    "tolerate them. Add to tolerations: - {key: gpu.com/gpu, ")));
  taint("n2",
        "{key: team, effect: NoExecute}, {key: gpu.com/gpu, value: present, effect: NoSchedule}");
  EXPECT_THAT(of(""),
              ElementsAre("spec.tolerations: All nodes with devices of class gpu.com have taint "
                          "gpu.com/gpu=present:NoSchedule, and this Pod does not tolerate it. Add "
                          "to tolerations: - {key: gpu.com/gpu, operator: Exists, effect: "
                          "NoSchedule}. [TolerationMissing]"));
  world_.add_class("other.com", "other.com");
  world_.add_devices("other.com", "n3", 1);
  world_.add_template("t",
                      "{name: r, firstAvailable: [{name: a, deviceClassName: gpu.com}, {name: b, "
                      "deviceClassName: other.com}]}");
  EXPECT_THAT(of(""), IsEmpty()) << "the other alternative can be had";
  world_.add_template("t", "{name: r, exactly: {deviceClassName: gpu.com}}");
  taint("n2", "{key: team, effect: NoExecute}");
  EXPECT_THAT(of("{key: gpu.com/gpu, operator: Exists}"), IsEmpty());
  EXPECT_THAT(of("{key: gpu.com/gpu, value: present, effect: NoSchedule}"), IsEmpty());
  EXPECT_THAT(of("{key: gpu.com/gpu, value: absent}"), SizeIs(1));
  EXPECT_THAT(of("{key: gpu.com/gpu, operator: Exists, effect: NoExecute}"), SizeIs(1));
  EXPECT_THAT(of("{operator: Exists}"), IsEmpty());
  EXPECT_THAT(of("{key: team, operator: Exists}, 7, {key: [], operator: {}}"), IsEmpty());
  queue();
  EXPECT_THAT(of(""), IsEmpty()) << "Kueue adds tolerations of its flavors";
}

TEST_F(OverlapTest, TheApiServerAddsTolerationsOfAllExtendedResourcesOfAPod) {
  world_.add_class("rdma", "dra.net");
  world_.add_devices("dra.net", "n1", 1);
  world_.add(
      "{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: [{key: nvidia.com/gpu, "
      "value: present, effect: NoSchedule}]}}");
  world_.add_template("t", "{name: nic, exactly: {deviceClassName: rdma}}");
  const auto of = [&](std::string_view limits) {
    return world_.pod("TolerationMissing",
                      pod_with("limits: {" + std::string(limits) + "}, claims: [{name: d}]",
                               "{name: d, resourceClaimTemplateName: t}"));
  };
  EXPECT_THAT(of("nvidia.com/gpu: 1"), IsEmpty());
  EXPECT_THAT(of("cpu: 1"), SizeIs(1));
  EXPECT_THAT(of("amd.com/gpu: 1"), SizeIs(1));
}

TEST_F(OverlapTest, SoManyTaintedNodesAreLookedAt) {
  world_.add_class("gpu.com", "gpu.com");
  world_.add_template("t", "{name: r, exactly: {deviceClassName: gpu.com}}");
  const auto add_node = [&](std::size_t i) {
    const std::string node = "n" + std::to_string(i);
    world_.add_devices("gpu.com", node, 1);
    world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + node +
               "}, spec: {taints: [{key: gpu, effect: NoSchedule}]}}");
  };
  const auto told = [&] {
    return world_.pod("TolerationMissing", "{spec: {containers: [{name: main}], resourceClaims: [" +
                                               std::string(kByTemplate) + "]}}");
  };
  for (std::size_t i = 0; i < kTaintedNodesMax; ++i) add_node(i);
  EXPECT_THAT(told(), SizeIs(1));
  add_node(kTaintedNodesMax);
  EXPECT_THAT(told(), IsEmpty());
}

TEST_F(OverlapTest, SoManyNodesAreLookedAtForAPod) {
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world_.add_template("t", "{name: r, exactly: {deviceClassName: gpu.nvidia.com}}");
  // A plugin, then a driver, on nodes of their own: a look for each pair.
  const auto add_pair = [&](std::size_t i) {
    const std::string number = std::to_string(1000 + i);
    world_.add_plugin("n" + number + "a", "nvidia.com/gpu");
    world_.add_devices("gpu.nvidia.com", "n" + number + "b", 1);
  };
  const auto told = [&] {
    return world_.pod("NodeServedTwice",
                      pod_with("claims: [{name: d}]", "{name: d, resourceClaimTemplateName: t}"));
  };
  for (std::size_t i = 0; i + 1 < kNodesLookedAtMax; ++i) add_pair(i);
  world_.add_plugin("z", "nvidia.com/gpu");
  world_.add_devices("gpu.nvidia.com", "z", 1);
  EXPECT_THAT(told(), SizeIs(1));
  add_pair(kNodesLookedAtMax - 1);
  EXPECT_THAT(told(), IsEmpty());
}

TEST_F(OverlapTest, OurMappingAndKubernetesPickTwoClasses) {
  const std::string ours = device_mapping("x.com/gpu", "a", rewrite("x.com/gpu", "a", "Warn"));
  EXPECT_THAT(world_.object("MappingConflict", ours), IsEmpty());
  world_.add(device_class("b", "x.com/gpu"));
  EXPECT_THAT(world_.object("MappingConflict", ours),
              ElementsAre("spec.rewrites[0].request: DeviceMapping m turns x.com/gpu into claims "
                          "of class a, and Kubernetes itself serves it with class b. Let both be "
                          "one class: the rewrite's, or extendedResourceName's. "
                          "[MappingConflict]"));
  EXPECT_THAT(
      world_.object("MappingConflict", device_mapping("x.com/gpu", "b", rewrite("x.com/gpu", "b"))),
      IsEmpty());
  world_.add(ours);
  EXPECT_THAT(world_.pod("MappingConflict", asks("x.com/gpu")),
              ElementsAre(HasSubstr("DeviceMapping m turns x.com/gpu into claims of class a")));
  EXPECT_THAT(world_.object("MappingConflict", device_class("c", "x.com/gpu")), IsEmpty())
      << "b stays the one that is picked";
  EXPECT_THAT(world_.object("MappingConflict", device_class("aa", "x.com/gpu")),
              ElementsAre(HasSubstr("and Kubernetes itself serves it with class aa")));
  EXPECT_THAT(world_.object("MappingConflict", device_class("a", "x.com/gpu")), IsEmpty());
}

TEST_F(OverlapTest, AMappingAndKueueCountUnderTwoNames) {
  world_.add_kueue(mapped("pool", "a, b"));
  EXPECT_THAT(world_.object("NamesDisagree", device_mapping("pool", "a")), IsEmpty());
  EXPECT_THAT(world_.object("NamesDisagree", device_mapping("x.com/gpu", "c")), IsEmpty());
  EXPECT_THAT(world_.object("NamesDisagree", device_mapping("x.com/gpu", "c, b")),
              ElementsAre("spec.logicalResource: Devices of class b are counted as x.com/gpu by "
                          "DeviceMapping and DeviceQuota, and as pool by Kueue. Use one name in "
                          "both. [NamesDisagree]"));
  world_.add(device_mapping("x.com/gpu", "a"));
  EXPECT_THAT(world_.object("NamesDisagree", CheckWorld::kueue_configuration(mapped("pool", "a"))),
              SizeIs(1));
  EXPECT_THAT(
      world_.object("NamesDisagree", CheckWorld::kueue_configuration(mapped("x.com/gpu", "a"))),
      IsEmpty());
}

TEST_F(OverlapTest, PodsAreToldOfTwoNamesWhereBothCount) {
  world_.add(device_class("b", ""));
  world_.add(device_mapping("ours", "b"));
  world_.add_kueue(mapped("pool", "b"));
  world_.add_template("t", "{name: r, exactly: {deviceClassName: b}}");
  const std::string pod = pod_with("claims: [{name: gpu}]", kByTemplate);
  EXPECT_THAT(world_.pod("NamesDisagree", pod), IsEmpty()) << "it is in no queue";
  queue();
  EXPECT_THAT(world_.pod("NamesDisagree", pod), IsEmpty()) << "no quota has the other name";
  world_.has_quota = true;
  EXPECT_THAT(world_.pod("NamesDisagree", pod),
              ElementsAre("spec: Devices of class b are counted as ours by DeviceMapping and "
                          "DeviceQuota, and as pool by Kueue. Have logicalResource of "
                          "DeviceMapping m be Kueue's name. [NamesDisagree]"));
}

TEST_F(OverlapTest, PodsAreToldOfANameThatCountsSomethingElse) {
  world_.add(device_class("b", ""));
  world_.add_template("t", "{name: r, exactly: {deviceClassName: b}}");
  const std::string pod = pod_with("claims: [{name: gpu}]", kByTemplate);
  world_.add_kueue(mapped("memory", "b"));
  EXPECT_THAT(world_.pod("PoolMerged", pod), IsEmpty()) << "it is in no queue";
  queue();
  EXPECT_THAT(world_.pod("PoolMerged", pod),
              ElementsAre("spec: Devices of this Pod would count as memory, as does what nodes "
                          "call memory: both draw on one quota. Have Kueue's Configuration "
                          "give the devices a name of their own. [PoolMerged]"));
  world_.add(device_class("other", "x.com/gpu"));
  world_.add(device_mapping("x.com/gpu", "b"));
  EXPECT_THAT(world_.pod("PoolMerged", pod),
              ElementsAre(HasSubstr("Have DeviceMapping m give the devices a name of their own")));
}

TEST_F(OverlapTest, WhatKueueDoesNotSay) {
  world_.add(device_class("a", "x.com/gpu"));
  world_.add_template("t", "{name: r, exactly: {deviceClassName: a}}");
  world_.add_kueue("featureGates: {DynamicResourceAllocation: false}");
  const std::string by_template = pod_with("claims: [{name: gpu}]", kByTemplate);
  EXPECT_THAT(world_.pod("KueueGateOff", by_template), IsEmpty());
  queue();
  EXPECT_THAT(world_.pod("KueueGateOff", by_template),
              ElementsAre("spec: Kueue's gate for claims is off: it does not count the devices "
                          "that this Pod asks for by template t; since v0.18 it never admits it. "
                          "Switch it on in featureGates of Kueue's Configuration: "
                          "DynamicResourceAllocation: true. [KueueGateOff]"));
  world_.add_kueue("featureGates: {KueueDRAIntegration: false}");
  EXPECT_THAT(world_.pod("KueueGateOff", by_template), IsEmpty()) << "told of its queue";
  world_.add_kueue(
      "featureGates: {KueueDRAIntegration: false, KueueDRARejectWorkloadsWhenDRADisabled: false}");
  EXPECT_THAT(world_.pod("KueueGateOff", by_template),
              ElementsAre(HasSubstr("asks for by template t. Switch it on in featureGates of "
                                    "Kueue's Configuration: KueueDRAIntegration: true.")));
  world_.add_kueue("featureGates: {KueueDRAIntegrationExtendedResource: false}, " +
                   mapped("pool", "a"));
  EXPECT_THAT(world_.pod("KueueGateOff", by_template), IsEmpty());
  EXPECT_THAT(world_.pod("KueueGateOff", asks("x.com/gpu")),
              ElementsAre(HasSubstr("it counts x.com/gpu of this Pod under that name, and not as "
                                    "pool. Switch it on in featureGates of Kueue's Configuration: "
                                    "KueueDRAIntegrationExtendedResource: true.")));
  // Up to v0.17 they are not known by the names of today.
  world_.add_kueue("featureGates: {DRAExtendedResources: false}, " + mapped("pool", "a"));
  EXPECT_THAT(world_.pod("KueueGateOff", asks("x.com/gpu")),
              ElementsAre(HasSubstr("Configuration: DRAExtendedResources: true.")));
  world_.add_kueue("featureGates: {DynamicResourceAllocation: false}, " + mapped("pool", "a"));
  EXPECT_THAT(world_.pod("KueueGateOff", asks("x.com/gpu")),
              ElementsAre(HasSubstr("Switch them on in featureGates of Kueue's Configuration: "
                                    "DynamicResourceAllocation: true, DRAExtendedResources: "
                                    "true.")));
  const std::set<std::string, std::less<>> covered = {"x.com/gpu"};
  world_.queue.covered = &covered;
  EXPECT_THAT(world_.pod("KueueGateOff", asks("x.com/gpu")), IsEmpty())
      << "its queue goes by that name";
  world_.severity = Severity::kInfo;
  EXPECT_THAT(world_.pod("MultiKueueObjects", by_template), IsEmpty());
  world_.queue.runs_elsewhere = true;
  EXPECT_THAT(world_.pod("MultiKueueObjects", by_template, 2),
              ElementsAre("spec.resourceClaims[0]: MultiKueue runs this Job on another cluster, "
                          "and copies neither template t nor class a. Create both on the worker "
                          "clusters. [MultiKueueObjects]"));
}

}  // namespace
}  // namespace drawbridge::rules
