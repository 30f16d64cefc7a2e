// `drawbridge devices` as a program: the table, what is odd, and the JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "test/webhook/program_testing.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kClasses = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
spec:
  extendedResourceName: nvidia.com/gpu
  selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: mig.nvidia.com}
spec:
  selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig'"}}]
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: mig}
spec:
  logicalResource: nvidia.com/mig
  deviceClassNames: [mig.nvidia.com]
  rewrites:
  - {resource: "nvidia.com/mig-{profile}", action: Rewrite, request: {exactly: {deviceClassName: mig.nvidia.com}}}
)";

std::string slice(const std::string& node, const std::string& devices, int generation = 1,
                  int slices = 1, const std::string& driver = "gpu.nvidia.com") {
  return "apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: " + node + "-" +
         driver + "-" + std::to_string(generation) + "}\nspec:\n  nodeName: " + node +
         "\n  driver: " + driver + "\n  pool: {name: " + node +
         ", generation: " + std::to_string(generation) +
         ", resourceSliceCount: " + std::to_string(slices) + "}\n  devices:\n" + devices + "---\n";
}

std::string gpu(const std::string& name, const std::string& more = "") {
  return "  - {name: " + name + ", attributes: {type: {string: gpu}, productName: {string: H100}}" +
         more + "}\n";
}

std::string claim(const std::string& name, const std::string& result) {
  return "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: " + name +
         ", namespace: a}\nspec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
         "gpu.nvidia.com}}]}}\nstatus: {allocation: {devices: {results: [{request: r, driver: "
         "gpu.nvidia.com, " +
         result + "}]}}}\n---\n";
}

class DevicesProgram : public ProgramTest {
 protected:
  DevicesProgram() { folder_.write("state/classes.yaml", kClasses); }

  Outcome run(const std::string& arguments = "") {
    return run_program("devices --state @/state " + arguments);
  }
  json read() { return json::parse(run("-o json").out); }
};

TEST_F(DevicesProgram, ATable) {
  folder_.write(
      "state/slices.yaml",
      slice("n1", gpu("gpu-0") + gpu("gpu-1")) + slice("n2", gpu("gpu-0")) +
          slice("n3",
                "  - {name: m, attributes: {type: {string: mig}, profile: {string: 1g.10gb}, "
                "productName: {string: H100}}}\n"));
  folder_.write("state/claims.yaml", claim("c1", "pool: n1, device: gpu-0") +
                                         claim("c2", "pool: n1, device: gpu-0") +
                                         claim("c3", "pool: n2, device: gpu-0, adminAccess: true"));
  const Outcome result = run();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(
      result.out,
      "DRIVER          CLASS           MODEL    NODES  DEVICES  ALLOCATED  REACHED BY          "
      "             COUNTED AS\n"
      "gpu.nvidia.com  gpu.nvidia.com  H100         2        3          1  nvidia.com/gpu, "
      "claim\n"
      "                mig.nvidia.com  1g.10gb      1        1          0  "
      "nvidia.com/mig-{profile}, claim  nvidia.com/mig\n");
}

TEST_F(DevicesProgram, WhatIsOdd) {
  folder_.write("state/slices.yaml",
                slice("n1", gpu("gpu-0", ", taints: [{key: unhealthy, effect: NoSchedule}]") +
                                "  - {name: odd, attributes: {type: {string: fpga}}}\n") +
                    slice("n2", gpu("gpu-0"), 1, 2));
  const Outcome result = run();
  EXPECT_THAT(
      result.out,
      AllOf(
          HasSubstr("1 device of driver gpu.nvidia.com: no DeviceClass matches, so nobody can ask "
                    "for them.\n"),
          HasSubstr("Class mig.nvidia.com: no published device matches. Its driver, by the "
                    "catalogue: NVIDIA GPU.\n"),
          HasSubstr("Pool n2 of driver gpu.nvidia.com is incomplete: 1 of 2 slices are there. "
                    "Its 1 device waits.\n"),
          HasSubstr("1 device of driver gpu.nvidia.com has the taint unhealthy:NoSchedule.\n")));
  const json all = read();
  EXPECT_EQ(all["devices"], 2);
  EXPECT_EQ(all["incompletePools"][0]["expectedSlices"], 2);
  EXPECT_EQ(all["taints"][0]["taint"], "unhealthy:NoSchedule");
  EXPECT_EQ(all["classesWithoutDevices"][0]["class"], "mig.nvidia.com");
}

TEST_F(DevicesProgram, OnlyTheNewestGenerationCounts) {
  folder_.write("state/slices.yaml",
                slice("n1", gpu("gpu-0") + gpu("gpu-1"), 1) + slice("n1", gpu("gpu-0"), 2));
  EXPECT_EQ(read()["devices"], 1);
}

TEST_F(DevicesProgram, ASelectorThatFails) {
  folder_.write("state/class.yaml",
                "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: unguarded}\n"
                "spec: {selectors: [{cel: {expression: \"device.attributes['gpu.nvidia.com'].fast\""
                "}}]}\n");
  folder_.write("state/slices.yaml", slice("n1", gpu("gpu-0")));
  EXPECT_THAT(run().out, HasSubstr("Class unguarded: its selectors fail on 1 device, which ends "
                                   "the search of the scheduler.\n"));
}

TEST_F(DevicesProgram, ADriverThatTheCatalogueLacks) {
  folder_.write(
      "state/slices.yaml",
      slice("n1", "  - {name: d, attributes: {model: {string: NPU-2}}}\n", 1, 1, "npu.acme.com"));
  EXPECT_EQ(read()["rows"][0]["model"], "NPU-2");
  folder_.write("config.yaml",
                "apiVersion: drawbridge.dev/v1alpha1\nkind: Configuration\ndrivers:\n"
                "- {name: npu.acme.com, model: [firmware], groups: []}\n");
  EXPECT_EQ(json::parse(run("--config @/config.yaml -o json").out)["rows"][0]["model"], "");
}

TEST_F(DevicesProgram, OfManyPoolsTheFirstAreShown) {
  std::string pools;
  for (int i = 10; i < 21; ++i) pools += slice("n" + std::to_string(i), gpu("gpu-0"), 1, 2);
  folder_.write("state/slices.yaml", pools);
  EXPECT_THAT(run().out, AllOf(HasSubstr("Pool n19 "), Not(HasSubstr("Pool n20 ")),
                               HasSubstr("... and 1 more: -o json")));
  EXPECT_EQ(read()["incompletePools"].size(), 11);
}

TEST_F(DevicesProgram, NothingPublished) {
  const Outcome result = run();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("No device is published."));
}

TEST_F(DevicesProgram, NamesAreSafeToPrint) {
  folder_.write("state/slices.yaml",
                slice("n1",
                      "  - {name: d, attributes: {type: {string: gpu}, productName: {string: "
                      "\"a\\e[31m\\u202e\"}}}\n"));
  const Outcome result = run();
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.out.find("\xe2\x80\xae"), std::string::npos);
}

TEST_F(DevicesProgram, WhatCannotBeRead) {
  EXPECT_EQ(run_program("devices --state @/none").status, 2);
  EXPECT_THAT(run_program("devices --in-cluster --context x").err, HasSubstr("does not go with"));
}

}  // namespace
}  // namespace drawbridge::cli
