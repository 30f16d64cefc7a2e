// The checks of selectors, constraints and capacities, each with what it says and what it leaves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"
#include "rules/checks/claim_unserved.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view kSlices[] = {
    R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: gpus}
spec:
  driver: gpu.example.com
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: d0, attributes: {model: {string: H100}, root: {string: r0}}, capacity: {memory: {value: 81559Mi}}}
  - {name: d1, attributes: {model: {string: H100}, root: {string: r0}}, capacity: {memory: {value: 81559Mi}}}
  - {name: d2, attributes: {model: {string: A2}, root: {string: r1}, profile: {string: small}, resource.kubernetes.io/pcieRoot: {string: p}, ready: {bool: false}}, capacity: {memory: {value: 16Gi}}}
)",
    R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: nics}
spec:
  driver: nic.example.com
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: nic0, attributes: {port: {int: 1}}, capacity: {bandwidth: {value: 100G}}}
)"};

std::string device_class(std::string_view name, std::string_view expression) {
  const std::string selectors = expression.empty() ? "{}"
                                                   : "{selectors: [{cel: {expression: \"" +
                                                         std::string(expression) + "\"}}]}";
  return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: " +
         std::string(name) + "}, spec: " + selectors + "}";
}

class SelectorChecks : public ::testing::Test {
 protected:
  SelectorChecks() {
    for (const std::string_view text : kSlices) add_slice(text);
    add_class("gpu.example.com", "device.driver == 'gpu.example.com'");
    add_class("nic.example.com", "device.driver == 'nic.example.com'");
    add_class("open", "");
  }

  void add_slice(std::string_view text) {
    slices_.push_back(yaml(text));
    const kube::Json slice = slices_.back().root();
    EXPECT_TRUE(index_.replace({}, slice).ok());
    matches_.put_slice(slice["metadata"]["name"].as_string(), kube::CompactJson(slice));
    renew();
  }
  void add_class(std::string_view name, std::string_view expression) {
    const kube::Document document = yaml(device_class(name, expression));
    EXPECT_TRUE(index_.replace({}, document.root()).ok());
    matches_.set_class(name, index_.device_class(name)->selectors);
    renew();
  }
  void renew() {
    std::vector<DeviceMatches::SliceProblem> problems;
    index_.set_matches(matches_.update(problems));
  }

  std::vector<Finding> findings_of(std::string_view text) const {
    const kube::Document document = yaml(text);
    CheckFacts facts{"team-a", {}, mappings_, index_, settings_, {}, {}, {}};
    facts.class_exists = [](std::string_view) { return Known::kUnknown; };
    const auto unknown = [](std::string_view) { return Found(); };
    facts.claim_template = unknown;
    facts.claim = unknown;
    DeviceSurvey survey;
    for (const kube::Document& slice : slices_) survey.add_slice(slice.root());
    facts.survey = [&]() -> const DeviceSurvey& { return survey; };
    std::vector<Finding> findings;
    check_object({document.root(), {}}, facts, findings);
    for (const Finding& finding : findings) {
      EXPECT_TRUE(finding.message.ends_with('.')) << finding.text();
      EXPECT_FALSE(finding.fix.empty()) << finding.text();
      for (const std::string& line : warning_lines(finding))
        EXPECT_LE(line.size(), kWarningBytesMax);
    }
    return findings;
  }

  // "CODE: MESSAGE FIX" of a claim with one request.
  std::vector<std::string> said_of(std::string_view object) const {
    std::vector<std::string> lines;
    for (const Finding& finding : findings_of(object))
      lines.push_back(std::string(finding.code) + ": " + finding.message + " " + finding.fix);
    return lines;
  }
  std::vector<std::string> said(std::string_view expression,
                                std::string_view device_class = "gpu.example.com") const {
    return said_of(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
        "{devices: {requests: [{name: gpu, exactly: {deviceClassName: " +
        std::string(device_class) + ", selectors: [{cel: {expression: \"" +
        std::string(expression) + "\"}}]}}]}}}");
  }
  std::vector<std::string> said_of_devices(std::string_view devices) const {
    return said_of(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: c}, spec: "
        "{spec: {devices: " +
        std::string(devices) + "}}}");
  }

  // As the driver's chart makes them, with no device of theirs.
  void add_nvidia_classes() {
    for (const std::string type : {"gpu", "mig"})
      add_class(type + ".nvidia.com",
                "device.driver == 'gpu.nvidia.com' && "
                "device.attributes['gpu.nvidia.com'].type == '" +
                    type + "'");
  }

  std::vector<kube::Document> slices_;
  DeviceMatches matches_;
  DeviceIndex index_;
  MappingIndex mappings_;
  Settings settings_;
};

TEST_F(SelectorChecks, ComparesText) {
  EXPECT_THAT(
      said("device.attributes['gpu.example.com'].memory >= '16Gi'"),
      ElementsAre("SelectorComparesText: device.attributes['gpu.example.com'].memory is compared "
                  "as text, and memory is a capacity: the error fails the whole pod. Write: "
                  "device.capacity['gpu.example.com'].memory.compareTo(quantity('16Gi')) >= 0"));
  EXPECT_THAT(said("device.capacity['gpu.example.com'].memory.compareTo(quantity('16Gi')) >= 0"),
              IsEmpty());
}

// Neither what two terms have in common nor what comes of a repair is told again.
TEST_F(SelectorChecks, AWordForABooleanIsOne) {
  const std::string ready = "device.attributes['gpu.example.com'].ready";
  EXPECT_THAT(said(ready + " == 'no'"),
              ElementsAre(HasSubstr("is a boolean, and is compared with text. Write: has(" + ready +
                                    ") && " + ready + " == false")))
      << "only some have it";
  EXPECT_THAT(said(ready + " == 'maybe'"), Each(Not(HasSubstr("is a boolean"))));
}

TEST_F(SelectorChecks, OneMistakeIsToldOnce) {
  EXPECT_THAT(
      said("device.attributes['gpu.example.com'].memory >= '80'"),
      ElementsAre("SelectorComparesText: device.attributes['gpu.example.com'].memory is compared "
                  "as text, and memory is a capacity: the error fails the whole pod. Write: "
                  "device.capacity['gpu.example.com'].memory.compareTo(quantity('79Gi')) >= 0"));
  EXPECT_THAT(
      said("has(device.attributes['gpu.example.com'].Model) && "
           "device.attributes['gpu.example.com'].Model == 'H100'"),
      ElementsAre(AllOf(HasSubstr("SelectorUnknownAttribute: No published device has Model"),
                        Not(HasSubstr("error")))))
      << "behind has() it is false";
}

TEST_F(SelectorChecks, ANameWithinTheBracketsOfItsDomain) {
  for (const std::string_view expression :
       {"device.attributes['gpu.example.com/memory'].quantity >= '16Gi'",
        "device.attributes['gpu.example.com/memory'].value >= 16",
        "device.capacity['gpu.example.com/memory'].quantity.compareTo(quantity('16Gi')) >= 0"})
    EXPECT_THAT(
        said(expression),
        ElementsAre(AllOf(
            HasSubstr("SelectorUnknownAttribute: "),
            HasSubstr(" holds the name within the brackets of the domain: the error fails the "
                      "whole pod. Write: "
                      "device.capacity['gpu.example.com'].memory.compareTo(quantity('16Gi')) >= "
                      "0"))))
        << expression;
}

TEST_F(SelectorChecks, OfALongOneThePartIsShownWithWhatStays) {
  const std::string other =
      "device.attributes['gpu.example.com'].model != 'a model of a long name'";
  const std::string wrong = "device.attributes['gpu.example.com'].Model == 'H100'";
  const std::string part = "device.attributes['gpu.example.com'].model == 'H100'";
  const std::string both = other + " && " + other;
  EXPECT_THAT(said(both + " && " + wrong), ElementsAre(testing::EndsWith("Write: ... && " + part)));
  EXPECT_THAT(said(wrong + " && " + both),
              ElementsAre(testing::EndsWith("Write: " + part + " && ...")));
  EXPECT_THAT(said(other + " && " + wrong + " && " + other),
              ElementsAre(testing::EndsWith("Write: ... && " + part + " && ...")));
}

// The value that stands for true is taken from the devices, so that one correction is enough.
TEST_F(SelectorChecks, TextThatSaysYesOrNoIsNoBoolean) {
  const auto slice = [](std::string_view name, std::string_view health) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " +
           std::string(name) +
           "}, spec: {driver: npu.example.com, pool: {name: " + std::string(name) +
           ", generation: 1, resourceSliceCount: 1}, devices: [{name: d0, " +
           "attributes: {health: {string: " + std::string(health) + "}, zone: {string: a}}}]}}";
  };
  add_class("npu.example.com", "device.driver == 'npu.example.com'");
  add_slice(slice("h0", "Healthy"));
  const std::string health = "device.attributes['npu.example.com'].health";
  const auto write = [&](const std::string& expression) {
    const std::vector<std::string> lines = said(expression, "npu.example.com");
    // Beside it that no device is so.
    EXPECT_FALSE(lines.empty() || lines.size() > 2) << expression;
    if (lines.size() == 2) {
      EXPECT_THAT(lines[1], HasSubstr("Ask for what is published"));
    }
    const std::size_t at = lines.empty() ? std::string::npos : lines[0].find("Write: ");
    return at == std::string::npos ? std::string() : lines[0].substr(at + 7);
  };
  EXPECT_THAT(said(health + " == true", "npu.example.com"),
              ElementsAre("SelectorComparesText: " + health +
                          " is published as text. Write: " + health + " == 'Healthy'"));
  EXPECT_EQ(write("false == " + health), health + " != 'Healthy'");
  EXPECT_EQ(write(health + " != true"), health + " != 'Healthy'");
  EXPECT_THAT(
      said(health, "npu.example.com"),
      ElementsAre("SelectorFails: " + health +
                  " is published as text, and no condition. Write: " + health + " == 'Healthy'"));
  EXPECT_EQ(write("!" + health), health + " != 'Healthy'");
  EXPECT_EQ(write("device.attributes['npu.example.com'].zone == true"),
            "has(device.attributes['npu.example.com'].zone)")
      << "no value says yes";
  EXPECT_THAT(said(health + " == 'Healthy'", "npu.example.com"), IsEmpty());
  settings_.inventory = Inventory::kCounts;
  EXPECT_EQ(write(health + " == true"), health + " == 'true'") << "no value is told";
  settings_.inventory = Inventory::kValues;
  add_slice(slice("h1", "Unhealthy"));
  EXPECT_EQ(write(health + " == false"), health + " == 'Unhealthy'");
  // By the catalogue, of a driver that publishes nothing here.
  const std::string of_intel = "device.attributes['gpu.intel.com'].health";
  EXPECT_THAT(said(of_intel + " == true", "gpu.intel.com"),
              ElementsAre("SelectorComparesText: " + of_intel + " is text. Write: " + of_intel +
                          " == 'Healthy'"));
}

// By the catalogue, where nothing is published.
TEST_F(SelectorChecks, WhatOnlyDevicesOfAnotherKindHave) {
  add_nvidia_classes();
  const std::string nvidia = "device.attributes['gpu.nvidia.com'].";
  const std::string profile = nvidia + "profile == '1g.5gb'";
  EXPECT_THAT(said(profile, "gpu.nvidia.com"),
              ElementsAre("SelectorFails: The selector of request gpu asks for profile, which by "
                          "the catalogue only devices of type mig have, and those of class "
                          "gpu.nvidia.com are of type 'gpu': the error fails the whole pod. Write "
                          "deviceClassName: mig.nvidia.com."));
  EXPECT_THAT(
      said("has(" + nvidia + "profile) && " + profile, "gpu.nvidia.com"),
      ElementsAre(AllOf(HasSubstr("SelectorNeverMatches: "),
                        HasSubstr("are of type 'gpu'. Write deviceClassName: mig.nvidia.com."))));
  EXPECT_THAT(said(profile, "mig.nvidia.com"), IsEmpty());
  EXPECT_THAT(said(nvidia + "type == 'mig' || " + profile, "gpu.nvidia.com"), SizeIs(0))
      << "another side of || may spare it";
  EXPECT_THAT(said("!has(" + nvidia + "profile)", "gpu.nvidia.com"), IsEmpty());
  EXPECT_THAT(said(nvidia + "productName == 'NVIDIA A100'", "gpu.nvidia.com"), IsEmpty());
  add_class("all.nvidia.com", "device.driver == 'gpu.nvidia.com'");
  EXPECT_THAT(said(profile, "all.nvidia.com"), IsEmpty()) << "of whatever type";
  EXPECT_THAT(
      said(nvidia + "type == 'gpu' && " + profile, "all.nvidia.com"),
      ElementsAre(AllOf(HasSubstr("have, and for type 'gpu': the error"),
                        HasSubstr("Ask for " + nvidia + "type == 'mig', or leave out profile."))));
}

