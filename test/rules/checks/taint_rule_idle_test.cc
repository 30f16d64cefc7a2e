// DeviceTaintRules that taint nothing, since a name in them is misspelt.

#include "rules/checks/taint_rule_idle.h"

#include <string>
#include <vector>

#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TaintRuleIdle : public ::testing::Test {
 protected:
  std::vector<std::string> said_of_rule(const std::string& selector) {
    return world_.object("TaintRuleIdle",
                         "{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: "
                         "r}, spec: {deviceSelector: " +
                             selector + ", taint: {key: a.com/b, effect: NoSchedule}}}");
  }
  CheckWorld world_;
};

TEST_F(TaintRuleIdle, ByTheCatalogueWhereNothingIsPublished) {
  for (const char* right : {"{driver: gpu.nvidia.com}", "{driver: gpu.nvidia.com, pool: any}", "{}",
                            "{driver: gpu.acme.com}", "{pool: node-1, device: gpu-0}",
                            "{driver: '${DRIVER}'}", "{driver: ''}"})
    EXPECT_THAT(said_of_rule(right), IsEmpty()) << right;
  EXPECT_THAT(said_of_rule("{driver: gpu.nvdia.com, pool: node-1}"),
              ElementsAre("spec.deviceSelector.driver: This rule taints nothing: driver is "
                          "gpu.nvdia.com, and no driver is known by that name. Write driver: "
                          "gpu.nvidia.com. [TaintRuleIdle]"));
  EXPECT_THAT(said_of_rule("{driver: mig.nvidia.com}"),
              ElementsAre(HasSubstr("and that is a DeviceClass. Write driver: gpu.nvidia.com.")));
}

TEST_F(TaintRuleIdle, ByWhatIsPublished) {
  world_.add_devices("accelerators.acme.com", "worker-large", 2);
  world_.add_devices("accelerators.acme.com", "worker-small", 1);
  world_.add_devices("network.acme.com", "frontend", 12);
  for (const char* right :
       {"{driver: accelerators.acme.com}", "{driver: accelerators.acme.com, pool: worker-large}",
        "{driver: accelerators.acme.com, pool: worker-large, device: d1}", "{pool: frontend}",
        // Those may be still to come.
        "{driver: accelerators.acme.com, pool: worker-medium}",
        "{driver: accelerators.acme.com, pool: worker-large, device: d7}",
        "{driver: other.acme.com}", "{device: d11}", "{pool: worker-large-2}"})
    EXPECT_THAT(said_of_rule(right), IsEmpty()) << right;
  EXPECT_THAT(said_of_rule("{driver: acelerators.acme.com, pool: worker-larg}"),
              ElementsAre(HasSubstr("Write driver: accelerators.acme.com.")))
      << "of the rest nothing is known then";
  EXPECT_THAT(said_of_rule("{driver: accelerators.acme.com, pool: worker-lagre}"),
              ElementsAre("spec.deviceSelector.pool: This rule taints nothing: pool is "
                          "worker-lagre, and no pool of the published devices has that name. Write "
                          "pool: worker-large. [TaintRuleIdle]"));
  EXPECT_THAT(said_of_rule("{pool: front_end}"), ElementsAre(HasSubstr("Write pool: frontend.")));
  EXPECT_THAT(said_of_rule("{driver: accelerators.acme.com, pool: worker-large, device: d-1}"),
              ElementsAre(HasSubstr("device is d-1, and no published device has that name there. "
                                    "Write device: d1.")));
}

TEST_F(TaintRuleIdle, WhatNobodyCanRead) {
  world_.add_devices("gpu.acme.com", "n1", 1);
  for (const std::string& odd :
       {std::string("5"), std::string("[]"), std::string("null"),
        std::string("{driver: 5, pool: [], device: {}}"),
        "{driver: " + std::string(100'000, 'g') + ", pool: " + std::string(100'000, 'n') + "}"})
    EXPECT_THAT(said_of_rule(odd), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
