// DeviceClassMissing, TemplateMissing, ClaimMissing, ClassBeforeWorkload, ResourceNotOffered: what
// is named and is not there.
#include "rules/checks/likely_names.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class ExistenceTest : public ::testing::Test {
 protected:
  CheckWorld world_;
};

const char* const kOneGpu = "{name: gpu, resourceClaimTemplateName: gpu-claim}";
const std::string kUsesOneGpu = "claims: [{name: gpu}]";

TEST_F(ExistenceTest, NoClassIsMissingWhileNoneIsKnown) {
  world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: gpu.example.com}}");
  EXPECT_THAT(world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu)), IsEmpty());
}

TEST_F(ExistenceTest, AMappingIsToldOfTheClassThatWasMeant) {
  const auto told = [&](std::string_view name) {
    return world_.object("DeviceClassMissing",
                         "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: "
                         "{name: m}, spec: {logicalResource: a.com/x, deviceClassNames: [" +
                             std::string(name) +
                             "], rewrites: [{resource: a.com/x, request: {exactly: "
                             "{deviceClassName: " +
                             std::string(name) + "}}}]}}");
  };
  EXPECT_THAT(told("gpu.acem.com"), IsEmpty()) << "no class is known";
  EXPECT_THAT(told("gpu.nvida.com"),
              ElementsAre("spec.deviceClassNames[0]: spec.deviceClassNames[0] names DeviceClass "
                          "gpu.nvida.com, which no driver is known to bring; the mapping does "
                          "nothing for it unless somebody made it. Write gpu.nvidia.com, or create "
                          "the class. [DeviceClassMissing]"))
      << "but this one is a slip for one that a driver brings";
  world_.add_class("gpu.example.com", "gpu.example.com");
  EXPECT_THAT(told("gpu.exampel.com"),
              ElementsAre("spec.deviceClassNames[0]: spec.deviceClassNames[0] names DeviceClass "
                          "gpu.exampel.com, which does not exist; until it does the mapping does "
                          "nothing for it. Write gpu.example.com, or create the class. "
                          "[DeviceClassMissing]"));
  EXPECT_THAT(told("gpu.example.com"), IsEmpty());
  EXPECT_THAT(told("tpu.other.org"),
              ElementsAre(HasSubstr("Install the driver that brings the class")));
  EXPECT_THAT(told("'\u00e9 ' "), IsEmpty()) << "no name of a class, and told as that";
}

TEST_F(ExistenceTest, AMappingIsToldOfParametersThatNobodyReads) {
  world_.add_class("gpu.example.com", "gpu.example.com");
  const auto told = [&](std::string_view driver) {
    return world_.object("ConfigIgnored",
                         "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: "
                         "{name: m}, spec: {logicalResource: a.com/x, config: [{opaque: {driver: " +
                             std::string(driver) +
                             ", parameters: {}}}], rewrites: [{resource: a.com/x, request: "
                             "{exactly: {deviceClassName: gpu.example.com}}}]}}");
  };
  EXPECT_THAT(told("gpu.exampel.com"),
              ElementsAre("spec.config[0].opaque.driver: Driver gpu.exampel.com allocates nothing "
                          "of what the rewrites ask for: nobody reads its parameters. Write "
                          "driver: gpu.example.com, or take it away. [ConfigIgnored]"));
  EXPECT_THAT(told("gpu.example.com"), IsEmpty());
}

TEST_F(ExistenceTest, AClassThatIsMissingIsNamedWithTheNearest) {
  world_.add_class("gpu.example.com", "gpu.example.com");
  world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: gpu.exampel.com}}");
  EXPECT_THAT(
      world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu)),
      ElementsAre("spec.resourceClaims[0]: This Pod needs DeviceClass gpu.exampel.com (template "
                  "gpu-claim, request r), which does not exist, and stays Pending until it does. "
                  "Write gpu.example.com, or create the class. [DeviceClassMissing]"));
}

// No slip for one, but for whose device it is.
TEST_F(ExistenceTest, ClassesOfTheSameWordsAreNamed) {
  const auto told = [&](const std::string& device_class) {
    world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: " + device_class + "}}");
    return world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu));
  };
  EXPECT_THAT(told("gpu"), IsEmpty()) << "without a cluster it may be a class of its own";
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world_.add_class("mig.nvidia.com", "gpu.nvidia.com");
  world_.add_class("net.dra.io", "dra.net");
  EXPECT_THAT(told("nvidia-gpu"), ElementsAre(HasSubstr("Write gpu.nvidia.com, or create")));
  EXPECT_THAT(told("mig.gpu.nvidia.com"),
              ElementsAre(HasSubstr("Write gpu.nvidia.com or mig.nvidia.com, or create")));
  EXPECT_THAT(told("nvidia.com"),
              ElementsAre(HasSubstr("Write gpu.nvidia.com or mig.nvidia.com, or create")));
  EXPECT_THAT(told("gpu"), ElementsAre(HasSubstr("Write gpu.nvidia.com, or create")));
  EXPECT_THAT(told("gpu.amd.org"), ElementsAre(HasSubstr("Install the driver that brings")))
      << "another vendor's is no help";
  for (const char* more : {"vfio.nvidia.com", "time-sliced.nvidia.com"})
    world_.add_class(more, "gpu.nvidia.com");
  EXPECT_THAT(told("nvidia"),
              ElementsAre(HasSubstr("Write one that there is: kubectl get deviceclasses.")));
}

