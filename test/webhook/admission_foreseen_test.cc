// What a ResourceQuota would refuse behind the webhook is refused before a DeviceQuota is charged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "webhook/decide/decide.h"
#include "webhook/decide/review_codec.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kDeviceQuota =
    "---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus, "
    "namespace: default}, spec: {hard: {nvidia.com/gpu: '8'}}}\n";

// `amounts` as "requests.cpu: 4"; what is not in `used` was not counted yet.
std::string compute_quota(const std::string& hard, const std::string& used,
                          const std::string& spec = "") {
  return "---\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: compute, namespace: default},"
         " spec: {hard: {" +
         hard + "}" + spec + "}, status: {hard: {" + hard + "}, used: {" + used + "}}}\n";
}

// Of a replica that has listed all ResourceQuotas.
std::shared_ptr<const Snapshot> live_snapshot(const std::string& cluster) {
  SnapshotBuilder builder;
  builder.begin_list("", "ResourceQuota");
  for (const SourcedObject& each : manifests(std::string(kGpuCluster) +
                                             "---\napiVersion: v1\nkind: Namespace\nmetadata: "
                                             "{name: default}\n" +
                                             cluster))
    builder.put(each.json());
  builder.end_list("", "ResourceQuota");
  return builder.publish();
}

struct Answer {
  std::vector<std::string> refusals;
  std::vector<std::string> awaited;  // kinds of which the newest are asked for
  bool charged = false;
};

// As a replica judges it. A claim comes from the scheduler, and Pod p is there for which it may be
// made.
Answer judged_live(const json& object, const std::string& cluster, const json& for_pod = nullptr) {
  const auto snapshot = live_snapshot(cluster);
  json asked = review_of(object);
  if (!for_pod.is_null()) asked["request"]["userInfo"]["username"] = "system:kube-scheduler";
  const Result<kube::Document> review = kube::read_json(asked.dump());
  const Result<AdmissionRequest> request = decode_review(review->root(), Endpoint::kValidate);
  Facts facts;
  for (const char* kind : {"DeviceMapping", "DeviceClass"})
    facts.looked_up.push_back({{ObjectRef::Kind::kNewest, "", kind}, std::nullopt});
  const Result<kube::Document> there = kube::read_json(for_pod.dump());
  if (!for_pod.is_null())
    facts.looked_up.push_back({{ObjectRef::Kind::kPod, "default", "p"}, there->root()});
  Answer answer;
  auto judged = decide(*request, *snapshot, facts);
  if (const Needs* needs = std::get_if<Needs>(&judged)) {
    for (const ObjectRef& ref : needs->objects) {
      answer.awaited.push_back(ref.name);
      facts.looked_up.push_back({ref, std::nullopt});
    }
    judged = decide(*request, *snapshot, facts);
  }
  const Decision& decision = std::get<Decision>(judged);
  for (const rules::Finding& finding : decision.findings) {
    if (finding.severity == rules::Severity::kDeny) answer.refusals.push_back(finding.text());
  }
  answer.charged = wants_charge(decision, {});
  return answer;
}

json pod(const json& resources, const json& spec = json::object()) {
  json object = pod_asking({{"nvidia.com/gpu", "1"}});
  json& own = object["spec"]["containers"][0]["resources"];
  for (const char* list : {"requests", "limits"}) {
    own[list]["nvidia.com/gpu"] = "1";
    if (resources.contains(list)) own[list].update(resources[list]);
  }
  object["spec"].update(spec);
  return object;
}

json requests(const json& amounts) {
  return pod({{"requests", amounts}});
}

