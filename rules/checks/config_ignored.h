// ConfigIgnored: a configuration for a driver that allocates nothing for its requests, so that
// nobody reads it.
//
// A kubelet hands each driver the configurations that name it (resource.k8s.io/v1
// OpaqueDeviceConfiguration.driver: "determines which kubelet plugin needs to be passed these
// configuration parameters"); the API server takes any name. Reads spec.devices.config[] of a claim
// or template.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Says nothing where the class of one of its requests, or of one of their alternatives, is not
// known or does not ask for one driver by its name.
void check_config_ignored(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

}  // namespace drawbridge::rules
