// ConfigRefused, and what ConfigIgnored says of the kind of devices: opaque parameters as drivers
// read them.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class ConfigRefusedTest : public ::testing::Test {
 protected:
  // What is said of parameters for a GPU, in braces.
  std::vector<std::string> of(std::string_view parameters,
                              std::string_view driver = "gpu.nvidia.com") {
    return world_.object("ConfigRefused",
                         "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "
                         "c}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: "
                         "gpu.nvidia.com}}], config: [{opaque: {driver: " +
                             std::string(driver) + ", parameters: " + std::string(parameters) +
                             "}}]}}}");
  }
  // The same of the fields of a GpuConfig.
  std::vector<std::string> of_gpu(std::string_view fields) {
    return of("{apiVersion: resource.nvidia.com/v1beta1, kind: GpuConfig, " + std::string(fields) +
              "}");
  }
  // Of parameters in a claim of a whole GPU, a MIG device, and one of either.
  std::vector<std::string> of_kind(std::string_view code, std::string_view kind,
                                   std::string_view requests, std::string_view asked) {
    return world_.object(code,
                         "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "
                         "c}, spec: {devices: {requests: [" +
                             std::string(asked) + "], config: [{requests: [" +
                             std::string(requests) +
                             "], opaque: {driver: gpu.nvidia.com, parameters: {apiVersion: "
                             "resource.nvidia.com/v1beta1, kind: " +
                             std::string(kind) + "}}}]}}}");
  }

  CheckWorld world_;
};

TEST_F(ConfigRefusedTest, TheKindIsOneThatTheDriverTakes) {
  EXPECT_THAT(
      of("{apiVersion: gpu.nvidia.com/v1alpha1, kind: GpuConfig}"),
      ElementsAre("spec.devices.config[0].opaque.parameters.apiVersion: Driver gpu.nvidia.com "
                  "refuses GpuConfig of gpu.nvidia.com/v1alpha1 on the node, by the catalogue, and "
                  "the pod never starts. Write apiVersion: resource.nvidia.com/v1beta1. "
                  "[ConfigRefused]"));
  EXPECT_THAT(
      of("{apiVersion: resource.nvidia.com/v1beta1, kind: GPUConfigs}"),
      ElementsAre(AllOf(HasSubstr("parameters.kind: "), HasSubstr("Write kind: GpuConfig."))));
  EXPECT_THAT(
      of("{apiVersion: gpu.nvidia.com/v1, kind: GPUConfig}"),
      ElementsAre(HasSubstr("Write apiVersion: resource.nvidia.com/v1beta1 and kind: GpuConfig.")));
  EXPECT_THAT(of("{kind: MigDeviceConfig}"),
              ElementsAre(HasSubstr("refuses MigDeviceConfig without an apiVersion on ")));
  EXPECT_THAT(of("{sharing: {strategy: MPS}}"),
              ElementsAre(AllOf(HasSubstr("refuses parameters without a kind on "),
                                HasSubstr("Write apiVersion: resource.nvidia.com/v1beta1 and kind: "
                                          "GpuConfig, MigDeviceConfig or VfioDeviceConfig."))));
  EXPECT_THAT(
      of("{apiVersion: resource.nvidia.com/v1beta1, sharing: {strategy: MPS}}"),
      ElementsAre(HasSubstr("Write kind: GpuConfig, MigDeviceConfig or VfioDeviceConfig.")));
  EXPECT_THAT(of("{apiVersion: gpu.nvidia.com/v1, kind: MpsSettings}"),
              ElementsAre(HasSubstr("refuses MpsSettings of gpu.nvidia.com/v1 on ")));
  EXPECT_THAT(
      of("{apiVersion: resource.nvidia.com/v1beta1, kind: GpuConfig}", "compute-domain.nvidia.com"),
      ElementsAre(AllOf(HasSubstr("which by the catalogue is another driver's, "),
                        HasSubstr("Write driver: gpu.nvidia.com, or parameters of this one."))));
  EXPECT_THAT(of("{apiVersion: gpu.nvidia.com/v1, kind: GpuConfig}", "gpu.nvdia.com"), SizeIs(1))
      << "a slip for the driver, which another check tells";
}

