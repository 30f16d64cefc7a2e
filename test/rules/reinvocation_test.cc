// The second turn: what later webhooks did to a rewritten pod, and what tenants forge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/mapping/earlier_rewrite.h"
#include "test/rules/rich_mappings.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kTwoContainers = R"(
metadata: {name: p, annotations: {a.com/model: H100}}
spec:
  initContainers:
  - {name: warm, resources: {limits: {a.com/gpu: "2", a.com/gpumem: "1024"}, requests: {a.com/gpu: "2", a.com/gpumem: "1024"}}}
  containers:
  - {name: main, resources: {limits: {cpu: "1", a.com/gpu: "1"}, requests: {cpu: "1", a.com/gpu: "1"}}}
  - {name: side, resources: {limits: {a.com/second: "2"}, requests: {a.com/second: "2"}}}
)";

// Without empty objects and lists, which the API server does not store.
json stored(json value) {
  if (value.is_object()) {
    json result = json::object();
    for (const auto& [key, member] : value.items()) {
      const json inner = stored(member);
      if (inner.is_null() || ((inner.is_object() || inner.is_array()) && inner.empty())) continue;
      result[key] = inner;
    }
    return result;
  }
  if (value.is_array()) {
    for (json& element : value) element = stored(element);
  }
  return value;
}

json from_yaml(std::string_view text) {
  return to_nlohmann(yaml(text).root());
}

class ReinvocationTest : public ::testing::Test {
 protected:
  ReinvocationTest() { world_.mappings = rich_mappings(); }

  json once(const json& pod) { return rewritten_object(world_, pod).pod; }

  // What a second turn makes of `pod`, which must be stable then.
  json again(const json& pod) {
    const json result = once(pod);
    EXPECT_EQ(once(result), result) << "a third turn changes it again";
    return result;
  }

  bool unchanged(const json& pod) { return once(pod) == pod; }

  World world_;
};

TEST_F(ReinvocationTest, ARewrittenPodIsLeftAsItIs) {
  const json pod = once(from_yaml(kTwoContainers));
  const Rewritten second = rewritten_object(world_, pod);
  EXPECT_EQ(second.rewrite.patch, "");
  EXPECT_THAT(codes(second.rewrite.findings), IsEmpty());
  EXPECT_EQ(second.rewrite.templates.size(), 2u) << "they are still needed";
}

TEST_F(ReinvocationTest, AsTheApiServerStoresIt) {
  EXPECT_TRUE(unchanged(stored(once(from_yaml(kTwoContainers)))));
  json pod = stored(once(from_yaml(kTwoContainers)));
  for (const char* list : {"initContainers", "containers"}) {
    for (json& container : pod["spec"][list]) container["terminationMessagePath"] = "/dev/log";
  }
  EXPECT_TRUE(unchanged(pod));
}

TEST_F(ReinvocationTest, AContainerIsAdded) {
  const json added = {{"name", "late"}, {"resources", {{"limits", {{"a.com/gpu", "3"}}}}}};
  for (const char* list : {"initContainers", "containers"}) {
    json before = from_yaml(kTwoContainers);
    before["spec"][list].push_back(added);
    json after = once(from_yaml(kTwoContainers));
    after["spec"][list].push_back(added);
    EXPECT_EQ(stored(again(after)), stored(once(before))) << list;
  }
}

TEST_F(ReinvocationTest, AContainerIsAddedInFront) {
  const json added = {{"name", "a-first"}, {"resources", {{"limits", {{"a.com/second", "1"}}}}}};
  json before = from_yaml(kTwoContainers);
  json after = once(before);
  for (json* pod : {&before, &after}) {
    json& list = (*pod)["spec"]["containers"];
    list.insert(list.begin(), added);
  }
  EXPECT_EQ(stored(again(after)), stored(once(before)));
}

