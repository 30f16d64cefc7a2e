#include "rules/devices/demand.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/devices/demand_text.h"
#include "test/rules/rich_mappings.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class DemandTest : public ::testing::Test {
 protected:
  void add_class(std::string_view text) { EXPECT_TRUE(devices_.replace({}, keep(text)).ok()); }
  void add_template(const std::string& name, std::string_view spec,
                    std::string_view version = "v1") {
    templates_[name] = keep("{apiVersion: resource.k8s.io/" + std::string(version) +
                            ", kind: ResourceClaimTemplate, spec: {spec: {devices: {requests: [" +
                            std::string(spec) + "]}}}}");
  }
  void add_claim(const std::string& name, std::string_view spec) {
    claims_[name] =
        keep("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, spec: {devices: {requests: [" +
             std::string(spec) + "]}}}");
  }

  std::vector<DeviceRequest> requests(std::string_view pod) { return requests(keep(pod)); }

  std::vector<DeviceRequest> requests(const kube::Json& json, bool has_turn = false) {
    const Result<kube::PodView> view = kube::PodView::read(json);
    EXPECT_TRUE(view.ok());
    const auto found = [](const auto& map, std::string_view name) {
      const auto at = map.find(std::string(name));
      return at == map.end() ? kube::Json() : at->second;
    };
    return device_requests({*view,
                            mappings_,
                            devices_,
                            {},
                            [&](std::string_view name) { return found(templates_, name); },
                            [&](std::string_view name) { return found(claims_, name); },
                            nullptr,
                            has_turn});
  }

  // "COUNT LOGICAL (CLASS) PATH SOURCE CONTAINER".
  std::vector<std::string> demand(std::string_view pod) {
    std::vector<std::string> result;
    for (const DeviceRequest& request : requests(pod)) {
      const char* const kPaths[] = {"extended", "template", "shared"};
      result.push_back(std::to_string(request.count) + " " + request.logical_resource + " (" +
                       request.device_class + ") " + kPaths[static_cast<int>(request.path)] + " " +
                       request.source + " " + request.container);
    }
    return result;
  }

  MappingIndex mappings_;
  DeviceIndex devices_;
  std::map<std::string, kube::Json> templates_;
  std::map<std::string, kube::Json> claims_;

 private:
  kube::Json keep(std::string_view text) {
    documents_.push_back(std::make_unique<kube::Document>(yaml(text)));
    return documents_.back()->root();
  }
  std::vector<std::unique_ptr<kube::Document>> documents_;
};

TEST_F(DemandTest, APodWithoutDevicesAsksForNothing) {
  EXPECT_THAT(
      demand(
          "{spec: {containers: [{name: a, resources: {requests: {cpu: 1, hugepages-1Gi: 1}}}]}}"),
      IsEmpty());
  EXPECT_THAT(demand("{}"), IsEmpty());
}

TEST_F(DemandTest, ExtendedResourcesAreCountedUnderTheirLogicalName) {
  const char* pod = "{spec: {containers: [{name: a, resources: {requests: {a.com/gpu: 2}}}]}}";
  EXPECT_THAT(demand(pod), ElementsAre("2 a.com/gpu () extended a.com/gpu a"));
  add_class(
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
      "{extendedResourceName: a.com/gpu}}");
  EXPECT_THAT(demand(pod), ElementsAre("2 a.com/gpu (c) extended a.com/gpu a"));
  mappings_ = MappingIndex({mapping("m", "{logicalResource: team/gpus, deviceClassNames: [c]}")});
  EXPECT_THAT(demand(pod), ElementsAre("2 team/gpus (c) extended a.com/gpu a"));
  mappings_ = rich_mappings();
  EXPECT_THAT(demand(pod), ElementsAre("2 a.com/gpu (gpu.a.com) extended a.com/gpu a"));
}