TEST_F(SelectorChecks, ValuesThatTheCatalogueHasAllOf) {
  add_nvidia_classes();
  const std::string type = "device.attributes['gpu.nvidia.com'].type";
  const auto of = [&](const std::string& expression, std::string_view device_class) {
    return said(expression, device_class);
  };
  EXPECT_THAT(of(type + ".startsWith('mi')", "gpu.nvidia.com"),
              ElementsAre("SelectorNeverMatches: The selector of request gpu matches no device of "
                          "class gpu.nvidia.com, whose " +
                          type + " is 'gpu'. Write deviceClassName: mig.nvidia.com."));
  EXPECT_THAT(of(type + ".matches('^full')", "gpu.nvidia.com"),
              ElementsAre(HasSubstr("Ask for another class, or take " + type +
                                    ".matches('^full') out of the selector.")));
  EXPECT_THAT(of(type + ".startsWith('g')", "gpu.nvidia.com"), IsEmpty());
  EXPECT_THAT(of(type + ".startsWith('GPU')", "gpu.nvidia.com"),
              ElementsAre(HasSubstr("Write: " + type + ".startsWith('gpu')")));
  EXPECT_THAT(of(type + " == 'GPU'", "gpu.nvidia.com"),
              ElementsAre(HasSubstr("Write 'gpu' for 'GPU'.")));
  add_class("all.nvidia.com", "device.driver == 'gpu.nvidia.com'");
  EXPECT_THAT(
      of(type + " == 'MIG'", "all.nvidia.com"),
      ElementsAre("SelectorNeverMatches: The selector of request gpu matches no device: " + type +
                  " is gpu, mig or vfio by the catalogue. Write: " + type + " == 'mig'"));
  EXPECT_THAT(
      of("device.driver == 'gpu.nvidia.com' && " + type + ".contains('card')", "all.nvidia.com"),
      ElementsAre(HasSubstr("Ask for one of these.")));
  EXPECT_THAT(of(type + " in ['gpu', 'card']", "all.nvidia.com"), IsEmpty());
  EXPECT_THAT(of(type + " != 'card'", "all.nvidia.com"), IsEmpty());
}

TEST_F(SelectorChecks, AValueIsWrittenAsTheCataloguesAre) {
  add_nvidia_classes();
  const std::string profile = "device.attributes['gpu.nvidia.com'].profile == ";
  for (const std::string slip : {"'1g10gb'", "'1G.10GB'", "'1g-10gb'", "'mig-1g.10gb'",
                                 "'MIG 1g.10gb'", "'nvidia.com/mig-1g.10gb'"})
    EXPECT_THAT(said(profile + slip, "mig.nvidia.com"),
                ElementsAre(HasSubstr("Write: " + profile + "'1g.10gb'")))
        << slip;
  for (const std::string right : {"'1g.10gb'", "'7g.80gb'", "'1g.10gb+me'", "'all'"})
    EXPECT_THAT(said(profile + right, "mig.nvidia.com"), IsEmpty()) << right;
}

// Certain, though how it was meant is not known.
TEST_F(SelectorChecks, WhatCanNeverBeReadIsToldWithoutDevices) {
  const std::string memory = "device.capacity['d.com'].memory.compareTo(";
  EXPECT_THAT(said(memory + "quantity('lots')) >= 0", "unknown"),
              ElementsAre("SelectorFails: quantity('lots') is an error: lots is no quantity. Write "
                          "a number with its unit, as in quantity('40Gi')."));
  EXPECT_THAT(said(memory + "quantity('')) >= 0", "unknown"),
              ElementsAre(HasSubstr("SelectorFails: quantity('') is an error: it is empty.")));
  EXPECT_THAT(said("device.attributes['d.com'].v.compareTo(semver('latest')) >= 0", "unknown"),
              ElementsAre("SelectorFails: semver('latest') is an error: latest is no version of "
                          "three numbers. Write three numbers, as in semver('8.0.0')."));
  EXPECT_THAT(said("device.driver == 'acme.com/gpu'", "unknown"),
              ElementsAre(HasSubstr("SelectorUnknownAttribute: No device is of driver "
                                    "acme.com/gpu: a driver's name has no slash.")));
  EXPECT_THAT(said("device.driver == 'acme.com' && device.attributes['d.com'].v.compareTo("
                   "semver('1.0', true)) >= 0",
                   "unknown"),
              IsEmpty());
}

// With devices, once.
TEST_F(SelectorChecks, WhatTheTypesForbid) {
  EXPECT_THAT(said("device.capacity['gpu.example.com'].memory.compareTo(quantity('lots')) >= 0"),
              ElementsAre(HasSubstr("SelectorFails: quantity('lots') is an error")));
  EXPECT_THAT(
      said("device.attributes['gpu.example.com'].memory + 'x' == '80x'"),
      ElementsAre("SelectorUnknownAttribute: device.attributes['gpu.example.com'].memory is "
                  "a capacity, and no attribute. Read "
                  "device.capacity['gpu.example.com'].memory, a quantity, which "
                  "compareTo(quantity('40Gi')) >= 0 compares."));
  EXPECT_THAT(
      said("device.attributes['nic.example.com'].port.startsWith('eth')", "nic.example.com"),
      ElementsAre("SelectorFails: device.attributes['nic.example.com'].port is a number, and "
                  "no text. Compare it with a number, as in == 1 or in [1, 2]."));
}

TEST_F(SelectorChecks, AValueAloneIsNeitherTrueNorFalse) {
  const std::string port = "device.attributes['nic.example.com'].port";
  const std::string told = "SelectorFails: " + port +
                           " is a number, and neither true nor false. Compare it with a number, as "
                           "in == 1 or in [1, 2].";
  for (const std::string& wrong : {port, "device.driver == 'nic.example.com' && " + port,
                                   port + " == 99 || " + port, "!" + port})
    EXPECT_THAT(said(wrong, "nic.example.com"), testing::Contains(told)) << wrong;
  add_nvidia_classes();
  EXPECT_THAT(said("device.attributes['gpu.nvidia.com'].productName", "gpu.nvidia.com"),
              ElementsAre("SelectorFails: device.attributes['gpu.nvidia.com'].productName is text "
                          "by the catalogue, and neither true nor false. Compare it with what it "
                          "is to be, as in == 'TEXT'."));
}

TEST_F(SelectorChecks, SeveralValuesAreAList) {
  const std::string model = "device.attributes['gpu.example.com'].model";
  EXPECT_THAT(said(model + " in ['h100', 'a2']"),
              ElementsAre(testing::EndsWith("Write: " + model + " in ['H100', 'A2']")));
  EXPECT_THAT(said(model + " == 'h100|a2'"),
              ElementsAre(testing::EndsWith("Write: " + model + " in ['H100', 'A2']")));
  EXPECT_THAT(said(model + " == 'NVIDIA H100, B200'"),
              ElementsAre(testing::EndsWith("Write: " + model + " in ['H100', 'B200']")));
}

// Only what is sure: letters in the other case, or a word of the value.
TEST_F(SelectorChecks, APartThatDecidesNothing) {
  const std::string model = "device.attributes['gpu.example.com'].model";
  EXPECT_THAT(said(model + " != 'h100'"),
              ElementsAre("SelectorNeverMatches: model != h100 of request gpu excludes none of 3 "
                          "published devices of class gpu.example.com (seen: A2, H100). Write: " +
                          model + " != 'H100'"));
  EXPECT_THAT(said("!(" + model + " == 'h100')"),
              ElementsAre(testing::EndsWith("Write: !(" + model + " == 'H100')")));
  EXPECT_THAT(said("!" + model + ".contains('h10')"),
              ElementsAre(testing::EndsWith("Write: !" + model + ".contains('H10')")));
  EXPECT_THAT(said(model + " == 'h100' || " + model + " == 'A2'"),
              ElementsAre(AllOf(
                  HasSubstr("model == h100 of request gpu matches none of 3"),
                  testing::EndsWith("Write: " + model + " == 'H100' || " + model + " == 'A2'"))));
  EXPECT_THAT(
      said(model + " == 'h100' || " + model + " == 'a2'"),
      ElementsAre(testing::EndsWith("Write: " + model + " == 'H100' || " + model + " == 'A2'")));
  for (const std::string& right :
       {model + " != 'B200'", model + " == 'H100' || " + model + " == 'B200'",
        model + " == 'h100' || " + model + " == 'H100'",
        model + " != 'h100' && " + model + " != 'H100'", "!" + model + ".contains('B200')",
        model + " != 'H10'",
        // What would leave no device.
        "device.attributes['gpu.example.com'].root == 'r1' && " + model + " != 'a2'"})
    EXPECT_THAT(said(right), IsEmpty()) << right;
}

TEST_F(SelectorChecks, AListHasAValue) {
  add_slice(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: cpus}
spec:
  driver: cpu.example.com
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: c0, attributes: {roots: {strings: [pci0:00, pci0:10]}}}
  - {name: c1, attributes: {roots: {strings: [pci0:80]}}}
)");
  add_class("cpu.example.com", "device.driver == 'cpu.example.com'");
  const std::string roots = "device.attributes['cpu.example.com'].roots";
  EXPECT_THAT(said(roots + " == 'pci0:00'", "cpu.example.com"),
              ElementsAre(AllOf(HasSubstr("(seen: pci0:00, pci0:10, pci0:80)"),
                                testing::EndsWith("Write: 'pci0:00' in " + roots))));
  EXPECT_THAT(said(roots + " == 'pci0:90'", "cpu.example.com"),
              ElementsAre(HasSubstr("Ask for what is published")));
}

// What is nearest is what is published, and not the constant.
TEST_F(SelectorChecks, AConstantMayStandOnTheLeft) {
  const std::string memory = "device.capacity['gpu.example.com'].memory";
  for (const std::string& expression : {"quantity('800Gi').compareTo(" + memory + ") <= 0",
                                        "quantity('800Gi').isLessThan(" + memory + ")"})
    EXPECT_THAT(said(expression), ElementsAre(HasSubstr("the largest has 81559Mi"))) << expression;
  EXPECT_THAT(said("3 <= device.attributes['nic.example.com'].port", "nic.example.com"),
              ElementsAre(HasSubstr("the largest has 1")));
}

TEST_F(SelectorChecks, UnknownAttribute) {
  EXPECT_THAT(
      said("device.attributes['gpu.example.com'].Model == 'H100'"),
      ElementsAre(AllOf(HasSubstr("SelectorUnknownAttribute: No published device has Model"),
                        HasSubstr("Write: device.attributes['gpu.example.com'].model"))));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'H100'"), IsEmpty());
}

TEST_F(SelectorChecks, ExactSize) {
  EXPECT_THAT(
      said("device.capacity['gpu.example.com'].memory.compareTo(quantity('80Gi')) >= 0"),
      ElementsAre(HasSubstr("SelectorExactSize: No published memory is 80Gi, the nearest is "
                            "81559Mi. Write: device.capacity['gpu.example.com'].memory."
                            "compareTo(quantity('79Gi')) >= 0")));
  EXPECT_THAT(said("device.capacity['gpu.example.com'].memory.compareTo(quantity('79Gi')) >= 0"),
              IsEmpty());
}

TEST_F(SelectorChecks, NeverMatches) {
  EXPECT_THAT(said("device.capacity['gpu.example.com'].memory.compareTo(quantity('96Gi')) >= 0"),
              ElementsAre("SelectorNeverMatches: The selector of request gpu matches none of 3 "
                          "published devices of class gpu.example.com: memory >= 96Gi fails on all "
                          "of them, the largest has 81559Mi. Ask for what is published; until then "
                          "a pod waits."));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'B200'"),
              ElementsAre(HasSubstr("model == B200 fails on all of them (seen: A2, H100).")));
  settings_.inventory = Inventory::kCounts;
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'B200'"),
              ElementsAre(AllOf(HasSubstr("none of 3"), ::testing::Not(HasSubstr("H100")))));
  settings_.inventory = Inventory::kNothing;
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'B200'"),
              ElementsAre(AllOf(HasSubstr("none of published devices of class"),
                                ::testing::Not(HasSubstr("3")))));
}

TEST_F(SelectorChecks, OfOneDeviceNothingIsCounted) {
  const std::string port = "device.attributes['nic.example.com'].port";
  EXPECT_THAT(said(port + " == 2", "nic.example.com"),
              ElementsAre(HasSubstr("matches no published device of class nic.example.com: "
                                    "port == 2 fails on it (seen: 1).")));
  EXPECT_THAT(said("device.attributes['nic.example.com'].speed == 2", "nic.example.com"),
              ElementsAre(AllOf(HasSubstr("fails on the only published device ("),
                                HasSubstr("), and that fails the whole pod."))));
}

TEST_F(SelectorChecks, OfAPoolThatIsNotCompleteNothingIsSaid) {
  add_slice(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: more}, spec: "
      "{driver: "
      "gpu.example.com, pool: {name: n2, generation: 1, resourceSliceCount: 2}, devices: []}}");
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'B200'"), IsEmpty());
}

TEST_F(SelectorChecks, OfAClassWithoutDevicesNothingIsSaid) {
  add_class("later", "device.driver == 'later.example.com'");
  EXPECT_THAT(said("device.attributes['later.example.com'].model == 'B200'", "later"), IsEmpty());
  EXPECT_THAT(said("device.attributes['x.example.com'].model == 'B200'", "missing"), IsEmpty());
  EXPECT_THAT(findings_of(device_class("new", "device.driver == 'new.example.com'")), IsEmpty());
}

