// HostNetworkRefused: a pod on the network of its node claims an interface that its driver gives to
// a pod's own network alone.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// The scheduler allocates the claim, the driver fails the pod's sandbox (dranet: "using host
// network can not claim host devices"), and the kubelet tries again for as long as the pod is
// there, which holds the devices meanwhile. Silent where the class's driver is not known.
void check_host_network(const PodSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings);

}  // namespace drawbridge::rules
