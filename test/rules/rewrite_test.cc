#include "rules/mapping/rewrite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "rules/mapping/canonical.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

const json& container(const json& pod, std::size_t i) {
  return pod["spec"]["containers"].at(i);
}
const json& init_container(const json& pod, std::size_t i) {
  return pod["spec"]["initContainers"].at(i);
}

json use(std::string_view entry, std::string_view request) {
  return {{"name", entry}, {"request", request}};
}

// The annotation's content.
json annotated(const json& pod) {
  return json::parse(
      pod.at("metadata").at("annotations").at(kRewrittenAnnotation).get<std::string>());
}

// Names of the pod's entries.
std::vector<std::string> entries(const json& pod) {
  std::vector<std::string> names;
  for (const json& entry : pod["spec"].value("resourceClaims", json::array()))
    names.push_back(entry["name"]);
  return names;
}

class RewriteTest : public ::testing::Test {
 protected:
  RewriteTest() { world_.mappings = MappingIndex({gpu_mapping()}); }

  // The text of the only finding of a pod that is refused; nothing is to be done to such a pod.
  std::string refused(std::string_view pod) {
    const Rewritten result = rewritten(world_, pod);
    EXPECT_TRUE(result.rewrite.patch.empty()) << result.rewrite.patch;
    EXPECT_TRUE(result.rewrite.templates.empty());
    for (const Finding& finding : result.rewrite.findings) {
      if (finding.severity == Severity::kDeny) return finding.text();
    }
    return "not refused";
  }

  bool untouched(std::string_view pod) {
    const Rewritten result = rewritten(world_, pod);
    EXPECT_THAT(codes(result.rewrite.findings), IsEmpty());
    return result.rewrite.patch.empty() && result.rewrite.templates.empty();
  }

  // The only template's devices after a rewrite of the pod.
  json devices(std::string_view pod) {
    const Rewritten result = rewritten(world_, pod);
    EXPECT_EQ(result.rewrite.templates.size(), 1u);
    return result.rewrite.templates.empty() ? json() : devices_of(result.rewrite.templates[0]);
  }
  json request(std::string_view pod) { return devices(pod)["requests"].at(0); }

  World world_;
};

TEST_F(RewriteTest, APodAsTheApiServerSendsIt) {
  const Rewritten result = rewritten(world_, pod_of(R"(
  - name: trainer
    image: pytorch
    resources:
      limits: {cpu: "4", nvidia.com/gpu: "2"}
      requests: {cpu: "4", nvidia.com/gpu: "2"}
)"));
  ASSERT_EQ(result.rewrite.templates.size(), 1u);
  const std::string name = result.rewrite.templates[0].name;
  EXPECT_EQ(container(result.pod, 0)["resources"],
            json({{"limits", {{"cpu", "4"}}},
                  {"requests", {{"cpu", "4"}}},
                  {"claims", {use("devices", "trainer-nvidia-gpu")}}}));
  EXPECT_EQ(result.pod["spec"]["resourceClaims"],
            json({{{"name", "devices"}, {"resourceClaimTemplateName", name}}}));
  EXPECT_EQ(annotated(result.pod), json({{"trainer", {{"nvidia.com/gpu", "2"}}}}));
  EXPECT_EQ(devices_of(result.rewrite.templates[0]),
            json::parse(R"({"requests":[{"name":"trainer-nvidia-gpu","exactly":{
              "allocationMode":"ExactCount","count":2,"deviceClassName":"gpu.nvidia.com"}}]})"));
  ASSERT_THAT(codes(result.rewrite.findings), ElementsAre("Rewritten"));
  EXPECT_EQ(
      result.rewrite.findings[0].message,
      "nvidia.com/gpu: 2 of container trainer became claim \"devices\" (class gpu.nvidia.com, "
      "template " +
          name + ").");
}

TEST_F(RewriteTest, EqualAsksMakeOneTemplateForEveryPod) {
  const Rewritten one = rewritten(world_, gpu_pod("2"));
  const Rewritten two = rewritten(world_, gpu_pod("2000m"));
  EXPECT_EQ(one.rewrite.templates.at(0).name, two.rewrite.templates.at(0).name);
  EXPECT_NE(one.rewrite.templates.at(0).name,
            rewritten(world_, gpu_pod("3")).rewrite.templates.at(0).name);
}

TEST_F(RewriteTest, APodWithoutNameHasGenerateName) {
  const Rewritten result = rewritten(world_, R"(
metadata: {generateName: train-, namespace: team-a}
spec: {containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]}
)");
  EXPECT_EQ(result.pod["metadata"]["generateName"], "train-");
  EXPECT_THAT(entries(result.pod), ElementsAre("devices"));
}

TEST_F(RewriteTest, APodThatAsksForNothingOfOursIsUntouched) {
  EXPECT_TRUE(untouched(pod_of("  - {name: a}\n")));
  EXPECT_TRUE(
      untouched(pod_of("  - {name: a, resources: {limits: {cpu: 1, example.com/fpga: 1}}}\n")));
  EXPECT_TRUE(untouched("spec: {}"));
  EXPECT_TRUE(untouched("{}"));
  EXPECT_TRUE(
      untouched(pod_of("  - {name: a, resources: {limits: "
                       "{deviceclass.resource.kubernetes.io/gpu.nvidia.com: 1}}}\n")));
}

