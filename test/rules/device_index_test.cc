#include "rules/devices/device_index.h"

#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

// An index of the documents of `text`.
DeviceIndex index_of(std::string_view text) {
  DeviceIndex index;
  const Result<std::vector<kube::YamlObject>> read = kube::read_yaml(text);
  EXPECT_TRUE(read.ok());
  if (!read) return index;
  for (const kube::YamlObject& object : *read) {
    EXPECT_TRUE(DeviceIndex::reads(object.document.root()));
    index.add(object.document.root());
  }
  return index;
}

std::string device_class(std::string_view name, std::string_view spec,
                         std::string_view created = "") {
  return "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: " +
         std::string(name) +
         (created.empty() ? "" : ", creationTimestamp: \"" + std::string(created) + "\"") +
         "}\nspec: {" + std::string(spec) + "}\n";
}

std::string selector(std::string_view expression) {
  return "selectors: [{cel: {expression: \"" + std::string(expression) + "\"}}]";
}

std::string slice(std::string_view driver, std::string_view devices,
                  std::string_view version = "v1") {
  return "---\napiVersion: resource.k8s.io/" + std::string(version) +
         "\nkind: ResourceSlice\nmetadata: {name: s}\nspec: {driver: " + std::string(driver) +
         ", devices: [" + std::string(devices) + "]}\n";
}

std::string node(std::string_view name, std::string_view allocatable) {
  return "---\napiVersion: v1\nkind: Node\nmetadata: {name: " + std::string(name) +
         "}\nstatus: {allocatable: {" + std::string(allocatable) + "}}\n";
}

TEST(DeviceIndex, KnowsNothingWhileItIsEmpty) {
  const DeviceIndex index;
  EXPECT_EQ(index.device_class("a"), nullptr);
  EXPECT_EQ(index.class_exists("a"), Known::kUnknown);
  EXPECT_EQ(index.class_has_devices("a"), Known::kUnknown);
  EXPECT_EQ(index.class_of_extended_resource("a.com/x"), "");
  EXPECT_EQ(index.node_offering("a.com/x"), "");
}

TEST(DeviceIndex, ReadsItsKindsInEveryServedVersion) {
  for (const char* object :
       {"{apiVersion: resource.k8s.io/v1, kind: DeviceClass}",
        "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceSlice}",
        "{apiVersion: resource.k8s.io/v1beta2, kind: DeviceClass}", "{apiVersion: v1, kind: Node}"})
    EXPECT_TRUE(DeviceIndex::reads(yaml(object).root())) << object;
  for (const char* object :
       {"{apiVersion: a.com/v1, kind: DeviceClass}", "{apiVersion: a.com/v1, kind: Node}",
        "{apiVersion: v1, kind: ResourceSlice}", "{kind: Pod}", "[]"})
    EXPECT_FALSE(DeviceIndex::reads(yaml(object).root())) << object;
}

TEST(DeviceIndex, AClassExistsOrNotOnceAnyIsKnown) {
  const DeviceIndex index = index_of(device_class("a", ""));
  EXPECT_EQ(index.class_exists("a"), Known::kYes);
  EXPECT_EQ(index.class_exists("b"), Known::kNo);
  EXPECT_EQ(index.class_has_devices("a"), Known::kUnknown) << "no slice is known";
}

TEST(DeviceIndex, AClassHasDevicesWhereItsDriverPublishesSome) {
  const DeviceIndex index = index_of(
      device_class("gpu", selector("device.driver == 'gpu.com'")) +
      device_class("spaces", selector("  device.driver  ==  'gpu.com' ")) +
      device_class("nic", selector("device.driver == 'nic.com'")) + device_class("any", "") +
      device_class("empty", selector("device.driver == 'empty.com'")) +
      slice("gpu.com", "{name: a}") + slice("empty.com", ""));
  EXPECT_EQ(index.class_has_devices("gpu"), Known::kYes);
  EXPECT_EQ(index.class_has_devices("spaces"), Known::kYes);
  EXPECT_EQ(index.class_has_devices("nic"), Known::kNo);
  EXPECT_EQ(index.class_has_devices("any"), Known::kYes);
  EXPECT_EQ(index.class_has_devices("empty"), Known::kNo);
  EXPECT_EQ(index.class_has_devices("unknown"), Known::kUnknown);
}

