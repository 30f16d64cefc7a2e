// What a pod requests of cpu, memory and every other resource, as Kueue and the scheduler add it
// up.
//
// Source of the sums: component-helpers' PodRequests (k8s 1.36), after Kueue's AdjustResources
// (pkg/workload/resources.go, v0.19): defaults of the namespace's LimitRanges, and limits where
// requests are missing. The overhead of a RuntimeClass counts where the pod has it (spec.overhead),
// as pods have that the API server took. Kueue puts it into templates, too; RuntimeClasses are not
// read here, so that those count less.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/quantity.h"

namespace drawbridge::quota {

// By name; views into the pod and the LimitRanges.
using RequestTable = std::map<std::string_view, kube::Quantity>;

// How requests come of a pod's spec.
struct PodReading {
  // Of its namespace. Where several give a default the one that Kueue or the API server happens to
  // see first counts, and nobody knows which: here the smallest, or with `largest_defaults` the
  // largest.
  std::span<const kube::Json> limit_ranges = {};
  // Of a pod the API server takes limits for requests before LimitRanges give theirs; of a template
  // Kueue does so after them.
  bool is_pod = false;
  // Kueue knows what the containers ask for, and takes all that start first for such as end
  // (AppWrapper).
  bool containers_alone = false;
  bool largest_defaults = false;
};

// Of a container, or a pod as a whole, as the API server has it: limits where requests are missing.
RequestTable requests_of_resources(const kube::Json& resources);

// Of a container of a pod, requests that are `least` at least; and its limits. With what
// LimitRanges give.
RequestTable container_requests(const kube::Json& container, const PodReading& reading,
                                const kube::Json& least = {});
RequestTable container_limits(const kube::Json& container, const PodReading& reading);

// `pod` is a pod's spec; `added` are containers beside the pod's own, and `least_of_first` is what
// the first of its own requests at least. What is no quantity is left out.
RequestTable pod_requests(const kube::Json& pod, const PodReading& reading,
                          std::span<const kube::Json> added = {},
                          const kube::Json& least_of_first = {});

// What a pod limits, as ResourceQuotas add it up: component-helpers' PodLimits (k8s 1.36).
RequestTable pod_limits(const kube::Json& pod);

// Of extended resources alone, as Kueue counts those that a DeviceClass carries: the larger of the
// largest init container and the sum of the others, sidecars as init containers that end (kueue
// issue 15937), what is not positive left out.
RequestTable extended_requests(const kube::Json& pod, const PodReading& reading,
                               std::span<const kube::Json> added = {});

// A container that comes to request more of a resource than its limit, and does not say both
// itself.
struct BeyondLimit {
  std::string field;  // "spec.containers[0]"
  std::string_view container;
  std::string_view resource;
  kube::Quantity request;
  kube::Quantity limit;
  // Whose the request is where the container has none so large, and that the limit is a
  // LimitRange's.
  enum class By : std::uint8_t { kItself, kLimitRange, kAdded } request_by = By::kItself;
  bool limit_is_default = false;
};
// The first of a pod's spec, whichever of several defaults counts; nullopt for none. What the
// container itself asks for beyond a LimitRange's limit only with `own_too`.
std::optional<BeyondLimit> beyond_limit(const kube::Json& pod,
                                        std::span<const kube::Json> limit_ranges,
                                        const kube::Json& least_of_first, bool own_too);

// The first container that says both itself, its request being the larger one. Of pods and the
// templates of Kubernetes' own kinds the API server refuses that; those of other kinds nobody looks
// at before their pods come.
std::optional<BeyondLimit> beyond_own_limit(const kube::Json& pod);

}  // namespace drawbridge::quota
