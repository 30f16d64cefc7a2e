// A selector that is corrected has the values that there are, too: one round is enough.

#include "rules/checks/selector_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/selector_invalid.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kGpu = "device.attributes['gpu.nvidia.com'].";
const std::string kMemory = "device.capacity['gpu.nvidia.com'].memory";

class SelectorValues : public ::testing::Test {
 protected:
  void publish() {
    world_.add_class("gpu.nvidia.com", "gpu.nvidia.com");
    world_.add(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: n1-gpus}
spec:
  driver: gpu.nvidia.com
  nodeName: n1
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    attributes: {type: {string: gpu}, productName: {string: NVIDIA H100 80GB HBM3}, architecture: {string: Hopper}, brand: {string: Nvidia}, slot: {string: s7}}
    capacity: {memory: {value: 81559Mi}}
)");
  }

  static std::string claim(const std::string& expression) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
           "{devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, "
           "selectors: [{cel: {expression: \"" +
           expression + "\"}}]}}]}}}";
  }

  // What the API server would refuse, as it was meant.
  std::string meant(const std::string& expression) {
    const kube::Document document = yaml(claim(expression));
    const CheckFacts facts = world_.facts();
    const auto findings = check_selectors(document.root(), {}, &facts);
    return findings.size() == 1 ? findings.front().fix : "-";
  }

  // "MESSAGE FIX" of those with the code.
  std::vector<std::string> said(std::string_view code, const std::string& expression) {
    std::vector<std::string> texts;
    for (const Finding& finding : world_.object_findings(claim(expression))) {
      for (const std::string& line : warning_lines(finding))
        EXPECT_LE(line.size(), kWarningBytesMax);
      if (finding.code == code) texts.push_back(finding.message + " " + finding.fix);
    }
    return texts;
  }

  CheckWorld world_;
};

TEST_F(SelectorValues, WhatIsCorrectedHasThePublishedValues) {
  publish();
  EXPECT_EQ(meant(kGpu + "productName = H100"),
            "Write: " + kGpu + "productName == 'NVIDIA H100 80GB HBM3'");
  EXPECT_EQ(meant(kGpu + "architecture == hopper && " + kMemory + " >= '80Gi'"),
            "Write: " + kGpu + "architecture == 'Hopper' && " + kMemory +
                ".compareTo(quantity('79Gi')) >= 0");
  EXPECT_THAT(said("SelectorUnknownAttribute", kGpu + "productname == 'h100'"),
              ElementsAre(HasSubstr("Write: " + kGpu + "productName == 'NVIDIA H100 80GB HBM3'")));
}

TEST_F(SelectorValues, AValueThatNoneHasStays) {
  publish();
  EXPECT_EQ(meant(kGpu + "productName = H200"), "Write: " + kGpu + "productName == 'H200'");
  EXPECT_EQ(meant(kGpu + "productName = 'NVIDIA H100 80GB HBM3'"),
            "Write: " + kGpu + "productName == 'NVIDIA H100 80GB HBM3'");
}

TEST_F(SelectorValues, WhereNothingIsPublishedTheCataloguesCount) {
  EXPECT_EQ(meant(kGpu + "productName = H100"), "Write: " + kGpu + "productName.contains('H100')");
  EXPECT_EQ(meant(kGpu + "productName = L40S"), "Write: " + kGpu + "productName == 'L40S'");
}

