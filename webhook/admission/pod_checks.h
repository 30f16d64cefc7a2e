// Checks that join a pod's device requests with the snapshot: overlap of the mapping paths, and
// quota.
#pragma once

#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"
#include "webhook/admission/snapshot.h"

namespace drawbridge::admission {

struct PodCheckInput {
  std::string_view ns;
  kube::Json namespace_labels;
  const Snapshot& snapshot;
  rules::FindObject claim_template;
  rules::FindObject claim;
};

// Findings for a pod as it would be stored, or for a pod template.
std::vector<rules::Finding> check_pod(const kube::PodView& pod, const PodCheckInput& input);

}  // namespace drawbridge::admission
