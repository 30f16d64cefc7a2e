// Each reason for which a rewrite is left out: a hit, a near miss, and facts that nobody knows.
#include "rules/mapping/hold_back.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kGpuResource = "nvidia.com/gpu";

std::shared_ptr<const Mapping> gpu_with_memory(const std::string& more = "") {
  return mapping("nvidia-gpu", more + R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request: {exactly: {deviceClassName: gpu.nvidia.com}}
  parameters: [{type: Resource, resource: nvidia.com/gpumem, capacity: memory, unit: Mi}]
)");
}

std::string gpu_and_memory_pod() {
  return pod_of(
      "  - name: main\n    resources:\n      limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: "
      "1000}\n");
}

class HoldBackTest : public ::testing::Test {
 protected:
  HoldBackTest() { world_.mappings = MappingIndex({gpu_mapping()}); }

  // The text of the only finding, where it leaves the pod alone.
  std::string held(std::string_view pod) {
    const Rewritten result = rewritten(world_, pod);
    EXPECT_TRUE(result.rewrite.patch.empty()) << result.rewrite.patch;
    EXPECT_TRUE(result.rewrite.templates.empty());
    if (result.rewrite.findings.size() != 1) {
      ADD_FAILURE() << "findings: " << ::testing::PrintToString(codes(result.rewrite.findings));
      return {};
    }
    EXPECT_EQ(result.rewrite.findings[0].severity, Severity::kWarn);
    return result.rewrite.findings[0].text();
  }
  std::string held() { return held(gpu_pod("1")); }

  bool is_rewritten(std::string_view pod) {
    const Rewritten result = rewritten(world_, pod);
    EXPECT_THAT(codes(result.rewrite.findings), ElementsAre("Rewritten"));
    return !result.rewrite.patch.empty() && result.rewrite.templates.size() == 1;
  }
  bool is_rewritten() { return is_rewritten(gpu_pod("1")); }

  // Adds a LimitRange, ResourceQuota or DeviceQuota of the namespace.
  void limit(std::string_view kind, std::string_view spec) {
    const bool ours = kind == "DeviceQuota";
    const kube::Document object =
        yaml("apiVersion: " + std::string(ours ? "drawbridge.dev/v1alpha1" : "v1") + "\nkind: " +
             std::string(kind) + "\nmetadata: {name: team}\nspec: " + std::string(spec));
    EXPECT_TRUE(is_limiting(object.root()));
    add_limits(object.root(), limits_);
    world_.facts.limits = &limits_;
  }

  World world_;
  NamespaceLimits limits_;
};

TEST_F(HoldBackTest, NothingKnownHoldsNothingBack) {
  EXPECT_TRUE(is_rewritten());
}

// ---- The pod itself.

TEST_F(HoldBackTest, MirrorPod) {
  EXPECT_EQ(held("metadata: {name: p, annotations: {kubernetes.io/config.mirror: x}}\nspec:\n  "
                 "containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]\n"),
            "This pod mirrors one that a kubelet runs from a file; its devices stay as they are. "
            "Change the file on the node. [MirrorPod]");
  EXPECT_TRUE(
      is_rewritten("metadata: {name: p, annotations: {kubernetes.io/config.source: file}}\n"
                   "spec:\n  containers: [{name: a, resources: {limits: {nvidia.com/gpu: "
                   "1}}}]\n"));
}

TEST_F(HoldBackTest, NodeNamePreset) {
  EXPECT_EQ(held(gpu_pod("1", "  nodeName: node-7\n")),
            "spec.nodeName is set, so the scheduler never allocates a claim for this pod; its "
            "extended resources stay as they are. Use a nodeSelector for kubernetes.io/hostname "
            "instead of nodeName. [NodeNamePreset]");
  EXPECT_TRUE(is_rewritten(gpu_pod("1", "  nodeName: ''\n")));
  EXPECT_TRUE(is_rewritten(gpu_pod("1", "  nodeSelector: {kubernetes.io/hostname: node-7}\n")));
}