TEST_F(SelectorValues, HowDevicesOfTheCatalogueAreCalled) {
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "productName == 'h100'"),
              ElementsAre(HasSubstr("matches no device: " + kGpu +
                                    "productName is such as NVIDIA A100-SXM4-40GB or NVIDIA H100 "
                                    "80GB HBM3 by the catalogue. Write: " +
                                    kGpu + "productName.contains('H100')")));
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "productName.startsWith('H100')"),
              ElementsAre(HasSubstr("Write: " + kGpu + "productName.contains('H100')")));
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "architecture == 'hopper'"),
              ElementsAre(HasSubstr("Write: " + kGpu + "architecture == 'Hopper'")));
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "productName == 'NVIDIA-H100-80GB-HBM3'"),
              ElementsAre(HasSubstr("Write: " + kGpu + "productName == 'NVIDIA H100 80GB HBM3'")));
  for (const auto& [written, letters] :
       {std::pair("productName.lowerAscii().contains('H100')", "contains('h100')"),
        std::pair("productName.lowerAscii() == 'H100'", "contains('h100')"),
        std::pair("productName.upperAscii().contains('Nvidia')", "contains('NVIDIA')"),
        std::pair("architecture.lowerAscii() == 'Hopper'", "lowerAscii() == 'hopper'")})
    EXPECT_THAT(said("SelectorNeverMatches", kGpu + written),
                ElementsAre(AllOf(HasSubstr("Write: " + kGpu), HasSubstr(letters))))
        << written;
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "architecture in ['hopper', 'Rubin']"),
              ElementsAre(HasSubstr("Write: " + kGpu + "architecture in ['Hopper', 'Rubin']")));
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "productName in ['H100', 'A100']"),
              ElementsAre(HasSubstr("Write: " + kGpu + "productName.contains('H100') || " + kGpu +
                                    "productName.contains('A100')")));
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "productName.matches('h100')"),
              ElementsAre(HasSubstr("Write: " + kGpu + "productName.contains('H100')")));
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "architecture.matches('^hopper$')"),
              ElementsAre(HasSubstr("Write: " + kGpu + "architecture == 'Hopper'")));
  for (const char* right :
       {"architecture in ['Rubin', 'Hopper']", "architecture in []", "productName.matches('H100')",
        "productName.matches('h1.0')", "productName in ['NVIDIA H200']"})
    EXPECT_THAT(said("SelectorNeverMatches", kGpu + right), IsEmpty()) << right;
  for (const char* right :
       {"productName.lowerAscii().contains('h100')", "architecture.lowerAscii() == 'hopper'",
        "productName == 'NVIDIA H100 80GB HBM3'", "productName == 'NVIDIA H200'",
        "productName == 'NVIDIA A100'", "productName == 'Tesla V100-SXM2-16GB'",
        "productName.contains('H200')", "productName != 'H100'", "architecture == 'Rubin'",
        "addressingMode == 'hmm'"})
    EXPECT_THAT(said("SelectorNeverMatches", kGpu + right), IsEmpty()) << right;
}

TEST_F(SelectorValues, BoundsThatNothingIsBetween) {
  const std::string version = kGpu + "driverVersion";
  const std::string small = kMemory + ".isLessThan(quantity('40Gi'))";
  for (const auto& [written, told] :
       {std::pair(kMemory + ".isGreaterThan(quantity('80Gi')) && " + small,
                  "memory > 80Gi and memory < 40Gi are never both true."),
        std::pair(small + " && quantity('40960Mi').compareTo(" + kMemory + ") <= 0",
                  "are never both true."),
        std::pair(kMemory + ".compareTo(quantity('40Gi')) == 0 && " + small,
                  "memory == 40Gi and memory < 40Gi are never"),
        std::pair(version + ".compareTo(semver('560.0.0')) >= 0 && " + version +
                      ".isLessThan(semver('550.0.0'))",
                  "driverVersion >= 560.0.0 and driverVersion < 550.0.0 are never")})
    EXPECT_THAT(said("SelectorNeverMatches", written),
                ElementsAre(AllOf(HasSubstr(told), HasSubstr("Take one of them out, or write ||"))))
        << written;
  const std::string large = kMemory + ".compareTo(quantity('40Gi')) >= 0";
  for (const std::string& right :
       {large + " && " + kMemory + ".compareTo(quantity('40Gi')) <= 0", large + " || " + small,
        large + " && " + version + ".isLessThan(semver('550.0.0'))",
        large + " && device.capacity['gpu.nvidia.com'].cores.isLessThan(quantity('40'))",
        large + " && !" + small})
    EXPECT_THAT(said("SelectorNeverMatches", right), IsEmpty()) << right;
  publish();
  EXPECT_THAT(said("SelectorNeverMatches", large + " && " + small),
              ElementsAre(HasSubstr("memory >= 40Gi and memory < 40Gi are never both true.")));
}

