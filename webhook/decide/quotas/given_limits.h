// LimitRangeExceeded: a limit that a LimitRange gives to a container is one that the API server
// refuses beside what the container asks for.
//
// The rule: validateResourceRequirements of kubernetes pkg/apis/core/validation (1.36), which looks
// at a pod once LimitRanger has given it its defaults.
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
};

// `name` is the pod's for messages.
void judge_given_limits(const kube::PodView& pod, std::string_view name, const GivenFacts& facts,
                        RangeFindings& told);

}  // namespace drawbridge::admission