TEST_F(HoldBackTest, MultiKueueManager) {
  world_.facts.queue.runs_elsewhere = true;
  EXPECT_EQ(held(),
            "This workload runs on another cluster (MultiKueue), which gets the template's name "
            "without the template; its extended resources stay as they are. Install the "
            "DeviceMapping on the worker clusters. [MultiKueueManager]");
}

TEST_F(HoldBackTest, AReasonOfThePodIsToldOnce) {
  world_.mappings = MappingIndex({gpu_mapping(), mapping("nic", R"(
logicalResource: a.com/nic
rewrites: [{resource: a.com/nic, action: Rewrite, request: {exactly: {deviceClassName: nic}}}]
)")});
  EXPECT_THAT(
      held(pod_of("  - name: a\n    resources: {limits: {nvidia.com/gpu: 1, a.com/nic: 1}}\n",
                  "  nodeName: node-1\n")),
      HasSubstr("[NodeNamePreset]"));
}

// ---- LimitRange.

TEST_F(HoldBackTest, LimitRangeThatNamesTheResource) {
  for (const char* bound : {"max", "min", "default", "defaultRequest"}) {
    limits_ = {};
    limit("LimitRange",
          "{limits: [{type: Container, " + std::string(bound) + ": {nvidia.com/gpu: 2}}]}");
    EXPECT_EQ(held(),
              "nvidia.com/gpu stays an extended resource: LimitRange team names nvidia.com/gpu and "
              "would put it back beside the claim. Take nvidia.com/gpu out of that LimitRange. "
              "[LimitRangeBlocks]");
  }
}

TEST_F(HoldBackTest, LimitRangeThatGivesNothing) {
  for (const char* item : {"type: Pod, max: {nvidia.com/gpu: 4}",
                           "type: Container, maxLimitRequestRatio: {nvidia.com/gpu: 1}"}) {
    limits_ = {};
    limit("LimitRange", "{limits: [{" + std::string(item) + "}]}");
    EXPECT_THAT(held(), HasSubstr("and would refuse the pod without it. Take")) << item;
  }
}

TEST_F(HoldBackTest, LimitRangeThatNamesOtherResources) {
  limit("LimitRange",
        "{limits: [{type: Container, max: {cpu: 2, nvidia.com/mig-1g: 1}}, {type: "
        "PersistentVolumeClaim, max: {nvidia.com/gpu: 1}}]}");
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, LimitRangeThatNamesACompanion) {
  world_.mappings = MappingIndex({gpu_with_memory()});
  limit("LimitRange", "{limits: [{type: Container, default: {nvidia.com/gpumem: 2}}]}");
  EXPECT_THAT(held(gpu_and_memory_pod()), HasSubstr("LimitRange team names nvidia.com/gpumem and"));
  EXPECT_TRUE(is_rewritten()) << "a pod without the companion has nothing to be put back";
}

// ---- ResourceQuota.

TEST_F(HoldBackTest, QuotaByNameThatTheClassDoesNotCarry) {
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}}");
  world_.classes["gpu.nvidia.com"] = {Known::kYes, Known::kYes, "other.com/gpu"};
  EXPECT_EQ(held(),
            "nvidia.com/gpu stays an extended resource: ResourceQuota team limits it and does not "
            "count claims of class gpu.nvidia.com. Have a DeviceQuota that denies "
            "(enforcement: Deny), with a hard value for nvidia.com/gpu. [QuotaWouldEscape]");
  world_.classes["gpu.nvidia.com"] = {Known::kYes, Known::kYes, kGpuResource};
  EXPECT_TRUE(is_rewritten()) << "the built-in quota goes on counting";
}

