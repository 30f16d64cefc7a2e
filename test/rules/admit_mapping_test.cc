#include "rules/mapping/admit_mapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/mapping/mapping_faults.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A mapping with one rewrite of `resource` that has these further fields.
std::shared_ptr<const Mapping> one(std::string_view name, std::string_view resource,
                                   std::string_view fields = "action: Rewrite") {
  return mapping(name, "logicalResource: a.com/gpu\nrewrites:\n- {resource: '" +
                           std::string(resource) + "', " + std::string(fields) +
                           ", request: {exactly: {deviceClassName: c}}}\n");
}

MappingIndex index_of(std::vector<std::shared_ptr<const Mapping>> mappings) {
  return MappingIndex(std::move(mappings));
}

std::vector<Finding> admit(const std::shared_ptr<const Mapping>& candidate,
                           std::vector<std::shared_ptr<const Mapping>> others) {
  std::vector<Finding> findings = admit_mapping(*candidate, nullptr, index_of(std::move(others)));
  check_findings(findings);
  return findings;
}

std::string clash(std::string_view a, std::string_view b) {
  const std::vector<Finding> findings = admit(one("a", a), {one("b", b)});
  return findings.empty() ? "" : findings.front().message;
}

TEST(AdmitMapping, AloneThereIsNothingToSay) {
  EXPECT_THAT(admit(one("a", "a.com/gpu"), {}), IsEmpty());
  // What it replaces is no neighbour.
  EXPECT_THAT(admit(one("a", "a.com/gpu"), {one("a", "a.com/gpu")}), IsEmpty());
}

TEST(AdmitMapping, TwoMappingsOfOneNameClash) {
  const std::vector<Finding> findings = admit(one("a", "a.com/gpu"), {one("b", "a.com/gpu")});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].code, "MappingConflict");
  EXPECT_EQ(findings[0].severity, Severity::kDeny);
  EXPECT_EQ(findings[0].field, "spec.rewrites[0].resource");
  EXPECT_EQ(findings[0].message,
            "spec.rewrites[0] matches a.com/gpu, and so does spec.rewrites[0] of DeviceMapping b: "
            "pods that ask for it are refused.");
}

TEST(AdmitMapping, PatternsClashWhereOneResourceFitsBoth) {
  EXPECT_THAT(clash("a.com/mig-{p}", "a.com/mig-{q}"), HasSubstr("matches a.com/mig-x, "));
  EXPECT_THAT(clash("a.com/{p}", "a.com/mig-{q}"), HasSubstr("matches a.com/mig-x, "));
  EXPECT_THAT(clash("a.com/mig-{p}", "a.com/{q}.shared"), HasSubstr("a.com/mig-x.shared"));
  EXPECT_EQ(clash("a.com/mig-{p}", "a.com/gpu-{q}"), "");
  EXPECT_EQ(clash("a.com/mig-{p}", "b.com/mig-{q}"), "");
  EXPECT_EQ(clash("a.com/{p}-small", "a.com/{q}-large"), "");
  EXPECT_EQ(clash("a.com/mig-1", "a.com/mig-{q}"), "") << "the literal name wins";
}

TEST(AdmitMapping, ANameHas63CharactersSoLongPatternsMayShareNone) {
  const std::string forty(40, 'a');
  EXPECT_EQ(clash("a.com/" + forty + "b{p}", "a.com/{q}c" + forty), "");
  // Laid over each other they fit: ...aaa and aaa... share the middle.
  EXPECT_NE(clash("a.com/" + forty + "{p}", "a.com/{q}" + forty), "");
}