TEST_F(SelectorChecks, Fails) {
  EXPECT_THAT(
      said("device.attributes['gpu.example.com'].profile == 'small'"),
      ElementsAre(AllOf(
          HasSubstr("SelectorFails: Selector 1 of request gpu fails on 2 of 3 published devices"),
          HasSubstr("no such key: profile"),
          HasSubstr("Write: has(device.attributes['gpu.example.com'].profile) && "
                    "device.attributes['gpu.example.com'].profile == 'small'"))));
  EXPECT_THAT(said("has(device.attributes['gpu.example.com'].profile) && "
                   "device.attributes['gpu.example.com'].profile == 'small'"),
              IsEmpty());
  EXPECT_THAT(said("device.capacity['gpu.example.com'].memory.compareTo(quantity('16GB')) >= 0"),
              ElementsAre(AllOf(HasSubstr("SelectorFails: "), HasSubstr("16GB is no quantity"),
                                HasSubstr("quantity('16G')"))));
}

// Devices of another driver are not what is excluded.
TEST_F(SelectorChecks, AnExclusionBehindSeveralDriversLeavesTheOthers) {
  add_class("both", "device.driver in ['gpu.example.com', 'nic.example.com']");
  const std::string model = "device.attributes['gpu.example.com'].model";
  const std::string other = model + " != 'H100'";
  EXPECT_THAT(said(other, "both"),
              ElementsAre(HasSubstr("Write: !has(" + model + ") || " + other)));
  EXPECT_THAT(said("!(" + model + " == 'H100')", "both"),
              ElementsAre(HasSubstr("Write: !has(" + model + ") || !(" + model + " == 'H100')")));
  EXPECT_THAT(said("!has(" + model + ") || " + other, "both"), IsEmpty());
  EXPECT_THAT(said(model + " == 'H100'", "both"),
              ElementsAre(HasSubstr("Write: has(" + model + ") && " + model + " == 'H100'")));
  // Of one driver it is those that have the name.
  const std::string profile = "device.attributes['gpu.example.com'].profile";
  EXPECT_THAT(said(profile + " != 'large'"),
              ElementsAre(HasSubstr("Write: has(" + profile + ") && " + profile + " != 'large'")));
}

TEST_F(SelectorChecks, TwoValuesOfOneNameMatchNothing) {
  EXPECT_THAT(said_of(device_class(
                  "c", "device.driver == 'a.example.com' && device.driver == 'b.example.com'")),
              ElementsAre("SelectorNeverMatches: The selector of this DeviceClass matches no "
                          "device: device.driver can't be 'a.example.com' and 'b.example.com'. "
                          "Write: device.driver in ['a.example.com', 'b.example.com']"));
  EXPECT_THAT(said_of(device_class(
                  "c", "device.driver == 'a.example.com' || device.driver == 'b.example.com'")),
              IsEmpty());
  add_class("later", "device.driver == 'later.example.com'");
  const std::string kind = "device.attributes['later.example.com'].kind";
  EXPECT_THAT(said("device.driver == 'gpu.example.com'", "later"),
              ElementsAre("SelectorNeverMatches: The selector of request gpu matches no device of "
                          "class later, whose device.driver is 'later.example.com'. Write "
                          "deviceClassName: gpu.example.com."));
  EXPECT_THAT(said(kind + " == 'a' && " + kind + " == 'b'", "later"),
              ElementsAre(HasSubstr("can't be 'a' and 'b'. Write: " + kind + " in ['a', 'b']")));
  EXPECT_THAT(said(kind + " == 'a' && " + kind + " != 'b'", "later"), IsEmpty());
  EXPECT_THAT(said(kind + " == 1 && " + kind + " == 1.0", "later"), IsEmpty());
  EXPECT_THAT(said(kind + " == 'a' && device.driver == 'later.example.com'", "later"), IsEmpty());
}

// The catalogue knows what the chart's classes ask for.
TEST_F(SelectorChecks, ATypeThatDevicesOfAnotherClassHave) {
  const std::string type = "device.attributes['gpu.nvidia.com'].type == 'mig'";
  EXPECT_THAT(said(type, "gpu.nvidia.com"),
              ElementsAre(HasSubstr("no device of class gpu.nvidia.com, whose "
                                    "device.attributes['gpu.nvidia.com'].type is 'gpu'.")));
  EXPECT_THAT(said(type, "mig.nvidia.com"), IsEmpty());
  add_class("mig.nvidia.com", "device.driver == 'gpu.nvidia.com' && " + type);
  EXPECT_THAT(said(type, "gpu.nvidia.com"),
              ElementsAre(HasSubstr("Write deviceClassName: mig.nvidia.com.")));
}

TEST_F(SelectorChecks, AClassOfWhichNothingIsPublishedIsNotProposed) {
  const std::string nvidia = "device.attributes['gpu.nvidia.com'].";
  add_nvidia_classes();
  add_slice(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: full}, spec: "
      "{driver: gpu.nvidia.com, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: "
      "1}, devices: [{name: gpu-0, attributes: {type: {string: gpu}, uuid: {string: GPU-1}}}]}}");
  for (const std::string asked : {"type == 'mig'", "profile == '1g.5gb'"}) {
    EXPECT_THAT(
        said(nvidia + asked, "gpu.nvidia.com"),
        ElementsAre(AllOf(HasSubstr("No MIG device is published: partition a GPU, or take "),
                          HasSubstr(" out."))))
        << asked;
  }
  EXPECT_THAT(
      said(nvidia + "index == 0", "gpu.nvidia.com"),
      ElementsAre(HasSubstr("Leave it out, or pick one by " + nvidia + "uuid == 'GPU-1'.")));
  EXPECT_THAT(said(nvidia + "parentIndex == 0", "gpu.nvidia.com"),
              ElementsAre(HasSubstr("Leave it out: these devices have neither it nor parentUUID, "
                                    "which replaced it.")));
  EXPECT_THAT(said(nvidia + "uuid == 'GPU-1'", "gpu.nvidia.com"), IsEmpty());
}

// What the other side lets through stays.
TEST_F(SelectorChecks, AGuardStandsOnTheSideThatReads) {
  const std::string gpu = "device.attributes['gpu.example.com'].";
  const std::string profile = gpu + "profile == 'small'";
  const std::string guarded = "has(" + gpu + "profile) && " + profile;
  const std::string model = gpu + "model != 'none'";
  const std::string ready = "has(" + gpu + "ready) && " + gpu + "ready";
  const auto fixed = [&](const std::string& expression, const std::string& meant) {
    EXPECT_THAT(said(expression), ElementsAre(HasSubstr(" Write: " + meant))) << expression;
    EXPECT_THAT(said(meant), IsEmpty()) << meant;
  };
  fixed(profile + " || " + gpu + "model == 'none'", guarded + " || " + gpu + "model == 'none'");
  fixed(gpu + "model == 'none' || " + profile, gpu + "model == 'none' || " + guarded);
  fixed(model + " && (" + profile + " || " + gpu + "root == 'r9')",
        model + " && (" + guarded + " || " + gpu + "root == 'r9')");
  fixed(profile + " ? true : " + model, guarded + " ? true : " + model);
  // The next one would fail in its place.
  fixed(profile + " || " + gpu + "ready", guarded + " || " + ready);
}

// has() in front would let it match nothing.
TEST_F(SelectorChecks, WhatNoDeviceHasIsNotGuarded) {
  EXPECT_THAT(said("device.attributes['gpu.example.com'].colour == 'red'"),
              ElementsAre(AllOf(HasSubstr("fails on 3 of 3 published devices"),
                                HasSubstr("None of them has it; they have root, model."))));
  settings_.inventory = Inventory::kNothing;
  EXPECT_THAT(said("device.attributes['gpu.example.com'].colour == 'red'"),
              ElementsAre(HasSubstr("None of them has it; kubectl get resourceslices -o yaml")));
  settings_.inventory = Inventory::kValues;
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model + 1 == 3"),
              ElementsAre(AllOf(HasSubstr("no such overload"),
                                HasSubstr("Compare it as what it is: kubectl get"))));
  const kube::Document drivers = yaml(
      "[{name: gpu.example.com, groups: [{source: here, changes: [{name: colour, version: v2, "
      "now: model}]}]}]");
  const Result<Catalogue> catalogue = Catalogue::read(drivers.root());
  ASSERT_TRUE(catalogue.ok()) << catalogue.error().text();
  settings_.drivers = std::make_shared<const Catalogue>(*catalogue);
  EXPECT_THAT(
      said("device.attributes['gpu.example.com'].colour == 'red'"),
      ElementsAre(HasSubstr("Write device.attributes['gpu.example.com'].model == 'A2', or leave "
                            "it out.")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'A2' && "
                   "device.attributes['gpu.example.com'].colour == 'red'"),
              ElementsAre(AllOf(HasSubstr("SelectorFails: "),
                                HasSubstr("model == 'A2', or leave it out."))))
      << "nor where it is looked for on some devices only";
}

TEST_F(SelectorChecks, AnAlternativeThatMatchesIsEnough) {
  const auto option = [](std::string_view name, std::string_view expression) {
    return "{name: " + std::string(name) + ", deviceClassName: gpu.example.com" +
           (expression.empty() ? std::string()
                               : ", selectors: [{cel: {expression: \"device.attributes['gpu."
                                 "example.com'].model == '" +
                                     std::string(expression) + "'\"}}]") +
           "}";
  };
  const auto with = [&](const std::string& options) {
    return said_of_devices("{requests: [{name: gpu, firstAvailable: [" + options + "]}]}");
  };
  EXPECT_THAT(with(option("new", "B200") + ", " + option("old", "A2")), IsEmpty());
  EXPECT_THAT(with(option("new", "B200") + ", " + option("any", "")), IsEmpty());
  EXPECT_THAT(with(option("new", "B200") + ", " + option("newer", "B300")),
              ElementsAre(HasSubstr("The selector of request gpu/newer matches none of 3")));
  EXPECT_THAT(
      with(option("new", "h100") + ", " + option("newer", "B300") + ", " + option("old", "a2")),
      ElementsAre(HasSubstr("request gpu/new "), HasSubstr("request gpu/old ")))
      << "of those that can't be had, each that can be mended";
  EXPECT_THAT(
      with(option("new", "B200") + ", " + option("old", "h100") + ", " + option("older", "A2")),
      ElementsAre(HasSubstr("model == 'H100'")))
      << "a slip all the same";
}

// An alternative that can never match is passed over in silence. That a model is not here says
// nothing: another pool of nodes may have it.
TEST_F(SelectorChecks, AnAlternativeThatNeverMatchesIsTold) {
  const auto beside_a_right_one = [&](const std::string& expression) {
    return said_of_devices(
        "{requests: [{name: gpu, firstAvailable: [{name: best, deviceClassName: gpu.example.com, "
        "selectors: [{cel: {expression: \"" +
        expression +
        "\"}}]}, {name: any, deviceClassName: gpu.example.com, selectors: [{cel: {expression: "
        "\"device.attributes['gpu.example.com'].model == 'A2'\"}}]}]}]}");
  };
  const std::string model = "device.attributes['gpu.example.com'].model";
  for (const std::string& right :
       {model + " == 'B200'", model + " in ['B200', 'B300']", model + ".startsWith('B')",
        std::string("device.capacity['gpu.example.com'].memory.compareTo(quantity('900Gi')) >= 0")})
    EXPECT_THAT(beside_a_right_one(right), IsEmpty()) << right;
  for (const auto& [slip, told] : std::vector<std::pair<std::string, std::string>>{
           {model + " == 'h100'", "model == 'H100'"},
           {"device.attributes['gpu.example.com'].modle == 'H100'",
            "device.attributes['gpu.example.com'].model == 'H100'"},
           {"device.attributes['gpu.exampel.com'].model == 'H100'",
            "device.attributes['gpu.example.com'].model == 'H100'"},
           {"device.attributes['gpu.example.com'].memory.compareTo(quantity('1Gi')) >= 0",
            "device.capacity['gpu.example.com'].memory.compareTo(quantity('1Gi')) >= 0"},
           {model + " == 'H100' && " + model + " == 'A2'",
            "model can't be 'H100' and 'A2'. Write: "
            "device.attributes['gpu.example.com'].model in ['H100', 'A2']"}}) {
    EXPECT_THAT(beside_a_right_one(slip), ElementsAre(HasSubstr(told))) << slip;
  }
}

TEST_F(SelectorChecks, AClassThatFailsIsNamed) {
  add_class("profiled",
            "device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].profile "
            "== 'small'");
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'A2'", "profiled"),
              ElementsAre(HasSubstr("Selector 1 of DeviceClass profiled fails on 2 of")));
  add_class("texts",
            "device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].memory "
            ">= '1Gi'");
  const auto lines = said("device.attributes['gpu.example.com'].model == 'A2'", "texts");
  EXPECT_THAT(lines, ::testing::Contains(
                         HasSubstr("SelectorComparesText: Selector 1 of DeviceClass texts: ")));
}

TEST_F(SelectorChecks, OfAClassThatFailsARequestNeedsNoSelectorToSuffer) {
  add_class("profiled",
            "device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].profile "
            "== 'small'");
  const auto asking = [this](std::string_view device_class) {
    return said_of_devices("{requests: [{name: gpu, deviceClassName: " + std::string(device_class) +
                           "}, {name: other, deviceClassName: " + std::string(device_class) +
                           "}]}");
  };
  EXPECT_THAT(asking("profiled"),
              ElementsAre(HasSubstr("A selector of DeviceClass profiled fails on 2 published "
                                    "devices, and one of them fails the whole pod. Correct the "
                                    "class: kubectl get deviceclass profiled -o yaml.")));
  EXPECT_THAT(asking("gpu.example.com"), IsEmpty());
  EXPECT_THAT(asking("missing.example.com"), IsEmpty());
  add_class("sized",
            "device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].memory >= "
            "'16Gi'");
  EXPECT_THAT(asking("sized"),
              ElementsAre(HasSubstr("SelectorComparesText: Selector 1 of DeviceClass sized: ")))
      << "once";
}