TEST_F(HoldBackTest, QuotaWhereNothingIsKnownOfTheClass) {
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}}");
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, QuotaWithScopes) {
  world_.classes["gpu.nvidia.com"] = {Known::kYes, Known::kYes, kGpuResource};
  for (const char* scopes :
       {"scopes: [NotTerminating]",
        "scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: Exists}]}"}) {
    limits_ = {};
    limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}, " + std::string(scopes) + "}");
    EXPECT_THAT(held(), HasSubstr("ResourceQuota team limits it and sees no claims, as it has "
                                  "scopes."));
  }
  limits_ = {};
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}, scopes: [], scopeSelector: {}}");
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, QuotaWhoseScopesThePodIsNotIn) {
  world_.classes["gpu.nvidia.com"] = {Known::kYes, Known::kYes, kGpuResource};
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}, scopes: [Terminating]}");
  world_.facts.in_scopes_of = [](std::string_view name) {
    return name == "team" ? Known::kYes : Known::kNo;
  };
  EXPECT_THAT(held(), HasSubstr("[QuotaWouldEscape]"));
  world_.facts.in_scopes_of = [](std::string_view) { return Known::kUnknown; };
  EXPECT_THAT(held(), HasSubstr("nvidia.com/gpu may stay an extended resource: ResourceQuota team "
                                "limits it and sees no claims, as it has scopes, which the pod may "
                                "come to be in."));
  world_.facts.in_scopes_of = [](std::string_view) { return Known::kNo; };
  EXPECT_TRUE(is_rewritten()) << "it would not count the pod either";
}

TEST_F(HoldBackTest, QuotaOfOtherResources) {
  limit("ResourceQuota",
        "{hard: {requests.cpu: 8, pods: 3, requests.nvidia.com/mig-1g: 1}, "
        "scopes: [NotTerminating]}");
  world_.classes["gpu.nvidia.com"] = {Known::kYes, Known::kYes, ""};
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, QuotaOfACompanion) {
  world_.mappings = MappingIndex({gpu_with_memory()});
  world_.classes["gpu.nvidia.com"] = {Known::kYes, Known::kYes, kGpuResource};
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpumem: 40000}}");
  EXPECT_EQ(held(gpu_and_memory_pod()),
            "nvidia.com/gpu stays an extended resource: ResourceQuota team limits "
            "nvidia.com/gpumem and does not count what claims request of a device. Take "
            "nvidia.com/gpumem out of that ResourceQuota, or have DeviceMapping nvidia-gpu charge "
            "that capacity, and a DeviceQuota that denies. [QuotaWouldEscape]");
  EXPECT_TRUE(is_rewritten());
  limit("DeviceQuota", "{hard: {nvidia.com/gpu: 8}}");
  EXPECT_THAT(held(gpu_and_memory_pod()), HasSubstr("[QuotaWouldEscape]"))
      << "devices are counted, and not what each is asked for";
  world_.mappings =
      MappingIndex({gpu_with_memory("charge: {type: Capacity, capacity: gpu.nvidia.com/memory}")});
  EXPECT_TRUE(is_rewritten(gpu_and_memory_pod()));
}

TEST_F(HoldBackTest, ADeviceQuotaCountsInstead) {
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}, scopes: [NotTerminating]}");
  limit("DeviceQuota", "{hard: {other.com/gpu: 8}}");
  EXPECT_THAT(held(), HasSubstr("[QuotaWouldEscape]"));
  limit("DeviceQuota", "{hard: {nvidia.com/gpu: 8}, enforcement: Warn}");
  EXPECT_THAT(held(), HasSubstr("[QuotaWouldEscape]")) << "it lets all pass";
  limit("DeviceQuota", "{hard: {nvidia.com/gpu: 8}}");
  EXPECT_TRUE(is_rewritten());
}

// Neither would count it, and when the gate opens nobody can refuse it any more.
TEST_F(HoldBackTest, ADeviceQuotaDoesNotCountInsteadWhatItLeavesToKueue) {
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}, scopes: [NotTerminating]}");
  limit("DeviceQuota", "{hard: {nvidia.com/gpu: 8}, excludeQueued: true}");
  EXPECT_TRUE(is_rewritten());
  world_.facts.waits_at_gate = true;
  EXPECT_THAT(held(), HasSubstr("Have a DeviceQuota that denies (enforcement: Deny, excludeQueued: "
                                "false), with a hard value for nvidia.com/gpu."));
  limit("DeviceQuota", "{hard: {nvidia.com/gpu: 8}}");
  EXPECT_TRUE(is_rewritten()) << "one that counts it is enough";
}

