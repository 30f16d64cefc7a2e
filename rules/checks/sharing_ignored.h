// SharingIgnored: a pod looks for nodes whose device plugin shares or splits GPUs, and asks for its
// GPU by a claim, which no device plugin serves; or a DeviceMapping makes whole devices of shares.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Labels that GKE puts on the nodes of such pools, and the gpu-feature-discovery of NVIDIA's device
// plugin; in nodeSelector, as their documentation has it. Silent where the pod asks for an extended
// resource too, which the label is for, and where its claim or class says itself how to share.
void check_sharing_labels(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// A DeviceMapping that makes a whole device of what device plugins call a share of one:
// nvidia.com/gpu.shared.
void check_shared_resources(const ObjectSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings);

}  // namespace drawbridge::rules
