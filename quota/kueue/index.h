// KueueIndex: what Kueue counts, from its Configuration and queues (kueue.x-k8s.io/v1beta1,
// v1beta2).
//
// Immutable once built; shared between threads.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::quota {

using NameSet = std::set<std::string, std::less<>>;
template <typename T>
using NameMap = std::map<std::string, T, std::less<>>;

struct ClusterQueue {
  NameSet covered_resources;
  NameSet admission_checks;
};

class KueueIndex {
 public:
  // True for kinds that add() reads.
  static bool reads(const kube::Json& object);
  // Adds a Configuration, ClusterQueue, LocalQueue or AdmissionCheck. Fails where a device class
  // stands in two mappings: Kueue itself does not start then, unless both count what their sources
  // say instead of devices.
  Status add(const kube::Json& object);

  // No object of Kueue is known: its labels mean nothing here.
  bool absent() const { return absent_; }
  // DeviceClass -> resources.deviceClassMappings[].name; nullptr while no Configuration is known,
  // which says nothing about what Kueue counts.
  const NameMap<std::string>* class_names() const { return configured_ ? &class_names_ : nullptr; }
  // The integration is switched on in the Configuration ("batch/job", "pod", "deployment"). Kueue's
  // default is batch/job alone.
  bool manages(std::string_view framework) const;
  // The ClusterQueue's name behind a LocalQueue; nullopt when the LocalQueue is not known.
  std::optional<std::string_view> cluster_queue_of(std::string_view ns,
                                                   std::string_view local_queue) const;
  // nullptr when it is not known.
  const ClusterQueue* cluster_queue(std::string_view name) const;
  // An AdmissionCheck of the queue dispatches its workloads to other clusters.
  bool runs_elsewhere(const ClusterQueue& queue) const;

 private:
  Status add_configuration(const kube::Json& configuration);
  void add_cluster_queue(const kube::Json& object);

  bool absent_ = true;
  bool configured_ = false;
  NameMap<std::string> class_names_;
  NameSet frameworks_;
  NameMap<ClusterQueue> cluster_queues_;
  NameMap<std::string> local_queues_;  // "NAMESPACE/NAME" -> ClusterQueue
  NameSet multikueue_checks_;
};

}  // namespace drawbridge::quota
