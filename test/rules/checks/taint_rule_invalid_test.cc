// DeviceTaintRules that the API server refuses.
#include "rules/checks/taint_rule_invalid.h"

#include <string>
#include <vector>

#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> said_of_rule(const std::string& selector, const std::string& taint) {
  CheckWorld world;
  world.severity = Severity::kDeny;
  return world.object("TaintRuleInvalid",
                      "{apiVersion: resource.k8s.io/v1beta2, kind: DeviceTaintRule, metadata: "
                      "{name: r}, spec: {deviceSelector: {" +
                          selector + "}, taint: {" + taint + "}}}");
}

constexpr const char* kTaint = "key: a.com/b, effect: NoSchedule";

TEST(TaintRuleInvalid, NamesThatNothingCanHave) {
  EXPECT_THAT(said_of_rule("driver: nvidia.com/gpu", kTaint),
              ElementsAre("spec.deviceSelector.driver: spec.deviceSelector.driver is "
                          "nvidia.com/gpu, and must be a DNS name of at most 63 bytes. Write the "
                          "driver's name, such as gpu.example.com. [TaintRuleInvalid]"));
  EXPECT_THAT(said_of_rule("pool: Node_1", kTaint), ElementsAre(HasSubstr("deviceSelector.pool")));
  EXPECT_THAT(said_of_rule("device: GPU_0", kTaint), ElementsAre(HasSubstr("Write gpu-0.")));
}

TEST(TaintRuleInvalid, TaintsThatAreNone) {
  const std::string driver = "driver: gpu.nvidia.com";
  EXPECT_THAT(said_of_rule(driver, "key: a.com/b/c, effect: NoSchedule"),
              ElementsAre(HasSubstr("spec.taint.key is a.com/b/c")));
  EXPECT_THAT(said_of_rule(driver, "key: 'a.com/b c', value: 'x!', effect: NoSchedule"),
              ElementsAre(HasSubstr("spec.taint.key"), HasSubstr("spec.taint.value")));
}

TEST(TaintRuleInvalid, NotWhatIsTakenOrNotThere) {
  for (const char* selector : {"driver: gpu.nvidia.com, pool: zone/node-1, device: gpu-0", ""})
    EXPECT_THAT(said_of_rule(selector, kTaint), IsEmpty()) << selector;
  EXPECT_THAT(said_of_rule("driver: 7, pool: [], device: {}", "key: 1"), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