TEST_F(ConfigRefusedTest, ADriverMayBeNewerThanTheCatalogue) {
  EXPECT_THAT(of("{apiVersion: resource.nvidia.com/v1beta1, kind: GpuConfig}"), IsEmpty());
  EXPECT_THAT(of("{apiVersion: resource.nvidia.com/v1beta2, kind: GpuConfig, a: 1}"), IsEmpty());
  EXPECT_THAT(of("{apiVersion: resource.nvidia.com/v1, kind: OtherConfig}"), IsEmpty());
  EXPECT_THAT(of("{apiVersion: resource.nvidia.com/v1beta1, kind: TelemetryConfig}"), IsEmpty());
  EXPECT_THAT(of("{apiVersion: resource.nvidia.com/v1alpha1, kind: GpuConfig}"), SizeIs(1))
      << "but not older";
  EXPECT_THAT(of_gpu("sharing: {strategy: MPS, quantum: 3}, telemetry: true"), IsEmpty());
  EXPECT_THAT(of("{kind: X}", "gpu.acme.com"), IsEmpty());
  EXPECT_THAT(of("{kind: X}", "tpu.google.com"), IsEmpty()) << "which takes none that is known";
}

TEST_F(ConfigRefusedTest, AFieldStandsWhereTheDriverLooksForIt) {
  EXPECT_THAT(
      of_gpu("sharing: {startegy: MPS}"),
      ElementsAre(
          "spec.devices.config[0].opaque.parameters.sharing.startegy: Driver gpu.nvidia.com "
          "refuses sharing.startegy on the node, which by the catalogue is no field of GpuConfig, "
          "and the pod never starts. Write strategy. [ConfigRefused]"))
      << "and that it is required need not be told beside";
  EXPECT_THAT(of_gpu("strategy: MPS"), ElementsAre(HasSubstr("Write it as sharing.strategy.")));
  EXPECT_THAT(of_gpu("mpsConfig: {}"), ElementsAre(HasSubstr("Write it as sharing.mpsConfig.")));
  EXPECT_THAT(of_gpu("sharing: {}"),
              ElementsAre(AllOf(HasSubstr("parameters.sharing: Driver gpu.nvidia.com refuses "
                                          "GpuConfig without sharing.strategy on the node, "),
                                HasSubstr("Add strategy: TimeSlicing or MPS."))));
}

TEST_F(ConfigRefusedTest, OtherWordsAndWrappings) {
  EXPECT_THAT(of_gpu("spec: {sharing: {strategy: MPS}}"),
              ElementsAre(HasSubstr("Write what it holds without spec.")));
  EXPECT_THAT(of_gpu("spec: {}, sharing: {strategy: MPS}"), IsEmpty());
  EXPECT_THAT(of_gpu("spec: {sharing: {strategy: MPS}, quantum: 3}"), IsEmpty());
  EXPECT_THAT(of("{interface: {name: net1, vrf: {name: blue, table: 100}}}", "dra.net"), IsEmpty());
  EXPECT_THAT(of("{interface: {name: net1, bond: {name: b0, mtu: 9000}}}", "dra.net"), IsEmpty())
      << "a newer driver may have it";
  EXPECT_THAT(of("{interface: {name: net1, ips: [10.0.0.2/24]}}", "dra.net"),
              ElementsAre(HasSubstr("Write addresses: [ADDRESS/PREFIX].")));
}

