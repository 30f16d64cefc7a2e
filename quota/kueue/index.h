// KueueIndex: what Kueue counts, from its Configuration and queues (kueue.x-k8s.io/v1beta1,
// v1beta2).
//
// A copy shares what it has in common with its origin (kube/api/cow_map.h): one thread keeps an
// index up to date and hands out copies, which any number of threads read.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/compact_json.h"
#include "kube/api/cow_map.h"
#include "kube/api/json.h"
#include "kube/api/kueue_configuration.h"
#include "kube/api/result.h"
#include "quota/kueue/cluster_queue.h"

namespace drawbridge::quota {

template <typename T>
using NameMap = std::map<std::string, T, std::less<>>;

class KueueIndex {
 public:
  // True for kinds that replace() reads.
  static bool reads(const kube::Json& object);
  // A Configuration, ClusterQueue, Cohort, LocalQueue, ResourceFlavor, Topology or AdmissionCheck
  // took the place of `before`, its last version; null for one that was not there before, or is no
  // more. There is one Configuration. Fails where Kueue would not start with it: a field is of a
  // wrong type, a source lacks something or its gate is off, or a class stands in two mappings that
  // are not of different counters.
  Status replace(const kube::Json& before, const kube::Json& after);

  // No object of Kueue is known: its labels mean nothing here.
  bool absent() const { return objects_ == 0; }
  // DeviceClass -> resources.deviceClassMappings[].name; nullptr while no Configuration is known,
  // which says nothing about what Kueue counts.
  const NameMap<std::string>* class_names() const {
    return configuration_ == nullptr ? nullptr : &configuration_->class_names;
  }
  // All that it says of devices; nullptr while none is known.
  const kube::KueueConfiguration* configuration() const {
    return configuration_ == nullptr ? nullptr : &configuration_->data;
  }
  // The integration is switched on in the Configuration ("batch/job", "pod", "deployment"). Kueue's
  // default is batch/job alone.
  bool manages(std::string_view framework) const;
  // Pods count only where Kueue itself marked the template that they are made of: it takes
  // integrations.frameworks to mean "pod" too where a kind stands there that it can't count without
  // (since v0.15). Any other pod that names a queue its webhook holds back, and nothing frees it.
  bool manages_marked_pods_alone() const;
  // Another controller integrates the kind with Kueue (integrations.externalFrameworks).
  bool manages_elsewhere(std::string_view group, std::string_view kind) const;
  // The ClusterQueue's name behind a LocalQueue; nullopt when the LocalQueue is not known.
  std::optional<std::string_view> cluster_queue_of(std::string_view ns,
                                                   std::string_view local_queue) const;
  // nullptr when they are not known.
  const LocalQueue* local_queue(std::string_view ns, std::string_view name) const;
  const ClusterQueue* cluster_queue(std::string_view name) const;
  // The spec of a ResourceFlavor; nullptr when it is not known.
  const kube::Json* flavor(std::string_view name) const;
  // The labels of a Topology's levels, the widest first; nullptr when it is not known.
  const std::vector<std::string>* topology(std::string_view name) const {
    return topologies_.find(name);
  }
  // nullptr when it is not known.
  const AdmissionCheck* admission_check(std::string_view name) const {
    return admission_checks_.find(name);
  }
  // What the queues can reach, with what their cohorts lend.
  const QuotaTree& tree() const { return tree_; }
  // An AdmissionCheck of the queue dispatches its workloads to other clusters.
  bool runs_elsewhere(const ClusterQueue& queue) const;

 private:
  struct Configuration {
    kube::KueueConfiguration data;
    NameMap<std::string> class_names;
  };

  Status replace_configuration(const kube::Json& configuration);
  void replace_cluster_queue(std::string_view name, const kube::Json& after);
  void replace_cohort(std::string_view name, const kube::Json& after);

  std::size_t objects_ = 0;
  std::shared_ptr<const Configuration> configuration_;  // nullptr: none is known
  kube::CowMap<std::shared_ptr<const ClusterQueue>> cluster_queues_;
  QuotaTree tree_;
  kube::CowMap<LocalQueue> local_queues_;  // "NAMESPACE/NAME"
  kube::CowMap<kube::CompactJson> flavors_;
  kube::CowMap<std::vector<std::string>> topologies_;
  kube::CowMap<AdmissionCheck> admission_checks_;
};

}  // namespace drawbridge::quota
