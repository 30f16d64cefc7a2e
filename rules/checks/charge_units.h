// In what devices are counted: a capacity that a DeviceMapping charges and no device has
// (CapacityNeverFits), and amounts of a quota that can't be meant in the unit that is counted
// (ChargesDiffer).
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_charge_capacity(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);

// Of a DeviceQuota.
void check_quota_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

// Of a ResourceQuota, under names of devices.
void check_resource_quota_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings);

}  // namespace drawbridge::rules
