#include "rules/checks/selector_invalid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "rules/devices/selectors.h"
#include "test/rules/checks/check_world.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string fault(std::string_view expression) {
  const std::optional<SelectorFault> found = selector_fault(expression);
  return found ? found->what : "none";
}

TEST(SelectorFault, WhatTheApiServerTakesHasNone) {
  for (const std::string_view good :
       {"true", "device.driver == 'gpu.nvidia.com'",
        "device.attributes['gpu.nvidia.com'].model == 'H100'", "device.attributes['a.com'].flag",
        "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('16Gi')) >= 0",
        "cel.bind(g, device.attributes['a.com'], has(g.x) && g.x > 1)",
        "device.allowMultipleAllocations"})
    EXPECT_EQ(fault(good), "none") << good;
}

TEST(SelectorFault, OfAFeatureGateItIsSaid) {
  const auto found = selector_fault("device.attributes['d.com'].names.includes('x')");
  ASSERT_TRUE(found.has_value());
  EXPECT_THAT(found->fix, HasSubstr("feature gate DRAListTypeAttributes"));
}

TEST(SelectorFault, NamesThePlace) {
  EXPECT_EQ(fault("device.capacity['a.com'].memory >= quantity('16Gi')"),
            "does not compile at 1:33 (>= quantity('16Gi')): found no matching overload for '_>=_' "
            "applied to '(kubernetes.Quantity, kubernetes.Quantity)'");
  EXPECT_EQ(fault("true &&\n  devise.driver == 'a'"),
            "does not compile at 2:3 (devise.driver == 'a'): undeclared reference to 'devise' (in "
            "container '')");
  // Columns count characters.
  EXPECT_THAT(fault("'\u00fc\U0001f600' == 1"), StartsWith("does not compile at 1:6 (== 1)"));
  EXPECT_THAT(fault("(1 == 1"), StartsWith("does not compile at 1:8: "));
  EXPECT_THAT(fault("a == b"), HasSubstr(", and 1 more"));
  // The arguments are looked at before the function, and stand behind it.
  EXPECT_THAT(fault("f(a, b)"), StartsWith("does not compile at 1:2 ((a, b)): "));
}

TEST(SelectorFault, TheResultMustBeTrueOrFalse) {
  EXPECT_EQ(fault("device.driver"),
            "cannot be used: must evaluate to bool or the unknown type, not string");
  EXPECT_THAT(fault("1"), HasSubstr("not int"));
}

TEST(SelectorFault, LengthUpToTheLimit) {
  const auto of = [](std::size_t bytes) {
    return "'" + std::string(bytes - std::string_view("'' == ''").size(), 'x') + "' == ''";
  };
  EXPECT_EQ(fault(of(kSelectorExpressionBytesMax)), "none");
  EXPECT_EQ(fault(of(kSelectorExpressionBytesMax + 1)),
            "is too long: may not be more than 10240 bytes, and has 10241");
}

TEST(SelectorFault, CostUpToTheLimit) {
  EXPECT_EQ(fault("device.attributes.all(d, true)"), "none");
  EXPECT_THAT(fault("device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, "
                    "device.attributes.all(d, a == b))))"),
              StartsWith("is too complex, exceeds cost limit 1000000: it may cost "));
}

