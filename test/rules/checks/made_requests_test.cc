// What a rewrite makes of a pod's words, put to the published devices.
#include "rules/checks/made_requests.h"

#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A slice of two MIG devices and two GPUs, and mappings that make requests of a pod's words.
const char* const kSlice = R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  driver: gpu.example.com
  nodeName: n
  pool: {name: n, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: g0, attributes: {type: {string: gpu}, model: {string: A100}}, capacity: {memory: {value: 40Gi}}}
  - {name: g1, attributes: {type: {string: gpu}, model: {string: H100}}, capacity: {memory: {value: 81559Mi}}}
  - {name: m0, attributes: {type: {string: mig}, profile: {string: 1g.10gb}}}
  - {name: m1, attributes: {type: {string: mig}, profile: {string: 3g.40gb}}}
)";

std::string a_mapping(std::string_view name, std::string_view rewrite) {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: " +
         std::string(name) + "}, spec: {logicalResource: " + std::string(name) +
         ", deviceClassNames: [gpu.example.com], rewrites: [{action: Rewrite, " +
         std::string(rewrite) + "}]}}";
}

// `more` stands behind the class in the request.
std::string exactly_with(std::string_view more) {
  return "request: {exactly: {deviceClassName: gpu.example.com" + std::string(more) + "}}";
}

std::string selecting(std::string_view expression) {
  return ", selectors: [{cel: {expression: \"" + std::string(expression) + "\"}}]";
}

class MadeRequestsTest : public ::testing::Test {
 protected:
  MadeRequestsTest() {
    world_.add_class("gpu.example.com", "gpu.example.com");
    world_.add(kSlice);
  }

  std::vector<std::string> told(std::string_view limits, std::string_view annotations = "") {
    const kube::Json pod = world_.keep(
        "{apiVersion: v1, kind: Pod, metadata: {name: p, annotations: {" +
        std::string(annotations) + "}}, spec: {containers: [{name: main, resources: {limits: {" +
        std::string(limits) + "}}}]}}");
    const CheckFacts facts = world_.facts();
    Result<kube::PodView> view = kube::PodView::read(pod);
    EXPECT_TRUE(view.ok());
    if (!view) return {};
    HoldBackFacts known;
    known.device_class = [](std::string_view) { return ClassFacts{Known::kYes, Known::kYes, {}}; };
    known.node_offering = [](std::string_view) { return std::string_view(); };
    const Rewrite made = rewrite_pod({*view, facts.mappings, {}, known});
    EXPECT_FALSE(made.asks.empty());
    std::vector<Finding> findings;
    wants_survey_ = check_made_requests({*view, made.asks, is_new_}, may_survey_, facts, findings);
    std::vector<std::string> texts;
    for (const Finding& finding : findings) {
      EXPECT_TRUE(finding.cause.starts_with("DeviceMapping "));
      EXPECT_EQ(finding.severity, Severity::kWarn);
      for (const std::string& line : warning_lines(finding))
        EXPECT_LE(line.size(), kWarningBytesMax);
      texts.push_back(finding.field + ": " + finding.text());
    }
    return texts;
  }

  CheckWorld world_;
  bool is_new_ = true;
  bool may_survey_ = true;
  bool wants_survey_ = false;
};

class MadeOfProfilesTest : public MadeRequestsTest {
 protected:
  MadeOfProfilesTest() {
    world_.add(
        a_mapping("mig", "resource: 'example.com/mig-{profile}', " +
                             exactly_with(selecting("device.attributes['gpu.example.com'].?profile"
                                                    ".orValue('') == {profile}"))));
  }
};

TEST_F(MadeOfProfilesTest, AProfileThatIsPublishedIsSilent) {
  EXPECT_THAT(told("example.com/mig-1g.10gb: 1"), IsEmpty());
  EXPECT_FALSE(wants_survey_);
}