TEST(DeviceIndex, AClassIsOnlySaidToHaveNoneWhereThatIsCertain) {
  for (const char* expression :
       {"device.driver == 'nic.com' || true",
        "device.driver == 'nic.com' || device.driver == 'gpu.com'", "device.driver != 'nic.com'",
        "'nic.com' == device.driver", "device.driver == nic", "device.driver.startsWith('nic')",
        "device.driver == '", "true", "!(device.driver == 'nic.com')",
        "device.driver == 'nic.com' && false"}) {
    const DeviceIndex index =
        index_of(device_class("c", selector(expression)) + slice("gpu.com", "{name: a}"));
    EXPECT_EQ(index.class_has_devices("c"), Known::kYes) << expression;
  }
  const DeviceIndex none = index_of(device_class("c", "") + slice("gpu.com", ""));
  EXPECT_EQ(none.class_has_devices("c"), Known::kNo) << "nobody publishes anything";
}

TEST(DeviceIndex, OlderSlicesCountToo) {
  const DeviceIndex index = index_of(device_class("c", selector("device.driver == 'a.com'")) +
                                     slice("a.com", "{name: a, basic: {}}", "v1beta1"));
  EXPECT_EQ(index.class_has_devices("c"), Known::kYes);
}

TEST(DeviceIndex, TheNewestClassCarriesAnExtendedName) {
  const std::string spec = "extendedResourceName: a.com/gpu";
  EXPECT_EQ(index_of(device_class("b", spec, "2026-01-01T00:00:00Z") +
                     device_class("a", spec, "2026-01-02T00:00:00Z"))
                .class_of_extended_resource("a.com/gpu"),
            "a");
  EXPECT_EQ(index_of(device_class("a", spec, "2026-01-02T00:00:00Z") +
                     device_class("b", spec, "2026-01-01T00:00:00Z"))
                .class_of_extended_resource("a.com/gpu"),
            "a");
  EXPECT_EQ(index_of(device_class("b", spec, "2026-01-01T00:00:00Z") +
                     device_class("a", spec, "2026-01-01T00:00:00Z"))
                .class_of_extended_resource("a.com/gpu"),
            "a")
      << "then the lowest name";
  EXPECT_EQ(index_of(device_class("b", spec) + device_class("a", spec))
                .class_of_extended_resource("a.com/gpu"),
            "a");
  EXPECT_EQ(index_of(device_class("a", spec, "2026-01-01T00:00:00Z") + device_class("b", spec))
                .class_of_extended_resource("a.com/gpu"),
            "b")
      << "one that is yet to be created is the newest";
  EXPECT_EQ(index_of(device_class("b", spec) + device_class("a", spec, "2026-01-01T00:00:00Z"))
                .class_of_extended_resource("a.com/gpu"),
            "b");
}

TEST(DeviceIndex, NodesOfferWhatTheirPluginsAllocate) {
  const DeviceIndex index = index_of(node("n1", "cpu: 8, a.com/gpu: '0'") +
                                     node("n2", "a.com/gpu: '4', a.com/nic: 1, b.com/x: many") +
                                     node("n3", "a.com/gpu: '2'"));
  EXPECT_EQ(index.node_offering("a.com/gpu"), "n2");
  EXPECT_EQ(index.node_offering("a.com/nic"), "n2");
  EXPECT_EQ(index.node_offering("cpu"), "");
  EXPECT_EQ(index.node_offering("b.com/x"), "");
}

TEST(DeviceIndex, HostileShapesSayNothing) {
  const DeviceIndex index =
      index_of(device_class("a", "selectors: {cel: 5}, extendedResourceName: 7") +
               slice("gpu.com", "").replace(0, 0, "") +
               "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: 5}\n"
               "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, spec: [5]}\n"
               "---\n{apiVersion: v1, kind: Node, status: {allocatable: [a]}}\n");
  EXPECT_EQ(index.class_exists("a"), Known::kYes);
  EXPECT_EQ(index.class_of_extended_resource(""), "");
}

}  // namespace
}  // namespace drawbridge::rules