TEST_F(ConfigRefusedTest, TheBeginningOfAFieldsName) {
  EXPECT_THAT(of_gpu("sharing: {strategy: TimeSlicing, timeSlicing: {interval: Long}}"),
              ElementsAre(HasSubstr("Write timeSlicingConfig.")));
  EXPECT_THAT(of("{interface: {address: 10.0.0.1/24}}", "dra.net"),
              ElementsAre(HasSubstr("Write addresses.")));
  EXPECT_THAT(of_gpu("sharing: {strategy: TimeSlicing, timeslicing: {interval: Long}}"),
              ElementsAre(HasSubstr("Write timeSlicingConfig.")));
  EXPECT_THAT(of("{interface: {gso: 1}}", "dra.net"), IsEmpty()) << "of which there are two";
  constexpr std::string_view kVfs = "sriovnetwork.k8snetworkplumbingwg.io";
  const std::string vf = "{apiVersion: " + std::string(kVfs) + "/v1alpha1, kind: VfConfig, ";
  EXPECT_THAT(of(vf + "netAttachDef: vf}", kVfs), ElementsAre(HasSubstr("Write netAttachDefName.")))
      << "netAttachDefNamespace goes on from there";
}

TEST_F(ConfigRefusedTest, NumbersHaveBounds) {
  const auto of_threads = [this](std::string_view percentage) {
    return of_gpu("sharing: {strategy: MPS, mpsConfig: {defaultActiveThreadPercentage: " +
                  std::string(percentage) + "}}");
  };
  EXPECT_THAT(of_threads("0"), IsEmpty());
  EXPECT_THAT(of_threads("100"), IsEmpty());
  EXPECT_THAT(
      of_threads("101"),
      ElementsAre(HasSubstr("refuses 101 in sharing.mpsConfig.defaultActiveThreadPercentage "
                            "on the node, which by the catalogue is 100 at most, and the "
                            "pod never starts. Write 100 at most.")));
  EXPECT_THAT(of_threads("-1"), ElementsAre(HasSubstr("Write 0 or more.")));
}

TEST_F(ConfigRefusedTest, BehindAnotherDriverAndInAText) {
  EXPECT_THAT(of("{apiVersion: gpu.nvidia.com/v1alpha1, kind: GpuConfig}", "nvidia.com"),
              ElementsAre(HasSubstr("Write apiVersion: resource.nvidia.com/v1beta1.")));
  EXPECT_THAT(of("{apiVersion: gpu.acme.com/v1, kind: AcmeConfig}", "nvidia.com"), IsEmpty())
      << "which may be another driver's";
  EXPECT_THAT(of("'{apiVersion: resource.nvidia.com/v1beta1, kind: GpuConfig, strategy: MPS}'"),
              ElementsAre(HasSubstr("Write it as sharing.strategy.")));
  EXPECT_THAT(of("'no map'"), IsEmpty());
  EXPECT_THAT(of("'" + std::string(11 * 1024, 'a') + ": b'"), IsEmpty());
  const auto refused = [this](std::string_view parameters) {
    return world_.object("ClaimInvalid",
                         "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "
                         "c}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: "
                         "gpu.nvidia.com}}], config: [{opaque: {driver: gpu.nvidia.com, "
                         "parameters: " +
                             std::string(parameters) + "}}]}}}");
  };
  world_.severity = Severity::kDeny;
  EXPECT_THAT(refused("'{kind: GpuConfig}'"), ElementsAre(HasSubstr("Take the | or the quotes")));
  EXPECT_THAT(refused("'no map'"), ElementsAre(HasSubstr("Write parameters: {apiVersion:")));
}