TEST_F(RewriteTest, EphemeralContainersAskForNothing) {
  EXPECT_TRUE(untouched(
      pod_of("  - {name: a}\n",
             "  ephemeralContainers: [{name: e, resources: {limits: {nvidia.com/gpu: 1}}}]\n")));
}

TEST_F(RewriteTest, InitContainersAndSidecars) {
  const Rewritten result = rewritten(world_, R"(
metadata: {name: p}
spec:
  initContainers:
  - {name: warm, resources: {limits: {nvidia.com/gpu: 3}}}
  - {name: side, restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}}
  containers:
  - {name: main, resources: {limits: {nvidia.com/gpu: 1}}}
)");
  EXPECT_EQ(init_container(result.pod, 0)["resources"]["claims"],
            json::array({use("devices", "warm-nvidia-gpu"), use("devices", "side-nvidia-gpu"),
                         use("devices", "main-nvidia-gpu")}));
  EXPECT_EQ(init_container(result.pod, 1)["resources"]["claims"],
            json::array({use("devices", "side-nvidia-gpu")}));
  EXPECT_EQ(container(result.pod, 0)["resources"]["claims"],
            json::array({use("devices", "main-nvidia-gpu")}));
  EXPECT_EQ(annotated(result.pod), json({{"warm", {{"nvidia.com/gpu", "3"}}},
                                         {"side", {{"nvidia.com/gpu", "1"}}},
                                         {"main", {{"nvidia.com/gpu", "1"}}}}));
}

// ---- Quantities.

TEST_F(RewriteTest, WholeNumbersHoweverTheyAreWritten) {
  for (const char* quantity : {"2", "2000m", "2.0", "2e0", "+2"}) {
    EXPECT_EQ(request(gpu_pod(quantity))["exactly"]["count"], 2) << quantity;
  }
  EXPECT_EQ(request(pod_of(
                "  - {name: a, resources: {limits: {nvidia.com/gpu: 2}}}\n"))["exactly"]["count"],
            2);
}

TEST_F(RewriteTest, ZeroAsksForNothing) {
  EXPECT_TRUE(untouched(gpu_pod("0")));
  EXPECT_TRUE(untouched(gpu_pod("0k")));
}

TEST_F(RewriteTest, FractionsAndNegativeNumbersAreRefused) {
  EXPECT_EQ(refused(gpu_pod("500m")),
            "Container main asks for 500m of nvidia.com/gpu. Write a whole number: a device is not "
            "divided by a fraction. [ResourceQuantityInvalid]");
  EXPECT_THAT(refused(gpu_pod("1.5")), HasSubstr("asks for 1500m of nvidia.com/gpu."));
  EXPECT_THAT(refused(gpu_pod("1n")), HasSubstr("[ResourceQuantityInvalid]"));
  EXPECT_THAT(refused(gpu_pod("-1")), HasSubstr("asks for a negative number of nvidia.com/gpu."));
  EXPECT_THAT(refused(gpu_pod("-500m")), HasSubstr("asks for a negative number"));
  EXPECT_THAT(refused(gpu_pod("two")), HasSubstr("a value that is no quantity: "));
  EXPECT_THAT(refused(gpu_pod("")), HasSubstr("a value that is no quantity: "));
}

TEST_F(RewriteTest, RequestAndLimitMustAgree) {
  const auto of = [](std::string_view resources) {
    return pod_of("  - {name: a, resources: {" + std::string(resources) + "}}\n");
  };
  EXPECT_EQ(refused(of("limits: {nvidia.com/gpu: 2}, requests: {nvidia.com/gpu: 1}")),
            "Container a has different request and limit of nvidia.com/gpu. Set both to the same "
            "number, or leave the request out. [ResourceQuantityInvalid]");
  EXPECT_EQ(refused(of("requests: {nvidia.com/gpu: 1}")),
            "Container a has a request but no limit of nvidia.com/gpu. Set the limit to the same "
            "number. [ResourceQuantityInvalid]");
  EXPECT_EQ(
      request(
          of("limits: {nvidia.com/gpu: 2}, requests: {nvidia.com/gpu: 2000m}"))["exactly"]["count"],
      2);
}