TEST_F(SelectorValues, WhatCompareToNeverIs) {
  for (const auto& [bound, meant] :
       {std::pair("> 1", "> 0"), std::pair(">= 2", "> 0"), std::pair("== 5", "> 0"),
        std::pair("< -1", "< 0"), std::pair("<= -2", "< 0"), std::pair("== -9", "< 0")})
    EXPECT_THAT(said("SelectorNeverMatches", kMemory + ".compareTo(quantity('40Gi')) " + bound),
                ElementsAre("compareTo() is -1, 0 or 1, and never " + std::string(bound) +
                            ". Write: " + kMemory + ".compareTo(quantity('40Gi')) " + meant))
        << bound;
  EXPECT_THAT(said("SelectorNeverMatches", "1 < " + kMemory + ".compareTo(quantity('40Gi'))"),
              ElementsAre(HasSubstr("Write: " + kMemory + ".compareTo(quantity('40Gi')) > 0")));
  for (const char* right : {"> 0", ">= 1", "== -1", "!= 2", "> -2", "< 2", "<= 0"})
    EXPECT_THAT(said("SelectorNeverMatches", kMemory + ".compareTo(quantity('40Gi')) " + right),
                IsEmpty())
        << right;
}

TEST_F(SelectorValues, ANumberWhereTheCatalogueHasText) {
  EXPECT_THAT(said("SelectorComparesText", kGpu + "architecture == 8"),
              ElementsAre(kGpu +
                          "architecture is text by the catalogue, and is compared with a "
                          "number. Write: " +
                          kGpu + "architecture == '8'"));
  EXPECT_THAT(said("SelectorComparesText", kGpu + "unheard == 8"), IsEmpty());
}

TEST_F(SelectorValues, AWordForTheModelIsTheDriversOwn) {
  EXPECT_THAT(
      said("SelectorUnknownAttribute", kGpu + "model.contains('H100')"),
      ElementsAre(HasSubstr("gpu.nvidia.com calls it productName, and has no model. Write: " +
                            kGpu + "productName.contains('H100')")));
  EXPECT_THAT(said("SelectorUnknownAttribute",
                   "has(" + kGpu + "model) && " + kGpu + "model.contains('H100')"),
              IsEmpty())
      << "of another version of the driver";
  EXPECT_THAT(said("SelectorUnknownAttribute", kGpu + "serial == 'x'"), IsEmpty());
  publish();
  EXPECT_THAT(said("SelectorUnknownAttribute", kGpu + "model == 'H100'"),
              ElementsAre(HasSubstr("Write: " + kGpu + "productName == 'NVIDIA H100 80GB HBM3'")));
}

TEST_F(SelectorValues, TheNameIsToldThatHasTheValue) {
  publish();
  EXPECT_THAT(said("SelectorFails", kGpu + "position == 's7'"),
              ElementsAre(HasSubstr("Write: " + kGpu + "slot == 's7'")));
  EXPECT_THAT(said("SelectorFails", kGpu + "position == 's8'"),
              ElementsAre(HasSubstr("None of them has it; ")));
}

