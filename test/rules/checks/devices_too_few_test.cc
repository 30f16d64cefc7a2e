// DevicesTooFew: more is asked for than there is.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class DevicesTooFewTest : public ::testing::Test {
 protected:
  DevicesTooFewTest() {
    world_.add_class("gpu.example.com", "gpu.example.com");
    world_.add_devices("gpu.example.com", "node-1", 2);
    world_.add_devices("gpu.example.com", "node-2", 2);
  }
  std::vector<std::string> told(std::string_view requests) {
    world_.add_template("gpu-claim", requests);
    return world_.pod(
        "DevicesTooFew",
        pod_with("claims: [{name: gpu}]", "{name: gpu, resourceClaimTemplateName: gpu-claim}"));
  }
  static std::string of_class(std::string_view more) {
    return "{name: r, exactly: {deviceClassName: gpu.example.com" + std::string(more) + "}}";
  }

  CheckWorld world_;
};

TEST_F(DevicesTooFewTest, AsManyAsOneNodeHasIsSilentAndOneMoreIsTold) {
  EXPECT_THAT(told(of_class(", count: 2")), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 3")),
              ElementsAre("spec: This Pod asks for 3 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node has more than 2. Ask for fewer; else it stays "
                          "Pending until nodes bring more. [DevicesTooFew]"));
  world_.add_devices("gpu.example.com", "node-3", 4);
  EXPECT_THAT(told(of_class(", count: 4")), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 5")),
              ElementsAre("spec: This Pod asks for 5 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node has more than 4. Ask for fewer; else it stays "
                          "Pending until nodes bring more. [DevicesTooFew]"));
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(told(of_class(", count: 5")),
              ElementsAre("spec: This Pod asks for 5 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node has as many. Ask for fewer; else it stays "
                          "Pending until nodes bring more. [DevicesTooFew]"));
}

TEST_F(DevicesTooFewTest, MoreThanAllNodesHaveIsTold) {
  EXPECT_THAT(told(of_class(", count: 5")),
              ElementsAre("spec: This Pod asks for 5 devices of class gpu.example.com (by template "
                          "gpu-claim), and 4 are published, on all nodes together. Ask for fewer; "
                          "else it stays Pending until nodes bring more. [DevicesTooFew]"));
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(told(of_class(", count: 5")),
              ElementsAre("spec: This Pod asks for 5 devices of class gpu.example.com (by template "
                          "gpu-claim), and fewer are published, on all nodes together. Ask for "
                          "fewer; else it stays Pending until nodes bring more. [DevicesTooFew]"));
}

TEST_F(DevicesTooFewTest, WhatOneNodeHasIsCountedOverItsPools) {
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: second}, spec: "
      "{driver: gpu.example.com, nodeName: node-1, pool: {name: second, generation: 1, "
      "resourceSliceCount: 1}, devices: [{name: e}]}}");
  EXPECT_THAT(told(of_class(", count: 3")), IsEmpty());
}

TEST_F(DevicesTooFewTest, WhatMoreThanOneNodeReachesIsWithinReach) {
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: all}, spec: {driver: "
      "gpu.example.com, allNodes: true, pool: {name: all, generation: 1, resourceSliceCount: 1}, "
      "devices: [{name: e}]}}");
  EXPECT_THAT(told(of_class(", count: 3")), IsEmpty());
}

TEST_F(DevicesTooFewTest, AllRequestsOfAClassAreCountedTogether) {
  EXPECT_THAT(told(of_class(", count: 2") + ", {name: s, exactly: {deviceClassName: "
                                            "gpu.example.com}}"),
              ElementsAre("spec: This Pod asks for 3 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node has more than 2. Ask for fewer; else it stays "
                          "Pending until nodes bring more. [DevicesTooFew]"));
}

TEST_F(DevicesTooFewTest, WhatMayBeHadOtherwiseIsSilent) {
  EXPECT_THAT(told("{name: r, firstAvailable: [{name: a, deviceClassName: gpu.example.com, count: "
                   "9}, {name: b, deviceClassName: gpu.example.com}]}"),
              IsEmpty());
  EXPECT_THAT(told(of_class(", allocationMode: All")), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 9, adminAccess: true")), IsEmpty());
  world_.queue.role = QueueFacts::Role::kPlainPod;
  EXPECT_THAT(told(of_class(", count: 9")), IsEmpty());
}

TEST_F(DevicesTooFewTest, WhereNothingIsPublishedTheClassIsTold) {
  world_.add_class("empty.example.com", "empty.example.com");
  EXPECT_THAT(told("{name: r, exactly: {deviceClassName: empty.example.com, count: 2}}"),
              IsEmpty());
}

TEST_F(DevicesTooFewTest, WhatSeveralMayHaveIsNotCounted) {
  world_.add_class("part.example.com", "part.example.com");
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: part}, spec: "
      "{driver: "
      "part.example.com, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 1}, "
      "devices: [{name: d, allowMultipleAllocations: true}, {name: e}]}}");
  EXPECT_THAT(told("{name: r, exactly: {deviceClassName: part.example.com, count: 3}}"), IsEmpty());
  // Of the driver's devices those count that the class lets through.
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: whole.example.com}, "
      "spec: {selectors: [{cel: {expression: \"device.driver == 'part.example.com' && "
      "!device.allowMultipleAllocations\"}}]}}");
  EXPECT_THAT(told("{name: r, exactly: {deviceClassName: whole.example.com, count: 2}}"),
              SizeIs(1));
}

TEST_F(DevicesTooFewTest, APoolOfWhichSlicesAreToComeSaysNothing) {
  world_.add_class("more.example.com", "more.example.com");
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: more}, spec: "
      "{driver: "
      "more.example.com, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 2}, "
      "devices: [{name: d}]}}");
  EXPECT_THAT(told("{name: r, exactly: {deviceClassName: more.example.com, count: 2}}"), IsEmpty());
}

TEST_F(DevicesTooFewTest, ASliceThatIsReplacedCountsOnce) {
  world_.add_devices("gpu.example.com", "node-1", 4);
  EXPECT_THAT(told(of_class(", count: 4")), IsEmpty());
  world_.add_devices("gpu.example.com", "node-1", 1);
  EXPECT_THAT(told(of_class(", count: 3")), SizeIs(1));
  EXPECT_THAT(told(of_class(", count: 2")), IsEmpty());
  world_.add_devices("gpu.example.com", "node-2", 1);
  EXPECT_THAT(told(of_class(", count: 2")), SizeIs(1));
}

TEST_F(DevicesTooFewTest, MoreThanAClaimMayHoldIsToldAsSuch) {
  EXPECT_THAT(told(of_class(", count: 32")), SizeIs(1));
  EXPECT_THAT(told(of_class(", count: 33")), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 9223372036854775807")), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