TEST_F(HoldBackTest, ADeviceQuotaThatTheNamespaceSoftens) {
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}, scopes: [NotTerminating]}");
  limit("DeviceQuota", "{hard: {nvidia.com/gpu: 8}}");
  world_.facts.quotas_only_warn = [] { return true; };
  EXPECT_THAT(held(), HasSubstr("DeviceQuotas only warn here: take label "
                                "drawbridge.dev/enforcement off the namespace, or QuotaExceeded "
                                "out of Drawbridge's checks. [QuotaWouldEscape]"));
  world_.facts.quotas_only_warn = [] { return false; };
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, ADeviceQuotaOfAnotherNameThanThatOfTheClaim) {
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 0}, scopes: [NotTerminating]}");
  limit("DeviceQuota", "{hard: {nvidia.com/gpu: 0}}");
  world_.facts.logical_resource = [](std::string_view) { return "nvidia.com/h100"; };
  EXPECT_THAT(held(), HasSubstr("with a hard value for nvidia.com/h100. [QuotaWouldEscape]"));
  limit("DeviceQuota", "{hard: {nvidia.com/h100: 8}}");
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, QuotaWithAlternativesOfWhichOneEscapes) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request: {firstAvailable: [{deviceClassName: a}, {deviceClassName: b}]}
)")});
  limit("ResourceQuota", "{hard: {requests.nvidia.com/gpu: 8}}");
  world_.classes["a"] = {Known::kYes, Known::kYes, kGpuResource};
  world_.classes["b"] = {Known::kYes, Known::kYes, ""};
  EXPECT_THAT(held(), HasSubstr("does not count claims of class b."));
}

// ---- Classes and devices.

TEST_F(HoldBackTest, DeviceClassMissing) {
  world_.classes["gpu.nvidia.com"] = {Known::kNo, Known::kUnknown, ""};
  EXPECT_EQ(held(),
            "nvidia.com/gpu stays an extended resource: DeviceClass gpu.nvidia.com of its mapping "
            "does not exist. Create the class (kubectl get deviceclass), or correct the "
            "DeviceMapping. [DeviceClassMissing]");
  world_.classes["gpu.nvidia.com"].exists = Known::kUnknown;
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, ClassWithoutDevices) {
  world_.classes["gpu.nvidia.com"] = {Known::kYes, Known::kNo, ""};
  EXPECT_EQ(held(),
            "nvidia.com/gpu stays an extended resource: no device of class gpu.nvidia.com is "
            "published. Check the DRA driver: kubectl get resourceslices. [ClassWithoutDevices]");
  world_.classes["gpu.nvidia.com"].has_devices = Known::kUnknown;
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, OfAlternativesOneMissingIsTooMuchAndAllEmptyAre) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request: {firstAvailable: [{deviceClassName: a}, {deviceClassName: b}]}
)")});
  world_.classes["a"] = {Known::kYes, Known::kNo, ""};
  world_.classes["b"] = {Known::kYes, Known::kYes, ""};
  EXPECT_TRUE(is_rewritten()) << "the second alternative has devices";
  world_.classes["b"] = {Known::kYes, Known::kNo, ""};
  EXPECT_THAT(held(), HasSubstr("[ClassWithoutDevices]"));
  world_.classes["b"] = {Known::kNo, Known::kUnknown, ""};
  EXPECT_THAT(held(), HasSubstr("DeviceClass b of its mapping does not exist"))
      << "a class that is missing fails the pod even as an alternative";
}

// ---- Nodes with a device plugin.

TEST_F(HoldBackTest, MixedNodes) {
  world_.plugin_resource = kGpuResource;
  EXPECT_EQ(held(),
            "nvidia.com/gpu stays an extended resource: a node still offers it by device plugin. "
            "Finish the migration of the nodes, or set mixedNodes: Rewrite in DeviceMapping "
            "nvidia-gpu. [MixedNodes]");
  world_.plugin_resource = "nvidia.com/mig-1g";
  EXPECT_TRUE(is_rewritten());
}