TEST(AdmitMapping, NamespaceSelectorsKeepMappingsApart) {
  const auto with = [](std::string_view name, std::string_view selector) {
    return one(name, "a.com/gpu",
               "action: Rewrite, namespaceSelector: {" + std::string(selector) + "}");
  };
  const auto severity = [&](std::string_view a, std::string_view b) {
    const std::vector<Finding> findings = admit(with("a", a), {with("b", b)});
    return findings.empty() ? "none" : severity_name(findings.front().severity);
  };
  EXPECT_EQ(severity("matchLabels: {t: a}", "matchLabels: {t: b}"), "none");
  EXPECT_EQ(
      severity("matchLabels: {t: a}", "matchExpressions: [{key: t, operator: NotIn, values: [a]}]"),
      "none");
  EXPECT_EQ(severity("matchLabels: {t: a}", "matchLabels: {u: b}"), "warn")
      << "only a namespace with both labels is torn";
  EXPECT_EQ(severity("matchLabels: {t: a}", "matchLabels: {t: a}"), "deny");
  EXPECT_EQ(severity("matchLabels: {t: a}", ""), "deny") << "every namespace of a is one of b's";
  EXPECT_EQ(severity("matchLabels: {t: a, u: b}", "matchLabels: {u: b}"), "deny");
}

TEST(AdmitMapping, OffTakesNoPart) {
  EXPECT_THAT(admit(one("a", "a.com/gpu", "action: 'Off'"), {one("b", "a.com/gpu")}), IsEmpty());
  EXPECT_THAT(admit(one("a", "a.com/gpu"), {one("b", "a.com/gpu", "action: 'Off'")}), IsEmpty());
  EXPECT_THAT(admit(one("a", "a.com/gpu"), {one("b", "a.com/gpu", "action: Warn")}), SizeIs(1));
}

TEST(AdmitMapping, EntriesOfOneMappingAreHeldToTheSame) {
  const auto candidate = mapping("a", R"(
logicalResource: a.com/gpu
rewrites:
- {resource: "a.com/{x}", request: {exactly: {deviceClassName: c}}}
- {resource: "a.com/mig-{x}", request: {exactly: {deviceClassName: c}}}
)");
  const std::vector<Finding> findings = admit(candidate, {});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].message, HasSubstr("spec.rewrites[0] of this DeviceMapping"));
  EXPECT_EQ(findings[0].field, "spec.rewrites[1].resource");
}

TEST(AdmitMapping, AClassHasOneName) {
  const auto counts = [](std::string_view name, std::string_view logical) {
    return mapping(name, "logicalResource: " + std::string(logical) +
                             "\ndeviceClassNames: [other, gpu.a.com]\n");
  };
  const auto neighbour = mapping("b", "logicalResource: a.com/b\ndeviceClassNames: [gpu.a.com]\n");
  const std::vector<Finding> findings = admit(counts("a", "a.com/a"), {neighbour});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].text(),
            "DeviceClass gpu.a.com is counted twice: as a.com/a here and as a.com/b by "
            "DeviceMapping b. List it in one of the two. [MappedTwice]");
  EXPECT_EQ(findings[0].field, "spec.deviceClassNames[1]");
  EXPECT_THAT(admit(counts("a", "a.com/b"), {neighbour}), IsEmpty())
      << "two mappings may count one class under one name";
}

TEST(AdmitMapping, WhatARewriteMakesIsCountedByItsClass) {
  const auto lister = mapping("b", "logicalResource: a.com/b\ndeviceClassNames: [c]\n");
  const auto rewriter = one("a", "a.com/gpu");  // counts a.com/gpu, makes claims of class c
  std::vector<Finding> findings = admit(rewriter, {lister});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].severity, Severity::kWarn);
  EXPECT_EQ(
      findings[0].text(),
      "spec.rewrites[0] makes claims of DeviceClass c, which DeviceMapping b counts as a.com/b "
      "and not as a.com/gpu. Count both under one logicalResource, or rewrite to another "
      "class. [MappedTwice]");
  findings = admit(lister, {rewriter});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].message,
            "spec.rewrites[0] of DeviceMapping a makes claims of DeviceClass c, which this mapping "
            "counts as a.com/b and not as a.com/gpu.");
  EXPECT_THAT(admit(one("a", "a.com/gpu", "action: 'Off'"), {lister}), IsEmpty());
  EXPECT_THAT(
      admit(mapping("d", "logicalResource: a.com/gpu\ndeviceClassNames: [c]\n"), {rewriter}),
      IsEmpty())
      << "one name";
}