TEST_F(RewriteTest, HugeNumbersAreRefusedAsTooMany) {
  EXPECT_THAT(refused(gpu_pod("9223372036854775807")),
              HasSubstr("asks for 9223372036854775807 nvidia.com/gpu in container main"));
  EXPECT_THAT(refused(gpu_pod("9223372036854775808")),
              HasSubstr("asks for 9223372036854775808 of nvidia.com/gpu. Ask for less: nothing is "
                        "counted beyond 9223372036854775807. [ResourceQuantityInvalid]"));
  EXPECT_THAT(refused(gpu_pod("1E500")), HasSubstr("[ResourceQuantityInvalid]"));
  EXPECT_THAT(refused(pod_of(R"(
  - {name: a, resources: {limits: {nvidia.com/gpu: "9223372036854775807"}}}
  - {name: b, resources: {limits: {nvidia.com/gpu: "9223372036854775807"}}}
)")),
              HasSubstr("[TooManyDevices]"));
}

TEST_F(RewriteTest, ThirtyTwoDevicesAtMost) {
  EXPECT_EQ(request(gpu_pod("32"))["exactly"]["count"], 32);
  EXPECT_THAT(refused(gpu_pod("33")), HasSubstr("[TooManyDevices]"));
}

TEST_F(RewriteTest, NamesThatTheApiServerWouldRefuseAreRefused) {
  EXPECT_THAT(refused(pod_of("  - {name: Trainer, resources: {limits: {nvidia.com/gpu: 1}}}\n")),
              HasSubstr("The name of container \"Trainer\" "));
  EXPECT_THAT(refused(pod_of("  - {resources: {limits: {nvidia.com/gpu: 1}}}\n")),
              HasSubstr("[MalformedObject]"));
  EXPECT_THAT(
      refused(pod_of("  - {name: \"a\\e[31m\", resources: {limits: {nvidia.com/gpu: 1}}}\n")),
      HasSubstr("The name of container \"a\\x1b[31m\" "));
  EXPECT_EQ(
      refused(pod_of("  - {name: a, resources: {limits: {nvidia.com/gpu: 1}}}\n  - {name: a}\n")),
      "Two containers of this pod are called a. Give each a name of its own. [MalformedObject]");
  EXPECT_TRUE(untouched(pod_of("  - {name: A}\n  - {name: A}\n"))) << "not our business";
}

// ---- Companions and annotations.

class ParameterTest : public RewriteTest {
 protected:
  ParameterTest() {
    world_.mappings = MappingIndex({mapping("nvidia-gpu", R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request:
    exactly:
      deviceClassName: gpu.nvidia.com
      capacity: {requests: {memory: 1Gi, cores: 10}}
      selectors: [{cel: {expression: "true"}}]
  parameters:
  - {type: Resource, resource: nvidia.com/gpumem, capacity: memory, unit: Mi}
  - {type: Resource, resource: nvidia.com/gpucores, capacity: cores}
  - {type: Annotation, annotation: nvidia.com/use-gputype, selector: "device.driver == {value}"}
)")});
  }

  static std::string with(std::string_view limits, std::string_view annotations = "") {
    return "metadata: {name: p, annotations: {" + std::string(annotations) +
           "}}\nspec:\n  containers:\n  - {name: main, resources: {limits: {" +
           std::string(limits) + "}}}\n";
  }
};

TEST_F(ParameterTest, CompanionsBecomeCapacityRequests) {
  const Rewritten result = rewritten(
      world_, with("nvidia.com/gpu: 2, nvidia.com/gpumem: 20480, nvidia.com/gpucores: 50"));
  EXPECT_EQ(devices_of(result.rewrite.templates.at(0))["requests"][0]["exactly"]["capacity"],
            json::parse(R"({"requests":{"cores":"50","memory":"20Gi"}})"));
  EXPECT_EQ(container(result.pod, 0)["resources"].count("limits"), 0u) << "nothing is left of it";
  EXPECT_EQ(annotated(result.pod),
            json::parse(R"({"main":{"nvidia.com/gpu":"2","nvidia.com/gpucores":"50",
                                    "nvidia.com/gpumem":"20480"}})"));
}

TEST_F(ParameterTest, WhatIsNotAskedForStaysAsTheMappingSays) {
  EXPECT_EQ(request(with("nvidia.com/gpu: 1"))["exactly"]["capacity"],
            json::parse(R"({"requests":{"cores":"10","memory":"1Gi"}})"));
  EXPECT_EQ(
      request(with(
          "nvidia.com/gpu: 1, nvidia.com/gpumem: 0"))["exactly"]["capacity"]["requests"]["memory"],
      "1Gi");
}

TEST_F(ParameterTest, CompanionsWithoutTheirResourceAreRefused) {
  EXPECT_EQ(
      refused(with("nvidia.com/gpumem: 1000")),
      "Container main asks for nvidia.com/gpumem but for no nvidia.com/gpu, and nothing offers "
      "the one without the other. Add nvidia.com/gpu: 1 to the limits of the container. "
      "[CompanionWithoutResource]");
  EXPECT_THAT(refused(with("nvidia.com/gpu: 0, nvidia.com/gpumem: 1000")),
              HasSubstr("[CompanionWithoutResource]"));
  EXPECT_TRUE(untouched(with("nvidia.com/gpumem: 0")));
  // Each container by itself.
  EXPECT_THAT(refused(pod_of(R"(
  - {name: a, resources: {limits: {nvidia.com/gpu: 1}}}
  - {name: b, resources: {limits: {nvidia.com/gpumem: 1000}}}
)")),
              HasSubstr("Container b asks for nvidia.com/gpumem but for no nvidia.com/gpu"));
}

TEST_F(ParameterTest, ACompanionStaysWithAResourceThatStays) {
  const auto with_memory = [](std::string_view name, std::string_view action) {
    return mapping(std::string(name), "logicalResource: v.io/" + std::string(name) +
                                          "\nrewrites:\n- resource: v.io/" + std::string(name) +
                                          "\n  action: " + std::string(action) +
                                          "\n  request: {exactly: {deviceClassName: gpu.v.io}}\n"
                                          "  parameters: [{type: Resource, resource: v.io/mem, "
                                          "capacity: memory}]\n");
  };
  const auto limits_after = [&](std::string_view action) {
    world_.mappings = MappingIndex({with_memory("a", "Rewrite"), with_memory("b", action)});
    const Rewritten result = rewritten(world_, with("v.io/a: 1, v.io/b: 1, v.io/mem: 5, cpu: 1"));
    EXPECT_EQ(result.rewrite.templates.size(), 1u);
    return container(result.pod, 0)["resources"]["limits"];
  };
  EXPECT_EQ(limits_after("Warn"), json({{"v.io/b", 1}, {"v.io/mem", 5}, {"cpu", 1}}));
  EXPECT_EQ(limits_after("Rewrite"), json({{"cpu", 1}}));
  // One that is a resource of its own becomes a claim all the same.
  world_.mappings =
      MappingIndex({with_memory("b", "Warn"),
                    mapping("mem",
                            "logicalResource: v.io/mem\nrewrites:\n- resource: v.io/mem\n  action: "
                            "Rewrite\n  request: {exactly: {deviceClassName: mem.v.io}}\n")});
  const Rewritten own = rewritten(world_, with("v.io/b: 1, v.io/mem: 2"));
  EXPECT_EQ(own.rewrite.templates.size(), 1u);
  EXPECT_EQ(container(own.pod, 0)["resources"]["limits"], json({{"v.io/b", 1}}));
}

TEST_F(ParameterTest, AllThatIsWrongWithAPodIsToldAtOnce) {
  const Rewritten result = rewritten(world_, pod_of(R"(
  - {name: alone, resources: {limits: {nvidia.com/gpumem: 1000}}}
  - {name: half, resources: {limits: {nvidia.com/gpu: "0.5", nvidia.com/gpumem: 1000}}}
  - {name: huge, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 9223372036854775807}}}
  - {name: many, resources: {limits: {nvidia.com/gpu: 33}}}
  - {name: fine, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 1000}}}
)"));
  EXPECT_THAT(codes(result.rewrite.findings),
              ElementsAre("CompanionWithoutResource", "ResourceQuantityInvalid", "ParameterInvalid",
                          "TooManyDevices"));
  EXPECT_TRUE(result.rewrite.patch.empty());
  EXPECT_THAT(result.rewrite.templates, IsEmpty());
  ASSERT_EQ(result.rewrite.asks.size(), 2u) << "what would be made is held against the devices";
  EXPECT_EQ(result.rewrite.asks[0].count, 33);
  EXPECT_EQ(result.rewrite.asks[1].count, 1);
}