TEST_F(ExistenceTest, WhichClassesThereAreIsNotSaidWhereNobodyShallKnow) {
  world_.add_class("gpu.acme.com", "gpu.acme.com");
  world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: gpu.acem.com}}");
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(
      world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu), 4),
      ElementsAre("spec.resourceClaims[0]: Each pod of this Job needs DeviceClass gpu.acem.com "
                  "(template gpu-claim, request r), which does not exist, and stays Pending until "
                  "it does. Install the driver that brings the class: kubectl get deviceclasses. "
                  "[DeviceClassMissing]"));
}

// Nobody knows which classes there are.
TEST_F(ExistenceTest, ASlipForAClassOfTheCatalogueIsToldWithoutACluster) {
  const auto told = [&](const std::string& device_class) {
    world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: " + device_class + "}}");
    return world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu));
  };
  EXPECT_THAT(
      told("gpu.nvida.com"),
      ElementsAre("spec.resourceClaims[0]: This Pod needs DeviceClass gpu.nvida.com (template "
                  "gpu-claim, request r), which no driver is known to bring, and stays Pending "
                  "unless somebody made it. Write gpu.nvidia.com, or create the class. "
                  "[DeviceClassMissing]"));
  EXPECT_THAT(told("nvidia.gpu.com"), ElementsAre(HasSubstr("Write gpu.nvidia.com, or create")));
  for (const char* other : {"gpu.nvidia.com", "team.gpu.nvidia.com", "imex.nvidia.com",
                            "h100.nvidia.com", "gpu.acme.com", "gpu-a100.example.com", "Gpu_x"})
    EXPECT_THAT(told(other), IsEmpty()) << other;
  EXPECT_THAT(
      world_.object("DeviceClassMissing",
                    "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
                    "spec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
                    "mig.nvida.com}}]}}}"),
      ElementsAre("spec.devices.requests[0]: Request r names DeviceClass mig.nvida.com, which no "
                  "driver is known to bring; pods with it stay Pending unless somebody made it. "
                  "Write mig.nvidia.com, or create the class. [DeviceClassMissing]"));
}

TEST_F(ExistenceTest, ADriverThatIsThereWithoutOneOfItsClasses) {
  const auto told = [&] {
    world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: mig.nvidia.com}}");
    return world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu));
  };
  world_.add_class("gpu.amd.com", "gpu.amd.com");
  EXPECT_THAT(told(), ElementsAre(HasSubstr("Install driver gpu.nvidia.com, which brings")));
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  EXPECT_THAT(told(), ElementsAre(HasSubstr("Driver gpu.nvidia.com is installed: have its "
                                            "chart make the class.")));
}

TEST_F(ExistenceTest, ParametersForAnotherDriverAreToldByTheCatalogueWithoutACluster) {
  const auto told = [&](std::string_view device_class, std::string_view driver) {
    return world_.object("ConfigIgnored",
                         "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "
                         "c}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: " +
                             std::string(device_class) + "}}], config: [{opaque: {driver: " +
                             std::string(driver) + ", parameters: {}}}]}}}");
  };
  EXPECT_THAT(told("mig.nvidia.com", "gpu.nvdia.com"),
              ElementsAre("spec.devices.config[0].opaque.driver: Driver gpu.nvdia.com allocates "
                          "nothing for these requests, gpu.nvidia.com does: nobody reads its "
                          "parameters. Write driver: gpu.nvidia.com, or take it away. "
                          "[ConfigIgnored]"));
  EXPECT_THAT(told("mig.nvidia.com", "gpu.nvidia.com"), IsEmpty());
  EXPECT_THAT(told("gpu.acme.com", "gpu.nvdia.com"), IsEmpty())
      << "whose class that is, nobody knows";
}

TEST_F(ExistenceTest, OfAClassThatADriverBringsOrBroughtTheCatalogueKnows) {
  world_.add_class("gpu.example.com", "gpu.example.com");
  const auto told = [&](const std::string& device_class) {
    world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: " + device_class + "}}");
    return world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu));
  };
  EXPECT_THAT(told("gpu.intel.com"),
              ElementsAre(HasSubstr("Install driver gpu.intel.com, which brings the class.")));
  EXPECT_THAT(told("imex.nvidia.com"),
              ElementsAre(HasSubstr("The driver has none since v25.3.0. Create a ComputeDomain, "
                                    "and name the template of its channel.")));
  EXPECT_THAT(told("gpu.intle.com"),
              ElementsAre(HasSubstr("until it does. Write gpu.intel.com, and install driver "
                                    "gpu.intel.com, which brings that class.")));
  EXPECT_THAT(told("gpus.example.com"), ElementsAre(Not(HasSubstr("which brings that class"))))
      << "of examples nobody knows which class they stand for";
  EXPECT_THAT(told("tpu"), ElementsAre(HasSubstr("Install the driver that brings")))
      << "one word is no slip for a class that is not there";
  EXPECT_THAT(told("gpu.other.com"), ElementsAre(HasSubstr("Install the driver that brings")));
}

