#include "quota/kueue/index.h"

#include <gtest/gtest.h>

#include "kube/api/yaml.h"

namespace drawbridge::quota {
namespace {

class KueueIndexTest : public ::testing::Test {
 protected:
  // The error of the last document, or nothing.
  std::string add(std::string_view text) {
    Result<std::vector<kube::YamlObject>> documents = kube::read_yaml(text);
    EXPECT_TRUE(documents.ok());
    std::string result;
    for (const kube::YamlObject& object : *documents) {
      EXPECT_TRUE(KueueIndex::reads(object.document.root()));
      const Status status = index_.replace({}, object.document.root());
      result = status ? std::string() : status.error().text();
    }
    return result;
  }
  std::string configure(std::string_view content) {
    return add("{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, " +
               std::string(content) + "}");
  }

  KueueIndex index_;
};

TEST_F(KueueIndexTest, NothingIsKnownAtFirst) {
  EXPECT_TRUE(index_.absent());
  EXPECT_EQ(index_.class_names(), nullptr);
  EXPECT_EQ(index_.cluster_queue("a"), nullptr);
  EXPECT_EQ(index_.cluster_queue_of("ns", "a"), std::nullopt);
}

TEST_F(KueueIndexTest, QueuesAloneSayNothingOfClasses) {
  EXPECT_EQ(add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, "
                "namespace: ns}, spec: {clusterQueue: c}}"),
            "");
  EXPECT_FALSE(index_.absent());
  EXPECT_EQ(index_.class_names(), nullptr);
  EXPECT_EQ(index_.cluster_queue_of("ns", "q"), "c");
  EXPECT_EQ(index_.cluster_queue_of("other", "q"), std::nullopt);
  EXPECT_EQ(index_.cluster_queue("c"), nullptr) << "it is not known itself";
}

TEST_F(KueueIndexTest, AConfigurationNamesClasses) {
  EXPECT_EQ(
      configure("resources: {deviceClassMappings: [{name: a.com/gpu, deviceClassNames: [c, d]}]}"),
      "");
  ASSERT_NE(index_.class_names(), nullptr);
  EXPECT_EQ(index_.class_names()->at("c"), "a.com/gpu");
  EXPECT_EQ(index_.class_names()->at("d"), "a.com/gpu");
  EXPECT_FALSE(index_.class_names()->contains("e"));
}

TEST_F(KueueIndexTest, AConfigurationWithoutMappingsIsKnownToCountNothing) {
  EXPECT_EQ(configure("resources: {}"), "");
  ASSERT_NE(index_.class_names(), nullptr);
  EXPECT_TRUE(index_.class_names()->empty());
}

TEST_F(KueueIndexTest, AClassUnderTwoNamesIsAnError) {
  EXPECT_EQ(
      configure("resources: {deviceClassMappings: [{name: a.com/x, deviceClassNames: [c]}, "
                "{name: a.com/y, deviceClassNames: [b, c]}]}"),
      "resources.deviceClassMappings[1].deviceClassNames: DeviceClass c stands under a.com/x and "
      "under a.com/y; Kueue does not start with that. Keep it under one of them");
}

TEST_F(KueueIndexTest, AClassCountedBySourcesMayHaveSeveralNames) {
  const auto source = [](std::string_view counter) {
    return "sources: [{counter: {name: " + std::string(counter) +
           ", driver: d, deviceSelector: {cel: {expression: 'true'}}}}]";
  };
  EXPECT_EQ(configure("resources: {deviceClassMappings: [{name: a.com/x, deviceClassNames: [c], " +
                      source("memory") + "}, {name: a.com/y, deviceClassNames: [c], " +
                      source("cores") + "}]}"),
            "");
  EXPECT_EQ(index_.class_names()->at("c"), "a.com/x");
}

TEST_F(KueueIndexTest, SourcesThatKueueDoesNotStartWith) {
  const std::string rest = "driver: d, deviceSelector: {cel: {expression: 'true'}}}}";
  const std::string counter = "{counter: {name: memory, " + rest;
  const std::string capacity = "{capacity: {name: memory, " + rest;
  const auto with = [&](const std::string& sources, const std::string& more = "") {
    return configure(
        "resources: {deviceClassMappings: [{name: m, deviceClassNames: [c], "
        "sources: " +
        sources + "}" + more + "]}");
  };
  const std::string at = "resources.deviceClassMappings[0].sources";
  EXPECT_EQ(with("[" + counter + "]"), "");
  EXPECT_EQ(with("{}"), at + ": must be a list, and is of type object; Kueue does not start with "
                             "that. Correct it");
  EXPECT_EQ(with("[{counter: {name: memory}}]"),
            at + "[0].counter.driver: the name of a driver must not be empty; Kueue does not start "
                 "with that. Correct it");
  EXPECT_EQ(with("[{}]"), at + "[0]: must have one of counter and capacity; Kueue does not start "
                               "with that. Correct it");
  EXPECT_EQ(with("[" + counter + ", " + capacity + "]"),
            at + ": has both counter and capacity; Kueue does not start with that. Write a mapping "
                 "for each");
  EXPECT_EQ(with("[" + counter + "]",
                 ", {name: other, deviceClassNames: [c], sources: [" + counter + "]}"),
            "resources.deviceClassMappings[1].deviceClassNames: DeviceClass c stands under m and "
            "under other, which both count counter memory; Kueue does not start with that. Keep it "
            "under one of them")
      << "the same counter twice";
  EXPECT_EQ(with("[" + capacity + "]",
                 ", {name: other, deviceClassNames: [c], sources: [" + counter + "]}"),
            "resources.deviceClassMappings[1].deviceClassNames: DeviceClass c stands under m and "
            "under other; Kueue does not start with that. Keep it under one of them");
  EXPECT_EQ(configure("featureGates: {KueueDRAIntegrationConsumableCapacity: false}, resources: "
                      "{deviceClassMappings: [{name: m, deviceClassNames: [c], sources: [" +
                      capacity + "]}]}"),
            at + "[0]: needs the gate KueueDRAIntegrationConsumableCapacity, and featureGates has "
                 "it off; Kueue does not start with that. Set it to true");
}

TEST_F(KueueIndexTest, IntegrationsDefaultToJobs) {
  EXPECT_TRUE(index_.manages("batch/job"));
  EXPECT_FALSE(index_.manages("pod"));
  EXPECT_EQ(configure("integrations: {frameworks: [pod, ray.io/rayjob]}"), "");
  EXPECT_TRUE(index_.manages("pod"));
  EXPECT_FALSE(index_.manages("batch/job"));
}

TEST_F(KueueIndexTest, ClusterQueuesCoverResources) {
  EXPECT_EQ(
      add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: c}, spec: "
          "{resourceGroups: [{coveredResources: [cpu, a.com/gpu]}, {coveredResources: "
          "[a.com/nic]}]}}"),
      "");
  const ClusterQueue* queue = index_.cluster_queue("c");
  ASSERT_NE(queue, nullptr);
  EXPECT_EQ(queue->covered_resources, (NameSet{"a.com/gpu", "a.com/nic", "cpu"}));
  EXPECT_FALSE(index_.runs_elsewhere(*queue));
}