TEST_F(DemandTest, AllWhoAskAreNamed) {
  const auto told = [this](const char* pod) { return sources_text(requests(pod)); };
  const std::string asks = "resources: {requests: {a.com/gpu: 1}}}, ";
  const auto of = [&](std::string_view names) {
    std::string containers;
    for (const char name : names) containers += std::string("{name: ") + name + ", " + asks;
    return told(("{spec: {containers: [" + containers + "{name: idle}]}}").c_str());
  };
  EXPECT_EQ(of("a"), "container a, as extended resource a.com/gpu");
  EXPECT_EQ(of("ab"), "containers a and b, as extended resource a.com/gpu");
  EXPECT_EQ(of("abcd"), "containers a, b, c and d, as extended resource a.com/gpu");
  EXPECT_EQ(of("abcdefg"), "containers a, b, c and 4 more, as extended resource a.com/gpu");
  add_template("t",
               "{name: one, exactly: {deviceClassName: c}}, {name: two, exactly: "
               "{deviceClassName: c}}");
  EXPECT_EQ(told("{spec: {resourceClaims: [{name: e, resourceClaimTemplateName: t}], containers: "
                 "[{name: a, resources: {claims: [{name: e, request: one}]}}, {name: b, resources: "
                 "{claims: [{name: e, request: two}]}}]}}"),
            "containers a and b, class c, by template t");
  EXPECT_EQ(told("{spec: {resourceClaims: [{name: e, resourceClaimTemplateName: t}], containers: "
                 "[{name: a, resources: {claims: [{name: e, request: one}]}}]}}"),
            "container a, class c, by template t")
      << "it holds the claim";
  EXPECT_EQ(told("{spec: {resourceClaims: [{name: e, resourceClaimTemplateName: t}], "
                 "initContainers: [{name: a, resources: {claims: [{name: e, request: one}]}}], "
                 "containers: [{name: b, resources: {claims: [{name: e, request: one}]}}]}}"),
            "containers a and b, class c, by template t");
}

TEST_F(DemandTest, WhatTheNextTurnOfTheRewriteTakesAwayIsNotCountedBesideItsClaim) {
  add_template("drawbridge-0123456789abcdef0123456789abcdef",
               "{name: gpu, exactly: {deviceClassName: c, count: 2}}");
  const kube::Document pod = yaml(
      "{metadata: {annotations: {drawbridge.dev/rewritten: '{\"a\":{\"a.com/gpu\":\"2\"}}', "
      "drawbridge.dev/rewritten-claims: devices}}, spec: {resourceClaims: [{name: devices, "
      "resourceClaimTemplateName: drawbridge-0123456789abcdef0123456789abcdef}], containers: "
      "[{name: a, resources: "
      "{requests: {a.com/gpu: 2, b.com/x: 1}, claims: [{name: devices}]}}, {name: b, resources: "
      "{requests: {a.com/gpu: 1}}}]}}");
  const auto extended = [&](bool has_turn) {
    std::vector<std::string> result;
    for (const DeviceRequest& request : requests(pod.root(), has_turn)) {
      if (request.path == Path::kExtendedResource)
        result.push_back(std::to_string(request.count) + " " + request.source);
    }
    return result;
  };
  EXPECT_THAT(extended(false), ElementsAre("3 a.com/gpu", "1 b.com/x"));
  EXPECT_THAT(extended(true), ElementsAre("1 a.com/gpu", "1 b.com/x"));
}

