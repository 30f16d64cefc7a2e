// Placement: which LocalQueue Kueue puts an object in, if any, and in what pieces.
//
// Source of the rules: Kueue's pkg/controller/jobframework and the webhooks of its integrations
// (v0.19). Where the Configuration is not known, Kueue's defaults are taken for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "quota/kueue/index.h"

namespace drawbridge::quota {

inline constexpr std::string_view kQueueLabel = "kueue.x-k8s.io/queue-name";
// Taken for a new object without the label, where the namespace has a LocalQueue of that name that
// is not stopped.
inline constexpr std::string_view kDefaultQueue = "default";

// The namespace has such a queue (pkg/cache/queue: DefaultLocalQueueExist; a stopped one is not
// there).
bool has_default_queue(std::string_view ns, const KueueIndex& index);

// What of an object is a workload of its own in a queue.
enum class QueuedAs : std::uint8_t {
  kWhole,       // all its pods are admitted together, or none
  kEachPod,     // each pod by itself (Deployment)
  kEachReplica  // each of spec.replicas groups (LeaderWorkerSet)
};

// Kueue writes it on the pod templates of a workload that it starts: the name of the pod set.
inline constexpr std::string_view kPodSetLabel = "kueue.x-k8s.io/podset";

// Kueue's webhook writes it on the pod template of a kind that it counts by its pods (Deployment).
inline constexpr std::string_view kSuspendingParent = "kueue.x-k8s.io/pod-suspending-parent";

// Of such a kind Kueue reads the pods' labels, and not its own.
bool reads_pods_alone(std::string_view group, std::string_view kind);

// Kueue looks at what is in the namespace (managedJobsNamespaceSelector); nullopt where labels
// decide that are not known.
std::optional<bool> selects_namespace(std::string_view ns, const kube::Json& labels,
                                      const KueueIndex& index);

// Kueue takes it together with the controller that it names: one of a kind that Kueue knows, and
// that makes more than pods.
bool is_taken_with_owner(const kube::Json& object, const KueueIndex& index);

// Kueue's Configuration switches the kind on, or another controller's; without one, as by default.
bool manages_kind(std::string_view group, std::string_view kind, const KueueIndex& index);

// What an object of the kind makes may be of a kind that Kueue manages: a JobSet's Jobs. Where its
// own kind is off, each of these is a workload, and gets the default queue.
bool makes_managed(std::string_view group, std::string_view kind, const KueueIndex& index);

struct Placement {
  enum class Kind : std::uint8_t {
    kNone,     // it is none of Kueue's, or nobody can say
    kQueued,   // in `queue`
    kIgnored,  // it names `queue`, and Kueue's Configuration leaves its kind out
    // So are pods, which Kueue's webhook holds back all the same, for good: those that name
    // `queue`, get it as the default one, or where it is empty name none and would have to.
    kHeld,
    kElsewhere,  // it names `queue`, and Kueue leaves its namespace alone
    kUnnamed     // Kueue holds it until it names a queue (manageJobsWithoutQueueName, a Workload)
  };
  Kind kind = Kind::kNone;
  std::string queue;
  bool defaulted = false;  // the queue called default
  QueuedAs as = QueuedAs::kWhole;
  std::string framework;  // as integrations.frameworks names it
  // Kueue is known to manage the kind; else it only may.
  bool certain = false;
  // Where the object names the queue, or would have to.
  std::string field = "metadata.labels";
  // The only apiVersion of the kind that Kueue reads, where the object has another.
  std::string_view read_version = {};
  // Kueue's webhook marks its pod template (kSuspendingParent), and names the queue there.
  bool marks_pods = false;
};

// Kueue's webhooks give most kinds the default queue when they are created, and never later.
enum class Arrival : std::uint8_t { kNew, kStored };

// `object` is the applied one of this group and kind, in namespace `ns`; `namespace_labels` null
// where they are not known. Objects that a kind of Kueue's own owns are part of that one.
Placement placement_of(const kube::Json& object, std::string_view group, std::string_view kind,
                       std::string_view ns, const kube::Json& namespace_labels,
                       const KueueIndex& index, Arrival arrival = Arrival::kNew);

// Of an object of the kind that names the queue, and that Kueue takes.
Placement placed_whole(std::string_view group, std::string_view kind, std::string_view queue);

}  // namespace drawbridge::quota