TEST_F(ConfigRefusedTest, AValueIsOneThatThereIs) {
  EXPECT_THAT(
      of_gpu("sharing: {strategy: timeslicing}"),
      ElementsAre(HasSubstr(
          "refuses the text timeslicing in sharing.strategy on the node, which by the catalogue is "
          "TimeSlicing or MPS, and the pod never starts. Write strategy: TimeSlicing.")));
  EXPECT_THAT(of_gpu("sharing: {strategy: Exclusive}"),
              ElementsAre(HasSubstr("Write strategy: TimeSlicing or MPS.")));
  EXPECT_THAT(of_gpu("sharing: {strategy: MPS, mpsConfig: {defaultActiveThreadPercentage: '50'}}"),
              ElementsAre(HasSubstr(
                  "refuses the text 50 in sharing.mpsConfig.defaultActiveThreadPercentage on the "
                  "node, where by the catalogue a whole number belongs, ")));
  EXPECT_THAT(
      of_gpu("sharing: {strategy: MPS, mpsConfig: {defaultPinnedDeviceMemoryLimit: 10GB}}"),
      ElementsAre(HasSubstr("refuses the text 10GB in sharing.mpsConfig."
                            "defaultPinnedDeviceMemoryLimit on the node, where by the catalogue a "
                            "quantity belongs, and the pod never starts. Write 10G.")));
  for (const char* right : {"10G", "10485760", "' 10Gi '", "1e9"})
    EXPECT_THAT(of_gpu("sharing: {strategy: MPS, mpsConfig: {defaultPinnedDeviceMemoryLimit: " +
                       std::string(right) + "}}"),
                IsEmpty())
        << right;
  EXPECT_THAT(of_gpu("sharing: {strategy: MPS, mpsConfig: {defaultPinnedDeviceMemoryLimit: 10Gi, "
                     "defaultPerDevicePinnedMemoryLimit: {0: 8Gi, anything: 1}}}"),
              IsEmpty());
  EXPECT_THAT(
      of_gpu("sharing: TimeSlicing"),
      ElementsAre(HasSubstr("refuses the text TimeSlicing in sharing on the node, where by ")));
  EXPECT_THAT(of_gpu("sharing: null"), IsEmpty());
  EXPECT_THAT(of_gpu("sharing: {strategy: TimeSlicing, mpsConfig: {}}"),
              ElementsAre(HasSubstr("refuses sharing.mpsConfig on the node, which by the catalogue "
                                    "goes with sharing.strategy MPS, not TimeSlicing, ")));
  EXPECT_THAT(of_gpu("sharing: {strategy: Mps, mpsConfig: {}}"), SizeIs(1)) << "the strategy";
  EXPECT_THAT(of("{interface: {mtu: '9000', dhcp: 'true', name: 5}}", "dra.net"),
              ElementsAre(HasSubstr("Write true, without quotation marks."),
                          HasSubstr("Write 9000, without quotation marks."),
                          HasSubstr("Put quotation marks around it.")));
  EXPECT_THAT(of("{apiVersion: v1, interface: {name: eth1}}", "dra.net"),
              ElementsAre(HasSubstr("Take apiVersion away.")));
  EXPECT_THAT(of("{interface: {name: eth1}, routes: [{destination: 10.0.0.0/8}]}", "dra.net"),
              IsEmpty());
}

TEST_F(ConfigRefusedTest, SettingsAreForDevicesOfTheirKind) {
  const char* const kBoth =
      "{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}, {name: mig, exactly: "
      "{deviceClassName: mig.nvidia.com}}";
  EXPECT_THAT(of_kind("ConfigRefused", "GpuConfig", "gpu, mig", kBoth),
              ElementsAre("spec.devices.config[0].opaque.parameters.kind: Driver gpu.nvidia.com "
                          "refuses GpuConfig for request mig on the node, which by the catalogue "
                          "is for devices of type gpu, not 'mig', and the pod never starts. Write "
                          "kind: MigDeviceConfig, or take mig out of requests. "
                          "[ConfigRefused]"));
  EXPECT_THAT(of_kind("ConfigRefused", "GpuConfig", "gpu", kBoth), IsEmpty());
  EXPECT_THAT(of_kind("ConfigRefused", "GpuConfig", "", kBoth), IsEmpty());
  EXPECT_THAT(of_kind("ConfigIgnored", "GpuConfig", "", kBoth), IsEmpty());
  const char* const kMig = "{name: mig, exactly: {deviceClassName: mig.nvidia.com}}";
  EXPECT_THAT(of_kind("ConfigIgnored", "GpuConfig", "", kMig),
              ElementsAre("spec.devices.config[0].opaque.parameters.kind: GpuConfig of driver "
                          "gpu.nvidia.com is for devices of type gpu by the catalogue, and no "
                          "request asks for them: nobody reads it. Write kind: "
                          "MigDeviceConfig, or take it away. [ConfigIgnored]"));
  EXPECT_THAT(of_kind("ConfigIgnored", "MigDeviceConfig", "", kMig), IsEmpty());
  const char* const kEither =
      "{name: r, firstAvailable: [{name: a, deviceClassName: gpu.nvidia.com}, {name: b, "
      "deviceClassName: mig.nvidia.com}]}";
  EXPECT_THAT(of_kind("ConfigIgnored", "GpuConfig", "", kEither), IsEmpty());
  EXPECT_THAT(of_kind("ConfigRefused", "GpuConfig", "r", kEither), IsEmpty());
  EXPECT_THAT(of_kind("ConfigRefused", "GpuConfig", "r/a", kEither), IsEmpty());
  EXPECT_THAT(of_kind("ConfigRefused", "GpuConfig", "r/b", kEither), SizeIs(1));
  EXPECT_THAT(of_kind("ConfigRefused", "GpuConfig", "none, '', 1", kEither), IsEmpty());
}