TEST(AdmitMapping, ANameHasOneUnit) {
  const auto counted = [](std::string_view name, std::string_view charge) {
    return mapping(name, "logicalResource: a.com/gpu\ncharge: {" + std::string(charge) + "}\n");
  };
  const std::vector<Finding> findings = admit(
      counted("a", "type: Capacity, capacity: a.com/memory"), {counted("b", "type: Devices")});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].text(),
            "a.com/gpu is counted in a.com/memory here and in devices by DeviceMapping b, and "
            "a quota can't add the two up. Give both the same charge, or count one under another "
            "logicalResource. [ChargesDiffer]");
  EXPECT_THAT(admit(counted("a", "type: Capacity, capacity: a.com/memory"),
                    {counted("b", "type: Capacity, capacity: a.com/memory")}),
              IsEmpty());
}

TEST(AdmitMapping, WhatWasWrongBeforeIsOnlyWarnedOf) {
  const MappingIndex others = index_of({one("b", "a.com/gpu")});
  const auto before = one("a", "a.com/gpu");
  const auto after = mapping("a", R"(
logicalResource: a.com/gpu
mixedNodes: Rewrite
rewrites:
- {resource: a.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: c}}}
)");
  EXPECT_EQ(admit_mapping(*after, nullptr, others).front().severity, Severity::kDeny);
  EXPECT_EQ(admit_mapping(*after, before.get(), others).front().severity, Severity::kWarn);
  // A clash that is new is refused all the same.
  const auto harmless = one("a", "a.com/other");
  EXPECT_EQ(admit_mapping(*after, harmless.get(), others).front().severity, Severity::kDeny);
}

// What is wrong with a mapping by itself hides nothing of what it does to others.
TEST(AdmitMapping, WhatCanBeReadOfAFaultyMappingIsHeldAgainstOthers) {
  const kube::Document object = yaml(R"(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: a}
spec:
  logicalResource: a.com/card
  deviceClassNames: [c]
  rewrites:
  - {resource: a.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: C_C}}}
  - {resource: a.com/other, action: rewrite, request: {exactly: {deviceClassName: c}}}
)");
  const FaultyMapping faulty = mapping_faults(object.root());
  EXPECT_THAT(faulty.faults, SizeIs(2));
  const auto other = mapping("b", R"(
logicalResource: a.com/gpu
deviceClassNames: [c]
rewrites:
- {resource: a.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: c}}}
- {resource: a.com/other, action: Rewrite, request: {exactly: {deviceClassName: c}}}
)");
  const std::vector<Finding> findings = admit_mapping(faulty.readable, nullptr, index_of({other}));
  check_findings(findings);
  std::vector<std::string> told;
  for (const Finding& finding : findings)
    told.push_back(finding.field + " " + std::string(finding.code));
  EXPECT_THAT(told, ElementsAre("spec.deviceClassNames[0] MappedTwice",
                                "spec.rewrites[0].resource MappingConflict"))
      << "whether the second rewrites at all is not known";
}

TEST(AdmitMapping, NothingIsSaidOfACountThatCantBeRead) {
  const kube::Document object = yaml(R"(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: a}
spec: {logicalResource: a.com/gpu, charge: {type: Capacity, capacity: memory}}
)");
  const FaultyMapping faulty = mapping_faults(object.root());
  EXPECT_THAT(faulty.faults, SizeIs(1));
  EXPECT_THAT(admit_mapping(faulty.readable, nullptr, index_of({one("b", "a.com/x")})), IsEmpty());
}

TEST(AdmitMapping, SaysNoMoreThanAPersonReads) {
  std::vector<std::shared_ptr<const Mapping>> others;
  for (std::size_t i = 0; i <= kMappingFindingsMax; ++i)
    others.push_back(one("m" + std::to_string(i), "a.com/gpu"));
  EXPECT_THAT(admit(one("a", "a.com/gpu"), others), SizeIs(kMappingFindingsMax));
  others.resize(kMappingFindingsMax - 1);
  EXPECT_THAT(admit(one("a", "a.com/gpu"), others), SizeIs(kMappingFindingsMax - 1));
}

}  // namespace
}  // namespace drawbridge::rules
