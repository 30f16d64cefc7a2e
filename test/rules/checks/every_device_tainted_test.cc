// DeviceTaintRules that name no device.
#include "rules/checks/every_device_tainted.h"

#include <string>
#include <vector>

#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> said_of_taint(const std::string& spec,
                                       const std::string& version = "v1beta2") {
  CheckWorld world;
  return world.object("EveryDeviceTainted", "{apiVersion: resource.k8s.io/" + version +
                                                ", kind: DeviceTaintRule, metadata: {name: r}, "
                                                "spec: {" +
                                                spec + "}}");
}

TEST(EveryDeviceTainted, WhereTheSelectorIsEmpty) {
  EXPECT_THAT(
      said_of_taint("deviceSelector: {}, taint: {key: a.com/b, effect: NoExecute}"),
      ElementsAre("spec.deviceSelector: This rule names no driver, pool or device: it taints "
                  "every device, and evicts every pod that has one. Write driver: DRIVER, pool: "
                  "POOL and device: DEVICE of those that are meant. [EveryDeviceTainted]"));
  EXPECT_THAT(said_of_taint("deviceSelector: {}, taint: {key: a.com/b, effect: NoSchedule}"),
              ElementsAre(HasSubstr("gives none to pods that do not tolerate it")));
  EXPECT_THAT(said_of_taint("deviceSelector: {deviceClassName: c, selectors: []}, taint: {key: "
                            "a.com/b, effect: NoExecute}",
                            "v1alpha3"),
              ElementsAre(HasSubstr("reads no deviceClassName here from 1.35 on")));
}

TEST(EveryDeviceTainted, NotWhereItNamesSomeOrIsNone) {
  for (const char* spec :
       {"taint: {key: a.com/b, effect: NoExecute}",  // matches nothing
        "deviceSelector: null, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: {driver: gpu.nvidia.com}, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: {device: gpu-0, pool: n}, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: {device: gpu-0}, taint: {key: a.com/b, effect: None}",
        "deviceSelector: {device: <name>}, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: {}, taint: {key: a.com/b, effect: None}",
        // Decoding tells these.
        "deviceSelector: {drivr: a}, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: {deviceClassName: a}, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: [], taint: []", "deviceSelector: 5, taint: {effect: {}}"})
    EXPECT_THAT(said_of_taint(spec), IsEmpty()) << spec;
}

TEST(EveryDeviceTainted, OfOneNameInEveryPool) {
  const std::string of_d0 =
      "deviceSelector: {driver: gpu.a.com, device: d0}, taint: {key: a.com/b, ";
  EXPECT_THAT(
      said_of_taint(of_d0 + "effect: NoSchedule}"),
      ElementsAre("spec.deviceSelector.device: This rule names device d0 and no pool: it "
                  "taints the d0 of every pool that has one, and gives none to pods that do "
                  "not tolerate it. Write pool: POOL of the one that is meant, by most "
                  "drivers its node. [EveryDeviceTainted]"));
  CheckWorld world;
  const auto said = [&](const std::string& driver) {
    return world.object("EveryDeviceTainted",
                        "{apiVersion: resource.k8s.io/v1beta2, kind: DeviceTaintRule, metadata: "
                        "{name: r}, spec: {deviceSelector: {device: d0" +
                            driver + "}, taint: {key: a.com/b, effect: NoExecute}}}");
  };
  world.add_devices("gpu.a.com", "n1", 2);
  EXPECT_THAT(said(""), IsEmpty()) << "there is one";
  world.add_devices("gpu.b.com", "n2", 1);
  EXPECT_THAT(said(", driver: gpu.a.com"), IsEmpty()) << "there is one of the driver";
  EXPECT_THAT(said(""), ElementsAre(HasSubstr("of 2 pools (n1, n2), and evicts every pod")));
  world.add_devices("gpu.a.com", "n3", 1);
  EXPECT_THAT(said(""), ElementsAre(HasSubstr("of 3 pools (n1, n2, ...), and")));
  EXPECT_THAT(said(", driver: gpu.a.com"),
              ElementsAre(HasSubstr("Write pool: n1, or the one that is meant.")));
}

}  // namespace
}  // namespace drawbridge::rules