TEST_F(ReinvocationTest, AnotherResourceIsAdded) {
  json before = from_yaml(kTwoContainers);
  json after = once(before);
  for (json* pod : {&before, &after}) {
    for (const char* part : {"limits", "requests"})
      (*pod)["spec"]["containers"][0]["resources"][part]["a.com/mig-1g.5gb"] = "1";
  }
  EXPECT_EQ(stored(again(after)), stored(once(before)));
}

// LimitRanger runs again after us, and defaults what it does not find.
TEST_F(ReinvocationTest, AResourceIsPutBack) {
  const json rewritten_pod = once(from_yaml(kTwoContainers));
  for (const char* quantity : {"1", "7", "0", "500m"}) {
    json pod = rewritten_pod;
    for (const char* part : {"limits", "requests"}) {
      pod["spec"]["containers"][0]["resources"][part]["a.com/gpu"] = quantity;
      pod["spec"]["initContainers"][0]["resources"][part]["a.com/gpumem"] = quantity;
    }
    EXPECT_EQ(stored(again(pod)), stored(rewritten_pod)) << quantity;
  }
}

TEST_F(ReinvocationTest, AContainerIsRemoved) {
  for (const char* list : {"initContainers", "containers"}) {
    json before = from_yaml(kTwoContainers);
    json after = once(before);
    before["spec"][list].erase(0);
    after["spec"][list].erase(0);
    EXPECT_EQ(stored(again(after)), stored(once(before))) << list;
  }
}

TEST_F(ReinvocationTest, AllContainersWithDevicesAreRemoved) {
  json after = once(from_yaml(kTwoContainers));
  after["spec"].erase("initContainers");
  after["spec"]["containers"] =
      json::array({{{"name", "other"}, {"resources", {{"limits", {{"cpu", "1"}}}}}}});
  const json result = again(after);
  EXPECT_EQ(result["spec"].count("resourceClaims"), 0u) << "nobody would use the devices";
  EXPECT_EQ(result["metadata"]["annotations"], json({{"a.com/model", "H100"}}));
  EXPECT_EQ(result["spec"]["containers"], after["spec"]["containers"]);
}

TEST_F(ReinvocationTest, ItsOwnClaimsAreKept) {
  json before = from_yaml(kTwoContainers);
  before["spec"]["resourceClaims"] = {{{"name", "devices"}, {"resourceClaimName", "mine"}}};
  before["spec"]["containers"][1]["resources"]["claims"] = {{{"name", "devices"}}};
  const json pod = once(before);
  EXPECT_TRUE(unchanged(pod));
  json after = pod;
  after["spec"]["resourceClaims"].push_back({{"name", "late"}, {"resourceClaimName", "x"}});
  EXPECT_TRUE(unchanged(after)) << "a later webhook added an entry behind ours";
  after["spec"]["resourceClaims"].erase(0);
  after["spec"]["containers"][1]["resources"]["claims"].erase(0);
  EXPECT_EQ(again(after)["spec"]["resourceClaims"][1]["name"], "devices") << "the name is free now";
}

// ---- The cluster changed between the turns.

TEST_F(ReinvocationTest, HeldBackNowGoesBackToItsResources) {
  const json before = from_yaml(kTwoContainers);
  const json pod = once(before);
  world_.plugin_resource = "a.com/gpu";
  const Rewritten second = rewritten_object(world_, pod);
  EXPECT_THAT(codes(second.rewrite.findings), ElementsAre("MixedNodes", "Rewritten"));
  EXPECT_EQ(stored(second.pod), stored(once(before)));
  EXPECT_EQ(second.pod["spec"]["containers"][0]["resources"]["limits"]["a.com/gpu"], "1");
  EXPECT_EQ(second.pod["spec"]["initContainers"][0]["resources"]["requests"],
            json({{"a.com/gpu", "2"}, {"a.com/gpumem", "1024"}}));
}