TEST_F(ExistenceTest, ClassesOfAlternativesAndImplicitNamesHaveToExist) {
  world_.add_class("a", "a.com");
  world_.add_template("gpu-claim",
                      "{name: r, firstAvailable: [{name: x, deviceClassName: a}, {name: z, "
                      "deviceClassName: b}]}, {name: s, exactly: {deviceClassName: b}}");
  EXPECT_EQ(world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu)).size(), 1U)
      << "one class, one finding";
  const auto names_it = HasSubstr(
      "request r/z), which does not exist, and stays Pending until it does. Take alternative z "
      "out, or: install the driver that brings the class");
  EXPECT_THAT(world_.pod("DeviceClassMissing", pod_with(kUsesOneGpu, kOneGpu)),
              ElementsAre(names_it));
  EXPECT_THAT(
      world_.pod("DeviceClassMissing",
                 pod_with("requests: {deviceclass.resource.kubernetes.io/c: 1, "
                          "deviceclass.resource.kubernetes.io/a: 1, a.com/gpu: 1}")),
      ElementsAre("spec: This Pod needs DeviceClass c (container main, by its implicit name), "
                  "which does not exist, and stays Pending until it does. Install the driver that "
                  "brings the class: kubectl get deviceclasses. [DeviceClassMissing]"));
}

// What stands before the first dot says what the device is.
TEST(NearestClass, OfAnotherKindOfDeviceNoneIsNear) {
  constexpr std::string_view kKnown[] = {"gpu.nvidia.com", "mig.nvidia.com", "gpu.example.com",
                                         "rdma-net"};
  constexpr std::pair<std::string_view, std::string_view> kRows[] = {
      {"gpu.nvida.com", "gpu.nvidia.com"},
      {"gpu-nvidia.com", "gpu.nvidia.com"},
      {"GPU.nvidia.com", "gpu.nvidia.com"},
      {"rdma-nett", "rdma-net"},
      {"gpu-nvidia-com", "gpu.nvidia.com"},
      {"gpu.nvidia", "gpu.nvidia.com"},
      {"gpu.nvidia.", ""},
      {"gpu.acme.com", ""},
      {"imex.nvidia.com", ""},
      {"nic.nvidia.com", ""},
      {"sriov.nvidia.com", ""},
      {"cpu.example.com", ""},
      {"net.example.com", ""},
      {"vfio.gpu.nvidia.com", ""},
      {"gpu.nvidia.co", "gpu.nvidia.com"},
      {"gpu.nvidia.cm", "gpu.nvidia.com"},
      {"gpu.nvidia.comm", "gpu.nvidia.com"},
      {"gpu.nvidia.con", "gpu.nvidia.com"},
      {"gpu.nvidia.can", ""},
      {"gpu.nvidia.c", ""},
      {"gpu.nvidia.io", ""},
      {"gpu.acme.co", ""},
      {"", ""},
  };
  for (const auto& [name, near] : kRows) EXPECT_EQ(nearest_class(name, kKnown), near) << name;
}

TEST_F(ExistenceTest, ClaimsAndTemplatesAreToldOfTheirClasses) {
  world_.add_class("gpu.example.com", "gpu.example.com");
  const std::string claim =
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices: "
      "{requests: [{name: ok, exactly: {deviceClassName: gpu.example.com}}, {name: r, exactly: "
      "{deviceClassName: gpu.exmple.com}}]}}}";
  EXPECT_THAT(
      world_.object("DeviceClassMissing", claim),
      ElementsAre("spec.devices.requests[1]: Request r names DeviceClass gpu.exmple.com, which "
                  "does not exist; pods with it stay Pending. Write gpu.example.com, or create the "
                  "class. [DeviceClassMissing]"));
  EXPECT_THAT(world_.object("DeviceClassMissing", claim, claim), IsEmpty()) << "it never changes";
  EXPECT_THAT(world_.object("DeviceClassMissing",
                            "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaimTemplate, "
                            "metadata: {name: c}, spec: {spec: {devices: {requests: [{name: r, "
                            "deviceClassName: something-else}]}}}}"),
              ElementsAre(::testing::StartsWith("spec.spec.devices.requests[0]: Request r names")));
  EXPECT_THAT(world_.object("DeviceClassMissing",
                            "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: "
                            "{name: c}, spec: {devices: {requests: [{name: r, exactly: "
                            "{deviceClassName: example.com/gpu}}, {name: s}, 7, {name: t, "
                            "firstAvailable: []}]}}}"),
              IsEmpty())
      << "no name of a class, and none at all";
}

