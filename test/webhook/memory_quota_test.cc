// DeviceQuotas of a server without a cluster: what a folder holds, and what was let pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"
#include "webhook/admission/memory_pods.h"
#include "webhook/admission/memory_quotas.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::string_view kCluster = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
spec: {extendedResourceName: nvidia.com/gpu}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: q, namespace: default}
spec: {clusterQueue: cq}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: two, namespace: default}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}}
)";

std::string quota(const std::string& hard, const std::string& used, std::string_view more = "") {
  return "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, "
         "namespace: default}\nspec: {hard: {" +
         hard + "}" + std::string(more) + "}\nstatus: {used: {" + used + "}}\n";
}
std::string gpu_quota(int hard, int used, std::string_view more = "") {
  return quota("nvidia.com/gpu: " + std::to_string(hard), "nvidia.com/gpu: " + std::to_string(used),
               more);
}

// As whoever counts a folder leaves it.
std::string counted_quota(int hard, int used) {
  std::string text = gpu_quota(hard, used);
  const std::string_view status = "status: {";
  return text.insert(text.find(status) + status.size(), "countedOfFolder: [nvidia.com/gpu], ");
}

json pod_of(const std::string& name, int gpus) {
  json pod =
      pod_asking(gpus == 0 ? json::object() : json({{"nvidia.com/gpu", std::to_string(gpus)}}));
  pod["metadata"]["name"] = name;
  pod["metadata"]["uid"] = "uid-" + name;
  return pod;
}

// Whose claim is made of template "two".
json pod_with_template(const std::string& name) {
  json pod = pod_of(name, 0);
  pod["spec"]["resourceClaims"] = {{{"name", "g"}, {"resourceClaimTemplateName", "two"}}};
  pod["spec"]["containers"][0]["resources"]["claims"] = {{{"name", "g"}}};
  return pod;
}

// For the pod: of its entry, or, of none, of its extended resources.
json claim_for(const std::string& pod, int count, const std::string& entry = "") {
  json metadata = {{"name", pod + "-made"},
                   {"namespace", "default"},
                   {"uid", "claim-of-" + pod},
                   {"ownerReferences",
                    {{{"apiVersion", "v1"},
                      {"kind", "Pod"},
                      {"name", pod},
                      {"uid", "uid-" + pod},
                      {"controller", true}}}}};
  if (entry.empty()) {
    metadata["annotations"]["resource.kubernetes.io/extended-resource-claim"] = "true";
  } else {
    metadata["annotations"]["resource.kubernetes.io/pod-claim-name"] = entry;
  }
  return {{"apiVersion", "resource.k8s.io/v1"},
          {"kind", "ResourceClaim"},
          {"metadata", metadata},
          {"spec",
           {{"devices",
             {{"requests",
               {{{"name", "r"},
                 {"exactly", {{"deviceClassName", "gpu.nvidia.com"}, {"count", count}}}}}}}}}}};
}

// A ReviewServer whose folder changes.
class FolderServer {
 public:
  explicit FolderServer(const std::string& yaml)
      : store_(snapshot_of(yaml)), service_(store_, gateway_) {}

  void publish(const std::string& yaml) { store_.publish(snapshot_of(yaml)); }
  json response(const json& review) {
    std::string body = review.dump();
    const std::size_t size = body.size();
    body.append(kBodyPaddingBytes, ' ');
    const Request request{"/validate", "timeout=10s", std::string_view(body).substr(0, size),
                          std::chrono::steady_clock::now() + std::chrono::seconds(10), true};
    Response response;
    EXPECT_EQ(service_.answer_now(request, response), Progress::kAnswered);
    return json::parse(response.body)["response"];
  }

 private:
  SnapshotStore store_;
  MemoryGateway gateway_;
  AdmissionService service_;
};