TEST(QuotaForeseen, WhatHasNoRoomIsNotCharged) {
  const std::string cluster =
      std::string(kDeviceQuota) + compute_quota("requests.cpu: '4'", "requests.cpu: 3500m");
  const Answer fits = judged_live(requests({{"cpu", "500m"}}), cluster);
  EXPECT_THAT(fits.refusals, IsEmpty());
  EXPECT_THAT(fits.awaited, IsEmpty());
  EXPECT_TRUE(fits.charged);
  const Answer refused = judged_live(requests({{"cpu", "501m"}}), cluster);
  EXPECT_THAT(refused.refusals,
              ElementsAre("ResourceQuota compute has 3500m of 4 requests.cpu in use, and this Pod "
                          "needs 501m. Ask for 500m, or see kubectl describe resourcequota compute "
                          "-n default. [ResourceQuotaExceeded]"));
  EXPECT_THAT(refused.awaited, ElementsAre("ResourceQuota")) << "a fresh read before a refusal";
  EXPECT_FALSE(refused.charged);
}

// LimitRanger has been there, whatever is known of LimitRanges, and priority is written.
TEST(QuotaForeseen, NoPodIsRewrittenOutOfTheScopesThatItIsIn) {
  const auto is_rewritten = [](const json& object, const std::string& spec) {
    const auto snapshot = live_snapshot(
        "---\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: gpus, namespace: default}, "
        "spec: {hard: {requests.nvidia.com/gpu: 1}, " +
        spec + "}}\n");
    const Result<kube::Document> review = kube::read_json(review_of(object).dump());
    const Result<AdmissionRequest> request = decode_review(review->root(), Endpoint::kMutate);
    const auto judged = decide(*request, *snapshot, Facts());
    return !std::get<Decision>(judged).patch.empty();
  };
  const auto of_priority = [](std::string_view relation) {
    return "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: " +
           std::string(relation) + "}]}";
  };
  json plain = pod({});
  plain["spec"]["priority"] = 0;
  json high = plain;
  high["spec"]["priorityClassName"] = "high";
  EXPECT_FALSE(is_rewritten(plain, "scopes: [BestEffort]"));
  EXPECT_TRUE(is_rewritten(plain, "scopes: [NotBestEffort]"));
  json of_cpu = requests({{"cpu", "1"}});
  EXPECT_TRUE(is_rewritten(of_cpu, "scopes: [BestEffort]"));
  EXPECT_FALSE(is_rewritten(of_cpu, "scopes: [NotBestEffort]"));
  EXPECT_TRUE(is_rewritten(plain, "scopes: [PriorityClass]"));
  EXPECT_FALSE(is_rewritten(high, "scopes: [PriorityClass]"));
  EXPECT_FALSE(is_rewritten(plain, of_priority("DoesNotExist")));
  EXPECT_TRUE(is_rewritten(high, of_priority("DoesNotExist")));
}

// Admission wrote its priority, and no class.
TEST(QuotaForeseen, APodWithoutAPriorityClass) {
  json plain = pod({});
  plain["spec"]["priority"] = 0;
  for (const char* others : {"operator: NotIn, values: [high]", "operator: DoesNotExist"}) {
    const std::string full =
        compute_quota("pods: '2'", "pods: '2'",
                      ", scopeSelector: {matchExpressions: [{scopeName: PriorityClass, " +
                          std::string(others) + "}]}");
    const Answer answer = judged_live(plain, full + std::string(kDeviceQuota));
    EXPECT_THAT(answer.refusals, ElementsAre(HasSubstr("has 2 of 2 pods in use"))) << others;
    EXPECT_FALSE(answer.charged) << others;
    EXPECT_THAT(judged_live(pod({}), full + std::string(kDeviceQuota)).refusals, IsEmpty())
        << "it may get a class";
  }
  const std::string of_some = compute_quota(
      "pods: '2'", "pods: '2'",
      ", scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: Exists}]}");
  EXPECT_THAT(judged_live(plain, of_some + std::string(kDeviceQuota)).refusals, IsEmpty());
}

TEST(QuotaForeseen, WithoutADeviceQuotaTheApiServerSaysItItself) {
  const std::string full = compute_quota("pods: '2'", "pods: '2'");
  EXPECT_THAT(judged_live(pod({}), full).refusals, IsEmpty());
  EXPECT_THAT(judged_live(pod({}), full + std::string(kDeviceQuota)).refusals,
              ElementsAre(HasSubstr("has 2 of 2 pods in use, and this Pod needs 1. Free some, or "
                                    "have it raised: kubectl describe")));
  json plain = pod_asking({{"cpu", "1"}});
  EXPECT_THAT(judged_live(plain, full + std::string(kDeviceQuota)).refusals, IsEmpty())
      << "it is charged nothing";
}