TEST_F(ExistenceTest, APodOnItsNodesNetworkGetsNoInterface) {
  const auto told = [&](std::string_view device_class, std::string_view spec) {
    world_.add_template("gpu-claim",
                        "{name: r, exactly: {deviceClassName: " + std::string(device_class) + "}}");
    return world_.pod("HostNetworkRefused",
                      "{spec: {" + std::string(spec) +
                          "containers: [{name: main, resources: {claims: [{name: gpu}]}}], "
                          "resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu-claim}]}}");
  };
  EXPECT_THAT(told("dranet", "hostNetwork: true, "), IsEmpty())
      << "whose class that is, nobody knows";
  world_.add_class("dranet", "dra.net");
  world_.add_class("gpu.a.com", "gpu.a.com");
  EXPECT_THAT(told("dranet", "hostNetwork: true, "),
              ElementsAre("spec.hostNetwork: This Pod is on its node's network (hostNetwork), and "
                          "driver dra.net gives devices (by template gpu-claim) to a pod's own "
                          "network alone: it never starts, and holds them. Take hostNetwork away, "
                          "or the claim. [HostNetworkRefused]"));
  EXPECT_THAT(told("dranet", ""), IsEmpty());
  EXPECT_THAT(told("gpu.a.com", "hostNetwork: true, "), IsEmpty());
}

TEST_F(ExistenceTest, ATemplateThatIsMissing) {
  world_.add_template("gpu-claim", "");
  world_.add_claim("shared", "");
  const auto of = [&](std::string_view entry) {
    return world_.pod("TemplateMissing", pod_with("", entry));
  };
  EXPECT_THAT(of(kOneGpu), IsEmpty());
  EXPECT_THAT(of("{name: gpu, resourceClaimName: missing}"), IsEmpty());
  EXPECT_THAT(of("{name: gpu, resourceClaimTemplateName: gpu-clam}, {name: b, "
                 "resourceClaimTemplateName: gpu-clam}"),
              ElementsAre("spec.resourceClaims[0]: ResourceClaimTemplate gpu-clam does not exist "
                          "in namespace team-a, and this Pod waits for it. Write gpu-claim, or "
                          "create it there; those of other namespaces can't be used. "
                          "[TemplateMissing]"));
  EXPECT_THAT(of("{name: gpu, resourceClaimTemplateName: something}"),
              ElementsAre("spec.resourceClaims[0]: ResourceClaimTemplate something does not exist "
                          "in namespace team-a, and this Pod waits for it. Create it there; those "
                          "of other namespaces can't be used. [TemplateMissing]"));
  EXPECT_THAT(of("{name: gpu, resourceClaimTemplateName: shared}"),
              ElementsAre("spec.resourceClaims[0]: ResourceClaimTemplate shared does not exist in "
                          "namespace team-a, and this Pod waits for it. shared is a ResourceClaim: "
                          "write resourceClaimName: shared. [TemplateMissing]"));
}

TEST_F(ExistenceTest, AClaimThatIsMissing) {
  world_.add_template("gpu-claim", "");
  world_.add_claim("shared", "");
  const auto of = [&](std::string_view entry) {
    return world_.pod("ClaimMissing", pod_with("", entry));
  };
  EXPECT_THAT(of("{name: gpu, resourceClaimName: shared}"), IsEmpty());
  EXPECT_THAT(of("{name: gpu}"), IsEmpty());
  EXPECT_THAT(of("{name: gpu, resourceClaimName: gpu-claim}"),
              ElementsAre("spec.resourceClaims[0]: ResourceClaim gpu-claim does not exist in "
                          "namespace team-a, and this Pod waits for it. gpu-claim is a "
                          "ResourceClaimTemplate: write resourceClaimTemplateName: gpu-claim. "
                          "[ClaimMissing]"));
  // Offline, where no ResourceClaim was given.
  world_.claims_known = false;
  EXPECT_THAT(of("{name: gpu, resourceClaimName: other}"), IsEmpty());
  EXPECT_THAT(of("{name: gpu, resourceClaimName: gpu-claim}"),
              ElementsAre("spec.resourceClaims[0]: ResourceClaim gpu-claim is not known in "
                          "namespace team-a, and this Pod waits for it. gpu-claim is a "
                          "ResourceClaimTemplate: write resourceClaimTemplateName: gpu-claim. "
                          "[ClaimMissing]"));
  world_.claims_known = true;
  const std::string hostile(300, 'x');
  EXPECT_EQ(of("{name: gpu, resourceClaimName: \"" + hostile + "\\n\\e[31m\"}").size(), 1U);
}

TEST_F(ExistenceTest, AClassWithoutDevices) {
  world_.add_class("gpu.example.com", "gpu.example.com");
  world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: gpu.example.com}}");
  const std::string pod = pod_with(kUsesOneGpu, kOneGpu);
  EXPECT_THAT(world_.pod("ClassBeforeWorkload", pod), IsEmpty()) << "nothing is known of slices";
  world_.add_devices("nic.example.com", "node-1", 2);
  EXPECT_THAT(
      world_.pod("ClassBeforeWorkload", pod),
      ElementsAre("spec.resourceClaims[0]: No device of class gpu.example.com is published "
                  "(template gpu-claim), and this Pod stays Pending until a node has one. Check "
                  "the driver: kubectl get resourceslices. [ClassBeforeWorkload]"));
  EXPECT_EQ(world_
                .pod("ClassBeforeWorkload",
                     pod_with("requests: {deviceclass.resource.kubernetes.io/gpu.example.com: 1}"))
                .size(),
            1U);
  world_.add_devices("gpu.example.com", "node-1", 1);
  EXPECT_THAT(world_.pod("ClassBeforeWorkload", pod), IsEmpty());
}

