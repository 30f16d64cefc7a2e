#include "kube/api/claim.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kube/api/yaml.h"

namespace drawbridge::kube {
namespace {

std::vector<YamlObject> objects(std::string_view text) {
  Result<std::vector<YamlObject>> read = read_yaml(text);
  EXPECT_TRUE(read.ok()) << (read ? "" : read.error().text());
  return read ? std::move(*read) : std::vector<YamlObject>();
}

TEST(Claim, OneRequestReadsAlikeInEveryServedVersion) {
  const auto read = objects(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com, count: 2,
  selectors: [{cel: {expression: "true"}}], adminAccess: true, capacity: {requests: {memory: 1Gi}}}}]}}
---
apiVersion: resource.k8s.io/v1beta2
kind: ResourceClaimTemplate
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com, count: 2,
  selectors: [{cel: {expression: "true"}}], adminAccess: true, capacity: {requests: {memory: 1Gi}}}}]}}}
---
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaim
spec: {devices: {requests: [{name: gpu, deviceClassName: gpu.example.com, count: 2,
  selectors: [{cel: {expression: "true"}}], adminAccess: true, capacity: {requests: {memory: 1Gi}}}]}}
)");
  ASSERT_EQ(read.size(), 3u);
  for (const YamlObject& object : read) {
    const ClaimSpecView claim = ClaimSpecView::of(object.document.root());
    ASSERT_EQ(claim.request_count(), 1u);
    EXPECT_EQ(claim.request(0).name(), "gpu");
    EXPECT_FALSE(claim.request(0).first_available());
    ASSERT_EQ(claim.request(0).option_count(), 1u);
    const DeviceOptionView option = claim.request(0).option(0);
    EXPECT_EQ(option.device_class(), "gpu.example.com");
    EXPECT_EQ(option.count(), 2);
    EXPECT_EQ(option.selectors().size(), 1u);
    EXPECT_TRUE(option.admin_access());
    EXPECT_EQ(option.capacity_requests()["memory"].as_string(), "1Gi");
  }
}

TEST(Claim, AlternativesKeepTheirOrder) {
  const auto read = objects(R"(
kind: ResourceClaim
spec: {devices: {requests: [{name: gpu, firstAvailable: [
  {name: big, deviceClassName: big.example.com}, {name: two-small, deviceClassName: small.example.com, count: 2}]}]}}
)");
  const DeviceRequestView request = ClaimSpecView::of(read.at(0).document.root()).request(0);
  ASSERT_TRUE(request.first_available());
  ASSERT_EQ(request.option_count(), 2u);
  EXPECT_EQ(request.option(0).name(), "big");
  EXPECT_EQ(request.option(0).count(), 1);
  EXPECT_EQ(request.option(1).count(), 2);
}

TEST(Claim, DefaultsAndOddValues) {
  const auto read = objects(R"(
kind: ResourceClaim
spec: {devices: {requests: [{name: a, exactly: {deviceClassName: x, allocationMode: All}},
  {name: b, exactly: {deviceClassName: x, count: 0}}, {name: c, exactly: {deviceClassName: x, count: -3}},
  {name: d, exactly: {deviceClassName: x, count: many}}, {name: e, firstAvailable: []}, 7]}}
)");
  const ClaimSpecView claim = ClaimSpecView::of(read.at(0).document.root());
  ASSERT_EQ(claim.request_count(), 6u);
  EXPECT_EQ(claim.request(0).option(0).count(), std::nullopt);
  EXPECT_TRUE(claim.request(0).option(0).all());
  for (const std::size_t i : {1u, 2u, 3u}) EXPECT_EQ(claim.request(i).option(0).count(), 1) << i;
  EXPECT_EQ(claim.request(4).option_count(), 0u);
  EXPECT_EQ(claim.request(5).name(), "");
}

TEST(Claim, NamesOfDrivers) {
  for (const char* name : {"d", "gpu.nvidia.com", "GPU.Acme.com", "1ki"})
    EXPECT_TRUE(is_driver_name(name)) << name;
  for (const char* name : {"", "D_com", "a..b", "-a", "a/b", "a b"})
    EXPECT_FALSE(is_driver_name(name)) << name;
  EXPECT_TRUE(is_driver_name(std::string(kDriverNameBytesMax, 'd')));
  EXPECT_FALSE(is_driver_name(std::string(kDriverNameBytesMax + 1, 'd')));
}

TEST(Claim, OtherKindsAskForNothing) {
  const auto read = objects("kind: Pod\nspec: {devices: {requests: [{name: a}]}}\n");
  EXPECT_EQ(ClaimSpecView::of(read.at(0).document.root()).request_count(), 0u);
}

}  // namespace
}  // namespace drawbridge::kube
