// NodeIndex: which labels the nodes of a driver have, and where a DaemonSet's pods go.
#include "rules/devices/node_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "test/generated_cases.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

kube::CompactJson node(std::string_view name, std::string_view labels,
                       std::string_view taints = "") {
  return kube::CompactJson(
      yaml("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(name) + ", labels: {" +
           std::string(labels) + "}}, spec: {taints: [" + std::string(taints) + "]}}")
          .root());
}

kube::CompactJson slice(std::string_view driver, std::string_view node, bool has_devices = true) {
  return kube::CompactJson(yaml("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: "
                                "{driver: " +
                                std::string(driver) + ", nodeName: " + std::string(node) +
                                ", devices: [" + (has_devices ? "{name: d}" : "") + "]}}")
                               .root());
}

TEST(NodeIndexTest, TheMostThatOneNodeOffers) {
  const auto offers = [](std::string_view name, std::string_view allocatable) {
    return kube::CompactJson(
        yaml("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(name) +
             "}, status: {allocatable: {" + std::string(allocatable) + "}}}")
            .root());
  };
  NodeIndex index;
  const kube::CompactJson small = offers("n1", "a.com/gpu: 9, a.com/gpus: 99, cpu: 100");
  const kube::CompactJson large = offers("n2", "a.com/gpu: 10, a.com/huge: 9223372036854775807");
  const kube::CompactJson alike = offers("n3", "a.com/gpu: 10, a.com/none: 0");
  for (const kube::CompactJson* one : {&small, &large, &alike}) index.replace_node({}, one->root());
  EXPECT_EQ(index.most_offered("a.com/gpu"), 10);
  EXPECT_EQ(index.most_offered("a.com/gpus"), 99);
  EXPECT_EQ(index.most_offered("a.com/huge"), INT64_MAX);
  for (const std::string_view none : {"a.com/none", "a.com/gp", "cpu", ""})
    EXPECT_EQ(index.most_offered(none), 0) << none;
  index.replace_node(large.root(), {});
  EXPECT_EQ(index.most_offered("a.com/gpu"), 10);
  index.replace_node(alike.root(), offers("n3", "a.com/gpu: 1").root());
  EXPECT_EQ(index.most_offered("a.com/gpu"), 9);
}

TEST(NodeIndexTest, LabelsAreThoseOfTheDriversNodes) {
  NodeIndex index;
  index.replace_node({}, node("n1", "zone: a, zones: x, model: '', zon: y").root());
  index.replace_node({}, node("n2", "zone: b").root());
  index.replace_node({}, node("n3", "zone: c").root());
  EXPECT_FALSE(index.knows_all_of("a.com"));
  index.replace_slice({}, slice("a.com", "n1").root());
  index.replace_slice({}, slice("a.com", "n2").root());
  index.replace_slice({}, slice("a.com.au", "n3").root());
  index.replace_slice({}, slice("a.com", "n3", false).root());
  EXPECT_TRUE(index.knows_all_of("a.com"));
  EXPECT_THAT(index.label_values("a.com", "zone", 9), ElementsAre("a", "b"));
  EXPECT_THAT(index.label_values("a.com", "zone", 1), ElementsAre("a"));
  EXPECT_THAT(index.label_values("a.com", "zo", 9), IsEmpty());
  EXPECT_THAT(index.label_values("a.com", "model", 9), ElementsAre(""));
  EXPECT_THAT(index.label_values("a.com.au", "zone", 9), ElementsAre("c"));
  EXPECT_THAT(index.label_keys("a.com", 9), UnorderedElementsAre("model", "zon", "zone", "zones"));
  EXPECT_THAT(index.label_keys("a.com", 2), ::testing::SizeIs(2));
  EXPECT_TRUE(index.has_label("a.com", "zone", "b"));
  EXPECT_FALSE(index.has_label("a.com", "zone", "c"));
  EXPECT_TRUE(index.has_label("a.com", "model"));
  EXPECT_FALSE(index.has_label("a.com", "mode"));
}

TEST(NodeIndexTest, ACopyKeepsItsMoment) {
  NodeIndex index;
  const kube::CompactJson there = node("n1", "zone: a");
  index.replace_node({}, there.root());
  index.replace_slice({}, slice("a.com", "n1").root());
  const NodeIndex before = index;
  index.replace_node(there.root(), {});
  EXPECT_FALSE(index.knows_all_of("a.com"));
  EXPECT_FALSE(index.has_label("a.com", "zone"));
  EXPECT_TRUE(before.has_label("a.com", "zone", "a"));
}

TEST(NodeIndexTest, ADaemonsPodsGoWhereLabelsAndTaintsLetThem) {
  NodeIndex index;
  EXPECT_EQ(index.count_for_daemon({}), 0u);
  index.replace_node({}, node("n1", "zone: a").root());
  index.replace_node({}, node("n2", "zone: b, disk: ssd").root());
  index.replace_node({}, node("n3", "zone: b", "{key: gpu, effect: NoSchedule}").root());
  index.replace_node(
      {}, node("n4", "zone: b", "{key: node.kubernetes.io/not-ready, effect: NoExecute}").root());
  index.replace_node({}, node("n5", "zone: a", "{key: soft, effect: PreferNoSchedule}").root());
  const auto count = [&](std::string_view spec) {
    return index.count_for_daemon(yaml("{" + std::string(spec) + "}").root());
  };
  const auto affinity = [](std::string_view terms) {
    return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
           "{nodeSelectorTerms: [" +
           std::string(terms) + "]}}}";
  };
  EXPECT_EQ(count(""), 4u) << "a taint of a node's condition does not keep a DaemonSet's pods off";
  EXPECT_EQ(count("tolerations: [{operator: Exists}]"), 5u);
  EXPECT_EQ(count("nodeSelector: {zone: b}"), 2u);
  EXPECT_EQ(count("nodeSelector: {zone: b}, tolerations: [{key: gpu}]"), 3u);
  EXPECT_EQ(count("nodeSelector: {zone: b, disk: ssd}"), 1u);
  EXPECT_EQ(count("nodeSelector: {disk: ''}"), 0u) << "a label that is not there is not empty";
  EXPECT_EQ(count(affinity("{matchExpressions: [{key: disk, operator: DoesNotExist}]}")), 3u);
  EXPECT_EQ(count(affinity("{matchFields: [{key: metadata.name, operator: In, values: [n2]}]}")),
            1u);
  EXPECT_EQ(count(affinity("{matchExpressions: [{key: disk, operator: Wrong}]}")), 0u);
}

TEST(NodeIndexProperty, LabelsAreThoseOfTheLastState) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::string> labels = {"", "zone: a", "zone: b", "zone: a, disk: ssd"};
  const std::vector<std::string> drivers = {"a.com", "b.com"};
  const int rounds = test::generated_cases(50);
  for (int round = 0; round < rounds; ++round) {
    NodeIndex kept;
    std::map<std::string, kube::CompactJson> nodes;
    std::map<std::string, kube::CompactJson> slices;
    for (int step = 0; step < 60; ++step) {
      const std::string name = "n" + std::to_string(random() % 5);
      if (random() % 2 == 0) {
        const kube::CompactJson before = nodes[name];
        nodes[name] =
            random() % 3 == 0 ? kube::CompactJson() : node(name, labels[random() % labels.size()]);
        if (before.root().is_null() && nodes[name].root().is_null()) continue;
        kept.replace_node(before.root(), nodes[name].root());
      } else {
        const std::string slice_name = "s" + std::to_string(random() % 8);
        const kube::CompactJson before = slices[slice_name];
        slices[slice_name] = random() % 3 == 0
                                 ? kube::CompactJson()
                                 : slice(drivers[random() % 2], name, random() % 4 != 0);
        kept.replace_slice(before.root(), slices[slice_name].root());
      }
    }
    for (const std::string& driver : drivers) {
      std::set<std::string> published;
      for (const auto& [name, one] : slices) {
        const kube::Json spec = one.root()["spec"];
        if (spec["driver"].as_string() == driver && !spec["devices"].empty())
          published.insert(std::string(spec["nodeName"].as_string()));
      }
      bool all_known = !published.empty();
      std::set<std::string> zones;
      for (const std::string& name : published) {
        all_known &= !nodes[name].root().is_null();
        const kube::Json zone = nodes[name].root()["metadata"]["labels"]["zone"];
        if (!zone.is_null()) zones.insert(std::string(zone.as_string()));
      }
      EXPECT_EQ(kept.knows_all_of(driver), all_known);
      EXPECT_THAT(kept.label_values(driver, "zone", 9), ::testing::ElementsAreArray(zones));
    }
  }
}

}  // namespace
}  // namespace drawbridge::rules