TEST_F(ExistenceTest, AnExtendedResourceOfAClassWithoutDevices) {
  world_.add_class("gpu.example.com", "gpu.example.com", ", extendedResourceName: x.com/gpu");
  world_.add_devices("nic.example.com", "node-1", 2);
  const std::string pod = pod_with("limits: {x.com/gpu: 1}");
  EXPECT_THAT(world_.pod("ClassBeforeWorkload", pod), IsEmpty()) << "nothing is known of nodes";
  world_.add_plugin("node-2", "y.com/other");
  EXPECT_THAT(
      world_.pod("ClassBeforeWorkload", pod),
      ElementsAre("spec: No device of class gpu.example.com is published (container main, "
                  "as extended resource x.com/gpu), and this Pod stays Pending until a node "
                  "has one. Check the driver: kubectl get resourceslices. "
                  "[ClassBeforeWorkload]"));
  world_.add_plugin("node-3", "x.com/gpu");
  EXPECT_THAT(world_.pod("ClassBeforeWorkload", pod), IsEmpty()) << "its device plugin offers it";
}

TEST_F(ExistenceTest, MigIsAskedForWhereOnlyWholeGpusAre) {
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: mig.nvidia.com}, spec: "
      "{selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com' && "
      "device.attributes['gpu.nvidia.com'].?type.orValue('') == 'mig'\"}}]}}");
  world_.add_devices("gpu.nvidia.com", "node-1", 8);
  world_.add_template("gpu-claim",
                      "{name: r, exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: "
                      "{expression: \"device.attributes['gpu.nvidia.com'].profile == "
                      "'1g.5gb'\"}}]}}");
  EXPECT_THAT(
      world_.pod("ClassBeforeWorkload", pod_with(kUsesOneGpu, kOneGpu)),
      ElementsAre("spec.resourceClaims[0]: No device of class mig.nvidia.com is published "
                  "(template gpu-claim), and this Pod stays Pending until a node has one. Only "
                  "full GPUs are published: ask for class gpu.nvidia.com, or enable MIG on a node. "
                  "[ClassBeforeWorkload]"));
}

TEST_F(ExistenceTest, AClassWhoseOwnSelectorsMatchNothing) {
  const auto told = [](const std::string& expression) {
    CheckWorld world;
    world.add(
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: big}, spec: "
        "{selectors: [{cel: {expression: \"" +
        expression + "\"}}]}}");
    world.add_devices("gpu.example.com", "node-1", 8);
    world.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: big}}");
    return world.pod("ClassBeforeWorkload", pod_with(kUsesOneGpu, kOneGpu));
  };
  const std::string driver = "device.driver == 'gpu.example.com' && ";
  EXPECT_THAT(told(driver + "device.attributes['gpu.example.com'].?size.orValue('') == 'big'"),
              ElementsAre(HasSubstr("Driver gpu.example.com publishes others; check the class: "
                                    "kubectl get deviceclass big -o yaml.")));
  EXPECT_THAT(told("device.driver == 'nic.example.com' && device.allowMultipleAllocations"),
              ElementsAre(HasSubstr("Check the driver:")));
}

TEST_F(ExistenceTest, AlternativesAndAdminAccessAreNotJudgedByTheirClass) {
  world_.add_class("gpu.example.com", "gpu.example.com");
  world_.add_devices("nic.example.com", "node-1", 2);
  world_.add_template("gpu-claim",
                      "{name: s, exactly: {deviceClassName: "
                      "gpu.example.com, adminAccess: true}}, {name: t, firstAvailable: [{name: x, "
                      "deviceClassName: gpu.example.com}]}");
  EXPECT_THAT(world_.pod("ClassBeforeWorkload", pod_with(kUsesOneGpu, kOneGpu)), IsEmpty());
}

TEST_F(ExistenceTest, AConfigurationIsForADriverOfItsRequests) {
  world_.add_class("gpu.example.com", "gpu.example.com");
  world_.add_class("nic.example.com", "nic.example.com");
  const auto of = [&](std::string_view config, std::string_view other = "nic.example.com") {
    return world_.object(
        "ConfigIgnored",
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
        "{devices: "
        "{requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}, {name: nic, "
        "firstAvailable: [{name: a, deviceClassName: " +
            std::string(other) + "}]}], config: [{" + std::string(config) + "}]}}}");
  };
  EXPECT_THAT(of("opaque: {driver: gpu.example.com}"), IsEmpty());
  EXPECT_THAT(of("requests: [gpu], opaque: {driver: gpu.example.com}"), IsEmpty());
  EXPECT_THAT(
      of("requests: [nic/a], opaque: {driver: gpu.example.com}"),
      ElementsAre("spec.devices.config[0].opaque.driver: Driver gpu.example.com allocates "
                  "nothing for these requests, nic.example.com does: nobody reads its "
                  "parameters. Write requests: [gpu] or driver: nic.example.com, or take it "
                  "away. [ConfigIgnored]"));
  EXPECT_THAT(of("opaque: {driver: nic.exampel.com}"),
              ElementsAre(HasSubstr("Write driver: nic.example.com, or take it away.")));
  EXPECT_THAT(of("opaque: {driver: nics}"),
              ElementsAre(HasSubstr("Write the driver of one of their classes")));
  world_.add_class("nics", "nic.example.com");
  EXPECT_THAT(of("opaque: {driver: nics}"),
              ElementsAre(HasSubstr("Write driver: nic.example.com, or take it away.")))
      << "that is a class of it";
  EXPECT_THAT(of("opaque: {driver: x.example.com}"),
              ElementsAre(HasSubstr("these requests: nobody reads its parameters. Write the driver "
                                    "of one of their classes, or take it away.")));
  EXPECT_THAT(of("opaque: {driver: x.example.com}", "unknown"), IsEmpty());
  EXPECT_THAT(of("requests: [none], opaque: {driver: x.example.com}"), IsEmpty());
  EXPECT_THAT(of("opaque: 1, requests: 2"), IsEmpty());
}

