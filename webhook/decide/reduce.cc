#include "webhook/decide/reduce.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "kube/api/names.h"
#include "webhook/decide/members.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// "spec.devices" keeps that field whole. "results[].device" keeps the field of each element;
// "reservedFor[]" only that there are so many. A word in front of a colon tells which keys of a map
// are kept: `ours`, `devices` or `extended`.
struct KindFields {
  KindInfo info;
  std::vector<std::string_view> kept;
};

// NOLINTNEXTLINE(readability-function-size): a table
const std::array<KindFields, kObjectKinds>& table() {
  static const std::array<KindFields, kObjectKinds> kTable = {{
      {{"", "ConfigMap"}, {"metadata.uid", "data"}},
      {{"", "LimitRange"}, {"spec.limits"}},
      // All that rules see of it (namespaceObject).
      {{"", "Namespace", false},
       {"metadata.uid", "metadata.labels", "metadata.annotations", "metadata.creationTimestamp",
        "metadata.deletionTimestamp", "metadata.deletionGracePeriodSeconds", "metadata.finalizers",
        "metadata.generateName", "metadata.generation", "metadata.resourceVersion", "spec",
        "status"}},
      {{"", "Node", false}, {"metadata.labels", "extended:status.allocatable", "spec.taints"}},
      {{"", "ResourceQuota"},
       {"spec.hard", "spec.scopes", "spec.scopeSelector", "status.hard", "status.used"}},
      {{"resource.k8s.io", "DeviceClass", false},
       {"metadata.uid", "metadata.creationTimestamp", "spec.selectors", "spec.config[]",
        "spec.extendedResourceName"}},
      {{"resource.k8s.io", "ResourceClaim"},
       {"metadata.uid", "metadata.deletionTimestamp", "ours:metadata.annotations",
        "metadata.ownerReferences[].kind", "metadata.ownerReferences[].name",
        "metadata.ownerReferences[].uid", "metadata.ownerReferences[].controller",
        "spec.devices.requests", "spec.devices.constraints", "spec.devices.config[]",
        "status.allocation.devices.results[].request", "status.allocation.devices.results[].driver",
        "status.allocation.devices.results[].pool", "status.allocation.devices.results[].device",
        "status.allocation.devices.results[].adminAccess",
        "status.allocation.devices.results[].shareID",
        "status.allocation.devices.results[].consumedCapacity", "status.allocation.nodeSelector",
        "status.reservedFor[]"}},
      {{"resource.k8s.io", "ResourceClaimTemplate"},
       {"metadata.uid", "metadata.creationTimestamp", "metadata.labels",
        "ours:metadata.annotations", "spec"}},
      {{"resource.k8s.io", "ResourceSlice", false},
       {"spec.driver", "spec.pool", "spec.nodeName", "spec.nodeSelector", "spec.allNodes",
        "spec.perDeviceNodeSelection", "spec.devices", "spec.sharedCounters"}},
      {{"drawbridge.dev", "DeviceMapping", false},
       {"metadata.uid", "metadata.generation", "spec", "status"}},
      {{"drawbridge.dev", "DeviceQuota"},
       {"metadata.uid", "metadata.generation", "metadata.resourceVersion", "spec", "status"}},
      {{"drawbridge.dev", "DeviceRule", false},
       {"metadata.uid", "metadata.generation", "spec", "status"}},
      {{"config.kueue.x-k8s.io", "Configuration", false},
       {"namespace", "integrations", "resources", "featureGates", "waitForPodsReady",
        "manageJobsWithoutQueueName", "managedJobsNamespaceSelector", "multiKueue"}},
      {{"kueue.x-k8s.io", "AdmissionCheck", false},
       {"metadata.uid", "spec.controllerName", "status.conditions[].type",
        "status.conditions[].status"}},
      {{"kueue.x-k8s.io", "ClusterQueue", false},
       {"metadata.uid", "spec", "status.flavorsReservation", "status.flavorsUsage",
        "status.conditions[].type", "status.conditions[].status", "status.conditions[].reason",
        "status.conditions[].message"}},
      {{"kueue.x-k8s.io", "Cohort", false}, {"spec"}},
      {{"kueue.x-k8s.io", "LocalQueue"}, {"metadata.uid", "spec"}},
      {{"kueue.x-k8s.io", "ResourceFlavor", false}, {"spec"}},
      {{"kueue.x-k8s.io", "Topology", false}, {"spec.levels[].nodeLabel"}},
      {{"kueue.x-k8s.io", "Workload"},
       {"metadata.ownerReferences[].kind", "metadata.ownerReferences[].name",
        "metadata.ownerReferences[].uid", "metadata.ownerReferences[].controller", "spec.queueName",
        "spec.active", "status.admission.clusterQueue", "status.admission.podSetAssignments[].name",
        "devices:status.admission.podSetAssignments[].resourceUsage"}},
      {{"kueue.x-k8s.io", "WorkloadPriorityClass", false}, {}},
      {{"resource.nvidia.com", "ComputeDomain"}, {"spec.channel.resourceClaimTemplate.name"}},
      {{"scheduling.x-k8s.io", "PodGroup"}, {"spec.minMember"}},
      {{"scheduling.run.ai", "PodGroup"}, {"spec.minMember"}},
      {{"apps", "DaemonSet"}, {"metadata.labels", "metadata.ownerReferences", "spec.managedBy"}},
      {{"apps", "Deployment"}, {"metadata.labels", "metadata.ownerReferences", "spec.managedBy"}},
      {{"apps", "ReplicaSet"}, {"metadata.labels", "metadata.ownerReferences", "spec.managedBy"}},
      {{"apps", "StatefulSet"}, {"metadata.labels", "metadata.ownerReferences", "spec.managedBy"}},
      {{"batch", "CronJob"}, {"metadata.labels", "metadata.ownerReferences", "spec.managedBy"}},
      {{"batch", "Job"}, {"metadata.labels", "metadata.ownerReferences", "spec.managedBy"}},
  }};
  return kTable;
}