class MemoryQuotaTest : public ::testing::Test {
 protected:
  static std::string verdict(FolderServer& server, const json& object,
                             const std::string& user = "alice") {
    json review = review_of(object);
    review["request"]["name"] = object["metadata"]["name"];
    review["request"]["userInfo"]["username"] = user;
    const json response = server.response(review);
    return response["allowed"] ? "allowed" : response["status"]["message"].get<std::string>();
  }
  static std::string made(FolderServer& server, const json& claim) {
    const bool is_of_entry =
        claim["metadata"]["annotations"].contains("resource.kubernetes.io/pod-claim-name");
    return verdict(server, claim,
                   is_of_entry ? "system:serviceaccount:kube-system:resource-claim-controller"
                               : "system:kube-scheduler");
  }
  static std::string in_folder(const json& object) { return "---\n" + object.dump() + "\n"; }
};

TEST_F(MemoryQuotaTest, AClaimOfExtendedResourcesCostsWhatThePodDidNotAskFor) {
  FolderServer server(std::string(kCluster) + gpu_quota(2, 0));
  ASSERT_EQ(verdict(server, pod_of("a", 2)), "allowed");
  EXPECT_THAT(
      made(server, claim_for("a", 30)),
      AllOf(HasSubstr("this ResourceClaim, beyond what Pod a was charged for it, asks for 30"),
            HasSubstr("[QuotaExceeded]")));
  EXPECT_THAT(made(server, claim_for("b", 1)), HasSubstr("[QuotaExceeded]")) << "of no pod";
  EXPECT_EQ(made(server, claim_for("a", 2)), "allowed");
  json of_another = claim_for("a", 2);
  of_another["metadata"]["ownerReferences"][0]["uid"] = "uid-of-one-before";
  EXPECT_THAT(made(server, of_another), HasSubstr("[QuotaExceeded]"));
}

TEST_F(MemoryQuotaTest, APodOfTheFolderHasPaidForItsClaims) {
  FolderServer server(std::string(kCluster) + gpu_quota(4, 4) + in_folder(pod_of("a", 2)) +
                      in_folder(pod_with_template("b")));
  EXPECT_EQ(made(server, claim_for("a", 2)), "allowed");
  EXPECT_THAT(made(server, claim_for("a", 3)), HasSubstr("[QuotaExceeded]"));
  EXPECT_EQ(made(server, claim_for("b", 2, "g")), "allowed");
  EXPECT_THAT(made(server, claim_for("b", 3, "g")), HasSubstr("[QuotaExceeded]"));
  EXPECT_THAT(made(server, claim_for("b", 2, "other")), HasSubstr("[QuotaExceeded]"));
}