TEST_F(HoldBackTest, MixedNodesWhereTheMappingRewritesNevertheless) {
  world_.plugin_resource = kGpuResource;
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
mixedNodes: Rewrite
rewrites: [{resource: nvidia.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: c}}}]
)")});
  EXPECT_TRUE(is_rewritten());
}

// ---- Kueue.

class KueueTest : public HoldBackTest {
 protected:
  KueueTest() {
    QueueFacts& queue = world_.facts.queue;
    queue.queue = "user-queue";
    queue.class_names = &names_;
    queue.charged_names = [this](std::string_view) { return charged_; };
  }
  void role(QueueFacts::Role role) { world_.facts.queue.role = role; }
  void cluster_queue_covers(std::set<std::string, std::less<>> covered) {
    covered_ = std::move(covered);
    world_.facts.queue.cluster_queue = "research";
    world_.facts.queue.covered = &covered_;
  }

  std::map<std::string, std::string, std::less<>> names_;
  std::set<std::string, std::less<>> covered_;
  std::vector<std::string> charged_ = {std::string(kGpuResource)};
};

TEST_F(KueueTest, BelowAWorkloadThatWasChargedUnderAnotherName) {
  role(QueueFacts::Role::kBelow);
  EXPECT_EQ(held(),
            "nvidia.com/gpu stays an extended resource: its Workload is charged as nvidia.com/gpu, "
            "and Kueue does not map class gpu.nvidia.com. Map the class to nvidia.com/gpu in "
            "Kueue's deviceClassMappings. [KueueCannotCharge]");
  names_["gpu.nvidia.com"] = "example.com/gpu";
  EXPECT_THAT(held(), HasSubstr("and Kueue counts class gpu.nvidia.com as example.com/gpu."));
  names_["gpu.nvidia.com"] = "nvidia.com/gpu";
  EXPECT_TRUE(is_rewritten());
}

TEST_F(KueueTest, BelowAWorkloadThatWasChargedUnderTheMappedName) {
  role(QueueFacts::Role::kBelow);
  charged_ = {"example.com/gpu"};
  names_["gpu.nvidia.com"] = "example.com/gpu";
  EXPECT_TRUE(is_rewritten());
}

TEST_F(KueueTest, BelowAWorkloadThatWasChargedUnderSeveralNamesOrNone) {
  role(QueueFacts::Role::kBelow);
  charged_ = {"gpu-hours", "gpus"};
  names_["gpu.nvidia.com"] = "gpus";
  EXPECT_TRUE(is_rewritten());
  names_["gpu.nvidia.com"] = "other";
  EXPECT_THAT(held(), HasSubstr("its Workload is charged as gpu-hours and gpus, and Kueue counts "
                                "class gpu.nvidia.com as other. Map the class to gpu-hours in"));
  charged_ = {};
  EXPECT_TRUE(is_rewritten()) << "it has no quota of it either way";
}

TEST_F(KueueTest, PlainPodWhoseClassIsNotMapped) {
  role(QueueFacts::Role::kPlainPod);
  EXPECT_EQ(
      held(),
      "nvidia.com/gpu stays an extended resource: Kueue maps class gpu.nvidia.com to nothing, "
      "and queue user-queue would never admit the claim. Add the class to Kueue's "
      "deviceClassMappings. [KueueCannotCharge]");
}

TEST_F(KueueTest, PlainPodWhoseQueueDoesNotCoverTheClass) {
  role(QueueFacts::Role::kPlainPod);
  names_["gpu.nvidia.com"] = "example.com/gpu";
  EXPECT_TRUE(is_rewritten()) << "what the queue covers is not known";
  cluster_queue_covers({"cpu", "nvidia.com/gpu"});
  EXPECT_EQ(held(),
            "nvidia.com/gpu stays an extended resource: ClusterQueue research does not cover "
            "example.com/gpu, which Kueue counts class gpu.nvidia.com as. Add example.com/gpu to "
            "the queue's coveredResources. [KueueCannotCharge]");
  cluster_queue_covers({"cpu", "example.com/gpu"});
  EXPECT_TRUE(is_rewritten());
}

