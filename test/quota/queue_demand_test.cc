// What Kueue counts: every row of its counting rules, from objects to amounts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quota/kueue/pod_requests.h"
#include "test/quota/queue_world.h"

namespace drawbridge::quota {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

class QueueDemandTest : public ::testing::Test {
 protected:
  // "cpu=1500 x.com/gpu=2" of one pod.
  std::string of_pod(std::string_view spec) {
    std::string text;
    const std::vector<QueuedPods> pods = {world_.pods(spec)};
    const QueueDemand demand = world_.demand(pods);
    for (const auto& [name, amount] : demand.pod_sets.at(0).requests)
      text += (text.empty() ? "" : " ") + name + "=" + std::to_string(amount);
    return text;
  }
  std::string container(std::string_view resources) {
    return of_pod("containers: [{name: a, resources: {" + std::string(resources) + "}}]");
  }
  // The reasons for which claims of these entries are counted nowhere.
  std::vector<Uncountable::Why> refused(std::string_view entries, std::string_view more = "") {
    std::vector<Uncountable::Why> why;
    const std::vector<QueuedPods> pods = {world_.pods("resourceClaims: [" + std::string(entries) +
                                                      "]" + (more.empty() ? "" : ", ") +
                                                      std::string(more))};
    for (const Uncountable& uncountable : world_.demand(pods).uncountable)
      why.push_back(uncountable.why);
    return why;
  }