TEST(SelectorFault, ALongNameIsNotRepeated) {
  EXPECT_LT(fault(std::string(10'000, 'x')).size(), 500u);
  EXPECT_EQ(fault("\x1b[31m").find('\x1b'), std::string::npos);
}

TEST(CheckSelectors, EveryPlaceOfASelector) {
  const auto fields = [](std::string_view text) {
    const kube::Document document = yaml(text);
    std::vector<std::string> result;
    for (const Finding& finding : check_selectors(document.root(), {})) {
      EXPECT_EQ(finding.code, "SelectorInvalid");
      result.push_back(finding.field + " " +
                       finding.message.substr(0, finding.message.find(" does")));
    }
    return result;
  };
  EXPECT_THAT(fields(R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: c}
spec: {selectors: [{cel: {expression: "true"}}, {cel: {expression: x}}]}
)"),
              ElementsAre("spec.selectors[1].cel.expression Selector 2 of this DeviceClass"));
  EXPECT_THAT(
      fields(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: c}
spec:
  devices:
    requests:
    - {name: a, exactly: {deviceClassName: c, selectors: [{cel: {expression: x}}]}}
    - name: b
      firstAvailable:
      - {name: big, deviceClassName: c, selectors: [{cel: {expression: "true"}}]}
      - {name: small, deviceClassName: c, selectors: [{cel: {expression: z}}]}
)"),
      ElementsAre("spec.devices.requests[0].exactly.selectors[0].cel.expression Selector 1 of "
                  "request a",
                  "spec.devices.requests[1].firstAvailable[1].selectors[0].cel.expression Selector "
                  "1 of request b/small"));
  EXPECT_THAT(fields(R"(
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaimTemplate
metadata: {name: c}
spec: {spec: {devices: {requests: [{name: a, deviceClassName: c, selectors: [{cel: {expression: x}}]}]}}}
)"),
              ElementsAre("spec.spec.devices.requests[0].selectors[0].cel.expression Selector 1 of "
                          "request a"));
  EXPECT_THAT(fields("{apiVersion: v1, kind: Pod, spec: {selectors: [{cel: {expression: x}}]}}"),
              IsEmpty());
}

TEST(CheckSelectors, WhatStoodThereBeforeIsNotJudgedAgain) {
  const auto with = [](std::string_view expression) {
    return yaml(
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
        "{selectors: [{cel: {expression: " +
        std::string(expression) + "}}]}}");
  };
  const kube::Document old_object = with("x");
  EXPECT_THAT(check_selectors(old_object.root(), old_object.root()), IsEmpty());
  EXPECT_EQ(check_selectors(with("z").root(), old_object.root()).size(), 1u);
}

// The function comes with a feature gate of the API server, and so do attributes that are lists.
TEST(CheckSelectors, IncludesIsRightWhereTheGateIsOn) {
  const kube::Document device_class = yaml(
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: {selectors: "
      "[{cel: {expression: \"device.attributes['d.com'].links.includes('x')\"}}]}}");
  const auto refusals = [&](std::string_view value, bool is_stored) {
    CheckWorld world;
    world.add(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
        "d.com, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 1}, devices: "
        "[{name: d, attributes: {links: {" +
        std::string(value) + "}}}]}}");
    const CheckFacts facts = world.facts();
    return check_selectors(device_class.root(), {}, &facts, is_stored).size();
  };
  EXPECT_EQ(refusals("string: x", false), 1U);
  EXPECT_EQ(refusals("strings: [x, y]", false), 0U);
  EXPECT_EQ(refusals("string: x", true), 0U) << "the API server compiled it";
  EXPECT_EQ(check_selectors(device_class.root(), {}).size(), 1U);
}

kube::Document claim_of(const std::vector<std::string>& expressions) {
  nlohmann::json selectors = nlohmann::json::array();
  for (const std::string& expression : expressions)
    selectors.push_back({{"cel", {{"expression", expression}}}});
  const nlohmann::json claim = {
      {"apiVersion", "resource.k8s.io/v1"},
      {"kind", "ResourceClaim"},
      {"spec",
       {{"devices",
         {{"requests",
           {{{"name", "gpu"},
             {"exactly", {{"deviceClassName", "a"}, {"selectors", selectors}}}}}}}}}}};
  return std::move(*kube::read_json(claim.dump()));
}

TEST(CheckSelectors, NodesAreNotSeen) {
  for (const char* expression : {"device.nodeName == 'n1'", "node.name == 'n1'"}) {
    const std::vector<Finding> findings = check_selectors(claim_of({expression}).root(), {});
    ASSERT_EQ(findings.size(), 1U) << expression;
    EXPECT_THAT(findings[0].fix, HasSubstr("choose nodes by nodeSelector or affinity of the pod"));
  }
}

TEST(CheckSelectors, WhatCostsTooMuchIsToldWithWhatCostsLess) {
  const auto fix = [](const std::string& expression) {
    const std::vector<Finding> findings = check_selectors(claim_of({expression}).root(), {});
    return findings.empty() ? "-" : findings.front().fix;
  };
  EXPECT_THAT(fix("device.attributes['a.com'].?x.orValue('').contains('H100')"),
              HasSubstr("Write has(NAME) && NAME instead of NAME.orValue()"));
  EXPECT_EQ(fix("has(device.attributes['a.com'].x) && "
                "device.attributes['a.com'].x.contains('H100')"),
            "-");
  EXPECT_THAT(fix("device.capacity['a.com'].memory != quantity('40Gi')"),
              HasSubstr("Write !(A == B) instead of A != B"));
  EXPECT_EQ(fix("!(device.capacity['a.com'].memory == quantity('40Gi'))"), "-");
  EXPECT_THAT(fix("device.attributes.all(d, device.attributes[d].all(a, "
                  "device.attributes.all(e, device.attributes[e].all(b, a.matches(b)))))"),
              HasSubstr("instead of walking over all of them"));
}

TEST(CheckSelectors, PatternsOfOneObjectHaveOneBudget) {
  const auto matches = [](const std::string& pattern) {
    return "device.driver.matches('" + pattern + "')";
  };
  const std::vector<std::string> usual(100, matches("^NVIDIA (A100|H100)[- ].*[0-9]+GB$"));
  EXPECT_THAT(check_selectors(claim_of(usual).root(), {}), IsEmpty());

  // Each is valid, and four times 900 instructions.
  const std::vector<std::string> large(100, matches("(a{1,99}){1,9}"));
  const std::vector<Finding> refused = check_selectors(claim_of(large).root(), {});
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].code, "SelectorTooCostly");
  EXPECT_EQ(refused[0].severity, Severity::kDeny);
  EXPECT_THAT(refused[0].field, HasSubstr("selectors["));

  // What is refused for its size alone ends it at once, whatever stands behind it.
  const std::vector<std::string> wrong(100, matches("(\\\\pL{1,30}){1,30}N"));
  EXPECT_EQ(check_selectors(claim_of(wrong).root(), {}).size(), 1u);
}

}  // namespace
}  // namespace drawbridge::rules