// The API server refuses a name that stands twice; how far it is looked for here is bounded.
TEST(PodEntries, OfANameThatStandsTwiceTheFirstEntriesAreLookedAt) {
  std::string entries;
  for (std::size_t i = 0; i < kube::kEarlierEntriesMax + 1; ++i)
    entries += "{name: e" + std::to_string(i) + "}, ";
  const std::string last = std::to_string(kube::kEarlierEntriesMax - 1);
  const std::string behind = std::to_string(kube::kEarlierEntriesMax);
  const kube::Document pod = yaml("{spec: {resourceClaims: [" + entries + "{name: e" + last +
                                  "}, {name: e" + behind + "}]}}");
  const Result<kube::PodView> view = kube::PodView::read(pod.root());
  ASSERT_TRUE(view.ok());
  const std::size_t more = kube::kEarlierEntriesMax + 1;
  EXPECT_FALSE(view->repeats_claim(more - 1));
  EXPECT_TRUE(view->repeats_claim(more));
  EXPECT_FALSE(view->repeats_claim(more + 1));
}

TEST_F(DemandTest, TheImplicitNameOfAClassCountsForTheClass) {
  mappings_ = MappingIndex({mapping("m", "{logicalResource: team/gpus, deviceClassNames: [c]}")});
  EXPECT_THAT(demand("{spec: {containers: [{name: a, resources: {requests: "
                     "{deviceclass.resource.kubernetes.io/c: 2, "
                     "deviceclass.resource.kubernetes.io/d: 1}}}]}}"),
              ElementsAre("2 team/gpus (c) extended deviceclass.resource.kubernetes.io/c a",
                          "1 d (d) extended deviceclass.resource.kubernetes.io/d a"));
}

TEST_F(DemandTest, CountsAreTheSchedulers) {
  const auto of = [&](std::string_view init, std::string_view containers) {
    const std::vector<DeviceRequest> found =
        requests("{spec: {initContainers: [" + std::string(init) + "], containers: [" +
                 std::string(containers) + "]}}");
    return found.empty() ? 0 : found.front().count;
  };
  const auto container = [](std::string_view count, bool sidecar = false) {
    return std::string("{name: x, ") + (sidecar ? "restartPolicy: Always, " : "") +
           "resources: {requests: {a.com/gpu: '" + std::string(count) + "'}}}";
  };
  EXPECT_EQ(of("", container("1") + ", " + container("2")), 3);
  EXPECT_EQ(of(container("2"), container("1")), 2);
  EXPECT_EQ(of(container("1", true) + ", " + container("2"), container("1")), 3);
  EXPECT_EQ(of(container("2") + ", " + container("1", true), container("1")), 2);
  EXPECT_EQ(of(container("5") + ", " + container("3"), container("1")), 5);
  EXPECT_EQ(of("", container("0")), 0);
  EXPECT_EQ(of("", container("-5")), 0);
  EXPECT_EQ(of("", container("9223372036854775807") + ", " + container("9223372036854775807")),
            INT64_MAX);
}

TEST_F(DemandTest, TemplatesOfWorkloadsHaveLimitsAlone) {
  EXPECT_THAT(demand("{spec: {containers: [{name: a, resources: {limits: {a.com/gpu: 2}}}]}}"),
              ElementsAre("2 a.com/gpu () extended a.com/gpu a"));
}

TEST_F(DemandTest, ClaimsCountOnceHoweverManyContainersUseThem) {
  add_template("t",
               "{name: r, exactly: {deviceClassName: c, count: 3}}, {name: s, exactly: "
               "{deviceClassName: d}}");
  add_claim("s", "{name: r, exactly: {deviceClassName: c}}");
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}, {name: "
                     "two, resourceClaimName: s}], "
                     "containers: [{name: a, resources: {claims: [{name: two}]}}, {name: b, "
                     "resources: {claims: [{name: one}, {name: two}]}}]}}"),
              ElementsAre("3 c (c) template t b", "1 d (d) template t b", "1 c (c) shared s a"));
}

TEST_F(DemandTest, TwoEntriesOfOneClaimAreOneClaim) {
  add_claim("s", "{name: r, exactly: {deviceClassName: c, count: 8}}");
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimName: s}, {name: two, "
                     "resourceClaimName: s}]}}"),
              ElementsAre("8 c (c) shared s "));
}

