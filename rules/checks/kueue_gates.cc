#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/kueue_configuration.h"
#include "kube/api/prose.h"
#include "rules/checks/kueue_startup.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Letters in which a gate may be misspelt.
constexpr std::size_t kGateLettersApartMax = 2;
// Gates that need another one, and are named with it.
constexpr std::size_t kGatesShown = 2;

// pkg/features of v0.17 to v0.19, with those that later ones lack.
constexpr std::string_view kGates[] = {
    "AdmissionFairSharing",
    "AdmissionGatedBy",
    "AssignQueueLabelsForPods",
    "CleanupProvisioningRequestsOnEviction",
    "ConcurrentAdmission",
    "CustomMetricLabels",
    "DRAExtendedResources",
    "DeferRayServiceFinalizationForRedisCleanup",
    "DisableWaitForPodsReady",
    "DynamicResourceAllocation",
    "ElasticJobsViaWorkloadSlices",
    "ElasticJobsViaWorkloadSlicesWithTAS",
    "FailureRecoveryPolicy",
    "FairSharingPreemptWithinNominal",
    "FairSharingPrioritizeNonBorrowing",
    "FastQuotaReleaseInPodIntegration",
    "FinishOrphanedWorkloads",
    "FlavorFungibility",
    "FlavorFungibilityPreserveScanProgress",
    "HierarchicalCohorts",
    "KueueDRAIntegration",
    "KueueDRAIntegrationConsumableCapacity",
    "KueueDRAIntegrationExtendedResource",
    "KueueDRAIntegrationPartitionableDevices",
    "KueueDRARejectWorkloadsWhenDRADisabled",
    "LWSImmutableGroupSize",
    "LendingLimit",
    "LocalQueueDefaulting",
    "LocalQueueMetrics",
    "ManagedJobsNamespaceSelectorAlwaysRespected",
    "MetricForWorkloadCreationLatency",
    "MetricsForCohorts",
    "MultiKueue",
    "MultiKueueAdaptersForCustomJobs",
    "MultiKueueAllowInsecureKubeconfigs",
    "MultiKueueBatchJobWithManagedBy",
    "MultiKueueClusterProfile",
    "MultiKueueIncrementalDispatcherConfig",
    "MultiKueueIncrementalDispatcherRespectConfigOrder",
    "MultiKueueKubeConfigPathValidation",
    "MultiKueueManagerQuotaAutomation",
    "MultiKueueOrchestratedPreemption",
    "MultiKueueRedoAdmissionOnEvictionInWorker",
    "MultiKueueRemoteSpecSync",
    "MultiKueueWaitForWorkloadAdmitted",
    "ObjectRetentionPolicies",
    "PartialAdmission",
    "PodIntegrationValidateGroupOwner",
    "PrioritizePreemptorWorkloads",
    "PriorityBoost",
    "PrioritySortingWithinCohort",
    "PropagateBatchJobLabelsToWorkload",
    "QuotaCheckStrategy",
    "ReclaimablePods",
    "RecomputeAssignmentUponPreemptionTargetsOverlap",
    "RejectUpdatesToCQWithInvalidOnFlavors",
    "RemoveFinalizersWithStrictPatch",
    "SanitizePodSets",
    "SchedulerLibraryIntegration",
    "SchedulerLongRequeueInterval",
    "SchedulerTimestampPreemptionBuffer",
    "SchedulingEquivalenceHashing",
    "ShortWorkloadNames",
    "SkipAncestorCheckForDeletedWorkloads",
    "SkipFinalizersForPodsSuspendedByParent",
    "SkipReassignmentForPodOwnedWorkloads",
    "SparkApplicationIntegration",
    "TASAssignmentsEncodingByHostnamePrefix",
    "TASBalancedPlacement",
    "TASCacheNodeMatchResults",
    "TASCacheTopologyTree",
    "TASCachingRemainingResources",
    "TASFailedNodeReplacement",
    "TASFailedNodeReplacementFailFast",
    "TASHandleOverlappingFlavors",
    "TASMultiLayerTopology",
    "TASProfileMixed",
    "TASRecomputeAssignmentWithinSchedulingCycle",
    "TASReplaceNodeDueToNotReadyOverFixedTime",
    "TASReplaceNodeOnNodeTaints",
    "TASReplaceNodeOnPodTermination",
    "TASRespectNodeAffinityPreferred",
    "TASValidateWorkloadSliceSize",
    "TLSOptions",
    "TopologyAwareScheduling",
    "UnadmittedWorkloadsExplicitStatus",
    "UnadmittedWorkloadsObservability",
    "ValidateRayAndSparkJobUpdates",
    "VectorizedResourceRequests",
    "VisibilityOnDemand",
    "WorkloadIdentifierAnnotations",
    "WorkloadPriorityClassDefaulting",
    "WorkloadRequestUseMergePatch",
    "WorkloadValidateResourcesAreNonNegative",
    "WorkloadValidationForPodSetMetadata",
};

// The names of gates before v0.18, which has others with these.
constexpr std::string_view kRenamed[][2] = {
    {"DynamicResourceAllocation", "KueueDRAIntegration"},
    {"DRAExtendedResources", "KueueDRAIntegrationExtendedResource"}};
constexpr std::string_view kNewPrefix = "KueueDRA";

// Which can't be off any more (LockToDefault).
constexpr std::string_view kLockedOn[] = {
    "ManagedJobsNamespaceSelectorAlwaysRespected", "MultiKueueRedoAdmissionOnEvictionInWorker",
    "MultiKueueWaitForWorkloadAdmitted", "SkipFinalizersForPodsSuspendedByParent"};

