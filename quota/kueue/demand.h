// QueueDemand: what Kueue charges the pods of a workload, by the names that queues have quota for.
//
// Source of the rules: Kueue's pkg/workload (totalRequestsFromPodSets) and pkg/dra, v0.19. Where
// Kueue's Configuration or an object is not known, what hangs on it is left out, so that the demand
// is never more than what Kueue charges.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "quota/kueue/index.h"

namespace drawbridge::quota {

// One of a workload's pod templates.
struct QueuedPods {
  std::string path;         // of the template in the object: "spec.template"; empty for a pod
  kube::Json pod_template;  // has `spec`
  std::int64_t pods = 1;
  // Kueue starts the workload with so few, where it can't have all (Workload's minCount).
  std::int64_t pods_min = 1;
};

// What is looked up while devices are counted.
struct DemandFacts {
  // A ResourceClaimTemplate of the namespace; null where it is not known.
  std::function<kube::Json(std::string_view name)> claim_template;
  // The DeviceClass that carries the extended resource; empty where none is known to.
  std::function<std::string_view(std::string_view resource)> class_of_extended_resource;
  // Of the namespace.
  std::span<const kube::Json> limit_ranges = {};
  // Kueue's gate for extended resources of DRA is taken to be off where the Configuration does not
  // say: they count under their own names then.
  bool extended_under_own_name = false;
};

// Devices of one path and class that each pod of a set is charged for.
struct CountedDevices {
  std::string resource;  // the name that is charged
  std::int64_t count = 0;
  std::string device_class;
  std::string source;  // the ResourceClaimTemplate or the extended resource
  bool by_template = false;
};

// What Kueue counts in no queue: it takes the workload, and admits it never.
struct Uncountable {
  enum class Why : std::uint8_t {
    kSharedClaim,     // resourceClaimName
    kFirstAvailable,  // a request with alternatives
    kAllDevices,      // allocationMode: All
    kClassNotMapped   // no deviceClassMappings entry lists the class
  };
  Why why = Why::kSharedClaim;
  std::string field;         // from the object's root: "spec.template.spec.resourceClaims[0]"
  std::string source;        // the claim or the template
  std::string device_class;  // kClassNotMapped
};

struct QueueDemand {
  struct Pods {
    std::string path;
    std::int64_t pods = 1;
    std::int64_t pods_min = 1;
    std::map<std::string, std::int64_t, std::less<>> requests;  // of one pod, in Kueue's amounts
    std::vector<CountedDevices> devices;                        // that are among them
  };
  std::vector<Pods> pod_sets;  // in the order of the templates
  std::vector<Uncountable> uncountable;
};

QueueDemand queue_demand(std::span<const QueuedPods> pod_sets, const KueueIndex& index,
                         const DemandFacts& facts);

}  // namespace drawbridge::quota