TEST_F(ParameterTest, WhatIsWrongWithAnAnnotationIsToldOnce) {
  const std::string annotation =
      "nvidia.com/use-gputype: " + std::string(kSelectorBytesMax + 1, 'x');
  const Rewritten result = rewritten(world_, "metadata: {name: p, annotations: {" + annotation +
                                                 "}}\nspec:\n  containers:\n"
                                                 "  - {name: a, resources: {limits: "
                                                 "{nvidia.com/gpu: 1}}}\n"
                                                 "  - {name: b, resources: {limits: "
                                                 "{nvidia.com/gpu: 1}}}\n");
  EXPECT_THAT(codes(result.rewrite.findings), ElementsAre("ParameterInvalid"));
}

TEST_F(ParameterTest, CompanionsOfInitContainers) {
  const Rewritten result = rewritten(world_, R"(
spec:
  initContainers: [{name: warm, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 2048}}}]
  containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 2048}}}]
)");
  const json requests = devices_of(result.rewrite.templates.at(0))["requests"];
  ASSERT_EQ(requests.size(), 1u) << "the same device serves both";
  EXPECT_EQ(requests[0]["exactly"]["capacity"]["requests"]["memory"], "2Gi");
  EXPECT_THAT(refused("spec: {initContainers: [{name: warm, resources: {limits: "
                      "{nvidia.com/gpumem: 2048}}}], containers: [{name: a}]}"),
              HasSubstr("Container warm asks for nvidia.com/gpumem but"));
}

TEST_F(ParameterTest, InitContainersThatWantOtherMemoryGetOtherDevices) {
  const Rewritten result = rewritten(world_, R"(
spec:
  initContainers: [{name: warm, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 1024}}}]
  containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 2048}}}]
)");
  EXPECT_EQ(devices_of(result.rewrite.templates.at(0))["requests"].size(), 2u);
}

TEST_F(ParameterTest, CompanionsAreWholePositiveNumbersToo) {
  for (const char* bad : {"1.5", "-1", "x"}) {
    EXPECT_THAT(refused(with("nvidia.com/gpu: 1, nvidia.com/gpumem: \"" + std::string(bad) + "\"")),
                HasSubstr("nvidia.com/gpumem"));
  }
}

TEST_F(ParameterTest, UnitsThatOverflowAreRefused) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request: {exactly: {deviceClassName: c}}
  parameters: [{type: Resource, resource: nvidia.com/gpumem, capacity: memory, unit: E}]
)")});
  const json nine = request(with("nvidia.com/gpu: 1, nvidia.com/gpumem: 9"));
  EXPECT_EQ(nine["exactly"]["capacity"]["requests"]["memory"], "9E");
  EXPECT_EQ(
      refused(with("nvidia.com/gpu: 1, nvidia.com/gpumem: 10")),
      "Container main asks for nvidia.com/gpumem: 10, which makes 10E of memory, and no device "
      "has that much. Ask for less of nvidia.com/gpumem. [ParameterInvalid]");
  EXPECT_THAT(refused(with("nvidia.com/gpu: 1, nvidia.com/gpumem: 9223372036854775807")),
              HasSubstr("[ParameterInvalid]"));
}