// The class lets no device through that lacks it.
TEST_F(SelectorChecks, WhatTheClassHasTestedIsGuarded) {
  const std::string model = "device.attributes['gpu.example.com'].model";
  int classes = 0;
  const auto through = [&](const std::string& of_class, const std::string& own) {
    const std::string name = "testing-" + std::to_string(++classes);
    add_class(name, of_class);
    return said(own, name);
  };
  const std::string own = model + " == 'H100'";
  for (const std::string& guard :
       {"has(" + model + ")", std::string("'gpu.example.com' in device.attributes"),
        model + " != ''", model + ".startsWith('H') && true", "!(" + model + " == 'A2')",
        "device.attributes['gpu.example.com'].?ready.orValue(false) && has(" + model + ")"})
    EXPECT_THAT(through(guard, own), Each(Not(HasSubstr("SelectorUnguarded")))) << guard;
  for (const std::string& none :
       {std::string("true"), "has(" + model + ") || true",
        std::string("device.attributes['gpu.example.com'].?model.orValue('') != 'A2'"),
        std::string("has(device.attributes['gpu.example.com'].root)")})
    EXPECT_THAT(through(none, own), Contains(HasSubstr("SelectorUnguarded"))) << none;
  EXPECT_THAT(through("device.attributes['gpu.example.com'].?ready.orValue(false)",
                      "device.attributes['gpu.example.com'].ready"),
              Each(Not(HasSubstr("SelectorUnguarded"))));
}

// Devices of several drivers may have names of a domain that is none of theirs.
TEST_F(SelectorChecks, ADomainThatIsNoDriversIsNotTestedAsOne) {
  add_slice(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: shared}
spec:
  driver: gpu.example.com
  pool: {name: n9, generation: 1, resourceSliceCount: 1}
  devices: [{name: d0, attributes: {vendor.example.org/tier: {string: gold}}}]
)");
  EXPECT_THAT(said("device.attributes['vendor.example.org'].tier == 'gold'", "open"),
              Contains(HasSubstr("Write: has(device.attributes['vendor.example.org'].tier) && ")));
}

TEST_F(SelectorChecks, Unguarded) {
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'H100'", "open"),
              ElementsAre(AllOf(HasSubstr("SelectorUnguarded: "),
                                HasSubstr("DeviceClass open doesn't either"),
                                HasSubstr("Write: device.driver == 'gpu.example.com' && "))));
  const auto of_class = [&](std::string_view expression) {
    return codes(findings_of(device_class("c", expression)));
  };
  EXPECT_THAT(of_class("device.attributes['gpu.example.com'].model == 'H100'"),
              ElementsAre("SelectorUnguarded"));
  for (
      const std::string_view guarded :
      {"device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].model == 'H100'",
       "device.attributes['gpu.example.com'].model == 'H100' && device.driver == 'gpu.example.com'",
       "has(device.attributes['gpu.example.com'].model) && "
       "device.attributes['gpu.example.com'].model == 'H100'",
       "!has(device.attributes['gpu.example.com'].profile) || "
       "device.attributes['gpu.example.com'].profile == 'small'",
       "has(device.attributes['gpu.example.com'].profile) ? "
       "device.attributes['gpu.example.com'].profile == 'small' : true",
       "'model' in device.attributes['gpu.example.com'] && "
       "device.attributes['gpu.example.com'].model == 'H100'",
       "'gpu.example.com' in device.attributes && "
       "device.attributes['gpu.example.com'].model == 'H100'",
       "device.attributes.exists(d, d == 'gpu.example.com') && "
       "device.attributes['gpu.example.com'].model == 'H100'",
       "device.attributes['gpu.example.com'].?model.orValue('') == 'H100'"}) {
    EXPECT_THAT(of_class(guarded), IsEmpty()) << guarded;
  }
  EXPECT_THAT(of_class("device.attributes.exists(d, d != 'gpu.example.com') && "
                       "device.attributes['gpu.example.com'].model == 'H100'"),
              ElementsAre("SelectorUnguarded"));
}

// Selectors are asked one after the other, and the first error ends it.
TEST_F(SelectorChecks, ATestThatComesLaterGuardsNothing) {
  const auto of_class = [&](std::string_view first, std::string_view second) {
    return codes(findings_of(
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
        "{selectors: [{cel: {expression: \"" +
        std::string(first) + "\"}}, {cel: {expression: \"" + std::string(second) + "\"}}]}}"));
  };
  const std::string_view test = "device.driver == 'gpu.example.com'";
  const std::string_view read = "device.attributes['gpu.example.com'].model == 'H100'";
  EXPECT_THAT(of_class(test, read), IsEmpty());
  EXPECT_THAT(of_class(read, test), Contains("SelectorUnguarded"));
}

// Behind .? and in has() a name may be that of another version: nothing is said of it but where
// nothing matches.
TEST_F(SelectorChecks, ANameThatNoDeviceHasBehindAGuard) {
  const std::string domain = "device.attributes['gpu.example.com']";
  EXPECT_THAT(said(domain + ".?modl.orValue('') == 'H100'"),
              ElementsAre("SelectorNeverMatches: The selector of request gpu matches none of 3 "
                          "published devices of class gpu.example.com: " +
                          domain + ".?modl.orValue('') == 'H100' fails on all of them. Write: " +
                          domain + ".?model.orValue('') == 'H100'"));
  EXPECT_THAT(
      said("has(" + domain + ".modl) && " + domain + ".modl == 'H100'"),
      ElementsAre(HasSubstr("Write: has(" + domain + ".model) && " + domain + ".model == 'H100'")));
  EXPECT_THAT(said(domain + ".?vendor.orValue('') == 'H100'"),
              ElementsAre(HasSubstr("Ask for what is published")));
}

TEST_F(SelectorChecks, AWordOfTheValueIsWhatWasMeant) {
  add_slice(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: named}
spec:
  driver: named.example.com
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: d0, attributes: {productName: {string: ACME H100 80GB}}}
  - {name: d1, attributes: {productName: {string: ACME A100 40GB}}}
  - {name: d2, attributes: {productName: {string: ACME A100 80GB}}}
)");
  add_class("named.example.com", "device.driver == 'named.example.com'");
  const auto fix = [&](std::string_view expression) {
    return said(expression, "named.example.com");
  };
  EXPECT_THAT(
      fix("device.attributes['named.example.com'].productName == 'H100'"),
      ElementsAre(HasSubstr("(seen: ACME A100 40GB, ACME A100 80GB, ACME H100 80GB). Write: "
                            "device.attributes['named.example.com'].productName == 'ACME "
                            "H100 80GB'")));
  EXPECT_THAT(fix("device.driver == 'named.example.com' && "
                  "device.attributes['named.example.com'].productName == 'h100'"),
              ElementsAre(HasSubstr("Write: device.driver == 'named.example.com' && "
                                    "device.attributes['named.example.com'].productName == 'ACME "
                                    "H100 80GB'")));
  EXPECT_THAT(fix("device.attributes['named.example.com'].productName == 'A100'"),
              ElementsAre(HasSubstr("Write: device.attributes['named.example.com'].productName"
                                    ".contains('A100')")))
      << "there are two";
  EXPECT_THAT(fix("device.attributes['named.example.com'].productName == 'ACME-H100-80GB'"),
              ElementsAre(HasSubstr("productName == 'ACME H100 80GB'")));
  EXPECT_THAT(fix("device.attributes['named.example.com'].productName == 'the ACME H100 80GB'"),
              ElementsAre(HasSubstr("productName == 'ACME H100 80GB'")));
  EXPECT_THAT(fix("device.attributes['named.example.com'].productName == '*H100*'"),
              ElementsAre(HasSubstr("productName.contains('H100')")));
  EXPECT_THAT(fix("device.attributes['named.example.com'].productName == 'H10'"),
              ElementsAre(HasSubstr("Ask for what is published")));
  EXPECT_THAT(fix("device.attributes['named.example.com'].product == 'ACME H100 80GB'"),
              ElementsAre(HasSubstr("named.example.com calls it productName, and has no product: "
                                    "the error fails the whole pod. Write: "
                                    "device.attributes['named.example.com'].productName == "
                                    "'ACME H100 80GB'")));
}

TEST_F(SelectorChecks, ASizeIsMeasuredByTheDevicesThatTheOtherClausesLeave) {
  add_slice(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: sized}
spec:
  driver: sized.example.com
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: d0, attributes: {model: {string: H100}}, capacity: {memory: {value: 81559Mi}}}
  - {name: d1, attributes: {model: {string: A100}}, capacity: {memory: {value: 80Gi}}}
)");
  add_class("sized.example.com", "device.driver == 'sized.example.com'");
  const std::string model = "device.attributes['sized.example.com'].model == 'H100' && ";
  const std::string memory = "device.capacity['sized.example.com'].memory";
  const std::string meant = "Write: " + model + memory + ".compareTo(quantity('79Gi')) >= 0";
  for (const char* test : {".compareTo(quantity('80Gi')) >= 0", " == quantity('80Gi')"})
    EXPECT_THAT(said(model + memory + test, "sized.example.com"), ElementsAre(HasSubstr(meant)))
        << test;
  EXPECT_THAT(said(model + memory + ".compareTo(quantity('96Gi')) >= 0", "sized.example.com"),
              ElementsAre(HasSubstr("Ask for what is published")));
}

TEST_F(SelectorChecks, ASizeThatStandsBeforeIsPutBehind) {
  const std::string memory = "device.capacity['gpu.example.com'].memory";
  EXPECT_THAT(said("quantity('10Gi').compareTo(" + memory + ") >= 0"),
              ElementsAre(HasSubstr("Write: " + memory + ".compareTo(quantity('10Gi')) >= 0")));
  EXPECT_THAT(said("quantity('10Gi').isGreaterThan(" + memory + ")"),
              ElementsAre(HasSubstr("Write: " + memory + ".isGreaterThan(quantity('10Gi'))")));
  EXPECT_THAT(said("quantity('96Gi').compareTo(" + memory + ") <= 0"),
              ElementsAre(HasSubstr("Ask for what is published")))
      << "which asks for at least as much";
  EXPECT_THAT(said(memory + ".isLessThan(quantity('10Gi'))"),
              ElementsAre(HasSubstr("Ask for what is published")));
}