TEST_F(SelectorValues, ASelectorOfAMappingIsCorrectedToo) {
  publish();
  const std::string field = "spec.rewrites[0].request.exactly.selectors[0].cel.expression";
  const auto mapping = [&](const std::string& expression) {
    return yaml(
        "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
        "{rewrites: [{resource: nvidia.com/gpu, request: {exactly: {deviceClassName: "
        "gpu.nvidia.com, selectors: [{cel: {expression: \"" +
        expression + "\"}}]}}}]}}");
  };
  const CheckFacts facts = world_.facts();
  EXPECT_EQ(corrected_selector(mapping(kGpu + "productName = H100").root(), field, facts),
            "Write: " + kGpu + "productName == 'NVIDIA H100 80GB HBM3'");
  EXPECT_EQ(corrected_selector(mapping(kGpu + "productName = H100").root(), "spec", facts), "");
  EXPECT_EQ(corrected_selector(mapping(kGpu + "productName == {value}").root(), field, facts), "");
  EXPECT_EQ(corrected_selector(mapping("(((").root(), field, facts), "");
}

// Each has a mistake, and is put to the devices; what that costs is bounded.
TEST_F(SelectorValues, HostileManyTermsEndSoon) {
  publish();
  std::string terms = kGpu + "productname == 'h100'";
  for (int i = 0; i < 120; ++i)
    terms += " && " + kGpu + "architecture == 'x" + std::to_string(i) + "'";
  EXPECT_THAT(said("SelectorUnknownAttribute", terms), Not(IsEmpty()));
}

TEST_F(SelectorValues, ASizeThatTheOthersDoNotHaveIsNotProposed) {
  publish();
  world_.add(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: n2-gpus}
spec:
  driver: gpu.nvidia.com
  nodeName: n2
  pool: {name: n2, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    attributes: {type: {string: gpu}, productName: {string: NVIDIA A100-SXM4-40GB}, architecture: {string: Ampere}, brand: {string: Nvidia}, slot: {string: s8}}
    capacity: {memory: {value: 40Gi}}
)");
  const std::string size = kMemory + ".compareTo(quantity('80Gi')) >= 0";
  const std::string of_a100 = kGpu + "productName.contains('A100') && " + size;
  EXPECT_THAT(said("SelectorExactSize", of_a100), IsEmpty());
  EXPECT_THAT(said("SelectorNeverMatches", of_a100),
              ElementsAre(HasSubstr("memory >= 80Gi fails on the 1 that the rest leaves, the "
                                    "largest has 40Gi. Ask for what is published")));
  EXPECT_THAT(said("SelectorExactSize", kGpu + "productName.contains('H100') && " + size),
              ElementsAre(HasSubstr("quantity('79Gi')")));
}

TEST_F(SelectorValues, WhatEveryValueSatisfies) {
  const std::string either = kGpu + "architecture != 'Hopper' || " + kGpu;
  EXPECT_THAT(
      said("SelectorNeverMatches", either + "architecture != 'Ampere'"),
      ElementsAre("No value is excluded: each is other than 'Hopper' or other than "
                  "'Ampere'. Write: " +
                  kGpu + "architecture != 'Hopper' && " + kGpu + "architecture != 'Ampere'"));
  EXPECT_THAT(said("SelectorNeverMatches", either + "architecture != 'Hopper'"), IsEmpty());
  EXPECT_THAT(said("SelectorNeverMatches", either + "brand != 'Tesla'"), IsEmpty());
  EXPECT_THAT(said("SelectorNeverMatches", "!(" + either + "architecture != 'Ampere')"), IsEmpty());
}

TEST_F(SelectorValues, ASizeAsItIsSoldOfWhatIsAskedForAsText) {
  EXPECT_THAT(said("SelectorComparesText", kGpu + "memory == '80Gi'"),
              ElementsAre(HasSubstr("Write: " + kMemory + ".compareTo(quantity('79Gi')) >= 0")));
  EXPECT_THAT(said("SelectorComparesText", kGpu + "memory >= '80Gi'"),
              ElementsAre(HasSubstr("Write: " + kMemory + ".compareTo(quantity('80Gi')) >= 0")));
  EXPECT_EQ(meant(kMemory + " == '80Gi'"),
            "Write: " + kMemory + ".compareTo(quantity('79Gi')) >= 0");
}