TEST(QuotaForeseen, EveryNameThatAPodIsCountedBy) {
  const json amounts = {{"cpu", "2"}, {"memory", "1Gi"}, {"hugepages-2Mi", "4Mi"}};
  const json asks = pod({{"requests", amounts}, {"limits", amounts}});
  struct Limit {
    std::string name;
    std::string room;
  };
  const std::vector<Limit> limits = {{"cpu", "2"},
                                     {"memory", "1Gi"},
                                     {"requests.cpu", "2"},
                                     {"limits.cpu", "2"},
                                     {"requests.memory", "1Gi"},
                                     {"limits.memory", "1Gi"},
                                     {"hugepages-2Mi", "4Mi"},
                                     {"requests.hugepages-2Mi", "4Mi"},
                                     {"requests.nvidia.com/gpu", "1"},
                                     {"pods", "1"},
                                     {"count/pods", "1"}};
  for (const Limit& limit : limits) {
    const std::string quota(kDeviceQuota);
    const auto of = [&](const std::string& used) {
      const std::string key = "'" + limit.name + "': ";
      return judged_live(
          asks, quota + compute_quota(key + "'" + limit.room + "'", key + "'" + used + "'"));
    };
    EXPECT_THAT(of("0").refusals, IsEmpty()) << limit.name;
    EXPECT_THAT(of("1m").refusals, ElementsAre(HasSubstr("[ResourceQuotaExceeded]"))) << limit.name;
  }
  // Of these a pod is charged nothing.
  for (const char* name :
       {"limits.nvidia.com/gpu", "nvidia.com/gpu", "count/jobs.batch", "secrets"})
    EXPECT_TRUE(judged_live(asks, std::string(kDeviceQuota) +
                                      compute_quota("'" + std::string(name) + "': '0'",
                                                    "'" + std::string(name) + "': '0'"))
                    .charged)
        << name;
}

TEST(QuotaForeseen, InitContainersSidecarsAndOverhead) {
  const auto container = [](const char* name, const char* cpu, bool stays) {
    json one = {{"name", name},
                {"image", "i"},
                {"resources", {{"limits", {{"cpu", cpu}}}, {"requests", {{"cpu", cpu}}}}}};
    if (stays) one["restartPolicy"] = "Always";
    return one;
  };
  const json asks =
      pod({{"limits", {{"cpu", "1"}}}, {"requests", {{"cpu", "1"}}}},
          {{"initContainers", {container("side", "2", true), container("init", "4", false)}},
           {"overhead", {{"cpu", "500m"}}}});
  for (const char* name : {"requests.cpu", "limits.cpu"}) {
    const auto with = [&](const std::string& hard) {
      const std::string key = "'" + std::string(name) + "': ";
      return judged_live(asks, std::string(kDeviceQuota) + compute_quota(key + hard, key + "'0'"))
          .refusals;
    };
    // While "init" runs, "side" does too: 4 + 2, and the overhead.
    EXPECT_THAT(with("6500m"), IsEmpty()) << name;
    EXPECT_THAT(with("6499m"), ElementsAre(HasSubstr("this Pod needs 6500m"))) << name;
  }
}

TEST(QuotaForeseen, ScopesAndWhatIsNotCountedYet) {
  const std::string quota(kDeviceQuota);
  const std::string of_ending = compute_quota("pods: '0'", "pods: '0'", ", scopes: [Terminating]");
  EXPECT_TRUE(judged_live(pod({}), quota + of_ending).charged);
  EXPECT_FALSE(judged_live(pod({}, {{"activeDeadlineSeconds", 60}}), quota + of_ending).charged);
  EXPECT_TRUE(judged_live(pod({}), quota + compute_quota("pods: '1'", "")).charged)
      << "nobody knows what is in use";
  EXPECT_TRUE(judged_live(pod({}), quota + compute_quota("pods: x", "pods: []")).charged);
}