TEST_F(MadeOfProfilesTest, OneThatIsMisspeltIsToldWithTheOneThatIsMeant) {
  EXPECT_THAT(
      told("example.com/mig-1g10gb: 2"),
      ElementsAre("spec.containers[0].resources: example.com/mig-1g10gb of container main becomes "
                  "a claim that matches none of 4 published devices of class gpu.example.com: "
                  "device.attributes['gpu.example.com'].?profile.orValue('') == \"1g10gb\" fails "
                  "on all of them (seen: 1g.10gb, 3g.40gb). Write: example.com/mig-1g.10gb "
                  "[SelectorNeverMatches]"));
}

TEST_F(MadeOfProfilesTest, AnotherProfileIsNoMisspeltOne) {
  EXPECT_THAT(
      told("example.com/mig-2g.10gb: 1"),
      ElementsAre("spec.containers[0].resources: example.com/mig-2g.10gb of container main becomes "
                  "a claim that matches none of 4 published devices of class gpu.example.com: "
                  "device.attributes['gpu.example.com'].?profile.orValue('') == \"2g.10gb\" fails "
                  "on all of them (seen: 1g.10gb, 3g.40gb). Ask for a profile that is published, "
                  "instead of 2g.10gb; until then the pod waits. [SelectorNeverMatches]"));
}

TEST_F(MadeOfProfilesTest, WithoutTimeForASurveyNothingIsToldAndItIsAskedFor) {
  may_survey_ = false;
  EXPECT_THAT(told("example.com/mig-1g10gb: 1"), IsEmpty());
  EXPECT_TRUE(wants_survey_);
}

TEST_F(MadeOfProfilesTest, WhatATemplateHoldsAlreadyIsNotSurveyedAgain) {
  is_new_ = false;
  may_survey_ = false;
  EXPECT_THAT(told("example.com/mig-1g10gb: 1"), IsEmpty());
  EXPECT_FALSE(wants_survey_);
  // The table knows the selectors of templates that there are.
  world_.add_template("drawbridge-1",
                      "{name: r, exactly: {deviceClassName: gpu.example.com" +
                          selecting("device.attributes['gpu.example.com'].?profile.orValue('') == "
                                    "\\\"1g10gb\\\"") +
                          "}}");
  EXPECT_THAT(
      told("example.com/mig-1g10gb: 1"),
      ElementsAre("spec.containers[0].resources: example.com/mig-1g10gb of container main becomes "
                  "a claim that matches none of 4 published devices of class gpu.example.com: "
                  "device.attributes['gpu.example.com'].?profile.orValue('') == \"1g10gb\" fails "
                  "on all of them (seen: 1g.10gb, 3g.40gb). Write: example.com/mig-1g.10gb "
                  "[SelectorNeverMatches]"));
  EXPECT_FALSE(wants_survey_);
}

TEST_F(MadeOfProfilesTest, WhereTenantsDoNotSeeTheInventoryNoValueIsTold) {
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(
      told("example.com/mig-1g10gb: 1"),
      ElementsAre("spec.containers[0].resources: example.com/mig-1g10gb of container main becomes "
                  "a claim that matches none of published devices of class gpu.example.com: "
                  "device.attributes['gpu.example.com'].?profile.orValue('') == \"1g10gb\" fails "
                  "on all of them. Ask for a profile that is published, instead of 1g10gb; until "
                  "then the pod waits. [SelectorNeverMatches]"));
}

TEST_F(MadeRequestsTest, OfManyOneTellsEnough) {
  world_.add(
      a_mapping("mig", "resource: 'example.com/mig-{profile}', " +
                           exactly_with(selecting("device.attributes['gpu.example.com'].?profile"
                                                  ".orValue('') == {profile}"))));
  std::string limits;
  for (int i = 0; i < 20; ++i) limits += "example.com/mig-x" + std::to_string(i) + ": 1, ";
  EXPECT_EQ(told(limits).size(), kLikeFindingsMax);
}