// pkg/config/validation.go of v0.19, LoadAndValidateFeatureGates(): `gate` on with `needs` off.
struct Dependency {
  std::string_view gate;
  bool is_on;  // where nothing is written
  std::string_view needs;
  bool has;  // likewise
};
constexpr Dependency kDependencies[] = {
    {"KueueDRAIntegrationExtendedResource", true, "KueueDRAIntegration", true},
    {"KueueDRAIntegrationPartitionableDevices", true, "KueueDRAIntegration", true},
    {"KueueDRAIntegrationConsumableCapacity", false, "KueueDRAIntegration", true},
    {"TASProfileMixed", true, "TopologyAwareScheduling", true},
    {"TASHandleOverlappingFlavors", true, "TopologyAwareScheduling", true},
    {"TASRecomputeAssignmentWithinSchedulingCycle", true, "TopologyAwareScheduling", true},
    {"TASFailedNodeReplacement", true, "TopologyAwareScheduling", true},
    {"TASFailedNodeReplacementFailFast", true, "TopologyAwareScheduling", true},
    {"TASFailedNodeReplacementFailFast", true, "TASFailedNodeReplacement", true},
    {"TASReplaceNodeOnPodTermination", true, "TopologyAwareScheduling", true},
    {"TASReplaceNodeOnPodTermination", true, "TASFailedNodeReplacement", true},
    {"TASReplaceNodeDueToNotReadyOverFixedTime", false, "TopologyAwareScheduling", true},
    {"TASReplaceNodeDueToNotReadyOverFixedTime", false, "TASFailedNodeReplacement", true},
    {"TASBalancedPlacement", false, "TopologyAwareScheduling", true},
    {"TASReplaceNodeOnNodeTaints", true, "TopologyAwareScheduling", true},
    {"TASMultiLayerTopology", true, "TopologyAwareScheduling", true},
    {"TASRespectNodeAffinityPreferred", false, "TopologyAwareScheduling", true},
    {"ElasticJobsViaWorkloadSlicesWithTAS", false, "ElasticJobsViaWorkloadSlices", true},
    {"ElasticJobsViaWorkloadSlicesWithTAS", false, "TopologyAwareScheduling", true},
    {"UnadmittedWorkloadsExplicitStatus", false, "UnadmittedWorkloadsObservability", false},
};

// AllAlpha is not asked: some that are off by default are of no alpha stage.
bool is_gate_on(const Json& gates, std::string_view gate, bool usual) {
  return usual ? kube::kueue_gate(gates, gate, true).value_or(true) : gates[gate].as_bool();
}

std::string_view gate_meant(std::string_view name) {
  const std::span<const std::string_view> known = kGates;
  if (std::find(known.begin(), known.end(), name) != known.end()) return {};
  const std::string_view near = nearest(name, known);
  return letters_apart(name, near) <= kGateLettersApartMax ? near : std::string_view();
}

// All that need the gate, which is off, are told together: they have to be off with it.
void check_needed(const Json& gates, std::string_view needed, StartupFindings& findings) {
  std::vector<std::string> others;
  bool is_written = false;
  for (const Dependency& one : kDependencies) {
    if (one.needs != needed || is_gate_on(gates, needed, one.has)) continue;
    if (!is_gate_on(gates, one.gate, one.is_on)) continue;
    is_written |= !gates[one.gate].is_null();
    others.emplace_back(one.gate);
  }
  if (others.empty()) return;
  const std::size_t count = others.size();
  if (count > kGatesShown) {
    others.resize(kGatesShown);
    others.push_back(std::to_string(count - kGatesShown) + " more (docs/kueue.md)");
  }
  findings.say(
      "featureGates." + std::string(needed),
      "is off, which " + kube::and_list(others) + (count == 1 ? " needs" : " need") +
          (is_written ? "" : " in Kueue 0.19"),
      std::string("Write true, or false for ") + (count == 1 ? "that" : "them") + ", too.");
}

// Old and new names together no version knows.
void check_renamed(const Json& gates, StartupFindings& findings) {
  const auto all = gates.members();
  const auto later = std::find_if(all.begin(), all.end(), [](const Json::Member& gate) {
    return gate.key().starts_with(kNewPrefix);
  });
  if (later == all.end()) return;
  for (const auto& [old, now] : kRenamed) {
    if (!gates[old].is_null())
      findings.say("featureGates." + std::string(old),
                   "is a gate of versions before 0.18, and " + shown(later->key()) +
                       " beside it one of later versions",
                   gates[now].is_null()
                       ? "Write " + std::string(now) + ": " + written_text(gates[old]) + " instead."
                       : "Take it away: " + std::string(now) + " is its name now.");
  }
}

}  // namespace

void check_kueue_gates(const Json& configuration, StartupFindings& findings) {
  const Json gates = configuration["featureGates"];
  std::size_t looks = 0;
  for (const Json::Member& gate : gates.members()) {
    if (++looks > kStartupElementsMax) return;
    const std::string field = "featureGates." + shown(gate.key());
    findings.check_switch(gate.value, field);
    const std::string_view meant = gate_meant(gate.key());
    if (!meant.empty())
      findings.say(field, "is no gate",
                   "Write " + std::string(meant) + ": " + written_text(gate.value) + ".");
    const bool locked =
        std::find(std::begin(kLockedOn), std::end(kLockedOn), gate.key()) != std::end(kLockedOn);
    if (locked && !gate.value.as_bool(true))
      findings.say(field, "is false, which it can't be in Kueue 0.19", "Take it away.");
  }
  check_renamed(gates, findings);
  for (const std::string_view needed :
       {"KueueDRAIntegration", "TopologyAwareScheduling", "TASFailedNodeReplacement",
        "ElasticJobsViaWorkloadSlices", "UnadmittedWorkloadsObservability"})
    check_needed(gates, needed, findings);
}

}  // namespace drawbridge::rules