// Kubernetes caps binary amounts at 2^63-1, silently: 2^43 Mi are one too many.
TEST_F(ParameterTest, UnitsThatWouldBeCappedAreRefused) {
  const json most = request(with("nvidia.com/gpu: 1, nvidia.com/gpumem: 8796093022207"));
  EXPECT_EQ(most["exactly"]["capacity"]["requests"]["memory"], "8796093022207Mi");
  EXPECT_THAT(refused(with("nvidia.com/gpu: 1, nvidia.com/gpumem: 8796093022208")),
              HasSubstr("[ParameterInvalid]"));
  const json ones = request(with("nvidia.com/gpu: 1, nvidia.com/gpucores: 9223372036854775807"));
  EXPECT_EQ(ones["exactly"]["capacity"]["requests"]["cores"], "9223372036854775807");
}

TEST_F(ParameterTest, TwoResourcesMayShareACompanion) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request: {exactly: {deviceClassName: c}}
  parameters: [{type: Resource, resource: nvidia.com/gpumem, capacity: memory, unit: Mi}]
- resource: nvidia.com/gpu-shared
  action: Rewrite
  request: {exactly: {deviceClassName: d}}
  parameters: [{type: Resource, resource: nvidia.com/gpumem, capacity: memory, unit: Mi}]
)")});
  const Rewritten result =
      rewritten(world_, with("nvidia.com/gpu: 1, nvidia.com/gpu-shared: 1, nvidia.com/gpumem: 5"));
  const json requests = devices_of(result.rewrite.templates.at(0))["requests"];
  ASSERT_EQ(requests.size(), 2u);
  for (const json& each : requests)
    EXPECT_EQ(each["exactly"]["capacity"]["requests"]["memory"], "5Mi");
}