TEST_F(SelectorChecks, ASearchIsMendedByWhatItWouldFind) {
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model.contains('h1')"),
              ElementsAre(HasSubstr("Write: device.attributes['gpu.example.com'].model"
                                    ".contains('H1')")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model.startsWith('h1')"),
              ElementsAre(HasSubstr("Write: device.attributes['gpu.example.com'].model"
                                    ".startsWith('H1')")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model.startsWith('100')"),
              ElementsAre(HasSubstr("Write: device.attributes['gpu.example.com'].model"
                                    ".contains('100')")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model.endsWith('h100')"),
              ElementsAre(HasSubstr("Write: device.attributes['gpu.example.com'].model"
                                    ".endsWith('H100')")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model in ['100', 'B200']"),
              ElementsAre(HasSubstr("Write: ['100', 'B200'].exists(m, "
                                    "device.attributes['gpu.example.com'].model.contains(m))")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model in ['B100', 'B200']"),
              ElementsAre(HasSubstr("Ask for what is published")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model.matches('^100.*')"),
              ElementsAre(HasSubstr("Write: device.attributes['gpu.example.com'].model"
                                    ".contains('100')")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model.matches('^(100|200)')"),
              ElementsAre(HasSubstr("Ask for what is published")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model.contains('B200')"),
              ElementsAre(HasSubstr("Ask for what is published")));
}

TEST_F(SelectorChecks, AnotherDriverThanThatOfTheClassNeverMatches) {
  EXPECT_THAT(said("device.driver == 'nic.example.com'"),
              ElementsAre(HasSubstr("none of 3 published devices of class gpu.example.com: "
                                    "device.driver == 'nic.example.com' fails on all of them "
                                    "(seen: gpu.example.com). Write deviceClassName: "
                                    "nic.example.com, of which some match.")));
  EXPECT_THAT(
      said("device.driver == 'gpu.exmple.com'"),
      ElementsAre("SelectorUnknownAttribute: No device is of driver gpu.exmple.com, and the "
                  "class asks for gpu.example.com. Write: device.driver == "
                  "'gpu.example.com'"));
  EXPECT_THAT(said("device.driver == 'gpu.example.com'"), IsEmpty());
  // What a driver publishes may come after the claim.
  EXPECT_THAT(said("device.driver == 'tpu.acme.com'", "open"), IsEmpty());
  // Of the class's own driver an exclusion would leave none.
  EXPECT_THAT(said("!(device.driver == 'gpu.exmple.com')"), IsEmpty());
  EXPECT_THAT(said("device.driver == 'gpu.example.com' || device.driver == 'gpu.other.com'"),
              IsEmpty());
  EXPECT_THAT(said("!(device.driver == 'gpu.exmple.com')", "open"),
              ElementsAre(HasSubstr("the nearest is gpu.example.com. Write: !(device.driver == "
                                    "'gpu.example.com')")));
}

TEST_F(SelectorChecks, TheClassIsNamedWhoseDevicesMatch) {
  add_class("parts",
            "device.driver == 'gpu.example.com' && "
            "has(device.attributes['gpu.example.com'].profile)");
  add_class("whole",
            "device.driver == 'gpu.example.com' && "
            "!has(device.attributes['gpu.example.com'].profile)");
  EXPECT_THAT(said("device.attributes['gpu.example.com'].profile == 'small'", "whole"),
              ElementsAre(HasSubstr("(no such key: profile), and one of them fails the whole pod. "
                                    "Write deviceClassName: parts, whose devices have profile.")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].model == 'A2'", "whole"),
              ElementsAre(HasSubstr("Write deviceClassName: gpu.example.com, of which some "
                                    "match.")));
  EXPECT_THAT(said("device.attributes['gpu.example.com'].profile == 'large'", "whole"),
              ElementsAre(HasSubstr("None of them has it")));
}

// false && error is false, whichever stands first: what is said is the clause that excludes all.
TEST_F(SelectorChecks, WhatWouldFailIsToldBesideTheClauseThatExcludesAll) {
  const std::string large =
      "device.capacity['gpu.example.com'].memory.compareTo(quantity('96Gi')) "
      ">= 0";
  const std::string part = "device.attributes['gpu.example.com'].profile == 'small'";
  add_class("whole",
            "device.driver == 'gpu.example.com' && "
            "!has(device.attributes['gpu.example.com'].profile)");
  EXPECT_THAT(said(part + " && " + large, "whole"),
              ElementsAre(HasSubstr(": memory >= 96Gi fails on all of them, the largest has "
                                    "81559Mi, and none can be asked profile == small: no such key: "
                                    "profile.")));
  EXPECT_THAT(said(part + " && true", "whole"), ElementsAre(HasSubstr("SelectorFails")));
}

TEST_F(SelectorChecks, AllClausesThatNoDeviceSatisfiesAreToldAtOnce) {
  const std::string model = "device.attributes['gpu.example.com'].model == 'h100'";
  const std::string root = "device.attributes['gpu.example.com'].root == 'R0'";
  EXPECT_THAT(
      said(root + " && " + model),
      ElementsAre(HasSubstr(": root == R0 fails on all of them (seen: r0, r1); model == h100 "
                            "fails, too (seen: A2, H100). Write: "
                            "device.attributes['gpu.example.com'].root == 'r0' && "
                            "device.attributes['gpu.example.com'].model == 'H100'")));
  EXPECT_THAT(said(root + " && device.attributes['gpu.example.com'].model == 'B200'"),
              ElementsAre(AllOf(HasSubstr("model == B200 fails, too (seen: A2, H100)."),
                                HasSubstr("Ask for what is published"))));
  // What some device satisfies is right, and what fails by itself may be guarded by the other.
  add_class("whole",
            "device.driver == 'gpu.example.com' && "
            "!has(device.attributes['gpu.example.com'].profile)");
  EXPECT_THAT(said("device.driver == 'other.example.com' && "
                   "device.attributes['gpu.example.com'].model == 'H100'",
                   "whole"),
              ElementsAre(Not(HasSubstr("fails, too"))));
  EXPECT_THAT(said("has(device.attributes['gpu.example.com'].profile) && "
                   "device.attributes['gpu.example.com'].profile == 'tiny'",
                   "whole"),
              ElementsAre(Not(HasSubstr("fails, too"))));
}

TEST_F(SelectorChecks, WhatIsToBeWrittenIsOneLine) {
  EXPECT_THAT(said("device.driver == 'gpu.example.com' &&\\n // two lines\\n"
                   "device.attributes['gpu.example.com'].model == 'h100'"),
              ElementsAre(EndsWith("Write: device.driver == 'gpu.example.com' && "
                                   "device.attributes['gpu.example.com'].model == 'H100'")));
  EXPECT_THAT(said("device.driver == 'gpu.example.com' &&\\n"
                   "device.attributes['gpu.example.com'].?modl.orValue('') == 'H100'"),
              ElementsAre(EndsWith("Write: device.driver == 'gpu.example.com' && "
                                   "device.attributes['gpu.example.com'].?model.orValue('') == "
                                   "'H100'")));
}

// A class asks for nothing: only a slip is worth a warning.
TEST_F(SelectorChecks, AClassThatNoPublishedDeviceIsOf) {
  const auto of = [&](std::string_view name, std::string_view expression) {
    std::vector<std::string> lines;
    for (const Finding& finding : findings_of(device_class(name, expression)))
      lines.push_back(std::string(severity_name(finding.severity)) + " " + finding.text());
    return lines;
  };
  const std::string of_gpus = "device.driver == 'gpu.example.com' && ";
  const std::string model = "device.attributes['gpu.example.com'].model";
  EXPECT_THAT(of("b200", of_gpus + model + " == 'B200'"),
              ElementsAre("info The selector of this DeviceClass matches none of 3 published "
                          "devices: model == B200 fails on all of them (seen: A2, H100). Nothing "
                          "to do where such devices are still to come. [SelectorNeverMatches]"));
  EXPECT_THAT(of("h100", of_gpus + model + " == 'h100'"),
              ElementsAre(AllOf(HasSubstr("warn "), HasSubstr(model + " == 'H100'"))));
  add_slice(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: nvidia}, spec: "
      "{driver: gpu.nvidia.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
      "1}, devices: [{name: d0, attributes: {type: {string: gpu}}}]}}");
  const std::string of_nvidia =
      "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == ";
  EXPECT_THAT(of("mig.nvidia.com", of_nvidia + "'mig'"), IsEmpty()) << "the chart always brings it";
  EXPECT_THAT(of("vfio.gpu.nvidia.com", of_nvidia + "'vfio'"), IsEmpty());
  EXPECT_THAT(of("gpu.nvidia.com", of_nvidia + "'GPU'"), ElementsAre(HasSubstr("warn ")));
}

TEST_F(SelectorChecks, ConstraintNeverHolds) {
  constexpr std::string_view kRequests =
      "{requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}, {name: nic, exactly: "
      "{deviceClassName: nic.example.com}}], constraints: [{";
  const auto with = [&](std::string_view constraint) {
    return said_of_devices(std::string(kRequests) + std::string(constraint) + "}]}");
  };
  EXPECT_THAT(with("matchAttribute: gpu.example.com/root"),
              ElementsAre(HasSubstr("ConstraintNeverHolds: matchAttribute gpu.example.com/root "
                                    "never holds: no published device of nic.example.com")));
  EXPECT_THAT(with("requests: [gpu], matchAttribute: gpu.example.com/root"), IsEmpty());
  EXPECT_THAT(with("requests: [gpu], matchAttribute: gpu.example.com/rot"),
              ElementsAre(HasSubstr("Write: gpu.example.com/root")));
  EXPECT_THAT(with("requests: [gpu], matchAttribute: gpu.example.com/pcieRoot"),
              ElementsAre(HasSubstr("Write: resource.kubernetes.io/pcieRoot")));
  EXPECT_THAT(with("requests: [gpu], matchAttribute: root"),
              ElementsAre(HasSubstr("ClaimInvalid: ")))
      << "and nothing else";
  EXPECT_THAT(with("requests: [gpu], matchAttribute: pcieRoot"),
              ElementsAre(HasSubstr("such as resource.kubernetes.io/pcieRoot.")));
  EXPECT_THAT(
      with("requests: [gpu], matchAttribute: "
           "\"device.attributes['resource.kubernetes.io'].pcieRoot\""),
      ElementsAre(HasSubstr("as a selector reads it, and must be a domain, a slash and a name. "
                            "Write resource.kubernetes.io/pcieRoot.")));
}

// Where nothing of the driver is published.
// The pod's words are not known yet; all else is.
TEST_F(SelectorChecks, AMappingsExpressionsWithPlacesForWordsByTheCatalogue) {
  const auto with = [&](std::string_view rewrite) {
    return said_of(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: "
        "{name: m}, spec: {logicalResource: nvidia.com/mig, rewrites: [{" +
        std::string(rewrite) + "}]}}");
  };
  const auto mig = [&](std::string_view expression) {
    return with(
        "resource: 'nvidia.com/mig-{profile}', request: {exactly: {deviceClassName: "
        "mig.nvidia.com, selectors: [{cel: {expression: \"" +
        std::string(expression) + "\"}}]}}");
  };
  EXPECT_THAT(mig("device.attributes['gpu.nvidia.com'].profile == {profile}"), IsEmpty());
  EXPECT_THAT(mig("device.attributes['gpu.nvida.com'].profile == {profile}"),
              ElementsAre("SelectorUnknownAttribute: By the catalogue no device has names of "
                          "domain gpu.nvida.com, the nearest is gpu.nvidia.com. Write: "
                          "device.attributes['gpu.nvidia.com'].profile == {profile}"));
  EXPECT_THAT(with("resource: nvidia.com/gpu, request: {exactly: {deviceClassName: "
                   "gpu.nvidia.com}}, parameters: [{type: Annotation, annotation: nvidia.com/type, "
                   "selector: \"device.attributes['gpu.nvidia.com'].productNme == {value}\"}]"),
              ElementsAre("SelectorUnknownAttribute: By the catalogue no device has productNme in "
                          "domain gpu.nvidia.com, the nearest is productName. Write: "
                          "device.attributes['gpu.nvidia.com'].productName == {value}"));
}

// Some words of a name stand for it where no other has them all.
TEST_F(SelectorChecks, ANameWithoutOneOfItsWords) {
  const auto nvidia = [&](std::string_view expression) {
    return said_of_devices(
        "{requests: [{name: a, exactly: {deviceClassName: gpu.nvidia.com, selectors: [{cel: "
        "{expression: \"" +
        std::string(expression) + "\"}}]}}]}");
  };
  EXPECT_THAT(
      nvidia("device.attributes['gpu.nvidia.com'].cudaVersion.isGreaterThan(semver('12.4.0'))"),
      ElementsAre("SelectorUnknownAttribute: By the catalogue no device has cudaVersion in domain "
                  "gpu.nvidia.com, the nearest is cudaDriverVersion. Write: "
                  "device.attributes['gpu.nvidia.com'].cudaDriverVersion.isGreaterThan(semver('"
                  "12.4.0'))"));
  // One word is in many, and these are no part of any.
  EXPECT_THAT(nvidia("device.attributes['gpu.nvidia.com'].version == '1'"), IsEmpty());
  EXPECT_THAT(nvidia("device.attributes['gpu.nvidia.com'].powerLimit == 1"), IsEmpty());
}

// The catalogue knows what a driver renamed. What it dropped an older one has, as the one of its
// own examples that asks for an index.
TEST_F(SelectorChecks, NamesThatADriverRenamed) {
  const std::string nvidia = "device.attributes['gpu.nvidia.com'].";
  const auto told = [&](const std::string& expression) {
    return said_of_devices(
        "{requests: [{name: a, exactly: {deviceClassName: gpu.nvidia.com, selectors: [{cel: "
        "{expression: \"" +
        expression + "\"}}]}}]}");
  };
  EXPECT_THAT(
      told(nvidia + "pcieBusID == '0000:65:00.0'"),
      ElementsAre("SelectorUnknownAttribute: By the catalogue pcieBusID is "
                  "resource.kubernetes.io/pciBusID since v25.12.0 of the driver. Write: "
                  "device.attributes['resource.kubernetes.io'].pciBusID == '0000:65:00.0'"));
  EXPECT_THAT(told("has(" + nvidia + "pcieBusID) && " + nvidia + "pcieBusID == '0000:65:00.0'"),
              IsEmpty());
  EXPECT_THAT(told(nvidia + "index == 0"), IsEmpty());
}

// The class is not called like its driver.
TEST_F(SelectorChecks, WhoseAClassIsSaysTheCatalogueWhereNobodyKnowsIt) {
  EXPECT_THAT(
      said_of_devices(
          "{requests: [{name: a, exactly: {deviceClassName: mig.nvidia.com}}], constraints: "
          "[{matchAttribute: gpu.nvidia.com/parentuuid}]}"),
      ElementsAre(HasSubstr("Write: gpu.nvidia.com/parentUUID")));
}

TEST_F(SelectorChecks, CapacitiesAreHeldAgainstTheCatalogueWhereNothingIsPublished) {
  const auto with = [&](std::string_view device_class, std::string_view requests) {
    return said_of_devices(
        "{requests: [{name: a, exactly: {deviceClassName: " + std::string(device_class) +
        ", capacity: {requests: {" + std::string(requests) + "}}}}]}");
  };
  EXPECT_THAT(with("mig.nvidia.com", "memry: 10Gi"),
              ElementsAre("CapacityNeverFits: By the catalogue no device of gpu.nvidia.com has "
                          "capacity memry, so the request fits none. Write: memory: 10Gi"));
  EXPECT_THAT(with("gpu.nvidia.com", "gpu.nvidia.com/Memory: 10Gi"),
              ElementsAre(HasSubstr("Write: gpu.nvidia.com/memory: 10Gi")));
  for (const char* right : {"memory: 10Gi", "bandwidth: 1G", "acme.com/memry: 1"})
    EXPECT_THAT(with("gpu.nvidia.com", right), IsEmpty()) << right << " may be there";
  EXPECT_THAT(with("gpu.acme.com", "memry: 10Gi"), IsEmpty());
}

TEST_F(SelectorChecks, WhatDriversAgreeOnIsInOneDomain) {
  const auto with = [&](std::string_view attribute) {
    return said_of_devices(
        "{requests: [{name: a, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}], "
        "constraints: [{matchAttribute: " +
        std::string(attribute) + "}]}");
  };
  for (const char* wrong : {"resource.k8s.io/pcieRoot", "kubernetes.io/pcieRoot",
                            "resource.kuberntes.io/pcieRoot", "resource.kubernetes.io/pcieroot"})
    EXPECT_THAT(with(wrong), ElementsAre(HasSubstr("Write: resource.kubernetes.io/pcieRoot")))
        << wrong;
  EXPECT_THAT(with("resource.kubernetes.io/pcie-root"),
              ElementsAre(HasSubstr("Write resource.kubernetes.io/pcieRoot.")))
      << "told once, as a name that the API server does not take";
  EXPECT_THAT(with("topology.acme.com/pcieRoot"), IsEmpty());
}

TEST_F(SelectorChecks, ConstraintNeverHoldsByTheCatalogue) {
  add_nvidia_classes();
  const auto with = [&](std::string_view classes, std::string_view constraint) {
    const std::size_t space = classes.find(' ');
    return said_of_devices(
        "{requests: [{name: a, exactly: {deviceClassName: " +
        std::string(classes.substr(0, space)) +
        "}}, {name: b, exactly: {deviceClassName: " + std::string(classes.substr(space + 1)) +
        "}}], constraints: [{" + std::string(constraint) + "}]}");
  };
  EXPECT_THAT(
      with("gpu.nvidia.com gpu.nvidia.com", "matchAttribute: gpu.nvidia.com/parentUUID"),
      ElementsAre("ConstraintNeverHolds: matchAttribute gpu.nvidia.com/parentUUID never "
                  "holds: by the catalogue no device of class gpu.nvidia.com, which "
                  "request a asks for, has that attribute. Name one that all may have, such as "
                  "resource.kubernetes.io/pcieRoot."));
  EXPECT_THAT(with("mig.nvidia.com mig.nvidia.com", "matchAttribute: gpu.nvidia.com/parentUUID"),
              IsEmpty());
  EXPECT_THAT(with("mig.nvidia.com mig.nvidia.com", "matchAttribute: gpu.nvidia.com/parentUuids"),
              ElementsAre(HasSubstr("Write: gpu.nvidia.com/parentUUID")));
  EXPECT_THAT(with("mig.nvidia.com mig.nvidia.com", "matchAttribute: gpu.nvida.com/parentUUID"),
              ElementsAre(HasSubstr("Write: gpu.nvidia.com/parentUUID")))
      << "a slip in the domain";
  EXPECT_THAT(with("mig.nvidia.com mig.nvidia.com", "matchAttribute: gpu.acme.com/parentUUID"),
              IsEmpty())
      << "whose domain that is, nobody knows";
  EXPECT_THAT(with("gpu.nvidia.com dra.cpu", "distinctAttribute: gpu.nvidia.com/uuid"),
              ElementsAre(HasSubstr("no device of class dra.cpu, which request b asks for")));
  EXPECT_THAT(with("gpu.nvidia.com gpu.amd.com", "matchAttribute: gpu.nvidia.com/pcieRoot"),
              ElementsAre(HasSubstr("Write: resource.kubernetes.io/pcieRoot")));
  EXPECT_THAT(with("gpu.nvidia.com gpu.nvidia.com", "matchAttribute: gpu.nvidia.com/pcieRoot"),
              ElementsAre(HasSubstr("Write: resource.kubernetes.io/pcieRoot")));
  EXPECT_THAT(
      with("gpu.nvidia.com gpu.nvidia.com", "matchAttribute: gpu.nvidia.com/pcieBusID"),
      ElementsAre(AllOf(HasSubstr("by the catalogue since v25.12.0 of the driver no device"),
                        HasSubstr("Write: resource.kubernetes.io/pciBusID"))));
  EXPECT_THAT(with("gpu.nvidia.com gpu.nvidia.com", "matchAttribute: gpu.nvidia.com/memory"),
              ElementsAre(HasSubstr("Name one that all may have, such as resource.")))
      << "a capacity is no attribute";
  EXPECT_THAT(with("gpu.nvidia.com gpu.nvidia.com", "distinctAttribute: gpu.nvidia.com/index"),
              IsEmpty())
      << "devices of an older driver have it";
  for (const char* right :
       {"matchAttribute: resource.kubernetes.io/pcieRoot", "matchAttribute: dra.net/numaNode",
        "matchAttribute: gpu.nvidia.com/nvlinkDomain", "matchAttribute: acme.com/rack"})
    EXPECT_THAT(with("gpu.nvidia.com gpu.nvidia.com", right), IsEmpty()) << right;
  EXPECT_THAT(with("gpu.nvidia.com dra.cpu", "matchAttribute: resource.kubernetes.io/numaNode"),
              IsEmpty())
      << "a newer driver may have what others have";
  EXPECT_THAT(with("gpu.nvidia.com dra.cpu", "matchAttribute: resource.kubernetes.io/pcieRot"),
              ElementsAre(HasSubstr("never holds: by the catalogue no device of class")));
  EXPECT_THAT(with("unknown.com unknown.com", "matchAttribute: gpu.nvidia.com/parentUUID"),
              IsEmpty());
}

// What is proposed holds for all requests of the constraint.
TEST_F(SelectorChecks, AttributesThatTwoDriversPublishUnderTheirOwnDomains) {
  const auto add_driver = [this](const std::string& driver, std::string_view attributes) {
    add_slice("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " + driver +
              "}, spec: {driver: " + driver +
              ", nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: 1}, devices: "
              "[{name: d0, attributes: {" +
              std::string(attributes) + "}}]}}");
    add_class(driver, "device.driver == '" + driver + "'");
  };
  add_driver("near.example.com", "numa: {int: 0}, resource.kubernetes.io/pcieRoot: {string: p}");
  add_driver("far.example.com", "numa: {int: 0}, resource.kubernetes.io/pcieRoot: {string: p}");
  add_driver("bare.example.com", "numa: {int: 0}");
  const auto with = [&](std::string_view one, std::string_view other, std::string_view attribute) {
    return said_of_devices("{requests: [{name: a, exactly: {deviceClassName: " + std::string(one) +
                           "}}, {name: b, exactly: {deviceClassName: " + std::string(other) +
                           "}}], constraints: [{matchAttribute: " + std::string(attribute) + "}]}");
  };
  EXPECT_THAT(
      with("near.example.com", "far.example.com", "near.example.com/numa"),
      ElementsAre(HasSubstr("which request b asks for, has that attribute. Name one "
                            "that all may have, such as resource.kubernetes.io/pcieRoot.")));
  EXPECT_THAT(with("near.example.com", "far.example.com", "far.example.com/numa"),
              ElementsAre(HasSubstr("which request a asks for, has that attribute. Name one")));
  EXPECT_THAT(with("near.example.com", "bare.example.com", "near.example.com/numa"),
              ElementsAre(HasSubstr("of all its requests have.")))
      << "there is none";
  EXPECT_THAT(with("near.example.com", "far.example.com", "near.example.com/pcieRoot"),
              ElementsAre(HasSubstr("Write: resource.kubernetes.io/pcieRoot")));
}

// Another one can be had in its place.
TEST_F(SelectorChecks, AConstraintOfOneAlternativeMayNeverHold) {
  const auto with = [&](std::string_view names) {
    return said_of_devices(
        "{requests: [{name: g, firstAvailable: [{name: nic, deviceClassName: nic.example.com, "
        "selectors: [{cel: {expression: \"device.attributes['nic.example.com'].port == 1\"}}]}, "
        "{name: other, deviceClassName: nic.example.com}]}], constraints: [{requests: [" +
        std::string(names) + "], matchAttribute: gpu.example.com/root}]}");
  };
  EXPECT_THAT(with("g/nic"), IsEmpty());
  EXPECT_THAT(with("g/nic, g/other"), SizeIs(1));
  EXPECT_THAT(with("g"), SizeIs(1));
}

// Two GPUs of root r0 and one of r1 on one node, and a NIC of r1 there.
class ConstraintValues : public SelectorChecks {
 protected:
  ConstraintValues() {
    add_slice(slice("gpu.acme.com", "n1",
                    "{name: d0, attributes: {id: {int: 0}, root: {string: r0}}}, "
                    "{name: d1, attributes: {id: {int: 1}, root: {string: r0}}}, "
                    "{name: d2, attributes: {id: {int: 2}, root: {string: r1}}}"));
    add_slice(
        slice("nic.acme.com", "n1", "{name: nic, attributes: {gpu.acme.com/root: {string: r1}}}"));
    // Another node has the same values.
    add_slice(
        slice("gpu.acme.com", "n2", "{name: d0, attributes: {id: {int: 0}, root: {string: r0}}}"));
    add_class("gpu.acme.com", "device.driver == 'gpu.acme.com'");
    add_class("nic.acme.com", "device.driver == 'nic.acme.com'");
  }
  static std::string slice(std::string_view driver, std::string_view node, std::string_view devices,
                           std::string_view where = "") {
    const std::string name = std::string(driver) + "-" + std::string(node);
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " + name +
           "}, spec: {driver: " + std::string(driver) + ", " +
           (where.empty() ? "nodeName: " + std::string(node) : std::string(where)) +
           ", pool: {name: " + std::string(node) +
           ", generation: 1, resourceSliceCount: 1}, devices: [" + std::string(devices) + "]}}";
  }
  std::vector<std::string> with(int gpus, std::string_view constraint, bool nic = false,
                                std::string_view more = "") const {
    return said_of_devices(
        "{requests: [{name: gpu, exactly: {deviceClassName: gpu.acme.com, count: " +
        std::to_string(gpus) + std::string(more) + "}}" +
        (nic ? ", {name: nic, exactly: {deviceClassName: nic.acme.com}}" : "") +
        "], constraints: [{" + std::string(constraint) + "}]}");
  }
};

constexpr std::string_view kSameRoot = "matchAttribute: gpu.acme.com/root";

TEST_F(ConstraintValues, SoManyDevicesOfOneNodeShareAValue) {
  EXPECT_THAT(with(2, kSameRoot), IsEmpty());
  EXPECT_THAT(with(3, kSameRoot),
              ElementsAre("ConstraintNeverHolds: matchAttribute gpu.acme.com/root never holds: no "
                          "node has 3 devices for request gpu with one value, the most is 2. Ask "
                          "for 2 at most, or take the constraint away."));
  EXPECT_THAT(with(2, "matchAttribute: gpu.acme.com/id"),
              ElementsAre(HasSubstr("the most is 1. Ask for 1 at most")));
  EXPECT_THAT(with(1, "matchAttribute: gpu.acme.com/id"), IsEmpty());
  EXPECT_THAT(with(2, kSameRoot, false,
                   ", selectors: [{cel: {expression: \"device.attributes['gpu.acme.com'].id > "
                   "0\"}}]"),
              ElementsAre(HasSubstr("the most is 1.")));
  EXPECT_THAT(with(3, std::string(kSameRoot) + ", requests: [nic]", true), IsEmpty());
  settings_.inventory = Inventory::kNothing;
  EXPECT_THAT(with(3, kSameRoot), ElementsAre(HasSubstr("with one value. Ask for fewer, or")));
}

// The driver's other devices have it.
TEST_F(ConstraintValues, AnAttributeThatNoneOfTheRequestsDevicesHas) {
  const std::string bare =
      ", selectors: [{cel: {expression: \"device.attributes['gpu.acme.com'].id "
      "> 8\"}}]";
  add_slice(slice("gpu.acme.com", "n4", "{name: d9, attributes: {id: {int: 9}}}"));
  EXPECT_THAT(with(1, kSameRoot, false, bare),
              ElementsAre("ConstraintNeverHolds: matchAttribute gpu.acme.com/root never holds: no "
                          "device for request gpu has that attribute. Name one that they have: "
                          "kubectl get resourceslices -o yaml; or take the constraint away."));
  EXPECT_THAT(with(1, "distinctAttribute: gpu.acme.com/root", false, bare).size(), 1U);
  EXPECT_THAT(with(1, "matchAttribute: gpu.acme.com/id", false, bare), IsEmpty());
  EXPECT_THAT(with(1, kSameRoot), IsEmpty());
}

TEST_F(ConstraintValues, OneOfTheRequestsLacksTheAttribute) {
  add_slice(slice("gpu.acme.com", "parts",
                  "{name: m0, attributes: {id: {int: 20}, parent: {string: g}}}", "nodeName: n1"));
  const auto with_parent = [&](std::string_view requests) {
    return said_of_devices(
        "{requests: [{name: whole, exactly: {deviceClassName: gpu.acme.com, selectors: [{cel: "
        "{expression: \"device.attributes['gpu.acme.com'].id < 10\"}}]}}, {name: part, exactly: "
        "{deviceClassName: gpu.acme.com, selectors: [{cel: {expression: "
        "\"device.attributes['gpu.acme.com'].id == 20\"}}]}}], constraints: [{matchAttribute: "
        "gpu.acme.com/parent" +
        std::string(requests) + "}]}");
  };
  EXPECT_THAT(with_parent(""),
              ElementsAre("ConstraintNeverHolds: matchAttribute gpu.acme.com/parent never holds: "
                          "no device for request whole has that attribute. Take it out of the "
                          "constraint, or name an attribute that the devices of all its requests "
                          "have."));
  EXPECT_THAT(with_parent(", requests: [part]"), IsEmpty());
}

TEST_F(ConstraintValues, RequestsOfOneConstraintShareAValue) {
  EXPECT_THAT(with(1, kSameRoot, true), IsEmpty());
  EXPECT_THAT(with(2, kSameRoot, true),
              ElementsAre(HasSubstr("no node has 3 devices for request gpu and request nic with "
                                    "one value. Take a request out of the constraint")));
  EXPECT_THAT(with(3, std::string("requests: [gpu], ") + std::string(kSameRoot), true).size(), 1U);
}

// Until 1.36 the scheduler compares no more than the last device of a request.
TEST_F(ConstraintValues, DevicesThatHaveToDiffer) {
  const std::string differ = "distinctAttribute: gpu.acme.com/root";
  const std::string of_root_0 =
      ", selectors: [{cel: {expression: \"device.attributes['gpu.acme.com'].id < 2\"}}]";
  EXPECT_THAT(with(2, differ), IsEmpty());
  EXPECT_THAT(with(3, differ),
              ElementsAre("ConstraintNeverHolds: distinctAttribute gpu.acme.com/root never holds "
                          "for 3 devices of request gpu: no node has more than 2 values, so that "
                          "the pod waits (Kubernetes until 1.36 gives it some alike). Ask for 2 "
                          "at most, or take the constraint away."));
  EXPECT_THAT(with(2, differ, true), ElementsAre(HasSubstr("never holds for 3 devices: no node")));
  EXPECT_THAT(with(3, "distinctAttribute: gpu.acme.com/id"), IsEmpty());
  EXPECT_THAT(with(2, differ, false, of_root_0),
              ElementsAre(HasSubstr("no node has 2 devices for request gpu with different values, "
                                    "the most is 1. Ask for 1 at most")));
  EXPECT_THAT(with(1, differ, true), IsEmpty());
  EXPECT_THAT(with(1, differ, true,
                   ", selectors: [{cel: {expression: \"device.attributes['gpu.acme.com'].id == "
                   "2\"}}]"),
              ElementsAre(HasSubstr("no node has 2 devices for request gpu and request nic with "
                                    "different values. Take a request out")));
}

TEST_F(ConstraintValues, OfSoManyConstraintsAllDevicesAreLookedAt) {
  const std::string differ = "distinctAttribute: gpu.acme.com/root";
  const std::string holds = "distinctAttribute: gpu.acme.com/id}, {";
  EXPECT_THAT(with(3, holds + differ), ElementsAre(HasSubstr("gpu.acme.com/root never holds")));
  EXPECT_THAT(with(3, holds + holds + differ), IsEmpty());
}

TEST_F(ConstraintValues, OfValuesThatAreNotKnownNothingIsSaid) {
  const std::string differ = "distinctAttribute: gpu.acme.com/root";
  settings_.inventory = Inventory::kNothing;
  EXPECT_THAT(with(3, differ), ElementsAre(HasSubstr("a few values, so that the pod waits (Kuber"
                                                     "netes until 1.36 gives it some alike). Ask "
                                                     "for fewer, or")));
  add_slice(slice("gpu.acme.com", "all", "{name: far, attributes: {root: {string: r9}}}",
                  "allNodes: true"));
  EXPECT_THAT(with(3, differ), IsEmpty());
}

TEST_F(ConstraintValues, ADeviceThatEveryNodeReachesMayBeTheOneThatLacks) {
  add_slice(slice("gpu.acme.com", "all", "{name: far, attributes: {root: {string: r0}}}",
                  "allNodes: true"));
  EXPECT_THAT(with(3, kSameRoot), IsEmpty());
}

// One request gets it once.
TEST_F(ConstraintValues, ADeviceThatSeveralClaimsMayHave) {
  add_slice(slice("gpu.acme.com", "n3",
                  "{name: d0, allowMultipleAllocations: true, attributes: {root: {string: r0}}}"));
  EXPECT_THAT(with(3, kSameRoot).size(), 1U);
  add_slice(slice("gpu.acme.com", "n4",
                  "{name: d0, allowMultipleAllocations: true, attributes: {root: {string: r0}}}, "
                  "{name: d1, attributes: {root: {string: r0}}}, {name: d2, attributes: {root: "
                  "{string: r0}}}"));
  EXPECT_THAT(with(3, kSameRoot), IsEmpty());
}

TEST_F(ConstraintValues, OfListsNothingIsSaid) {
  add_slice(slice("gpu.acme.com", "n3", "{name: d0, attributes: {root: {strings: [r0, r1]}}}"));
  EXPECT_THAT(with(3, kSameRoot), IsEmpty());
}

TEST_F(ConstraintValues, OfTheConstraintsOfAMappingSoManyAreTried) {
  const auto many = [&](std::size_t count) {
    std::string constraints;
    for (std::size_t i = 0; i < count; ++i)
      constraints += std::string(i == 0 ? "" : ", ") + "{" + std::string(kSameRoot) + "}";
    return said_of(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
        "{logicalResource: x.com/gpu, deviceClassNames: [gpu.acme.com], rewrites: [{resource: "
        "x.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: gpu.acme.com, "
        "selectors: [{cel: {expression: \"device.attributes['gpu.acme.com'].id == 2\"}}]}}}, "
        "{resource: x.com/nic, action: Rewrite, request: {exactly: {deviceClassName: "
        "gpu.acme.com, selectors: [{cel: {expression: \"device.attributes['gpu.acme.com'].id == "
        "1\"}}]}}}], constraints: [" +
        constraints + "]}}");
  };
  EXPECT_THAT(many(1), ElementsAre(HasSubstr("never holds: no node has 2 devices for x.com/gpu and "
                                             "x.com/nic with one value.")));
  EXPECT_EQ(many(kMappingTrialsMax).size(), kMappingTrialsMax);
  EXPECT_EQ(many(kMappingTrialsMax + 1).size(), kMappingTrialsMax);
}

TEST_F(SelectorChecks, ConstraintOfAMappingNeverHolds) {
  const auto with = [&](std::string_view resource_class, std::string_view attribute) {
    return said_of(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
        "{logicalResource: x.com/gpu, deviceClassNames: [" +
        std::string(resource_class) +
        "], rewrites: [{resource: x.com/gpu, action: Rewrite, request: {exactly: "
        "{deviceClassName: " +
        std::string(resource_class) +
        "}}}], constraints: [{matchAttribute: " + std::string(attribute) + "}]}}");
  };
  EXPECT_THAT(with("gpu.example.com", "gpu.example.com/root"), IsEmpty());
  EXPECT_THAT(with("nic.example.com", "gpu.example.com/root"),
              ElementsAre("ConstraintNeverHolds: matchAttribute gpu.example.com/root never holds: "
                          "no published device of nic.example.com, which x.com/gpu becomes, has "
                          "that attribute. Name an attribute that its devices have."));
  EXPECT_THAT(with("gpu.example.com", "gpu.example.com/rot"),
              ElementsAre("ConstraintNeverHolds: matchAttribute gpu.example.com/rot never holds: "
                          "no published device of gpu.example.com, which x.com/gpu becomes, has "
                          "that attribute. Write: gpu.example.com/root"));
}

// A word of ours stands for those of pods.
TEST_F(SelectorChecks, WhatAMappingMakesOfWordsOfPods) {
  const auto with = [&](std::string_view rewrite) {
    return said_of(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
        "{logicalResource: x.com/gpu, deviceClassNames: [gpu.example.com], rewrites: [{action: "
        "Rewrite, " +
        std::string(rewrite) + "}]}}");
  };
  const auto selecting = [&](std::string_view expression) {
    return with(
        "resource: 'x.com/gpu-{word}', request: {exactly: {deviceClassName: gpu.example.com, "
        "selectors: [{cel: {expression: \"" +
        std::string(expression) + "\"}}]}}");
  };
  const std::string domain = "device.attributes['gpu.example.com']";
  EXPECT_THAT(selecting(domain + ".model == {word}"), IsEmpty());
  EXPECT_THAT(selecting("has(" + domain + ".profile) && " + domain + ".profile == {word}"),
              IsEmpty());
  EXPECT_THAT(selecting(domain + ".modell == {word}"),
              ElementsAre("SelectorFails: Selector 1 of what x.com/gpu-{word} becomes fails on 3 "
                          "of 3 published devices (no such key: modell), and one of them fails the "
                          "whole pod. Write: " +
                          domain + ".model == {word}"));
  EXPECT_THAT(selecting(domain + ".profile == {word}"),
              ElementsAre(AllOf(HasSubstr("fails on 2 of 3 published devices"),
                                HasSubstr("Write: has(" + domain + ".profile) && " + domain +
                                          ".profile == {word}"))));
  add_class("parts",
            "device.driver == 'gpu.example.com' && "
            "has(device.attributes['gpu.example.com'].profile)");
  add_class("whole",
            "device.driver == 'gpu.example.com' && "
            "!has(device.attributes['gpu.example.com'].profile)");
  EXPECT_THAT(with("resource: 'x.com/part-{word}', request: {exactly: {deviceClassName: whole, "
                   "selectors: [{cel: {expression: \"" +
                   domain + ".profile == {word}\"}}]}}"),
              Contains(HasSubstr("(no such key: profile), and one of them fails the whole pod. "
                                 "Write deviceClassName: parts, whose devices have profile.")));
  EXPECT_THAT(selecting("device.capacity['gpu.example.com'].memory.compareTo(quantity({word})) >= "
                        "0"),
              IsEmpty())
      << "which may be a quantity";

  const auto by_parameter = [&](std::string_view parameter) {
    return with(
        "resource: x.com/gpu, request: {exactly: {deviceClassName: gpu.example.com}}, parameters: "
        "[{" +
        std::string(parameter) + "}]");
  };
  EXPECT_THAT(by_parameter("type: Annotation, annotation: x.com/model, selector: \"" + domain +
                           ".model == {value}\""),
              IsEmpty());
  EXPECT_THAT(by_parameter("type: Annotation, annotation: x.com/model, selector: \"" + domain +
                           ".Model == {value}\""),
              ElementsAre(AllOf(HasSubstr("Selector 1 of annotation x.com/model fails on 3 of 3"),
                                HasSubstr("Write: " + domain + ".model == {value}"))));
  EXPECT_THAT(by_parameter("type: Resource, resource: x.com/mem, capacity: memory, unit: Mi"),
              IsEmpty());
  EXPECT_THAT(by_parameter("type: Resource, resource: x.com/mem, capacity: mem, unit: Mi"),
              ElementsAre("CapacityNeverFits: No published device of gpu.example.com has capacity "
                          "mem, so the request fits none. Write: capacity: memory"));
  EXPECT_THAT(by_parameter("type: Resource, resource: x.com/bw, capacity: bandwidth"),
              ElementsAre(HasSubstr("Name a capacity that they have")));
  EXPECT_THAT(with("resource: x.com/gpu, request: {exactly: {deviceClassName: gpu.example.com, "
                   "capacity: {requests: {memory: 96Gi}}}}"),
              ElementsAre(HasSubstr("has 96Gi of memory, the largest has 81559Mi. Write: memory: "
                                    "81559Mi")));
}

TEST_F(SelectorChecks, CapacityNeverFits) {
  const auto with = [&](std::string_view name, std::string_view value) {
    return said_of_devices(
        "{requests: [{name: nic, exactly: {deviceClassName: nic.example.com, "
        "capacity: {requests: {" +
        std::string(name) + ": " + std::string(value) + "}}}}]}");
  };
  EXPECT_THAT(with("nic.example.com/bandwidth", "10G"),
              ElementsAre("CapacityNeverFits: Capacity nic.example.com/bandwidth fits no device: "
                          "the driver publishes it as bandwidth. Write: bandwidth: 10G"));
  EXPECT_THAT(with("bandwith", "10G"), ElementsAre(HasSubstr("Write: bandwidth: 10G")));
  EXPECT_THAT(with("bandwidth", "200G"), ElementsAre(HasSubstr("the largest has 100G")));
  EXPECT_THAT(with("bandwidth", "100G"), IsEmpty());
  EXPECT_THAT(with("other.example.com/bandwidth", "10G"), IsEmpty());
  EXPECT_THAT(with("bw", "10G"),
              ElementsAre("CapacityNeverFits: No published device of nic.example.com has capacity "
                          "bw, so the request fits none. Its devices have bandwidth: write that "
                          "for bw."));
  EXPECT_THAT(with("bandwidth: 1G, bw", "10G"),
              ElementsAre(HasSubstr("Remove bw from capacity.requests, or ask for a class")))
      << "that stands there already";
  EXPECT_THAT(with("bandwidth: 1G, bandwith", "10G"),
              ElementsAre(HasSubstr("Remove bandwith from capacity.requests")));
  settings_.inventory = Inventory::kNothing;
  EXPECT_THAT(with("bw", "10G"), ElementsAre(HasSubstr("Remove bw from capacity.requests, or")));
  settings_.inventory = Inventory::kValues;
  const auto alternatives = [&](std::string_view first, std::string_view second) {
    return said_of_devices(
        "{requests: [{name: nic, firstAvailable: [{name: a, deviceClassName: nic.example.com, "
        "capacity: {requests: {" +
        std::string(first) +
        "}}}, {name: b, deviceClassName: nic.example.com, capacity: {requests: {" +
        std::string(second) + "}}}]}]}");
  };
  EXPECT_THAT(alternatives("bandwidth: 200G", "bandwidth: 50G"), IsEmpty())
      << "more is preferred, and less will do";
  EXPECT_THAT(alternatives("bandwidth: 200G", "bandwidth: 300G"), SizeIs(2));
  EXPECT_THAT(alternatives("bandwith: 20G", "bandwidth: 50G"), SizeIs(1)) << "a slip all the same";
}

// The scheduler compares names as they stand, with or without the driver's own domain.
TEST_F(SelectorChecks, CapacityIsAskedForAsItIsPublished) {
  add_slice(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: cores}
spec:
  driver: cpu.example.com
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: d0, capacity: {cpu.example.com/cores: {value: "32"}}}
)");
  add_class("cpu.example.com", "device.driver == 'cpu.example.com'");
  const auto with = [this](std::string_view name, std::string_view value) {
    return said_of_devices(
        "{requests: [{name: n, exactly: {deviceClassName: cpu.example.com, capacity: {requests: "
        "{" +
        std::string(name) + ": " + std::string(value) + "}}}}]}");
  };
  EXPECT_THAT(with("cpu.example.com/cores", "10"), IsEmpty());
  EXPECT_THAT(with("cpu.example.com/cores", "33"),
              ElementsAre(HasSubstr("the largest has 32. Write: cpu.example.com/cores: 32")));
  EXPECT_THAT(with("cores", "10"),
              ElementsAre("CapacityNeverFits: Capacity cores fits no device: the driver publishes "
                          "it as cpu.example.com/cores. Write: cpu.example.com/cores: 10"));
  EXPECT_THAT(with("cpu.example.com/core", "10"),
              ElementsAre(HasSubstr("Write: cpu.example.com/cores: 10")));
}

TEST_F(SelectorChecks, CapacityThatNoPolicyGives) {
  add_slice(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: shared}
spec:
  driver: vnic.example.com
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - name: d0
    allowMultipleAllocations: true
    capacity: {bandwidth: {value: 100G, requestPolicy: {default: 1G, validValues: [1G, 10G]}}}
)");
  add_class("vnic.example.com", "device.driver == 'vnic.example.com'");
  const auto with = [this](std::string_view value) {
    return said_of_devices(
        "{requests: [{name: n, exactly: {deviceClassName: vnic.example.com, capacity: {requests: "
        "{bandwidth: " +
        std::string(value) + "}}}}]}");
  };
  EXPECT_THAT(with("40G"),
              ElementsAre("CapacityNeverFits: No published device of vnic.example.com gives one "
                          "request 40G of bandwidth: by its requestPolicy 10G at most. Write: "
                          "bandwidth: 10G"));
  EXPECT_THAT(with("5G"), IsEmpty()) << "it is rounded up";
  EXPECT_THAT(with("10G"), IsEmpty());
  EXPECT_THAT(with("200G"), ElementsAre(HasSubstr("the largest has 100G")));
}

// A pod that names a template with such a request; answered from the counts.
class PodSelectors : public SelectorChecks {
 protected:
  void put(std::string_view expression, std::string_view device_class = "gpu.example.com") {
    kube::Document made = yaml(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t}, "
        "spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: " +
        std::string(device_class) + ", selectors: [{cel: {expression: \"" +
        std::string(expression) + "\"}}]}}]}}}}");
    matches_.change_claim(template_.root(), made.root());
    template_ = std::move(made);
    renew();
  }
  std::vector<std::string> said_of_pod() const {
    const kube::Document document = yaml(
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: [{name: g, "
        "resourceClaimTemplateName: t}], containers: [{name: c, resources: {claims: [{name: "
        "g}]}}]}}");
    const Result<kube::PodView> pod = kube::PodView::read(document.root());
    const auto find = [this](std::string_view) { return Found{Known::kYes, template_.root()}; };
    const CheckFacts facts{
        "team-a",  {},
        mappings_, index_,
        settings_, find,
        find,      [this](std::string_view name) { return index_.class_exists(name); }};
    const std::vector<PodClaim> claims = pod_claims(*pod, facts);
    std::vector<Finding> findings;
    check_pod({*pod, "Pod", "this Pod", 1, {}, claims}, facts, findings);
    std::vector<std::string> lines;
    for (const Finding& finding : findings) {
      if (finding.code.starts_with("Selector"))
        lines.push_back(std::string(finding.code) + ": " + finding.message + " " + finding.fix);
    }
    return lines;
  }
  kube::Document template_;
};

TEST_F(PodSelectors, NeverMatchesIsToldOfTheTemplate) {
  put("device.attributes['gpu.example.com'].model == 'B200'");
  EXPECT_THAT(said_of_pod(),
              ElementsAre("SelectorNeverMatches: The selector of request gpu (template t) matches "
                          "none of 3 published devices of class gpu.example.com: model == B200 "
                          "fails on all of them (seen: A2, H100). Ask for what is published; until "
                          "then a pod waits."));
  put("device.attributes['gpu.example.com'].model == 'A2'");
  EXPECT_THAT(said_of_pod(), IsEmpty());
  put("device.attributes['gpu.example.com'].model == 'B200'");
  add_slice(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: more}, spec: "
      "{driver: "
      "gpu.example.com, pool: {name: n2, generation: 1, resourceSliceCount: 1}, devices: [{name: "
      "d, attributes: {model: {string: B200}}}]}}");
  EXPECT_THAT(said_of_pod(), IsEmpty());
}

// One alternative that can be had is enough.
TEST_F(PodSelectors, OfAlternativesAllHaveToBeWithoutDevices) {
  const auto put_two = [this](std::string_view one, std::string_view other) {
    const auto option = [](std::string_view name, std::string_view model) {
      return "{name: " + std::string(name) +
             ", deviceClassName: gpu.example.com, selectors: [{cel: {expression: "
             "\"device.attributes['gpu.example.com'].model == '" +
             std::string(model) + "'\"}}]}";
    };
    kube::Document made = yaml(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t}, "
        "spec: {spec: {devices: {requests: [{name: gpu, firstAvailable: [" +
        option("best", one) + ", " + option("next", other) + "]}]}}}}");
    matches_.change_claim(template_.root(), made.root());
    template_ = std::move(made);
    renew();
  };
  put_two("B200", "A2");
  EXPECT_THAT(said_of_pod(), IsEmpty());
  put_two("B200", "B300");
  EXPECT_THAT(said_of_pod(), ElementsAre(HasSubstr("The selector of request gpu/next (template t) "
                                                   "matches none of 3 published devices")));
}

TEST_F(PodSelectors, FailsIsToldOfTheTemplate) {
  put("device.attributes['gpu.example.com'].profile == 'small'");
  EXPECT_THAT(said_of_pod(), ElementsAre(HasSubstr(
                                 "SelectorFails: Selector 1 of request gpu (template t) fails on "
                                 "2 of 3 published devices")));
}

TEST_F(PodSelectors, WhatIsWrongInAClassIsToldWhereItFails) {
  add_class("sized",
            "device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].memory >= "
            "'16Gi'");
  template_ = yaml(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t}, spec: "
      "{spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: sized}}]}}}}");
  EXPECT_THAT(said_of_pod(), ElementsAre(HasSubstr(
                                 "Correct the class: device.attributes['gpu.example.com'].memory "
                                 "is compared as text, and memory is a capacity.")));
}

// As the template is told.
TEST_F(PodSelectors, AMistakeIsMendedForThePodToo) {
  put("device.attributes['gpu.example.com'].memory.compareTo(quantity('1Gi')) >= 0");
  EXPECT_THAT(said_of_pod(),
              ElementsAre(HasSubstr("Write: device.capacity['gpu.example.com'].memory.compareTo("
                                    "quantity('1Gi')) >= 0")));
  put("device.attributes['gpu.example.com'].?ready.orValue(true) == false && "
      "device.attributes['gpu.example.com'].model == 'a2'");
  EXPECT_THAT(said_of_pod(),
              ElementsAre(HasSubstr("model == a2 fails on the 1 that the rest leaves (seen: A2)")));
}

TEST_F(PodSelectors, OfWhatIsNotKnownNothingIsSaid) {
  put("device.attributes['gpu.example.com'].model == 'B200'", "missing");
  EXPECT_THAT(said_of_pod(), IsEmpty());
  add_slice(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: more}, spec: "
      "{driver: "
      "gpu.example.com, pool: {name: n2, generation: 1, resourceSliceCount: 2}, devices: []}}");
  put("device.attributes['gpu.example.com'].model == 'B200'");
  EXPECT_THAT(said_of_pod(), IsEmpty());
}