  QueueWorld world_;
};

TEST_F(QueueDemandTest, RequestsWithLimitsWhereTheyAreMissing) {
  EXPECT_EQ(container("requests: {cpu: 500m, memory: 1Gi}, limits: {cpu: 2, x.com/gpu: 2}"),
            "cpu=500 memory=1073741824 x.com/gpu=2");
  EXPECT_EQ(container("requests: {cpu: 0, x.com/gpu: \"-1\", memory: junk}"), "cpu=0 x.com/gpu=0");
}

TEST_F(QueueDemandTest, ContainersAddUpAndInitContainersAreTheLeast) {
  EXPECT_EQ(of_pod("containers: [{resources: {requests: {cpu: 1}}}, {resources: {requests: {cpu: "
                   "2}}}], initContainers: [{resources: {requests: {cpu: 5, memory: 1}}}, "
                   "{resources: {requests: {cpu: 4}}}]"),
            "cpu=5000 memory=1");
  // A sidecar runs beside the containers, and beside the init containers behind it.
  EXPECT_EQ(of_pod("containers: [{resources: {requests: {cpu: 1}}}], initContainers: [{resources: "
                   "{requests: {cpu: 3}}}, {restartPolicy: Always, resources: {requests: {cpu: "
                   "1}}}, {resources: {requests: {cpu: 4}}}]"),
            "cpu=5000");
}

TEST_F(QueueDemandTest, OverheadAndWhatThePodSaysAsAWhole) {
  EXPECT_EQ(of_pod("overhead: {cpu: 250m}, containers: [{resources: {requests: {cpu: 1}}}]"),
            "cpu=1250");
  EXPECT_EQ(of_pod("resources: {requests: {cpu: 4, x.com/gpu: 9}}, containers: [{resources: "
                   "{requests: {cpu: 1, x.com/gpu: 1}}}]"),
            "cpu=4000 x.com/gpu=1");
}

TEST_F(QueueDemandTest, LimitRangesGiveDefaults) {
  world_.add(
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: "
      "Container, defaultRequest: {cpu: 100m}, default: {cpu: 1, memory: 1Ki}}, {type: Pod, "
      "default: {cpu: 7}}]}}");
  EXPECT_EQ(container("requests: {cpu: 2}"), "cpu=2000 memory=1024");
  EXPECT_EQ(container("limits: {cpu: 3}"), "cpu=100 memory=1024");
  EXPECT_EQ(of_pod("resources: {limits: {memory: 5Ki}}, containers: [{resources: {}}]"),
            "cpu=7000 memory=5120");
}

// As the API server would have filled them in.
TEST_F(QueueDemandTest, BoundsOfLimitRangesGiveDefaultsWhereThereAreNone) {
  world_.add(
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, "
      "default: {memory: 2Ki}, max: {cpu: 4, memory: 4Ki}, min: {cpu: 1, x.com/fpga: 1}}, {type: "
      "Pod, max: {cpu: 9}, min: {cpu: 8}}]}}");
  EXPECT_EQ(container("limits: {}"), "cpu=4000 memory=2048 x.com/fpga=1");
  EXPECT_EQ(container("requests: {cpu: 2}"), "cpu=2000 memory=2048 x.com/fpga=1");
  EXPECT_EQ(container("limits: {cpu: 3}"), "cpu=4000 memory=2048 x.com/fpga=1")
      << "Kueue adds defaultRequest before it looks at limits";
}

// Kueue's webhook sees pods after the API server has taken their limits for requests, and before
// LimitRanges could.
TEST_F(QueueDemandTest, LimitsOfPodsComeBeforeLimitRanges) {
  world_.add(
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, "
      "defaultRequest: {cpu: 2, memory: 1Gi}}]}}");
  QueuedPods pods = world_.pods("containers: [{name: a, resources: {limits: {cpu: 3}}}]");
  EXPECT_EQ(world_.demand({pods}).pod_sets.at(0).requests["cpu"], 2000);
  pods.is_pod = true;
  EXPECT_EQ(world_.demand({pods}).pod_sets.at(0).requests["cpu"], 3000);
}

// GetPodTemplateSpec of AppWrapper's library.
TEST_F(QueueDemandTest, OfAnAppWrapperWhatItsContainersAskForAlone) {
  world_.configure("resources: {deviceClassMappings: [{name: m, deviceClassNames: [c]}]}")
      .claim_template("t", "{name: a, exactly: {deviceClassName: d}}");
  QueuedPods pods = world_.pods(
      "resources: {requests: {cpu: 9}}, resourceClaims: [{name: a, resourceClaimTemplateName: t}], "
      "containers: [{name: a, resources: {requests: {cpu: 2}, claims: [{name: a}]}}], "
      "initContainers: [{name: b, restartPolicy: Always, resources: {requests: {cpu: 1}}}]");
  EXPECT_THAT(world_.demand({pods}).uncountable, SizeIs(1));
  EXPECT_EQ(world_.demand({pods}).pod_sets.at(0).requests["cpu"], 9000);
  pods.containers_alone = true;
  EXPECT_THAT(world_.demand({pods}).uncountable, IsEmpty());
  EXPECT_EQ(world_.demand({pods}).pod_sets.at(0).requests["cpu"], 2000);
}

TEST_F(QueueDemandTest, ExcludedPrefixesAndTransformations) {
  world_.configure(
      "resources: {excludeResourcePrefixes: [x.com/], transformations: [{input: y.com/mig, "
      "strategy: Replace, outputs: {y.com/memory: 5Gi, y.com/credit: 10}}, {input: cpu, outputs: "
      "{y.com/credit: 2, z: 500m, neg: -1}}, {input: w, multiplyBy: y.com/mig, outputs: {w2: "
      "3}}]}");
  EXPECT_EQ(container("requests: {x.com/gpu: 2, y.com/mig: 2}"),
            "y.com/credit=20 y.com/memory=10737418240");
  EXPECT_EQ(container("requests: {cpu: 1500m}"), "cpu=1500 neg=0 y.com/credit=3 z=1");
  EXPECT_EQ(container("requests: {w: 2, y.com/mig: 4}"),
            "w=2 w2=24 y.com/credit=40 y.com/memory=21474836480");
}

// multiplyResourceQuantities is exact.
TEST_F(QueueDemandTest, TransformationsMultiplyFractions) {
  world_.configure(
      "resources: {transformations: [{input: cpu, multiplyBy: cpu, outputs: {extra: 1Gi}}]}");
  EXPECT_EQ(container("requests: {cpu: 100u}"), "cpu=1 extra=11");
  EXPECT_EQ(container("requests: {cpu: 1500m}"), "cpu=1500 extra=2415919104");
}

TEST_F(QueueDemandTest, ATemplateIsCountedForEachEntry) {
  world_.configure("resources: {deviceClassMappings: [{name: m, deviceClassNames: [c, d]}]}")
      .claim_template("t",
                      "{name: a, exactly: {deviceClassName: c, count: 2}}, {name: b, exactly: "
                      "{deviceClassName: d}}, {name: w, exactly: {deviceClassName: other, "
                      "adminAccess: true}}");
  EXPECT_EQ(of_pod("resourceClaims: [{name: a, resourceClaimTemplateName: t}]"), "m=3");
  EXPECT_EQ(of_pod("resourceClaims: [{name: a, resourceClaimTemplateName: t}, {name: b, "
                   "resourceClaimTemplateName: t}]"),
            "m=6");
  EXPECT_EQ(of_pod("resourceClaims: [{name: a, resourceClaimTemplateName: t}], containers: "
                   "[{resources: {claims: [{name: a}]}}, {resources: {claims: [{name: a}]}}]"),
            "m=3")
      << "which containers share";
  EXPECT_EQ(of_pod("resourceClaims: [{name: a, resourceClaimTemplateName: unknown}]"), "");
}

TEST_F(QueueDemandTest, WhatKueueDoesNotCount) {
  world_.configure("resources: {deviceClassMappings: [{name: m, deviceClassNames: [c]}]}")
      .claim_template("all", "{name: a, exactly: {deviceClassName: c, allocationMode: All}}")
      .claim_template("first", "{name: a, firstAvailable: [{name: x, deviceClassName: c}]}")
      .claim_template("other", "{name: a, exactly: {deviceClassName: d}}")
      .claim_template("watch",
                      "{name: a, exactly: {deviceClassName: d, allocationMode: All, "
                      "adminAccess: true}}");
  using Why = Uncountable::Why;
  EXPECT_THAT(refused("{name: a, resourceClaimName: shared}"), ElementsAre(Why::kSharedClaim));
  EXPECT_THAT(refused("{name: a, resourceClaimTemplateName: all}"), ElementsAre(Why::kAllDevices));
  EXPECT_THAT(refused("{name: a, resourceClaimTemplateName: first}"),
              ElementsAre(Why::kFirstAvailable));
  EXPECT_THAT(refused("{name: a, resourceClaimTemplateName: other}"),
              ElementsAre(Why::kClassNotMapped));
  EXPECT_THAT(refused("{name: a, resourceClaimTemplateName: watch}"),
              ElementsAre(Why::kAdminAccess));
}

// ValidateResources, of a template: the API server gives pods their limits for requests.
TEST_F(QueueDemandTest, ADefaultBeyondTheLimit) {
  world_.add(
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, "
      "defaultRequest: {cpu: 2, memory: 1Gi}}]}}");
  const auto why = [this](std::string_view resources) {
    return refused("", "containers: [{name: c, resources: {" + std::string(resources) + "}}]");
  };
  EXPECT_THAT(why("limits: {cpu: 2}"), IsEmpty());
  EXPECT_THAT(why("limits: {cpu: 1}"), ElementsAre(Uncountable::Why::kBeyondLimit));
  EXPECT_THAT(why("limits: {cpu: 1}, requests: {cpu: 1}"), IsEmpty());
  EXPECT_THAT(why("requests: {cpu: 1}"), IsEmpty());
}

TEST_F(QueueDemandTest, ARequestBeyondTheLimitOfALimitRange) {
  world_.add(
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, "
      "defaultRequest: {memory: 1Gi}, default: {memory: 2Gi}}]}}");
  const auto why = [this](std::string_view resources) {
    return refused("", "containers: [{name: c, resources: {" + std::string(resources) + "}}]");
  };
  EXPECT_THAT(why("requests: {memory: 2Gi}"), IsEmpty());
  EXPECT_THAT(why("requests: {memory: 3Gi}"), ElementsAre(Uncountable::Why::kBeyondLimit));
  EXPECT_THAT(why("requests: {memory: 3Gi}, limits: {memory: 4Gi}"), IsEmpty());
  EXPECT_THAT(why("requests: {memory: 3Gi, x.com/gpu: 1}"), IsEmpty())
      << "of pods with devices LimitRangeExceeded tells it";
}

// What KubeRay's clean-up adds is a request, so that LimitRanges give none.
TEST_F(QueueDemandTest, WhatIsAddedIsARequestBeforeLimitRanges) {
  world_.add(
      "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, "
      "defaultRequest: {memory: 4Gi}, default: {memory: 4Gi}}]}}");
  const kube::Document least = *kube::read_json(R"({"memory":"256Mi"})");
  const auto why = [&](std::string_view limit) {
    QueuedPods pods = world_.pods(
        "containers: [{name: c, resources: {limits: {memory: " + std::string(limit) + "}}}]");
    pods.least_of_first = least.root();
    const QueueDemand demand = world_.demand({pods});
    return demand.uncountable.empty() ? std::string() : demand.uncountable.front().asked_text;
  };
  EXPECT_EQ(why("2Gi"), "");
  EXPECT_EQ(why("128Mi"), "256Mi");
}

TEST_F(QueueDemandTest, WithoutAConfigurationOfClaimsOnlyWhatNoneAdmitsIsSaid) {
  using Why = Uncountable::Why;
  world_.claim_template("t", "{name: a, exactly: {deviceClassName: d}}");
  world_.claim_template("all", "{name: a, exactly: {deviceClassName: d, allocationMode: All}}");
  EXPECT_THAT(refused("{name: a, resourceClaimTemplateName: t}"), IsEmpty());
  EXPECT_THAT(refused("{name: a, resourceClaimName: shared}"), ElementsAre(Why::kSharedClaim));
  EXPECT_THAT(refused("{name: a, resourceClaimTemplateName: all}"), ElementsAre(Why::kAllDevices));
}

TEST_F(QueueDemandTest, WhileTheGateForClaimsIsOff) {
  using Why = Uncountable::Why;
  world_.claim_template("t", "{name: a, exactly: {deviceClassName: d, adminAccess: true}}");
  constexpr std::string_view kShared = "{name: a, resourceClaimName: shared}";
  constexpr std::string_view kMade = "{name: a, resourceClaimTemplateName: t}";
  world_.configure("featureGates: {KueueDRAIntegration: false}");
  EXPECT_THAT(refused(kShared), ElementsAre(Why::kClaimsGateOff));
  EXPECT_THAT(refused(kMade), ElementsAre(Why::kClaimsGateOff)) << "whatever it asks for";
  EXPECT_THAT(refused("{name: a}"), IsEmpty());
  world_.configure(
      "featureGates: {KueueDRAIntegration: false, KueueDRARejectWorkloadsWhenDRADisabled: false}");
  EXPECT_THAT(refused(kShared), IsEmpty()) << "admitted, and not counted";
  world_.configure("featureGates: {DynamicResourceAllocation: false}");
  EXPECT_THAT(refused(kMade), IsEmpty()) << "which version it is nobody knows";
}

// A mapping of class c that counts each of these counters, or capacities.
std::string counting(const std::string& name, const std::vector<std::string>& counters,
                     const std::string& kind = "counter") {
  std::string sources;
  for (const std::string& counter : counters)
    sources += "{" + kind + ": {name: " + counter +
               ", driver: d, deviceSelector: {cel: {expression: 'true'}}}},";
  return "{name: " + name + ", deviceClassNames: [c], sources: [" + sources + "]}";
}

TEST_F(QueueDemandTest, SourcesCountTheLargestOfEachDevice) {
  world_
      .configure("resources: {deviceClassMappings: [" + counting("gpu.memory", {"memory"}) + ", " +
                 counting("gpu.cores", {"cores", "copies"}) + "]}")
      .claim_template("t",
                      "{name: a, exactly: {deviceClassName: c, count: 3}}, {name: w, exactly: "
                      "{deviceClassName: c, adminAccess: true}}");
  const char* const claims = "resourceClaims: [{name: a, resourceClaimTemplateName: t}]";
  EXPECT_EQ(of_pod(claims), "") << "nothing is known of the devices";
  world_.counted = {{"memory", {7, 0, true, 20}}, {"cores", {3, 0, true, 5}}};
  EXPECT_EQ(of_pod(claims), "gpu.cores=15 gpu.memory=60") << "each mapping counts what it knows";
  world_.counted["copies"] = {7, 0, true, INT64_MAX / 2};
  EXPECT_EQ(of_pod(claims), "gpu.cores=9223372036854775807 gpu.memory=60") << "and adds them up";
  world_.counted["copies"].each = 0;
  EXPECT_EQ(of_pod(claims), "gpu.cores=15 gpu.memory=60");
  const std::vector<QueuedPods> pods = {world_.pods(claims)};
  const CountedDevices devices = world_.demand(pods).pod_sets.at(0).devices.at(0);
  ASSERT_TRUE(devices.metered);
  EXPECT_EQ(devices.metered->name, "memory");
  EXPECT_EQ(devices.metered->devices, 3);
  EXPECT_EQ(devices.metered->each, 20);
}

TEST_F(QueueDemandTest, WhatSourcesCanNotCount) {
  world_
      .configure("resources: {deviceClassMappings: [" +
                 counting("gpu.memory", {"d.com/memory"}, "capacity") + "]}")
      .claim_template("t", "{name: a, exactly: {deviceClassName: c, count: 3}}");
  const char* const claim = "{name: a, resourceClaimTemplateName: t}";
  SourceCount& counted = world_.counted["d.com/memory"];
  using Why = Uncountable::Why;
  for (const auto& [count, why] : std::vector<std::pair<SourceCount, std::vector<Why>>>{
           {{3, 0, true, 20}, {}},
           {{2, 0, true, 20}, {Why::kTooFewDevices}},
           {{0, 1, false, {}}, {Why::kSelectorFails}},
           {{3, 0, false, {}}, {Why::kNotMeasured}},
           {{3, 0, true, {}}, {Why::kAmountRefused}}}) {
    counted = count;
    EXPECT_EQ(refused(claim), why) << count.devices;
  }
  const std::vector<QueuedPods> pods = {
      world_.pods("resourceClaims: [" + std::string(claim) + "]")};
  const Uncountable told = world_.demand(pods).uncountable.at(0);
  EXPECT_TRUE(told.hangs_on_devices());
  EXPECT_EQ(told.counted_by.name, "d.com/memory");
  EXPECT_EQ(told.field, "spec.template.spec.resourceClaims[0]");
}

TEST_F(QueueDemandTest, ExtendedResourcesAreNotCountedBySources) {
  const std::string mappings =
      "resources: {deviceClassMappings: [" + counting("gpu.memory", {"memory"}) + "]}";
  const std::vector<QueuedPods> pods = {
      world_.pods("containers: [{resources: {}}, {resources: {limits: {x.com/gpu: 2}, requests: "
                  "{x.com/gpu: 2}}}]")};
  world_.counted = {{"memory", {7, 0, true, 20}}};
  world_
      .add(
          "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
          "{extendedResourceName: x.com/gpu}}")
      .configure(mappings);
  const QueueDemand demand = world_.demand(pods);
  EXPECT_THAT(demand.pod_sets.at(0).requests, IsEmpty());
  ASSERT_EQ(demand.uncountable.size(), 1u);
  EXPECT_EQ(demand.uncountable[0].why, Uncountable::Why::kExtendedBySource);
  EXPECT_FALSE(demand.uncountable[0].hangs_on_devices());
  EXPECT_EQ(demand.uncountable[0].field, "spec.template.spec.containers[1].resources.limits");
  world_.configure("featureGates: {KueueDRAIntegrationExtendedResource: false}, " + mappings);
  EXPECT_THAT(world_.demand(pods).pod_sets.at(0).requests, ElementsAre(Pair("x.com/gpu", 2)));
  EXPECT_THAT(world_.demand(pods).uncountable, IsEmpty());
}

TEST_F(QueueDemandTest, OfSourcesThatCanNotBeReadNothingIsSaid) {
  world_.claim_template("t", "{name: a, exactly: {deviceClassName: c}}");
  world_.counted = {{"memory", {7, 0, true, 20}}};
  for (const std::string& content :
       {std::string("resources: {deviceClassMappings: [{name: m, deviceClassNames: [c], sources: "
                    "[{counter: {name: memory}}]}]}"),
        "featureGates: {KueueDRAIntegrationPartitionableDevices: false}, resources: "
        "{deviceClassMappings: [" +
            counting("m", {"memory"}) + "]}"}) {
    const Result<std::vector<kube::YamlObject>> read = kube::read_yaml(
        "{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, " + content + "}");
    EXPECT_FALSE(world_.index().replace({}, read->front().document.root()).ok()) << content;
    EXPECT_EQ(of_pod("resourceClaims: [{name: a, resourceClaimTemplateName: t}]"), "") << content;
  }
}

TEST_F(QueueDemandTest, ExtendedResourcesOfAClass) {
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
      "{extendedResourceName: x.com/gpu}}");
  EXPECT_EQ(container("limits: {x.com/gpu: 2, y.com/z: 1}"), "y.com/z=1")
      << "what it is counted as nobody knows";
}