TEST_F(ParameterTest, AnnotationsBecomeSelectorsWithQuotedText) {
  const auto selectors = [&](std::string_view value) {
    const json pod = {
        {"metadata", {{"annotations", {{"nvidia.com/use-gputype", value}}}}},
        {"spec",
         {{"containers",
           {{{"name", "a"}, {"resources", {{"limits", {{"nvidia.com/gpu", 1}}}}}}}}}}};
    const Rewritten result = rewritten_object(world_, pod);
    EXPECT_EQ(result.rewrite.templates.size(), 1u);
    std::vector<std::string> list;
    const json devices = devices_of(result.rewrite.templates.at(0));
    for (const json& selector : devices["requests"][0]["exactly"]["selectors"])
      list.push_back(selector["cel"]["expression"]);
    return list;
  };
  EXPECT_THAT(selectors("H100"), ElementsAre("true", R"(device.driver == "H100")"));
  EXPECT_THAT(selectors(R"(" || true || ")"),
              ElementsAre("true", R"(device.driver == "\" || true || \"")"));
  EXPECT_THAT(selectors(R"(\" || true //)"),
              ElementsAre("true", R"(device.driver == "\\\" || true //")"));
  EXPECT_THAT(selectors("a\nb"), ElementsAre("true", R"(device.driver == "a\u000ab")"));
  EXPECT_THAT(selectors("{value}"), ElementsAre("true", R"(device.driver == "{value}")"));
  EXPECT_THAT(selectors("{}'"), ElementsAre("true", R"(device.driver == "{}\'")"));
  EXPECT_THAT(selectors(""), ElementsAre("true", R"(device.driver == "")"));
}

TEST_F(ParameterTest, AnnotationsUpToTheLimitOfAnExpression) {
  const auto annotation = [](std::size_t bytes) {
    return with("nvidia.com/gpu: 1", "nvidia.com/use-gputype: " + std::string(bytes, 'x'));
  };
  constexpr std::size_t kAround = std::string_view(R"(device.driver == "")").size();
  EXPECT_EQ(request(annotation(kSelectorBytesMax - kAround))["exactly"]["selectors"].size(), 2u);
  EXPECT_EQ(
      refused(annotation(kSelectorBytesMax - kAround + 1)),
      "The annotation nvidia.com/use-gputype has 10222 bytes, and the selector made of it may "
      "have 10 KiB. Shorten its value. [ParameterInvalid]");
}

TEST_F(ParameterTest, AnnotationsOfWhichNoSelectorCanBeMade) {
  const auto said = [&](std::string_view selector, std::string_view value) {
    world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request: {exactly: {deviceClassName: c}}
  parameters: [{type: Annotation, annotation: a.com/x, selector: ")" +
                                                     std::string(selector) + "\"}]\n")});
    return with("nvidia.com/gpu: 1", "a.com/x: \"" + std::string(value) + "\"");
  };
  EXPECT_THAT(refused(said("device.driver.matches({value})", "(a")),
              AllOf(HasSubstr("The annotation a.com/x is \"(a\", and the selector that "
                              "DeviceMapping m makes of it does not compile"),
                    HasSubstr("Set it to what the selector can use, or take it away. "
                              "[ParameterInvalid]")));
  EXPECT_EQ(request(said("device.driver.matches({value})", "(a)"))["exactly"]["selectors"].size(),
            1u);
  EXPECT_EQ(request(said("device.driver == {value}", "(a"))["exactly"]["selectors"].size(), 1u);
}

TEST_F(ParameterTest, AnnotationsUpToTheNumberOfSelectors) {
  const auto with_selectors = [](std::size_t count) {
    std::string spec = R"(
logicalResource: a.com/x
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  parameters: [{type: Annotation, annotation: a.com/x, selector: "device.driver == {value}"}]
  request:
    exactly:
      deviceClassName: c
      selectors:
)";
    for (std::size_t i = 0; i < count; ++i) spec += "      - {cel: {expression: 'true'}}\n";
    return mapping("m", spec);
  };
  const std::string pod = with("nvidia.com/gpu: 1", "a.com/x: text");
  world_.mappings = MappingIndex({with_selectors(31)});
  EXPECT_EQ(request(pod)["exactly"]["selectors"].size(), 32u);
  world_.mappings = MappingIndex({with_selectors(32)});
  EXPECT_THAT(refused(pod),
              HasSubstr("would add 1 selectors to a request that has 32, and 32 are"));
}

// ---- Patterns, alternatives, groups, conflicts.

TEST_F(RewriteTest, PatternsCaptureTheProfile) {
  world_.mappings = MappingIndex({mapping("mig", R"(
logicalResource: nvidia.com/mig
rewrites:
- resource: nvidia.com/mig-{profile}
  action: Rewrite
  request:
    exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.driver == {profile}"}}]}
)")});
  const Rewritten result =
      rewritten(world_, pod_of("  - {name: a, resources: {limits: {nvidia.com/mig-1g.5gb: 2, "
                               "nvidia.com/mig-2g.10gb: 1}}}\n"));
  const json requests = devices_of(result.rewrite.templates.at(0))["requests"];
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_EQ(requests[0]["name"], "a-nvidia-mig-1g-5gb");
  EXPECT_EQ(requests[0]["exactly"]["count"], 2);
  EXPECT_EQ(requests[0]["exactly"]["selectors"][0]["cel"]["expression"],
            R"(device.driver == "1g.5gb")");
  EXPECT_EQ(requests[1]["exactly"]["selectors"][0]["cel"]["expression"],
            R"(device.driver == "2g.10gb")");
  // What is no name is left to the API server.
  EXPECT_TRUE(untouched(
      pod_of("  - {name: a, resources: {limits: {\"nvidia.com/mig-' || true || '\": 1}}}\n")));
}

TEST_F(RewriteTest, AlternativesEachHaveTheCount) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request:
    firstAvailable:
    - {name: big, deviceClassName: a, selectors: [{cel: {expression: "true"}}]}
    - {deviceClassName: b, tolerations: [{operator: Exists}]}
  parameters:
  - {type: Annotation, annotation: a.com/model, selector: "device.driver == {value}"}
)")});
  EXPECT_EQ(request("metadata: {annotations: {a.com/model: H100}}\n" +
                    gpu_pod("3").substr(gpu_pod("3").find("spec:"))),
            json::parse(R"({"name":"main-nvidia-gpu","firstAvailable":[
    {"name":"big","allocationMode":"ExactCount","count":3,"deviceClassName":"a",
     "selectors":[{"cel":{"expression":"true"}},{"cel":{"expression":"device.driver == \"H100\""}}]},
    {"name":"option-1","allocationMode":"ExactCount","count":3,"deviceClassName":"b",
     "selectors":[{"cel":{"expression":"device.driver == \"H100\""}}],
     "tolerations":[{"operator":"Exists"}]}]})"));
}

std::shared_ptr<const Mapping> simple(std::string_view name, std::string_view resource,
                                      std::string_view group = "") {
  return mapping(name, "logicalResource: a.com/x\nclaimGroup: '" + std::string(group) +
                           "'\nrewrites: [{resource: " + std::string(resource) +
                           ", action: Rewrite, request: {exactly: {deviceClassName: c}}}]");
}

TEST_F(RewriteTest, MappingsOfOneGroupShareAClaim) {
  world_.mappings =
      MappingIndex({simple("a", "a.com/gpu", "rail"), simple("b", "a.com/nic", "rail"),
                    simple("c", "a.com/fpga"), simple("d", "a.com/tpu")});
  const Rewritten result =
      rewritten(world_, pod_of("  - {name: m, resources: {limits: {a.com/gpu: 1, a.com/nic: 1, "
                               "a.com/fpga: 1, a.com/tpu: 1}}}\n"));
  EXPECT_THAT(entries(result.pod), ElementsAre("devices", "devices-rail"));
  EXPECT_THAT(codes(result.rewrite.findings),
              ElementsAre("Rewritten", "Rewritten", "Rewritten", "Rewritten"));
  EXPECT_THAT(container(result.pod, 0)["resources"]["claims"],
              UnorderedElementsAre(use("devices", "m-a-fpga"), use("devices", "m-a-tpu"),
                                   use("devices-rail", "m-a-gpu"), use("devices-rail", "m-a-nic")));
}

TEST_F(RewriteTest, TwoMappingsOfOneRankRefuseThePod) {
  world_.mappings = MappingIndex({gpu_mapping(), simple("other", "nvidia.com/gpu")});
  EXPECT_EQ(refused(gpu_pod("1")),
            "Container main asks for nvidia.com/gpu, and two DeviceMappings claim that name here: "
            "nvidia-gpu (spec.rewrites[0]) and other (spec.rewrites[0]). Ask the cluster's "
            "administrator to narrow the namespaceSelector of one of them, or to set its action to "
            "Off. [MappingConflict]");
  EXPECT_TRUE(untouched(gpu_pod("0")));
}

TEST_F(RewriteTest, MappingsThatOnlyWarnRefuseNobody) {
  const auto warning = [](std::string_view name) {
    return mapping(name,
                   "logicalResource: a.com/x\nrewrites: [{resource: nvidia.com/gpu, request: "
                   "{exactly: {deviceClassName: c}}}]");
  };
  world_.mappings = MappingIndex({warning("a"), warning("b")});
  const Rewritten both = rewritten(world_, gpu_pod("1"));
  EXPECT_THAT(codes(both.rewrite.findings), ElementsAre("MappingConflict"));
  EXPECT_EQ(both.rewrite.findings[0].severity, Severity::kWarn);
  EXPECT_TRUE(both.rewrite.patch.empty());
  world_.mappings = MappingIndex({warning("a"), gpu_mapping()});
  EXPECT_THAT(refused(gpu_pod("1")), HasSubstr("[MappingConflict]"));
}

TEST_F(RewriteTest, NamespacesAreChosenByLabel) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- {resource: nvidia.com/gpu, action: Rewrite, namespaceSelector: {matchLabels: {dra: "yes"}},
   request: {exactly: {deviceClassName: c}}}
)")});
  EXPECT_TRUE(untouched(gpu_pod("1")));
  const kube::Document labels = yaml("{dra: 'yes'}");
  world_.labels = labels.root();
  EXPECT_FALSE(rewritten(world_, gpu_pod("1")).rewrite.patch.empty());
}

