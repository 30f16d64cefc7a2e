// A selector that is corrected stands on every device: with the guards that it needs, at once.

#include "rules/checks/selector_guards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/selector_invalid.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kNic = "device.attributes['dra.net'].";
const std::string kOfDriver = "device.driver == 'dra.net' && ";

class SelectorGuards : public ::testing::Test {
 protected:
  SelectorGuards() {
    world_.add_class("dranet", "dra.net");
    world_.add("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: any}}");
    world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
    world_.add(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: n1-nics}
spec:
  driver: dra.net
  nodeName: n1
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: eth1, attributes: {ifName: {string: eth1}, mtu: {int: 1500}, rdma: {bool: true}}}
  - {name: eth2, attributes: {ifName: {string: eth2}, mtu: {int: 9000}, rdma: {bool: true}}}
  - {name: ib0, attributes: {rdma: {bool: true}}}
  - {name: eth3, attributes: {ifName: {string: eth3}, rdma: {bool: false}}}
)");
    world_.add_devices("gpu.nvidia.com", "n1", 1);
  }

  static std::string claim(const std::string& device_class, const std::string& expression) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
           "{devices: {requests: [{name: nic, exactly: {deviceClassName: " +
           device_class + ", selectors: [{cel: {expression: \"" + expression + "\"}}]}}]}}}";
  }
  static std::string device_class(const std::vector<std::string>& expressions) {
    std::string list;
    for (const std::string& one : expressions) list += "{cel: {expression: \"" + one + "\"}},";
    return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: own}, spec: "
           "{selectors: [" +
           list + "]}}";
  }

  // All that is said of it, refusals first.
  std::vector<Finding> findings(const std::string& object) {
    const kube::Document document = yaml(object);
    const CheckFacts facts = world_.facts();
    std::vector<Finding> all = check_selectors(document.root(), {}, &facts);
    for (Finding& finding : world_.object_findings(object)) all.push_back(std::move(finding));
    return all;
  }
  std::vector<std::string> said(const std::string& object) {
    std::vector<std::string> texts;
    for (const Finding& finding : findings(object)) texts.push_back(finding.text());
    return texts;
  }
  // The expression that is to be written, the same in all that is said.
  std::string meant(const std::string& object) {
    std::string text = "-";
    for (const Finding& finding : findings(object)) {
      EXPECT_TRUE(text == "-" || text == finding.fix) << text << " and " << finding.fix;
      text = finding.fix;
    }
    constexpr std::string_view kWrite = "Write: ";
    EXPECT_TRUE(text.starts_with(kWrite)) << text;
    return text.substr(kWrite.size());
  }

  CheckWorld world_;
};

TEST_F(SelectorGuards, WhatIsCorrectedHasThem) {
  const std::string right = "has(" + kNic + "mtu) && " + kNic + "mtu == 1500";
  EXPECT_EQ(meant(claim("dranet", kNic + "mtu == '1500'")), right);
  EXPECT_EQ(meant(claim("dranet", kNic + "mtu = 1500")), right) << "of one that does not compile";
  EXPECT_THAT(said(claim("dranet", right)), IsEmpty());
  EXPECT_EQ(meant(claim("dranet", kNic + "rdma == 'true'")), kNic + "rdma == true")
      << "all devices have it";
}

TEST_F(SelectorGuards, OfAllNamesThatSomeLack) {
  const std::string right = "has(" + kNic + "mtu) && has(" + kNic + "ifName) && " + kNic +
                            "ifName != 'eth2' && " + kNic + "mtu == 1500";
  EXPECT_EQ(meant(claim("dranet", kNic + "ifName != 'eth2' && " + kNic + "mtu == 1500")), right);
  EXPECT_THAT(said(claim("dranet", right)), IsEmpty());
}

TEST_F(SelectorGuards, OfAClassThatTestsNoDriver) {
  const std::string right = kOfDriver + "has(" + kNic + "mtu) && " + kNic + "mtu >= 1500";
  const std::string rdma = kOfDriver + kNic + "rdma == true";
  EXPECT_EQ(meant(device_class({kNic + "mtu >= '1500'"})), right);
  EXPECT_EQ(meant(device_class({kNic + "mtu => 1500"})), right) << "of one that does not compile";
  EXPECT_EQ(meant(claim("any", kNic + "mtu >= '1500'")), right);
  EXPECT_EQ(meant(claim("any", kNic + "rdma == true")), rdma);
  for (const std::string& object : {device_class({right}), claim("any", right), claim("any", rdma)})
    EXPECT_THAT(said(object), IsEmpty()) << object;
}

