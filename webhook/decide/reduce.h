// The kinds of object that decisions read, and what of them is kept.
//
// A cluster's objects are mostly what nobody here asks for: managedFields, opaque parameters,
// conditions, other tools' annotations. What is not kept makes no change either, so a heartbeat is
// no news.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kube/api/arena.h"
#include "kube/api/json.h"

namespace drawbridge::admission {

// In the order of KindInfo's table in reduce.cc.
enum class ObjectKind : std::uint8_t {
  kConfigMap,  // those that carry Kueue's Configuration
  kLimitRange,
  kNamespace,
  kNode,
  kResourceQuota,
  kDeviceClass,
  kResourceClaim,
  kResourceClaimTemplate,
  kResourceSlice,
  kDeviceMapping,
  kDeviceQuota,
  kDeviceRule,
  kKueueConfiguration,
  kAdmissionCheck,
  kClusterQueue,
  kCohort,
  kLocalQueue,
  kResourceFlavor,
  kTopology,
  kWorkload,
  kWorkloadPriorityClass,
  kComputeDomain,
  kPodGroup,     // of scheduler-plugins
  kKaiPodGroup,  // of KAI
  // Owners of pods.
  kDaemonSet,
  kDeployment,
  kReplicaSet,
  kStatefulSet,
  kCronJob,
  kJob,
};
inline constexpr std::size_t kObjectKinds = static_cast<std::size_t>(ObjectKind::kJob) + 1;

// Every namespace has its name under it (NamespaceDefaultLabelName), also where its file says
// nothing.
inline constexpr std::string_view kNameLabel = "kubernetes.io/metadata.name";

struct KindInfo {
  std::string_view group;
  std::string_view kind;
  bool namespaced = true;
};
const KindInfo& kind_info(ObjectKind kind);

// nullopt for a kind that no decision reads. The version does not matter.
std::optional<ObjectKind> object_kind(std::string_view group, std::string_view kind);

// What decisions read of an object of the kind: a Json whose arrays and objects lie in `arena` and
// whose texts are those of `object`. apiVersion, kind, name and namespace are always kept. Lists
// keep their length, also where nothing of their elements is kept. A Namespace gets kNameLabel.
kube::Json reduce(ObjectKind kind, const kube::Json& object, kube::Arena& arena);
// The same of a Pod, which is no ObjectKind: a cluster is asked for the one that a decision needs.
kube::Json reduce_pod(const kube::Json& pod, kube::Arena& arena);

}  // namespace drawbridge::admission