TEST_F(PodSelectors, NoMoreSetsAreFollowedThanTheLimit) {
  for (std::size_t i = 0; i < kClaimSetsMax; ++i) {
    const kube::Document other = yaml(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
        "{devices: "
        "{requests: [{name: r, exactly: {deviceClassName: gpu.example.com, selectors: [{cel: "
        "{expression: \"device.driver == 'd" +
        std::to_string(i) + "'\"}}]}}]}}}");
    if (i + 1 == kClaimSetsMax) put("device.attributes['gpu.example.com'].model == 'B200'");
    matches_.change_claim({}, other.root());
  }
  renew();
  EXPECT_THAT(said_of_pod(), ::testing::SizeIs(1));
  put("device.attributes['gpu.example.com'].model == 'B300'");
  EXPECT_THAT(said_of_pod(), IsEmpty());
}

TEST_F(PodSelectors, WhatIsToBeSaidIsMadeInTurns) {
  const auto claim = [](std::string_view model) {
    return yaml(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
        "{devices: "
        "{requests: [{name: r, exactly: {deviceClassName: gpu.example.com, selectors: [{cel: "
        "{expression: \"device.attributes['gpu.example.com'].model == '" +
        std::string(model) + "'\"}}]}}]}}}");
  };
  const kube::Document one = claim("B1");
  const kube::Document two = claim("B2");
  matches_.change_claim({}, one.root());
  matches_.change_claim({}, two.root());
  std::vector<DeviceMatches::SliceProblem> problems;
  std::size_t turns = 0;
  do {
    index_.set_matches(matches_.update(problems, 1));
    ++turns;
  } while (matches_.is_behind() && turns < 100);
  EXPECT_GT(turns, 1u);
  EXPECT_LT(turns, 100u);
  for (const kube::Document* document : {&one, &two}) {
    const kube::Json selectors =
        document->root()["spec"]["devices"]["requests"].at(0)["exactly"]["selectors"];
    EXPECT_NE(index_.matches().of_request("gpu.example.com", selectors.elements()), nullptr);
  }
}