TEST_F(MadeRequestsTest, TheMappingsOwnSelectorIsCountedAllTheTime) {
  may_survey_ = false;
  world_.add(
      a_mapping("good", "resource: example.com/gpu, " +
                            exactly_with(selecting("device.attributes['gpu.example.com'].type == "
                                                   "'gpu'"))));
  EXPECT_THAT(told("example.com/gpu: 1"), IsEmpty());
  EXPECT_FALSE(wants_survey_);
  world_.add(
      a_mapping("bad", "resource: example.com/card, " +
                           exactly_with(selecting("device.attributes['gpu.example.com'].type == "
                                                  "'card'"))));
  EXPECT_THAT(told("example.com/card: 1"), IsEmpty());
  EXPECT_TRUE(wants_survey_);
  may_survey_ = true;
  EXPECT_THAT(
      told("example.com/card: 1"),
      ElementsAre("spec.containers[0].resources: example.com/card of container main becomes a "
                  "claim that matches none of 4 published devices of class gpu.example.com: type "
                  "== card fails on all of them (seen: gpu, mig). Have DeviceMapping bad ask for "
                  "what is published; until then the pod waits. [SelectorNeverMatches]"));
}

TEST_F(MadeRequestsTest, ASelectorThatFailsIsTold) {
  world_.add(
      a_mapping("bad", "resource: example.com/card, " +
                           exactly_with(selecting("device.attributes['gpu.example.com'].model == "
                                                  "'A100'"))));
  EXPECT_THAT(told("example.com/card: 1"),
              ElementsAre("spec.containers[0].resources: Selector 1 of what example.com/card of "
                          "container main becomes fails on 2 of 4 published devices (no such key: "
                          "model), and one of them fails the whole pod. Have DeviceMapping bad "
                          "mended. Write: has(device.attributes['gpu.example.com'].model) && "
                          "device.attributes['gpu.example.com'].model == 'A100' [SelectorFails]"));
}

TEST_F(MadeRequestsTest, OneAlternativeThatCanBeHadIsEnough) {
  const auto first = [](std::string_view resource, std::string_view type) {
    return "resource: " + std::string(resource) +
           ", request: {firstAvailable: [{name: a, deviceClassName: "
           "gpu.example.com" +
           selecting("device.attributes['gpu.example.com'].type == 'none'") +
           "}, {name: b, deviceClassName: gpu.example.com" +
           selecting("device.attributes['gpu.example.com'].type == '" + std::string(type) + "'") +
           "}]}";
  };
  world_.add(a_mapping("any", first("example.com/any", "gpu")));
  EXPECT_THAT(told("example.com/any: 1"), IsEmpty());
  world_.add(a_mapping("other", first("example.com/other", "neither")));
  EXPECT_THAT(
      told("example.com/other: 1"),
      ElementsAre("spec.containers[0].resources: example.com/other of container main becomes a "
                  "claim that matches none of 4 published devices of class gpu.example.com: type "
                  "== neither fails on all of them (seen: gpu, mig). Have DeviceMapping other ask "
                  "for what is published; until then the pod waits. [SelectorNeverMatches]"));
}

class MadeOfCompanionsTest : public MadeRequestsTest {
 protected:
  MadeOfCompanionsTest() {
    world_.add(a_mapping(
        "gpu",
        "resource: example.com/gpu, " +
            exactly_with(selecting("device.attributes['gpu.example.com'].type == 'gpu'")) +
            ", parameters: [{type: Resource, resource: example.com/gpumem, capacity: memory, unit: "
            "Mi}, {type: Annotation, annotation: example.com/model, selector: "
            "\"device.attributes['gpu.example.com'].model == {value}\"}]"));
  }
};

TEST_F(MadeOfCompanionsTest, AsMuchAsADeviceHasIsSilent) {
  EXPECT_THAT(told("example.com/gpu: 1, example.com/gpumem: 81559"), IsEmpty());
}

