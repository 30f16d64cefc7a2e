// Requests and limits as the API server's LimitRanger compares them: with what LimitRanges of the
// namespace give to containers that say nothing, and added up over a pod.
//
// The rule: mergeContainerResources, podRequests and podLimits of kubernetes
// plugin/pkg/admission/limitranger (1.36), and SetDefaults_Pod of pkg/apis/core/v1.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "kube/api/pod.h"
#include "kube/api/quantity.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

struct RangeDefault {
  std::string_view range;  // the LimitRange
  kube::Quantity amount;
  bool is_max = false;  // it has no `default`, and its `max` stands for one
  // Another LimitRange gives less, and which is first nobody knows.
  bool varies = false;
};

// What containers get, by the name of the resource. A view into the LimitRanges.
struct RangeDefaults {
  std::map<std::string_view, RangeDefault, std::less<>> limits;
  std::map<std::string_view, RangeDefault, std::less<>> requests;
};

// Of the namespace's LimitRanges. Views into the snapshot.
RangeDefaults range_defaults(std::string_view ns, const Snapshot& snapshot);

// One of the two lists has of a resource; nullopt where it has none of it.
struct RangedAmount {
  std::optional<kube::Quantity> amount = {};
  const RangeDefault* given = nullptr;  // of which some of it is
  bool is_known = true;                 // else what is given varies, and nobody knows the amount
};

struct RangedAmounts {
  RangedAmount limit;
  RangedAmount request;
  bool is_of_whole = false;  // spec.resources of the pod has it
};

RangedAmounts amounts_of_container(const kube::ContainerView& container, std::string_view resource,
                                   const RangeDefaults& defaults);

// Of containers that run together, or of an init container and the sidecars before it where that is
// more.
RangedAmounts amounts_of_containers(const kube::PodView& pod, std::string_view resource,
                                    const RangeDefaults& defaults);

// Of cpu and memory what spec.resources of the pod has once the API server has filled in its
// requests; no amounts where it has none.
RangedAmounts amounts_of_whole(const kube::PodView& pod, std::string_view resource);

// What the pod has as a whole, in the place of what its containers have.
RangedAmounts amounts_of_pod(const kube::PodView& pod, std::string_view resource,
                             const RangeDefaults& defaults);

}  // namespace drawbridge::admission
