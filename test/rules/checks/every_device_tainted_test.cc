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
        "deviceSelector: {device: gpu-0}, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: {}, taint: {key: a.com/b, effect: None}",
        // Decoding tells these.
        "deviceSelector: {drivr: a}, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: {deviceClassName: a}, taint: {key: a.com/b, effect: NoExecute}",
        "deviceSelector: [], taint: []", "deviceSelector: 5, taint: {effect: {}}"})
    EXPECT_THAT(said_of_taint(spec), IsEmpty()) << spec;
}

}  // namespace
}  // namespace drawbridge::rules