TEST_F(RewriteTest, ActionOffDoesNothing) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites: [{resource: nvidia.com/gpu, action: "Off", request: {exactly: {deviceClassName: c}}}]
)")});
  EXPECT_TRUE(untouched(gpu_pod("33")));
}

TEST_F(RewriteTest, ActionWarnTellsOfAllContainers) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites: [{resource: nvidia.com/gpu, request: {exactly: {deviceClassName: c}}}]
)")});
  const Rewritten result = rewritten(world_, pod_of(R"(
  - {name: a, resources: {limits: {nvidia.com/gpu: 1}}}
  - {name: b, resources: {limits: {nvidia.com/gpu: 1}}}
)"));
  ASSERT_THAT(codes(result.rewrite.findings), ElementsAre("WouldRewrite"));
  EXPECT_THAT(
      result.rewrite.findings[0].message,
      HasSubstr("nvidia.com/gpu of container a and 1 more would become a claim of class c"));
}

// ---- Claims that the pod has already.

TEST_F(RewriteTest, ExistingClaimsAreKept) {
  const Rewritten result = rewritten(world_, R"(
metadata: {name: p}
spec:
  resourceClaims: [{name: own, resourceClaimName: shared}, {name: tmpl, resourceClaimTemplateName: t}]
  containers:
  - name: a
    resources: {limits: {nvidia.com/gpu: 1}, claims: [{name: own}, {name: tmpl, request: r}]}
  - name: b
    resources: {claims: [{name: own}]}
)");
  EXPECT_THAT(entries(result.pod), ElementsAre("own", "tmpl", "devices"));
  EXPECT_EQ(container(result.pod, 0)["resources"]["claims"],
            json({{{"name", "own"}}, use("tmpl", "r"), use("devices", "a-nvidia-gpu")}));
  EXPECT_EQ(container(result.pod, 1)["resources"]["claims"], json({{{"name", "own"}}}));
}

TEST_F(RewriteTest, AnEntryOfOurNameGetsOursANumber) {
  const Rewritten result = rewritten(world_, R"(
spec:
  resourceClaims: [{name: devices, resourceClaimName: mine}, {name: devices-3, resourceClaimName: x}]
  containers:
  - {name: a, resources: {limits: {nvidia.com/gpu: 1}, claims: [{name: devices}, {name: devices-2}]}}
)");
  EXPECT_THAT(entries(result.pod), ElementsAre("devices", "devices-3", "devices-4"))
      << "devices-2 is used by a container, though no entry has the name";
  const Rewritten again = rewritten_object(world_, result.pod);
  EXPECT_TRUE(again.rewrite.patch.empty()) << again.rewrite.patch;
}

TEST_F(RewriteTest, EntriesOfTwoGroupsNeverGetOneName) {
  world_.mappings = MappingIndex({simple("a", "a.com/gpu"), simple("b", "a.com/nic", "2")});
  const Rewritten result = rewritten(world_, R"(
spec:
  resourceClaims: [{name: devices, resourceClaimName: mine}]
  containers: [{name: a, resources: {limits: {a.com/gpu: 1, a.com/nic: 1}}}]
)");
  EXPECT_THAT(entries(result.pod), ElementsAre("devices", "devices-2", "devices-2-2"));
}

// ---- Objects that lack what a patch would write into.

TEST_F(RewriteTest, APodWithoutMetadata) {
  const Rewritten result = rewritten(
      world_, "spec: {containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]}");
  EXPECT_EQ(annotated(result.pod), json({{"a", {{"nvidia.com/gpu", "1"}}}}));
  const Rewritten null = rewritten(world_,
                                   "{metadata: null, spec: {containers: [{name: a, resources: "
                                   "{limits: {nvidia.com/gpu: 1}}}]}}");
  EXPECT_EQ(null.pod["metadata"], result.pod["metadata"]);
}

TEST_F(RewriteTest, OtherAnnotationsAreKept) {
  const Rewritten result = rewritten(world_,
                                     "metadata: {annotations: {a/b: c}}\nspec: {containers: "
                                     "[{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]}");
  EXPECT_EQ(result.pod["metadata"]["annotations"]["a/b"], "c");
  EXPECT_EQ(result.pod["metadata"]["annotations"].size(), 3u);
  EXPECT_EQ(result.pod["metadata"]["annotations"][kEntriesAnnotation], "devices");
}