TEST_F(KueueIndexTest, MultiKueueByEitherFormOfAdmissionChecks) {
  add("{apiVersion: kueue.x-k8s.io/v1beta1, kind: AdmissionCheck, metadata: {name: mk}, spec: "
      "{controllerName: kueue.x-k8s.io/multikueue}}");
  add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: AdmissionCheck, metadata: {name: prov}, spec: "
      "{controllerName: kueue.x-k8s.io/provisioning-request}}");
  const auto elsewhere = [&](std::string_view spec) {
    add("{apiVersion: kueue.x-k8s.io/v1beta1, kind: ClusterQueue, metadata: {name: c}, spec: {" +
        std::string(spec) + "}}");
    return index_.runs_elsewhere(*index_.cluster_queue("c"));
  };
  EXPECT_TRUE(elsewhere("admissionChecks: [prov, mk]"));
  EXPECT_TRUE(elsewhere("admissionChecksStrategy: {admissionChecks: [{name: mk}]}"));
  EXPECT_FALSE(elsewhere("admissionChecks: [prov, unknown]"));
  EXPECT_FALSE(elsewhere(""));
}

TEST_F(KueueIndexTest, QueuesReachWhatTheirCohortsLend) {
  const auto queue = [](std::string_view version, std::string_view name, std::string_view cohort,
                        std::string_view quota, std::string_view used) {
    return "{apiVersion: kueue.x-k8s.io/" + std::string(version) +
           ", kind: ClusterQueue, metadata: {name: " + std::string(name) + "}, spec: {" +
           std::string(cohort) +
           ", resourceGroups: [{coveredResources: [gpu, cpu], flavors: [{name: f, resources: "
           "[{name: gpu, " +
           std::string(quota) +
           "}, {name: cpu, nominalQuota: 1500m}]}]}]}, status: {flavorsReservation: [{name: f, "
           "resources: [{name: gpu, total: " +
           std::string(used) + "}]}]}}";
  };
  add(queue("v1beta2", "a", "cohortName: team", "nominalQuota: 4, borrowingLimit: 3", "1"));
  add(queue("v1beta1", "b", "cohort: team", "nominalQuota: 4, lendingLimit: 2", "3"));
  EXPECT_EQ(index_.tree().potential("a", {"f", "gpu"}), 6);
  EXPECT_EQ(index_.tree().available("a", {"f", "gpu"}), 4);
  EXPECT_EQ(index_.tree().potential("a", {"f", "cpu"}), 3000) << "thousandths";
  add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: team}, spec: "
      "{resourceGroups: [{coveredResources: [gpu], flavors: [{name: f, resources: [{name: gpu, "
      "nominalQuota: 8}]}]}]}}");
  EXPECT_EQ(index_.tree().potential("a", {"f", "gpu"}), 7) << "no more than it may borrow";
  EXPECT_EQ(index_.tree().potential("b", {"f", "gpu"}), 16);
  add("{apiVersion: kueue.x-k8s.io/v1alpha1, kind: Cohort, metadata: {name: team}, spec: "
      "{parent: all}}");
  add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: all}, spec: "
      "{resourceGroups: [{coveredResources: [gpu], flavors: [{name: f, resources: [{name: gpu, "
      "nominalQuota: 1}]}]}]}}");
  EXPECT_EQ(index_.tree().potential("b", {"f", "gpu"}), 9);
  add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: team}, spec: "
      "{parentName: team}}");
  EXPECT_EQ(index_.tree().potential("a", {"f", "gpu"}), std::nullopt) << "its own parent";
}

