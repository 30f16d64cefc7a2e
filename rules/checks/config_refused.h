// ConfigRefused: opaque parameters that their driver cannot read.
//
// The API server takes any map (resource.k8s.io/v1 OpaqueDeviceConfiguration.parameters: "can
// contain arbitrary data"); the driver decodes it when the kubelet prepares the claim, strictly,
// with all drivers of the catalogue. What it refuses leaves the pod in ContainerCreating, with its
// devices allocated. Reads spec.devices.config[] of a claim or template, spec.config[] of a
// DeviceClass or DeviceMapping.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// By the catalogue of drivers: another apiVersion or kind than the driver's, a field that is
// misspelt or stands elsewhere, a value that there is not, settings for devices of another kind. A
// driver may be newer than the catalogue, so a name that is like none of its own passes, as does a
// later version.
void check_config_refused(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

}  // namespace drawbridge::rules