TEST_F(ConfigRefusedTest, ClassesAndMappingsAreJudgedToo) {
  const auto told = [&](std::string_view object) {
    return world_.object(
        "ConfigRefused",
        std::string(object) +
            ", config: [{opaque: {driver: gpu.nvidia.com, parameters: {apiVersion: "
            "resource.nvidia.com/v1beta1, kind: GpuConfig, sharing: {strategy: "
            "mps}}}}]}}");
  };
  EXPECT_THAT(told("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
                   "{selectors: []"),
              ElementsAre(AllOf(HasSubstr("spec.config[0].opaque.parameters.sharing.strategy: "),
                                HasSubstr("and each pod never starts. Write strategy: MPS."))));
  EXPECT_THAT(told("{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: "
                   "m}, spec: {logicalResource: a.com/x"),
              SizeIs(1));
}

TEST_F(ConfigRefusedTest, HostileParametersAreReadNoDeeperThanTheCatalogue) {
  EXPECT_THAT(of_gpu("sharingg: 1, shaaring: 1, sharin: 1, shring: 1, hsaring: 1, sharinx: 1, "
                     "sharig: 1, shariing: 1, sharring: 1, sharingx: 1"),
              SizeIs(8))
      << "no more than that of one entry";
  EXPECT_THAT(of_gpu("sharing: [[[[[[[[]]]]]]]]"), SizeIs(1));
  EXPECT_THAT(of("[]"), IsEmpty());
  EXPECT_THAT(of("{apiVersion: [], kind: {}}"), SizeIs(1));
  EXPECT_THAT(of("{apiVersion: \"\\u202e/v1\", kind: \"\\e[31mGpuConfig\"}"),
              ElementsAre(Not(HasSubstr("\x1b"))));
}

TEST_F(ConfigRefusedTest, WhatIsNoFieldAndIsOftenWritten) {
  EXPECT_THAT(
      of_gpu("sharing: {strategy: TimeSlicing, timeSlicingConfig: {replicas: 4}}"),
      ElementsAre("spec.devices.config[0].opaque.parameters.sharing.timeSlicingConfig."
                  "replicas: Driver gpu.nvidia.com refuses "
                  "sharing.timeSlicingConfig.replicas on the node, which by the catalogue "
                  "is no field of GpuConfig, and the pod never starts. Take it away: a claim "
                  "is shared by all pods and containers that name it. [ConfigRefused]"));
  EXPECT_THAT(of_gpu("sharing: {strategy: TimeSlicing, replicas: 4}"),
              ElementsAre(HasSubstr("Take it away: a claim is shared by all pods")));
}

