// RangeBreach: what of a workload's pods is beyond the LimitRanges of its namespace. Kueue looks at
// that before it looks at quota, and admits no workload that has one.
//
// Source: Summary.ValidatePodSpec (Kueue's pkg/util/limitrange, v0.17 to v0.19), which
// ValidateLimitRange calls of what AdjustResources made of the pod sets (pkg/workload).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/quantity.h"
#include "quota/kueue/demand.h"

namespace drawbridge::quota {

// Of one container, or of the containers of a pod together.
struct RangeBreach {
  std::string field = {};           // "spec.containers[0].resources.limits", "spec.containers"
  std::string_view container = {};  // empty for the pod, and for what `is_added`
  bool is_added = false;            // one of QueuedPods::added_containers
  bool is_of_whole = false;         // the pod's spec.resources say it
  std::string_view range = {};      // the LimitRange
  std::string_view resource = {};
  kube::Quantity amount = {};
  kube::Quantity bound = {};
  bool is_max = false;      // else it is less than `min`
  bool is_default = false;  // nothing says the amount but a LimitRange
  bool is_of_limits = false;
  // A LimitRange gives the container, or one of the pod's, a limit with which other requests are
  // not enough; and those that it has are beyond that limit.
  bool limit_is_default = false;
  bool is_beyond_default = false;
  // Of a container: what it requests itself, where that is more than `bound`, else `bound`.
  kube::Quantity to_ask = {};
};

inline constexpr std::size_t kRangeBreachesMax = 8;

// The first of them, of each resource with the bound that is the hardest to keep; views into the
// pods and the LimitRanges. What a RuntimeClass adds to pods is not known.
std::vector<RangeBreach> range_breaches(const QueuedPods& pods,
                                        std::span<const kube::Json> limit_ranges);

// What a pod asks for at least of the resource where every container keeps to `min`, in Kueue's
// amounts; 0 where that is not bound.
std::int64_t least_within_ranges(const QueuedPods& pods, std::span<const kube::Json> limit_ranges,
                                 const std::string& resource);

}  // namespace drawbridge::quota
