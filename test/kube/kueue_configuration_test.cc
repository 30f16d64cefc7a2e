#include "kube/api/kueue_configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/api/yaml.h"

namespace drawbridge::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

KueueConfiguration read(std::string_view text) {
  Result<std::vector<YamlObject>> objects = read_yaml(text);
  EXPECT_TRUE(objects.ok() && objects->size() == 1) << text;
  return objects ? read_kueue_configuration(objects->front().document.root())
                 : KueueConfiguration();
}

TEST(KueueConfigurationTest, ReadsWhatItSaysOfDevices) {
  const KueueConfiguration read_one = read(R"(
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
integrations: {frameworks: [batch/job, pod]}
waitForPodsReady: {timeout: 5m}
featureGates: {KueueDRAIntegration: true, DRAExtendedResources: false}
resources:
  deviceClassMappings:
  - {name: pool, deviceClassNames: [a, b]}
  - name: memory-pool
    deviceClassNames: [c]
    sources:
    - counter: {name: memory, driver: d.com, deviceSelector: {cel: {expression: "true"}}}
  transformations:
  - {input: x.com/gpu, strategy: Replace, outputs: {x.com/mem: 8, z: 1}}
)");
  ASSERT_EQ(read_one.mappings.size(), 2U);
  EXPECT_EQ(read_one.mappings[0].name, "pool");
  EXPECT_THAT(read_one.mappings[0].device_classes, ElementsAre("a", "b"));
  EXPECT_TRUE(read_one.mappings[0].counts_devices);
  EXPECT_FALSE(read_one.mappings[1].counts_devices);
  EXPECT_THAT(read_one.mappings[1].sources,
              ElementsAre(KueueSource{KueueSource::Kind::kCounter, "memory", "d.com", "true"}));
  ASSERT_EQ(read_one.transformations.size(), 1U);
  EXPECT_TRUE(read_one.transformations[0].replaces);
  EXPECT_THAT(read_one.transformations[0].outputs, ElementsAre("x.com/mem", "z"));
  EXPECT_THAT(read_one.frameworks, ElementsAre("batch/job", "pod"));
  EXPECT_EQ(read_one.claims_gate, true);
  EXPECT_EQ(read_one.extended_gate, false);
  EXPECT_TRUE(read_one.waits_for_pods_ready);
  EXPECT_EQ(mapping_of_class(read_one, "c"), 1U);
  EXPECT_EQ(mapping_of_class(read_one, "d"), std::nullopt);
}

TEST(KueueConfigurationTest, ReadsWhatItSaysOfWorkloads) {
  const KueueConfiguration configured = read(R"(
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
manageJobsWithoutQueueName: true
managedJobsNamespaceSelector: {matchLabels: {team: a}}
integrations: {externalFrameworks: [X.v1.x.com], podOptions: {podSelector: {}}}
resources:
  excludeResourcePrefixes: [x.com/]
  quotaCheckStrategy: IgnoreUndeclared
  transformations: [{input: a, multiplyBy: b, outputs: {c: 1500m, d: junk}}]
)");
  EXPECT_TRUE(configured.manages_unnamed);
  const Result<Document> labels = read_json(R"({"team": "a"})");
  EXPECT_TRUE(configured.managed_namespaces.matches(labels->root()));
  EXPECT_FALSE(configured.managed_namespaces.matches({}));
  EXPECT_THAT(configured.external_frameworks, ElementsAre("X.v1.x.com"));
  EXPECT_TRUE(configured.has_pod_options);
  EXPECT_THAT(configured.excluded_prefixes, ElementsAre("x.com/"));
  EXPECT_TRUE(configured.ignores_undeclared);
  EXPECT_EQ(configured.transformations[0].multiply_by, "b");
  EXPECT_EQ(configured.transformations[0].factors[0].milli_value(), 1500);
  EXPECT_TRUE(configured.transformations[0].factors[1].is_zero());
}

TEST(KueueConfigurationTest, ByDefaultAllButTheSystemsNamespacesAreManaged) {
  const KueueConfiguration usual = read("{}");
  const auto manages = [&](std::string_view name) {
    const Result<Document> labels =
        read_json("{\"kubernetes.io/metadata.name\": \"" + std::string(name) + "\"}");
    return usual.managed_namespaces.matches(labels->root());
  };
  EXPECT_TRUE(manages("team-a"));
  EXPECT_FALSE(manages("kube-system"));
  EXPECT_FALSE(manages("kueue-system"));
  EXPECT_FALSE(usual.manages_unnamed);
  EXPECT_FALSE(usual.ignores_undeclared);
}

TEST(KueueConfigurationTest, WaitForPodsReadyHadASwitchOnce) {
  const auto waits = [](std::string_view version, std::string_view value) {
    return read("{apiVersion: config.kueue.x-k8s.io/" + std::string(version) +
                ", waitForPodsReady: " + std::string(value) + "}")
        .waits_for_pods_ready;
  };
  EXPECT_TRUE(waits("v1beta1", "{enable: true}"));
  EXPECT_FALSE(waits("v1beta1", "{timeout: 5m}"));
  EXPECT_TRUE(waits("v1beta2", "{timeout: 5m}"));
  EXPECT_FALSE(waits("v1beta2", "null"));
  EXPECT_FALSE(waits("v1beta1", "true"));
}

TEST(KueueConfigurationTest, AnOldNameOfAGateStandsForTheNew) {
  EXPECT_EQ(read("{featureGates: {DynamicResourceAllocation: false}}").claims_gate, false);
  EXPECT_EQ(read("{featureGates: {DynamicResourceAllocation: false, KueueDRAIntegration: true}}")
                .claims_gate,
            true);
  EXPECT_EQ(read("{featureGates: {KueueDRAIntegration: 'yes'}}").claims_gate, std::nullopt);
}