TEST_F(KueueIndexTest, WhatAClusterQueueTakes) {
  add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: none}, spec: {}}");
  add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: all}, spec: "
      "{namespaceSelector: {}, stopPolicy: HoldAndDrain}}");
  EXPECT_FALSE(index_.cluster_queue("none")->namespaces);
  EXPECT_FALSE(index_.cluster_queue("none")->stopped);
  EXPECT_TRUE(index_.cluster_queue("all")->namespaces->selects_everything());
  EXPECT_TRUE(index_.cluster_queue("all")->stopped);
}

TEST_F(KueueIndexTest, ALocalQueueWithoutNamespaceIsInDefault) {
  add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q}, spec: "
      "{clusterQueue: c}}");
  EXPECT_EQ(index_.cluster_queue_of("default", "q"), "c");
}

TEST_F(KueueIndexTest, AFieldOfAnotherTypeIsNamed) {
  const auto expect_problem = [&](std::string_view content, std::string_view start) {
    EXPECT_EQ(configure(content).substr(0, start.size()), start) << content;
  };
  const std::string at = "resources.deviceClassMappings";
  expect_problem("resources: [5]",
                 "resources: must be a map, and is of type array; Kueue does not");
  expect_problem("resources: {deviceClassMappings: oops}", at + ": must be a list");
  expect_problem("resources: {deviceClassMappings: {a: b}}, integrations: 5", at + ": must be");
  expect_problem("resources: {deviceClassMappings: [oops]}", at + "[0]: must be a map");
  expect_problem("resources: {deviceClassMappings: [{name: 7}]}", at + "[0].name: must be");
  expect_problem("resources: {deviceClassMappings: [{deviceClassNames: [a]}]}",
                 at + "[0].name: must be the name of a resource, and is not set");
  expect_problem("resources: {deviceClassMappings: [{name: a, deviceClassNames: b}]}",
                 at + "[0].deviceClassNames: must be a list of names");
  expect_problem("resources: {deviceClassMappings: [{name: a, deviceClassNames: [b, 7]}]}",
                 at + "[0].deviceClassNames: must be a list of names");
  expect_problem("resources: {deviceClassMappings: [{name: a, sources: b}]}", at + "[0].sources");
  expect_problem("integrations: 5", "integrations: must be a map");
  expect_problem("integrations: {frameworks: pod}", "integrations.frameworks: must be a list");
  expect_problem("integrations: {frameworks: [pod, 7]}", "integrations.frameworks: must be a list");
  for (const char* good : {"resources: null, integrations: null", "resources: {}",
                           "resources: {deviceClassMappings: [{name: a, deviceClassNames: [b]}]}"})
    EXPECT_EQ(configure(good), "");
}

