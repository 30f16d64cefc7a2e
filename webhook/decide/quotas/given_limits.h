// LimitRangeExceeded: what a LimitRange gives to a container is refused beside what the container
// asks for, or what its pod has as a whole.
//
// The rule: validateResourceRequirements and validatePodResourceConsistency of kubernetes
// pkg/apis/core/validation (1.36), which look at a pod once LimitRanger has given it its defaults.
#pragma once

#include <functional>
#include <map>
#include <string_view>

#include "kube/api/pod.h"
#include "kube/api/quantity.h"
#include "webhook/decide/quotas/limit_range_bounds.h"
#include "webhook/decide/quotas/ranged_amounts.h"

namespace drawbridge::admission {

// Amounts by the name of the resource.
using RangeBounds = std::map<std::string_view, kube::Quantity, std::less<>>;

struct GivenFacts {
  const RangeDefaults& defaults;
  const RangeBounds& most;  // that a container may have
  // A request of devices without a limit is not stored.
  bool is_validated = false;
};

// `name` is the pod's for messages.
void judge_given_limits(const kube::PodView& pod, std::string_view name, const GivenFacts& facts,
                        RangeFindings& told);

// Of huge pages, to containers that ask for none.
void judge_given_pages(const kube::PodView& pod, std::string_view name,
                       const RangeDefaults& defaults, RangeFindings& told);

// Of cpu and memory, beside spec.resources of the pod.
void judge_given_of_whole(const kube::PodView& pod, std::string_view name,
                          const RangeDefaults& defaults, RangeFindings& told);

}  // namespace drawbridge::admission