// What the next review would tell of the corrected selector, and no other correction.
TEST_F(SelectorGuards, WhatIsLeftThenIsToldInTheSameAnswer) {
  EXPECT_THAT(said(claim("dranet", kNic + "rdma == 'true' && " + kNic + "speed > 5")),
              ElementsAre(HasSubstr("Write: " + kNic + "rdma == true && "),
                          AllOf(HasSubstr("no such key: speed"), HasSubstr("[SelectorFails]"))));
  EXPECT_THAT(said(claim("dranet", kNic + "rdma = true && " + kNic + "ifName.startsWith('wlan')")),
              ElementsAre(HasSubstr("[SelectorInvalid]"),
                          HasSubstr("Ask for what is published; until then a pod waits.")));
}

TEST_F(SelectorGuards, ADomainThatNobodyKnowsIsAskedFor) {
  world_.add_devices("gpu.example.com", "n2", 1);
  EXPECT_THAT(said(device_class({"device.attributes['memory'].quantity >= '16Gi'"})),
              ElementsAre("device.attributes['memory'].quantity lacks the domain. Write "
                          "device.capacity['DRIVER'].memory, with the driver's name for DRIVER. "
                          "[SelectorUnknownAttribute]"));
  EXPECT_THAT(
      said(device_class({"device.attributes['memory'].compareTo(quantity('20Gi')) >= 0"})),
      ElementsAre(HasSubstr("Write device.capacity['DRIVER'].memory, with the driver's name")));
}

TEST_F(SelectorGuards, WhetherThereIsADomainIsAskedWithIn) {
  EXPECT_THAT(said(device_class({"has(device.attributes.gpu.nvidia.com)"})),
              ElementsAre(HasSubstr("has(device.attributes.gpu.nvidia.com) asks for a name, and "
                                    "gpu.nvidia.com is a domain. Write: 'gpu.nvidia.com' in "
                                    "device.attributes [SelectorUnknownAttribute]")));
}

TEST_F(SelectorGuards, WhatASelectorInFrontTestsIsTested) {
  EXPECT_EQ(meant(device_class({"device.driver == 'dra.net'", kNic + "mtu >= '1500'"})),
            "has(" + kNic + "mtu) && " + kNic + "mtu >= 1500");
  EXPECT_EQ(meant(device_class(
                {"device.driver == 'dra.net' && has(" + kNic + "mtu)", kNic + "mtu >= '1500'"})),
            kNic + "mtu >= 1500");
}

TEST_F(SelectorGuards, OfEachRequestThatTestsNoDriver) {
  const std::string requests =
      "{name: a, exactly: {deviceClassName: any, selectors: [{cel: {expression: \"" + kNic +
      "rdma == true\"}}]}}, {name: b, exactly: {deviceClassName: any, selectors: [{cel: "
      "{expression: \"" +
      kNic + "rdma != false\"}}]}}";
  EXPECT_THAT(said("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
                   "spec: {devices: {requests: [" +
                   requests + "]}}}"),
              ElementsAre(HasSubstr("Write: " + kOfDriver + kNic + "rdma == true"),
                          HasSubstr("Write: " + kOfDriver + kNic + "rdma != false")));
}

TEST_F(SelectorGuards, ADriversSlipInAnAlternativeIsPutRight) {
  const auto asked = [](const std::string& expression) {
    return claim("gpu.nvidia.com", expression);
  };
  EXPECT_EQ(meant(asked("device.driver == 'gpu.nvida.com' || device.driver == 'gpu.intel.com'")),
            "device.driver == 'gpu.nvidia.com' || device.driver == 'gpu.intel.com'");
  // Not to be what there is not is right.
  EXPECT_THAT(said(asked("!(device.driver == 'gpu.nvida.com')")), IsEmpty());
}

TEST_F(SelectorGuards, WhatOnlyDevicesOfAnotherClassAreIsToldWithIt) {
  world_.add(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: gpu.nvidia.com-n1}
spec:
  driver: gpu.nvidia.com
  nodeName: n1
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0, attributes: {type: {string: gpu}}}]
)");
  for (const std::string type : {"gpu", "mig"})
    world_.add("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: " + type +
               ".nvidia.com}, spec: {selectors: [{cel: {expression: \"device.driver == "
               "'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == '" +
               type + "'\"}}]}}");
  const std::string type = "device.attributes['gpu.nvidia.com'].type == ";
  EXPECT_THAT(said(claim("gpu.nvidia.com", type + "'mig'")),
              ElementsAre(AllOf(HasSubstr("no device of class gpu.nvidia.com"),
                                HasSubstr("No MIG device is published: partition a GPU, or take "
                                          "type == mig out."))));
  EXPECT_THAT(
      said(claim("gpu.nvidia.com", type + "'MIG'")),
      ElementsAre(HasSubstr("Write deviceClassName: mig.nvidia.com, and 'mig' for 'MIG'.")));
  EXPECT_THAT(said(claim("gpu.nvidia.com", type + "'GPU'")), SizeIs(1));
  EXPECT_THAT(said(claim("gpu.nvidia.com", type + "'gpu'")), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