TEST_F(KueueIndexTest, WhatCanBeReadBesideAMistakeCounts) {
  EXPECT_NE(configure("resources: {deviceClassMappings: [{name: 7}, {name: m, deviceClassNames: "
                      "[c]}]}, integrations: {frameworks: [pod]}"),
            "");
  ASSERT_NE(index_.class_names(), nullptr);
  EXPECT_EQ(*index_.class_names(), (NameMap<std::string>{{"c", "m"}}));
  EXPECT_TRUE(index_.manages("pod"));
}

TEST_F(KueueIndexTest, HostileShapesOfQueuesSayNothing) {
  EXPECT_EQ(add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: 5, spec: "
                "{resourceGroups: [5, {coveredResources: x}], admissionChecks: 5}}"),
            "");
}

TEST(AmountText, IsAPersonsWayToWriteIt) {
  EXPECT_EQ(amount_text("memory", std::int64_t{8'000'000'000}), "8G");
  EXPECT_EQ(amount_text("memory", std::int64_t{8'500'000'000}), "8500M");
  EXPECT_EQ(amount_text("memory", std::int64_t{8'500'000'001}), "8500000001");
  EXPECT_EQ(amount_text("memory", std::int64_t{8} << 30), "8Gi");
  EXPECT_EQ(amount_text("nvidia.com/gpu", 999'000'000), "999000000");
  EXPECT_EQ(amount_text("cpu", 1500), "1500m");
  EXPECT_EQ(amount_text("cpu", 2000), "2");
}

TEST(KueueIndex, ReadsItsOwnKindsOnly) {
  for (const char* other : {"{apiVersion: v1, kind: Configuration}",
                            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Configuration}",
                            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload}",
                            "{apiVersion: a.com/v1, kind: LocalQueue}"}) {
    Result<std::vector<kube::YamlObject>> documents = kube::read_yaml(other);
    ASSERT_TRUE(documents.ok());
    EXPECT_FALSE(KueueIndex::reads(documents->front().document.root())) << other;
  }
}

}  // namespace
}  // namespace drawbridge::quota
