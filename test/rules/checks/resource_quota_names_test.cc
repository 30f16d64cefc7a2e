// Names in a built-in ResourceQuota that say nothing of devices.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class ResourceQuotaNamesTest : public ::testing::Test {
 protected:
  ResourceQuotaNamesTest() {
    world_.add_class("gpu.nvidia.com", "gpu.nvidia.com", ", extendedResourceName: nvidia.com/gpu");
  }
  static std::string quota(std::string_view hard, std::string_view more = "") {
    return "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {" +
           std::string(hard) + "}" + std::string(more) + "}}";
  }
  std::vector<std::string> of(std::string_view hard, std::string_view more = "") {
    return world_.object("QuotaCountsNothing", quota(hard, more));
  }

  CheckWorld world_;
};

TEST_F(ResourceQuotaNamesTest, WhatCountsAndWhatIsNotOfDevicesIsSilent) {
  for (const char* name :
       {"requests.nvidia.com/gpu", "requests.amd.com/gpu", "requests.x.com/anything",
        "gpu.nvidia.com.deviceclass.resource.k8s.io/devices",
        "requests.deviceclass.resource.kubernetes.io/gpu.nvidia.com",
        "count/resourceclaims.resource.k8s.io", "count/resourceclaimtemplates.resource.k8s.io",
        "count/jobs.batch", "count/pods", "cpu", "requests.storage", "limits.memory", "pods",
        "hugepages-2Mi", "requests.hugepages-1Gi", "services.nodeports",
        "gold.storageclass.storage.k8s.io/requests.storage", "x.com/credits",
        "other.deviceclass.resource.k8s.io/devices"})
    EXPECT_THAT(of(std::string(name) + ": 1"), IsEmpty()) << name;
}

TEST_F(ResourceQuotaNamesTest, AFrontThatIsMisspelt) {
  for (const char* name :
       {"request.nvidia.com/gpu", "Requests.nvidia.com/gpu", "limit.nvidia.com/gpu"})
    EXPECT_THAT(of(std::string(name) + ": 4"),
                ElementsAre(HasSubstr("Write requests.nvidia.com/gpu: 4.")))
        << name;
}

TEST(ResourceQuotaNames, ANameOfADevicePluginThatNoNodeHas) {
  CheckWorld world;
  world.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  const auto told = [&](std::string_view more = "") {
    return world.object("QuotaCountsNothing",
                        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: "
                        "{requests.nvidia.com/gpu: 4}" +
                            std::string(more) + "}}");
  };
  world.add_devices("gpu.nvidia.com", "node-1", 2);
  EXPECT_THAT(told(), IsEmpty()) << "nodes are not known";
  world.add_plugin("node-2", "x.com/nic");
  EXPECT_THAT(
      told(),
      ElementsAre(HasSubstr("Write gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 4.")));
  EXPECT_THAT(told(", scopes: [NotTerminating]"), IsEmpty());
  world.add(
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
      "{logicalResource: pool, rewrites: [{resource: nvidia.com/gpu, request: {exactly: "
      "{deviceClassName: gpu.nvidia.com}}}]}}");
  EXPECT_THAT(told(), IsEmpty()) << "pods may ask by it";
}