TEST(QuotaForeseen, WhatAQuotaWantsOfEveryPod) {
  const std::string cluster =
      std::string(kDeviceQuota) + compute_quota("limits.cpu: '4'", "limits.cpu: 0");
  EXPECT_THAT(judged_live(pod({}), cluster).refusals,
              ElementsAre(HasSubstr("ResourceQuota compute wants limits.cpu, and container ")));
  EXPECT_TRUE(judged_live(pod({{"limits", {{"cpu", "1"}}}}), cluster).charged);
}

TEST(QuotaForeseen, AClaimThatAUserWrites) {
  const json claim = {
      {"apiVersion", "resource.k8s.io/v1"},
      {"kind", "ResourceClaim"},
      {"metadata", {{"name", "c"}, {"namespace", "default"}}},
      {"spec",
       {{"devices",
         {{"requests",
           {{{"name", "gpu"},
             {"exactly", {{"deviceClassName", "gpu.nvidia.com"}, {"count", 2}}}}}}}}}}};
  const std::string name = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
  const auto with = [&](const std::string& used) {
    return judged_live(claim,
                       std::string(kDeviceQuota) +
                           compute_quota("'" + name + "': '4'", "'" + name + "': '" + used + "'"));
  };
  EXPECT_TRUE(with("2").charged);
  const Answer refused = with("3");
  EXPECT_FALSE(refused.charged);
  EXPECT_THAT(refused.refusals, ElementsAre(HasSubstr("and this ResourceClaim needs 2: it will be "
                                                      "refused. Ask for 1, or see kubectl")));
  EXPECT_THAT(refused.awaited, ElementsAre("ResourceQuota"));
  EXPECT_TRUE(judged_live(claim, std::string(kDeviceQuota) +
                                     "---\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: "
                                     "new, namespace: default}, spec: {hard: {" +
                                     name + ": 1}}}\n")
                  .charged)
      << "its controller has not looked at it, nor does the API server";
}

// What the pod is charged itself the API server does not charge again to its claim.
TEST(QuotaForeseen, AClaimThatTheSchedulerMakesForAPod) {
  const std::string resource = "deviceclass.resource.kubernetes.io/gpu.nvidia.com";
  json asks = pod_asking({{resource, "2"}});
  asks["metadata"]["name"] = "p";
  asks["metadata"]["uid"] = "u";
  const auto claim_of = [](int devices, const char* owner) {
    return json{
        {"apiVersion", "resource.k8s.io/v1"},
        {"kind", "ResourceClaim"},
        {"metadata",
         {{"name", "c"},
          {"namespace", "default"},
          {"annotations", {{"resource.kubernetes.io/extended-resource-claim", "true"}}},
          {"ownerReferences",
           {{{"apiVersion", "v1"},
             {"kind", "Pod"},
             {"name", "p"},
             {"uid", owner},
             {"controller", true}}}}}},
        {"spec",
         {{"devices",
           {{"requests",
             {{{"name", "gpu"},
               {"exactly", {{"deviceClassName", "gpu.nvidia.com"}, {"count", devices}}}}}}}}}}};
  };
  const auto with = [&](int devices, const char* owner) {
    const std::string name = "'requests." + resource + "': '2'";
    return judged_live(claim_of(devices, owner),
                       std::string(kDeviceQuota) + compute_quota(name, name), asks)
        .refusals;
  };
  EXPECT_THAT(with(2, "u"), IsEmpty());
  EXPECT_THAT(with(3, "u"), ElementsAre(HasSubstr("and this ResourceClaim needs 1: it will be")));
  EXPECT_THAT(with(2, "another"),
              ElementsAre(HasSubstr("and this ResourceClaim needs 2: it will be")));
  EXPECT_THAT(judged_live(claim_of(2, "u"), "").awaited, IsEmpty())
      << "where no quota counts it nobody looks the pod up";
}

}  // namespace
}  // namespace drawbridge::admission
