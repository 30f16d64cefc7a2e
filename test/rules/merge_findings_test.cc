#include "rules/merge_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Finding finding(std::string message) {
  return {"MixedNodes", Severity::kWarn, "spec", std::move(message), "Do this."};
}

Finding of_container(const std::string& name, std::size_t index, Severity severity,
                     const std::string& rest = " asks for 1500m of nvidia.com/gpu.") {
  return {"ResourceQuantityInvalid", severity,
          "spec.containers[" + std::to_string(index) + "].resources", "Container " + name + rest,
          "Write a whole number."};
}

std::vector<std::string> merged(std::vector<Finding> findings) {
  merge_containers(findings);
  std::vector<std::string> texts;
  for (const Finding& finding : findings) texts.push_back(finding.field + " " + finding.text());
  return texts;
}

TEST(MergedFindings, OneCauseInSeveralContainersIsToldOnceWithTheFirstAndACount) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < 12; ++i)
    findings.push_back(of_container("c" + std::to_string(i), i, Severity::kDeny));
  std::swap(findings[0], findings[11]);
  EXPECT_THAT(merged(findings),
              ElementsAre("spec.containers[0].resources Container c0 asks for 1500m of "
                          "nvidia.com/gpu. It is the same with 11 more containers: c1, c2, c3 and "
                          "8 others. Write a whole number. [ResourceQuantityInvalid]"));
  findings.resize(5);
  EXPECT_THAT(merged(findings)[0], HasSubstr("4 more containers: c2, c3, c4 and 1 other. Write"));
  findings.resize(4);
  EXPECT_THAT(merged(findings)[0], HasSubstr("3 more containers: c2, c3 and c11. Write"));
  findings.resize(3);
  EXPECT_THAT(merged(findings)[0], HasSubstr("2 more containers: c2 and c11. Write"));
  findings.resize(2);
  EXPECT_THAT(merged(findings)[0], HasSubstr("It is the same with container c11. Write"));
  findings.resize(1);
  EXPECT_EQ(merged(findings)[0], findings[0].field + " " + findings[0].text());
}

TEST(MergedFindings, ElementsOfAListThatAreToldTheSame) {
  const auto of_element = [](std::size_t index, const std::string& what = "basic") {
    const std::string field = "spec.devices[" + std::to_string(index) + "]." + what;
    return Finding{"UnknownField", Severity::kDeny, field, field + " is no field.",
                   "Write what devices[" + std::to_string(index) + "] holds."};
  };
  std::vector<Finding> findings = {of_element(0), of_element(1)};
  merge_elements(findings);
  EXPECT_EQ(findings.size(), 2U) << "two stand by themselves";
  for (std::size_t i = 2; i < 8; ++i) findings.push_back(of_element(i));
  findings.insert(findings.begin() + 3, of_element(3, "other"));
  merge_elements(findings);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(
      findings[0].text(),
      "spec.devices[0].basic is no field. It is the same with 7 others of the list. Write what "
      "devices[0] holds. [UnknownField]");
  EXPECT_EQ(findings[1].field, "spec.devices[3].other");
  // Three findings that are equal are no elements.
  std::vector<Finding> same(3, finding("It is so."));
  merge_elements(same);
  EXPECT_EQ(same.size(), 3U);
}

TEST(MergedFindings, WhatDiffersInMoreThanTheContainerStays) {
  EXPECT_EQ(
      merged({of_container("a", 0, Severity::kDeny), of_container("b", 1, Severity::kWarn)}).size(),
      2u);
  EXPECT_EQ(merged({of_container("a", 0, Severity::kDeny),
                    of_container("b", 1, Severity::kDeny, " asks for 2500m of nvidia.com/gpu.")})
                .size(),
            2u);
  Finding other_code = of_container("b", 1, Severity::kDeny);
  other_code.code = "MixedNodes";
  EXPECT_EQ(merged({of_container("a", 0, Severity::kDeny), other_code}).size(), 2u);
  Finding other_fix = of_container("b", 1, Severity::kDeny);
  other_fix.fix = "Write 2.";
  EXPECT_EQ(merged({of_container("a", 0, Severity::kDeny), other_fix}).size(), 2u);
  // No container is named, or one container has two fields.
  EXPECT_EQ(merged({finding("The container."), finding("The container.")}).size(), 2u);
  EXPECT_EQ(
      merged({of_container("a", 0, Severity::kDeny), of_container("a", 1, Severity::kDeny)}).size(),
      2u);
}

TEST(MergedFindings, TheNameMayStandInTheMiddleInQuotesAndTwice) {
  const auto warned = [](const std::string& name) {
    Finding made = finding("nvidia.com/gpu of container \"" + name + "\" stays (container " + name +
                           ", class c).");
    made.fix = "Remove it from container " + name + ".";
    return made;
  };
  EXPECT_THAT(
      merged({warned("b"), warned("a")}),
      ElementsAre("spec nvidia.com/gpu of container \"a\" stays (container a, class c). It "
                  "is the same with container b. Remove it from container a. [MixedNodes]"));
  // Another container that both speak of is not what differs.
  const auto beside = [](const std::string& name) {
    return finding("Container " + name + " and container z share a claim.");
  };
  EXPECT_THAT(
      merged({beside("a"), beside("b")}),
      ElementsAre(HasSubstr("Container a and container z share a claim. It is the same with "
                            "container b.")));
}

TEST(MergedFindings, SoManyContainersAreNamed) {
  const auto with_others = [](std::size_t others) {
    std::vector<Finding> findings;
    for (std::size_t i = 0; i <= others; ++i)
      findings.push_back(of_container("c" + std::to_string(i), i, Severity::kWarn));
    return merged(findings).at(0);
  };
  EXPECT_THAT(with_others(kMoreContainersMax), HasSubstr("3 more containers: c1, c2 and c3."));
  EXPECT_THAT(with_others(kMoreContainersMax + 1),
              HasSubstr("4 more containers: c1, c2, c3 and 1 other."));
}

TEST(MergedFindings, LongNamesLeaveRoomForTheFix) {
  std::vector<Finding> findings;
  for (const char letter : {'a', 'b', 'c', 'd'})
    findings.push_back(of_container(std::string(63, letter), 0, Severity::kWarn));
  const std::string text = merged(findings)[0];
  EXPECT_THAT(text, HasSubstr("3 more containers: " + std::string(63, 'b') + " and 2 others."));
  findings = {of_container("a", 0, Severity::kWarn)};
  for (const char letter : {'b', 'c'})
    findings.push_back(of_container(std::string(39, letter), 1, Severity::kWarn));
  EXPECT_THAT(merged(findings)[0],
              HasSubstr("b and " + std::string(39, 'c') + "."));  // 39 + 39 + 2
  findings.back() = of_container(std::string(42, 'c'), 2, Severity::kWarn);
  EXPECT_THAT(merged(findings)[0], HasSubstr("b and 1 other."));
}

}  // namespace
}  // namespace drawbridge::rules