TEST_F(RewriteTest, ResourcesAreFoundByTheirExactKey) {
  // A tilde in a key would point elsewhere if it were not escaped.
  const Rewritten result =
      rewritten(world_, pod_of("  - {name: a, resources: {limits: {nvidia.com/gpu: 1, "
                               "\"nvidia.com~1gpu\": 1, \"a~0/b\": 1}}}\n"));
  EXPECT_EQ(container(result.pod, 0)["resources"]["limits"],
            json({{"nvidia.com~1gpu", 1}, {"a~0/b", 1}}));
}

// ---- Sizes.

// Work that grows faster than the pod would take minutes here.
TEST_F(RewriteTest, HostileSizesEndSoon) {
  const auto begin = std::chrono::steady_clock::now();
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: a.com/x
rewrites:
- resource: a.com/{p}
  action: Rewrite
  request: {exactly: {deviceClassName: c, selectors: [{cel: {expression: "device.driver == {p}"}}]}}
  parameters: [{type: Annotation, annotation: a.com/x, selector: "device.driver == {value}"}]
)")});
  json limits;
  for (int i = 0; i < 30'000; ++i) limits["a.com/r" + std::to_string(i)] = 1;
  json pod = {{"metadata", {{"annotations", {{"a.com/x", std::string(10'000, 'x')}}}}},
              {"spec", {{"containers", {{{"name", "a"}, {"resources", {{"limits", limits}}}}}}}}};
  EXPECT_THAT(codes(rewritten_object(world_, pod).rewrite.findings), ElementsAre("TooManyDevices"));

  // Thousands of entries that have our names, and containers that use them.
  json entries = json::array();
  json claims = json::array();
  for (int i = 1; i < 20'000; ++i) {
    const std::string name = i == 1 ? "devices" : "devices-" + std::to_string(i);
    entries.push_back(
        {{"name", name}, {"resourceClaimTemplateName", "drawbridge-" + std::string(32, 'a')}});
    claims.push_back({{"name", name}});
  }
  pod["metadata"]["annotations"][kRewrittenAnnotation] = R"({"a":{"a.com/r":"1"}})";
  pod["spec"]["resourceClaims"] = entries;
  pod["spec"]["containers"][0]["resources"] = {{"limits", {{"a.com/r", 1}}}, {"claims", claims}};
  EXPECT_THAT(codes(rewritten_object(world_, pod).rewrite.findings), ElementsAre("Rewritten"));

  // Thousands of containers with a body of 10 KiB each.
  pod["spec"].erase("resourceClaims");
  pod["spec"]["containers"] = json::array();
  pod["spec"]["initContainers"] = json::array();
  for (int i = 0; i < 2048; ++i) {
    const json resources = {{"limits", {{"a.com/r", 1}, {"a.com/s", 1}}}};
    pod["spec"]["containers"].push_back(
        {{"name", "c" + std::to_string(i)}, {"resources", resources}});
    pod["spec"]["initContainers"].push_back(
        {{"name", "i" + std::to_string(i)}, {"resources", resources}});
  }
  EXPECT_THAT(codes(rewritten_object(world_, pod).rewrite.findings), ElementsAre("TooManyDevices"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST_F(RewriteTest, FindingsOfAPodTemplateSpeakOfTheFuture) {
  const kube::Document document = yaml(gpu_pod("1"));
  const Result<kube::PodView> pod = kube::PodView::read(document.root());
  ASSERT_TRUE(pod.ok());
  const Rewrite rewrite =
      rewrite_pod({*pod, world_.mappings, {}, world_.facts, Occasion::kTemplate});
  EXPECT_THAT(rewrite.findings.at(0).message,
              HasSubstr("1 of container main will become claim \"devices\""));
}

TEST_F(RewriteTest, ALabelWithoutAValueIsEmpty) {
  const auto read = [](std::string_view labels) {
    const kube::Document document =
        yaml("metadata: {name: p, labels: {app: " + std::string(labels) +
             "}}\nspec: {nodeSelector: {a: null}, containers: [{name: c}]}\n");
    return kube::PodView::read(document.root()).ok();
  };
  EXPECT_TRUE(read("")) << "as the API server reads it";
  EXPECT_TRUE(read("a"));
  EXPECT_FALSE(read("1")) << "a number is none";
}

TEST_F(RewriteTest, LabelsOfTheNamespaceAreNeededForSelectorsOnly) {
  const auto needs = [&](std::string_view pod) {
    const kube::Document document = yaml(pod);
    return needs_namespace_labels(*kube::PodView::read(document.root()), world_.mappings);
  };
  EXPECT_FALSE(needs(gpu_pod("1")));
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- {resource: nvidia.com/gpu, action: Rewrite, namespaceSelector: {matchLabels: {dra: "yes"}},
   request: {exactly: {deviceClassName: c}}}
)")});
  EXPECT_TRUE(needs(gpu_pod("1")));
  EXPECT_FALSE(needs(pod_of("  - {name: a, resources: {limits: {cpu: 1}}}\n")));
  // A pod that was rewritten has the resource in its annotation only.
  const kube::Document labels = yaml("{dra: 'yes'}");
  world_.labels = labels.root();
  EXPECT_TRUE(needs(rewritten(world_, gpu_pod("1")).pod.dump()));
}

}  // namespace
}  // namespace drawbridge::rules
