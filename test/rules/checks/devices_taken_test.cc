// DevicesTaken: the devices are there, and other claims have them.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const char* const kGpuClaim = "{name: gpu, resourceClaimTemplateName: gpu-claim}";
const char* const kSharedClaim = "{name: gpu, resourceClaimName: shared}";
const std::string kUsesGpu = "claims: [{name: gpu}]";

// Two nodes of two devices each, d0 and d1.
class DevicesTakenTest : public ::testing::Test {
 protected:
  DevicesTakenTest() {
    world_.add_class("gpu.example.com", "gpu.example.com");
    world_.add_devices("gpu.example.com", "node-1", 2);
    world_.add_devices("gpu.example.com", "node-2", 2);
    needs("{name: r, exactly: {deviceClassName: gpu.example.com}}");
  }
  void needs(std::string_view requests) { world_.add_template("gpu-claim", requests); }
  static std::string result(std::string_view node, std::string_view device,
                            std::string_view more = "") {
    return "{request: r, driver: gpu.example.com, pool: " + std::string(node) +
           ", device: " + std::string(device) + std::string(more) + "}";
  }
  void allocate(std::string_view claim, std::string_view results) {
    world_.add("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: " +
               std::string(claim) +
               "}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
               "gpu.example.com}}]}}, status: {allocation: {devices: {results: [" +
               std::string(results) + "]}}}}");
  }
  void take(int devices) {
    constexpr const char* kPlaces[][2] = {
        {"node-1", "d0"}, {"node-1", "d1"}, {"node-2", "d0"}, {"node-2", "d1"}};
    for (int i = 0; i < devices; ++i)
      allocate("c" + std::to_string(i), result(kPlaces[i][0], kPlaces[i][1]));
  }
  std::vector<std::string> told(std::string_view entry = kGpuClaim) {
    return world_.pod("DevicesTaken", pod_with(kUsesGpu, entry));
  }

  CheckWorld world_;
};

TEST_F(DevicesTakenTest, WhereAllAreAllocatedThePodWaits) {
  take(3);
  EXPECT_THAT(told(), IsEmpty());
  take(4);
  EXPECT_THAT(told(), ElementsAre("spec: All 4 devices of class gpu.example.com are allocated (by "
                                  "template gpu-claim), and this Pod stays Pending until one is "
                                  "free. Wait, or free some of yours: kubectl get "
                                  "resourceclaims; an administrator sees all with -A. "
                                  "[DevicesTaken]"));
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(told(),
              ElementsAre("spec: Too few devices of class gpu.example.com are free (by template "
                          "gpu-claim), and this Pod stays Pending until there are 1. Wait, or "
                          "free some of yours: kubectl get resourceclaims; an administrator sees "
                          "all with -A. [DevicesTaken]"));
}

TEST_F(DevicesTakenTest, AllRequestsOfAClassAreCountedTogether) {
  take(2);
  needs(
      "{name: r, exactly: {deviceClassName: gpu.example.com, count: 2}}, {name: s, exactly: "
      "{deviceClassName: gpu.example.com}}");
  EXPECT_THAT(told(),
              ElementsAre("spec: 2 of 4 devices of class gpu.example.com are allocated, and "
                          "this Pod asks for 3 (by template gpu-claim): it stays Pending "
                          "until more are free. Wait, or free some of yours: kubectl get "
                          "resourceclaims; an administrator sees all with -A. [DevicesTaken]"));
  needs("{name: r, exactly: {deviceClassName: gpu.example.com, count: 5}}");
  EXPECT_THAT(told(), IsEmpty()) << "there are no five, whoever has them";
}

TEST_F(DevicesTakenTest, WhatIsFreedOrGoneIsNotTaken) {
  take(4);
  ASSERT_THAT(told(), SizeIs(1));
  world_.remove_claim("c1");
  EXPECT_THAT(told(), IsEmpty());
  take(4);
  ASSERT_THAT(told(), SizeIs(1));
  world_.add_devices("gpu.example.com", "node-1", 3);
  EXPECT_THAT(told(), IsEmpty()) << "one device more";
  // A device of that name in another pool, and one that no slice has.
  allocate("other", result("node-3", "d0") + ", " + result("node-1", "d9"));
  EXPECT_THAT(told(), IsEmpty());
}