TEST_F(MemoryQuotaTest, APodThatWaitsForKueueIsKnownByItsClaim) {
  FolderServer server(std::string(kCluster) + gpu_quota(2, 2, ", excludeQueued: true"));
  json pod = pod_with_template("a");
  pod["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  pod["spec"]["schedulingGates"] = {{{"name", "kueue.x-k8s.io/admission"}}};
  ASSERT_EQ(verdict(server, pod), "allowed");
  EXPECT_EQ(made(server, claim_for("a", 2, "g")), "allowed");
}

// It came when nothing limited it, and nobody has counted it.
TEST_F(MemoryQuotaTest, APodThatNobodyHasCountedPaidForNothing) {
  FolderServer server(std::string(kCluster) + quota("other: 2", "other: 0"));
  ASSERT_EQ(verdict(server, pod_of("a", 2)), "allowed");
  server.publish(std::string(kCluster) + gpu_quota(2, 1));
  EXPECT_THAT(made(server, claim_for("a", 2)), HasSubstr("[QuotaExceeded]"));
}

TEST_F(MemoryQuotaTest, WhatWasLetPassCountsUnderOtherLimits) {
  FolderServer server(std::string(kCluster) + gpu_quota(3, 0));
  for (const char* name : {"a", "b", "c"})
    ASSERT_EQ(verdict(server, pod_of(name, 1)), "allowed") << name;
  server.publish(std::string(kCluster) + gpu_quota(2, 0));
  EXPECT_THAT(verdict(server, pod_of("d", 1)), HasSubstr("default has 3 of 2 nvidia.com/gpu"));
  server.publish(std::string(kCluster) + gpu_quota(4, 0));
  EXPECT_EQ(verdict(server, pod_of("d", 1)), "allowed");
  EXPECT_THAT(verdict(server, pod_of("e", 1)), HasSubstr("default has 4 of 4 nvidia.com/gpu"));
  EXPECT_EQ(made(server, claim_for("a", 1)), "allowed");
}

TEST_F(MemoryQuotaTest, WhatWasLetPassCountsUnderANewLimit) {
  FolderServer server(std::string(kCluster) + gpu_quota(8, 0));
  json pod = pod_of("a", 1);
  for (const char* list : {"limits", "requests"})
    pod["spec"]["containers"][0]["resources"][list]["example.com/nic"] = "2";
  ASSERT_EQ(verdict(server, pod), "allowed");
  server.publish(std::string(kCluster) +
                 quota("nvidia.com/gpu: 8, example.com/nic: 2", "nvidia.com/gpu: 0"));
  pod["metadata"]["name"] = "b";
  pod["metadata"]["uid"] = "uid-b";
  EXPECT_THAT(verdict(server, pod), HasSubstr("default has 2 of 2 example.com/nic in use"));
}

TEST_F(MemoryQuotaTest, WhatWasLetPassCountsUntilTheFolderHoldsIt) {
  FolderServer server(std::string(kCluster) + gpu_quota(2, 0));
  for (const char* name : {"a", "b"}) ASSERT_EQ(verdict(server, pod_of(name, 1)), "allowed");
  const std::string full = "default has 2 of 2 nvidia.com/gpu in use";
  server.publish(std::string(kCluster) + gpu_quota(2, 1) + in_folder(pod_of("a", 1)));
  EXPECT_THAT(verdict(server, pod_of("c", 1)), HasSubstr(full));
  json of_another_uid = pod_of("b", 1);
  of_another_uid["metadata"]["uid"] = "uid-of-one-before";
  server.publish(std::string(kCluster) + gpu_quota(2, 1) + in_folder(of_another_uid));
  EXPECT_THAT(verdict(server, pod_of("c", 1)), HasSubstr(full)) << "that is another b";
  json of_no_uid = pod_of("b", 1);
  of_no_uid["metadata"].erase("uid");
  server.publish(std::string(kCluster) + counted_quota(2, 1) + in_folder(of_no_uid));
  EXPECT_EQ(verdict(server, pod_of("c", 1)), "allowed");
  server.publish(std::string(kCluster) + gpu_quota(2, 0));
  EXPECT_EQ(verdict(server, pod_of("d", 1)), "allowed") << "a and b have gone";
  EXPECT_THAT(verdict(server, pod_of("e", 1)), HasSubstr(full));
}

// Until somebody writes another one, or the pod is gone.
TEST_F(MemoryQuotaTest, AStatusThatSomebodyWroteCountsNoPodOfTheFolder) {
  FolderServer server(std::string(kCluster) + gpu_quota(4, 2));
  ASSERT_EQ(verdict(server, pod_of("a", 1)), "allowed");
  const std::string with_a = std::string(kCluster) + gpu_quota(4, 2) + in_folder(pod_of("a", 1));
  server.publish(with_a);
  ASSERT_EQ(verdict(server, pod_of("b", 1)), "allowed");
  server.publish(with_a + in_folder(pod_of("b", 1)));
  EXPECT_THAT(verdict(server, pod_of("c", 1)), HasSubstr("default has 4 of 4 nvidia.com/gpu in"));
  server.publish(with_a);
  EXPECT_EQ(verdict(server, pod_of("c", 1)), "allowed") << "b is gone";
  server.publish(std::string(kCluster) + gpu_quota(5, 4) + in_folder(pod_of("a", 1)) +
                 in_folder(pod_of("c", 1)));
  EXPECT_EQ(verdict(server, pod_of("d", 1)), "allowed") << "the new status counts a and c";
  EXPECT_THAT(verdict(server, pod_of("e", 1)), HasSubstr("default has 5 of 5 nvidia.com/gpu in"));
}

TEST_F(MemoryQuotaTest, AClaimThatTheFolderHoldsIsCountedThere) {
  FolderServer server(std::string(kCluster) + gpu_quota(2, 0));
  json claim = claim_for("a", 1);
  claim["metadata"].erase("ownerReferences");
  claim["metadata"].erase("annotations");
  ASSERT_EQ(verdict(server, claim), "allowed");
  server.publish(std::string(kCluster) + gpu_quota(2, 1) + in_folder(claim));
  EXPECT_EQ(verdict(server, pod_of("b", 1)), "allowed");
  EXPECT_THAT(verdict(server, pod_of("c", 1)), HasSubstr("[QuotaExceeded]"));
}

// Where no cluster is, a minute helps nobody.
TEST_F(MemoryQuotaTest, WhatIsLetPassHasRoomAgainOnceTheFolderHoldsSomeOfIt) {
  FolderServer server(std::string(kCluster) + gpu_quota(2000, 0));
  for (std::size_t i = 0; i < quota::kHoldsMax; ++i)
    ASSERT_EQ(verdict(server, pod_of(std::to_string(i), 1)), "allowed");
  EXPECT_THAT(verdict(server, pod_of("more", 1)),
              HasSubstr("Apply again in a minute; of serve --state, once its folder holds them."));
  server.publish(std::string(kCluster) + gpu_quota(2000, 1) + in_folder(pod_of("0", 1)));
  EXPECT_EQ(verdict(server, pod_of("more", 1)), "allowed");
}

// Only where there is a cluster something of it may have gone since.
TEST(MemoryQuotas, WithoutAClusterAChargeStays) {
  using namespace std::chrono_literals;
  const auto folder = snapshot_of(std::string(kCluster) + gpu_quota(1, 0));
  for (const auto keeps : {MemoryQuotas::Keeps::kAlways, MemoryQuotas::Keeps::kAsHoldsMay}) {
    MemoryQuotas quotas(keeps);
    const auto passes_at = [&](const std::string& uid, std::chrono::seconds after) {
      ChargeWish wish;
      wish.ns = "default";
      wish.quotas = folder->device_quotas_of("default");
      wish.waiter.uid = uid;
      wish.waiter.kind = "Pod";
      wish.waiter.name = uid;
      wish.waiter.wants = {{"nvidia.com/gpu", "gpu.nvidia.com", 1}};
      wish.waiter.charge.amounts = {{"nvidia.com/gpu", kube::Quantity::from_int(1)}};
      wish.waiter.countings = folder->countings();
      return quotas.charge(std::move(wish), folder, MemoryQuotas::Time(1h + after)).passes();
    };
    EXPECT_TRUE(passes_at("a", 0s));
    EXPECT_FALSE(passes_at("b", quota::kHoldTime - 1s));
    EXPECT_EQ(passes_at("b", quota::kHoldTime), keeps == MemoryQuotas::Keeps::kAsHoldsMay);
  }
}

TEST(MemoryPods, OfTooManyTheFirstIsForgotten) {
  MemoryPods pods;
  const auto add = [&](const std::string& name) {
    const auto pod = kube::read_json(R"({"metadata":{"name":")" + name + R"("}})");
    pods.add("ns", pod->root());
  };
  for (std::size_t i = 0; i < kMemoryPodsMax; ++i) add(std::to_string(i));
  add("0");
  EXPECT_NE(pods.find("ns", "1"), nullptr);
  add("one more");
  EXPECT_EQ(pods.find("ns", "1"), nullptr) << "0 has come again since";
  for (const char* name : {"0", "2", "one more"}) EXPECT_NE(pods.find("ns", name), nullptr);
  EXPECT_EQ(pods.find("elsewhere", "0"), nullptr);
}

}  // namespace
}  // namespace drawbridge::admission