TEST_F(KueueTest, PlainPodWithAlternatives) {
  role(QueueFacts::Role::kPlainPod);
  names_["gpu.nvidia.com"] = "nvidia.com/gpu";
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites:
- resource: nvidia.com/gpu
  action: Rewrite
  request: {firstAvailable: [{deviceClassName: gpu.nvidia.com}]}
)")});
  EXPECT_THAT(held(),
              HasSubstr("its claim would have firstAvailable, and Kueue, which manages this "
                        "pod in queue user-queue, admits no such claim."));
  role(QueueFacts::Role::kBelow);
  EXPECT_TRUE(is_rewritten()) << "the Workload was admitted before, for the extended resource";
}

TEST_F(KueueTest, OutsideOfQueues) {
  role(QueueFacts::Role::kNone);
  EXPECT_TRUE(is_rewritten());
}

TEST_F(KueueTest, ItsConfigurationIsNotKnown) {
  world_.facts.queue.class_names = nullptr;
  for (const auto each : {QueueFacts::Role::kPlainPod, QueueFacts::Role::kBelow}) {
    role(each);
    EXPECT_TRUE(is_rewritten());
  }
}

// ---- What is the same for all.

TEST_F(HoldBackTest, OneResourceHeldBackLeavesTheOthers) {
  world_.mappings = MappingIndex({gpu_mapping(), mapping("nic", R"(
logicalResource: a.com/nic
rewrites: [{resource: a.com/nic, action: Rewrite, request: {exactly: {deviceClassName: nic}}}]
)")});
  world_.plugin_resource = kGpuResource;
  const Rewritten result = rewritten(
      world_, pod_of("  - name: a\n    resources: {limits: {nvidia.com/gpu: 1, a.com/nic: 1}}\n"));
  EXPECT_THAT(codes(result.rewrite.findings), ElementsAre("MixedNodes", "Rewritten"));
  EXPECT_EQ(result.pod["spec"]["containers"][0]["resources"]["limits"],
            nlohmann::json({{"nvidia.com/gpu", 1}}));
}

TEST_F(HoldBackTest, AllContainersOfAPodAreTreatedAlike) {
  world_.plugin_resource = kGpuResource;
  EXPECT_THAT(held(pod_of("  - name: a\n    resources: {limits: {nvidia.com/gpu: 1}}\n"
                          "  - name: b\n    resources: {limits: {nvidia.com/gpu: 2}}\n")),
              HasSubstr("[MixedNodes]"));
}

TEST_F(HoldBackTest, ActionWarnTellsTheReasonInstead) {
  world_.mappings = MappingIndex({mapping("m", R"(
logicalResource: nvidia.com/gpu
rewrites: [{resource: nvidia.com/gpu, request: {exactly: {deviceClassName: c}}}]
)")});
  EXPECT_EQ(held(),
            "nvidia.com/gpu of container main would become a claim of class c by DeviceMapping m, "
            "whose action is Warn. Nothing was changed; with action: Rewrite it will be. "
            "[WouldRewrite]");
  world_.plugin_resource = kGpuResource;
  EXPECT_THAT(held(), HasSubstr("[MixedNodes]"));
}

TEST(NamespaceLimits, ReadsItsOwnKindsOnly) {
  for (const char* other : {"{apiVersion: a.com/v1, kind: LimitRange}",
                            "{apiVersion: v1, kind: DeviceQuota}", "{apiVersion: v1, kind: Pod}",
                            "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceQuota}"}) {
    EXPECT_FALSE(is_limiting(yaml(other).root())) << other;
  }
}

TEST(NamespaceLimits, HostileShapesSayNothing) {
  for (const char* spec :
       {"5", "{limits: 5}", "{limits: [5, {max: 5}, {max: [a]}]}", "{hard: [a]}"}) {
    for (const char* kind : {"LimitRange", "ResourceQuota"}) {
      NamespaceLimits limits;
      add_limits(
          yaml("{apiVersion: v1, kind: " + std::string(kind) + ", spec: " + spec + "}").root(),
          limits);
      EXPECT_TRUE(limits.limit_ranges.empty() && limits.resource_quotas.empty()) << spec;
    }
  }
}

}  // namespace
}  // namespace drawbridge::rules