TEST_F(ConfigRefusedTest, APercentageAndAValueThatIsNoList) {
  EXPECT_THAT(of_gpu("sharing: {strategy: MPS, mpsConfig: {defaultActiveThreadPercentage: 50%}}"),
              ElementsAre(HasSubstr("Write 50.")));
  EXPECT_THAT(of("{interface: {addresses: 10.0.0.2/24}}", "dra.net"),
              ElementsAre(HasSubstr("Write [10.0.0.2/24].")));
}

TEST_F(ConfigRefusedTest, SizesLengthsAndAddresses) {
  const auto memory = [&](std::string_view amount) {
    return of_gpu("sharing: {strategy: MPS, mpsConfig: {defaultPinnedDeviceMemoryLimit: " +
                  std::string(amount) + "}}");
  };
  EXPECT_THAT(memory("1Mi"), IsEmpty());
  EXPECT_THAT(memory("512Ki"), ElementsAre(HasSubstr("which by the catalogue is 1Mi or more, and "
                                                     "the pod never starts. Write 1Mi or more.")));
  EXPECT_THAT(memory("10"), ElementsAre(HasSubstr("Write 10Gi.")));
  const auto interface = [&](std::string_view fields) {
    return of("{interface: {" + std::string(fields) + "}}", "dra.net");
  };
  EXPECT_THAT(interface("name: fifteen-letters"), IsEmpty());
  EXPECT_THAT(interface("name: sixteen-letters-"),
              ElementsAre(HasSubstr("in interface.name on the node, which by the catalogue has 15 "
                                    "characters at most")));
  EXPECT_THAT(interface("addresses: [10.0.0.2/24, \"fd00::2/64\"]"), IsEmpty());
  EXPECT_THAT(interface("addresses: [10.0.0.2/24, 10.0.0.3]"),
              ElementsAre(HasSubstr("Write 10.0.0.3/24, with the prefix of its network.")));
  EXPECT_THAT(interface("addresses: [\"fd00::2\"]"), ElementsAre(HasSubstr("Write fd00::2/64,")));
}

TEST_F(ConfigRefusedTest, OfAMappingsRewrites) {
  const auto mapping = [&](std::string_view rewrites) {
    return world_.object(
        "ConfigRefused",
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
        "{logicalResource: nvidia.com/gpu, deviceClassNames: [gpu.nvidia.com, mig.nvidia.com], "
        "config: [{opaque: {driver: gpu.nvidia.com, parameters: {apiVersion: "
        "resource.nvidia.com/v1beta1, kind: GpuConfig}}}], rewrites: [" +
            std::string(rewrites) + "]}}");
  };
  const std::string gpu =
      "{resource: nvidia.com/gpu, request: {exactly: {deviceClassName: gpu.nvidia.com}}}";
  const std::string mig = "{resource: nvidia.com/mig, request: ";
  EXPECT_THAT(mapping(gpu), IsEmpty());
  EXPECT_THAT(mapping(gpu + ", " + mig + "{exactly: {deviceClassName: mig.nvidia.com}}}"),
              ElementsAre("spec.config[0].opaque.parameters.kind: Driver gpu.nvidia.com refuses "
                          "GpuConfig for what nvidia.com/mig becomes on the node, which by the "
                          "catalogue is for devices of type gpu, not 'mig', and each pod never "
                          "starts. Give nvidia.com/mig a DeviceMapping of its own. "
                          "[ConfigRefused]"));
  EXPECT_THAT(mapping(mig + "{exactly: {deviceClassName: mig.nvidia.com}}}"),
              ElementsAre(HasSubstr(" Write kind: MigDeviceConfig. [")));
  EXPECT_THAT(mapping(mig + "{firstAvailable: [{name: a, deviceClassName: mig.nvidia.com}, {name: "
                            "b, deviceClassName: gpu.nvidia.com}]}}"),
              IsEmpty())
      << "the other one may be had";
  EXPECT_THAT(mapping(mig + "{exactly: {deviceClassName: mig.nvidia.com}}, action: \"Off\"}"),
              IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