TEST_F(DevicesTakenTest, WhatOthersMayHaveTooIsNotTaken) {
  take(3);
  allocate("c3", result("node-2", "d1", ", adminAccess: true"));
  EXPECT_THAT(told(), IsEmpty());
  allocate("c3", result("node-2", "d1", ", shareID: a"));
  EXPECT_THAT(told(), IsEmpty());
  allocate("c3", result("node-2", "d1", ", consumedCapacity: {memory: 1Gi}"));
  EXPECT_THAT(told(), IsEmpty());
  allocate("c3", result("node-2", "d1"));
  EXPECT_THAT(told(), SizeIs(1));
}

TEST_F(DevicesTakenTest, WhereSomeServeSeveralClaimsNobodyKnowsHowManyAreFree) {
  take(4);
  EXPECT_THAT(told(), SizeIs(1));
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: more}, spec: "
      "{driver: gpu.example.com, nodeName: node-3, pool: {name: node-3, generation: 1, "
      "resourceSliceCount: 1}, devices: [{name: d, allowMultipleAllocations: true}]}}");
  needs("{name: r, exactly: {deviceClassName: gpu.example.com, count: 2}}");
  EXPECT_THAT(told(), IsEmpty());
}

TEST_F(DevicesTakenTest, WhoeverNeedsNoneOfTheseIsNotTold) {
  take(4);
  allocate("shared", result("node-1", "d0"));
  EXPECT_THAT(told(kSharedClaim), IsEmpty()) << "it has its device";
  world_.add_claim("shared", "{name: r, exactly: {deviceClassName: gpu.example.com}}");
  EXPECT_THAT(told(kSharedClaim), SizeIs(1));
  needs("{name: r, exactly: {deviceClassName: gpu.example.com, adminAccess: true}}");
  EXPECT_THAT(told(), IsEmpty());
  needs("{name: r, firstAvailable: [{name: x, deviceClassName: gpu.example.com}]}");
  EXPECT_THAT(told(), IsEmpty());
  needs("{name: r, exactly: {deviceClassName: gpu.example.com, allocationMode: All}}");
  EXPECT_THAT(told(), IsEmpty());
  needs("{name: r, exactly: {deviceClassName: gpu.example.com}}");
  world_.queue.role = QueueFacts::Role::kPlainPod;
  EXPECT_THAT(told(), IsEmpty()) << "Kueue lets it wait";
  world_.queue.role = QueueFacts::Role::kNone;
  world_.is_new = false;
  EXPECT_THAT(told(), IsEmpty()) << "its own pods may have them";
  world_.is_new = true;
  EXPECT_THAT(told(), SizeIs(1));
}

TEST_F(DevicesTakenTest, ExtendedResourcesTooWhereNoNodeOffersThem) {
  world_.add_class("x", "gpu.example.com", ", extendedResourceName: x.com/gpu");
  take(4);
  const std::string pod = pod_with("limits: {x.com/gpu: 2}");
  EXPECT_THAT(world_.pod("DevicesTaken", pod),
              ElementsAre("spec: All 4 devices of class x are allocated (as extended resource "
                          "x.com/gpu), and this Pod stays Pending until 2 are free. Wait, or "
                          "free some of yours: kubectl get resourceclaims; an administrator sees "
                          "all with -A. [DevicesTaken]"));
  world_.add_plugin("node-3", "x.com/gpu");
  EXPECT_THAT(world_.pod("DevicesTaken", pod), IsEmpty());
}

TEST_F(DevicesTakenTest, OfHostileClaimsNothingIsCounted) {
  allocate("many", "{}, 7, " + result("node-1", "d0") + ", " + result("node-1", "d0") +
                       ", {driver: [], pool: {}, device: 3}");
  take(4);
  EXPECT_THAT(told(), SizeIs(1));
  world_.remove_claim("many");
  world_.remove_claim("c0");
  EXPECT_THAT(told(), IsEmpty());
  world_.remove_claim("c0");
  EXPECT_THAT(told(), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