// The API server refuses the second, whose devices nobody asks for.
TEST_F(DemandTest, AnEntryThatRepeatsANameAsksForNothing) {
  add_template("t", "{name: r, exactly: {deviceClassName: c}}");
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}, {name: "
                     "one, resourceClaimTemplateName: t}]}}"),
              ElementsAre("1 c (c) template t "));
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}, {name: "
                     "two, resourceClaimTemplateName: t}]}}"),
              ElementsAre("1 c (c) template t ", "1 c (c) template t "));
  std::string entries;
  for (int i = 0; i < 20'000; ++i)
    entries += "{name: e" + std::to_string(i) + ", resourceClaimTemplateName: none}, ";
  EXPECT_THAT(demand("{spec: {resourceClaims: [" + entries + "]}}"), IsEmpty());
}

TEST_F(DemandTest, AnEntryThatNobodyUsesIsAllocatedAllTheSame) {
  add_template("t", "{name: r, exactly: {deviceClassName: c}}");
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}, {name: "
                     "again, resourceClaimTemplateName: t}]}}"),
              ElementsAre("1 c (c) template t ", "1 c (c) template t "));
}

TEST_F(DemandTest, AlternativesCountTheDearestOfEachLogicalResource) {
  mappings_ =
      MappingIndex({mapping("m", "{logicalResource: team/gpus, deviceClassNames: [a, b]}")});
  add_template("t",
               "{name: r, firstAvailable: [{name: x, deviceClassName: a, count: 2}, {name: y, "
               "deviceClassName: b, count: 3}, "
               "{name: z, deviceClassName: c}]}");
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}]}}"),
              UnorderedElementsAre("3 team/gpus (b) template t ", "1 c (c) template t "));
}

TEST_F(DemandTest, AllTakesOneAtLeastAndAdminAccessNothing) {
  add_template("t",
               "{name: r, exactly: {deviceClassName: a, allocationMode: All}}, "
               "{name: s, exactly: {deviceClassName: b, adminAccess: true}}");
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}]}}"),
              ElementsAre("1 a (a) template t ", "0 b (b) template t "));
}

TEST_F(DemandTest, AllCountsWhatMatchesNow) {
  DeviceMatches matches;
  const auto publish = [&](std::string_view node, int devices) {
    std::string list;
    for (int i = 0; i < devices; ++i)
      list += "{name: d" + std::to_string(i) +
              ", attributes: {even: {bool: " + (i % 2 == 0 ? "true" : "false") + "}}},";
    const kube::Document slice =
        yaml("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " +
             std::string(node) +
             "}, spec: {driver: gpu.a.com, nodeName: node-1, pool: {name: " + std::string(node) +
             ", generation: 1, resourceSliceCount: 1}, devices: [" + list + "]}}");
    EXPECT_TRUE(devices_.replace({}, slice.root()).ok());
    matches.put_slice(node, kube::CompactJson(slice.root()));
  };
  const auto counted = [&](std::string_view of) {
    std::vector<DeviceMatches::SliceProblem> problems;
    devices_.set_matches(matches.update(problems));
    add_template("t", "{name: r, exactly: {allocationMode: All, " + std::string(of) + "}}");
    return demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}]}}").front();
  };
  const std::string_view even =
      "deviceClassName: a, selectors: [{cel: {expression: "
      "\"device.attributes['gpu.a.com'].even\"}}]";
  for (const char* name : {"a", "none"}) {
    const std::string driver = name == std::string_view("a") ? "gpu.a.com" : "other";
    add_class("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: " +
              std::string(name) + "}, spec: {selectors: [{cel: {expression: \"device.driver == '" +
              driver + "'\"}}]}}");
    matches.set_class(name, devices_.device_class(name)->selectors);
  }
  EXPECT_EQ(counted("deviceClassName: a"), "1 a (a) template t ") << "no slice is known";
  publish("one", 5);
  EXPECT_EQ(counted("deviceClassName: a"), "5 a (a) template t ");
  EXPECT_EQ(counted("deviceClassName: none"), "1 none (none) template t ");
  EXPECT_EQ(counted("deviceClassName: unknown"), "32 unknown (unknown) template t ");
  EXPECT_EQ(counted(even), "5 a (a) template t ") << "as long as the selector was not put to them";
  matches.change_claim({}, templates_["t"]);
  EXPECT_EQ(counted(even), "3 a (a) template t ");
  publish("two", 26);
  EXPECT_EQ(counted("deviceClassName: a"), "31 a (a) template t ");
  publish("three", 2);
  EXPECT_EQ(counted("deviceClassName: a"), "32 a (a) template t ") << "no claim holds more";
}