TEST(KueueConfigurationTest, AllGatesOfAStageAreSetAtOnce) {
  const KueueConfiguration no_beta = read("{featureGates: {AllBeta: false, AllAlpha: false}}");
  EXPECT_EQ(no_beta.claims_gate, false);
  EXPECT_EQ(no_beta.extended_gate, false);
  EXPECT_EQ(no_beta.counter_gate, false);
  EXPECT_EQ(no_beta.capacity_gate, std::nullopt);
  EXPECT_EQ(no_beta.refuses_claims, false);
  EXPECT_FALSE(no_beta.partial_admission);
  const KueueConfiguration all = read("{featureGates: {AllBeta: true, AllAlpha: true}}");
  EXPECT_EQ(all.claims_gate, std::nullopt) << "as it is by default";
  EXPECT_EQ(all.capacity_gate, true);
  EXPECT_TRUE(all.automates_quotas);
  EXPECT_TRUE(all.ready_gate_off);
  // What is written itself goes before, by its old name too.
  const auto claims = [](const std::string& gate) {
    return read("{featureGates: {AllBeta: false, " + gate + ": true}}").claims_gate;
  };
  EXPECT_EQ(claims("KueueDRAIntegration"), true);
  EXPECT_EQ(claims("DynamicResourceAllocation"), true);
}

TEST(KueueConfigurationTest, WhetherClaimsAreRefusedWhileTheirGateIsOff) {
  const auto refuses = [](const std::string& gates) {
    return read("{featureGates: {" + gates + "}}").refuses_claims;
  };
  EXPECT_EQ(refuses(""), false) << "the gate is not off";
  EXPECT_EQ(refuses("KueueDRARejectWorkloadsWhenDRADisabled: true"), false);
  EXPECT_EQ(refuses("KueueDRAIntegration: false"), true);
  EXPECT_EQ(refuses("KueueDRAIntegration: false, KueueDRARejectWorkloadsWhenDRADisabled: false"),
            false);
  EXPECT_EQ(refuses("DynamicResourceAllocation: false"), std::nullopt) << "v0.18, or before";
  EXPECT_EQ(
      refuses("DynamicResourceAllocation: false, KueueDRARejectWorkloadsWhenDRADisabled: true"),
      true);
  EXPECT_EQ(refuses("KueueDRAIntegration: 'no'"), false);
}

// The sources of one mapping, beside these gates.
std::size_t sources_read(const std::string& sources, const std::string& gates = "{}") {
  const KueueConfiguration configured =
      read("{featureGates: " + gates + ", resources: {deviceClassMappings: [{name: m, " +
           "deviceClassNames: [c], sources: [" + sources + "]}]}}");
  EXPECT_FALSE(configured.mappings.at(0).counts_devices) << sources;
  return configured.mappings[0].sources.size();
}

TEST(KueueConfigurationTest, SourcesAreReadAllOrNone) {
  const std::string selector = ", driver: d.com, deviceSelector: {cel: {expression: 'true'}}}}";
  const std::string counter = "{counter: {name: memory" + selector;
  const std::string capacity = "{capacity: {name: d.com/memory" + selector;
  EXPECT_EQ(sources_read(counter), 1U);
  EXPECT_EQ(sources_read(capacity + ", {capacity: {name: cores" + selector), 2U);
  for (const std::string& odd :
       {std::string("{}"), std::string("7"), std::string("{counter: memory}"),
        std::string("{counter: {name: memory}, capacity: {name: memory}}"),
        "{counter: {name: Memory" + selector, "{counter: {name: d.com/memory" + selector,
        "{capacity: {name: gpu-memory" + selector, "{capacity: {name: D_/memory" + selector,
        std::string("{counter: {name: memory, driver: d.com}}"),
        std::string("{counter: {name: memory, deviceSelector: {cel: {expression: 'true'}}}}"),
        std::string("{counter: {name: memory, driver: d.com, deviceSelector: {cel: {}}}}")})
    EXPECT_EQ(sources_read(counter + ", " + odd), 0U) << odd;
  EXPECT_EQ(sources_read(counter, "{KueueDRAIntegrationPartitionableDevices: false}"), 0U);
  EXPECT_EQ(sources_read(counter, "{KueueDRAIntegrationConsumableCapacity: false}"), 1U);
  EXPECT_EQ(sources_read(capacity, "{KueueDRAIntegrationConsumableCapacity: false}"), 0U);
}

TEST(KueueConfigurationTest, ADriversNameHas63BytesAtMost) {
  const auto with = [](std::size_t bytes) {
    return sources_read("{counter: {name: memory, driver: " + std::string(bytes, 'd') +
                        ", deviceSelector: {cel: {expression: 'true'}}}}");
  };
  EXPECT_EQ(with(63), 1U);
  EXPECT_EQ(with(64), 0U);
}

TEST(KueueConfigurationTest, WhatIsOfAnotherTypeIsLeftOut) {
  const KueueConfiguration odd = read(
      "{resources: {deviceClassMappings: [7, {name: [], deviceClassNames: {a: b}}, {name: x, "
      "deviceClassNames: [1, a]}], transformations: [{outputs: [a]}]}, integrations: [], "
      "featureGates: 3, waitForPodsReady: []}");
  ASSERT_EQ(odd.mappings.size(), 3U);
  EXPECT_THAT(odd.mappings[1].device_classes, IsEmpty());
  EXPECT_THAT(odd.mappings[2].device_classes, ElementsAre("a"));
  EXPECT_THAT(odd.transformations[0].outputs, IsEmpty());
  EXPECT_FALSE(odd.waits_for_pods_ready);
  EXPECT_THAT(read("{}").mappings, IsEmpty());
}

}  // namespace
}  // namespace drawbridge::kube
