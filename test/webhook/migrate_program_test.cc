// `drawbridge migrate`: what it makes of older manifests, and that review has nothing to say of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "kube/api/yaml.h"
#include "test/webhook/program_testing.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class MigrateProgram : public ProgramTest {
 protected:
  Outcome migrate(std::string_view input) { return run_program("migrate -", input); }

  // The only document that comes out.
  json one(std::string_view input) {
    const Outcome result = migrate(input);
    const auto read = kube::read_yaml(result.out);
    EXPECT_TRUE(read.ok()) << result.out;
    if (!read || read->size() != 1) return {};
    return json::parse(kube::to_text(read->front().document.root()));
  }

  void expect_silent_review(const std::string& manifests) {
    const Outcome review = run_program("review -o json -", manifests);
    EXPECT_EQ(review.status, 0) << review.out << review.err << manifests;
    EXPECT_EQ(review.out.find("\"deny\""), std::string::npos) << review.out;
    EXPECT_EQ(review.out.find("\"warn\""), std::string::npos) << review.out;
  }
};

TEST_F(MigrateProgram, V1beta1NestsItsRequests) {
  const char* old = R"(# of last year
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaimTemplate
metadata: {name: gpu}
spec:
  spec:
    devices:
      requests:
      - {name: gpu, deviceClassName: gpu.nvidia.com, count: 2}
      - {name: any, firstAvailable: [{name: a, deviceClassName: c}]}
)";
  const Outcome result = migrate(old);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, ::testing::StartsWith("# of last year\n"));
  const json requests = one(old)["spec"]["spec"]["devices"]["requests"];
  EXPECT_EQ(requests[0], json::parse(R"({"name":"gpu","exactly":{"deviceClassName":)"
                                     R"("gpu.nvidia.com","count":2}})"));
  EXPECT_EQ(requests[1]["firstAvailable"][0]["name"], "a");
  EXPECT_FALSE(requests[1].contains("exactly"));
  expect_silent_review(result.out);
}

TEST_F(MigrateProgram, WhatStandsBesideItsPlaceIsPutThere) {
  const char* high =
      "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaimTemplate, metadata: {name: a}, "
      "spec: {devices: {requests: [{name: g, deviceClassName: c}]}}}";
  EXPECT_EQ(one(high)["spec"]["spec"]["devices"]["requests"][0]["exactly"]["deviceClassName"], "c");
  EXPECT_THAT(migrate(high).err, HasSubstr("now stands in spec.spec"));
  const json empty =
      one("{apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaimTemplate, metadata: {name: a}, "
          "spec: {}}");
  EXPECT_FALSE(empty["spec"].contains("spec"));
  const char* both =
      "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaim, metadata: {name: a}, spec: "
      "{devices: {requests: [{name: g, deviceClassName: c, exactly: {count: 2}}]}}}";
  EXPECT_EQ(one(both)["spec"]["devices"]["requests"][0],
            json::parse(R"({"name":"g","exactly":{"deviceClassName":"c","count":2}})"));
  const Outcome differ = migrate(
      "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaim, metadata: {name: a}, spec: "
      "{devices: {requests: [{name: g, count: 1, exactly: {deviceClassName: c, count: 2}}]}}}");
  EXPECT_EQ(differ.status, 1);
  EXPECT_THAT(differ.err, HasSubstr("spec.devices.requests[0].count is left out"));
  const Outcome nothing = migrate(
      "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {resourceClaims: [{name: g, source: "
      "{}}]}}");
  EXPECT_EQ(nothing.status, 1);
  EXPECT_THAT(nothing.err, HasSubstr("source of claim g names no claim."));
}

