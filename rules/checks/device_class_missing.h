// DeviceClassMissing: devices are asked for by a DeviceClass that does not exist.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// The API server takes such an object. The scheduler then finds no node for the pod ("request a:
// device class X does not exist"); in firstAvailable one missing class is enough.
void check_pod_classes(const PodSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);
// Of a ResourceClaim or ResourceClaimTemplate.
void check_claim_classes(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);
// Of a DeviceMapping where another class was meant.
void check_mapping_classes(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);

}  // namespace drawbridge::rules
