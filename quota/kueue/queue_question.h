// What the judgement is asked: pods that name a LocalQueue, and what is known of the cluster.
#pragma once

#include <span>
#include <string_view>

#include "kube/api/json.h"
#include "quota/kueue/demand.h"

namespace drawbridge::quota {

struct QueueQuestion {
  std::string_view ns;
  std::string_view queue;       // the LocalQueue
  kube::Json namespace_labels;  // null where they are not known
  std::span<const QueuedPods> pods;
  const DemandFacts& facts;
  // Of these kinds all objects are known: what is not there does not exist.
  bool local_queues_known = false;
  bool cluster_queues_known = false;
  bool flavors_known = false;
  bool admission_checks_known = false;
  bool topologies_known = false;  // and there are some
  bool classes_known = false;     // of DeviceClasses any is known
};

}  // namespace drawbridge::quota