TEST_F(ReinvocationTest, MappingsThatAreGoneLeaveThePodToItsClaims) {
  const json pod = once(from_yaml(kTwoContainers));
  world_.mappings = MappingIndex();
  EXPECT_TRUE(unchanged(pod));
  const auto second = R"(
logicalResource: a.com/second
rewrites: [{resource: a.com/second, action: Rewrite, request: {exactly: {deviceClassName: c}}}]
)";
  world_.mappings = MappingIndex({mapping("second", second)});
  EXPECT_TRUE(unchanged(pod)) << "one of two mappings is there, which can't make the claim of both";
}

TEST_F(ReinvocationTest, RefusedNow) {
  json pod = once(from_yaml(kTwoContainers));
  pod["spec"]["containers"].push_back(
      {{"name", "late"}, {"resources", {{"limits", {{"a.com/gpu", "40"}}}}}});
  const Rewritten second = rewritten_object(world_, pod);
  EXPECT_THAT(codes(second.rewrite.findings), ElementsAre("TooManyDevices"));
  EXPECT_EQ(second.rewrite.patch, "");
}

// ---- Pods that people copy.

TEST_F(ReinvocationTest, ACopyOfARewrittenPodIsAPodOfItsOwn) {
  json copy = once(from_yaml(kTwoContainers));
  copy["metadata"]["name"] = "copy";
  EXPECT_TRUE(unchanged(copy));
  const Rewritten second = rewritten_object(world_, copy);
  EXPECT_EQ(second.rewrite.templates.size(), 2u) << "in its namespace they may not exist yet";
}

TEST_F(ReinvocationTest, ACopyWithARenamedContainerKeepsItsClaims) {
  json copy = once(from_yaml(kTwoContainers));
  copy["spec"]["containers"][0]["name"] = "renamed";
  EXPECT_TRUE(unchanged(copy));
  // And what it asks for besides gets a claim of its own.
  copy["spec"]["containers"][0]["resources"]["limits"]["a.com/gpu"] = "1";
  const json result = again(copy);
  EXPECT_EQ(result["spec"]["resourceClaims"].size(), 3u);
  EXPECT_EQ(result["spec"]["containers"][0]["resources"]["claims"].size(), 2u);
}

TEST_F(ReinvocationTest, ACopyOfEntriesWithoutTheAnnotationKeepsThem) {
  json copy = once(from_yaml(kTwoContainers));
  copy["metadata"].erase("annotations");
  EXPECT_TRUE(unchanged(copy)) << "who names a template by hand wants it";
  copy["spec"]["containers"][0]["resources"]["limits"]["a.com/gpu"] = "1";
  const json result = again(copy);
  EXPECT_EQ(result["spec"]["resourceClaims"].size(), 3u);
  EXPECT_EQ(result["spec"]["resourceClaims"][0], copy["spec"]["resourceClaims"][0]);
}

// ---- Forged annotations.

class ForgedTest : public ReinvocationTest {
 protected:
  // A pod with the annotation and an entry that looks like ours.
  static json forged(
      std::string_view annotation, std::string_view entry = "devices",
      std::string_view claim_template = "drawbridge-00000000000000000000000000000000") {
    json pod = from_yaml(
        "spec: {containers: [{name: main, resources: {limits: {a.com/gpu: \"1\"}, requests: "
        "{a.com/gpu: \"1\"}}}]}");
    pod["metadata"] = {
        {"annotations", {{kRewrittenAnnotation, annotation}, {kEntriesAnnotation, "devices"}}}};
    if (!entry.empty()) {
      pod["spec"]["resourceClaims"] = {
          {{"name", entry}, {"resourceClaimTemplateName", claim_template}}};
    }
    return pod;
  }

  // What becomes of the same pod with nothing forged.
  json ordinary() {
    return once(
        from_yaml("spec: {containers: [{name: main, resources: {limits: {a.com/gpu: \"1\"}, "
                  "requests: {a.com/gpu: \"1\"}}}]}"));
  }

  // The containers after a turn.
  json containers(const json& pod) { return again(pod)["spec"]["containers"]; }
};

