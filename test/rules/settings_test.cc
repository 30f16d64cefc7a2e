#include "rules/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::HasSubstr;

Result<Settings> read(const std::string& rest) {
  const kube::Document document =
      yaml("apiVersion: drawbridge.dev/v1alpha1\nkind: Configuration\n" + rest);
  return read_settings(document.root());
}

std::string error_of(const std::string& rest) {
  const Result<Settings> settings = read(rest);
  return settings ? "no error" : settings.error().text();
}

TEST(Settings, Defaults) {
  const Result<Settings> settings = read("");
  ASSERT_TRUE(settings.ok());
  EXPECT_TRUE(settings->checks.empty());
  EXPECT_EQ(settings->inventory, Inventory::kValues);
  EXPECT_TRUE(settings->claim_makers.contains("system:kube-scheduler"));
}

TEST(Settings, WhatIsSet) {
  const Result<Settings> settings = read(
      "checks: {BothPaths: Deny, MixedNodes: Off, QuotaExceeded: 'Warn'}\n"
      "inventory: Counts\nclaimMakers: [system:kube-scheduler, my-scheduler]\n");
  ASSERT_TRUE(settings.ok()) << settings.error().text();
  EXPECT_EQ(settings->checks.at("BothPaths"), Enforcement::kDeny);
  EXPECT_EQ(settings->checks.at("MixedNodes"), Enforcement::kOff) << "a bare Off is a boolean";
  EXPECT_EQ(settings->checks.at("QuotaExceeded"), Enforcement::kWarn);
  EXPECT_EQ(settings->inventory, Inventory::kCounts);
  EXPECT_EQ(settings->claim_makers.size(), 2U);
  EXPECT_EQ(read("inventory: Nothing")->inventory, Inventory::kNothing);
  EXPECT_EQ(read("inventory: Values")->inventory, Inventory::kValues);
}

TEST(Settings, WhatIsNotKnownIsAnError) {
  EXPECT_THAT(error_of("check: {}"),
              HasSubstr("check: \"check\" is no field of a Configuration; checks is"));
  EXPECT_THAT(error_of("checks: {BothPath: Deny}"),
              HasSubstr("checks.BothPath: \"BothPath\" is no code of a check; BothPaths is"));
  EXPECT_THAT(error_of("checks: {BothPaths: Maybe}"),
              HasSubstr("checks.BothPaths: must be Deny, Warn or Off"));
  EXPECT_THAT(error_of("checks: {BothPaths: true}"), HasSubstr("must be Deny, Warn or Off"));
  EXPECT_THAT(error_of("checks: [BothPaths]"), HasSubstr("checks: must be a map"));
  EXPECT_THAT(error_of("checks: {TemplateTampered: Warn}"), HasSubstr("can't be changed"));
  EXPECT_THAT(error_of("inventory: values"),
              HasSubstr("inventory: must be Values, Counts or Nothing"));
  EXPECT_THAT(error_of("claimMakers: []"), HasSubstr("claimMakers: must be a list"));
  EXPECT_THAT(error_of("claimMakers: ['']"), HasSubstr("claimMakers[0]: must be the name"));
  EXPECT_THAT(read_settings(yaml("{apiVersion: v1, kind: Configuration}").root()).error().text(),
              HasSubstr("apiVersion"));
  EXPECT_THAT(read_settings(yaml("{apiVersion: drawbridge.dev/v1alpha1, kind: Config}").root())
                  .error()
                  .text(),
              HasSubstr("kind: must be Configuration"));
}

TEST(Settings, ClaimMakersUpToTheLimit) {
  std::string users;
  for (std::size_t i = 0; i < kClaimMakersMax; ++i) users += "u" + std::to_string(i) + ",";
  EXPECT_EQ(error_of("claimMakers: [" + users + "]"), "no error");
  EXPECT_THAT(error_of("claimMakers: [" + users + "one-more]"), HasSubstr("more than 64 users"));
}

// "CODE severity" of what is left.
std::vector<std::string> enforced(const Settings& settings, std::string_view label) {
  std::vector<Finding> findings = {{"BothPaths", Severity::kWarn, "", "", ""},
                                   {"QuotaExceeded", Severity::kDeny, "", "", ""},
                                   {"Rewritten", Severity::kInfo, "", "", ""},
                                   {"TemplateTampered", Severity::kDeny, "", "", ""}};
  const kube::Document labels = yaml("{drawbridge.dev/enforcement: '" + std::string(label) + "'}");
  enforce(settings, labels.root(), findings);
  std::vector<std::string> left;
  for (const Finding& finding : findings)
    left.push_back(std::string(finding.code) + " " + std::string(severity_name(finding.severity)));
  return left;
}

