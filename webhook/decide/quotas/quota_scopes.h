// Whether a ResourceQuota with scopes counts a pod.
//
// Source of the rules: PodMatchesScopeFunc of the pods' quota evaluator (k8s 1.36,
// pkg/quota/v1/evaluator/core/pods.go).
#pragma once

#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/devices/device_index.h"
#include "webhook/decide/quotas/ranged_amounts.h"

namespace drawbridge::admission {

bool is_scoped(const kube::Json& quota);

// Of cpu and memory what LimitRanges will add to a pod.
struct ComputeToCome {
  bool is_none = false;      // sure to be nothing
  RangeDefaults given = {};  // what is sure to come
};

// Whether the pod, or what a pod template makes, is in all scopes of the quota; kUnknown where that
// depends on what admission may still write (the default PriorityClass, a LimitRange's requests).
// kNo for null.
rules::Known in_scopes(const kube::Json& quota, const kube::Json& pod,
                       const ComputeToCome& to_come = {});

// It is sure to be.
bool scopes_match(const kube::Json& quota, const kube::Json& pod,
                  const ComputeToCome& to_come = {});

// Under what name it is added up what the quota counts as `resource`: one with scopes has sums of
// its own, of the pods in these.
std::string summed_name(const kube::Json& quota, std::string_view resource);

}  // namespace drawbridge::admission