TEST_F(ForgedTest, AnnotationsThatAreNoneOfOursCountAsAbsent) {
  for (const std::string& annotation : std::vector<std::string>{
           "",
           "x",
           "[]",
           "{}",
           "5",
           "null",
           "\"main\"",
           "{\"main\":{}}",
           "{\"main\":5}",
           "{\"main\":[\"a.com/gpu\"]}",
           R"({"main":{"a.com/gpu":5}})",
           R"({"main":{"a.com/gpu":"0"}})",
           R"({"main":{"a.com/gpu":"-1"}})",
           R"({"main":{"a.com/gpu":"1.5"}})",
           R"({"main":{"a.com/gpu":"x"}})",
           R"({"main":{"a.com/gpu":"9223372036854775808"}})",
           R"({"main":{"cpu":"5"}})",
           R"({"main":{"memory":"5"}})",
           R"({"main":{"a.com/gpu":"1","cpu":"1"}})",
           R"({"main":{"a.com/gpu":"1"},"x":{}})",
           R"({"main":{"a.com/gpu":"1","a.com/gpu":"8"}})",
           R"({"main":{"a.com/gpu":"1"}} {})",
           R"({"main":{"kubernetes.io/x":"1"}})",
           R"({"main":{"a.com/' || true":"1"}})",
           std::string(300, '['),
           std::string(100'000, '{'),
           "{\"main\":{\"a.com/gpu\":\"" + std::string(kRewrittenBytesMax, '1') + "\"}}"}) {
    const json pod = again(forged(annotation));
    EXPECT_EQ(pod["spec"]["containers"][0]["resources"]["claims"],
              json({{{"name", "devices-2"}, {"request", "main-a-gpu"}}}))
        << "the forged entry is somebody's own: " << annotation;
    EXPECT_EQ(pod["metadata"]["annotations"][kRewrittenAnnotation],
              R"({"main":{"a.com/gpu":"1"}})");
    EXPECT_EQ(once(forged(annotation, ""))["spec"], ordinary()["spec"]) << annotation;
  }
}

TEST_F(ForgedTest, AnAnnotationWithoutAnEntryOfOursCountsAsAbsent) {
  const std::string_view annotation = R"({"main":{"a.com/gpu":"8"}})";
  EXPECT_EQ(once(forged(annotation, ""))["spec"], ordinary()["spec"]);
  for (const char* entry : {"extra", "device", "devices-", "devices-2", "devices-unknown"}) {
    const json pod = again(forged(annotation, entry));
    EXPECT_EQ(pod["spec"]["resourceClaims"].size(), 2u) << entry;
    EXPECT_EQ(pod["metadata"]["annotations"][kRewrittenAnnotation], R"({"main":{"a.com/gpu":"1"}})")
        << entry;
  }
  const json other = again(forged(annotation, "devices", "a-template-of-mine"));
  EXPECT_EQ(other["spec"]["resourceClaims"].size(), 2u);
}

// What it lists is an ask like any other: it is what the pod may have asked for openly.
TEST_F(ForgedTest, AnAnnotationIsAnOrdinaryAsk) {
  const json pod = again(forged(R"({"main":{"a.com/gpu":"8"}})"));
  json open = from_yaml(
      "spec: {containers: [{name: main, resources: {limits: {a.com/gpu: \"8\"}, requests: "
      "{a.com/gpu: \"8\"}}}]}");
  EXPECT_EQ(pod["spec"], once(open)["spec"]);

  const Rewritten many = rewritten_object(world_, forged(R"({"main":{"a.com/gpu":"33"}})"));
  EXPECT_THAT(codes(many.rewrite.findings), ElementsAre("TooManyDevices"));
  EXPECT_EQ(many.rewrite.patch, "");
}

TEST_F(ForgedTest, AnAnnotationDoesNotGetPastAReasonToHoldBack) {
  world_.plugin_resource = "a.com/gpu";
  const Rewritten result = rewritten_object(world_, forged(R"({"main":{"a.com/gpu":"8"}})"));
  EXPECT_THAT(codes(result.rewrite.findings), ElementsAre("MixedNodes"));
  EXPECT_EQ(result.pod["spec"].count("resourceClaims"), 0u);
  EXPECT_EQ(result.pod["spec"]["containers"][0]["resources"]["limits"], json({{"a.com/gpu", "8"}}));
  EXPECT_TRUE(result.rewrite.templates.empty());
}

TEST_F(ForgedTest, AnAnnotationDoesNotGetPastActionWarnOrOff) {
  const Rewritten warn = rewritten_object(world_, forged(R"({"main":{"a.com/shadow":"1"}})"));
  EXPECT_THAT(codes(warn.rewrite.findings), ElementsAre("WouldRewrite", "Rewritten"));
  EXPECT_EQ(warn.pod["spec"]["containers"][0]["resources"]["limits"],
            json({{"a.com/shadow", "1"}}));
  EXPECT_EQ(warn.pod["spec"]["containers"][0]["resources"]["claims"].size(), 1u) << "for a.com/gpu";
  for (const char* resource : {"a.com/off", "b.com/nobodys"}) {
    const json off = again(forged("{\"main\":{\"" + std::string(resource) + "\":\"5\"}}"));
    EXPECT_EQ(off["metadata"]["annotations"][kRewrittenAnnotation], R"({"main":{"a.com/gpu":"1"}})")
        << "nobody speaks for it, and the annotation counts as absent";
    EXPECT_EQ(off["spec"]["resourceClaims"].size(), 2u);
  }
}

TEST_F(ForgedTest, AContainerThatIsNotThereAsksForNothing) {
  const json pod = again(forged(R"({"ghost":{"a.com/gpu":"8"}})"));
  EXPECT_EQ(pod["spec"], ordinary()["spec"]);
}

TEST_F(ForgedTest, AContainerWithoutResourcesGetsThem) {
  json pod = forged(R"({"main":{"a.com/gpu":"2"}})");
  pod["spec"]["containers"][0].erase("resources");
  EXPECT_EQ(containers(pod)[0]["resources"]["claims"].size(), 1u);
  pod["spec"]["containers"][0]["resources"] = nullptr;
  EXPECT_EQ(containers(pod)[0]["resources"]["claims"].size(), 1u);
  world_.plugin_resource = "a.com/gpu";
  EXPECT_EQ(stored(containers(pod)[0]["resources"]),
            json({{"limits", {{"a.com/gpu", "2"}}}, {"requests", {{"a.com/gpu", "2"}}}}));
  pod["spec"]["containers"][0]["resources"] = {{"limits", nullptr}, {"claims", json::array()}};
  EXPECT_EQ(stored(containers(pod)[0]["resources"]),
            json({{"limits", {{"a.com/gpu", "2"}}}, {"requests", {{"a.com/gpu", "2"}}}}));
}

TEST_F(ForgedTest, UsesOfAForeignEntryAreNotTaken) {
  json pod = forged(R"({"main":{"a.com/gpu":"1"}})");
  pod["spec"]["containers"].push_back(
      {{"name", "other"}, {"resources", {{"claims", {{{"name", "devices"}}}}}}});
  const json result = again(pod);
  EXPECT_EQ(result["spec"]["containers"][1], pod["spec"]["containers"][1])
      << "a container that the annotation does not list uses the entry, so it is not ours";
  EXPECT_EQ(result["spec"]["resourceClaims"][0], pod["spec"]["resourceClaims"][0]);
}

TEST_F(ForgedTest, ALongAnnotationAtAndPastItsLimit) {
  const auto padded = [](std::size_t bytes) {
    const std::string start = R"({"main":{"a.com/gpu":"8"}})";
    return start + std::string(bytes - start.size(), ' ');
  };
  EXPECT_EQ(again(forged(padded(kRewrittenBytesMax)))["spec"]["resourceClaims"].size(), 1u);
  EXPECT_EQ(again(forged(padded(kRewrittenBytesMax + 1)))["spec"]["resourceClaims"].size(), 2u);
}

}  // namespace
}  // namespace drawbridge::rules