TEST_F(SelectorValues, WordsOfModelsBesideOneAnother) {
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "productName in ['H100', 'H200']"),
              ElementsAre(HasSubstr(kGpu + "productName.contains('H100') || " + kGpu +
                                    "productName.contains('H200')")));
  EXPECT_THAT(said("SelectorNeverMatches", kGpu + "productName in ['H100', 'NVIDIA L40S']"),
              ElementsAre(HasSubstr("|| " + kGpu + "productName == 'NVIDIA L40S'")));
}

TEST_F(SelectorValues, WhatIsRefusedIsNotPutToDevices) {
  publish();
  const std::string search = kGpu + "productName.includes('A100')";
  EXPECT_NE(meant(search), "-");
  EXPECT_THAT(said("SelectorNeverMatches", search), IsEmpty());
  EXPECT_THAT(said("SelectorFails", search), IsEmpty());
}

TEST_F(SelectorValues, ALabelOfNodesIsNoAttribute) {
  publish();
  EXPECT_THAT(said("SelectorUnknownAttribute",
                   "device.attributes['gpu.nvidia.com']['nvidia.com/gpu.product'] == 'H100'"),
              Not(::testing::Contains(HasSubstr("['gpu.product']"))));
  EXPECT_THAT(said("SelectorUnknownAttribute",
                   "device.attributes['gpu.nvidia.com']['gpu.nvidia.com/brand'] == 'Nvidia'"),
              ElementsAre(HasSubstr("holds the domain twice")));
}

TEST_F(SelectorValues, ANumberIsWrittenAsItIsPublished) {
  world_.add_class("gpu.intel.com", "gpu.intel.com");
  world_.add(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: i1}
spec:
  driver: gpu.intel.com
  nodeName: n1
  pool: {name: i1, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: d, attributes: {pciId: {string: "0x56c0"}, rdma: {string: mlx5_0}}}
)");
  const std::string intel = "device.attributes['gpu.intel.com'].";
  const auto fix = [&](const std::string& expression) {
    std::string text = claim(expression);
    text.replace(text.find("gpu.nvidia.com"), 14, "gpu.intel.com");
    for (const Finding& finding : world_.object_findings(text)) {
      if (finding.code == "SelectorComparesText") return finding.fix;
    }
    return std::string();
  };
  EXPECT_EQ(fix(intel + "pciId == 0x56c0"), "Write: " + intel + "pciId == '0x56c0'");
  EXPECT_EQ(fix(intel + "pciId == 0x56c1"), "Write: " + intel + "pciId == '22209'");
  EXPECT_EQ(fix(intel + "rdma == true"), "Write: has(" + intel + "rdma)");
  EXPECT_EQ(fix(intel + "rdma != true"), "Write: !has(" + intel + "rdma)");
}

TEST_F(SelectorValues, ADriverByTheNameOfItsClass) {
  const auto told = [&](const std::string& driver) {
    std::vector<std::string> fixes;
    for (const Finding& finding : world_.object_findings(
             "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: mine}, spec: "
             "{selectors: [{cel: {expression: \"device.driver == '" +
             driver + "'\"}}]}}")) {
      if (finding.code == "SelectorUnknownAttribute") fixes.push_back(finding.fix);
    }
    return fixes;
  };
  publish();
  for (const char* meant : {"mig.nvidia.com", "GPU.nvidia.com"})
    EXPECT_THAT(told(meant), ElementsAre("Write: device.driver == 'gpu.nvidia.com'")) << meant;
  EXPECT_THAT(told("dranet"), ElementsAre("Write: device.driver == 'dra.net'"));
  for (const char* other : {"gpu.nvidia.com", "gpu.tenstorrent.com", "gpu.my-example.com"})
    EXPECT_THAT(told(other), IsEmpty()) << other;
}

}  // namespace
}  // namespace drawbridge::rules
