// The rewrite of a pod with what the snapshot knows of the cluster, and what the pod asks for once
// that is done.
#pragma once

#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/checks/pod_claims.h"
#include "rules/devices/demand.h"
#include "rules/mapping/rewrite.h"
#include "webhook/decide/known.h"

namespace drawbridge::admission {

struct RewriteQuestion {
  const kube::PodView& pod;
  const kube::Json& labels;  // of its namespace
  const rules::QueueFacts& queue;
  rules::Occasion occasion = rules::Occasion::kPod;
  std::string_view ns;
};

rules::Rewrite rewrite_of(const RewriteQuestion& question, Known& known);

// Quotas count a workload's pods as they come, not as its template says.
struct ComingDemand {
  std::vector<rules::DeviceRequest> requests;
  std::vector<rules::PodClaim> claims;
};

// `labels` are those of its namespace, `requests` and `claims` its own as it is. Views of the
// rewrite and of what `known` holds. A pod that the rewrite refuses asks for nothing.
ComingDemand demand_after(const kube::PodView& pod, const kube::Json& labels,
                          const rules::Rewrite& rewrite, std::vector<rules::DeviceRequest> requests,
                          std::vector<rules::PodClaim> claims, Known& known);

// Of the pods that a template of namespace `ns` makes.
ComingDemand demand_to_come(const kube::PodView& pod_template, const rules::QueueFacts& queue,
                            std::string_view ns, Known& known);

}  // namespace drawbridge::admission