bool any_key(std::string_view /*key*/) {
  return true;
}
// Annotations that somebody here writes or reads.
bool is_ours(std::string_view key) {
  const std::string_view domain = key.substr(0, key.find('/'));
  return domain == "drawbridge.dev" || domain == "resource.kubernetes.io" ||
         domain.ends_with("kueue.x-k8s.io");
}
// Of usage: names with a domain, and those of classes; never cpu, memory and pods, which change
// with every pod.
bool may_be_devices(std::string_view key) {
  return key.find('/') != std::string_view::npos;
}

// A field that is kept whole (where it has no children), or of which some are.
struct Kept {
  std::map<std::string, Kept, std::less<>> children;  // "[]" stands for the elements
  bool (*keeps)(std::string_view key) = any_key;
};

void add_path(Kept& root, std::string_view text) {
  bool (*keeps)(std::string_view) = any_key;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const std::string_view which = text.substr(0, colon);
    keeps = which == "ours"      ? is_ours
            : which == "devices" ? may_be_devices
                                 : kube::is_extended_resource_name;
    text.remove_prefix(colon + 1);
  }
  Kept* at = &root;
  while (!text.empty()) {
    std::string_view step = text.substr(0, text.find('.'));
    text.remove_prefix(std::min(text.size(), step.size() + 1));
    const bool elements = step.ends_with("[]");
    if (elements) step.remove_suffix(2);
    at = &at->children[std::string(step)];
    if (elements) at = &at->children["[]"];
    // A list of which only the length is kept: its elements keep a field that is never there.
    if (elements && text.empty()) at->children[""] = {};
  }
  at->keeps = keeps;
}

Kept kept_of(std::span<const std::string_view> paths) {
  Kept root;
  for (const std::string_view path : {"apiVersion", "kind", "metadata.name", "metadata.namespace"})
    add_path(root, path);
  for (const std::string_view path : paths) add_path(root, path);
  return root;
}

const Kept& kept_of(ObjectKind kind) {
  static const std::vector<Kept> kAll = [] {
    std::vector<Kept> all;
    for (const KindFields& fields : table()) all.push_back(kept_of(fields.kept));
    return all;
  }();
  return kAll[static_cast<std::size_t>(kind)];
}

const Kept& kept_of_pod() {
  static const Kept kPod = [] {
    std::vector<std::string_view> paths = {"metadata.uid",
                                           "metadata.creationTimestamp",
                                           "metadata.labels",
                                           "spec.schedulingGates",
                                           "spec.resourceClaims",
                                           "spec.resources",
                                           "status.phase",
                                           "status.resourceClaimStatuses",
                                           "status.extendedResourceClaimStatus"};
    for (const std::string_view path :
         {"spec.initContainers[].name", "spec.initContainers[].restartPolicy",
          "spec.initContainers[].resources", "spec.containers[].name",
          "spec.containers[].resources"})
      paths.push_back(path);
    return kept_of(paths);
  }();
  return kPod;
}

class Reducer {
 public:
  explicit Reducer(kube::Arena& arena) : arena_(arena) {}

  Json reduce(const Json& value, const Kept& kept) {
    if (kept.children.empty() && kept.keeps == any_key) return value;
    if (value.is_array()) return elements(value, kept);
    if (!value.is_object()) return value;
    auto* members = arena_.allocate<Json::Member>(value.size());
    std::size_t count = 0;
    for (const Json::Member& member : value.members()) {
      if (kept.children.empty()) {
        if (kept.keeps(member.key())) new (members + count++) Json::Member(member);
        continue;
      }
      const auto child = kept.children.find(member.key());
      if (child == kept.children.end()) continue;
      new (members + count++) Json::Member{member.key_text, reduce(member.value, child->second)};
    }
    return Json::object({members, count});
  }

 private:
  Json elements(const Json& list, const Kept& kept) {
    const auto each = kept.children.find("[]");
    if (each == kept.children.end()) return list;
    auto* elements = arena_.allocate<Json>(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
      new (elements + i) Json(reduce(list.at(i), each->second));
    return Json::array({elements, list.size()});
  }

  kube::Arena& arena_;
};

Json with_name_label(const Json& ns, kube::Arena& arena) {
  const Json metadata = ns["metadata"];
  const Json labels = metadata["labels"];
  if (!labels[kNameLabel].is_null()) return ns;
  const Json labelled = Members(labels).set(kNameLabel, metadata["name"]).made(arena);
  return Members(ns)
      .set("metadata", Members(metadata).set("labels", labelled).made(arena))
      .made(arena);
}

}  // namespace

const KindInfo& kind_info(ObjectKind kind) {
  return table()[static_cast<std::size_t>(kind)].info;
}

std::optional<ObjectKind> object_kind(std::string_view group, std::string_view kind) {
  const auto& all = table();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].info.kind == kind && all[i].info.group == group) return static_cast<ObjectKind>(i);
  }
  return std::nullopt;
}

Json reduce(ObjectKind kind, const Json& object, kube::Arena& arena) {
  const Json kept = Reducer(arena).reduce(object, kept_of(kind));
  return kind == ObjectKind::kNamespace && kept.is_object() ? with_name_label(kept, arena) : kept;
}

Json reduce_pod(const Json& pod, kube::Arena& arena) {
  return Reducer(arena).reduce(pod, kept_of_pod());
}

}  // namespace drawbridge::admission