TEST_F(SelectorChecks, WhatCostsTooMuchIsNotSaid) {
  std::string devices;
  for (std::size_t i = 0; i <= kSurveyKindsMax; ++i) {
    devices += "{name: d" + std::to_string(i) + ", attributes: {serial: {string: s" +
               std::to_string(i) + "}}}, ";
  }
  add_slice(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: many}, spec: "
      "{driver: "
      "many.example.com, pool: {name: p, generation: 1, resourceSliceCount: 1}, devices: [" +
      devices + "]}}");
  add_class("many", "device.driver == 'many.example.com'");
  EXPECT_THAT(said("device.attributes['many.example.com'].serial == 'none'", "many"), IsEmpty());
  EXPECT_THAT(said("device.allowMultipleAllocations", "many"),
              ElementsAre(HasSubstr("none of " + std::to_string(kSurveyKindsMax + 1))));
}

TEST(NamesRead, WhatCanBeToldFromTheText) {
  const auto names = [](std::string_view expression) {
    const std::string_view all[] = {expression};
    const NamesRead read = names_read_by(all);
    std::string text = read.all ? "all" : "";
    for (const NamesRead::Name& name : read.names)
      text += (text.empty() ? "" : " ") + name.qualified;
    return text;
  };
  EXPECT_EQ(names("device.driver == 'd'"), "");
  EXPECT_EQ(names("device.attributes['d'].a == 1 && device.capacity['e'].?b.hasValue()"),
            "d/a e/b");
  EXPECT_EQ(names("cel.bind(x, device.attributes['d'], x.a == 1 && x.b == 2)"), "d/a d/b");
  EXPECT_EQ(names("'a' in device.attributes['d'] && 'd' in device.capacity"), "d/a d/");
  EXPECT_EQ(names("has(device.attributes['d'].a)"), "d/a");
  EXPECT_EQ(names("device.attributes.exists(d, d == 'x')"), "all");
  EXPECT_EQ(names("device.attributes['d'].exists(a, a == 'x')"), "all");
  EXPECT_EQ(names("device.attributes[device.driver].a == 1"), "all");
}

TEST(ClauseText, AsAPersonSaysIt) {
  EXPECT_EQ(clause_text("device.capacity['d'].memory.compareTo(quantity('96Gi')) >= 0"),
            "memory >= 96Gi");
  EXPECT_EQ(clause_text("device.capacity['d'].memory.isGreaterThan(quantity('96Gi'))"),
            "memory > 96Gi");
  EXPECT_EQ(clause_text("device.attributes['d'].model == 'x'"), "model == x");
  EXPECT_EQ(clause_text("device.attributes['d'].ready == 'true'"), "ready == 'true'");
  EXPECT_EQ(clause_text("device.attributes['d'].index == '4'"), "index == '4'");
  EXPECT_EQ(clause_text("device.capacity['d'].slots == quantity('4')"), "slots == 4");
  EXPECT_EQ(clause_text("device.attributes['d'].a ==\n  device.attributes['d'].b"),
            "device.attributes['d'].a == device.attributes['d'].b");
}

}  // namespace
}  // namespace drawbridge::rules