TEST_F(ExistenceTest, AResourcesNameTurnedRoundIsTheClass) {
  world_.severity = Severity::kDeny;
  world_.add_class("gpu.example.com", "gpu.example.com");
  const auto of = [&](std::string_view name) {
    return world_.object("ClassNameIsResource",
                         "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "
                         "c}, spec: {devices: {requests: [{name: g, exactly: {deviceClassName: " +
                             std::string(name) + "}}]}}}");
  };
  EXPECT_THAT(of("example.com/gpu"),
              ElementsAre(HasSubstr("Write deviceClassName: gpu.example.com.")));
  EXPECT_THAT(of("example.com/nic"), ElementsAre(HasSubstr("as kubectl get deviceclasses")));
}

TEST_F(ExistenceTest, AConfigurationOfAClassIsForTheDriverOfItsDevices) {
  const auto of = [&](std::string_view selector, std::string_view driver) {
    return world_.object("ConfigIgnored",
                         "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, "
                         "spec: {selectors: [{cel: {expression: \"" +
                             std::string(selector) + "\"}}], config: [{opaque: {driver: " +
                             std::string(driver) + ", parameters: {a: 1}}}]}}");
  };
  EXPECT_THAT(of("device.driver == 'gpu.nvidia.com'", "gpu.nvidia.com"), IsEmpty());
  EXPECT_THAT(of("device.driver == 'gpu.nvidia.com'", "gpu.nvidia"),
              ElementsAre("spec.config[0].opaque.driver: This class lets devices of "
                          "gpu.nvidia.com through, and driver gpu.nvidia never reads its "
                          "parameters. Write driver: gpu.nvidia.com, or take it away. "
                          "[ConfigIgnored]"));
  EXPECT_THAT(of("true", "gpu.nvidia"), IsEmpty()) << "no driver is asked for";
  EXPECT_THAT(of("(", "gpu.nvidia"), IsEmpty());
}

TEST_F(ExistenceTest, NobodyAllocatesForAPodThatNamesItsNode) {
  world_.add_class("gpu.example.com", "gpu.example.com", ", extendedResourceName: example.com/gpu");
  world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: gpu.example.com}}");
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: gpu.example.com}}");
  const auto of = [&](std::string_view spec, std::string_view rest = "") {
    return world_.pod("NodeNamePreset", "{spec: {nodeName: n1, containers: [{name: main, " +
                                            std::string(spec) + "}]" + std::string(rest));
  };
  const std::string claims = "resources: {claims: [{name: gpu}]}";
  const std::string by_template =
      ", resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu-claim}]}";
  EXPECT_THAT(of(claims, by_template + "}"),
              ElementsAre("spec.nodeName: spec.nodeName is set, so no scheduler ever allocates "
                          "claim gpu (template gpu-claim), and this Pod never starts. Write "
                          "nodeSelector: {kubernetes.io/hostname: n1} instead of nodeName. "
                          "[NodeNamePreset]"));
  EXPECT_THAT(of(claims, by_template + ", status: {conditions: [{type: PodScheduled}]}}"),
              IsEmpty())
      << "the scheduler wrote it";
  EXPECT_THAT(of(claims, by_template + ", status: {phase: Running}}"), IsEmpty()) << "it runs";
  EXPECT_THAT(of(claims, by_template + ", status: {phase: Pending}}"),
              ElementsAre(HasSubstr("never starts")));
  EXPECT_THAT(
      of(claims, by_template + ", metadata: {annotations: {kubernetes.io/config.mirror: x}}}"),
      IsEmpty());
  const std::string by_claim = ", resourceClaims: [{name: gpu, resourceClaimName: shared}]}}";
  EXPECT_THAT(of(claims, by_claim), ElementsAre(HasSubstr("claim gpu (claim shared)")));
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: shared}, "
      "status: {allocation: {devices: {results: []}}}}");
  EXPECT_THAT(of(claims, by_claim), IsEmpty()) << "it is allocated already";
  EXPECT_THAT(of(claims, ", resourceClaims: [{name: gpu, resourceClaimName: other}]}}"), IsEmpty());
  const std::string extended = "resources: {limits: {example.com/gpu: 1}}";
  EXPECT_THAT(of(extended, "}}"), IsEmpty()) << "nothing is known of nodes";
  world_.add("{apiVersion: v1, kind: Node, metadata: {name: n0}}");
  EXPECT_THAT(of(extended, "}}"),
              ElementsAre(HasSubstr("Choose the node by nodeSelector or affinity instead")));
  world_.add("{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {zone: a}}}");
  EXPECT_THAT(of(extended, "}}"), ElementsAre(AllOf(HasSubstr("allocates example.com/gpu, and"),
                                                    HasSubstr("by a label of it"))));
  world_.add(
      "{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {kubernetes.io/hostname: one}}}");
  EXPECT_THAT(of(extended, "}}"), ElementsAre(HasSubstr("{kubernetes.io/hostname: one} instead")));
  world_.add_plugin("n2", "example.com/gpu");
  EXPECT_THAT(of(extended, "}}"), IsEmpty()) << "a device plugin serves it";
  EXPECT_THAT(
      of("resources: {limits: {deviceclass.resource.kubernetes.io/gpu.example.com: 1}}", "}}"),
      ElementsAre(HasSubstr("allocates deviceclass.resource.kubernetes.io/gpu.example.com")));
}

