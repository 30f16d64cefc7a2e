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
  std::string_view subject = "this Pod";  // for messages
};

// True where the content of the pod's claim templates decides something.
bool template_content_matters(const kube::PodView& pod, std::string_view ns,
                              const Snapshot& snapshot);

// What overlaps in the pod as its author wrote it; a rewritten one has one path left.
std::vector<rules::Finding> check_overlap(const kube::PodView& pod, const PodCheckInput& input);

// Whether the pod, as it would be stored, or one made of the pod template, fits its namespace's
// quotas.
std::vector<rules::Finding> check_quota(const kube::PodView& pod, const PodCheckInput& input);

}  // namespace drawbridge::admission
