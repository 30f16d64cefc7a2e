#include "rules/devices/device_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "kube/api/object.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

// Keeps an index as SnapshotBuilder does.
class Index {
 public:
  // The problem of the class, or nothing.
  std::string replace(const kube::Json& before, const kube::Json& after) {
    EXPECT_TRUE(DeviceIndex::reads(after.is_null() ? before : after));
    const Status status = index_.replace(before, after);
    const kube::ObjectView view(after.is_null() ? before : after);
    if (view.kind() == "DeviceClass") {
      const DeviceIndex::DeviceClass* known = index_.device_class(view.name());
      matches_.set_class(view.name(), known == nullptr ? std::nullopt : known->selectors);
    }
    if (view.kind() == "ResourceSlice") {
      matches_.remove_slice(view.name());
      if (!after.is_null()) matches_.put_slice(view.name(), kube::CompactJson(after));
    }
    return status ? std::string() : status.error().text();
  }
  // All documents of `text`, each a new object; the problems, one a line.
  std::string add(std::string_view text) {
    const Result<std::vector<kube::YamlObject>> read = kube::read_yaml(text);
    EXPECT_TRUE(read.ok());
    std::string problems;
    for (const kube::YamlObject& object : *read) {
      const std::string problem = replace({}, object.document.root());
      if (!problem.empty()) problems += problem + "\n";
    }
    return problems;
  }
  void remove(std::string_view text) { replace(yaml(text).root(), {}); }

  DeviceIndex& known() { return index_; }
  // A copy of this moment.
  DeviceIndex published() {
    index_.set_matches(matches_.update(problems_));
    return index_;
  }

 private:
  DeviceIndex index_;
  DeviceMatches matches_;
  std::vector<DeviceMatches::SliceProblem> problems_;
};

// An index of the documents of `text`.
DeviceIndex index_of(std::string_view text) {
  Index index;
  EXPECT_EQ(index.add(text), "");
  return index.published();
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

// One of its driver alone, and of a pool that says no more.
std::string slice(std::string_view driver, std::string_view devices,
                  std::string_view version = "v1") {
  return "---\napiVersion: resource.k8s.io/" + std::string(version) +
         "\nkind: ResourceSlice\nmetadata: {name: " + std::string(driver) +
         "}\nspec: {driver: " + std::string(driver) + ", devices: [" + std::string(devices) +
         "]}\n";
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
  EXPECT_EQ(index.nodes().offering("a.com/x"), "");
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

TEST(DeviceIndex, AClassHasTheDevicesThatItsSelectorsMatch) {
  const std::string published = slice("gpu.com", "{name: a, attributes: {model: {string: A100}}}");
  for (const auto& [expression, expected] : std::initializer_list<std::pair<const char*, Known>>{
           {"device.driver == 'nic.com' || true", Known::kYes},
           {"device.driver == 'nic.com' || device.driver == 'gpu.com'", Known::kYes},
           {"device.driver != 'nic.com'", Known::kYes},
           {"'gpu.com' == device.driver", Known::kYes},
           {"'nic.com' == device.driver", Known::kNo},
           {"device.driver.startsWith('nic')", Known::kNo},
           {"device.driver == 'nic.com' && false", Known::kNo},
           {"device.attributes['gpu.com'].model == 'A100'", Known::kYes},
           {"device.attributes['gpu.com'].model == 'H100'", Known::kNo},
           // Ends the scheduler's search with an error: nothing is known then.
           {"device.attributes['gpu.com'].memory == 80", Known::kUnknown}}) {
    const DeviceIndex index = index_of(device_class("c", selector(expression)) + published);
    EXPECT_EQ(index.class_has_devices("c"), expected) << expression;
  }
  const DeviceIndex none = index_of(device_class("c", "") + slice("gpu.com", ""));
  EXPECT_EQ(none.class_has_devices("c"), Known::kNo) << "nobody publishes anything";
}

TEST(DeviceIndex, AClassThatDoesNotCompileTakesNobodyDown) {
  Index index;
  EXPECT_THAT(index.add(device_class("bad", selector("device.driver ==")) +
                        device_class("good", selector("device.driver == 'a.com'")) +
                        slice("a.com", "{name: x}")),
              ::testing::StartsWith("spec.selectors[0].cel.expression: does not compile at 1:"));
  EXPECT_THAT(index.add(device_class("long", selector(std::string(10241, '1')))),
              ::testing::HasSubstr("10241"));
  const DeviceIndex published = index.published();
  EXPECT_EQ(published.class_exists("bad"), Known::kYes);
  EXPECT_EQ(published.class_has_devices("bad"), Known::kUnknown);
  EXPECT_EQ(published.class_has_devices("good"), Known::kYes);
}

TEST(DeviceIndex, WhatIsKnownToBeAllIsKnownNotToBeMore) {
  Index index;
  index.known().set_classes_known();
  EXPECT_EQ(index.published().class_exists("a"), Known::kNo);
  index.add(device_class("a", ""));
  EXPECT_EQ(index.published().class_has_devices("a"), Known::kUnknown);
  index.known().set_slices_known();
  EXPECT_EQ(index.published().class_has_devices("a"), Known::kNo);
}

TEST(DeviceIndex, ACopyKeepsItsMoment) {
  Index index;
  const std::string gpu = slice("a.com", "{name: x}");
  const std::string offers = node("n1", "a.com/gpu: 4");
  const std::string carrier = device_class("c", "extendedResourceName: a.com/gpu");
  index.add(gpu + offers + carrier);
  const DeviceIndex before = index.published();
  index.remove(gpu);
  index.remove(offers);
  index.remove(carrier);
  const DeviceIndex after = index.published();
  EXPECT_EQ(before.class_has_devices("c"), Known::kYes);
  EXPECT_EQ(before.nodes().offering("a.com/gpu"), "n1");
  EXPECT_EQ(before.class_of_extended_resource("a.com/gpu"), "c");
  EXPECT_EQ(after.device_class("c"), nullptr);
  EXPECT_EQ(after.nodes().offering("a.com/gpu"), "");
  EXPECT_EQ(after.class_of_extended_resource("a.com/gpu"), "");
}

TEST(DeviceIndex, TheNextBestClassCarriesTheNameWhenTheBestGoes) {
  Index index;
  const std::string spec = "extendedResourceName: a.com/gpu";
  const std::string newest = device_class("c", spec, "2026-01-03T00:00:00Z");
  index.add(device_class("a", spec, "2026-01-01T00:00:00Z") + newest +
            device_class("b", spec, "2026-01-02T00:00:00Z"));
  const DeviceIndex all = index.published();
  std::string order;
  for (const auto& carrier : all.classes_of_extended_resource("a.com/gpu")) order += carrier->name;
  EXPECT_EQ(order, "cba");
  index.remove(newest);
  EXPECT_EQ(index.published().class_of_extended_resource("a.com/gpu"), "b");
  // Renamed: it carries the new name only.
  index.add(device_class("b", "extendedResourceName: a.com/other", "2026-01-02T00:00:00Z"));
  EXPECT_EQ(index.published().class_of_extended_resource("a.com/gpu"), "a");
  EXPECT_EQ(index.published().class_of_extended_resource("a.com/other"), "b");
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
  EXPECT_EQ(index.nodes().offering("a.com/gpu"), "n2");
  EXPECT_EQ(index.nodes().offering("a.com/nic"), "n2");
  EXPECT_EQ(index.nodes().offering("cpu"), "");
  EXPECT_EQ(index.nodes().offering("b.com/x"), "");
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