TEST_F(MigrateProgram, OtherVersionsOfTheGroup) {
  EXPECT_EQ(one("{apiVersion: resource.k8s.io/v1beta2, kind: DeviceClass, metadata: {name: a}, "
                "spec: {}}")["apiVersion"],
            "resource.k8s.io/v1");
  const json slice = one(
      "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceSlice, metadata: {name: a}, spec: "
      "{driver: d, pool: {name: p, resourceSliceCount: 1}, nodeName: n, devices: [{name: x, basic: "
      "{attributes: {a: {int: 1}}, capacity: {memory: {value: 1Gi}}}}]}}");
  EXPECT_EQ(slice["spec"]["devices"][0]["capacity"]["memory"]["value"], "1Gi");
  EXPECT_EQ(slice["spec"]["devices"][0]["attributes"]["a"]["int"], 1);
  EXPECT_FALSE(slice["spec"]["devices"][0].contains("basic"));
  const json older = one(
      "{apiVersion: resource.k8s.io/v1alpha3, kind: ResourceSlice, metadata: {name: a}, spec: "
      "{driver: d, pool: {name: p, resourceSliceCount: 1}, nodeName: n, devices: [{name: x, basic: "
      "{capacity: {memory: 1Gi}}}]}}");
  EXPECT_EQ(older["spec"]["devices"][0]["capacity"]["memory"]["value"], "1Gi");
  const Outcome controller = migrate(
      "{apiVersion: resource.k8s.io/v1alpha3, kind: ResourceClaim, metadata: {name: a}, spec: "
      "{controller: c, devices: {requests: [{name: a, deviceClassName: c}]}}}");
  EXPECT_EQ(controller.status, 0);
  EXPECT_THAT(controller.err, HasSubstr("spec.controller is left out"));
  expect_silent_review(controller.out);
}

TEST_F(MigrateProgram, WhatIsRightStaysAsItIs) {
  const std::string text =
      "# a comment\napiVersion: v1\nkind: ConfigMap   # here too\nmetadata: {name: a}\n---\n"
      "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: b}\n";
  const Outcome result = migrate(text);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, text);
}

TEST_F(MigrateProgram, ParametersBecomeSelectorsCountAndConfig) {
  const Outcome result = migrate(R"(
apiVersion: resource.k8s.io/v1alpha2
kind: ResourceClaim
metadata: {name: a, namespace: team}
spec:
  resourceClassName: gpu.nvidia.com
  parametersRef: {apiGroup: gpu.resource.nvidia.com, kind: GpuClaimParameters, name: p}
---
apiVersion: gpu.resource.nvidia.com/v1alpha1
kind: GpuClaimParameters
metadata: {name: p, namespace: team}
spec:
  count: 2
  selector:
    andExpression:
    - {memory: {value: 40Gi, operator: GreaterThanOrEqualTo}}
    - {cudaComputeCapability: {value: "8.0", operator: GreaterThanOrEqualTo}}
    - orExpression:
      - {productName: "*A100*"}
      - {architecture: Hopper}
  sharing:
    strategy: TimeSlicing
    timeSlicingConfig: {timeSlice: Long}
)");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, Not(HasSubstr("GpuClaimParameters")));
  const auto read = kube::read_yaml(result.out);
  ASSERT_TRUE(read.ok() && read->size() == 1) << result.out;
  const json devices = json::parse(kube::to_text(read->front().document.root()))["spec"]["devices"];
  EXPECT_EQ(devices["requests"][0]["exactly"]["count"], 2);
  EXPECT_EQ(devices["requests"][0]["exactly"]["selectors"][0]["cel"]["expression"],
            "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('40Gi')) >= 0 && "
            "device.attributes['gpu.nvidia.com'].cudaComputeCapability.compareTo(semver('8.0.0')) "
            ">= 0 && (device.attributes['gpu.nvidia.com'].productName.lowerAscii().matches("
            "'^.*a100.*$') || device.attributes['gpu.nvidia.com'].architecture.lowerAscii() == "
            "'hopper')");
  EXPECT_EQ(
      devices["config"][0]["opaque"]["parameters"]["sharing"]["timeSlicingConfig"]["interval"],
      "Long");
  expect_silent_review(result.out);
}

