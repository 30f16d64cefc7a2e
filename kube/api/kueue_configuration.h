// KueueConfiguration: what Kueue's manager is told about devices (config.kueue.x-k8s.io v1beta1,
// v1beta2), as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/labels.h"
#include "kube/api/quantity.h"
#include "kube/api/result.h"

namespace drawbridge::kube {

// resources.deviceClassMappings[].sources[]: what is counted of a device in place of the device
// (Kueue's KEP 2941, v0.19).
struct KueueSource {
  enum class Kind : std::uint8_t {
    kCounter,  // what the device consumes of the counters of that name, in whatever counter sets
    kCapacity  // what a request takes of the device's capacity of that name
  };
  Kind kind = Kind::kCounter;
  std::string name;
  std::string driver;    // whose devices are counted
  std::string selector;  // which of them: the CEL expression of deviceSelector

  friend bool operator==(const KueueSource&, const KueueSource&) = default;
};

// `source` stands in `field`. Fails where Kueue does not start with it; whether the expression
// compiles is not looked at.
Result<KueueSource> read_kueue_source(const Json& source, const std::string& field);

// resources.deviceClassMappings[]: classes whose devices are counted under one name.
struct KueueClassMapping {
  std::string name;
  std::vector<std::string> device_classes;
  // Without `sources` devices are counted, with them what the sources say of each.
  bool counts_devices = true;
  // All of them, or none where one can't be read or its gate is off: what is counted is not known
  // then.
  std::vector<KueueSource> sources = {};
};

// pkg/config/validation.go, validateDeviceClassMappings: entries, and classes of each.
inline constexpr std::size_t kKueueMappingsMax = 16;
inline constexpr std::size_t kKueueClassesMax = 8;

// resources.transformations[].
struct KueueTransformation {
  std::string input;
  bool replaces = false;  // strategy Replace: the input itself is charged no more
  std::vector<std::string> outputs;
  std::vector<Quantity> factors = {};  // of each output; 0 where it is no quantity
  std::string multiply_by = {};        // the input counts so many times; empty for once
};

struct KueueConfiguration {
  std::vector<KueueClassMapping> mappings;
  std::vector<KueueTransformation> transformations;
  std::vector<std::string> frameworks;           // integrations.frameworks
  std::vector<std::string> external_frameworks;  // the same, "Kind.version.group"
  std::vector<std::string> excluded_prefixes;    // resources.excludeResourcePrefixes
  // resources.quotaCheckStrategy IgnoreUndeclared, unless gate QuotaCheckStrategy is off: what a
  // queue does not cover is not looked at.
  bool ignores_undeclared = false;
  bool manages_unnamed = false;  // manageJobsWithoutQueueName
  // integrations.podOptions chooses pods in the way of before v0.10.
  bool has_pod_options = false;
  // managedJobsNamespaceSelector; by default all but kube-system and kueue-system.
  LabelSelector managed_namespaces = LabelSelector::everything();
  // Gates as the Configuration sets them, under their new names or those of before v0.18, or all of
  // a stage at once; nullopt where it does not: the default depends on Kueue's version, and its
  // command line may set them too.
  std::optional<bool> claims_gate;    // KueueDRAIntegration, DynamicResourceAllocation
  std::optional<bool> extended_gate;  // KueueDRAIntegrationExtendedResource, DRAExtendedResources
  // One of the two stands by its name of before v0.18, and none by that of today.
  bool old_gate_names = false;
  // While the gate for claims is off, no workload that uses one is admitted, as since v0.18
  // (KueueDRARejectWorkloadsWhenDRADisabled, which is on by default). nullopt where only the gate's
  // name of before v0.18 stands: v0.18 knows that, too.
  std::optional<bool> refuses_claims;
  // These never had other names. Kueue does not start where sources stand and their gate is off.
  std::optional<bool> counter_gate;   // KueueDRAIntegrationPartitionableDevices
  std::optional<bool> capacity_gate;  // KueueDRAIntegrationConsumableCapacity
  // KueueDRAIntegrationPrioritizedList, which v0.19 does not have: firstAvailable is counted.
  bool prioritized_lists = false;
  // Gates that are on by default.
  bool partial_admission = true;          // PartialAdmission: minCount is read
  bool elastic_jobs = true;               // ElasticJobsViaWorkloadSlices, since v0.18
  bool topology_aware_scheduling = true;  // TopologyAwareScheduling, since v0.14
  bool topology_layers = true;            // TASMultiLayerTopology, since v0.19
  // MultiKueueManagerQuotaAutomation, off by default: Kueue writes quotas of queues whose workloads
  // run on other clusters, by those of the clusters that it reaches.
  bool automates_quotas = false;
  // v1beta1: waitForPodsReady.enable; v1beta2: that waitForPodsReady is there.
  bool waits_for_pods_ready = false;
  bool ready_gate_off = false;  // DisableWaitForPodsReady, of v0.19
  // v1beta1, where the section without `enable: true` does nothing.
  bool has_ready_switch = false;

  // Claims are counted by their class's mapping, and so are extended resources that a class
  // carries: as far as the gates are named, else by default.
  bool charges_claims() const { return claims_gate.value_or(true); }
  bool charges_extended() const { return charges_claims() && extended_gate.value_or(true); }
};

// The classes of an entry of deviceClassMappings. Kueue does not start where the field is misspelt:
// what was meant is read, so that nothing else is said for want of it.
std::vector<std::string> kueue_classes(const Json& mapping);

// What featureGates says of a gate of v0.19, `usual` where nothing is written: its own entry, else
// AllBeta: false of one that is on by default, and AllAlpha: true of one that is off
// (k8s.io/component-base/featuregate). nullopt where it stays what it is by default.
std::optional<bool> kueue_gate(const Json& gates, std::string_view name, bool usual);

// Reads as much of it as is of the right type; what is not is left out.
KueueConfiguration read_kueue_configuration(const Json& configuration);

// Position in `mappings` of the first that lists the class; nullopt where none does.
std::optional<std::size_t> mapping_of_class(const KueueConfiguration& configuration,
                                            std::string_view device_class);

}  // namespace drawbridge::kube