using Left = std::vector<std::string>;

TEST(Settings, ANamespaceSoftens) {
  const Settings settings;
  const Left all = {"BothPaths warn", "QuotaExceeded deny", "Rewritten info",
                    "TemplateTampered deny"};
  EXPECT_EQ(enforced(settings, "Deny"), all) << "it sharpens nothing";
  EXPECT_EQ(enforced(settings, "off"), all) << "what is misspelt softens nothing";
  EXPECT_EQ(enforced(settings, "Warn"), (Left{"BothPaths warn", "QuotaExceeded warn",
                                              "Rewritten info", "TemplateTampered deny"}));
  EXPECT_EQ(enforced(settings, "Off"), (Left{"Rewritten info", "TemplateTampered deny"}));
}

TEST(Settings, WhatIsSettledNeedsNoLabel) {
  std::vector<Finding> findings = {{"Rewritten", Severity::kInfo, "", "", ""},
                                   {"TemplateTampered", Severity::kDeny, "", "", ""}};
  EXPECT_FALSE(can_be_softened(findings));
  findings.push_back({"BothPaths", Severity::kWarn, "", "", ""});
  EXPECT_TRUE(can_be_softened(findings));
}

TEST(Settings, ACheckIsSetForTheCluster) {
  Settings settings;
  settings.checks = {{"BothPaths", Enforcement::kDeny}, {"QuotaExceeded", Enforcement::kOff}};
  EXPECT_EQ(enforced(settings, ""),
            (Left{"BothPaths deny", "Rewritten info", "TemplateTampered deny"}));
  EXPECT_EQ(enforced(settings, "Warn"),
            (Left{"BothPaths warn", "Rewritten info", "TemplateTampered deny"}));
}

// A quota that warns, and pods of which only some fit, are no refusal of the cluster's.
TEST(Settings, WhatAQuotaOnlyWarnsOfIsNotMadeARefusal) {
  Settings settings;
  settings.checks = {{"QuotaExceeded", Enforcement::kDeny}};
  std::vector<Finding> findings = {{"QuotaExceeded", Severity::kWarn, "", "", ""},
                                   {"QuotaExceeded", Severity::kDeny, "", "", ""}};
  enforce(settings, yaml("{}").root(), findings);
  EXPECT_EQ(findings.at(0).severity, Severity::kWarn);
  EXPECT_EQ(findings.at(1).severity, Severity::kDeny);
}

TEST(Settings, InformationIsLeftOutAndAdviceMadeMore) {
  const auto left = [](std::string_view code, std::optional<Enforcement> set,
                       std::string_view label = "") -> std::string {
    Settings settings;
    if (set) settings.checks = {{std::string(code), *set}};
    std::vector<Finding> findings = {{code, Severity::kInfo, "", "", ""}};
    enforce(settings, yaml("{drawbridge.dev/enforcement: '" + std::string(label) + "'}").root(),
            findings);
    return findings.empty() ? "none" : std::string(severity_name(findings.front().severity));
  };
  for (const std::string_view code : {"AllocationModeAll", "MappedTwice"}) {
    EXPECT_EQ(left(code, std::nullopt), "info") << code;
    EXPECT_EQ(left(code, std::nullopt, "Warn"), "info") << code;
    EXPECT_EQ(left(code, std::nullopt, "Off"), "none") << code;
    EXPECT_EQ(left(code, Enforcement::kOff), "none") << code;
  }
  EXPECT_EQ(left("AllocationModeAll", Enforcement::kWarn), "warn");
  EXPECT_EQ(left("AllocationModeAll", Enforcement::kDeny), "deny");
  EXPECT_EQ(left("AllocationModeAll", Enforcement::kDeny, "Warn"), "warn");
  EXPECT_EQ(left("MappedTwice", Enforcement::kDeny), "info") << "which says that nothing is wrong";
}

TEST(Settings, DriversAreAddedToTheCatalogue) {
  EXPECT_EQ(&read("")->catalogue(), &Catalogue::built_in());
  const Result<Settings> settings =
      read("drivers: [{name: npu.acme.com, groups: [{source: docs, capacity: {memory: {}}}]}]\n");
  ASSERT_TRUE(settings.ok()) << settings.error().text();
  EXPECT_NE(settings->catalogue().driver("npu.acme.com"), nullptr);
  EXPECT_NE(settings->catalogue().driver("gpu.nvidia.com"), nullptr);
  EXPECT_THAT(error_of("drivers: [{name: a}]\n"), HasSubstr("drivers[0].groups: must be a list"));
}

}  // namespace
}  // namespace drawbridge::rules