TEST_F(QueueDemandTest, ExtendedResourcesUnderTheNameOfTheirMapping) {
  const std::string_view carries =
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
      "{extendedResourceName: x.com/gpu}}";
  world_.add(carries).configure("manageJobsWithoutQueueName: false");
  EXPECT_EQ(container("limits: {x.com/gpu: 2}"), "x.com/gpu=2") << "the class is not mapped";
  // The larger of the largest init container, a sidecar too, and the sum of the others.
  const std::string_view sidecar =
      "containers: [{resources: {requests: {x.com/gpu: 1}}}], initContainers: [{restartPolicy: "
      "Always, resources: {requests: {x.com/gpu: 2}}}]";
  EXPECT_EQ(of_pod(sidecar), "x.com/gpu=2");
  const std::string_view by_limits =
      "containers: [{resources: {limits: {x.com/gpu: 1}}}], initContainers: [{restartPolicy: "
      "Always, resources: {limits: {x.com/gpu: 2}}}]";
  EXPECT_EQ(of_pod(by_limits), "x.com/gpu=3") << "none of DRA's: added up as any other";
  QueueWorld mapped;
  mapped.add(carries)
      .configure("resources: {deviceClassMappings: [{name: m, deviceClassNames: [c]}]}")
      .claim_template("t", "{name: a, exactly: {deviceClassName: c, count: 3}}");
  const std::vector<QueuedPods> pods = {
      mapped.pods("containers: [{resources: {limits: {x.com/gpu: 2}}}], resourceClaims: [{name: a, "
                  "resourceClaimTemplateName: t}]")};
  EXPECT_THAT(mapped.demand(pods).pod_sets.at(0).requests, ElementsAre(Pair("m", 5)))
      << "both paths add up";
}