TEST(ResourceQuotaNames, ASlipForAClassOfTheCatalogueIsToldWithoutACluster) {
  CheckWorld world;
  const auto of = [&](std::string_view name) {
    return world.object(
        "QuotaCountsNothing",
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {" +
            std::string(name) + ": 4}}}");
  };
  EXPECT_THAT(
      of("gpu.nvida.com.deviceclass.resource.k8s.io/devices"),
      ElementsAre("spec.hard[gpu.nvida.com.deviceclass.resource.k8s.io/devices]: Nothing is "
                  "counted as gpu.nvida.com.deviceclass.resource.k8s.io/devices now: no "
                  "driver is known to bring such a DeviceClass. Write "
                  "gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 4. "
                  "[QuotaCountsNothing]"));
  for (const char* name : {"gpu.nvidia.com.deviceclass.resource.k8s.io/devices",
                           "gpu.acme.com.deviceclass.resource.k8s.io/devices"})
    EXPECT_THAT(of(name), IsEmpty()) << name;
}

TEST_F(ResourceQuotaNamesTest, WhatHamiCounts) {
  EXPECT_THAT(of("limits.nvidia.com/gpumem: 2000"), IsEmpty());
  EXPECT_THAT(of("limits.nvidia.com/gpu: 2, limits.nvidia.com/gpucores: 200"), IsEmpty());
  EXPECT_THAT(of("limits.nvidia.com/gpu: 2, limits.memory: 1Gi"), SizeIs(1));
}

TEST_F(ResourceQuotaNamesTest, WhatIsTakenAndCountsNothing) {
  EXPECT_THAT(of("limits.nvidia.com/gpu: '8'"),
              ElementsAre("spec.hard[limits.nvidia.com/gpu]: Nothing is counted as "
                          "limits.nvidia.com/gpu now: devices have no limit of their own. Write "
                          "requests.nvidia.com/gpu: 8. [QuotaCountsNothing]"));
  EXPECT_THAT(
      of("limits.nvidia.com/gpu: '8', requests.nvidia.com/gpu: 8"),
      ElementsAre(HasSubstr("Take it away: requests.nvidia.com/gpu stands there already.")));
  for (const char* name : {"nvidia.com/gpu", "nvidia.com/GPU", "requests.nvidia.com/GPU",
                           "requests.nvidia.com/gpus", "limits.nvidia.com/gpus"})
    EXPECT_THAT(of(std::string(name) + ": 1"),
                ElementsAre(HasSubstr(" Write requests.nvidia.com/gpu: 1. [")))
        << name;
  EXPECT_THAT(of("other.com/gpu: 1"), ElementsAre(HasSubstr(" Write requests.other.com/gpu: 1. [")))
      << "which nobody serves yet";
  for (const char* name :
       {"gpu.nvida.com.deviceclass.resource.k8s.io/devices",
        "gpu.nvidia.com.deviceclass.resource.k8s.io/device", "gpu.nvidia.com/devices",
        "gpu.nvidia.com.deviceclass.resource.kubernetes.io/devices",
        "requests.gpu.nvidia.com.deviceclass.resource.k8s.io/devices",
        "limits.gpu.nvida.com.deviceclass.resource.k8s.io/devices",
        "requests.gpu.nvidia.com/devices"})
    EXPECT_THAT(
        of(std::string(name) + ": 1"),
        ElementsAre(HasSubstr(" Write gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 1. [")))
        << name;
  for (const char* name : {"deviceclass.resource.kubernetes.io/gpu.nvidia.com",
                           "requests.deviceclass.resource.kubernetes.io/gpu.nvida.com"})
    EXPECT_THAT(of(std::string(name) + ": 1"),
                ElementsAre(HasSubstr(
                    " Write requests.deviceclass.resource.kubernetes.io/gpu.nvidia.com: 1. [")))
        << name;
  for (const char* name : {"count/resourceclaims", "count/resourceclaim.resource.k8s.io"})
    EXPECT_THAT(of(std::string(name) + ": 1"),
                ElementsAre(HasSubstr(" Write count/resourceclaims.resource.k8s.io: 1. [")));
  EXPECT_THAT(of("deviceclass.resource.k8s.io/devices: 1"),
              ElementsAre(HasSubstr("the class is missing in front of it")));
  EXPECT_THAT(
      of("gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 1", ", scopes: [NotTerminating]"),
      ElementsAre(HasSubstr("with scopes counts pods alone")));
}

TEST_F(ResourceQuotaNamesTest, WhatTheApiServerRefuses) {
  world_.severity = Severity::kDeny;
  const auto told = [&](const char* name) {
    const auto findings = world_.object_findings(quota(std::string(name) + ": 1"));
    EXPECT_THAT(findings, SizeIs(1)) << name;
    if (findings.empty()) return std::string();
    EXPECT_EQ(findings[0].code, "MalformedObject");
    EXPECT_EQ(findings[0].severity, Severity::kDeny);
    return findings[0].text();
  };
  EXPECT_EQ(told("requests.gpus"),
            "spec.hard[requests.gpus]: the API server takes no such name in a ResourceQuota; "
            "without a domain it takes its own names alone. Write requests.nvidia.com/gpu: 1. "
            "[MalformedObject]");
  for (const char* name :
       {"gpu.nvidia.com.deviceclass.resource.k8s.io", "requests.gpu.nvidia.com", "gpu.nvidia.com"})
    EXPECT_THAT(told(name), EndsWith("Write gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 1. "
                                     "[MalformedObject]"));
  for (const char* name : {"resourceclaims", "resourceclaims.resource.k8s.io"})
    EXPECT_THAT(told(name), EndsWith("Write count/resourceclaims.resource.k8s.io: 1. "
                                     "[MalformedObject]"));
  EXPECT_THAT(told("vgpu"), EndsWith("Write the whole name of what is to be counted, as in "
                                     "requests.example.com/gpu: 1, or take it away. "
                                     "[MalformedObject]"));
  EXPECT_EQ(told("nvidia.com/gpu.deviceclass.resource.k8s.io/devices"),
            "nvidia.com/gpu.deviceclass.resource.k8s.io/devices has two slashes, which the API "
            "server refuses. Write requests.nvidia.com/gpu: 1. [MalformedObject]");
  EXPECT_THAT(told("a/b/c"), EndsWith("Write a name with one. [MalformedObject]"));
  const auto negative = world_.object_findings(quota("requests.nvidia.com/gpu: '-1'"));
  ASSERT_THAT(negative, SizeIs(1));
  EXPECT_EQ(negative[0].text(),
            "spec.hard[requests.nvidia.com/gpu] is -1, and the API server takes no negative "
            "amount. Write 0 for none, or take it away for no limit. [MalformedObject]");
  EXPECT_THAT(world_.object_findings(quota("team: 1")), IsEmpty()) << "a newer one may take it";
}

TEST_F(ResourceQuotaNamesTest, AmountsThatTheApiServerRefuses) {
  const auto told = [this](std::string_view hard) { return world_.object_findings(quota(hard)); };
  EXPECT_THAT(told("count/resourceclaims.resource.k8s.io: 2000m"), IsEmpty());
  EXPECT_THAT(told("count/resourceclaims.resource.k8s.io: 1.5"), SizeIs(1));
  EXPECT_EQ(told("gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 1500m").at(0).text(),
            "spec.hard[gpu.nvidia.com.deviceclass.resource.k8s.io/devices] is 1500m, and the API "
            "server takes whole numbers of it. Write 2. [MalformedObject]");
  EXPECT_THAT(told("requests.nvidia.com/gpu: 1.5"), IsEmpty()) << "it takes that";
  EXPECT_EQ(told("pods: 1500m").at(0).text(),
            "spec.hard[pods] is 1500m, and the API server takes whole numbers of it. Write 2. "
            "[MalformedObject]");
  for (const std::string name :
       {"configmaps", "persistentvolumeclaims", "replicationcontrollers", "resourcequotas",
        "secrets", "services", "services.loadbalancers", "services.nodeports"}) {
    EXPECT_THAT(told(name + ": 1.5"), SizeIs(1)) << name;
    EXPECT_THAT(told(name + ": 2000m"), IsEmpty()) << name;
  }
  for (const std::string name : {"cpu", "memory", "requests.storage", "limits.cpu"})
    EXPECT_THAT(told(name + ": 1.5"), IsEmpty()) << name;
}

TEST_F(ResourceQuotaNamesTest, SizesWhereDevicesAreCounted) {
  const auto told = [&](std::string_view hard) {
    return world_.object("ChargesDiffer", quota(hard));
  };
  EXPECT_THAT(told("requests.nvidia.com/gpu: 8Gi"),
              ElementsAre("spec.hard[requests.nvidia.com/gpu]: 8Gi requests.nvidia.com/gpu limits "
                          "nothing: it is counted in devices, and that is 8589934592. Write 8. "
                          "[ChargesDiffer]"));
  EXPECT_THAT(told("requests.amd.com/gpu: 8G"), SizeIs(1)) << "a device plugin's, by the catalogue";
  const std::string of_class = ".deviceclass.resource.k8s.io/devices: ";
  EXPECT_THAT(told(std::string(40, 'c') + of_class + "1Mi"), ElementsAre(HasSubstr("Write 1.")));
  EXPECT_THAT(told("c" + of_class + "1000000"), IsEmpty()) << "which may stand for no limit";
  EXPECT_THAT(told("c" + of_class + "976Ki"), IsEmpty()) << "999,424";
  EXPECT_THAT(told("c" + of_class + "977Ki"), SizeIs(1));
  EXPECT_THAT(told("requests.nvidia.com/gpu: 8, requests.memory: 8Gi, requests.x.com/vram: 8Gi"),
              IsEmpty());
  EXPECT_THAT(told("requests.nvidia.com/gpu: -8Gi"), IsEmpty()) << "which is told of the name";
}

TEST_F(ResourceQuotaNamesTest, ScopesThatTheApiServerRefuses) {
  const auto told = [this](std::string_view more) {
    std::string object = quota("requests.nvidia.com/gpu: 1");
    object.insert(object.find("hard:"), std::string(more) + ", ");
    std::vector<std::string> texts;
    for (const Finding& finding : world_.object_findings(object)) texts.push_back(finding.text());
    return texts;
  };
  EXPECT_THAT(told("scopes: [NotTerminating, BestEffort]"), IsEmpty());
  EXPECT_THAT(told("scopes: [NotTerminating, Terminating]"),
              ElementsAre("spec.scopes has Terminating and NotTerminating, which the API server "
                          "refuses. Keep one of them, or write two ResourceQuotas. "
                          "[MalformedObject]"));
  const auto of_selector = [&](std::string_view expression) {
    return told("scopeSelector: {matchExpressions: [{" + std::string(expression) + "}]}");
  };
  EXPECT_THAT(of_selector("scopeName: PriorityClass, operator: In, values: [high]"), IsEmpty());
  EXPECT_THAT(of_selector("scopeName: PriorityClass, operator: Exists"), IsEmpty());
  EXPECT_THAT(of_selector("scopeName: BestEffort, operator: Exists"), IsEmpty());
  EXPECT_THAT(of_selector("scopeName: PriorityClass, operator: In"),
              ElementsAre(HasSubstr("matchExpressions[0].values is empty beside operator: In")));
  EXPECT_THAT(of_selector("scopeName: PriorityClass, operator: Exists, values: [high]"),
              ElementsAre(HasSubstr("values stands beside operator: Exists")));
  EXPECT_THAT(of_selector("scopeName: BestEffort, operator: In, values: [x]"),
              ElementsAre(HasSubstr("operator is In of scope BestEffort")));
}

TEST_F(ResourceQuotaNamesTest, ScopesThatNoPodHasTogether) {
  const auto told = [this](std::string_view more) {
    std::vector<std::string> texts;
    for (const Finding& finding :
         world_.object_findings(quota("pods: 1", ", " + std::string(more))))
      texts.push_back(finding.message);
    return texts;
  };
  const std::string with = "scopeSelector: {matchExpressions: [";
  const auto match = [](std::string_view scope) {
    return "{operator: Exists, scopeName: " + std::string(scope) + "}";
  };
  EXPECT_THAT(told(with + match("NotBestEffort") + ", " + match("BestEffort") + "]}"),
              ElementsAre("spec.scopeSelector.matchExpressions has BestEffort and NotBestEffort, "
                          "which the API server refuses."));
  EXPECT_THAT(told(with + match("Terminating") + ", " + match("NotTerminating") + "]}"),
              ElementsAre(HasSubstr("has Terminating and NotTerminating")));
  EXPECT_THAT(told(with + match("Terminating") + ", " + match("BestEffort") + "]}"), IsEmpty());
  EXPECT_THAT(told("scopes: [BestEffort], " + with + match("NotBestEffort") + "]}"), IsEmpty())
      << "the API server compares what stands in one field";
}

TEST_F(ResourceQuotaNamesTest, NamesThatTheApiServerTakesWithAScope) {
  const auto told = [this](std::string_view hard, std::string_view scopes) {
    std::string text;
    for (const Finding& finding : world_.object_findings(quota(hard, ", " + std::string(scopes))))
      text += finding.text();
    return text;
  };
  const std::string all = "pods: 1, cpu: 1, memory: 1, requests.cpu: 1, limits.memory: 1";
  for (const char* scope : {"Terminating", "NotTerminating", "NotBestEffort", "PriorityClass",
                            "CrossNamespacePodAffinity"}) {
    const std::string scopes = "scopes: [" + std::string(scope) + "]";
    EXPECT_EQ(told(all + ", requests.nvidia.com/gpu: 1, count/pods: 1", scopes), "") << scope;
    for (const char* name : {"ephemeral-storage", "requests.ephemeral-storage", "services",
                             "persistentvolumeclaims", "requests.storage", "hugepages-2Mi"})
      EXPECT_THAT(told(all + ", " + name + ": 1", scopes),
                  HasSubstr(" beside " + std::string(name) + " in hard, which the API server"));
  }
  EXPECT_EQ(told("limits.cpu: 8, pods: 8", "scopes: [BestEffort]"),
            "spec.scopes has BestEffort beside limits.cpu in hard, which the API server refuses. "
            "Put limits.cpu into a ResourceQuota without that scope: of the API server's own names "
            "it takes pods alone. [MalformedObject]");
  EXPECT_EQ(told("pods: 8, requests.nvidia.com/gpu: 1", "scopes: [BestEffort]"), "");
  const std::string of_volumes =
      "scopeSelector: {matchExpressions: [{scopeName: VolumeAttributesClass, operator: Exists}]}";
  EXPECT_EQ(told("persistentvolumeclaims: 1, requests.storage: 1Gi", of_volumes), "");
  EXPECT_THAT(
      told("pods: 1", of_volumes),
      HasSubstr("spec.scopeSelector.matchExpressions has VolumeAttributesClass beside pods"));
  EXPECT_EQ(told("services: 1", "scopes: [Newer]"), "") << "a newer API server may know it";
  const std::string three = "configmaps: 1, limits.cpu: 1, secrets: 1";
  EXPECT_THAT(told(three, "scopes: [BestEffort]"),
              HasSubstr("beside configmaps, limits.cpu and secrets in hard"));
  EXPECT_EQ(told(three, "scopes: [BestEffort, BestEffort]"), told(three, "scopes: [BestEffort]"));
  EXPECT_THAT(told(three + ", services: 1", "scopes: [BestEffort]"),
              HasSubstr("beside configmaps, limits.cpu, secrets and others in hard"));
}

TEST_F(ResourceQuotaNamesTest, WhereDevicesCountNoBytesAreWritten) {
  for (const char* name : {"limits.nvidia.com/gpu", "nvidia.com/gpu"})
    EXPECT_THAT(
        of(std::string(name) + ": 8Gi"),
        ElementsAre(HasSubstr(" Write requests.nvidia.com/gpu with a number of devices. [")))
        << name;
  EXPECT_THAT(of("gpu.nvidia.com/devices: 8Gi"),
              ElementsAre(HasSubstr(" Write gpu.nvidia.com.deviceclass.resource.k8s.io/devices "
                                    "with a number of devices. [")));
  EXPECT_THAT(of("limits.x.com/vram: 8Gi, limits.x.com/gpu: 8Gi"),
              ::testing::Contains(HasSubstr(" Write requests.x.com/gpu: 8Gi. [")))
      << "of which nobody knows what it is";
}

TEST_F(ResourceQuotaNamesTest, ACompanionIsReadAsACapacityRequest) {
  const auto mapping = [](std::string_view charge) {
    return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
           "{logicalResource: pool, rewrites: [{resource: nvidia.com/gpu, action: Rewrite, "
           "request: {exactly: {deviceClassName: gpu.nvidia.com}}, parameters: [{type: Resource, "
           "resource: nvidia.com/gpumem, capacity: memory, unit: Mi}]}]" +
           std::string(charge) + "}}";
  };
  CheckWorld other;
  other.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  other.add(mapping(", charge: {type: Capacity, capacity: gpu.nvidia.com/memory}"));
  EXPECT_THAT(other.object("QuotaCountsNothing", quota("requests.nvidia.com/gpumem: 10240")),
              ElementsAre(HasSubstr(" Write pool: 10240Mi in a DeviceQuota. [")));
  world_.add(mapping(""));
  for (const char* name : {"requests.nvidia.com/gpumem", "nvidia.com/gpumem"})
    EXPECT_THAT(of(std::string(name) + ": 10240"),
                ElementsAre(HasSubstr("DeviceMapping m reads it as a capacity request. Limit pool "
                                      "in a DeviceQuota, or count memory of the devices: charge in "
                                      "the DeviceMapping. [")))
        << name;
  EXPECT_THAT(of("limits.nvidia.com/gpumem: 10240"), IsEmpty()) << "which HAMi counts";
  EXPECT_THAT(of("requests.nvidia.com/gpumem: 0"), IsEmpty());
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(of("requests.nvidia.com/gpumem: 10240"), IsEmpty()) << "nodes are not known";
  world_.settings.inventory = Settings().inventory;
  world_.add_plugin("node-1", "nvidia.com/gpumem");
  EXPECT_THAT(of("requests.nvidia.com/gpumem: 10240"), IsEmpty());
}

TEST_F(ResourceQuotaNamesTest, WithScopesNoClaimsAreCounted) {
  for (const char* name : {"count/resourceclaims.resource.k8s.io", "count/resourceclaims",
                           "count/resourceclaimtemplates.resource.k8s.io"})
    EXPECT_THAT(of(std::string(name) + ": 8", ", scopes: [NotTerminating]"),
                ElementsAre(HasSubstr("counts pods alone, and no claims. Put it into a "
                                      "ResourceQuota without scopes.")))
        << name;
  EXPECT_THAT(of("count/pods: 8", ", scopes: [NotTerminating]"), IsEmpty());
}

TEST_F(ResourceQuotaNamesTest, TheClassStandsInFront) {
  for (const char* name : {"deviceclass.resource.k8s.io/gpu.nvidia.com",
                           "requests.deviceclass.resource.k8s.io/gpu.nvidia.com"})
    EXPECT_THAT(
        of(std::string(name) + ": 1"),
        ElementsAre(HasSubstr(" Write gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 1. [")))
        << name;
}

// Of a LimitRange with this of each container.
std::vector<std::string> told_of_range(std::string_view item) {
  CheckWorld world;
  return world.object("LimitRangeDefaults",
                      "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: "
                      "[{type: Container, " +
                          std::string(item) + "}]}}");
}

TEST(LimitRanges, ARequestOfDevicesIsItsLimit) {
  for (const char* good :
       {"default: {x.com/gpu: 1}", "default: {x.com/gpu: 1}, defaultRequest: {x.com/gpu: 1}",
        "min: {x.com/gpu: 1}, default: {x.com/gpu: 2}", "defaultRequest: {cpu: 1}",
        "defaultRequest: {x.com/gpu: 0}, default: {x.com/gpu: 0}",
        "min: {x.com/gpu: 0}, default: {x.com/gpu: 0}, max: {x.com/gpu: 4}",
        "defaultRequest: {x.com/gpu: -1}"})
    EXPECT_THAT(told_of_range(good), IsEmpty()) << good;
  EXPECT_THAT(told_of_range("defaultRequest: {x.com/gpu: 1}"),
              ElementsAre("spec.limits[0].defaultRequest[x.com/gpu]: A container that asks for no "
                          "x.com/gpu gets a request of 1 and no limit, and its pod is refused: "
                          "both have to be the same. Take x.com/gpu out of defaultRequest, or have "
                          "the same in default: each container gets it then. "
                          "[LimitRangeDefaults]"));
  EXPECT_THAT(told_of_range("min: {x.com/gpu: 1}"),
              ElementsAre(HasSubstr("Take x.com/gpu out of min, or")));
  EXPECT_THAT(told_of_range("max: {x.com/gpu: 4}, defaultRequest: {x.com/gpu: 1}"),
              ElementsAre(HasSubstr("gets a request of 1 and a limit of 4, and its pod")));
  // A request of none wants a limit, too.
  for (const char* bound : {"min", "defaultRequest"})
    EXPECT_THAT(told_of_range(std::string(bound) + ": {x.com/gpu: 0}"),
                ElementsAre(HasSubstr("gets a request of 0 and no limit, and its pod is refused: "
                                      "both have to be the same. Take x.com/gpu out of " +
                                      std::string(bound) + ", or have 0 in default, too. [")));
}

TEST(LimitRanges, DevicesAreGivenWhole) {
  EXPECT_THAT(told_of_range("default: {x.com/gpu: 1500m}"),
              ElementsAre("spec.limits[0].default[x.com/gpu]: A container that asks for no "
                          "x.com/gpu gets 1500m of it, and its pod is refused: devices are whole. "
                          "Write a whole number, or limit devices in a DeviceQuota or "
                          "ResourceQuota instead. [LimitRangeDefaults]"));
  EXPECT_THAT(told_of_range("max: {x.com/gpu: 1500m}"),
              ElementsAre(HasSubstr("spec.limits[0].max[x.com/gpu]: A container that")));
  EXPECT_THAT(told_of_range("min: {x.com/gpu: 500m}"), ElementsAre(HasSubstr("gets 500m of it")));
  EXPECT_THAT(told_of_range("max: {x.com/gpu: 1500m}, default: {x.com/gpu: 1}"), IsEmpty());
  EXPECT_THAT(told_of_range("default: {cpu: 1500m}"), IsEmpty());
}

// Of those that ask for none, too.
TEST(LimitRanges, WhatRefusesPodsWithoutDevices) {
  EXPECT_THAT(told_of_range("maxLimitRequestRatio: {x.com/gpu: 1}"),
              ElementsAre("spec.limits[0].maxLimitRequestRatio[x.com/gpu]: maxLimitRequestRatio of "
                          "x.com/gpu refuses every container that has no request and limit of it, "
                          "also one that asks for none. Take x.com/gpu out of "
                          "maxLimitRequestRatio. [LimitRangeDefaults]"));
  EXPECT_THAT(told_of_range("maxLimitRequestRatio: {x.com/gpu: 1}, default: {x.com/gpu: 1}"),
              IsEmpty());
  EXPECT_THAT(told_of_range("maxLimitRequestRatio: {cpu: 2}"), IsEmpty());
  const auto of_pods = [](const std::string& item, const std::string& given = "cpu: 1") {
    return told_of_range("default: {" + given + "}}, {type: Pod, " + item);
  };
  EXPECT_THAT(of_pods("max: {x.com/gpu: 4}"),
              ElementsAre("spec.limits[1].max[x.com/gpu]: max of x.com/gpu refuses every pod that "
                          "has no limit of it, also one that asks for none. Limit devices in a "
                          "DeviceQuota or ResourceQuota instead. [LimitRangeDefaults]"));
  EXPECT_THAT(of_pods("min: {x.com/gpu: 1}"),
              ElementsAre(HasSubstr("every pod that has no request of it, also one that asks for "
                                    "none. Take x.com/gpu out of min.")));
  EXPECT_THAT(of_pods("max: {hugepages-2Mi: 4Mi}"),
              ElementsAre(HasSubstr("Take hugepages-2Mi out of max.")));
  EXPECT_THAT(of_pods("max: {x.com/gpu: 4}", "x.com/gpu: 1"), IsEmpty()) << "each pod has it";
  EXPECT_THAT(of_pods("max: {cpu: 4}, min: {memory: 1Mi}"), IsEmpty());
}

TEST(LimitRanges, ARequestOfHugePagesIsItsLimit) {
  for (const char* amount : {"2Mi", "0"}) {
    for (const char* bound : {"min", "defaultRequest"})
      EXPECT_THAT(
          told_of_range(std::string(bound) + ": {hugepages-2Mi: " + amount + "}"),
          ElementsAre(HasSubstr("A container that asks for no hugepages-2Mi gets a request of " +
                                std::string(amount) + " and no limit")));
  }
  EXPECT_THAT(told_of_range("default: {hugepages-2Mi: 2Mi}"), IsEmpty());
}

TEST(LimitRanges, WhatTheApiServerRefuses) {
  CheckWorld world;
  world.severity = Severity::kDeny;
  const auto told = [&](std::string_view item) {
    std::string text;
    for (const Finding& finding : world.object_findings(
             "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{" +
             std::string(item) + "}]}}")) {
      if (finding.code == "MalformedObject") text += finding.text();
    }
    return text;
  };
  EXPECT_EQ(told("type: container, max: {nvidia.com/gpu: 2}"),
            "spec.limits[0].type is \"container\", which is no type of limit. Write type: "
            "Container. [MalformedObject]");
  EXPECT_EQ(told("type: Container, default: {gpu: 1}"),
            "spec.limits[0].default[gpu]: the API server knows no such resource of a container; "
            "but for its own, a name has a domain. Write the whole name, as in example.com/gpu. "
            "[MalformedObject]");
  EXPECT_EQ(
      told("type: Container, default: {nvidia.com/gpu: 1}, defaultRequest: {nvidia.com/gpu: 0}"),
      "spec.limits[0].defaultRequest[nvidia.com/gpu] is 0, and default of it 1: of devices "
      "both must be the same. Write 1, or take it out. [MalformedObject]");
  EXPECT_THAT(
      told("type: Container, default: {hugepages-2Mi: 4Mi}, defaultRequest: {hugepages-2Mi: 2Mi}"),
      HasSubstr("is 2Mi, and default of it 4Mi: of huge pages both must be the same."));
  EXPECT_EQ(told("type: Container, default: {cpu: 1}, defaultRequest: {cpu: 0}"), "");
  EXPECT_EQ(told("type: Container, max: {nvidia.com/gpu: 1}, min: {nvidia.com/gpu: 2}"),
            "spec.limits[0].min[nvidia.com/gpu] is 2, more than max of it, 1. Write 1 or less, or "
            "raise max. [MalformedObject]");
  EXPECT_EQ(told("type: Pod, default: {nvidia.com/gpu: 2}"),
            "spec.limits[0].default can't stand beside type: Pod: a pod has no defaults. Put it "
            "into an entry with type: Container. [MalformedObject]");
  EXPECT_THAT(told("type: Pod, max: {gpu: 1}"),
              HasSubstr("spec.limits[0].max[gpu]: the API server"));
  EXPECT_THAT(told("type: Pod, max: {cpu: 1}, min: {cpu: 2}"), HasSubstr("is 2, more than max of"));
  EXPECT_EQ(told("type: Container, maxLimitRequestRatio: {cpu: 500m}"),
            "spec.limits[0].maxLimitRequestRatio[cpu] is 500m, and no limit is below its request. "
            "Write 1 or more. [MalformedObject]");
  for (const char* fine :
       {"max: {cpu: 300m}, min: {cpu: 100m}, maxLimitRequestRatio: {cpu: 3}",
        "max: {cpu: 1200m}, min: {cpu: 400m}, maxLimitRequestRatio: {cpu: 3}",
        "max: {memory: 4Ei}, min: {memory: 1Ei}, maxLimitRequestRatio: {memory: 4}"})
    EXPECT_EQ(told("type: Pod, " + std::string(fine)), "") << fine;
  EXPECT_EQ(told("type: Pod, max: {cpu: 2}, min: {cpu: 1}, maxLimitRequestRatio: {cpu: 2500m}"),
            "spec.limits[0].maxLimitRequestRatio[cpu] is 2500m, and max of it is 2, less than that "
            "many times min of it, 1. Write less, or take it out. [MalformedObject]");
  EXPECT_EQ(told("type: PersistentVolumeClaim"),
            "spec.limits[0].max has no storage, and min neither: of a claim of volumes one has to "
            "be there. Write max: {storage: 100Gi}, or take the entry out. [MalformedObject]");
  EXPECT_EQ(told("max: {nvidia.com/gpu: 2}"),
            "spec.limits[0].type is missing. Write type: Container, or Pod for a pod as a whole. "
            "[MalformedObject]");
  EXPECT_EQ(told("type: Pod, max: {cpu: 3}}, {type: Container, max: {cpu: 3}}, {type: Pod, max: "
                 "{memory: 1Gi}"),
            "spec.limits[2].type is \"Pod\" again, and each type can have one entry. Put both into "
            "one entry. [MalformedObject]");
  for (const char* good :
       {"type: Container, max: {nvidia.com/gpu: 2}, default: {nvidia.com/gpu: 2}",
        "type: Container, max: {cpu: 2, memory: 1Gi, hugepages-2Mi: 4Mi}",
        "type: PersistentVolumeClaim, max: {storage: 1Gi}", "type: example.com/Thing",
        "type: PersistentVolumeClaim, min: {storage: 1Gi}",
        "type: Container, max: {cpu: 2}, min: {cpu: 1}, maxLimitRequestRatio: {cpu: 2}",
        "type: Container, max: {cpu: 2}, min: {cpu: 0}, maxLimitRequestRatio: {cpu: 2}",
        "type: Pod, max: {cpu: 3}}, {type: Container, max: {cpu: 3}"})
    EXPECT_EQ(told(good), "") << good;
}

TEST_F(ResourceQuotaNamesTest, HostileQuotas) {
  for (const char* hard : {"7", "[a]", "null", "{'': 1, '/': {}, 'requests./': [], 'count/': x}"})
    world_.object_findings(
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: "
        "{scopes: 3, hard: " +
        std::string(hard) + "}}");
  std::string many;
  for (int i = 0; i < 1'000; ++i) many += "limits.a.com/g" + std::to_string(i) + ": 1, ";
  EXPECT_THAT(world_.object_findings(quota(many)), SizeIs(kLikeFindingsMax));
}

TEST(ResourceQuotaNames, WhatKueueAloneCountsUnderAName) {
  CheckWorld world;
  world.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world.add_kueue(
      "resources: {deviceClassMappings: [{name: nvidia.com/gpu, deviceClassNames: "
      "[gpu.nvidia.com]}]}");
  const auto of = [&](std::string_view name) {
    return world.object(
        "QuotaCountsNothing",
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {" +
            std::string(name) + ": 4}}}");
  };
  EXPECT_THAT(of("nvidia.com/gpu"),
              ElementsAre("spec.hard[nvidia.com/gpu]: Nothing is counted as nvidia.com/gpu now: "
                          "requests. belongs in front; claims of class gpu.nvidia.com count as "
                          "gpu.nvidia.com.deviceclass.resource.k8s.io/devices. Write "
                          "requests.nvidia.com/gpu: 4. [QuotaCountsNothing]"));
  EXPECT_THAT(of("limits.nvidia.com/gpu"),
              ElementsAre(HasSubstr("; claims of class gpu.nvidia.com count as")));
  EXPECT_THAT(of("requests.nvidia.com/gpu"), IsEmpty()) << "a node that is not known may offer it";
  world.add_plugin("node-1", "example.com/other");
  EXPECT_THAT(of("requests.nvidia.com/gpu"),
              ElementsAre("spec.hard[requests.nvidia.com/gpu]: Nothing is counted as "
                          "requests.nvidia.com/gpu now: class gpu.nvidia.com carries no "
                          "extendedResourceName. Write "
                          "gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 4. "
                          "[QuotaCountsNothing]"));
  EXPECT_THAT(of("requests.amd.com/gpu"), IsEmpty());
  world.add_plugin("node-1", "nvidia.com/gpu");
  EXPECT_THAT(of("requests.nvidia.com/gpu"), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