TEST_F(DemandTest, ARequestSaysWhatItAsksOfEachDevice) {
  add_template("t",
               "{name: r, exactly: {deviceClassName: a, count: 2, selectors: [{cel: {expression: "
               "'true'}}], capacity: {requests: {memory: 4Gi}}}}, {name: s, exactly: "
               "{deviceClassName: b, adminAccess: true}}");
  const std::vector<DeviceRequest> found =
      requests("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}]}}");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].request, "r");
  EXPECT_EQ(found[0].claim, "one");
  EXPECT_EQ(found[0].option.selectors().size(), 1U);
  EXPECT_EQ(found[0].option.capacity_requests()["memory"].as_string(), "4Gi");
  EXPECT_FALSE(found[0].admin_access);
  EXPECT_TRUE(found[1].admin_access);
}

TEST_F(DemandTest, KueuesNameOfAClassCountsWhereNoMappingSaysAnother) {
  const kube::Document configuration = yaml(
      "{resources: {deviceClassMappings: [{name: pool, deviceClassNames: [a]}, {name: bytes, "
      "deviceClassNames: [b], sources: [{counter: {name: memory}}]}]}}");
  const kube::KueueConfiguration kueue = kube::read_kueue_configuration(configuration.root());
  EXPECT_EQ(logical_resource_of_class("a", mappings_, devices_, &kueue), "pool");
  EXPECT_EQ(logical_resource_of_class("b", mappings_, devices_, &kueue), "b");
  mappings_ = MappingIndex({mapping("m", "{logicalResource: team/gpus, deviceClassNames: [a]}")});
  EXPECT_EQ(logical_resource_of_class("a", mappings_, devices_, &kueue), "team/gpus");
}

TEST_F(DemandTest, FlatRequestsOfV1Beta1) {
  add_template("t", "{name: r, deviceClassName: a, count: 2}", "v1beta1");
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}]}}"),
              ElementsAre("2 a (a) template t "));
}

TEST_F(DemandTest, WhatIsNotKnownAsksForNothing) {
  EXPECT_THAT(demand("{spec: {resourceClaims: [{name: one, resourceClaimTemplateName: t}, {name: "
                     "two, resourceClaimName: c}]}}"),
              IsEmpty());
}

TEST_F(DemandTest, ARewrittenPodSaysWhatItWasRewrittenFrom) {
  mappings_ = rich_mappings();
  World world;
  world.mappings = rich_mappings();
  const Rewritten result =
      rewritten(world, "{spec: {containers: [{name: a, resources: {limits: {a.com/gpu: 2}}}]}}");
  const ClaimTemplate& made = result.rewrite.templates.at(0);
  const kube::Document object = from_nlohmann(nlohmann::json::parse(template_object(made, "ns")));
  templates_[made.name] = object.root();
  const std::vector<DeviceRequest> found = requests(result.pod.dump());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count, 2);
  EXPECT_EQ(found[0].logical_resource, "a.com/gpu");
  EXPECT_TRUE(found[0].generated);
  EXPECT_EQ(found[0].rewritten_from, "a.com/gpu");
  EXPECT_EQ(found[0].container, "a");
}

}  // namespace
}  // namespace drawbridge::rules