TEST_F(MadeOfCompanionsTest, MoreThanThatIsTold) {
  EXPECT_THAT(
      told("example.com/gpu: 1, example.com/gpumem: 81560"),
      ElementsAre("spec.containers[0].resources: example.com/gpumem of container main can't be "
                  "had: no published device of gpu.example.com has 81560Mi of memory, the largest "
                  "has 81559Mi. Write: example.com/gpumem: 81559 [CapacityNeverFits]"));
  EXPECT_THAT(told("example.com/gpu: 1, example.com/gpumem: 40Gi"),
              ElementsAre(HasSubstr("One of it is 1Mi: write example.com/gpumem: 40960.")));
  EXPECT_THAT(told("example.com/gpu: 1, example.com/gpumem: 80Gi"),
              ElementsAre(HasSubstr("Write: example.com/gpumem: 81559")))
      << "which is more than there is by that, too";
  world_.settings.inventory = Inventory::kCounts;
  EXPECT_THAT(told("example.com/gpu: 1, example.com/gpumem: 81560"),
              ElementsAre("spec.containers[0].resources: example.com/gpumem of container main "
                          "can't be had: no published device of gpu.example.com has 81560Mi of "
                          "memory. Ask for less of example.com/gpumem. [CapacityNeverFits]"));
}

TEST_F(MadeOfCompanionsTest, AnAnnotationThatNamesWhatThereIsNotIsTold) {
  EXPECT_THAT(told("example.com/gpu: 1", "example.com/model: H100"), IsEmpty());
  EXPECT_THAT(
      told("example.com/gpu: 1", "example.com/model: AA100"),
      ElementsAre(
          "spec.containers[0].resources: example.com/gpu of container main becomes a claim that "
          "matches none of 4 published devices of class gpu.example.com: model == AA100 fails on "
          "all of them (seen: A100, H100). Write: example.com/model: A100 [SelectorNeverMatches]"));
  EXPECT_THAT(
      told("example.com/gpu: 1", "example.com/model: Gaudi"),
      ElementsAre(
          "spec.containers[0].resources: example.com/gpu of container main becomes a claim that "
          "matches none of 4 published devices of class gpu.example.com: model == Gaudi fails on "
          "all of them (seen: A100, H100). Set the annotation example.com/model to what is "
          "published, or take it away; until then the pod waits. [SelectorNeverMatches]"));
}

TEST_F(MadeRequestsTest, WordsOfSeveralAnnotationsAreToldAtOnce) {
  world_.add(a_mapping(
      "gpus", "resource: example.com/gpu, " +
                  exactly_with(selecting("device.attributes['gpu.example.com'].type == 'gpu'")) +
                  ", parameters: [{type: Annotation, annotation: example.com/model, selector: "
                  "\"device.attributes['gpu.example.com'].model == {value}\"}, {type: Annotation, "
                  "annotation: example.com/kind, selector: "
                  "\"device.attributes['gpu.example.com'].type == {value}\"}]"));
  const auto fixes = [&](std::string_view annotations) {
    return told("example.com/gpu: 1", annotations);
  };
  EXPECT_THAT(fixes("example.com/model: h100, example.com/kind: gpu"),
              ElementsAre(HasSubstr("(seen: A100, H100). Write: example.com/model: H100 [")));
  EXPECT_THAT(fixes("example.com/model: h100, example.com/kind: GPU"),
              ElementsAre(HasSubstr("Write: example.com/model: H100; Write: example.com/kind: gpu "
                                    "[")));
  EXPECT_THAT(fixes("example.com/model: h100, example.com/kind: fish"),
              ElementsAre(HasSubstr("Write: example.com/model: H100; Set the annotation "
                                    "example.com/kind to what is published")));
}

