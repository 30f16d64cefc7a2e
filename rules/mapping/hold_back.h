// When a rewrite would do harm: it is left out, and a warning says why.
//
// One function a reason. Each reads plain facts that its caller took from the cluster's state; a
// fact that nobody knows never holds a rewrite back, but for that of a quota's scopes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "kube/api/taint.h"
#include "rules/devices/device_index.h"
#include "rules/finding.h"
#include "rules/mapping/mapping.h"
#include "rules/mapping/namespace_limits.h"

namespace drawbridge::rules {

// What is known of a DeviceClass and its devices.
struct ClassFacts {
  Known exists = Known::kUnknown;
  Known has_devices = Known::kUnknown;
  std::string_view extended_resource_name;
};

// How Kueue stands to the pod, as data from the layer that knows queues.
struct QueueFacts {
  enum class Role : std::uint8_t {
    kNone,      // Kueue does not manage it, or is not there
    kPlainPod,  // the pod, or its group, is the workload
    kBelow,     // an ancestor is the workload, and was charged before this pod came
  };
  Role role = Role::kNone;
  bool runs_elsewhere = false;  // MultiKueue: this cluster only manages it
  std::string queue;            // LocalQueue
  std::string cluster_queue;    // empty when the queue is not known
  // DeviceClass -> name in Kueue's deviceClassMappings; nullptr where its Configuration is not
  // known.
  const std::map<std::string, std::string, std::less<>>* class_names = nullptr;
  // Names that the ClusterQueue covers; nullptr when the queue is not known, or takes what it does
  // not cover without quota.
  const std::set<std::string, std::less<>>* covered = nullptr;
  // Whether some flavor of the ClusterQueue has pods tolerate the taint, or may; empty where the
  // queue is not known, and where its admission checks may add tolerations.
  std::function<bool(const kube::Taint& taint)> tolerates;
  bool claims_gate_off = false;  // Kueue counts no claims, or admits none
  // How the Workload was charged for the extended resource: by the mapped name of the class that
  // carries it, else by the resource's own or those that Kueue makes of it; empty for not at all.
  std::function<std::vector<std::string>(std::string_view resource)> charged_names;
};

// The facts of one pod, borrowed for the length of a decision.
struct HoldBackFacts {
  const NamespaceLimits* limits = nullptr;  // nullptr: the namespace has none
  // Whether a ResourceQuota with scopes counts the pod; empty: as if each did. kUnknown holds back,
  // too: what is rewritten has got past the quota.
  std::function<Known(std::string_view resource_quota)> in_scopes_of = {};
  std::function<ClassFacts(std::string_view device_class)> device_class;
  // Under which name claims of the class are counted; empty: under that of the mapping.
  std::function<std::string(std::string_view device_class)> logical_resource = {};
  // DeviceQuotas refuse nothing in the namespace: it or the settings soften them. Empty: they do.
  std::function<bool()> quotas_only_warn = {};
  bool waits_at_gate = false;  // the pod comes behind Kueue's scheduling gate
  // The name of a node that offers the resource by device plugin; empty for none.
  std::function<std::string_view(std::string_view resource)> node_offering;
  QueueFacts queue;
};

// Holds for every resource of the pod.
std::optional<Finding> hold_back_pod(const kube::PodView& pod, const HoldBackFacts& facts);

// Holds for one resource. `names` are the resources that the rewrite takes away: itself and
// companions.
std::optional<Finding> hold_back_resource(std::string_view resource,
                                          const std::vector<std::string_view>& names,
                                          const Mapping& mapping, const RewriteRule& rule,
                                          const HoldBackFacts& facts);

}  // namespace drawbridge::rules