class ResourceNotOfferedTest : public ExistenceTest {
 protected:
  std::vector<std::string> of(const std::string& resource, std::string_view spec = "") {
    return world_.pod("ResourceNotOffered",
                      "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {" +
                          std::string(spec) + "containers: [{name: main, resources: {limits: {" +
                          resource + ": 1}}}]}}");
  }
};

TEST_F(ResourceNotOfferedTest, ASlipIsToldWithTheNameThatIsServed) {
  world_.add_plugin("node-1", "nvidia.com/gpu");
  world_.add_plugin("node-2", "nvidia.com/gpu");
  EXPECT_THAT(of("nvidia.com/gpus"),
              ElementsAre("spec: No node offers nvidia.com/gpus (container main), and no "
                          "DeviceMapping or DeviceClass serves it: this Pod stays Pending. Write "
                          "nvidia.com/gpu. [ResourceNotOffered]"));
  EXPECT_EQ(of("nvida.com/gpu").size(), 1U);
  EXPECT_THAT(of("nvidia/gpu"), ElementsAre(HasSubstr("Write nvidia.com/gpu.")));
  EXPECT_THAT(of("nv/gpu"), IsEmpty());
  EXPECT_THAT(of("nvidia.com/vgpu"), IsEmpty()) << "another plugin's";
  EXPECT_THAT(of("nvidia.com/gpu"), IsEmpty());
  EXPECT_THAT(of("amd.com/gpu"), IsEmpty()) << "a node of an autoscaler may bring it";
  EXPECT_THAT(of("nvidia.com/gpus", "schedulerName: hami-scheduler, "), IsEmpty())
      << "it may serve what no node has";
  EXPECT_THAT(of("nvidia.com/gpus", "schedulerName: default-scheduler, ").size(), 1U);
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(of("nvidia.com/gpus"), IsEmpty());
}

TEST_F(ResourceNotOfferedTest, NamesOfPluginsLeadToTheDriversClass) {
  world_.add_class("gpu.intel.com", "gpu.intel.com");
  world_.add_devices("gpu.intel.com", "node-1", 1);
  world_.add_plugin("node-1", "example.com/other");
  EXPECT_THAT(of("gpu.intel.com/i915"),
              ElementsAre(HasSubstr("Ask for class gpu.intel.com in a ResourceClaimTemplate")));
  EXPECT_THAT(of("gpu.intel.com/xe").size(), 1U);
  EXPECT_THAT(of("habana.ai/gaudi"), IsEmpty()) << "no class of it has devices";
}

TEST_F(ResourceNotOfferedTest, NamesThatDifferInANumberAreTwo) {
  world_.add_plugin("node-1", "nvidia.com/mig-1g.10gb");
  EXPECT_THAT(of("nvidia.com/mig-1g.5gb"), IsEmpty());
  EXPECT_EQ(of("nvidia.com/mig-1g-10gb").size(), 1U);
}

TEST_F(ResourceNotOfferedTest, WithoutANodeOnlySlipsAreTold) {
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  world_.add_devices("gpu.nvidia.com", "node-1", 1);
  EXPECT_THAT(of("nvidia.com/gpu"), IsEmpty());
  EXPECT_THAT(of("nvidia.com/gpus"), IsEmpty()) << "nothing serves nvidia.com/gpu";
  world_.add(
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: gpus}, spec: "
      "{logicalResource: nvidia.com/gpu, rewrites: [{resource: nvidia.com/gpu, action: Rewrite, "
      "request: {exactly: {deviceClassName: gpu.nvidia.com}}}]}}");
  EXPECT_THAT(
      of("nvidia.com/gpus"),
      ElementsAre(HasSubstr("Nothing that is known offers nvidia.com/gpus (container main), "
                            "and no DeviceMapping or DeviceClass serves it: this Pod stays "
                            "Pending. Write nvidia.com/gpu.")));
  EXPECT_THAT(of("nvidia.com/vgpu"), IsEmpty());
  EXPECT_THAT(of("nvidia.com/mig-1g.10gb"), IsEmpty());
  EXPECT_THAT(of("nvidia.com/mig-1g10gb"), ElementsAre(HasSubstr("Write nvidia.com/mig-1g.10gb.")));
  EXPECT_THAT(of("nvidia.com/mig-1g_10gb.me"),
              ElementsAre(HasSubstr("Write nvidia.com/mig-1g.10gb.me.")));
  for (const char* right : {"nvidia.com/mig-1g.10gb.me", "nvidia.com/mig-any", "nvidia.com/mig-1g",
                            "nvidia.com/mig-g10gb", "nvidia.com/mig-1g10", "amd.com/mig-1g10gb"})
    EXPECT_THAT(of(right), IsEmpty()) << right;
}

