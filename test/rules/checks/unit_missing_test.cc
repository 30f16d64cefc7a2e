// UnitMissing: capacities in bytes where gigabytes were meant.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class UnitMissingTest : public ::testing::Test {
 protected:
  std::vector<std::string> of(std::string_view requests,
                              std::string_view device_class = "gpu.nvidia.com") {
    return world_.object("UnitMissing",
                         "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "
                         "c}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: " +
                             std::string(device_class) + ", capacity: {requests: {" +
                             std::string(requests) + "}}}}]}}}");
  }
  void publish(std::string_view memory) {
    world_.add(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: "
        "{driver: gpu.nvidia.com, nodeName: node-1, pool: {name: node-1, generation: 1, "
        "resourceSliceCount: 1}, devices: [{name: d, capacity: {memory: {value: \"" +
        std::string(memory) + "\"}, slots: {value: \"8\"}, flows: {value: 4M}}}]}}");
  }
  CheckWorld world_;
};

TEST_F(UnitMissingTest, ABareNumberIsOneOfBytes) {
  EXPECT_THAT(of("memory: 40"),
              ElementsAre("spec.devices.requests[0].exactly.capacity.requests[memory]: It asks for "
                          "memory: 40, which is a number of bytes: every device has more, and the "
                          "pod gets next to none of it. Write memory: 40Gi. [UnitMissing]"));
  EXPECT_THAT(of("memory: \"40960\""), ElementsAre(HasSubstr("Write memory: 40960Mi")));
  EXPECT_THAT(of("memory: 40k"), ElementsAre(HasSubstr("Write memory: 40000Mi.")))
      << "which 40000 is stored as";
  EXPECT_THAT(of("memory: 40960m"),
              ElementsAre(HasSubstr("which is in thousandths of a byte (m is not Mi): every device "
                                    "has more, and the pod gets next to none of it. Write memory: "
                                    "40960Mi")));
  publish("81559Mi");
  EXPECT_THAT(of("flows: 1000"), IsEmpty()) << "these are no bytes";
  EXPECT_THAT(of("memory: 80"), ElementsAre(HasSubstr("Write memory: 81559Mi.")))
      << "which is sold as 80Gi";
  EXPECT_THAT(of("memory: 40"), ElementsAre(HasSubstr("Write memory: 40Gi.")));
  EXPECT_THAT(of("memory: 2000"), ElementsAre(HasSubstr("Write memory: 2000Mi.")));
  EXPECT_THAT(of("gpu.nvidia.com/memory: 80"), SizeIs(1));
}

TEST_F(UnitMissingTest, OthersAreRight) {
  for (const char* right : {"memory: 40Gi", "memory: 0", "memory: 1048576", "memory: 42949672960",
                            "memory: 40G", "multiprocessors: 14", "unheard: 40", "memory: []"})
    EXPECT_THAT(of(right), IsEmpty()) << right;
  EXPECT_THAT(of("memory: 40", "unheard.example.com"), IsEmpty());
  publish("8");
  EXPECT_THAT(of("memory: 4"), IsEmpty()) << "the driver counts it so";
  EXPECT_THAT(of("slots: 4"), IsEmpty());
  publish("512Mi");
  EXPECT_THAT(of("memory: 2"), IsEmpty()) << "2Gi is more than there is";
}

TEST_F(UnitMissingTest, OfMappingsTemplatesAndAlternatives) {
  EXPECT_THAT(
      world_.object("UnitMissing",
                    "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: "
                    "m}, spec: {logicalResource: nvidia.com/gpu, deviceClassNames: "
                    "[gpu.nvidia.com], rewrites: [{resource: nvidia.com/gpu, action: Rewrite, "
                    "request: {exactly: {deviceClassName: gpu.nvidia.com, capacity: {requests: "
                    "{memory: 40}}}}}]}}"),
      ElementsAre(HasSubstr("spec.rewrites[0].request.exactly.capacity.requests[memory]: ")));
  const auto of_template = [&](std::string_view requests) {
    return world_.object("UnitMissing",
                         "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: "
                         "{name: t}, spec: {spec: {devices: {requests: [" +
                             std::string(requests) + "]}}}}");
  };
  EXPECT_THAT(of_template("{name: r, firstAvailable: [{name: a, deviceClassName: gpu.nvidia.com}, "
                          "{name: b, deviceClassName: gpu.nvidia.com, capacity: {requests: "
                          "{memory: 4}}}]}"),
              ElementsAre(HasSubstr("spec.spec.devices.requests[0].firstAvailable[1].capacity")));
  std::string many;
  for (std::size_t i = 0; i <= kLikeFindingsMax; ++i)
    many += "{name: r" + std::to_string(i) +
            ", exactly: {deviceClassName: gpu.nvidia.com, capacity: {requests: {memory: 4}}}},";
  EXPECT_THAT(of_template(many), SizeIs(kLikeFindingsMax));
}

}  // namespace
}  // namespace drawbridge::rules