TEST_F(MadeRequestsTest, AWordThatIsNoQuantityIsThePodsToMend) {
  world_.add(a_mapping(
      "gpus", "resource: example.com/gpu, " +
                  exactly_with(selecting("device.attributes['gpu.example.com'].type == 'gpu'")) +
                  ", parameters: [{type: Annotation, annotation: example.com/least, selector: "
                  "\"device.capacity['gpu.example.com'].memory.compareTo(quantity({value})) >= "
                  "0\"}]"));
  EXPECT_THAT(told("example.com/gpu: 1", "example.com/least: 10Gi"), IsEmpty());
  EXPECT_THAT(told("example.com/gpu: 1", "example.com/least: 10GB"),
              ElementsAre(::testing::EndsWith("and one of them fails the whole pod. Write: "
                                              "example.com/least: 10G [SelectorFails]")));
}

TEST_F(MadeOfCompanionsTest, HostileWordsStayWords) {
  EXPECT_THAT(
      told("example.com/gpu: 1", "example.com/model: \"x' || true || '\""),
      ElementsAre(
          "spec.containers[0].resources: example.com/gpu of container main becomes a claim that "
          "matches none of 4 published devices of class gpu.example.com: model == x' || true || ' "
          "fails on all of them (seen: A100, H100). Set the annotation example.com/model to what "
          "is published, or take it away; until then the pod waits. [SelectorNeverMatches]"));
  EXPECT_THAT(
      told("example.com/gpu: 1", "example.com/model: \"\\n\\e[2J\""),
      ElementsAre(
          "spec.containers[0].resources: example.com/gpu of container main becomes a claim that "
          "matches none of 4 published devices of class gpu.example.com: model == \\n\\x1b[2J "
          "fails on all of them (seen: A100, H100). Set the annotation example.com/model to what "
          "is published, or take it away; until then the pod waits. [SelectorNeverMatches]"));
}

// The mapping is for everybody: it is mended with its placeholder, and less of it is no help.
class MadeOfBrokenMappingsTest : public MadeRequestsTest {
 protected:
  MadeOfBrokenMappingsTest() {
    world_.add(a_mapping(
        "gpus",
        "resource: example.com/gpu, " + exactly_with("") +
            ", parameters: [{type: Resource, resource: example.com/gpumem, capacity: memor, "
            "unit: Mi}, {type: Annotation, annotation: example.com/model, selector: "
            "\"device.attributes['gpu.example.com'].modell == {value}\"}]"));
  }
};

TEST_F(MadeOfBrokenMappingsTest, TheFixIsThatOfTheMapping) {
  EXPECT_THAT(
      told("example.com/gpu: 1", "example.com/model: A100"),
      ElementsAre("spec.containers[0].resources: Selector 1 of what example.com/gpu of container "
                  "main becomes fails on 4 of 4 published devices (no such key: modell), and one "
                  "of them fails the whole pod. Have DeviceMapping gpus mended. Write: "
                  "has(device.attributes['gpu.example.com'].model) && "
                  "device.attributes['gpu.example.com'].model == {value} [SelectorFails]"));
  EXPECT_THAT(
      told("example.com/gpu: 1, example.com/gpumem: 100"),
      ElementsAre("spec.containers[0].resources: example.com/gpumem of container main can't be "
                  "had: no published device of gpu.example.com has capacity memor, so the request "
                  "fits none. Have DeviceMapping gpus mended. Write: capacity: memory "
                  "[CapacityNeverFits]"));
}

TEST_F(MadeOfCompanionsTest, BothAreToldInOneAnswer) {
  EXPECT_THAT(
      told("example.com/gpu: 1, example.com/gpumem: 90000", "example.com/model: L4"),
      ElementsAre(
          "spec.containers[0].resources: example.com/gpumem of container main can't be had: no "
          "published device of gpu.example.com has 90000Mi of memory, the largest has 81559Mi. "
          "Write: example.com/gpumem: 81559 [CapacityNeverFits]",
          "spec.containers[0].resources: example.com/gpu of container main becomes a claim that "
          "matches none of 4 published devices of class gpu.example.com: model == L4 fails on all "
          "of them (seen: A100, H100). Set the annotation example.com/model to what is published, "
          "or take it away; until then the pod waits. [SelectorNeverMatches]"));
}

}  // namespace
}  // namespace drawbridge::rules