TEST_F(MigrateProgram, WhatCanNotBeCarriedOverIsNamed) {
  const Outcome missing = migrate(
      "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, metadata: {name: a}, spec: "
      "{resourceClassName: c, parametersRef: {kind: GpuClaimParameters, name: p}}}");
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("-:1: ResourceClaim a: "),
                                 HasSubstr("Give its file too"), HasSubstr("[NotMigrated]")));
  // They may stand beside it, and are still of another vendor.
  const Outcome foreign = migrate(R"(
apiVersion: gpu.resource.intel.com/v1alpha2
kind: GpuClaimParameters
metadata: {name: p}
spec: {count: 2}
---
apiVersion: resource.k8s.io/v1alpha2
kind: ResourceClaim
metadata: {name: a}
spec:
  resourceClassName: c
  parametersRef: {apiGroup: gpu.resource.intel.com, kind: GpuClaimParameters, name: p}
)");
  EXPECT_EQ(foreign.status, 1);
  EXPECT_THAT(foreign.err, HasSubstr("What GpuClaimParameters p of gpu.resource.intel.com sets is "
                                     "missing here: its fields are not known."));
  const Outcome unknown = migrate(
      "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, metadata: {name: a}, spec: "
      "{resourceClassName: c, parameters: {selector: {migEnabled: true}}}}");
  EXPECT_EQ(unknown.status, 1);
  EXPECT_THAT(unknown.err, HasSubstr("migEnabled of the parameters"));
  const Outcome slice =
      migrate("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceSlice, metadata: {name: a}}");
  EXPECT_EQ(slice.out, "");
  EXPECT_THAT(slice.err, HasSubstr("drivers publish them by themselves"));
  EXPECT_EQ(migrate("a: [").status, 2);
  EXPECT_EQ(migrate("").status, 2);
  EXPECT_EQ(run_program("migrate @/missing.yaml").status, 2);
}

TEST_F(MigrateProgram, HostileObjectsAreNotTakenForMoreThanTheyAre) {
  for (const char* text :
       {"{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, spec: 5}",
        "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim, spec: {resourceClassName: [], "
        "parametersRef: 7, parameters: []}}",
        "{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClass, driverName: {}, "
        "structuredParameters: true}",
        "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceSlice, spec: {devices: [5, {basic: "
        "7}]}}",
        "{apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaim, spec: {devices: {requests: [5, "
        "null]}}}",
        "{apiVersion: v1, kind: Pod, spec: {resourceClaims: [5, {source: 7}, {source: {}}]}}"}) {
    const Outcome result = migrate(text);
    EXPECT_GE(result.status, 0) << text;
    EXPECT_LE(result.status, 1) << text << result.err;
  }
}

TEST_F(MigrateProgram, RealManifestsOfTheRemovedApiPassReviewSilently) {
  const auto shared = admission::shared_folder();
  if (!shared) GTEST_SKIP() << "SKIPPED: no folder of manifests; set DRAWBRIDGE_SHARED";
  const std::string legacy = (*shared / "manifests/nvidia-dra-driver/legacy-v1alpha2/").string();
  const Outcome nvidia = run_program("migrate " + legacy + "claims.yaml " + legacy +
                                     "parameters.yaml " + legacy + "pods.yaml");
  EXPECT_EQ(nvidia.status, 0) << nvidia.err;
  EXPECT_THAT(nvidia.out, AllOf(HasSubstr("quantity('16G')"), HasSubstr("semver('7.5.0')"),
                                Not(HasSubstr("source:")), Not(HasSubstr("v1alpha"))));
  expect_silent_review(nvidia.out);
  const Outcome seed =
      run_program("migrate " + (*shared / "manifests/seeds/legacy-resourceclass.yaml").string());
  EXPECT_THAT(seed.out, AllOf(HasSubstr("kind: DeviceClass"), HasSubstr("count: 4"),
                              HasSubstr("device.driver == 'gpu.nvidia.com'")));
  EXPECT_THAT(seed.err, HasSubstr("spec.constraints is left out"));
  EXPECT_EQ(seed.status, 0) << seed.err;
  expect_silent_review(seed.out);
}

}  // namespace
}  // namespace drawbridge::cli
