// `drawbridge cel` and `drawbridge explain` as programs: what they read, print and exit with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "test/webhook/program_testing.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class CelProgram : public ProgramTest {
 protected:
  Outcome run(const std::string& arguments, std::string_view input = "") {
    return run_program("cel " + arguments, input);
  }

  CelProgram() {
    folder_.write("slice.yaml", R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  driver: a.com
  pool: {name: node, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: big, attributes: {model: {string: H100}}, capacity: {memory: {value: 80Gi}}}
  - {name: small, attributes: {model: {string: A2}}, capacity: {memory: {value: 16Gi}}}
)");
  }
};

TEST_F(CelProgram, WhatNeedsNoVariableHasAValue) {
  const Outcome result = run("\"quantity('1536Mi').compareTo(quantity('1.5Gi'))\"");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "0\ntype int, cost 3, estimated cost 3\n");
}

TEST_F(CelProgram, EveryDeviceOfASlice) {
  const Outcome result = run(
      "\"device.capacity['a.com'].memory.compareTo(quantity('40Gi')) >= 0\" --device @/slice.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("node/big: true\ntype bool, cost "));
  EXPECT_THAT(result.out, HasSubstr("node/small: false\n"));
}

TEST_F(CelProgram, AFileThatCannotBeReadIsNamedInOneSentence) {
  const auto refusal = [this](const std::string& arguments) {
    const Outcome result = run("device.driver --device " + arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err;
  };
  const std::string folder = folder_.path().string();
  EXPECT_EQ(refusal("@/none"),
            "drawbridge cel: " + folder + "/none: cannot be read: No such file or directory.\n");
  EXPECT_EQ(refusal("@"), "drawbridge cel: " + folder +
                              ": is a folder. Name the files in it: " + folder + "/*.yaml.\n");
  folder_.write("broken.yaml", "a: [1,");
  EXPECT_THAT(refusal("@/broken.yaml"), AllOf(EndsWith(".\n"), Not(EndsWith("..\n"))));
}

TEST_F(CelProgram, ASingleDeviceFromStandardInput) {
  const Outcome result = run("device.attributes[\\'a.com\\'].count --device - -o json",
                             "{driver: a.com, attributes: {count: {int: 7}, v: {version: 1.2.3}}}");
  EXPECT_EQ(result.status, 0) << result.err;
  const json line = json::parse(result.out);
  EXPECT_EQ(line["value"], 7);
  EXPECT_EQ(line["type"], "dyn");
  EXPECT_EQ(line["cost"], 4);
}

TEST_F(CelProgram, AnErrorAtRunTimeAndOneOfTheCompiler) {
  Outcome result = run("\"device.attributes['a.com'].none == 1\" --device @/slice.yaml");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("node/big: error: no such key: none\n"));

  result = run("\"device.capacity['a'].memory >= quantity('1Gi')\"");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, EndsWith(" | device.capacity['a'].memory >= quantity('1Gi')\n"
                                   " | ............................^\n"));

  result = run("\"device.x == 1\" -o json");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(json::parse(result.out)["issues"],
            json::parse(R"([{"line": 1, "column": 7, "message": "undefined field 'x'"}])"));
}

TEST_F(CelProgram, AnObject) {
  const Outcome result =
      run("'object.spec.replicas > 3' --object - ", "{kind: Deployment, spec: {replicas: 5}}");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("true\ntype bool, cost 4"));
}

TEST_F(CelProgram, ACostWithoutABound) {
  const Outcome result = run("'object.spec.list.all(i, i > 0)' --object - ", "{spec: {list: [5]}}");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, EndsWith(", estimated cost at least 2\n"));
}

TEST_F(CelProgram, WithoutADeviceTypeAndCostAreTold) {
  const Outcome result = run("\"device.driver.startsWith('a')\"");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("compiles\ntype bool, estimated cost 3\n"));
}

TEST_F(CelProgram, InputThatCannotBeRead) {
  for (const char* arguments :
       {"true --device @/none", "true --device @/in", "true --object @/in", "", "true --device"})
    EXPECT_EQ(run(arguments, "{a: [").status, 2) << arguments;
  const Outcome result =
      run("true --device -", "{driver: a.com, attributes: {count: {integer: 7}}}");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(
      result.err,
      HasSubstr("drawbridge cel: -: attributes[count]: must be string, version, int or bool"));
}

class ExplainProgram : public CelProgram {
 protected:
  Outcome run(const std::string& arguments, std::string_view input = "") {
    return run_program("explain " + arguments, input);
  }
};

TEST_F(ExplainProgram, AnExpressionOverTheDevicesOfTheState) {
  folder_.write("state/slice.yaml", admission::read_file(folder_.path() / "slice.yaml"));
  const Outcome result =
      run("\"device.driver == 'a.com' && "
          "device.capacity['a.com'].memory.compareTo(quantity('96Gi')) >= "
          "0\" --state @/state");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(result.out,
            "device.driver == 'a.com'                                           2 of 2\n"
            "device.capacity['a.com'].memory.compareTo(quantity('96Gi')) >= 0   0 of 2   largest "
            "80Gi\n"
            "matches 0 of 2 devices\n");
}

TEST_F(ExplainProgram, AClaimWithItsClass) {
  const Outcome result = run("- -o json", R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: a}
spec: {selectors: [{cel: {expression: device.driver == 'a.com'}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: c, namespace: team-a}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: a}}, {name: nic, exactly: {deviceClassName: b}}]}}
---
)" + admission::read_file(folder_.path() / "slice.yaml"));
  EXPECT_EQ(result.status, 0) << result.err << result.out;
  std::istringstream lines(result.out);
  std::vector<json> all;
  for (std::string line; std::getline(lines, line);) all.push_back(json::parse(line));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0]["kind"], "DeviceClass");
  EXPECT_EQ(all[1]["request"], "gpu");
  EXPECT_EQ(all[1]["namespace"], "team-a");
  EXPECT_EQ(all[1]["matches"], 2);
  EXPECT_EQ(all[1]["clauses"][0]["text"], "device.driver == 'a.com'");
  EXPECT_EQ(all[2]["note"], "DeviceClass b is not known here: its selectors are not asked.");
}

TEST_F(ExplainProgram, InputThatCannotBeRead) {
  Outcome result = run("true");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("no devices are known: give --state"));
  result = run("@/slice.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              HasSubstr("holds no ResourceClaim, ResourceClaimTemplate or DeviceClass"));
  EXPECT_EQ(run("-", "{").status, 2);
}

}  // namespace
}  // namespace drawbridge::cli
