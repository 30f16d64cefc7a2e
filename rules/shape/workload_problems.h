// What the API server's validation refuses in Pods and Kubernetes' own workloads beside devices:
// selectors, restart policies, numbers below zero, schedules, and what pod_problems() says of their
// pods. Of other kinds nothing: their controllers fill in what is missing.
//
// The rules: kubernetes pkg/apis/apps/validation, pkg/apis/batch/validation and, of
// ReplicationControllers, pkg/apis/core/validation. A StatefulSet's pods are validated when they
// are made (ValidatePodTemplateSpecForStatefulSet), and refused then.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

// MalformedObject and ResourceQuantityInvalid. `meant` is that of pod_problems(). Of what is only a
// part of a workload, as patches of kustomize are, nothing is said to be missing.
std::vector<Finding> workload_problems(const kube::Json& object,
                                       const std::set<std::string_view>& meant);

}  // namespace drawbridge::rules::shape