TEST_F(QueueDemandTest, WithTheGateOffExtendedResourcesKeepTheirNames) {
  world_
      .add(
          "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: "
          "{extendedResourceName: x.com/gpu}}")
      .configure(
          "featureGates: {DRAExtendedResources: false}, resources: {deviceClassMappings: "
          "[{name: m, deviceClassNames: [c]}]}");
  EXPECT_EQ(container("limits: {x.com/gpu: 2}"), "x.com/gpu=2");
}

TEST_F(QueueDemandTest, HugeAmountsDoNotWrapAround) {
  world_.configure("resources: {deviceClassMappings: [{name: m, deviceClassNames: [c]}]}")
      .claim_template("t",
                      "{name: a, exactly: {deviceClassName: c, count: 9223372036854775807}}, "
                      "{name: b, exactly: {deviceClassName: c, count: 5}}");
  EXPECT_EQ(of_pod("resourceClaims: [{name: a, resourceClaimTemplateName: t}]"),
            "m=9223372036854775807");
  EXPECT_EQ(container("requests: {cpu: 9E}"), "cpu=9223372036854775807");
}

// Nobody looks at devices where what stands before a request can't take what that needs.
TEST_F(QueueDemandTest, WhenRequestsOfAClaimMayTakeFromEachOther) {
  world_.configure(
      "featureGates: {KueueDRAIntegration: true}, resources: {deviceClassMappings: [{name: pool, "
      "deviceClassNames: [gpu]}]}");
  const auto request = [](std::string_view name, int count, std::string_view selector) {
    return "{name: " + std::string(name) +
           ", exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: " +
           std::to_string(count) +
           (selector.empty()
                ? std::string()
                : ", selectors: [{cel: {expression: '" + std::string(selector) + "'}}]") +
           "}}";
  };
  world_.claim_template("one", request("a", 2, "narrow"));
  world_.claim_template("few", request("a", 1, "broad") + ", " + request("b", 1, "narrow"));
  world_.claim_template("bare", request("a", 2, "") + ", " + request("b", 2, "narrow"));
  world_.claim_template("many", request("a", 1, "broad") + ", " + request("b", 2, "narrow"));
  world_.claim_template("turned", request("b", 2, "narrow") + ", " + request("a", 1, "broad"));
  DemandFacts facts = world_.facts();
  facts.devices_of_request = [](std::string_view, std::span<const kube::Json> selectors) {
    const bool is_narrow =
        !selectors.empty() && selectors[0]["cel"]["expression"].as_string() == "narrow";
    return std::optional<std::int64_t>(is_narrow ? 2 : 4);
  };
  std::vector<std::string> asked;
  facts.starved_request = [&](std::span<const kube::DeviceRequestView> requests) {
    for (const kube::DeviceRequestView& one : requests) asked.emplace_back(one.name());
    return std::optional(StarvedRequest{"b", "a", {}});
  };
  const auto demand = [&](std::string_view name) {
    asked.clear();
    const std::vector<QueuedPods> pods = {world_.pods(
        "resourceClaims: [{name: g, resourceClaimTemplateName: " + std::string(name) + "}]")};
    return queue_demand(pods, world_.index(), facts);
  };
  for (const std::string_view enough : {"one", "few", "bare", "turned"}) {
    EXPECT_THAT(demand(enough).uncountable, IsEmpty()) << enough;
    EXPECT_THAT(asked, IsEmpty()) << enough;
  }
  const QueueDemand starved = demand("many");
  EXPECT_THAT(asked, ElementsAre("a", "b"));
  ASSERT_THAT(starved.uncountable, SizeIs(1));
  EXPECT_EQ(starved.uncountable.front().why, Uncountable::Why::kStarved);
  EXPECT_EQ(starved.uncountable.front().starved->request, "b");
  EXPECT_TRUE(starved.uncountable.front().hangs_on_devices());
  EXPECT_EQ(starved.pod_sets.front().requests.at("pool"), 3) << "as in the right order";
}

}  // namespace
}  // namespace drawbridge::quota