TEST_F(ResourceNotOfferedTest, AClassOfTheVendorThatHasDevicesIsNamed) {
  world_.add("{apiVersion: v1, kind: Node, metadata: {name: node-1}}");
  world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
  EXPECT_THAT(of("nvidia.com/gpu"), IsEmpty()) << "nor has the class any";
  world_.add_devices("gpu.nvidia.com", "node-1", 1);
  EXPECT_THAT(
      of("nvidia.com/gpu"),
      ElementsAre(
          "spec: No node offers nvidia.com/gpu (container main), and no DeviceMapping or "
          "DeviceClass serves it: this Pod stays Pending. Ask for class gpu.nvidia.com in a "
          "ResourceClaimTemplate, or have nvidia.com/gpu mapped to it. [ResourceNotOffered]"));
  EXPECT_THAT(of("deviceclass.resource.kubernetes.io/gpu.nvidia.com"), IsEmpty());
  EXPECT_THAT(of("deviceclass.resource.k8s.io/gpu.nvidia.com"),
              ElementsAre(HasSubstr("Write deviceclass.resource.kubernetes.io/gpu.nvidia.com. ")));
  EXPECT_THAT(of("deviceclass.resource.k8s.io/gpu.amd.com"), IsEmpty());
  EXPECT_THAT(of("gpu.nvidia.com.deviceclass.resource.k8s.io/devices"),
              ElementsAre(HasSubstr("Write deviceclass.resource.kubernetes.io/gpu.nvidia.com. ")))
      << "as a ResourceQuota has it";
  EXPECT_THAT(of("gpu.amd.com.deviceclass.resource.k8s.io/devices"), IsEmpty());
  EXPECT_THAT(of("nvidia.com/gpu.shared"),
              ElementsAre(HasSubstr("Have the pods share one ResourceClaim of class "
                                    "gpu.nvidia.com: that name is of device plugins.")));
  EXPECT_THAT(of("amd.com/gpu.shared"), IsEmpty());
  EXPECT_THAT(of("gpu.nvidia.com/gpu"),
              ElementsAre(HasSubstr("Ask for class gpu.nvidia.com in a ResourceClaimTemplate, ")));
  EXPECT_THAT(of("gpu.amd.com/gpu"), IsEmpty());
  EXPECT_THAT(of("nvidia.com/mig-1g.10gb"), IsEmpty()) << "no class of parts has any";
  world_.add_class("mig.nvidia.com", "gpu.nvidia.com");
  EXPECT_THAT(of("nvidia.com/mig-1g.10gb"),
              ElementsAre(HasSubstr("Ask for class mig.nvidia.com with profile 1g.10gb in a "
                                    "ResourceClaimTemplate, or have it mapped.")));
  for (const char* slip :
       {"nvidia.com/mig-1g10gb", "nvidia.com/mig-1g-10gb", "nvidia.com/mig-1G10GB"})
    EXPECT_THAT(of(slip), ElementsAre(HasSubstr("with profile 1g.10gb in a"))) << slip;
  world_.add(
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
      "{logicalResource: nvidia.com/gpu, deviceClassNames: [gpu.nvidia.com], rewrites: [{resource: "
      "nvidia.com/gpu, action: Warn, request: {exactly: {deviceClassName: gpu.nvidia.com}}}]}}");
  EXPECT_THAT(of("nvidia.com/gpu"), IsEmpty());
}

TEST(NamesText, TheLikestFirstAndAFewOfThem) {
  EXPECT_EQ(names_text("modle", {"uuid", "rev", "model"}), "model, uuid, rev");
  EXPECT_EQ(names_text("a1", {"a5", "b6", "a2", "a3", "a4", "a1"}), "a1, a5, a2, a3, a4, ...");
  EXPECT_EQ(names_text("e", {"a", "b", "c", "d", "e"}), "e, a, b, c, d");
  const std::string half(kNamedBytesMax / 2 - 1, 'x');
  EXPECT_EQ(names_text("y", {half, half}), half + ", " + half);
  EXPECT_EQ(names_text("y", {half, half + "x"}), half + ", ...");
  const std::string far(2 * kNamedBytesMax, 'x');
  EXPECT_TRUE(names_text("y", {far}).starts_with("xxx"));
}

}  // namespace
}  // namespace drawbridge::rules
